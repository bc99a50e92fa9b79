"""Screening (section 21), an optional rule of both games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.budapest import HUNGARIAN, SOVIET
from tests.engine.cwb import angola_kit, kit

ON = {"screening": "yes"}


def angola(side: str, units: dict[str, str], options: dict[str, str] = ON, **more: Any) -> angola_kit.Game:
    """A combat phase of Angola '87 with the rule in force."""
    return angola_kit.situation("combat", side, units, options=options, **more)


def declared(game: angola_kit.Game, target: str, attacker: str, crt: str, dice: Sequence[int] = ()) -> angola_kit.Game:
    """An attack declared, protective fire passed."""
    asked = ANGOLA.side_has_fpf(game.state, ANGOLA.enemy(game.state.side), ())
    game.do("attack", target, attacker, crt, "go", dice=() if asked else dice)
    return game.do("pass", dice=dice) if asked else game


def test_21_1_the_defender_chooses_the_table() -> None:
    """Of an attack on armored cavalry, after the reveal, instead of the attacker."""
    game = declared(angola(SOUTH_AFRICAN, {"1020": "SADF:61", "1021": "MPLA:AC 3 untried"}), "1021", "SADF:61", "assault")
    assert game.ask == (COMMUNIST, "screen")
    assert game.state.pieces[game.pid("MPLA:AC 3")].revealed
    game.do("mobile", dice=[3])
    assert game.told("screened")[0]["crt"] == "mobile"
    assert game.told("combat")[0]["chart"] == "mobile"


@pytest.mark.parametrize(
    ("side", "units", "target", "attacker"),
    [
        (COMMUNIST, {"1020": "DDR:1 DDR", "1021": "SADF:RC"}, "1021", "DDR:1 DDR"),
        (COMMUNIST, {"1020": "DDR:1 DDR", "1021": "UNITA:G 11 untried"}, "1021", "DDR:1 DDR"),
        (SOUTH_AFRICAN, {"1020": "SADF:61", "0814": "MPLA:AC 1, MPLA:AC 2"}, "0814", "SADF:61"),
    ],
)
def test_21_1_cavalry_special_forces_and_guerrillas(side: str, units: dict[str, str], target: str, attacker: str) -> None:
    if target != "1021":
        near = next(iter(angola(side, units).field.map.neighbours[target]))
        units = {near: attacker, target: units[target]}
    game = declared(angola(side, units), target, attacker, "assault")
    assert game.ask[1] == "screen"


def test_21_1_not_where_others_defend_with_them() -> None:
    """One other unit is enough; police do not screen."""
    game = angola(SOUTH_AFRICAN, {"1020": "SADF:61", "1021": "MPLA:AC 1, MPLA:Tank 1"})
    assert declared(game, "1021", "SADF:61", "assault", dice=[1]).told("combat")
    game = angola(COMMUNIST, {"1020": "DDR:1 DDR", "1021": "SADF:K"})
    assert declared(game, "1021", "DDR:1 DDR", "mobile", dice=[1]).told("combat")


def test_21_1_the_bars_on_the_mobile_table_hold() -> None:
    """I39: without a choice nobody is asked, and the attacker's table stands."""
    game = angola(COMMUNIST, {"1020": "MPLA:Tank 1", "1021": "SADF:RC"})
    assert declared(game, "1021", "MPLA:Tank 1", "assault", dice=[1]).told("combat")
    town = kit.situation("combat", HUNGARIAN, {"1517": "REB:Corvin", "1516": "SC:1/SC"}, options=ON)
    assert town.attack("1516", "REB:Corvin", "assault", dice=[1]).told("combat")


def test_21_1_protective_fire_does_not_matter() -> None:
    units = {"0430": "REB:Corvin", "0431": "SC:1/SC untried", "0433": "SC:128/60 untried"}
    game = kit.situation("combat", HUNGARIAN, units, options=ON)
    game.do("attack", "0431", "REB:Corvin", "assault", "go").do("SC:128/60", "go")
    assert game.ask == (SOVIET, "screen")
    assert game.options() == {"assault", "mobile"}


def test_21_1_who_has_fallen_away_does_not_matter() -> None:
    """A light infantry unit without defence is removed as it is revealed (14.4)."""
    near = angola(SOUTH_AFRICAN, {}).field.map.neighbours["0907"][0]
    game = angola(SOUTH_AFRICAN, {near: "SADF:61", "0907": "MPLA:AC 1 untried, MPLA:LI 7 untried"})
    game = declared(game, "0907", "SADF:61", "assault")
    assert game.told("eliminated")
    assert game.ask == (COMMUNIST, "screen")


def test_21_1_the_forecast_says_so_where_the_attacker_knows() -> None:
    """Of revealed units, and of untried ones whose type is public (22); then it promises no results of his own table."""
    both = {**ON, "irregulars": "yes"}
    for options, entry, known in ((ON, "MPLA:AC 1", True), (ON, "DDR:1 DDR untried", False), (both, "DDR:1 DDR untried", True)):
        game = angola(SOUTH_AFRICAN, {"1020": "SADF:61", "1021": entry}, options)
        preview = game.walk("attack", "1021", "SADF:61", "assault").menu().preview
        assert preview is not None
        assert any(line["rule"] == "21.1" for line in preview["lines"]) == known
        if known:
            assert "results" not in preview


def test_21_1_no_bombardment() -> None:
    game = angola(SOUTH_AFRICAN, {"1021": "MPLA:AC 1"}, air={"TAC": 2})
    game.do("bombard", "1021", "TAC", "TAC", "go", dice=[1])
    assert game.told("bombarded")


def test_21_not_without_the_option() -> None:
    game = angola(SOUTH_AFRICAN, {"1020": "SADF:61", "1021": "MPLA:AC 3 untried"}, {})
    assert declared(game, "1021", "SADF:61", "assault", dice=[1]).told("combat")[0]["chart"] == "assault"
