"""Length and victory of the four scenarios of the Basic Game (52-55, 50.26)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.titles.cityfight import victory
from tests.engine.cityfight.kit import Game, begun, situation


def points(g: Game) -> Mapping[str, int]:
    """The points of both sides, were it the end."""
    return victory.count(g.play, "").points


def test_lengths() -> None:
    """52.13, 53.13, 54.13, 55.13."""
    assert [begun(n).play.book.turns for n in ("52", "53", "54", "55")] == [20, 30, 60, 60]


@pytest.mark.parametrize(("turn", "over"), [(19, False), (20, True)])
def test_a_game_ends_with_its_last_turn(turn: int, over: bool) -> None:
    """52.13, 4.1 G: once its action stage is over."""
    g = situation("52", turn=turn, us={"8M1": "A:us_ft4"}, ussr={"8J4": "X:su_ft4"}, ap={"U1": 1, "S1": 5}).do("pass")
    assert (g.state.over is not None) == over
    if over:
        assert g.state.open == [] and g.view("us")["outcome"]["winner"] == "" and g.kinds("public")[-1] == "end"


def test_52_kills_and_exits() -> None:
    """52.26: a point for each enemy fireteam killed and each of one's own that left by the right megahex."""
    us = {"8I1": "A:us_ft4 cautious, B:us_ft4, L:plt_ldr", "8M1": "S:spotter"}
    g = situation("52", us=us, ussr={"8N4": "X:su_ft4 cautious", "8J4": "Y:su_ft4, Z:su_ft4"})
    assert points(g) == {"ussr": 0, "us": 0}
    g.do("A", "move", "exit").do("X", "move", "exit").kill("B", "L", "S", "Y", "Z")
    assert points(g) == {"ussr": 2, "us": 3}
    assert victory.count(g.play, "").winner == "us"


def test_53_squads() -> None:
    """53.26: ten for each squad that left the map anywhere, ten for each killed; the rest counts for nothing."""
    ussr = {"1A1": "A:su_squad cautious, L:plt_ldr", "5K1": "B:su_squad", "5K2": "C:su_squad, D:su_bipod broken"}
    g = situation(side="ussr", ussr=ussr, us={"9N7": "X:us_ft5"}).do("A", "move", "exit")
    g.kill("B", "D", "X")
    assert points(g) == {"ussr": 10, "us": 10}


def test_53_ends_with_the_last_squad() -> None:
    """53.13: exited or killed; the end is tested at the end of the game-turn."""
    ussr = {"1A1": "A:su_squad cautious", "5K1": "D:su_ft4"}
    g = situation(side="ussr", advantage=None, ussr=ussr, us={"9N7": "X:us_ft5"}, ap={"S1": 5, "A.R1": 1}, endless=False)
    g.do("A", "move", "exit").do("pass")
    assert g.state.over is not None and g.state.over.winner == "ussr"


def nicosia(**hexes: str) -> Game:
    """Greeks in Nicosia, a Turk far from them."""
    return situation("54", side="turk", turk={"3C1": "T:tr_ft4"}, greek=hexes)


def test_54_places() -> None:
    """54.26, A-55: held at the end by a Greek combat unit with no Turkish one beside it."""
    values = {"5E5": 20, "5F4": 10, "5F6": 6, "2F7": 10, "2D2": 20, "2D3": 20, "5H2": 10, "4G2": 20, "4G1": 5, "4F4": 10, "3D2": 10}
    g = nicosia(**{h: f"G{i}:gr_ft3" for i, h in enumerate(values)})
    assert points(g)["greek"] == sum(values.values())
    for hex_id, worth in values.items():
        assert points(nicosia(**{hex_id: "G:gr_ft3"}))["greek"] == worth
    assert points(nicosia(**{"5E5": "L:plt_ldr, S:spotter"}))["greek"] == 0
    g = situation("54", side="turk", turk={"5E5": "T:tr_ft4"}, greek={"5E5": "G:gr_ft3"})
    assert points(g)["greek"] == 0


def test_54_morale_and_extinction() -> None:
    """54.26: a hundred for all Greek platoons demoralized, the weapons platoon too, another hundred when no Greek combat unit is left;

    ten for each Turkish platoon demoralized.
    """
    g = nicosia(**{"2D1": "G:gr_ft3"})
    f = g.state.formations
    f["T1.P1"].demoralized = f["T2.P3"].demoralized = f["T1"].demoralized = True
    for fid in ("G.P1", "G.P2", "G.P3"):
        f[fid].demoralized = True
    assert points(g) == {"greek": 20, "turk": 0}
    f["G.H4"].demoralized = True
    assert points(g) == {"greek": 20, "turk": 100}
    assert points(g.kill("G"))["turk"] == 200


def bangladesh(ind: dict[str, str], pak: dict[str, str]) -> Game:
    """Indians to act against Pakistanis."""
    return situation("55", side="ind", ind=ind, pak=pak)


def test_55_the_corridor() -> None:
    """55.26: a hundred when no Pakistani combat unit is in the columns 1 to 8; fifty for them when no sound platoon left by 6A or 7A."""
    assert points(bangladesh({"1A1": "A:in_squad"}, {"9A1": "P:uk_ft3", "8C1": "L:plt_ldr"})) == {"pak": 50, "ind": 100}
    assert points(bangladesh({"1A1": "A:in_squad"}, {"8C1": "P:uk_ft3"})) == {"pak": 50, "ind": 0}


def test_55_exits() -> None:
    """55.26, A-54: ten for a sound platoon, gone when its last surviving combat unit has left; leaders may stay behind."""
    ind = {"6A1": "A:in_squad cautious, L:plt_ldr", "1A1": "B:in_squad", "1B1": "C:in_squad @I1.I2"}
    g = bangladesh(ind, {"8C1": "P:uk_ft3"}).do("A", "move", "exit")
    assert points(g) == {"pak": 50, "ind": 0}
    assert points(g.kill("B")) == {"pak": 0, "ind": 10}


def test_55_a_platoon_with_units_still_to_come_has_not_left() -> None:
    """A-54: they survive, off the map."""
    g = bangladesh({"6A1": "A:in_squad cautious", "off": "B:in_squad"}, {"8C1": "P:uk_ft3"}).do("A", "move", "exit")
    assert points(g) == {"pak": 50, "ind": 0}


def test_55_demoralized_it_counts_for_nothing() -> None:
    """55.26: and gives the Pakistanis ten."""
    g = bangladesh({"6A1": "A:in_squad cautious"}, {"8C1": "P:uk_ft3"})
    g.state.formations["I1.I1"].demoralized = True
    assert points(g.do("A", "move", "exit")) == {"pak": 60, "ind": 0}


def test_55_only_6a_and_7a_count() -> None:
    """55.26: nobody leaves the map elsewhere."""
    for hex_id, may in (("7A1", True), ("5A1", False), ("8A1", False)):
        g = bangladesh({hex_id: "A:in_squad cautious"}, {"8C1": "P:uk_ft3"})
        assert ("exit" in g.options("A", "move")) == may


def test_55_stone_is_wood() -> None:
    """55.27."""
    town = begun("55").play.book.town
    assert "stone" not in town.material.values() and town.cover("7B3") == "wood"


def test_54_has_neither_river_nor_woods_in_2e_nor_embankment() -> None:
    """54.12: and is played on the Old Village and five megahexes more."""
    b = begun("54").play.book
    assert not any(row.get("river") for row in b.town.sides.values())
    assert not any(b.town.terrain[h] == "woods" for h in b.town.hexes_of["2E"])
    assert {h[:2] for h in b.playable} == b.town.village | {"6I", "7I", "3C", "4C", "5C"}


def test_capitulation() -> None:
    """Either side may give up at any time."""
    g = situation("52", us={"8M1": "A:us_ft4"}, ussr={"8J4": "X:su_ft4"}).seat("us", "capitulate", "go", kind="capitulate")
    assert g.state.over is not None
    assert (g.state.over.winner, g.state.over.level) == ("ussr", "capitulation")
