"""The map of the town as the rules of movement and sighting read it (section 7)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from engine.titles.cityfight import geometry


def overlaid(map_data: dict[str, Any], overlays: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A scenario's own map: the town with the changes that its instructions name."""
    if not overlays:
        return map_data
    data = copy.deepcopy(map_data)
    for change in overlays:
        op = change["op"]
        if op == "remove_river":
            for row in data["sides"].values():
                row.pop("river", None)
        elif op == "woods_to_open":
            for hex_id in change["hexes"]:
                hex_row = data["hexes"][hex_id]
                for key in ("woods", "full", "anchor"):
                    hex_row.pop(key, None)
                hex_row["t"] = "open"
            used = {row.get("woods") for row in data["hexes"].values()}
            data["woods"] = {k: v for k, v in data["woods"].items() if k in used}
        elif op == "level_embankment":
            for hex_id in change["hexes"]:
                data["embankments"].pop(hex_id, None)
        elif op == "material":
            for row in data["buildings"].values():
                if row["material"] == change["frm"]:
                    row["material"] = change["to"]
        else:
            raise ValueError(f"unknown map change {op!r}")
    return data


class Town:
    """Hexes, megahexes, terrain and hexsides of one map. Bit `i` of a set stands for `ids[i]`."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.ids = geometry.HEXES
        self.index = geometry.INDEX
        self.neighbours = {h: geometry.neighbours(h) for h in self.ids}
        self.hexes_of: dict[str, tuple[str, ...]] = {}
        for h in self.ids:
            self.hexes_of[h[:2]] = (*self.hexes_of.get(h[:2], ()), h)
        self.terrain: dict[str, str] = {h: row["t"] for h, row in data["hexes"].items()}
        self.building: dict[str, str] = {h: row["building"] for h, row in data["hexes"].items() if "building" in row}
        self.material: dict[str, str] = {k: row["material"] for k, row in data["buildings"].items()}
        self.sides: dict[tuple[str, str], dict[str, Any]] = {(k[:3], k[4:]): row for k, row in data["sides"].items()}
        self.rating: dict[str, int] = {m: int(row["search"]) for m, row in data["megahexes"].items()}
        self.village = frozenset(m for m, row in data["megahexes"].items() if row.get("old_village"))
        self.bridged = frozenset(
            tuple(sorted(pair)) for row in data["bridges"].values() if row["crosses"] == "river" for pair in pairwise(row["hexes"])
        )
        self.no_entry = frozenset(h for h, row in data["hexes"].items() if "pond" in row.get("special", ""))
        self.mega_neighbours = {m: tuple(sorted(geometry.mega_neighbours(m))) for m in self.hexes_of}
        self.two_away = {
            m: tuple(sorted({x for n in near for x in self.mega_neighbours[n]} - set(near) - {m}))
            for m, near in self.mega_neighbours.items()
        }

    def side(self, a: str, b: str) -> dict[str, Any]:
        """What is known of the side between two adjacent hexes."""
        return self.sides.get((a, b) if a < b else (b, a), {})

    def near(self, a: str, b: str) -> bool:
        """Whether two hexes lie in the same or in adjacent megahexes (15.41)."""
        return a[:2] == b[:2] or b[:2] in self.mega_neighbours[a[:2]]

    def hemmed(self, hex_id: str) -> bool:
        """Whether a hex is surrounded by woods and building hexes (10.72)."""
        return len(self.neighbours[hex_id]) == 6 and all(self.terrain[n] != "open" for n in self.neighbours[hex_id])

    def cover(self, hex_id: str) -> str:
        """The row of the Soft CRT's terrain notes for a hex: open, woods, or the building's material (7.33, 11.8)."""
        terrain = self.terrain[hex_id]
        return self.material[self.building[hex_id]] if terrain == "building" else terrain

    def may_step(self, a: str, b: str, fordable: bool) -> str:
        """Why personnel may not step from a hex to its neighbour, "" where they may (7.3, 7.4, 8.21)."""
        row = self.side(a, b)
        if b in self.no_entry:
            return "7.45"
        if row.get("wall"):
            return "7.44"
        if "building" in (self.terrain[a], self.terrain[b]) and not row.get("accessible"):
            return "8.21"
        if row.get("river") and not fordable and tuple(sorted((a, b))) not in self.bridged:
            return "7.43"
        return ""
