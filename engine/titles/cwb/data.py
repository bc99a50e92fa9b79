"""The pack, compiled: unit facts, charts and map, as the rules read them."""

from __future__ import annotations

from typing import Any

import msgspec

from engine import hexgrid
from engine.packs import Pack

ARTILLERY = frozenset({"artillery", "sp_artillery", "rocket", "assault_gun", "airborne_artillery", "ssm"})
UNLIMITED = 99


class Unit(msgspec.Struct, frozen=True):
    """A counter's printed facts (2.4). Artillery has barrage, fpf and range in place of an attack factor."""

    id: str
    cmd: str
    type: str
    name: str
    d: int
    m: int
    a: int = 0
    barrage: int = 0
    fpf: int = 0
    range: int = 0
    mech: bool = False
    airborne: bool = False
    split: bool = False
    vp_cost: int = 0
    size: str = ""
    arrives: dict[str, Any] = {}

    @property
    def artillery(self) -> bool:
        """Whether this is an artillery unit (2.6)."""
        return self.range > 0

    @property
    def attack(self) -> int:
        """Its strength in an adjacent attack: artillery uses its barrage (10.2)."""
        return self.barrage if self.artillery else self.a

    @property
    def owner_class(self) -> tuple[str, str, int, int, bool]:
        """What its owner may know of it while it is untried: command, type, movement, range, mechanized (5.4 of the spec, I27)."""
        return self.cmd, self.type, self.m, self.range, self.mech

    @property
    def public_class(self) -> tuple[str, int]:
        """What everybody sees of it while it is untried: command colour and movement allowance."""
        return self.cmd, self.m

    @property
    def factors(self) -> str:
        """The printed factors as one line: attack-defence-movement, or barrage-FPF-range/defence-movement."""
        if self.artillery:
            reach = "U" if self.range >= UNLIMITED else str(self.range)
            return f"{self.barrage}-{self.fpf}-{reach}/{self.d}-{self.m}"
        return f"{self.a}-{self.d}-{self.m}"


class Map:
    """A compiled map: terrain, icons, sides and links, with movement costs in half movement points. `wet`: in the monsoon (17.33)."""

    def __init__(self, board: dict[str, Any], tables: dict[str, Any], wet: bool = False) -> None:
        self.id: str = board["id"]
        self.grid = hexgrid.grid(tuple(sorted(board["hexes"])))
        self.terrain: dict[str, str] = {h: v["t"] for h, v in board["hexes"].items()}
        self.flags: dict[str, frozenset[str]] = {h: frozenset(v.get("f", ())) for h, v in board["hexes"].items()}
        self.name: dict[str, str] = {h: v.get("n", "") for h, v in board["hexes"].items()}
        self.wet = wet
        self.places: dict[str, str] = {name: h for h, name in self.name.items() if name}
        kinds = {kind: _as(kind, row, wet) for kind, row in tables["sides"].items() if isinstance(row, dict)}
        self.sides: dict[tuple[str, str], dict[str, str]] = {_pair(k): {**v, "kind": kinds[v["kind"]]} for k, v in board["sides"].items()}
        links: dict[tuple[str, str], str] = {_pair(k): v for k, v in board["links"].items()}
        self.linked = frozenset(h for pair in links for h in pair)
        self.links = {k: v for k, v in links.items() if not (wet and tables["sides"][v].get("along_in_monsoon") is False)}
        self.entry: dict[str, list[str]] = board["entry"]
        self.neighbours = self.grid.neighbours
        self.tables = tables
        self.no_zoc = self.grid.bits(
            h for h in self.grid.ids if any(tables["icons"].get(f, {}).get("zoc_into") is False for f in self.flags[h])
        )
        self._reach: dict[str, int] = {}
        self._hex_costs: dict[tuple[str, bool], int] = {}
        self._step_costs: dict[tuple[str, str, bool, bool, bool, bool], int | None] = {}
        self.memo: dict[Any, Any] = {}
        self.bridges: dict[str, tuple[str, str]] = {v["bridge"]: k for k, v in self.sides.items() if v.get("bridge")}

    def side_kind(self, a: str, b: str) -> str:
        """The kind of the side between two adjacent hexes: "" where it is open, "bridge" where a bridge crosses the water."""
        found = self.sides.get(hexgrid.side(a, b))
        if found is None:
            return ""
        return "bridge" if found.get("bridge") else found["kind"]

    def barred(self, unit: Unit, a: str, b: str) -> bool:
        """Whether the side between two adjacent hexes bars this unit (7.4, 9.17)."""
        kind = self.side_kind(a, b)
        if not kind:
            return False
        bars = self.tables["sides"].get(kind, {}).get("barred", ())
        return "all" in bars or ("mech" in bars and unit.mech) or ("artillery" in bars and unit.artillery)

    def hex_cost(self, hex_id: str, rubble: bool) -> int:
        """Half MP to enter a hex by its terrain alone (18.1)."""
        found = self._hex_costs.get((hex_id, rubble))
        if found is None:
            row = self.tables["terrain"][self.terrain[hex_id]]
            found = int(row.get("mp_monsoon2", row["mp2"]) if self.wet else row["mp2"])
            for _, row in self.icon_rows(hex_id):
                found = row.get("mp2", found)
            if rubble:
                found += self.tables["icons"]["rubble"]["mp_add2"]
            self._hex_costs[hex_id, rubble] = found
        return found

    def step_cost(self, unit: Unit, a: str, b: str, rubble: bool, bridged: bool = False) -> int | None:
        """Half MP for a step from a to its neighbour b, or None where the side is barred (7.6, 7.7).

        `bridged`: engineers have bridged the river side for this phase (16.27).
        """
        key = a, b, rubble, bridged, unit.mech, unit.artillery
        if key not in self._step_costs:
            self._step_costs[key] = self._step_cost(unit, a, b, rubble, bridged)
        return self._step_costs[key]

    def _step_cost(self, unit: Unit, a: str, b: str, rubble: bool, bridged: bool) -> int | None:
        link = self.links.get(hexgrid.side(a, b))
        if link is not None:
            return int(self.tables["sides"][link]["mp_along2"])
        kind = self.side_kind(a, b)
        if not kind or bridged:
            return self.hex_cost(b, rubble)
        if self.barred(unit, a, b):
            return None
        return self.hex_cost(b, rubble) + int(self.tables["sides"][kind].get("mp_add2", 0))

    def combat_across(self, a: str, b: str) -> bool:
        """Whether ground combat and zones of control cross the side (cliff erratum)."""
        kind = self.side_kind(a, b)
        return not kind or self.tables["sides"].get(kind, {}).get("combat", True) is not False

    def reach(self, hex_id: str) -> int:
        """The bit set of neighbours that combat and a zone of control reach from a hex."""
        if hex_id not in self._reach:
            self._reach[hex_id] = self.grid.bits(n for n in self.neighbours[hex_id] if self.combat_across(hex_id, n))
        return self._reach[hex_id]

    def in_range(self, unit: Unit, at: str, hex_id: str) -> bool:
        """Whether an artillery unit that stands in a hex reaches another; the target counts, its own hex does not (10.3)."""
        return unit.range >= UNLIMITED or bool(self.grid.within(at, unit.range) >> self.grid.index[hex_id] & 1)

    def icon_rows(self, hex_id: str) -> list[tuple[str, dict[str, Any]]]:
        """The Terrain Effects Chart rows of the icons in a hex."""
        return [(f, self.tables["icons"][f]) for f in sorted(self.flags[hex_id]) if f in self.tables["icons"]]


class Charts:
    """The tables of the pack, by name."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.tables = tables
        crt = tables["crt"]
        self.columns: list[str] = crt["columns"]
        self.tops: list[int] = crt["column_tops"]
        self.crt = {name: crt[name] for name in ("assault", "mobile")}

    def index(self, differential: int) -> int:
        """The column index of a combat differential, clamped at both ends (18.2, 18.3)."""
        for i, top in enumerate(self.tops):
            if differential <= top:
                return i
        return len(self.columns) - 1

    def shifted(self, index: int, shift: int) -> int:
        """A column index after a shift, clamped at both ends."""
        return max(0, min(len(self.columns) - 1, index + shift))

    def result(self, crt: str, index: int, die: int) -> str:
        """The code of a CRT cell."""
        return str(self.crt[crt][str(die)][self.columns[index]])


class Book:
    """Everything of a pack that one scenario needs."""

    def __init__(self, pack: Pack, scenario: str) -> None:
        self.tables: dict[str, Any] = pack.files["tables"]
        self.special: dict[str, Any] = self.tables[scenario]
        self.map = Map(pack.files[f"maps/{scenario}"], self.tables)
        self.wet = Map(pack.files[f"maps/{scenario}"], self.tables, wet=True)
        self.charts = Charts(self.tables)
        listed = pack.files[f"units/{scenario}"]
        known = {f for f in Unit.__struct_fields__ if f != "id"}
        self.units: dict[str, Unit] = {
            uid: Unit(id=uid, **{k: v for k, v in row.items() if k in known}) for uid, row in listed["units"].items()
        }
        self.air: dict[str, dict[str, int]] = listed["air"]
        self.memo: dict[Any, Any] = {}


def book(pack: Pack, scenario: str) -> Book:
    """The compiled pack for one scenario, computed once."""
    return pack.derived(f"book/{scenario}", lambda p: Book(p, scenario))


def _as(kind: str, row: dict[str, Any], wet: bool) -> str:
    """The kind of side that another counts as: a lake always, a stream in the monsoon (errata, 17.33)."""
    return str(row.get("as") or (row.get("monsoon_as") if wet else "") or kind)


def _pair(key: str) -> tuple[str, str]:
    a, b = key.split("|")
    return a, b
