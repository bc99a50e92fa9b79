"""Lines of sight over the town, exact in whole numbers (11.2): one sweep around a target finds all hexes that see it.

A line runs from any point of the firer's hex, or of the part of his building or woods that lies in his hex, to the centre of the
target: the hex's centre in the open, the feature's anchor otherwise. It is blocked where an open stretch of it lies inside an outline
of a building, woods or embankment, outside the two end hexes; running along an outline is clear (11.23). A wall, the blocked part of a
hexside, stops every line that crosses it, at the end hexes too (11.27), also of a firer who stands at it. So sight is not mutual.

Light leaves the target's centre through the hexes in the order of their distance; every hex receives closed ranges of directions, its
obstacles take open ranges away, and what remains goes on through the far sides. A firer sees the target when a direction that reaches his
hex meets his part of it. The ends of a range are exact directions, so grazing needs no tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any

from engine.titles.cityfight import clip, geometry
from engine.titles.cityfight.geometry import HEXES, INDEX, Point

Direction = tuple[int, int]
Range = tuple[Direction, Direction]


class Cell:
    """A hex, on the map or beside it, as light meets it."""

    def __init__(self, q: int, r: int) -> None:
        self.id = geometry.at(q, r)
        self.centre: Point = (120 * q, 120 * r + 60 * q)
        self.corners: tuple[Point, ...] = tuple((self.centre[0] + dx, self.centre[1] + dy) for dx, dy in geometry.CORNERS)
        self.beyond: list[Cell | None] = [None] * 6
        self.blocks: list[tuple[str, clip.Hull]] = []
        """Outlines within the hex by feature, as hulls of connected pieces."""
        self.region: list[clip.Hull] = []
        """Where a unit here fires from, the border of its feature included; empty for the whole hex."""
        self.filled: list[bool] = [False] * 6
        """Sides of which a stretch lies inside one outline."""
        self.walls: list[tuple[Point, Point] | None] = [None] * 6
        self.village = False


class Scene:
    """A map prepared for sweeps."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.anchor: dict[str, Point] = {h: _anchor(h, row) for h, row in board["hexes"].items()}
        self.cells: dict[tuple[int, int], Cell] = {}
        self.cell: dict[str, Cell] = {}
        for q, r in _positions():
            cell = self.cells[q, r] = Cell(q, r)
            if cell.id:
                self.cell[cell.id] = cell
        for (q, r), cell in self.cells.items():
            cell.beyond = [self.cells.get((q + dq, r + dr)) for dq, dr in geometry.STEPS]
        outlines = {f"{k}/{f}": clip.points(row["outline"]) for k in ("buildings", "woods", "embankments") for f, row in board[k].items()}
        for name, outline in outlines.items():
            self._outline(name, outline)
        for h, row in board["hexes"].items():
            cell = self.cell[h]
            if row["t"] != "open":
                own = f"buildings/{row['building']}" if row["t"] == "building" else f"woods/{row['woods']}"
                cell.region = [hull for name, hull in cell.blocks if name == own]
                cell.region += clip.touches(outlines[own], cell.region, cell.corners)
        for key, row in board["sides"].items():
            if "wall" in row:
                a, b = key.split("|")
                ends = clip.points(row["wall"])
                for x, y in ((a, b), (b, a)):
                    self.cell[x].walls[geometry.direction(x, y) - 1] = (ends[0], ends[1])
        for m, row in board["megahexes"].items():
            for h in geometry.hexes_of(m) if row.get("old_village") else ():
                self.cell[h].village = True

    def _outline(self, name: str, outline: list[Point]) -> None:
        parts = clip.triangles(outline)
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        for cell in self.cells.values():
            x, y = cell.centre
            if x + 80 <= min(xs) or x - 80 >= max(xs) or y + 60 <= min(ys) or y - 60 >= max(ys):
                continue
            cell.blocks.extend((name, hull) for hull in clip.components(outline, parts, cell.corners))
            for d in range(6):
                if not cell.filled[d]:
                    cell.filled[d] = clip.fills_side(outline, cell.corners[d], cell.corners[(d + 1) % 6])

    def seen_by(self, target: str, shun_village: bool = False) -> int:
        """The bit set of the hexes from which a target is seen, itself included.

        `shun_village`: only lines that pass through no hex of the Old Village, the end hexes included (10.22).
        """
        start = self.cell[target]
        if shun_village and start.village:
            return 0
        tx, ty = self.anchor[target]
        seen = 1 << INDEX[target]
        light: dict[Cell, list[Range]] = {}
        queue: list[tuple[int, int, int]] = []
        self._pour(start, None, (tx, ty), light, queue)
        while queue:
            _, x, y = heappop(queue)
            cell = self.cells[x, y]
            ranges = _merged(light.pop(cell))
            if shun_village and cell.village:
                ranges = _without(ranges, *_span([(x, y, 1) for x, y in cell.corners], tx, ty))
            else:
                if cell.id and (not cell.region or any(_meets(ranges, *_span(hull, tx, ty)) for hull in cell.region)):
                    seen |= 1 << INDEX[cell.id]
                for _, hull in cell.blocks:
                    ranges = _without(ranges, *_span(hull, tx, ty))
            if ranges:
                self._pour(cell, ranges, (tx, ty), light, queue, shun_village)
        return seen

    def _pour(
        self,
        cell: Cell,
        ranges: list[Range] | None,
        source: Point,
        light: dict[Cell, list[Range]],
        queue: list[tuple[int, int, int]],
        shun_village: bool = False,
    ) -> None:
        """Send light out of a hex through its far sides; without ranges, out of the source's own hex."""
        tx, ty = source
        rays = [(x - tx, y - ty) for x, y in cell.corners]
        faces = [_cross(rays[d], rays[(d + 1) % 6]) for d in range(6)]
        for d, face in enumerate(faces):
            next_to = cell.beyond[d]
            if ranges and face == 0 and (cell.filled[d] or (shun_village and cell.village and next_to is not None and next_to.village)):
                ray = rays[d]  # light along a side whose both banks are one outline
                ranges = [(lo, hi) for lo, hi in ranges if _cross(lo, hi) or _cross(lo, ray)]
        for d, face in enumerate(faces):
            next_to = cell.beyond[d]
            if face <= 0 or next_to is None:
                continue
            lo, hi = rays[d], rays[(d + 1) % 6]
            out = [(lo, hi)] if ranges is None else _within(ranges, lo, hi)
            wall = cell.walls[d]
            if wall and out:
                out = _without(out, *_span([(*wall[0], 1), (*wall[1], 1)], tx, ty))
            if out:
                if next_to not in light:
                    light[next_to] = []
                    x, y = next_to.centre
                    heappush(queue, (3 * (x - tx) ** 2 + 4 * (y - ty) ** 2, *_axial(next_to)))
                light[next_to].extend(out)


def _axial(cell: Cell) -> tuple[int, int]:
    x, y = cell.centre
    return x // 120, (y - x // 2) // 120


def _anchor(hex_id: str, row: Mapping[str, Any]) -> Point:
    if "anchor" in row:
        x, y = row["anchor"]
        return int(x), int(y)
    return geometry.centre(hex_id)


def _positions() -> list[tuple[int, int]]:
    """The map's hexes and those beside it that a line between two hexes of the map can cross."""
    corners = [c for h in HEXES if geometry.is_edge(h) for c in geometry.corners(h)]
    hull = [(x, y) for x, y, _ in clip.hull([(x, y, 1) for x, y in corners])]
    qs, rs = zip(*(geometry.axial(h) for h in HEXES), strict=True)
    out = []
    for q in range(min(qs), max(qs) + 1):
        for r in range(min(rs), max(rs) + 1):
            x, y = 120 * q, 120 * r + 60 * q
            if geometry.at(q, r) or any(clip.inside(hull, (x + dx, y + dy, 1)) >= 0 for dx, dy in geometry.CORNERS):
                out.append((q, r))
    return out


def _cross(a: Direction, b: Direction) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _span(hull: Any, tx: int, ty: int) -> Range:
    """The extreme directions of a shape seen from a point outside it."""
    x, y, w = hull[0]
    lo = hi = (x - tx * w, y - ty * w)
    for x, y, w in hull[1:]:
        ray = (x - tx * w, y - ty * w)
        if _cross(lo, ray) < 0:
            lo = ray
        elif _cross(hi, ray) > 0:
            hi = ray
    return lo, hi


def _within(ranges: list[Range], lo: Direction, hi: Direction) -> list[Range]:
    """Closed ranges cut by a closed range."""
    out = []
    for a, b in ranges:
        a = lo if _cross(a, lo) > 0 else a
        b = hi if _cross(hi, b) > 0 else b
        if _cross(a, b) >= 0:
            out.append((a, b))
    return out


def _without(ranges: list[Range], lo: Direction, hi: Direction) -> list[Range]:
    """Closed ranges less an open range."""
    if not _cross(lo, hi):
        return ranges
    out = []
    for a, b in ranges:
        if _cross(a, hi) <= 0 or _cross(lo, b) <= 0:
            out.append((a, b))
            continue
        if _cross(a, lo) >= 0:
            out.append((a, lo))
        if _cross(hi, b) >= 0:
            out.append((hi, b))
    return out


def _meets(ranges: list[Range], lo: Direction, hi: Direction) -> bool:
    return any(_cross(a, hi) >= 0 and _cross(lo, b) >= 0 for a, b in ranges)


def _merged(ranges: list[Range]) -> list[Range]:
    """Closed ranges in order, those that touch joined."""
    out: list[Range] = []
    for a, b in ranges:
        k = 0
        while k < len(out):
            lo, hi = out[k]
            if _cross(a, hi) >= 0 and _cross(lo, b) >= 0:
                a = a if _cross(a, lo) > 0 else lo
                b = hi if _cross(b, hi) > 0 else b
                del out[k]
            else:
                k += 1
        out.append((a, b))
    return out
