"""The shape of a pack's files: a small schema language, written as JSON beside the data, and the geometry of maps.

A type is one of
- `"int"`, `"int>=N"`, `"number"`, `"bool"`, `"str"`, `"hex"` (a `CCRR` id), `"any"`;
- `"key_of FILE:a/b"`: a string that is a key of that object of another file (`"key_of :a/b"`: of the same file);
- `"@name"`: a type of `schema["types"]`;
- `["x", "y"]`: one of these strings;
- `{"list": T}`; `{"any": [T, ...]}`: the first that fits;
- `{"keys": {k: T}, "optional": {k: T}}`: an object with exactly these keys;
- `{"each": T, "names": N}`: an object of like values; N is a string type for its keys, or the list of exactly the keys it must have.

Objects may also have `source` and `titles` (see `engine.sources`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from engine import hexgrid

EXTRA = ("source", "titles")
_HEX = re.compile(r"\d{4}")


def problems(files: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """What is wrong with the shape of these files, each as `file: place: message`; empty when all fits."""
    out: list[str] = []
    for name, value in files.items():
        kind = next((t for pattern, t in schema["files"].items() if fnmatchcase(name, pattern)), None)
        if kind is None:
            out.append(f"{name}.json: the schema has no type for this file")
            continue
        check = _Check(files, schema.get("types", {}), name)
        out.extend(f"{name}.json: {place or 'the whole file'}: {message}" for place, message in check.value(value, kind, ""))
    return out


class _Check:
    """One file against its type."""

    def __init__(self, files: Mapping[str, Any], types: Mapping[str, Any], name: str) -> None:
        self.files, self.types, self.name = files, types, name
        self._keys: dict[str, Any] = {}

    def value(self, value: Any, kind: Any, place: str) -> Iterator[tuple[str, str]]:
        """The problems of one value as (place, message)."""
        if isinstance(kind, str):
            if kind[0] == "@":
                yield from self.value(value, self.types[kind[1:]], place)
            elif (message := self._scalar(value, kind)) is not None:
                yield place, message
        elif isinstance(kind, list):
            if value not in kind:
                yield place, f"{value!r} is none of {', '.join(kind)}"
        elif "any" in kind:
            tries = [list(self.value(value, t, place)) for t in kind["any"]]
            if all(tries):
                yield min(tries, key=len)[0]
        elif "list" in kind:
            if not isinstance(value, list):
                yield place, f"a list is wanted, not {value!r}"
            else:
                for i, item in enumerate(value):
                    yield from self.value(item, kind["list"], f"{place}/{i}".lstrip("/"))
        elif not isinstance(value, dict):
            yield place, f"an object is wanted, not {value!r}"
        elif "each" in kind:
            yield from self._each(value, kind, place)
        else:
            yield from self._keyed(value, kind, place)

    def _keyed(self, value: dict[str, Any], kind: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
        keys, optional = kind["keys"], kind.get("optional", {})
        for key in keys:
            if key not in value:
                yield place, f"{key!r} is missing"
        for key, item in value.items():
            inner = keys.get(key) or optional.get(key)
            if inner is not None:
                yield from self.value(item, inner, f"{place}/{key}".lstrip("/"))
            elif key not in EXTRA:
                yield place, f"{key!r} is unknown here; known are {', '.join([*keys, *optional])}"

    def _each(self, value: dict[str, Any], kind: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
        names = kind["names"]
        if isinstance(names, list):
            for key in names:
                if key not in value:
                    yield place, f"{key!r} is missing"
        for key, item in value.items():
            if key in EXTRA:
                continue
            if isinstance(names, list):
                if key not in names:
                    yield place, f"{key!r} is unknown here; known are {', '.join(names)}"
                    continue
            elif (message := self._scalar(key, names)) is not None:
                yield place, message
                continue
            yield from self.value(item, kind["each"], f"{place}/{key}".lstrip("/"))

    def _scalar(self, value: Any, kind: str) -> str | None:
        if kind == "any":
            return None
        if kind == "bool":
            return None if isinstance(value, bool) else f"true or false is wanted, not {value!r}"
        if kind.startswith("int"):
            least = int(kind[5:]) if kind.startswith("int>=") else None
            if not isinstance(value, int) or isinstance(value, bool):
                return f"a whole number is wanted, not {value!r}"
            return f"{value} is below {least}" if least is not None and value < least else None
        if kind == "number":
            fits = isinstance(value, int | float) and not isinstance(value, bool)
            return None if fits else f"a number is wanted, not {value!r}"
        if not isinstance(value, str):
            return f"a text is wanted, not {value!r}"
        if kind == "hex":
            return None if _HEX.fullmatch(value) else f"{value!r} is no hex id (two digits of column, two of row)"
        if kind.startswith("key_of "):
            target = kind[7:]
            return None if value in self._target(target) else f"{value!r} is not one of {target.strip(':')}"
        return None

    def _target(self, target: str) -> Any:
        if target not in self._keys:
            name, _, path = target.partition(":")
            found: Any = self.files.get(name or self.name, {})
            for part in path.split("/"):
                found = found.get(part, {}) if isinstance(found, dict) else {}
            self._keys[target] = found
        return self._keys[target]


MapCheck = Callable[[str, Mapping[str, Any]], list[str]]
GRIDS: dict[str, MapCheck] = {}
"""Checks of the geometry of maps by their `grid`; a title with a grid of its own adds its check."""


def map_problems(name: str, board: Mapping[str, Any]) -> list[str]:
    """What is wrong with the geometry of a map file that fits its schema; empty when all fits."""
    check = GRIDS.get(board["grid"])
    return check(name, board) if check else [f"{name}.json: grid: no title knows {board['grid']!r}"]


def _columns_problems(name: str, board: Mapping[str, Any]) -> list[str]:
    hexes: Mapping[str, Any] = board["hexes"]
    wanted = {f"{c:02d}{r:02d}" for c in range(1, board["cols"] + 1) for r in range(1, board["rows"] + 1)}
    out = [f"{name}.json: hexes: {h} is missing" for h in sorted(wanted - set(hexes))]
    out += [f"{name}.json: hexes: {h} lies off the map" for h in sorted(set(hexes) - wanted)]
    for group in ("sides", "links"):
        for key in board[group]:
            a, _, b = key.partition("|")
            if a not in hexes or b not in hexes or a >= b or hexgrid.distance(a, b) != 1:
                out.append(f"{name}.json: {group}: {key!r} must be two adjacent hexes of the map, the lower id first")
    seen: dict[str, str] = {}
    for h, cell in hexes.items():
        place = cell.get("n")
        if place and seen.setdefault(place, h) != h:
            out.append(f"{name}.json: hexes/{h}/n: {place!r} is also the name of {seen[place]}")
    return out


GRIDS["flat-top, even columns low"] = _columns_problems
