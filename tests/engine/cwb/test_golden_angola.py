"""Golden tests of the specification (section 13) on the map and with the units of Angola '87, and lakes.

The rest of those that concern Angola (14, 15, 16, 20, 27) is in `test_angola.py`, 24 on the bare grid in `tests/engine/test_hexgrid.py`.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine import hexgrid
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.movement import Mover
from engine.titles.cwb.placement import draw
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import Muster
from tests.engine.cwb.angola_kit import CUITO, MAVINGA, Game, situation

SA, COM = "south_african", "communist"
LAKE = [("1320", "1419"), ("1320", "1420"), ("1321", "1420"), ("1321", "1421")]
"""The sides that the lake west of Cariango makes."""


def mover(g: Game, unit: str) -> Mover:
    """The questions that the movement rules answer for a unit."""
    return Mover(g.state, ANGOLA, g.field, g.pid(unit))


@pytest.mark.parametrize(
    ("attackers", "shift"),
    [
        (("SADF:61", "SADF:4"), "1L"),
        (("SADF:61", "SADF:4", "SADF:1 Abn"), None),
        (("SADF:61",), "1L"),
        (("SADF:1 Abn",), None),
    ],
)
def test_golden_06_savanna_helps_against_mechanized_attackers_alone(attackers: tuple[str, ...], shift: str | None) -> None:
    """18.1: one column for the defender if all attackers are mechanized or artillery; one infantry unit among them undoes it."""
    hexes = ["1009", "1110", "1111"]
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", **dict(zip(hexes, attackers, strict=False))})
    assert g.field.map.terrain["1010"] == "savanna"
    g.do("attack", "1010", *attackers, "assault", "go", dice=[6])
    assert g.steps().get("Terrain: savanna at 1010") == shift


def test_golden_06_savanna_counts_artillery_as_mechanized() -> None:
    """A bombardment is an attack by artillery, or by air in the same manner (I33)."""
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1014": "SADF:TGA"}, air={"TAC": 1})
    g.do("bombard", "1010", "TAC", "go", dice=[1])
    assert g.steps("bombarded")["Terrain: savanna at 1010"] == "1L"


def test_golden_16_five_attack_factors_and_artillery_bring_nobody() -> None:
    """61 Mech (5) and task group B (artillery: 0) come to five; the fire brigade waits for seven and keeps what it has."""
    units = {MAVINGA: "SADF:61", "2414": "SADF:TGB", "2415": "SADF:7", "waiting": "SADF:PSt/82, SADF:RK/82, SADF:DLR/82"}
    g = situation("reinforce", SA, units, turn=6, frames=[Muster(SA, ["muster", "arrivals", "place"])])
    g.do("withdraw", "SADF:61", "go").do("withdraw", "SADF:TGB", "go")
    assert not any(ANGOLA.due(g.state, g.pid(f"SADF:{u}/82")) for u in ("PSt", "RK", "DLR"))
    g.do("withdraw", "SADF:7", "go")
    assert all(ANGOLA.due(g.state, g.pid(f"SADF:{u}/82")) for u in ("PSt", "RK", "DLR")), "7 Inf brings two more"


def test_golden_16_the_82nd_moves_sixteen_on_its_turn() -> None:
    """A battalion of movement 8, in half points 16: doubled on the turn that it comes and no later."""
    g = situation("move", SA, {MAVINGA: "SADF:PSt/82"}, turn=6)
    g.state.special[f"entered {g.pid('SADF:PSt/82')}"] = 6
    assert mover(g, "SADF:PSt/82").allowance == 2 * 16
    g.state.turn = 7
    assert mover(g, "SADF:PSt/82").allowance == 2 * 8


def test_golden_20_sixteen_hexes_of_trail_on_turn_1() -> None:
    """Along the trail from Cuito to just over the Lomba, with nothing left; in the monsoon four hexes of savanna in all."""
    g = situation("move", COM, {CUITO: "MPLA:LI 1 untried"}, turn=1)
    way = mover(g, "MPLA:LI 1").reachable(CUITO, 16, True)
    assert way["1811"][1] == 0
    hexes = ["1811"]
    while way[hexes[0]][0]:
        hexes.insert(0, way[hexes[0]][0])
    assert len(hexes) == 16 and all(g.field.map.links[hexgrid.side(a, b)] == "trail" for a, b in pairwise([CUITO, *hexes]))
    wet = situation("move", COM, {"1010": "MPLA:LI 1 untried"}, turn=6)
    reach = mover(wet, "MPLA:LI 1").reachable("1010", 8, True)
    assert max(hexgrid.distance("1010", h) for h in reach) == 4
    assert "savanna" in {wet.field.map.terrain[h] for h, (_, left) in reach.items() if not left and hexgrid.distance("1010", h) == 4}


@pytest.mark.parametrize(("gap", "level"), [(9, "draw"), (10, "tactical"), (29, "operational"), (30, "strategic")])
def test_golden_21_levels_of_victory_in_angola_too(gap: int, level: str) -> None:
    """15.2. Both sides hold their base town: five points each."""
    g = situation("recovery", SA, {}, turn=9, lead={COM: gap})
    assert g.state.over is not None
    assert (g.state.over.level, g.state.over.winner) == (level, COM if gap > 9 else "")


def test_golden_24_distances_on_the_map_of_angola() -> None:
    """17.10: from Cuito Cuanavale Mavinga is 18; 61 hexes lie within four, 14 edge hexes in the north and west within five."""
    g = situation("move", COM, {})
    grid = g.field.map.grid
    assert (ANGOLA.place(g.field.book, "Cuito Cuanavale"), ANGOLA.place(g.field.book, "Mavinga")) == (CUITO, MAVINGA)
    radius = next(n for n in range(40) if grid.within(CUITO, n) >> grid.index[MAVINGA] & 1)
    assert radius == 18
    assert len(list(grid.hexes(grid.within(CUITO, 4)))) == 61
    assert len(list(grid.hexes(ANGOLA._entry_zone(g.state, g.field, g.pid("CUBA:CTank 1"))))) == 14


def test_golden_27_an_empty_pool_gives_no_pick() -> None:
    """17.24: with no UNITA unit left in it nothing is drawn and nothing asked for it."""
    g = situation("move", SA, {})
    for piece in g.state.pieces.values():
        if piece.at == "pool":
            piece.at = "out"
    assert draw(Play(g.state, ANGOLA), SA, "UNITA", 1) == []


# lakes (erratum to the Terrain Effects Chart)


@pytest.mark.parametrize(("a", "b"), LAKE)
@pytest.mark.parametrize("turn", [5, 7])
def test_lake_sides_are_minor_rivers_in_any_weather(a: str, b: str, turn: int) -> None:
    g = situation("move", SA, {}, turn=turn)
    assert g.field.map.side_kind(a, b) == "minor_river" == g.field.map.side_kind(b, a)


def test_lake_sides_cost_what_a_minor_river_costs() -> None:
    """7.6: two points more than the hex behind it."""
    g = situation("move", SA, {"1320": "SADF:61"})
    unit, board = g.field.unit(g.pid("SADF:61")), g.field.map
    row = board.tables["sides"]["minor_river"]
    for a, b in LAKE:
        assert board.step_cost(unit, a, b, False) == board.hex_cost(b, False) + row["mp_add2"]
    assert row["mp_add2"] == 4
    around = mover(g, "SADF:61").reachable("1320", 20, True)
    assert around["1420"][1] == 20 - 6, "one for the savanna, two for the water"


@pytest.mark.parametrize(
    ("attackers", "label"),
    [({"1320": "SADF:1 Abn"}, "1L"), ({"1320": "SADF:1 Abn", "1321": "SADF:32"}, "1L"), ({"1320": "SADF:1 Abn", "1421": "SADF:32"}, None)],
)
def test_lake_sides_shift_when_all_attackers_cross_them(attackers: dict[str, str], label: str | None) -> None:
    """9.12: one column for the defender, none if one attacker comes over land."""
    g = situation("combat", SA, {"1420": "MPLA:Tank 1", **attackers})
    g.do("attack", "1420", *attackers.values(), "assault", "go", dice=[6])
    assert g.steps().get("All attackers of 1420 across minor river") == label
