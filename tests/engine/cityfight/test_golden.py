"""The golden tests of the specification that concern the Basic Game, by number, with the rules that they follow from."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import fire, geometry, morale, recovery, sighting
from tests.engine.cityfight.kit import Game, settled, situation

SIX = {f"4A{i}": f"F{i}:su_ft4 search" for i in range(1, 7)}
"""Six commanded units of a Soviet platoon, out of everybody's way."""


def test_g01_a_platoon_loses_points_by_its_leaders_rating() -> None:
    """6.0: 12 points, rating 6, dice 10: four too many cost three points."""
    g = situation(stage="command", advantage=["us"], ussr={**SIX, "4A7": "L:plt_ldr =6"})
    g.seat("ussr", "done").seat("us", "done", dice=[4, 6])
    assert g.ap("S1") == 9
    assert g.steps("control")["Lost"] == "3"


def test_g02_nothing_is_lost_below_the_rating() -> None:
    """6.0, 16.23: the side with advantage rolls one die: 2 against 5 costs nothing of its 10 points."""
    units = {f"4B{i}": f"F{i}:us_ft5 search" for i in range(1, 6)}
    g = situation(stage="command", advantage=["us"], us={**units, "4B7": "L:plt_ldr =5"})
    g.seat("ussr", "done").seat("us", "done", dice=[2])
    assert g.ap("A.R1") == 10


def joint_sighting() -> Game:
    """Two German fireteams at 8D1 have searched 9E together with dice 3 and 4; a Soviet squad is in 9E4."""
    g = situation(us={"8D1": "A:de_ft3 fire, B:de_ft3_mg fire"}, ussr={"9E4": "Q:su_squad"})
    return g.do("A", "B", "sight", "9E", dice=[3, 4])


def test_g03_a_stack_sights_together() -> None:
    """9.2: two points; 34 and 10 for six men reach 9E's 41; only the hex is named."""
    g = joint_sighting()
    assert g.ap("A.R1") == 18
    assert g.text("sighting", "ussr") == "USA searches megahex 9E, 44: 9E4"
    assert g.told("sighting", "us")[0]["hexes"] == ["9E4"]
    assert g.ask == ("us", "immediate-fire")


def test_g04_and_fires_together_at_once() -> None:
    """9.2, 10.63: strengths 5 and 9 make 14; both Fire commands and two more points are spent; then it is the other side's turn."""
    g = joint_sighting()
    g.do("A", "B", "9E", "9E4", dice=[1, 2])
    assert g.steps("fire_dice")["Strength"] == "14"
    assert (g.ap("A.R1"), g.unit("A").fires, g.unit("B").fires) == (16, 0, 0)
    g.do("done")
    assert g.ask == ("ussr", "action")


def in_3k(total: tuple[int, int], **units: str) -> Game:
    """A 5-man fireteam beside 3K, of search rating 55, searches it and announces a total."""
    g = situation(us={"2K1": "S:us_ft5 search"}, ussr=dict(units.items()))
    assert g.play.book.town.rating["3K"] == 55
    return g.do("S", "sight", "3K", dice=list(total))


def test_g05_who_has_fired_is_easier_to_spot() -> None:
    """10.36: 43 does not reach 55, but 63 does against the unit that fired; the other stays unknown."""
    g = in_3k((4, 3), **{"3K1": "A:su_squad fired", "3K2": "B:su_squad"})
    assert g.told("sighting", "us")[0]["hexes"] == ["3K1"]


def test_g06_who_is_suppressed_in_cover_is_harder_to_spot() -> None:
    """10.38: 62 spots the unsuppressed unit; 42 does not reach 55 for the suppressed one."""
    g = in_3k((6, 2), **{"3K1": "X:su_squad", "3K2": "Y:su_squad suppressed"})
    assert g.told("sighting", "us")[0]["hexes"] == ["3K1"]


def test_g07_a_line_of_sight_need_not_be_mutual() -> None:
    """11.22: from the corner of the building in 7I6 one sees 4F7, but not back."""
    g = situation(us={"7I6": "A:us_ft5 fire"}, ussr={"4F7": "B:su_ft4 fire"})
    assert "4F7" in g.options("A", "fire", "4F")
    g.do("pass")
    assert "7I" not in g.options("B", "fire") or "7I6" not in g.options("B", "fire", "7I")


def test_g08_a_machinegun_sweeps_a_street() -> None:
    """11.63: three hexes named first; K becomes S; the letter of the first roll counts nothing (14.14), that of the last empties it."""
    g = situation(us={"4H6": "M:uk_tripod fire"})
    g.do("M", "fire", "3G", "3G3", "3G", "3G4", "2H", "2H2", dice=[1, 1, 3, 3, 4, 4])
    assert g.told("fire", "ussr") == [{"side": "us", "hex": "4H6", "hexes": ["3G3", "3G4", "2H2"], "weapon": "machinegun"}]
    assert [e["code"] for e in g.told("fire_result", "ussr")] == ["S", "S", "S"]
    assert g.kinds("us")[0] == "fire"
    assert (g.unit("M").out, g.unit("M").fires, g.ap("A.R1")) == (3, 0, 19)


def test_g09_both_sides_die_in_an_assault() -> None:
    """13.2: a 4 kills in spite of the woods and costs the defender two points; the large die of 2 kills the assaulter.

    That costs four points in all; he hears only that the hex was defended.
    """
    g = situation(us={"5K1": "A:us_ft4 cautious"}, ussr={"5K7": "B:su_ft4"})
    g.do("A", "move", "5K7", "assault", dice=[2, 2])
    assert (g.where("A"), g.where("B")) == ("dead", "dead")
    assert (g.ap("A.R1"), g.ap("S1")) == (16, 18)
    assert [text for kind, text in g.heard("us") if kind == "assault_result"] == ["5K7 is defended: the assaulting units are lost"]
    assert "B" not in " ".join(text for _, text in g.heard("us"))


def test_g15_two_dice_are_read_as_tens_and_units() -> None:
    """10.32: large 3 and small 5 read 35."""
    g = situation(us={"2K1": "S:us_ft5 search"}).do("S", "sight", "3K", dice=[3, 5])
    assert g.told("sighting", "ussr")[0]["total"] == 35


def test_g16_hexes_are_numbered_clockwise_from_the_top() -> None:
    """3.1: 7K2 lies in megahex 7K, to the upper right of its centre."""
    assert geometry.mega_of("7K2") == "7K"
    assert [geometry.step("7K7", d) for d in range(1, 7)] == [f"7K{i}" for i in range(1, 7)]


def test_g17_units_are_known_by_platoon_and_number() -> None:
    """3.34, A-60: the units of a platoon are numbered through; the platoons of a side too (5.6)."""
    g = situation(us={"4B1": "A:us_ft5 @A.R2 #2"})
    assert g.view("us")["pieces"][g.alias("us", "A")]["name"] == "2-2"


@pytest.mark.parametrize(("rating", "die", "lost"), [(3, 1, 0), (3, 6, 2), (1, 6, 2)])
def test_g20_a_suppressed_leader_counts_two_less_but_never_below_one(rating: int, die: int, lost: int) -> None:
    """6.21: ratings 3 and 1 both come to 1: a 6 is five too many, which costs 2 of 6 points."""
    units = {f"4B{i}": f"F{i}:us_ft5 search" for i in range(1, 4)}
    g = situation(stage="command", advantage=["us"], us={**units, "4B7": f"L:plt_ldr ={rating} suppressed"})
    g.seat("ussr", "done").seat("us", "done", dice=[die])
    assert g.ap("A.R1") == 6 - lost


@pytest.mark.parametrize("command", ["search", ""])
def test_g20_nobody_leads_a_platoon(command: str) -> None:
    """6.56: neither leader nor sergeant: 2 points whatever was commanded, and no die."""
    g = situation(stage="command", advantage=["us"], us={f"4B{i}": f"F{i}:us_ft5 {command}" for i in range(1, 4)})
    g.seat("ussr", "done").seat("us", "done")
    assert g.ap("A.R1") == 2


def test_g21_the_loss_matrix() -> None:
    """6.23: the rows that are printed."""
    b = situation().play.book
    assert [b.ap_loss(2, n) for n in range(1, 12)] == [0] * 6 + [1] * 5
    assert [b.ap_loss(n, loss) for n in (3, 4) for loss in range(1, 8)] == [0, 0, 1, 1, 1, 1, 2] * 2


@pytest.mark.parametrize(("last", "allowed"), [("", True), ("last:fire", True), ("last:cautious", False), ("last:search", False)])
def test_g22_a_tripod_needs_a_turn_to_set_up(last: str, allowed: bool) -> None:
    """5.33, 11.65: Fire only after Fire or no command."""
    g = situation(stage="command", us={"4B1": f"M:us_tripod {last}"})
    of = g.decision("us")
    assert ("fire" in g.options("M", of=of)) == allowed
    if not allowed:
        assert g.refusal("M", "fire", of=of) == ("tripod", "5.33")


def test_g23_a_building_ends_movement() -> None:
    """8.22: a Bold unit that has entered a building moves no more; one that is still in the open does."""
    g = situation(us={"5G5": "A:us_ft5 bold, B:us_ft5 bold"}, ussr={"4A1": "X:su_ft4 bold"})
    inside = next(h for h in ("5G4",) if h in g.options("A", "move"))
    g.do("A", "move", inside, "stop").do("pass").do("B", "move", "5G7", "stop").do("pass")
    assert "B" in g.options() and "A" not in g.options()


def test_g24_s_on_an_open_hex_suppresses_the_whole_megahex() -> None:
    """11.51, 6.4: all in open hexes of the megahex but a leader alone; the building is spared."""
    units = {"4K1": "A:su_ft4", "4K2": "B:su_ft4", "4K3": "L:plt_ldr", "4K4": "H:su_ft4"}
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr=units)
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert [g.unit(x).suppressed for x in "ABLH"] == [True, True, False, False]


def test_g24_s_on_a_building_suppresses_that_hex_alone() -> None:
    """11.51: the others of the megahex are spared."""
    g = situation(us={"4K7": "G:us_ft5_mg fire"}, ussr={"4K1": "A:su_ft4", "4K4": "H:su_ft4"})
    g.do("G", "fire", "4K", "4K4", dice=[2, 1])
    assert [g.unit(x).suppressed for x in "AH"] == [False, True]


@pytest.mark.parametrize(("points", "left"), [(10, 7), (2, 0)])
def test_g25_points_lost_by_a_unit_suppressed_then_killed(points: int, left: int) -> None:
    """11.51, A-09: one and two, never below 0."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4", "4A1": "X:su_ft4"}, ap={"A.R1": 9, "S1": points})
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert g.ap("S1") == points - 1
    assert g.kill("A").ap("S1") == left


def test_g26_unspotted_targets_are_suppressed_not_killed() -> None:
    """11.54: K is read as S."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4"})
    g.do("G", "fire", "4K", "4K1", dice=[1, 2])
    assert (g.where("A"), g.unit("A").suppressed) == ("4K1", True)
    assert g.told("fire_result", "us")[0]["code"] == "S"


def test_g27_g28_g29_strengths_are_changed_unit_by_unit() -> None:
    """11.56: 7 halved up is 4. 11.75: two thirds up of 10, 4, 7 are 7, 3, 5. 14.2: 7 halved down is 3."""
    g = situation(us={"4B1": "T:us_tripod"}, ussr={"4A1": "R:su_ft4 out"})
    seven = [g.handles["T"]]
    assert fire.strength(g.play, seven, halved=True) == 4
    assert fire.strength(g.play, [g.handles["R"]], assault=True) == 3
    n = situation("54", side="turk", turk={"3C1": "A:tr_ft4_mg, B:tr_tripod"}, greek={"2D1": "C:gr_ft3"})
    assert [fire.strength(n.play, [n.handles[x]], automatic=True) for x in "ACB"] == [7, 3, 5]


def test_g32_bold_troops_are_hit_twice_as_hard() -> None:
    """8.1: strength 7 is 14 against them and 7 against the rest of the hex, with the same dice."""
    g = situation(us={"4K7": "T:us_tripod fire"}, ussr={"4K1": "A:su_ft4 bold, B:su_ft4 search"})
    g.do("T", "fire", "4K", "4K1", "go", dice=[3, 4])
    assert g.text("fire_result") == "Result at 4K1: S (S against Bold)"
    g = situation(us={"4K7": "T:us_tripod fire"}, ussr={"4K1": "A:su_ft4 bold, B:su_ft4 search"})
    assert [fire.strength(g.play, [g.handles["T"]], doubled=x) for x in (False, True)] == [7, 14]


@pytest.mark.parametrize(("kind", "rating"), [("us_ft4", 64), ("de_ft3", 66)])
def test_g34_four_men_never_need_more_than_64_at_home(kind: str, rating: int) -> None:
    """10.34: in their own megahex."""
    changes = {"maps/gerlafingen": {"megahexes": {"3K": {"search": 66}}}}
    g = situation(us={"3K3": f"A:{kind} search"}, changes=changes)
    assert sighting.rating(g.play, [g.handles["A"]], "3K") == rating
    assert sighting.rating(g.play, [g.handles["A"]], "2K") == 26


def test_g35_passing() -> None:
    """12.0: without advantage it costs the platoon that is due a point and moves the rotation on; with it neither, unless paid for."""
    units = {"us": {"4B1": "A:us_ft5 @A.R1, B:us_ft5 @A.R2"}, "ussr": {"4A1": "C:su_ft4 @S1", "4A2": "D:su_ft4 @S2"}}
    g = situation(side="ussr", advantage=["ussr"], **units)
    g.do("pass")
    assert (g.ap("S1"), g.ap("S2"), g.play.due("ussr")) == (20, 20, "S1")
    g.do("pass")
    assert (g.ap("A.R1"), g.ap("A.R2"), g.play.due("us")) == (19, 20, "A.R2")
    g.do("pay")
    assert (g.ap("S1"), g.ap("S2"), g.play.due("ussr")) == (19, 20, "S2")


def test_g36_the_stage_ends_with_the_last_point_of_the_side_without_advantage() -> None:
    """4.1 C: though the other side has points left."""
    g = situation(advantage=["ussr"], us={"4B1": "A:us_ft5 cautious"}, ussr={"4A1": "C:su_ft4"}, ap={"A.R1": 1, "S1": 9})
    g.do("A", "move", "4B2")
    assert "exhausted" in g.kinds("ussr")
    assert (g.state.stage, g.state.turn) == ("command", 4)


@pytest.mark.parametrize(("defender", "dead"), [("D:su_ft4", True), ("D:spotter", False), ("", False)])
def test_g37_bold_assaulters_die_on_three(defender: str, dead: bool) -> None:
    """13.23: where enemy combat units defend the hex."""
    g = situation(us={"4B1": "A:us_ft5 bold"}, ussr={"4B2": defender} if defender else {})
    g.do("A", "move", "4B2", "assault", dice=[3, 6])
    assert (g.where("A") == "dead") == dead


def test_g38_the_first_of_two_bursts_empties_nobody() -> None:
    """14.14."""
    g = situation(us={"4K7": "M:us_tripod fire"})
    g.do("M", "fire", "4K", "4K1", "4K", "4K2", "go", dice=[1, 1, 3, 4])
    assert g.unit("M").out == 0


def test_g39_no_recovery_in_the_turn_of_depletion() -> None:
    """14.31: no die in that game-turn, one in the next."""
    g = situation(advantage=["ussr"], us={"4K7": "M:us_tripod fire"}, ussr={"4A1": "C:su_ft4"}, ap={"A.R1": 1, "S1": 0})
    g.do("M", "fire", "4K", "4K1", "go", dice=[1, 1])
    assert (g.state.turn, g.unit("M").out) == (4, 3)
    g.state.stage, g.state.side, g.state.formations["A.R1"].ap = "action", "us", 1
    g = settled(g.state, g.handles).do("pass", dice=[4])
    assert (g.unit("M").out, g.cites("ammunition")) == (0, "14.32")


def test_g40_recovery_with_a_leader() -> None:
    """15.44-15.46: rating 6 in the same megahex and in sight, advantage of 4: a 6 less 4 less 1. Demoralized: 6 less 1 against 4."""
    g = situation(stage="command", advantage=["ussr"], ussr={"4A1": "A:su_ft4 suppressed", "4A2": "L:plt_ldr =6"})
    assert recovery.target(g.play, g.handles["A"], g.handles["L"]) == (6, -5)
    g.seat("ussr", "recover", "A", "L", dice=[6])
    assert not g.unit("A").suppressed
    g = situation(stage="command", advantage=["ussr"], ussr={"4A1": "A:su_ft4 suppressed", "4A2": "L:plt_ldr =6"})
    g.state.formations["S1"].demoralized = True
    assert recovery.target(g.play, g.handles["A"], g.handles["L"]) == (4, -1)
    g.seat("ussr", "recover", "A", "L", dice=[6])
    assert g.unit("A").suppressed


def test_g41_odd_fireteams_rally_by_themselves() -> None:
    """15.31: number 12 may not try; number 13 recovers on a 1."""
    g = situation(stage="command", ussr={"4A1": "A:su_ft4 suppressed #12", "4A2": "B:su_ft4 suppressed #13"})
    of = g.decision("ussr")
    assert g.options("recover", of=of) == {"B"}
    g.do("recover", "B", "alone", of=of, dice=[1])
    assert not g.unit("B").suppressed


@pytest.mark.parametrize(("order", "points"), [("SL", 12), ("LS", 14)])
def test_g42_preservation_points(order: str, points: int) -> None:
    """17.12: sergeant 3, leader 5, four men 4, to platoon, company and battalion; a sergeant who acts for the dead leader 5."""
    g = situation("54", side="turk", turk={"3C1": "F:tr_ft4, L:plt_ldr, S:plt_sgt", "3C2": "C:co_cdr"})
    for handle in (*order, "F"):
        g.kill(handle)
    f = g.state.formations
    assert [f[x].pp for x in ("T1.P1", "T1", "T")] == [points] * 3
    g.kill("C")
    assert [f.pp for f in (g.state.formations[x] for x in ("T1.P1", "T1", "T"))] == [points, points + 10, points + 10]


def test_g57_two_dead_fireteams_demoralize_a_patrol() -> None:
    """52.19."""
    g = situation("52", us={"8M1": "A:us_ft4, B:us_ft4", "8M3": "C:us_ft4, L:plt_ldr =5"})
    assert not g.kill("A").state.formations["U1"].demoralized
    assert g.kill("B").state.formations["U1"].demoralized
    assert morale.rating(g.play, g.unit("L")) == 3
