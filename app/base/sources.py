"""Time and ids as dependencies, so that tests can make both repeatable."""

from __future__ import annotations

import secrets
import time
import uuid
from typing import Protocol


class Clock(Protocol):
    """Where the service reads the time."""

    def now(self) -> float:
        """Seconds since the epoch."""


class Ids(Protocol):
    """Where the service takes unguessable names and secrets from."""

    def game(self) -> str:
        """A game's id: a UUID."""

    def secret(self, purpose: str) -> str:
        """A secret of at least 128 bits, safe in URLs. `purpose` is for deterministic sources only."""

    def seed(self) -> str:
        """A dice seed: 64 hex digits."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()


class SystemIds:
    """The machine's randomness."""

    def game(self) -> str:
        """A random UUID."""
        return str(uuid.UUID(bytes=secrets.token_bytes(16), version=4))

    def secret(self, purpose: str) -> str:
        """192 random bits."""
        return secrets.token_urlsafe(24)

    def seed(self) -> str:
        """256 random bits in hex."""
        return secrets.token_hex(32)


def derived(game: str, *parts: str) -> str:
    """The id of an act that the service makes by itself: the same wherever and however often it is tried."""
    return str(uuid.uuid5(uuid.UUID(game), " ".join(parts)))
