"""Perfect recall, versions and ids, over whole random games."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine.title import PUBLIC, UMPIRE, Title
from tests.secrecy import kit
from tests.secrecy.recall import Memory

TITLES = kit.all_titles()


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_nothing_changes_unsaid_and_ids_name_what_was_met(title: Title) -> None:
    for seed, (scenario, options) in enumerate(kit.combinations(title)[:3]):
        rng = random.Random(f"recall {seed}")
        setup = kit.set_up(title, scenario, options, 700 + seed)
        memory = Memory(title, setup)
        for step in kit.play(title, setup, rng, extras=0.1, take_backs=0.1):
            memory.follow(step)
        assert all(memory.versions.values())


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_ids_are_each_viewers_own(title: Title) -> None:
    setup = kit.set_up(title, *kit.combinations(title)[0], 710)
    state = list(kit.play(title, setup, random.Random(710)))[-1].after
    seen = {v: state.aliases[v] for v in kit.viewers(setup) if v != PUBLIC}
    seats = [v for v in seen if v != UMPIRE]
    for a, b in pairwise(seats):
        shared = seen[a].keys() & seen[b].keys()
        assert not shared or any(seen[a][pid] != seen[b][pid] for pid in shared), f"{a} and {b} use the same ids"
