"""Rubble: rules 16.7, 16.32."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def rolled(g: Game) -> list[str]:
    """The hexes for which a rubble die fell in the last action."""
    return [e["hex"] for kind in ("rubble", "no_rubble") for e in g.told(kind)]


@pytest.mark.parametrize(
    ("hex_id", "may"), [("0431", False), ("0404", False), ("2503", True), ("1717", True), ("1515", True), ("1117", True), ("2022", True)]
)
def test_16_32_in_objectives_suburbs_towns_and_squares(hex_id: str, may: bool) -> None:
    """Not in the clear nor on a hill, but on an objective whatever it lies in."""
    g = situation("combat", "soviet", {hex_id: "REB:Corvin"}).bombard(hex_id, "TAC", dice=[1, 3] if may else [1])
    assert rolled(g) == ([hex_id] if may else [])


@pytest.mark.parametrize(("die", "rubble"), [(1, False), (5, False), (6, True)])
def test_16_32_on_a_six(die: int, rubble: bool) -> None:
    g = situation("combat", "soviet", {"1717": "REB:Corvin"}).bombard("1717", "TAC", dice=[1, die])
    assert (g.state.rubble == ["1717"]) == rubble
    assert ("1717" in g.view("public")["board"]["hexes"]) == rubble
    assert g.points("hungarian") == 1 + rubble, "one for the air point on the town"


def test_16_32_upon_completion_of_the_combat() -> None:
    """After retreats and advances."""
    units = {"1718": "2G:2/6", "1717": "REB:Street 1", "2020": "SC:SC art"}
    g = situation("combat", "soviet", units).attack("1717", "2G:2/6", "assault", "SC:SC art", dice=[6])
    assert rolled(g) == []
    g.end(dice=[6])
    assert rolled(g) == ["1717"]


def test_16_32_no_fire_no_rubble() -> None:
    g = situation("combat", "soviet", {"1718": "2G:2/6", "1717": "REB:Street 1"}).attack("1717", "2G:2/6", "assault", dice=[6])
    g.end()
    assert rolled(g) == []


def test_16_32_artillery_that_attacks_from_next_door() -> None:
    """Any kind of attack using artillery: its barrage is its attack factor (10.12). Hungarian guns are none (16.34)."""
    g = situation("combat", "soviet", {"1718": "2G:2G", "1717": "REB:Corvin"}).attack("1717", "2G:2G", "assault", dice=[1])
    assert g.result[1] == "A2"
    g.end(dice=[6])
    assert g.state.rubble == ["1717"]
    g = situation("combat", "hungarian", {"1717": "ARMY:51 art", "1718": "2G:1/5"}).attack("1718", "ARMY:51 art", "assault", dice=[1])
    g.end()
    assert rolled(g) == []


def test_16_32_support_once_for_each_target_hex() -> None:
    units = {"1718": "2G:2/6", "1717": "REB:Street 1", "1817": "REB:Street 2", "2025": "SC:SC art"}
    g = situation("combat", "soviet", units).attack("1717", "1817", "2G:2/6", "assault", "SC:SC art", dice=[6, 6, 6])
    assert g.result[1] == "EX"
    assert sorted(g.state.rubble) == ["1717", "1817"]
    assert [e["points"] for e in g.told("points") if e["cause"] == "Hexes turned to rubble"] == [1, 1]


def test_16_32_protective_fire_on_the_attackers_hexes() -> None:
    """The ruling I44; Soviet fire in the Hungarian turn scores as well (I11)."""
    units = {"1717": "REB:Kispest", "1617": "REB:Street 1", "1718": "2G:1/5", "2025": "SC:SC art"}
    g = situation("combat", "hungarian", units)
    g.do("attack", "1718", "REB:Kispest", "REB:Street 1", "assault", "go").do("SC:SC art", "go", dice=[1])
    assert g.result[1] == "AE"
    g.end(dice=[6, 5])
    assert sorted(rolled(g)) == ["1617", "1717"]
    assert len(g.state.rubble) == 1
    assert g.points("hungarian") == 1


def test_16_32_one_marker_a_hex_for_ever() -> None:
    g = situation("combat", "soviet", {"1717": "REB:Corvin"}, rubble=["1717"]).bombard("1717", "TAC", dice=[1])
    assert rolled(g) == []
    assert g.state.rubble == ["1717"]


def test_16_32_a_rubble_objective_is_an_objective() -> None:
    """It counts for picks (16.12), and no zone reaches into it (16.31)."""
    g = situation("reinforce", "hungarian", {"1816": "REB:Corvin"}, rubble=["1816"])
    assert g.told("picks")[0]["count"] == 1


def test_16_32_rubble_is_a_fact_of_the_map() -> None:
    """18.1: it costs a point more, shifts three and bars the Mobile CRT."""
    g = situation("combat", "soviet", {"1515": "REB:Corvin", "1516": "2G:1/5"}, rubble=["1515"])
    assert "mobile" not in g.options("attack", "1515", "2G:1/5")
    g.attack("1515", "2G:1/5", "assault", dice=[6])
    assert g.steps()["Terrain: rubble at 1515"] == "3L"


def test_16_7_air_points_on_the_town() -> None:
    """Each on an urban or suburban hex, whatever comes of it; none on squares, hills and the clear."""
    for hex_id, points in (("1717", 3), ("2503", 3), ("1816", 3), ("2015", 3), ("1515", 0), ("0431", 0), ("1117", 0), ("2022", 0)):
        g = situation("combat", "soviet", {hex_id: "REB:Corvin"})
        g.bombard(hex_id, "TAC", "TAC", "TAC", dice=[1] if hex_id == "0431" else [1, 1])
        assert g.points("hungarian") == points, hex_id


def test_16_7_halved_points_count_in_full() -> None:
    """12.12 halves their strength, not what they are."""
    g = situation("combat", "soviet", {"1717": "REB:Corvin", "1715": "ARMY:AA"}).bombard("1717", "TAC", "TAC", dice=[1, 1])
    assert g.points("hungarian") == 2


def test_16_7_artillery_costs_nothing() -> None:
    g = situation("combat", "soviet", {"1717": "REB:Corvin", "2025": "SC:SC art"}).bombard("1717", "SC:SC art", dice=[1, 1])
    assert g.points("hungarian") == 0
