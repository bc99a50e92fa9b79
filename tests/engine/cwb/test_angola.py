"""Angola '87: section 17, and the golden tests that concern it."""

from __future__ import annotations

import pytest

from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.angola_points import random_event
from engine.titles.cwb.movement import Mover
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import DEAD, HAND, OUT, POOL, WAITING, AirPool, Muster
from tests.engine.cwb.angola_kit import CUITO, MAVINGA, TITLE, Game, fresh, situation
from tests.engine.cwb.kit import falling

SA, COM = "south_african", "communist"


def muster(side: str, units: dict[str, str], todo: list[str], **more: object) -> Game:
    """A reinforcement phase at one of its steps."""
    return situation("reinforce", side, units, frames=[Muster(side, todo)], **more)  # type: ignore[arg-type]


# set-up (17.1, 17.9, 17.19, 17.29)


def test_17_1_south_africa_sets_up_first_then_the_communists() -> None:
    state = TITLE.decode(fresh())
    assert (state.open[0].seat, state.open[0].kind) == (SA, "set-up")
    for side in (SA, COM):
        decision = state.open[0]
        assert decision.seat == side
        state, _ = TITLE.apply(state, TITLE.walk(state, decision).follow(["rest", "go"]))
        state, _ = TITLE.apply(state, TITLE.walk(state, state.open[0]).follow(["done"]))
    assert (state.turn, state.side) == (1, COM)


def test_17_29_sadf_is_open_and_all_others_untried() -> None:
    """17.15."""
    state = TITLE.decode(fresh())
    book = ANGOLA.book(state)
    assert all(p.revealed == (book.units[p.unit].cmd == "SADF") for p in state.pieces.values())


def test_17_19_sixteen_unita_units_are_drawn() -> None:
    state = TITLE.decode(fresh())
    book = ANGOLA.book(state)
    assert sum(book.units[p.unit].cmd == "UNITA" and p.at == HAND for p in state.pieces.values()) == 16


def test_golden_27_guerrillas_keep_away_from_cuito() -> None:
    """Distance 8 is barred at set-up and allowed to a reinforcement; 9 is allowed to both."""
    g = muster(SA, {"hand": "UNITA:G 1 untried"}, ["place"])
    g.state.stack = [*g.state.stack[:1]]
    pid = g.pid("UNITA:G 1")
    later = set(ANGOLA.placeable(g.state, g.field, pid))
    assert {"0513", "0514"} <= later
    first = set(g.field.map.grid.hexes(ANGOLA._set_up_zone(g.field, pid)))
    assert "0513" not in first and "0514" in first


# stacking and movement (7.10, 17.8, 17.17, 17.18, 17.33)


@pytest.mark.parametrize(("hex_id", "limit"), [(CUITO, 3), (MAVINGA, 3), ("0907", 2), ("0101", 1)])
def test_7_10_stacking(hex_id: str, limit: int) -> None:
    g = situation("move", COM, {})
    assert ANGOLA.limit(g.state, g.field, hex_id) == limit


@pytest.mark.parametrize(
    ("a", "b", "may"),
    [
        ("MPLA:Tank 1", "CUBA:CTank 1", False),
        ("MPLA:Tank 1", "USSR:Comm", True),
        ("CUBA:CTank 1", "DDR:1 DDR", True),
        ("SADF:61", "UNITA:G 1", False),
        ("SADF:Om", "UNITA:G 1", True),
    ],
)
def test_17_8_and_17_18_who_stacks_with_whom(a: str, b: str, may: bool) -> None:
    units = ANGOLA.book(TITLE.decode(fresh())).units
    assert ANGOLA.mixes(units[a], units[b]) is may


def test_golden_20_communist_movement_is_doubled_on_turn_1() -> None:
    """17.17. Light infantry of 4: 8 points, 16 half ones; in the monsoon 4 hexes of savanna."""
    first = situation("move", COM, {CUITO: "MPLA:LI 1 untried"}, turn=1)
    mover = Mover(first.state, ANGOLA, first.field, first.pid("MPLA:LI 1"))
    assert mover.allowance == 16
    assert "1811" in mover.reachable(CUITO, 16, True)
    wet = situation("move", COM, {CUITO: "MPLA:LI 1 untried"}, turn=6)
    slow = Mover(wet.state, ANGOLA, wet.field, wet.pid("MPLA:LI 1"))
    assert slow.allowance == 8
    assert "1811" not in slow.reachable(CUITO, 8, True)


def test_17_33_streams_rise_and_trails_are_lost_in_the_monsoon() -> None:
    dry, wet = situation("move", COM, {}, turn=5), situation("move", COM, {}, turn=7)
    assert not ANGOLA.monsoon(dry.state) and ANGOLA.monsoon(wet.state)
    assert "stream" in {s["kind"] for s in dry.field.map.sides.values()}
    assert "stream" not in {s["kind"] for s in wet.field.map.sides.values()}
    assert dry.field.map.links and not wet.field.map.links
    assert wet.field.map.linked == dry.field.map.linked


def test_17_33_a_marsh_costs_three_in_the_monsoon() -> None:
    """In half points, two and three."""
    dry, wet = situation("move", COM, {}, turn=5), situation("move", COM, {}, turn=7)
    marsh = next(h for h, t in dry.field.map.terrain.items() if t == "marsh" and not dry.field.map.flags[h])
    assert (dry.field.map.hex_cost(marsh, False), wet.field.map.hex_cost(marsh, False)) == (4, 6)


def test_8_10_a_disengaging_unit_may_enter_another_zone_later_in_angola() -> None:
    g = situation("move", SA, {"1010": "SADF:61", "1009": "MPLA:Tank 1", "1013": "MPLA:Tank 2"})
    mover = Mover(g.state, ANGOLA, g.field, g.pid("SADF:61"))
    assert mover.disengaging
    assert all(not g.field.in_zoc(h, COM) for h in mover.steps("1010", mover.allowance, True))
    assert "1012" in mover.reachable("1010", mover.allowance, True)


# who fights with whom (17.8, 17.16, 17.18, 17.30)


def test_17_16_communists_use_the_mobile_crt_only_with_an_adviser() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1", "1110": "USSR:Comm"})
    assert g.refusal("attack", "1010", "MPLA:Tank 1", "mobile") == ("no_mobile", "17.16")
    assert "mobile" in g.options("attack", "1010", "MPLA:Tank 1", "USSR:Comm")


def test_17_30_unita_uses_the_mobile_crt_only_beside_the_sadf() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "UNITA:R 1", "1110": "SADF:61"})
    assert g.refusal("attack", "1010", "UNITA:R 1", "mobile") == ("no_mobile", "17.30")
    assert "mobile" in g.options("attack", "1010", "UNITA:R 1", "SADF:61")


def test_17_8_one_artillery_unit_a_support_and_of_the_battles_own_force() -> None:
    units = {"1010": "SADF:7", "1009": "MPLA:Tank 1", "1008": "MPLA:Art 1", "0908": "MPLA:Art 2", "1108": "CUBA:CArt 1"}
    g = situation("combat", COM, units)
    begun = ("attack", "1010", "MPLA:Tank 1", "assault")
    assert {"MPLA:Art 1", "MPLA:Art 2"} <= g.options(*begun)
    assert g.refusal(*begun, "CUBA:CArt 1") == ("other_command", "17.8")
    assert "MPLA:Art 2" not in g.options(*begun, "MPLA:Art 1")


# shifts (17.13, 17.31-17.33, 18.5)


def attacked(units: dict[str, str], **more: object) -> dict[str, str]:
    """The explanation of an attack by MPLA tanks on a SADF unit in the open."""
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1", **units}, **more)  # type: ignore[arg-type]
    g.do("attack", "1010", "MPLA:Tank 1", "assault", "go")
    return g.do("pass", dice=[3]).steps() if g.ask[1] == "fpf" else g.steps()


def test_17_13_communications_shift_for_units_within_two() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1", "1007": "USSR:Comm untried"})
    g.do("attack", "1010", "MPLA:Tank 1", "assault", "go", dice=[3])
    assert g.steps()["Communications unit near"] == "1R"


@pytest.mark.parametrize(("gun", "shift"), [("1209", "1L"), ("0908", None)])
def test_17_13_a_gun_in_protective_fire_brings_the_shift_to_the_defence(gun: str, shift: str | None) -> None:
    """It fires from within two hexes of the communications unit, the defender stands four away."""
    units = {"1010": "SADF:61", "1009": "MPLA:Tank 1", "1409": "USSR:Comm untried", gun: "MPLA:Art 2"}
    g = situation("combat", SA, units)
    g.do("attack", "1009", "SADF:61", "assault", "go")
    assert g.ask == (COM, "fpf")
    g.do("MPLA:Art 2", "go", dice=[3])
    assert g.steps().get("Communications unit near") == shift


def test_17_31_no_base_unit_is_a_supply_shortage() -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1"}, bases=False)
    g.do("attack", "1010", "MPLA:Tank 1", "assault", "go", dice=[3])
    assert g.steps()["Supply shortage"] == "1L"


def test_17_31_air_alone_needs_no_supply() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1"}, bases=False, air={"TAC": 2})
    g.do("bombard", "1010", "TAC", "TAC", "go", dice=[1])
    assert "Supply shortage" not in g.steps("bombarded")


def test_17_33_monsoon_shifts_every_attack() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1"}, turn=6, air={"TAC": 2})
    g.do("bombard", "1010", "TAC", "TAC", "go", dice=[1])
    assert g.steps("bombarded")["Monsoon"] == "1L"


def test_17_32_a_refit_shifts_three_columns_and_shuns_zones_of_control() -> None:
    g = situation("move", COM, {"1010": "SADF:7", "1008": "MPLA:Tank 1"}, special={f"refit {COM}": 3})
    mover = Mover(g.state, ANGOLA, g.field, g.pid("MPLA:Tank 1"))
    assert "1009" not in mover.reachable("1008", mover.allowance, True)
    fight = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1"}, special={f"refit {COM}": 3})
    fight.do("attack", "1010", "MPLA:Tank 1", "assault", "go", dice=[3])
    assert fight.steps()["Refit"] == "3L"


# air power (12.3, 12.6, 17.11, 17.22, 17.27, 18.4)


@pytest.mark.parametrize(("turn", "near", "points"), [(5, False, 4), (6, False, 3), (6, True, 2)])
def test_golden_14_south_african_air_power_on_a_four(turn: int, near: bool, points: int) -> None:
    """4; in the monsoon 3; with Mavinga in an enemy zone of control as well 2."""
    g = muster(SA, {"2315": "MPLA:Tank 1"} if near else {}, ["muster", "air", "mix", "place"], turn=turn)
    assert g.do("done", dice=[4]).told("air")[0]["points"] == points


@pytest.mark.parametrize(("turn", "base", "points"), [(5, True, 2), (6, True, 1), (6, False, 0)])
def test_golden_14_communist_air_power_on_a_four(turn: int, base: bool, points: int) -> None:
    g = muster(COM, {}, ["muster", "air", "mix", "place"], turn=turn, bases=base)
    told = g.do("done", dice=[4]).told("air")[0]
    assert told.get("points", 0) == points


@pytest.mark.parametrize(("near", "price"), [(False, 6), (True, 3)])
def test_17_27_a_second_roll_costs_victory_points(near: bool, price: int) -> None:
    g = muster(SA, {"2315": "MPLA:Tank 1"} if near else {}, ["muster", "air", "mix", "place"])
    g.do("second roll", "go")
    assert g.points(COM) == price
    assert "second roll" not in g.options()
    assert len(g.do("done", dice=[2, 3]).told("air")) == 1


def test_17_22_markers_are_chosen_within_those_there_are() -> None:
    g = muster(SA, {}, ["muster", "air", "mix", "place"])
    g.do("done", dice=[5])
    assert g.ask == (SA, "mix")
    g.do("HELI_GUNSHIP", "HELI_GUNSHIP", "TAC", "HELI_TRANSPORT", "TAC", "go")
    assert {k: p.left for k, p in g.state.air[SA].items()} == {"HELI_GUNSHIP": 2, "TAC": 2, "HELI_TRANSPORT": 1}


def test_12_6_one_communist_airstrike_a_hex_and_turn() -> None:
    g = situation("combat", COM, {"1010": "SADF:7"}, air={"TAC": 2})
    assert "TAC" not in g.options("bombard", "1010", "TAC")


def test_12_6_protective_fire_falls_on_no_hex_and_counts_for_none() -> None:
    g = situation("combat", SA, {"1009": "MPLA:Tank 1", "1010": "SADF:61"})
    g.state.air = {COM: {"HELI_GUNSHIP": AirPool(2, 2)}}
    g.do("attack", "1009", "SADF:61", "assault", "go")
    assert g.ask == (COM, "fpf")
    g.do("HELI_GUNSHIP", "HELI_GUNSHIP", "go", dice=[3])
    assert g.state.air_hits == {}


def test_12_3_gunships_support_and_tac_of_south_africa_too() -> None:
    g = situation("combat", SA, {"1010": "MPLA:Tank 1", "1009": "SADF:61"}, air={"TAC": 1, "HELI_GUNSHIP": 1})
    g.do("attack", "1010", "SADF:61", "assault", "TAC", "HELI_GUNSHIP", "go", dice=[3])
    assert g.steps()["Air points"] == "2"
    assert all(p.left == 0 for p in g.state.air[SA].values())


# arrivals (17.10, 17.12, 17.20-17.26)


def test_17_24_one_unita_unit_is_picked_unseen_each_turn() -> None:
    g = muster(SA, {}, ["muster", "air", "mix", "arrivals", "place"])
    g.do("done", dice=[1])
    drawn = [p for p in g.state.pieces.values() if p.at == HAND]
    assert len(drawn) == 1 and not drawn[0].revealed
    assert "symbol" not in str([e.payload(COM) for e in g.events if e.kind in ("drawn", "picks")])


def test_17_24_a_dead_unita_unit_returns_to_the_pool_and_scores_each_time() -> None:
    g = situation("combat", COM, {"1010": "UNITA:G 1", "1009": "CUBA:CTank 1, MPLA:Tank 1"})
    g.do("attack", "1010", "CUBA:CTank 1", "MPLA:Tank 1", "assault", "go", dice=[6])
    assert g.points(COM) == 1
    assert sum(p.at == POOL for p in g.state.pieces.values()) == 32


@pytest.mark.parametrize(("die", "delay"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_golden_15_optional_units_come_after_half_a_die(die: int, delay: int) -> None:
    """The price is doubled while no Communist unit is near Mavinga: 2 Mech costs 6."""
    g = muster(SA, {}, ["muster", "place"], turn=2)
    g.do("call", "SADF:2 Mech", "go", dice=[die])
    assert g.points(COM) == 6
    assert g.state.special[f"due {g.pid('SADF:2 Mech')}"] == 2 + delay


def test_golden_15_called_too_late_it_never_comes_but_is_paid() -> None:
    g = muster(SA, {"2315": "MPLA:Tank 1"}, ["muster", "place"], turn=8)
    g.do("call", "SADF:2 Mech", "go", dice=[5])
    assert g.points(COM) == 3 and g.at("SADF:2 Mech") == WAITING
    assert not ANGOLA.due(g.state, g.pid("SADF:2 Mech"))


def test_17_26_the_second_parachute_battalion_comes_at_once() -> None:
    g = muster(SA, {}, ["muster", "arrivals", "place"])
    g.do("call", "SADF:2 Para", "go")
    g.do("done")
    assert g.at("SADF:2 Para") == HAND and g.points(COM) == 8


def test_17_10_contingency_needs_a_sadf_manoeuvre_unit_near_cuito() -> None:
    far = muster(COM, {"1010": "SADF:61"}, ["muster", "place"])
    assert "contingency" not in far.options()
    near = muster(COM, {"0506": "SADF:61"}, ["muster", "arrivals", "place"])
    near.do("contingency", "go")
    assert ANGOLA.due(near.state, near.pid("CUBA:CTank 2"))
    assert "contingency" not in near.options()


def test_golden_16_seven_attack_factors_bring_the_82nd_brigade() -> None:
    """4 Mech (4) and 101 (3) are seven; the 82nd then moves at twice its allowance."""
    units = {MAVINGA: "SADF:4", "2414": "SADF:101", "waiting": "SADF:PSt/82, SADF:RK/82, SADF:DLR/82"}
    early = muster(SA, units, ["muster", "place"], turn=5)
    assert early.refusal("withdraw") == ("too_early", "17.23")
    g = muster(SA, units, ["muster", "arrivals", "place"], turn=6)
    g.do("withdraw", "SADF:4", "go")
    assert g.at("SADF:4") == OUT and not ANGOLA.due(g.state, g.pid("SADF:PSt/82"))
    g.do("withdraw", "SADF:101", "go").do("done")
    assert g.at("SADF:PSt/82") == HAND
    g.do("SADF:PSt/82", MAVINGA)
    assert ANGOLA.movement_factor(g.state, g.pid("SADF:PSt/82")) == 2
    assert g.points(COM) == 0


def test_17_23_the_brigade_moves_double_in_the_turn_in_which_each_unit_comes() -> None:
    """One that was withheld (6.6) and comes a turn later too; no other SADF unit does."""
    units = {"hand": "SADF:PSt/82, SADF:7"}
    g = muster(SA, units, ["place"], turn=7, special={"rotated": 6, "withdrawn": 7})
    g.do("SADF:PSt/82", MAVINGA).do("SADF:7", MAVINGA)
    assert ANGOLA.movement_factor(g.state, g.pid("SADF:PSt/82")) == 2
    assert ANGOLA.movement_factor(g.state, g.pid("SADF:7")) == 1
    g.state.turn = 8
    assert ANGOLA.movement_factor(g.state, g.pid("SADF:PSt/82")) == 1


def test_17_23_a_unit_cut_off_by_zones_of_control_cannot_withdraw() -> None:
    ring = {"1009": "MPLA:Tank 1", "1109": "MPLA:Tank 2", "1110": "MPLA:Tank 3", "1011": "MPLA:Tank 4", "0910": "MPLA:Mech 1"}
    g = muster(SA, {"1010": "SADF:61, SADF:RC", **ring}, ["muster", "place"], turn=6)
    assert g.options("withdraw") == {"SADF:RC"}


def test_17_32_a_refit_brings_back_units_two_of_the_sadf_at_most() -> None:
    units = {"dead": "SADF:61, SADF:4, SADF:7"}
    g = muster(SA, units, ["muster", "replacements", "place"])
    g.do("refit", "go", dice=[4])
    g.do("done")
    assert g.ask == (SA, "replacements")
    assert "SADF:7" not in g.options("SADF:61", "SADF:4")
    g.do("SADF:61", "SADF:4", "UNITA", "UNITA", "go")
    assert sum(p.at == HAND for p in g.state.pieces.values()) == 4
    assert g.at("SADF:7") == DEAD
    told = [t["data"] for e in g.events if e.kind == "drawn" and (t := e.payload(SA))]
    assert len(told) == 4 and all({"symbol", "back"} <= data.keys() for data in told), "what the draw has brought, as the counters show it"


def test_17_32_the_enemy_hears_how_many_come_back_and_not_which() -> None:
    g = muster(COM, {"dead": "MPLA:Tank 1, MPLA:Tank 2"}, ["muster", "replacements", "place"])
    g.do("refit", "go", dice=[2]).do("done")
    g.do("MPLA armor", "go")
    told = [e.payload(SA) for e in g.events if e.payload(SA)]
    assert any(t["data"].get("count") == 1 for t in told if t)
    assert "armor" not in str(told) and "Tank" not in str(told)


def test_17_32_once_a_game() -> None:
    g = muster(COM, {}, ["muster", "place"], special={f"refit {COM}": 1})
    assert "refit" not in g.options()


# the drop and helicopters (17.14, 17.28)


def test_17_28_one_airborne_drop_from_a_quiet_mavinga() -> None:
    g = situation("move", SA, {MAVINGA: "SADF:1 Abn", "2414": "SADF:RC"})
    assert "drop" in g.options("SADF:1 Abn") and "drop" not in g.options("SADF:RC")
    g.do("SADF:1 Abn", "drop", "column 10", "1010")
    assert g.at("SADF:1 Abn") == "1010"
    assert "drop" in g.state.special


def test_17_28_who_comes_to_mavinga_in_this_turn_does_not_drop_in_it() -> None:
    g = situation("reinforce", SA, {"hand": "SADF:1 Abn"})
    g.do("done", dice=[6])
    while g.ask[1] != "place":
        g.do("go")
    g.do("SADF:1 Abn", MAVINGA)
    while g.ask[1] == "place":
        g.do("done")
    assert g.ask == (SA, "move")
    assert "drop" not in g.options("SADF:1 Abn")
    g.state.turn += 1
    assert "drop" in g.options("SADF:1 Abn")


def test_17_32_in_a_refit_turn_nobody_flies_or_drops_into_an_enemy_zone() -> None:
    units = {MAVINGA: "SADF:1 Abn", "2414": "SADF:RC", "1508": "MPLA:Tank 1"}
    quiet = situation("move", SA, units, air={"HELI_TRANSPORT": 1})
    refit = situation("move", SA, units, air={"HELI_TRANSPORT": 1}, special={f"refit {SA}": 3})
    for picks in (("SADF:RC", "air", "column 15"), ("SADF:1 Abn", "drop", "column 15")):
        assert "1509" in quiet.options(*picks)
        assert "1509" not in refit.options(*picks) and "1511" in refit.options(*picks)


def test_17_28_no_drop_under_an_enemy_zone_of_control() -> None:
    g = situation("move", SA, {MAVINGA: "SADF:1 Abn", "2315": "MPLA:Tank 1"})
    assert "drop" not in g.options("SADF:1 Abn")


@pytest.mark.parametrize(
    ("unit", "flies"),
    [("SADF:32", True), ("SADF:1 Abn", True), ("SADF:61", False), ("UNITA:SR 1", False), ("DDR:1 DDR", True), ("MPLA:LI 1", False)],
)
def test_17_14_and_17_28_who_flies(unit: str, flies: bool) -> None:
    assert ANGOLA.airmobile(ANGOLA.book(TITLE.decode(fresh())).units[unit]) is flies


# victory and events (17.3-17.7, 18.5)


def test_17_7_a_place_counts_only_free_of_enemy_zones_of_control() -> None:
    """Each side holds its own base and gets 3 for it; a tank next to Mavinga takes that away."""
    for units, points in (({}, (3, 3)), ({"2315": "MPLA:Tank 1"}, (0, 3))):
        held = situation("move", SA, units, turn=9)
        ANGOLA.score_holding(Play(held.state, ANGOLA))
        assert (held.points(SA), held.points(COM)) == points


@pytest.mark.parametrize(("lead", "bonus"), [({COM: 10}, COM), ({COM: 9}, None), ({SA: 12, COM: 2}, SA)])
def test_18_5_the_leading_side_gets_a_column(lead: dict[str, int], bonus: str | None) -> None:
    g = situation("combat", COM, {}, lead=lead)
    with falling([5]):
        random_event(Play(g.state, ANGOLA))
    assert {k: v for k, v in g.state.special.items() if k.startswith("bonus")} == ({f"bonus {bonus}": 3} if bonus else {})


@pytest.mark.parametrize(("turn", "shift"), [(3, "1R"), (4, None)])
def test_18_5_the_column_is_for_the_turn_of_the_event(turn: int, shift: str | None) -> None:
    g = situation("combat", COM, {"1010": "SADF:7", "1009": "MPLA:Tank 1"}, turn=turn, special={f"bonus {COM}": 3})
    g.do("attack", "1010", "MPLA:Tank 1", "assault", "go", dice=[3])
    assert g.steps().get("Bonus event") == shift
