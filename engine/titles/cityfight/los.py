"""Tables of lines of sight: who sees what over one map (11.2; `sweep` has the rule).

A table is a bit set of hexes per hex, in the order of `geometry.HEXES`. It depends on terrain, outlines, anchors, walls and the Old Village
only, whose hash is its key. Tables of the shipped map and of its scenarios lie in the pack's folder `los/`, one `<key>.bin` each, made by
`python -m engine.titles.cityfight.build_los`; any other map's table is built once, in about two seconds, by the service in
another process before a game begins: `raw = missing(pack, scenario)`, `packed = build(raw)` there, `keep(raw, packed)` here.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from engine import packs
from engine.titles.cityfight.geometry import HEXES, INDEX, from_bits
from engine.titles.cityfight.sightline import Blocker, Sightlines
from engine.titles.cityfight.sweep import Scene
from engine.titles.cityfight.town import overlaid

VERSION = 1
"""Raised when a change of the sweep would change a table."""
HOME = packs.HOME / "cityfight" / "los"
MAP = "maps/gerlafingen"
_WIDTH = (len(HEXES) + 7) // 8
_TABLES: dict[str, LosTable] = {}


class LosTable:
    """Lines of sight over one map.

    `seen[i]` is the bit set of the hexes that see `HEXES[i]`; `outside` likewise by lines that keep out of the Old Village (10.22).
    """

    def __init__(self, key: str, seen: Sequence[int], outside: Sequence[int], shape: Mapping[str, Any]) -> None:
        self.key = key
        self._seen, self._outside, self._shape = tuple(seen), tuple(outside), shape

    def sees(self, a: str, b: str) -> bool:
        """Whether a unit in hex a may trace a line of sight to hex b; not mutual. A hex sees itself (11.24)."""
        return bool(self._seen[INDEX[b]] >> INDEX[a] & 1)

    def seen_by(self, hex_id: str) -> int:
        """The bit set of the hexes from which a hex is seen."""
        return self._seen[INDEX[hex_id]]

    def visible_from(self, hex_id: str) -> int:
        """The bit set of the hexes that a unit in a hex sees."""
        return self._visible[INDEX[hex_id]]

    def sees_past_village(self, a: str, b: str) -> bool:
        """Whether a line of sight from a to b passes through no hex of the Old Village, a and b included (10.22)."""
        return bool(self._outside[INDEX[b]] >> INDEX[a] & 1)

    def why_blocked(self, a: str, b: str) -> Blocker | None:
        """What stops the line between the middles of two hexes, nearest to a; None when a sees b."""
        return None if self.sees(a, b) else self.lines.blocker(a, b)

    @cached_property
    def lines(self) -> Sightlines:
        """Single lines over this map."""
        return Sightlines(self._shape)

    @cached_property
    def _visible(self) -> tuple[int, ...]:
        out = [0] * len(HEXES)
        for i, row in enumerate(self._seen):
            for h in from_bits(row):
                out[INDEX[h]] |= 1 << i
        return tuple(out)

    def pack(self) -> bytes:
        """The table as bytes."""
        return zlib.compress(b"".join(row.to_bytes(_WIDTH, "little") for row in (*self._seen, *self._outside)), 9)


def shape(board: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a map that lines of sight depend on, in the form of the map."""
    return {
        "hexes": {h: {k: row[k] for k in ("t", "building", "woods", "anchor") if k in row} for h, row in board["hexes"].items()},
        "megahexes": {m: {"old_village": True} for m, row in board["megahexes"].items() if row.get("old_village")},
        "sides": {k: {"wall": row["wall"]} for k, row in board["sides"].items() if "wall" in row},
        **{kind: {k: {"outline": row["outline"]} for k, row in board[kind].items()} for kind in ("buildings", "woods", "embankments")},
    }


def raw_of(board: Mapping[str, Any]) -> bytes:
    """What `build` needs of a map, as canonical bytes."""
    return json.dumps({"version": VERSION, **shape(board)}, sort_keys=True, separators=(",", ":")).encode()


def key_of(raw: bytes) -> str:
    """The key of a map's table."""
    return hashlib.sha256(raw).hexdigest()[:24]


def build(raw: bytes) -> bytes:
    """Build the table of a map (`missing`); pure and slow, fit for another process."""
    scene = _scene(raw)
    rows = [scene.seen_by(h, past_village) for past_village in (False, True) for h in HEXES]
    return LosTable("", rows[: len(HEXES)], rows[len(HEXES) :], {}).pack()


def keep(raw: bytes, packed: bytes) -> LosTable:
    """Take a table that `build` made into the store. Raises ValueError for bytes that are no table."""
    try:
        data = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError("no table of lines of sight") from error
    if len(data) != 2 * _WIDTH * len(HEXES):
        raise ValueError("no table of lines of sight")
    rows = [int.from_bytes(data[i : i + _WIDTH], "little") for i in range(0, len(data), _WIDTH)]
    key = key_of(raw)
    return _TABLES.setdefault(key, LosTable(key, rows[: len(HEXES)], rows[len(HEXES) :], json.loads(raw)))


def board_of(pack: packs.Pack, scenario: str = "") -> dict[str, Any]:
    """The map of a pack, with the changes of a scenario. Raises KeyError for a scenario that the pack has not."""
    board: dict[str, Any] = pack.files[MAP]
    return overlaid(board, pack.files[f"scenarios/{scenario}"]["map"]["overlays"]) if scenario else board


def missing(pack: packs.Pack, scenario: str = "") -> bytes | None:
    """What `build` needs to make the table of a scenario's map; None when the table is at hand."""
    raw = raw_of(board_of(pack, scenario))
    return None if key_of(raw) in _TABLES or _shipped(raw) else raw


def table_for(pack: packs.Pack, scenario: str = "") -> LosTable:
    """The table of a scenario's map, built here and now when it is not at hand."""
    return pack.derived(f"cityfight/los/{scenario}", lambda p: table_of(board_of(p, scenario)))


def table_of(board: Mapping[str, Any]) -> LosTable:
    """The table of a map, built here and now when it is not at hand."""
    raw = raw_of(board)
    return _TABLES.get(key_of(raw)) or _shipped(raw) or keep(raw, build(raw))


def glance(board: Mapping[str, Any], a: str, b: str) -> bool:
    """Whether a sees b over a map whose table may not be at hand: one sweep, and no table is built."""
    raw = raw_of(board)
    table = _TABLES.get(key_of(raw)) or _shipped(raw)
    return table.sees(a, b) if table else bool(_scene(raw).seen_by(b) >> INDEX[a] & 1)


@lru_cache(maxsize=2)
def _scene(raw: bytes) -> Scene:
    return Scene(json.loads(raw))


def _shipped(raw: bytes) -> LosTable | None:
    path = HOME / f"{key_of(raw)}.bin"
    try:
        return keep(raw, path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None
