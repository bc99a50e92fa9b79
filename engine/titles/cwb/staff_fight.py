"""The staff bot's combat: which attacks to declare, with what support, and the choices that results bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.decisions import Walk
from engine.titles.cwb.staff_board import SPECIAL_CORPS, Counter, Position
from engine.titles.cwb.staff_odds import Odds, best_guns


class Fight:
    """A combat phase as its seat sees it."""

    def __init__(self, position: Position) -> None:
        self.p, self.odds = position, Odds(position)
        self.board = position.board
        reach = self.board.map.reach
        index = self.board.grid.index
        self.targets = {
            h: cs for h, all_of in position.at.items() if (cs := [c for c in all_of if c.side != position.seat and not c.fought])
        }
        self.attackers: dict[str, Counter] = {}
        self.choices: dict[str, list[str]] = {}
        for c in position.own:
            if c.fought:
                continue
            near = reach(c.hex)
            hexes = [h for h in self.targets if near >> index[h] & 1]
            if hexes:
                self.attackers[c.id], self.choices[c.id] = c, sorted(hexes)
        self.guns = [
            c
            for c in position.own
            if c.artillery and not c.fought and not c.suppressed and c.id not in self.choices and not position.foes_next_to(c.hex)
        ]

    def assignment(self) -> dict[str, list[str]]:
        """Target hex -> attackers, improved one attacker at a time until nothing gets better."""
        given = {a: max(hexes, key=lambda h: (self.board.value[h], h)) for a, hexes in self.choices.items()}
        groups = self._groups(given)
        worth = {h: self._worth(h, groups[h]) for h in groups}
        for _ in range(3):
            changed = False
            for a in sorted(given):
                here = given[a]
                for there in self.choices[a]:
                    if there == here:
                        continue
                    less, more = [x for x in groups[here] if x != a], [*groups[there], a]
                    now = worth[here] + worth[there]
                    then_here, then_there = self._worth(here, less), self._worth(there, more)
                    if then_here + then_there > now + 1e-9:
                        groups[here], groups[there] = less, more
                        worth[here], worth[there] = then_here, then_there
                        given[a], here, changed = there, there, True
            if not changed:
                break
        return {h: g for h, g in groups.items() if g}

    def _groups(self, given: dict[str, str]) -> dict[str, list[str]]:
        out: dict[str, list[str]] = {h: [] for hexes in self.choices.values() for h in hexes}
        for a in sorted(given):
            out[given[a]].append(a)
        return out

    def _worth(self, hex_id: str, attackers: Sequence[str]) -> float:
        if not attackers:
            return -1.0
        return self.odds.value([hex_id], self.targets[hex_id], [self.attackers[a] for a in attackers])[0]

    def support(self, hexes: Sequence[str], attackers: Sequence[Counter]) -> list[Counter]:
        """Guns to add to an attack, while each still improves it."""
        defenders = [c for h in hexes for c in self.targets[h]]
        chosen: list[Counter] = []
        now = self.odds.value(hexes, defenders, attackers)[0]
        for gun in best_guns(self.board, self.guns, hexes):
            if gun.cmd != SPECIAL_CORPS and any(c.cmd not in (gun.cmd, SPECIAL_CORPS) for c in attackers):
                continue
            then = self.odds.value(hexes, defenders, attackers, [*chosen, gun])[0]
            if then > now + 0.15:
                chosen.append(gun)
                now = then
            if len(chosen) == 3:
                break
        return chosen

    def bombardment(self) -> tuple[float, list[str]]:
        """The best bombardment of a hex that no own unit is next to, or that nothing else needs: its worth and picks."""
        best: tuple[float, list[str]] = (0.0, [])
        near = {h for hexes in self.choices.values() for h in hexes}
        for hex_id, defenders in sorted(self.targets.items()):
            if hex_id in near:
                continue
            guns: list[Counter] = []
            now = 0.0
            for gun in best_guns(self.board, self.guns, [hex_id])[:4]:
                then = self.odds.bombardment(hex_id, defenders, [*guns, gun], 0)
                if then > now + 0.1:
                    guns.append(gun)
                    now = then
            air = 0
            for n in range(1, min(3, self.p.air.get("TAC", 0)) + 1):
                then = self.odds.bombardment(hex_id, defenders, guns, n)
                if then > now + 0.02:
                    air, now = n, then
            if now > best[0] and (guns or air):
                best = (now, ["bombard", hex_id, *(g.id for g in guns), *["TAC"] * air, "go"])
        return best

    def declare(self, fresh: Callable[[], Walk]) -> list[str]:
        """Picks of the next declaration, or the end of the phase."""
        values = fresh().values()
        must = "done" not in values
        if "attack" in values:
            plans = []
            for hex_id, ids in self.assignment().items():
                attackers = [self.attackers[a] for a in ids]
                guns = self.support([hex_id], attackers)
                plans.append((self.odds.value([hex_id], self.targets[hex_id], attackers, guns)[0], hex_id, ids))
            plans.sort(key=lambda t: (-t[0], t[1]))
            for worth, hex_id, ids in plans:
                if worth > 0 or must:
                    picks = self._attack(fresh().follow(["attack"]), hex_id, ids)
                    if picks:
                        return picks
        if "bombard" in values:
            _, picks = self.bombardment()
            if picks and picks[1] in fresh().follow(["bombard"]).values():
                return picks
        return []

    def _attack(self, walk: Walk, hex_id: str, ids: Sequence[str]) -> list[str]:
        """Declare an attack on a hex, with whatever more the duties to fight make part of it (9.3)."""
        if hex_id not in walk.values():
            return []
        walk.pick(hex_id)
        for a in ids:
            if a in walk.values():
                walk.pick(a)
        while "assault" not in walk.values():
            walk.pick(max(walk.values(), key=lambda v: (v in self.attackers, -self._burden(v), v)))
        hexes = [v for v in walk.picks if v in self.targets]
        attackers = [self.attackers[v] for v in walk.picks if v in self.attackers]
        defenders = [c for h in hexes for c in self.targets[h]]
        guns = self.support(hexes, attackers)
        crt = self.odds.value(hexes, defenders, attackers, guns)[1]
        walk.pick(crt if crt in walk.values() else "assault")
        for gun in guns:
            if gun.id in walk.values():
                walk.pick(gun.id)
        walk.pick("go")
        return list(walk.picks)

    def _burden(self, hex_id: str) -> float:
        return sum(c.d for c in self.targets.get(hex_id, ()))
