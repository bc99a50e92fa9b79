"""NATO intervention in Budapest '56: rules 16.10, 16.15-16.20, 16.30, 18.6 and what hangs on them. (Landings have their own file.)"""

from __future__ import annotations

import pytest

from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.budapest_points import held_objectives, objectives
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Battle
from engine.titles.cwb.state import DEAD, HAND, OUT, WAITING
from tests.engine.cwb.kit import HUNGARIAN, SOVIET, set_up, situation

COVERT, OVERT = {"nato": "covert"}, {"nato": "overt"}
DIVISION = ["US:1/82", "US:2/82", "US:3/82", "US:4/82", "US:5/82", "US:82 art", "US:82 rec"]
SPECIAL = ["US:77SF", "US:CIA"]
GROUND = "1713"
"""Heroes Square."""


# who comes and what it costs (16.15)


@pytest.mark.parametrize(
    ("chosen", "special", "division", "points"), [("none", OUT, OUT, 0), ("covert", HAND, OUT, 10), ("overt", HAND, WAITING, 20)]
)
def test_16_15_two_levels(chosen: str, special: str, division: str, points: int) -> None:
    g = set_up({"nato": chosen})
    assert {g.where(u) for u in SPECIAL} == {special}
    assert {g.where(u) for u in DIVISION} == {division}
    assert g.points(SOVIET) == points


def test_16_15_special_forces_are_placed_at_the_set_up_or_held_back() -> None:
    """16.11: whatever else is in hand must be placed."""
    g = set_up(COVERT)
    assert g.refusal("done") == ("not_all_placed", "16.11")
    for unit in [p.unit for p in g.state.pieces.values() if p.at == HAND and not p.unit.startswith("US:")]:
        g.do(unit, sorted(g.options(unit))[0])
    g.do("US:CIA", sorted(g.options("US:CIA"))[0]).end()
    assert g.where("US:77SF") == HAND
    assert g.told("withheld", SOVIET)


def test_16_15_who_was_held_back_comes_in_any_later_reinforcement_phase() -> None:
    """6.6."""
    g = situation("reinforce", HUNGARIAN, {"hand": "US:77SF"}, turn=7, options=COVERT)
    g.do("REB")
    g.do("US:77SF", GROUND)
    assert g.where("US:77SF") == GROUND


def test_16_15_placed_even_in_an_enemy_zone_of_control() -> None:
    """6.3: the bar of 16.12 is for Rebels. No objective: zones do not reach into those."""
    g = situation("reinforce", HUNGARIAN, {"hand": "US:77SF, REB:Corvin", "1613": "SC:1/4"}, options=COVERT)
    g.do("ARMY")
    assert GROUND in g.options("US:77SF")
    assert GROUND not in g.options("REB:Corvin")


@pytest.mark.parametrize("options", [COVERT, OVERT])
def test_16_15_one_more_pick_from_either_pool(options: dict[str, str]) -> None:
    """16.12 gives none with no objective or square held."""
    g = situation("reinforce", HUNGARIAN, {}, options=options, dice=[1] if options == OVERT else ())
    assert g.ask == (HUNGARIAN, "picks")
    assert g.asked.rule == "16.15"
    assert g.options() == {"ARMY", "REB"}
    g.do("REB")
    assert g.ask == (HUNGARIAN, "place")
    assert sum(p.at == HAND for p in g.state.pieces.values()) == 1


def test_13_picks_with_five_and_with_six_hexes_and_one_more_with_nato() -> None:
    g = situation("reinforce", HUNGARIAN, {h: f"REB:{n}" for h, n in zip(HELD, NAMES, strict=True)}, options=COVERT)
    drawn = [p.unit.split(":")[0] for p in g.state.pieces.values() if p.at == HAND]
    assert drawn == ["REB"]
    g.do("ARMY")
    assert sorted(p.unit.split(":")[0] for p in g.state.pieces.values() if p.at == HAND) == ["ARMY", "REB"]


HELD = ("1518", "1214", "1316", "1317", "1716", "1213")
NAMES = ("Corvin", "Szena", "Prater", "Tuzolto", "Thokoly", "Tompa")


# air power (16.16, 16.30)


@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 1), (6, 5)])
def test_14_nato_air_is_a_die_less_one(die: int, points: int) -> None:
    """16.16."""
    g = situation("reinforce", HUNGARIAN, {}, options=OVERT, dice=[die])
    assert g.told("air")[-1]["points"] == points
    assert g.ask == ((HUNGARIAN, "mix") if points else (HUNGARIAN, "picks"))


def test_16_16_in_any_mix_of_the_markers() -> None:
    g = situation("reinforce", HUNGARIAN, {}, options=OVERT, dice=[5])
    assert g.options() == {"TAC", "SAC", "HELI_GUNSHIP", "HELI_TRANSPORT", "go"}
    assert g.options("HELI_GUNSHIP", "HELI_GUNSHIP") == {"TAC", "SAC", "HELI_TRANSPORT", "go"}
    g.do("SAC", "TAC", "HELI_TRANSPORT", "HELI_GUNSHIP", "go")
    assert {k: p.left for k, p in g.state.air[HUNGARIAN].items()} == {"SAC": 1, "TAC": 1, "HELI_TRANSPORT": 1, "HELI_GUNSHIP": 1}


def test_16_30_a_die_of_soviet_air_with_overt_intervention() -> None:
    g = situation("reinforce", SOVIET, {}, options=OVERT, dice=[4])
    assert g.ask == (SOVIET, "mix")
    assert g.asked.rule == "16.30"
    assert g.options() == {"TAC", "HELI_TRANSPORT", "go"}
    g.do("TAC", "TAC", "TAC", "HELI_TRANSPORT", "go")
    assert {k: p.left for k, p in g.state.air[SOVIET].items()} == {"TAC": 3, "HELI_TRANSPORT": 1}


def test_16_30_all_of_it_with_covert_intervention() -> None:
    g = situation("reinforce", SOVIET, {}, options=COVERT)
    assert {k: p.left for k, p in g.state.air[SOVIET].items()} == {"TAC": 6, "HELI_TRANSPORT": 1}


def test_12_3_nato_bombards_with_tac_or_sac_never_both() -> None:
    """12.5: SAC on the Assault CRT, alone."""
    g = situation("combat", HUNGARIAN, {"1614": "2G:1/5"}, options=OVERT, nato_air={"TAC": 2, "SAC": 2, "HELI_GUNSHIP": 2})
    assert g.options("bombard", "1614") == {"TAC", "SAC"}
    assert g.options("bombard", "1614", "SAC") == {"SAC", "go"}
    assert g.options("bombard", "1614", "TAC") == {"TAC", "go"}
    g.bombard("1614", "SAC", "SAC", dice=[6, 1])
    assert g.told("bombarded")[-1]["chart"] == "assault"


def test_12_6_no_limit_for_nato_strikes() -> None:
    g = situation("combat", HUNGARIAN, {"2014": "2G:1/5"}, options=OVERT, nato_air={"TAC": 5})
    g.bombard("2014", *["TAC"] * 5, dice=[1, 1, 2, 1])
    assert g.told("bombardment")[-1]["air"] == {"TAC": 5}
    assert g.state.air_hits == {}


def test_16_7_no_points_for_soviet_strikes_on_the_town_with_overt_intervention() -> None:
    """They count with covert intervention."""
    for options, points in ((OVERT, 0), (COVERT, 1)):
        g = situation("combat", SOVIET, {"1515": "REB:Szena", "1518": "REB:Corvin"}, options=options)
        g.bombard("1518", "TAC", dice=[1, 1])
        assert g.points(HUNGARIAN) == points


def test_16_7_an_air_point_counts_once_however_many_hexes_it_helps_against() -> None:
    g = situation("combat", SOVIET, {"1518": "REB:Corvin"})
    play = Play(g.state, BUDAPEST)
    BUDAPEST.after_air(play, SOVIET, ["1518", "1618"], 2)
    assert g.points(HUNGARIAN) == 2


# support and protective fire (16.10)


def test_16_10_nato_air_supports_only_where_a_nato_unit_attacks() -> None:
    units = {"1613": "2G:1/5", GROUND: "US:77SF", "1513": "REB:Corvin"}
    g = situation("combat", HUNGARIAN, units, options=OVERT, nato_air={"TAC": 1, "HELI_GUNSHIP": 1, "SAC": 1})
    assert g.options("attack", "1613", "US:77SF", "REB:Corvin", "assault") == {"TAC", "HELI_GUNSHIP", "go"}
    assert "TAC" not in situation(
        "combat", HUNGARIAN, {"1613": "2G:1/5", "1513": "REB:Corvin"}, options=OVERT, nato_air={"TAC": 1}
    ).options("attack", "1613", "REB:Corvin", "assault")


def test_16_10_nato_artillery_supports_only_where_a_nato_unit_attacks() -> None:
    g = situation("combat", HUNGARIAN, {"1613": "2G:1/5", "1513": "REB:Corvin", "1517": "US:82 art"}, options=OVERT)
    assert g.refusal("attack", "1613", "REB:Corvin", "assault", "US:82 art") == ("other_command", "16.10")
    g = situation("combat", HUNGARIAN, {"1613": "2G:1/5", "1513": "US:CIA", "1517": "US:82 art"}, options=OVERT)
    assert "US:82 art" in g.options("attack", "1613", "US:CIA", "assault")


@pytest.mark.parametrize(("defender", "asked"), [("US:2/82", True), ("REB:Corvin", False)])
def test_16_10_protective_fire_only_where_a_nato_unit_defends(defender: str, asked: bool) -> None:
    """10.13: a question, or none, follows from what all see."""
    g = situation("combat", SOVIET, {GROUND: defender, "1613": "2G:1/5"}, options=OVERT, nato_air={"TAC": 1})
    g.do("attack", GROUND, "2G:1/5", "assault", "go", dice=() if asked else [1])
    if asked:
        assert g.ask == (HUNGARIAN, "fpf")
        assert g.options() == {"TAC", "pass"}
        g.do("TAC", "go", dice=[1])
        assert g.told("fpf")[-1]["air"] == {"TAC": 1}


def test_16_17_headquarters_do_nothing_for_us_units() -> None:
    g = situation("combat", HUNGARIAN, {"1613": "2G:1/5", GROUND: "US:1/82", "1714": "REB:RAFC"}, options=OVERT)
    field = BUDAPEST.field(g.state)
    battle = Battle(HUNGARIAN, [g.pid("US:1/82")], [g.pid("2G:1/5")])
    assert BUDAPEST.shifts(g.state, field, battle) == []


# stacking (16.10, 16.18)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("US:1/82", "US:2/82", False),
        ("US:82 art", "US:1/82", False),
        ("US:82 art", "US:82 rec", False),
        ("US:1/82", "US:77SF", False),
        ("US:1/82", "REB:Corvin", False),
        ("US:82 rec", "REB:Corvin", False),
        ("US:82 rec", "US:CIA", True),
        ("US:77SF", "US:CIA", True),
        ("US:77SF", "REB:Corvin", True),
        ("US:CIA", "ARMY:1/Kil", True),
    ],
)
def test_16_18_battlegroups_and_their_artillery_stand_alone(one: str, other: str, together: bool) -> None:
    """16.10: the special forces alone join Hungarian units."""
    units = BUDAPEST.book(set_up().state).units
    assert BUDAPEST.mixes(units[one], units[other]) is together
    assert BUDAPEST.mixes(units[other], units[one]) is together


def test_16_18_one_in_a_square_that_has_room_for_two() -> None:
    g = situation("recovery", HUNGARIAN, {GROUND: "US:1/82, US:82 rec"}, options=OVERT)
    assert g.ask == (HUNGARIAN, "excess")


# air mobility (16.19)


def test_16_19_helicopters_lift_airborne_and_special_forces() -> None:
    units = {"1713": "US:1/82", "1515": "US:77SF", "1418": "REB:Corvin", "hand": "US:CIA", "waiting": "US:2/82"}
    g = situation("move", HUNGARIAN, units, options=OVERT, nato_air={"HELI_TRANSPORT": 1})
    assert "air" in g.options("US:1/82") and "air" in g.options("US:77SF")
    assert "air" not in g.options("REB:Corvin")
    assert "US:CIA" not in g.options(), "nobody flies in"
    assert g.options("US:2/82") == {"drop"}
    g.do("US:77SF", "air", "column 16", "1620")
    assert g.where("US:77SF") == "1620"


# embassies (16.33)


def test_16_33_with_overt_intervention_embassies_are_objectives() -> None:
    units = {"1614": "2G:1/5", "1315": "REB:Corvin"}
    g = situation("recovery", HUNGARIAN, units, options=OVERT, dice=[2, 1])
    field = BUDAPEST.field(g.state)
    assert held_objectives(field, SOVIET, True) == 1 and held_objectives(field, HUNGARIAN, True) == 1
    assert len(objectives(field, True)) == 28
    assert BUDAPEST.counts(g.state, field, "1614")
    assert situation("recovery", HUNGARIAN, units, options=COVERT).ask == (HUNGARIAN, "excess")


def test_16_33_units_are_placed_there() -> None:
    for options, there in ((OVERT, True), (COVERT, False)):
        g = set_up(options)
        assert ("1614" in g.options("REB:RAFC")) is there


@pytest.mark.parametrize(("options", "points"), [(OVERT, 1), (COVERT, 0)])
def test_16_4_an_embassy_held_scores_at_the_end(options: dict[str, str], points: int) -> None:
    g = situation("move", SOVIET, {"1614": "2G:1/5"}, options=options)
    g.do("end", "go", of=g.decision("umpire", "ruling"))
    assert g.points(SOVIET) == points


# points (16.3, 16.6)


def test_16_3_a_us_unit_is_worth_three() -> None:
    g = situation("combat", SOVIET, {"1613": "2G:1/5, 2G:2/5", GROUND: "US:CIA"}, options=COVERT)
    g.attack(GROUND, "2G:1/5", "2G:2/5", "assault", dice=[6])
    assert g.where("US:CIA") == DEAD
    assert g.points(SOVIET) == 3


@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({"1113": "REB:Corvin"}, 1),
        ({"1113": "REB:Corvin", "1213": "REB:Szena"}, 1),
        ({"1113": "REB:Corvin", "1213": "2G:1/5"}, 0),
        ({"1113": "US:77SF", "1115": "REB:Szena"}, 2),
        ({"1213": "2G:1/5"}, 0),
    ],
)
def test_16_6_bridges_with_overt_intervention(units: dict[str, str], points: int) -> None:
    """16.8: any hex of it, no enemy on any. 1213 is an objective too."""
    for options, wanted in ((OVERT, points), (COVERT, 0)):
        g = situation("move", SOVIET, units, options=options)
        g.do("end", "go", of=g.decision("umpire", "ruling"))
        assert sum(x.points for x in g.state.ledger if x.cause == "Bridges held") == wanted


def test_16_9_the_quick_game_leaves_embassies_aside() -> None:
    """16.33: nobody stands in them here, whatever NATO does."""
    book = BUDAPEST.book(set_up().state)
    hexes = [h for h in book.map.grid.ids if {"objective"} == book.map.flags[h] & {"objective", "embassy"}]
    soviets = [u for u in book.units if u.split(":")[0] in ("2G", "33G", "128G")]
    g = situation("recovery", HUNGARIAN, dict(zip(hexes, soviets, strict=False)), options={**OVERT, "quick": "yes"})
    assert g.state.over is not None and len(hexes) == 26


# World War III (18.6)


@pytest.mark.parametrize(("options", "second", "over"), [(OVERT, 4, True), (OVERT, 5, False), (COVERT, 2, True), (COVERT, 3, False)])
def test_17_world_war_three(options: dict[str, str], second: int, over: bool) -> None:
    """18.6: the points count as they stand, what is held included (here a Soviet Radio Building)."""
    air = [1] if options == OVERT and not over else []
    g = situation("recovery", HUNGARIAN, {"1518": "2G:1/5"}, options=options, dice=[1, second, *air])
    assert g.told("ww3")[-1]["die"] == second
    assert (g.state.over is not None) is over
    if g.state.over is not None:
        assert g.state.over.points == {SOVIET: 2, HUNGARIAN: 0}
        assert "World War III" in g.state.over.reason


def test_18_6_no_world_war_without_nato() -> None:
    g = situation("recovery", HUNGARIAN, {"1518": "2G:1/5"}, dice=[1])
    assert not g.told("ww3") and g.state.over is None


# what is shown


@pytest.mark.parametrize(("chosen", "shown"), [("none", False), ("covert", True), ("overt", True)])
def test_16_15_the_calendar_has_the_free_pick(chosen: str, shown: bool) -> None:
    rows = set_up({"nato": chosen}).view(SOVIET)["panels"]["calendar"]["rows"]
    assert ("picks NATO" in rows) is shown


def test_16_15_options_in_force_are_shown_to_all() -> None:
    shown = set_up({"nato": "covert", "paratroops": "yes"}).view("public")["panels"]["options"]["rows"]
    assert shown["nato"]["value"] == "covert" and "paratroops" in shown
    assert "options" not in set_up().view("public")["panels"]


def test_16_20_who_waits_is_told_how_he_comes() -> None:
    """To his owner: the other side does not see him (14.3)."""
    g = situation("move", HUNGARIAN, {"waiting": "US:82 art"}, options=OVERT)
    pieces = g.view(HUNGARIAN)["pieces"]
    assert pieces[g.alias(HUNGARIAN, "US:82 art")]["note"].endswith("any turn, by airborne landing")
    assert not any(p.get("box") == WAITING for p in g.view(SOVIET)["pieces"].values())
