"""Zones of control: rules 8.1-8.10."""

from __future__ import annotations

from engine.titles.cwb.budapest import BUDAPEST
from tests.engine.cwb.kit import Game, allowance, mover, reach, situation


def zone(g: Game, side: str) -> set[str]:
    """The hexes in a side's zones of control."""
    field = BUDAPEST.field(g.state)
    return set(field.map.grid.hexes(field.zoc(side)))


def test_8_1_the_six_hexes_around() -> None:
    g = situation("move", "soviet", {"0431": "REB:Corvin"})
    assert zone(g, "hungarian") == {"0430", "0531", "0532", "0432", "0332", "0331"}


def test_8_1_entering_a_zone_ends_the_move() -> None:
    g = situation("move", "soviet", {"0429": "2G:1/5", "0431": "REB:Corvin"})
    assert g.options("2G:1/5", "0430") == {"go"}


def test_8_1_and_obliges_to_attack() -> None:
    g = situation("move", "soviet", {"0429": "2G:1/5", "0431": "REB:Corvin"}).do("2G:1/5", "0430", "go").end()
    assert g.ask == ("soviet", "combat")
    assert g.refusal("done") == ("duty", "8.6, 9.3")


def test_8_2_suppressed_units_have_none() -> None:
    g = situation("move", "soviet", {"0431": "REB:Corvin suppressed"})
    assert zone(g, "hungarian") == set()


def test_8_2_untried_units_have_one() -> None:
    assert len(zone(situation("move", "soviet", {"0431": "REB:Corvin untried"}), "hungarian")) == 6


def test_8_2_no_unit_negates_it() -> None:
    """Neither an enemy nor a friend in the hex."""
    g = situation("move", "soviet", {"0431": "REB:Corvin", "0430": "2G:1/5", "0429": "2G:2/5"})
    assert "0430" in zone(g, "hungarian")
    assert mover(g, "2G:2/5").stops("0430")


def test_8_2_at_all_times() -> None:
    """In the owner's own turn as in the other's."""
    for side in ("soviet", "hungarian"):
        assert len(zone(situation("move", side, {"0431": "REB:Corvin", "0436": "2G:1/5"}), "hungarian")) == 6


def test_8_3_across_rivers_and_into_all_terrain() -> None:
    g = situation("move", "soviet", {"1217": "REB:Corvin"})
    assert {"1216", "1318", "1118"} <= zone(g, "hungarian")


def test_8_3_out_of_objectives_never_into_them() -> None:
    """16.31: nor when the objective lies in rubble; embassies are objectives too."""
    g = situation("move", "soviet", {"1619": "REB:Corvin"}, rubble=["1618"])
    assert zone(g, "hungarian") == {"1719", "1720", "1620", "1520", "1519"}
    assert "1614" not in zone(situation("move", "soviet", {"1515": "REB:Corvin"}), "hungarian")


def test_8_4_both_sides_and_several_units_in_one_hex() -> None:
    g = situation("move", "soviet", {"0431": "REB:Corvin", "0531": "REB:Szena", "0429": "2G:1/5"})
    assert "0430" in zone(g, "hungarian") & zone(g, "soviet")
    assert reach(g, "2G:1/5")["0430"] == 16 - 2, "two zones cost and stop no more than one"


def test_8_5_no_points_are_paid_for_a_zone() -> None:
    g = situation("move", "soviet", {"0429": "2G:1/5", "0431": "REB:Corvin"})
    assert reach(g, "2G:1/5")["0430"] == 14


def test_8_5_an_objective_stops_nobody() -> None:
    """8.3: the zone does not reach into it, so a move goes on."""
    g = situation("move", "soviet", {"1519": "2G:1/5", "1720": "REB:Corvin"})
    assert g.options("2G:1/5", "1619") - {"go"}


def test_8_6_all_that_exert_zones_on_ones_units_must_be_attacked() -> None:
    """8.6, 9.5: the one attacker must take on both."""
    g = situation("combat", "soviet", {"0431": "2G:1/5", "0430": "REB:Corvin", "0432": "REB:Szena"}, air={})
    assert g.options("attack", "0430", "2G:1/5") == {"0432"}
    assert g.refusal("attack", "0430", "2G:1/5", "assault") == ("duty", "9.3")
    assert {"assault", "mobile"} <= g.options("attack", "0430", "2G:1/5", "0432")


def test_8_6_a_suppressed_enemy_exerts_none_but_stands_in_ones_own() -> None:
    """9.3: a non-phasing unit in a phasing unit's zone must be attacked; the phasing unit is in nobody's."""
    g = situation("combat", "soviet", {"0431": "2G:1/5", "0430": "REB:Corvin suppressed"})
    assert g.state.duties.attack == []
    assert g.state.duties.defend == [g.pid("REB:Corvin")]


def test_8_7_no_retreat_into_a_zone() -> None:
    """9.17: who has no other way is eliminated."""
    g = situation("combat", "soviet", {"0430": "2G:1/37", "0432": "2G:2/37", "0431": "REB:Corvin"})
    g.attack("0431", "2G:1/37", "2G:2/37", "mobile", dice=[5])
    assert g.result[1] == "D3"
    assert g.where("REB:Corvin") == "pool"


def test_8_8_advances_ignore_zones() -> None:
    units = {"0430": "2G:1/37", "0431": "REB:Corvin", "0534": "REB:Szena", "0633": "REB:Baross"}
    g = situation("combat", "soviet", {**units, "0530": "2G:2/37"})
    g.attack("0431", "2G:1/37", "mobile", dice=[6])
    assert g.result[1] == "D2"
    g.do("REB:Corvin", "0432", "0433")
    assert "0432" in zone(g, "hungarian")
    assert g.options("2G:1/37", "0431") == {"0432", "go"}
    g.do("2G:1/37", "0431", "0432", "go")
    assert g.where("2G:1/37") == "0432"


def test_8_9_no_way_out_but_disengaging() -> None:
    g = situation("move", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin"})
    assert g.options("2G:1/5") == {"0429", "0330", "0530"}, "not along the zone"
    assert g.do("2G:1/5", "0429", "go").cites("move") == "8.10"


def test_8_10_at_half_speed() -> None:
    g = situation("move", "soviet", {"0430": "128G:1/315", "0431": "REB:Corvin"})
    assert allowance(g, "128G:1/315") == "3 MP"


def test_8_10_into_no_other_zone_this_phase() -> None:
    g = situation("move", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin", "0427": "REB:Szena"})
    assert "0428" not in reach(g, "2G:1/5")
    assert "0428" in zone(g, "hungarian")


def test_8_10_where_zones_are_all_around_nobody_leaves() -> None:
    g = situation("move", "soviet", {"0431": "2G:1/5", "0430": "REB:Corvin", "0432": "REB:Szena"})
    assert g.refusal("2G:1/5") == ("no_disengagement", "8.10")
