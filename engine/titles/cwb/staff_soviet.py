"""The staff bot's Soviet movement: garrisons, assaults in strength, columns that close up."""

from __future__ import annotations

import msgspec

from engine.bots import BotView
from engine.titles.cwb.staff_board import Counter, Position
from engine.titles.cwb.staff_odds import Odds, best_guns


class Move(msgspec.Struct):
    """A unit that may still move, and the bit set of the hexes that it can reach."""

    c: Counter
    reach: int


def route(bot: BotView, c: Counter, to: str) -> list[str]:
    """Picks that move a unit to a hex, as the walk's shortcuts lead there; none where they do not."""
    walk = bot.walk().follow([c.id])
    tree = walk.menu().shortcuts or {}
    path: list[str] = []
    at = to
    while at:
        if at not in tree:
            return []
        path.insert(0, at)
        at = tree[at][0]
    return [c.id, *path, "go"]


class Advance:
    """One Soviet movement decision."""

    def __init__(self, bot: BotView, p: Position) -> None:
        self.bot, self.p, self.board = bot, p, p.board
        self.odds = Odds(p)
        self.movers: list[Move] = []
        entries: dict[tuple[object, ...], int] = {}
        for v in bot.walk().values():
            c = p.counters.get(v)
            if c is None:
                continue
            if c.hex:
                self.movers.append(Move(c, p.reach(c)))
                continue
            note = str(bot.view["pieces"][v].get("note", "")).rpartition(", ")[2]
            key = (note, c.m, c.mech, c.artillery)
            if key not in entries:
                tree = bot.walk().follow([v]).menu().shortcuts or {}
                entries[key] = self.board.grid.bits(tree)
            self.movers.append(Move(c, entries[key]))

    def choose(self) -> list[str]:
        """Picks of the next move, none when all is done."""
        for plan in (self.occupy, self.assault, self.close_up):
            picks = plan()
            if picks:
                return picks
        return []

    def _free(self) -> list[Move]:
        """Movers that do not garrison an objective."""
        return [m for m in self.movers if not (m.c.hex and self._holds(m.c))]

    def _holds(self, c: Counter) -> bool:
        if self.board.value[c.hex] < 2:
            return False
        return len(self.p.at[c.hex]) == 1

    def occupy(self) -> list[str]:
        """Put the weakest unit that gets there into an empty objective."""
        p, board = self.p, self.board
        best: tuple[tuple[float, ...], Counter, str] | None = None
        for m in self._free():
            for h in board.grid.hexes(m.reach & ~p.held & ~p.enemy):
                if board.value[h] < 2:
                    continue
                key = (-board.value[h], 10.0 * (p.contact >> board.grid.index[h] & 1), m.c.a, float(m.c.artillery))
                if best is None or key < best[0]:
                    best = (key, m.c, h)
        return route(self.bot, best[1], best[2]) if best else []

    def assault(self) -> list[str]:
        """Bring the next unit up to the enemy hex where an attack in strength promises most."""
        p, board = self.p, self.board
        free = [m for m in self._free() if not m.c.artillery]
        guns = [c for c in p.own if c.artillery and not c.suppressed and not p.contact >> board.grid.index[c.hex] & 1]
        best: tuple[float, list[str]] = (0.0, [])
        for hex_id in sorted({c.hex for c in p.foes}):
            slots = board.map.reach(hex_id) & ~p.enemy
            there = [c for h in board.grid.hexes(slots) for c in p.at.get(h, ())]
            foes = p.at[hex_id]
            support = best_guns(board, guns, [hex_id])[:2]
            now = self.odds.value([hex_id], foes, there, support)[0] if there else 0.0
            start = now
            force = list(there)
            room = {h: board.limit(h) - len(p.at.get(h, ())) for h in board.grid.hexes(slots)}
            chosen: list[tuple[Counter, str]] = []
            for m in sorted(free, key=lambda m: (-m.c.a, m.c.id)):
                spots = [h for h in board.grid.hexes(slots & m.reach) if room[h] > 0 and p.room(h, m.c.cmd, m.c.id)]
                if not spots or m.c in there:
                    continue
                h = min(spots, key=lambda h: (len(p.foes_next_to(h)), h))
                force.append(m.c)
                room[h] -= 1
                chosen.append((m.c, h))
                if len(force) == 6:
                    break
            if not chosen:
                continue
            placed = [
                c if c.hex and c in there else msgspec.structs.replace(c, hex={x.id: h for x, h in chosen}[c.id]) for c in force
            ]
            then = self.odds.value([hex_id], foes, placed, support)[0]
            gain = then - (start if there else 0.0)
            if gain > best[0] + 0.3 and (there or then > 0.5):
                best = (gain, [chosen[0][0].id, chosen[0][1]])
        return route(self.bot, p.counters[best[1][0]], best[1][1]) if best[1] else []

    def close_up(self) -> list[str]:
        """Move the unit nearest to the goals as near as it can come without touching the enemy."""
        p, board = self.p, self.board
        goals = board.grid.bits(h for h in board.grid.hexes(board.objectives & ~p.held))
        if not goals:
            return []
        rings = [goals]
        while rings[-1] != board.all:
            rings.append(board.grow(rings[-1]))
        index = board.grid.index
        order = []
        for m in self._free():
            at = next((k for k, r in enumerate(rings) if m.c.hex and r >> index[m.c.hex] & 1), 99)
            order.append((at, m.c.id, m))
        for at, _, m in sorted(order, key=lambda t: t[:2]):
            open_hexes = m.reach & ~p.contact
            low = 3 if m.c.artillery else 1
            for k in range(low, min(at, len(rings))):
                spots = [h for h in board.grid.hexes(open_hexes & rings[k]) if p.room(h, m.c.cmd, m.c.id)]
                if spots:
                    picks = route(self.bot, m.c, min(spots))
                    if picks:
                        return picks
                    break
        return []


def soviet_move(bot: BotView, p: Position) -> list[str]:
    """Picks of the next Soviet move, or the end of the phase."""
    return Advance(bot, p).choose() or ["done"]
