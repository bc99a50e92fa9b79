"""Suppression: rules 11.1-11.4, with 9.15. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def bombarded(units: dict[str, str], die: int, **more: object) -> Game:
    """Three TAC on 0431: column "+2,3" in the clear (1, 2: nothing, 3, 4: D1, 5, 6: D2)."""
    return situation("combat", "soviet", units, **more).bombard("0431", "TAC", "TAC", "TAC", dice=[die])  # type: ignore[arg-type]


def test_11_1_all_begin_effective() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin"})
    assert not any(p.suppressed for p in g.state.pieces.values())


@pytest.mark.parametrize(("die", "suppressed", "retreat"), [(1, False, False), (2, False, False), (3, False, True), (6, True, False)])
def test_9_15_what_a_bombardment_does(die: int, suppressed: bool, retreat: bool) -> None:
    g = bombarded({"0431": "REB:Corvin"}, die)
    assert g.piece("REB:Corvin").suppressed == suppressed
    assert (g.ask == ("hungarian", "retreat")) == retreat


def test_9_15_de_kills_one_and_suppresses_the_others() -> None:
    """The ruling I8: the unit that was rolled for dies."""
    units = {"0431": "REB:Corvin, REB:Szena", "0436": "SC:SC art, 2G:2G", "0435": "SC:SC rkt"}
    g = situation("combat", "soviet", units).bombard("0431", "SC:SC art", "2G:2G", "SC:SC rkt")
    g.do("REB:Szena", dice=[6, 1])
    assert [e["code"] for e in g.told("bombarded")] == ["DE", "D1"]
    assert (g.where("REB:Szena"), g.points("soviet")) == ("pool", 1)
    assert g.piece("REB:Corvin").suppressed


def test_9_15_who_was_suppressed_by_the_first_roll_is_so_for_his_own() -> None:
    """The ruling I14; a second suppression then drives him back."""
    units = {"0431": "REB:Corvin, REB:Szena", "0436": "SC:SC art, 2G:2G", "0435": "SC:SC rkt"}
    g = situation("combat", "soviet", units).bombard("0431", "SC:SC art", "2G:2G", "SC:SC rkt")
    g.do("REB:Szena", dice=[6, 3])
    second = {s["label"]: s["value"] for s in g.told("bombarded")[1]["steps"]}
    assert second["Suppressed defenders"] == "1R"
    assert g.ask == ("hungarian", "retreat")


def test_9_15_a_d1_drives_back_all() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin, REB:Szena"}).bombard("0431", "TAC", "TAC", "TAC").do("REB:Corvin", dice=[3, 4])
    assert g.options() == {"REB:Corvin", "REB:Szena"}


def test_11_2_only_bombardment_suppresses() -> None:
    """An adjacent attack with support drives back and leaves everybody effective."""
    units = {"0431": "REB:Corvin", "0430": "2G:1/5", "0436": "2G:2G"}
    g = situation("combat", "soviet", units).attack("0431", "2G:1/5", "mobile", "2G:2G", dice=[4])
    assert g.result[1] == "D2"
    assert not g.piece("REB:Corvin").suppressed


def shift(attacker: str, defender: str) -> str | None:
    """The suppression shift of one Soviet unit against one rebel."""
    g = situation("combat", "soviet", {"0430": attacker, "0431": defender})
    g.attack("0431", attacker.split()[0], "assault", dice=[6])
    return next((v for k, v in g.steps().items() if k.startswith("Suppressed")), None)


def test_11_3_a_shift_against_the_side_with_suppressed_units() -> None:
    assert shift("2G:1/5", "REB:Tuzolto") is None
    assert shift("2G:1/5 suppressed", "REB:Tuzolto") == "1L"
    assert shift("2G:1/5", "REB:Tuzolto suppressed") == "1R"
    assert shift("2G:1/5 suppressed", "REB:Tuzolto suppressed") is None


def test_11_3_once_for_several() -> None:
    g = situation("combat", "soviet", {"0430": "2G:1/5 suppressed, 2G:2/5 suppressed", "0431": "REB:Tuzolto"})
    g.attack("0431", "2G:1/5", "2G:2/5", "assault", dice=[6])
    assert [v for k, v in g.steps().items() if k.startswith("Suppressed")] == ["1L"]


def test_11_3_no_ranged_fire() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0436": "2G:2G suppressed"}, air={})
    assert "bombard" not in g.options()


def test_11_3_but_an_adjacent_attack() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0430": "2G:2G suppressed"}, air={})
    g.attack("0431", "2G:2G", "assault", dice=[2])
    assert g.steps()["Suppressed attackers"] == "1L"


def test_11_3_no_headquarters_bonus() -> None:
    units = {"0431": "REB:Corvin", "0430": "2G:1/5", "0433": "REB:RAFC suppressed"}
    g = situation("combat", "soviet", units).attack("0431", "2G:1/5", "assault", dice=[2])
    assert "Hungarian headquarters near" not in g.steps()


def test_11_3_a_second_suppression_is_a_retreat_of_one() -> None:
    g = bombarded({"0431": "REB:Corvin suppressed"}, 4)
    assert g.result == ("+4,5", "D2")
    assert g.ask == ("hungarian", "retreat")
    g.do("REB:Corvin", "0432")
    assert g.piece("REB:Corvin").suppressed


@pytest.mark.parametrize(("condition", "die"), [("REB:Corvin suppressed", 4), ("REB:Corvin", 4)])
def test_11_3_movement_zero_stays_where_it_is(condition: str, die: int) -> None:
    """The erratum, and the ruling I35 for a D1."""
    g = bombarded({"0431": condition}, die, corrections={"units/budapest": {"units": {"REB:Corvin": {"m": 0}}}})
    assert g.where("REB:Corvin") == "0431"
    assert g.ask == ("soviet", "combat")


def test_11_4_recovery_of_the_phasing_side_only() -> None:
    units = {"0431": "REB:Corvin suppressed", "0436": "2G:1/5 suppressed, 2G:2/5 suppressed"}
    g = situation("recovery", "soviet", units)
    assert [g.piece(u).suppressed for u in ("REB:Corvin", "2G:1/5", "2G:2/5")] == [True, False, False]
    assert g.cites("recovery") == "11.4"
    g = situation("recovery", "hungarian", units)
    assert [g.piece(u).suppressed for u in ("REB:Corvin", "2G:1/5", "2G:2/5")] == [False, True, True]


def test_11_4_after_ones_own_combat() -> None:
    """A rebel suppressed in the Soviet turn fights the next Hungarian combat phase suppressed."""
    g = bombarded({"0431": "REB:Corvin", "0433": "2G:1/5"}, 6).end()
    assert g.ask == ("hungarian", "move")
    g.do("REB:Corvin", "0432", "go").end()
    assert g.ask == ("hungarian", "combat")
    assert g.piece("REB:Corvin").suppressed
