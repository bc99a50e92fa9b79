"""Creating and starting a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

import engine
from app.accounts.model import Caller
from app.base import tables as t
from app.base.errors import Problem, conflict, forbidden
from app.base.wire import encode
from app.catalogue.routes import check_stage_clock, seat_views
from app.lobby.summary import summary
from app.play.model import Facts, Holder, Live, Roster
from app.play.once import answered, digest_of
from app.play.table import Table
from app.play.turn import Turn
from engine import bots
from engine.title import Seat, Setup, Title, titles

if TYPE_CHECKING:
    from app.lobby.routes import NewGame
    from app.services import Services


def _title(title_id: str) -> Title:
    found = titles().get(title_id)
    if found is None:
        raise Problem(422, "no_such_title", "there is no such title")
    return found


def options_of(title: Title, scenario: str, given: Mapping[str, str]) -> dict[str, str]:
    """All options of a scenario with their values. Raises 422 for what the title does not offer."""
    info = next((s for s in title.scenarios() if s.id == scenario), None)
    if info is None:
        raise Problem(422, "no_such_scenario", "this title has no such scenario")
    out = {o.id: o.default for o in info.options}
    for key, value in given.items():
        known = next((o for o in info.options if o.id == key), None)
        if known is None or value not in known.values:
            raise Problem(422, "bad_option", f"{key}={value} is not an option of this scenario")
        out[key] = value
    return out


def check_bot(title_id: str, name: str) -> None:
    """Raise 422 for a bot that cannot play this title."""
    if name not in bots.names(title_id):
        raise Problem(422, "no_such_bot", f"no bot of this name plays this title: there are {', '.join(bots.names(title_id))}")


def _places(body: NewGame, seats: tuple[Seat, ...], caller: Caller) -> dict[str, Holder]:
    """Who sits where from the beginning."""
    ids = [s.id for s in seats]
    given = {s: body.bots for s in ids if s != body.seat} if isinstance(body.bots, str) else body.bots
    for seat in [*given, *([body.seat] if body.seat else [])]:
        if seat not in ids:
            raise Problem(422, "no_such_seat", f"this game has no seat {seat}")
    places = {seat: Holder(bot=name, name=name) for seat, name in given.items()}
    mine = Holder(account=caller.account, name=caller.name)
    if body.seat:
        places[body.seat] = mine
    if body.solo:
        places = {seat: places.get(seat, mine) for seat in ids}
    for holder in places.values():
        if holder.bot:
            check_bot(body.title, holder.bot)
    return places


async def create(service: Services, caller: Caller, body: NewGame) -> bytes:
    """A new game, seated and started as far as the request says. Returns the answer; a repeat gets the first one again."""
    digest = digest_of("create", body.model_dump(exclude={"id"}))
    first = await answered(service.db, caller.account, body.id, digest)
    if first is not None:
        return first[1]
    title = _title(body.title)
    options = options_of(title, body.scenario, body.options)
    check_stage_clock(title, body.stage_clock)
    seats = title.seats(body.scenario, options)
    places = _places(body, seats, caller)
    now = service.clock.now()
    facts = Facts(
        game=service.ids.game(),
        title=title.id,
        scenario=body.scenario,
        options=options,
        seats=seats,
        solo=body.solo,
        umpire=body.umpire,
        spectators=body.spectators,
        private=body.private or body.solo,
        clock=body.clock,
        stage_clock=body.stage_clock,
        creator=caller.account,
        host=caller.name,
        created=now,
    )
    if body.start:
        await ready(service, title, body.scenario)
    table = Table(facts, "open", 0, 0, 0, Live(), Roster({s.id: Holder() for s in seats}))
    try:
        async with service.db.write() as c:
            await _insert(c, table)
            turn = Turn(table, now, service.tables, c)
            for seat, holder in places.items():
                turn.seat(seat, holder)
            if body.start:
                await begin(service, turn)
            made = turn.table
            raw = encode({**summary(made, caller), "seats": seat_views(seats)})
            turn.answer(caller.account, body.id, digest, raw, 201)
            await turn.save(c)
    except IntegrityError:
        first = await answered(service.db, caller.account, body.id, digest)
        if first is None:
            raise
        return first[1]
    service.tables.committed(made)
    return raw


async def _insert(c: object, table: Table) -> None:
    facts = table.facts
    values = {"id": facts.game, "rev": 0, "epoch": 0, "n": 0, "status": "open", "title": facts.title, "creator": facts.creator}
    values |= {"private": facts.private, "created": facts.created, "bot_due": False, "facts": encode(facts), "live": encode(table.live)}
    await c.execute(insert(t.games).values(**values))  # type: ignore[attr-defined]
    rows = [{"game": facts.game, "seat": s.id, "account": None, "bot": None, "name": "", "reserved": False} for s in facts.seats]
    await c.execute(insert(t.seats), rows)  # type: ignore[attr-defined]


async def ready(service: Services, title: Title, scenario: str) -> None:
    """Wait until a scenario can be played with the current pack. Raises `not_ready`."""
    await service.packs.preparing.need(title, service.packs.current(title.family), scenario)


async def begin(service: Services, turn: Turn) -> None:
    """Event zero: the setup with a fresh seed and the current pack, which the store keeps. Raises `seats_vacant`."""
    table = turn.table
    if any(h.vacant for h in table.roster.seats.values()):
        raise conflict("seats_vacant", "every seat needs a player or a bot first")
    pack = service.packs.current(table.title.family)
    await service.packs.store(turn.connection, pack)
    f = table.facts
    turn.begin(Setup(f.game, f.title, f.scenario, f.options, f.seats, service.ids.seed(), pack.hash, engine.VERSION))


async def start(service: Services, turn: Turn, caller: Caller) -> bytes:
    """Begin the game. Raises Problem."""
    if caller.account != turn.table.facts.creator:
        raise forbidden("only the host starts the game")
    if turn.table.status != "open":
        raise conflict("already_started", "the game has been started")
    await begin(service, turn)
    return encode(summary(turn.table, caller))
