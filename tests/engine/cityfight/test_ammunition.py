"""Ammunition (section 14)."""

from __future__ import annotations

import pytest

from engine.titles.cityfight.data import book
from tests.engine.cityfight.kit import Game, settled, shipped, situation

B = book(shipped(), "53")
FAR = {"1N1": "X:su_ft4"}


@pytest.mark.parametrize("kind", ["us_ft5", "us_ft5_mg", "us_bipod", "su_squad"])
def test_a_two_empties_everybody(kind: str) -> None:
    """11.8, 14.11: whatever fires."""
    g = situation(us={"4K7": f"A:{kind} fire"}, ussr=FAR)
    g.do("A", "fire", "4K", "4K1", *(["go"] if "pod" in kind else []), dice=[1, 1])
    assert (g.unit("A").out, g.cites("out_of_ammunition")) == (3, "14.11")


def test_letters_hit_their_kinds() -> None:
    """11.8, 14.12, A-27: a machineguns and automatic fire, b machineguns, c fireteams with machinegun and squads."""
    hit = {
        letter: {
            (k, auto)
            for k in ("fireteam", "fireteam_mg", "squad", "mg_bipod", "mg_tripod")
            for auto in (False, True)
            if B.runs_out(letter, k, auto)
        }
        for letter in "abc"
    }
    guns = {(k, auto) for k in ("mg_bipod", "mg_tripod") for auto in (False, True)}
    assert hit["b"] == guns
    assert hit["a"] == guns | {(k, True) for k in ("fireteam", "fireteam_mg", "squad")}
    assert hit["c"] == {(k, auto) for k in ("fireteam_mg", "squad") for auto in (False, True)}


def test_letters_count_in_cover_too() -> None:
    """11.8 note: no effect on the enemy, but the magazine is empty."""
    g = situation(us={"5K1": "M:us_tripod fire"}, ussr=FAR).do("M", "fire", "5K", "5K7", "go", dice=[1, 1])
    assert (g.told("fire_result")[0]["code"], g.unit("M").out) == ("-", 3)


def test_of_a_stack_each_by_its_kind() -> None:
    """11.8: an 8 empties the machinegun, not the rifles beside it."""
    g = situation(us={"4K7": "A:us_ft5 fire, M:us_tripod fire"}, ussr=FAR).do("A", "M", "fire", "4K", "4K1", dice=[4, 4])
    assert (g.unit("A").out, g.unit("M").out) == (0, 3)


def test_it_takes_effect_after_the_action() -> None:
    """14.13: all bursts of the action are fired."""
    g = situation(us={"4K7": "M:us_tripod fire"}, ussr=FAR).do("M", "fire", "4K", "4K1", "4K", "4K1", "4K", "4K1", dice=[1, 1, 1, 1, 1, 1])
    assert len(g.told("fire_result")) == 3 and g.unit("M").out == 3


def test_out_of_ammunition_no_fire_but_assault() -> None:
    """14.2."""
    assert situation(us={"4B2": "A:us_ft5 fire out"}, ussr=FAR).options("A") == {"sight", "assault"}


def test_nobody_else_hears_of_it() -> None:
    """14.0: neither that it ran out nor that it was replenished."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR).do("A", "fire", "4K", "4K1", dice=[1, 1])
    assert "out_of_ammunition" in g.kinds("us") and "out_of_ammunition" not in g.kinds("ussr")


def recovering(die: int, demoralized: bool = False) -> Game:
    """A unit that ran out last turn; the action stage ends. The rating of the Americans is 4 (53.17)."""
    g = situation(us={"4K7": "A:us_ft5 out"}, ussr=FAR, ap={"A.R1": 1, "S1": 9})
    g.state.formations["A.R1"].demoralized = demoralized
    return g.do("pass", dice=[die])


@pytest.mark.parametrize(("die", "demoralized", "back"), [(4, False, True), (5, False, False), (3, True, True), (4, True, False)])
def test_replenishing(die: int, demoralized: bool, back: bool) -> None:
    """14.32, 17.24: up to the rating, one less for a demoralized platoon."""
    g = recovering(die, demoralized)
    assert (g.unit("A").out == 0) == back
    assert "ammunition" in g.kinds("us") and "ammunition" not in g.kinds("ussr")


def test_the_rating_never_falls_below_one() -> None:
    """17.24."""
    one = {"scenarios/53": {"sides": {"us": {"ammunition_recovery": {"all": {"value": 1}}}}}}
    g = situation(us={"4K7": "A:us_ft5 out"}, ussr=FAR, ap={"A.R1": 1, "S1": 9}, changes=one)
    g.state.formations["A.R1"].demoralized = True
    assert g.do("pass", dice=[1]).unit("A").out == 0


def test_every_ammunition_stage_tries_again() -> None:
    """14.32."""
    g = recovering(6)
    g.state.stage, g.state.side, g.state.formations["A.R1"].ap = "action", "us", 1
    assert settled(g.state, g.handles).do("pass", dice=[2]).unit("A").out == 0
