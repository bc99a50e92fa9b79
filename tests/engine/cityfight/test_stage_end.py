"""The end of the action stage and of the game-turn (4.1 C-G, A-02, A-04, A-52), skipped game-turns (4.2)."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import Game, situation

US, USSR = {"4B1": "A:us_ft5 cautious, L:plt_ldr", "4K7": "G:us_ft5 fire"}, {"1N1": "X:su_ft4 cautious", "4K1": "Y:su_ft4"}


def points(us: int, ussr: int, advantage: tuple[str, ...] = ()) -> Game:
    """An action stage with so many points a side."""
    return situation(us=US, ussr=USSR, ap={"A.R1": us, "S1": ussr}, advantage=advantage)


def over(g: Game) -> bool:
    """Whether the action stage has ended."""
    return g.state.stage != "action"


def test_without_advantage_the_first_to_spend_all_ends_it() -> None:
    """4.1 C: and says so."""
    g = points(1, 9).do("pass")
    assert over(g) and g.told("exhausted", "ussr") == [{"side": "us"}]


def test_with_advantage_on_one_side_only_the_other_ends_it() -> None:
    """4.1 C: the side with advantage goes on silently."""
    g = points(1, 9, ("us",)).do("A", "move", "4B2")
    assert not over(g) and "exhausted" not in g.kinds("ussr")
    g.do("pass").do("pass")
    assert not over(g)
    g = points(9, 1, ("us",)).do("pass").do("pass")
    assert over(g) and g.told("exhausted", "us") == [{"side": "ussr"}]


def test_both_with_advantage() -> None:
    """4.1 C: either ends it; two free passes in a row do too (A-04)."""
    assert over(points(1, 9, ("us", "ussr")).do("pay"))
    assert over(points(5, 9, ("us", "ussr")).do("pass").do("pass"))


def test_points_lost_to_fire_end_it_too() -> None:
    """A-02: after the action that took them."""
    g = points(9, 1).do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert over(g) and g.told("exhausted", "us") == [{"side": "ussr"}]


def test_who_began_with_nothing_ends_nothing() -> None:
    """A-52: the other spends his points; unannounced; two free passes in a row end it as well."""
    g = points(2, 0).do("pass")
    assert not over(g) and g.ask == ("ussr", "action")
    g.do("pass").do("pass")
    assert over(g) and g.told("exhausted", "ussr") == [{"side": "us"}]
    assert over(points(5, 0, ("us",)).do("pass").do("pass"))


def test_a_side_that_began_with_nothing_may_still_move_leaders() -> None:
    """A-52, A-53."""
    g = points(0, 2)
    assert g.options() == {"L", "pass"}
    assert g.do("L", "move", "4B2").ask == ("ussr", "action")


def test_nobody_began_with_anything() -> None:
    """A-52: the stage is over at once."""
    assert over(points(0, 0))


def test_what_follows() -> None:
    """4.1 D-G: engagement, ammunition, the next game-turn with recovery and commands in one pause."""
    g = points(1, 9).do("pass")
    assert g.kinds("public") == ["done", "exhausted", "stage_end", "turn"]
    assert (g.state.turn, g.state.stage, g.view("us")["waiting_for"]) == (4, "command", ["us", "ussr"])
    assert {(d.seat, d.kind) for d in g.state.open if not d.optional} == {("us", "command"), ("ussr", "command")}


def test_own_ammunition_is_told_before_what_all_hear() -> None:
    """4.1 D and E: whether the other side's hexes come to be engaged does not change where a seat's own news stand."""
    g = situation(us={"4K7": "A:us_ft5 out", "4B2": "B:us_ft5"}, ussr={"4B2": "T:su_ft4", "1N1": "X:su_ft4"}, ap={"A.R1": 1, "S1": 9})
    g.state.fought = ["4B2"]
    g.do("pass", dice=[2])
    assert g.state.engaged == ["4B2"] and g.unit("A").out == 0
    kinds = [kind for kind in g.kinds("us") if kind in ("stage_end", "ammunition", "engaged", "turn")]
    assert kinds == ["stage_end", "ammunition", "engaged", "turn"]


def test_the_commands_of_the_last_turn_are_gone() -> None:
    """4.1 A."""
    g = points(1, 9).do("pass")
    assert [g.unit("A").command, g.unit("A").last, g.unit("A").moves] == ["", "cautious", 0]


# skipping (4.2)


def agreed(*seats: str) -> Game:
    """Some seats agree to skip the turn, while commands are given."""
    us = {"4B1": "A:us_ft5 suppressed out #1, B:us_ft5", "4B2": "T:us_tripod last:cautious"}
    g = situation(stage="command", us=us, ussr={"1N1": "X:su_ft4"})
    g.seat("us", "B", "suppress").seat("us", "T", "search")
    for seat in seats:
        g.seat(seat, "skip", "yes", kind="agree")
    return g


def test_one_alone_skips_nothing_and_is_not_heard() -> None:
    """4.2: an agreement is secret until it is complete."""
    g = agreed("us")
    assert (g.state.turn, g.kinds("ussr"), g.kinds("public")) == (3, [], [])
    assert g.options("skip", of=g.decision("us", "agree")) == {"no"}
    g.seat("us", "skip", "no", kind="agree").seat("ussr", "skip", "yes", kind="agree")
    assert g.state.turn == 3


def test_both_together_skip_the_turn() -> None:
    """4.2, A-58: it counts; no stage of it is played: no ammunition, no recovery, and what had been commanded is void."""
    g = agreed("us", "ussr")
    assert (g.state.turn, g.cites("skipped")) == (4, "4.2")
    assert (g.unit("A").out, g.unit("A").suppressed, g.unit("B").suppressed, g.unit("T").command) == (2, True, False, "")
    assert "fire" in g.options("T", of=g.decision("us"))
    assert not g.state.agree


def test_recovery_that_was_open_stays_open_once() -> None:
    """A-58: attempts of the turn before that were not made may still be made, and no others."""
    g = situation(stage="command", us={"4B1": "A:us_ft5 suppressed #1, B:us_ft5 suppressed #3"}, ussr={"1N1": "X:su_ft4"})
    g.seat("us", "recover", "A", "alone", dice=[6])
    for seat in ("us", "ussr"):
        g.seat(seat, "skip", "yes", kind="agree")
    assert g.options("recover", of=g.decision("us")) == {"B"}


def test_it_lapses_with_the_turn() -> None:
    """4.2: in the same game-turn both must agree; outside the command stage nobody is asked."""
    g = agreed("us").commit()
    assert not [d for d in g.state.open if d.kind == "agree"]


def test_the_last_turn_may_be_skipped_too() -> None:
    """4.2, 53.13."""
    g = situation(stage="command", turn=30, us={"4B1": "A:us_ft5"}, ussr={"1N1": "X:su_squad"})
    for seat in ("us", "ussr"):
        g.seat(seat, "skip", "yes", kind="agree")
    assert g.state.over is not None


@pytest.mark.parametrize(("scenario", "may"), [("55", True), ("54", False)])
def test_only_bangladesh_ends_by_agreement(scenario: str, may: bool) -> None:
    """55.13: sixty or fewer game-turns."""
    forces = {
        "55": {"ind": {"1A1": "A:in_squad"}, "pak": {"4C1": "X:uk_ft3"}},
        "54": {"turk": {"3C1": "A:tr_ft4"}, "greek": {"2D1": "X:gr_ft3"}},
    }
    sides = forces[scenario]
    g = situation(scenario, stage="command", **sides)
    seats = list(sides)
    assert ("end" in g.options(of=g.decision(seats[0], "agree"))) == may
    if may:
        for seat in seats:
            g.seat(seat, "end", "yes", kind="agree")
        assert g.state.over is not None and "agree" in g.state.over.reason
