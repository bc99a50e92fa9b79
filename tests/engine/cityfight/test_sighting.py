"""Megahex sighting (10.1-10.3, 10.5, 10.7): what may be searched, with what dice, and who is told what."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import los
from engine.titles.cityfight.data import book
from tests.engine.cityfight import slow_los
from tests.engine.cityfight.kit import Game, shipped, situation

B = book(shipped(), "53")
TOWN = B.town
FAR = {"1N1": "X:su_ft4"}


def test_own_adjacent_and_two_away() -> None:
    """10.2, 10.22: two away only outside the Old Village, on a clear line that keeps out of it."""
    g = situation(us={"8D1": "A:us_ft5 search"}, ussr=FAR)
    seen = {m for m in TOWN.two_away["8D"] if m not in TOWN.village and any(B.los.sees_past_village("8D1", h) for h in TOWN.hexes_of[m])}
    assert seen and g.options("A", "sight") == {"8D", *TOWN.mega_neighbours["8D"], *seen}


class HexToCentre(slow_los.SlowLos):
    """Lines as 10.22 has them in its own words: from any part of the searcher's hex, to the centre of a hex."""

    def part(self, h: str) -> list[slow_los.Vec]:
        return slow_los.hexagon(h)

    def target(self, h: str) -> slow_los.Vec:
        return slow_los.middle(h)


@pytest.mark.parametrize(("at", "megahex", "searched"), [("7C5", "8A", False), ("2L4", "1J", False), ("9F6", "8E", True)])
def test_a_searchers_line_is_a_line_of_sight_like_any_other(at: str, megahex: str, searched: bool) -> None:
    """10.22, 11.22, A-15: from his building and to the middle of a building, not from the street before it; here the two differ."""
    assert (megahex in situation(us={at: "A:us_ft5 search"}, ussr=FAR).options("A", "sight")) == searched
    literal = HexToCentre(los.board_of(shipped(), "53"))
    assert any(literal.sees(at, h, shun_village=True) for h in TOWN.hexes_of[megahex]) != searched


def test_in_the_old_village_nobody_sees_two_megahexes() -> None:
    """10.0, A-47: but the adjacent ones, outside too."""
    g = situation(us={"6G4": "A:us_ft5 search"}, ussr=FAR)
    assert g.options("A", "sight") == {"6G", *TOWN.mega_neighbours["6G"]}
    assert any(m not in TOWN.village for m in TOWN.mega_neighbours["6G"])


def test_no_line_past_the_village() -> None:
    """10.22: from no hex around is a megahex of the village two away to be searched."""
    outside = [h for m in TOWN.hexes_of if m not in TOWN.village for h in TOWN.hexes_of[m][6:] if set(TOWN.two_away[m]) & TOWN.village]
    for hex_id in outside[::3]:
        g = situation(us={hex_id: "A:us_ft5 search"}, ussr=FAR)
        assert not g.options("A", "sight") & TOWN.village - {*TOWN.mega_neighbours[hex_id[:2]]}


def test_a_line_for_every_search_by_option() -> None:
    """10.23: then a line of sight is asked for everywhere, and 10.22's keeping out of the village no more."""
    yes = {"search_line": "yes"}
    for hex_id in ("6G4", "3E7", "8D1", "6I7"):
        g = situation(us={hex_id: "A:us_ft5 search"}, ussr=FAR, options=yes)
        own = hex_id[:2]
        reach = {*TOWN.mega_neighbours[own], *(TOWN.two_away[own] if own not in TOWN.village else ())}
        expected = {m for m in reach if any(B.los.sees(hex_id, h) for h in TOWN.hexes_of[m])}
        assert g.options("A", "sight") == {own, *expected}


def test_surrounded_by_cover_one_sees_ones_own_megahex() -> None:
    """10.72."""
    assert situation(us={"3E3": "A:us_ft5 search"}, ussr=FAR).options("A", "sight") == {"3E"}


def test_one_sighting_for_each_that_the_command_allows() -> None:
    """5.5, 10.1: a point each; none when suppressed."""
    g = situation(us={"4B1": "A:us_ft5 search, B:us_ft5 suppressed"}, ussr=FAR)
    g.do("A", "sight", "4B").do("pass").do("A", "sight", "5B").do("pass")
    assert (g.options(), g.ap("A.R1")) == ({"pass"}, 18)


def test_no_dice_in_the_open() -> None:
    """10.32: a megahex without woods and buildings is seen without dice, whatever is in the open (10.31)."""
    g = situation(us={"4B1": "A:us_ft5 search"}, ussr={"5B1": "X:su_ft4", "5B2": "L:plt_ldr suppressed"})
    g.do("A", "sight", "5B")
    assert g.text("sighting", "ussr") == "USA searches megahex 5B: 5B1 (combat unit, not suppressed), 5B2 (no combat unit, suppressed)"
    assert g.contacts("us").keys() == {"5B1", "5B2"} and g.contacts("us")["5B1"].detail == "combat unit, not suppressed"


def test_units_in_the_open_are_seen_whatever_the_dice() -> None:
    """10.31: those in cover only by a total that reaches the search rating (10.32); of them only the hex is named."""
    for dice, found in (([1, 1], ["3K3"]), ([5, 5], ["3K1", "3K3"])):
        g = situation(us={"2K1": "A:us_ft5 search"}, ussr={"3K3": "X:su_ft4", "3K1": "Y:su_ft4"}).do("A", "sight", "3K", dice=dice)
        assert g.told("sighting", "us")[0]["hexes"] == found
    assert g.contacts("us")["3K1"].detail == ""


@pytest.mark.parametrize(
    ("where", "units", "megahex", "change", "rule"),
    [
        ("2K1", "A:spotter search", "3K", -20, "10.33, 1-2 men"),
        ("2K1", "A:us_ft3 search", "3K", 0, "10.33, 3 men"),
        ("2K1", "A:us_ft5 search", "3K", 0, "10.33, 5 men"),
        ("2K1", "A:us_ft3 search, B:us_tripod search", "3K", 10, "10.33, 6 men"),
        ("2K1", "A:us_ft4 search, B:us_ft3 search", "3K", 10, "10.33, 7 men, A-12"),
        ("2K1", "A:us_ft4 search, B:us_ft4 search", "3K", 20, "10.33, 8 men, A-12"),
        ("2K1", "A:us_ft5 search", "2K", 20, "10.34, own megahex"),
        ("2I7", "A:us_ft5 search", "3K", -20, "10.35, two away"),
        ("2I7", "A:spotter search", "3K", -40, "10.33, 10.35: both"),
    ],
)
def test_what_the_sighter_adds(where: str, units: str, megahex: str, change: int, rule: str) -> None:
    """10.33-10.35: to a roll of 44."""
    g = situation(us={where: units}, ussr=FAR)
    g.do(*(["A", "B"] if "B:" in units else ["A"]), "sight", megahex, dice=[4, 4])
    assert g.told("sighting", "ussr")[0]["total"] == 44 + change, rule


def test_a_total_may_be_understated() -> None:
    """10.32: by standing order; then it counts for less."""
    g = situation(us={"2K1": "A:us_ft5 search"}, ussr={"3K1": "X:su_ft4"}).orders("us", understate=10)
    g.do("A", "sight", "3K", dice=[6, 4])
    assert (g.told("sighting", "ussr")[0]["total"], g.told("sighting", "ussr")[0].get("hexes")) == (54, None)
    assert g.text("sighting_dice", "us").endswith("total 64") and "sighting_dice" not in g.kinds("ussr")


def test_the_owner_adds_for_who_has_fired_and_takes_off_for_who_lies_low() -> None:
    """10.36, 10.38: together they cancel out."""
    for words, found in (("fired", True), ("suppressed fired", False), ("suppressed", False)):
        g = situation(us={"2K1": "A:us_ft5 search"}, ussr={"3K1": f"X:su_ft4 {words}"}).do("A", "sight", "3K", dice=[4, 3])
        assert bool(g.told("sighting", "us")[0].get("hexes")) == found


def test_failure_and_an_empty_megahex_sound_alike() -> None:
    """10.32, A-16: nothing, in either case; so does a success that finds nobody."""
    frames = []
    for ussr, dice in (({"3K1": "X:su_ft4"}, [1, 1]), (FAR, [1, 1]), ({"3K1": "X:su_ft4 suppressed"}, [1, 1])):
        g = situation(us={"2K1": "A:us_ft5 search"}, ussr=ussr).do("A", "sight", "3K", dice=dice)
        frames.append((g.frames("us"), g.ask, g.view("us")["waiting_for"]))
    assert frames[0] == frames[1] == frames[2]


def relayed(first: str, second: str, **more: object) -> Game:
    """A spotter finds a unit in 3K; then another unit searches 3K with 46: 55 are needed."""
    us = {first: "A:us_ft5 search", second: "B:us_ft5 search"}
    g = situation(us=us, ussr={"3K1": "X:su_ft4", "1N1": "Y:su_ft4"}, options={"relay": "yes"}, **more)
    g.orders("us", relay=more.get("phones") is None)
    g.do("A", "sight", "3K", dice=[6, 6]).do("done").do("pass")
    return g.do("B", "sight", "3K", dice=[4, 6])


def test_what_was_spotted_before_is_easier_to_spot() -> None:
    """10.37: ten more, by telephone silently."""
    g = relayed("2K1", "2K2", phones={"5E5": "us"})
    assert g.text("sighting", "ussr") == "USA searches megahex 3K, 46: 3K1"


def test_without_telephone_the_earlier_spotter_must_be_near_and_named() -> None:
    """10.37, A-45: in the same or an adjacent megahex, which is said aloud by standing order."""
    g = relayed("2K1", "2K2")
    assert g.text("sighting", "ussr") == "USA searches megahex 3K, 46, an earlier spotter near: 3K1"
    us = {"2K1": "A:us_ft5 search", "2K2": "B:us_ft5 search"}
    g = situation(us=us, ussr={"3K1": "X:su_ft4", "1N1": "Y:su_ft4"}, options={"relay": "yes"})
    g.do("A", "sight", "3K", dice=[6, 6]).do("done").do("pass").do("B", "sight", "3K", dice=[4, 6])
    assert g.text("sighting", "ussr") == "USA searches megahex 3K, 46: nothing"


def test_an_earlier_spotter_too_far_away_does_not_help() -> None:
    """10.37: nor is it claimed."""
    far = next(h for m in TOWN.mega_neighbours["3K"] for h in TOWN.hexes_of[m] if TOWN.terrain[h] == "open" and not TOWN.near(h, "2K2"))
    g = relayed(far, "2K2")
    assert g.text("sighting", "ussr") == "USA searches megahex 3K, 46: nothing"


def test_who_has_moved_since_was_not_spotted_before() -> None:
    """10.37: the bonus is for units that have not moved."""
    us = {"2K1": "A:us_ft5 search", "2K2": "B:us_ft5 search"}
    g = situation(us=us, ussr={"3K3": "X:su_ft4 cautious"}, options={"relay": "yes"}, phones={"5E5": "us"})
    g.do("A", "sight", "3K", dice=[1, 1]).do("done")
    into = next(h for h in ("3K2", "3K4", "3K7") if h in g.options("X", "move"))
    g.do("X", "move", into, "stop").do("B", "sight", "3K", dice=[4, 6])
    assert g.text("sighting", "ussr") == "USA searches megahex 3K, 46: nothing"


def test_the_courtyard_is_open_from_inside_only() -> None:
    """10.71: 4H7 counts as cover for a sighter outside megahex 4H."""
    neighbour = next(h for m in TOWN.mega_neighbours["4H"] for h in TOWN.hexes_of[m] if TOWN.terrain[h] == "open")
    for hex_id, found in ((neighbour, False), ("4H1", True)):
        g = situation(us={hex_id: "A:us_ft3 search"}, ussr={"4H7": "X:su_ft4"}).do("A", "sight", "4H", dice=[1, 1])
        assert bool(g.told("sighting", "us")[0].get("hexes")) == found


def test_spotters_and_leaders_search_for_nothing() -> None:
    """10.51, 10.52, 5.65: no points, and the turn passes."""
    g = situation(us={"4B1": "S:spotter search, A:us_ft5"}, ussr=FAR).do("S", "sight", "5B")
    assert (g.ap("A.R1"), g.ask) == (20, ("ussr", "action"))


def test_who_fires_from_a_hex_that_is_shared_is_spotted_there() -> None:
    """10.42: by the enemy beside him, not the other way round."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K7": "X:su_ft4", "1N1": "Y:su_ft4"})
    g.do("G", "fire", "4K", "4K1", dice=[6, 6])
    assert g.unit("G").seen == [f"ussr {g.handles['X']}"] and not g.unit("X").seen
    assert g.contacts("ussr")["4K7"].how == "fired" and not g.contacts("us")


def test_the_sighter_stays_unknown() -> None:
    """10.0: who searches, from where, with how many men, is not said."""
    g = situation(us={"2K1": "A:us_ft5 search"}, ussr={"3K1": "X:su_ft4"}).do("A", "sight", "3K", dice=[6, 6])
    assert "2K" not in str(g.frames("ussr")) and "2K" not in str(g.view("ussr")["pieces"])
    assert [kind for kind, _ in g.heard("ussr")] == ["sighting"]
