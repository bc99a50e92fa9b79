"""What each unit of the staff bot makes for in Angola: places and enemy stacks, shared out by worth, way and strength."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine import hexgrid
from engine.titles.cwb.staff_angola import Angola
from engine.titles.cwb.staff_board import FAR
from engine.titles.cwb.staff_counters import Counter

ENOUGH = 2.0
"""The strength that is sent for each point of defence."""
PREY = 0.35
"""What an enemy unit's price is worth as a goal: it moves, and fights back."""
STEP = 2.0
"""What a hex on the way to an enemy costs, in half MP: he moves, so that a rough reckoning is enough."""
WEAK = 0.5
"""The least attack factors that are sent after an enemy."""


class Goal(msgspec.Struct):
    """A hex worth going to, and the strength that it takes."""

    hex: str
    worth: float
    need: float
    empty: bool


def goals(p: Angola) -> list[Goal]:
    """All that a side could make for."""
    board, out = p.board, []
    for h in board.grid.hexes(board.places & ~p.held):
        value = p.value(h)
        if value >= 0.5:
            guards = [c for x in board.grid.hexes(board.grid.within(h, 1) & p.enemy) for c in p.at[x]]
            out.append(Goal(h, value, 1.0 + ENOUGH * sum(c.d for c in guards), not guards))
    for h in board.grid.hexes(p.enemy & ~board.places):
        stack = p.at[h]
        out.append(Goal(h, PREY * sum(p.price(c) for c in stack), 1.0 + ENOUGH * sum(c.d for c in stack), False))
    return out


def share_out(p: Angola, counters: Iterable[Counter]) -> dict[str, Goal]:
    """Counter id -> its goal: the pairs that promise most for the way come first, until a goal has strength enough."""
    pairs = []
    kinds: dict[tuple[bool, bool], list[Counter]] = {}
    for c in counters:
        kinds.setdefault((c.mech, c.artillery), []).append(c)
    left = p.last - p.turn + 1
    for g in goals(p):
        place = bool(p.board.places >> p.board.grid.index[g.hex] & 1)
        for kind, alike in kinds.items():
            way = p.board.way(g.hex, *kind) if place else {}
            for c in alike:
                cost = way.get(c.hex, FAR) if place else STEP * hexgrid.distance(g.hex, c.hex)
                turns = cost / (2 * p.paces(c))
                if turns <= left and (g.empty or c.a >= WEAK):
                    pairs.append((g.worth / (1.0 + turns), c.id, g, c))
    pairs.sort(key=lambda t: (-t[0], t[1], t[2].hex))
    out: dict[str, Goal] = {}
    strength: dict[str, float] = {}
    for _, cid, g, c in pairs:
        if cid not in out and strength.get(g.hex, 0.0) < g.need:
            out[cid] = g
            strength[g.hex] = strength.get(g.hex, 0.0) + (9.0 if g.empty else max(WEAK, c.a))
    return out
