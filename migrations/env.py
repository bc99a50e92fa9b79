"""Alembic's environment: the service's own settings and engine; one set of migrations for SQLite and Postgres."""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection, text

from app.base.config import from_env
from app.base.db import engine_of
from app.base.tables import meta

LOCK = 0x48455846


def _run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=meta, render_as_batch=True)
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            # Several containers may start at once: the second waits and then finds nothing to do.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        context.run_migrations()


async def _main() -> None:
    engine = engine_of(context.config.attributes.get("settings") or from_env())
    async with engine.execution_options(writes=True).connect() as connection:
        await connection.run_sync(_run)
        await connection.commit()
    await engine.dispose()


asyncio.run(_main())
