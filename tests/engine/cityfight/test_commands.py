"""Commands (section 5), spotters' commands (10.5), taking cover (15.13)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight.data import book
from tests.engine.cityfight.kit import Game, settled, situation


def orders(**more: object) -> Game:
    """The Americans give commands: a fireteam, a tripod, a leader, a spotter."""
    us = {"4B1": "A:us_ft5", "4B2": "T:us_tripod", "4B3": "L:plt_ldr", "4B4": "S:spotter"}
    return situation(stage="command", us=us, ussr={"4A1": "X:su_ft4"}, **more)


@pytest.mark.parametrize(
    ("command", "rule", "allowance"),
    [("cautious", "5.21", (1, 1, 0)), ("bold", "5.22", (2, 0, 0)), ("fire", "5.31", (0, 1, 1)), ("search", "5.4", (0, 2, 0))],
)
def test_what_a_command_allows(command: str, rule: str, allowance: tuple[int, int, int]) -> None:
    """5.21-5.4: moves, sightings and fire actions of each command."""
    g = orders()
    g.seat("us", "A", command)
    u = g.unit("A")
    assert (u.command, (u.moves, u.sights, u.fires)) == (command, allowance), rule


def test_suppressed_units_get_no_command() -> None:
    """5.1, 15.21: neither alone nor with their platoon."""
    g = situation(stage="command", us={"4B1": "A:us_ft5, B:us_ft5 suppressed #3"})
    of = g.decision("us")
    assert g.options(of=of) == {"A", "platoon A.R1", "recover", "orders", "done"}
    g.do("platoon A.R1", "search", of=of)
    assert (g.unit("A").command, g.unit("B").command) == ("search", "")


def test_a_unit_suppressed_where_nobody_can_help_is_not_offered_at_all() -> None:
    """15.31, 15.41: an even fireteam without a leader."""
    g = situation(stage="command", us={"4B1": "A:us_ft5 #1", "4B2": "B:us_ft5 suppressed #2"})
    assert "recover" not in g.options(of=g.decision("us"))


@pytest.mark.parametrize(
    ("unit", "command", "refusal"),
    [
        ("T", "bold", ("tripod", "5.23")),
        ("L", "fire", ("no_fire", "5.32")),
        ("S", "fire", ("no_fire", "5.32")),
        ("S", "bold", ("spotter", "10.51")),
    ],
)
def test_commands_that_a_unit_may_not_get(unit: str, command: str, refusal: tuple[str, str]) -> None:
    """5.23, 5.32, 10.51, 11.64, A-06."""
    g = orders()
    of = g.decision("us")
    assert command not in g.options(unit, of=of)
    assert g.refusal(unit, command, of=of) == refusal


def test_a_command_for_many_reaches_those_who_may_have_it() -> None:
    """5.32: Fire for the whole platoon leaves its leader with what he had."""
    g = orders().seat("us", "L", "search").seat("us", "platoon A.R1", "fire")
    assert [g.unit(x).command for x in "ATL"] == ["fire", "fire", "search"]


def test_commands_may_be_changed_until_they_are_committed() -> None:
    """4.1 A: another command, or none."""
    g = orders().seat("us", "A", "fire").seat("us", "A", "cautious").seat("us", "T", "fire").seat("us", "T", "none")
    assert (g.unit("A").command, g.unit("A").fires, g.unit("T").command) == ("cautious", 0, "")


def test_units_are_chosen_in_any_order() -> None:
    """The same units and command, in whatever order they are picked."""
    states = [orders().seat("us", *picks, "search").state for picks in (["A", "L", "S"], ["S", "A", "L"])]
    assert states[0].units == states[1].units


def test_a_tripod_set_up_last_turn_may_fire() -> None:
    """5.33: the command of the turn before is remembered from turn to turn; in the first game-turn there was none (A-43)."""
    g = orders(turn=1)
    assert "fire" in g.options("T", of=g.decision("us"))
    g.seat("us", "T", "cautious").commit()
    g.state.formations["A.R1"].ap = g.state.formations["S1"].ap = 0
    g = settled(g.state, g.handles)
    assert (g.state.turn, g.unit("T").last) == (2, "cautious")
    assert g.refusal("T", "fire", of=g.decision("us")) == ("tripod", "5.33")


def test_nobody_else_hears_of_commands() -> None:
    """4.1 A: the opponent hears that the side is ready, and no more."""
    g = orders()
    for picks in (["A", "fire"], ["platoon A.R1", "search"], ["A", "suppress"], ["orders", "understate", "10"]):
        g.seat("us", *picks)
        assert g.kinds("us") and not g.kinds("ussr") and not g.kinds("public")
    g.seat("us", "done")
    assert g.heard("ussr") == [("ready", "USA is ready")]
    assert g.view("ussr")["waiting_for"] == ["ussr"]


def test_action_points_come_from_commanded_combat_units() -> None:
    """5.61, 5.65: two each; leaders and spotters bring none, nor do units without a command."""
    g = situation(stage="command", advantage=["us"], us={"4B1": "A:us_ft5, L:plt_ldr =6", "4B2": "B:us_ft5", "4B3": "C:us_ft5, S:spotter"})
    g.seat("us", "A", "B", "L", "S", "search").seat("ussr", "done").seat("us", "done", dice=[1])
    assert g.ap("A.R1") == 4
    assert g.steps("control")["Commanded combat units"] == "2: 4 points"


def test_without_points_only_leaders_and_spotters_act() -> None:
    """5.64, A-53: a platoon without points does nothing that costs one."""
    us = {"4B1": "A:us_ft5 cautious", "4B2": "L:plt_ldr cautious", "4B3": "S:spotter search", "4A1": "B:us_ft5 search @A.R2"}
    g = situation(us=us, ap={"A.R1": 0, "A.R2": 3})
    assert g.options() == {"B", "L", "S", "pass"}
    g.do("L", "sight", "4B")
    assert (g.ap("A.R1"), g.ap("A.R2")) == (0, 3)


def test_a_command_obliges_to_nothing() -> None:
    """5.1: whoever has one may pass."""
    g = situation(us={"4B1": "A:us_ft5 fire"}, ussr={"4A1": "X:su_ft4"})
    assert g.do("pass").unit("A").fires == 1


def test_a_unit_without_command_does_nothing() -> None:
    """5.0: nothing but a leader's move (6.35, A-05)."""
    g = situation(us={"4B1": "A:us_ft5, L:plt_ldr", "4B2": "S:spotter"})
    assert g.options() == {"L", "pass"}
    assert g.options("L") == {"move"}


@pytest.mark.parametrize(
    ("phones", "near", "allowed"),
    [({}, "4B6", True), ({}, "4A1", False), ({"5E5": "us"}, "4A1", True), ({"5E5": ""}, "4A1", False), ({"5E5": "ussr"}, "4A1", False)],
)
def test_spotters_need_a_telephone_or_company(phones: dict[str, str], near: str, allowed: bool) -> None:
    """10.54, A-57: without one, a leader or combat unit in the same megahex when commands are given (A-46)."""
    g = situation(stage="command", us={"4B1": "S:spotter", near: "A:us_ft5"}, phones=phones)
    of = g.decision("us")
    assert ("search" in g.options("S", of=of)) == allowed
    if not allowed:
        assert g.refusal("S", "cautious", of=of) == ("no_phone", "10.54")


def test_another_spotter_is_no_company() -> None:
    """10.54: a leader or combat unit it must be."""
    g = situation(stage="command", us={"4B1": "S:spotter, R:spotter"})
    assert g.refusal("S", "search", of=g.decision("us")) == ("no_phone", "10.54")


def test_taking_cover() -> None:
    """15.13: a unit is suppressed by choice, has no command then, and may think better of it before commands are committed."""
    g = orders().seat("us", "A", "fire").seat("us", "A", "suppress")
    u = g.unit("A")
    assert (u.suppressed, u.command, u.fires, u.cover) == (True, "", 0, 3)
    of = g.decision("us")
    assert g.options("A", of=of) >= {"none"} and "fire" not in g.options("A", of=of)
    assert g.refusal("A", "fire", of=of) == ("suppressed", "15.13")
    assert not g.do("A", "none", of=of).unit("A").suppressed


def test_an_overstacked_hex_must_be_left() -> None:
    """9.0, A-33: units that an earlier turn has left with too many in their hex get movement commands, or none."""
    g = situation(stage="command", us={"4B1": "A:us_ft5, B:us_ft5, C:us_ft5", "4B2": "D:us_ft5"})
    of = g.decision("us")
    assert g.options("A", of=of) & {"cautious", "bold", "fire", "search"} == {"cautious", "bold"}
    assert g.refusal("A", "fire", of=of) == ("stacking", "9.0")
    assert "fire" in g.options("D", of=of)


def test_a_seat_reads_all_its_standing_orders() -> None:
    """10.32, 11.56; the bonus of 10.37 where it is played, an heir where there is a choice (6.54)."""

    def rows(**more: object) -> dict[str, str]:
        us = {"4B1": "L:plt_ldr =5, C:co_cdr", "4A1": "M:plt_ldr =5 @A.R2"} if more else {"4B1": "A:us_ft5"}
        g = situation(us=us, ussr={"1N1": "X:su_ft4"}, stage="command", options={"relay": "yes"} if more else {})
        for what, value in more.items():
            g.seat("us", "orders", what, str(value))
        preview = g.menu(of=g.decision("us", "command")).preview
        assert preview is not None
        return {line["rule"]: line["value"] for line in preview["lines"]}

    assert rows() == {"10.32": "0", "11.56": "open"}
    assert rows(understate=20) == {"10.32": "20", "11.56": "open", "10.37": "no", "6.54": "nobody named"}
    assert rows(relay="yes", heir="M") == {"10.32": "0", "11.56": "open", "10.37": "yes", "6.54": "platoon leader M"}


def test_a_command_shows_what_the_unit_sees_from_where_it_stands() -> None:
    """11.2: by public terrain alone; nothing chosen, the standing orders."""
    g = situation(us={"4B1": "A:us_ft5"}, stage="command")
    seen = g.menu("A", of=g.decision("us", "command")).preview["seen"]  # type: ignore[index]
    los = book(g.state.pack, g.state.setup.scenario).los
    assert "4B1" in seen and all(los.sees("4B1", h) for h in seen)
    assert g.menu(of=g.decision("us", "command")).preview["title"] == "Standing orders"  # type: ignore[index]
    assert g.note("done", of=g.decision("us", "command")) == "1 unit without a command"
