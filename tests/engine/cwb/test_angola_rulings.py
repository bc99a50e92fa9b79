"""What `docs/rulings/angola87.md` decides and no other test holds."""

from __future__ import annotations

import pytest

from engine import hexgrid
from engine.title import PUBLIC
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.angola_points import random_event, score_holding
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import DEAD, HAND, POOL, WAITING, AirPool, Muster
from tests.engine.cwb.angola_kit import CUITO, MAVINGA, TITLE, Game, fresh, situation
from tests.engine.cwb.kit import falling

SA, COM = "south_african", "communist"


def muster(side: str, units: dict[str, str], todo: list[str], **more: object) -> Game:
    """A reinforcement phase at one of its steps."""
    return situation("reinforce", side, units, frames=[Muster(side, todo)], **more)  # type: ignore[arg-type]


def zone(g: Game, unit: str) -> set[str]:
    """Where a unit of a hand may be placed."""
    return set(ANGOLA.placeable(g.state, g.field, g.pid(unit)))


# set-up and arrivals


def test_17_9_room_is_kept_for_those_who_stand_in_cuito_alone() -> None:
    """The base and the air defence come into Cuito; of its three places one is left to the others."""
    state = TITLE.decode(fresh())
    state, _ = TITLE.apply(state, TITLE.walk(state, state.open[0]).follow(["rest", "go"]))
    state, _ = TITLE.apply(state, TITLE.walk(state, state.open[0]).follow(["done"]))
    g = Game(state)
    assert g.ask == (COM, "set-up")
    g.do("MPLA:Tank 1", CUITO)
    assert CUITO not in g.options("MPLA:Tank 2")
    assert CUITO in g.options("MPLA:Base")


def test_17_10_communists_enter_in_the_north_and_west() -> None:
    """I12: Cuito lies in the north-west; no hex of the eastern edge is within five of it."""
    g = muster(COM, {"hand": "CUBA:CTank 1 untried, MPLA:Tank 5 untried"}, ["place"])
    for unit in ("CUBA:CTank 1", "MPLA:Tank 5"):
        hexes = zone(g, unit)
        assert hexes and all(h[:2] == "01" or h[2:] == "01" for h in hexes)
        assert all(hexgrid.distance(h, CUITO) <= 5 for h in hexes)


@pytest.mark.parametrize(("near", "may"), [("SADF:61", True), ("SADF:TGA", False), ("UNITA:R 1", False)])
def test_17_10_a_manoeuvre_unit_of_the_sadf_brings_the_contingency(near: str, may: bool) -> None:
    """I16: neither its artillery nor UNITA."""
    g = muster(COM, {"0506": near}, ["muster", "arrivals", "place"])
    assert ("contingency" in g.options()) is may


def test_17_12_east_germans_cost_the_same_wherever_anybody_stands() -> None:
    for units in ({}, {"2315": "MPLA:Tank 1"}):
        g = muster(COM, dict(units), ["muster", "place"], turn=1)
        g.do("call", "DDR:1 DDR", "go", dice=[4])
        assert g.points(SA) == 3


def test_17_26_a_call_on_turn_1_is_what_a_call_at_the_set_up_would_be() -> None:
    """Before the first turn nobody is asked; turn 1 comes before anybody has moved."""
    g = muster(COM, {}, ["muster", "place"], turn=1)
    g.do("call", "DDR:1 DDR", "go", dice=[1])
    assert g.state.special[f"due {g.pid('DDR:1 DDR')}"] == 2
    first = muster(SA, {}, ["muster", "arrivals", "place"], turn=1)
    first.do("call", "SADF:2 SWA", "go").do("done")
    assert first.at("SADF:2 SWA") == HAND


def test_17_21_helicopters_bring_units_from_off_the_map() -> None:
    """Who may fly and is not placed comes in the movement phase, with a transport; others wait for the next placing."""
    g = situation("move", SA, {"hand": "SADF:RC, SADF:61"}, air={"HELI_TRANSPORT": 1})
    assert "air" in g.options("SADF:RC")
    g.do("SADF:RC", "air", "column 10", "1010")
    assert g.at("SADF:RC") == "1010" and g.state.air[SA]["HELI_TRANSPORT"].left == 0
    assert "SADF:61" not in g.options()


@pytest.mark.parametrize(("base", "enemy", "open_"), [(True, "", True), (False, "", False), (True, "2315", False)])
def test_17_24_unita_comes_next_to_a_mavinga_that_has_its_base_and_no_enemy_zone(base: bool, enemy: str, open_: bool) -> None:
    units = {"hand": "UNITA:R 1 untried, UNITA:G 1 untried", **({enemy: "MPLA:Tank 1"} if enemy else {})}
    g = muster(SA, units, ["place"], bases=base)
    near = set(g.field.map.neighbours[MAVINGA]) - {enemy}
    assert bool(near & zone(g, "UNITA:R 1")) is open_
    assert all(h[:2] == "30" for h in zone(g, "UNITA:R 1") - near)
    assert near <= zone(g, "UNITA:G 1"), "guerrillas come anywhere else as well"


def test_17_24_a_dead_unita_unit_may_be_picked_again_in_the_same_turn() -> None:
    """I46: the pile of the dead is emptied into the pool at once."""
    g = situation("move", SA, {"1010": "UNITA:G 1"})
    Play(g.state, ANGOLA).eliminate(g.pid("UNITA:G 1"), "9.14", "falls")
    assert all(p.at != DEAD for p in g.state.pieces.values())
    assert g.at("UNITA:G 1") == POOL and not g.state.pieces[g.pid("UNITA:G 1")].revealed


@pytest.mark.parametrize(("unit", "leaves"), [("SADF:RC", True), ("SADF:1 Abn", True), ("SADF:TGA", False), ("SADF:SA Base", False)])
def test_17_23_airborne_and_special_forces_leave_from_anywhere(unit: str, leaves: bool) -> None:
    """A base has no movement and never leaves; a gun that is cut off does not either."""
    ring = {
        "1009": "MPLA:Tank 1",
        "1110": "MPLA:Tank 2",
        "1111": "MPLA:Tank 3",
        "1011": "MPLA:Tank 4",
        "0910": "MPLA:Mech 1",
        "0911": "MPLA:Mech 2",
    }
    g = muster(SA, {"1010": unit, **ring}, ["muster", "place"], turn=6, bases=False)
    assert ("withdraw" in g.options()) is leaves


# refit


def test_17_32_a_base_comes_back_only_where_it_stood_and_only_while_that_is_held() -> None:
    lost = muster(COM, {"hand": "MPLA:Base untried", "1010": "MPLA:Tank 1"}, ["place"], bases=False)
    assert zone(lost, "MPLA:Base") == set()
    held = muster(COM, {"hand": "MPLA:Base untried", CUITO: "MPLA:Tank 1"}, ["place"], bases=False)
    assert zone(held, "MPLA:Base") == {CUITO}


def test_17_32_a_unit_turned_down_is_unknown_again_to_both() -> None:
    """I15: what its owner remembers is his affair; the counter has a new number for everybody."""
    g = muster(COM, {"1010": "MPLA:Tank 1"}, ["muster", "place"], special={f"refit {COM}": 3})
    pid = g.pid("MPLA:Tank 1")
    before = {v: g.state.aliases[v][pid] for v in (COM, SA, PUBLIC)}
    g.do("flip", "MPLA:Tank 1", "go")
    after = {v: g.state.aliases[v][pid] for v in (COM, SA, PUBLIC)}
    assert not set(before.items()) & set(after.items())
    for viewer in (COM, SA):
        shown = TITLE.view(g.state, viewer)["pieces"][after[viewer]]
        assert shown["untried"] and "factors" not in shown and "name" not in shown


def test_17_32_sadf_units_are_never_turned_down() -> None:
    g = muster(SA, {"1010": "SADF:61", "1212": "UNITA:R 1"}, ["muster", "place"], special={f"refit {SA}": 3})
    assert g.options("flip") == {"UNITA:R 1"}


def test_17_32_units_in_an_enemy_zone_may_stay_and_attack() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1"}, special={f"refit {COM}": 3})
    assert "attack" in g.options()


def test_17_32_bombardments_are_shifted_too() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1"}, air={"TAC": 2}, special={f"refit {SA}": 3})
    g.do("bombard", "1010", "TAC", "TAC", "go", dice=[1])
    assert g.steps("bombarded")["Refit"] == "3L"


# who fights with whom


@pytest.mark.parametrize(("beside", "may"), [({}, False), ({"1111": "UNITA:R 1"}, True)])
def test_17_18_unita_artillery_serves_a_battle_with_a_unita_unit_in_it(beside: dict[str, str], may: bool) -> None:
    """I13: as printed the rule would bind nothing; by 17.8 it means a unit of its own force."""
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "SADF:61", "1012": "UNITA:UA 1", **beside})
    assert ("UNITA:UA 1" in g.options("attack", "1010", "SADF:61", *beside.values(), "assault")) is may


def test_17_18_sadf_artillery_and_air_serve_unita() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "UNITA:R 1", "1012": "SADF:TGA"}, air={"TAC": 1, "HELI_GUNSHIP": 1})
    assert {"SADF:TGA", "TAC", "HELI_GUNSHIP"} <= g.options("attack", "1010", "UNITA:R 1", "assault")


def test_17_8_advisers_may_use_either_commands_artillery() -> None:
    units = {"1010": "SADF:7", "1009": "DDR:1 DDR", "1008": "MPLA:Art 1", "1108": "CUBA:CArt 1"}
    assert {"MPLA:Art 1", "CUBA:CArt 1"} <= situation("combat", COM, units).options("attack", "1010", "DDR:1 DDR", "assault")


def test_17_8_any_number_of_guns_may_bombard_together() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1008": "MPLA:Art 1", "0909": "MPLA:Art 2", "1108": "CUBA:CArt 1"})
    assert {"MPLA:Art 2", "CUBA:CArt 1"} <= g.options("bombard", "1010", "MPLA:Art 1") | g.options("bombard", "1010", "CUBA:CArt 1")
    assert "MPLA:Art 1" in g.options("bombard", "1010", "CUBA:CArt 1")


def test_17_30_artillery_is_no_manoeuvre_unit() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "UNITA:R 1", "1110": "SADF:TGA"})
    assert "mobile" not in g.options("attack", "1010", "UNITA:R 1", "SADF:TGA")


@pytest.mark.parametrize("target", [MAVINGA, CUITO])
def test_9_13_towns_with_airfields_bar_the_mobile_crt(target: str) -> None:
    """I19: the erratum and the "base" of the rule name the same two places."""
    side, enemy, mover = (COM, "SADF:7", "DDR:1 DDR") if target == MAVINGA else (SA, "MPLA:Tank 1", "SADF:61")
    beside = sorted(situation("move", SA, {}).field.map.neighbours[target])[0]
    g = situation("combat", side, {target: enemy, beside: mover}, bases=False)
    assert g.refusal("attack", target, mover, "mobile") == ("no_mobile", "9.13")


def test_17_13_a_suppressed_communications_unit_helps_nobody() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1", "1007": "USSR:Comm suppressed"})
    g.do("attack", "1010", "MPLA:Tank 1", "assault", "go", dice=[3])
    assert "Communications unit near" not in g.steps()


@pytest.mark.parametrize(("comm", "shift"), [("1012", "1R"), ("1013", None)])
def test_17_13_air_is_helped_where_its_target_is_near(comm: str, shift: str | None) -> None:
    g = situation("combat", COM, {"1010": "SADF:7", comm: "USSR:Comm"}, air={"TAC": 1})
    g.do("bombard", "1010", "TAC", "go", dice=[1])
    assert g.steps("bombarded").get("Communications unit near") == shift


def test_17_31_a_shortage_does_not_weaken_the_defence() -> None:
    """Every attack of the side, by guns as by men, loses a column; what it suffers does not gain one."""
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "SADF:61"}, bases=False)
    g.state.pieces[g.pid("SADF:SA Base")].at = MAVINGA
    g.do("attack", "1010", "SADF:61", "assault", "go", dice=[6])
    assert "Supply shortage" not in g.steps()


@pytest.mark.parametrize(("place", "limit"), [("village on a trail", 2), ("airfield on a trail", 3)])
def test_7_10_where_several_limits_apply_the_best_does(place: str, limit: int) -> None:
    """I23."""
    g = situation("move", COM, {})
    board = g.field.map
    if place.startswith("village"):
        hexes = [h for h in board.linked if board.terrain[h] == "village"]
    else:
        hexes = [h for h in board.linked if "airfield" in board.flags[h]]
    assert hexes and {ANGOLA.limit(g.state, g.field, h) for h in hexes} == {limit}


# points (17.3-17.7)


@pytest.mark.parametrize(
    ("unit", "side", "points"),
    [
        ("UNITA:G 1", COM, 1),
        ("SADF:7", COM, 3),
        ("MPLA:Tank 1", SA, 1),
        ("CUBA:CTank 1", SA, 2),
        ("DDR:1 DDR", SA, 4),
        ("USSR:Comm", SA, 4),
    ],
)
def test_17_3_and_17_5_what_a_loss_brings(unit: str, side: str, points: int) -> None:
    g = situation("move", COM, {"1010": unit})
    Play(g.state, ANGOLA).eliminate(g.pid(unit), "9.14", "falls")
    assert g.points(side) == points and not g.points(COM if side == SA else SA)


@pytest.mark.parametrize(
    ("hex_id", "communist", "south_african"),
    [(CUITO, 3, 5), (MAVINGA, 5, 3), ("0907", 1, 1), ("0730", 1, 0), ("0103", 0, 1), ("1010", 0, 0)],
)
def test_17_4_and_17_6_what_a_hex_is_worth_at_the_end(hex_id: str, communist: int, south_african: int) -> None:
    """Cuito Cuanavale, Mavinga, a village, an edge trail in the south and one in the west, open country."""
    for unit, side, points in (("MPLA:Tank 1", COM, communist), ("SADF:7", SA, south_african)):
        g = situation("move", COM, {hex_id: unit}, bases=False)
        score_holding(Play(g.state, ANGOLA))
        assert g.points(side) == points


# air, weather, events, end


@pytest.mark.parametrize(("die", "south_african", "communist"), [(1, 0, 0), (2, 2, 0), (3, 3, 1), (4, 4, 2), (5, 5, 2), (6, 6, 3)])
def test_18_4_the_air_power_table(die: int, south_african: int, communist: int) -> None:
    """17.11, 17.22: with the base at home and in the dry season."""
    for side, points in ((SA, south_african), (COM, communist)):
        g = muster(side, {}, ["muster", "air", "mix", "place"])
        assert g.do("done", dice=[die]).told("air")[0].get("points", 0) == points


def test_12_4_both_sides_may_add_air_to_one_combat() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "SADF:61"}, air={"TAC": 2})
    g.state.air[COM] = {"HELI_GUNSHIP": AirPool(1, 1)}
    g.do("attack", "1010", "SADF:61", "assault", "TAC", "TAC", "go")
    assert g.ask == (COM, "fpf") and "HELI_GUNSHIP" in g.options()
    g.do("HELI_GUNSHIP", "go", dice=[6])
    assert (g.steps()["Air points"], g.steps()["Defender: air points"]) == ("2", "−1")


def test_12_9_south_africa_has_no_air_in_the_first_communist_player_turn() -> None:
    """I9: markers last from one reinforcement phase of their owner to his next."""
    g = muster(COM, {"1010": "SADF:7"}, ["muster", "air", "mix", "place"], turn=1)
    g.do("done", dice=[1])
    assert not any(pool.left for pool in g.state.air.get(SA, {}).values())


def test_17_33_bridges_stand_in_the_monsoon() -> None:
    wet = situation("move", COM, {}, turn=7).field.map
    assert {wet.side_kind(*pair) for pair in wet.bridges.values()} == {"bridge"}


@pytest.mark.parametrize(("loser", "points"), [("SADF:7", {COM: 4, SA: 0}), ("MPLA:Tank 1", {COM: 0, SA: 2})])
def test_18_5_under_un_attention_every_loss_is_worth_one_more(loser: str, points: dict[str, int]) -> None:
    """For both players and to the end of the game turn."""
    g = situation("combat", COM, {"1010": "SADF:7", "1212": "MPLA:Tank 1"})
    with falling([6]):
        random_event(Play(g.state, ANGOLA))
    Play(g.state, ANGOLA).eliminate(g.pid(loser), "9.14", "falls")
    assert {COM: g.points(COM), SA: g.points(SA)} == points


def test_4_3_nine_turns_though_the_printed_track_ends_with_the_eighth() -> None:
    """I21."""
    g = situation("move", COM, {})
    assert g.field.book.special["turns"] == 9
    assert set(g.field.book.special["turn_track"]) == {str(n) for n in range(1, 10)}


def test_17_23_a_unit_that_waits_has_not_come_before_its_turn() -> None:
    """6.6: the fire brigade stays off the map until seven factors have gone."""
    g = muster(SA, {"waiting": "SADF:PSt/82"}, ["muster", "arrivals", "place"], turn=8)
    g.do("done")
    assert g.at("SADF:PSt/82") == WAITING
