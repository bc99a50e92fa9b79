"""Marks that a player puts on his own map (48.4)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.decisions import Refusal
from tests.engine.cityfight.kit import TITLE, Game, begun, situation

PLATOONS = {"players": "platoons"}
US = {"4B1": "A:us_ft5 fire @A.R1", "4B4": "B:us_ft5 @A.R2"}


def team(**more: Any) -> Game:
    """Several players a side, the first American about to act."""
    return situation(us=US, ussr={"1N1": "X:su_ft4"}, options=PLATOONS, **more)


def others(g: Game, seat: str) -> list[str]:
    """All viewers but a seat and the umpire."""
    return [*(x.id for x in g.state.setup.seats if x.id != seat), "public"]


@pytest.mark.parametrize("stage", ["command", "action"])
def test_a_mark_is_its_players_and_the_umpires(stage: str) -> None:
    """48.4: at any time in play, whoever's turn it is; nobody else gets an event, or sees anything change."""
    g = team(stage=stage)
    before = {v: (g.view(v), TITLE.decisions(g.state)) for v in others(g, "us-2")}
    g.seat("us-2", "place", "4K", "4K1", kind="note", note="  three {men}, by telephone ")
    (mark,) = [p for p in g.view("us-2")["pieces"].values() if p.get("untried")]
    assert (mark["hex"], mark["note"]) == ("4K1", "note, game-turn 3: three {men}, by telephone")
    assert g.heard("us-2") == [("note", "USA, platoon A.R2: mark at 4K1: three (men), by telephone")] == g.heard("umpire")
    assert "4K1: note" in str(g.view("umpire")["panels"]["contacts-us-2"])
    for viewer, (view, open_before) in before.items():
        assert not g.frames(viewer) and g.view(viewer) == view
        mine = [[d for d in ds if d.seat == viewer] for ds in (open_before, TITLE.decisions(g.state))]
        assert mine[0] == mine[1]


def test_a_mark_in_the_action_stage_is_noticed_by_nobody() -> None:
    """48.4: the question that is open stays the same, to its player too when the mark is his own; it costs no point."""
    g = team()
    asked, points = g.asked, g.ap("A.R1")
    g.seat("us-1", "place", "4K", "4K1", kind="note").seat("ussr-1", "place", "4B", "4B2", kind="note")
    assert g.asked == asked and g.ap("A.R1") == points and g.state.passes == 0
    g.do("A", "fire", "4B", "4B2", dice=[6, 6])
    assert g.state.rolled and g.seat("us-2", "place", "4K", "4K2", kind="note").state.rolled


def test_marks_come_off_again() -> None:
    """48.4: one's own only, not what one was told."""
    g = team(stage="command")
    g.play.contact("us-1", "4K2", "sighted")
    assert g.options(of=g.decision("us-1", "note")) == {"place"}
    g.seat("us-1", "place", "4K", "4K1", kind="note")
    (mark,) = g.options("remove", of=g.decision("us-1", "note"))
    assert g.contacts("us-1")["4K1"].id == mark
    g.seat("us-1", "remove", mark, kind="note")
    assert set(g.contacts("us-1")) == {"4K2"} and g.heard("us-1") == [("note", "USA, platoon A.R1: mark at 4K1 taken off")]
    assert "4K2" not in g.options("place", "4K", of=g.decision("us-1", "note"))


def test_what_is_told_replaces_a_mark() -> None:
    """48.4, 10.31: the latest word on a hex, though the mark was there."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": "T:su_ft4"}).seat("us", "place", "4K", "4K1", kind="note")
    g.do("A", "sight", "4K", dice=[6, 6])
    assert g.contacts("us")["4K1"].how == "sighted"


def test_a_mark_holds_so_many_characters() -> None:
    """48.4: and says so."""
    g = team(stage="command")
    assert g.menu("place", of=g.decision("us-1", "note")).note == 80
    with pytest.raises(Refusal, match="80"):
        g.seat("us-1", "place", "4K", "4K1", kind="note", note="x" * 81)


def test_no_marks_before_and_after_play() -> None:
    """48.4: the set-up is secret and nobody has told anything."""
    assert not [d for d in begun("52").state.open if d.kind == "note"]
    assert [d.seat for d in situation("52", us={}, ussr={}).state.open if d.kind == "note"] == ["ussr", "us"]


def test_a_twin_draws_the_marks_of_others_anew() -> None:
    """48.4: they are kept for their player, and hidden from all others."""
    g = team(stage="command").seat("us-2", "place", "4K", "4K1", kind="note", note="here")
    for n in range(5):
        assert "here" not in str(TITLE.resample(g.state, "us-1", random.Random(n)).contacts)
        assert TITLE.resample(g.state, "us-2", random.Random(n)).contacts["us-2"] == g.contacts("us-2")
