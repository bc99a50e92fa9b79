"""What the staff bot knows of Budapest '56: what hexes and counters are worth, headquarters, divisions, rubble, entry in file."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property
from typing import Any

from engine import hexgrid
from engine.packs import Pack
from engine.titles.cwb.budapest import BUDAPEST, SPECIAL_CORPS
from engine.titles.cwb.budapest_nato import US
from engine.titles.cwb.budapest_points import HUNGARIAN, SOVIET
from engine.titles.cwb.scenario import edge_name
from engine.titles.cwb.staff_board import Board, Position
from engine.titles.cwb.staff_counters import Counter

PRICES = {"REB": 1.0, "ARMY": 1.0, US: 3.0}
SOVIET_PRICE = 2.0
CENTRE = "1516"
RUBBLE = 1 / 6
"""The chance that a built-up hex that took fire turns to rubble, a victory point for the Hungarian side (16.32, 16.7)."""


class BudapestBoard(Board):
    """The static facts of Budapest. `overt`: with open NATO intervention embassies are objectives and bridges count (16.6, 16.33)."""

    def __init__(self, pack: Pack, overt: bool = False) -> None:
        super().__init__(pack, "budapest")
        flags, terrain = self.map.flags, self.map.terrain
        self.overt = overt
        self.closed = 0 if overt else self._marked("embassy")
        self.crossings = frozenset(h for ends in self.map.bridges.values() for h in ends) if overt else frozenset()
        self.objectives = self._marked("objective") & ~self.closed
        self.prizes = self.objectives | self.grid.bits(h for h in self.grid.ids if terrain[h] == "square")
        self.built_up = self.grid.bits(h for h in self.grid.ids if {terrain[h], *flags[h]} & {"objective", "suburban", "urban", "square"})
        self.worths = {(h, last): self._worth(h, last) for h in self.grid.ids for last in (False, True)}
        self.prized = {last: self.grid.bits(h for h in self.grid.ids if self.worths[h, last] >= 1) for last in (False, True)}
        self.arrivals: dict[tuple[int, str], set[tuple[str, str, int]]] = {}
        for u in self.book.units.values():
            if "turn" in u.arrives:
                self.arrivals.setdefault((u.arrives["turn"], edge_name(u.arrives["edge"])), set()).add((u.cmd, u.type, u.m))

        self.sites = sorted(self.grid.ids, key=lambda h: (-self.site(h), h))
        """All hexes, the best for guns first."""

    def _worth(self, hex_id: str, last: bool) -> float:
        """What taking a hex from the enemy is worth: its points at the end, and before that picks and UN attention (16.4-16.6)."""
        flags = self.map.flags[hex_id]
        out = 0.0
        for name in ("radio", "statue", "tokol", "objective"):
            if name in flags and ("embassy" not in flags or self.overt):
                out = float(self.book.special["vp_soviet"][name] + self.book.special["vp_hungarian"][name])
                break
        if hex_id in self.crossings:
            out += float(self.book.special["vp_hungarian"]["bridge_overt"])
        if last:
            return out
        if self.objectives >> self.grid.index[hex_id] & 1:
            return out + 1.0
        return max(out, 0.6 if self.map.terrain[hex_id] == "square" else 0.05)

    def site(self, hex_id: str) -> float:
        """What a hex is worth to a gun: a hilltop, within reach of the centre (18.1)."""
        far = hexgrid.distance(hex_id, CENTRE)
        return 3.0 * bool(self.hilltops >> self.grid.index[hex_id] & 1) - 0.3 * max(0, far - 8)

    def _marked(self, flag: str) -> int:
        return self.grid.bits(h for h in self.grid.ids if flag in self.map.flags[h])


def budapest_board(pack: Pack, overt: bool = False) -> BudapestBoard:
    """The compiled board of a pack, without or with open NATO intervention."""
    return pack.derived(f"staff/budapest {overt}", lambda p: BudapestBoard(p, overt))


class Budapest(Position):
    """A seat's view of Budapest."""

    board: BudapestBoard
    bound_commands, bound_air = BUDAPEST.bound_commands, BUDAPEST.bound_air

    def __init__(self, pack: Pack, view: dict[str, Any], seat: str) -> None:
        super().__init__(budapest_board(pack, "soviet NATO intervenes, overt" in view["panels"]["vp"]["rows"]), view, seat)
        if seat == HUNGARIAN:
            self.support_air = ("TAC", "HELI_GUNSHIP")
            self.bombers = ("SAC", "TAC")
        self.usual_price = SOVIET_PRICE if seat == SOVIET else PRICES["REB"]

    def worth(self, hex_id: str) -> float:
        """What taking a hex from the enemy is worth."""
        return self.board.worths[hex_id, self.turn == self.last]

    @property
    def prized(self) -> int:
        """The hexes that are worth a point at least."""
        return self.board.prized[self.turn == self.last]

    def price(self, c: Counter) -> float:
        """What a counter's loss scores for the other side (16.3, 16.5); a headquarters is worth more to both."""
        if c.side == SOVIET:
            return SOVIET_PRICE
        return PRICES.get(c.cmd, 1.0) + (0.6 if c.symbol == "hq" else 0.0)

    def limit(self, hex_id: str) -> int:
        """How many units may stand in a hex (7.9, 16.33)."""
        flags = self.board.map.flags[hex_id]
        if "embassy" in flags and not self.board.overt:
            return 0
        limits = self.board.book.tables["stacking"]["budapest"]
        kind = "other" if flags & {"objective", "stadium"} else self.board.map.terrain[hex_id]
        return int(limits.get(kind, limits["other"]))

    def mixes(self, c: Counter, other: Counter) -> bool:
        """Divisions keep apart but for the Special Corps; Rebels and Army do not; the 82nd stands alone (16.10, 16.18, 16.23)."""
        us = [x for x in (c, other) if x.cmd == US]
        if us:
            return all(x.symbol == "special_forces" for x in us)
        return c.cmd == other.cmd or SPECIAL_CORPS in (c.cmd, other.cmd) or {c.cmd, other.cmd} <= {"REB", "ARMY"}

    def serves(self, gun: Counter, attackers: Sequence[Counter]) -> bool:
        """Whether an artillery unit may support a battle of some units, or air points may where they need leave (16.10, 16.23)."""
        if self.seat == HUNGARIAN:
            return any(c.cmd == US for c in attackers)
        return gun.cmd == SPECIAL_CORPS or all(c.cmd in (gun.cmd, SPECIAL_CORPS) for c in attackers)

    def shifts(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter], support: Sequence[Counter]) -> int:
        """Headquarters and mixed divisions (16.17, 16.23)."""
        ours = {c.cmd for c in (*attackers, *support)} - {SPECIAL_CORPS}
        if self.seat == SOVIET:
            served = any(c.cmd != US for c in defenders)
            return -int(served and self.headquarters(hexes)) - int(len(ours) > 1)
        theirs = {c.cmd for c in defenders} - {SPECIAL_CORPS}
        return self.headquarters([c.hex for c in attackers if c.cmd != US]) + int(len(theirs) > 1)

    def fire_cost(self, hexes: Sequence[str], air: int) -> float:
        """Rubble and air points on the town score for the Hungarian side (16.7, 16.32)."""
        if self.seat != SOVIET:
            return 0.0
        grid, terrain = self.board.grid, self.board.map.terrain
        whole = sum(bool(self.board.built_up >> grid.index[h] & 1) and h not in self.rubble for h in hexes)
        return RUBBLE * whole + air * any(not self.board.overt and terrain[h] in ("urban", "suburban") for h in hexes)

    @cached_property
    def _headquarters(self) -> int:
        """The hexes that Hungarian headquarters serve: known ones, and for the Soviet side those near two that may be (16.17)."""
        reach = int(self.board.book.special["hq_range"])
        grid = self.board.grid
        near = 0
        hidden = []
        for c in self.counters.values():
            if c.side != HUNGARIAN or not c.hex or c.suppressed:
                continue
            if c.symbol == "hq":
                near |= grid.within(c.hex, reach)
            elif self.seat == SOVIET and not c.revealed and c.cmd == "REB" and self.board.objectives >> grid.index[c.hex] & 1:
                hidden.append(grid.within(c.hex, reach))
        twice = once = 0
        for bits in hidden:
            twice |= once & bits
            once |= bits
        return near | twice

    def headquarters(self, hexes: Sequence[str]) -> int:
        """1 where a Hungarian headquarters is known or feared within reach of one of some hexes, else 0."""
        return int(any(self._headquarters >> self.board.grid.index[h] & 1 for h in hexes))

    def entered(self, edge: str) -> int:
        """How many counters have come in over an edge on this turn, as far as the calendar tells (16.25)."""
        kinds: Container[tuple[str, str, int]] = self.board.arrivals.get((self.turn, edge), ())
        return sum((c.cmd, c.symbol, c.m) in kinds for c in self.own)

    @cached_property
    def bridge(self) -> str:
        """The hex of the Soviet engineers while they can bridge a river (16.27)."""
        if self.seat != SOVIET:
            return ""
        return next((c.hex for c in self.own if c.symbol == "engineer" and not c.moved), "")
