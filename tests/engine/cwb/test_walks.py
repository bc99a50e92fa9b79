"""Walks keep the contract of decisions: every unblocked option can be completed, walks end, refusals are answered with their code.

A walk that never shows an empty list before it is ready, and always ends, leads every option to an end. So small walks are explored
whole, and large ones (a set-up, a move over the map) along random ways.
"""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

from engine.decisions import FINISHING, MAX_PICKS, Decision, Refusal, Walk, fallback
from engine.titles.cwb.movement import MoveWalk
from engine.titles.cwb.state import State
from tests.engine.cwb.kit import TITLE, crowd, fork, retreating, set_up, situation

NODES = 400


def look(walk: Walk, thorough: bool = True) -> None:
    """What holds at every point of every walk."""
    values = walk.values()
    assert len(set(values)) == len(values)
    assert walk.ready == (not values), f"a dead end after {walk.picks} in {walk.decision}"
    assert len(walk.picks) <= MAX_PICKS
    if not thorough or walk.ready:
        return
    menu = walk.menu()
    assert [o.value for o in menu.options if o.blocked is None] == values
    blocked = [o for o in menu.options if o.blocked]
    assert not {o.value for o in blocked} & set(values)
    for option in blocked:
        assert option.blocked
        with pytest.raises(Refusal) as refused:
            fork(walk).pick(option.value)
        assert (refused.value.code, refused.value.rule) == (option.blocked.code, option.blocked.rule)
        assert option.blocked.rule, "every refusal cites its rule"
    for target, (_, note) in random.Random(0).sample(sorted((menu.shortcuts or {}).items()), min(5, len(menu.shortcuts or {}))):
        chain = [target]
        while (menu.shortcuts or {})[chain[0]][0]:
            chain.insert(0, (menu.shortcuts or {})[chain[0]][0])
        ahead = fork(walk).follow(chain)
        assert ahead.ready or not note or menu.finish in ahead.values(), f"one click on {target} does not act"
    for nonsense in ("", "u9999", "0000", "go!", "column 99"):
        with pytest.raises(Refusal) as refused:
            fork(walk).pick(nonsense)
        assert (refused.value.code, refused.value.rule) == ("not_an_option", walk.decision.rule)


def where(walk: Walk) -> Any:
    """What of a walk decides how it goes on: for moves the place and the points, for others the picks."""
    if isinstance(walk, MoveWalk) and walk.mover is not None and walk.path:
        return walk.picks[0], walk.path[-1], walk.left, walk.mode
    return tuple(walk.picks)


def explore(walk: Walk, rng: random.Random) -> int:
    """Try every pick at every point of a walk (at most NODES points, at random where there are more)."""
    seen, queue = {where(walk)}, [walk]
    while queue and len(seen) < NODES:
        now = queue.pop(rng.randrange(len(queue)))
        look(now, thorough=len(seen) < 40)
        for value in now.values():
            ahead = fork(now)
            ahead.pick(value)
            if where(ahead) not in seen:
                seen.add(where(ahead))
                queue.append(ahead)
    return len(seen)


def stroll(walk: Walk, rng: random.Random, eager: float = 0.1) -> Walk:
    """One random way to the end."""
    while not walk.ready:
        look(walk)
        values = walk.values()
        finish = [v for v in FINISHING if v in values]
        walk.pick(finish[0] if finish and rng.random() < eager else rng.choice(values))
    look(walk)
    return walk


def required(state: State) -> Decision | None:
    """The required decision, if the game goes on."""
    return next((d for d in state.open if not d.optional), None)


MET = {"move", "combat", "retreat", "advance", "losses", "loss", "fpf", "stand", "order", "excess"}


def test_every_option_leads_to_an_end_in_a_crowd() -> None:
    """Both sides at close quarters: moves, attacks, retreats, advances, losses, evacuations, whatever comes."""
    met: set[str] = set()
    for seed in range(16):
        rng = random.Random(seed)
        g = crowd(seed)
        for _ in range(25):
            decision = required(g.state)
            if decision is None:
                break
            met.add(decision.kind)
            if rng.random() < 0.3 or decision.kind not in ("move", "combat"):
                explore(TITLE.walk(g.state, decision), rng)
            g.state, _ = TITLE.apply(g.state, stroll(TITLE.walk(g.state, decision), rng, 0.02))
    assert met >= MET, "else this has shown less than it says"


def test_set_up_and_placing() -> None:
    rng = random.Random(1)
    g = set_up()
    for _ in range(40):
        decision = g.asked
        if decision.kind not in ("set-up", "place"):
            break
        g.state, _ = TITLE.apply(g.state, stroll(TITLE.walk(g.state, decision), rng))
    explore(TITLE.walk(set_up().state, set_up().asked), rng)
    held = {"1205": "Corvin", "1213": "Szena", "1214": "Csepel", "1314": "Tompa", "1316": "1/NG", "1317": "2/NG"}
    g = situation("reinforce", "hungarian", {h: f"REB:{u}" for h, u in held.items()})
    assert g.ask == ("hungarian", "place")
    assert explore(TITLE.walk(g.state, g.asked), rng) > 50


def test_losses_in_any_order() -> None:
    """A set may be picked in any order."""
    rebels = {"0331": "REB:Corvin, REB:Tuzolto", "0531": "REB:Csepel, REB:Kispest"}
    g = situation("combat", "hungarian", {**rebels, "0431": "SC:3/100"})
    g.attack("0431", "REB:Corvin", "REB:Tuzolto", "REB:Csepel", "REB:Kispest", "assault", dice=[4])
    explore(TITLE.walk(g.state, g.asked), random.Random(1))
    for order in permutations(("REB:Corvin", "REB:Tuzolto", "REB:Csepel")):
        assert g.walk(*order, "go").ready


def test_attackers_targets_and_support_in_any_order() -> None:
    units = {"0331": "2G:1/5, 2G:2/5", "0431": "REB:Corvin", "0430": "REB:Szena", "0336": "2G:2G", "0335": "SC:SC art"}
    g = situation("combat", "soviet", units)
    for order in permutations(("0430", "2G:1/5", "2G:2/5")):
        for guns in permutations(("2G:2G", "SC:SC art")):
            assert g.walk("attack", "0431", *order, "assault", *guns, "go").ready


def test_bombarding_guns_and_air_in_any_order() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0336": "2G:2G", "0335": "SC:SC art"})
    for order in permutations(("TAC", "2G:2G", "TAC", "SC:SC art")):
        assert g.walk("bombard", "0431", *order, "go").ready


def test_retreats_and_evacuations_are_walked_to_the_end() -> None:
    for n in (1, 2, 3, 4):
        g = retreating({"0431": "SC:2/Sp", "0430": "REB:Corvin"}, "SC:2/Sp", n, fly=True)
        explore(TITLE.walk(g.state, g.asked), random.Random(n))


def test_giving_up() -> None:
    g = situation("move", "soviet", {"0431": "2G:1/5"})
    assert explore(TITLE.walk(g.state, g.decision("hungarian", "capitulate")), random.Random(1)) == 3


def test_the_fallback_always_finishes() -> None:
    """What clocks and umpires play for an absent player; a phase with duties is fought, not left."""
    for seed in range(6):
        g = crowd(seed)
        for _ in range(30):
            decision = required(g.state)
            if decision is None:
                break
            picks = fallback(TITLE.walk(g.state, decision))
            g.state, _ = TITLE.apply(g.state, TITLE.walk(g.state, decision).follow(picks))
