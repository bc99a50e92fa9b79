"""Reinforcements: rules 6.1-6.6, 16.12, 16.13, 16.25, 16.26."""

from __future__ import annotations

import pytest

from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.state import DEAD, HAND, POOL, WAITING
from tests.engine.cwb.kit import Game, mover, set_up, situation


def entering(units: dict[str, str], turn: int = 1, **more: object) -> Game:
    """A Soviet movement phase with units off the map."""
    return situation("move", "soviet", units, turn=turn, **more)  # type: ignore[arg-type]


NORTH_EAST = {"1701", "1801", "2101"}
EAST = {"3007", "3014", "3020", "3029", "3030"}
WEST = {"0114", "0120", "0126"}
ANY = NORTH_EAST | EAST | WEST | {"0936", "1436", "2236", "1201", "1301"}


@pytest.mark.parametrize(
    ("unit", "turn", "hexes"),
    [
        ("2G:1/5", 1, NORTH_EAST),
        ("2G:2G", 1, NORTH_EAST),
        ("33G:1/71", 1, EAST),
        ("128G:398", 1, WEST),
        ("SC:20", 1, ANY),
        ("SC:1/SC", 1, ANY),
        ("SC:2/Sp", 1, ANY),
        ("SC:3/KGB", 1, ANY),
        ("SC:1/100", 2, EAST),
        ("SC:2/381", 2, EAST),
        ("SC:128/60", 2, WEST),
        ("SC:3/80", 2, WEST),
        ("SC:1/4", 2, ANY),
        ("SC:SC rkt", 2, ANY),
        ("SC:SC art", 2, ANY),
    ],
)
def test_16_25_who_comes_where_and_when(unit: str, turn: int, hexes: set[str]) -> None:
    g = entering({WAITING: unit}, turn)
    assert g.options(unit) - {"air"} == hexes
    if turn == 2:
        assert entering({WAITING: unit}, 1).refusal(unit) == ("not_due", "16.25")


def test_6_1_all_of_turn_one_and_no_more() -> None:
    g = set_up().do("rest", "go").end()
    book = BUDAPEST.book(g.state)
    due = {p.unit for p in g.state.pieces.values() if p.at == WAITING and book.units[p.unit].arrives["turn"] == 1}
    assert len(due) == 10 + 9 + 8 + 8
    assert g.options() - {"done"} == due


def test_16_25_what_arrives_is_said() -> None:
    """When it is due, not when it was withheld."""
    waiting = {WAITING: "2G:1/5, 2G:2/5, SC:1/381"}
    assert situation("reinforce", "soviet", waiting, turn=1).told("due")[0]["count"] == 2
    assert situation("reinforce", "soviet", waiting, turn=2).told("due")[0]["count"] == 1
    assert situation("reinforce", "soviet", waiting, turn=3).told("due") == []


def test_6_2_16_26_in_file_along_the_road() -> None:
    """The k-th unit through a hex has spent half a point for each before it, and half for the hex itself."""
    g = entering({WAITING: "2G:1/5, 2G:2/5, 2G:3/5"})
    assert mover(g, "2G:1/5").entries()["1701"] == 16 - 1
    g.do("2G:1/5", "1701", "1702", "go")
    assert mover(g, "2G:2/5").entries()["1701"] == 16 - 2
    assert mover(g, "2G:2/5").entries()["1801"] == 16 - 1, "another road, another column"
    g.do("2G:2/5", "1701", "1601", "go")
    assert mover(g, "2G:3/5").entries()["1701"] == 16 - 3


def test_16_26_the_column_begins_anew_every_turn() -> None:
    g = entering({WAITING: "2G:1/5, 2G:2/5"}).do("2G:1/5", "1701", "1702", "go").until("soviet", "move")
    assert mover(g, "2G:2/5").entries()["1701"] == 16 - 1


def test_16_26_nobody_enters_who_is_too_far_down_the_road() -> None:
    slow = {"units/budapest": {"units": {"2G:2/5": {"m": 1}}}}
    g = entering({WAITING: "2G:1/5, 2G:2/5"}, corrections=slow)
    g.do("2G:1/5", "1701", "1702", "go")
    assert mover(g, "2G:2/5").entries()["1701"] == 0
    g.state.files["1701"] = 2
    assert "1701" not in mover(g, "2G:2/5").entries()


def test_6_2_a_placed_unit_goes_on_moving() -> None:
    g = entering({WAITING: "2G:1/5"}).do("2G:1/5", "1701", "1801", "1902", "go")
    assert g.where("2G:1/5") == "1902"
    assert g.told("enter")[0]["path"] == ["1701", "1801", "1902"]


def test_6_3_within_stacking() -> None:
    """The entry hexes are suburb: who is in the way must have been passed."""
    g = entering({WAITING: "2G:1/5, 2G:2/5"}).do("2G:1/5", "1701", "go")
    assert g.refusal("2G:2/5", "1701", "go") == ("stacking", "7.8")
    g.do("2G:2/5", "1701", "1702", "go")


def test_6_3_not_onto_enemies_but_into_their_zones() -> None:
    g = entering({WAITING: "2G:1/5", "1701": "REB:Corvin", "2102": "REB:Szena"})
    assert "1701" not in g.options("2G:1/5")
    assert g.options("2G:1/5", "2101") == {"go"}


def test_16_26_a_blocked_entry_hex_opens_its_whole_edge() -> None:
    """Units may then be placed anywhere on that edge, and go no farther."""
    g = entering({WAITING: "33G:1/71", "3014": "REB:Corvin"})
    found = g.options("33G:1/71")
    assert {f"30{row:02d}" for row in range(1, 37) if row != 14} == found
    assert g.options("33G:1/71", "3018") == {"go"}
    assert g.options("33G:1/71", "3020") - {"go"}, "an open road may still be driven in"


def test_16_26_the_north_edge_east_of_the_danube_stays_east_of_it() -> None:
    g = entering({WAITING: "2G:1/5", "1801": "REB:Corvin"})
    found = g.options("2G:1/5")
    assert "2501" in found
    assert not {h for h in found if h < "1701"}


def test_16_26_a_unit_for_any_edge_may_use_the_edge_that_is_blocked() -> None:
    g = entering({WAITING: "SC:1/KGB", "0120": "REB:Corvin"})
    found = g.options("SC:1/KGB")
    assert "0110" in found
    assert "3018" not in found


def test_6_6_withheld_units_come_later() -> None:
    g = entering({WAITING: "2G:1/5"}, turn=4)
    assert "2G:1/5" in g.options()


def test_16_12_picks_are_placed_near_objectives_and_squares() -> None:
    """On or next to them, in hexes without enemies or their zones of control."""
    g = situation("move", "hungarian", {HAND: "REB:Corvin", "1816": "2G:1/5"})
    field = BUDAPEST.field(g.state)
    found = set(BUDAPEST.placeable(g.state, field, g.pid("REB:Corvin")))
    assert "1515" in found
    assert "1514" in found
    assert not found & {"1816", "1815", "1916", "1917", "1817", "1717"}, "the enemy and his zone"
    assert "1716" in found, "no zone reaches into an objective"
    assert not found & {"1614", "1315"}, "16.33"
    assert "0431" not in found


def test_16_12_the_hexes_need_not_be_held() -> None:
    g = situation("move", "hungarian", {HAND: "REB:Corvin"})
    assert "2619" in BUDAPEST.placeable(g.state, BUDAPEST.field(g.state), g.pid("REB:Corvin"))


def hold(n: int) -> dict[str, str]:
    """n objectives in Hungarian hands."""
    spots = ["1205", "1213", "1214", "1314", "1316", "1317", "1413", "1416", "1420", "1518", "1616"]
    units = ["Corvin", "Tuzolto", "Szena", "Csepel", "Kobanya", "Moricz", "Ujpest", "Tompa", "Baross", "Prater", "Thokoly"]
    return {h: f"REB:{u}" for h, u in list(zip(spots, units, strict=True))[:n]}


def test_16_12_picks_come_untried_from_the_pools() -> None:
    g = situation("reinforce", "hungarian", hold(11))
    drawn = [p for p in g.state.pieces.values() if p.at == HAND]
    book = BUDAPEST.book(g.state)
    assert sorted(book.units[p.unit].cmd for p in drawn) == ["ARMY", "REB", "REB"]
    assert not any(p.revealed for p in drawn)
    unit = drawn[0].unit
    g.do(unit, "1515")
    assert g.where(unit) == "1515"


def test_16_12_squares_count_too() -> None:
    units = {**hold(5), "1515": "REB:1/NG"}
    assert situation("reinforce", "hungarian", units).told("picks")[0]["count"] == 6


def test_6_6_picks_may_be_withheld_and_placed_later() -> None:
    g = situation("reinforce", "hungarian", hold(6))
    g.end()
    assert g.told("withheld")
    assert sum(p.at == HAND for p in g.state.pieces.values()) == 1
    assert g.ask[1] == "move"
    g.until("hungarian", "place")
    assert sum(p.at == HAND for p in g.state.pieces.values()) == 2


def test_16_12_an_empty_pool_gives_nothing() -> None:
    g = situation("move", "hungarian", hold(6))
    for p in g.state.pieces.values():
        if p.at == POOL:
            p.at = DEAD
    g.until("hungarian", "move")
    assert not [p for p in g.state.pieces.values() if p.at == HAND]


def test_16_13_rebels_go_back_to_the_pool_headquarters_and_army_do_not() -> None:
    units = {"1816": "REB:Corvin, REB:Szena", "1716": "REB:RAFC, REB:NG", "1717": "ARMY:1/7, ARMY:2/7"}
    g = situation("recovery", "hungarian", units)
    for unit in ("REB:Corvin", "REB:RAFC", "ARMY:1/7"):
        g.do(unit)
    assert [g.where(u) for u in ("REB:Corvin", "REB:RAFC", "ARMY:1/7")] == [POOL, DEAD, DEAD]


def test_16_14_without_an_army_pool_there_are_no_army_picks() -> None:
    g = situation("reinforce", "hungarian", hold(11), options={"army": "yes"})
    for p in g.state.pieces.values():
        assert p.at != HAND or BUDAPEST.book(g.state).units[p.unit].cmd in ("REB", "ARMY")
