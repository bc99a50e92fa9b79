"""What titles need before a game can be played and is slow to compute: made in another process, while the service goes on serving."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import structlog

from app.base.errors import Problem
from app.base.processes import begin_process
from engine.packs import Pack
from engine.title import Prepares, Title
from engine.title import title as title_of

log = structlog.get_logger("preparing")
PATIENCE = 20.0
"""Seconds that a request waits before it is told to come again."""
AGAIN = 5.0


def work(modules: Sequence[str], title_id: str, job: bytes) -> bytes:
    """In the other process: register the titles and do one title's slow work."""
    for module in modules:
        importlib.import_module(module)
    title = title_of(title_id)
    assert isinstance(title, Prepares)
    return title.prepare(job)


class Preparing:
    """One worker's preparations. Each job is under way once, whoever waits for it; `modules` register the titles."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = tuple(modules)
        self._ready: set[tuple[str, str, str]] = set()
        self._making: dict[tuple[str, bytes], asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None

    async def need(self, title: Title, pack: Pack, scenario: str) -> None:
        """Return when a scenario can be played with a pack. Raises `not_ready` when that takes too long or fails."""
        key = (title.id, pack.hash, scenario)
        if key in self._ready:
            return
        job = title.to_prepare(pack, scenario) if isinstance(title, Prepares) else None
        if job is not None:
            try:
                await asyncio.wait_for(asyncio.shield(self._task(title, job)), PATIENCE)
            except Exception as error:
                detail = "this scenario's map is still being prepared: try again in a few seconds"
                raise Problem(503, "not_ready", detail, retry_after=AGAIN) from error
        self._ready.add(key)

    async def begin(self, title: Title, pack: Pack) -> None:
        """Prepare all scenarios of a title ahead of its games."""
        for scenario in title.scenarios():
            try:
                await self.need(title, pack, scenario.id)
            except Problem:
                log.warning("a scenario is not ready", title=title.id, scenario=scenario.id)

    def _task(self, title: Title, job: bytes) -> asyncio.Task[None]:
        key = (title.id, job)
        if key not in self._making:
            task = self._making[key] = asyncio.create_task(self._make(title, job))
            task.add_done_callback(lambda done: self._done(key, done))
        return self._making[key]

    async def _make(self, title: Title, job: bytes) -> None:
        assert isinstance(title, Prepares)
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), begin_process)
        title.take(job, await asyncio.get_running_loop().run_in_executor(self._pool, work, self._modules, title.id, job))
        log.info("prepared", title=title.id)

    def _done(self, key: tuple[str, bytes], task: asyncio.Task[None]) -> None:
        del self._making[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a preparation failed", title=key[0], error=repr(error))
            self._drop_pool()
        elif not self._making:
            self._drop_pool()

    def _drop_pool(self) -> None:
        """End the process: nothing is left to do, or it is broken."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = list(self._making.values())
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._drop_pool()
        for process in processes:
            process.terminate()
