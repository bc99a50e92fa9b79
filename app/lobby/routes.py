"""POST /games, GET /games, GET /games/{g}, seats, invitations, start."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import structlog
from fastapi import APIRouter, Query, Response
from pydantic import Field, model_validator
from sqlalchemy import ColumnElement, and_, exists, or_, select

from app.accounts.caller import Maybe, Player
from app.accounts.model import Caller
from app.base import tables as t
from app.base.errors import Problem, documented
from app.base.wire import ActionId, Body, Seconds, Word, answer, encode, is_uuid
from app.lobby import seating
from app.lobby.creating import create, ready, start
from app.lobby.summary import summary
from app.services import Service
from engine.title import UMPIRE

router = APIRouter(tags=["lobby"])
log = structlog.get_logger("lobby")
PAGE = 50


class NewGame(Body):
    """A game to create.

    `seat`, `bots` and `start` save requests: the caller sits down, bots take seats (one name for all others, or a name for
    each), the game begins. `clock`: seconds for each required decision, 0 for none; `stage_clock`: for a secret stage as a whole
    (of a title with `secret_stages`), 0 for none, by default as `clock`.
    """

    id: ActionId
    title: Word
    scenario: Word
    options: Annotated[dict[Word, Word], Field(max_length=64, default_factory=dict)]
    solo: bool = False
    umpire: bool = False
    spectators: Literal["none", "public"] = "none"
    private: bool = False
    clock: Seconds = 0
    stage_clock: Seconds | None = None
    seat: Word | None = None
    bots: Annotated[Word | Annotated[dict[Word, Word], Field(max_length=64)], Field(default_factory=dict)]
    start: bool = False


class Placing(Body):
    """Exactly one of: take the seat, give it to a bot, agree (or not) to whoever asks to umpire (seat `umpire`)."""

    take: Literal[True] | None = None
    bot: Word | None = None
    consent: bool | None = None

    @model_validator(mode="after")
    def _one(self) -> Placing:
        if sum(v is not None for v in (self.take, self.bot, self.consent)) != 1:
            raise ValueError("give exactly one of take, bot, consent")
        return self


class Invitation(Body):
    """For a seat, or for a role."""

    seat: Word | None = None
    role: Literal["umpire", "spectator"] | None = None

    @model_validator(mode="after")
    def _one(self) -> Invitation:
        if (self.seat is None) == (self.role is None):
            raise ValueError("give seat or role")
        return self


@router.post("/games", status_code=201, summary="Create a game", responses=documented(401, 403, 409, 413, 422, 503))
async def create_game(body: NewGame, caller: Player, service: Service) -> Response:
    """The caller is its host. Policies (solo, umpire, spectators) are fixed here and shown before anybody takes a seat."""
    service.limiter.take("create", caller.account, service.settings.limits.creations)
    return answer(await create(service, caller, body), 201)


@router.get("/games", summary="List games", responses=documented(401, 422))
async def list_games(
    caller: Maybe,
    service: Service,
    status: Annotated[Literal["open", "running", "ended"] | None, Query()] = None,
    title: Annotated[str | None, Query(max_length=64, pattern=r"^[a-z0-9\-]+$")] = None,
    mine: bool = False,
    joinable: bool = False,
    before: Annotated[str | None, Query(max_length=36, description="The last game of the page before")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 20,
) -> Response:
    """Newest first. `mine`: those that the caller has a part in; else the public ones. `joinable`: with a free seat."""
    if mine and caller is None:
        raise Problem(401, "not_signed_in", "sign in first")
    g, s = t.games.c, t.seats.c
    wheres: list[ColumnElement[bool]] = [_mine(caller)] if mine and caller else [g.private.is_(False)]
    if status:
        wheres.append(g.status == status)
    if title:
        wheres.append(g.title == title)
    if joinable:
        free = and_(s.game == g.id, s.account.is_(None), s.bot.is_(None), s.reserved.is_(False))
        wheres += [g.status == "open", exists().where(free)]
    shown = []
    async with service.db.read() as c:
        if before and is_uuid(before):
            created = (await c.execute(select(g.created).where(g.id == before))).scalar()
            if created is not None:
                wheres.append(or_(g.created < created, and_(g.created == created, g.id < before)))
        query = select(g.id).where(*wheres).order_by(g.created.desc(), g.id.desc()).limit(limit + 1)
        found = list((await c.execute(query)).scalars())
        for game in found[:limit]:
            try:
                shown.append(summary(await service.tables.fresh(c, game), caller))
            except Exception:
                log.exception("a game cannot be listed", game=game)
    out: dict[str, Any] = {"games": shown}
    if len(found) > limit:
        out["next"] = found[limit - 1]
    return answer(out, headers={"Cache-Control": "no-store"})


def _mine(caller: Caller) -> ColumnElement[bool]:
    g, a = t.games.c, caller.account
    return or_(
        g.creator == a,
        g.id.in_(select(t.seats.c.game).where(t.seats.c.account == a)),
        g.id.in_(select(t.members.c.game).where(t.members.c.account == a)),
        g.id.in_(select(t.held.c.game).where(t.held.c.account == a)),
    )


@router.get("/games/{game}", summary="A game's public summary", responses=documented(401, 404))
async def get_game(game: str, caller: Maybe, service: Service) -> Response:
    """Built from the `public` view; `you` is the caller's own part."""
    return answer(summary(await service.tables.get(game), caller), headers={"Cache-Control": "no-store"})


@router.put("/games/{game}/seats/{seat}", summary="Take a seat, or give it to a bot", responses=documented(401, 403, 404, 409, 413, 422))
async def put_seat(game: str, seat: str, body: Placing, caller: Player, service: Service) -> Response:
    """The seat `umpire` takes `consent` to a later umpire, and, from the host before the start, `take`."""
    async with service.tables.turn(game) as turn:
        if seat == UMPIRE:
            _put_umpire(turn, caller, body)
        elif body.bot is not None:
            seating.give_to_bot(turn, caller, seat, body.bot)
        elif body.take:
            seating.take(turn, caller, seat)
        else:
            raise Problem(422, "invalid", "consent is for the seat umpire")
    return answer(summary(turn.table if turn.changed else turn.old, caller))


def _put_umpire(turn: Any, caller: Caller, body: Placing) -> None:
    if body.consent is not None:
        seating.consent_to_umpire(turn, caller, body.consent)
    elif body.take and caller.account == turn.table.facts.creator:
        seating.become_umpire(turn, caller)
    else:
        raise Problem(403, "by_invitation", "an umpire is invited")


@router.delete("/games/{game}/seats/{seat}", status_code=204, summary="Leave a seat", responses=documented(401, 403, 404, 409))
async def delete_seat(game: str, seat: str, caller: Player, service: Service) -> Response:
    """Also `umpire` and `spectator`: one's own part in that role."""
    async with service.tables.turn(game) as turn:
        seating.leave(turn, caller, seat)
    return Response(status_code=204)


@router.post("/games/{game}/invitations", status_code=201, summary="Invite", responses=documented(401, 403, 404, 409, 413, 422))
async def invite(game: str, body: Invitation, caller: Player, service: Service) -> Response:
    """A code for one person: a seat (it is reserved then), umpire, or spectator."""
    async with service.tables.turn(game) as turn:
        code = await seating.invite(service, turn, caller, body.seat, body.role)
    shown = {"code": code, "game": game} | ({"seat": body.seat} if body.seat else {"role": body.role})
    return answer(shown, 201, {"Cache-Control": "no-store"})


@router.get("/invitations/{code}", summary="What an invitation is for", responses=documented(401, 404))
async def see_invitation(code: str, caller: Maybe, service: Service) -> Response:
    """The seat or role, and the game's summary with its policies."""
    found = await seating.invitation(service, code[:100])
    what = {"seat": found["seat"]} if found["role"] == "seat" else {"role": found["role"]}
    game = summary(await service.tables.get(found["game"]), caller)
    return answer({**what, "game": game}, headers={"Cache-Control": "no-store"})


@router.post("/invitations/{code}", summary="Accept an invitation", responses=documented(401, 403, 404, 409))
async def accept(code: str, caller: Player, service: Service) -> Response:
    """The caller takes the seat or the role."""
    code = code[:100]
    found = await seating.invitation(service, code)
    async with service.tables.turn(found["game"]) as turn:
        await seating.accept(turn, caller, code, found["role"], found["seat"])
    what = {"seat": found["seat"]} if found["role"] == "seat" else {"role": found["role"]}
    return answer(encode({"game": found["game"], **what}))


@router.post("/games/{game}/start", summary="Begin", responses=documented(401, 403, 404, 409, 503))
async def start_game(game: str, caller: Player, service: Service) -> Response:
    """By the host, once every seat has a player or a bot. Waits for what the title must prepare from a corrected pack first."""
    table = await service.tables.get(game)
    if table.status == "open" and caller.account == table.facts.creator:
        await ready(service, table.title, table.facts.scenario)
    async with service.tables.turn(game) as turn:
        raw = await start(service, turn, caller)
    return answer(raw)
