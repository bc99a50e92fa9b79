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
from engine.titles.cwb.state import Muster
from tests.bench.bots import begin, play
from tests.engine.cwb.angola_kit import MAVINGA, situation
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


def test_it_withdraws_for_the_82nd_brigade_what_faces_nobody(pack: packs.Pack) -> None:
    """4 Mech and 101 are seven attack factors of fourteen in all; 61 Mech stands next to the enemy (17.23)."""
    units = {"2414": "SADF:4, SADF:61", "2415": "SADF:101", "1010": "MPLA:Tank 1", "1011": "SADF:1 SSB"}
    g = situation("reinforce", SOUTH_AFRICAN, units, turn=6, frames=[Muster(SOUTH_AFRICAN, ["muster", "place"])])
    gone = []
    while (picks := ask("staff", TITLE, g.state, pack))[0] == "withdraw":
        gone.append(g.state.pieces[next(p for p, a in g.state.aliases[SOUTH_AFRICAN].items() if a == picks[1])].unit)
        g.do(*picks)
    assert sorted(gone) == ["SADF:101", "SADF:4"]
    assert g.state.special["rotated"] == 6


def test_it_calls_an_east_german_battalion_while_that_comes_to_use(pack: packs.Pack) -> None:
    for turn, picks in ((2, ["call", "DDR:1 DDR", "go"]), (8, ["done"])):
        g = situation("reinforce", COMMUNIST, {"1010": "MPLA:Tank 1"}, turn=turn, frames=[Muster(COMMUNIST, ["muster", "place"])])
        assert ask("staff", TITLE, g.state, pack) == picks


def test_a_transport_that_is_left_looks_at_untried_enemies(pack: packs.Pack) -> None:
    """20.3: as the last thing of the movement phase, over the stack with most of them next to own units."""
    units = {MAVINGA: "SADF:61", "2214": "MPLA:LI 1 untried", "2215": "MPLA:LI 2 untried", "0909": "MPLA:Tank 1 untried"}
    g = situation("move", SOUTH_AFRICAN, units, air={"HELI_TRANSPORT": 1}, options={"air_recon": "yes"})
    while (picks := ask("staff", TITLE, g.state, pack)) != ["done"] and picks[0] != "air recon":
        g.do(*picks)
    assert picks[:2] == ["air recon", "HELI_TRANSPORT"] and picks[2] in ("2214", "2215")
