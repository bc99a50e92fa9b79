"""The staff bot's set-up and reinforcements for the Hungarian seat."""

from __future__ import annotations

from engine.bots import BotView
from engine.titles.cwb.staff_budapest import Budapest
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_odds import Odds
from engine.titles.cwb.state import HAND

COVER = 0.3
"""What a column of terrain shift is worth."""
HQ_NEAR = 0.3
"""What a headquarters within reach is worth (16.17)."""
PRIZE = 2.0
"""What one more objective or square held is worth: picks (16.12)."""
CROWD = 0.8
"""What each enemy hex within two takes from a place."""


def place(bot: BotView, p: Budapest) -> list[str]:
    """Place one unit where it holds most, headquarters first, then the best; end when all that can be placed are down."""
    waiting = [c for c in p.counters.values() if c.side == p.seat and c.box == HAND]
    waiting.sort(key=lambda c: (c.symbol != "hq", -c.d, -c.a, c.id))
    odds = Odds(p)
    for c in waiting:
        walk = bot.walk()
        if c.id in walk.values():
            walk.pick(c.id)
            return [c.id, max(walk.values(), key=lambda h: (_merit(p, odds, c, h), bot.rng.random(), h))]
    return ["done"]


def _merit(p: Budapest, odds: Odds, c: Counter, hex_id: str) -> float:
    board = p.board
    bit = 1 << board.grid.index[hex_id]
    if c.symbol == "hq":
        others = [x for x in p.own if x.symbol == "hq" and x.id != c.id]
        crowd = sum(board.grid.within(x.hex, 3) & bit != 0 for x in others)
        around = (board.grid.within(hex_id, 3) & board.objectives).bit_count()
        return around - 5 * crowd - (p.contact & bit != 0) * 10
    out = -COVER * odds.cover(hex_id, c.mech) + HQ_NEAR * p.headquarters([hex_id])
    if board.prizes & bit and not p.held & bit:
        out += PRIZE + p.value(hex_id)
    near = (board.grid.within(hex_id, 2) & p.enemy).bit_count()
    return out - CROWD * near - 3.0 * bool(p.contact & bit)
