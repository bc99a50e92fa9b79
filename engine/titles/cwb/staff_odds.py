"""What an attack is worth to the staff bot: expected victory points over the die, the chart and what untried counters may be."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.titles.cwb.staff_board import Board, Position
from engine.titles.cwb.staff_counters import Counter

ROLLING = "shift_if_attackers_mech_or_artillery"
"""The chart's key for a shift against mechanized units and guns alone: savanna (18.1)."""


class Stakes(msgspec.Struct, frozen=True):
    """What the results of one attack would bring its attacker."""

    kill: float
    """All defenders eliminated."""
    ground: float
    """Their hexes taken."""
    doomed: float
    """The part of the defenders that a retreat kills."""
    loss: float
    """One attacker eliminated."""
    attackers: int
    trapped: float
    """The part of the attackers that a retreat kills."""


def sums(defenders: Sequence[Counter]) -> dict[int, float]:
    """The chances of the sum of some defences."""
    out = {0: 1.0}
    for c in defenders:
        grown: dict[int, float] = {}
        for total, p in out.items():
            for d, q in c.odds:
                grown[total + d] = grown.get(total + d, 0.0) + p * q
        out = grown
    return out


def payment(attacks: Sequence[float], defence: int) -> int:
    """The fewest attackers, strongest first, that pay for an exchange (9.14)."""
    left = float(defence)
    for n, a in enumerate(attacks, 1):
        left -= a
        if left <= 0:
            return n
    return len(attacks)


def outcome(code: str, s: Stakes, pay: int) -> float:
    """What one result is worth to the attacker."""
    if code == "DE":
        return s.kill + s.ground
    ground = s.ground if pay < s.attackers else 0.4 * s.ground
    if code == "EX":
        return s.kill + ground - s.loss * pay
    if code == "AX":
        return s.kill * s.doomed + ground - s.loss * pay
    if code == "BR":
        back = s.kill * s.doomed + 0.4 * s.ground - s.loss * s.trapped * s.attackers
        return min(back, s.kill + ground - s.loss * pay)
    if code == "A1":
        return -s.loss * s.trapped * s.attackers - 0.2
    if code == "A2":
        return -s.loss * (1 + s.trapped * (s.attackers - 1)) - 0.3
    if code == "AE":
        return -s.loss * s.attackers - 0.5
    return s.kill * s.doomed + s.ground


class Odds:
    """Attacks in one position, valued for its seat."""

    def __init__(self, position: Position) -> None:
        self.p, self.board = position, position.board
        self.charts = self.board.book.charts
        self._terrain: dict[tuple[str, bool, bool], int] = {}

    # shifts

    def terrain(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter]) -> int:
        """The defender's best shift by terrain or hexsides, zero or negative (9.11, 9.12)."""
        m = self.board.map
        mech = all(c.mech for c in defenders)
        rolling = all(c.mech or c.artillery for c in attackers)
        best = min(self.cover(h, mech, rolling) for h in hexes)
        sides = [self._of_side(c.hex, h) for c in attackers for h in hexes if h in m.neighbours.get(c.hex, ())]
        return min(best, max(sides)) if sides else best

    def cover(self, hex_id: str, mech: bool, rolling: bool = False) -> int:
        """The defender's shift by the terrain of one hex, zero or negative (18.1). `rolling`: only mechanized units and guns attack."""
        key = (hex_id, mech, rolling)
        if key not in self._terrain:
            tables, m = self.board.map.tables, self.board.map
            rows = [row for _, row in m.icon_rows(hex_id)]
            found = [] if any(r.get("shift_rule") == "replaces" for r in rows) else [tables["terrain"][m.terrain[hex_id]]]
            found += [*rows, *([tables["icons"]["rubble"]] if hex_id in self.p.rubble else [])]
            which = [*(["shift_if_defenders_mech"] if mech else []), *([ROLLING] if rolling else []), "shift"]
            self._terrain[key] = min([0, *(next((r[k] for k in which if k in r), 0) for r in found)])
        return self._terrain[key]

    def _of_side(self, a: str, b: str) -> int:
        kind = self.board.map.side_kind(a, b)
        return int(self.board.map.tables["sides"].get(kind, {}).get("shift", 0)) if kind else 0

    def mobile(self, hexes: Sequence[str]) -> bool:
        """Whether the Mobile CRT may be used (9.13)."""
        m, tables = self.board.map, self.board.map.tables
        for h in hexes:
            icons = [row["mobile"] for _, row in m.icon_rows(h) if "mobile" in row]
            if h in self.p.rubble or False in icons or tables["terrain"][m.terrain[h]]["mobile"] is False:
                return False
        return True

    def shifts(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter], support: Sequence[Counter]) -> int:
        """All column shifts of an attack, as far as its seat knows."""
        out = self.terrain(hexes, defenders, attackers)
        out += int(any(c.suppressed for c in defenders)) - int(any(c.suppressed for c in (*attackers, *support)))
        out += int(any(c.artillery and self.board.map.terrain.get(c.hex) == "hilltop" for c in (*attackers, *support)))
        return out + self.p.shifts(hexes, defenders, attackers, support)

    # what is at stake

    def doomed(self, hex_id: str, placed: int) -> bool:
        """Whether a defender of a hex has no way to retreat, once own units stand on some more hexes (9.17)."""
        closed = self.p.held | self.p.own_zoc | placed | (self.board.spread(placed) & ~self.board.no_zoc)
        return not self.board.grid.neighbour_bits[hex_id] & ~closed

    def way_back(self, hex_id: str) -> bool:
        """Whether an own unit in a hex could retreat."""
        return bool(self.board.grid.neighbour_bits[hex_id] & ~(self.p.enemy | self.p.enemy_zoc))

    def stakes(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter]) -> Stakes:
        """What is at stake in an attack."""
        n = len(attackers)
        placed = self.board.grid.bits(c.hex for c in attackers)
        return Stakes(
            sum(self.p.price(c) for c in defenders),
            sum(self.p.value(h) for h in hexes),
            sum(self.doomed(c.hex, placed) for c in defenders) / len(defenders),
            sum(self.p.price(c) for c in attackers) / n,
            n,
            sum(not self.way_back(c.hex) for c in attackers) / n,
        )

    def value(
        self,
        hexes: Sequence[str],
        defenders: Sequence[Counter],
        attackers: Sequence[Counter],
        support: Sequence[Counter] = (),
    ) -> tuple[float, str]:
        """Expected victory points of an adjacent attack for its attacker, and the better CRT. At least one attacker and one defender."""
        strength = sum(c.a for c in attackers) + sum(c.a for c in support) - self.p.protection(hexes)
        shift = self.shifts(hexes, defenders, attackers, support)
        stakes = self.stakes(hexes, defenders, attackers)
        strongest = sorted((c.a for c in attackers), reverse=True)
        chances = [
            (p, self.charts.shifted(self.charts.index(round(strength - d)), shift), payment(strongest, d))
            for d, p in sums(defenders).items()
            if d
        ]
        gift = (1 - sum(p for p, _, _ in chances)) * (stakes.kill + stakes.ground)
        best = (-99.0, "assault")
        for crt in ("assault", "mobile") if self.mobile(hexes) and self.p.may_mobile(attackers) else ("assault",):
            rows = self.board.results[crt]
            total = gift + sum(p * sum(n * outcome(code, stakes, pay) for code, n in rows[column]) for p, column, pay in chances) / 6
            best = max(best, (total, crt))
        return best[0] - (self.p.fire_cost(hexes, 0) if support else 0.0), best[1]

    def ideal(self, hex_id: str, defenders: Sequence[Counter]) -> float:
        """What an attack on a hex is worth with all the strength that the chart rewards, a unit of the seat's usual price at stake."""
        stakes = Stakes(sum(self.p.price(c) for c in defenders), self.p.value(hex_id), 0.0, self.p.usual_price, 3, 0.0)
        column = self.charts.shifted(len(self.charts.columns) - 1, self.shifts([hex_id], defenders, (), ()))
        best = -99.0
        for crt in ("assault", "mobile") if self.mobile([hex_id]) else ("assault",):
            best = max(best, sum(n * outcome(code, stakes, 1) for code, n in self.board.results[crt][column]) / 6)
        return best

    def bombardment(self, hex_id: str, defenders: Sequence[Counter], guns: Sequence[Counter], air: int, kind: str = "TAC") -> float:
        """Expected victory points of a bombardment: kills and displacements, less what the fire costs (9.15, 16.7)."""
        shift = self.terrain([hex_id], defenders, ()) + self.p.shifts([hex_id], defenders, (), guns)
        shift += int(any(self.board.map.terrain[c.hex] == "hilltop" for c in guns))
        index = self.charts.index(round(sum(c.a for c in guns) + air))
        rows = self.board.results["assault" if air and kind == "SAC" else "mobile"]
        ground = self.p.value(hex_id)
        doomed = self.doomed(hex_id, 0)
        total = 0.0
        for c in defenders:
            frail = sum(p for d, p in c.odds if d == 0)
            total += frail * (self.p.price(c) + 0.5 * ground)
            for code, n in rows[self.charts.shifted(index, shift + int(c.suppressed))]:
                if code in ("DE", "EX"):
                    gain = self.p.price(c) + 0.5 * ground
                elif code == "D1" or (c.suppressed and code[0] == "D"):
                    gain = self.p.price(c) * doomed + 0.25 * ground
                else:
                    gain = self.p.suppressing if code[0] == "D" else 0.0
                total += (1 - frail) * n * gain / 6
        return total - self.p.fire_cost([hex_id], air)


def in_range(board: Board, guns: Sequence[Counter], hexes: Sequence[str]) -> list[Counter]:
    """The guns that reach one of some hexes, strongest first."""
    out = []
    for c in guns:
        reach = board.all if c.range >= 99 else board.grid.within(c.hex, c.range)
        if any(reach >> board.grid.index[h] & 1 for h in hexes):
            out.append(c)
    return sorted(out, key=lambda c: (-c.a, c.id))
