"""Advance after combat: rules 9.19-9.21. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from engine.titles.cwb.state import Advance, Trail
from tests.engine.cwb.kit import Game, situation


def advancing(units: dict[str, str], victors: str, *trails: list[str], side: str = "soviet", **more: object) -> Game:
    """A game in which some units (ids with commas between) may advance along trails."""
    return situation(  # type: ignore[arg-type]
        "combat",
        "soviet",
        units,
        frames=lambda pids: [Advance(side, [pids[u] for u in victors.split(", ")], [Trail(t) for t in trails])],
        **more,
    )


def test_9_19_the_attacker_follows_a_driven_defender() -> None:
    g = situation("combat", "soviet", {"0430": "2G:2/6", "0431": "REB:Tuzolto"}).attack("0431", "2G:2/6", "mobile", dice=[6])
    g.do("REB:Tuzolto", "0432", "0433")
    assert (g.ask, g.asked.rule) == (("soviet", "advance"), "9.19")
    g.do("2G:2/6", "0431", "0432", "go")
    assert g.where("2G:2/6") == "0432"


def test_9_19_the_defender_follows_a_driven_attacker() -> None:
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin"}).attack("0431", "2G:1/5", "assault", dice=[2])
    assert g.result[1] == "A1"
    g.do("2G:1/5", "0429").do("REB:Corvin", "0430", "go")
    assert g.where("REB:Corvin") == "0430"


def test_9_19_manoeuvre_units_only() -> None:
    """9.20: artillery never advances, be it adjacent."""
    g = advancing({"0430": "2G:2/6, 2G:2G"}, "2G:2/6, 2G:2G", ["0431"])
    assert g.options() == {"2G:2/6", "done"}


def test_16_34_hungarian_guns_are_manoeuvre_units() -> None:
    g = advancing({"0430": "ARMY:51 art"}, "ARMY:51 art", ["0431"], side="hungarian")
    assert g.options() == {"ARMY:51 art", "done"}


def test_9_20_only_who_took_part_and_was_adjacent() -> None:
    """Neither a bystander nor a supporting gun."""
    units = {"0430": "2G:2/6, 2G:1/5", "0431": "REB:Tuzolto", "0427": "2G:2G"}
    g = situation("combat", "soviet", units, air={}).attack("0431", "2G:2/6", "2G:1/5", "mobile", "2G:2G", dice=[1])
    g.do("REB:Tuzolto", "0432")
    assert g.options() == {"2G:2/6", "2G:1/5", "done"}


def test_9_20_any_or_all_within_stacking() -> None:
    """Two find room in the clear, the third stays."""
    g = advancing({"0430": "2G:1/5, 2G:2/5", "0331": "2G:3/5"}, "2G:1/5, 2G:2/5, 2G:3/5", ["0431"])
    g.do("2G:1/5", "0431", "go").do("2G:3/5", "0431", "go")
    assert g.ask == ("soviet", "combat")
    assert g.where("2G:2/5") == "0430"


def test_9_20_who_finds_no_room_may_go_through() -> None:
    g = advancing({"0430": "2G:1/5", "0431": "2G:2/5, 2G:3/5"}, "2G:1/5", ["0431", "0432"])
    assert g.options("2G:1/5", "0431") == {"0432"}


def test_9_20_it_may_stop_anywhere_on_the_path() -> None:
    g = advancing({"0430": "2G:1/5"}, "2G:1/5", ["0431", "0432", "0433"])
    assert g.options("2G:1/5", "0431") == {"0432", "go"}
    assert g.options("2G:1/5", "0431", "0432", "0433") == {"go"}


def test_9_20_one_path_for_each_that_retreated() -> None:
    g = advancing({"0430": "2G:1/5"}, "2G:1/5", ["0431", "0432"], ["0431", "0532"], ["0530"])
    assert g.options("2G:1/5") == {"0431", "0530"}
    assert g.options("2G:1/5", "0431") == {"0432", "0532", "go"}


def test_9_20_the_path_ends_before_friends_of_the_retreater() -> None:
    friends = {"0432": "REB:Szena", "0332": "REB:Baross", "0532": "REB:Tompa"}
    g = situation("combat", "soviet", {"0430": "2G:2/6", "0431": "REB:Tuzolto", **friends}, air={})
    g.attack("0431", "2G:2/6", "mobile", dice=[6]).do("REB:Tuzolto", "0432", "0433")
    assert g.options("2G:2/6", "0431") == {"go"}


def test_9_20_the_path_ends_where_he_died() -> None:
    g = situation("combat", "soviet", {"0430": "2G:2/6", "0431": "REB:Tuzolto", "0432": "2G:2/5"}, air={})
    g.attack("0431", "2G:2/6", "2G:2/5", "mobile", dice=[4])
    assert g.told("eliminated")[0]["hex"] == "0431"
    assert g.options("2G:2/6", "0431") == {"go"}


def test_8_8_through_zones_of_control() -> None:
    foes = {"0534": "REB:Szena", "0333": "REB:Baross"}
    g = advancing({"0430": "2G:1/5", **foes}, "2G:1/5", ["0431", "0432", "0433"])
    g.do("2G:1/5", "0431", "0432", "0433", "go")
    assert g.where("2G:1/5") == "0433"


def test_9_20_not_over_a_side_that_bars_the_unit() -> None:
    """Infantry follows over the Danube, tanks stay on their bank."""
    trail = ["1135", "1034"]
    assert advancing({"1234": "128G:1/315"}, "128G:1/315", trail).options("128G:1/315", "1135") == {"1034", "go"}
    assert advancing({"1234": "2G:1/5"}, "2G:1/5", trail).options("2G:1/5", "1135") == {"go"}


def test_16_23_a_division_does_not_join_another() -> None:
    g = advancing({"0430": "33G:1/104", "0431": "2G:1/5"}, "33G:1/104", ["0431"])
    assert g.ask == ("soviet", "combat")


def test_9_21_nobody_has_to() -> None:
    g = advancing({"0430": "2G:1/5"}, "2G:1/5", ["0431"]).end()
    assert g.ask == ("soviet", "combat")
    assert g.where("2G:1/5") == "0430"


def test_9_21_once() -> None:
    g = advancing({"0430": "2G:1/5, 2G:2/5"}, "2G:1/5, 2G:2/5", ["0431", "0432"]).do("2G:1/5", "0431", "go")
    assert g.options() == {"2G:2/5", "done"}


def test_9_21_at_once_and_without_another_attack() -> None:
    """Next to an enemy who has not fought there is no duty and no attack."""
    units = {"0430": "2G:2/6", "0431": "REB:Tuzolto", "0532": "REB:Szena suppressed"}
    g = situation("combat", "soviet", units, air={}).attack("0431", "2G:2/6", "mobile", dice=[6])
    g.do("REB:Tuzolto", "0432", "0433").do("2G:2/6", "0431", "go")
    assert g.options() == {"done"}


def test_9_21_an_advanced_defender_is_not_attacked_again() -> None:
    units = {"0430": "2G:1/5", "0431": "REB:Corvin", "0330": "2G:2/5", "0331": "REB:Szena suppressed"}
    g = situation("combat", "soviet", units, air={}).attack("0431", "2G:1/5", "assault", dice=[2])
    g.do("2G:1/5", "0530" if "0530" in g.options("2G:1/5") else "0429").do("REB:Corvin", "0430", "go")
    assert g.options("attack") == {"0331"}


@pytest.mark.parametrize(("unit", "movement"), [("2G:1/5 suppressed", 8), ("2G:1/5", 0)])
def test_11_3_9_18_neither_the_suppressed_nor_the_immobile(unit: str, movement: int) -> None:
    g = advancing({"0430": unit}, "2G:1/5", ["0431"], corrections={"units/budapest": {"units": {"2G:1/5": {"m": movement}}}})
    assert g.ask == ("soviet", "combat")


def test_16_33_through_an_embassy_and_not_into_it() -> None:
    g = advancing({"1515": "2G:1/5"}, "2G:1/5", ["1614", "1613"])
    assert g.options("2G:1/5", "1614") == {"1613"}
    assert advancing({"1515": "2G:1/5"}, "2G:1/5", ["1614"]).ask == ("soviet", "combat")
