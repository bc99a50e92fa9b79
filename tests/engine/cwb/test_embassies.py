"""Embassies: rule 16.33. The Soviet one is 1614, the US one 1315. (Placing, stacking, retreats and advances have their own files.)"""

from __future__ import annotations

import pytest

from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.budapest_points import held_objectives, objectives
from tests.engine.cwb.kit import situation


@pytest.mark.parametrize("embassy", ["1614", "1315"])
def test_16_33_units_move_through_and_do_not_stop(embassy: str) -> None:
    g = situation("move", "soviet", {"1414" if embassy == "1315" else "1515": "2G:1/5"})
    assert "go" not in g.options("2G:1/5", embassy)
    assert g.refusal("2G:1/5", embassy, "go") == ("stacking", "7.8")
    onward = sorted(g.options("2G:1/5", embassy))[0]
    g.do("2G:1/5", embassy, onward, "go")
    assert g.where("2G:1/5") == onward


def test_16_33_no_step_into_one_without_a_way_on() -> None:
    """Not as a last step: with one point left the embassy is not offered."""
    g = situation("move", "soviet", {"1514": "2G:1/5"}, corrections={"units/budapest": {"units": {"2G:1/5": {"m": 2}}}})
    assert "1614" not in g.options("2G:1/5")


def test_16_33_who_stands_in_one_at_the_end_of_a_phase_is_lost() -> None:
    """However he came there (an umpire may have put him): 7.8."""
    g = situation("recovery", "hungarian", {"1614": "REB:Corvin"})
    assert g.ask == ("hungarian", "excess")
    g.do("REB:Corvin")
    assert g.points("soviet") == 1


def test_16_33_they_are_no_objectives_to_hold() -> None:
    """16.9, 16.12: neither for picks nor for points; 26 others are."""
    g = situation("move", "soviet", {"1614": "2G:1/5"})
    field = BUDAPEST.field(g.state)
    assert len(objectives(field)) == 26
    assert held_objectives(field, "soviet") == 0
    assert not BUDAPEST.counts(g.state, field, "1614")
