"""The service's parts in one place; endpoints take them from the application's state."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.accounts.model import Accounts
from app.base.config import Settings
from app.base.db import Database
from app.base.sources import Clock, Ids, SystemClock, SystemIds
from app.bots.runner import BotRunner
from app.catalogue.packs import Packs
from app.clocks.runner import ClockRunner
from app.live.bus import Bus, make_bus
from app.live.hub import Hub
from app.ops.limits import Limiter
from app.ops.metrics import Metrics
from app.play.store import Tables
from app.play.table import Table


class Services:
    """One worker's parts."""

    def __init__(self, settings: Settings, clock: Clock | None = None, ids: Ids | None = None) -> None:
        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self.ids: Ids = ids or SystemIds()
        self.metrics = Metrics()
        self.db = Database(settings)
        self.packs = Packs(settings, self.db)
        self.limiter = Limiter(self.clock)
        self.accounts = Accounts(self.db, self.clock, self.ids)
        self.tables = Tables(self.db, self.clock, self.packs)
        self.hub = Hub(self.tables, self.accounts, settings, self.metrics)
        self.bots = BotRunner(self.tables, self.db, settings)
        self.clocks = ClockRunner(self.tables, self.db, self.clock)
        self.bus: Bus = make_bus(settings)
        self.tables.listeners = [self.hub.moved, self.bots.moved, self.clocks.moved, self._publish]
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Begin the work that nobody asked for: preparing packs, bots, clocks, listening to other workers."""
        self.bots.secret = await self.db.setting("bots")
        await self.bus.start(await self.db.setting("channel"), self._heard)
        for work in (self.packs.prepare(), self.bots.run(), self.clocks.run(), self.hub.run()):
            self._spawn(work)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _publish(self, table: Table) -> None:
        self.bus.publish("moved", table.facts.game)

    def _heard(self, kind: str, what: str) -> None:
        """Another worker says that a game moved on, or that an account's credentials changed."""
        if kind == "moved":
            self.hub.wake(what)
        elif kind == "credentials":
            self.accounts.forget(what)
            self.hub.credentials_changed(what)
        elif kind == "reconnected":
            self.hub.wake_all()

    def credentials_changed(self, account: str) -> None:
        """Sessions or tokens of an account ended: its streams look at once whether they still may."""
        self.hub.credentials_changed(account)
        self.bus.publish("credentials", account)

    async def stop(self) -> None:
        """Stop in order: background work, streams, bus, store."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.hub.close()
        await self.bots.close()
        await self.packs.preparing.close()
        await self.bus.close()
        await self.db.close()


def services_of(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket."""
    return connection.app.state.services  # type: ignore[no-any-return]


async def _service(request: Request) -> Services:
    return services_of(request)


Service = Annotated[Services, Depends(_service)]
