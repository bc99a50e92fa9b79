"""Outlines cut by hexes, exactly: what a line of sight meets in each hex.

Points are homogeneous whole numbers (x, y, w) with w > 0, standing for (x / w, y / w) of the lattice (`geometry`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd

from engine.titles.cityfight.geometry import Point

Rational = tuple[int, int, int]
Hull = tuple[Rational, ...]
Corners = Sequence[Point]


def points(flat: Sequence[int]) -> list[Point]:
    """The vertices of an outline that the pack lists as x, y, x, y ..."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive when a, b, c turn like a hex's corners, 0 when they lie on a line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area2(outline: Sequence[Point]) -> int:
    """Twice the signed area; positive when the vertices go round like a hex's corners."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, [*outline[1:], outline[0]], strict=True))


def side_of(a: Point, b: Point, p: Rational) -> int:
    """Positive when p lies on the inner side of the line from a to b, 0 on the line (scaled by p's w)."""
    return (b[0] - a[0]) * (p[1] - a[1] * p[2]) - (b[1] - a[1]) * (p[0] - a[0] * p[2])


def inside(outline: Sequence[Point], p: Rational) -> int:
    """1 strictly inside an outline, 0 on it, -1 outside."""
    x, y, w = p
    odd = False
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        at = side_of(a, b, p)
        if at == 0 and min(a[0], b[0]) * w <= x <= max(a[0], b[0]) * w and min(a[1], b[1]) * w <= y <= max(a[1], b[1]) * w:
            return 0
        if (a[1] * w > y) != (b[1] * w > y) and (at > 0) == (b[1] > a[1]):
            odd = not odd
    return 1 if odd else -1


def simple(outline: Sequence[Point]) -> bool:
    """Whether no two edges of an outline cross or touch, but neighbours at their common corner."""
    edges = [(a, b) for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)]
    bounds = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in edges]
    for n, (a, b) in enumerate(edges):
        west, east, north, south = bounds[n]
        if a == b or (turn(a, b, edges[n - 1][0]) == 0 and _backwards(edges[n - 1][0], a, b)):
            return False
        for m in range(n + 2, len(edges) - (n == 0)):
            w, e, t, s = bounds[m]
            if w > east or e < west or t > south or s < north:
                continue
            c, d = edges[m]
            if turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0:
                return False
    return True


def _backwards(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0


def triangles(outline: Sequence[Point]) -> list[tuple[int, int, int]]:
    """A simple outline of positive area as triangles of vertex numbers, edge to edge. Raises ValueError where none fill it."""
    left = list(range(len(outline)))
    out = []
    while len(left) > 3:
        for k in range(len(left)):
            i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
            if turn(outline[i], outline[j], outline[m]) <= 0 or any(_covers(outline, (i, j, m), n) for n in left if n not in (i, j, m)):
                continue
            out.append((i, j, m))
            del left[k]
            break
        else:
            raise ValueError("no triangles fill an outline that crosses itself")
    return [*out, (left[0], left[1], left[2])]


def _covers(outline: Sequence[Point], triangle: tuple[int, int, int], n: int) -> bool:
    a, b, c = (outline[k] for k in triangle)
    p = outline[n]
    return p not in (a, b, c) and turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0


def cut(shape: Sequence[Rational], corners: Corners) -> list[Rational]:
    """A convex shape (or a segment, as two points) cut by a hex; empty when they do not meet."""
    out = list(shape)
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        heights = [side_of(a, b, p) for p in out]
        kept: list[Rational] = []
        for k, (p, h) in enumerate(zip(out, heights, strict=True)):
            before = k - 1 if k or len(out) > 2 else None
            if before is not None and (heights[before] < 0 < h or h < 0 < heights[before]):
                kept.append(_meet(out[before], heights[before], p, h))
            if h >= 0:
                kept.append(p)
        out = kept
        if not out:
            break
    return out


def _meet(p: Rational, hp: int, q: Rational, hq: int) -> Rational:
    """Where the segment p q meets a line that they lie on both sides of."""
    s = 1 if hp < 0 else -1
    return _reduced(*(s * (a * hq - b * hp) for a, b in zip(p, q, strict=True)))


def _reduced(x: int, y: int, w: int) -> Rational:
    n = gcd(gcd(x, y), w)
    return x // n, y // n, w // n


def components(outline: Sequence[Point], parts: Sequence[tuple[int, int, int]], corners: Corners) -> Iterator[Hull]:
    """The connected pieces of an outline's inside within a hex, each as its convex hull.

    Seen from outside the hex, a piece and its hull hide the same directions.
    """
    pieces: dict[int, list[Rational]] = {}
    for n, part in enumerate(parts):
        shape = cut([(*outline[k], 1) for k in part], corners)
        if len(convex := hull(shape)) > 2:
            pieces[n] = list(convex)
    joined = {n: n for n in pieces}
    edges: dict[tuple[int, int], int] = {}
    for n in pieces:
        a, b, c = parts[n]
        for edge in ((a, b), (b, c), (c, a)):
            other = edges.setdefault((min(edge), max(edge)), n)
            if other != n and _passes((*outline[edge[0]], 1), (*outline[edge[1]], 1), corners):
                _join(joined, n, other)
    groups: dict[int, list[Rational]] = {}
    for n, shape in pieces.items():
        groups.setdefault(_root(joined, n), []).extend(shape)
    for shape in groups.values():
        yield hull(shape)


def touches(outline: Sequence[Point], pieces: Sequence[Hull], corners: Corners) -> Iterator[Hull]:
    """Where an outline's border lies in a hex or on its border without belonging to one of these pieces: points and segments."""
    for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
        ends = tuple(dict.fromkeys(cut([(*a, 1), (*b, 1)], corners)))
        if ends and not any(all(_holds(piece, p) for p in ends) for piece in pieces):
            yield ends


def _holds(convex: Hull, p: Rational) -> bool:
    return all(_bend(a, b, p) >= 0 for a, b in zip(convex, [*convex[1:], convex[0]], strict=True))


def _root(joined: dict[int, int], n: int) -> int:
    while joined[n] != n:
        n = joined[n]
    return n


def _join(joined: dict[int, int], a: int, b: int) -> None:
    joined[_root(joined, a)] = _root(joined, b)


def _passes(p: Rational, q: Rational, corners: Corners) -> bool:
    """Whether a segment runs through the inside of a hex."""
    ends = cut([p, q], corners)
    if len(ends) < 2 or ends[0] == ends[-1]:
        return False
    (x0, y0, w0), (x1, y1, w1) = ends[0], ends[-1]
    middle = (x0 * w1 + x1 * w0, y0 * w1 + y1 * w0, 2 * w0 * w1)
    return all(side_of(a, b, middle) > 0 for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))


def hull(shape: Sequence[Rational]) -> Hull:
    """The corners of the convex hull, in the order of a hex's corners; fewer than three for a point or a segment."""
    rest = sorted(set(shape), key=lambda p: (Fraction(p[0], p[2]), Fraction(p[1], p[2])))
    if len(rest) < 3:
        return tuple(rest)
    lower, upper = _chain(rest), _chain(rest[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(rest: Sequence[Rational]) -> list[Rational]:
    out: list[Rational] = []
    for p in rest:
        while len(out) > 1 and _bend(out[-2], out[-1], p) <= 0:
            out.pop()
        out.append(p)
    return out


def _bend(a: Rational, b: Rational, c: Rational) -> int:
    bx, by = b[0] * a[2] - a[0] * b[2], b[1] * a[2] - a[1] * b[2]
    cx, cy = c[0] * a[2] - a[0] * c[2], c[1] * a[2] - a[1] * c[2]
    return bx * cy - by * cx


def fills_side(outline: Sequence[Point], a: Point, b: Point) -> bool:
    """Whether a stretch of the segment a b lies strictly inside an outline."""
    cuts = {Fraction(0), Fraction(1)}
    for p, q in zip(outline, [*outline[1:], outline[0]], strict=True):
        hp, hq = turn(a, b, p), turn(a, b, q)
        if hp == hq:
            continue
        if (hp <= 0 <= hq) or (hq <= 0 <= hp):
            x, y = p[0] * hq - q[0] * hp, p[1] * hq - q[1] * hp
            w = hq - hp
            along = Fraction((x - a[0] * w) * (b[0] - a[0]) + (y - a[1] * w) * (b[1] - a[1]), w)
            t = along / ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
            if 0 < t < 1:
                cuts.add(t)
    order = sorted(cuts)
    for s, t in pairwise(order):
        m = (s + t) / 2
        n, w = m.numerator, m.denominator
        if inside(outline, (a[0] * w + n * (b[0] - a[0]), a[1] * w + n * (b[1] - a[1]), w)) > 0:
            return True
    return False
