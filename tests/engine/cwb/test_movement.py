"""Movement: rules 7.1-7.8 and 7.12. Open ground without roads lies around 0431, hills around 0404, suburb around 2503."""

from __future__ import annotations

import pytest

from engine.titles.cwb.state import WAITING
from tests.engine.cwb.kit import Game, allowance, mover, reach, situation


def cost(g: Game, unit: str, a: str, b: str) -> int | None:
    """Half MP for a step, None where it is barred."""
    return mover(g, unit).cost(a, b)


def moving(units: dict[str, str], **more: object) -> Game:
    """A Soviet movement phase."""
    return situation("move", "soviet", units, **more)  # type: ignore[arg-type]


def test_7_1_as_many_or_as_few_as_one_likes() -> None:
    g = moving({"0430": "2G:1/5", "0433": "2G:2/5", "0530": "REB:Corvin"})
    assert "done" in g.options()
    g.do("2G:2/5", "0434", "go")
    assert "done" in g.options()


def test_7_1_only_ones_own_units() -> None:
    g = moving({"0430": "2G:1/5", "0433": "REB:Corvin"})
    assert g.options() == {"2G:1/5", "done"}
    assert g.refusal("REB:Corvin") == ("not_an_option", "7.1")


def test_7_2_a_path_goes_from_hex_to_adjacent_hex() -> None:
    g = moving({"0431": "2G:1/5"})
    assert g.options("2G:1/5") == {"0430", "0531", "0532", "0432", "0332", "0331"}
    assert g.refusal("2G:1/5", "0433") == ("not_an_option", "7.1")
    g.do("2G:1/5", "0430", "0429", "go")
    assert g.told("move")[0]["path"] == ["0431", "0430", "0429"]


def test_7_3_no_more_points_than_it_has() -> None:
    g = moving({"0404": "128G:1/315"})
    assert reach(g, "128G:1/315")["0304"] == 8
    assert g.options("128G:1/315", "0405", "0406", "0506") == {"go"}, "two, two and two for hills"


def test_7_3_a_unit_moves_once_a_phase() -> None:
    g = moving({"0431": "2G:1/5"}).do("2G:1/5", "0430", "go")
    assert g.refusal("2G:1/5") == ("already_moved", "7.3")


def test_7_3_points_are_not_saved_for_the_next_turn() -> None:
    g = moving({"0431": "2G:1/5", "2503": "REB:Corvin"}).until("soviet", "move")
    assert g.state.turn == 4
    assert allowance(g, "2G:1/5") == "8 MP"


def test_7_4_one_hex_at_least() -> None:
    slow = {"units/budapest": {"units": {"2G:1/5": {"m": 1}}}}
    g = moving({"0404": "2G:1/5"}, corrections=slow)
    assert cost(g, "2G:1/5", "0404", "0403") == 4
    assert g.options("2G:1/5", "0403") == {"go"}
    g = moving({"0404": "2G:1/5 suppressed"}, corrections=slow)
    assert allowance(g, "2G:1/5") == "0 MP"
    g.do("2G:1/5", "0403", "go")
    assert g.where("2G:1/5") == "0403"


def test_7_4_but_not_from_zone_to_zone() -> None:
    slow = {"units/budapest": {"units": {"2G:1/5": {"m": 1}}}}
    g = moving({"0431": "2G:1/5", "0430": "REB:Corvin"}, corrections=slow)
    assert g.options("2G:1/5") == {"0532", "0432", "0332"}


def test_7_4_nor_over_a_side_that_bars_it() -> None:
    g = moving({"1217": "2G:1/5, 128G:1/315"}, corrections={"units/budapest": {"units": {"128G:1/315": {"m": 2}}}})
    assert cost(g, "128G:1/315", "1217", "1318") == 12
    assert "1318" in g.options("128G:1/315")
    assert cost(g, "2G:1/5", "1217", "1318") is None
    assert "1318" not in g.options("2G:1/5")


def test_7_4_movement_zero_stays() -> None:
    """The ruling I29."""
    g = moving({"0431": "2G:1/5"}, corrections={"units/budapest": {"units": {"2G:1/5": {"m": 0}}}})
    assert g.refusal("2G:1/5") == ("immobile", "7.4")


@pytest.mark.parametrize(
    ("a", "b", "half_points"),
    [("0431", "0430", 2), ("0404", "0403", 4), ("2503", "2502", 2), ("1717", "1817", 4), ("1514", "1515", 2), ("1914", "2015", 2)],
)
def test_7_6_what_a_hex_costs(a: str, b: str, half_points: int) -> None:
    """Clear, hilltop, suburban, urban, square, stadium (18.1)."""
    assert cost(moving({a: "2G:1/5"}), "2G:1/5", a, b) == half_points


def test_7_6_the_side_is_paid_besides_the_hex() -> None:
    g = moving({"1034": "128G:1/315, 2G:1/5", "1033": "2G:2G"})
    assert cost(g, "128G:1/315", "1034", "1135") == 2 + 8
    assert cost(g, "2G:1/5", "1034", "1135") is None
    assert cost(g, "2G:2G", "1034", "1135") is None


def test_7_6_rubble_costs_one_more() -> None:
    """18.1, 16.32."""
    assert cost(moving({"1717": "2G:1/5"}, rubble=["1817"]), "2G:1/5", "1717", "1817") == 6


def test_7_7_half_a_point_along_a_road() -> None:
    g = moving({"1519": "2G:1/5"})
    assert cost(g, "2G:1/5", "1519", "1619") == 1
    assert cost(g, "2G:1/5", "1519", "1618") == 4, "no road crosses this side though roads run in both hexes"


def test_7_7_whatever_the_terrain() -> None:
    """A road carries over a bridge and through rubble."""
    g = moving({"1116": "2G:1/5"}, rubble=["1216"])
    assert cost(g, "2G:1/5", "1116", "1216") == 1


def test_7_7_a_road_may_double_the_movement() -> None:
    """7.3: the road runs twice as far as the movement factor."""
    units = {"0120": "128G:1/315"}
    g = moving(units)
    longest = max(len(list(chain(g, h))) for h in reach(g, "128G:1/315"))
    assert longest > 6


def chain(g: Game, hex_id: str) -> list[str]:
    """The picks that lead to a hex."""
    asks = mover(g, "128G:1/315")
    found = asks.reachable(asks.piece.at, asks.allowance, True)
    out = [hex_id]
    while found[out[0]][0]:
        out.insert(0, found[out[0]][0])
    return out


def test_7_8_through_friends_for_free() -> None:
    g = moving({"0404": "2G:1/5", "0402": "2G:2/5"}).do("2G:2/5", "0403", "go")
    assert cost(g, "2G:1/5", "0404", "0403") == 4
    assert "0402" in g.options("2G:1/5", "0403")
    assert g.refusal("2G:1/5", "0403", "go") == ("stacking", "7.8")


def test_7_8_a_move_may_end_beside_who_can_still_leave() -> None:
    """Who has not moved yet does not count until the phase ends."""
    g = moving({"0404": "2G:1/5", "0403": "2G:2/5"})
    g.do("2G:1/5", "0403", "go").do("2G:2/5", "0402", "go").end()
    assert g.told("overstacked") == []
    assert [g.where(u) for u in ("2G:1/5", "2G:2/5")] == ["0403", "0402"]


def test_7_12_no_hex_of_the_enemy() -> None:
    g = moving({"0431": "2G:1/5", "0530": "REB:Corvin suppressed"})
    assert "0530" not in reach(g, "2G:1/5")
    g = moving({"0430": "2G:1/5", "0530": "REB:Corvin suppressed"})
    assert g.refusal("2G:1/5", "0530") == ("not_an_option", "7.1")


def test_a_menu_leads_to_every_hex_that_it_shows() -> None:
    """A shortcut is a chain of legal picks that ends with the finishing pick."""
    g = moving({"1519": "2G:1/5", "1817": "REB:Corvin", WAITING: "33G:1/104"})
    for unit in ("2G:1/5", "33G:1/104"):
        menu = g.menu(unit)
        assert menu.shortcuts
        for hex_id in menu.shortcuts:
            path = [hex_id]
            while menu.shortcuts[path[0]][0]:
                path.insert(0, menu.shortcuts[path[0]][0])
            walk = g.walk(unit, *path)
            assert "go" in walk.values() or not menu.shortcuts[hex_id][1]
