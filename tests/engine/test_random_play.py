"""A sample of random games to the end, under a referee; `python -m tests.engine.random_play` plays a thousand."""

from __future__ import annotations

import pytest

from engine.title import Title
from tests.engine.random_play import Report, describe, play_one, reviewed
from tests.secrecy import kit

TITLES = kit.all_titles()
GAMES = 12


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_random_games_run_to_the_end(title: Title) -> None:
    total = Report()
    for seed in range(GAMES):
        total.add(play_one(title.id, 5000 + seed, share=0.0, replay=seed < 4))
    print(describe(title.id, total))
    assert total.games == GAMES


@pytest.mark.parametrize("title", TITLES, ids=[t.id for t in TITLES])
def test_the_reviewed_list_names_what_there_is(title: Title) -> None:
    there = {f"{what}: {which}" for what, which in play_one(title.id, 5000, share=0.0, replay=False).there}
    assert reviewed(title.id).keys() <= there
