"""The staff bot's Hungarian movement: away from hopeless fights, onto empty objectives and squares."""

from __future__ import annotations

from engine.bots import BotView
from engine.titles.cwb.staff_board import Counter, Position
from engine.titles.cwb.staff_soviet import route


def hungarian_move(bot: BotView, p: Position) -> list[str]:
    """Picks of the next Hungarian move, or the end of the phase."""
    board = p.board
    for v in bot.walk().values():
        c = p.counters.get(v)
        if c is None:
            continue
        here = _merit(p, c, c.hex)
        best = (here + 0.5, "")
        for h in board.grid.hexes(p.reach(c)):
            if p.room(h, c.cmd, c.id):
                best = max(best, (_merit(p, c, h), h))
        if best[1]:
            picks = route(bot, c, best[1])
            if picks:
                return picks
    return ["done"]


def _merit(p: Position, c: Counter, hex_id: str) -> float:
    board = p.board
    bit = 1 << board.grid.index[hex_id]
    merit = 0.0 if p.contact & bit else 3.0
    alone = not any(x.id != c.id for x in p.at.get(hex_id, ()))
    if board.prizes & bit and alone:
        merit += 1.0 + 0.4 * board.value[hex_id]
    merit -= 0.2 * (board.grid.within(hex_id, 2) & p.enemy).bit_count()
    return merit
