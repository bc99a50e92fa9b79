"""Retreat after combat: rules 9.16-9.18. Open ground lies around 0431, suburb around 2503."""

from __future__ import annotations

from engine import hexgrid
from tests.engine.cwb.kit import retreating, situation, ways


def test_9_16_the_owner_moves_them_at_once() -> None:
    g = situation("combat", "soviet", {"0430": "2G:2/6", "0431": "REB:Tuzolto", "2502": "2G:1/5", "2503": "REB:Szena"})
    g.attack("0431", "2G:2/6", "mobile", dice=[4])
    assert g.result[1] == "D1"
    assert (g.ask, g.asked.rule) == (("hungarian", "retreat"), "9.16")


def test_9_16_no_movement_points_are_paid() -> None:
    """Over the Danube in one step, with movement 1."""
    slow = {"units/budapest": {"units": {"REB:Tuzolto": {"m": 1}}}}
    g = retreating({"1135": "REB:Tuzolto", "1235": "2G:1/5"}, "REB:Tuzolto", 1, corrections=slow)
    assert {tuple(p) for p in ways(g, "REB:Tuzolto")} >= {("1034",), ("1035",)}


def test_9_17_exactly_as_far_as_told_and_straight() -> None:
    """Each step leads farther from the start, none into the attacker's zone, no hex twice, and any of these ways will do."""
    g = retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto"}, "REB:Tuzolto", 2)
    found = ways(g, "REB:Tuzolto")
    assert {p[-1] for p in found} == {"0231", "0232", "0333", "0433", "0533", "0632", "0631"}
    assert all([hexgrid.distance("0431", h) for h in p] == [1, 2] for p in found)
    assert not any(h in ("0331", "0531", "0430") for p in found for h in p)


def test_9_17_through_vacant_hexes_where_there_are_any() -> None:
    friends = {"0432": "REB:Szena", "0533": "REB:Baross"}
    g = retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto", **friends}, "REB:Tuzolto", 2)
    assert ways(g, "REB:Tuzolto") == [["0332", "0231"], ["0332", "0232"], ["0332", "0333"], ["0532", "0631"], ["0532", "0632"]]


def test_9_17_through_friends_where_there_are_none() -> None:
    friends = {"0432": "REB:Szena", "0332": "REB:Baross", "0532": "REB:Tompa"}
    g = retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto", **friends}, "REB:Tuzolto", 1)
    assert ways(g, "REB:Tuzolto") == [["0332"], ["0432"], ["0532"]]
    assert g.do("REB:Tuzolto", "0432").where("REB:Tuzolto") == "0432"


def test_9_17_never_off_the_map() -> None:
    """With the attacker north-east of him at the western edge only the south is left."""
    g = retreating({"0130": "REB:Tuzolto", "0229": "2G:2/6"}, "REB:Tuzolto", 1)
    assert g.where("REB:Tuzolto") == "0131"


def test_9_17_never_over_a_side_that_bars_the_unit() -> None:
    """A mechanized unit does not swim the Danube; infantry does."""
    foes = {"1234": "2G:1/5", "1235": "2G:2/5"}
    g = retreating({"1135": "REB:Tuzolto", **foes}, "REB:Tuzolto", 1)
    assert ways(g, "REB:Tuzolto") == [["1034"], ["1035"]]
    g = retreating({"1135": "ARMY:1/7", **foes}, "ARMY:1/7", 1)
    assert g.where("ARMY:1/7") == "dead"


def test_9_17_not_into_a_zone_nor_an_enemy_even_where_nothing_else_is_left() -> None:
    """He is eliminated in place."""
    g = retreating({"0431": "REB:Tuzolto", "0430": "2G:1/5", "0432": "2G:2/5"}, "REB:Tuzolto", 1)
    assert g.told("eliminated")[0]["hex"] == "0431"
    assert (g.cites("eliminated"), g.points("soviet")) == ("9.17", 1)


def test_9_17_a_suppressed_enemy_bars_his_own_hex_only() -> None:
    """8.2: he has no zone of control."""
    g = retreating({"0431": "REB:Tuzolto", "0430": "2G:1/5 suppressed", "0432": "2G:2/5 suppressed"}, "REB:Tuzolto", 1)
    assert ways(g, "REB:Tuzolto") == [["0331"], ["0332"], ["0531"], ["0532"]]


def test_9_17_an_objective_amid_zones_is_a_way_out() -> None:
    """8.3: no zone reaches into it."""
    g = retreating({"1719": "REB:Tuzolto", "1720": "2G:1/5", "1718": "2G:2/5"}, "REB:Tuzolto", 1)
    assert ways(g, "REB:Tuzolto") == [["1618"], ["1619"]]


def test_9_17_as_far_as_it_goes_and_no_farther() -> None:
    """Two hexes of three: he dies in the second."""
    g = retreating({"0331": "REB:Tuzolto", "0430": "2G:2/6", "0232": "2G:2/5", "0228": "2G:3/5"}, "REB:Tuzolto", 3)
    assert ways(g, "REB:Tuzolto") == [["0230", "0130"], ["0230", "0131"]]
    g.do("REB:Tuzolto", "0230", "0131")
    assert g.told("eliminated")[0]["hex"] == "0131"


SUBURB = {"2502": "33G:1/71", "2503": "REB:Tuzolto", "2603": "REB:Szena", "2504": "REB:Baross", "2403": "REB:Tompa"}


def test_9_17_on_from_a_hex_that_is_full() -> None:
    """One unit to a suburb: he goes through his friends and on until he can stay."""
    found = ways(retreating(SUBURB, "REB:Tuzolto", 1), "REB:Tuzolto")
    assert {p[0] for p in found} == {"2603", "2504", "2403"}
    assert all(len(p) == 2 and hexgrid.distance("2503", p[1]) == 2 for p in found)


def test_9_17_beside_a_friend_where_two_may_stand() -> None:
    """In the clear one friend leaves room for him, two send him on."""
    friends = {"0432": "REB:Szena, REB:Corvin", "0332": "REB:Baross", "0532": "REB:Tompa, REB:Csepel"}
    found = ways(retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto", **friends}, "REB:Tuzolto", 1), "REB:Tuzolto")
    assert ["0332"] in found
    assert all(p == ["0332"] or len(p) == 2 for p in found)


def test_9_17_divisions_that_do_not_mix_are_no_room() -> None:
    """16.23: on past another division's units."""
    ring = {"0332": "33G:1/104", "0432": "33G:2/104", "0532": "33G:3/104"}
    found = ways(retreating({"0430": "REB:Corvin", "0431": "2G:2G", **ring}, "2G:2G", 1), "2G:2G")
    assert found
    assert all(len(p) == 2 for p in found)


def test_9_17_where_no_room_comes_he_dies_in_the_last_hex() -> None:
    """Behind his friend, who fills a suburban hex, lie only zones of control."""
    foes = {"2502": "33G:1/71", "2303": "33G:1/105", "2703": "33G:3/71", "2705": "33G:1/104", "2506": "33G:2/104", "2305": "33G:3/104"}
    units = {**foes, "2503": "REB:Tuzolto", "2504": "REB:Baross"}
    g = retreating(units, "REB:Tuzolto", 1)
    assert g.where("REB:Tuzolto") == "pool"
    assert g.told("retreat")[0]["path"] == ["2503", "2504"]
    assert g.told("eliminated")[0]["hex"] == "2504"


def test_16_33_an_embassy_may_be_crossed_and_not_stayed_in() -> None:
    """It is a hex without room."""
    g = retreating({"1614": "2G:1/5 suppressed", "1515": "REB:Tuzolto"}, "REB:Tuzolto", 1)
    assert "1614" not in [p[-1] for p in ways(g, "REB:Tuzolto")]
    g = retreating({"1515": "REB:Tuzolto"}, "REB:Tuzolto", 1)
    through = [p for p in ways(g, "REB:Tuzolto") if p[0] == "1614"]
    assert through
    assert all(len(p) == 2 for p in through)


def test_16_33_a_blocked_embassy_is_no_vacant_way_while_a_friend_has_room() -> None:
    """9.17: the only vacant hex is the embassy, from which there is no way on; the square with one friend takes him in."""
    foes = {"1413": "2G:1/5", "1314": "2G:2/5", "1316": "2G:3/5", "1214": "2G:1/6"}
    g = retreating({**foes, "1414": "REB:Tuzolto", "1515": "REB:Szena"}, "REB:Tuzolto", 1)
    assert g.where("REB:Tuzolto") == "1515"


def test_9_18_movement_zero_dies_in_place() -> None:
    still = {"units/budapest": {"units": {"REB:Tuzolto": {"m": 0}}}}
    g = retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto"}, "REB:Tuzolto", 1, corrections=still)
    assert g.cites("eliminated") == "9.18"
    assert g.told("eliminated")[0]["hex"] == "0431"


def test_11_3_suppressed_units_retreat_normally() -> None:
    free = ways(retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto"}, "REB:Tuzolto", 1), "REB:Tuzolto")
    assert ways(retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto suppressed"}, "REB:Tuzolto", 1), "REB:Tuzolto") == free


def test_12_11_air_does_not_bar_a_retreat() -> None:
    """Markers are no units: a bombarded hex is as open as any."""
    g = situation("combat", "soviet", {"0431": "REB:Szena", "0432": "REB:Tuzolto"})
    g.bombard("0431", "TAC", "TAC", "TAC", dice=[4])
    assert len(ways(g, "REB:Szena")) == 5


def test_a_stack_goes_its_own_ways_in_the_owners_order() -> None:
    g = retreating({"0430": "2G:2/6", "0431": "REB:Tompa, REB:Corvin"}, "REB:Tompa, REB:Corvin", 1)
    assert g.options() == {"REB:Tompa", "REB:Corvin"}
    g.do("REB:Corvin", "0432")
    assert ways(g, "REB:Tompa") == [["0332"], ["0532"]], "vacant hexes first"
