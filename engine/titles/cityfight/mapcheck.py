"""Whether a map of the town holds together: ids, hexsides, outlines, roads, water (7.0). `packs.load` asks on every load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine import schema
from engine.titles.cityfight import clip, geometry

GRID = "megahexes of seven flat-top hexes"
Board = Mapping[str, Any]


def problems(name: str, board: Board) -> list[str]:
    """What is wrong with a map that fits its schema, each as `file: place: message`."""
    out = list(_ids(board)) or [*_sides(board), *_features(board)] or [*_outlines(board), *_roads(board)]
    return [f"{name}.json: {p}" for p in out]


schema.GRIDS[GRID] = problems


def _ids(board: Board) -> Iterator[str]:
    for group, wanted in (("hexes", geometry.HEXES), ("megahexes", geometry.MEGAHEXES)):
        have = {k for k in board[group] if k != "source"}
        yield from (f"{group}: {h} is missing" for h in sorted(set(wanted) - have))
        yield from (f"{group}: {h} lies off the map" for h in sorted(have - set(wanted)))


def _sides(board: Board) -> Iterator[str]:
    for key, row in board["sides"].items():
        a, _, b = key.partition("|")
        if a not in geometry.INDEX or b not in geometry.INDEX or a >= b or not geometry.direction(a, b):
            yield f"sides: {key!r} must be two adjacent hexes of the map, the lower id first"
            continue
        inner = board["hexes"][a].get("building", a) == board["hexes"][b].get("building", b)
        covered = [h for h in (a, b) if board["hexes"][h]["t"] == "building"]
        if "wall" in row and not inner:
            yield f"sides/{key}/wall: a wall parts two hexes of one building"
        if row.get("accessible") and ("wall" in row or not covered or (len(covered) == 2 and not inner)):
            yield f"sides/{key}/accessible: only a side of one building, without a wall, can be accessible"
        if "wall" in row and any(_off_side(a, b, p) for p in clip.points(row["wall"])):
            yield f"sides/{key}/wall: it must lie on the hexside"


def _off_side(a: str, b: str, p: geometry.Point) -> bool:
    u, v = geometry.side_ends(a, geometry.direction(a, b))
    return clip.turn(u, v, p) != 0 or not min(u[0], v[0]) <= p[0] <= max(u[0], v[0]) or not min(u[1], v[1]) <= p[1] <= max(u[1], v[1])


def _features(board: Board) -> Iterator[str]:
    used: set[str] = set()
    for h, row in board["hexes"].items():
        kind = row["t"]
        for feature in ("building", "woods"):
            if (feature in row) != (kind == feature):
                yield f"hexes/{h}: {feature!r} belongs to {feature} hexes, and to each of them"
        if (kind == "open") == ("anchor" in row):
            yield f"hexes/{h}: an anchor belongs to building and woods hexes, and to each of them"
        used |= {row[k] for k in ("building", "woods") if k in row}
        if "street_exit" in row and geometry.step(h, row["street_exit"]):
            yield f"hexes/{h}/street_exit: the street does not leave the map there"
    for group in ("buildings", "woods"):
        yield from (f"{group}/{f}: no hex belongs to it" for f in board[group] if f not in used and f != "source")
    for key, bridge in board["bridges"].items():
        if any(not geometry.direction(a, b) for a, b in pairwise(bridge["hexes"])):
            yield f"bridges/{key}/hexes: they must be a row of neighbours"


def _outlines(board: Board) -> Iterator[str]:
    hexes = board["hexes"]
    members: dict[str, list[str]] = {}
    for h, row in hexes.items():
        for feature in ("building", "woods"):
            if feature in row:
                members.setdefault(row[feature], []).append(h)
    for group in ("buildings", "woods", "embankments"):
        for key, row in board[group].items():
            place = f"{group}/{key}/outline"
            if len(row["outline"]) % 2 or len(row["outline"]) < 6:
                yield f"{place}: it must list x, y of three points or more"
                continue
            outline = clip.points(row["outline"])
            if not clip.simple(outline):
                yield f"{place}: it crosses or touches itself"
                continue
            if clip.area2(outline) <= 0:
                yield f"{place}: it must go round clockwise on the map"
            for h in members.get(key, ()) if group != "embankments" else ():
                x, y = hexes[h]["anchor"]
                if clip.inside(outline, (x, y, 1)) < 1 or clip.inside(geometry.corners(h), (x, y, 1)) < 1:
                    yield f"hexes/{h}/anchor: it must lie inside the hex and the outline of {key}"


def _roads(board: Board) -> Iterator[str]:
    sides = board["sides"]
    for group, flag in (("streets", "street"), ("railway", "rail")):
        rows = board[group].items() if group == "streets" else [("", board[group])]
        for key, row in rows:
            for a, b in pairwise(row["hexes"]):
                if not sides.get(geometry.side(a, b), {}).get(flag):
                    yield f"{f'{group}/{key}'.rstrip('/')}: the side {geometry.side(a, b)} has no {flag}"
    bridged = {geometry.side(a, b) for row in board["bridges"].values() for a, b in pairwise(row["hexes"])}
    for key, row in sides.items():
        if row.get("river") and (row.get("street") or row.get("rail")) and key not in bridged:
            yield f"sides/{key}: a road crosses the water without a bridge"
