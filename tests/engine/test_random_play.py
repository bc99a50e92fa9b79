"""A sample of random games to the end, under a referee; `python -m tests.engine.random_play` plays a thousand."""

from __future__ import annotations

import pytest

from engine.title import Title
from tests.engine.random_play import Report, describe, play_one, reviewed
from tests.samples import sample
from tests.secrecy import kit

TITLES = kit.all_titles()
GAMES, MOST = sample(8, 12), 16


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_random_games_run_to_the_end(title: Title) -> None:
    """Of each title as many that every combination of its all-pairs set of options has one, where these are not too many."""
    total = Report()
    ways = len(kit.combinations(title))
    games = ways if GAMES < ways <= MOST else GAMES
    for seed in range(games):
        total.add(play_one(title.id, 5000 + seed, share=0.0, replay=seed < 2))
    print(describe(title.id, total))
    assert total.games == games


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_the_reviewed_list_names_what_there_is(title: Title) -> None:
    there = {f"{what}: {which}" for what, which in play_one(title.id, 5000, share=0.0, replay=False).there}
    assert reviewed(title.id).keys() <= there
