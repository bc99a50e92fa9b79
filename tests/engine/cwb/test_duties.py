"""The duties of a combat phase (8.6, 9.3, 9.5, 9.8, 10.12) against a search over everything that could be declared.

The search knows nothing of `engine.titles.cwb.duties`: it tries all sequences of legal declarations, bombardments and support
included, in random small clusters of units, some of which have already fought.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from engine import hexgrid
from engine.decisions import Decision
from engine.titles.cwb.attack import CombatWalk
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.data import book
from engine.titles.cwb.duties import Standing, at_start
from engine.titles.cwb.state import Duties, State
from tests.engine.cwb.kit import Game, fork, shipped, situation

GRID = book(shipped(), "budapest").map.grid
CENTRES = ("0431", "1619", "1135", "2022", "1515")
SOVIETS = ("2G:1/5", "2G:2/5", "2G:3/5", "SC:1/4", "33G:1/104")
GUNS = ("2G:87", "SC:128/60", "2G:2G", "SC:SC art")
AFAR = ("0436", "1823")
REBELS = ("REB:Corvin", "REB:Szena", "REB:Tuzolto", "ARMY:1/Kil")

Declaration = tuple[str, frozenset[str], frozenset[str], frozenset[str], int]
"""Kind, attackers (none in a bombardment), target hexes, guns at range, air points."""


def cluster(seed: int, side: str) -> Game:
    """A few units of both sides close together, and some guns, at the start of a side's combat phase."""
    rng = random.Random(seed)
    centre = rng.choice(CENTRES)
    near = [*GRID.neighbours[centre], centre] * 2 + list(GRID.hexes(GRID.within(centre, 2)))
    ours = rng.sample(SOVIETS, rng.randint(1, 4)) + rng.sample(GUNS, rng.randint(0, 2))
    theirs = rng.sample(REBELS, rng.randint(1, 4))
    units: dict[str, str] = {}
    held: dict[str, str] = {}
    for unit in rng.sample([*theirs, *ours], len(theirs) + len(ours)):
        mine = "soviet" if unit in ours else "hungarian"
        hexes = [h for h in (AFAR if unit in GUNS and rng.random() < 0.5 else near) if held.get(h, mine) == mine]
        hexes = [h for h in hexes if units.get(h, "").count(",") < 1]
        if not hexes:
            continue
        where = rng.choice(hexes)
        held[where] = mine
        entry = unit + (" suppressed" if rng.random() < 0.2 else "")
        units[where] = f"{units[where]}, {entry}" if where in units else entry
    g = situation("move", "soviet", units, air={"TAC": rng.randint(0, 2)})
    g.state.side = side
    g.state.duties = at_start(g.state, BUDAPEST, BUDAPEST.field(g.state), side)
    g.state.open = [Decision(f"{side}-99", side, "combat", "", "9.1")]
    return g


def fought(g: Game, seed: int) -> Game:
    """The same later in the phase: some have fought, some no longer stand where their duties arose, many owe something."""
    rng = random.Random(seed)
    duties: dict[str, list[str]] = {"attack": list(g.state.duties.attack), "defend": list(g.state.duties.defend)}
    for pid, p in g.state.pieces.items():
        if not p.on_map:
            continue
        ours = p.side == g.state.side
        if rng.random() < (0.5 if ours else 0.1):
            p.attacked, p.defended = ours, not ours
        if ours and rng.random() < 0.2:
            p.at = rng.choice(AFAR)
        if rng.random() < 0.6:
            duties["attack" if ours else "defend"].append(pid)
    g.state.duties = Duties(sorted({*duties["attack"]}), sorted({*duties["defend"]}))
    return g


class Search:
    """All that could be declared in a combat phase, tried out."""

    def __init__(self, state: State) -> None:
        units = BUDAPEST.book(state).units
        self.pieces = {pid: p for pid, p in state.pieces.items() if p.on_map}
        self.unit = {pid: units[p.unit] for pid, p in self.pieces.items()}
        side = state.side
        foes = {pid: p for pid, p in self.pieces.items() if p.side != side}
        self.fresh = {
            h: [pid for pid, p in foes.items() if p.at == h and not (p.defended or p.attacked)] for h in {p.at for p in foes.values()}
        }
        self.targets = sorted(h for h, pids in self.fresh.items() if pids)
        ready = {pid: p for pid, p in self.pieces.items() if p.side == side and not (p.attacked or p.defended)}
        self.adjacent = {pid: frozenset(h for h in self.targets if hexgrid.distance(p.at, h) == 1) for pid, p in ready.items()}
        self.attackers = sorted(pid for pid, hexes in self.adjacent.items() if hexes)
        self.guns = sorted(
            pid
            for pid, p in ready.items()
            if self.unit[pid].range and not (p.suppressed or p.fired) and all(hexgrid.distance(p.at, f.at) > 1 for f in foes.values())
        )
        self.air = state.air["soviet"]["TAC"].left if side == "soviet" else 0
        self.owed_attack = set(state.duties.attack) & set(self.attackers)
        self.owed_defence = set(state.duties.defend)
        self.best = cache(self._best)

    def reaches(self, gun: str, hexes: frozenset[str]) -> bool:
        """Whether a gun has one of some hexes in range."""
        return any(hexgrid.distance(self.pieces[gun].at, h) <= self.unit[gun].range for h in hexes)

    def supports(self, gun: str, attackers: frozenset[str]) -> bool:
        """Whether a gun may serve these attackers (16.23)."""
        cmd = self.unit[gun].cmd
        return cmd == "SC" or all(self.unit[a].cmd in (cmd, "SC") for a in attackers)

    def declarations(self, attackers: frozenset[str], targets: frozenset[str], guns: frozenset[str], air: int) -> Iterator[Declaration]:
        """Every attack and bombardment that these could still make."""
        for hexes in _subsets(targets):
            able = [a for a in attackers if hexes <= self.adjacent[a]]
            for force in _subsets(frozenset(able)):
                helpers = frozenset(f for f in guns if self.reaches(f, hexes) and self.supports(f, force))
                for support in (frozenset(), *_subsets(helpers)):
                    yield "attack", force, hexes, support, 0
        for h in targets:
            able_guns = frozenset(f for f in guns if self.reaches(f, frozenset([h])))
            for fire in (frozenset(), *_subsets(able_guns)):
                for points in range(0 if fire else 1, min(air, 3) + 1):
                    yield "bombard", frozenset(), frozenset([h]), fire, points

    def met(self, d: Declaration) -> int:
        """The duties that a declaration meets."""
        return len(d[1] & self.owed_attack) + sum(p in self.owed_defence for h in d[2] for p in self.fresh[h])

    def after(self, d: Declaration) -> int:
        """The most duties that can be met in all when this is declared first."""
        left = frozenset(self.attackers) - d[1], frozenset(self.targets) - d[2], frozenset(self.guns) - d[3], self.air - d[4]
        return self.met(d) + self.best(*left)

    def total(self) -> int:
        """The most duties that can be met."""
        return self.best(frozenset(self.attackers), frozenset(self.targets), frozenset(self.guns), self.air)

    def _best(self, attackers: frozenset[str], targets: frozenset[str], guns: frozenset[str], air: int) -> int:
        found = 0
        for d in self.declarations(attackers, targets, guns, air):
            found = max(found, self.met(d) + self.best(attackers - d[1], targets - d[2], guns - d[3], air - d[4]))
        return found

    def allowed(self) -> set[Declaration]:
        """Every declaration that loses no duty."""
        total = self.total()
        every = self.declarations(frozenset(self.attackers), frozenset(self.targets), frozenset(self.guns), self.air)
        return {d for d in every if self.after(d) == total}


def _subsets(items: frozenset[str]) -> Iterator[frozenset[str]]:
    """All subsets but the empty one."""
    ordered = sorted(items)
    for n in range(1, len(ordered) + 1):
        for some in combinations(ordered, n):
            yield frozenset(some)


def walked(g: Game) -> set[Declaration]:
    """Every declaration that the walk lets a player make, whatever the order of his picks; no pick leads into a dead end."""
    decision = g.state.open[0]
    out: set[Declaration] = set()
    seen = set()
    queue = [CombatWalk(g.state, decision, BUDAPEST)]
    while queue:
        walk = queue.pop()
        values = walk.values()
        assert values or walk.ready, f"a dead end after {walk.picks}"
        for value in values:
            ahead = fork(walk)
            assert isinstance(ahead, CombatWalk)
            ahead.pick(value)
            points = sum(ahead.air.values())
            now = ahead.mode, frozenset(ahead.attackers), frozenset(ahead.hexes), frozenset(ahead.support), points, ahead.crt, ahead.ready
            if now in seen:
                continue
            seen.add(now)
            if ahead.ready:
                if ahead.mode:
                    out.add((ahead.mode, frozenset(ahead.attackers), frozenset(ahead.hexes), frozenset(ahead.support), points))
            else:
                queue.append(ahead)
    return out


CASES = [(seed, side) for seed in range(150) for side in ("soviet", "hungarian")]


@pytest.mark.parametrize(("seed", "side"), CASES)
def test_who_owes_what(seed: int, side: str) -> None:
    """8.6, 9.3, 10.12, computed anew from distances: zones reach no objective, the suppressed have none (8.2, 8.3)."""
    g = cluster(seed, side)
    units, flags = BUDAPEST.book(g.state).units, BUDAPEST.book(g.state).map.flags
    pieces = {pid: p for pid, p in g.state.pieces.items() if p.on_map}

    def zone(a: str, b: str) -> bool:
        p, q = pieces[a], pieces[b]
        return hexgrid.distance(p.at, q.at) == 1 and not p.suppressed and "objective" not in flags[q.at]

    ours = [p for p in pieces if pieces[p].side == side]
    foes = [p for p in pieces if pieces[p].side != side]
    near = {a: [f for f in foes if hexgrid.distance(pieces[a].at, pieces[f].at) == 1] for a in ours}
    attack = {a for a in ours if any(zone(f, a) for f in foes) or (near[a] and units[pieces[a].unit].range)}
    defend = {f for f in foes if any(zone(a, f) or zone(f, a) for a in ours)}
    assert g.state.duties == Duties(sorted(attack), sorted(defend))


@pytest.mark.parametrize(("seed", "side"), CASES)
@pytest.mark.parametrize("later", [False, True])
def test_the_measure_is_the_most_that_can_be_met(seed: int, side: str, later: bool) -> None:
    """Of all sequences of declarations, and what a declaration costs is exact too."""
    g = cluster(seed, side)
    if later:
        fought(g, seed)
    search = Search(g.state)
    standing = Standing(g.state, BUDAPEST, BUDAPEST.field(g.state))
    total = search.total()
    assert standing.open == total
    for d in search.declarations(frozenset(search.attackers), frozenset(search.targets), frozenset(search.guns), search.air):
        assert standing.loss(d[1] or d[3], d[2], d[3], d[4]) == total - search.after(d), d


@pytest.mark.parametrize(("seed", "side"), CASES)
@pytest.mark.parametrize("later", [False, True])
def test_the_walk_offers_just_what_loses_no_duty(seed: int, side: str, later: bool) -> None:
    """Every allowed declaration can be picked, in any order of picks, and no other; every option can be completed."""
    g = cluster(seed, side)
    if later:
        fought(g, seed)
    assert walked(g) == Search(g.state).allowed()


@pytest.mark.parametrize(("seed", "side"), CASES)
def test_the_phase_ends_just_when_nothing_more_can_be_met(seed: int, side: str) -> None:
    """Declaring at random, every duty that could be met at the start is met by the time that the phase may be ended."""
    g = cluster(seed, side)
    rng = random.Random(seed)
    owed, met = Search(g.state).total(), 0
    while True:
        walk = CombatWalk(g.state, g.state.open[0], BUDAPEST)
        search = Search(g.state)
        assert ("done" in walk.values()) == (search.total() == 0)
        while not walk.ready:
            walk.pick(rng.choice(walk.values()))
        if not walk.mode:
            break
        d = walk.mode, frozenset(walk.attackers), frozenset(walk.hexes), frozenset(walk.support), sum(walk.air.values())
        met += search.met(d)
        commit(g, d)
    assert met == owed


def commit(g: Game, d: Declaration) -> None:
    """Mark who takes part, as if nobody moved by the result."""
    for pid in d[1] | d[3]:
        g.state.pieces[pid].attacked = True
    for p in g.state.pieces.values():
        if p.at in d[2]:
            p.defended = True
    if d[4]:
        g.state.air["soviet"]["TAC"].left -= d[4]


@pytest.mark.parametrize(("near", "far"), [("2G:87", "SC:128/60"), ("SC:128/60", "2G:87")])
@pytest.mark.parametrize("shared", ["0431", "0427"])
def test_guns_are_shared_out_so_that_each_target_gets_one(near: str, far: str, shared: str) -> None:
    """9.8: one gun reaches both targets, the other only one of them; whichever is counted first, both can be met."""
    spot = {"0431": "0433", "0427": "0425"}[shared]
    ranges = {"units/budapest": {"units": {near: {"range": 2}, far: {"range": 20}}}}
    g = situation(
        "move", "soviet", {"0431": "REB:Corvin", "0427": "REB:Szena", spot: near, "0436": far}, air={"TAC": 0}, corrections=ranges
    )
    g.state.duties = Duties([], sorted([g.pid("REB:Corvin"), g.pid("REB:Szena")]))
    standing = Standing(g.state, BUDAPEST, BUDAPEST.field(g.state))
    assert standing.open == Search(g.state).total() == 2
    assert standing.bombards(shared) == [g.pid(near)]
