"""Airpower: rules 12.1-12.12 with 16.30. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation

WINDOW = {"TAC": 6, "HELI_TRANSPORT": 1}


def left(g: Game) -> dict[str, int]:
    """Soviet markers that are unused."""
    return {kind: pool.left for kind, pool in g.state.air["soviet"].items()}


def test_16_30_six_tactical_strikes_and_a_helicopter_each_turn() -> None:
    g = situation("reinforce", "soviet", {"0431": "REB:Corvin"}, air={})
    assert left(g) == WINDOW


def test_12_2_used_once_a_turn_and_back_the_next() -> None:
    """12.8, 12.9: what is left over does not add up."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin"}).bombard("0431", "TAC", "TAC", dice=[1])
    assert left(g) == {"TAC": 4, "HELI_TRANSPORT": 1}
    g.until("hungarian", "move")
    assert left(g) == {"TAC": 4, "HELI_TRANSPORT": 1}
    g.until("soviet", "move")
    assert g.state.turn == 4
    assert left(g) == WINDOW


def test_12_3_soviet_air_only_bombards() -> None:
    """No support of an attack, no protective fire."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0430": "2G:1/5"})
    assert g.options("attack", "0431", "2G:1/5", "assault") == {"go"}
    g = situation("combat", "hungarian", {"0431": "2G:1/5", "0430": "REB:Corvin", "0436": "2G:2G"})
    assert g.do("attack", "0431", "REB:Corvin", "assault", "go").options() == {"2G:2G", "pass"}


def test_12_3_a_point_a_marker() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin"}).bombard("0431", "TAC", "TAC", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+2: column +2,3"


def test_12_3_helicopters_do_not_bombard() -> None:
    assert situation("combat", "soviet", {"0431": "REB:Corvin"}).options("bombard", "0431") == {"TAC"}


def test_12_5_on_the_mobile_crt() -> None:
    g = situation("combat", "soviet", {"1515": "REB:Corvin"}).bombard("1515", "TAC", dice=[1, 1])
    assert g.told("bombarded")[0]["chart"] == "mobile"


def test_12_6_three_strikes_on_a_hex_and_artillery_besides() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0436": "2G:2G, SC:SC art"})
    assert g.options("bombard", "0431", "TAC", "TAC", "TAC") == {"2G:2G", "SC:SC art", "go"}
    assert g.refusal("bombard", "0431", "TAC", "TAC", "TAC", "TAC") == ("not_an_option", "9.1")


def test_12_7_anywhere_on_the_map() -> None:
    g = situation("combat", "soviet", {"0101": "REB:Corvin", "3036": "REB:Szena"})
    assert g.options("bombard") == {"0101", "3036"}


def test_12_9_no_more_than_there_are() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0433": "REB:Szena"}, air={"TAC": 2})
    g.bombard("0431", "TAC", "TAC", dice=[1])
    assert "bombard" not in g.options()


def test_12_10_markers_suffer_nothing() -> None:
    """Whatever the die, they are back next turn (12.2)."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin"}).bombard("0431", "TAC", "TAC", "TAC", dice=[1])
    assert g.points("hungarian") == 0


@pytest.mark.parametrize(("points", "strength", "column"), [(3, "+1", "+1"), (2, "+1", "+1"), (1, "+0", "0")])
def test_12_12_air_defence_halves(points: int, strength: str, column: str) -> None:
    """Within two hexes of the target, untried as it may be (16.17, I28): it stays untried and its effect is told."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0433": "ARMY:AA untried"})
    g.bombard("0431", *["TAC"] * points, dice=[1])
    assert g.steps("bombarded")["Strength"] == f"{strength}: column {column}"
    assert "Air defence halves them" in g.steps("bombarded")
    assert not g.piece("ARMY:AA").revealed


@pytest.mark.parametrize("aa", ["0434", "0433 suppressed"])
def test_12_12_neither_from_afar_nor_suppressed(aa: str) -> None:
    where, *condition = aa.split()
    g = situation("combat", "soviet", {"0431": "REB:Corvin", where: " ".join(["ARMY:AA", *condition])})
    g.bombard("0431", "TAC", "TAC", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+2: column +2,3"


def test_12_12_artillery_is_not_halved() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0433": "ARMY:AA", "0436": "2G:2G"})
    g.bombard("0431", "2G:2G", "TAC", "TAC", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+5: column +4,5"


def test_12_12_an_air_defence_that_falls_halves_no_more() -> None:
    """Every target is a bombardment of its own (10.10): the second roll is made with what then stands."""
    g = situation("combat", "soviet", {"0431": "ARMY:AA, REB:Corvin", "0436": "SC:SC art", "0435": "SC:SC rkt"})
    g.bombard("0431", "SC:SC art", "SC:SC rkt", "TAC", "TAC").do("ARMY:AA", dice=[6, 1])
    first, second = [{s["label"]: s["value"] for s in e["steps"]} for e in g.told("bombarded")]
    assert (first["Strength"], second["Strength"]) == ("+12: column +12", "+13: column +12")
    assert g.where("ARMY:AA") == "dead"


def test_12_12_the_target_itself_may_be_the_air_defence() -> None:
    g = situation("combat", "soviet", {"0431": "ARMY:AA untried"}).bombard("0431", "TAC", "TAC", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+1: column +1"
    assert g.piece("ARMY:AA").revealed, "as a target, not for its effect"
