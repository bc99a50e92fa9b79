"""GET /titles, GET /titles/{t}, GET /titles/{t}/numbers, GET /titles/{t}/maps/{m}: static and public."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Query, Response

from app.base.errors import Problem, documented
from app.base.wire import answer, encode
from app.services import Service, Services
from engine import bots, sources
from engine.packs import Pack
from engine.title import HoldsStages, ListsNumbers, Seat, Title, titles

router = APIRouter(tags=["catalogue"])
_HEX64 = r"^[0-9a-f]{64}$"
CACHED: dict[int | str, dict[str, Any]] = {304: {"description": "Known"}, **documented(404, 422)}


def seat_views(seats: tuple[Seat, ...]) -> list[dict[str, str]]:
    """Seats as JSON."""
    return [{"id": s.id, "side": s.side, "name": s.name} for s in seats]


def title_view(title: Title) -> dict[str, Any]:
    """A title's entry in the catalogue."""
    scenarios = []
    for s in title.scenarios():
        options = [{k: v for k, v in msgspec.to_builtins(o).items() if v not in ("", {})} for o in s.options]
        scenarios.append({"id": s.id, "name": s.name, "summary": s.summary, "seats": seat_views(s.seats), "options": options})
    stages = {"secret_stages": True} if isinstance(title, HoldsStages) else {}
    return {"id": title.id, "name": title.name, "scenarios": scenarios, "bots": bots.names(title.id), **stages}


def check_stage_clock(title: Title, seconds: int | None) -> None:
    """Raise 422 for a time limit on secret stages where a title has none."""
    if seconds is not None and not isinstance(title, HoldsStages):
        raise Problem(422, "no_secret_stages", "this title has no secret stages: its decisions have one time limit")


def title_or_404(title_id: str) -> Title:
    """A title by id. Raises `no_such_title`."""
    found = titles().get(title_id)
    if found is None:
        raise Problem(404, "no_such_title", "there is no such title")
    return found


async def _pack(service: Services, title: Title, digest: str | None) -> Pack:
    if digest is None:
        return service.packs.current(title.family)
    try:
        async with service.db.read() as c:
            pack = await service.packs.need(c, digest)
    except KeyError:
        pack = None
    if pack is None or pack.family != title.family:
        raise Problem(404, "no_such_pack", "there is no such pack of this title")
    return pack


def _static(body: bytes, etag: str, known: str | None, pinned: bool) -> Response:
    headers = {"ETag": etag, "Cache-Control": "public, max-age=31536000, immutable" if pinned else "public, max-age=300"}
    if known and etag in [e.strip().removeprefix("W/") for e in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return answer(body, headers=headers)


async def _static_of(service: Services, key: tuple[str, ...], make: Callable[[], Any]) -> tuple[bytes, str]:
    """A static answer and its ETag, made once: in a thread, for a title may compile its pack first."""
    found = service.packs.static.get(key)
    if found is None:
        raw = await asyncio.to_thread(lambda: encode(make()))
        found = service.packs.static[key] = raw, f'"{hashlib.sha256(raw).hexdigest()[:32]}"'
    return found


Known = Annotated[str | None, Header(alias="If-None-Match", max_length=1000)]
PackHash = Annotated[str | None, Query(pattern=_HEX64, description="The hash of a game's own pack; the current one by default")]


@router.get("/titles", summary="The catalogue", responses=CACHED)
async def list_titles(service: Service, known: Known = None) -> Response:
    """All titles with their scenarios, seats and options."""
    raw, etag = await _static_of(service, ("titles",), lambda: {"titles": [title_view(t) for t in titles().values()]})
    return _static(raw, etag, known, False)


@router.get("/titles/{title}", summary="A title and what its clients draw with", responses=CACHED)
async def get_title(title: str, service: Service, pack: PackHash = None, known: Known = None) -> Response:
    """The catalogue's entry with `about`: sides, styles, symbols, marks, charts, sources."""
    found = title_or_404(title)
    data = await _pack(service, found, pack)
    view = lambda: {**title_view(found), "pack": data.hash, "about": found.about(data)}  # noqa: E731
    raw, etag = await _static_of(service, ("title", title, data.hash), view)
    return _static(raw, etag, known, pack is not None)


@router.get("/titles/{title}/numbers", summary="The numbers of a title that no rule states", responses=CACHED)
async def get_numbers(title: str, service: Service, pack: PackHash = None, known: Known = None) -> Response:
    """Part by part, every reconstructed or found datum with its place, its value and its source."""
    found = title_or_404(title)
    data = await _pack(service, found, pack)

    def listed() -> dict[str, Any]:
        return {"parts": found.numbers(data) if isinstance(found, ListsNumbers) else sources.listed(data.files)}

    raw, etag = await _static_of(service, ("numbers", title, data.hash), listed)
    return _static(raw, etag, known, pack is not None)


@router.get("/titles/{title}/maps/{map_id}", summary="A static map", responses=CACHED)
async def get_map(title: str, map_id: str, service: Service, pack: PackHash = None, known: Known = None) -> Response:
    """Hexes, hexsides, links, labels, terrain: nothing that changes in a game."""
    found = title_or_404(title)
    data = await _pack(service, found, pack)
    try:
        raw, etag = await _static_of(service, ("map", title, map_id, data.hash), lambda: found.board(data, map_id))
    except KeyError:
        raise Problem(404, "no_such_map", "this title has no such map") from None
    return _static(raw, etag, known, pack is not None)
