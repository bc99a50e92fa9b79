"""The example program of docs/programs.md plays against real servers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.harness import ROOT, Process, Server, settings


def play(base: str, *more: str) -> str:
    """Run the program; its output."""
    command = [sys.executable, str(ROOT / "examples" / "play.py"), base, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def toys(tmp_path: Path) -> Iterator[Server]:
    """A server that knows the toy, whose games are short."""
    server = Server(settings(tmp_path))
    yield server
    server.stop()


@pytest.fixture
def shipped(tmp_path: Path) -> Iterator[Process]:
    """A server as `python -m app` starts it: a process of its own, for within ours the toy may be registered."""
    server = Process(tmp_path, module="app", DATABASE_URL="", REDIS_URL="", WORKERS="1")
    yield server
    server.stop()


def test_a_whole_game_of_the_toy(toys: Server) -> None:
    output = play(toys.base, "--title", "toy")
    assert "'winner'" in output.splitlines()[-1]
    assert "refused" not in output


def test_budapest_for_some_actions(shipped: Process) -> None:
    output = play(shipped.base, "--title", "budapest56", "--bot", "random", "--actions", "12")
    assert output.splitlines()[-1].startswith("12 actions")
    assert "refused" not in output
