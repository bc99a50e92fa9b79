"""A program plays whole games over REST: one of Cityfight on SQLite, one of Budapest '56 on Postgres with two workers and Redis."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.harness import ROOT, Process

GAMES = {
    "sqlite": ["--title", "cityfight", "--scenario", "52", "--seed", "2"],
    "two workers": ["--title", "budapest56", "--option", "quick=yes", "--seed", "2"],
}


@pytest.mark.parametrize("store", GAMES)
def test_a_whole_game_over_rest(store: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    env = {"TEST_TITLES": "engine.titles"}
    if store == "two workers":
        env |= {"DATABASE_URL": request.getfixturevalue("new_database")(), "REDIS_URL": request.getfixturevalue("redis_url")}
        env["WORKERS"] = "2"
    server = Process(tmp_path, **env)
    try:
        program = [sys.executable, str(Path(__file__).with_name("rest_game.py")), server.base, *GAMES[store]]
        done = subprocess.run([*program, "--out", str(tmp_path / "out")], cwd=ROOT, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr[-2000:]
        figures = json.loads(done.stdout)
        assert figures["actions"] > 50 and figures["outcome"]["level"]
        audit = json.loads((tmp_path / "out" / "audit.json").read_text())["audit"]
        heard = {p.stem: p.read_text() for p in (tmp_path / "out").glob("heard-*.jsonl")}
        assert len(heard) == 2 and not any(audit["seed"] in text for text in heard.values()), "the seed is out only with the audit"
    finally:
        server.kill()
