"""Bots: complete legal picks, nothing but what the seat may know, and a staff that plays better than chance."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine import bots, packs
from engine.decisions import Decision, Walk
from engine.title import UMPIRE
from engine.title import title as title_of
from engine.titles.cwb import staff
from tests.bench.bots import Played, begin, play
from tests.samples import sample

SOVIET, HUNGARIAN = "soviet", "hungarian"
GAMES = sample(2, 5)
OPTIONS: list[dict[str, str]] = [{}, {"army": "yes"}, {"quick": "yes"}, {"nato": "covert"}, {"nato": "overt", "army": "yes"}]
BUSY = 150
"""More actions than a seat could need in a turn: some sixty moves, and the combats."""


@pytest.fixture(scope="module")
def pack() -> packs.Pack:
    return packs.load(title_of("budapest56").family)


@pytest.fixture(scope="module")
def against_random(pack: packs.Pack) -> dict[str, list[Played]]:
    """Staff on each seat against random on the other."""
    title = title_of("budapest56")
    return {
        seat: [play(title, pack, n, {SOVIET: "random", HUNGARIAN: "random", seat: "staff"}) for n in range(GAMES)]
        for seat in (SOVIET, HUNGARIAN)
    }


def test_names() -> None:
    assert bots.names("budapest56") == ["random", "staff"]
    assert bots.names("no such title") == ["random"]


def test_a_bot_that_does_not_play_a_title(pack: packs.Pack) -> None:
    with pytest.raises(KeyError):
        ask("no such bot", title_of("budapest56"), begin(title_of("budapest56"), pack, 1), pack)


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        bots.register_bot("budapest56", "staff", staff.budapest)


@pytest.mark.parametrize("seat", [SOVIET, HUNGARIAN])
def test_staff_beats_random_clearly(seat: str, against_random: dict[str, list[Played]]) -> None:
    other = SOVIET if seat == HUNGARIAN else HUNGARIAN
    gaps = [game.outcome.points[seat] - game.outcome.points[other] for game in against_random[seat]]
    assert min(gaps) >= 10, "a tactical victory at least"
    assert sum(gaps) >= 20 * GAMES, "an operational one on the whole"


def test_staff_against_itself_ends(pack: packs.Pack) -> None:
    for options in sample(OPTIONS[-3:], OPTIONS):
        game = play(title_of("budapest56"), pack, 40, {SOVIET: "staff", HUNGARIAN: "staff"}, options)
        assert max(game.turns.values()) < BUSY


def test_staff_never_stalls(against_random: dict[str, list[Played]]) -> None:
    for games in against_random.values():
        for game in games:
            assert max(game.turns.values()) < BUSY


def ask(name: str, title: Any, state: Any, pack: packs.Pack, seed: str = "s") -> list[str]:
    """What a bot picks for the required decision that is open."""
    decision: Decision = next(d for d in title.decisions(state) if not d.optional)

    def walk() -> Walk:
        return title.walk(state, decision)

    view = title.view(state, decision.seat)
    return bots.choose(name, title.id, decision.seat, view, decision, walk, random.Random(f"{seed} {decision.id}"), pack)


@pytest.mark.parametrize("options", [{}, {"nato": "overt"}], ids=["standard", "overt"])
def test_staff_uses_nothing_hidden_and_needs_no_fallback(
    pack: packs.Pack, monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    """In a state that differs in what the seat does not know it picks the same, at each decision of a game."""
    given_up: Counter[str] = Counter()

    def fallback(walk: Walk) -> list[str]:
        given_up[walk.decision.kind] += 1
        raise AssertionError(f"no plan for {walk.decision}: {walk.values()}")

    monkeypatch.setattr(staff, "fallback", fallback)
    title, rng = title_of("budapest56"), random.Random(5)
    state = begin(title, pack, 7, options)
    asked: Counter[str] = Counter()
    while title.outcome(state) is None:
        decision = next(d for d in title.decisions(state) if not d.optional)
        picks = ask("staff", title, state, pack)
        twin = title.resample(state, decision.seat, rng)
        assert ask("staff", title, twin, pack) == picks, decision
        assert ask("staff", title, state, pack) == picks, "the same question has the same answer"
        asked[f"{decision.seat} {decision.kind}"] += 1
        state, _ = title.apply(state, title.walk(state, decision).follow(picks))
    assert {"soviet move", "soviet combat", "hungarian move", "hungarian set-up", "hungarian place", "soviet advance"} <= set(asked)
    assert not any(key.endswith("excess") for key in asked), "a move has left a stack that may not stand (7.8)"
    assert not given_up


def test_staff_uses_what_nato_brings(pack: packs.Pack) -> None:
    """The 82nd lands out of the enemy's reach, fights, fights; bombers are taken and used."""
    title = title_of("budapest56")
    state = begin(title, pack, 5, {"nato": "overt"})
    told: Counter[str] = Counter()
    while title.outcome(state) is None:
        decision = next(d for d in title.decisions(state) if not d.optional)
        state, events = title.apply(state, title.walk(state, decision).follow(ask("staff", title, state, pack)))
        for event in events:
            data = event.readings[UMPIRE].data if UMPIRE in event.readings else {}
            told[event.kind] += 1
            told[f"{event.kind} {data.get('code', '')}"] += 1
            told["bombers"] += data.get("air", {}).get("SAC", 0) if event.kind == "bombardment" else 0
            told["taken"] += data.get("air", {}).get("SAC", 0) if event.kind == "air_mix" else 0
    assert told["drop"] == 7 and not told["drop EL"], "all of it, and none onto the enemy"
    assert 0 < told["bombers"] <= told["taken"]


def test_random_plays_by_the_rules(pack: packs.Pack) -> None:
    game = play(title_of("budapest56"), pack, 3, {SOVIET: "random", HUNGARIAN: "random"})
    assert game.outcome.reason
