"""Playing the bots' decisions in the background."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import uuid
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import structlog
from sqlalchemy import delete, select

from app.base import tables as t
from app.base.config import Settings
from app.base.db import Database
from app.base.errors import Problem
from app.base.sources import derived
from app.bots.work import prepare, ready, think
from app.play.acting import act_alone
from app.play.store import Tables
from app.play.table import Table
from engine import packs
from engine.decisions import Decision

log = structlog.get_logger("bots")
FAR = 60.0
"""Seconds of a lease."""
LEASE_POLL = 0.25
PATIENCE = 2.0


class BotRunner:
    """One worker's bots. Each game with an open bot decision has at most one task here; a lease keeps other workers off it."""

    def __init__(self, tables: Tables, db: Database, settings: Settings) -> None:
        self.tables, self.db, self.settings = tables, db, settings
        self.secret = ""
        self._owner = str(uuid.uuid4())
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._pool: ProcessPoolExecutor | None = None
        self._leases: dict[str, float] = {}

    def moved(self, table: Table) -> None:
        """A game was committed here: play on if a bot has to."""
        if not due(table):
            return
        game = table.facts.game
        if game in self._playing:
            self._again.add(game)
            return
        self._start(game)

    def _start(self, game: str) -> None:
        def done(task: asyncio.Task[None]) -> None:
            del self._playing[game]
            if game in self._again and not task.cancelled():
                self._start(game)

        self._again.discard(game)
        self._playing[game] = asyncio.create_task(self._play(game))
        self._playing[game].add_done_callback(done)

    async def run(self) -> None:
        """Find open bot decisions, at the start and now and then: of a worker that died, or of another's that lost its lease."""
        g = t.games.c
        if self.settings.warm_bots:
            warm = asyncio.get_running_loop().run_in_executor(self._executor(), ready)
            warm.add_done_callback(lambda f: f.cancelled() or f.exception())
        while True:
            try:
                async with self.db.read() as c:
                    games = list((await c.execute(select(g.id).where(g.bot_due.is_(True)))).scalars())
                for game in games:
                    if game not in self._playing:
                        self.moved(await self.tables.get(game))
            except Exception:
                log.exception("the search for open bot decisions failed")
            await asyncio.sleep(self.settings.sweep_seconds)

    async def _play(self, game: str) -> None:
        try:
            while decision := due(table := await self.tables.get(game)):
                if await self._lease(game):
                    await self._decide(table, decision)
                else:
                    await asyncio.sleep(LEASE_POLL)
        except Exception:
            log.exception("a bot could not play", game=game)
            await asyncio.sleep(self.settings.sweep_seconds)
        finally:
            await self._release(game)

    async def _decide(self, table: Table, decision: Decision) -> None:
        game = table.facts.game
        name = table.roster.seats[decision.seat].bot or "random"
        try:
            picks = await self._think(table, decision, name)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.warning("a bot failed: its fallback is played", game=game, bot=name, decision=decision.id, error=repr(error))
            picks = None
        try:
            await act_alone(self.tables, game, derived(game, decision.id), decision.id, picks, "bot")
        except Problem as problem:
            if picks is None or problem.status != 422:
                raise
            log.warning("a bot's picks were refused: its fallback is played", game=game, bot=name, code=problem.code)
            await act_alone(self.tables, game, derived(game, decision.id), decision.id, None, "bot")

    async def _think(self, table: Table, decision: Decision, bot: str) -> list[str]:
        assert table.setup is not None
        seed = hashlib.sha256(f"{self.secret} {table.facts.game} {decision.id}".encode()).hexdigest()
        raw, pack = table.title.encode(table.state), table.setup.pack
        for raw_pack in (None, packs.get(pack).bytes):
            args = (table.facts.title, pack, raw_pack, raw, decision.id, bot, seed)
            future = asyncio.get_running_loop().run_in_executor(self._executor(), think, *args)
            try:
                picks = await asyncio.wait_for(future, self.settings.bot_seconds)
            except (TimeoutError, BrokenProcessPool):
                self._drop_pool()
                raise
            if picks is not None:
                return picks
        raise RuntimeError("the bots' process did not take the pack")

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.settings.bot_processes, context, prepare, (self.settings,))
        return self._pool

    def _drop_pool(self) -> None:
        """End the bots' processes: one of them hangs or has died."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)

    async def _lease(self, game: str) -> bool:
        """Whether this worker plays the game's bots for now. Only saves work: the log's keys keep two from acting twice."""
        now = self.tables.clock.now()
        if self.settings.embedded or self._leases.get(game, 0) > now + FAR / 2:
            return True
        values = {"owner": self._owner, "until": now + FAR}
        statement = self.db.upsert(t.leases).values(game=game, **values)
        free = (t.leases.c.until < now) | (t.leases.c.owner == self._owner)
        async with self.db.write() as c:
            done = await c.execute(statement.on_conflict_do_update(index_elements=["game"], set_=values, where=free))
        if done.rowcount > 0:
            self._leases[game] = now + FAR
        return done.rowcount > 0

    async def _release(self, game: str) -> None:
        if self._leases.pop(game, None) is None:
            return
        async with self.db.write() as c:
            await c.execute(delete(t.leases).where(t.leases.c.game == game, t.leases.c.owner == self._owner))

    async def close(self) -> None:
        """Stop all games' tasks and the pool."""
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            ended = asyncio.to_thread(self._pool.shutdown, True, cancel_futures=True)
            try:
                await asyncio.wait_for(ended, PATIENCE)
            except TimeoutError:
                self._drop_pool()


def due(table: Table) -> Decision | None:
    """The first required decision of a bot's seat."""
    seats = {s for s, h in table.roster.seats.items() if h.bot}
    return next((d for d in table.required() if d.seat in seats), None) if seats else None
