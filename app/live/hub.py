"""Who watches what on this worker: for each game its audiences, for each audience one projection shared by its sockets."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from msgspec import Raw

from app.accounts.model import Accounts, Caller
from app.base.config import Settings
from app.base.errors import Problem
from app.base.wire import diff, encode
from app.ops.metrics import Metrics
from app.play.store import Tables
from app.play.table import Table
from app.play.watching import may_watch

LAST_EVENTS = 50
REPLIES = 256
log = structlog.get_logger("live")


def flat(payloads: list[bytes]) -> list[Raw]:
    """The single events of payloads (JSON arrays), in order, still encoded."""
    return [event for payload in payloads for event in msgspec.json.decode(payload, type=list[Raw])]


class Feed:
    """One socket's outgoing side: a bounded queue; when it overflows, a fresh snapshot takes the place of what waited."""

    def __init__(self, caller: Caller | None, viewer: str, limit: int, end: Callable[[], None]) -> None:
        self.caller, self.viewer, self.limit, self.end = caller, viewer, limit, end
        self.after: int | None = None
        self.stale = True
        self._queue: deque[str] = deque()
        self._replies: deque[str] = deque()
        self.ready = asyncio.Event()
        self.ready.set()

    def push(self, message: str) -> None:
        """Queue a patch or a ping, or give up the queue for a snapshot."""
        if self.stale:
            return
        if len(self._queue) >= self.limit:
            self.resync()
            return
        self._queue.append(message)
        self.ready.set()

    def resync(self) -> None:
        """Send a fresh snapshot next."""
        self._queue.clear()
        self.stale = True
        self.ready.set()

    def reply(self, message: str) -> None:
        """Queue the answer to something that the client sent; a client that never reads its answers is cut off."""
        if len(self._replies) >= REPLIES:
            self.end()
            return
        self._replies.append(message)
        self.ready.set()

    def next(self) -> str | None:
        """The next message that waits, answers first; None when there is none, and then `ready` is cleared."""
        if self._replies:
            return self._replies.popleft()
        if self._queue and not self.stale:
            return self._queue.popleft()
        if not self.stale:
            self.ready.clear()
        return None


class Audience:
    """All sockets of one viewer of one game, and what they were shown last."""

    def __init__(self, viewer: str, table: Table) -> None:
        self.viewer, self.feeds = viewer, set[Feed]()
        self.version, self.view = table.version(viewer), table.view(viewer)


class Watch:
    """One watched game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.audiences: dict[str, Audience] = {}
        self.wake = asyncio.Event()
        self.reread = False
        self.task: asyncio.Task[None] | None = None


class Hub:
    """All watched games of this worker."""

    def __init__(self, tables: Tables, accounts: Accounts, settings: Settings, metrics: Metrics) -> None:
        self.tables, self.accounts, self.settings, self.metrics = tables, accounts, settings, metrics
        self._watches: dict[str, Watch] = {}
        self.sockets: dict[str, int] = {}
        """Open sockets by address."""

    def moved(self, table: Table) -> None:
        """This worker has committed a table."""
        watch = self._watches.get(table.facts.game)
        if watch is not None:
            if table.rev > watch.table.rev:
                watch.table = table
            watch.wake.set()

    def wake(self, game: str) -> None:
        """Another worker has moved a game on."""
        watch = self._watches.get(game)
        if watch is not None:
            watch.reread = True
            watch.wake.set()

    def wake_all(self) -> None:
        """Something may have been missed."""
        for game in list(self._watches):
            self.wake(game)

    async def run(self) -> None:
        """Ping, and re-read what is watched: messages between workers may be lost."""
        ping, since = encode({"type": "ping"}).decode(), 0.0
        while True:
            await asyncio.sleep(self.settings.reread_seconds)
            since += self.settings.reread_seconds
            if self.settings.redis_url:
                await self._reread()
            if since < self.settings.ping_seconds:
                continue
            since = 0.0
            for feed in self._feeds():
                feed.push(ping)
                await self._check_credentials(feed)

    async def _reread(self) -> None:
        """Ask the store whether a watched game has moved on unheard."""
        try:
            known = {game: watch.table.rev for game, watch in self._watches.items()}
            for game, rev in (await self.tables.revisions(list(known)) if known else {}).items():
                if rev > known[game]:
                    self.wake(game)
        except Exception:
            log.exception("the watched games could not be read again")

    def _feeds(self) -> list[Feed]:
        return [f for w in list(self._watches.values()) for a in list(w.audiences.values()) for f in list(a.feeds)]

    def credentials_changed(self, account: str) -> None:
        """Sessions or tokens of an account ended somewhere."""
        for feed in self._feeds():
            if feed.caller is not None and feed.caller.account == account:
                asyncio.get_running_loop().create_task(self._check_credentials(feed))

    async def _check_credentials(self, feed: Feed) -> None:
        if feed.caller is not None and await self.accounts.by_key(feed.caller.key, not feed.caller.session) is None:
            feed.end()

    async def join(self, table: Table, feed: Feed) -> None:
        """Add a socket; its first message is a snapshot."""
        game = table.facts.game
        watch = self._watches.get(game)
        if watch is None:
            watch = self._watches[game] = Watch(table)
            watch.task = asyncio.create_task(self._follow(watch))
        if table.rev > watch.table.rev:
            watch.table = table
            watch.wake.set()
        audience = watch.audiences.get(feed.viewer)
        if audience is None:
            audience = watch.audiences[feed.viewer] = Audience(feed.viewer, watch.table)
        audience.feeds.add(feed)
        self.metrics.sockets.inc()

    def leave(self, game: str, feed: Feed) -> None:
        """Take a socket away, and what nobody watches any more."""
        watch = self._watches.get(game)
        audience = watch.audiences.get(feed.viewer) if watch else None
        if watch is None or audience is None or feed not in audience.feeds:
            return
        audience.feeds.discard(feed)
        self.metrics.sockets.dec()
        if not audience.feeds:
            del watch.audiences[feed.viewer]
        if not watch.audiences:
            del self._watches[game]
            if watch.task is not None:
                watch.task.cancel()

    async def _follow(self, watch: Watch) -> None:
        game = watch.table.facts.game
        while True:
            await watch.wake.wait()
            watch.wake.clear()
            try:
                if watch.reread:
                    watch.reread = False
                    table = await self.tables.get(game)
                    if table.rev > watch.table.rev:
                        watch.table = table
                for audience in list(watch.audiences.values()):
                    await self._refresh(watch.table, audience)
            except Problem:
                return
            except Exception:
                log.exception("a watched game could not be shown", game=game)
                await asyncio.sleep(1)
                watch.reread = True
                watch.wake.set()

    async def _refresh(self, table: Table, audience: Audience) -> None:
        """Show an audience what is new for it: one projection, one patch, one serialization for all its sockets."""
        for feed in [f for f in audience.feeds if not may_watch(table, f.caller.account if f.caller else None, f.viewer)]:
            feed.end()
        version = table.version(audience.viewer)
        if version < audience.version or (version == audience.version and table.shows_same(audience.view)):
            return
        view = table.view(audience.viewer)
        events = flat(await self.tables.events(table, audience.viewer, after=audience.version)) if version > audience.version else []
        patch = diff(audience.view, view)
        old, audience.view, audience.version = audience.version, view, version
        if not patch and not events:
            return
        message = encode({"type": "patch", "from": old, "version": version, "patch": patch, "events": events}).decode()
        self.metrics.pushed.inc(len(audience.feeds))
        for feed in audience.feeds:
            feed.push(message)

    async def snapshot(self, game: str, feed: Feed) -> str:
        """The snapshot that brings a socket up to its audience: the view and the last 50 events, or those since `after`."""
        watch = self._watches[game]
        audience = watch.audiences[feed.viewer]
        # From here on patches queue up behind the snapshot, and the first of them starts from this version.
        feed.stale, view, version = False, audience.view, audience.version
        payloads = await self.tables.events(watch.table, feed.viewer, before=version + 1, limit=LAST_EVENTS)
        events = flat(payloads)[-LAST_EVENTS:]
        if feed.after is not None and feed.after <= version:
            events = [e for e in events if msgspec.json.decode(e, type=_Versioned).version > feed.after]
            feed.after = None
        return encode({"type": "snapshot", "version": version, "view": view, "events": events}).decode()

    async def close(self) -> None:
        """End all streams."""
        for feed in self._feeds():
            feed.end()
        for watch in list(self._watches.values()):
            if watch.task is not None:
                watch.task.cancel()


class _Versioned(msgspec.Struct):
    version: int


def problem_message(problem: Problem, message_id: Any = None) -> str:
    """A refusal on the socket."""
    out = {"type": "problem", "status": problem.status, **problem.view()}
    if problem.retry_after:
        out["retry_after"] = max(1, int(problem.retry_after + 0.999))
    return encode(out | ({"id": message_id} if message_id is not None else {})).decode()
