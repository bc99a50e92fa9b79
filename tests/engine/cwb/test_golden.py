"""The golden tests of the specification that concern the standard game of Budapest '56, by number, with the rules they follow from.

Those of NATO (`test_nato.py`, `test_landing.py`) and of Angola (`test_angola.py`, `test_golden_angola.py`) are apart.
Open ground without roads lies around 0431, suburb around 2503, a hill at 0404.
"""

from __future__ import annotations

import pytest

from engine.titles.cwb import columns
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.state import Place
from tests.engine.cwb.kit import Game, allowance, settled, situation


def test_01_a_zero_attack_is_minus_its_enemys_defence() -> None:
    """9.4: attack 0 against defence 3 is -3, column "-4,3"."""
    g = situation("combat", "hungarian", {"0331": "REB:Kispest", "0431": "2G:3/5"})
    g.attack("0431", "REB:Kispest", "assault", dice=[3])
    assert g.steps()["Differential"] == "-3: column -4,3"


@pytest.mark.parametrize(("hex_id", "column"), [("0431", "+2,3"), ("0404", "+1")])
@pytest.mark.parametrize(("die", "suppressed"), [(4, False), (6, True)])
def test_02_three_points_bombard_two_units(hex_id: str, column: str, die: int, suppressed: bool) -> None:
    """10.10: two rolls at "+2,3" in the clear and at "+1" on a hilltop; 4 is D1 and 6 is D2 on either."""
    g = situation("combat", "soviet", {hex_id: "REB:Corvin, REB:Szena"})
    g.bombard(hex_id, "TAC", "TAC", "TAC")
    assert g.ask == ("soviet", "order")
    g.do("REB:Szena", dice=[die, die])
    assert [(e["column"], e["code"]) for e in g.told("bombarded")] == [(column, "D2" if suppressed else "D1")] * 2
    assert [g.piece(u).suppressed for u in ("REB:Corvin", "REB:Szena")] == [suppressed] * 2
    assert g.ask == (("soviet", "combat") if suppressed else ("hungarian", "retreat"))


@pytest.mark.parametrize(("crt", "code"), [("mobile", "D2"), ("assault", "EX")])
def test_03_five_against_two_on_a_hilltop(crt: str, code: str) -> None:
    """10.16: +3, column "+2,3", shifted to "+1"; a 6 is D2 on the Mobile, EX on the Assault CRT."""
    g = situation("combat", "soviet", {"0404": "REB:Tompa", "0403": "2G:2/6"})
    g.attack("0404", "2G:2/6", crt, dice=[6])
    assert g.steps()["Differential"] == "+3: column +2,3"
    assert g.result == ("+1", code)


def test_04_clamped_before_it_is_shifted() -> None:
    """9.2, 16.17 (I3, I4): +20 is "+12"; two left for urban and one for the headquarters make "+4,5"; a 3 is EX."""
    forces = {"1617": "2G:2/6", "1718": "2G:1/5", "2018": "SC:SC rkt", "2019": "SC:SC art", "2020": "2G:2G"}
    g = situation("combat", "soviet", {**forces, "1717": "REB:Corvin", "1714": "REB:RAFC"})
    g.attack("1717", "2G:2/6", "2G:1/5", "assault", "SC:SC rkt", "SC:SC art", "2G:2G", dice=[3])
    assert g.steps()["Differential"] == "+20: column +12"
    assert [g.steps()[k] for k in ("Terrain: urban at 1717", "Hungarian headquarters near")] == ["2L", "1L"]
    assert g.result == ("+4,5", "EX")


def test_05_clamped_at_the_low_end_too() -> None:
    """9.2, 11.3: -10 is "-7"; a suppressed defender brings it to "-6,5"; a 6 on the Mobile CRT is A1."""
    g = situation("combat", "hungarian", {"0331": "REB:Kispest", "0431": "2G:1/5, 2G:3/5 suppressed", "0430": "2G:3/6"})
    g.attack("0431", "0430", "REB:Kispest", "mobile", dice=[6])
    assert g.steps()["Differential"] == "-10: column -7"
    assert g.result == ("-6,5", "A1")


def test_06_a_suburb_does_not_help_mechanized_defenders() -> None:
    """18.1: all defenders mechanized, no shift, and protective fire by towed artillery changes nothing."""
    g = situation("combat", "hungarian", {"2502": "REB:Corvin", "2503": "2G:1/5", "2512": "2G:2G"})
    g.do("attack", "2503", "REB:Corvin", "assault", "go").do("2G:2G", "go", dice=[6])
    assert not [label for label in g.steps() if label.startswith("Terrain")]
    assert g.steps()["Final protective fire"] == "−3"


def exchange() -> Game:
    """Rebels with 3, 3, 2 and 0 attack points have exchanged with a defence of 5."""
    rebels = {"0331": "REB:Corvin, REB:Tuzolto", "0531": "REB:Csepel, REB:Kispest"}
    g = situation("combat", "hungarian", {**rebels, "0431": "SC:3/100"})
    return g.attack("0431", "REB:Corvin", "REB:Tuzolto", "REB:Csepel", "REB:Kispest", "assault", dice=[4])


@pytest.mark.parametrize("lost", [("Corvin", "Csepel"), ("Csepel", "Tuzolto"), ("Corvin", "Tuzolto"), ("Tuzolto", "Corvin", "Csepel")])
def test_07_exchange_losses_are_the_attackers_choice(lost: tuple[str, ...]) -> None:
    """9.14, 9.4: any set that reaches 5; the 0 goes in any case; who is not chosen stays."""
    g = exchange()
    assert g.result == ("+2,3", "EX")
    assert g.ask == ("hungarian", "losses")
    picks = [f"REB:{name}" for name in lost]
    assert "go" not in g.options(picks[0])
    g.do(*picks, "go")
    gone = {u for u in ("Corvin", "Tuzolto", "Csepel", "Kispest") if g.where(f"REB:{u}") == "pool"}
    assert gone == {*lost, "Kispest"}
    assert g.where("SC:3/100") == "dead"


def test_07_ranged_barrage_neither_pays_nor_is_lost() -> None:
    """9.14, 10.17: only adjacent attackers pay; the supporting artillery stays."""
    g = situation("combat", "soviet", {"0331": "2G:2/5", "0531": "2G:3/6", "0436": "2G:2G", "0431": "REB:Corvin"})
    g.attack("0431", "2G:2/5", "2G:3/6", "assault", "2G:2G", dice=[1])
    assert g.result == ("+6,7,8", "EX")
    assert [g.where(u) for u in ("2G:2/5", "2G:3/6", "2G:2G", "REB:Corvin")] == ["dead", "dead", "0436", "pool"]


def test_07_attacker_exchange_against_one_point() -> None:
    """9.14, 9.4: AX against defence 1 costs the only 3 and the 0."""
    g = situation("combat", "hungarian", {"0331": "REB:Corvin, REB:Kispest", "0431": "128G:128G"})
    g.attack("0431", "REB:Corvin", "REB:Kispest", "assault", dice=[2])
    assert g.result == ("+2,3", "AX")
    g.do("128G:128G", "0532")
    assert [g.where(u) for u in ("REB:Corvin", "REB:Kispest", "128G:128G")] == ["pool", "pool", "0532"]


def ringed() -> Game:
    """A rebel ringed by zones of control is asked after BR."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0432": "2G:2/5", "0431": "REB:Corvin"})
    return g.attack("0431", "2G:1/5", "2G:2/5", "assault", dice=[1])


def test_08_both_retreat_kills_the_surrounded_defender() -> None:
    """9.14: he dies though the attackers then leave by the same result, and nobody advances."""
    g = ringed()
    assert g.ask == ("hungarian", "stand")
    g.do("retreat")
    assert g.where("REB:Corvin") == "pool"
    assert g.ask == ("soviet", "retreat")
    g.do("2G:1/5", "0429").do("2G:2/5", "0433")
    assert g.ask == ("soviet", "combat")


def test_08_stand_fast_is_an_exchange() -> None:
    """9.14: all defenders go, and attackers worth at least their defence."""
    g = ringed().do("stand fast")
    assert g.where("REB:Corvin") == "pool"
    assert g.ask == ("soviet", "losses")
    g.do("2G:1/5", "go")
    assert g.where("2G:1/5") == "dead"
    assert g.ask == ("soviet", "advance")


def test_09_a2_takes_one_and_drives_the_other_back_two() -> None:
    """9.14: the attacker chooses whom."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0330": "2G:2/5", "0331": "REB:Corvin, REB:Tuzolto"})
    g.attack("0331", "2G:1/5", "2G:2/5", "assault", dice=[1])
    assert g.result == ("0", "A2")
    assert g.ask == ("soviet", "loss")
    g.do("2G:2/5").do("2G:1/5", "0429", "0428")
    assert [g.where(u) for u in ("2G:2/5", "2G:1/5")] == ["dead", "0428"]


def test_09_a_unit_of_movement_zero_cannot_go() -> None:
    """9.18: forced to retreat, it is eliminated in place."""
    still = {"units/budapest": {"units": {"2G:1/5": {"m": 0}}}}
    units = {"0430": "2G:1/5", "0330": "2G:2/5", "0331": "REB:Corvin, REB:Tuzolto"}
    g = situation("combat", "soviet", units, corrections=still)
    g.attack("0331", "2G:1/5", "2G:2/5", "assault", dice=[1]).do("2G:2/5")
    assert [g.where(u) for u in ("2G:2/5", "2G:1/5")] == ["dead", "dead"]
    assert [e.rule for e in g.events if e.kind == "eliminated"] == ["9.14", "9.18"]


def test_10_a_retreat_cut_short_kills_where_it_ends() -> None:
    """9.17, 9.20: D3 with two free hexes towards the map's edge: he dies in the second, and the path ends there."""
    g = situation("combat", "soviet", {"0430": "2G:2/6", "0232": "2G:2/5", "0228": "2G:3/5", "0331": "REB:Street 1"})
    g.attack("0331", "2G:2/6", "mobile", dice=[6])
    assert g.result[1] == "D3"
    g.do("REB:Street 1", "0230", "0130")
    assert g.where("REB:Street 1") == "pool"
    assert g.told("eliminated")[0]["hex"] == "0130"
    assert g.options("2G:2/6", "0331", "0230", "0130") == {"go"}


def test_11_air_defence_halves_tactical_air() -> None:
    """12.12: two points within two hexes of it are one, one is none; SAC and a suppressed air defence leave them whole."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0433": "ARMY:AA untried"})
    field = BUDAPEST.field(g.state)
    assert [columns.air_strength(g.state, BUDAPEST, field, "soviet", {"TAC": n}, ["0431"])[0] for n in (2, 1)] == [1, 0]
    assert columns.air_strength(g.state, BUDAPEST, field, "soviet", {"SAC": 2}, ["0431"])[0] == 2
    assert columns.air_strength(g.state, BUDAPEST, field, "soviet", {"TAC": 2}, ["0430"])[0] == 2
    g.piece("ARMY:AA").suppressed = True
    assert columns.air_strength(g.state, BUDAPEST, field, "soviet", {"TAC": 2}, ["0431"])[0] == 2


@pytest.mark.parametrize(
    ("unit", "near", "points"),
    [
        ("SC:1/80 suppressed", "0436", "2 MP"),
        ("SC:1/80 suppressed", "0431", "2 MP"),
        ("2G:1/5", "0431", "4 MP"),
        ("2G:1/5", "0436", "8 MP"),
    ],
)
def test_12_movement_is_halved_once(unit: str, near: str, points: str) -> None:
    """11.3, 8.10: five suppressed is two, and no less when it disengages; eight disengaging is four."""
    g = situation("move", "soviet", {"0430": unit, near: "REB:Corvin"})
    assert allowance(g, unit.split()[0]) == points


SPOTS = ["1205", "1213", "1214", "1314", "1316", "1317", "1413", "1416", "1420", "1518", "1616", "1618", "1619", "1716", "1731", "1816"]
SPOTS += ["1904", "2022", "2025", "2102", "2118", "2619"]


@pytest.mark.parametrize(
    ("occupied", "rebels", "army"),
    [(0, 0, 0), (5, 0, 0), (6, 1, 0), (10, 1, 0), (11, 2, 1), (15, 2, 1), (16, 3, 1), (20, 3, 1), (21, 4, 2)],
)
def test_13_picks_by_what_is_occupied(occupied: int, rebels: int, army: int) -> None:
    """16.12: by the number of objectives and squares with a Hungarian unit."""
    units = ["Corvin", "Tuzolto", "Szena", "Csepel", "Kobanya", "Moricz", "Ujpest", "Tompa", "Baross", "Prater", "Thokoly", "Gellert"]
    units += ["Obuda", "1/NG", "2/NG", "3/NG", "4/NG", "5/NG", "6/NG", "Univ 1", "Univ 2"]
    g = situation("reinforce", "hungarian", dict(zip(SPOTS, (f"REB:{u}" for u in units[:occupied]), strict=False)))
    assert g.told("picks")[0] == {"side": "hungarian", "count": occupied, "picks": {"REB": rebels, "ARMY": army}}
    assert (g.ask == ("hungarian", "place")) == bool(rebels)
    assert sum(p.at == "hand" for p in g.state.pieces.values()) == rebels + army


@pytest.mark.parametrize(("held", "points"), [(9, 5), (10, 0)])
def test_17_the_united_nations_look_at_turn_four(held: int, points: int) -> None:
    """18.6: fewer than ten objectives in Soviet hands bring the Hungarians five."""
    units = [f"{d}/{r}" for d, r in (("2G:{}", "5"), ("2G:{}", "6"), ("33G:{}", "104"), ("128G:{}", "315"))]
    units = [u.format(n) for u in units for n in (1, 2, 3)]
    g = situation("recovery", "hungarian", dict(zip(SPOTS, units[:held], strict=False)), turn=3, dice=[5])
    assert g.told("un") == [{"count": held, "minimum": 10}]
    assert g.points("hungarian") == points


def test_18_a_dead_rebel_goes_back_to_the_pool_under_a_new_number() -> None:
    """16.3, 16.13: one point, and nobody can follow the counter."""
    g = situation("combat", "soviet", {"0430": "2G:1/37", "0330": "2G:2/37", "0431": "SC:3/100", "0331": "REB:Corvin"})
    before = {v: known[g.pid("REB:Corvin")] for v, known in g.state.aliases.items()}
    g.attack("0331", "2G:1/37", "2G:2/37", "SC:3/100", "assault", dice=[6])
    assert (g.result[1], g.points("soviet"), g.where("REB:Corvin")) == ("DE", 1, "pool")
    assert not g.piece("REB:Corvin").revealed
    assert [v for v, known in g.state.aliases.items() if g.pid("REB:Corvin") in known] == ["umpire"]
    g.piece("REB:Corvin").at = "hand"
    g.state.stack.append(Place("hungarian"))
    known = settled(g.state).state.aliases
    assert all(known[v][g.pid("REB:Corvin")] != before[v] for v in ("hungarian", "umpire"))


@pytest.mark.parametrize(("hq", "points"), [("REB:WU", 0), ("REB:RAFC", 2)])
def test_18_headquarters_do_not_come_back(hq: str, points: int) -> None:
    """16.3, 16.13: a dummy is gone for nothing when it is revealed, a real one for two points when it is eliminated."""
    g = situation("combat", "soviet", {"0430": "2G:1/37", "0330": "2G:2/37", "0431": "SC:3/100", "0331": f"{hq} untried"})
    g.attack("0331", "2G:1/37", "2G:2/37", "SC:3/100", "assault", dice=[6] if points else [])
    assert (g.where(hq), g.points("soviet")) == ("dead", points)
    assert g.piece(hq).revealed


@pytest.mark.parametrize(
    ("gap", "level"),
    [(0, "draw"), (9, "draw"), (10, "tactical"), (19, "tactical"), (20, "operational"), (29, "operational"), (30, "strategic")],
)
@pytest.mark.parametrize("ahead", ["soviet", "hungarian"])
def test_21_levels_of_victory(gap: int, level: str, ahead: str) -> None:
    """15.2: by the difference in points at the end of turn 9."""
    g = situation("recovery", "hungarian", {}, turn=9, lead={ahead: 7 + gap, "hungarian" if ahead == "soviet" else "soviet": 7})
    out = g.state.over
    assert out is not None
    assert (out.level, out.winner) == (level, ahead if level != "draw" else "")


def test_22_soviet_air_on_the_town_costs_points() -> None:
    """16.7, 12.6: two points on an urban objective bring the Hungarians two before any rubble; a fourth on one hex is refused."""
    g = situation("combat", "soviet", {"1618": "REB:Corvin"})
    assert g.options("bombard", "1618", "TAC", "TAC", "TAC") == {"go"}
    g.bombard("1618", "TAC", "TAC", dice=[1, 6])
    assert [(e["cause"], e["points"]) for e in g.told("points")] == [("Soviet air points on the town", 2), ("Hexes turned to rubble", 1)]
    kinds = [e.kind for e in g.events]
    assert kinds.index("points") < kinds.index("rubble")


@pytest.mark.parametrize(("hex_id", "left"), [("1816", 1), ("1515", 2)])
def test_25_the_excess_is_lost_at_the_end_of_a_phase(hex_id: str, left: int) -> None:
    """7.8, 7.9, 16.3: one unit in Keleti, the other costs a point; two may stand in the square of the Oktogon."""
    g = situation("move", "hungarian", {hex_id: "REB:Corvin, REB:Szena"}).end()
    if left == 1:
        assert g.ask == ("hungarian", "excess")
        g.do("REB:Szena")
    assert sum(g.where(u) == hex_id for u in ("REB:Corvin", "REB:Szena")) == left
    assert g.points("soviet") == 2 - left
    assert g.ask == ("soviet", "move"), "the phase has ended and nobody moves on in it"


def test_26_an_objective_shelters_from_zones_of_control_but_not_from_duty() -> None:
    """8.3, 8.6, 9.3 (I1): a Rebel in Kilian, a Soviet unit beside him."""
    units = {"1619": "REB:Corvin", "1719": "2G:1/5"}
    g = situation("combat", "soviet", units)
    assert g.state.duties.attack == [g.pid("2G:1/5")]
    assert g.state.duties.defend == [g.pid("REB:Corvin")]
    assert g.refusal("done") == ("duty", "8.6, 9.3")
    g = situation("combat", "hungarian", units)
    assert g.state.duties.attack == []
    assert g.state.duties.defend == [g.pid("2G:1/5")]
    assert g.refusal("done") == ("duty", "8.6, 9.3")


@pytest.mark.parametrize(("movement", "where"), [(4, None), (0, "0431")])
def test_28_a_second_suppression_is_a_retreat(movement: int, where: str | None) -> None:
    """11.3, 9.15: three points on a suppressed unit in the clear are "+4,5"; 4 is D2: one hex back, none for movement 0."""
    corrections = {"units/budapest": {"units": {"REB:Corvin": {"m": movement}}}}
    g = situation("combat", "soviet", {"0431": "REB:Corvin suppressed"}, corrections=corrections)
    g.bombard("0431", "TAC", "TAC", "TAC", dice=[4])
    assert g.result == ("+4,5", "D2")
    if where is None:
        assert g.ask == ("hungarian", "retreat")
        g.do("REB:Corvin", "0531")
    assert g.where("REB:Corvin") == (where or "0531")
    assert g.piece("REB:Corvin").suppressed


@pytest.mark.parametrize(("hex_id", "room"), [("1515", 2), ("2503", 1)])
def test_29_defenders_enter_the_hex_of_eliminated_attackers(hex_id: str, room: int) -> None:
    """9.14, 9.20, 7.9: two into a square, one into a suburb."""
    sides = {"1515": ("1514", "1516"), "2503": ("2502", "2504")}[hex_id]
    units = {hex_id: "REB:Kispest", sides[0]: "2G:1/5", sides[1]: "2G:2/5"}
    g = situation("combat", "hungarian", units)
    g.attack(*sides, "REB:Kispest", "assault", dice=[1])
    assert g.result[1] == "AE"
    for unit in ("2G:1/5", "2G:2/5")[:room]:
        assert g.ask == ("soviet", "advance")
        g.do(unit, hex_id, "go")
    assert sum(p.at == hex_id for p in g.state.pieces.values()) == room
    assert g.ask != ("soviet", "advance")
