"""Leaders: movement, suppression, death and replacement (6.3-6.5, 9.1)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import stages
from engine.titles.cityfight.play import Play
from tests.engine.cityfight.kit import Game, settled, situation


def test_a_leader_moves_without_command_and_costs_nothing() -> None:
    """6.33, 6.35, A-05: one hex an action, two in a game-turn; the turn passes, the rotation stands still (A-03)."""
    g = situation(us={"4B1": "L:plt_ldr, A:us_ft5"}, ussr={"4A1": "X:su_ft4"})
    g.do("L", "move", "4B2").do("pass").do("L", "move", "4B3").do("pass")
    assert (g.where("L"), g.ap("A.R1"), g.play.due("us")) == ("4B3", 20, "A.R1")
    assert "L" not in g.options()


def test_a_leader_goes_along_with_a_unit() -> None:
    """6.32, 6.34, 9.11: in the unit's action; both ways of moving count towards his two hexes."""
    g = situation(us={"4B1": "A:us_ft5 cautious, L:plt_ldr"}, ussr={"4A1": "X:su_ft4"})
    g.do("L", "A", "move", "4B2", "stop").do("pass").do("L", "move", "4B7").do("pass")
    assert (g.where("A"), g.where("L"), g.ap("A.R1")) == ("4B2", "4B7", 19)
    assert "L" not in g.options()


def test_a_company_commander_goes_along_with_his_company() -> None:
    """6.32: with any combat unit that he may be stacked with."""
    g = situation(us={"4B1": "A:us_ft5 cautious, C:co_cdr"})
    g.do("C", "A", "move", "4B2", "stop")
    assert (g.where("A"), g.where("C")) == ("4B2", "4B2")


def test_leader_and_sergeant_in_whatever_order_they_are_picked() -> None:
    """9.11: both go along with a unit, whoever is picked first."""
    picks = [["L", "S", "A"], ["A", "S", "L"], ["S", "A", "L"]]
    for order in picks:
        g = situation(us={"4B1": "A:us_ft5 bold, L:plt_ldr search, S:plt_sgt"})
        assert g.do(*order, "move", "4B2", "stop").where("S") == "4B2"


def test_a_leader_who_has_entered_cover_stays() -> None:
    """8.22: woods and buildings stop him too."""
    g = situation(us={"5K1": "L:plt_ldr"}, ussr={"4A1": "X:su_ft4"})
    g.do("L", "move", "5K7").do("pass")
    assert "L" not in g.options()


def test_a_leader_sights_by_command_only() -> None:
    """6.31, A-05: one sighting on Cautious, two on Search, none on Bold; he counts as one man (10.33)."""
    for command, times in (("cautious", 1), ("search", 2), ("bold", 0)):
        g = situation(us={"2K1": f"L:plt_ldr {command}"}, ussr={"4A1": "X:su_ft4"})
        assert g.unit("L").sights == times
    g = situation(us={"2K1": "L:plt_ldr search"}).do("L", "sight", "3K", dice=[6, 6])
    assert g.told("sighting", "ussr")[0]["total"] == 46


@pytest.mark.parametrize(("die", "fate"), [(3, ("dead", False)), (4, ("4K4", True))])
def test_a_leader_beside_a_killed_unit_rolls(die: int, fate: tuple[str, bool]) -> None:
    """9.13: dead on 1-3, suppressed else."""
    g = situation(us={"4K3": "A:us_ft5_mg fire"}, ussr={"4K4": "B:su_ft4, L:plt_ldr"})
    g.do("A", "sight", "4K", dice=[6, 6]).do("A", "4K", "4K4", dice=[2, 1, die])
    assert (g.where("L"), g.unit("L").suppressed) == fate
    assert g.told("suppressed" if die == 4 else "killed", "ussr")


def test_a_leader_in_another_column_rolls_too() -> None:
    """9.13, 8.1: the Bold unit beside him dies though he himself is not hit; alone in his column he would have gone free."""
    g = situation(us={"4K3": "A:us_ft3 fire"}, ussr={"4K1": "B:su_ft4 bold, L:plt_ldr"})
    g.do("A", "sight", "4K", dice=[6, 6]).do("A", "4K", "4K1", dice=[2, 3, 4])
    assert g.told("fire_result", "ussr")[0]["code"] != "K"
    assert (g.where("B"), g.where("L"), g.unit("L").suppressed) == ("dead", "4K1", True)


def test_leaders_without_combat_units_die_by_k() -> None:
    """9.14: with no combat unit in the hex a K kills all."""
    g = situation(us={"4K3": "A:us_ft5_mg fire"}, ussr={"4K4": "S:spotter, L:plt_ldr"})
    g.do("A", "sight", "4K", dice=[6, 6]).do("A", "4K", "4K4", dice=[2, 1])
    assert (g.where("S"), g.where("L")) == ("dead", "dead")


def test_a_leader_is_suppressed_with_his_unit_but_not_alone_by_fire_elsewhere() -> None:
    """6.4, 9.12, 15.12, A-56: the K or S on another open hex of the megahex."""
    units = {"4K1": "A:su_ft4", "4K2": "B:su_ft4, L:plt_ldr", "4K3": "M:plt_sgt", "4K5": "C:su_ft4 suppressed, N:plt_sgt"}
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr=units)
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert [g.unit(x).suppressed for x in "ABLMCN"] == [True, True, True, False, True, False]


def test_a_unit_that_takes_cover_does_not_bind_its_leader() -> None:
    """A-56: voluntary suppression is nobody else's."""
    g = situation(stage="command", us={"4B1": "A:us_ft5, L:plt_ldr"}).seat("us", "A", "suppress")
    assert not g.unit("L").suppressed


def turns(g: Game, n: int) -> Game:
    """Some game-turns begin, one after the other."""
    play = Play(g.state.copy())
    for _ in range(n):
        stages.begin_turn(play)
    g.state, g.events = play.s, play.events
    return g


def test_a_sergeant_is_promoted_at_the_beginning_of_the_fifth_turn_after() -> None:
    """6.52, 6.55: killed in turn 3, replaced at the beginning of turn 8, the highest sergeant first."""
    g = situation(us={"4B1": "L:plt_ldr, S:plt_sgt =3, R:plt_sgt =6", "4B2": "A:us_ft5"}).kill("L")
    assert turns(g, 4).unit("R").rank == "plt_sgt"
    turns(g, 1)
    assert (g.state.turn, g.unit("R").rank, g.unit("R").rating, g.unit("S").rank) == (8, "plt_ldr", 6, "plt_sgt")
    assert g.cites("promoted") == "6.52"


def test_killed_sergeants_are_not_replaced() -> None:
    """6.51."""
    g = situation(us={"4B1": "L:plt_ldr, S:plt_sgt", "4B2": "A:us_ft5"}).kill("S")
    assert not [u for u in turns(g, 6).state.units.values() if u.rank == "plt_sgt" and u.on_map]


@pytest.mark.parametrize(("limits", "rating"), [({}, 2), ({"min": 4}, 4)])
def test_a_new_leader_comes_to_a_unit_of_his_platoon(limits: dict[str, int], rating: int) -> None:
    """6.53: without a sergeant, rated at the scenario's minimum or 2; his owner places him with any combat unit of the platoon."""
    changes = {"scenarios/53": {"sides": {"us": {"leader_ranges": {"plt_ldr": limits}}}}}
    g = situation(us={"4B1": "L:plt_ldr, A:us_ft5", "4B3": "B:us_ft5", "4A1": "C:us_ft5 @A.R2"}, changes=changes).kill("L")
    turns(g, 5)
    g.handles["N"] = next(uid for uid, u in g.state.units.items() if u.rank and u.at == "off")
    assert (g.unit("N").rating, g.unit("N").formation, g.cites("promoted")) == (rating, "A.R1", "6.53")
    g = settled(g.state, g.handles)
    of = g.decision("us")
    assert g.options("enter", "N", of=of) == {"4B"} and g.options("enter", "N", "4B", of=of) == {"4B1", "4B3"}
    g.do("enter", "N", "4B", "4B3", of=of)
    assert (g.where("N"), g.cites("entered")) == ("4B3", "6.53")


def test_who_does_not_place_him_finds_him_placed() -> None:
    """6.53: at the latest when commands are committed."""
    g = situation(us={"4B1": "L:plt_ldr", "4B3": "B:us_ft5"}, ussr={"4A1": "X:su_ft4"}).kill("L")
    turns(g, 5)
    g = settled(g.state, g.handles).commit("us")
    assert [u.at for u in g.state.units.values() if u.rank == "plt_ldr"] == ["dead", "4B3"]


def test_a_company_commander_is_replaced_by_the_best_lieutenant() -> None:
    """6.54: not by one who was a sergeant, though rated higher; his own platoon replaces him at once in its turn (6.52)."""
    us = {"4B1": "C:co_cdr", "4B2": "A:us_ft5, L:plt_ldr =3, S:plt_sgt =4", "4A1": "B:us_ft5 @A.R2, M:plt_ldr =9 broken @A.R2"}
    g = turns(situation(us=us).kill("C"), 5)
    assert (g.unit("L").rank, g.unit("L").formation, g.unit("M").rank) == ("co_cdr", "A", "plt_ldr")
    assert g.unit("S").rank == "plt_ldr"


def test_among_equals_the_owner_chooses() -> None:
    """6.54: by standing order."""
    us = {"4B1": "C:co_cdr", "4B2": "L:plt_ldr =3", "4A1": "M:plt_ldr =3 @A.R2", "4A3": "N:plt_ldr =2 @A.R3"}
    g = situation(stage="command", us=us)
    assert g.options("orders", "heir", of=g.decision("us")) == {"L", "M"}
    g.seat("us", "orders", "heir", "M").kill("C")
    assert turns(g, 5).unit("M").rank == "co_cdr"


def test_a_promoted_lieutenant_has_the_rating_of_his_back_side() -> None:
    """3.33, 6.54: Jones, 6 as a platoon leader, commands a company with 7."""
    g = situation(us={"4B1": "C:co_cdr", "4B2": "A:us_ft5, Jones:plt_ldr =6"})
    assert turns(g.kill("C"), 5).unit("Jones").rating == 7


def test_where_nobody_is_on_the_map_yet_the_next_turn_tries_again() -> None:
    """6.53: the platoon's units are still to come."""
    g = situation("54", side="turk", turk={"3C1": "L:plt_ldr", "off": "A:tr_ft4"}, greek={"2D1": "X:gr_ft3"}).kill("L")
    turns(g, 5)
    assert len(g.state.units) == 3
    g.state.units[g.handles["A"]].at = "3C2"
    assert len(turns(g, 1).state.units) == 4
