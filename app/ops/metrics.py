"""Prometheus figures. They are shared counters, so no viewer may see them: /metrics answers the machine itself, or a token."""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_requests = Histogram(
    "hexfog_request_seconds",
    "Requests by route and status",
    ["method", "route", "status"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
_sockets = Gauge("hexfog_live_sockets", "Open live streams", multiprocess_mode="livesum")
_pushed = Counter("hexfog_pushed_messages", "Patches queued for live streams")


class Metrics:
    """One process's figures; with several workers they are added up over files."""

    def __init__(self) -> None:
        self.requests, self.sockets, self.pushed = _requests, _sockets, _pushed

    def text(self) -> bytes:
        """The exposition format, over all workers."""
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
            return generate_latest(REGISTRY)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
