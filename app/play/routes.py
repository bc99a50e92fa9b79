"""Views, events, menus, actions, take-backs, talk, audit."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from msgspec import Raw
from pydantic import Field

from app.accounts.caller import Maybe, Player, Reader
from app.base.errors import documented
from app.base.wire import ActionId, Body, Line, Word, answer, encode
from app.play import acting, audit, chat
from app.play.once import once
from app.play.store import EVENTS_PAGE
from app.play.takeback import undo
from app.play.turn import Turn
from app.play.watching import viewer_for
from app.services import Service

router = APIRouter(tags=["play"])
NO_STORE = {"Cache-Control": "no-store"}
As = Annotated[str | None, Query(alias="as", max_length=64, description="A viewer: a seat, `umpire` or `public`")]
Picks = Annotated[list[Word], Field(max_length=200)]


class MenuPoint(Body):
    """A point in a walk over a decision."""

    decision: Word
    picks: Annotated[Picks, Field(default_factory=list)]


class Action(Body):
    """A finished walk. `note`: the text of a letter, where the menu's `note` asks for one."""

    id: ActionId
    decision: Word
    picks: Picks
    note: Line = ""


class Undo(Body):
    """Without `consent`: take back, or ask to. With it: agree to the other side's request, decline it, or withdraw one's own."""

    id: ActionId
    consent: bool | None = None


class Talk(Body):
    """A message to a channel of the view's `channels`."""

    id: ActionId
    channel: Annotated[Word, Field(max_length=80)]
    text: Annotated[Line, Field(min_length=1, max_length=500)]


@router.get("/games/{game}/view", summary="The view, with its open decisions", responses=documented(401, 403, 404, 422))
async def get_view(game: str, caller: Maybe, service: Service, viewer: As = None) -> Response:
    """All that this viewer may see."""
    table = await service.tables.get(game)
    return answer(table.raw_view(viewer_for(table, caller.account if caller else None, viewer)), headers=NO_STORE)


@router.get("/games/{game}/events", summary="The viewer's events", responses=documented(401, 403, 404, 422))
async def get_events(
    game: str,
    caller: Maybe,
    service: Service,
    viewer: As = None,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    limit: Annotated[int, Query(ge=1, le=EVENTS_PAGE, description="Versions a page")] = 100,
) -> Response:
    """In order: the first page after `after`, or the last page before `before`. What a viewer was told stays here for good."""
    table = await service.tables.get(game)
    who = viewer_for(table, caller.account if caller else None, viewer)
    payloads = await service.tables.events(table, who, after, before, limit)
    return answer({"version": table.version(who), "events": joined(payloads)}, headers=NO_STORE)


def joined(payloads: list[bytes]) -> Raw:
    """Payloads (JSON arrays of events) as one JSON array."""
    return Raw(b"[" + b",".join(p[1:-1] for p in payloads) + b"]")


@router.post("/games/{game}/menu", summary="The menu at a point of a walk", responses=documented(401, 403, 404, 409, 413, 422))
async def post_menu(game: str, body: MenuPoint, caller: Reader, service: Service) -> Response:
    """Options with labels, notes, blocked ones with their rules, preview and shortcuts. Changes nothing."""
    table = await service.tables.get(game)
    decision = acting.decision_of(table, caller.account, body.decision)
    menu = table.title.walk(table.state, decision).follow(body.picks).menu()
    return answer(menu.view(), headers=NO_STORE)


@router.post("/games/{game}/actions", summary="Act", responses=documented(401, 403, 404, 409, 413, 422))
async def post_action(game: str, body: Action, caller: Player, service: Service) -> Response:
    """Picks that complete a walk. Answered after the commit; a repeat of the id gets the first answer again."""
    return answer(await acting.act(service.tables, caller.account, game, body.id, body.decision, body.picks, body.note))


@router.post("/games/{game}/undo", summary="Take back, ask to, or agree", responses=documented(401, 403, 404, 409, 413, 422))
async def post_undo(game: str, body: Undo, caller: Player, service: Service, viewer: As = None) -> Response:
    """Free while no die fell, nothing hidden was disclosed and nobody else was asked; else with consent. `status`: done or asked."""

    async def work(turn: Turn) -> bytes:
        return await undo(turn, caller.account, viewer, body.consent)

    return answer(await once(service.tables, game, caller.account, body.id, ["undo", viewer, body.consent], work))


@router.post("/games/{game}/chat", summary="Talk", responses=documented(401, 403, 404, 409, 413, 422))
async def post_chat(game: str, body: Talk, caller: Player, service: Service, viewer: As = None) -> Response:
    """Heard by the channel's audience as a `chat` event."""

    async def work(turn: Turn) -> bytes:
        return chat.say(turn, caller.account, viewer, body.channel, body.text)

    return answer(await once(service.tables, game, caller.account, body.id, ["chat", viewer, body.channel, body.text], work))


@router.get("/games/{game}/audit", summary="Seed, rolls and log of an ended game", responses=documented(401, 403, 404, 409))
async def get_audit(game: str, caller: Maybe, service: Service) -> Response:
    """With these everybody can check every roll and replay the game."""
    table = await service.tables.get(game)
    return answer(encode(await audit.audit(service.tables, table, caller.account if caller else None)), headers=NO_STORE)
