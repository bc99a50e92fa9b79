"""The re-roll: a take-back to the last act that rolled dice, and the same act with the next die. Both stay in the log."""

from __future__ import annotations

from app.play.history import standing, state_before
from app.play.takeback import take_back
from app.play.turn import Turn
from engine.decisions import Decision, Refusal
from engine.title import UMPIRE

REROLL = ["re-roll", "go"]


async def reroll(turn: Turn, ruling: Decision, note: str) -> None:
    """Carry out the umpire's re-roll on its open ruling. Raises Refusal when the title does not offer it or no die was rolled."""
    table = turn.table
    table.title.walk(table.state, ruling).follow(REROLL)
    async for item in standing(turn.tables, turn.connection, table.facts.game, table.n):
        if item.dice:
            break
    else:
        raise Refusal("no_roll", "no die has been rolled yet", ruling.rule)
    before = await state_before(turn.tables, turn.connection, table, item)
    was = next(d for d in table.title.decisions(before) if d.id == item.act.decision)
    await take_back(turn, item, UMPIRE, UMPIRE, [], closes=ruling.id)
    open_now = table.title.decisions(table.state)
    again = next(d for d in open_now if (d.seat, d.kind, d.prompt) == (was.seat, was.kind, was.prompt))
    turn.act(again, item.act.picks, item.act.by, note or item.act.note)
