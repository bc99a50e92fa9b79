"""GET /titles, GET /titles/{t}, GET /titles/{t}/maps/{m}: static and public."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
import structlog
from fastapi import APIRouter, Header, Query, Response

from app.base.errors import Problem, documented
from app.base.wire import answer, encode
from app.catalogue.packs import Packs
from app.services import Service, Services
from engine import bots
from engine.packs import Pack
from engine.title import Seat, Title, titles

router = APIRouter(tags=["catalogue"])
log = structlog.get_logger("catalogue")
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
    return {"id": title.id, "name": title.name, "scenarios": scenarios, "bots": bots.names(title.id)}


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


def _etagged(pack: Pack, key: str, make: Any) -> tuple[bytes, str]:
    def build(p: Pack) -> tuple[bytes, str]:
        raw = encode(make(p))
        return raw, f'"{hashlib.sha256(raw).hexdigest()[:32]}"'

    return pack.derived(f"app {key}", build)


def _full_title(title: Title, pack: Pack) -> tuple[bytes, str]:
    return _etagged(pack, f"title {title.id}", lambda p: {**title_view(title), "pack": p.hash, "about": title.about(p)})


def warm(packs: Packs) -> None:
    """Work the static answers out beforehand: a first visitor need not wait while a pack is compiled."""
    for title in titles().values():
        try:
            _full_title(title, packs.current(title.family))
        except Exception:
            log.exception("a title cannot be shown", title=title.id)


Known = Annotated[str | None, Header(alias="If-None-Match", max_length=1000)]
PackHash = Annotated[str | None, Query(pattern=_HEX64, description="The hash of a game's own pack; the current one by default")]


@router.get("/titles", summary="The catalogue")
async def list_titles() -> Response:
    """All titles with their scenarios, seats and options."""
    return answer({"titles": [title_view(t) for t in titles().values()]}, headers={"Cache-Control": "public, max-age=60"})


@router.get("/titles/{title}", summary="A title and what its clients draw with", responses=CACHED)
async def get_title(title: str, service: Service, pack: PackHash = None, known: Known = None) -> Response:
    """The catalogue's entry with `about`: sides, styles, symbols, marks, charts, sources."""
    found = title_or_404(title)
    raw, etag = _full_title(found, await _pack(service, found, pack))
    return _static(raw, etag, known, pack is not None)


@router.get("/titles/{title}/maps/{map_id}", summary="A static map", responses=CACHED)
async def get_map(title: str, map_id: str, service: Service, pack: PackHash = None, known: Known = None) -> Response:
    """Hexes, hexsides, links, labels, terrain: nothing that changes in a game."""
    found = title_or_404(title)
    data = await _pack(service, found, pack)
    try:
        raw, etag = _etagged(data, f"map {title} {map_id}", lambda p: found.board(p, map_id))
    except KeyError:
        raise Problem(404, "no_such_map", "this title has no such map") from None
    return _static(raw, etag, known, pack is not None)
