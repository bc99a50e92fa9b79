"""A movement phase of the staff bot: garrisons, flights, assaults in strength, ways out of bad fights, columns that close up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engine.bots import BotView
from engine.titles.cwb.helicopters import TRANSPORT
from engine.titles.cwb.staff_assault import Assault, Mover, complete, movers, route
from engine.titles.cwb.staff_board import Position
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_fight import Fight

LATE = {2: 1.5, 1: 2.0, 0: 9.0}
"""How far an assault may fall short of the best possible when so many turns are left."""
HOPELESS = -0.3
"""What a fight promises that is better left."""


class Campaign:
    """One movement decision. A side says what it wants, and in which order it does things."""

    thrift = 0.03
    """What each unit must add to an assault."""
    slack = 0.2
    """How far an assault may fall short of the best possible: there is time to bring up more."""
    long = 10
    """Artillery of at least this range stays behind."""

    def __init__(self, bot: BotView, p: Position) -> None:
        self.bot, self.p, self.board = bot, p, p.board
        self.units = movers(bot, p)
        self.index = self.board.grid.index
        self.wanted = self.wishes() & ~p.held
        self.free = [m for m in self.units if not self.holds(m.c)]
        self.flyer = self._flyer()

    def wishes(self) -> int:
        """The hexes that are worth holding, whoever holds them now."""
        raise NotImplementedError

    def plans(self) -> Sequence[Callable[[], list[str]]]:
        """What a side does, in its order."""
        raise NotImplementedError

    def choose(self) -> list[str]:
        """Picks of the next move, or the end of the phase."""
        for plan in self.plans():
            picks = plan()
            if picks:
                return picks
        return ["done"]

    def holds(self, c: Counter) -> bool:
        """Whether a unit alone garrisons a hex that is worth it."""
        return bool(c.hex) and self.p.value(c.hex) >= 1 and len(self.p.at[c.hex]) == 1

    def stays(self, c: Counter) -> bool:
        """Whether a unit does not close up with the others."""
        return c.range >= self.long and bool(c.hex)

    def touches(self, hex_id: str) -> int:
        """How many enemy hexes are next to a hex."""
        return (self.board.map.reach(hex_id) & self.p.enemy).bit_count()

    def occupy(self) -> list[str]:
        """Put the weakest unit that gets there into an empty objective."""
        p, board = self.p, self.board
        empty = board.grid.hexes(self.wanted & ~p.enemy)
        for h in sorted(empty, key=lambda h: (-p.value(h), self.touches(h), h)):
            able = [m for m in self.free if m.reach >> self.index[h] & 1 and m.c.range < self.long]
            if self.touches(h):
                able = [m for m in able if not m.c.suppressed and m.c.d >= 3]
            for m in sorted(able, key=lambda m: (m.c.a, m.c.id)):
                picks = route(self.bot, self.p, m.c, h)
                if picks:
                    return picks
        return []

    def _flyer(self) -> Mover | None:
        """The unit that the helicopter serves best, with all hexes that it could be flown to: the one farthest from the goals (16.28)."""
        if not self.p.air.get(TRANSPORT):
            return None
        able = [m for m in self.free if m.c.symbol == "special_forces" or m.c.symbol.startswith("airborne")]
        able = [m for m in able if not (m.c.hex and self.p.contact >> self.index[m.c.hex] & 1)]
        if not able:
            return None
        m = max(able, key=lambda m: (self.cost(m), m.c.a, m.c.id))
        closed = self.p.enemy | self.board.closed
        for c in self.p.foes:
            if c.symbol == "air_defense" and not c.suppressed:
                closed |= self.board.grid.within(c.hex, int(self.board.book.tables["common"]["air_defence_range"]))
        if m.c.hex and closed >> self.index[m.c.hex] & 1:
            return None
        return msgspec.structs.replace(m, reach=self.board.all & ~closed)

    def _lift(self, c: Counter, to: str) -> list[str]:
        """Picks that fly a unit to a hex (13.1); none where it may not."""
        return complete(self.bot, [c.id, "air", f"column {to[:2]}", to])

    def fly(self) -> list[str]:
        """Fly a unit to the best empty objective that nobody can reach on the ground."""
        m = self.flyer
        empty = self.wanted & m.reach & ~self.p.contact if m else 0
        if m is None or not empty:
            return []
        return self._lift(m.c, min(self.board.grid.hexes(empty), key=lambda h: (-self.p.value(h), h)))

    def assault(self) -> list[str]:
        """Bring the next unit up to the enemy hex where an attack in strength promises most."""
        units = [m for m in self.free if m.c.range < self.long and not m.c.suppressed]
        if self.flyer is not None:
            units = [self.flyer if m.c.id == self.flyer.c.id else m for m in units]
        plan = Assault(self.p, Fight(self.p), units, self.thrift, LATE.get(self.p.last - self.p.turn, self.slack)).best()
        if plan is None:
            return []
        return route(self.bot, self.p, plan.c, plan.to) or self._lift(plan.c, plan.to)

    def withdraw(self) -> list[str]:
        """Take units out of a fight that promises only losses."""
        p = self.p
        touching = [m for m in self.free if m.c.hex and p.contact >> self.index[m.c.hex] & 1]
        if not touching:
            return []
        fight = Fight(p)
        bad = {a for h, group in fight.assignment().items() for a in group if self._hopeless(fight, h, group)}
        for m in touching:
            if m.c.id in bad:
                picks = self.approach(m, 99)
                if picks:
                    return picks
        return []

    def _hopeless(self, fight: Fight, hex_id: str, group: list[str]) -> bool:
        return fight.odds.value([hex_id], fight.targets[hex_id], [fight.attackers[a] for a in group])[0] < HOPELESS

    def close_up(self) -> list[str]:
        """Move the unit nearest to a goal as near as it can come without touching the enemy."""
        order = []
        for m in self.free:
            if not self.stays(m.c):
                order.append((self.cost(m), m.c.id, m))
        for cost, _, m in sorted(order, key=lambda t: t[:2]):
            picks = self.approach(m, cost)
            if picks:
                return picks
        return []

    def levels(self, m: Mover) -> list[int]:
        """Bit sets of the hexes at each cost from what a unit makes for."""
        raise NotImplementedError

    def cost(self, m: Mover) -> int:
        """How far a unit is from what it makes for, in half MP."""
        if not m.c.hex:
            return 999
        bit = 1 << self.index[m.c.hex]
        return next((k for k, bits in enumerate(self.levels(m)) if bits & bit), 998)

    def approach(self, m: Mover, cost: int) -> list[str]:
        """The cheapest way on to the goals for a unit, ending out of contact."""
        open_hexes = m.reach & ~self.p.contact
        for k, bits in enumerate(self.levels(m)):
            if k >= cost:
                return []
            for h in self.board.grid.hexes(bits & open_hexes):
                picks = route(self.bot, self.p, m.c, h) if self.p.room(h, m.c) else []
                if picks:
                    return picks
        return []
