"""Static facts for clients: counter styles, charts with their sources, the map."""

from __future__ import annotations

from typing import Any

from engine import packs, sources
from engine.titles.cwb.scenario import Scenario


def about(pack: packs.Pack, scenario: Scenario) -> dict[str, Any]:
    """Sides, styles, symbols, marks, charts, codes and sources of a scenario (docs/protocol.md)."""
    counters = pack.files["counters"]
    sides = {s: counters["sides"][s] for s in (scenario.first, scenario.second)}
    styles = {k: v for k, v in counters["styles"].items() if v["side"] in sides}
    return {
        "sides": sides,
        "styles": styles,
        "symbols": counters["symbols"],
        "marks": counters["marks"],
        "codes": counters["codes"],
        "charts": charts(pack, scenario),
        "maps": list(scenario.board_ids()),
        "sources": packs.sources(pack, unused(pack, scenario.map_id)),
    }


OTHER = {"budapest": "angola", "angola": "budapest"}
ITS_TABLES = {"budapest": ("budapest", "hungarian_picks"), "angola": ("angola", "airpower_angola")}
WORDS = {
    "a": "attack", "d": "defence", "m": "movement", "fpf": "final protective fire", "cmd": "command", "mech": "mechanized",
    "t": "terrain", "f": "features", "n": "name", "mp2": "half movement points", "mp_add2": "half movement points more",
    "mp_along2": "half movement points along it", "vp_cost": "price in victory points",
}  # fmt: skip


TERRAIN_CELLS = {1: ("mp2", "mp_add2", "mp_along2"), 2: ("shift", "shift_if_defenders_mech")}
"""The pack's keys behind the cells of the Terrain Effects Chart."""
FACTORS = ("a", "d", "m", "barrage", "fpf", "range")


def unused(pack: packs.Pack, map_id: str) -> tuple[tuple[str, ...], ...]:
    """The paths of the pack that only the other scenario uses."""
    other, tables = OTHER[map_id], pack.files["tables"]
    files = [(name,) for name in sorted(pack.files) if name.startswith((f"maps/{other}", f"units/{other}", f"scenarios/{other}"))]
    charts = [("tables", name) for name in ITS_TABLES[other]]
    rows = [
        ("tables", block, kind)
        for block in ("terrain", "icons")
        for kind, row in tables[block].items()
        if isinstance(row, dict) and map_id not in row.get("maps", [map_id])
    ]
    return (*files, *charts, *rows)


def numbers(pack: packs.Pack, scenario: Scenario) -> list[dict[str, Any]]:
    """Every number of this scenario that no text gives, by chart (`engine.sources.listed`)."""
    return sources.listed(pack.files, unused(pack, scenario.map_id), WORDS)


def board(pack: packs.Pack, scenario: Scenario, map_id: str) -> dict[str, Any]:
    """A map of this scenario; in the monsoon sides and links are of the kinds that they count as (17.33). Raises KeyError for any other."""
    if map_id not in scenario.board_ids():
        raise KeyError(map_id)
    keep = ("id", "name", "cols", "rows", "grid", "hexes", "sides", "links", "labels", "terrain", "features")
    data = pack.files[f"maps/{scenario.map_id}"]
    out = {k: data[k] for k in keep}
    if map_id != scenario.map_id:
        rows = pack.files["tables"]["sides"]
        out.update(id=map_id, season="wet")
        out["sides"] = {k: {**v, "kind": rows[v["kind"]].get("monsoon_as", v["kind"])} for k, v in data["sides"].items()}
        out["links"] = {k: f"lost_{v}" if rows[v].get("along_in_monsoon") is False else v for k, v in data["links"].items()}
    return out


def charts(pack: packs.Pack, scenario: Scenario) -> list[dict[str, Any]]:
    """The charts that players look up: both CRTs, terrain effects, counters by command."""
    out = [crt(pack, name, rule) for name, rule in (("assault", "18.2"), ("mobile", "18.3"))]
    out.append(terrain(pack, scenario.map_id))
    out.append(rosters(pack, scenario))
    return out


def crt(pack: packs.Pack, name: str, rule: str) -> dict[str, Any]:
    """A combat results table; `reconstructed` lists the cells that are ours."""
    data = pack.files["tables"]["crt"]
    columns = data["columns"]
    rows = []
    for die in map(str, range(1, 7)):
        ours = [i for i, c in enumerate(columns) if is_ours(pack, "tables", "crt", name, die, c)]
        rows.append({"label": die, "cells": [data[name][die][c] for c in columns], "reconstructed": ours})
    return {"id": name, "name": f"{name.capitalize()} CRT", "columns": columns, "rows": rows, "rule": rule, "note": "Die by differential"}


def is_ours(pack: packs.Pack, *path: str) -> bool:
    """Whether a datum of the pack, file first, is reconstructed."""
    return packs.source_of(pack, *path) == "reconstructed"


def terrain(pack: packs.Pack, map_id: str) -> dict[str, Any]:
    """The Terrain Effects Chart of one map."""
    rows = []
    for block, label in (("terrain", "hex"), ("icons", "icon"), ("sides", "side")):
        for kind, row in pack.files["tables"][block].items():
            if not isinstance(row, dict) or map_id not in row.get("maps", [map_id]):
                continue
            ours = [i for i, keys in TERRAIN_CELLS.items() if any(k in row and is_ours(pack, "tables", block, kind, k) for k in keys)]
            rows.append({"label": row["name"], "cells": [label, _cost(row), _shift(row), _notes(row)], "reconstructed": ours})
    return {
        "id": "terrain",
        "name": "Terrain Effects Chart",
        "columns": ["", "MP", "Shift", "Notes"],
        "rows": rows,
        "rule": "18.1",
        "note": "The defender gets the single best shift (9.11)",
    }


def _half(n: int) -> str:
    return f"{n // 2 or ''}½" if n % 2 else str(n // 2)


def _cost(row: dict[str, Any]) -> str:
    if "mp_along2" in row:
        return f"{_half(row['mp_along2'])} along it"
    if "mp_add2" in row:
        return f"+{_half(row['mp_add2'])}"
    return _half(row["mp2"]) if "mp2" in row else "barred" if "all" in row.get("barred", ()) else ""


def _shift(row: dict[str, Any]) -> str:
    shift = row.get("shift", 0)
    text = f"{-shift}L" if shift < 0 else "none"
    if "shift_if_defenders_mech" in row:
        mech = row["shift_if_defenders_mech"]
        text += f"; {f'{-mech}L' if mech else 'none'} if all defenders are mechanized"
    return text


def _notes(row: dict[str, Any]) -> str:
    notes = []
    if row.get("mobile") is False:
        notes.append("no Mobile CRT")
    if row.get("zoc_into") is False:
        notes.append("no zone of control into it")
    if row.get("artillery_attacks_from"):
        notes.append("artillery attacking from it 1R")
    barred = row.get("barred", ())
    if barred and "all" not in barred:
        notes.append("no mechanized units or artillery")
    return ", ".join(notes)


def rosters(pack: packs.Pack, scenario: Scenario) -> dict[str, Any]:
    """The counter sheet: what each command consists of, known to all; which counter is which is not."""
    file = f"units/{scenario.map_id}"
    units = pack.files[file]["units"]
    styles, symbols = pack.files["counters"]["styles"], pack.files["counters"]["symbols"]
    rows = []
    for uid in sorted(units, key=lambda u: (styles[units[u]["cmd"]]["name"], units[u]["type"], u)):
        u = units[uid]
        reach = "U" if u.get("range", 0) >= 99 else u.get("range")
        factors = f"{u['barrage']}-{u['fpf']}-{reach}/{u['d']}-{u['m']}" if "barrage" in u else f"{u['a']}-{u['d']}-{u['m']}"
        ours = any(k in u and is_ours(pack, file, "units", uid, k) for k in FACTORS)
        cells = [u["name"], symbols[u["type"]]["name"], factors]
        rows.append({"label": styles[u["cmd"]]["name"], "cells": cells, "reconstructed": [2] if ours else []})
    note = "Attack-defence-movement, or barrage-FPF-range/defence-movement"
    return {"id": "counters", "name": "Counter sheet", "columns": ["Unit", "Type", "Factors"], "rows": rows, "rule": "2.4", "note": note}
