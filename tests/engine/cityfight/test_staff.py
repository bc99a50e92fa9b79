"""The staff bot of Cityfight: it finishes every scenario on every seat, plays better than chance, and uses nothing hidden."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine import bots
from engine.decisions import Walk
from engine.titles.cityfight import staff, staff_odds
from engine.titles.cityfight.staff_ground import ground_of
from engine.titles.cityfight.staff_position import Position
from tests.bench.bots import Played, begin, play
from tests.engine.cityfight.kit import TITLE, shipped, situation
from tests.samples import sample

BUSY = 900
"""More actions than a seat could need in a game-turn: every action point, leader and spotter, and the commands."""
OPTIONS = {
    "52": {"players": "companies", "mode": "umpired", "automatic": "yes", "relay": "yes", "cover": "yes", "search_line": "yes"},
    "53": {"players": "platoons", "cover": "yes"},
}


def names(scenario: str, options: dict[str, str] | None = None, **given: str) -> dict[str, str]:
    """The bot of each seat: of those of a side the one that is given, else staff."""
    return {s.id: given.get(s.side, "staff") for s in TITLE.seats(scenario, options or {})}


def ask(state: Any, seed: str = "s", name: str = "staff") -> tuple[Any, list[str]]:
    """The required decision that is open, and what the bot picks for it."""
    decision = next(d for d in TITLE.decisions(state) if not d.optional)

    def walk() -> Walk:
        return TITLE.walk(state, decision)

    rng = random.Random(f"{seed} {decision.id}")
    view = TITLE.view(state, decision.seat)
    return decision, bots.choose(name, TITLE.id, decision.seat, view, decision, walk, rng, shipped())


def margin(games: list[Played], side: str) -> list[int]:
    """How far a side is ahead in each game."""
    return [g.outcome.points[side] - max(n for s, n in g.outcome.points.items() if s != side) for g in games]


def test_it_is_offered() -> None:
    assert bots.names("cityfight") == ["random", "staff"]


@pytest.mark.parametrize("scenario", sample(["52"], ["52", "53"]))
def test_staff_finishes_with_all_options(scenario: str) -> None:
    options = OPTIONS[scenario]
    game = play(TITLE, shipped(), 5, names(scenario, options), options, scenario)
    assert game.outcome.reason
    assert max(game.turns.values()) < BUSY


@pytest.mark.parametrize("side", ["ussr", "us"])
def test_staff_beats_random_in_52(side: str) -> None:
    other = "us" if side == "ussr" else "ussr"
    games = [play(TITLE, shipped(), n, names("52", **{other: "random"}), None, "52") for n in range(8)]
    ahead = margin(games, side)
    assert sum(n > 0 for n in ahead) >= 6, ahead
    assert sum(ahead) >= 16, ahead


@pytest.mark.parametrize("side", ["ussr", "us"])
def test_staff_beats_random_in_53(side: str) -> None:
    other = "us" if side == "ussr" else "ussr"
    games = [play(TITLE, shipped(), n, names("53", **{other: "random"}), None, "53") for n in sample((3,), range(4))]
    ahead = margin(games, side)
    assert min(ahead) >= 0, f"never behind: {ahead}"
    assert 4 * sum(n > 0 for n in ahead) >= 3 * len(ahead) and sum(ahead) >= 10 * len(ahead), ahead


def watched_game(scenario: str, turns: int, every: int) -> Counter[str]:
    """Play some game-turns; now and then ask again in a state that differs in what the seat does not know."""
    rng = random.Random(3)
    state = begin(TITLE, shipped(), 11, None, scenario)
    asked: Counter[str] = Counter()
    while TITLE.outcome(state) is None and state.turn <= turns:
        decision, picks = ask(state)
        if rng.randrange(every) == 0:
            twin = TITLE.resample(state, decision.seat, rng)
            assert ask(twin)[1] == picks, decision
            assert ask(state)[1] == picks, "the same question has the same answer"
            asked[f"{decision.seat} {decision.kind}"] += 1
        state, _ = TITLE.apply(state, TITLE.walk(state, decision).follow(picks))
    return asked


KINDS = ("set-up", "command", "action", "immediate-fire")


@pytest.mark.parametrize(("scenario", "turns", "every"), [("52", 20, 1), ("53", 6, 4), ("54", 3, 6), ("55", 5, 6)])
def test_staff_uses_nothing_hidden_and_needs_no_fallback(scenario: str, turns: int, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fallback(walk: Walk) -> list[str]:
        raise AssertionError(f"no plan for {walk.decision}: {walk.values()}")

    monkeypatch.setattr(staff, "fallback", fallback)
    asked = watched_game(scenario, turns, every)
    seats = [s.id for s in TITLE.seats(scenario, {})]
    assert {f"{seat} {kind}" for seat in seats for kind in KINDS[:3]} <= set(asked), asked


def test_defenders_begin_in_cover_and_leaders_with_their_platoons() -> None:
    state = begin(TITLE, shipped(), 2, None, "54")
    while state.stage == "set-up":
        decision, picks = ask(state)
        state, _ = TITLE.apply(state, TITLE.walk(state, decision).follow(picks))
    ground = ground_of(shipped(), "54")
    greeks = [u for u in state.units.values() if u.side == "greek" and u.on_map]
    assert len(greeks) == sum(u.side == "greek" for u in state.units.values())
    assert all(u.at not in ground.open for u in greeks)
    assert sum(len(seats) for seats in state.posts.values()) == 10
    fighters = [u for u in greeks if not u.rank and u.type != "spotter"]
    assert all(any(u.at == h for u in fighters) for h in ("5E5", "4G2")), "the dearest objectives are held"
    for leader in (u for u in greeks if u.rank and u.rank != "co_cdr"):
        assert any(u.formation == leader.formation and u.at == leader.at for u in fighters)


@pytest.mark.parametrize(("at", "picks"), [("3I2", ["assault"]), ("3I3", ["3I", "3I3"])])
def test_who_is_spotted_in_ones_own_hex_is_assaulted(at: str, picks: list[str]) -> None:
    """10.6, 13.0: where the odds are good; elsewhere he is fired at."""
    g = situation(us={"3I2": "A:us_ft5 fire, B:us_ft5 fire"}, ussr={at: "X:su_ft4"}).do("A", "sight", "3I")
    decision, chosen = ask(g.state)
    assert (decision.kind, chosen[1:]) == ("immediate-fire", picks)


def test_rallies_come_with_the_best_chance_first() -> None:
    """Whatever the bot attempts has at least the chance of any other unit of the same rank."""
    state = begin(TITLE, shipped(), 4, None, "55")
    tried = 0
    while tried < 10 and TITLE.outcome(state) is None:
        decision, picks = ask(state)
        if picks[0] == "recover":
            walk = TITLE.walk(state, decision)
            chances = {}
            for uid in TITLE.walk(state, decision).follow(["recover"]).values():
                for o in TITLE.walk(state, decision).follow(["recover", uid]).menu().options:
                    chances[uid, o.value] = int(o.note[0])
            view = TITLE.view(state, decision.seat)["pieces"]
            rank = view[picks[1]]["symbol"]
            same = [n for (uid, _), n in chances.items() if (view[uid]["symbol"] == rank)]
            assert chances[picks[1], picks[2]] == max(same) > 0
            tried += 1
            walk.follow(picks)
        state, _ = TITLE.apply(state, TITLE.walk(state, decision).follow(picks))
    assert tried == 10


def test_odds_are_those_of_the_charts() -> None:
    book = ground_of(shipped(), "52").book
    assert staff_odds.kill_chance(book, 8, "open") == pytest.approx(6 / 36), "K on 2 to 4 (11.8)"
    assert staff_odds.kill_chance(book, 8, "stone") == pytest.approx(3 / 36), "stone turns a K on 4 or 5 into S (11.8)"
    assert staff_odds.stop_chance(book, 8, "stone") == pytest.approx(10 / 36)
    assert staff_odds.assault_gain(book, 8, 1, False, False) < 0 < staff_odds.assault_gain(book, 14, 1, False, False)


def test_contacts_lose_trust_with_age() -> None:
    state = begin(TITLE, shipped(), 1, None, "52")
    view = TITLE.view(state, "us")
    view["turn"]["n"] = 7
    for i, (hex_id, turn) in enumerate((("8K3", 7), ("8J4", 4))):
        note = f"sighted, game-turn {turn}: combat unit, suppressed"
        view["pieces"][f"e{i}"] = {"side": "ussr", "hex": hex_id, "untried": True, "back": str(turn), "note": note}
    p = Position(ground_of(shipped(), "52"), view, "us")
    new, old = p.fresh(9)
    assert (new.hex, old.hex) == ("8K3", "8J4")
    assert new.trust > old.trust > 0 and new.suppressed and new.combat
    assert p.taken == {"8K3"}
