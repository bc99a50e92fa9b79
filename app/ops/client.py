"""The built client: files of web/dist, and its index page for every other path that is not the API's."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, PlainTextResponse
from starlette.responses import Response

from app.base.errors import Problem

FOREVER = "public, max-age=31536000, immutable"


def router_for(home: Path) -> APIRouter:
    """Routes for a folder; a hint where it has not been built."""
    router = APIRouter(include_in_schema=False)
    home = home.resolve()

    @router.get("/{path:path}")
    async def page(path: str) -> Response:
        """A file, or the index page."""
        if path.startswith("api/") or path == "api":
            raise Problem(404, "not_found", "there is nothing here")
        file = (home / path).resolve() if "\0" not in path else home
        if path and file.is_relative_to(home) and file.is_file():
            # Vite puts a hash of the content into the names of assets.
            return FileResponse(file, headers={"Cache-Control": FOREVER if path.startswith("assets/") else "public, max-age=300"})
        if path.startswith("assets/"):
            raise Problem(404, "not_found", "there is nothing here")
        index = home / "index.html"
        if not index.is_file():
            return PlainTextResponse("Hexfog serves its API at /api (see /api/openapi.json). The client is not built.\n")
        return FileResponse(index, headers={"Cache-Control": "no-cache"})

    return router
