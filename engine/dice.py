"""The auditable dice stream.

A roll is HMAC-SHA256(seed, canonical JSON of [game, stream, k, purpose]); the die is the first byte below 252, mod 6, plus 1
(were all 32 bytes above, the digest is hashed again). A *stream* is the audience that may know now that the roll happened; k
counts within its stream and never goes back. The seed's SHA-256 is public from the start, the seed itself when the game ends.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Roll = tuple[str, int, Any, bytes]
_RECORD: ContextVar[list[Roll] | None] = ContextVar("recorded rolls", default=None)


@contextmanager
def recorded() -> Iterator[list[Roll]]:
    """Note every roll made within: (stream, k, purpose, digest). For audits that play a log again."""
    rolls: list[Roll] = []
    token = _RECORD.set(rolls)
    try:
        yield rolls
    finally:
        _RECORD.reset(token)


def digest(seed: str, game: str, stream: str, k: int, purpose: Any) -> bytes:
    """The 32 bytes behind roll k of a stream; `seed` is 64 hex digits, `purpose` any JSON value."""
    message = json.dumps([game, stream, k, purpose], separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    raw = hmac.new(bytes.fromhex(seed), message.encode(), hashlib.sha256).digest()
    if (rolls := _RECORD.get()) is not None:
        rolls.append((stream, k, purpose, raw))
    return raw


def die_of(raw: bytes) -> int:
    """The die 1..6 that a digest stands for."""
    while True:
        for byte in raw:
            if byte < 252:
                return byte % 6 + 1
        raw = hashlib.sha256(raw).digest()


def number_of(raw: bytes, n: int) -> int:
    """A number 0..n-1 without bias from a digest: a blind draw from n counters."""
    if n < 1:
        raise ValueError("a draw needs at least one counter")
    limit = (1 << 64) - (1 << 64) % n
    while True:
        for i in range(0, 32, 8):
            value = int.from_bytes(raw[i : i + 8], "big")
            if value < limit:
                return value % n
        raw = hashlib.sha256(raw).digest()


def commitment(seed: str) -> str:
    """The public hash of a seed: SHA-256 of its 32 bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
