"""The staff bot's Hungarian movement: counterattacks at good odds, away from hopeless fights, onto empty objectives and squares."""

from __future__ import annotations

from engine.bots import BotView
from engine.titles.cwb.staff_assault import Assault, movers, route
from engine.titles.cwb.staff_budapest import Budapest
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_fight import Fight
from engine.titles.cwb.staff_nato import land
from engine.titles.cwb.staff_odds import Odds

THRIFT = 0.1
GAIN = 0.8
"""What a counterattack must promise."""
HELD = 0.6
"""What it is worth to hold one more objective or square: picks (16.12)."""
COVER = 1.0
"""What a column of terrain shift is worth to a unit that holds."""
HQ_NEAR = 0.4
"""What a headquarters within reach is worth to it (16.17)."""
CROWD = 0.1
"""What each enemy hex within two takes from a place."""
TOUCH = 1.5
"""What touching the enemy takes from a place: whoever does has to attack."""


def hungarian_move(bot: BotView, p: Budapest) -> list[str]:
    """Picks of the next Hungarian move, or the end of the phase."""
    board = p.board
    able = movers(bot, p)
    picks = land(bot, p, able)
    if picks:
        return picks
    units = [m for m in able if m.c.hex]
    fight = Fight(p)
    fighters = [m for m in units if m.c.symbol != "hq" and p.value(m.c.hex) < 1]
    plan = Assault(p, fight, fighters, THRIFT, 9.0).best()
    if plan is not None and plan.gain > GAIN:
        picks = route(bot, p, plan.c, plan.to)
        if picks:
            return picks
    worth: dict[str, float] = {}
    for h, group in fight.assignment().items():
        force = [fight.attackers[a] for a in group]
        value = fight.odds.value([h], fight.targets[h], force)[0]
        worth.update({a: min(0.0, value / len(group)) for a in group})
    for m in units:
        here = merit(p, fight.odds, m.c, m.c.hex) + worth.get(m.c.id, 0.0)
        best = (here + 0.3, "")
        for h in board.grid.hexes(m.reach):
            if p.room(h, m.c):
                best = max(best, (merit(p, fight.odds, m.c, h) - TOUCH * bool(p.contact >> board.grid.index[h] & 1), h))
        if best[1]:
            picks = route(bot, p, m.c, best[1])
            if picks:
                return picks
    return ["done"]


def merit(p: Budapest, odds: Odds, c: Counter, hex_id: str) -> float:
    """What it is worth to have a unit in a hex, apart from having to fight there."""
    board = p.board
    bit = 1 << board.grid.index[hex_id]
    alone = not any(x.id != c.id for x in p.at.get(hex_id, ()))
    out = 0.0
    if alone and p.turn == p.last:
        out += p.value(hex_id)
    elif alone and board.prizes & bit:
        out += HELD + 0.4 * p.value(hex_id)
    out -= COVER * odds.cover(hex_id, c.mech) - HQ_NEAR * p.headquarters([hex_id])
    return out - CROWD * (board.grid.within(hex_id, 2) & p.enemy).bit_count()
