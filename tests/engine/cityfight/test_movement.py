"""The map and movement (sections 7 and 8): where one may go, how far, at what cost, and what others hear."""

from __future__ import annotations

import pytest

from engine.titles.cityfight.data import book
from tests.engine.cityfight.kit import shipped, situation

TOWN = book(shipped(), "53").town
FAR = {"1N1": "X:su_ft4"}
"""An enemy out of the way."""


def test_one_hex_an_action() -> None:
    """8.24, 8.3, 5.21: to one of the adjacent hexes, for one point; a Cautious unit moves no more."""
    g = situation(us={"4B7": "A:us_ft5 cautious"}, ussr=FAR)
    assert g.options("A", "move") == set(TOWN.neighbours["4B7"])
    g.do("A", "move", "4B1", "stop").do("pass")
    assert (g.where("A"), g.ap("A.R1"), g.options()) == ("4B1", 19, {"A", "pass"})
    assert g.options("A") == {"sight"}


def test_a_bold_unit_moves_twice() -> None:
    """5.22: in two actions."""
    g = situation(us={"4B7": "A:us_ft5 bold"}, ussr=FAR)
    g.do("A", "move", "4B1", "stop").do("pass").do("A", "move", "4B2", "stop").do("pass")
    assert (g.where("A"), g.options()) == ("4B2", {"pass"})


@pytest.mark.parametrize("hex_id", ["5G4", "3E7", "9E4", "6G7", "4H1", "8G5"])
def test_buildings_are_entered_and_left_by_accessible_sides(hex_id: str) -> None:
    """7.31, 7.34, 8.21: both ways, and never through a blocked side (7.44)."""
    open_sides = {n for n in TOWN.neighbours[hex_id] if TOWN.side(hex_id, n).get("accessible") and not TOWN.side(hex_id, n).get("wall")}
    g = situation(us={hex_id: "A:us_ft5 cautious"}, ussr=FAR)
    assert g.options("A", "move") == open_sides
    for n in TOWN.neighbours[hex_id]:
        assert (hex_id in situation(us={n: "A:us_ft5 cautious"}, ussr=FAR).walk("A", "move").values()) == (n in open_sides)


def test_walls_between_houses() -> None:
    """7.44, 7.34: houses that touch are joined where no wall is drawn, and only there."""
    joined = [k for k, row in TOWN.sides.items() if {TOWN.terrain[k[0]], TOWN.terrain[k[1]]} == {"building"} and row.get("accessible")]
    walls = [k for k, row in TOWN.sides.items() if row.get("wall")]
    assert joined and walls
    assert all(TOWN.may_step(a, b, False) == "7.44" for a, b in walls)
    assert all(TOWN.may_step(a, b, False) == "" for a, b in joined if not TOWN.sides[a, b].get("wall"))


def test_woods_are_entered_from_anywhere_and_end_the_move() -> None:
    """7.32, 8.22."""
    for n in TOWN.neighbours["5K7"]:
        g = situation(us={n: "A:us_ft5 bold"}, ussr=FAR)
        assert "5K7" in g.options("A", "move")
    g.do("A", "move", "5K7", "stop").do("pass")
    assert g.options() == {"pass"}


def test_the_pond() -> None:
    """7.45: 3L3 is never entered."""
    for n in TOWN.neighbours["3L3"]:
        if not TOWN.may_step(n, n, False):
            g = situation(us={n: "A:us_ft5 cautious"}, ussr=FAR)
            assert "A" not in g.options() or "move" not in g.options("A") or "3L3" not in g.options("A", "move")


def test_the_river_and_its_bridges() -> None:
    """7.43: not crossed where the scenario closes it, but over bridges; forded on Cautious where it is fordable."""
    assert "5A5" not in situation(us={"4A2": "A:us_ft5 bold"}, ussr=FAR).options("A", "move")
    assert "5B5" in situation(us={"4B3": "A:us_ft5 bold"}, ussr=FAR).options("A", "move")
    shallow = {"scenarios/53": {"river": {"fordable": True}}}
    for command, crosses in (("cautious", True), ("bold", False)):
        assert ("5A5" in situation(us={"4A2": f"A:us_ft5 {command}"}, ussr=FAR, changes=shallow).options("A", "move")) == crosses


def test_suppressed_units_stay() -> None:
    """8.25."""
    g = situation(us={"4B1": "A:us_ft5 suppressed, L:plt_ldr suppressed", "4A1": "B:us_ft5"}, ussr=FAR)
    assert g.options() == {"pass"}


def test_nobody_leaves_the_map_but_by_a_scenarios_exit() -> None:
    """8.23, A-54: in 52 the Soviets leave from 8N, the Americans from 8I, and nobody else."""
    us = {"8I1": "C:us_ft4 bold", "8N1": "D:us_ft4 bold"}
    g = situation("52", side="ussr", ussr={"8N4": "A:su_ft4 cautious", "9N4": "B:su_ft4 cautious"}, us=us)
    assert "exit" in g.options("A", "move") and "exit" not in g.options("B", "move")
    g.do("A", "move", "exit")
    assert (g.where("A"), g.ap("S1"), g.kinds("us")) == ("exited", 19, ["done"])
    assert "exit" in g.options("C", "move") and "exit" not in g.options("D", "move")


def test_the_play_area_bounds_movement() -> None:
    """52.12: in 52 nobody leaves the part of the map that is in use."""
    for hex_id in ("8H1", "7L6"):
        g = situation("52", us={hex_id: "A:us_ft4 bold"})
        assert g.options("A", "move") <= g.play.book.playable


def test_who_has_entered_cover_this_turn_does_not_leave_the_map() -> None:
    """8.22, A-54."""
    edge = shipped().files["scenarios/53"]["exits"]["x01"]["hexes"]
    cover = next(h for h in edge if TOWN.terrain[h] == "woods")
    outside = next(n for n in TOWN.neighbours[cover] if TOWN.terrain[n] == "open")
    g = situation(side="ussr", ussr={outside: "A:su_ft4 bold", cover: "B:su_ft4 bold"}, us={"5K1": "X:us_ft4"})
    assert "exit" in g.options("B", "move")
    g.do("B", "move", "exit").do("pass").do("A", "move", cover, "stop").do("pass")
    assert "A" not in g.options()


def silent_actions() -> list[tuple[str, list[dict[str, object]], list[dict[str, object]]]]:
    """What opponent and spectators are sent after each silent action of the Americans."""
    us = {"4B1": "A:us_ft5 cautious, L:plt_ldr", "4B4": "S:spotter cautious"}
    actions = {
        "a move": ["A", "move", "4B2", "stop"],
        "a leader's move": ["L", "move", "4B2"],
        "a spotter's move": ["S", "move", "4B3"],
        "a pass": ["pass"],
    }
    out = []
    for name, picks in actions.items():
        g = situation(us=us, ussr=FAR).do(*picks)
        out.append((name, g.frames("ussr"), g.frames("public")))
    g = situation(advantage=["us"], us=us, ussr=FAR)
    out += [("a free pass", g.do("pass").frames("ussr"), g.frames("public"))]
    g = situation(advantage=["us"], us=us, ussr=FAR)
    out += [("a paid pass", g.do("pay").frames("ussr"), g.frames("public"))]
    g = situation(advantage=["us"], us=us, ussr=FAR, ap={"A.R1": 0, "S1": 5})
    out += [("a pass without points", g.do("pass").frames("ussr"), g.frames("public"))]
    g = situation(us=us, ussr={"4B2": "X:su_ft4"})
    out += [("a move beside an enemy", g.do("A", "move", "4B2", "stop").frames("ussr"), g.frames("public"))]
    g = situation("52", side="us", us={"8I1": "A:us_ft4 cautious"}, ussr={"8J4": "X:su_ft4"})
    out += [("an exit", g.do("A", "move", "exit").frames("ussr"), g.frames("public"))]
    return out


@pytest.mark.parametrize(("name", "opponent", "public"), silent_actions(), ids=lambda x: x if isinstance(x, str) else "")
def test_silent_actions_sound_alike(name: str, opponent: list[dict[str, object]], public: list[dict[str, object]]) -> None:
    """4.1 C, 12.0: exactly one event, the same for all."""
    expected = [{"kind": "done", "text": "USA: done", "data": {"side": "us"}, "rule": "4.1"}]
    assert opponent == expected and public == expected


def test_moving_loses_what_was_noted_of_the_unit() -> None:
    """10.36, 10.37: it has moved since it fired or was spotted."""
    g = situation(us={"4B7": "A:us_ft5 bold fired"}, ussr=FAR)
    g.unit("A").seen.append("ussr p001")
    g.do("A", "move", "4B1", "stop")
    assert (g.unit("A").fired, g.unit("A").seen) == (False, [])
