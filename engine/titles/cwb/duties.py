"""Who must attack and be attacked, and the most of it that can still be met (8.6, 9.3, 9.5, 9.8, 10.12).

The measure is exact. Legal adjacent attacks are those in which every attacker is adjacent to every target hex; any set of pieces
and target hexes without an isolated one can be split into such attacks (each a star around one attacker or one target hex), so a
duty can still be met exactly when its piece has an unused partner next to it, or, for a target, when a ranged fire of its own can
be reserved for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations

from engine.titles.cwb.field import Field
from engine.titles.cwb.irregulars import SECURITY
from engine.titles.cwb.plots import markers_at
from engine.titles.cwb.scenario import NO_CAP, Scenario
from engine.titles.cwb.splitting import fires, gun, left
from engine.titles.cwb.state import Duties, State


def at_start(state: State, scenario: Scenario, field: Field, side: str) -> Duties:
    """The duties of the phasing side as its combat phase begins. Irregulars have none and make none for others (22.4).

    An enemy irregular must be attacked only where the police have him in their zone: other zones do not work on him (22.2, 22.3).
    """
    enemy = scenario.enemy(side)
    attack: set[str] = set()
    defend: set[str] = set()
    police = 0
    for pid, piece in field.pieces_of(side):
        if field.irregular(pid):
            continue
        next_to = field.enemies_next_to(piece.at, side)
        if field.in_zoc(piece.at, enemy) or (next_to and field.unit(pid).artillery):
            attack.add(pid)
        defend.update(e for e in next_to if field.exerts_on(e, piece.at))
        if field.unit(pid).type in SECURITY and not piece.suppressed:
            police |= field.map.reach(piece.at) & ~field.map.no_zoc
    for pid, piece in field.pieces_of(enemy):
        zone = police if field.irregular(pid) else field.zoc(side)
        if zone >> field.map.grid.index[piece.at] & 1:
            defend.add(pid)
    return Duties(sorted(attack), sorted(defend))


class Standing:
    """What can still be attacked by whom in this combat phase."""

    def __init__(self, state: State, scenario: Scenario, field: Field) -> None:
        self.s, self.scenario, self.field = state, scenario, field
        self.side = state.side
        self.enemy = scenario.enemy(self.side)
        self.must_attack = frozenset(state.duties.attack)
        self.must_be_attacked = frozenset(state.duties.defend)
        self.targets: dict[str, list[str]] = {}
        for hex_id, pids in field.at.items():
            if field.holder[hex_id] == self.enemy:
                fresh = [p for p in pids if not state.pieces[p].defended and not state.pieces[p].attacked]
                if fresh:
                    self.targets[hex_id] = fresh
        self.shelled = {h: [p for p in pids if not field.irregular(p)] for h, pids in self.targets.items()}
        """What a bombardment of each target hex is aimed at: not the irregulars there (22.4)."""
        self._weights = self._duties_at(self.targets)
        self._shell_weights = self._duties_at(self.shelled)
        self.volunteers = frozenset(pid for pid, _ in field.pieces_of(self.side) if field.irregular(pid))
        self._met: dict[tuple[frozenset[str], frozenset[str], str], tuple[int, list[tuple[int, str]]]] = {}
        self.next_to: dict[str, frozenset[str]] = {}
        self.attackers_of: dict[str, set[str]] = {}
        for pid, piece in field.pieces_of(self.side):
            if piece.attacked or piece.defended or piece.spent:
                continue
            hexes = frozenset(n for n in field.map.neighbours[piece.at] if n in self.targets and field.map.combat_across(piece.at, n))
            if hexes:
                self.next_to[pid] = hexes
                for h in hexes:
                    self.attackers_of.setdefault(h, set()).add(pid)
        self.plotted_air = scenario.plots_air(state, self.side)
        self.firers = [pid for pid, piece in field.pieces_of(self.side) if self._may_fire(pid)]
        self._fires = [f for p in self.firers for f in self.fires(p)]

    def _may_fire(self, pid: str) -> bool:
        """Whether an artillery piece may fire at range (10.1, 10.12, 11.3)."""
        piece, unit = self.s.pieces[pid], self.field.unit(pid)
        return (
            unit.artillery
            and unit.barrage > 0
            and not (piece.fired or piece.attacked or piece.defended or piece.suppressed)
            and not self.field.enemies_next_to(piece.at, self.side)
        )

    def fires(self, pid: str, points: int | None = None) -> list[str]:
        """The separate fires that an artillery piece has left, or that some points of it are (16.18)."""
        return fires(self.s.pieces[pid], self.field.unit(pid), pid, points)

    def points_left(self, pid: str) -> int:
        """The barrage points that an artillery piece may still fire."""
        unit = self.field.unit(pid)
        return left(self.s.pieces[pid], unit, unit.barrage)

    def in_range(self, pid: str, hex_id: str) -> bool:
        """Whether a target hex is within an artillery piece's range, and the one that it was plotted on if it had to be (10.3, 23.2)."""
        piece, unit = self.s.pieces[pid], self.field.unit(pid)
        if self.scenario.plots(self.s, unit.cmd) and piece.plot != hex_id:
            return False
        return self.field.map.in_range(unit, piece.at, hex_id)

    def air_left(self) -> int:
        """Air markers that could still bombard any hex."""
        pools = self.s.air.get(self.side, {})
        return 0 if self.plotted_air else sum(pools[k].left for k in self.scenario.bombard_air(self.side) if k in pools)

    def air_at(self, kind: str, hexes: Iterable[str]) -> int:
        """Air markers of a kind that may strike some hexes together: unused ones, or those that were plotted there (23.2)."""
        if self.plotted_air:
            return sum(markers_at(self.s, self.side, h).get(kind, 0) for h in hexes)
        pools = self.s.air.get(self.side, {})
        return pools[kind].left if kind in pools else 0

    def air_room(self, hex_id: str) -> int:
        """Airstrikes that may still go into a hex this turn (12.6); those that were plotted have been counted."""
        if self.plotted_air:
            return sum(markers_at(self.s, self.side, hex_id).values())
        cap = self.scenario.air_cap(self.s, self.side)
        return cap - self.s.air_hits.get(hex_id, 0) if cap < NO_CAP else NO_CAP

    def _duties_at(self, targets: dict[str, list[str]]) -> dict[str, int]:
        return {h: sum(p in self.must_be_attacked for p in pids) for h, pids in targets.items()}

    def weight(self, hex_id: str) -> int:
        """Duties that an attack on a hex meets: its pieces that must be attacked."""
        return self._weights[hex_id]

    @cached_property
    def open(self) -> int:
        """The most duties that can still be met now."""
        return self.measure()

    def measure(self, gone: Iterable[str] = (), hit: Iterable[str] = (), fired: Iterable[str] = (), air: int = 0, shelled: str = "") -> int:
        """The most duties that can still be met once some attackers, target hexes, firers and air markers are used.

        `shelled`: a hex that was bombarded, where irregulars have been spared and can be attacked yet.
        """
        gone, hit = frozenset(gone), frozenset(hit)
        met, alone = self._by_attack(gone.intersection(self.next_to), hit, shelled)
        return met + self._bombardable(alone, frozenset(fired) | gone, air)

    def _by_attack(self, gone: frozenset[str], hit: frozenset[str], shelled: str = "") -> tuple[int, list[tuple[int, str]]]:
        """The duties that adjacent attacks can still meet, and the targets of duties that none can: (duties, hex).

        Irregulars attack only if they want to: no duty may hang on them (22.4).
        """
        if (gone, hit, shelled) in self._met:
            return self._met[gone, hit, shelled]
        met = sum(pid in self.must_attack and pid not in gone and bool(hexes - hit) for pid, hexes in self.next_to.items())
        alone = []
        for hex_id in self.targets:
            weight = 0 if hex_id in hit else self.weight(hex_id) - (self._shell_weights[hex_id] if hex_id == shelled else 0)
            if not weight:
                continue
            if self.attackers_of.get(hex_id, set()) - gone - self.volunteers:
                met += weight
            elif hex_id != shelled and self._shell_weights[hex_id]:
                alone.append((self._shell_weights[hex_id], hex_id))
        self._met[gone, hit, shelled] = met, alone
        return met, alone

    def _bombardable(self, alone: list[tuple[int, str]], used: frozenset[str], air: int) -> int:
        """The most duties that ranged fire can meet among target hexes that no attacker is left for: a matching by weight."""
        if not alone:
            return 0
        firers: list[str] = [f for f in self._fires if f not in used] + [f"air {i}" for i in range(self.air_left() - air)]
        given: dict[str, str] = {}

        def assign(hex_id: str, seen: set[str]) -> bool:
            if self.plotted_air and any(self.air_at(k, [hex_id]) for k in self.scenario.bombard_air(self.side)):
                return True
            for f in firers:
                if f in seen or not (self.air_room(hex_id) > 0 if f.startswith("air ") else self.in_range(gun(f), hex_id)):
                    continue
                seen.add(f)
                if f not in given or assign(given[f], seen):
                    given[f] = hex_id
                    return True
            return False

        # targets form a matroid, so taking them by falling weight is exact
        return sum(weight for weight, hex_id in sorted(alone, key=lambda t: -t[0]) if assign(hex_id, set()))

    def loss(self, attackers: Iterable[str], hexes: Iterable[str], fired: Iterable[str] = (), air: int = 0) -> int:
        """How many duties fewer can be met in all after a declaration: 0 where it is allowed (9.3). `fired`: fires of supporting guns."""
        attackers, hexes = frozenset(attackers), frozenset(hexes)
        met = len(attackers & self.must_attack & self.next_to.keys()) + sum(self.weight(h) for h in hexes)
        return self.open - met - self.measure(attackers, hexes, fired, air)

    def shell_loss(self, fired: Iterable[str], hex_id: str, air: int = 0) -> int:
        """How many duties fewer can be met in all after a bombardment of a hex by some fires: 0 where it is allowed (9.3, 9.8)."""
        spared = len(self.shelled[hex_id]) < len(self.targets[hex_id])
        after = self.measure((), () if spared else (hex_id,), fired, air, hex_id if spared else "")
        return self.open - self._shell_weights[hex_id] - after

    def completable(self, attackers: frozenset[str], hexes: frozenset[str]) -> bool:
        """Whether an attack under declaration can be completed to one that loses no duty.

        For given targets the best attackers are the chosen ones and those whose only targets these are, so only the sets of
        further targets have to be searched.
        """
        if not attackers:
            return any(self.completable(frozenset([a]), hexes) for a in self._common_attackers(hexes))
        common = frozenset.intersection(*(self.next_to[a] for a in attackers))
        if not hexes <= common:
            return False
        rest = sorted(common - hexes)
        for n in range(len(rest) + 1):
            for more in combinations(rest, n):
                chosen = hexes | frozenset(more)
                if not chosen:
                    continue
                bound = {p for h in chosen for p in self.attackers_of[h] if p in self.must_attack and self.next_to[p] <= chosen}
                full = attackers | bound
                if all(chosen <= self.next_to[p] for p in full) and self.loss(full, chosen) <= 0:
                    return True
        return False

    def _common_attackers(self, hexes: frozenset[str]) -> set[str]:
        if not hexes:
            return set(self.next_to)
        return set.intersection(*(self.attackers_of.get(h, set()) for h in hexes))

    def attackable(self) -> list[str]:
        """Target hexes of some attack that may be declared."""
        return [h for h in sorted(self.targets) if h in self.attackers_of and self.completable(frozenset(), frozenset([h]))]

    def bombardable(self) -> list[str]:
        """Target hexes of some bombardment that may be declared."""
        return [h for h in sorted(self.targets) if self.bombards(h)]

    def bombards(self, hex_id: str) -> list[str]:
        """Who may bombard a hex without losing a duty: artillery pieces, and kinds of air markers."""
        guns = [p for p in self.firers if self.in_range(p, hex_id)]
        air = [k for k in self.scenario.bombard_air(self.side) if self.air_at(k, [hex_id])] if self.air_room(hex_id) > 0 else []
        if not self.shelled[hex_id]:
            return []
        _, alone = self._by_attack(frozenset(), frozenset([hex_id]))
        if not alone:  # no duty hangs on who fires: none of them is next to an enemy
            return [*guns, *air] if self.shell_loss((), hex_id) <= 0 else []
        out = [p for p in guns if self.shell_loss(self.fires(p, 1), hex_id) <= 0]
        return [*out, *(k for k in air if self.shell_loss((), hex_id, 1) <= 0)]
