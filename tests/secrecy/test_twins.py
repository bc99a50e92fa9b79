"""Static and dynamic twins of every title, sampled; `python -m tests.secrecy.wide` runs them wide."""

from __future__ import annotations

import random

import pytest

from engine.title import UMPIRE, Title
from tests.secrecy import kit, samples, twins

TITLES = kit.all_titles()
every_title = pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])


@every_title
def test_static_twins_look_alike(title: Title) -> None:
    rng = random.Random(1)
    for step in samples.steps(title.id):
        for viewer in kit.viewers(step.before.setup):
            twin = twins.sampled(title, twins.reseeded(title, step.before, rng), viewer, rng)
            twins.check_static(title, step.before, twin, viewer, rng)


@every_title
def test_a_restored_state_shows_the_same_in_the_same_order(title: Title) -> None:
    rng = random.Random(2)
    for step in samples.steps(title.id):
        twins.check_restored(title, step.before, rng.choice(kit.viewers(step.before.setup)), rng)


@every_title
def test_dynamic_twins_go_on_alike(title: Title) -> None:
    rng, tally = random.Random(3), twins.Tally()
    for step in samples.steps(title.id):
        for viewer in kit.viewers(step.before.setup):
            if viewer != UMPIRE:
                twins.check_dynamic(title, step.before, twins.sampled(title, step.before, viewer, rng), viewer, rng, tally)
    print(tally)
    assert tally.alike > 3 * sum(tally.disclosed.values()), "too many pairs part at once: the test looks at too little"


@pytest.mark.parametrize("title", [t for t in TITLES if t.id in twins.PINNED], ids=[t.id for t in TITLES if t.id in twins.PINNED])
def test_twins_that_agree_on_what_is_disclosed_go_on_alike(title: Title) -> None:
    rng, tally = random.Random(4), twins.Tally()
    for step in samples.steps(title.id):
        for viewer in kit.viewers(step.before.setup):
            if viewer != UMPIRE:
                twin = twins.renamed(twins.PINNED[title.id](title, step.before, step.after, viewer, rng), viewer, rng)
                twins.check_pinned(title, step, twin, viewer, rng, tally)
    print(tally)
    assert tally.alike > 3 * sum(tally.disclosed.values())


@every_title
def test_twins_of_games_between_bots(title: Title) -> None:
    rng, tally = random.Random(8), twins.Tally()
    for step in samples.recorded(title, 6, rng):
        twins.check_all(title, step, rng, tally, walks=1, steps=2)
    print(tally)


@every_title
def test_a_resample_changes_nothing_that_was_given(title: Title) -> None:
    rng = random.Random(5)
    for step in samples.steps(title.id, games=2):
        before = title.encode(step.before)
        for viewer in kit.viewers(step.before.setup):
            twins.sampled(title, step.before, viewer, rng)
        assert title.encode(step.before) == before
