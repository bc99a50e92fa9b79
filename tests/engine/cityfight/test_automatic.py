"""Automatic rifles (11.7), optional in the Basic Game."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:su_ft4"}


def armed(us: str = "A:us_ft5 fire", option: str = "yes") -> Game:
    """A unit in 4K7 with a Fire command."""
    return situation(us={"4K7": us}, ussr=FAR, options={"automatic": option})


def test_only_by_option_and_by_units_rated_for_it() -> None:
    """11.7: two men with a tripod are not."""
    assert "automatic" in armed().options("A")
    assert "automatic" not in armed(option="no").options("A")
    assert "automatic" not in armed("A:us_tripod fire").options("A")


def test_two_attacks_at_two_thirds() -> None:
    """11.71-11.75: at touching hexes, named first, said to be automatic; 9 is 6, a point in all."""
    g = armed().do("A", "automatic", "4K", "4K1", "4K", "4K2", dice=[6, 6, 6, 6])
    assert g.told("fire", "ussr")[0]["weapon"] == "automatic rifle"
    assert g.told("fire", "ussr")[0]["hexes"] == ["4K1", "4K2"]
    assert (g.steps("fire_dice")["Strength"], g.ap("A.R1")) == ("6", 19)
    assert "4K4" not in armed().options("A", "automatic", "4K", "4K1", "4K")


@pytest.mark.parametrize(("dice", "empty"), [([6, 6, 4, 4], True), ([4, 4, 6, 5], False), ([1, 1, 6, 5], False)])
def test_only_the_last_roll_empties_it(dice: list[int], empty: bool) -> None:
    """11.74, 14.15: an 8 empties automatic fire, rifle fire not."""
    g = armed().do("A", "automatic", "4K", "4K1", "4K", "4K2", dice=dice)
    assert bool(g.unit("A").out) == empty


def test_one_attack_alone_counts_too() -> None:
    """A-28: then its roll is the last."""
    assert armed().do("A", "automatic", "4K", "4K1", "go", dice=[4, 4]).unit("A").out == 3
    assert armed().do("A", "fire", "4K", "4K1", dice=[4, 4]).unit("A").out == 0


def test_at_once_after_a_sighting_too() -> None:
    """10.6, 11.72."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": "T:su_ft4"}, options={"automatic": "yes"}).do("A", "sight", "4K", dice=[1, 1])
    g.do("A", "automatic", "4K", "4K1", "4K", "4K1", dice=[6, 6, 6, 6])
    assert [e["weapon"] for e in g.told("fire")] == ["automatic rifle"]
