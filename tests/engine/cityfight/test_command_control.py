"""Command control (6.2) and the beginning of the action stage (4.1 B, 16.2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.engine.cityfight.kit import Game, situation

THREE = {f"4B{i}": f"F{i}:us_ft5 search" for i in range(1, 4)}


def controlled(leaders: str, dice: Sequence[int], advantage: Sequence[str] = ("us",), demoralized: bool = False) -> Game:
    """Three commanded fireteams, 6 points, and these leaders go through command control."""
    g = situation(stage="command", advantage=advantage, us={**THREE, "4B7": leaders})
    g.state.formations["A.R1"].demoralized = demoralized
    return g.seat("ussr", "done").seat("us", "done", dice=dice)


def test_the_side_without_advantage_rolls_two_dice() -> None:
    """6.2, 16.23: dice 12 against 5 are seven too many: 3 of 6 points; then both sides roll for the first action (16.21)."""
    g = controlled("L:plt_ldr =5", [6, 6, 1, 2], advantage=())
    assert g.ap("A.R1") == 3


def test_who_has_advantage_rolls_one_and_acts_first() -> None:
    """16.21, 16.23, A-50."""
    g = controlled("L:plt_ldr =5", [6])
    assert (g.ap("A.R1"), g.ask) == (6, ("us", "action"))


@pytest.mark.parametrize(("dice", "first"), [([1, 5], "us"), ([5, 1], "ussr"), ([3, 3, 2, 4], "us")])
def test_without_advantage_the_higher_die_acts_first(dice: list[int], first: str) -> None:
    """16.21, A-01: in public, ties again, the first die being the first side's."""
    g = controlled("L:plt_ldr =12", [1, 1, *dice], advantage=())
    assert g.ask == (first, "action")
    assert g.told("first", "public")[0]["side"] == first


def test_a_sergeant_stands_in() -> None:
    """6.56, 6.18: the highest of them where there is no leader; with one his rating means nothing."""
    assert controlled("S:plt_sgt =2, R:plt_sgt =4", [6]).steps("control")["Die against rating 4"] == "6"
    assert controlled("L:plt_ldr =1, S:plt_sgt =9", [6]).steps("control")["Die against rating 1"] == "6"


@pytest.mark.parametrize(
    ("leaders", "rating"), [("S:plt_sgt =5 suppressed", 3), ("L:plt_ldr =5 suppressed", 3), ("L:plt_ldr =2 suppressed", 1)]
)
def test_suppressed_they_count_two_less(leaders: str, rating: int) -> None:
    """6.21."""
    assert f"Die against rating {rating}" in controlled(leaders, [6]).steps("control")


@pytest.mark.parametrize(("leaders", "rating"), [("L:plt_ldr =5", 3), ("S:plt_sgt =5", 4), ("L:plt_ldr =5 suppressed", 1)])
def test_demoralized_they_count_less(leaders: str, rating: int) -> None:
    """17.21: a leader by two, a sergeant by one, never below 1."""
    assert f"Die against rating {rating}" in controlled(leaders, [6], demoralized=True).steps("control")


def test_company_commanders_control_nothing() -> None:
    """6.16: without leader and sergeant it is two points."""
    assert controlled("C:co_cdr =9", []).ap("A.R1") == 2


def test_a_platoon_without_combat_units_has_no_points() -> None:
    """6.56, 48.25: not even the two of a platoon that nobody leads."""
    g = situation(stage="command", advantage=["us"], us={"4B7": "L:plt_ldr =5"}).commit(dice=[])
    assert g.ap("A.R1") == 0


def test_control_is_secret() -> None:
    """4.1 B: only its own seat hears of a platoon's points."""
    g = controlled("L:plt_ldr =5", [6])
    assert g.kinds("us").count("control") == 1
    assert "control" not in g.kinds("ussr") + g.kinds("public")
    assert "A.R1" not in str(g.view("ussr"))
