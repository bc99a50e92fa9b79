"""What a title must prepare from a corrected pack: in the background, before a game, while the service goes on serving."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from app.catalogue import preparing
from engine import packs
from engine.titles.cityfight import los
from tests.app import toy
from tests.app.harness import Client, Server, settings, wait_for

SHIPPED = {"titles": ("engine.titles",), "warm_bots": False}
WOOD, ANCHOR = "2A7", [730, -122]


def overlay(folder: Path, family: str, file: str, data: Any) -> Path:
    """A folder of corrections with one file."""
    path = folder / "corrections" / family / f"{file}.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(data))
    return folder / "corrections"


def new(title_id: str, scenario: str, **more: Any) -> dict[str, Any]:
    """A game that one person plays alone, to be started at once."""
    return {"id": str(uuid.uuid4()), "title": title_id, "scenario": scenario, "solo": True, "start": True, **more}


def forget() -> None:
    """As in a new process."""
    toy.TITLE.prepared.clear()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a table of lines of sight is built in this process."""

    def build(raw: bytes) -> bytes:
        raise AssertionError("built in the serving process")

    monkeypatch.setattr(los, "build", build)


def test_a_corrected_map_gets_its_lines_of_sight_in_the_background(
    tmp_path: Path, elsewhere: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "PATIENCE", 0.1)
    folder = overlay(tmp_path, "cityfight", "maps/gerlafingen", {"hexes": {WOOD: {"anchor": ANCHOR}}})
    server = Server(settings(tmp_path, overlays=(folder,), **SHIPPED))
    pack = server.services.packs.current("cityfight")
    assert pack.files["maps/gerlafingen"]["hexes"][WOOD]["anchor"] == ANCHOR
    host, body = Client(server.base), new("cityfight", "52")
    early = host.http.post("/api/games", json=body)
    assert early.status_code == 503 and int(early.headers["retry-after"]) >= 1, "answered while the table is made"
    made = wait_for(lambda: (a := host.http.post("/api/games", json=body)).status_code == 201 and a.json(), 120, 0.2)
    assert made["status"] == "running" and los.missing(pack, "52") is None
    assert host.view(made["game"], "us")["pieces"]
    server.stop()


def test_a_game_that_is_not_ready_says_when_to_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "PATIENCE", 0.1)
    folder = overlay(tmp_path, "toy-family", "board", {"hexes": {"0201": "slow"}})
    forget()
    server = Server(settings(tmp_path, overlays=(folder,)))
    host = Client(server.base)
    body = new("toy", "field")
    early = host.http.post("/api/games", json=body)
    assert early.status_code == 503 and int(early.headers["retry-after"]) >= 1
    assert early.json()["code"] == "not_ready"
    opened = host.call("POST", "/games", 201, json=new("toy", "field", start=False))["game"]
    assert host.http.post(f"/api/games/{opened}/start").status_code == 503
    assert host.call("GET", f"/games/{opened}")["status"] == "open", "it stays open and can be started later"
    wait_for(lambda: toy.TITLE.prepared, 30)
    assert host.call("POST", "/games", 201, json=body)["status"] == "running", "the same request again"
    assert host.call("POST", f"/games/{opened}/start")["status"] == "running"
    server.stop()


def test_the_start_waits_for_what_is_soon_ready_and_so_does_a_game_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = overlay(tmp_path, "toy-family", "board", {"hexes": {"0201": "slow"}})
    forget()
    server = Server(settings(tmp_path, overlays=(folder,)))
    host = Client(server.base)
    game = host.call("POST", "/games", 201, json=new("toy", "field"))["game"]
    assert toy.TITLE.prepared == [b"slow"]
    server.stop()
    forget()
    monkeypatch.setattr(packs, "_STORE", {})
    plain = Server(settings(tmp_path))
    host.http.base_url = plain.base
    host.act(game, "plan", "1", "go", viewer="red")
    assert toy.TITLE.prepared == [b"slow"], "the game goes on with the pack that it began with, and with what that needs"
    plain.stop()


def test_a_failure_is_tried_again_with_the_next_request(tmp_path: Path) -> None:
    folder = overlay(tmp_path, "toy-family", "board", {"hexes": {"0201": str(tmp_path / "flag")}})
    server = Server(settings(tmp_path, overlays=(folder,)))
    host = Client(server.base)
    wait_for((tmp_path / "flag").exists, 30)
    wait_for(lambda: host.http.post("/api/games", json=new("toy", "field")).status_code == 201, 30, 0.2)
    server.stop()
