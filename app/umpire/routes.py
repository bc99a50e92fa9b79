"""POST /games/{g}/rulings, PUT /games/{g}/clock."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from app.accounts.caller import Player
from app.base.errors import conflict, documented, forbidden
from app.base.wire import ActionId, Body, Line, Seconds, Word, answer
from app.catalogue.routes import check_stage_clock
from app.play.acting import answer_for, decision_of, perform, ruling_of
from app.play.once import once
from app.play.turn import Turn
from app.services import Service
from engine.title import UMPIRE

router = APIRouter(tags=["umpire"])


class Ruling(Body):
    """A finished walk over the umpire's `ruling`; `note` is the free text of a message. `decision` guards against a stale menu."""

    id: ActionId
    picks: Annotated[list[Word], Field(max_length=200)]
    note: Line = ""
    decision: Word | None = None


@router.post("/games/{game}/rulings", summary="Rule, as umpire", responses=documented(401, 403, 404, 409, 413, 422))
async def post_ruling(game: str, body: Ruling, caller: Player, service: Service) -> Response:
    """An action on the decision `ruling`, whose menus list what the title lets an umpire do."""

    async def work(turn: Turn) -> bytes:
        if body.decision is not None:
            decision_of(turn.table, caller.account, body.decision)
        ruling = ruling_of(turn.table, caller.account)
        return await perform(turn, ruling, body.picks, "umpire", body.note)

    return answer(await once(service.tables, game, caller.account, body.id, ["ruling", body.decision, body.picks, body.note], work))


class ClockSetting(Body):
    """`seconds` for each required decision from now on, `stage_seconds` for a secret stage as a whole (by default as many).

    What is open begins anew; 0 stops the clock.
    """

    id: ActionId
    seconds: Seconds
    stage_seconds: Seconds | None = None


@router.put("/games/{game}/clock", summary="Set or stop the clock, as umpire", responses=documented(401, 403, 404, 409, 422))
async def put_clock(game: str, body: ClockSetting, caller: Player, service: Service) -> Response:
    """All hear of it as a `clock` event."""

    async def work(turn: Turn) -> bytes:
        if not turn.table.roster.has_role(caller.account, UMPIRE):
            raise forbidden("only the umpire sets the clock")
        if turn.table.status != "running":
            raise conflict("not_running", "the game is not under way")
        check_stage_clock(turn.table.title, body.stage_seconds)
        turn.set_clock(body.seconds, body.stage_seconds)
        return answer_for(turn, UMPIRE)

    return answer(await once(service.tables, game, caller.account, body.id, ["clock", body.seconds, body.stage_seconds], work))
