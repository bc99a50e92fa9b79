"""How uvicorn serves. A module of its own, for the workers' processes must be able to import it."""

from __future__ import annotations

import socket
from asyncio import Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.base.config import Settings

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
