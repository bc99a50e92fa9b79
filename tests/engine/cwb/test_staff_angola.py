"""The staff bot of Angola '87: it ends its games, plays better than chance, and uses nothing hidden."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import packs
from engine.decisions import Walk
from engine.title import title as title_of
from engine.titles.cwb import staff
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from tests.bench.bots import begin, play
from tests.engine.test_bots import BUSY, ask
from tests.samples import sample

TITLE = title_of("angola87")
GAMES = sample(2, 3)


@pytest.fixture(scope="module")
def pack() -> packs.Pack:
    return packs.load(TITLE.family)


@pytest.mark.parametrize("seat", [COMMUNIST, SOUTH_AFRICAN])
def test_staff_beats_random_clearly(seat: str, pack: packs.Pack) -> None:
    other = SOUTH_AFRICAN if seat == COMMUNIST else COMMUNIST
    games = [play(TITLE, pack, n, {other: "random", seat: "staff"}) for n in range(GAMES)]
    gaps = [game.outcome.points[seat] - game.outcome.points[other] for game in games]
    assert min(gaps) >= 10, "a tactical victory at least"
    assert sum(gaps) >= 20 * GAMES, "an operational one on the whole"
    assert max(max(game.turns.values()) for game in games) < BUSY


def test_staff_uses_nothing_hidden_and_needs_no_fallback(pack: packs.Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a state that differs in what the seat does not know it picks the same, at each decision of a game."""

    def fallback(walk: Walk) -> list[str]:
        raise AssertionError(f"no plan for {walk.decision}: {walk.values()}")

    monkeypatch.setattr(staff, "fallback", fallback)
    rng = random.Random(5)
    state = begin(TITLE, pack, 7)
    asked: Counter[str] = Counter()
    while TITLE.outcome(state) is None:
        decision = next(d for d in TITLE.decisions(state) if not d.optional)
        picks = ask("staff", TITLE, state, pack)
        assert ask("staff", TITLE, TITLE.resample(state, decision.seat, rng), pack) == picks, decision
        asked[f"{decision.seat} {decision.kind}"] += 1
        state, _ = TITLE.apply(state, TITLE.walk(state, decision).follow(picks))
    for seat in (COMMUNIST, SOUTH_AFRICAN):
        assert {f"{seat} {kind}" for kind in ("set-up", "place", "muster", "mix", "move", "combat", "fpf", "retreat", "advance")} <= set(
            asked
        )
    assert not any(key.endswith("excess") for key in asked), "a move has left a stack that may not stand (7.8)"
