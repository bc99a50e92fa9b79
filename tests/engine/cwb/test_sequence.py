"""The sequence of play: rules 3.2, 3.3, 4.1-4.4, 5.1-5.3."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, set_up, situation


def played(g: Game, until: int) -> list[tuple[int, str, str]]:
    """The phases that pass, as (turn, phase, side), while everybody only ends them."""
    out = []
    turn = g.state.turn
    while g.state.over is None and g.state.turn <= until:
        for e in g.events:
            if e.kind == "turn":
                turn = e.readings["umpire"].data["turn"]
            elif e.kind == "phase":
                out.append((turn, e.readings["umpire"].data["phase"], e.readings["umpire"].data["side"]))
        if not [d for d in g.state.open if not d.optional]:
            break
        g.end() if "done" in g.options() else g.do(*fallback(g))
    return out


def fallback(g: Game) -> list[str]:
    """The complete picks that commit to least."""
    from engine.decisions import fallback as least

    return list(least(g.walk()))


def test_4_3_the_phases_of_a_turn() -> None:
    g = situation("reinforce", "soviet", {"0431": "REB:Corvin", "3001": "2G:1/5"}, turn=1)
    phases = ("reinforce", "move", "combat", "recovery")
    found = played(g, 2)
    expected = [(1, p, s) for s in ("soviet", "hungarian") for p in phases]
    assert found[: len(expected)] == expected
    assert found[len(expected)][1:] == ("reinforce", "soviet")


def test_16_1_the_hungarian_side_sets_up_first_and_alone() -> None:
    """3.2, 16.24: then turn 1 begins with the Soviet player."""
    g = set_up()
    assert g.ask == ("hungarian", "set-up")
    g.do("rest", "go").end()
    assert (g.ask, g.state.turn) == (("soviet", "move"), 1)
    assert not [p for p in g.state.pieces.values() if p.side == "soviet" and p.on_map]


def test_5_1_no_random_event_on_turn_one() -> None:
    g = set_up().do("rest", "go").end()
    assert g.told("event") == []


def test_5_2_one_roll_a_game_turn() -> None:
    """Whoever rolls it: odd and even turns alike (5.2)."""
    for turn in (2, 3):
        g = situation("recovery", "hungarian", {}, turn=turn - 1, dice=[3])
        assert g.told("event") == [{"die": 3, "event": "none"}]
        assert g.state.turn == turn
        assert [e.kind for e in g.events].count("event") == 1


def test_5_3_any_event_may_come_again() -> None:
    g = situation("recovery", "hungarian", {}, turn=2, dice=[5])
    assert g.points("hungarian") == 5
    g.until("hungarian", "move")
    g.end(dice=[5])
    assert g.points("hungarian") == 10


@pytest.mark.parametrize("side", ["soviet", "hungarian"])
def test_3_3_a_player_may_capitulate_at_any_time(side: str) -> None:
    """In anybody's phase; the game ends and he loses, whatever the points."""
    g = situation("move", "soviet", {"0431": "2G:1/5"}, lead={side: 50})
    g.do("capitulate", "go", of=g.decision(side, "capitulate"))
    out = g.state.over
    assert out is not None
    assert (out.winner, out.level) == ("hungarian" if side == "soviet" else "soviet", "capitulation")
    assert g.state.open == []


def test_3_3_nine_turns() -> None:
    g = situation("recovery", "hungarian", {}, turn=8)
    assert (g.state.over, g.state.turn) == (None, 9)
    while g.state.over is None:
        g.end()
    assert g.state.turn == 9


def test_4_2_the_phasing_player_changes() -> None:
    g = situation("move", "soviet", {"0431": "2G:1/5", "1515": "REB:Corvin"}).end().end()
    assert (g.state.side, g.ask) == ("hungarian", ("hungarian", "move"))
