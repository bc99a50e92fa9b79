"""Setting up Budapest '56: rules 3.2, 16.1, 16.11, 16.14, 16.21, 16.24."""

from __future__ import annotations

from collections import Counter

from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.state import HAND, OUT, POOL, WAITING
from tests.engine.cwb.kit import Game, set_up


def boxes(g: Game) -> Counter[tuple[str, str]]:
    """How many counters of each command lie where."""
    book = BUDAPEST.book(g.state)
    return Counter((book.units[p.unit].cmd, p.at) for p in g.state.pieces.values())


def test_16_11_five_headquarters_fifteen_rebels_five_army() -> None:
    found = boxes(set_up())
    assert found["REB", HAND] == 5 + 15
    assert found["ARMY", HAND] == 5
    assert (found["REB", POOL], found["ARMY", POOL]) == (36 - 15, 14 - 5)
    assert found["US", OUT] == 9


def test_16_24_no_soviet_unit_is_on_the_map() -> None:
    found = boxes(set_up())
    assert [found[cmd, WAITING] for cmd in ("2G", "33G", "128G", "SC")] == [10, 9, 8, 23]


def test_16_14_with_intervention_the_whole_army_is_placed() -> None:
    found = boxes(set_up({"army": "yes"}))
    assert (found["ARMY", HAND], found["ARMY", POOL], found["REB", HAND]) == (14, 0, 20)


def test_16_11_headquarters_on_objectives_only() -> None:
    """Not in an embassy (16.33), nor two in one (7.9)."""
    g = set_up()
    book = BUDAPEST.book(g.state)
    hexes = g.options("REB:RAFC")
    assert hexes == {h for h in book.map.grid.ids if "objective" in book.map.flags[h] and "embassy" not in book.map.flags[h]}
    assert len(hexes) == 26
    g.do("REB:RAFC", "1816")
    assert "1816" not in g.options("REB:NG")


def test_16_11_the_others_on_or_next_to_objectives_and_squares() -> None:
    g = set_up()
    book = BUDAPEST.book(g.state)
    unit = next(p.unit for p in g.state.pieces.values() if p.at == HAND and book.units[p.unit].type != "hq")
    marked = [h for h in book.map.grid.ids if book.map.flags[h] & {"objective", "square"} or book.map.terrain[h] == "square"]
    near = {n for h in marked if "embassy" not in book.map.flags[h] for n in (h, *book.map.neighbours[h])}
    assert g.options(unit) == near - {"1614", "1315"}


def test_16_11_placing_may_be_done_anew_until_all_is_down() -> None:
    g = set_up()
    g.do("REB:RAFC", "1816").do("REB:RAFC", "1518")
    assert g.where("REB:RAFC") == "1518"
    assert g.refusal("done") == ("not_all_placed", "16.11")
    g.do("rest", "go")
    assert "done" in g.options()
    assert not [p for p in g.state.pieces.values() if p.at == HAND]


def test_16_21_the_draw_is_blind() -> None:
    """Nobody learns what was drawn but for what the owner may know of it; the pools are lists, not orders."""
    g = set_up()
    mine = g.view("hungarian")["pieces"]
    assert len(mine) == 25
    assert all("name" not in p and p["symbol"] for p in mine.values())
    assert not [p for p in g.view("soviet")["pieces"].values() if p["side"] == "hungarian"]


def test_3_2_the_other_side_sees_the_set_up_when_it_is_done() -> None:
    g = set_up().do("REB:RAFC", "1816")
    assert "placed" not in [e.kind for e in g.events if "soviet" in e.readings]
    g.do("rest", "go").end()
    seen = [p for p in g.view("soviet")["pieces"].values() if p["side"] == "hungarian"]
    assert len(seen) == 25
    assert all(p["untried"] for p in seen)


def test_squares_are_hexes_of_that_terrain() -> None:
    """16.11 speaks of squares: the placing zone must know them."""
    g = set_up()
    book = BUDAPEST.book(g.state)
    field = BUDAPEST.field(g.state)
    squares = [h for h in book.map.grid.ids if book.map.terrain[h] == "square"]
    assert len(squares) == 20
    assert all(BUDAPEST.counts(g.state, field, h) for h in squares)
