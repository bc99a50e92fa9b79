"""Cityfight at an umpire's table: he takes sighting over, is asked at each search, and nothing waits for him once he is gone (49)."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.app.harness import Client, Game, Server, settings, wait_for
from tests.app.wire import play_on


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Game]]:
    """A game of 52 under an umpire who has taken sighting over, in its action stage."""
    server = Server(settings(tmp_path_factory.mktemp("umpire"), titles=("engine.titles",)))
    game = Game(server.base, umpire=True, title="cityfight", scenario="52", options={"mode": "umpired"})
    rule(game, "sighting", "take", "go")
    rng = random.Random(3)
    while game.umpire.view(game.id)["phase"]["id"] != "action":
        play_on(server, game.id, 1, rng)
    yield server, game
    server.stop()


def rule(game: Game, *picks: str) -> None:
    """The umpire rules."""
    game.umpire.call("POST", f"/games/{game.id}/rulings", json={"id": str(uuid.uuid4()), "picks": list(picks)})


def menu(player: Client, game: Game, decision: str, *picks: str) -> list[str]:
    """What may be picked next."""
    made = player.call("POST", f"/games/{game.id}/menu", json={"decision": decision, "picks": list(picks)})
    return [o["value"] for o in made["options"] if "blocked" not in o]


def search(server: Server, game: Game, rng: random.Random) -> str:
    """Play on until somebody can search, and search; returns his seat."""
    for _ in range(60):
        for seat, player in game.everybody():
            for decision in [d["id"] for d in player.view(game.id)["decisions"] if d["kind"] == "action"]:
                for unit in menu(player, game, decision):
                    if "sight" in menu(player, game, decision, unit):
                        picks = [unit, "sight", menu(player, game, decision, unit, "sight")[0]]
                        picks += [] if not (more := menu(player, game, decision, *picks)) else more[-1:]
                        player.act(game.id, "action", *picks)
                        return seat
        play_on(server, game.id, 1, rng)
    raise AssertionError("nobody could search")


def seen(game: Game, seat: str) -> list[dict[str, Any]]:
    """What a seat was told of its searches."""
    return [e for e in game[seat].events(game.id) if e["kind"] == "sighted"]


def test_the_umpire_answers_a_search(table: tuple[Server, Game]) -> None:
    server, game = table
    seat = search(server, game, random.Random(4))
    other = next(s for s, _ in game.everybody() if s != seat)
    asked = next(d for d in game.umpire.view(game.id)["decisions"] if not d.get("optional"))
    assert asked["kind"] == "sighting" and game[seat].view(game.id)["waiting_for"] == ["umpire"]
    assert all(d.get("optional") for s in (seat, other) for d in game[s].view(game.id)["decisions"])
    assert game.umpire.call("GET", f"/games/{game.id}")["you"]["to_move"]
    game[other].problem("POST", f"/games/{game.id}/menu", 404, json={"decision": asked["id"], "picks": []})
    before = len(seen(game, seat))
    game.umpire.act(game.id, "sighting", "decide", "go")
    assert len(seen(game, seat)) == before + 1
    last = game[other].events(game.id)[-1]
    assert last["kind"] == "answer" and "nothing" not in last["text"], "the other side hears nothing of the result"
    assert game[seat].decision(game.id, "immediate-fire")


def test_where_nobody_umpires_the_dice_decide(table: tuple[Server, Game]) -> None:
    """A search that waits when he leaves, and every later one."""
    server, game = table
    results = lambda: sum(len(seen(game, seat)) for seat, _ in game.everybody())  # noqa: E731
    before = results()
    search(server, game, random.Random(5))
    assert results() == before
    game.umpire.call("DELETE", f"/games/{game.id}/seats/umpire", 204)
    wait_for(lambda: results() == before + 1)
    search(server, game, random.Random(6))
    wait_for(lambda: results() == before + 2)
