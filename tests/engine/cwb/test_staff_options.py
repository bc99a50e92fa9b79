"""The staff bot under the optional rules 20 to 23: it plans all that it is asked, looks about, and knows what others may know only."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine import bots, packs
from engine.decisions import Walk
from engine.title import title as title_of
from engine.titles.cwb import staff
from engine.titles.cwb.staff_budapest import Budapest
from tests.bench.bots import begin
from tests.engine.cwb import kit

RULES = {"recon": "yes", "air_recon": "yes", "screening": "yes", "irregulars": "yes"}
FIRE_CONTROL = {"fire_control": "yes"}


def answer(title: Any, state: Any, pack: packs.Pack) -> list[str]:
    """What the bot picks for the required decision that is open."""
    decision = next(d for d in title.decisions(state) if not d.optional)
    view, rng = title.view(state, decision.seat), random.Random(decision.id)
    return bots.choose("staff", title.id, decision.seat, view, decision, lambda: title.walk(state, decision), rng, pack)


@pytest.mark.parametrize("name", ["budapest56", "angola87"])
def test_it_plans_all_that_it_is_asked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game between bots goes to its end without a fallback, and at one decision in eight a twin is answered alike."""
    given_up: Counter[str] = Counter()

    def fallback(walk: Walk) -> list[str]:
        given_up[walk.decision.kind] += 1
        raise AssertionError(f"no plan for {walk.decision}: {walk.values()}")

    monkeypatch.setattr(staff, "fallback", fallback)
    title, rng = title_of(name), random.Random(22)
    pack = packs.load(title.family)
    state = begin(title, pack, 3, RULES | FIRE_CONTROL)
    while title.outcome(state) is None:
        decision = next(d for d in title.decisions(state) if not d.optional)
        chosen = answer(title, state, pack)
        if rng.random() < 1 / 8:
            assert answer(title, title.resample(state, decision.seat, rng), pack) == chosen, decision
        state, _ = title.apply(state, title.walk(state, decision).follow(chosen))
    assert not given_up


def test_it_looks_where_that_costs_nothing() -> None:
    """20.1: at the end of a move, before the phase ends with those that stay, and before it fights; not before a unit has moved."""
    near = {"0430": "SC:1/SC", "0431": "REB:Corvin untried"}
    pack = kit.shipped()
    moved = kit.situation("move", "soviet", {**near, "0101": "2G:1/5"}, options=RULES)
    moved.state.pieces[moved.pid("SC:1/SC")].moved = True
    assert answer(kit.TITLE, moved.state, pack) == ["recon", moved.alias("soviet", "SC:1/SC")]
    stays = kit.situation("combat", "soviet", near, options=RULES)
    assert answer(kit.TITLE, stays.state, pack) == ["recon", stays.alias("soviet", "SC:1/SC")]


def test_it_knows_the_zones_and_ways_of_irregulars() -> None:
    """22: what it reckons a unit to reach is what the rules let it reach."""
    units = {"1033": "SC:1/Sp", "0931": "REB:Corvin untried", "1035": "US:CIA untried", "0733": "2G:1/5", "1135": "SC:1/KGB"}
    game = kit.situation("move", "soviet", units, options=RULES)
    position = Budapest(kit.shipped(), game.view("soviet"), "soviet")
    for unit in ("SC:1/Sp", "SC:1/KGB", "2G:1/5"):
        counter = position.counters[game.alias("soviet", unit)]
        mover = kit.mover(game, unit)
        legal = mover.reachable(counter.hex, mover.allowance, True)
        reckoned = set(position.board.grid.hexes(position.reach(counter)))
        assert reckoned == set(legal) - {counter.hex}, unit


def test_it_plots_fire_on_whom_it_will_not_attack() -> None:
    """23.2, 8.6: one battalion between two enemies attacks one; the guns meet the duty to fight the other."""
    units = {"0430": "2G:1/5", "0431": "REB:Corvin", "0429": "REB:Tuzolto", "0436": "2G:2G"}
    game = kit.situation("combat", "soviet", units, options=FIRE_CONTROL)
    assert answer(kit.TITLE, game.state, kit.shipped()) == ["0431", game.alias("soviet", "2G:2G"), "done"]
    game.do("0431", "2G:2G", "done")
    assert answer(kit.TITLE, game.state, kit.shipped())[:2] in (["bombard", "0431"], ["attack", "0429"])


def test_it_protects_whom_the_enemy_can_hurt_most() -> None:
    """23.2: with its only gun, plotted before the other side attacks."""
    units = {"0430": "2G:1/5", "0431": "REB:Tram", "0532": "2G:1/6", "0533": "REB:Corvin", "0632": "REB:Szena", "0436": "2G:2G"}
    game = kit.situation("combat", "hungarian", units, options=FIRE_CONTROL)
    assert game.ask == ("soviet", "plot")
    assert answer(kit.TITLE, game.state, kit.shipped()) == ["0532", game.alias("soviet", "2G:2G"), "done"]
