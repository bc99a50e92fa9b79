"""One line of sight at a time, exact: what stops it (11.22, 11.23, 11.27).

The sweep of `sweep` decides who sees whom; this explains a single line to people.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from engine.titles.cityfight import clip, geometry
from engine.titles.cityfight.geometry import Point

_KINDS = {"buildings": "building", "woods": "woods", "embankments": "embankment"}


class Blocker(msgspec.Struct, frozen=True):
    """What stops a line: `kind` building, woods, embankment or wall; `id` the feature in the pack (of a wall, its hexside).

    `hex`: where it begins to stop it. `line`: the line in the lattice, x, y of the firer's end, x, y of the target's.
    """

    kind: str
    id: str
    hex: str
    line: tuple[int, int, int, int]


class Sightlines:
    """The outlines and walls of one map."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.anchors = {h: tuple(row["anchor"]) if "anchor" in row else geometry.centre(h) for h, row in board["hexes"].items()}
        self.outlines = [(_KINDS[k], f, clip.points(row["outline"])) for k in _KINDS for f, row in board[k].items()]
        self.walls = [(key, *clip.points(row["wall"])) for key, row in board["sides"].items() if "wall" in row]

    def blocker(self, a: str, b: str, start: Point | None = None) -> Blocker | None:
        """What stops the line from a point of hex a (its anchor when none is given) to the anchor of hex b, nearest to a."""
        p, t = start or self.anchors[a], self.anchors[b]
        line = (*p, *t)
        ends = (geometry.corners(a), geometry.corners(b))
        found: list[tuple[Fraction, str, str]] = []
        for kind, fid, outline in self.outlines:
            if _apart(p, t, outline):
                continue
            at = _enters(p, t, outline, ends)
            if at is not None:
                found.append((at, kind, fid))
        for key, w, v in self.walls:
            if a != b and _crosses(p, t, a, key, w, v):
                found.append((_reach(p, t, w, v), "wall", key))
        if not found:
            return None
        at, kind, fid = min(found)
        where = fid[:3] if kind == "wall" else _hex_at(p, t, at)
        return Blocker(kind, fid, where, line)


def _apart(p: Point, t: Point, outline: list[Point]) -> bool:
    """Whether a line and an outline are apart by their bounds."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return max(xs) < min(p[0], t[0]) or min(xs) > max(p[0], t[0]) or max(ys) < min(p[1], t[1]) or min(ys) > max(p[1], t[1])


def _enters(p: Point, t: Point, outline: list[Point], ends: tuple[tuple[Point, ...], tuple[Point, ...]]) -> Fraction | None:
    """How far along the line, 0 to 1, it first runs inside an outline and outside both end hexes; None when nowhere."""
    cuts = sorted({Fraction(0), Fraction(1)}.union(*(_cuts(p, t, shape) for shape in (outline, *ends))))
    for s, e in pairwise(cuts):
        m = _on(p, t, (s + e) / 2)
        if clip.inside(outline, m) > 0 and all(clip.inside(shape, m) < 0 for shape in ends):
            return s
    return None


def _cuts(p: Point, t: Point, shape: list[Point] | tuple[Point, ...]) -> set[Fraction]:
    """Where a line meets the edges of a shape; edges along the line count by their neighbours."""
    out = set()
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        if clip.turn(p, t, a) * clip.turn(p, t, b) <= 0 and (at := _reach(p, t, a, b)) is not None and 0 < at < 1:
            out.add(at)
    return out


def _reach(p: Point, t: Point, a: Point, b: Point) -> Any:
    """How far along p t the line through a b is met; None when they are parallel."""
    dx, dy, ex, ey = t[0] - p[0], t[1] - p[1], b[0] - a[0], b[1] - a[1]
    den = dx * ey - dy * ex
    return Fraction((a[0] - p[0]) * ey - (a[1] - p[1]) * ex, den) if den else None


def _on(p: Point, t: Point, at: Fraction) -> clip.Rational:
    n, w = at.numerator, at.denominator
    return p[0] * w + (t[0] - p[0]) * n, p[1] * w + (t[1] - p[1]) * n, w


def _crosses(p: Point, t: Point, a: str, key: str, w: Point, v: Point) -> bool:
    """Whether a line crosses a wall; from a point at the wall, whether it leaves hex a through it."""
    if clip.turn(p, t, w) * clip.turn(p, t, v) >= 0:
        return False
    here, there = clip.turn(w, v, p), clip.turn(w, v, t)
    if here == 0 and a in key.split("|"):
        here = clip.turn(w, v, geometry.centre(a))
    return here * there < 0


def _hex_at(p: Point, t: Point, at: Fraction) -> str:
    """The hex that the line is in just beyond a point of it."""
    x, y, w = _on(p, t, at + (1 - at) / 1000)
    q = round(Fraction(x, 120 * w))
    near = [(q + i, round(Fraction(y, 120 * w) - Fraction(q + i, 2))) for i in (-1, 0, 1)]
    for q, r in [(q, r + j) for q, r in near for j in (-1, 0, 1)]:
        shape = [(120 * q + dx, 120 * r + 60 * q + dy) for dx, dy in geometry.CORNERS]
        if clip.inside(shape, (x, y, w)) >= 0 and geometry.at(q, r):
            return geometry.at(q, r)
    return ""
