"""What an attack is worth to the staff bot: expected victory points over the die, the chart and what untried counters may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.titles.cwb.staff_board import HUNGARIAN, SOVIET, SPECIAL_CORPS, Board, Counter, Position

PRICE = {SOVIET: 2.0, "REB": 1.0, "ARMY": 1.0, "US": 3.0}
"""Victory points for a lost unit (16.3, 16.5)."""


def price(c: Counter) -> float:
    """What a counter's loss scores for the other side."""
    if c.side == SOVIET:
        return PRICE[SOVIET]
    return PRICE.get(c.cmd, 1.0) + (0.6 if c.symbol == "hq" else 0.0)


class Stakes(msgspec.Struct, frozen=True):
    """What the results of one attack would bring its attacker."""

    kill: float
    """All defenders eliminated."""
    ground: float
    """Their hex or hexes taken."""
    doomed: float
    """The chance that a retreat kills them."""
    loss: float
    """One attacker eliminated."""
    attackers: int
    trapped: float
    """The part of the attackers that a retreat kills."""


def spread_of(defenders: Sequence[Counter]) -> dict[int, float]:
    """The chances of the sum of some defences."""
    out = {0: 1.0}
    for c in defenders:
        grown: dict[int, float] = {}
        for total, p in out.items():
            for d, q in c.odds:
                grown[total + d] = grown.get(total + d, 0) + p * q
        out = grown
    return out


class Odds:
    """Attacks of one position, valued for its seat."""

    def __init__(self, position: Position) -> None:
        self.p, self.board = position, position.board
        self.charts = self.board.book.charts

    def terrain(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter]) -> int:
        """The defender's best shift by terrain or hexsides, negative (9.11, 9.12)."""
        tables, m = self.board.map.tables, self.board.map
        mech = all(c.mech for c in defenders)
        best = 0
        for h in hexes:
            rows = [row for _, row in m.icon_rows(h)]
            base = tables["terrain"][m.terrain[h]]
            found = [] if any(r.get("shift_rule") == "replaces" for r in rows) else [base]
            found += [*rows, *([tables["icons"]["rubble"]] if h in self.p.rubble else [])]
            for row in found:
                best = min(best, row["shift_if_defenders_mech"] if mech and "shift_if_defenders_mech" in row else row.get("shift", 0))
        sides = [
            tables["sides"].get(m.side_kind(c.hex, h), {}).get("shift", 0)
            for c in attackers
            for h in hexes
            if h in m.neighbours.get(c.hex, ())
        ]
        return min(best, max(sides)) if sides else best

    def mobile(self, hexes: Sequence[str]) -> bool:
        """Whether the Mobile CRT may be used (9.13)."""
        m, tables = self.board.map, self.board.map.tables
        for h in hexes:
            icons = [row["mobile"] for _, row in m.icon_rows(h) if "mobile" in row]
            if h in self.p.rubble or False in icons or tables["terrain"][m.terrain[h]]["mobile"] is False:
                return False
        return True

    def headquarters(self, hexes: Sequence[str]) -> int:
        """Whether a Hungarian headquarters is known, or to the Soviet side feared, within reach of some hexes (16.17)."""
        reach = self.board.book.special["hq_range"]
        near = 0
        for c in self.p.counters.values():
            if c.side == HUNGARIAN and c.hex and c.symbol == "hq" and not c.suppressed:
                near |= self.board.grid.within(c.hex, reach)
        return int(any(near >> self.board.grid.index[h] & 1 for h in hexes))

    def shifts(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter], support: Sequence[Counter]) -> int:
        """All column shifts of an attack, as far as its seat knows."""
        out = self.terrain(hexes, defenders, attackers)
        weak, shaken = any(c.suppressed for c in (*attackers, *support)), any(c.suppressed for c in defenders)
        out += int(shaken) - int(weak)
        if any(c.artillery and self.board.map.terrain[c.hex] == "hilltop" for c in (*attackers, *support) if c.hex):
            out += 1
        if self.p.seat == SOVIET:
            divisions = {c.cmd for c in (*attackers, *support)} - {SPECIAL_CORPS}
            return out - self.headquarters(hexes) - int(len(divisions) > 1)
        divisions = {c.cmd for c in defenders} - {SPECIAL_CORPS}
        return out + self.headquarters([c.hex for c in attackers]) + int(len(divisions) > 1)

    def exits(self, hex_id: str) -> int:
        """Into how many hexes a defender could retreat (9.17)."""
        closed = self.p.held | self.p.own_zoc
        return (self.board.grid.neighbour_bits[hex_id] & ~closed).bit_count()

    def way_back(self, c: Counter) -> bool:
        """Whether an own counter could retreat."""
        closed = self.p.enemy | self.p.enemy_zoc
        return bool(self.board.grid.neighbour_bits[c.hex] & ~closed)

    def stakes(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter]) -> Stakes:
        """What is at stake in an attack."""
        doomed = sum(self.exits(c.hex) == 0 for c in defenders) / max(1, len(defenders))
        trapped = sum(not self.way_back(c) for c in attackers) / max(1, len(attackers))
        loss = sum(price(c) for c in attackers) / max(1, len(attackers))
        return Stakes(sum(price(c) for c in defenders), sum(self.board.value[h] for h in hexes), doomed, loss, len(attackers), trapped)

    def value(
        self,
        hexes: Sequence[str],
        defenders: Sequence[Counter],
        attackers: Sequence[Counter],
        support: Sequence[Counter] = (),
        fpf: float = 0,
    ) -> tuple[float, str]:
        """Expected victory points of an adjacent attack for its attacker, and the better CRT."""
        if not attackers:
            return 0.0, "assault"
        strength = sum(c.a for c in attackers) + sum(c.a for c in support) - fpf
        shift = self.shifts(hexes, defenders, attackers, support)
        stakes = self.stakes(hexes, defenders, attackers)
        strongest = sorted((c.a for c in attackers), reverse=True)
        best = (-99.0, "assault")
        for crt in ("assault", "mobile") if self.mobile(hexes) else ("assault",):
            total = 0.0
            for defence, chance in spread_of(defenders).items():
                column = self.charts.shifted(self.charts.index(round(strength - defence)), shift)
                total += chance * self._mean(crt, column, stakes, payment(strongest, defence))
            best = max(best, (total, crt))
        return best

    def _mean(self, crt: str, column: int, stakes: Stakes, pay: int) -> float:
        return sum(outcome(self.charts.result(crt, column, die), stakes, pay) for die in range(1, 7)) / 6

    def bombardment(self, hex_id: str, defenders: Sequence[Counter], guns: Sequence[Counter], air: int) -> float:
        """Expected victory points of a bombardment: kills and displacements, less what air points in town give away (16.7)."""
        strength = sum(c.a for c in guns) + air
        shift = self.terrain([hex_id], defenders, ())
        if any(self.board.map.terrain[c.hex] == "hilltop" for c in guns):
            shift += 1
        shift -= self.headquarters([hex_id]) if self.p.seat == SOVIET else 0
        total = 0.0
        for c in defenders:
            column = self.charts.shifted(self.charts.index(round(strength)), shift + int(c.suppressed))
            doomed = self.exits(hex_id) == 0
            shaken = 0.3 * self.board.value[hex_id] + 0.1
            for die in range(1, 7):
                code = self.charts.result("mobile", column, die)
                if code in ("DE", "EX"):
                    total += (price(c) + self.board.value[hex_id] * 0.5) / 6
                elif code == "D1" or (code in ("D2", "D3", "D4") and c.suppressed):
                    total += (price(c) * doomed + 0.3 * self.board.value[hex_id]) / 6
                elif code in ("D2", "D3", "D4"):
                    total += shaken / 6
        nothing = sum(p for d, p in defenders[0].odds if d == 0) if defenders else 0
        total += nothing * price(defenders[0]) if defenders else 0
        town = self.board.map.terrain[hex_id] in ("urban", "suburban")
        rubble = bool({self.board.map.terrain[hex_id], *self.board.map.flags[hex_id]} & {"objective", "suburban", "urban", "square"})
        return total - (air if town else 0) - (1 / 6 if rubble and hex_id not in self.p.rubble else 0)


def payment(attacks: Sequence[float], defence: int) -> int:
    """The fewest attackers, strongest first, that pay for an exchange (9.14)."""
    left = float(defence)
    for n, a in enumerate(attacks, 1):
        left -= a
        if left <= 0:
            return n
    return len(attacks)


@lru_cache(maxsize=20000)
def outcome(code: str, s: Stakes, pay: int) -> float:
    """What one result is worth to the attacker."""
    if code == "AE":
        return -s.loss * s.attackers
    if code == "A2":
        return -s.loss * (1 + s.trapped * (s.attackers - 1)) - 0.3
    if code == "A1":
        return -s.loss * s.trapped * s.attackers - 0.2
    exchange = s.kill + s.ground - s.loss * pay
    if code == "BR":
        back = s.kill * s.doomed + 0.4 * s.ground - s.loss * s.trapped * s.attackers
        return min(back, exchange)
    if code == "EX":
        return exchange
    if code == "AX":
        return s.kill * s.doomed + s.ground - s.loss * pay
    if code == "DE":
        return s.kill + s.ground
    return s.kill * s.doomed + s.ground


def best_guns(board: Board, guns: Sequence[Counter], hexes: Sequence[str]) -> list[Counter]:
    """The guns that reach one of some hexes, strongest first."""
    out = []
    for c in guns:
        reach = board.all if c.range >= 99 else board.grid.within(c.hex, c.range)
        if any(reach >> board.grid.index[h] & 1 for h in hexes):
            out.append(c)
    return sorted(out, key=lambda c: (-c.a, c.id))
