"""Flat-top hex grids with `CCRR` ids, even columns half a hex low.

Columns count from the west, rows from the north, both from 01. Directions 1..6 are N NE SE S SW NW. Ranges and
neighbours are tables of bit sets: bit `i` stands for `Grid.ids[i]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


def cube(hex_id: str) -> tuple[int, int, int]:
    """Cube coordinates (q, r, s) with q + r + s == 0 of a `CCRR` id."""
    q = int(hex_id[:2])
    r = (2 * int(hex_id[2:]) + (q % 2 == 0) - q - 1) // 2
    return q, r, -q - r


def uncube(q: int, r: int) -> str:
    """The `CCRR` id of cube coordinates; the caller checks that it lies on a map."""
    return f"{q:02d}{(2 * r + q + 1 - (q % 2 == 0)) // 2:02d}"


def distance(a: str, b: str) -> int:
    """Hexes from a to b, counting b and not a."""
    aq, ar, as_ = cube(a)
    bq, br, bs = cube(b)
    return max(abs(aq - bq), abs(ar - br), abs(as_ - bs))


def step(hex_id: str, direction: int) -> str:
    """The id of the hex one step in direction 1..6 (N NE SE S SW NW), on the map or not."""
    q, r, _ = cube(hex_id)
    dq, dr = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))[direction - 1]
    return uncube(q + dq, r + dr)


def side(a: str, b: str) -> tuple[str, str]:
    """The key of the hexside between two adjacent hexes: both ids, the lower first."""
    return (a, b) if a < b else (b, a)


class Grid:
    """The hexes of one map and their geometry. Immutable; share it freely (see `grid`)."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids: tuple[str, ...] = tuple(sorted(ids))
        self.index: dict[str, int] = {h: i for i, h in enumerate(self.ids)}
        self.neighbours: dict[str, tuple[str, ...]] = {
            h: tuple(n for n in (step(h, d) for d in range(1, 7)) if n in self.index) for h in self.ids
        }
        self.neighbour_bits: dict[str, int] = {h: self.bits(ns) for h, ns in self.neighbours.items()}
        self._within: dict[tuple[str, int], int] = {}
        self._edges: dict[str, tuple[str, ...]] = {}

    def __contains__(self, hex_id: str) -> bool:
        return hex_id in self.index

    def bits(self, hexes: Iterable[str]) -> int:
        """The bit set of some hexes of this grid."""
        out = 0
        for h in hexes:
            out |= 1 << self.index[h]
        return out

    def hexes(self, bits: int) -> Iterator[str]:
        """The hexes of a bit set, in id order."""
        while bits:
            low = bits & -bits
            yield self.ids[low.bit_length() - 1]
            bits ^= low

    def within(self, hex_id: str, radius: int) -> int:
        """The bit set of all hexes at most `radius` hexes from this one, itself included."""
        found = self._within.get((hex_id, radius))
        if found is None:
            if radius <= 0:
                found = 1 << self.index[hex_id]
            else:
                inner = self.within(hex_id, radius - 1)
                found = inner
                for h in self.hexes(inner):
                    found |= self.neighbour_bits[h]
            self._within[hex_id, radius] = found
        return found

    def edge(self, name: str) -> tuple[str, ...]:
        """The hexes of one map edge: "north", "south", "west" or "east"."""
        if name not in self._edges:
            self._edges[name] = self._edge(name)
        return self._edges[name]

    def _edge(self, name: str) -> tuple[str, ...]:
        columns = [h[:2] for h in self.ids]
        rows = [h[2:] for h in self.ids]
        part, value = {
            "north": (slice(2, 4), min(rows)),
            "south": (slice(2, 4), max(rows)),
            "west": (slice(0, 2), min(columns)),
            "east": (slice(0, 2), max(columns)),
        }[name]
        return tuple(h for h in self.ids if h[part] == value)


@lru_cache(maxsize=32)
def grid(ids: tuple[str, ...]) -> Grid:
    """One shared Grid for each set of hexes."""
    return Grid(ids)


def line(a: str, b: str) -> list[str]:
    """The hexes of a straight line from a to b, both included; a tie between two hexes takes the lower id.

    Exact integer arithmetic: of the hexes at each distance from a, the one whose centre lies nearest to the line.
    """
    n = distance(a, b)
    out = [a]
    aq, ar, _ = cube(a)
    bq, br, _ = cube(b)
    for i in range(1, n + 1):
        # the point n*P = (n-i)*A + i*B in cube coordinates scaled by n; nearest centre by squared cube distance
        pq, pr = (n - i) * aq + i * bq, (n - i) * ar + i * br
        best = min(
            (
                (n * q - pq) ** 2 + (n * r - pr) ** 2 + (n * (-q - r) + pq + pr) ** 2,
                uncube(q, r),
            )
            for q, r in _around(out[-1])
            if distance(a, uncube(q, r)) == i
        )
        out.append(best[1])
    return out


def _around(hex_id: str) -> Iterator[tuple[int, int]]:
    q, r, _ = cube(hex_id)
    for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
        yield q + dq, r + dr
