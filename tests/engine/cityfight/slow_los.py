"""A slow check of lines of sight, written apart from the engine's sweep: candidate lines, each tested against every outline near it.

A firer sees a target if some point of his part of the map can be joined to the target's middle by a clear line. The points from which it
is seen form a closed set, so if there are any, there is one in a direction in which a corner lies: of the firer's own part, of an outline,
of a wall or of the two end hexes, or where an outline meets the border of an end hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import Any

Vec = tuple[int, int]
Exact = tuple[Fraction, Fraction]
ROWS = "ABCDEFGHIJKLMN"
RING = {1: (0, -1), 2: (1, -1), 3: (1, 0), 4: (0, 1), 5: (-1, 1), 6: (-1, 0), 7: (0, 0)}
CORNERS = ((80, 0), (40, 60), (-40, 60), (-80, 0), (-40, -60), (40, -60))


def middle(code: str) -> Vec:
    """The centre of a hex."""
    n, k = int(code[0]) or 10, ROWS.index(code[1])
    dq, dr = RING[int(code[2])]
    q, r = 3 * n + k // 2 + 2 * (k % 2) + dq, -2 * n + 4 * (k // 2) + k % 2 + dr
    return 120 * q, 120 * r + 60 * q


def hexagon(code: str) -> list[Vec]:
    """The corners of a hex."""
    x, y = middle(code)
    return [(x + dx, y + dy) for dx, dy in CORNERS]


def cross(a: Any, b: Any) -> Any:
    """The cross product of two vectors."""
    return a[0] * b[1] - a[1] * b[0]


def where(p: Any, shape: list[Vec]) -> int:
    """1 inside a shape, 0 on its border, -1 outside."""
    px, py = Fraction(p[0]), Fraction(p[1])
    w = lcm(px.denominator, py.denominator)
    x, y = px.numerator * (w // px.denominator), py.numerator * (w // py.denominator)
    odd = False
    for (x0, y0), (x1, y1) in zip(shape, shape[1:] + shape[:1], strict=True):
        turn = (x1 - x0) * (y - y0 * w) - (y1 - y0) * (x - x0 * w)
        if turn == 0 and min(x0, x1) * w <= x <= max(x0, x1) * w and min(y0, y1) * w <= y <= max(y0, y1) * w:
            return 0
        if (y0 * w <= y) != (y1 * w <= y) and (turn < 0) == (y1 < y0):
            odd = not odd
    return 1 if odd else -1


class SlowLos:
    """One map: who sees whom, by brute force."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.hexes = board["hexes"]
        self.outlines: dict[str, list[Vec]] = {}
        for kind in ("buildings", "woods", "embankments"):
            for key, row in board[kind].items():
                flat = row["outline"]
                self.outlines[f"{kind}/{key}"] = list(zip(flat[::2], flat[1::2], strict=True))
        self.walls = [(set(k.split("|")), tuple(r["wall"][:2]), tuple(r["wall"][2:])) for k, r in board["sides"].items() if "wall" in r]
        village = {m for m, row in board["megahexes"].items() if row.get("old_village")}
        self.village = {h: hexagon(h) for h in self.hexes if h[:2] in village}

    def target(self, h: str) -> Vec:
        """Where lines of sight to a hex end."""
        anchor = self.hexes[h].get("anchor")
        return (anchor[0], anchor[1]) if anchor else middle(h)

    def part(self, h: str) -> list[Vec]:
        """The shape from which a unit in a hex fires, so far as it lies in the hex."""
        row = self.hexes[h]
        if row["t"] == "open":
            return hexagon(h)
        return self.outlines[f"buildings/{row['building']}" if row["t"] == "building" else f"woods/{row['woods']}"]

    def sees(self, a: str, b: str, shun_village: bool = False) -> bool:
        """Whether hex a sees hex b; with `shun_village` by a line through no hex of the Old Village."""
        if shun_village and (a in self.village or b in self.village):
            return False
        return any(self.clear(d, a, b, shun_village) for d in self.candidates(a, b, shun_village))

    # ---- candidate directions

    def candidates(self, a: str, b: str, shun_village: bool) -> Iterator[Vec]:
        """Directions from the target, as whole vectors, in which the firer's part is met."""
        t, part, here, there = self.target(b), self.part(a), hexagon(a), hexagon(b)
        own: list[Any] = [p for p in part if where(p, here) >= 0] + [p for p in here if where(p, part) >= 0]
        own += meetings(part, here)
        rays = [whole(p[0] - t[0], p[1] - t[1]) for p in own]
        lo = hi = rays[0]
        for ray in rays:
            lo = ray if cross(lo, ray) < 0 else lo
            hi = ray if cross(hi, ray) > 0 else hi
        towards = (lo[0] + hi[0], lo[1] + hi[1]) if cross(lo, hi) else lo
        far = max(x * towards[0] + y * towards[1] for x, y in around(here, t))

        def before(shape: Iterable[Any]) -> bool:
            return any((x - t[0]) * towards[0] + (y - t[1]) * towards[1] <= far for x, y in shape)

        self.near = []
        for key, shape in self.shapes(shun_village):
            seen_from = around(shape, t)
            if before(shape) and any(cross(lo, v) > 0 for v in seen_from) and any(cross(hi, v) < 0 for v in seen_from):
                self.near.append((key, shape))
        more: list[Any] = [*here, *there, *(p for _, w, v in self.walls for p in (w, v))]
        for _, shape in self.near:
            more += [*shape, *meetings(shape, here), *meetings(shape, there)]
        seen = set()
        for ray in [*rays, *(whole(p[0] - t[0], p[1] - t[1]) for p in more if before([p]))]:
            inner = cross(lo, ray) >= 0 and cross(ray, hi) >= 0 and ray[0] * towards[0] + ray[1] * towards[1] > 0
            if inner and ray not in seen:
                seen.add(ray)
                yield ray

    def shapes(self, shun_village: bool) -> Iterator[tuple[str, list[Vec]]]:
        yield from self.outlines.items()
        if shun_village:
            yield from self.village.items()

    # ---- one line

    def clear(self, d: Vec, a: str, b: str, shun_village: bool = False) -> bool:
        """Whether the line from the target in a direction, as far as the firer's part, is clear."""
        t, here, there = self.target(b), hexagon(a), hexagon(b)
        part = self.part(a)
        stops = sorted(set(cuts(t, d, part)) | set(cuts(t, d, here)))
        end = next((s for s in stops if where(at(t, d, s), part) >= 0 and where(at(t, d, s), here) >= 0), None)
        if end is None:
            return False
        fixed = {Fraction(0), end, *cuts(t, d, here), *cuts(t, d, there)}
        for n, (key, shape) in enumerate(self.near):
            heights = [cross(d, v) for v in around(shape, t)]
            along = key in self.village and min(heights) * max(heights) == 0
            if (min(heights) >= 0 or max(heights) <= 0) and not along:
                continue
            marks = sorted(s for s in fixed | set(cuts(t, d, shape)) if 0 <= s <= end)
            for s, e in pairwise(marks):
                m = at(t, d, (s + e) / 2)
                if where(m, here) >= 0 or where(m, there) >= 0:
                    continue
                if where(m, shape) > 0 or (along and self.between(m)):
                    self.near.insert(0, self.near.pop(n))  # it will often stop the next line too
                    return False
        return not any(self.stops(wall, t, d, end, a) for wall in self.walls)

    def between(self, m: Exact) -> bool:
        """Whether a point lies on the side of two hexes of the Old Village."""
        return sum(where(m, shape) == 0 for shape in self.village.values()) > 1

    def stops(self, wall: tuple[set[str], Vec, Vec], t: Vec, d: Vec, end: Fraction, a: str) -> bool:
        """Whether a wall crosses the line; a firer at the wall is on his own hex's side of it."""
        sides, w, v = wall
        hw, hv = cross(d, (w[0] - t[0], w[1] - t[1])), cross(d, (v[0] - t[0], v[1] - t[1]))
        if hw * hv >= 0:
            return False
        e = (v[0] - w[0], v[1] - w[1])
        s = Fraction(cross((w[0] - t[0], w[1] - t[1]), e), cross(d, e))
        if s != end or a not in sides:
            return 0 < s < end
        x, y = middle(a)
        return bool(cross(e, (x - w[0], y - w[1])) * cross(e, (t[0] - w[0], t[1] - w[1])) < 0)


def around(shape: Iterable[Vec], t: Vec) -> list[Vec]:
    """A shape's corners seen from a point."""
    return [(x - t[0], y - t[1]) for x, y in shape]


def at(t: Vec, d: Vec, s: Fraction) -> Exact:
    """The point s along a direction."""
    return t[0] + d[0] * s, t[1] + d[1] * s


def whole(x: Any, y: Any) -> Vec:
    """A direction as whole numbers without a common divisor."""
    x, y = Fraction(x), Fraction(y)
    n = x.denominator * y.denominator
    a, b = int(x * n), int(y * n)
    g = gcd(a, b) or 1
    return a // g, b // g


def cuts(t: Vec, d: Vec, shape: list[Vec]) -> list[Fraction]:
    """How far along a ray it meets the edges of a shape; an edge along the ray gives both its ends."""
    out = []
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        u, v = (p[0] - t[0], p[1] - t[1]), (q[0] - t[0], q[1] - t[1])
        hu, hv = cross(d, u), cross(d, v)
        if hu == 0:
            out.append(Fraction(u[0] * d[0] + u[1] * d[1], d[0] * d[0] + d[1] * d[1]))
        if hu * hv < 0:
            e = (v[0] - u[0], v[1] - u[1])
            out.append(Fraction(cross(u, e), cross(d, e)))
    return [s for s in out if s >= 0]


def meetings(shape: list[Vec], other: list[Vec]) -> list[Exact]:
    """Where the borders of two shapes cross."""
    out = []
    box = (min(x for x, _ in other), max(x for x, _ in other), min(y for _, y in other), max(y for _, y in other))
    for p, q in zip(shape, shape[1:] + shape[:1], strict=True):
        if max(p[0], q[0]) < box[0] or min(p[0], q[0]) > box[1] or max(p[1], q[1]) < box[2] or min(p[1], q[1]) > box[3]:
            continue
        d = (q[0] - p[0], q[1] - p[1])
        out += [at(p, d, s) for s in cuts(p, d, other) if s <= 1]
    return out
