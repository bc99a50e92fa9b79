"""What the staff bot knows of Angola '87: what hexes and counters are worth, commands, supply, communications, weather."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from engine.packs import Pack
from engine.titles.cwb.angola import ANGOLA, stacking_limits
from engine.titles.cwb.angola_points import COMMUNIST, PRICES, SOUTH_AFRICAN
from engine.titles.cwb.staff_board import Board, Position
from engine.titles.cwb.staff_counters import Counter

ADVISERS = ("USSR", "DDR")
LATER = 0.6
"""What a point at the end of the game is worth before its last turns: there is time to lose it, and to get it otherwise."""
SUPPLY = 2.0
"""What an enemy without supply is worth beyond the points for its base town (17.31)."""
STRENGTH = {"SADF": 0.5, "CUBA": 0.3, "MPLA": 0.2, "UNITA": 0.0, "USSR": 1.0, "DDR": 0.3}
"""What a unit is worth beyond its points: UNITA's come back (17.24), the communications unit helps all (17.13)."""


class AngolaBoard(Board):
    """The static facts of Angola, in dry weather or in the monsoon."""

    def __init__(self, pack: Pack, wet: bool) -> None:
        super().__init__(pack, "angola", wet)
        special, places = self.book.special, self.map.places
        self.cuito, self.mavinga = places["Cuito Cuanavale"], places["Mavinga"]
        self.home = {COMMUNIST: self.cuito, SOUTH_AFRICAN: self.mavinga}
        self.points = {side: self._points(special[key]) for side, key in ((COMMUNIST, "vp_communist"), (SOUTH_AFRICAN, "vp_south_african"))}
        self.prices = {
            cmd: float(special["vp_communist" if cmd in ("SADF", "UNITA") else "vp_south_african"][key]) for cmd, key in PRICES.items()
        }
        self.places = self.grid.bits(h for points in self.points.values() for h in points)
        """The hexes that score for either side at the end."""

    def _points(self, prices: dict[str, Any]) -> dict[str, float]:
        """What a side gets for holding hexes at the end (17.4, 17.6)."""
        edges = {h for name in prices["edges"] for h in self.map.entry[name]}
        out = {}
        for h in self.grid.ids:
            n = prices["edge_trail"] if h in edges else 0
            if h in (self.cuito, self.mavinga):
                n += prices["cuito" if h == self.cuito else "mavinga"]
            elif self.map.terrain[h] in ("town", "village"):
                n += prices["town_or_village"]
            if n:
                out[h] = float(n)
        return out


def angola_board(pack: Pack, wet: bool) -> AngolaBoard:
    """The compiled board of a pack."""
    return pack.derived(f"staff/angola/{'wet' if wet else 'dry'}", lambda p: AngolaBoard(p, wet))


class Angola(Position):
    """A seat's view of Angola."""

    board: AngolaBoard
    into_zoc = True
    suppressing = 0.25
    bound_commands, bound_air = ANGOLA.bound_commands, ANGOLA.bound_air

    def __init__(self, pack: Pack, view: dict[str, Any], seat: str) -> None:
        wet = view["turn"]["n"] in angola_board(pack, False).book.special["monsoon"]
        super().__init__(angola_board(pack, wet), view, seat)
        self.wet = wet
        self.other = SOUTH_AFRICAN if seat == COMMUNIST else COMMUNIST
        self.usual_price = self.board.prices["MPLA" if seat == COMMUNIST else "UNITA"]
        self.support_air = ("HELI_GUNSHIP",) if seat == COMMUNIST else ("HELI_GUNSHIP", "TAC")
        self.support_guns = int(self.board.book.special["support_artillery_max"].get(seat, 99))

    # what things are worth

    def worth(self, hex_id: str) -> float:
        """What taking a hex from the enemy is worth: the points of both at the end, and his supply (17.4, 17.6, 17.31)."""
        board = self.board
        swing = board.points[self.seat].get(hex_id, 0.0) + self.loses(hex_id)
        if self.last - self.turn <= 1:
            return swing
        supply = SUPPLY if hex_id == board.home[self.other] else 0.0
        return LATER * swing + supply if swing else 0.05

    def loses(self, hex_id: str) -> float:
        """The points that the enemy loses with a hex; nothing where nobody of his is near."""
        return self.board.points[self.other].get(hex_id, 0.0)

    def price(self, c: Counter) -> float:
        """What a counter's loss scores for the other side, and what its strength is worth beyond that (17.3, 17.5)."""
        return self.board.prices[c.cmd] + STRENGTH[c.cmd] * (self.last > self.turn)

    # who fights with whom

    def limit(self, hex_id: str) -> int:
        """How many units may stand in a hex (7.10)."""
        return stacking_limits(self.board.book, self.board.map)[hex_id]

    def mixes(self, c: Counter, other: Counter) -> bool:
        """Commands keep apart, but for advisers and SADF special forces (17.8, 17.18)."""
        if c.cmd == other.cmd:
            return True
        if c.side == COMMUNIST:
            return c.cmd in ADVISERS or other.cmd in ADVISERS
        return any(x.cmd == "SADF" and x.symbol == "special_forces" for x in (c, other))

    def serves(self, gun: Counter, attackers: Sequence[Counter]) -> bool:
        """MPLA, Cuban and UNITA guns serve battles of their own force or of advisers alone, SADF guns and air all (17.8, 17.18)."""
        if gun.cmd in ("", "SADF") or any(c.cmd == gun.cmd for c in attackers):
            return True
        return gun.cmd in ("MPLA", "CUBA") and bool(attackers) and all(c.cmd in ADVISERS for c in attackers)

    def may_mobile(self, attackers: Sequence[Counter]) -> bool:
        """Communists need an adviser's manoeuvre unit, UNITA one of the SADF (17.16, 17.30)."""
        helpers = ADVISERS if self.seat == COMMUNIST else ("SADF",)
        return any(c.cmd in helpers and not c.artillery for c in attackers) or all(c.cmd == "SADF" for c in attackers)

    def shifts(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter], support: Sequence[Counter]) -> int:
        """Communications, supply, monsoon (17.13, 17.31, 17.33)."""
        special, index = self.board.book.special, self.board.grid.index
        out = int(special["monsoon_shift"]) if self.wet else 0
        if self.short and (attackers or support):
            out += int(special["supply_shift"])
        near = self._communications
        if self.seat == COMMUNIST:
            return out + int(any(near >> index[c.hex] & 1 for c in (*attackers, *support) if c.hex))
        return out - int(any(near >> index[h] & 1 for h in hexes))

    @cached_property
    def _communications(self) -> int:
        """The hexes that the communications unit serves: its back tells it from all others (17.13)."""
        units, special = self.board.book.units.values(), self.board.book.special
        backs = {(u.cmd, u.m) for u in units if u.type == "communications"}
        out = 0
        for c in self.counters.values():
            if c.side == COMMUNIST and c.hex and not c.suppressed and (c.cmd, c.m) in backs:
                out |= self.board.grid.within(c.hex, int(special["communications_range"]))
        return out

    @cached_property
    def short(self) -> bool:
        """Whether its own side suffers from a supply shortage (17.31)."""
        home = self.board.home[self.seat]
        if self.enemy_zoc >> self.board.grid.index[home] & 1:
            return True
        return not any(c.symbol == "base" for c in self.at.get(home, ()) if c.side == self.seat)

    def protection(self, hexes: Sequence[str]) -> float:
        """The fire of the best enemy gun that is known to reach one of the hexes (10.13, 10.14)."""
        grid = self.board.grid
        target = grid.bits(hexes)
        return max((c.fpf for c in self._guns if grid.within(c.hex, c.range) & target and not target >> grid.index[c.hex] & 1), default=0.0)

    @cached_property
    def _guns(self) -> list[Counter]:
        index, near = self.board.grid.index, self.board.spread(self.held)
        return [c for c in self.foes if c.revealed and c.fpf and not c.suppressed and not near >> index[c.hex] & 1]

    def paces(self, c: Counter) -> int:
        """Communist movement is doubled on turn 1 (17.17)."""
        return c.m * (int(self.board.book.special["first_turn_mp_factor"]) if self.seat == COMMUNIST and self.turn == 1 else 1)
