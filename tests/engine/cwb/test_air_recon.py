"""Aerial recon (20.3), an optional rule of both games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.title import PUBLIC
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.budapest import HUNGARIAN, SOVIET
from engine.titles.cwb.muster import callable_units
from engine.titles.cwb.state import AirPool
from tests.engine.cwb import angola_kit, kit

ON = {"air_recon": "yes"}
TANKS = {"1020": "MPLA:Tank 1 untried, MPLA:Tank 2"}
KINDS = ("TAC", "HELI_GUNSHIP", "HELI_TRANSPORT")


def angola(units: dict[str, str], side: str = SOUTH_AFRICAN, phase: str = "move", **more: Any) -> angola_kit.Game:
    """A situation of Angola '87 with the rule in force and one marker of each kind."""
    return angola_kit.situation(phase, side, units, options=ON, air=dict.fromkeys(KINDS, 1), **more)


@pytest.mark.parametrize("kind", KINDS)
def test_20_3_a_marker_is_spent_to_look_at_a_hex(kind: str) -> None:
    game = angola(TANKS).do("air recon", kind, "1020")
    assert game.state.air[SOUTH_AFRICAN][kind].left == 0
    tank = game.state.pieces[game.pid("MPLA:Tank 1")]
    assert tank.looked and not tank.revealed
    assert [seen["name"] for seen in game.told("recon", SOUTH_AFRICAN)[0]["seen"].values()] == ["Tank 1"]
    for viewer in (COMMUNIST, PUBLIC):
        assert "seen" not in game.told("recon", viewer)[0]
        assert game.told("recon", viewer)[0]["hexes"] == ["1020"]


def test_20_3_both_sides_in_angola_and_only_while_moving() -> None:
    assert angola({"1020": "UNITA:G 1 untried"}, COMMUNIST).options("air recon") == set(KINDS)
    assert "air recon" not in angola(TANKS, phase="combat").options()


def test_20_3_only_of_hexes_with_untried_enemies_not_yet_seen() -> None:
    game = angola({**TANKS, "1022": "MPLA:Tank 3"})
    assert game.options("air recon", "TAC") == {"1020"}
    assert "air recon" not in game.do("air recon", "TAC", "1020").options()


def test_20_3_not_in_or_next_to_a_known_air_defence() -> None:
    units = {**TANKS, "1021": "MPLA:AD", "1022": "MPLA:Tank 3 untried", "1023": "MPLA:Tank 4 untried"}
    assert angola(units).options("air recon", "TAC") == {"1023"}
    suppressed = {**units, "1021": "MPLA:AD suppressed"}
    assert angola(suppressed).options("air recon", "TAC") == {"1020", "1022", "1023"}


def test_20_3_an_unknown_air_defence_calls_it_off() -> None:
    """The marker is spent, nothing is seen, and the air defence stays untried."""
    game = angola({**TANKS, "1021": "MPLA:AD untried"}).do("air recon", "TAC", "1020")
    assert game.told("recon_off", PUBLIC) and not game.told("recon")
    assert game.state.air[SOUTH_AFRICAN]["TAC"].left == 0
    assert not any(game.state.pieces[game.pid(u)].looked for u in ("MPLA:Tank 1", "MPLA:AD"))


def test_20_3_in_budapest_nato_alone() -> None:
    units = {"1135": "SC:1/SC untried", "1619": "REB:Corvin untried"}
    game = kit.situation("move", SOVIET, units, options=ON)
    assert "air recon" not in game.options()
    game = kit.situation("move", HUNGARIAN, units, options={**ON, "nato": "overt"})
    game.state.air[HUNGARIAN] = {"TAC": AirPool(1, 1)}
    game.do("air recon", "TAC", "1135")
    assert game.piece("SC:1/SC").looked


def test_17_23_a_unit_that_was_withdrawn_is_not_called_again() -> None:
    game = angola_kit.situation("move", SOUTH_AFRICAN, {})
    assert "SADF:911" in callable_units(game.state, angola_kit.ANGOLA, SOUTH_AFRICAN)
    game.state.special[f"due {game.pid('SADF:911')}"] = 4
    assert "SADF:911" not in callable_units(game.state, angola_kit.ANGOLA, SOUTH_AFRICAN)
