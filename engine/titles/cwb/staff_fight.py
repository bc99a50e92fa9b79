"""The staff bot's combat phase: who attacks whom, with what support, and what is bombarded."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Mapping, Sequence

from engine.decisions import Walk
from engine.titles.cwb.splitting import PICK
from engine.titles.cwb.staff_board import Position
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_odds import Odds, in_range

ALONE = -0.9
"""What it costs to leave an enemy that must be attacked to whoever is left: somebody has to attack it as well."""
WORTH_A_GUN = 0.12
"""What a gun must add to an attack to be spent on it."""
WORTH_A_SHELL = 0.05
"""What a bombardment must promise."""
WORTH_A_STRIKE = 0.02
"""What one more air point must add to a bombardment."""
WORTH_A_POINT = 0.1
"""The same for an air point."""
LATE = 0.2
"""What it takes from a fire that it is planned for an attack already."""
MOST_AIR = 4
"""Air points that are tried together."""


def give(walk: Walk, value: str) -> Walk:
    """Pick a piece or an air point; artillery that splits gives all that it has left (16.18)."""
    walk.pick(value)
    parts = [v for v in walk.values() if v.startswith(PICK)]
    if parts:
        walk.pick(parts[-1])
    return walk


class Fight:
    """A combat phase as its seat sees it, or foresees it in its movement phase.

    `plotted`: fires of bound forces go only where they were plotted (23.2).
    """

    def __init__(self, position: Position, plotted: bool = False) -> None:
        self.plotted = plotted
        self.p, self.odds, self.board = position, Odds(position), position.board
        reach, index = self.board.map.reach, self.board.grid.index
        self.targets: dict[str, list[Counter]] = {}
        for h, stack in position.at.items():
            fresh = [c for c in stack if c.side != position.seat and not c.fought]
            if fresh:
                self.targets[h] = fresh
        self.attackers: dict[str, Counter] = {}
        self.choices: dict[str, list[str]] = {}
        foes = self.board.grid.bits(self.targets)
        for c in position.own:
            near = reach(c.hex) & foes
            if near and not c.fought:
                self.attackers[c.id], self.choices[c.id] = c, list(self.board.grid.hexes(near))
        touched = position.contact
        self.guns = [c for c in position.own if c.artillery and not c.fought and not c.suppressed and not touched >> index[c.hex] & 1]

    # who attacks whom

    def assignment(self) -> dict[str, list[str]]:
        """Target hex -> attackers, improved one attacker at a time until nothing gets better."""
        groups: dict[str, list[str]] = {h: [] for hexes in self.choices.values() for h in hexes}
        given = {}
        for a, hexes in self.choices.items():
            given[a] = max(hexes, key=lambda h: (not groups[h], self.p.value(h), h))
            groups[given[a]].append(a)
        worth = {h: self._worth(h, group) for h, group in groups.items()}
        for _ in range(4):
            changed = False
            for a in sorted(given):
                for there in self.choices[a]:
                    here = given[a]
                    if there == here:
                        continue
                    less, more = [x for x in groups[here] if x != a], [*groups[there], a]
                    then = self._worth(here, less), self._worth(there, more)
                    if sum(then) > worth[here] + worth[there] + 1e-6:
                        groups[here], groups[there] = less, more
                        worth[here], worth[there] = then
                        given[a], changed = there, True
            if not changed:
                break
        return {h: g for h, g in groups.items() if g}

    def _worth(self, hex_id: str, attackers: Sequence[str]) -> float:
        if attackers:
            return self.odds.value([hex_id], self.targets[hex_id], [self.attackers[a] for a in attackers])[0]
        return max(ALONE, *(worth for worth, _ in self._covers(hex_id)))

    def _covers(self, hex_id: str) -> list[tuple[float, str]]:
        """Single fires that would meet the duty to attack a hex, with what they are worth (9.8)."""
        foes = self.targets[hex_id]
        out = [(self.odds.bombardment(hex_id, foes, [g], 0) - 0.3, g.id) for g in self._reaching(hex_id)[-1:]]
        out += [(self.odds.bombardment(hex_id, foes, (), 1, kind), kind) for kind in self.p.bombers if self._air(hex_id).get(kind)]
        return out or [(ALONE, "")]

    # what may fire where

    def _reaching(self, hex_id: str) -> list[Counter]:
        """The guns that may fire at a hex."""
        free = [g for g in self.guns if not self.plotted or g.plot == hex_id or g.cmd not in self.p.bound_commands]
        return in_range(self.board, free, [hex_id])

    def _air(self, hex_id: str) -> Mapping[str, int]:
        """The air points that may strike at a hex, by kind."""
        if self.plotted and self.p.seat in self.p.bound_air:
            return self.p.plots.get(hex_id, {})
        return self.p.air

    def plans(self) -> list[tuple[float, str, list[Counter], list[Counter]]]:
        """The attacks to make, best first: worth, target hex, attackers, supporting guns."""
        forces = {h: [self.attackers[a] for a in group] for h, group in self.assignment().items()}
        worth = {h: self.odds.value([h], self.targets[h], force)[0] for h, force in forces.items()}
        support: dict[str, list[Counter]] = {h: [] for h in forces}
        reached = {h: {g.id for g in self._reaching(h)} for h in forces}
        for gun in sorted(self.guns, key=lambda c: (-c.a, c.id)):
            best, where = WORTH_A_GUN, ""
            for h, force in forces.items():
                if len(support[h]) < self.p.support_guns and self.p.serves(gun, force) and gun.id in reached[h]:
                    gain = self.odds.value([h], self.targets[h], force, [*support[h], gun])[0] - worth[h]
                    if gain > best:
                        best, where = gain, h
            if where:
                support[where].append(gun)
                worth[where] += best
        self._add_air(forces, support, worth)
        return sorted(((worth[h], h, forces[h], support[h]) for h in forces), key=lambda t: (-t[0], t[1]))

    def _add_air(self, forces: dict[str, list[Counter]], support: dict[str, list[Counter]], worth: dict[str, float]) -> None:
        """Air points in close support where they gain most for each, as many together as a column takes (12.4)."""
        if self.plotted and self.p.seat in self.p.bound_air:
            for h, force in forces.items():
                support[h] += self._strikes(h)
                worth[h] = self.odds.value([h], self.targets[h], force, support[h])[0]
            return
        points = self._strikes("")
        while points:
            best: tuple[float, str, int] = (WORTH_A_POINT, "", 0)
            for h, force in forces.items():
                if not self.p.serves(points[0], force):
                    continue
                for n in range(1, min(MOST_AIR, len(points)) + 1):
                    gain = self.odds.value([h], self.targets[h], force, [*support[h], *points[:n]])[0] - worth[h]
                    best = max(best, (gain / n, h, n))
            gain, where, n = best
            if not where:
                return
            support[where] += points[:n]
            worth[where] += gain * n
            points = points[n:]

    def _strikes(self, hex_id: str) -> list[Counter]:
        """The air points that may support at a hex."""
        return [self.p.airstrike(kind) for kind in self.p.support_air for _ in range(self._air(hex_id).get(kind, 0))]

    # declaring

    def declare(self, fresh: Callable[[], Walk]) -> list[str]:
        """Picks of the next declaration, or the end of the phase when nothing more is worth doing; none where neither is found."""
        values = fresh().values()
        must = "done" not in values
        plans = self.plans() if "attack" in values else []
        if must and "bombard" in values:
            picks = self._cover(fresh, {h for _, h, _, _ in plans})
            if picks:
                return picks
        for worth, hex_id, force, guns in plans:
            if worth > 0 or must:
                picks = self._attack(fresh().follow(["attack"]), hex_id, force, guns)
                if picks:
                    return picks
        picks = self._bombard(fresh) if "bombard" in values else []
        return picks or ([] if must else ["done"])

    def plot(self, fresh: Callable[[], Walk]) -> list[str]:
        """Picks of all fires of the phase: the support of the planned attacks, then what is worth bombarding; or protection (23.2)."""
        walk = fresh()
        plans = self.plans()
        wanted = {h: [s.id for s in support] for worth, h, _, support in plans if support and worth > 0}
        left = Counted(self.p.air)
        left.subtract(f for fires in wanted.values() for f in fires if f in left)
        self._plot_covers(walk, wanted, left, {h for _, h, _, _ in plans})
        while True:
            spent = {f for fires in wanted.values() for f in fires}
            guns = [g for g in self.guns if g.id not in spent]
            shells = [
                (*self._shelling(h, in_range(self.board, guns, [h]), left), h)
                for h in walk.values()
                if h in self.targets and h not in wanted
            ]
            worth, fires, hex_id = max(shells, default=(0.0, [], ""))
            if worth <= WORTH_A_SHELL:
                break
            wanted[hex_id] = fires
            left.subtract(f for f in fires if f in left)
        for h, fires in wanted.items():
            if h in walk.values() and {*fires} & {*walk.fork().follow([h]).values()}:
                walk.pick(h)
                for f in fires:
                    if f in walk.values():
                        give(walk, f)
        return list(walk.follow(["done"]).picks)

    def _plot_covers(self, walk: Walk, wanted: dict[str, list[str]], left: Counted[str], attacked: set[str]) -> None:
        """Plot one fire on each enemy that must be attacked and is left to the guns, if need be one that was to support an attack."""
        covering: set[str] = set()
        for h in sorted({h for hexes in self.choices.values() for h in hexes} - attacked):
            if h not in walk.values():
                continue
            spent = {f for fires in wanted.values() for f in fires}
            guns = in_range(self.board, [g for g in self.guns if g.id not in covering], [h])
            covers = [(self.odds.bombardment(h, self.targets[h], [g], 0) - LATE * (g.id in spent), g.id) for g in guns]
            covers += [(self.odds.bombardment(h, self.targets[h], (), 1, kind), kind) for kind in self.p.bombers if left[kind] > 0]
            fire = max(covers, default=(0.0, ""))[1]
            if fire in left:
                left[fire] -= 1
            elif fire:
                covering.add(fire)
                for hex_id in wanted:
                    wanted[hex_id] = [f for f in wanted[hex_id] if f != fire]
            if fire:
                wanted[h] = [fire]

    def protect(self, fresh: Callable[[], Walk]) -> list[str]:
        """Picks of all protective fires: each gun and air point for the most threatened hex that it reaches (23.2)."""
        walk = fresh()
        hexes = sorted((h for h in walk.values() if h in self.p.at), key=lambda h: (-self._threat(h), h))
        for h in hexes:
            if h not in walk.values():
                continue
            walk.pick(h)
            for _ in range(2):
                fires = [v for v in walk.values() if v in self.p.counters or v in self.p.support_air]
                if fires:
                    give(walk, max(fires, key=lambda v: (self.p.counters[v].fpf if v in self.p.counters else 1.0, v)))
        return list(walk.follow(["done"]).picks)

    def _threat(self, hex_id: str) -> float:
        """What a hex stands to lose, the more the stronger the enemies next to it."""
        near = self.board.map.reach(hex_id) & self.p.enemy
        against = sum(c.a for h in self.board.grid.hexes(near) for c in self.p.at[h]) - sum(c.d for c in self.p.at[hex_id])
        return (max(-6.0, min(against, 6.0)) + 7.0) * sum(self.p.price(c) for c in self.p.at[hex_id])

    def _cover(self, fresh: Callable[[], Walk], attacked: set[str]) -> list[str]:
        """Bombard an enemy that the units next to it leave to the guns."""
        for hex_id in sorted({h for hexes in self.choices.values() for h in hexes} - attacked):
            worth, gun = max(self._covers(hex_id))
            if gun and worth > ALONE and hex_id in fresh().follow(["bombard"]).values():
                walk = fresh().follow(["bombard", hex_id])
                if gun in walk.values():
                    return list(give(walk, gun).follow(["go"]).picks)
        return []

    def _attack(self, walk: Walk, hex_id: str, force: Sequence[Counter], guns: Sequence[Counter]) -> list[str]:
        """Declare an attack on a hex, with whatever more the duties to fight make part of it (9.3)."""
        if hex_id not in walk.values():
            return []
        walk.pick(hex_id)
        for c in force:
            if c.id in walk.values():
                give(walk, c.id)
        while "assault" not in walk.values():
            walk.pick(max(walk.values(), key=lambda v: (v in self.attackers, -self._burden(v), v)))
        hexes = [v for v in walk.picks if v in self.targets]
        attackers = [self.attackers[v] for v in walk.picks if v in self.attackers]
        defenders = [c for h in hexes for c in self.targets[h]]
        crt = self.odds.value(hexes, defenders, attackers, guns)[1]
        walk.pick(crt if crt in walk.values() else "assault")
        for gun in guns:
            if gun.id in walk.values():
                give(walk, gun.id)
        return list(walk.follow(["go"]).picks)

    def _burden(self, hex_id: str) -> float:
        return sum(c.d for c in self.targets.get(hex_id, ()))

    def _bombard(self, fresh: Callable[[], Walk]) -> list[str]:
        """The bombardment that is worth most, if one is worth anything."""
        best: tuple[float, list[str]] = (WORTH_A_SHELL, [])
        legal = fresh().follow(["bombard"]).values()
        for hex_id in legal:
            if hex_id not in self.targets:
                continue
            now, fires = self._shelling(hex_id, self._reaching(hex_id), self._air(hex_id))
            if now > best[0]:
                walk = fresh().follow(["bombard", hex_id])
                for value in fires:
                    if value in walk.values():
                        give(walk, value)
                if "go" in walk.values():
                    best = (now, list(walk.follow(["go"]).picks))
        return best[1]

    def _shelling(self, hex_id: str, able: Sequence[Counter], points: Mapping[str, int]) -> tuple[float, list[str]]:
        """What bombarding a hex promises, and the fires that it takes of the guns and air points that there are."""
        foes, guns, now = self.targets[hex_id], list[Counter](), 0.0
        for gun in able[:4]:
            then = self.odds.bombardment(hex_id, foes, [*guns, gun], 0)
            if then > now + 0.03:
                guns.append(gun)
                now = then
        air, kind = 0, ""
        for marker in self.p.bombers:
            for n in range(1, min(3, points.get(marker, 0)) + 1):
                then = self.odds.bombardment(hex_id, foes, guns, n, marker)
                if then > now + WORTH_A_STRIKE:
                    air, kind, now = n, marker, then
        return now, [*(g.id for g in guns), *[kind] * air]
