"""The application: all features on one FastAPI app."""

from __future__ import annotations

import multiprocessing
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

import engine
from app.accounts import routes as accounts
from app.base import errors
from app.base.config import Settings, from_env
from app.base.processes import end_with_parent
from app.base.sources import Clock, Ids
from app.catalogue import routes as catalogue
from app.live import socket as live
from app.lobby import routes as lobby
from app.ops import client, logs
from app.ops import routes as ops
from app.ops.middleware import Guard
from app.play import routes as play
from app.services import Services
from app.umpire import routes as umpire

API = "/api"


def create_app(settings: Settings, clock: Clock | None = None, ids: Ids | None = None) -> FastAPI:
    """An application over these settings; time and ids may be given. The store's schema must be up to date."""
    services = Services(settings, clock, ids)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await services.start()
        yield
        await services.stop()

    app = FastAPI(
        title="Hexfog",
        version=engine.VERSION,
        lifespan=lifespan,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.services = services
    errors.install(app)
    for feature in (accounts, catalogue, lobby, play, umpire, live):
        app.include_router(feature.router, prefix=API)
    app.include_router(ops.router)
    app.include_router(client.router_for(settings.web))
    app.add_middleware(Guard, services=services)
    _document(app)
    return app


def _document(app: FastAPI) -> None:
    """The OpenAPI document names the two ways to sign in."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            text = "Hex wargames with real fog of war: the server is the umpire. Shapes: docs/protocol.md."
            schema = get_openapi(title=app.title, version=app.version, description=text, routes=app.routes)
            schema.setdefault("components", {})["securitySchemes"] = {
                "session": {"type": "apiKey", "in": "cookie", "name": "hexfog_session"},
                "token": {"type": "http", "scheme": "bearer"},
            }
            schema["security"] = [{"session": []}, {"token": []}, {}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def create() -> FastAPI:
    """The application of the environment: what each worker runs."""
    logs.configure()
    if multiprocessing.parent_process() is not None:
        end_with_parent()
    return create_app(from_env())
