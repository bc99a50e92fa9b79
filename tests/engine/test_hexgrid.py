"""Flat-top grids: neighbours, distances, ranges, edges, lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import hexgrid, packs

IDS = tuple(f"{c:02d}{r:02d}" for c in range(1, 31) for r in range(1, 31))
GRID = hexgrid.grid(IDS)
hexes = st.sampled_from(IDS)


def test_distances_of_the_spec() -> None:
    assert hexgrid.distance("0505", "2314") == 18  # golden test 24
    assert len(list(GRID.hexes(GRID.within("0505", 4)))) == 61
    near = {h for e in ("north", "west") for h in GRID.edge(e) if hexgrid.distance(h, "0505") <= 5}
    assert len(near) == 14  # golden test 24
    assert not any(hexgrid.distance(h, "0505") <= 5 for h in GRID.edge("east"))  # why 17.10's east is read as west


def test_directions_count_clockwise_from_north() -> None:
    assert [hexgrid.step("0505", d) for d in range(1, 7)] == ["0504", "0604", "0605", "0506", "0405", "0404"]  # 19.7
    assert [hexgrid.step("0605", d) for d in range(1, 7)] == ["0604", "0705", "0706", "0606", "0506", "0505"]
    assert len(hexgrid.DIRECTIONS) == 6


def test_edges_are_the_outer_rows_and_columns() -> None:
    assert GRID.edge("north") == tuple(f"{c:02d}01" for c in range(1, 31))
    assert GRID.edge("south") == tuple(f"{c:02d}30" for c in range(1, 31))
    assert GRID.edge("west") == tuple(f"01{r:02d}" for r in range(1, 31))
    assert GRID.edge("east") == tuple(f"30{r:02d}" for r in range(1, 31))


def test_neighbours_at_the_rim() -> None:
    assert GRID.neighbours["0101"] == ("0201", "0102")
    assert set(GRID.neighbours["0201"]) == {"0301", "0302", "0202", "0102", "0101"}
    assert "0000" not in GRID and "0101" in GRID
    assert sum(len(n) for n in GRID.neighbours.values()) % 2 == 0


def test_every_side_of_the_maps_joins_neighbours() -> None:
    pack = packs.load("cold-war-battles")
    for name in ("maps/budapest", "maps/angola"):
        board = pack.files[name]
        grid = hexgrid.grid(tuple(sorted(board["hexes"])))
        assert len(grid.ids) == board["cols"] * board["rows"]
        for key in (*board["sides"], *board["links"]):
            a, b = key.split("|")
            assert b in grid.neighbours[a] and hexgrid.side(b, a) == (a, b)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert hexgrid.distance(a, b) == hexgrid.distance(b, a)
    assert (hexgrid.distance(a, b) == 0) == (a == b)
    assert hexgrid.distance(a, c) <= hexgrid.distance(a, b) + hexgrid.distance(b, c)


@given(hexes)
def test_cube_and_back(h: str) -> None:
    q, r, s = hexgrid.cube(h)
    assert q + r + s == 0 and hexgrid.uncube(q, r) == h


@given(hexes, st.integers(1, 6))
def test_a_step_and_its_opposite(h: str, d: int) -> None:
    there = hexgrid.step(h, d)
    assert hexgrid.distance(h, there) == 1 and hexgrid.step(there, (d + 2) % 6 + 1) == h


@given(hexes, st.integers(0, 7))
def test_a_range_is_all_hexes_within_the_distance(h: str, radius: int) -> None:
    assert list(GRID.hexes(GRID.within(h, radius))) == [x for x in IDS if hexgrid.distance(h, x) <= radius]


@given(st.sets(hexes))
def test_bit_sets_hold_hexes_in_order(some: set[str]) -> None:
    assert list(GRID.hexes(GRID.bits(some))) == sorted(some)


@given(hexes, hexes)
def test_a_line_is_a_shortest_path(a: str, b: str) -> None:
    way = hexgrid.line(a, b)
    assert way[0] == a and way[-1] == b and len(way) == hexgrid.distance(a, b) + 1
    assert all(hexgrid.distance(x, y) == 1 for x, y in pairwise(way))


def _centre(h: str) -> tuple[float, float]:
    column, row = int(h[:2]), int(h[2:])
    return column * 3**0.5 / 2, row + (0.5 if column % 2 == 0 else 0)


@given(hexes, hexes)
def test_a_line_stays_near_the_straight_one(a: str, b: str) -> None:
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    for h in hexgrid.line(a, b):
        x, y = _centre(h)
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else 0
        assert off <= 3**-0.5 + 1e-9  # no hex of the line is farther off than a corner from its centre


@pytest.mark.parametrize(
    ("a", "b", "way"),
    [
        ("0505", "0505", ["0505"]),
        ("0505", "0508", ["0505", "0506", "0507", "0508"]),
        ("0505", "0705", ["0505", "0604", "0705"]),  # along the side of 0604 and 0605: the lower id
        ("0505", "0907", ["0505", "0605", "0706", "0806", "0907"]),
    ],
)
def test_lines_by_hand(a: str, b: str, way: list[str]) -> None:
    assert hexgrid.line(a, b) == way
