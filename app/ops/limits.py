"""Token buckets in memory, one set for each worker."""

from __future__ import annotations

from collections import OrderedDict

from app.base.errors import Problem
from app.base.sources import Clock

KEPT = 20_000


class Limiter:
    """Buckets by kind and key: `burst` tokens at most, `refill` a second."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def _level(self, kind: str, key: str, limits: tuple[float, float]) -> float:
        burst, refill = limits
        now = self.clock.now()
        level, then = self._buckets.get((kind, key), (burst, now))
        return min(burst, level + max(0.0, now - then) * refill)

    def check(self, kind: str, key: str, limits: tuple[float, float]) -> None:
        """Raise 429 when the bucket is empty; take nothing."""
        level = self._level(kind, key, limits)
        if level < 1:
            wait = (1 - level) / limits[1]
            raise Problem(429, "too_many_requests", f"too many requests: try again in {wait:.0f} s", retry_after=max(wait, 0.001))

    def spend(self, kind: str, key: str, limits: tuple[float, float]) -> None:
        """Take a token, whether there is one or not."""
        level = self._level(kind, key, limits)
        self._buckets[kind, key] = (max(0.0, level - 1), self.clock.now())
        self._buckets.move_to_end((kind, key))
        while len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)

    def take(self, kind: str, key: str, limits: tuple[float, float]) -> None:
        """Take a token or raise 429."""
        self.check(kind, key, limits)
        self.spend(kind, key, limits)
