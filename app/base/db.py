"""The database: Postgres through asyncpg, or an embedded SQLite file through aiosqlite; the same SQL for both."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection, event, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from app.base import tables as t
from app.base.config import ROOT, Settings

BUSY_MS = 15_000
LOST = (
    OSError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.AdminShutdownError,
)
"""What asyncpg raises when the store is away."""


def url_of(settings: Settings) -> URL:
    """The SQLAlchemy URL of the settings' store."""
    if settings.embedded:
        return URL.create("sqlite+aiosqlite", database=str(settings.data / "hexfog.sqlite3"))
    url = make_url(settings.database_url).set(drivername="postgresql+asyncpg")
    if "sslmode" in url.query:
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": str(url.query["sslmode"])})
    return url


def engine_of(settings: Settings) -> AsyncEngine:
    """An engine with the store's pragmas. SQLite: WAL, full sync, busy timeout, transactions that we begin ourselves."""
    url = url_of(settings)
    if not settings.embedded:
        connect_args = {"timeout": 10, "command_timeout": 60}
        return create_async_engine(url, pool_size=10, max_overflow=10, pool_timeout=20, pool_recycle=1800, connect_args=connect_args)
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, pool_size=6, max_overflow=4, connect_args={"timeout": BUSY_MS / 1000})

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")

    return engine


class Database:
    """Connections for reading and transactions for writing."""

    def __init__(self, settings: Settings) -> None:
        self.embedded = settings.embedded
        self.engine = engine_of(settings)
        self._writes = self.engine.execution_options(writes=True)
        self._reads = self.engine.execution_options(isolation_level="AUTOCOMMIT") if not self.embedded else self.engine
        self._writer = asyncio.Lock()
        """SQLite has one writer; to queue here is fairer and quicker than its busy handler."""

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        async with self._reads.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed at the end of the block, rolled back when it raises."""
        if self.embedded:
            async with self._writer, self._writes.begin() as connection:
                yield connection
        else:
            async with self._writes.begin() as connection:
                yield connection

    async def fetchval(self, sql: str, *arguments: Any) -> Any:
        """One value of one statement in asyncpg's own words, without a transaction around it: Postgres only, for hot paths."""
        async with self._reads.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            try:
                return await driver.fetchval(sql, *arguments)
            except LOST:
                # The store was away: none of the pool's connections can be trusted.
                await connection.invalidate()
                await self.engine.dispose()
                raise

    def upsert(self, table: Any) -> Any:
        """An INSERT with ON CONFLICT of this store's dialect."""
        return sqlite.insert(table) if self.embedded else postgresql.insert(table)

    async def setting(self, key: str) -> str:
        """A secret of this installation, made once: the bots' secret, the name of its Redis channel."""
        async with self.read() as c:
            found = (await c.execute(select(t.settings.c.value).where(t.settings.c.key == key))).scalar()
        if found is not None:
            return str(found)
        try:
            async with self.write() as c:
                await c.execute(t.settings.insert().values(key=key, value=secrets.token_hex(24)))
        except IntegrityError:
            pass
        return await self.setting(key)

    async def ping(self) -> None:
        """Raise when the store does not answer."""
        async with self.read() as c:
            await c.execute(select(1))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def migrate(settings: Settings) -> None:
    """Bring the store's schema up to date (Alembic). Safe to run from several processes at once."""
    from alembic import command
    from alembic.config import Config

    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["settings"] = settings
    command.upgrade(config, "head")
