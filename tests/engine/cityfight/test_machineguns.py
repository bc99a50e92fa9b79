"""Machinegun units (11.6) and squad breakdown (11.66, 11.67)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import breakdown, recovery
from tests.engine.cityfight.kit import begun, situation

FAR = {"1N1": "X:su_ft4"}


@pytest.mark.parametrize("kind", ["us_bipod", "us_tripod"])
def test_up_to_three_attacks_in_one_action(kind: str) -> None:
    """11.61: at three touching hexes, or the same again; one point in all, one pass of the turn."""
    for hexes in (["4K1"], ["4K1", "4K2"], ["4K1", "4K1", "4K1"], ["4K1", "4K2", "4K3"]):
        g = situation(us={"4K7": f"M:{kind} fire"}, ussr=FAR)
        picks = [x for h in hexes for x in ("4K", h)]
        g.do("M", "fire", *picks, *(["go"] if len(hexes) < 3 else []), dice=[6, 6] * len(hexes))
        assert (g.ap("A.R1"), g.unit("M").fires, g.ask[0]) == (19, 0, "ussr")
        assert g.told("fire", "ussr")[0]["hexes"] == hexes
        assert g.kinds("ussr") == ["fire", *["fire_result"] * len(hexes)]


def test_the_hexes_touch_each_other() -> None:
    """11.61: each next target is one that was named, or beside one."""
    g = situation(us={"4K7": "M:us_tripod fire"}, ussr=FAR)
    assert "4K4" not in g.options("M", "fire", "4K", "4K1", "4K")
    assert {"4K1", "4K2", "4K6"} <= g.options("M", "fire", "4K", "4K1", "4K")


def test_a_fireteam_with_machinegun_is_none() -> None:
    """11.6: one attack."""
    g = situation(us={"4K7": "A:us_ft5_mg fire"}, ussr=FAR)
    assert g.do("A", "fire", "4K", "4K1", dice=[6, 6]).told("fire", "ussr")[0]["weapon"] == "mixed"


def test_together_with_others_it_attacks_once() -> None:
    """9.21: a common target."""
    g = situation(us={"4K7": "A:us_ft5 fire, M:us_tripod fire"}, ussr=FAR)
    assert g.walk("M", "A", "fire", "4K", "4K1").ready


def test_no_bold_command() -> None:
    """11.64: but a bipod may run."""
    g = situation(stage="command", us={"4B1": "T:us_tripod", "4B2": "B:us_bipod"})
    assert "bold" not in g.options("T", of=g.decision("us")) and "bold" in g.options("B", of=g.decision("us"))


@pytest.mark.parametrize(
    ("second", "empty"),
    [([4, 4], True), ([3, 4], False)],
)
def test_ammunition_follows_the_last_burst(second: list[int], empty: bool) -> None:
    """11.63, 14.14: an 8 on the last roll empties a machinegun, on an earlier one not."""
    g = situation(us={"4K7": "M:us_tripod fire"}, ussr=FAR)
    g.do("M", "fire", "4K", "4K1", "4K", "4K2", "go", dice=[4, 4, *second])
    assert bool(g.unit("M").out) == empty


# squad breakdown


def test_a_squad_may_be_split_before_play() -> None:
    """11.66, A-59: with advantage, one squad in all, into two bipods and a 4-man fireteam; the men stay eight, the squad is gone."""
    g = begun("53")
    of = g.decision("ussr")
    squad = next(iter(g.options("split", of=of)))
    before = len(g.state.units)
    g.do("split", squad, "go", of=of)
    parts = [u for u in g.state.units.values() if u.broken]
    assert sorted(u.type for u in parts) == ["su_bipod", "su_bipod", "su_ft4"]
    assert (sum(g.play.book.kinds[u.type].men for u in parts), len(g.state.units)) == (8, before + 2)
    assert sorted(u.number for u in parts) == [4, 5, 6]
    assert "split" not in g.options(of=g.decision("ussr"))
    assert squad not in g.view("ussr")["pieces"] and not g.frames("us")


def test_only_where_the_scenario_and_advantage_allow_it() -> None:
    """11.66: nobody in 52, nor the Americans."""
    assert not breakdown.squads(begun("53").play, "us")
    assert not any(breakdown.squads(begun("52").play, seat) for seat in ("us", "ussr"))
    assert not begun("53", {"players": "platoons"}).options(of=begun("53", {"players": "platoons"}).decision("ussr-2")) & {"split"}


def test_the_parts_need_a_leader_in_their_hex() -> None:
    """11.67: to recover at all, with whatever help."""
    ussr = {"4A1": "P:su_ft4 suppressed broken #5", "4A2": "L:plt_ldr =6"}
    g = situation(stage="command", ussr=ussr)
    assert not any(recovery.candidates(g.play, "ussr")) and "recover" not in g.options(of=g.decision("ussr"))
    ussr = {"4A1": "P:su_ft4 suppressed broken #5, S:plt_sgt =6", "4A2": "L:plt_ldr =6"}
    g = situation(stage="command", ussr=ussr)
    assert g.options("recover", "P", of=g.decision("ussr")) == {"S", "L"}


@pytest.mark.parametrize(("who", "may"), [(["P"], False), (["P", "L"], True)])
def test_nor_do_they_assault_on_the_move_without_one(who: list[str], may: bool) -> None:
    """11.67: a bipod of two men with a leader makes the three that 13.12 asks for."""
    g = situation(side="ussr", ussr={"4A1": "P:su_bipod cautious broken, L:plt_ldr"}, us={"5K1": "X:us_ft5"})
    assert g.walk(*who, "move", "4A2").ready != may
