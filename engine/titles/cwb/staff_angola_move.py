"""The staff bot's movement in Angola: places, the base towns, assaults in strength, units kept out of reach of stronger ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar

from engine.bots import BotView
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.helicopters import TRANSPORT
from engine.titles.cwb.staff_angola import Angola
from engine.titles.cwb.staff_assault import Mover, complete, route
from engine.titles.cwb.staff_board import FAR
from engine.titles.cwb.staff_campaign import Campaign
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_goals import Goal, share_out
from engine.titles.cwb.staff_odds import Odds

GUARDS = 2
"""Units beside the base that stay in a base town while the enemy is near."""
NEAR = 9
"""Hexes from a base town within which an enemy is near."""
COVER = 0.15
"""What a column of terrain shift is worth to a unit that stops."""
TRIED = 14
"""The nearest hexes that a unit weighs against each other."""


class March(Campaign):
    """One movement decision in Angola, of either side."""

    p: Angola
    long = 1
    bold: ClassVar[dict[str, float]] = {COMMUNIST: 0.8, SOUTH_AFRICAN: 0.2}
    """The slack of either side: Communist units are cheap, and time works for South Africa."""

    def __init__(self, bot: BotView, p: Angola) -> None:
        self.guards = self._guards(p)
        super().__init__(bot, p)
        self.odds = Odds(p)
        self.slack = self.bold[p.seat]
        self.waiting = [m for m in self.free if not m.c.hex]
        self.free = [m for m in self.free if m.c.hex]

    def plans(self) -> Sequence[Callable[[], list[str]]]:
        """Empty places, the enemy, ways out, then the next months."""
        return self.occupy, self.fly, self.drop, self.assault, self.withdraw, self.close_up

    def wishes(self) -> int:
        """The hexes that score at the end."""
        return self.board.grid.bits(h for h in self.board.grid.hexes(self.p.board.places) if self.p.value(h) >= 0.5)

    def _guards(self, p: Angola) -> set[str]:
        """The units that stay in a base town: the strongest there, while the enemy is near."""
        home = p.board.home[p.seat]
        if not p.board.grid.within(home, NEAR) & p.enemy:
            return set()
        here = [c for c in p.at.get(home, ()) if c.side == p.seat and c.m and not c.artillery]
        return {c.id for c in sorted(here, key=lambda c: (-c.d, c.id))[:GUARDS]}

    def holds(self, c: Counter) -> bool:
        """Whether a unit garrisons a place that counts, or guards the base town."""
        if c.id in self.guards:
            return True
        return bool(c.hex) and self.p.value(c.hex) >= 0.5 and len(self.p.at[c.hex]) == 1

    def stays(self, c: Counter) -> bool:
        """Guns come along."""
        return False

    # flights

    def _flyer(self) -> Mover | None:
        return None

    def _flyers(self) -> list[Mover]:
        """Units that helicopters or parachutes could take to an empty place."""
        kinds = ("special_forces", "airborne", "light_infantry")
        able = [m for m in (*self.free, *self.waiting) if m.c.symbol in kinds and m.c.cmd in ("SADF", "DDR")]
        return [m for m in able if not (m.c.hex and self.p.contact >> self.index[m.c.hex] & 1)]

    def fly(self) -> list[str]:
        """Fly the weakest able unit to the best empty place that nobody reaches on the ground."""
        return self._sent("air") if self.p.air.get(TRANSPORT) else []

    def drop(self) -> list[str]:
        """The one airborne drop goes to an empty place as well (17.28)."""
        return self._sent("drop")

    def _sent(self, how: str) -> list[str]:
        empty = self.wanted & ~self.p.contact & ~self.p.enemy
        if not empty:
            return []
        to = min(self.board.grid.hexes(empty), key=lambda h: (-self.p.value(h), self.risk(h, 1.0), h))
        for m in sorted(self._flyers(), key=lambda m: (m.c.a, m.c.id)):
            picks = complete(self.bot, [m.c.id, how, f"column {to[:2]}", to])
            if picks:
                return picks
        return []

    # the way to the goals

    @cached_property
    def aims(self) -> dict[str, Goal]:
        """What each unit on the map makes for, those that have moved included."""
        return share_out(self.p, [c for c in self.p.own if c.m and not c.artillery and not self.holds(c)])

    @cached_property
    def effort(self) -> str:
        """The hex that most strength makes for: the guns go where they reach it."""
        strength: dict[str, float] = {}
        for cid, goal in self.aims.items():
            strength[goal.hex] = strength.get(goal.hex, 0.0) + self.p.counters[cid].a
        return max(strength, key=lambda h: (strength[h], h), default="")

    def approach(self, m: Mover, cost: int) -> list[str]:
        """The best place out of contact on the way to the unit's goal."""
        way = self._way(m.c)
        spots = [h for h in self.board.grid.hexes(m.reach & ~self.p.contact) if self.p.room(h, m.c)]
        spots.sort(key=lambda h: (way.get(h, FAR), h))
        here = self._merit(m.c, m.c.hex, way) if cost < 99 else -99.0
        for merit, h in sorted(((self._merit(m.c, h, way), h) for h in spots[:TRIED]), reverse=True):
            if merit <= here + 0.05:
                return []
            picks = route(self.bot, self.p, m.c, h)
            if picks:
                return picks
        return []

    def _way(self, c: Counter) -> dict[str, int]:
        """What the way costs to a unit's goal from each hex; a gun need only come into range."""
        if not c.artillery:
            goal = self.aims.get(c.id)
            return self.board.way(goal.hex, c.mech, False) if goal else {}
        if not self.effort:
            return {}
        near = self.board.grid.within(self.effort, c.range - 1)
        way = self.board.way(self.effort, c.mech, True)
        return {h: 0 if near >> self.index[h] & 1 else k for h, k in way.items()}

    def _merit(self, c: Counter, hex_id: str, way: dict[str, int]) -> float:
        """What it is worth for a unit to stop in a hex: the way it saves, cover, and the danger there."""
        friends = sum(o.d for o in self.p.at.get(hex_id, ()) if o.id != c.id)
        turns = way.get(hex_id, FAR) / (2 * c.m) if way else 0.0
        return -turns - COVER * self.odds.cover(hex_id, c.mech) - self.p.price(c) * self.risk(hex_id, c.d + friends)

    def risk(self, hex_id: str, defence: float) -> float:
        """How likely a unit is to be lost in a hex in the enemy's next turn, roughly."""
        bit = 1 << self.index[hex_id]
        threat = sum(c.a for c, bits in self._threats if bits & bit)
        return min(1.0, max(0.0, threat / 3 - defence) / 8)

    @cached_property
    def _threats(self) -> list[tuple[Counter, int]]:
        """Enemy units that move, with the hexes that they could attack next turn, roughly."""
        within = self.board.grid.within
        return [(c, within(c.hex, min(c.m, 8) if not c.suppressed else 2)) for c in self.p.foes if c.m]

    def cost(self, m: Mover) -> int:
        """How far a unit is from what it makes for, in half MP."""
        return self._way(m.c).get(m.c.hex, FAR - 1)
