"""The kinds of facts that the rules state about the map of Gerlafingen (`engine.facts`).

Each takes the pack's data, the map's file and mostly a list of hexes or megahexes. Kinds that read one attribute give the value that all
share, or the sorted values where they differ; kinds that ask give true or false.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from engine import facts
from engine.facts import Data
from engine.titles.cityfight import clip, geometry, los
from engine.titles.cityfight import mapcheck as _mapcheck  # noqa: F401 (registers the check of maps)
from engine.titles.cityfight.sightline import Sightlines

Hexes = Sequence[str]
KINDS: dict[str, Callable[..., Any]] = {}


def _kind(function: Callable[..., Any]) -> Callable[..., Any]:
    name = f"cityfight.{function.__name__}"
    KINDS[name] = facts.KINDS[name] = function
    return function


class _Map:
    """A map file with what the kinds ask of it."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.board = board
        self.hexes: Mapping[str, Any] = board["hexes"]

    def building(self, h: str) -> Mapping[str, Any]:
        row: Mapping[str, Any] = self.board["buildings"][self.hexes[h]["building"]]
        return row

    def side(self, a: str, b: str) -> Mapping[str, Any]:
        row: Mapping[str, Any] = self.board["sides"].get(geometry.side(a, b), {})
        return row

    def floors(self, h: str) -> int:
        row = self.building(h)
        return int(row["tower_floors"] if row.get("tower") == h else row["floors"])

    def streets(self, h: str) -> list[str]:
        return [n for n in geometry.neighbours(h) if self.side(h, n).get("street")]

    def bank(self) -> set[str]:
        """The hexes west of the river: those reached from the north-west corner without crossing water."""
        return _reach("1A1", lambda h: [n for n in geometry.neighbours(h) if not self.side(h, n).get("river")])


def _map(data: Data, board: str) -> _Map:
    return _Map(data.files[board])


def _one(values: Iterable[Any]) -> Any:
    found = sorted(set(values), key=str)
    return found[0] if len(found) == 1 else found


def _reach(start: str, step: Callable[[str], Iterable[str]]) -> set[str]:
    seen, todo = {start}, deque([start])
    while todo:
        for n in step(todo.popleft()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


# ---- hexes and megahexes


@_kind
def adjacent(data: Data, board: str, hexes: Hexes) -> bool:
    """The two hexes are neighbours."""
    return geometry.distance(hexes[0], hexes[1]) == 1


@_kind
def hex_distance(data: Data, board: str, hexes: Hexes) -> int:
    """The range in hexes."""
    return geometry.distance(hexes[0], hexes[1])


@_kind
def mega_adjacent(data: Data, board: str, megahexes: Hexes) -> bool:
    """All pairs of the megahexes are neighbours."""
    return all(geometry.mega_distance(a, b) == 1 for a, b in combinations(megahexes, 2))


@_kind
def mega_exists(data: Data, board: str, megahexes: Hexes) -> bool:
    """The map has these megahexes."""
    return all(m in data.files[board]["megahexes"] for m in megahexes)


@_kind
def edge(data: Data, board: str, hexes: Hexes) -> bool:
    """They are map-edge hexes."""
    return all(geometry.is_edge(h) for h in hexes)


@_kind
def mega_edge(data: Data, board: str, megahexes: Hexes) -> bool:
    """They are map-edge megahexes."""
    return all(any(geometry.is_edge(h) for h in geometry.hexes_of(m)) for m in megahexes)


@_kind
def straight(data: Data, board: str, hexes: Hexes) -> bool:
    """They follow each other on one straight line."""
    return len({geometry.direction(a, b) for a, b in pairwise(hexes)} | {0}) == 2


@_kind
def compact(data: Data, board: str, hexes: Hexes) -> bool:
    """They form one connected block."""
    return len(_reach(hexes[0], lambda h: [n for n in geometry.neighbours(h) if n in hexes])) == len(hexes)


@_kind
def starshell(data: Data, board: str, megahex: Hexes) -> int:
    """How many megahexes lie within two of this one."""
    return sum(geometry.mega_distance(megahex[0], m) <= 2 for m in geometry.MEGAHEXES)


@_kind
def terrain(data: Data, board: str, hexes: Hexes) -> Any:
    """Open, woods or building."""
    return _one(_map(data, board).hexes[h]["t"] for h in hexes)


@_kind
def mega_has(data: Data, board: str, what: str, megahexes: Hexes) -> bool:
    """Each megahex holds an open, woods or building hex, an open or street hex, or two open hexes (`open2`)."""
    m = _map(data, board)

    def fits(h: str) -> bool:
        kind: str = m.hexes[h]["t"]
        return kind == what.removesuffix("2") or (what == "street_or_open" and (kind == "open" or bool(m.streets(h))))

    need = 2 if what == "open2" else 1
    return all(sum(fits(h) for h in geometry.hexes_of(x)) >= need for x in megahexes)


@_kind
def special(data: Data, board: str, hexes: Hexes, word: str) -> bool:
    """Their note speaks of something."""
    return all(word in data.files[board]["hexes"][h].get("special", "") for h in hexes)


@_kind
def woods_full(data: Data, board: str, hexes: Hexes) -> bool:
    """Woods fill them."""
    return all(data.files[board]["hexes"][h]["t"] == "woods" and data.files[board]["hexes"][h].get("full", False) for h in hexes)


@_kind
def old_village(data: Data, board: str, megahexes: Hexes) -> Any:
    """They belong to the Old Village."""
    return _one(bool(data.files[board]["megahexes"][m].get("old_village")) for m in megahexes)


@_kind
def search_rating(data: Data, board: str, megahexes: Hexes) -> Any:
    """Their printed search rating."""
    return _one(data.files[board]["megahexes"][m]["search"] for m in megahexes)


@_kind
def search_rating_exists(data: Data, board: str, rating: Sequence[int]) -> bool:
    """Some megahex has this rating."""
    return any(row["search"] == rating[0] for row in data.files[board]["megahexes"].values())


@_kind
def name_exists(data: Data, board: str, group: str, name: str) -> bool:
    """The map names such a building, bridge, wood, ground or street."""
    return any(row["name"].startswith(name) for row in data.files[board][group].values())


# ---- buildings


@_kind
def is_building(data: Data, board: str, hexes: Hexes) -> bool:
    """They are building hexes."""
    return all(data.files[board]["hexes"][h]["t"] == "building" for h in hexes)


@_kind
def building(data: Data, board: str, hexes: Hexes) -> Any:
    """The building that they belong to."""
    return _one(data.files[board]["hexes"][h]["building"] for h in hexes)


@_kind
def separate_buildings(data: Data, board: str, hexes: Hexes) -> bool:
    """They belong to different buildings."""
    return len({data.files[board]["hexes"][h]["building"] for h in hexes}) == len(hexes)


@_kind
def count_in_building(data: Data, board: str, hexes: Hexes) -> int:
    """How many hexes the building has."""
    rows = data.files[board]["hexes"]
    return sum(row.get("building") == rows[hexes[0]]["building"] for row in rows.values())


@_kind
def name(data: Data, board: str, hexes: Hexes, start: str) -> bool:
    """The building's name begins so."""
    return all(_map(data, board).building(h)["name"].startswith(start) for h in hexes)


@_kind
def material(data: Data, board: str, hexes: Hexes) -> Any:
    """Wood, stone or concrete."""
    return _one(_map(data, board).building(h)["material"] for h in hexes)


@_kind
def floors(data: Data, board: str, hexes: Hexes) -> Any:
    """Floors with the ground floor."""
    return _one(_map(data, board).floors(h) for h in hexes)


@_kind
def floors_min(data: Data, board: str, hexes: Hexes, least: int) -> bool:
    """At least so many floors."""
    return all(_map(data, board).floors(h) >= least for h in hexes)


@_kind
def flat_roof(data: Data, board: str, hexes: Hexes) -> Any:
    """Flat roofs (31.72)."""
    return _one(bool(_map(data, board).building(h).get("flat_roof")) for h in hexes)


@_kind
def roof_level(data: Data, board: str, hexes: Hexes) -> Any:
    """The height level of the roof: two a floor, one more for a flat roof, two for any other (31.53, 31.72)."""
    m = _map(data, board)
    return _one(2 * m.floors(h) + (1 if m.building(h).get("flat_roof") else 2) for h in hexes)


@_kind
def cellar(data: Data, board: str, hexes: Hexes) -> Any:
    """Cellars: stone, concrete, and wood of two floors or more (31.73)."""
    m = _map(data, board)
    return _one(m.building(h)["material"] != "wood" or m.building(h)["floors"] >= 2 for h in hexes)


@_kind
def tower(data: Data, board: str, hexes: Hexes) -> bool:
    """They are the towers of their buildings (31.71)."""
    return all(_map(data, board).building(h).get("tower") == h for h in hexes)


@_kind
def stair_tower(data: Data, board: str, hexes: Hexes) -> bool:
    """They hold a winding or defended stair (32.46)."""
    return all(h in _map(data, board).building(h).get("stairs", ()) for h in hexes)


# ---- streets, railway, water, bridges


@_kind
def street(data: Data, board: str, hexes: Hexes) -> bool:
    """A street runs through each."""
    return all(_map(data, board).streets(h) for h in hexes)


@_kind
def street_link(data: Data, board: str, hexes: Hexes) -> bool:
    """A street runs from each to the next."""
    return all(_map(data, board).side(a, b).get("street", False) for a, b in pairwise(hexes))


@_kind
def street_connected(data: Data, board: str, hexes: Hexes) -> bool:
    """One can go along streets from the first to all others."""
    return set(hexes) <= _reach(hexes[0], _map(data, board).streets)


@_kind
def street_exit(data: Data, board: str, places: Hexes) -> bool:
    """A street leaves the map in each hex or megahex."""
    rows = data.files[board]["hexes"]
    return all(any("street_exit" in rows[h] for h in ([p] if len(p) == 3 else geometry.hexes_of(p))) for p in places)


@_kind
def streets_meet(data: Data, board: str, names: Sequence[str]) -> bool:
    """The named streets are connected with each other."""
    ways = [{h for row in data.files[board]["streets"].values() if row["name"].startswith(n) for h in row["hexes"]} for n in names]
    net = set(ways[0])
    for _ in ways:
        net |= {h for way in ways if way & net for h in way}
    return all(way <= net for way in ways)


@_kind
def street_passes(data: Data, board: str, where: Sequence[str]) -> bool:
    """A named street passes through or beside a hex."""
    start, h = where
    ways = [set(row["hexes"]) for row in data.files[board]["streets"].values() if row["name"].startswith(start)]
    return any(way & {h, *geometry.neighbours(h)} for way in ways)


@_kind
def rail_link(data: Data, board: str, hexes: Hexes) -> bool:
    """The railway runs from each to the next."""
    return all(_map(data, board).side(a, b).get("rail", False) for a, b in pairwise(hexes))


@_kind
def river_side(data: Data, board: str, hexes: Hexes) -> bool:
    """The river runs between them."""
    return bool(_map(data, board).side(hexes[0], hexes[1]).get("river", False))


@_kind
def bank(data: Data, board: str, places: Hexes) -> Any:
    """The bank of hexes or megahexes: west or east of the river, or both."""
    west = _map(data, board).bank()
    sides = []
    for p in places:
        inside = {h in west for h in ([p] if len(p) == 3 else geometry.hexes_of(p))}
        sides.append("both" if len(inside) == 2 else "west" if True in inside else "east")
    return _one(sides)


@_kind
def bridge(data: Data, board: str, hexes: Hexes) -> Any:
    """The bridge that they belong to."""
    spans = data.files[board]["bridges"]
    return _one(next((b for b, row in spans.items() if h in row["hexes"]), "") for h in hexes)


@_kind
def bridge_level(data: Data, board: str, key: str) -> int:
    """A bridge's height level."""
    return int(data.files[board]["bridges"][key]["level"])


@_kind
def bridge_blocks_los(data: Data, board: str, key: str) -> bool:
    """A bridge stops lines of sight at its height (31.65, 31.67)."""
    return bool(data.files[board]["bridges"][key].get("blocks_los"))


@_kind
def foot_only(data: Data, board: str, key: str) -> bool:
    """No vehicle may use a bridge."""
    return bool(data.files[board]["bridges"][key].get("foot_only"))


@_kind
def raised(data: Data, board: str, hexes: Hexes) -> bool:
    """Their street runs on an embankment."""
    return all(h in data.files[board]["embankments"] for h in hexes)


# ---- lines of sight


@_kind
def los_from(data: Data, board: str, hexes: Hexes) -> bool:
    """The second hex is seen from the first (11.22)."""
    return los.glance(data.files[board], hexes[0], hexes[1])


@_kind
def los_corner_ne(data: Data, board: str, hexes: Hexes) -> bool:
    """Of the corners of the firer's building only such see the target as lie north-east of its middle, and one does."""
    a, b = hexes
    m = _map(data, board)
    lines = Sightlines(data.files[board])
    clear = [p for p in clip.points(m.building(a)["outline"]) if lines.blocker(a, b, p) is None]
    x, y = m.hexes[a]["anchor"]
    return bool(clear) and all(_east(p[0] - x, p[1] - y) > 0 and _south(p[0] - x, p[1] - y) < 0 for p in clear)


def _east(dx: int, dy: int) -> int:
    """How far east a step of the lattice leads on the printed sheet, scaled.

    In the plane it is (dx / 80, dy sqrt(3) / 120), which the sheet shows turned clockwise by atan(sqrt(3) / 9); sqrt(3) cancels.
    """
    return 9 * dx - 2 * dy


def _south(dx: int, dy: int) -> int:
    """How far south a step leads on the printed sheet, scaled."""
    return dx + 6 * dy
