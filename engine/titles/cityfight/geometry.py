"""The hexes and megahexes of Gerlafingen: ids, neighbours, distances, and points in whole numbers.

A megahex is a number 1..10 (printed 0 for 10) and a row A..N; rows B, D, F ... have nine and lie half a megahex to the right. A hex is its
megahex and a digit: 1 at the top, then clockwise, 7 in the middle (3.1). In axial coordinates (q, r) direction d points from hex 7
to hex d: 1 N, 2 NE, 3 SE, 4 S, 5 SW, 6 NW of a flat-top grid. Points are whole numbers in a sheared lattice: a hex's centre is
(120q, 120r + 60q) and its corners lie at `CORNERS` from it, so lines stay exact; the undistorted plane is
(x / 80, y sqrt(3) / 120) in units of a hex's side, in which the lettered rows are level after a clockwise turn by 10.893 degrees.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, compress
from operator import or_

ROWS = "ABCDEFGHIJKLMN"
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""Axial steps of directions 1..6."""
CORNERS = ((-40, -60), (40, -60), (80, 0), (40, 60), (-40, 60), (-80, 0))
"""A hex's corners from its centre; side d runs from corner d - 1 to corner d (modulo 6), clockwise on the map."""
MEGA_STEPS = ((1, -3), (3, -2), (2, 1), (-1, 3), (-3, 2), (-2, -1))
"""Axial steps between the centres of neighbouring megahexes: upper right, right, lower right, lower left, left, upper left."""
_DIGIT = {0: 7, 2: 1, 3: 2, 1: 3, 5: 4, 4: 5, 6: 6}
Point = tuple[int, int]


def _centre(number: int, row: int) -> tuple[int, int]:
    return 3 * number + row // 2 + 2 * (row % 2), -2 * number + 4 * (row // 2) + row % 2


def _megahexes() -> tuple[str, ...]:
    return tuple(f"{n % 10}{ROWS[k]}" for k in range(14) for n in range(1, 11 - k % 2))


MEGAHEXES = _megahexes()
"""All 133 megahexes, row by row from the north, west to east."""


def mega_of(hex_id: str) -> str:
    """The megahex of a hex."""
    return hex_id[:2]


def hexes_of(megahex: str) -> tuple[str, ...]:
    """The seven hexes of a megahex, 1 to 7."""
    return tuple(f"{megahex}{i}" for i in range(1, 8))


@lru_cache(maxsize=4096)
def axial(hex_id: str) -> tuple[int, int]:
    """Axial coordinates of a hex. Raises ValueError for what is no hex of the map."""
    number, row, digit = int(hex_id[0]) or 10, ROWS.index(hex_id[1]), int(hex_id[2:])
    if not 1 <= digit <= 7 or number > 10 - row % 2:
        raise ValueError(f"{hex_id!r} is no hex")
    q, r = _centre(number, row)
    dq, dr = STEPS[digit - 1] if digit < 7 else (0, 0)
    return q + dq, r + dr


@lru_cache(maxsize=8192)
def at(q: int, r: int) -> str:
    """The hex at axial coordinates, "" off the map."""
    digit = _DIGIT[(q - 2 * r) % 7]
    dq, dr = STEPS[digit - 1] if digit < 7 else (0, 0)
    q, r = q - dq, r - dr
    row = (2 * q + 3 * r) // 7
    number, rest = divmod(q - row // 2 - 2 * (row % 2), 3)
    on = 0 <= row < 14 and rest == 0 and 1 <= number <= 10 - row % 2
    return f"{number % 10}{ROWS[row]}{digit}" if on else ""


HEXES = tuple(sorted(h for m in MEGAHEXES for h in hexes_of(m)))
"""All 931 hexes, sorted by id: the order of every bit set."""
INDEX = {h: i for i, h in enumerate(HEXES)}


def step(hex_id: str, direction: int) -> str:
    """The hex one step in direction 1..6, "" off the map."""
    q, r = axial(hex_id)
    dq, dr = STEPS[direction - 1]
    return at(q + dq, r + dr)


@lru_cache(maxsize=4096)
def neighbours(hex_id: str) -> tuple[str, ...]:
    """The hexes next to a hex, in the order of directions; fewer than six at the map edge."""
    return tuple(n for n in (step(hex_id, d) for d in range(1, 7)) if n)


def direction(a: str, b: str) -> int:
    """The direction 1..6 from a hex to the next one; 0 when they are no neighbours."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    delta = (bq - aq, br - ar)
    return STEPS.index(delta) + 1 if delta in STEPS else 0


def opposite(d: int) -> int:
    """The direction back."""
    return (d + 2) % 6 + 1


def side(a: str, b: str) -> str:
    """The key of the hexside between two neighbours: `a|b`, the lower id first."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def distance(a: str, b: str) -> int:
    """The range in hexes, counting b and not a."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    return max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br))


def mega_distance(a: str, b: str) -> int:
    """How many megahexes apart two megahexes are: 0 the same, 1 adjacent."""
    (aq, ar), (bq, br) = axial(f"{a}7"), axial(f"{b}7")
    dq, dr = aq - bq, ar - br
    right, down = (dq - 2 * dr) // 7, (2 * dq + 3 * dr) // 7
    return max(abs(right), abs(down), abs(right + down))


@lru_cache(maxsize=256)
def mega_neighbours(megahex: str) -> tuple[str, ...]:
    """The megahexes next to a megahex, clockwise from the upper right."""
    q, r = axial(f"{megahex}7")
    return tuple(m[:2] for m in (at(q + dq, r + dr) for dq, dr in MEGA_STEPS) if m)


def is_edge(hex_id: str) -> bool:
    """Whether a hex lies on the map edge."""
    return len(neighbours(hex_id)) < 6


def line(a: str, b: str) -> tuple[str, ...]:
    """The hexes of a straight row from a to b, both included; empty when b does not lie on a straight row with a."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    n = distance(a, b)
    if n and ((bq - aq) % n or (br - ar) % n):
        return ()
    dq, dr = ((bq - aq) // n, (br - ar) // n) if n else (0, 0)
    out = tuple(at(aq + i * dq, ar + i * dr) for i in range(n + 1))
    return out if all(out) and (not n or (dq, dr) in STEPS) else ()


def centre(hex_id: str) -> Point:
    """The centre of a hex in the lattice."""
    q, r = axial(hex_id)
    return 120 * q, 120 * r + 60 * q


def corners(hex_id: str) -> tuple[Point, ...]:
    """The six corners of a hex in the lattice; side d runs from corner d - 1 to corner d."""
    x, y = centre(hex_id)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def side_ends(hex_id: str, d: int) -> tuple[Point, Point]:
    """The ends of side d of a hex."""
    c = corners(hex_id)
    return c[d - 1], c[d % 6]


_FLAGS = bytes(c == ord("1") for c in range(256))
"""Binary digits as bytes to select by."""


def bits(hexes: Iterable[str]) -> int:
    """The bit set of some hexes."""
    out = 0
    for h in hexes:
        out |= 1 << INDEX[h]
    return out


def from_bits(value: int) -> tuple[str, ...]:
    """The hexes of a bit set, in the order of their ids."""
    return tuple(compress(HEXES, bin(value)[:1:-1].encode().translate(_FLAGS)))


@lru_cache(maxsize=1024)
def _rings(hex_id: str) -> tuple[int, ...]:
    """The bit sets of the hexes within 0, 1, 2 ... of a hex."""
    ranges = [distance(hex_id, h) for h in HEXES]
    out = [0] * (max(ranges) + 1)
    for i, n in enumerate(ranges):
        out[n] |= 1 << i
    return tuple(accumulate(out, or_))


def within(hex_id: str, radius: int) -> int:
    """The bit set of the hexes within a range, the hex itself included."""
    rings = _rings(hex_id)
    return rings[min(radius, len(rings) - 1)]
