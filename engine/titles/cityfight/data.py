"""The pack, compiled for one scenario: the town, the kinds of units, charts, sides and their ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.packs import Pack
from engine.titles.cityfight import geometry
from engine.titles.cityfight.los import LosTable, table_of
from engine.titles.cityfight.town import Town, overlaid


class Kind(msgspec.Struct, frozen=True):
    """A unit's printed facts. `best`: its highest soft strength; `reach`: its longest range in hexes, None for no limit (11.57)."""

    id: str
    name: str
    kind: str
    men: int
    combat: bool
    best: int = 0
    reach: int | None = None
    auto: bool = False
    nation: str = ""


class Book:
    """Everything of the pack that one scenario needs."""

    def __init__(self, pack: Pack, scenario: str) -> None:
        self.scenario: dict[str, Any] = pack.files[f"scenarios/{scenario}"]
        self.map_data = overlaid(pack.files["maps/gerlafingen"], self.scenario["map"].get("overlays", []))
        self.town = Town(self.map_data)
        self.tables: dict[str, Any] = pack.files["tables"]
        self.names: dict[str, Any] = pack.files["leaders"]["leaders"]
        self.kinds = {uid: _kind(uid, row) for uid, row in pack.files["units"]["personnel"].items()}
        for rank in ("co_cdr", "plt_ldr", "plt_sgt"):
            self.kinds[rank] = Kind(rank, rank, "leader", 1, False)
        order = sorted(self.scenario["sides"], key=lambda s: self.scenario["sides"][s]["order"])
        self.sides: tuple[str, ...] = tuple(order)
        self.side: dict[str, dict[str, Any]] = self.scenario["sides"]
        self.advantage = frozenset(s for s in order if self.side[s]["advantage"])
        self.ranks: dict[str, tuple[str, ...]] = {s: tuple(sorted(self.side[s]["formations"])) for s in order}
        """The formations of a side, by id: a pack's objects have no order of their own."""
        self.formations: dict[str, dict[str, Any]] = {f: self.side[s]["formations"][f] for s in order for f in self.ranks[s]}
        self.playable = frozenset(self._area(self.scenario["map"]["play_area"]))
        self.playable_bits = geometry.bits(self.playable)
        self.turns: int = self.scenario["length"]["game_turns"]
        self.preservation = {k: int(v["points"]) for k, v in self.tables["preservation_points"]["rows"].items()}
        self.sighter_men = ((1, 2, self._search("men_1")), (6, 7, self._search("men_6")), (8, 99, self._search("men_8")))
        self._los: LosTable | None = None
        self._areas: dict[str, list[str]] = {}

    @property
    def los(self) -> LosTable:
        """Lines of sight over this scenario's map."""
        if self._los is None:
            self._los = table_of(self.map_data)
        return self._los

    def _search(self, row: str) -> int:
        return int(self.tables["search_modifiers"]["rows"][row]["value"])

    def _area(self, area: Any) -> Iterator[str]:
        """The hexes of an area: a name, or lists of megahexes and hexes; "all" hexes of the megahexes, or of the map."""
        if isinstance(area, str):
            yield from self._area(self.scenario["areas"][area])
            return
        listed = area.get("hexes")
        megahexes = area.get("megahexes")
        if isinstance(listed, list):
            yield from listed
            return
        if listed == "all" and megahexes is None:
            yield from self.town.ids
            return
        barred = {listed.removeprefix("all but ")} if isinstance(listed, str) and listed.startswith("all but ") else set()
        for m in megahexes or ():
            yield from (h for h in self.town.hexes_of[m] if h not in barred)

    def area(self, area: Any) -> list[str]:
        """The playable hexes of an area, in id order."""
        key = repr(area)
        if key not in self._areas:
            self._areas[key] = sorted(h for h in self._area(area) if h in self.playable and h not in self.town.no_entry)
        return self._areas[key]

    def entries(self, side: str) -> list[str]:
        """The hexes where reinforcements of a side come on, in id order (50.25)."""
        key = f"entries {side}"
        if key not in self._areas:
            rows = [row for row in self.scenario.get("reinforcements", {}).values() if row["side"] == side]
            self._areas[key] = sorted({h for row in rows for h in self.area(row["area"])})
        return self._areas[key]

    # names

    def side_name(self, side: str) -> str:
        """A side's name for texts."""
        return str(self.side[side]["name"])

    def formation_name(self, fid: str) -> str:
        """A formation's name for texts: its level and id."""
        return f"{self.formations[fid]['level']} {fid}"

    # ratings

    def _rated(self, rows: Mapping[str, Any], fid: str) -> int:
        return int(rows[fid]["value"] if fid in rows else rows["all"]["value"] if "all" in rows else 0)

    def ammunition_rating(self, side: str, fid: str) -> int:
        """A formation's ammunition recovery rating (14.32)."""
        return self._rated(self.side[side]["ammunition_recovery"], fid)

    def suppression_rating(self, side: str, fid: str) -> int:
        """A formation's suppression recovery rating; `spotters` for spotters (15.44, 15.51)."""
        return self._rated(self.side[side]["suppression_recovery"], fid)

    def preservation_level(self, fid: str) -> int:
        """A formation's preservation level, 0 where it has none (17.1)."""
        return int(self._preservation(fid).get("level", 0))

    def units_level(self, fid: str) -> int:
        """The number of dead units that demoralizes a formation, 0 where points decide (52.19)."""
        return int(self._preservation(fid).get("units_killed", 0))

    def _preservation(self, fid: str) -> dict[str, Any]:
        return next((self.side[s]["preservation"][fid] for s in self.sides if fid in self.side[s]["preservation"]), {})

    def leader_range(self, side: str, rank: str, fid: str) -> tuple[int, int]:
        """The least and highest ratings of the pool that a leader is drawn from (6.13)."""
        row = self.side[side]["leader_ranges"].get(rank) or {}
        for prefix, special in row.get("by_formation", {}).items():
            if fid == prefix or fid.startswith(f"{prefix}."):
                row = special
        return int(row.get("min", 1)), int(row.get("max", 12))

    def leader_minimum(self, side: str, rank: str, fid: str) -> int:
        """The minimum rating that the scenario names for a rank, 0 where it names none (6.53)."""
        row = self.side[side]["leader_ranges"].get(rank) or {}
        return int(row.get("min", 0))

    def promoted_rating(self, name: str, rating: int) -> int:
        """The rating on the back of a leader's counter (3.33); his own where the pool does not know him."""
        return next((int(r["promoted"]["rating"]) for r in self.names.values() if r["name"] == name and "promoted" in r), rating)

    # charts

    def ap_loss(self, points: int, loss: int) -> int:
        """Action points lost: the matrix by initial points and by how much the roll exceeds the rating (6.23)."""
        if points <= 0 or loss <= 0:
            return 0
        rows = sorted(self.tables["ap_loss_matrix"]["rows"].values(), key=lambda r: int(r["ap"][0]))
        row = next((r for r in rows if r["ap"][0] <= points <= r["ap"][1]), rows[-1] if points > 2 else rows[0])
        return int(row["cells"][str(min(11, loss))])

    def soft(self, strength: int, roll: int, terrain: str) -> tuple[str, str]:
        """(result, ammunition letter) of the Soft CRT against a terrain; "-" is no effect (11.8)."""
        chart = self.tables["soft_crt"]
        starts: Sequence[int] = chart["column_from"]
        column = chart["columns"][max((i for i, low in enumerate(starts) if low <= strength), default=0)]
        row = chart["rows"][str(roll)]
        result = str(row["cells"][column])
        rule = chart["terrain"].get(terrain, {})
        if roll in rule.get("no_effect", ()):
            result = "-"
        elif result == "K" and roll in rule.get("k_to_s", ()):
            result = "S"
        return result, str(row["ammo"])

    def cover_words(self, terrain: str) -> str:
        """What a terrain takes off the Soft CRT, in words; "" for nothing (11.8 notes)."""
        rule = self.tables["soft_crt"]["terrain"].get(terrain, {})
        words = [("no effect on", rule.get("no_effect", ())), ("K read as S on", rule.get("k_to_s", ()))]
        return "; ".join(f"{what} {', '.join(map(str, rolls))}" for what, rolls in words if rolls)

    def runs_out(self, letter: str, kind: str, automatic: bool) -> bool:
        """Whether a row's letter empties a unit of this kind (11.8 notes)."""
        machinegun = kind in ("mg_bipod", "mg_tripod")
        return {
            "*": True,
            "a": machinegun or automatic,
            "b": machinegun,
            "c": kind in ("fireteam_mg", "squad"),
        }.get(letter, False)


def _kind(uid: str, row: Mapping[str, Any]) -> Kind:
    soft = row.get("soft", {})
    reach = row.get("soft_range")
    return Kind(
        id=uid,
        name=row["name"],
        kind=row["kind"],
        men=row["men"],
        combat=row["combat"],
        best=max((int(v) for v in soft.values()), default=0),
        reach=None if reach is None or reach >= 99 else int(reach),
        auto=bool(row.get("auto")),
        nation=str(row.get("nation", "")),
    )


def book(pack: Pack, scenario: str) -> Book:
    """The compiled pack for one scenario, computed once."""
    return pack.derived(f"cityfight/{scenario}", lambda p: Book(p, scenario))
