"""Stacking (9.0, 9.1, 9.3) and joint actions (9.2)."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import begun, situation

FAR = {"1N1": "X:su_ft4"}


def test_eleven_men_a_hex() -> None:
    """9.0, 9.15: a leader counts for one; who could leave no more bars the way."""
    g = situation(us={"4B1": "A:us_ft5 cautious, L:plt_ldr", "4B2": "B:us_ft5, C:us_ft5", "4B7": "D:us_ft5"}, ussr=FAR)
    assert "4B2" not in g.options("A", "move") and "4B7" in g.options("A", "move")
    assert "4B2" in g.options("L", "move")
    assert "4B2" not in g.options("A", "L", "move")


def test_eleven_exactly() -> None:
    """9.0: five, five and a leader."""
    g = situation(us={"4B1": "A:us_ft5 cautious, L:plt_ldr", "4B2": "B:us_ft5"}, ussr=FAR)
    g.do("A", "L", "move", "4B2", "stop")
    assert [g.where(x) for x in "ALB"] == ["4B2"] * 3


def test_platoons_do_not_mix() -> None:
    """9.3: nor does a company commander with another company."""
    g = situation(us={"4B1": "A:us_ft5 cautious", "4B2": "B:us_ft5 @A.R2", "4B7": "C:co_cdr"}, ussr=FAR)
    assert "4B2" not in g.options("A", "move") and "4B7" in g.options("A", "move")
    turk = {"3C1": "A:tr_ft4 cautious @T1.P1", "3C2": "C:co_cdr @T2", "3C7": "D:co_cdr @T1"}
    n = situation("54", side="turk", turk=turk, greek={"2D1": "X:gr_ft3"})
    assert "3C2" not in n.options("A", "move") and "3C7" in n.options("A", "move")


def test_enemies_do_not_count() -> None:
    """9.0, 3.4 of the secrets: an enemy in the hex changes no option."""
    g = situation(us={"4B1": "A:us_ft5 cautious"}, ussr={"4B2": "X:su_squad"})
    assert "4B2" in g.options("A", "move")


def test_who_can_still_leave_does_not_bar_the_way() -> None:
    """A-33: an unmoved Bold unit may make room; without points for it, or suppressed, it may not."""
    us = {"4B1": "A:us_ft5 cautious", "4B2": "B:us_ft5 bold, C:us_ft5"}
    assert "4B2" in situation(us=us, ussr=FAR).options("A", "move")
    assert "4B2" not in situation(us=us, ussr=FAR, ap={"A.R1": 1}).options("A", "move")
    us["4B2"] = "B:us_ft5 bold suppressed, C:us_ft5"
    assert "4B2" not in situation(us=us, ussr=FAR).options("A", "move")


def test_a_bold_unit_may_pass_through() -> None:
    """9.0, A-33: only the end of the turn counts; in cover, or without points to go on, it would stay."""
    us = {"4B1": "A:us_ft5 bold", "4B2": "B:us_ft5 @A.R2", "4A1": "C:us_ft5 cautious"}
    assert "4B2" in situation(us=us, ussr=FAR).options("A", "move")
    assert "4B2" not in situation(us=us, ussr=FAR, ap={"A.R1": 1}).options("A", "move")
    us = {"5K1": "A:us_ft5 bold", "5K7": "B:us_ft5 @A.R2"}
    assert "5K7" not in situation(us=us, ussr=FAR).options("A", "move")


def test_an_overstack_may_not_arise_at_set_up() -> None:
    """7.0, 9.0, 9.3: the places that are offered."""
    g = begun("52")
    of = g.decision("us")
    units = [v for v in g.walk(of=of).values() if v.startswith("u")]
    fireteams = [a for a in units if g.view("us")["pieces"][a]["symbol"] == "fireteam"]
    g.do(*fireteams[:2], "8M", "8M1", of=of)
    assert "8M1" not in g.options(fireteams[2], "8M", of=g.decision("us"))


def test_a_stack_moves_together() -> None:
    """9.21, 9.22: each pays."""
    g = situation(us={"4B1": "A:us_ft5 cautious, B:us_ft5 cautious"}, ussr=FAR)
    g.do("A", "B", "move", "4B2", "stop")
    assert (g.where("A"), g.where("B"), g.ap("A.R1")) == ("4B2", "4B2", 18)


def test_a_stack_sights_together() -> None:
    """9.21, 10.33: ten men add 20."""
    g = situation(us={"2K1": "A:us_ft5 search, B:us_ft5 search"}, ussr=FAR).do("A", "B", "sight", "3K", dice=[3, 5])
    assert (g.told("sighting", "ussr")[0]["total"], g.ap("A.R1"), g.unit("A").sights, g.unit("B").sights) == (55, 18, 1, 1)


def test_a_stack_fires_together() -> None:
    """9.21: fireteams and machinegun units add up at one target."""
    g = situation(us={"4K7": "A:us_ft5 fire, M:us_tripod fire"}, ussr=FAR).do("A", "M", "fire", "4K", "4K1", dice=[3, 4])
    assert (g.steps("fire_dice")["Strength"], g.ap("A.R1"), g.told("fire", "ussr")[0]["weapon"]) == ("16", 18, "mixed")


@pytest.mark.parametrize("other", ["B:us_ft5 bold", "B:us_ft5 cautious suppressed", "B:us_ft5"])
def test_only_identical_commands_act_together(other: str) -> None:
    """9.21, A-07: another command, none, or a suppressed companion."""
    g = situation(us={"4B1": f"A:us_ft5 cautious, {other}, L:plt_ldr"}, ussr=FAR)
    assert "B" not in g.options("A") and "B" not in g.options("A", "L") and "B" not in g.options("L", "A")


def test_only_who_began_the_turn_together_acts_together() -> None:
    """9.21: a unit that has joined the stack since may not."""
    g = situation(us={"4B1": "A:us_ft5 bold", "4B2": "B:us_ft5 bold"}, ussr=FAR)
    g.do("A", "move", "4B2", "stop").do("pass")
    assert "B" not in g.options("A")


def test_a_leader_sights_with_his_men_on_the_same_command_only() -> None:
    """9.21, 6.31."""
    for command, together in (("fire", False), ("search", True)):
        g = situation(us={"4B1": f"A:us_ft5 {command}, L:plt_ldr search"}, ussr=FAR)
        assert ("L" in g.options("A") and "sight" in g.options("A", "L")) == together


def test_spotters_act_alone() -> None:
    """9.21: they belong to no platoon."""
    g = situation(us={"4B1": "S:spotter search, R:spotter search, A:us_ft5 search"}, ussr=FAR)
    assert g.options("S") == {"sight"} and g.options("A") == {"sight"}


def test_nobody_must_act_together() -> None:
    """9.23."""
    g = situation(us={"4B1": "A:us_ft5 cautious, B:us_ft5 cautious"}, ussr=FAR)
    g.do("A", "move", "4B2", "stop")
    assert (g.where("A"), g.where("B")) == ("4B2", "4B1")


def test_a_stack_needs_points_for_all() -> None:
    """9.22, 5.64."""
    g = situation(us={"4B1": "A:us_ft5 cautious, B:us_ft5 cautious"}, ussr=FAR, ap={"A.R1": 1})
    assert "B" not in g.options("A")


def test_results_hit_the_whole_stack() -> None:
    """9.24."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4, B:su_ft4"})
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert g.unit("A").suppressed and g.unit("B").suppressed and g.ap("S1") == 18
