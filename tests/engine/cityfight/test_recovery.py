"""Recovery from suppression (15.3-15.6)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import recovery
from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:us_ft5"}


def down(advantage: tuple[str, ...] = (), phones: dict[str, str] | None = None, demoralized: bool = False, **ussr: str) -> Game:
    """Soviet units when the recovery stage is played."""
    g = situation(stage="command", us=FAR, ussr=ussr, advantage=advantage, phones=phones or {})
    g.state.formations["S1"].demoralized = demoralized
    return g


def helps(g: Game, unit: str) -> set[str]:
    """Who may help a unit."""
    of = g.decision("ussr")
    return g.options("recover", unit, of=of) if "recover" in g.options(of=of) and unit in g.options("recover", of=of) else set()


@pytest.mark.parametrize(
    ("unit", "may"),
    [("su_ft4", {1: True, 2: False}), ("su_squad", {1: True, 2: True}), ("su_bipod", {1: False}), ("us_ft5_mg", {3: True, 4: False})],
)
def test_who_recovers_unaided(unit: str, may: dict[int, bool]) -> None:
    """15.31: odd fireteams and all squads; a die of 1."""
    for number, allowed in may.items():
        assert helps(down(**{"4A1": f"U:{unit} suppressed #{number}"}), "U") == ({"alone"} if allowed else set())


@pytest.mark.parametrize(("die", "advantage", "up"), [(1, (), True), (2, (), False), (5, ("ussr",), True), (6, ("ussr",), False)])
def test_unaided_on_a_one(die: int, advantage: tuple[str, ...], up: bool) -> None:
    """15.31, 15.44, A-42: the side with advantage takes its rating of 4 off."""
    g = down(advantage, **{"4A1": "U:su_squad suppressed"}).seat("ussr", "recover", "U", "alone", dice=[die])
    assert g.unit("U").suppressed != up


def test_demoralized_units_need_help() -> None:
    """17.25: neither 15.31 nor 15.44."""
    g = down(("ussr",), demoralized=True, **{"4A1": "U:su_squad suppressed", "4A2": "L:plt_ldr =9"})
    assert helps(g, "U") == {"L"}
    assert recovery.target(g.play, g.handles["U"], g.handles["L"]) == (7, -1)


@pytest.mark.parametrize(
    ("where", "phones", "modifier"),
    [("4B1", {}, -3), ("4B7", {}, -1), ("4A4", {}, 3), ("4A4", {"5E5": "ussr"}, 2)],
)
def test_modifiers(where: str, phones: dict[str, str], modifier: int) -> None:
    """15.45, 15.46, 15.48: stacked -3; in sight in another hex -1; another megahex +4, by telephone +3; all add up."""
    stacked = {"4B1": "U:su_ft4 suppressed #2, L:plt_ldr =6"}
    g = down(phones=phones, **(stacked if where == "4B1" else {"4B1": "U:su_ft4 suppressed #2", where: "L:plt_ldr =6"}))
    assert recovery.target(g.play, g.handles["U"], g.handles["L"]) == (6, modifier)


def test_no_line_no_bonus() -> None:
    """15.46: the leader's line of sight to the unit counts, as if he fired."""
    g = down(**{"3K1": "U:su_ft4 suppressed #2", "3K4": "L:plt_ldr =6"})
    sees = g.play.book.los.sees("3K4", "3K1")
    assert recovery.target(g.play, g.handles["U"], g.handles["L"]) == (6, -1 if sees else 0)


def test_the_leader_must_be_near_and_of_the_platoon() -> None:
    """15.41: same or adjacent megahex; his platoon, or a commander's company."""
    assert helps(down(**{"4A1": "U:su_ft4 suppressed #2", "4C7": "L:plt_ldr"}), "U") == set()
    assert helps(down(**{"4A1": "U:su_ft4 suppressed #2", "4B7": "L:plt_ldr"}), "U") == {"L"}
    assert helps(down(**{"4A1": "U:su_ft4 suppressed #2", "4B7": "L:plt_ldr @S2"}), "U") == set()
    turk = {"3C1": "U:tr_ft4 suppressed #2, C:co_cdr @T1", "3C2": "D:co_cdr @T2"}
    g = situation("54", stage="command", turk=turk, greek={"2D1": "X:gr_ft3"})
    assert g.options("recover", "U", of=g.decision("turk")) == {"C"}


def test_one_attempt_a_unit_and_two_a_leader() -> None:
    """15.43."""
    units = {f"4A{i}": f"U{i}:su_ft4 suppressed #{2 * i}" for i in range(1, 4)}
    g = down(**units, **{"4A7": "L:plt_ldr =1"})
    g.seat("ussr", "recover", "U1", "L", dice=[6])
    assert g.options("recover", of=g.decision("ussr")) == {"U2", "U3"}
    g.seat("ussr", "recover", "U2", "L", dice=[6])
    assert "recover" not in g.options(of=g.decision("ussr"))


def test_spotters_recover_by_their_sides_rating() -> None:
    """15.51: also without advantage; the Soviets' is 4."""
    for die, up in ((4, True), (5, False)):
        g = down(**{"4A1": "S:spotter suppressed"}).seat("ussr", "recover", "S", "alone", dice=[die])
        assert g.unit("S").suppressed != up


def test_or_with_any_leader() -> None:
    """15.52: like a combat unit, with the bonus of advantage (15.44)."""
    g = down(("ussr",), **{"4A1": "S:spotter suppressed", "4A2": "L:plt_ldr =3 @S2"})
    assert helps(g, "S") == {"alone", "L"}
    assert recovery.target(g.play, g.handles["S"], g.handles["L"]) == (3, -5)
    assert recovery.target(g.play, g.handles["S"], "") == (4, 0)


def test_a_leader_uses_his_own_rating() -> None:
    """15.61: without the bonus for being stacked with himself; a suppressed one helps nobody else (15.64)."""
    g = down(**{"4A1": "L:plt_ldr =6 suppressed, U:su_ft4 suppressed #2"})
    assert helps(g, "L") == {"L"} and helps(g, "U") == set()
    assert recovery.target(g.play, g.handles["L"], g.handles["L"]) == (6, 0)


def test_who_helps_leaders() -> None:
    """15.62: the commander a platoon leader, the platoon leader his sergeant; nobody else a commander, no sergeant his leader."""
    turk = {"3C1": "C:co_cdr, L:plt_ldr suppressed, S:plt_sgt", "2D1": "X:tr_ft4"}
    g = situation("54", stage="command", turk=turk)
    assert g.options("recover", "L", of=g.decision("turk")) == {"L", "C"}
    g = situation("54", stage="command", turk={"3C1": "C:co_cdr, L:plt_ldr, S:plt_sgt suppressed"})
    assert g.options("recover", "S", of=g.decision("turk")) == {"S", "L"}
    g = situation("54", stage="command", turk={"3C1": "C:co_cdr suppressed, L:plt_ldr, S:plt_sgt"})
    assert g.options("recover", "C", of=g.decision("turk")) == {"C"}


def test_leaders_first_in_order_of_rank() -> None:
    """15.63: who has tried a sergeant tries no platoon leader any more; after other units no leader at all."""
    units = {"4A1": "L:plt_ldr suppressed, S:plt_sgt suppressed", "4A2": "U:su_squad suppressed"}
    g = down(**units).seat("ussr", "recover", "S", "S", dice=[6])
    assert g.options("recover", of=g.decision("ussr")) == {"U"}
    g = down(**units).seat("ussr", "recover", "U", "alone", dice=[6])
    assert "recover" not in g.options(of=g.decision("ussr"))


def test_a_leader_who_has_recovered_helps_two_others() -> None:
    """15.64."""
    units = {"4A1": "L:plt_ldr =5 suppressed", "4A2": "U:su_ft4 suppressed #2, V:su_ft4 suppressed #4"}
    g = down(**units).seat("ussr", "recover", "L", "L", dice=[5])
    g.seat("ussr", "recover", "U", "L", dice=[6]).seat("ussr", "recover", "V", "L", dice=[6])
    assert not g.unit("U").suppressed and not g.unit("V").suppressed


def test_in_the_first_turn_there_is_nothing_to_recover_from() -> None:
    """4.1: the recovery stage ends a game-turn."""
    g = situation(stage="command", turn=1, us=FAR, ussr={"4A1": "U:su_squad suppressed"})
    assert "recover" not in g.options(of=g.decision("ussr"))


def test_who_has_just_come_was_not_there_yet() -> None:
    """4.1 F, 50.25: reinforcements are placed after the recovery of the turn before."""
    turk = {"3C1": "U:tr_ft4 suppressed #2", "off": "L:plt_ldr =9"}
    g = situation("54", stage="command", turk=turk, greek={"2D1": "X:gr_ft3"})
    g.seat("turk", "enter", "L", "3C", "3C1")
    assert g.where("L") == "3C1" and "recover" not in g.options(of=g.decision("turk"))


def test_the_chance_is_shown() -> None:
    """15.42: to the seat alone; so is the outcome."""
    g = down(**{"4A1": "U:su_ft4 suppressed #2", "4A2": "L:plt_ldr =3"})
    assert g.note("recover", "U", "L", of=g.decision("ussr")) == "4 in 6"
    g.seat("ussr", "recover", "U", "L", dice=[4])
    assert g.kinds("us") == [] and g.cites("recovery") == "15.4" and not g.unit("U").suppressed
