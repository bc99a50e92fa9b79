"""Take-backs: free while nothing came of the entry, else with the consent of the other sides, or by the umpire."""

from __future__ import annotations

from sqlalchemy import select

from app.base import tables as t
from app.base.errors import Problem, conflict, forbidden
from app.base.wire import encode
from app.play.history import Standing, acts, standing, state_after
from app.play.model import Asked
from app.play.turn import Told, Turn
from engine.decisions import Refusal
from engine.flow import TakeBack, rewind
from engine.title import UMPIRE


async def take_back(turn: Turn, item: Standing, by: str, consent: str, keep: list[int], closes: str = "") -> None:
    """Undo a standing act and all later ones but `keep`. Whoever got an event of an undone act gets exactly one `take-back` event.

    Raises Refusal or ValueError when the acts to keep cannot stand without what is undone.
    """
    table, game, c = turn.table, turn.table.facts.game, turn.connection
    undone = [x.n for x in await since(turn, item.n) if x.n not in keep]
    to, keep = item.to, [*item.keep, *keep]
    decisions = table.title.decisions(table.state)
    earlier = await state_after(turn.tables, c, table, to - 1)
    table.state = rewind(table.title, earlier, table.state, await acts(turn.tables, c, game, keep), closes)
    entry = turn.log(TakeBack(to, by, consent, keep, closes), dice=False)
    e = t.viewer_events.c
    rows = await c.execute(select(e.viewer, e.version).where(e.game == game, e.n.in_(undone)).order_by(e.viewer, e.version))
    versions: dict[str, list[int]] = {}
    for row in rows:
        versions.setdefault(row.viewer, []).append(row.version)
    side = table.facts.side(by)
    data = {"by": side} | ({"consent": consent} if consent else {})
    text = f"The last action of {_name(turn, by)} is taken back." if by != UMPIRE else "The umpire takes the last action back."
    told: Told = {v: [{"kind": "take-back", "text": text, "data": {**data, "versions": seen}}] for v, seen in versions.items()}
    turn.tell(told, entry)
    for seat, offers in list(table.live.offers.items()):
        table.live.offers[seat] = [n for n in offers if n not in undone]
        if not table.live.offers[seat]:
            del table.live.offers[seat]
    if table.live.asked is not None:
        table.live.asked = None
        turn.announce("take-back-settled", "The request to take back is settled.", {}, _parties(turn), n=entry)
    turn.settle(decisions, entry)


async def undo(turn: Turn, account: str, seat: str | None, consent: bool | None) -> bytes:
    """POST /undo: ask, agree (`consent` true), decline or withdraw (false). `seat`: for which, where the caller holds several."""
    table = turn.table
    if table.status != "running":
        raise conflict("not_running", "the game is not running")
    own = table.roster.seats_of(account)
    umpire = table.roster.has_role(account, UMPIRE)
    if seat is None and umpire and not own:
        seat = UMPIRE
    if seat is None and len(own) > 1:
        seat = (await _last(turn, own)).act.seat
    seat = seat or (own[0] if own else None)
    if seat is None or not table.roster.holds(account, seat):
        raise forbidden("only a seat or the umpire can take back")
    if consent is not None:
        await _reply(turn, seat, consent)
    elif seat == UMPIRE:
        await take_back(turn, await _last(turn), UMPIRE, UMPIRE, [])
    else:
        await _ask(turn, account, seat)
    asked = turn.table.live.asked is not None
    return encode({"status": "asked" if asked else "done", "version": table.version(seat), "events": turn.events(seat)})


async def _ask(turn: Turn, account: str, seat: str) -> None:
    table = turn.table
    if offers := table.live.offers.get(seat):
        later = await since(turn, offers[-1])
        try:
            return await take_back(turn, later[0], seat, "", [x.n for x in later if x.act.seat != seat])
        except (Refusal, ValueError):
            pass  # others built on it: from here on it needs their consent
    last = await _last(turn, [seat])
    if not _to_ask(turn, seat, account):
        bots = any(h.bot for s, h in table.roster.seats.items() if table.facts.side(s) != table.facts.side(seat))
        return await take_back(turn, last, seat, "bot" if bots else "self", [])
    if table.live.asked is not None:
        raise conflict("already_asked", "a request to take back is waiting for its answer")
    table.live.asked = Asked(seat, last.n)
    text = f"{_name(turn, seat)} asks to take its last action back."
    turn.announce("take-back-asked", text, {"by": table.facts.side(seat)}, _parties(turn))


async def _reply(turn: Turn, seat: str, consent: bool) -> None:
    table, asked = turn.table, turn.table.live.asked
    if asked is None:
        raise conflict("not_asked", "nobody asks to take back")
    side = table.facts.side(seat)
    own = side == table.facts.side(asked.seat)
    if not consent:
        table.live.asked = None
        text = "The request to take back is withdrawn." if own else f"{_name(turn, seat)} declines the take-back."
        turn.announce("take-back-declined", text, {"by": side}, _parties(turn))
        return
    if own:
        raise forbidden("the consent must come from another side or the umpire")
    consents = {*asked.consents, side}
    if seat == UMPIRE or _to_ask(turn, asked.seat, "") <= consents:
        item = (await since(turn, asked.to))[0]
        await take_back(turn, item, asked.seat, UMPIRE if seat == UMPIRE else "opponent", [])
    else:
        table.live.asked = Asked(asked.seat, asked.to, tuple(sorted(consents)))
        turn.announce("take-back-agreed", f"{_name(turn, seat)} agrees to the take-back.", {"by": side}, _parties(turn))


def _to_ask(turn: Turn, seat: str, account: str) -> set[str]:
    """The other sides that have somebody to ask; the asker's own account (in a solo game) is not asked."""
    facts, seats = turn.table.facts, turn.table.roster.seats
    own = facts.side(seat)
    return {facts.side(s) for s, h in seats.items() if facts.side(s) != own and h.account is not None and h.account != account}


def _parties(turn: Turn) -> list[str]:
    return [*(s.id for s in turn.table.facts.seats), UMPIRE]


def _name(turn: Turn, seat: str) -> str:
    """A seat's side as events call it: never the seat of a team."""
    facts = turn.table.facts
    if seat == UMPIRE:
        return "The umpire"
    mates = [s for s in facts.seats if s.side == facts.side(seat)]
    return mates[0].name if len(mates) == 1 else facts.side(seat)


async def since(turn: Turn, n: int) -> list[Standing]:
    """The standing acts from entry n on, oldest first. Raises `nothing_to_take_back` when n does not stand."""
    found = []
    async for item in standing(turn.tables, turn.connection, turn.table.facts.game, turn.table.n):
        found.append(item)
        if item.n == n:
            return found[::-1]
    raise _nothing()


async def _last(turn: Turn, seats: list[str] | None = None) -> Standing:
    async for item in standing(turn.tables, turn.connection, turn.table.facts.game, turn.table.n):
        if seats is None or item.act.seat in seats:
            return item
    raise _nothing()


def _nothing() -> Problem:
    return conflict("nothing_to_take_back", "there is no action to take back")
