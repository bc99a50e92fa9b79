"""Data packs of the service: the current one of each family, and all that games in the store began with."""

from __future__ import annotations

import importlib
import zlib

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base import tables as t
from app.base.config import Settings
from app.base.db import Database
from app.catalogue.preparing import Preparing
from engine import packs
from engine.packs import Pack, PackError
from engine.title import titles


def load_titles(settings: Settings) -> dict[str, Pack]:
    """Register the titles and read the current pack of each of their families. Raises PackError."""
    for module in settings.titles:
        importlib.import_module(module)
    found: dict[str, Pack] = {}
    for title in titles().values():
        if title.family not in found:
            home = next((h for h in settings.pack_homes if (h / title.family).is_dir()), None)
            if home is None:
                raise PackError(f"no pack for {title.family} in {', '.join(map(str, settings.pack_homes))}")
            found[title.family] = packs.load(title.family, settings.overlays, home)
    return found


class Packs:
    """Packs by family, and by hash through the store."""

    def __init__(self, settings: Settings, db: Database) -> None:
        self.db = db
        self._current = load_titles(settings)
        self.preparing = Preparing(settings.titles)
        self.static: dict[tuple[str, ...], tuple[bytes, str]] = {}
        """Static answers with their ETags, by what they are of."""

    def current(self, family: str) -> Pack:
        """The pack that new games of a family begin with."""
        return self._current[family]

    async def prepare(self) -> None:
        """Make ready in the background what new games will need."""
        for title in titles().values():
            if title.family in self._current:
                await self.preparing.begin(title, self._current[title.family])

    async def need(self, c: AsyncConnection, digest: str) -> Pack:
        """A game's pack, put back from the store when this process has not got it. Raises KeyError."""
        try:
            return packs.get(digest)
        except KeyError:
            raw = (await c.execute(select(t.packs.c.raw).where(t.packs.c.hash == digest))).scalar()
            if raw is None:
                raise
            return packs.put(zlib.decompress(raw))

    async def store(self, c: AsyncConnection, pack: Pack) -> None:
        """Keep a pack for good: a game begins with it."""
        values = {"hash": pack.hash, "family": pack.family, "raw": zlib.compress(pack.bytes, 6)}
        await c.execute(self.db.upsert(t.packs).values(**values).on_conflict_do_nothing())
