"""The umpired mode and the umpire's rulings (section 49)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.title import UMPIRE
from tests.engine.cityfight.kit import Game, situation

UMPIRED = {"mode": "umpired"}
FAR = {"1N1": "X:su_ft4"}


def game(us: dict[str, str], ussr: dict[str, str] | None = None, **more: Any) -> Game:
    """An umpired game."""
    return situation(us=us, ussr=ussr or FAR, options=UMPIRED, **more)


def test_searches_are_the_umpires() -> None:
    """49 to 10.0: the other side hears that a megahex is searched, neither total nor what was seen."""
    frames = []
    for ussr in ({"3K1": "T:su_ft4"}, FAR):
        g = game({"2K1": "A:us_ft5 search"}, ussr).do("A", "sight", "3K", dice=[6, 6])
        frames.append((g.frames("ussr"), g.frames("public"), g.ask))
    assert frames[0] == frames[1] and frames[0][2] == ("us", "immediate-fire")
    g = game({"2K1": "A:us_ft5 search"}, {"3K1": "T:su_ft4"}).do("A", "sight", "3K", dice=[6, 6])
    assert g.text("sighted", "us") == "Seen in 3K: 3K1" and g.contacts("us").keys() == {"3K1"}


def test_in_plain_sight_everybody_is_seen() -> None:
    """49 to 10.0, 10.31."""
    assert game({"4B7": "A:us_ft5 search"}, {"4B1": "T:su_ft4"}).do("A", "sight", "4B").text("sighted", "us").startswith("Seen in 4B: 4B1")


def test_who_walks_into_the_enemy_is_dead() -> None:
    """49 to 13.0: a unit that enters a hex with an enemy combat unit and does not assault it, leaders with it."""
    g = game({"4B1": "A:us_ft5 cautious, L:plt_ldr"}, {"4B2": "T:su_ft4"}).do("A", "L", "move", "4B2", "stop")
    assert (g.where("A"), g.where("L"), g.where("T")) == ("dead", "dead", "4B2")
    assert g.kinds("ussr") == ["done", "ambush"]
    assert game({"4B1": "A:us_ft5 cautious"}, {"4B2": "T:su_ft4"}).do("A", "move", "4B2", "assault", dice=[6, 6]).where("A") == "4B2"


def test_both_sides_mark_where_it_happened() -> None:
    """49 to 13.0: who came in vain learns that a combat unit is there; who killed him, where he came."""
    g = game({"4B1": "A:us_ft5 cautious, L:plt_ldr"}, {"4B2": "T:su_ft4, S:spotter"}).do("A", "L", "move", "4B2", "stop")
    assert [(c.hex, c.how, c.detail) for c in g.contacts("us").values()] == [("4B2", "ambush", "combat unit")]
    assert [(c.hex, c.how, c.detail) for c in g.contacts("ussr").values()] == [("4B2", "ambush", "lost there")]


@pytest.mark.parametrize("other", ["T:spotter", "T:plt_ldr"])
def test_spotters_and_leaders_kill_nobody(other: str) -> None:
    """49 to 13.0: a combat unit it takes."""
    assert game({"4B1": "A:us_ft5 cautious"}, {"4B2": other}).do("A", "move", "4B2", "stop").where("A") == "4B2"


def test_an_engaged_hex_may_be_joined() -> None:
    """13.38: both sides know what is there."""
    us = {"4B1": "A:us_bipod cautious", "4B2": "B:us_ft5"}
    g = game(us, {"4B2": "T:su_ft4"}, engaged=["4B2"]).do("A", "move", "4B2")
    assert g.where("A") == "4B2"


def test_by_the_rulebook_they_pass_each_other_unaware() -> None:
    """A-39: the classic way."""
    assert situation(us={"4B1": "A:us_ft5 cautious"}, ussr={"4B2": "T:su_ft4"}).do("A", "move", "4B2", "stop").where("A") == "4B2"


# rulings


def ruled(g: Game, *picks: str, note: str = "") -> Game:
    """The umpire rules."""
    return g.seat(UMPIRE, *picks, kind="ruling", note=note, dice=None)


def two() -> Game:
    """A game with an American to act."""
    return game({"4B1": "A:us_ft5 fire, L:plt_ldr =4"}, {"4B7": "T:su_ft4"})


def test_he_sees_everything() -> None:
    """49.0: the third map."""
    g = two()
    assert {p["hex"] for p in g.view(UMPIRE)["pieces"].values()} == {"4B1", "4B7"}


def test_he_reads_everybodys_standing_orders() -> None:
    """49.0, 4.1: those of each seat; nobody else does."""
    g = situation(us={"4B1": "A:us_ft5"}, ussr=FAR, stage="command", options={"relay": "yes"})
    g.seat("us", "orders", "claim", "always").seat("ussr", "orders", "relay", "yes").seat("ussr", "orders", "understate", "30")
    panels = g.view(UMPIRE)["panels"]
    read = {seat: {k: row["value"] for k, row in panels[f"orders-{seat}"]["rows"].items()} for seat in ("us", "ussr")}
    assert read["us"] == {"understate": "0", "claim": "always", "relay": "no"}
    assert read["ussr"] == {"understate": "30", "claim": "open", "relay": "yes"}
    for viewer in ("us", "ussr", "public"):
        assert not any(name.startswith("orders") for name in g.view(viewer)["panels"])


def test_he_assigns_leaders() -> None:
    """49 to 6.13."""
    g = ruled(two(), "leader", "L", "9", "go")
    assert (g.unit("L").rating, g.kinds("us"), g.kinds("ussr")) == (9, ["ruling"], [])


def test_he_suppresses_and_restores() -> None:
    """49.0: a unit that he suppresses acts no more this turn."""
    g = ruled(two(), "status", "A", "suppressed", "go")
    assert g.unit("A").suppressed and "A" not in g.options() and g.ap("A.R1") == 20
    assert not ruled(g, "status", "A", "restored", "go").unit("A").suppressed


def test_he_moves_and_removes() -> None:
    """49.0: those concerned hear of it, the others do not."""
    g = ruled(two(), "place", "A", "4A", "4A7", "go")
    assert (g.where("A"), g.kinds("ussr")) == ("4A7", [])
    g = ruled(two(), "kill", "A", "go")
    assert (g.where("A"), "A" in g.options()) == ("dead", False)


def test_he_tells_a_side_of_an_enemy() -> None:
    """49 to 10.0: sighting in his own hands."""
    g = ruled(two(), "contact", "us", "4B", "4B7", "go")
    assert g.contacts("us")["4B7"].how == "umpire" and not g.kinds("ussr")


def test_he_writes_to_one_or_all() -> None:
    """49.0."""
    assert ruled(two(), "message", "us", "go", note="Hold on").heard("us") == [("message", "Umpire: Hold on")]
    assert not ruled(two(), "message", "us", "go", note="Hold on").kinds("ussr")
    assert ruled(two(), "message", "all", "go", note="Tea").kinds("public") == ["message"]


def test_he_decides_for_a_player() -> None:
    """49 to 4.3: or passes for him."""
    g = ruled(two(), "pass", "us", "go")
    assert g.ask == ("ussr", "action")
    g = two()
    a = g.alias("us", "A")
    g = g.do("decide", "us", a, "fire", "4B", "4B7", of=g.decision(UMPIRE, "ruling"), dice=[6, 6])
    assert g.ask == ("ussr", "action") and "fire" in g.kinds("ussr")


def test_he_ends_the_game() -> None:
    """49.0."""
    assert ruled(two(), "end", "go").state.over is not None
