"""Around every request: size and rate limits, the origin check, security headers, a log line, a figure."""

from __future__ import annotations

import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.errors import Problem, forbidden, internal
from app.services import Services

log = structlog.get_logger("http")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
NOTHING = 0
"""The status of a response that has not begun."""


def same_origin(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program (no Origin header)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc == headers.get("host", "") != ""


class Guard:
    """Pure ASGI: nothing is buffered."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app, self.services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=secrets.token_hex(8))
        headers = Headers(scope=scope)
        try:
            self._admit(scope, headers)
        except Problem as problem:
            await self._refuse(problem, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self._http(scope, headers, receive, send)

    def _admit(self, scope: Scope, headers: Headers) -> None:
        limits = self.services.settings.limits
        if scope["path"].startswith("/api/"):
            self.services.limiter.take("request", (scope.get("client") or ("?",))[0], limits.requests)
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not same_origin(scope, headers):
            raise forbidden("this request comes from another site", "bad_origin")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > limits.body_bytes:
            raise Problem(413, "too_large", f"a request body has at most {limits.body_bytes} bytes")

    async def _refuse(self, problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await problem.response()(scope, receive, _with_headers(send))

    async def _http(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        began, status, size = time.perf_counter(), NOTHING, 0
        limit = self.services.settings.limits.body_bytes

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > limit:
                raise HTTPException(413, f"a request body has at most {limit} bytes")
            return message

        outgoing = _with_headers(send)

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await outgoing(message)

        try:
            await self.app(scope, limited, noted)
        except Exception:
            if status != NOTHING:
                raise
            # Were it to go on to the server, that would cut the connection, and with it the client's next request.
            log.exception("a request met an accident")
            await internal().response()(scope, receive, noted)
        finally:
            self._note(scope, status or 500, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        path = scope["path"]
        if not path.startswith("/api/"):
            return
        route = getattr(scope.get("route"), "path", "") or "unknown"
        self.services.metrics.requests.labels(scope["method"], route, str(status)).observe(seconds)
        game: dict[str, Any] = {"game": g} if (g := scope.get("path_params", {}).get("game")) else {}
        log.info("request", method=scope["method"], route=route, status=status, ms=round(1000 * seconds, 2), **game)


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            found = MutableHeaders(scope=message)
            for key, value in HEADERS.items():
                found.setdefault(key, value)
        await send(message)

    return wrapped
