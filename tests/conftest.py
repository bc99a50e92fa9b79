"""Fixtures that several test folders share: real services, and their absence, which is a failure in CI."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable, Iterator

import pytest

POSTGRES = os.environ.get("TEST_POSTGRES", "postgresql://root@127.0.0.1:5432")
REDIS = os.environ.get("TEST_REDIS", "redis://127.0.0.1:6379/0")


def missing(what: str, error: Exception) -> None:
    """A service that is not there: a skip on a workbench, a failure in CI."""
    message = f"{what} does not answer: {error}"
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(message)
    pytest.skip(message)


async def _sql(statement: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(f"{POSTGRES}/postgres", timeout=5)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    """A function that makes a Postgres database with a random name and returns its URL; all are dropped at the end."""
    made: list[str] = []

    def make() -> str:
        name = f"hexfog_test_{secrets.token_hex(6)}"
        try:
            asyncio.run(_sql(f'CREATE DATABASE "{name}"'))
        except Exception as error:
            missing("Postgres", error)
        made.append(name)
        return f"{POSTGRES}/{name}"

    yield make
    for name in made:
        asyncio.run(_sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A Redis that answers. The service's channel is named after its database, so tests do not hear each other."""
    import redis

    try:
        redis.Redis.from_url(REDIS, socket_connect_timeout=3).ping()
    except Exception as error:
        missing("Redis", error)
    return REDIS
