"""Playing what is late."""

from __future__ import annotations

import asyncio
import contextlib
import math

import structlog
from sqlalchemy import select

from app.base import tables as t
from app.base.db import Database
from app.base.errors import Problem
from app.base.sources import Clock, derived
from app.play.acting import act_alone
from app.play.store import Tables
from app.play.table import Table

log = structlog.get_logger("clocks")
LONGEST = 30.0
BATCH = 50


class ClockRunner:
    """Every worker watches all deadlines; the first commit wins, for the act's id follows from the decision."""

    def __init__(self, tables: Tables, db: Database, clock: Clock) -> None:
        self.tables, self.db, self.clock = tables, db, clock
        self._sooner = asyncio.Event()
        self._next = math.inf
        """When this worker looks next; while it plays, every new deadline makes it look again."""

    def moved(self, table: Table) -> None:
        """A game was committed here: it may have an earlier deadline than the one that is waited for."""
        if table.live.due and min(table.live.due.values()) < self._next:
            self._sooner.set()

    async def run(self) -> None:
        """Sleep until the next deadline, play, and so on."""
        d = t.deadlines.c
        while True:
            self._sooner.clear()
            self._next, wait = math.inf, LONGEST
            try:
                async with self.db.read() as c:
                    rows = (await c.execute(select(d.game, d.decision, d.due).order_by(d.due).limit(BATCH))).all()
                for row in rows:
                    if row.due > self.clock.now():
                        wait = min(wait, row.due - self.clock.now())
                        break
                    await self._late(row.game, row.decision)
                else:
                    wait = 0.0 if len(rows) == BATCH else wait
            except Exception:
                log.exception("the clocks failed")
                wait = 5.0
            self._next = self.clock.now() + wait
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), max(wait, 0.05))

    async def _late(self, game: str, decision: str) -> None:
        try:
            await act_alone(self.tables, game, derived(game, decision, "late"), decision, None, "clock")
        except Problem as problem:
            log.warning("a late decision could not be played", game=game, code=problem.code)
