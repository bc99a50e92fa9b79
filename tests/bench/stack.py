"""Figures of the whole stack: `python -m tests.bench.stack [--store postgres|sqlite] [--title budapest56] [--scenario ID] ...`.

A real server on Postgres (on SQLite where there is none) plays scripted random games over live streams. An action is sent when
the one before has been committed, acknowledged and shown to everybody. Prints Markdown tables; the client, the server and
the database share the machine. It never fails for a figure.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import secrets
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import httpx
import websockets

from app.base.wire import encode
from engine.title import PUBLIC, UMPIRE
from tests.app.harness import Process
from tests.bench.rig import Heard, Script, Table, percentile, row
from tests.conftest import POSTGRES

WARM = 20
SHORT = 80
LONG = 1000
LONGER = 2000


class Bench:
    """One run over one store."""

    def __init__(self, start: Callable[[], Process], title: str, scenario: str, actions: int, games: int) -> None:
        self.start, self.title, self.scenario, self.actions, self.games = start, title, scenario, actions, games
        self.server = start()
        self.stored: list[Table] = []

    def table(self) -> Table:
        """A new game."""
        self.stored.append(Table(self.server.base, self.title, self.scenario))
        return self.stored[-1]

    def run(self) -> None:
        """All sections."""
        self.floor()
        for section in (self.watched, self.many, self.requests, self.long, self.opening, self.sizes):
            asyncio.run(section())
        self.server.stop()

    def floor(self) -> None:
        """What nobody can beat who commits: one small write to the disk under the temporary folder."""
        times = []
        with tempfile.TemporaryFile() as file:
            for _ in range(200):
                file.write(os.urandom(8192))
                file.flush()
                began = time.perf_counter()
                os.fsync(file.fileno())
                times.append(1000 * (time.perf_counter() - began))
        print(f"The floor: fsync of 8 kB takes this disk p50 {percentile(times, 0.5):.1f} ms.")

    async def watched(self) -> None:
        """Actions a second and push latency by live viewers."""
        print("\nOne game, live viewers (milliseconds from sending the action; bytes of each push):\n")
        print(
            row("viewers", "actions/s", "ack p50", "ack p95", "push p50", "push p95", "last viewer p50", "p95", "bytes mean", "bytes p95")
        )
        print(row(*["---"] * 10))
        for viewers in (2, 10, 32):
            table, heard = self.table(), Heard()
            await table.watch(viewers)
            await table.play(table.script.moves(WARM), Heard())
            await table.play(table.script.moves(self.actions), heard)
            await table.close()
            sizes = heard.all_sizes()
            times = [f"{percentile(v, p):.1f}" for v in (heard.ack, heard.push, heard.last) for p in (0.5, 0.95)]
            print(
                row(
                    viewers,
                    f"{heard.actions / heard.seconds:.0f}",
                    *times,
                    f"{sum(sizes) / len(sizes):.0f}",
                    f"{percentile(sizes, 0.95):.0f}",
                )
            )
        by_viewer = ", ".join(f"{v} {sum(s) / len(s):.0f}" for v, s in heard.sizes.items())
        print(f"\nMean bytes a push by viewer: {by_viewer}.")

    async def many(self) -> None:
        """Many games at once."""
        tables = [self.table() for _ in range(self.games)]
        scripts, heard = [], Heard()
        for table in tables:
            await table.watch(2)
            await table.play(table.script.moves(2), Heard())
            scripts.append(table.script.moves(max(30, self.actions // 4)))
        began = time.perf_counter()
        await asyncio.gather(*(t.play(moves, heard) for t, moves in zip(tables, scripts, strict=True)))
        seconds = time.perf_counter() - began
        await asyncio.gather(*(t.close() for t in tables))
        rate, p50, p95 = heard.actions / seconds, percentile(heard.last, 0.5), percentile(heard.last, 0.95)
        print(f"\n{self.games} games at once, 2 viewers each: {rate:.0f} actions/s, last viewer p50 {p50:.1f} ms, p95 {p95:.1f} ms.")

    async def requests(self) -> None:
        """What a program that keeps to REST waits for."""
        table = self.table()
        times: dict[str, list[float]] = {"GET view": [], "POST menu": [], "POST actions": []}
        for n, move in enumerate(table.script.moves(WARM + 100)):
            client = table.clients[move.seat]
            point = {"decision": move.decision, "picks": list(move.picks)}
            for what, method, path, body in (
                ("GET view", "GET", "/view", None),
                ("POST menu", "POST", "/menu", {"decision": move.decision, "picks": []}),
                ("POST actions", "POST", "/actions", {"id": f"{n:032x}", **point}),
            ):
                began = time.perf_counter()
                client.call(method, f"/games/{table.id}{path}", json=body)
                if n >= WARM:
                    times[what].append(1000 * (time.perf_counter() - began))
        print("\nOver REST, one program, one request after the other (ms, the client library's own time included):\n")
        print(row("request", "p50", "p95"))
        print(row("---", "---", "---"))
        for what, values in times.items():
            print(row(what, f"{percentile(values, 0.5):.1f}", f"{percentile(values, 0.95):.1f}"))

    async def long(self) -> None:
        """Whether the length of a game costs anything: the same stage of play after a short and a long log, and joining late."""
        figures, resyncs = {}, {}
        for entries in (SHORT, LONGER):
            table, heard = self.table(), Heard()
            await table.watch(3)
            await table.play(table.script.moves(SHORT), Heard())
            played = SHORT
            for goal in (SHORT, *(g for g in (LONG, LONGER) if g <= entries)):
                await table.play(table.script.messages(goal - played), Heard())
                played = goal
                resyncs[goal] = await self._resync(table)
            await table.play(table.script.moves(60), heard)
            figures[entries] = percentile(heard.last, 0.5)
            await table.close()
        print("\nA long game (the umpire's messages fill it up, so that the stage of play is the same):\n")
        for entries, milliseconds in figures.items():
            print(f"- 60 actions after {entries} entries: last viewer p50 {milliseconds:.1f} ms")
        for entries, (milliseconds, size) in resyncs.items():
            print(f"- joining the live stream after {entries} entries: p50 {milliseconds:.1f} ms, snapshot {size} bytes")

    async def _resync(self, table: Table) -> tuple[float, int]:
        """Milliseconds from the connection's start to the snapshot, and its bytes: a seat that joins anew, ten times."""
        seat, times, size = next(iter(table.game.players)), [], 0
        url = f"{table.base.replace('http', 'ws')}/api/games/{table.id}/live?as={seat}"
        headers = {"Authorization": f"Bearer {table.clients[seat].token}"}
        for _ in range(10):
            began = time.perf_counter()
            async with websockets.connect(url, additional_headers=headers, compression=None, max_size=None, proxy=None) as ws:
                size = len(await ws.recv(decode=False))
                times.append(1000 * (time.perf_counter() - began))
        return percentile(times, 0.5), size

    async def opening(self) -> None:
        """Opening stored games in a server that has just been started."""
        self.server.stop()
        began = time.perf_counter()
        self.server = self.start()
        up = time.perf_counter() - began
        cold, warm = [], []
        with httpx.Client(base_url=self.server.base) as http:
            http.get("/healthz")
            for times in (cold, warm):
                for table in self.stored:
                    headers = {"Authorization": f"Bearer {next(iter(table.clients.values())).token}"}
                    began = time.perf_counter()
                    http.get(f"/api/games/{table.id}/view", headers=headers).raise_for_status()
                    times.append(1000 * (time.perf_counter() - began))
        print(f"\nAfter a restart ({up:.1f} s until ready), GET view of {len(self.stored)} stored games:")
        print(
            f"the very first {cold[0]:.1f} ms, the others p50 {percentile(cold[1:], 0.5):.1f} ms, p95 {percentile(cold[1:], 0.95):.1f} ms;"
        )
        print(f"once more p50 {percentile(warm, 0.5):.1f} ms.")

    async def sizes(self) -> None:
        """Bytes of the state and of the views, early and late in a game."""
        script, played = Script(self.stored[0].id, self.title, self.scenario), 0
        viewers = [*(s.id for s in script.setup.seats), UMPIRE, PUBLIC]
        print("\nSizes in bytes (a stored snapshot is compressed):\n")
        print(row("after actions", "state", "compressed", *(f"view of {v}" for v in viewers)))
        print(row(*["---"] * (3 + len(viewers))))
        for goal in (0, 50, 200, 350):
            played += len(script.moves(goal - played))
            raw = script.title.encode(script.state)
            views = [len(encode(script.title.view(script.state, v))) for v in viewers]
            print(row(played, len(raw), len(zlib.compress(raw, 1)), *views))


async def _sql(statement: str) -> None:
    connection = await asyncpg.connect(f"{POSTGRES}/postgres", timeout=5)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@contextmanager
def store(wanted: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A store of its own: its name, and the environment that a server needs for it."""
    name = f"hexfog_bench_{secrets.token_hex(6)}"
    if wanted != "sqlite":
        try:
            asyncio.run(_sql(f'CREATE DATABASE "{name}"'))
        except Exception as error:
            if wanted == "postgres":
                raise
            print(f"No Postgres ({error}): SQLite.")
            wanted = "sqlite"
    if wanted == "sqlite":
        yield "SQLite", {"DATABASE_URL": ""}
        return
    try:
        yield "Postgres", {"DATABASE_URL": f"{POSTGRES}/{name}"}
    finally:
        asyncio.run(_sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", choices=("postgres", "sqlite"), default="", help="Postgres by default, SQLite where there is none")
    parser.add_argument("--title", default="budapest56")
    parser.add_argument("--scenario", default="", help="the title's first by default")
    parser.add_argument("--actions", type=int, default=300, help="actions in each game with live viewers")
    parser.add_argument("--games", type=int, default=20, help="games at once")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, store(given.store) as (name, env):
        load, what = os.getloadavg()[0], f"{given.title} {given.scenario}".strip()
        print(f"{name}, one worker, {what}; Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start.")
        Bench(
            lambda: Process(Path(folder), module="tests.bench.serve", REDIS_URL="", WORKERS="1", **env),
            given.title,
            given.scenario,
            given.actions,
            given.games,
        ).run()


if __name__ == "__main__":
    main()
