"""Facts: statements of a rulebook about maps, tables and units that any pack must satisfy.

A fact is `{id, rule, kind, args, expect, mark}`: the function registered as `kind`, called with `args`, must give `expect`; `mark` is
`t` where the rule states it and `d` where it follows. Kinds are general; a title may register more with `@kind`. Arguments:
a *path* is a list of keys, the first being the file; a *map* is a file name such as `maps/x`; *where* picks rows of an object:
`{"field": value}` with dotted fields, a value being plain or `{"min": n}` or `{"absent": true}`; all must hold.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import hexgrid

Where = Mapping[str, Any]
Keys = Sequence[str]
KINDS: dict[str, Callable[..., Any]] = {}


def kind(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a kind of fact: a function of a `Data` and the fact's arguments, under the function's name."""
    if function.__name__ in KINDS:
        raise ValueError(f"the kind of fact {function.__name__!r} is registered twice")
    KINDS[function.__name__] = function
    return function


def broken(files: Mapping[str, Any], facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """The facts that do not hold, each as a message that names its rule; empty when all hold."""
    data, out = Data(files), []
    for fact in facts:
        try:
            got = KINDS[fact["kind"]](data, *fact["args"])
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            got = f"{type(error).__name__} {error}"
        want = fact["expect"]
        if got != want or isinstance(got, bool) != isinstance(want, bool):
            args = ", ".join(_brief(a) for a in fact["args"])
            out.append(f"rule {fact['rule']}: {fact['kind']}({args}) is {got!r}, must be {want!r} (fact {fact['id']})")
    return out


def _brief(arg: Any) -> str:
    if isinstance(arg, list) and all(isinstance(a, str) for a in arg):
        return "/".join(arg)
    return str(arg)


class Data:
    """A pack's files as facts read them."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        self.files = files

    def at(self, path: Keys) -> Any:
        """The value at a path. Raises KeyError."""
        value: Any = self.files
        for key in path:
            value = value[key]
        return value

    def rows(self, path: Keys, where: Where) -> list[Mapping[str, Any]]:
        """The rows of an object that fit."""
        return [row for key, row in self.at(path).items() if key != "source" and fits(row, where)]

    def flagged(self, board: str, flag: str) -> set[str]:
        """The hexes of a map with this terrain or feature."""
        return {h for h, v in self.files[board]["hexes"].items() if v["t"] == flag or flag in v.get("f", ())}

    def place(self, board: str, name: str) -> str:
        """The hex of a named place. Raises KeyError."""
        for h, v in self.files[board]["hexes"].items():
            if v.get("n") == name:
                return str(h)
        raise KeyError(name)

    def grid(self, board: str) -> hexgrid.Grid:
        """The grid of a map."""
        return hexgrid.grid(tuple(sorted(self.files[board]["hexes"])))

    def linked(self, board: str) -> dict[str, set[str]]:
        """Hex -> kinds of the roads and trails in it."""
        out: dict[str, set[str]] = {}
        for key, link in self.files[board]["links"].items():
            for h in key.split("|"):
                out.setdefault(h, set()).add(link)
        return out

    def bank(self, board: str, start: str, water: str) -> set[str]:
        """The hexes that one reaches without crossing a side of kind `water`, bridged or not."""
        grid, sides = self.grid(board), self.files[board]["sides"]
        seen, todo = {start}, deque([start])
        while todo:
            here = todo.popleft()
            for n in grid.neighbours[here]:
                if n not in seen and sides.get("|".join(hexgrid.side(here, n)), {}).get("kind") != water:
                    seen.add(n)
                    todo.append(n)
        return seen


def fits(row: Mapping[str, Any], where: Where) -> bool:
    """Whether a row satisfies all conditions."""
    for field, want in where.items():
        value: Any = row
        for part in field.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(want, Mapping):
            if want.get("absent") and value is not None:
                return False
            if "min" in want and (not isinstance(value, int) or value < want["min"]):
                return False
        elif value != want or isinstance(value, bool) != isinstance(want, bool):
            return False
    return True


# ---- values and tables


@kind
def value(data: Data, *path: str) -> Any:
    """The value at a path."""
    found = data.at(path)
    return {k: v for k, v in found.items() if k != "source"} if isinstance(found, dict) else found


@kind
def members(data: Data, *path: str) -> list[Any]:
    """The members of a list, sorted."""
    return sorted(data.at(path))


@kind
def cells(data: Data, path: Keys, keys: Keys) -> list[Any]:
    """Some cells of a row."""
    row = data.at(path)
    return [row[k] for k in keys]


@kind
def complete(data: Data, path: Keys, rows: Keys, columns: Keys) -> bool:
    """A table has exactly these rows and columns."""
    table = data.at(path)
    return set(table) - {"source"} == set(rows) and all(set(table[r]) - {"source"} == set(columns) for r in rows)


@kind
def only(data: Data, path: Keys, allowed: Sequence[Any]) -> bool:
    """All cells of a table are among these."""
    return all(cell in allowed for key, row in data.at(path).items() if key != "source" for cell in row.values())


@kind
def bracket(data: Data, path: Keys, number: int, shift: int = 0) -> Any:
    """The column of a number: of `columns`, the first whose entry of `column_tops` is not below it, shifted within the chart."""
    table = data.at(path)
    columns, tops = table["columns"], table["column_tops"]
    index = next((i for i, top in enumerate(tops) if number <= top), len(columns) - 1)
    return columns[max(0, min(len(columns) - 1, index + shift))]


@kind
def clamped(data: Data, path: Keys, number: int) -> Any:
    """The cell of a number, or of the nearest that the row has."""
    row = {int(k): v for k, v in data.at(path).items() if k != "source"}
    return row[max(min(row), min(max(row), number))]


@kind
def from_number(data: Data, path: Keys, number: int) -> Any:
    """The cell with the highest number not above this one; None below all."""
    row = {int(k): v for k, v in data.at(path).items() if k != "source"}
    at = max((k for k in row if k <= number), default=None)
    return None if at is None else row[at]


@kind
def from_name(data: Data, path: Keys, number: int) -> str | None:
    """The name with the highest threshold not above this number; None below all."""
    reached = [(v, k) for k, v in data.at(path).items() if k != "source" and v <= number]
    return max(reached)[1] if reached else None


@kind
def amount(data: Data, path: Keys, keys: Keys) -> int:
    """The sum of some counts, an absent one being 0."""
    row = data.at(path)
    return sum(row.get(k, 0) for k in keys)


@kind
def amount_at_least(data: Data, path: Keys, keys: Keys, need: int) -> bool:
    """The sum of some counts reaches a number."""
    return bool(amount(data, path, keys) >= need)


# ---- rows such as units


@kind
def count(data: Data, path: Keys, where: Where) -> int:
    """How many rows fit."""
    return len(data.rows(path, where))


@kind
def count_at_least(data: Data, path: Keys, where: Where, need: int) -> bool:
    """At least so many rows fit."""
    return len(data.rows(path, where)) >= need


@kind
def each_occurs(data: Data, path: Keys, wheres: Sequence[Where]) -> bool:
    """Of every sort there is a row."""
    return all(data.rows(path, where) for where in wheres)


@kind
def sum_at_least(data: Data, path: Keys, where: Where, field: str, need: int) -> bool:
    """The sum of a field over the rows that fit reaches a number."""
    return bool(sum(row.get(field, 0) for row in data.rows(path, where)) >= need)


@kind
def names(data: Data, path: Keys, where: Where, field: str) -> list[str]:
    """A field of the rows that fit, sorted."""
    return sorted(row[field] for row in data.rows(path, where))


@kind
def tally(data: Data, path: Keys, where: Where, field: str) -> dict[str, int]:
    """How many of the rows that fit have each value of a field."""
    return dict(Counter(row[field] for row in data.rows(path, where)))


@kind
def keysets(data: Data, path: Keys, sets: Sequence[Keys]) -> bool:
    """Every row has all keys of exactly one set, and no key that only the others have."""
    every = {k for s in sets for k in s}
    return all(any({k for k in row if k in every} == set(s) for s in sets) for row in data.rows(path, {}))


# ---- maps


@kind
def direction(data: Data, hex_id: str, die: int) -> str:
    """The hex one step in direction 1..6."""
    return hexgrid.step(hex_id, die)


@kind
def terrain_charted(data: Data, board: str, chart: Keys) -> bool:
    """Every terrain of a map is in the chart, marked for that map."""
    rows, map_id = data.at(chart), data.files[board]["id"]
    return all(map_id in rows[t]["maps"] for t in {v["t"] for v in data.files[board]["hexes"].values()})


@kind
def flags(data: Data, board: str, flag: str) -> int:
    """How many hexes have this terrain or feature."""
    return len(data.flagged(board, flag))


@kind
def flags_at_least(data: Data, board: str, need: int, *any_of: str) -> bool:
    """At least so many hexes have one of these terrains or features."""
    return len({h for flag in any_of for h in data.flagged(board, flag)}) >= need


@kind
def flags_but_at_least(data: Data, board: str, flag: str, without: str, need: int) -> bool:
    """At least so many hexes have the one and not the other."""
    return len(data.flagged(board, flag) - data.flagged(board, without)) >= need


@kind
def flag_within(data: Data, board: str, inner: str, outer: str) -> bool:
    """All hexes with the one have the other."""
    return data.flagged(board, inner) <= data.flagged(board, outer)


@kind
def place_flag(data: Data, board: str, name: str, flag: str) -> bool:
    """A named place has this terrain or feature."""
    return data.place(board, name) in data.flagged(board, flag)


@kind
def edge_link(data: Data, board: str, edge: str) -> bool:
    """A road or trail reaches this edge."""
    return not set(data.grid(board).edge(edge)).isdisjoint(data.linked(board))


@kind
def edges_within_at_least(data: Data, board: str, edges: Keys, name: str, radius: int, need: int) -> bool:
    """So many hexes of these edges lie within a radius of a place."""
    at = data.place(board, name)
    return len({h for e in edges for h in data.grid(board).edge(e) if hexgrid.distance(h, at) <= radius}) >= need


@kind
def entries_on_bank(data: Data, board: str, entry: str, edge: str, other: str, water: str) -> bool:
    """A list of entry hexes is not empty and lies on one edge, on the same bank of the river as another edge."""
    grid, listed = data.grid(board), set(data.files[board]["entry"][entry])
    return bool(listed) and listed <= set(grid.edge(edge)) & data.bank(board, grid.edge(other)[0], water)


@kind
def river_parts_edge(data: Data, board: str, edge: str, water: str) -> bool:
    """A river divides this edge."""
    hexes = data.grid(board).edge(edge)
    return not set(hexes) <= data.bank(board, hexes[0], water)


@kind
def side_used(data: Data, board: str, side: str) -> bool:
    """The map has hexsides of this kind."""
    return any(s["kind"] == side for s in data.files[board]["sides"].values())


@kind
def sides_west_of(data: Data, board: str, side: str, name: str) -> bool:
    """All hexsides of this kind lie west of a place."""
    column = data.place(board, name)[:2]
    return all(h[:2] < column for key, s in data.files[board]["sides"].items() if s["kind"] == side for h in key.split("|"))


@kind
def bridges_at_least(data: Data, board: str, need: int) -> bool:
    """The map has so many bridges."""
    return sum("bridge" in s for s in data.files[board]["sides"].values()) >= need


@kind
def link_kinds(data: Data, board: str) -> list[str]:
    """The kinds of roads and trails on the map, sorted."""
    return sorted(set(data.files[board]["links"].values()))


@kind
def room_within(data: Data, board: str, name: str, radius: int, limits: Keys, need: int) -> bool:
    """The stacking room of the hexes within a radius of a place reaches a number.

    A hex has the best limit of its terrain, its features and the kinds of links in it, else `other`.
    """
    table, links, at = data.at(limits), data.linked(board), data.place(board, name)
    grid, hexes = data.grid(board), data.files[board]["hexes"]
    room = 0
    for h in grid.hexes(grid.within(at, radius)):
        kinds = {hexes[h]["t"], *hexes[h].get("f", ()), *links.get(h, ())}
        room += max([table["other"], *(n for k, n in table.items() if k in kinds)])
    return room >= need
