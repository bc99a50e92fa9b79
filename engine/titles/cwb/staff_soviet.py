"""The staff bot's Soviet movement: garrisons, assaults in strength, guns on the hills, columns that close up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.titles.cwb.staff_assault import Mover, route
from engine.titles.cwb.staff_budapest import Budapest
from engine.titles.cwb.staff_campaign import Campaign
from engine.titles.cwb.staff_counters import Counter

CROWD = 6
"""Units near a goal that are enough for it."""


class Soviet(Campaign):
    """One Soviet movement decision."""

    p: Budapest

    def plans(self) -> Sequence[Callable[[], list[str]]]:
        """Objectives first, then the enemy, then the next day."""
        return self.occupy, self.fly, self.assault, self.withdraw, self.site_guns, self.close_up

    def wishes(self) -> int:
        """Objectives, or what scores on the last turn."""
        return self.p.prized

    def site_guns(self) -> list[str]:
        """Long-range guns go to hills within reach of the centre and out of the enemy's."""
        guns = [m for m in self.free if m.c.range >= self.long]
        danger = self.board.grow(self.p.enemy, 4) if guns else 0
        for m in guns:
            now = self._site(m.c.hex, danger) if m.c.hex else -9.0
            best = self._best_site(m, danger)
            if best and self._site(best, danger) > now + 0.9:
                picks = route(self.bot, self.p, m.c, best)
                if picks:
                    return picks
        return []

    def _best_site(self, m: Mover, danger: int) -> str:
        """The best hex in a gun's reach that is out of danger, if there is one, else of all."""
        reach = m.reach & ~self.p.contact
        for bits in (reach & ~danger, reach & danger):
            for h in self.p.board.sites:
                if bits >> self.index[h] & 1 and self.p.room(h, m.c):
                    return h
        return ""

    def _site(self, hex_id: str, danger: int) -> float:
        return self.p.board.site(hex_id) - 2.0 * bool(danger >> self.index[hex_id] & 1)

    def levels(self, m: Mover) -> list[int]:
        goals = self._bridgeheads() if m.c.symbol == "engineer" else 0
        return self.board.flood(goals or self._goals(m.c), m.c.mech, m.c.artillery, self.p.rubble)

    def _goals(self, c: Counter) -> int:
        """What a unit makes for: the objectives not held that have not got units enough around them."""
        here = 1 << self.index[c.hex] if c.hex else 0
        out = 0
        for h in self.board.grid.hexes(self.wanted):
            near = self.board.grid.within(h, 3)
            crowd = sum(len(self.p.at[x]) for x in self.board.grid.hexes(near & self.p.held))
            if crowd - bool(near & here) < CROWD:
                out |= 1 << self.index[h]
        return out or self.wanted or self.p.board.objectives

    def _bridgeheads(self) -> int:
        """River banks near objectives not held, for the engineers (16.27)."""
        return self.board.rivers & self.board.grow(self.wanted & self.p.board.objectives, 2) & ~self.p.contact & ~self.p.enemy
