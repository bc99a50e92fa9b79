"""Suppression: how it comes about and what it does (15.1, 15.2)."""

from __future__ import annotations

from tests.engine.cityfight.kit import Game, settled, situation

FAR = {"1N1": "X:su_ft4"}


def test_by_fire_at_the_hex_and_in_the_megahex() -> None:
    """15.11, 15.12: see 11.51; who is suppressed already does not notice."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4 suppressed", "4K2": "B:su_ft4", **FAR})
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert (g.unit("B").suppressed, g.ap("S1")) == (True, 19)
    assert [e["pieces"] for e in g.told("suppressed", "ussr")] == [[g.alias("ussr", "B")]]


def test_a_suppressed_unit_performs_no_action() -> None:
    """15.21: what its command still allowed is gone, for the rest of the turn."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4 bold, L:plt_ldr", **FAR})
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert (g.unit("A").command, g.unit("A").moves, g.options()) == ("bold", 0, {"pass"})


def test_outside_the_action_stage_it_costs_no_points() -> None:
    """15.22: taking cover is free."""
    g = situation(stage="command", us={"4B1": "A:us_ft5"}, ussr=FAR, ap={"A.R1": 5})
    assert g.seat("us", "A", "suppress").ap("A.R1") == 5


def test_a_bold_unit_that_is_suppressed_is_still_bold() -> None:
    """8.1: the command counts for the rest of the turn, whether carried out or not."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4 bold suppressed", **FAR}).do("G", "fire", "4K", "4K1", dice=[6, 6])
    assert "bold" in g.kinds("us")


def cover(option: str) -> Game:
    """A unit, number 2, without a leader has taken cover; the next turn begins."""
    us = {"4B1": "A:us_ft5 #2", "4B2": "B:us_ft5 #4"}
    g = situation(stage="command", us=us, ussr=FAR, options={"cover": option}, advantage=["us"])
    g.seat("us", "A", "suppress").seat("ussr", "done").seat("us", "done", dice=[])
    for f in g.state.formations.values():
        f.ap = 0
    return settled(g.state, g.handles)


def test_cover_taken_by_choice_is_suppression() -> None:
    """15.13, 15.3: it must be recovered from like any other."""
    g = cover("no")
    assert (g.state.turn, g.unit("A").suppressed) == (4, True)
    assert "A" not in g.options(of=g.decision("us")) and "recover" not in g.options(of=g.decision("us"))


def test_by_option_it_is_left_by_choice() -> None:
    """15.32: in the recovery stage, without a die; then a command may be given."""
    g = cover("yes")
    of = g.decision("us")
    assert g.unit("A").suppressed and g.options("recover", of=of) == {"A"} and g.options("recover", "A", of=of) == {"leave"}
    g.do("recover", "A", "leave", of=of)
    assert (g.unit("A").suppressed, g.cites("recovery")) == (False, "15.32")
    assert "search" in g.options("A", of=g.decision("us"))


def test_suppression_by_fire_ends_that_right() -> None:
    """15.32: involuntary suppression takes the place of the voluntary."""
    g = situation(us={"4K7": "G:us_ft5 fire"}, ussr={"4K1": "A:su_ft4 cover", **FAR}, options={"cover": "yes"})
    g.do("G", "fire", "4K", "4K1", dice=[3, 3])
    assert (g.unit("A").suppressed, g.unit("A").cover) == (True, 0)


def test_cover_just_taken_is_not_left_in_the_same_stage() -> None:
    """4.1 F and A, 15.13: recovery comes before the commands of the next turn; the decision itself may be taken back."""
    g = situation(stage="command", us={"4B1": "A:us_ft5 #1"}, ussr=FAR, options={"cover": "yes"}).seat("us", "A", "suppress")
    of = g.decision("us")
    assert "recover" not in g.options(of=of) and "none" in g.options("A", of=of)
