"""The service as processes: kill -9, several workers, refusals to start, graceful stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.app.harness import ROOT, Client, Game, Process, wait_for


class Mover(threading.Thread):
    """Sends one action after another; remembers what was acknowledged and what was in the air."""

    def __init__(self, game: Game, base: str) -> None:
        super().__init__(daemon=True)
        self.game, self.base = game, base
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self.in_the_air: dict[str, Any] = {}

    def run(self) -> None:
        red = self.game["red"]
        path = f"/api/games/{self.game.id}"
        with httpx.Client(base_url=self.base, headers=red.http.headers, timeout=10) as http:
            for i in range(100_000):
                try:
                    decision = next(d["id"] for d in http.get(f"{path}/view").json()["decisions"] if d["kind"] == "play")
                    picks = ["move", "t1", f"0{i % 4 + 1}01", "go"]
                    self.in_the_air = {"id": str(uuid.uuid4()), "decision": decision, "picks": picks}
                    answer = http.post(f"{path}/actions", json=self.in_the_air)
                    assert answer.status_code == 200
                    self.acknowledged.append((self.in_the_air, answer.json()))
                except (httpx.HTTPError, ValueError):
                    return


def move_to(game: Game, base: str) -> None:
    for client in (game.host, *game.players.values()):
        client.base = base
        client.http.base_url = f"{base}/"


def test_kill_9_loses_no_acknowledged_action(store: dict[str, str], tmp_path: Path) -> None:
    server = Process(tmp_path, **store)
    try:
        game = Game(server.base, options={"length": "20"})
        game.plan()
        mover = Mover(game, server.base)
        with game["blue"].live(game.id) as stream:
            stream.next()
            mover.start()
            wait_for(lambda: len(mover.acknowledged) >= 25, 20)
            stream.until(stream.version + 10)
            server.kill()
            mover.join(10)
        seen = stream.version
        server = Process(tmp_path, **store)
        move_to(game, server.base)
        red = game["red"]
        for body, answer in mover.acknowledged:
            assert red.call("POST", f"/games/{game.id}/actions", json=body) == answer
        told = red.events(game.id)
        for _, answer in mover.acknowledged:
            assert all(event in told for event in answer["events"])
        if mover.in_the_air != mover.acknowledged[-1][0]:
            again = red.call("POST", f"/games/{game.id}/actions", json=mover.in_the_air)
            assert again["events"][0]["data"]["hex"] == mover.in_the_air["picks"][2], "done before or done now: once"
        with game["blue"].live(game.id, after=seen) as stream:
            stream.next()
            assert stream.view == game["blue"].view(game.id)
            assert [e["version"] for e in stream.events] == list(range(seen + 1, stream.version + 1))[-50:]
            red.act(game.id, "play", "move", "t1", "0201", "go")
            assert stream.next()["events"][0]["kind"] == "moved"
    finally:
        server.kill()


@pytest.fixture(scope="module")
def two_workers(new_database: Any, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Two workers over Postgres and Redis."""
    server = Process(tmp_path_factory.mktemp("two"), DATABASE_URL=new_database(), REDIS_URL=redis_url, WORKERS="2", TEST_SWEEP_SECONDS="1")
    yield server
    server.kill()


def test_two_workers_share_a_game(two_workers: Process) -> None:
    game = Game(two_workers.base, umpire=True, options={"length": "20"})
    game.plan()
    contexts = [game["blue"].live(game.id) for _ in range(6)]
    streams = [c.__enter__() for c in contexts]
    try:
        for stream in streams:
            stream.next()
        began = time.monotonic()
        for i in range(15):
            with httpx.Client(base_url=two_workers.base, headers=game["red"].http.headers) as http:  # a new connection: any worker
                game["red"].http = http
                game["red"].act(game.id, "play", "move", "t1", f"0{i % 4 + 1}01", "go")
        version = game["blue"].view(game.id)["version"]
        for stream in streams:
            stream.until(version)
            assert stream.snapshots == 1 and stream.view == game["blue"].view(game.id)
        assert time.monotonic() - began < 10
    finally:
        for c in contexts:
            c.__exit__(None, None, None)


def test_one_decision_over_two_workers(two_workers: Process) -> None:
    game = Game(two_workers.base, options={"length": "20"})
    game.plan()

    def go(body: dict[str, Any]) -> int:
        with httpx.Client(base_url=two_workers.base, headers=game["red"].http.headers, timeout=20) as http:
            http.get("/healthz")
            return http.post(f"/api/games/{game.id}/actions", json=body).status_code

    with ThreadPoolExecutor(6) as pool:
        for i in range(4):
            base = {"decision": game["red"].decision(game.id, "play"), "picks": ["move", "t1", f"0{i % 4 + 1}01", "go"]}
            assert sorted(pool.map(go, [base | {"id": str(uuid.uuid4())} for _ in range(6)])) == [200] + [409] * 5
            same = {**base, "decision": game["red"].decision(game.id, "play"), "id": str(uuid.uuid4())}
            assert list(pool.map(go, [same] * 6)) == [200] * 6


def test_bots_over_two_workers(two_workers: Process) -> None:
    host = Client(two_workers.base)
    games = []
    for _ in range(3):
        body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field", "bots": "random", "start": True}
        games.append(host.call("POST", "/games", 201, json=body | {"spectators": "public"})["game"])
    wait_for(lambda: all(host.call("GET", f"/games/{g}")["status"] == "ended" for g in games), 40, 0.2)
    for g in games:
        log = host.call("GET", f"/games/{g}/audit")["log"]
        assert len({e["decision"] for e in log}) == len(log)


def test_metrics_add_the_workers_up(two_workers: Process) -> None:
    text = httpx.get(f"{two_workers.base}/metrics").text
    assert "hexfog_request_seconds_count" in text and 'route="/games/{game}/actions"' in text


def run(**env: str) -> subprocess.CompletedProcess[str]:
    full = {**os.environ, "PORT": "1", **env}
    return subprocess.run([sys.executable, "-m", "app"], cwd=ROOT, env=full, capture_output=True, text=True, timeout=30)


@pytest.mark.parametrize(
    "env",
    [
        {"WORKERS": "2"},
        {"WORKERS": "2", "DATABASE_URL": "postgresql://nowhere/x"},
        {"WORKERS": "2", "REDIS_URL": "redis://nowhere"},
        {"DATABASE_URL": "mysql://nowhere/x"},
        {"PORT": "many"},
        {"HEXFOG_PACKS": "/no/such/folder"},
        {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"},
    ],
)
def test_what_cannot_be_served_is_refused(env: dict[str, str], tmp_path: Path) -> None:
    done = run(**{"DATABASE_URL": "", "REDIS_URL": "", "HEXFOG_DATA": str(tmp_path), **env})
    assert done.returncode == 2 and done.stderr.startswith("hexfog: ")


def test_a_graceful_stop(tmp_path: Path) -> None:
    server = Process(tmp_path)
    game = Game(server.base)
    with game["red"].live(game.id) as stream:
        stream.next()
        began = time.monotonic()
        assert server.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - began < 10
    text = next(tmp_path.glob("log-*.txt")).read_text()
    assert "Traceback" not in text and game["red"].token not in text
    assert '"route": "/invitations/{code}"' in text and '"game": "' + game.id in text
