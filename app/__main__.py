"""`python -m app`: migrate the store, then serve."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from asyncio import Transport
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.base.config import ConfigError, Settings, from_env
from app.base.db import migrate
from app.ops import logs

GRACE = 10


class PromptProtocol(HttpToolsProtocol):
    """HTTP and, after the upgrade, WebSocket on a connection without Nagle's delay: pushes are small and must not wait."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Switch TCP_NODELAY on."""
        found = transport.get_extra_info("socket")
        if found is not None and found.family in (socket.AF_INET, socket.AF_INET6):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)


def server_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves: no compression of frames that hold secrets, small frames only, no access log with raw paths."""
    return {
        "host": settings.host,
        "port": settings.port,
        "workers": settings.workers,
        "http": PromptProtocol,
        "ws": "websockets-sansio",
        "ws_max_size": settings.limits.body_bytes,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE,
        "timeout_keep_alive": 75,
        "timeout_worker_healthcheck": 30,
        "lifespan": "on",
    }


def main(factory: str = "app.main:create") -> int:
    """Serve until a signal; returns the exit code."""
    logs.configure()
    try:
        settings = from_env()
    except ConfigError as error:
        print(f"hexfog: {error}", file=sys.stderr)
        return 2
    if settings.workers > 1:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="hexfog-metrics-"))
    migrate(settings)
    uvicorn.run(factory, factory=True, **server_options(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
