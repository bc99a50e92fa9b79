"""Preservation levels and demoralization (section 17)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import geometry
from tests.engine.cityfight.kit import Game, situation

BORDER = next(h for h in geometry.hexes_of("2I") if any(n[:2] == "3I" for n in geometry.neighbours(h)))
"""A hex of the open megahex 2I beside the open megahex 3I."""


def nicosia(**hexes: str) -> Game:
    """Turks in Nicosia: platoons of level 20, a company of 65, a battalion of 200."""
    return situation("54", side="turk", turk=hexes, greek={"2D1": "X:gr_ft3"})


def demoralized(g: Game) -> set[str]:
    """The formations that are demoralized."""
    return {fid for fid, f in g.state.formations.items() if f.demoralized}


def accrue(g: Game, fid: str, points: int) -> Game:
    """A formation has accrued so many points already."""
    g.state.formations[fid].pp = points
    return g


@pytest.mark.parametrize(("before", "falls"), [(15, False), (16, True), (19, True)])
def test_a_platoon_at_its_level_is_demoralized(before: int, falls: bool) -> None:
    """17.12, 17.13: four men to a level of 20."""
    g = accrue(nicosia(**{"3C1": "A:tr_ft4"}), "T1.P1", before).kill("A")
    assert demoralized(g) == ({"T1.P1"} if falls else set())
    assert ("demoralized" in g.kinds("turk"), "demoralized" in g.kinds("greek")) == (falls, False)


def test_a_company_takes_its_platoons_with_it() -> None:
    """17.14, A-41: at its level or above."""
    g = accrue(nicosia(**{"3C1": "A:tr_ft4", "3C2": "B:tr_ft4 @T1.P2"}), "T1", 63).kill("A")
    assert demoralized(g) == {"T1", "T1.P1", "T1.P2", "T1.P3"}


def test_a_battalion_takes_all() -> None:
    """17.15."""
    g = accrue(nicosia(**{"3C1": "A:tr_ft4"}), "T", 196).kill("A")
    assert {f for f in demoralized(g) if "P" in f} == {f for f in g.state.formations if f.startswith("T") and "P" in f}


def test_the_american_company_has_its_level() -> None:
    """53.19: 80 for the company, 18 for each rifle platoon."""
    b = situation().play.book
    assert [b.preservation_level(f) for f in ("A", "A.R1", "A.R5", "S1")] == [80, 18, 18, 24]


def test_points_are_counted_for_all_above() -> None:
    """17.11: a commander's ten for his company and battalion, not for a platoon."""
    g = nicosia(**{"3C1": "C:co_cdr @T1"}).kill("C")
    assert [g.state.formations[f].pp for f in ("T1", "T", "T1.P1", "T2")] == [10, 10, 0, 0]


def test_spotters_count_for_nothing() -> None:
    """10.53, 17.12."""
    g = situation("54", side="greek", greek={"2D1": "S:spotter, A:gr_ft3"}, turk={"3C1": "X:tr_ft4"}).kill("S")
    assert not any(f.pp for f in g.state.formations.values())


def test_without_sound_platoons_the_spotters_go() -> None:
    """17.22: all of them, once the last platoon is demoralized."""
    greek = {"2D1": "S:spotter, A:gr_ft3 @G.P1", "2D6": "R:spotter"}
    g = situation("54", side="greek", greek=greek, turk={"3C1": "X:tr_ft4"})
    for fid in ("G.P2", "G.P3", "G.H4"):
        g.state.formations[fid].demoralized = True
    accrue(g, "G.P1", 17).kill("A")
    assert (g.where("S"), g.where("R"), g.cites("removed")) == ("dead", "dead", "17.22")
    assert "removed" not in g.kinds("turk")


def test_no_entry_where_an_enemy_was_spotted_this_turn() -> None:
    """17.26: a demoralized platoon keeps out of that megahex; it may move within its own."""
    us = {BORDER: "A:us_ft5 cautious", "2I1": "S:spotter search", "3I2": "B:us_ft5 cautious"}
    g = situation(us=us, ussr={"3I7": "X:su_ft4"}).do("S", "sight", "3I").do("done").do("pass")
    free = g.options("A", "move")
    assert {h[:2] for h in free} >= {"2I", "3I"}
    g.state.formations["A.R1"].demoralized = True
    assert g.options("A", "move") == {h for h in free if h[:2] != "3I"}
    assert "3I1" in g.options("B", "move")


def test_even_if_the_enemy_has_been_heard_of_otherwise_since() -> None:
    """17.26: a later word on the same hex does not undo that he was spotted there."""
    g = situation(us={"4B7": "S:spotter search", "5B2": "A:us_ft5"}, ussr={"5B1": "X:su_ft4 fire"}).do("S", "sight", "5B").do("done")
    g.do("X", "fire", "5B", "5B2", dice=[6, 6])
    assert (g.contacts("us")["5B1"].how, "spotted us 5B" in g.state.marks) == ("fired", True)


@pytest.mark.parametrize(
    ("where", "action"), [("3I2", ("X", "fire", "3I", "3I7")), ("3I2", ("X", "assault")), ("3I3", ("X", "move", "3I2", "assault"))]
)
def test_who_opens_fire_beside_a_unit_is_spotted(where: str, action: tuple[str, ...]) -> None:
    """17.26, 10.42: by who shares his hex, whatever he fires at or assaults."""
    command = "cautious" if "move" in action else "fire"
    for beside, free in (("B:spotter", False), ("", True)):
        us = {BORDER: "A:us_ft5 cautious", **({"3I2": beside} if beside else {})}
        g = situation(side="ussr", us=us, ussr={where: f"X:su_ft4 {command}"})
        g.state.formations["A.R1"].demoralized = True
        g.do(*action, dice=[6, 6])
        assert any(h[:2] == "3I" for h in g.options("A", "move")) == free


def test_who_opens_fire_elsewhere_is_heard_and_not_spotted() -> None:
    """17.26, 10.42: a firing hex that is called out is information, no spotting."""
    g = situation(side="ussr", us={BORDER: "A:us_ft5 cautious"}, ussr={"3I2": "X:su_ft4 fire"})
    g.do("X", "fire", "3I", "3I7", dice=[6, 6])
    assert g.contacts("us").keys() == {"3I2"} and not any(k.startswith("spotted") for k in g.state.marks)


def test_a_breakout_is_excepted() -> None:
    """17.26, 50.19: the Soviets of 53 may go where they like."""
    ussr = {BORDER: "A:su_squad cautious"}
    changes = {"scenarios/53": {"special": {"s01": {"text": ""}}}}
    for given, may in ((None, True), (changes, False)):
        g = situation(side="ussr", advantage=None, ussr=ussr, us={"4C7": "X:us_ft5"}, changes=given)
        g.state.formations["S1"].demoralized = True
        g.state.marks["spotted ussr 3I"] = 1
        assert any(h[:2] == "3I" for h in g.options("A", "move")) == may


def test_a_platoon_that_has_left_is_beyond_its_companys_morale() -> None:
    """A-54."""
    g = situation("55", side="ind", ind={"6A1": "A:in_squad cautious", "5A2": "B:in_squad @I1.I2"}, pak={"4C1": "X:uk_ft3"})
    g.do("A", "move", "exit")
    accrue(g, "I1", 39).kill("B")
    assert demoralized(g) == {"I1", "I1.I2", "I1.I3"}


def test_demoralization_is_nobody_elses_business() -> None:
    """11.52, 17.0: neither points nor morale are shown to the other side."""
    g = accrue(nicosia(**{"3C1": "A:tr_ft4"}), "T1.P1", 19).kill("A")
    assert "demoralized" not in str(g.view("greek")) and "demoralized" in str(g.view("turk")["panels"]["platoons"])
    assert not g.frames("greek")
