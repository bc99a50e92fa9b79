"""Airborne landings: section 19, 16.20 and 17.28. North is up, dice 1 to 6 go round clockwise from it."""

from __future__ import annotations

import pytest

from engine.titles.cwb import landing
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.state import DEAD, WAITING
from tests.engine.cwb import angola_kit
from tests.engine.cwb.kit import HUNGARIAN, SOVIET, Game, situation

OVERT = {"nato": "overt"}
SQUARE = "1713"
"""Heroes Square: clear class, no objective."""


def above(hex_id: str, units: dict[str, str] | None = None, **more: object) -> Game:
    """The first battlegroup about to jump."""
    return situation("move", HUNGARIAN, {"waiting": "US:1/82, US:2/82", **(units or {})}, options=OVERT, **more)  # type: ignore[arg-type]


def jump(g: Game, hex_id: str, *dice: int) -> Game:
    """The first battlegroup jumps."""
    return g.do("US:1/82", "drop", f"column {hex_id[:2]}", hex_id, dice=dice)


def shown(g: Game) -> dict[str, str]:
    """The explanation of the landing."""
    return g.steps("drop")


def test_19_a_square_is_clear_and_five_scatters() -> None:
    """Golden: 19.6 adds one for NATO; 5 and 1 make 6."""
    g = jump(above(SQUARE), SQUARE, 5, 4)
    assert g.told("drop")[-1]["code"] == "SC"
    assert shown(g) == {"Die": "5", "Nato in budapest": "+1", "Result": "SC"}
    assert g.where("US:1/82") == "1714"


def test_19_in_a_soviet_zone_of_control_six_is_lost() -> None:
    """Golden: 19.6, 19.7: 6, 1 and 1 make 8; a US unit is worth three."""
    g = jump(above(SQUARE, {"1613": "2G:1/5"}), SQUARE, 6)
    assert g.told("drop")[-1]["code"] == "EL"
    assert g.where("US:1/82") == DEAD
    assert g.points(SOVIET) == 3


@pytest.mark.parametrize(("die", "code"), [(1, "AL"), (4, "AL"), (5, "SC"), (6, "SC")])
def test_19_5_the_table(die: int, code: str) -> None:
    g = jump(above(SQUARE), SQUARE, *([die] if code == "AL" else [die, 1]))
    assert g.told("drop")[-1]["code"] == code
    assert g.where("US:1/82") == (SQUARE if code == "AL" else "1712")


@pytest.mark.parametrize(("hex_id", "add"), [("1713", 1), ("1514", 2), ("1614", 2), ("0431", 1)])
def test_19_6_terrain(hex_id: str, add: int) -> None:
    """Squares and clear ground add nothing, all else one; NATO one more."""
    g = above(hex_id)
    found = landing.modifiers(g.state, BUDAPEST, BUDAPEST.field(g.state), g.pid("US:1/82"), hex_id, lambda _: True)
    assert sum(n for n, _ in found) == add


def test_19_6_rubble_is_no_clear_ground() -> None:
    g = above(SQUARE, rubble=[SQUARE])
    found = landing.modifiers(g.state, BUDAPEST, BUDAPEST.field(g.state), g.pid("US:1/82"), SQUARE, lambda _: True)
    assert sum(n for n, _ in found) == 2


def test_19_6_a_zone_counts_once_and_not_of_the_suppressed() -> None:
    for units, add in (({"1613": "2G:1/5", "1712": "2G:2/5"}, 2), ({"1613": "2G:1/5 suppressed"}, 1)):
        g = above(SQUARE, units)
        found = landing.modifiers(g.state, BUDAPEST, BUDAPEST.field(g.state), g.pid("US:1/82"), SQUARE, lambda _: True)
        assert sum(n for n, _ in found) == add


def test_19_4_not_on_enemy_units() -> None:
    g = above(SQUARE, {SQUARE: "2G:1/5"})
    assert SQUARE not in g.options("US:1/82", "drop", "column 17")
    assert "1714" in g.options("US:1/82", "drop", "column 17")


def test_19_3_no_other_movement_but_a_fight() -> None:
    g = jump(above(SQUARE, {"1714": "2G:1/5"}), SQUARE, 1)
    assert g.refusal("US:1/82") == ("already_moved", "7.3")
    g.end()
    assert "US:1/82" in g.options("attack", "1714")


def test_19_7_scattered_off_the_map_is_lost() -> None:
    """I20."""
    g = jump(above("0136"), "0136", 5, 4)
    assert g.where("US:1/82") == DEAD and g.points(SOVIET) == 3


def test_19_7_scattered_onto_the_enemy_is_lost() -> None:
    g = jump(above(SQUARE, {"1614": "2G:1/5 suppressed"}), SQUARE, 5, 5)
    where = {1: "1712", 2: "1812", 3: "1813", 4: "1714", 5: "1613", 6: "1612"}
    assert g.where("US:1/82") == where[5]
    g = jump(above(SQUARE, {"1613": "2G:1/5 suppressed"}), SQUARE, 5, 5)
    assert g.where("US:1/82") == DEAD and g.where("2G:1/5") == "1613"


def test_19_7_scattered_where_there_is_no_room_is_lost() -> None:
    """16.18: a battlegroup stands alone; who is there counts though he may still move."""
    g = jump(above(SQUARE, {"1714": "REB:Corvin"}), SQUARE, 5, 4)
    assert g.where("US:1/82") == DEAD and g.where("REB:Corvin") == "1714"


def test_16_20_each_once_in_any_portions() -> None:
    """16.15: the others come on a later turn."""
    g = jump(above(SQUARE, turn=1), SQUARE, 1)
    assert g.options("US:2/82") == {"drop"}
    assert g.where("US:2/82") == WAITING
    g = situation("move", HUNGARIAN, {SQUARE: "US:1/82", "waiting": "US:2/82"}, turn=9, options=OVERT)
    assert "drop" not in g.options("US:1/82") and "drop" in g.options("US:2/82")


def test_16_29_soviet_airborne_units_do_not_land() -> None:
    g = situation("move", SOVIET, {"waiting": "SC:1/381"}, options=OVERT)
    assert "drop" not in g.options("SC:1/381")


def test_19_2_the_menu_tells_the_chances() -> None:
    g = above(SQUARE, {"1613": "2G:1/5 untried"})
    notes = {o.value: o.note for o in g.menu("US:1/82", "drop", "column 17").options}
    assert notes[SQUARE] == "die +2: lands on 3 of 6, scatters on 2 of 6, fails on 1 of 6"


# Angola (17.28)


def angola(paratroops: str, units: dict[str, str]) -> angola_kit.Game:
    """A game with one SADF parachute unit in Mavinga."""
    g = angola_kit.situation("move", "south_african", {angola_kit.MAVINGA: "SADF:1 Abn", **units}, options={"paratroops": paratroops})
    assert ANGOLA.lands_by_table(g.state) is (paratroops == "yes")
    return g


def test_17_28_without_the_option_it_lands_where_it_is_aimed() -> None:
    """I38, 19.1."""
    g = angola("no", {}).do("SADF:1 Abn", "drop", "column 10", "1010")
    assert g.at("SADF:1 Abn") == "1010"


def test_17_28_with_the_option_a_failed_landing_suppresses() -> None:
    """19.6, 19.7: an untried air defence counts two, another enemy unit one more."""
    units = {"1009": "MPLA:AD untried", "1110": "MPLA:Tank 1 untried"}
    g = angola("yes", units)
    field = g.field
    pid = g.pid("SADF:1 Abn")
    known = landing.modifiers(g.state, ANGOLA, field, pid, "1010", lambda p: g.state.pieces[p].revealed)
    true = landing.modifiers(g.state, ANGOLA, field, pid, "1010", lambda _: True)
    assert sum(n for n, _ in true) - sum(n for n, _ in known) == 2
    g.do("SADF:1 Abn", "drop", "column 10", "1010", dice=[6])
    assert g.told("drop")[-1]["code"] == "EL"
    assert g.at("SADF:1 Abn") == "1010" and g.state.pieces[pid].suppressed
    assert "drop" in g.state.special


def test_19_6_an_airfield_helps() -> None:
    g = angola("yes", {})
    found = landing.modifiers(g.state, ANGOLA, g.field, g.pid("SADF:1 Abn"), angola_kit.CUITO, lambda _: True)
    assert [n for n, _ in found] == [-1]


def test_19_6_the_forecast_knows_no_untried_air_defence() -> None:
    """14.3: whichever counter stands there, the menu of who drops is the same; a revealed air defence shows."""
    menus = {}
    for unit in ("MPLA:AD untried", "MPLA:LI 1 untried", "MPLA:AD"):
        walk = angola("yes", {"1009": unit}).walk("SADF:1 Abn", "drop", "column 10")
        menus[unit] = [o.view() for o in walk.menu().options]
    assert menus["MPLA:AD untried"] == menus["MPLA:LI 1 untried"] != menus["MPLA:AD"]
