"""Reinforcements (50.25; 54.14, 55.14)."""

from __future__ import annotations

from tests.engine.cityfight.kit import begun, situation

GREEK = {"2D1": "X:gr_ft3"}


def test_they_enter_when_commands_are_given_and_get_one() -> None:
    """50.25, 4.1 A: at the hexes that the scenario names."""
    g = situation("54", stage="command", turk={"off": "A:tr_ft4, B:tr_ft4"}, greek=GREEK)
    of = g.decision("turk")
    assert g.options("enter", "A", of=of) == {"3C", "4C", "5C", "6F"}
    assert g.options("enter", "A", "3C", of=of) == {"3C1", "3C2", "3C6"}
    g.do("enter", "A", "3C", "3C1", of=of)
    assert (g.where("A"), g.cites("entered"), g.kinds("greek")) == ("3C1", "50.25", [])
    assert "bold" in g.options("A", of=g.decision("turk"))


def test_they_may_be_withheld() -> None:
    """50.25: any of them, for any time."""
    g = situation("54", stage="command", turk={"off": "A:tr_ft4", "3C1": "B:tr_ft4"}, greek=GREEK).commit()
    assert g.where("A") == "off"
    assert begun("54").options(of=begun("54").decision("turk")) >= {"done", "rest"}


def test_a_full_hex_takes_no_more() -> None:
    """50.25, 9.0: who does not fit waits off the map, where nobody can hurt him."""
    g = situation("54", stage="command", turk={"off": "A:tr_ft4", "3C1": "B:tr_ft4, C:tr_ft4"}, greek=GREEK)
    assert "3C1" not in g.options("enter", "A", "3C", of=g.decision("turk"))


def test_an_enemy_in_the_hex_changes_nothing() -> None:
    """50.25: nobody knows of him."""
    g = situation("54", stage="command", turk={"off": "A:tr_ft4"}, greek={"3C1": "X:gr_ft3"})
    assert "3C1" in g.options("enter", "A", "3C", of=g.decision("turk"))


def test_what_is_off_the_map_brings_no_points() -> None:
    """5.61: and gets no command."""
    g = situation("54", stage="command", turk={"off": "A:tr_ft4, L:plt_ldr"}, greek=GREEK)
    assert "A" not in g.options(of=g.decision("turk"))
    assert g.commit().ap("T1.P1") == 0


def test_the_indians_come_from_the_west() -> None:
    """55.14: by map-edge hexes of 1A to 1H."""
    g = situation("55", stage="command", ind={"off": "A:in_squad"}, pak={"4C1": "X:uk_ft3"})
    assert g.options("enter", "A", of=g.decision("ind")) == {f"1{row}" for row in "ABCDEFGH"}


def test_nobody_else_is_reinforced() -> None:
    """52.25, 53.25: there is nothing to bring on."""
    for scenario, seat in (("52", "us"), ("53", "us")):
        g = begun(scenario)
        g.seat("us", "rest", "go").seat("ussr", "rest", "go").commit()
        assert "enter" not in g.options(of=g.decision(seat))
