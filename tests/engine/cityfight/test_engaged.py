"""Engaged units (13.3, 10.41)."""

from __future__ import annotations

from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:su_ft4"}


def engaged(us: str = "A:us_ft5 fire", ussr: str = "T:su_ft4", us_else: dict[str, str] | None = None, **more: object) -> Game:
    """Both sides are engaged in 4B2 when the turn begins."""
    return situation(us={"4B2": us, **(us_else or {})}, ussr={"4B2": ussr, **FAR}, engaged=["4B2"], **more)


def test_an_assault_that_leaves_both_sides_engages_them() -> None:
    """13.31: from the end of the action stage; both sides mark the hex."""
    g = situation(us={"4B2": "A:us_ft5 fire"}, ussr={"4B2": "T:su_ft4"}, ap={"A.R1": 1, "S1": 9})
    g.do("A", "assault", dice=[6, 6])
    assert (g.state.engaged, g.cites("engaged")) == (["4B2"], "13.31")
    for seat in ("us", "ussr"):
        assert g.view(seat)["board"]["hexes"]["4B2"]["marks"] == ["engaged"] and g.contacts(seat)["4B2"].how == "engaged"


def test_sharing_a_hex_without_assault_engages_nobody() -> None:
    """13.31, 13.38, A-39: both sides may sit there unaware."""
    g = situation(us={"4B1": "A:us_ft5 cautious"}, ussr={"4B2": "T:su_ft4"}, ap={"A.R1": 1, "S1": 9})
    g.do("A", "move", "4B2")
    assert (g.state.turn, g.state.engaged) == (4, [])
    assert "4B2" not in str(g.frames("ussr"))


def test_the_dead_engage_nobody() -> None:
    """13.31: an assault that eliminated one side."""
    g = situation(us={"4B2": "A:us_ft5 fire"}, ussr={"4B2": "T:su_ft4", **FAR}, ap={"A.R1": 1, "S1": 9}).do("A", "assault", dice=[3, 1])
    assert g.state.engaged == []


def test_the_marker_goes_with_one_side() -> None:
    """13.32: at once."""
    g = engaged().do("A", "assault", dice=[3, 1])
    assert (g.where("T"), g.state.engaged, g.cites("engaged")) == ("dead", [], "13.32")


def test_leaving_is_announced_but_not_whither() -> None:
    """13.34, 10.41: by a movement command."""
    g = engaged(us="A:us_ft5 cautious").do("A", "move", "4B1", "stop")
    assert [kind for kind, _ in g.heard("ussr")] == ["left_engaged", "done", "engaged"]
    assert "4B1" not in str(g.frames("ussr")) and g.state.engaged == []


def test_engaged_units_neither_sight_nor_fire_elsewhere() -> None:
    """13.36, 13.37: a Fire command assaults the own hex."""
    assert engaged().options("A") == {"assault"}
    assert engaged(us="A:us_ft5 search").options() == {"pass"}
    assert "sight" not in engaged(us="A:us_ft5 cautious").options("A")


def test_nobody_else_fires_at_them() -> None:
    """13.35."""
    g = engaged(us_else={"4B7": "B:us_ft5 fire"})
    assert "4B2" not in g.options("B", "fire", "4B") and "4B1" in g.options("B", "fire", "4B")


def test_fire_at_other_hexes_of_the_megahex_still_frightens_them() -> None:
    """11.51, 15.12: they are not fired upon, but in the same megahex."""
    g = engaged(us="A:us_ft5", us_else={"4B7": "B:us_ft5 fire"}).do("B", "fire", "4B", "4B1", dice=[3, 3])
    assert g.unit("T").suppressed and not g.unit("A").suppressed


def test_an_engaged_hex_may_be_entered() -> None:
    """13.38: and assaulted by who enters."""
    g = engaged(us_else={"4B1": "B:us_ft5 cautious"})
    assert not g.walk("B", "move", "4B2").ready
    assert g.do("B", "move", "4B2", "assault", dice=[3, 1]).where("T") == "dead"


def test_on_the_move_one_assaults_another_hex_only() -> None:
    """13.37: out of the engaged hex and into the next; back into that where it began the turn it does not assault."""
    g = engaged(us="A:us_ft5 bold")
    assert not g.walk("A", "move", "4B1").ready
    g.do("A", "move", "4B1", "stop").do("pass")
    assert g.walk("A", "move", "4B2").ready and not g.walk("A", "move", "4B7").ready


def test_a_hex_stays_engaged_from_turn_to_turn() -> None:
    """13.31, 13.32: until one side is gone."""
    g = engaged(us="A:us_ft5", ap={"A.R1": 1, "S1": 9}).do("pass")
    assert (g.state.turn, g.state.engaged) == (4, ["4B2"])


def test_engaged_units_are_spotted_by_each_other() -> None:
    """10.41, 10.37: for the bonus of later searches; who leaves is spotted by nobody any more."""
    g = engaged(us="A:us_ft5 cautious")
    assert (g.unit("T").seen, g.unit("A").seen) == ([f"us {g.handles['A']}"], [f"ussr {g.handles['T']}"])
    g.do("A", "move", "4B1", "stop")
    assert (g.unit("T").seen, g.unit("A").seen) == ([f"us {g.handles['A']}"], [])
    g = engaged(us_else={"4B1": "B:us_ft5 cautious"}).do("B", "move", "4B2", "stop")
    assert g.unit("B").seen == [f"ussr {g.handles['T']}"] and f"us {g.handles['B']}" in g.unit("T").seen


def test_a_search_builds_on_an_engagement() -> None:
    """10.41, 10.37: an engaged enemy takes ten more, by telephone silently, and without one the engaged unit is the earlier spotter."""
    for relay, phones in ((False, {"5E5": "us"}), (True, None), (False, None)):
        us = {"2K2": "A:us_ft5, B:us_ft5 search"} | {"3K1": "C:us_ft5"}
        g = situation(us=us, ussr={"3K1": "T:su_ft4", **FAR}, engaged=["3K1"], options={"relay": "yes"}, phones=phones)
        g.orders("us", relay=relay).do("B", "sight", "3K", dice=[4, 6])
        said = ", an earlier spotter near" if relay else ""
        assert g.text("sighting", "ussr") == f"USA searches megahex 3K, 46{said}: {'3K1' if relay or phones else 'nothing'}"


def test_a_demoralized_platoon_shuns_a_megahex_after_its_engagement_too() -> None:
    """10.41, 17.26: its enemy was spotted there this game-turn, however the engagement ended."""
    g = engaged(us="A:us_ft5 cautious").do("A", "move", "4B1", "stop")
    assert g.state.engaged == [] and {f"spotted {seat} 4B" for seat in ("us", "ussr")} <= g.state.marks.keys()
