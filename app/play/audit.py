"""The audit of an ended game: seed, rolls, log. With the pack they rebuild the identical game."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from sqlalchemy import select

from app.base import tables as t
from app.base.errors import conflict, forbidden
from app.play.store import Tables
from app.play.table import Table
from app.play.watching import may_watch
from engine import dice
from engine.flow import Entry, replay
from engine.title import UMPIRE


async def audit(tables: Tables, table: Table, account: str | None) -> dict[str, Any]:
    """Everything, once nothing is secret any more. Raises `not_ended`, or 403 for one who may not see this game's truth."""
    if table.status != "ended" or table.setup is None:
        raise conflict("not_ended", "the audit opens when the game has ended")
    if not may_watch(table, account, UMPIRE):
        raise forbidden("this game is not open to you")
    log = t.log.c
    async with tables.db.read() as c:
        rows = (await c.execute(select(log.n, log.entry).where(log.game == table.facts.game).order_by(log.n))).all()
    entries = [msgspec.json.decode(r.entry, type=Entry) for r in rows]
    return {
        "game": table.facts.game,
        "seed": table.setup.seed,
        "seed_hash": dice.commitment(table.setup.seed),
        "setup": msgspec.to_builtins(table.setup),
        "pack": table.setup.pack,
        "log": [{"n": r.n, **msgspec.to_builtins(e)} for r, e in zip(rows, entries, strict=True)],
        "rolls": await asyncio.to_thread(rolls, table, entries),
        "outcome": table.view(UMPIRE).get("outcome"),
    }


def rolls(table: Table, entries: list[Entry]) -> list[dict[str, Any]]:
    """Every roll and blind draw: stream, k, purpose, digest and die, found by playing the log again."""
    assert table.setup is not None
    with dice.recorded() as found:
        replay(table.title, table.setup, entries)
    seen: dict[tuple[str, int], dict[str, Any]] = {}
    for stream, k, purpose, raw in found:
        seen[stream, k] = {"stream": stream, "k": k, "purpose": purpose, "hmac": raw.hex(), "die": dice.die_of(raw)}
    return [seen[key] for key in sorted(seen)]
