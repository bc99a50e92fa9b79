"""Bots move in the background; clocks play what is late; both go on after a restart."""

from __future__ import annotations

import asyncio
import time
import uuid
from pathlib import Path
from typing import Any

from app.base.sources import derived
from app.play.acting import act_alone
from tests.app.harness import Client, Game, Server, settings, wait_for


def create(host: Client, **more: Any) -> str:
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field", "start": True, **more}
    return str(host.call("POST", "/games", 201, json=body)["game"])


def log_of(who: Client, game: str) -> list[dict[str, Any]]:
    return who.call("GET", f"/games/{game}/audit")["log"]  # type: ignore[no-any-return]


def ended(who: Client, game: str) -> bool:
    return bool(who.call("GET", f"/games/{game}")["status"] == "ended")


def test_bots_play_a_whole_game_by_themselves(server: Server) -> None:
    host = Client(server.base)
    game = create(host, bots={"red": "random", "blue": "staff"}, spectators="public")
    wait_for(lambda: ended(host, game), 30)
    log = log_of(host, game)
    assert {e["by"] for e in log} == {"bot"} and len({e["decision"] for e in log}) == len(log)


def test_a_bot_answers_a_person(server: Server) -> None:
    host = Client(server.base)
    game = create(host, seat="red", bots="staff", options={"length": "20"})
    with host.live(game) as stream:
        stream.next()
        for _ in range(3):
            host.act(game, "plan", "1", "go")
            wait_for(lambda: "play" in [d["kind"] for d in host.view(game)["decisions"]], 20)
            host.act(game, "play", "pass")
            wait_for(lambda: "plan" in [d["kind"] for d in host.view(game)["decisions"]], 20)
        wait_for(lambda: host.view(game)["waiting_for"] == ["red"], 20)
        stream.until(host.view(game)["version"])
        assert stream.view == host.view(game)
    answer = host.call("POST", f"/games/{game}/undo", json={"id": str(uuid.uuid4())})
    assert answer["status"] == "done" and answer["events"][0]["data"]["consent"] == "bot"


def test_a_broken_bot_plays_its_fallback(server: Server) -> None:
    host = Client(server.base)
    game = create(host, bots="broken", options={"length": "1"})
    wait_for(lambda: ended(host, game), 30)
    assert [e["picks"] for e in log_of(host, game)] == [["0", "go"], ["0", "go"], ["pass"], ["pass"]]


def test_a_seat_changes_hands_while_the_game_runs(server: Server) -> None:
    game = Game(server.base, options={"length": "20"})
    game.plan()
    game["blue"].call("PUT", f"/games/{game.id}/seats/blue", json={"bot": "staff"})
    game["blue"].problem("GET", f"/games/{game.id}/view?as=blue", 403)
    assert game["red"].events(game.id)[-1]["data"] == {"seat": "blue", "side": "blue", "bot": "staff"}
    game["red"].act(game.id, "play", "pass")
    wait_for(lambda: "plan" in [d["kind"] for d in game["red"].view(game.id)["decisions"]], 20)
    game.host.call("DELETE", f"/games/{game.id}/seats/blue", 204)
    code = game.host.call("POST", f"/games/{game.id}/invitations", 201, json={"seat": "blue"})["code"]
    assert game["red"].problem("POST", f"/invitations/{code}", 403)["code"] == "other_side"
    game["blue"].call("POST", f"/invitations/{code}")
    assert game["blue"].view(game.id)["viewer"] == "blue"


def test_two_cannot_act_twice_for_a_bot(server: Server) -> None:
    """Two workers that both play a bot's decision: one entry."""
    host = Client(server.base)
    game = create(host, seat="red", bots="staff")
    wait_for(lambda: host.view(game)["waiting_for"] == ["red"], 20)
    other = Server(server.services.settings, migrated=True)
    try:
        before = host.view(game)["version"]

        async def both(services: Any) -> list[bool]:
            plans = [act_alone(services.tables, game, derived(game, "blue-1"), "blue-1", ["2", "go"], "bot") for _ in range(3)]
            return await asyncio.gather(*plans)

        loops = [s._server.servers[0].get_loop() for s in (server, other)]
        futures = [asyncio.run_coroutine_threadsafe(both(s.services), loop) for s, loop in zip((server, other), loops, strict=True)]
        for future in futures:
            assert len(future.result(10)) == 3
        assert host.view(game)["version"] == before, "the decision was played before: nothing happens"
    finally:
        other.stop()


def test_what_is_late_is_played(server: Server) -> None:
    game = Game(server.base, clock=1, options={"length": "20"})
    mine = game["red"].view(game.id)["decisions"][0]
    assert abs(mine["due"] - time.time() - 1) < 2 and "due" not in game["red"].view(game.id)["decisions"][1]
    game["red"].act(game.id, "plan", "3", "go")
    assert "due" not in str(game["red"].view(game.id)["decisions"])
    wait_for(lambda: game["red"].view(game.id)["phase"]["id"] == "play", 5)
    wait_for(lambda: game["red"].view(game.id)["phase"].get("side") == "blue", 5)
    game["blue"].act(game.id, "play", "give-up", "go")
    log = log_of(game["red"], game.id)
    assert [(e["seat"], e["by"]) for e in log] == [("red", "player"), ("blue", "clock"), ("red", "clock"), ("blue", "player")]
    assert log[1]["picks"] == ["0", "go"]


def test_the_umpire_sets_and_stops_the_clock(server: Server) -> None:
    game = Game(server.base, umpire=True, clock=1000)
    red = game["red"]

    def put(who: Client, seconds: int, *status: int) -> Any:
        return who.call("PUT", f"/games/{game.id}/clock", *status, json={"id": str(uuid.uuid4()), "seconds": seconds})

    assert red.view(game.id)["clock"] == 1000
    put(red, 0, 403)
    put(game.umpire, -1, 422)
    put(game.umpire, 0)
    assert "clock" not in red.view(game.id) and "due" not in red.view(game.id)["decisions"][0]
    assert red.events(game.id)[-1]["data"] == {"seconds": 0}
    put(game.umpire, 1)
    assert abs(red.view(game.id)["decisions"][0]["due"] - time.time() - 1) < 2
    wait_for(lambda: red.view(game.id)["phase"]["id"] == "play", 5)
    put(game.umpire, 0)
    assert "due" not in str(red.view(game.id)["decisions"])


def test_the_first_commit_wins_against_the_clock(server: Server) -> None:
    game = Game(server.base, clock=1000)
    red = game["red"]
    decision = red.decision(game.id, "plan")
    red.act(game.id, "plan", "3", "go")
    loop = server._server.servers[0].get_loop()
    late = act_alone(server.services.tables, game.id, derived(game.id, decision, "late"), decision, None, "clock")
    assert asyncio.run_coroutine_threadsafe(late, loop).result(10) is False
    early = act_alone(server.services.tables, game.id, derived(game.id, "blue-1", "late"), "blue-1", None, "clock")
    assert asyncio.run_coroutine_threadsafe(early, loop).result(10) is False, "not before its time"


def test_bots_and_clocks_go_on_after_a_restart(tmp_path: Path) -> None:
    first = Server(settings(tmp_path))
    host = Client(first.base)
    timed = create(host, seat="red", bots="staff", clock=1, options={"length": "1"})
    botted = create(host, bots="staff", options={"length": "20"})
    first.stop()
    second = Server(settings(tmp_path))
    try:
        host.http.base_url = second.base
        wait_for(lambda: ended(host, timed) and ended(host, botted), 30)
        assert [(e["seat"], e["by"]) for e in log_of(host, timed) if e["seat"] == "red"] == [("red", "clock")] * 2
    finally:
        second.stop()


def test_a_game_keeps_the_pack_it_began_with(tmp_path: Path) -> None:
    from engine import packs

    first = Server(settings(tmp_path))
    game = Game(first.base)
    pack = game.host.call("GET", f"/games/{game.id}")["pack"]
    first.stop()
    overlay = tmp_path / "overlay" / "toy-family"
    overlay.mkdir(parents=True)
    (overlay / "board.json").write_text('{"hexes": {"0501": "open"}}')
    known = packs._STORE.pop(pack)
    second = Server(settings(tmp_path, overlays=(tmp_path / "overlay",)))
    try:
        packs._STORE.pop(pack, None)
        for client in (game.host, *game.players.values()):
            client.http.base_url = second.base
        game.plan()
        menu = {"decision": game["red"].decision(game.id, "play"), "picks": ["move", "t1"]}
        options = [o["value"] for o in game["red"].call("POST", f"/games/{game.id}/menu", json=menu)["options"]]
        assert options == ["0101", "0201", "0301", "0401"], "the old map"
        assert packs.get(pack).bytes == known.bytes
        fresh = Game(second.base)
        fresh.plan()
        menu = {"decision": fresh["red"].decision(fresh.id, "play"), "picks": ["move", "t1"]}
        assert "0501" in [o["value"] for o in fresh["red"].call("POST", f"/games/{fresh.id}/menu", json=menu)["options"]]
        old = fresh.host.call("GET", f"/titles/toy/maps/toyland?pack={pack}")["hexes"]
        assert "0501" not in old and "0501" in fresh.host.call("GET", "/titles/toy/maps/toyland")["hexes"]
    finally:
        second.stop()
