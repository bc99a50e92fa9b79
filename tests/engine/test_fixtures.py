"""Every finished game of `tests/fixtures/games` is played again, with the pack that it began with, to the identical state."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import flow
from tests.fixtures import store

PATHS = store.paths()


@pytest.mark.parametrize("path", PATHS, ids=[f"{p.parent.name}/{p.stem}" for p in PATHS])
def test_a_finished_game_is_rebuilt_from_its_log(path: Path) -> None:
    title, game = store.load(path)
    final = flow.replay(title, game.setup, game.entries)[-1]
    outcome = title.outcome(final)
    assert outcome is not None
    assert outcome.view() == game.outcome
    assert store.digest(title, final) == game.state, (
        "the rules have changed: play the games anew with `python -m tests.fixtures.record --again`"
    )


def test_every_pack_is_there_and_used() -> None:
    used = {store.load(p)[1].setup.pack for p in PATHS}
    assert {p.stem for p in store.PACKS.glob("*.json")} == used
