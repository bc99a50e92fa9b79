"""The town plan for clients: hexes, outlines, streets, water and megahexes in one static document (docs/protocol.md).

All points are in the lattice of `geometry`; `layout.matrix` turns them into the plane in which the lettered rows are level.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.titles.cityfight import geometry
from engine.titles.cityfight.geometry import Point

Data = Mapping[str, Any]
TERRAIN = {"open": "Open", "woods": "Woods", "building": "Building"}
FEATURES = {
    "garden": "Garden",
    "yard": "Yard",
    "field": "Field",
    "meadow": "Meadow",
    "square": "Square",
    "cemetery": "Cemetery",
    "pitch": "Soccer field",
    "memorial": "War memorial",
    "dump": "Dump",
    "pond": "Pond",
    "courtyard": "Courtyard",
    "fountain": "Fountain",
    "telephone": "Telephone office",
    "thin": "Partly wooded",
    "tower": "Tower",
}
STREETS = {"main": "road", "street": "street", "lane": "lane", "path": "path"}
FARMLAND = 21
"""The search rating up to which open ground outside the streets is farmland."""


def board(data: Data) -> dict[str, Any]:
    """A map, with a scenario's changes or without, as clients draw it; about 150 kB."""
    return {
        "id": data["id"],
        "name": data["name"],
        "grid": data["grid"],
        "layout": layout(),
        "hexes": {h: _hex(data, h) for h in geometry.HEXES},
        "sides": {k: row for k, v in data["sides"].items() if (row := _side(v))},
        "shapes": [*_buildings(data), *_woods(data), *_embankments(data), *_walls(data)],
        "lines": [*_river(data), *_rail(data), *_streets(data), *_bridges(data)],
        "areas": {m: _area(data, m) for m in geometry.MEGAHEXES},
        "terrain": {k: {"name": v} for k, v in TERRAIN.items()},
        "features": {k: {"name": v} for k, v in FEATURES.items()},
    }


def layout() -> dict[str, Any]:
    """How to draw the lattice: X = a x + c y, Y = b x + d y in units of a hex's side, X to the east, Y to the south of the sheet."""
    norm = math.sqrt(21)
    cos, sin = 4.5 / norm, math.sqrt(0.75) / norm
    matrix = (cos / 80, sin / 80, -math.sqrt(3) * sin / 120, math.sqrt(3) * cos / 120)
    return {"matrix": [round(m, 9) for m in matrix], "corners": _flat(geometry.CORNERS)}


def _flat(points: Sequence[Point]) -> list[int]:
    return [c for p in points for c in p]


# ---- hexes and sides


def _hex(data: Data, h: str) -> dict[str, Any]:
    row = data["hexes"][h]
    out: dict[str, Any] = {"t": row["t"], "at": list(geometry.centre(h))}
    if tags := _tags(data, h, row):
        out["f"] = tags
    for key in ("building", "woods"):
        if key in row:
            out["shape"] = row[key]
            if name := data[f"{key}s" if key == "building" else key][row[key]]["name"]:
                out["n"] = name
    if "anchor" in row:
        out["anchor"] = row["anchor"]
    ground = next((a for a in data["areas"].values() if h in a["hexes"]), None)
    if ground and "n" not in out:
        out["n"] = ground["name"]
    source = row.get("source", {}).get("t", "reconstructed").split()[0]
    if source != "reconstructed":
        out["source"] = source
    return out


def _tags(data: Data, h: str, row: Data) -> list[str]:
    """Marks of a hex, then what covers its ground."""
    note = row.get("special", "")
    words = ("courtyard", "fountain") if row["t"] == "open" else ("telephone",)
    tags = [word for word in words if word in note]
    if row["t"] == "woods":
        return [] if row.get("full") else ["thin", "meadow"]
    if row["t"] == "building" and data["buildings"][row["building"]].get("tower") == h:
        tags.append("tower")
    named = [a["kind"] for a in data["areas"].values() if h in a["hexes"]] if row["t"] == "open" else []
    return [*tags, *(named or [_ground(data, h, row)])]


def _ground(data: Data, h: str, row: Data) -> str:
    """What surrounds a house or covers an open hex that nothing names; for drawing only."""
    mega = data["megahexes"][h[:2]]
    houses = [n for n in geometry.neighbours(h) if data["hexes"][n]["t"] == "building"]
    if mega.get("old_village"):
        return "yard"
    if row["t"] == "building" or houses:
        built = {data["buildings"][data["hexes"][n]["building"]]["material"] for n in ([h] if row["t"] == "building" else houses)}
        return "yard" if "concrete" in built else "garden"
    return "field" if mega["search"] <= FARMLAND else "meadow"


def _side(row: Data) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if row.get("river"):
        out["kind"] = "river"
    for flag in ("accessible", "street"):
        if row.get(flag):
            out[flag] = True
    if "wall" in row:
        out["wall"] = True
    return out


# ---- shapes


def _buildings(data: Data) -> Iterator[dict[str, Any]]:
    for key, row in data["buildings"].items():
        out: dict[str, Any] = {"id": key, "kind": "building", "points": row["outline"], "roof": row["material"], "floors": row["floors"]}
        if row["name"]:
            out["name"] = row["name"]
        if row["name_en"]:
            out["en"] = row["name_en"]
        for flag in ("flat_roof", "tower"):
            if row.get(flag):
                out[flag] = row[flag]
        yield out


def _woods(data: Data) -> Iterator[dict[str, Any]]:
    for key, row in data["woods"].items():
        yield {"id": key, "kind": "woods", "points": row["outline"], "floors": row["floors"], "name": row["name"], "en": row["name_en"]}


def _embankments(data: Data) -> Iterator[dict[str, Any]]:
    for key, row in data["embankments"].items():
        yield {"id": key, "kind": "embankment", "points": row["outline"], "floors": row["floors"]}


def _walls(data: Data) -> Iterator[dict[str, Any]]:
    for key, row in data["sides"].items():
        if "wall" in row:
            yield {"id": key, "kind": "wall", "points": row["wall"]}


# ---- lines


def _streets(data: Data) -> Iterator[dict[str, Any]]:
    for key, row in data["streets"].items():
        points = [_middle(data, h) for h in row["hexes"]]
        for end, at in ((0, 0), (-1, len(points))):
            d = data["hexes"][row["hexes"][end]].get("street_exit")
            if d:
                (ax, ay), (bx, by) = geometry.side_ends(row["hexes"][end], d)
                points.insert(at if end == 0 else len(points), ((ax + bx) // 2, (ay + by) // 2))
        yield {"id": key, "kind": STREETS[row["kind"]], "name": row["name"], "points": _flat(points)}


def _middle(data: Data, h: str) -> Point:
    x, y = data["hexes"][h].get("street_anchor") or geometry.centre(h)
    return x, y


def _rail(data: Data) -> Iterator[dict[str, Any]]:
    points = [geometry.centre(h) for h in data["railway"]["hexes"]]
    if points:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[0], points[1], points[-2], points[-1]
        ends = ((3 * ax - bx) // 2, (3 * ay - by) // 2), ((3 * dx - cx) // 2, (3 * dy - cy) // 2)
        yield {"id": "railway", "kind": "rail", "name": data["railway"]["name"], "points": _flat([ends[0], *points, ends[1]])}


def _bridges(data: Data) -> Iterator[dict[str, Any]]:
    wet = any(row.get("river") for row in data["sides"].values())
    for key, row in data["bridges"].items():
        if wet or row["crosses"] != "river":
            out = {"id": key, "kind": "bridge", "name": row["name"], "en": row["name_en"], "level": row["level"]}
            out["points"] = _flat([geometry.centre(h) for h in row["hexes"]])
            if row.get("foot_only"):
                out["foot"] = True
            yield out


def _river(data: Data) -> Iterator[dict[str, Any]]:
    """The river as one chain of hex corners from the north."""
    links: dict[Point, list[Point]] = {}
    for key, row in data["sides"].items():
        if row.get("river"):
            a, b = key.split("|")
            p, q = geometry.side_ends(a, geometry.direction(a, b))
            links.setdefault(p, []).append(q)
            links.setdefault(q, []).append(p)
    ends = sorted((p for p, near in links.items() if len(near) == 1), key=lambda p: p[0] + 6 * p[1])
    if not ends:
        return
    chain = [ends[0]]
    while more := [p for p in links[chain[-1]] if p not in chain[-2:]]:
        chain.append(more[0])
    yield {"id": "river", "kind": "river", "name": data["river"]["name"], "points": _flat(chain)}


# ---- megahexes


def _area(data: Data, m: str) -> dict[str, Any]:
    row = data["megahexes"][m]
    out: dict[str, Any] = {"at": list(geometry.centre(f"{m}7")), "points": _flat(border(m)), "search": row["search"]}
    if row.get("old_village"):
        out["old_village"] = True
    return out


def border(megahex: str) -> list[Point]:
    """The corners of a megahex's border, clockwise."""
    hexes = geometry.hexes_of(megahex)
    edges = [geometry.side_ends(h, d) for h in hexes for d in range(1, 7)]
    outer = {a: b for a, b in edges if (b, a) not in set(edges)}
    start = min(outer)
    out = [start]
    while (point := outer[out[-1]]) != start:
        out.append(point)
    return out
