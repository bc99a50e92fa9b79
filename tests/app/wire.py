"""All that one client hears, byte for byte, and the sources that make two runs comparable.

A test plays twice with the same sources, lets the other side do something else in secret, and wants the recordings equal.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
from sqlalchemy import update

from app.base import tables as t
from app.play.acting import perform
from engine import bots
from tests.app.harness import Client, Server, Stream

NOISE = {"date"}


class StillClock:
    """A clock that stands."""

    def now(self) -> float:
        """Always the same moment."""
        return 1_700_000_000.0


class CountedIds:
    """Ids and secrets that follow from their purpose and number."""

    def __init__(self, name: str = "wire") -> None:
        self.name, self._counted = name, Counter[str]()

    def _next(self, purpose: str) -> str:
        self._counted[purpose] += 1
        return hashlib.sha256(f"{self.name} {purpose} {self._counted[purpose]}".encode()).hexdigest()

    def game(self) -> str:
        """The next game's id."""
        return str(uuid.UUID(self._next("game")[:32]))

    def secret(self, purpose: str) -> str:
        """The next secret of a purpose."""
        return self._next(purpose)[:32]

    def seed(self) -> str:
        """The next dice seed."""
        return self._next("seed")


class Wire:
    """Records what a client hears: statuses, headers but Date, bodies, frames."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: list[Any] = []
        client.http.event_hooks["response"].append(self._note)

    def _note(self, response: httpx.Response) -> None:
        headers = sorted((k, v) for k, v in response.headers.items() if k not in NOISE)
        self.heard.append((response.request.method, response.request.url.raw_path, response.status_code, headers, response.read()))

    @contextmanager
    def live(self, game: str, viewer: str = "") -> Iterator[Stream]:
        """The live stream; its frames are recorded when it closes."""
        with self.client.live(game, viewer) as stream:
            yield stream
            self.heard.append(("frames", stream.frames))


def look_around(wire: Wire, game: str, depth: int = 4) -> None:
    """Ask for everything that a seat can ask for without acting: views, events, menus, wrong picks, foreign decisions."""
    http, path = wire.client.http, f"/api/games/{game}"
    view = http.get(f"{path}/view").json()
    for get in ("", "/events", "/events?before=5", "/view?as=umpire", "/view?as=public", "/audit", "/events?as=umpire"):
        http.get(path + get)
    http.get("/api/games?mine=true")
    for decision in view["decisions"]:
        picks: list[str] = []
        for _ in range(depth):
            menu = http.post(f"{path}/menu", json={"decision": decision["id"], "picks": picks}).json()
            for option in [o for o in menu["options"] if o.get("blocked")][:5]:
                http.post(f"{path}/menu", json={"decision": decision["id"], "picks": [*picks, option["value"]]})
            free = [o["value"] for o in menu["options"] if not o.get("blocked")]
            if menu["ready"] or not free:
                break
            picks.append(free[len(free) // 2])
        for bad in (["nonsense"], [*picks, "nonsense"], picks[:1]):
            body = {"id": str(uuid.UUID(int=len(wire.heard))), "decision": decision["id"], "picks": bad}
            http.post(f"{path}/menu", json={"decision": decision["id"], "picks": bad})
            if bad != picks[:1]:
                http.post(f"{path}/actions", json=body)
    for foreign in ("umpire-1", "x-1", *(f"{s['id']}-{k}" for s in http.get(path).json()["seats"] for k in (1, 2, 99999))):
        http.post(f"{path}/menu", json={"decision": foreign, "picks": []})
    with wire.live(game) as stream:
        stream.next()


def replace_state(server: Server, game: str, change: Any) -> None:
    """Put another state in the place of a game's: what a resample makes of it."""

    async def work() -> None:
        table = await server.services.tables.get(game)
        raw = table.title.encode(change(table.title, table.state))
        async with server.services.db.write() as c:
            await c.execute(update(t.games).where(t.games.c.id == game).values(state=raw, rev=table.rev + 1))

    asyncio.run_coroutine_threadsafe(work(), server._server.servers[0].get_loop()).result(20)


def play_on(server: Server, game: str, steps: int, rng: random.Random) -> None:
    """Random actions of whoever must decide, made in the server itself: quicker than over HTTP, and the same in every run."""

    async def work() -> None:
        for _ in range(steps):
            table = await server.services.tables.get(game)
            if table.status != "running":
                return
            decision = table.required()[0]
            view = bots.BotView(table.facts.title, decision.seat, {}, decision, lambda d=decision, x=table: x.title.walk(x.state, d), rng)
            picks = bots.random_bot(view)
            async with server.services.tables.turn(game) as turn:
                await perform(turn, decision, picks, "player")

    asyncio.run_coroutine_threadsafe(work(), server._server.servers[0].get_loop()).result(60)


def state_of(server: Server, game: str) -> bytes:
    """The stored state's bytes."""

    async def work() -> bytes:
        table = await server.services.tables.get(game)
        return bytes(table.title.encode(table.state))

    return asyncio.run_coroutine_threadsafe(work(), server._server.servers[0].get_loop()).result(20)


def same(one: list[Any], two: list[Any]) -> None:
    """Fail with the first difference."""
    for a, b in zip(one, two, strict=False):
        assert a == b, f"{a[:3]} differs:\n{msgspec.json.encode(str(a))[:1500]!r}\n{msgspec.json.encode(str(b))[:1500]!r}"
    assert len(one) == len(two)
