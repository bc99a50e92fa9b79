"""Sighting in the umpire's hands (49 to 10.0)."""

from __future__ import annotations

import random

import pytest

from engine.decisions import fallback
from engine.title import UMPIRE
from engine.titles.cityfight.data import book
from tests.engine.cityfight.kit import TITLE, Game, situation

UMPIRED = {"mode": "umpired"}
FAR = {"1N1": "X:su_ft4"}


def taken(us: dict[str, str], ussr: dict[str, str] | None = None, **more: object) -> Game:
    """A game in which the umpire has taken sighting over."""
    g = situation(us=us, ussr=ussr or FAR, options=UMPIRED, **more)  # type: ignore[arg-type]
    return g.do("sighting", "take", "go", of=g.decision(UMPIRE, "ruling"))


def searched(ussr: dict[str, str] | None = None) -> Game:
    """An American searches 3K; the umpire is asked."""
    return taken({"2K1": "A:us_ft5 search"}, ussr).do("A", "sight", "3K", dice=[6, 6])


def test_all_hear_that_he_takes_it_over() -> None:
    g = taken({"2K1": "A:us_ft5 search"})
    assert g.text("ruling", "public") == "The umpire decides what searches find"
    g = g.do("sighting", "leave", "go", of=g.decision(UMPIRE, "ruling"))
    assert not g.state.supervised and g.do("A", "sight", "3K", dice=[6, 6]).ask == ("us", "immediate-fire")


def test_by_the_rulebook_there_is_nothing_to_take_over() -> None:
    g = situation(us={"2K1": "A:us_ft5 search"}, ussr=FAR)
    assert "sighting" not in g.options(of=g.decision(UMPIRE, "ruling"))


def test_he_is_asked_at_every_search_and_nobody_can_tell_why_he_thinks() -> None:
    """The seats' frames are the same whether anybody is there or not, until he has answered."""
    frames = []
    for ussr in ({"3K1": "T:su_ft4"}, FAR):
        g = searched(ussr)
        assert g.ask == (UMPIRE, "sighting") and TITLE.view(g.state, "us")["waiting_for"] == [UMPIRE]
        frames.append([g.frames(v) for v in ("us", "ussr", "public")])
    assert frames[0] == frames[1]
    assert searched().kinds("us") == ["sighting"], "the total is his alone"


@pytest.mark.parametrize("picks", [("dice", "go"), ("decide", "3K1", "go")])
def test_the_dice_and_his_word_look_alike(picks: tuple[str, ...]) -> None:
    g = searched({"3K1": "T:su_ft4"}).do(*picks)
    assert g.text("sighted", "us") == "Seen in 3K: 3K1" and g.contacts("us").keys() == {"3K1"}
    assert (g.kinds("ussr"), g.kinds("public"), g.ask) == (["answer"], ["answer"], ("us", "immediate-fire"))
    assert g.unit("T").seen, "a later search may build on it (10.37)"


def test_he_may_keep_it_from_the_searcher() -> None:
    g = searched({"3K1": "T:su_ft4"}).do("decide", "go")
    assert g.text("sighted", "us") == "Seen in 3K: nothing" and not g.contacts("us") and g.ask == ("us", "immediate-fire")


def test_plain_sight_is_seen_in_any_case() -> None:
    g = taken({"4B7": "A:us_ft5 search"}, {"4B1": "T:su_ft4"}).do("A", "sight", "4B")
    assert g.options("decide") == {"go"}
    assert g.do("decide", "go").text("sighted", "us") == "Seen in 4B: 4B1 (combat unit, not suppressed)"


def test_his_menu_says_what_the_dice_would_show() -> None:
    g = searched({"3K1": "T:su_ft4"})
    assert g.note("dice") == "3K1" and "fireteam" in g.note("decide", "3K1").lower()
    lines = {row["label"]: row["value"] for row in g.menu().preview["lines"]}  # type: ignore[index]
    assert lines["Total"] == "66" and lines["Search rating"] == str(book(g.state.pack, "53").town.rating["3K"])
    assert fallback(g.walk()) == ["dice", "go"], "a late umpire leaves it to the dice"


def test_a_search_without_searchers_finds_nothing() -> None:
    """He may remove them while they wait; then the turn passes on."""
    g = searched({"3K1": "T:su_ft4"})
    g = g.do("kill", "A", "go", of=g.decision(UMPIRE, "ruling"))
    assert g.options() == {"dice"}
    g = g.do("dice", "go")
    assert g.text("sighted", "us") == "Seen in 3K: nothing" and not g.contacts("us")


def test_while_a_search_waits_he_decides_for_nobody_and_keeps_the_sighting() -> None:
    g = searched()
    offered = g.options(of=g.decision(UMPIRE, "ruling"))
    assert not offered & {"sighting", "pass", "decide"}


@pytest.mark.parametrize("viewer", ["us", "ussr", "public"])
def test_the_search_that_waits_is_redrawn_for_twins(viewer: str) -> None:
    g = searched({"3K1": "T:su_ft4"})
    twins = [TITLE.resample(g.state, viewer, random.Random(n)) for n in range(20)]
    assert len({t.search.total for t in twins if t.search}) > 5
    assert all(TITLE.view(t, viewer) == TITLE.view(g.state, viewer) for t in twins)
    assert all(t.search and (t.search.units == g.state.search.units) for t in twins if viewer == "us" and g.state.search)


def test_the_third_map_shows_what_each_side_knows() -> None:
    """49.0."""
    g = searched({"3K1": "T:su_ft4"}).do("dice", "go")
    rows = g.view(UMPIRE)["panels"]["contacts-us"]["rows"]
    assert [row["label"] for row in rows.values()] == ["3K1: sighted"] and "contacts-ussr" not in g.view(UMPIRE)["panels"]
