"""Passing and the rotation of platoons (4.1 C, 12.0, 16.24)."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import TITLE, situation

US = {"4B1": "A:us_ft5 cautious @A.R1, L:plt_ldr @A.R1", "4B4": "B:us_ft5 cautious @A.R2", "4A1": "C:us_ft5 cautious @A.R3"}
FAR = {"1N1": "X:su_ft4"}


def test_the_rotation_goes_from_platoon_to_platoon() -> None:
    """4.1 C, 48.22: in a fixed order; only units of the platoon that is due act, and leaders and spotters (A-03)."""
    g = situation(us=US, ussr=FAR)
    assert g.options() == {"A", "L", "pass"}
    g.do("A", "move", "4B2", "stop").do("pass")
    assert g.options() == {"B", "L", "pass"}
    g.do("B", "move", "4B3", "stop").do("pass")
    assert g.options() == {"C", "L", "pass"}


def test_platoons_without_points_are_passed_over() -> None:
    """4.1 C, 48.23."""
    g = situation(us=US, ussr=FAR, ap={"A.R1": 2, "A.R2": 0, "A.R3": 2, "S1": 9}).do("pass").do("pass")
    assert "C" in g.options()


def test_free_actions_do_not_move_it_on() -> None:
    """A-03."""
    g = situation(us=US, ussr=FAR).do("L", "move", "4B2").do("pass")
    assert "A" in g.options()


def test_a_paid_pass_moves_it_on_and_a_free_one_does_not() -> None:
    """12.0, 16.24."""
    g = situation(us=US, ussr=FAR, advantage=["us"]).do("pass").do("pass")
    assert "A" in g.options()
    g.do("pay").do("pass")
    assert ("B" in g.options(), g.ap("A.R1")) == (True, 19)


def test_paying_is_for_the_side_with_advantage_only() -> None:
    """12.0: the other pays anyway."""
    assert "pay" not in situation(us=US, ussr=FAR).options()
    assert "pay" in situation(us=US, ussr=FAR, advantage=["us"]).options()
    assert "pay" not in situation(us=US, ussr=FAR, advantage=["us"], ap={"S1": 3}).options()


def test_one_pass_a_turn() -> None:
    """12.0: the turn goes to the other side."""
    assert situation(us=US, ussr=FAR).do("pass").ask == ("ussr", "action")


@pytest.mark.parametrize(("advantage", "left"), [((), 19), (("us",), 20), (("ussr",), 19)])
def test_a_late_action_is_a_pass(advantage: tuple[str, ...], left: int) -> None:
    """4.3: the pass of section 12, free where that is free; the game and what all hear are as if the player had passed."""
    g, passed = (situation(us=US, ussr=FAR, advantage=advantage) for _ in range(2))
    g.late()
    assert (g.ask, g.ap("A.R1"), g.unit("A").moves) == (("ussr", "action"), left, 1)
    assert TITLE.encode(g.state) == TITLE.encode(passed.do("pass").state)
    for viewer in ("us", "ussr", "public"):
        assert g.frames(viewer) == passed.frames(viewer) != []
