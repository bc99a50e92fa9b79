"""Adjacent combat: rules 9.1-9.13, with the arithmetic of 18.1-18.3. Open ground lies around 0431, suburb around 2503."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def fight(units: dict[str, str], *picks: str, side: str = "soviet", die: int = 3, **more: object) -> Game:
    """One attack with one die."""
    return situation("combat", side, units, **more).attack(*picks, dice=[die])  # type: ignore[arg-type]


def test_9_1_only_the_phasing_player_attacks() -> None:
    units = {"0430": "2G:1/5", "0431": "REB:Corvin"}
    for side in ("soviet", "hungarian"):
        assert situation("combat", side, units).ask == (side, "combat")


def test_9_1_adjacent_combat_needs_adjacent_hexes() -> None:
    g = situation("combat", "soviet", {"0429": "2G:1/5", "0431": "REB:Corvin"})
    assert g.options() == {"bombard", "done"}


def test_9_2_the_steps_in_their_order() -> None:
    """CRT, attackers, their fire, protective fire, differential, shifts, die, retreats, advances."""
    units = {"0430": "REB:Corvin", "0431": "2G:3/6", "0433": "2G:2G untried"}
    g = situation("combat", "hungarian", units).do("attack", "0431", "REB:Corvin", "mobile", "go")
    assert g.ask == ("soviet", "fpf")
    g.do("2G:2G", "go", dice=[1])
    assert [e.kind for e in g.events][:3] == ["fpf", "reveal", "combat"]
    assert [s["label"] for s in g.told("combat")[0]["steps"]] == [
        "Attackers",
        "Defenders",
        "Final protective fire",
        "Differential",
        "Column",
        "Die",
        "Result",
    ]


@pytest.mark.parametrize(("attack", "column"), [("2G:2/5", "0"), ("2G:1/5", "+1"), ("2G:2/6", "+2,3"), ("33G:3/71", "+2,3")])
def test_9_2_the_differential(attack: str, column: str) -> None:
    """Attack minus defence: 3, 4, 5 and 6 against 3."""
    assert fight({"0430": attack, "0431": "REB:Tuzolto"}, "0431", attack, "assault").result[0] == column


def test_9_3_in_any_order() -> None:
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin", "2502": "2G:2/5", "2503": "REB:Szena"})
    assert g.options("attack") == {"0431", "2503"}


def test_9_3_who_is_in_a_zone_must_attack_and_be_attacked() -> None:
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0330": "2G:2/5", "0431": "REB:Corvin", "0331": "REB:Szena"}, air={})
    assert {g.state.pieces[p].unit for p in (*g.state.duties.attack, *g.state.duties.defend)} == {
        "2G:1/5",
        "2G:2/5",
        "REB:Corvin",
        "REB:Szena",
    }
    assert g.refusal("attack", "0331", "2G:1/5") == ("duty", "9.3"), "then nobody would be left for the other"
    assert "assault" in g.options("attack", "0431", "2G:1/5")


def test_9_3_once_a_phase_on_either_side() -> None:
    """Who has attacked attacks no more, who was attacked is attacked no more, wherever the result has put them."""
    g = situation("combat", "soviet", {"0431": "2G:2/5, 2G:1/37", "0430": "REB:Street 1", "0432": "REB:Street 2"}, air={})
    g.attack("0430", "2G:1/37", "mobile", dice=[3])
    assert g.result == ("+4,5", "D1")
    g.do("REB:Street 1", "0429").do("2G:1/37", "0430", "go")
    assert g.options("attack") == {"0432"}
    assert g.options("attack", "0432") == {"2G:2/5"}


def test_9_3_a_unit_driven_into_a_later_target_takes_no_part() -> None:
    """9.10 (I31): it adds nothing, suffers nothing, and nobody advances into the hex that it holds."""
    friends = {"0432": "REB:Szena", "0332": "REB:Baross", "0532": "REB:Tompa"}
    units = {"0430": "2G:2/6", "0431": "REB:Tuzolto", **friends, "0433": "33G:1/71 suppressed, 33G:3/71 suppressed"}
    g = situation("combat", "soviet", units, air={}).attack("0431", "2G:2/6", "mobile", dice=[4])
    g.do("REB:Tuzolto", "0432").end()
    g.attack("0432", "33G:1/71", "33G:3/71", "assault", dice=[6])
    assert g.steps()["Defenders"] == "−3"
    assert g.result[1] == "DE"
    assert (g.where("REB:Szena"), g.where("REB:Tuzolto")) == ("pool", "0432")
    assert g.ask == ("soviet", "combat")


def test_9_3_six_hexes_may_attack_one() -> None:
    ring = {"0430": "2G:1/5", "0531": "2G:2/5", "0532": "2G:3/5", "0432": "2G:1/6", "0332": "2G:2/6", "0331": "2G:3/6"}
    g = situation("combat", "soviet", {**ring, "0431": "REB:Corvin"})
    g.attack("0431", *ring.values(), "assault", dice=[6])
    assert g.steps()["Attackers"] == "+23"
    assert g.result == ("+12", "DE")


def test_9_4_zero_attackers_attack_and_die_in_an_exchange() -> None:
    g = fight(
        {"0430": "REB:Corvin, REB:Kispest", "0431": "2G:3/5"}, "0431", "REB:Corvin", "REB:Kispest", "assault", side="hungarian", die=5
    )
    assert g.result == ("0", "AX")
    while g.ask == ("soviet", "retreat"):
        g.do("2G:3/5", sorted(g.options("2G:3/5"))[0])
    assert [g.where(u) for u in ("REB:Corvin", "REB:Kispest")] == ["pool", "pool"]


def test_9_5_one_attacker_may_attack_two_hexes() -> None:
    g = situation("combat", "soviet", {"0431": "2G:2/6", "0430": "REB:Street 1", "0432": "REB:Street 2"})
    g.attack("0430", "0432", "2G:2/6", "assault", dice=[1])
    assert g.steps()["Differential"] == "+3: column +2,3"


def test_9_5_all_attackers_next_to_all_targets() -> None:
    g = situation("combat", "soviet", {"0330": "2G:1/5", "0531": "2G:2/5", "0431": "REB:Corvin", "0331": "REB:Szena"}, air={})
    assert g.options("attack", "0331") == {"2G:1/5"}
    assert "2G:2/5" not in g.options("attack", "0331", "2G:1/5")


def test_9_6_diversions() -> None:
    """One poor attack makes a good one possible: 3 against 4 alone, and 4 with all the support against 3."""
    units = {"0430": "2G:2/5", "0331": "REB:Corvin, REB:Szena", "0530": "2G:1/5", "0531": "REB:Tuzolto"}
    g = situation("combat", "soviet", units, air={})
    g.attack("0331", "2G:2/5", "assault", dice=[6])
    assert g.steps()["Differential"] == "-4: column -4,3"


def test_9_7_no_differential_below_what_it_is() -> None:
    """Nobody chooses a column: the picks of an attack are targets, units and the CRT."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin"})
    assert g.options("attack", "0431", "2G:1/5") == {"assault", "mobile"}
    assert g.options("attack", "0431", "2G:1/5", "assault") == {"go"}


def test_9_8_a_bombardment_frees_the_neighbours_for_another_target() -> None:
    units = {"0431": "2G:1/5", "0430": "REB:Corvin", "0432": "REB:Szena"}
    g = situation("combat", "soviet", units)
    assert {"assault", "mobile"} <= g.options("attack", "0430", "2G:1/5"), "the air can take the other"
    g.bombard("0432", "TAC", dice=[1])
    assert g.refusal("done") == ("duty", "8.6, 9.3")
    g.attack("0430", "2G:1/5", "assault", dice=[4])
    assert not g.told("bombarded")


def test_9_8_but_they_must_attack_someone() -> None:
    g = situation("combat", "soviet", {"0431": "2G:1/5", "0430": "REB:Corvin"})
    assert "bombard" not in g.options()


def test_9_9_strength_is_not_divided() -> None:
    """A unit attacks in one combat, with all of its factor."""
    g = situation("combat", "soviet", {"0431": "2G:2/6", "0430": "REB:Street 1", "0432": "REB:Street 2"})
    g.attack("0430", "2G:2/6", "assault", dice=[6])
    assert g.steps()["Attackers"] == "+5"
    while g.ask[1] != "combat":
        g.end()
    assert "attack" not in g.options()


def test_9_10_units_of_one_hex_may_attack_apart() -> None:
    g = situation("combat", "soviet", {"0431": "2G:1/5, 2G:2/5", "0430": "REB:Corvin", "0531": "REB:Szena"}, air={})
    g.attack("0430", "2G:1/5", "assault", dice=[2])
    assert g.result == ("0", "A1")
    g.do("2G:1/5", "0432")
    assert g.options("attack", "0531") == {"2G:2/5"}


def test_9_10_units_of_one_hex_defend_together() -> None:
    g = fight({"0430": "2G:1/5", "0431": "REB:Corvin, REB:Tuzolto"}, "0431", "2G:1/5", "assault", die=6)
    assert g.steps()["Defenders"] == "−7"


@pytest.mark.parametrize(
    ("hex_id", "came", "mech", "shift"),
    [
        ("0431", "0430", False, None),
        ("0404", "0403", False, "1L"),
        ("2503", "2502", False, "1L"),
        ("2503", "2502", True, None),
        ("1717", "1718", False, "2L"),
        ("1717", "1718", True, "1L"),
        ("1515", "1516", False, None),
        ("1816", "1817", False, "2L"),
        ("2022", "2122", False, "2L"),
        ("2022", "2122", True, "1L"),
        ("2015", "2014", False, "1L"),
        ("1117", "1017", False, "2L"),
        ("1117", "1017", True, "1L"),
    ],
)
def test_9_11_terrain_of_the_defender(hex_id: str, came: str, mech: bool, shift: str | None) -> None:
    """18.1: clear, hilltop, suburban, urban, square, objectives in several terrains, stadium."""
    defender = "ARMY:1/7" if mech else "REB:Tuzolto"
    g = fight({came: "2G:1/5", hex_id: defender}, hex_id, "2G:1/5", "assault", die=3)
    assert next((v for k, v in g.steps().items() if k.startswith("Terrain")), None) == shift


def test_9_11_the_attackers_terrain_is_nothing() -> None:
    g = fight({"1516": "2G:1/5", "1515": "REB:Tuzolto"}, "1515", "2G:1/5", "assault", die=3, rubble=["1516"])
    assert not [k for k in g.steps() if k.startswith("Terrain")]


def test_9_11_rubble_is_three_mechanized_or_not() -> None:
    units = {"1718": "2G:1/5", "1717": "ARMY:1/7"}
    g = fight(units, "1717", "2G:1/5", "assault", die=3, rubble=["1717"])
    assert g.steps()["Terrain: rubble at 1717"] == "3L"


def test_9_11_the_single_best_of_several_hexes() -> None:
    """A rebel in the square and one in an urban hex, attacked as one: two left for both."""
    g = fight({"1516": "2G:2/6", "1515": "REB:Street 1", "1615": "REB:Street 2"}, "1515", "1615", "2G:2/6", "assault", die=1)
    assert [v for k, v in g.steps().items() if k.startswith("Terrain")] == ["2L"]


def test_9_11_one_mechanized_unit_does_not_make_all_mechanized() -> None:
    g = fight({"2502": "2G:2/6", "2503": "ARMY:2/7", "2602": "REB:Street 1"}, "2503", "2602", "2G:2/6", "assault", die=1)
    assert [v for k, v in g.steps().items() if k.startswith("Terrain")] == ["1L"]


def test_9_12_a_river_helps_only_when_all_attackers_cross_it() -> None:
    units = {"1034": "128G:1/315", "1033": "128G:2/315", "1135": "REB:Tuzolto"}
    g = fight(units, "1135", "128G:1/315", "assault")
    assert g.steps()["All attackers of 1135 across major river"] == "2L"
    g = fight({**units, "1235": "128G:3/315"}, "1135", "128G:1/315", "128G:3/315", "assault")
    assert not [k for k in g.steps() if "across" in k]


def test_9_12_of_unlike_sides_the_weakest_counts() -> None:
    """The ruling I32: one attacker over the bridge, one over open water."""
    units = {"1216": "REB:Corvin", "1116": "2G:1/5", "1217": "128G:1/315", "1018": "2G:2/5"}
    g = fight({**units, "1116": "SC:1/4"}, "1216", "SC:1/4", "128G:1/315", "assault", corrections=plain("1216"))
    assert g.steps()["All attackers of 1216 across bridge"] == "1L"


def plain(*hexes: str) -> dict[str, object]:
    """A map on which some hexes are clear."""
    return {"maps/budapest": {"hexes": {h: {"t": "clear"} for h in hexes}}}


def test_9_12_each_target_hex_for_itself() -> None:
    """All attackers reach one target over the river, the other over land: the first one's shift is the best of the attack (9.11)."""
    g = situation("combat", "soviet", {"1034": "REB:Street 1", "1136": "REB:Street 2", "1135": "128G:3/319"})
    g.attack("1034", "1136", "128G:3/319", "assault", dice=[1])
    assert [(k, v) for k, v in g.steps().items() if "across" in k] == [("All attackers of 1034 across major river", "2L")]


def test_9_12_no_side_and_terrain_together() -> None:
    g = fight({"1217": "128G:1/315", "1216": "REB:Corvin"}, "1216", "128G:1/315", "assault", die=3)
    found = [k for k in g.steps() if k.startswith(("Terrain", "All attackers"))]
    assert found == ["All attackers of 1216 across major river"]


@pytest.mark.parametrize(
    ("hex_id", "came", "barred"),
    [
        ("0431", "0430", False),
        ("0404", "0403", False),
        ("1515", "1516", False),
        ("2503", "2502", True),
        ("1717", "1718", True),
        ("2022", "2122", True),
        ("2015", "2014", True),
    ],
)
def test_9_13_the_attacker_chooses_the_crt_where_terrain_allows(hex_id: str, came: str, barred: bool) -> None:
    g = situation("combat", "soviet", {came: "2G:1/5", hex_id: "REB:Corvin"})
    assert ("mobile" in g.options("attack", hex_id, "2G:1/5")) == (not barred)
    if barred:
        assert g.refusal("attack", hex_id, "2G:1/5", "mobile") == ("no_mobile", "9.13")


def test_9_13_rubble_bars_mobile() -> None:
    g = situation("combat", "soviet", {"1516": "2G:1/5", "1515": "REB:Corvin"}, rubble=["1515"])
    assert g.refusal("attack", "1515", "2G:1/5", "mobile") == ("no_mobile", "9.13")


def test_16_22_both_sides_use_both() -> None:
    g = situation("combat", "hungarian", {"0430": "2G:1/5", "0431": "REB:Corvin"})
    assert {"assault", "mobile"} == g.options("attack", "0430", "REB:Corvin")
