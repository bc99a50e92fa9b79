"""Tables in the store and in this worker's memory: loading, the lock of a game, saving a turn, past states."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base import tables as t
from app.base.db import LOST, Database
from app.base.errors import Problem, no_game
from app.base.sources import Clock
from app.base.wire import is_uuid
from app.play.model import Facts, Holder, Live, Member, Roster
from app.play.table import Table
from engine.decisions import Refusal
from engine.flow import Entry
from engine.title import Setup, titles

if TYPE_CHECKING:
    from app.catalogue.packs import Packs
    from app.play.turn import Turn

KEPT = 256
EVENTS_PAGE = 200

_REV = "SELECT rev FROM games WHERE id = $1"
_rev = select(t.games.c.rev).where(t.games.c.id == bindparam("game"))
_rev_locked = _rev.with_for_update()
_row = select(t.games).where(t.games.c.id == bindparam("game"))
_seats = select(t.seats).where(t.seats.c.game == bindparam("game"))
_members = select(t.members).where(t.members.c.game == bindparam("game")).order_by(t.members.c.role, t.members.c.name)
_held = select(t.held).where(t.held.c.game == bindparam("game"))


class Tables:
    """All games that this worker has touched lately, checked against the store's revision whenever they are used."""

    def __init__(self, db: Database, clock: Clock, packs: Packs) -> None:
        self.db, self.clock, self.packs = db, clock, packs
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}
        self.listeners: list[Callable[[Table], None]] = []
        """Called with the table after each commit."""

    async def get(self, game: str) -> Table:
        """The game as it is now. Raises `no_such_game`."""
        if not is_uuid(game):
            raise no_game()
        known = self._cache.get(game)
        if known is not None and not self.db.embedded:
            with suppress(*LOST):
                if await self.db.fetchval(_REV, game) == known.rev:
                    return known
        async with self.db.read() as c:
            return await self.fresh(c, game)

    async def revisions(self, games: Sequence[str]) -> dict[str, int]:
        """The store's revisions of some games."""
        async with self.db.read() as c:
            rows = await c.execute(select(t.games.c.id, t.games.c.rev).where(t.games.c.id.in_(games)))
            return {r.id: r.rev for r in rows}

    async def fresh(self, c: AsyncConnection, game: str, lock: bool = False) -> Table:
        """The game at the store's revision, read on this connection; with `lock`, its row is ours until the commit."""
        rev = (await c.execute(_rev_locked if lock else _rev, {"game": game})).scalar()
        if rev is None:
            raise no_game()
        table = self._cache.get(game)
        if table is None or table.rev != rev:
            table = await self._load(c, game, table)
            self.keep(table)
        else:
            self._cache.move_to_end(game)
        return table

    def keep(self, table: Table) -> None:
        """Remember a committed table, unless a newer one is known."""
        known = self._cache.get(table.facts.game)
        if known is None or known.rev <= table.rev:
            self._cache[table.facts.game] = table
            self._cache.move_to_end(table.facts.game)
        while len(self._cache) > KEPT:
            self._cache.popitem(last=False)

    async def _load(self, c: AsyncConnection, game: str, known: Table | None) -> Table:
        row = (await c.execute(_row, {"game": game})).one()
        facts = known.facts if known else msgspec.json.decode(row.facts, type=Facts)
        if facts.title not in titles():
            raise no_game()
        live = msgspec.json.decode(row.live, type=Live)
        roster = known.roster if known and known.epoch == row.epoch else await self._roster(c, facts)
        table = Table(facts, row.status, row.rev, row.epoch, row.n, live, roster)
        if row.setup is not None:
            table.setup = msgspec.json.decode(row.setup, type=Setup)
            pack = await self.packs.need(c, table.setup.pack)
            await self.packs.preparing.need(table.title, pack, facts.scenario)
            table.state = table.title.decode(row.state)
        if known is not None:
            table.inherit(known)
        return table

    async def _roster(self, c: AsyncConnection, facts: Facts) -> Roster:
        args = {"game": facts.game}
        rows = {r.seat: Holder(r.account, r.bot, r.name, r.reserved) for r in await c.execute(_seats, args)}
        members = [Member(r.account, r.role, r.name, tuple(json.loads(r.consents))) for r in await c.execute(_members, args)]
        held: dict[str, list[str]] = {}
        for r in await c.execute(_held, args):
            held.setdefault(r.account, []).append(r.side)
        return Roster({s.id: rows.get(s.id, Holder()) for s in facts.seats}, members, held)

    @asynccontextmanager
    async def turn(self, game: str) -> AsyncIterator[Turn]:
        """A turn at a game: its lock, its transaction, and, when the block ends well, the commit and then the telling."""
        from app.play.turn import Turn

        if not is_uuid(game):
            raise no_game()
        if game not in self._cache:
            await self.get(game)  # what its title must prepare is made before anything is locked
        async with self._locked(game):
            async with self.db.write() as c:
                turn = Turn(await self.fresh(c, game, lock=True), self.clock.now(), self, c)
                yield turn
                if turn.changed:
                    await turn.save(c)
            if turn.changed:
                self.keep(turn.table)
        if turn.changed:
            self._tell(turn.table)

    async def quickly(self, game: str, account: str, action_id: str, digest: str, work: Callable[[Turn], Awaitable[bytes]]) -> bytes | None:
        """An ordinary action on the table as this worker remembers it, written by one statement.

        None when that cannot be, for whatever reason: then `turn` decides.
        """
        from app.play import quick
        from app.play.turn import NeedsStore, Turn

        if self.db.embedded or game not in self._cache:
            return None
        async with self._locked(game):
            turn = Turn(self._cache[game], self.clock.now(), self, None)
            try:
                body = await work(turn)
            except (Problem, Refusal, NeedsStore):
                return None
            turn.answer(account, action_id, digest, body)
            if not turn.plain or not await quick.write(self.db, turn):
                return None
            turn.carry_over()
            self.keep(turn.table)
        self._tell(turn.table)
        return body

    def committed(self, table: Table) -> None:
        """A table that was committed outside of `turn`: its creation."""
        self.keep(table)
        self._tell(table)

    def _tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)

    @asynccontextmanager
    async def _locked(self, game: str) -> AsyncIterator[None]:
        lock, users = self._locks.get(game, (asyncio.Lock(), 0))
        self._locks[game] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks[game]
            if users == 1:
                del self._locks[game]
            else:
                self._locks[game] = (lock, users - 1)

    async def events(self, table: Table, viewer: str, after: int = -1, before: int | None = None, limit: int = EVENTS_PAGE) -> list[bytes]:
        """Payloads of a viewer in order: the first `limit` versions after `after`, or the last ones before `before`."""
        if before is None:
            recent = table.recent_after(viewer, max(after, 0))
            if recent is not None:
                return list(recent[:limit])
        c_ = t.viewer_events.c
        query = select(c_.payload).where(c_.game == table.facts.game, c_.viewer == viewer, c_.version <= table.version(viewer))
        if before is None:
            query = query.where(c_.version > after).order_by(c_.version).limit(limit)
        else:
            query = query.where(c_.version < before).order_by(c_.version.desc()).limit(limit)
        async with self.db.read() as c:
            rows = [bytes(r) for r in (await c.execute(query)).scalars()]
        return rows if before is None else rows[::-1]

    async def entries(self, c: AsyncConnection, game: str, first: int, last: int) -> dict[int, tuple[Entry, bool]]:
        """Log entries first..last by number, each with whether it drew dice."""
        rows = await c.execute(
            select(t.log.c.n, t.log.c.entry, t.log.c.dice).where(and_(t.log.c.game == game, t.log.c.n >= first, t.log.c.n <= last))
        )
        return {r.n: (msgspec.json.decode(r.entry, type=Entry), r.dice) for r in rows}

    async def snapshot_before(self, c: AsyncConnection, game: str, n: int) -> tuple[int, bytes]:
        """The newest stored state at or before entry n: its number and its bytes."""
        s = t.snapshots.c
        row = (await c.execute(select(s.n, s.state).where(s.game == game, s.n <= n).order_by(s.n.desc()).limit(1))).one()
        return row.n, zlib.decompress(row.state)
