"""Stacking: rules 7.8-7.11, with the commands of 16.10 and 16.23."""

from __future__ import annotations

import pytest

from engine.titles.cwb.budapest import BUDAPEST
from tests.engine.cwb.kit import Game, situation


@pytest.mark.parametrize(
    ("hex_id", "limit"),
    [
        ("0431", 2),
        ("1515", 2),
        ("1436", 2),
        ("2022", 1),
        ("0404", 1),
        ("2503", 1),
        ("1717", 1),
        ("1619", 1),
        ("2015", 1),
        ("1614", 0),
        ("1315", 0),
    ],
)
def test_7_9_two_in_clear_and_square_hexes_one_elsewhere(hex_id: str, limit: int) -> None:
    """Clear means no objective or stadium icon; the road to Tokol is clear; an embassy holds nobody at a phase's end (16.33)."""
    g = situation("move", "soviet", {"0131": "2G:1/5"})
    assert BUDAPEST.limit(g.state, BUDAPEST.field(g.state), hex_id) == limit


def test_7_9_rubble_changes_no_limit() -> None:
    """The ruling I30."""
    g = situation("move", "hungarian", {"1515": "REB:Corvin, REB:Szena"}, rubble=["1515"]).end()
    assert g.told("overstacked") == []


@pytest.mark.parametrize("phase", ["reinforce", "move", "combat", "recovery"])
@pytest.mark.parametrize("phasing", ["soviet", "hungarian"])
def test_7_8_the_limit_holds_at_the_end_of_any_phase(phase: str, phasing: str) -> None:
    """For both sides; the owner chooses; the excess counts for points."""
    g = situation(phase, phasing, {"1816": "REB:Corvin, REB:Szena"})
    while g.ask[1] != "excess":
        g.end()
    assert g.ask == ("hungarian", "excess")
    assert g.options() == {"REB:Corvin", "REB:Szena"}
    g.do("REB:Szena")
    assert (g.where("REB:Corvin"), g.where("REB:Szena"), g.points("soviet")) == ("1816", "pool", 1)
    assert g.cites("eliminated") == "7.8"


def test_7_8_several_stacks_one_after_the_other() -> None:
    g = situation("move", "hungarian", {"1816": "REB:Corvin, REB:Szena", "1717": "2G:1/5, 2G:2/5, 2G:3/5"}).end()
    assert g.ask == ("hungarian", "excess")
    g.do("REB:Corvin")
    assert g.ask == ("soviet", "excess")
    g.do("2G:1/5").do("2G:2/5")
    assert g.ask[1] != "excess"
    assert (g.points("soviet"), g.points("hungarian")) == (1, 4)


def ends_together(hex_id: str, first: str, second: str, side: str) -> bool:
    """Whether two units may stand in one hex."""
    g = situation("recovery", side, {hex_id: f"{first}, {second}"})
    return not g.told("overstacked")


@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ("2G:1/5", "2G:2G", True),
        ("2G:1/5", "33G:1/104", False),
        ("33G:1/104", "128G:1/315", False),
        ("2G:1/5", "SC:1/4", True),
        ("SC:1/4", "128G:1/315", True),
        ("SC:1/4", "SC:20", True),
    ],
)
def test_16_23_soviet_divisions_do_not_stack(first: str, second: str, may: bool) -> None:
    """The Special Corps stacks with all."""
    assert ends_together("0431", first, second, "soviet") == may


def test_16_10_rebels_and_army_stack() -> None:
    assert ends_together("0431", "REB:Corvin", "ARMY:1/Kil", "hungarian")


def test_7_8_through_other_divisions_but_not_among_them() -> None:
    g = situation("move", "soviet", {"0431": "2G:1/5", "0330": "33G:1/104"}).do("33G:1/104", "0430", "go")
    assert g.refusal("2G:1/5", "0430", "go") == ("stacking", "7.8")
    g.do("2G:1/5", "0430", "0429", "go")


def test_7_11_air_and_markers_do_not_count() -> None:
    """12.11: a hex full of units can be bombarded by any number of markers; rubble takes no room."""
    g: Game = situation("combat", "soviet", {"1515": "REB:Corvin, REB:Szena"}, rubble=["1515"])
    g.bombard("1515", "TAC", "TAC", "TAC").do("REB:Corvin", dice=[1, 1])
    assert g.told("overstacked") == []
