"""Static facts for clients: styles, symbols, charts, the town plan."""

from __future__ import annotations

from typing import Any

from engine import packs
from engine.titles.cityfight.board import board as town_plan
from engine.titles.cityfight.data import book
from engine.titles.cityfight.town import overlaid


def about(pack: packs.Pack) -> dict[str, Any]:
    """Sides, styles, symbols, marks, charts, codes and sources (docs/protocol.md)."""
    counters = pack.files["counters"]
    keep = ("sides", "styles", "symbols", "marks", "codes", "sizes", "keys")
    return {
        **{k: counters[k] for k in keep if k in counters},
        "charts": charts(pack),
        "maps": [f"gerlafingen-{n}" for n in ("52", "53", "54", "55")],
        "sources": packs.sources(pack),
    }


def board(pack: packs.Pack, map_id: str) -> dict[str, Any]:
    """The town plan of one scenario, with its changes; `play` lists its hexes where they are not all. Raises KeyError for any other map."""
    number = map_id.removeprefix("gerlafingen-")
    scenario = pack.files[f"scenarios/{number}"]
    out = {**town_plan(overlaid(pack.files["maps/gerlafingen"], scenario["map"].get("overlays", []))), "id": map_id}
    playable = book(pack, number).playable
    return out if len(playable) == len(out["hexes"]) else {**out, "play": sorted(playable)}


def charts(pack: packs.Pack) -> list[dict[str, Any]]:
    """The charts of the Basic Game; `reconstructed` lists the cells that are ours."""
    tables = pack.files["tables"]
    return [
        soft_crt(pack, tables),
        loss_matrix(pack, tables),
        modifiers(tables, "search_modifiers", "Search modifiers"),
        modifiers(tables, "suppression_recovery", "Suppression recovery"),
    ]


def soft_crt(pack: packs.Pack, tables: dict[str, Any]) -> dict[str, Any]:
    """The Soft CRT: dice by strength, with the ammunition letter behind the roll."""
    chart = tables["soft_crt"]
    rows = []
    for roll in map(str, range(2, 13)):
        row = chart["rows"][roll]
        cells = [row["cells"][c] for c in chart["columns"]]
        ours = [i for i, c in enumerate(chart["columns"]) if is_ours(pack, "soft_crt", roll, c)]
        rows.append({"label": f"{roll} {row['ammo']}".strip(), "cells": cells, "reconstructed": ours})
    note = "Dice by strength. Terrain: " + "; ".join(
        f"{k} no effect on {', '.join(map(str, v['no_effect']))}" for k, v in chart["terrain"].items()
    )
    return {"id": "soft_crt", "name": "Soft CRT", "columns": chart["columns"], "rows": rows, "rule": "11.8", "note": note}


def loss_matrix(pack: packs.Pack, tables: dict[str, Any]) -> dict[str, Any]:
    """The Action Point Loss Matrix."""
    chart = tables["ap_loss_matrix"]
    rows = []
    for key, row in sorted(chart["rows"].items(), key=lambda kv: int(kv[1]["ap"][0])):
        ours = [i for i, c in enumerate(chart["columns"]) if is_ours(pack, "ap_loss_matrix", key, c)]
        rows.append({"label": key, "cells": [str(row["cells"][c]) for c in chart["columns"]], "reconstructed": ours})
    return {
        "id": "ap_loss",
        "name": "Action Point Loss",
        "columns": chart["columns"],
        "rows": rows,
        "rule": "6.23",
        "note": "Initial action points by how much the roll exceeds the leader's rating",
    }


def is_ours(pack: packs.Pack, table: str, row: str, column: str) -> bool:
    """Whether a chart cell is reconstructed."""
    return packs.source_of(pack, "tables", table, "rows", row, "cells", column).startswith("reconstructed")


def modifiers(tables: dict[str, Any], name: str, title: str) -> dict[str, Any]:
    """A list of die modifiers."""
    rows = [
        {
            "label": row.get("labels", {}).get("when", key.replace("_", " ")),
            "cells": [f"{row['value']:+d}" if isinstance(row.get("value"), int) else str(row.get("value", ""))],
            "reconstructed": [],
        }
        for key, row in tables[name]["rows"].items()
    ]
    return {"id": name, "name": title, "columns": ["Modifier"], "rows": rows, "rule": tables[name]["rule"], "note": ""}
