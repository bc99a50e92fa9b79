"""The staff bot under the optional rules 20 to 22: it plans all that it is asked, looks about, and knows what others may know only."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine import bots, packs
from engine.decisions import Walk
from engine.title import title as title_of
from engine.titles.cwb import staff
from tests.bench.bots import begin

RULES = {"recon": "yes", "air_recon": "yes", "screening": "yes", "irregulars": "yes"}


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
    state = begin(title, pack, 3, RULES)
    looks: Counter[str] = Counter()

    def picks(of: Any) -> list[str]:
        decision = next(d for d in title.decisions(of) if not d.optional)
        view = title.view(of, decision.seat)
        seed = random.Random(decision.id)
        return bots.choose("staff", name, decision.seat, view, decision, lambda: title.walk(of, decision), seed, pack)

    while title.outcome(state) is None:
        decision = next(d for d in title.decisions(state) if not d.optional)
        chosen = picks(state)
        if rng.random() < 1 / 8:
            assert picks(title.resample(state, decision.seat, rng)) == chosen, decision
        looks[f"{decision.seat} {decision.kind}"] += chosen[0] == "recon"
        state, _ = title.apply(state, title.walk(state, decision).follow(chosen))
    assert not given_up
    assert looks.total() > 2
