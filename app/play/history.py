"""The past of a game: states at earlier entries, and which entries still stand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from app.play.store import Tables
from app.play.table import Table
from engine.flow import Act, TakeBack, act, find, rewind

CHUNK = 50


class Standing(msgspec.Struct, frozen=True):
    """An act that no take-back has undone.

    The state before it is the state before entry `to` with the acts `keep` carried out: for an act that a take-back let
    stand, `to` is where that take-back went; for all others it is the act's own number.
    """

    n: int
    act: Act
    dice: bool
    to: int
    keep: tuple[int, ...] = ()


async def state_after(tables: Tables, c: AsyncConnection, table: Table, n: int) -> Any:
    """The state after entry n (0: the beginning), replayed from the nearest snapshot."""
    game, title = table.facts.game, table.title
    start, raw = await tables.snapshot_before(c, game, n)
    state = title.decode(raw)
    entries = await tables.entries(c, game, start + 1, n)
    for i in range(start + 1, n + 1):
        entry = entries[i][0]
        if isinstance(entry, TakeBack):
            earlier = await state_after(tables, c, table, entry.to - 1)
            state = rewind(title, earlier, state, await acts(tables, c, game, entry.keep), entry.closes)
        else:
            decision = find(title, state, entry.decision)
            if decision is None:
                raise ValueError(f"entry {i}: decision {entry.decision} is not open")
            state, _, _ = act(title, state, decision, entry.picks, entry.note)
    return state


async def acts(tables: Tables, c: AsyncConnection, game: str, numbers: list[int]) -> list[Act]:
    """Some acts of the log by number, in order."""
    if not numbers:
        return []
    found = await tables.entries(c, game, min(numbers), max(numbers))
    return [e for e in (found[n][0] for n in sorted(numbers)) if isinstance(e, Act)]


async def standing(tables: Tables, c: AsyncConnection, game: str, last: int) -> AsyncIterator[Standing]:
    """The acts that stand after entry `last`, newest first."""
    n, known = last, dict[int, Any]()
    while n > 0:
        if n not in known:
            known = await tables.entries(c, game, max(1, n - CHUNK + 1), n)
        entry, dice = known[n]
        if isinstance(entry, Act):
            yield Standing(n, entry, dice, n)
            n -= 1
            continue
        if entry.keep:
            kept = await tables.entries(c, game, min(entry.keep), max(entry.keep))
            for i, k in reversed(list(enumerate(entry.keep))):
                act_, dice = kept[k]
                if isinstance(act_, Act):
                    yield Standing(k, act_, dice, entry.to, tuple(entry.keep[:i]))
        n = entry.to - 1


async def state_before(tables: Tables, c: AsyncConnection, table: Table, item: Standing) -> Any:
    """The state in which a standing act was made, but for the counters of what was undone."""
    state = await state_after(tables, c, table, item.to - 1)
    for entry in await acts(tables, c, table.facts.game, list(item.keep)):
        decision = find(table.title, state, entry.decision)
        if decision is None:
            raise ValueError(f"decision {entry.decision} is not open")
        state, _, _ = act(table.title, state, decision, entry.picks, entry.note)
    return state
