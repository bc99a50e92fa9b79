"""Wake-ups between workers: "game G moved on", never content. Redis pub/sub, or nothing when there is one worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from app.base.config import Settings

Heard = Callable[[str, str], None]
log = structlog.get_logger("bus")


class Bus(Protocol):
    """How workers wake each other."""

    async def start(self, channel: str, heard: Heard) -> None:
        """Begin to listen; `heard(kind, what)` is called for what other workers publish."""

    def publish(self, kind: str, what: str) -> None:
        """Tell the other workers, without waiting."""

    async def ping(self) -> None:
        """Raise when the bus is down."""

    async def close(self) -> None:
        """Stop."""


class LocalBus:
    """One worker: what it does itself it knows."""

    async def start(self, channel: str, heard: Heard) -> None:
        """Nothing to listen to."""

    def publish(self, kind: str, what: str) -> None:
        """Nobody to tell."""

    async def ping(self) -> None:
        """Never down."""

    async def close(self) -> None:
        """Nothing to stop."""


class RedisBus:
    """Redis pub/sub on one channel for each installation. While Redis is away, re-reading keeps everybody up to date."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=3, socket_keepalive=True, health_check_interval=15)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._channel = ""

    async def start(self, channel: str, heard: Heard) -> None:
        """Begin to listen and to send."""
        self._channel = f"hexfog:{channel}"
        self._tasks = [asyncio.create_task(self._listen(heard)), asyncio.create_task(self._send())]

    def publish(self, kind: str, what: str) -> None:
        """Queue a message; a full queue drops it, for whoever misses it re-reads."""
        if not self._outbox.full():
            self._outbox.put_nowait(f"{kind} {what}")

    async def _send(self) -> None:
        while True:
            message = await self._outbox.get()
            try:
                await self._redis.publish(self._channel, message)
            except (RedisError, OSError) as error:
                log.warning("redis does not take messages", error=str(error))
                await asyncio.sleep(0.5)

    async def _listen(self, heard: Heard) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._channel)
                    heard("reconnected", "")
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            kind, _, what = message["data"].decode().partition(" ")
                            heard(kind, what)
            except (RedisError, OSError) as error:
                log.warning("redis is away", error=str(error))
                await asyncio.sleep(1)

    async def ping(self) -> None:
        """Raise when Redis does not answer."""
        await self._redis.ping()

    async def close(self) -> None:
        """Send what waits, then stop."""
        for _ in range(20):
            if self._outbox.empty():
                break
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


def make_bus(settings: Settings) -> Bus:
    """The bus of the settings."""
    return RedisBus(settings.redis_url) if settings.redis_url else LocalBus()
