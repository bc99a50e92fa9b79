"""/healthz, /readyz, /metrics."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress

from fastapi import APIRouter, Request, Response

from app.base.wire import answer
from app.services import Service

router = APIRouter(include_in_schema=False)
PATIENCE = 3.0


@router.get("/healthz")
async def healthz() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@router.get("/readyz")
async def readyz(service: Service) -> Response:
    """The store and the bus answer."""
    try:
        await asyncio.wait_for(service.db.ping(), PATIENCE)
        await asyncio.wait_for(service.bus.ping(), PATIENCE)
    except Exception:
        return answer({"status": "not ready"}, 503)
    return answer({"status": "ok"})


@router.get("/metrics")
async def metrics(request: Request, service: Service) -> Response:
    """For the machine itself (unless a proxy forwards the request), or with `Authorization: Bearer $HEXFOG_METRICS_TOKEN`."""
    given, token = request.headers.get("authorization", ""), service.settings.metrics_token
    known = bool(token) and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())
    if not known and not _local(request):
        return answer({"detail": "not found"}, 404)
    return Response(service.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _local(request: Request) -> bool:
    if any(h in request.headers for h in ("x-forwarded-for", "forwarded", "x-real-ip", "via")):
        return False
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
