"""Acting: who may act on a decision, and what an action does."""

from __future__ import annotations

from collections.abc import Sequence

from app.base.errors import Problem, conflict, no_decision
from app.base.wire import encode
from app.play.once import once
from app.play.store import Tables
from app.play.table import Table
from app.play.turn import Turn
from app.umpire.reroll import REROLL, reroll
from engine.decisions import Decision
from engine.title import UMPIRE

RULING = "ruling"


def stale() -> Problem:
    """The caller's own decision, but no longer open."""
    return conflict("stale", "this decision is no longer open")


def decision_of(table: Table, account: str, decision_id: str) -> Decision:
    """The caller's open decision. Raises 404 for one that is not his, 409 for his own past one."""
    seat = decision_id.rpartition("-")[0]
    if not table.roster.holds(account, seat):
        raise no_decision()
    return open_or_stale(table, decision_id)


def open_or_stale(table: Table, decision_id: str) -> Decision:
    """An open decision of a seat whose right is settled. Raises 409 when it is past, 404 when there never was one."""
    decision = table.find(decision_id)
    if decision is None:
        raise stale() if table.was_open(decision_id) else no_decision()
    return decision


def ruling_of(table: Table, account: str) -> Decision:
    """The umpire's open ruling. Raises Problem."""
    if not table.roster.has_role(account, UMPIRE):
        raise no_decision()
    if table.status != "running":
        raise conflict("not_running", "the game is not running")
    decision = next((d for d in table.decisions(UMPIRE) if d.kind == RULING), None)
    if decision is None:
        raise no_decision()
    return decision


async def perform(turn: Turn, decision: Decision, picks: Sequence[str], by: str, note: str = "") -> bytes:
    """Carry an action out in a turn and return the answer for its seat. Raises Refusal."""
    if decision.seat == UMPIRE:
        by = UMPIRE
    if decision.seat == UMPIRE and decision.kind == RULING and list(picks) == REROLL:
        await reroll(turn, decision, note)
    else:
        turn.act(decision, picks, by, note)
    return answer_for(turn, decision.seat)


def answer_for(turn: Turn, viewer: str) -> bytes:
    """The answer to an action: the viewer's version and the events that it got."""
    return encode({"version": turn.table.version(viewer), "events": turn.events(viewer)})


async def act(tables: Tables, account: str, game: str, action_id: str, decision_id: str, picks: Sequence[str], note: str = "") -> bytes:
    """An action of an account: once for its id. `note`: the text that goes with it, where a menu asks for one. Raises Problem."""

    async def work(turn: Turn) -> bytes:
        return await perform(turn, decision_of(turn.table, account, decision_id), picks, "player", note)

    return await once(tables, game, account, action_id, ["act", decision_id, list(picks), note], work)


async def act_alone(tables: Tables, game: str, action_id: str, decision_id: str, picks: Sequence[str] | None, by: str) -> bool:
    """An action that the service makes itself, for a bot or a clock (its fallback, when `picks` is None).

    Returns False when the decision is no longer open or another worker was first.
    """
    from engine.decisions import fallback

    async def work(turn: Turn) -> bytes:
        decision = turn.table.find(decision_id)
        if decision is None or not still_due(turn, decision, by):
            raise stale()
        chosen = fallback(turn.table.title.walk(turn.table.state, decision)) if picks is None else picks
        return await perform(turn, decision, chosen, by)

    try:
        await once(tables, game, by, action_id, ["act", decision_id], work)
    except Problem as problem:
        if problem.code in ("stale", "id_reused"):
            return False
        raise
    return True


def still_due(turn: Turn, decision: Decision, by: str) -> bool:
    """Whether the service may still act on a decision: its seat is still a bot's, or its deadline has passed."""
    if by == "clock":
        due = turn.table.live.due.get(decision.id)
        return due is not None and due <= turn.now
    holder = turn.table.roster.seats.get(decision.seat)
    return holder is not None and holder.bot is not None
