"""The examples: the program of docs/programs.md plays against real servers, the corrections of docs/packs.md are laid over a pack."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import packs
from tests.app.harness import ROOT, Client, Process, Server, settings

CORRECTIONS = ROOT / "examples" / "corrections"
CELLS = {("3", "0"): "AX", ("3", "+1"): "AX", ("6", "-1"): "EX"}


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


def begin(host: Client) -> str:
    """A game of Budapest '56 under way, all seats in one hand."""
    new = {"id": str(uuid.uuid4()), "title": "budapest56", "scenario": "standard", "solo": True, "private": True}
    game: str = host.call("POST", "/games", 200, 201, json=new)["game"]
    host.call("POST", f"/games/{game}/start")
    return game


def numbers_of(host: Client, game: str) -> tuple[dict[tuple[str, str], str], dict[str, str], dict[str, Any]]:
    """The corrected cells and the unit's factors as a game's charts show them, and the places that its list of numbers calls found."""
    pack = host.call("GET", f"/games/{game}")["pack"]
    charts = {c["id"]: c for c in host.call("GET", f"/titles/budapest56?pack={pack}")["about"]["charts"]}
    crt = charts["assault"]
    rows = {r["label"]: r for r in crt["rows"]}
    cells = {(die, column): rows[die]["cells"][crt["columns"].index(column)] for die, column in CELLS}
    marked = {(die, column) for die, column in CELLS if crt["columns"].index(column) in rows[die]["reconstructed"]}
    unit = next(r["cells"] for r in charts["counters"]["rows"] if r["cells"][0] == "1/37")
    parts = host.call("GET", f"/titles/budapest56/numbers?pack={pack}")["parts"]
    found = {n["at"]: n["source"] for part in parts for n in part["numbers"] if n["source"] != "reconstructed"}
    assert marked == (set() if found else set(CELLS)), "what was found is no longer marked as reconstructed"
    return cells, found, {"factors": unit[2]}


def test_corrections_hold_for_new_games_and_running_ones_keep_their_pack(tmp_path: Path) -> None:
    plain = packs.load("cold-war-battles")
    was = {(die, column): plain.files["tables"]["crt"]["assault"][die][column] for die, column in CELLS}
    env = {"module": "app", "DATABASE_URL": "", "REDIS_URL": "", "WORKERS": "1"}
    first = Process(tmp_path, **env)
    try:
        host = Client(first.base)
        old = begin(host)
        before = numbers_of(host, old)
    finally:
        first.stop()
    assert before[0] == was and before[1] == {} and all(was[c] != CELLS[c] for c in CELLS)

    second = Process(tmp_path, HEXFOG_PACKS=str(CORRECTIONS), **env)
    try:
        host.http.base_url = second.base
        new = begin(host)
        cells, found, unit = numbers_of(host, new)
        assert cells == CELLS and unit["factors"].startswith("6-4-") and not before[2]["factors"].startswith("6-4-")
        assert found == dict.fromkeys(["3, 0", "3, +1", "6, -1", "2G:1/37, attack", "2G:1/37, defence"], "found my printed copy")
        assert numbers_of(host, old) == before
        host.act(old, "set-up", "rest", "go", viewer="hungarian")
        assert host.call("GET", f"/games/{old}")["pack"] == plain.hash != host.call("GET", f"/games/{new}")["pack"]
    finally:
        second.stop()


@pytest.mark.parametrize(
    ("name", "over", "rule"),
    [
        ("tables", {"crt": {"assault": {"1": {"0": "EX"}}}}, "18.2"),
        ("tables", {"angola": {"monsoon": [5, 6]}}, "17.33"),
        ("units/angola", {"units": {"SADF:2 Para": {"vp_cost": 2}}}, "17.25"),
    ],
)
def test_the_service_does_not_start_with_what_contradicts_a_rule(tmp_path: Path, name: str, over: dict[str, Any], rule: str) -> None:
    path = tmp_path / "wrong" / "cold-war-battles" / f"{name}.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(over))
    env = {
        **os.environ,
        "HEXFOG_DATA": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "PORT": "0",
        "HEXFOG_PACKS": str(tmp_path / "wrong"),
    }
    done = subprocess.run([sys.executable, "-m", "app"], capture_output=True, text=True, timeout=60, cwd=ROOT, env=env)
    assert done.returncode != 0
    assert "the pack cold-war-battles cannot be used" in done.stderr and f"rule {rule}:" in done.stderr
