"""Servers and clients for tests: real sockets, real stores."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from app.base.config import Settings
from app.base.db import migrate
from app.base.sources import Clock, Ids
from app.main import create_app
from app.ops.serving import server_options
from app.services import Services
from tests.app.serve import HOMES, TITLES

ROOT = Path(__file__).resolve().parent.parent.parent


def settings(folder: Path, database_url: str = "", redis_url: str = "", **more: Any) -> Settings:
    """Settings for a server within the tests' process."""
    quick = {"sweep_seconds": 0.5, "reread_seconds": 0.5, "ping_seconds": 1.0, "titles": TITLES, "pack_homes": HOMES, "warm_bots": False}
    return Settings(data=folder, database_url=database_url, redis_url=redis_url, **(quick | more))


class Server:
    """The service in a thread of this process."""

    def __init__(self, config: Settings, clock: Clock | None = None, ids: Ids | None = None, migrated: bool = False) -> None:
        if not migrated:
            migrate(config)
        self.app = create_app(config, clock, ids)
        self.services: Services = self.app.state.services
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        options = {k: v for k, v in server_options(config).items() if k not in ("host", "port", "workers")}
        self._server = uvicorn.Server(uvicorn.Config(self.app, **(options | {"timeout_graceful_shutdown": 2})))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started, 20)

    def stop(self) -> None:
        """A graceful stop."""
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


def wait_for(check: Any, seconds: float = 10.0, every: float = 0.02) -> Any:
    """What `check()` returns once it is true. Fails after some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := check():
            return result
        time.sleep(every)
    raise AssertionError("waited in vain")


class Process:
    """The service as a process of its own, as `python -m app` starts it (with the toy title, unless another module is named)."""

    def __init__(self, folder: Path, port: int | None = None, module: str = "tests.app.serve", **env: str) -> None:
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = open(folder / f"log-{self.port}.txt", "ab")  # noqa: SIM115
        full = {**os.environ, "HOST": "127.0.0.1", "PORT": str(self.port), "HEXFOG_DATA": str(folder), **env}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module], cwd=ROOT, env=full, stderr=self.log, stdout=self.log, start_new_session=True
        )
        wait_for(self._up, 40, 0.05)

    def _up(self) -> bool:
        assert self.process.poll() is None, "the server has ended"
        try:
            return httpx.get(f"{self.base}/readyz", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """kill -9 for the whole family."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self.log.close()

    def stop(self) -> int:
        """SIGTERM; returns the exit code."""
        self.process.terminate()
        try:
            return self.process.wait(20)
        finally:
            self.log.close()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as s:
        return int(s.getsockname()[1])


PASSWORD = "correct horse"


class Refused(AssertionError):
    """An answer of another status than the test wanted."""


class Client:
    """One account with an API token: a guest, or one with a name. `guest`: it keeps to its session's cookie."""

    def __init__(self, base: str, name: str = "", guest: bool = False) -> None:
        self.base = base
        self.name = name
        self.http = httpx.Client(base_url=base, timeout=30)
        if name:
            self.call("POST", "/accounts", 201, json={"name": self.name, "password": PASSWORD})
        else:
            self.name = self.call("POST", "/accounts", 201, json={"guest": True})["name"]
        if guest:
            return
        token = self.call("POST", "/tokens", 201, json={"label": "test"})["token"]
        self.http.close()
        self.token = token
        self.http = httpx.Client(base_url=base, timeout=30, headers={"Authorization": f"Bearer {token}"})

    def call(self, method: str, path: str, *wanted: int, **kw: Any) -> Any:
        """The JSON of an answer of one of the wanted statuses (200 by default)."""
        answer = self.http.request(method, f"/api{path}", **kw)
        if answer.status_code not in (wanted or (200,)):
            raise Refused(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        return answer.json() if answer.content else None

    def problem(self, method: str, path: str, status: int, **kw: Any) -> dict[str, str]:
        """The problem of a refused request."""
        answer = self.http.request(method, f"/api{path}", **kw)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        assert answer.headers["content-type"] == "application/problem+json"
        body: dict[str, str] = answer.json()
        assert set(body) == {"code", "detail", "rule"}
        return body

    def view(self, game: str, viewer: str = "") -> dict[str, Any]:
        """The view of a game."""
        return self.call("GET", f"/games/{game}/view" + (f"?as={viewer}" if viewer else ""))  # type: ignore[no-any-return]

    def decision(self, game: str, kind: str = "", viewer: str = "") -> str:
        """The id of the first open decision, of a kind."""
        return next(d["id"] for d in self.view(game, viewer)["decisions"] if not kind or d["kind"] == kind)

    def act(self, game: str, kind: str, *picks: str, viewer: str = "") -> dict[str, Any]:
        """Act on the open decision of a kind."""
        body = {"id": str(uuid.uuid4()), "decision": self.decision(game, kind, viewer), "picks": list(picks)}
        return self.call("POST", f"/games/{game}/actions", json=body)  # type: ignore[no-any-return]

    def events(self, game: str, viewer: str = "", after: int = 0) -> list[dict[str, Any]]:
        """All events after a version."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.call("GET", f"/games/{game}/events?after={after}" + (f"&as={viewer}" if viewer else ""))
            found += page["events"]
            if not page["events"] or page["events"][-1]["version"] >= page["version"]:
                return found
            after = page["events"][-1]["version"]

    @contextmanager
    def live(self, game: str, viewer: str = "", after: int | None = None, **kw: Any) -> Iterator[Stream]:
        """The live stream of a game."""
        query = "&".join(q for q in (f"as={viewer}" if viewer else "", f"after={after}" if after is not None else "") if q)
        headers = {"Authorization": f"Bearer {self.token}"} if hasattr(self, "token") else {"Cookie": cookie(self.http)}
        url = f"{self.base.replace('http', 'ws')}/api/games/{game}/live?{query}"
        with connect(url, additional_headers=headers, proxy=None, compression=None, max_size=None, close_timeout=1, **kw) as ws:
            yield Stream(ws)


def cookie(http: httpx.Client) -> str:
    """The client's cookies as a header."""
    return "; ".join(f"{k}={v}" for k, v in http.cookies.items())


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        else:
            out[key] = patched(out.get(key), value)
    return out


class Stream:
    """A live stream that keeps the view as a client does; `frames` are all that came, as text."""

    def __init__(self, ws: ClientConnection) -> None:
        self.ws = ws
        self.view: dict[str, Any] = {}
        self.version = -1
        self.events: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.snapshots = 0

    def next(self, timeout: float = 10.0) -> dict[str, Any]:
        """The next message but pings, applied."""
        while True:
            text = self.ws.recv(timeout)
            assert isinstance(text, str)
            message: dict[str, Any] = msgspec.json.decode(text)
            if message["type"] == "ping":
                continue
            self.frames.append(text)
            if message["type"] == "snapshot":
                self.view, self.version = message["view"], message["version"]
                self.snapshots += 1
            elif message["type"] == "patch":
                assert message["from"] == self.version, "a patch from another version"
                self.view, self.version = patched(self.view, message["patch"]), message["version"]
            self.events += message.get("events", []) if message["type"] != "ack" else []
            return message

    def until(self, version: int, timeout: float = 10.0) -> None:
        """Read until the view has a version."""
        while self.version < version:
            self.next(timeout)

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.ws.send(msgspec.json.encode(message).decode())


class Game:
    """A game of the toy with a player on each seat and perhaps an umpire."""

    def __init__(self, base: str, umpire: bool = False, title: str = "toy", scenario: str = "field", **more: Any) -> None:
        self.host = Client(base)
        body = {"id": str(uuid.uuid4()), "title": title, "scenario": scenario, "umpire": umpire, **more}
        made = self.host.call("POST", "/games", 201, json=body)
        self.id: str = made["game"]
        self.players = {s["id"]: Client(base) for s in made["seats"]}
        for seat, player in self.players.items():
            code = self.host.call("POST", f"/games/{self.id}/invitations", 201, json={"seat": seat})["code"]
            player.call("POST", f"/invitations/{code}")
        if umpire:
            self.umpire = Client(base)
            code = self.host.call("POST", f"/games/{self.id}/invitations", 201, json={"role": "umpire"})["code"]
            self.umpire.call("POST", f"/invitations/{code}")
        self.host.call("POST", f"/games/{self.id}/start")

    def __getitem__(self, seat: str) -> Client:
        return self.players[seat]

    def plan(self, **plans: str) -> None:
        """Everybody plans, in the order given."""
        for seat in plans or self.players:
            self[seat].act(self.id, "plan", plans.get(seat, "1"), "go")

    def everybody(self) -> Iterable[tuple[str, Client]]:
        """Seats and players."""
        return self.players.items()


def play_randomly(game: Game, rng: random.Random, most: int = 200) -> int:
    """Random actions by all seats until the game ends; returns how many."""
    done = 0
    for _ in range(most):
        for _seat, player in game.everybody():
            view = player.view(game.id)
            if view["status"] == "ended":
                return done
            for d in [d for d in view["decisions"] if not d.get("optional")][:1]:
                picks: list[str] = []
                while True:
                    menu = player.call("POST", f"/games/{game.id}/menu", json={"decision": d["id"], "picks": picks})
                    if menu["ready"]:
                        break
                    picks.append(rng.choice([o["value"] for o in menu["options"] if not o.get("blocked")]))
                player.call("POST", f"/games/{game.id}/actions", json={"id": str(uuid.uuid4()), "decision": d["id"], "picks": picks})
                done += 1
    raise AssertionError("no end")
