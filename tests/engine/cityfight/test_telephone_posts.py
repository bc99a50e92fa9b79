"""Telephone offices and observation posts (10.4, 10.8)."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import Game, begun, situation

FAR = {"1N1": "X:su_ft4"}


def office(unit: str = "A:us_ft5 cautious", phones: dict[str, str] | None = None, **more: str) -> Game:
    """The Soviets hold the telephone office at 4B2; an American goes there."""
    us = {"4B1": unit, **more}
    return situation(us=us, ussr=FAR, phones=phones or {"4B2": "ussr"})


def test_the_printed_office() -> None:
    """10.81, 54.24, 55.24: in 5E5, held by Greeks and Pakistanis; nobody has one in 52 and 53 (A-57)."""
    assert [begun(n).state.phones for n in ("52", "53", "54", "55")] == [{}, {}, {"5E5": "greek"}, {"5E5": "pak"}]


def test_a_combat_unit_kills_it_for_good() -> None:
    """10.82, A-20: both sides hear of it."""
    g = office().do("A", "move", "4B2", "stop")
    assert (g.state.phones, g.text("phone", "ussr")) == ({"4B2": ""}, "The telephone office 4B2 is dead")
    assert not g.play.has_phone("ussr")
    assert g.view("ussr")["board"]["hexes"]["4B2"]["marks"] == ["phone-dead"]


def test_even_if_it_dies_in_its_assault() -> None:
    """10.82."""
    g = situation(us={"4B1": "A:us_ft5 cautious"}, ussr={"4B2": "T:su_ft4"}, phones={"4B2": "ussr"})
    g.do("A", "move", "4B2", "assault", dice=[1, 6])
    assert g.where("A") == "dead" and g.state.phones == {"4B2": ""}


@pytest.mark.parametrize("unit", ["A:spotter cautious", "A:plt_ldr cautious"])
def test_leaders_and_spotters_do_not(unit: str) -> None:
    """10.82: a combat unit it takes."""
    assert office(unit, **{"4A1": "B:us_ft5"}).do("A", "move", "4B2").state.phones == {"4B2": "ussr"}


def test_ones_own_is_safe() -> None:
    """10.82."""
    assert office(phones={"4B2": "us"}).do("A", "move", "4B2", "stop").state.phones == {"4B2": "us"}


def posted(unit: str = "A:us_ft5 cautious", phone: str = "ussr", watcher: str = "W:su_ft4 fire") -> Game:
    """A Soviet observation post at 4B2, and a Soviet fireteam in 4B4."""
    return situation(us={"4B1": unit}, ussr={"4B4": watcher}, posts={"4B2": ["ussr"]}, phones={"5E5": phone})


@pytest.mark.parametrize(
    ("unit", "what"),
    [("A:us_ft5 cautious", "combat unit"), ("A:plt_ldr cautious", "no combat unit"), ("A:spotter cautious", "no combat unit")],
)
def test_who_enters_a_post_is_seen(unit: str, what: str) -> None:
    """10.44: any unit; both hear it, the post is gone."""
    g = situation(us={"4B1": unit, "4A1": "B:us_ft5"}, ussr={"4B4": "W:su_ft4 fire"}, posts={"4B2": ["ussr"]}, phones={"5E5": "ussr"})
    g.do("A", "move", "4B2", *(["stop"] if "ft5" in unit else []))
    assert g.cites("post") == "10.44" and g.kinds("ussr") == ["post", "done"] == g.kinds("us")
    assert (g.state.posts, g.contacts("ussr")["4B2"].detail) == ({}, what)


def test_fire_at_him_in_the_next_action_counts_as_spotted() -> None:
    """10.44, 11.41: K kills; by any unit that can."""
    g = posted().do("A", "move", "4B2", "stop").do("W", "fire", "4B", "4B2", dice=[1, 2])
    assert g.where("A") == "dead" and g.steps("fire_dice")["Target"] == "spotted, open"


def test_after_that_action_he_is_a_rumour_again() -> None:
    """10.44: whatever the action was."""
    g = posted(watcher="W:su_ft4 fire, V:plt_ldr").do("A", "move", "4B2", "stop").do("V", "move", "4B3").do("pass")
    g.do("W", "fire", "4B", "4B2", dice=[1, 2])
    assert g.where("A") == "4B2" and g.unit("A").suppressed


def test_without_telephone_a_post_sees_nothing() -> None:
    """10.43: nobody is told; the marker stays, since its removal would tell."""
    g = posted(phone="").do("A", "move", "4B2", "stop")
    assert g.kinds("ussr") == ["done"] == g.kinds("public") and "post" not in g.kinds("us")
    assert g.state.posts == {"4B2": ["ussr"]}


def test_ones_own_post_says_nothing() -> None:
    """10.44."""
    g = situation(us={"4B1": "A:us_ft5 cautious"}, ussr=FAR, posts={"4B2": ["us"]}, phones={"5E5": "us"}).do("A", "move", "4B2", "stop")
    assert g.kinds("ussr") == ["done"] and "4B2" in g.state.posts


def test_posts_are_placed_in_secret_and_shown_as_play_begins() -> None:
    """10.43, 50.23: in the owner's set-up area, as many as the scenario gives."""
    g = begun("55")
    of = g.decision("pak")
    mega = sorted(g.options("post", of=of))
    assert "1A" not in mega and len(mega) > 20
    for i in range(5):
        h = sorted(g.options("post", mega[i], of=g.decision("pak")))[0]
        g.seat("pak", "post", mega[i], h)
        assert not g.kinds("ind")
    assert "post" not in g.options(of=g.decision("pak"))
    marked = lambda viewer: [h for h, row in g.view(viewer)["board"]["hexes"].items() if "post-pak" in row["marks"]]  # noqa: E731
    assert (len(marked("pak")), marked("ind"), marked("public")) == (5, [], [])
    g.seat("pak", "rest", "go").seat("ind", "done").seat("pak", "done")
    assert g.kinds("ind").count("post") == 5 and len(marked("ind")) == len(marked("public")) == 5


def test_only_the_side_with_advantage_has_posts() -> None:
    """50.23."""
    for n, seat in (("52", "us"), ("53", "ussr"), ("54", "turk"), ("55", "ind")):
        assert "post" not in begun(n).options(of=begun(n).decision(seat))
