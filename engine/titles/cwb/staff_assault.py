"""The staff bot's plans of attack in a movement phase: which enemy hex to close in on, with whom, from where."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import hexgrid
from engine.bots import BotView
from engine.decisions import Refusal
from engine.titles.cwb.staff_board import Position
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_fight import Fight
from engine.titles.cwb.staff_odds import Odds, in_range

MOST = 6
"""Units that one assault brings together."""
STRAY = 0.7
"""Points that it costs to touch an enemy hex that nobody else attacks: it has to be attacked too (9.3)."""


class Mover(msgspec.Struct):
    """A unit that may still move, and the bit set of the hexes that it can reach."""

    c: Counter
    reach: int


def movers(bot: BotView, p: Position) -> list[Mover]:
    """The units that may still move. Of those that wait off the map, the reach is an estimate: it depends on the file at each entry."""
    out = []
    entries: dict[str, tuple[list[str], int]] = {}
    for v in bot.walk().values():
        c = p.counters.get(v)
        if c is None:
            continue
        if c.hex:
            out.append(Mover(c, p.reach(c)))
            continue
        if c.edge not in entries:
            hexes = [h for h in bot.walk().follow([v]).values() if h in p.board.grid]
            entries[c.edge] = hexes, -(-p.entered(c.edge) // max(1, len(hexes)))
        out.append(Mover(c, p.reach_from(c, *entries[c.edge])))
    return out


def complete(bot: BotView, picks: Sequence[str]) -> list[str]:
    """Some picks where the walk offers them all and ends with them, else none."""
    walk = bot.walk()
    for value in picks:
        if value not in walk.values():
            return []
        walk.pick(value)
    return list(walk.picks) if walk.ready else []


def route(bot: BotView, p: Position, c: Counter, to: str) -> list[str]:
    """Picks that move a unit to a hex: by its own reckoning of the way, or else by the walk's shortcuts; none where neither leads there."""
    path = p.path(c, to) if c.hex else []
    if path:
        try:
            if bot.walk().follow([c.id, *path, "go"]).ready:
                return [c.id, *path, "go"]
        except Refusal:
            pass
    walk = bot.walk().follow([c.id])
    start = [c.id]
    if not c.hex:
        entries = [h for h in walk.values() if h.isdigit()]
        if not entries:
            return []
        entry = min(entries, key=lambda h: (hexgrid.distance(h, to), h))
        walk.pick(entry)
        start.append(entry)
        if entry == to:
            return [*start, "go"] if "go" in walk.values() else []
    tree = walk.menu().shortcuts or {}
    path = []
    at = to
    while at:
        if at not in tree:
            return []
        path.insert(0, at)
        at = tree[at][0]
    return [*start, *path, "go"]


class Plan(msgspec.Struct):
    """An assault on a hex: what it gains over what the units next to it would do anyway, and the first unit to bring up."""

    gain: float
    hex: str
    c: Counter
    to: str


class Assault:
    """Assaults that the movers could still make possible.

    `thrift`: points that each unit must add to be worth its use; `slack`: how far an assault may fall short of one with all strength.
    """

    def __init__(self, p: Position, fight: Fight, units: Sequence[Mover], thrift: float, slack: float) -> None:
        self.p, self.board, self.fight, self.thrift, self.slack = p, p.board, fight, thrift, slack
        self.odds: Odds = fight.odds
        self.groups = fight.assignment()
        self.units = sorted(units, key=lambda m: (-m.c.a, m.c.id))
        self.covered = self.board.grid.bits(self.groups)

    def best(self) -> Plan | None:
        """The plan that gains most for each unit that it takes; what is begun comes before what is new."""
        found: list[tuple[bool, float, Plan]] = []
        for hex_id in sorted({c.hex for c in self.p.foes}):
            plan, n = self._plan(hex_id)
            if plan is not None and plan.gain > 0.25:
                found.append((hex_id in self.groups, plan.gain / (n + 2), plan))
        return max(found, key=lambda t: (*t[:2], t[2].hex))[2] if found else None

    def _plan(self, hex_id: str) -> tuple[Plan | None, int]:
        board, p = self.board, self.p
        slots = board.map.reach(hex_id) & ~p.enemy & ~board.closed
        near = [m for m in self.units if m.reach & slots and not (m.c.hex and slots >> board.grid.index[m.c.hex] & 1)]
        if not near:
            return None, 0
        foes = p.at[hex_id]
        force = [self.fight.attackers[a] for a in self.groups.get(hex_id, ())]
        touching = bool(force)
        guns = in_range(board, self.fight.guns, [hex_id])
        base = self._worth(hex_id, foes, force, guns)
        room = {h: p.limit(h) - len(p.at.get(h, ())) for h in board.grid.hexes(slots)}
        best, cost = (base, 0), 0.0
        chosen: list[tuple[Counter, str]] = []
        for m in near:
            spots = [h for h in board.grid.hexes(slots & m.reach) if room[h] > 0 and p.room(h, m.c)]
            spots = [h for h in spots if self._mixes(m.c, h, chosen)]
            if not spots:
                continue
            placed = board.grid.bits(c.hex for c in force)
            to = min(spots, key=lambda h: (self._strays(h, hex_id), -self._closes(h, hex_id, placed), h))
            cost += self.thrift + STRAY * self._strays(to, hex_id)
            room[to] -= 1
            chosen.append((m.c, to))
            force = [*force, msgspec.structs.replace(m.c, hex=to)]
            worth = self._worth(hex_id, foes, force, guns) - cost
            if worth > best[0] + 1e-9:
                best = (worth, len(chosen))
            if len(force) >= MOST:
                break
        if not best[1] or (not touching and best[0] < self.odds.ideal(hex_id, foes) - self.slack):
            return None, 0
        first = min(chosen[: best[1]], key=lambda t: (-len(t[0].hex), -board.map.hex_cost(t[1], False), t[0].id))
        return Plan(best[0] - base, hex_id, *first), best[1]

    def _worth(self, hex_id: str, foes: Sequence[Counter], force: Sequence[Counter], guns: Sequence[Counter]) -> float:
        if not force:
            return 0.0
        support = [g for g in guns if self.p.serves(g, force)][:1]
        return self.odds.value([hex_id], foes, force, support)[0]

    def _mixes(self, c: Counter, hex_id: str, chosen: Sequence[tuple[Counter, str]]) -> bool:
        return all(h != hex_id or self.p.mixes(c, o) for o, h in chosen)

    def _strays(self, hex_id: str, target: str) -> int:
        """Enemy hexes next to a hex that nobody attacks yet, the target left out."""
        near = self.board.map.reach(hex_id) & self.p.enemy & ~self.covered & ~(1 << self.board.grid.index[target])
        return near.bit_count()

    def _closes(self, hex_id: str, target: str, placed: int) -> int:
        """How many ways out of the target a unit in a hex would close."""
        board = self.board
        closed = self.p.held | self.p.own_zoc | placed | (board.spread(placed) & ~board.no_zoc)
        mine = (1 << board.grid.index[hex_id]) | (board.map.reach(hex_id) & ~board.no_zoc)
        return (board.grid.neighbour_bits[target] & ~closed & mine).bit_count()
