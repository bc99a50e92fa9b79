"""The live stream: snapshots, patches, resume, actions on the socket, slow readers, who may listen."""

from __future__ import annotations

import json
import random
import socket
import uuid
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from app.base.config import Limits
from app.ops import serving
from tests.app.harness import Client, Game, Server, Stream, cookie, play_randomly, settings, wait_for


def test_patches_lead_to_the_very_view(server: Server) -> None:
    game = Game(server.base, umpire=True, spectators="public")
    watchers = {"red": game["red"], "blue": game["blue"], "umpire": game.umpire, "public": game.host}
    streams = [(v, c, c.live(game.id, v)) for v, c in watchers.items()]
    opened = [(v, c, context.__enter__()) for v, c, context in streams]
    try:
        for _, _, stream in opened:
            assert stream.next()["type"] == "snapshot"
        play_randomly(game, random.Random(11))
        for viewer, client, stream in opened:
            final = client.view(game.id, viewer)
            stream.until(final["version"])
            assert stream.view == final and stream.snapshots == 1
            assert stream.events == client.events(game.id, viewer)
            assert stream.view["status"] == "ended"
    finally:
        for _, _, context in streams:
            context.__exit__(None, None, None)


def test_frames_come_only_to_whoever_hears_something(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    with game["red"].live(game.id) as red, game["blue"].live(game.id) as blue:
        red.next(), blue.next()
        game["red"].act(game.id, "play", "hide", "go")
        game["red"].act(game.id, "play", "move", "t1", "0201", "go")
        red.until(red.version + 2)
        message = blue.next()
        assert [e["kind"] for e in message["events"]] == ["moved"] and len(blue.frames) == 2
        assert message["patch"] == {"pieces": {"t4": {"hex": "0201"}}, "version": message["version"]}


def test_a_stream_is_resumed(server: Server) -> None:
    game = Game(server.base)
    game.plan()
    with game["red"].live(game.id) as stream:
        stream.next()
        version = stream.version
    for i in range(5):
        game["red"].act(game.id, "play", "move", "t1", f"0{i % 4 + 1}01", "go")
    with game["red"].live(game.id, after=version) as stream:
        snapshot = stream.next()
        assert [e["version"] for e in snapshot["events"]] == [version + i for i in range(1, 6)]
        assert stream.view == game["red"].view(game.id)
    for i in range(60):
        game["red"].act(game.id, "play", "move", "t1", f"0{i % 4 + 1}01", "go")
    for after in (None, 0, version, 10**9):
        with game["red"].live(game.id, after=after) as stream:
            assert len(stream.next()["events"]) == 50, "the last 50, however long the game"


def test_acting_on_the_socket(server: Server) -> None:
    game = Game(server.base)
    with game["red"].live(game.id) as stream:
        stream.next()
        decision = stream.view["decisions"][0]["id"]
        message = {"type": "act", "id": str(uuid.uuid4()), "decision": decision, "picks": ["1", "go"]}
        got = {}
        stream.send(**message)
        for _ in range(2):
            got |= {(m := stream.next())["type"]: m}
        assert got["ack"]["id"] == message["id"] and got["ack"]["version"] == got["patch"]["version"]
        assert got["ack"]["events"] == got["patch"]["events"]
        stream.send(**message)
        assert stream.next() == got["ack"], "the first answer again"
        stream.send(**message | {"picks": ["2", "go"]})
        assert stream.next()["code"] == "id_reused"
        stream.send(**message | {"id": str(uuid.uuid4())})
        problem = stream.next()
        assert (problem["type"], problem["status"], problem["code"]) == ("problem", 409, "stale")
        for wrong in ({"type": "dance"}, {"type": "act", "id": "x"}, {"type": "act", "picks": "x"}):
            stream.send(**wrong)
            assert stream.next()["status"] == 422
        stream.ws.send("not json")
        assert stream.next()["code"] == "invalid"
        stream.send(type="pong")
        stream.send(type="resync")
        assert stream.next()["type"] == "snapshot"


def test_who_may_listen(server: Server) -> None:
    game, stranger = Game(server.base), Client(server.base)

    def status(url: str, **headers: str) -> int:
        with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers, proxy=None):
            pass
        return refused.value.response.status_code

    url = f"{server.base.replace('http', 'ws')}/api/games/{game.id}/live"
    bearer = {"Authorization": f"Bearer {stranger.token}"}
    assert status(url) == 403 and status(url, **bearer) == 403
    assert status(f"{url}?as=red", **bearer) == 403
    assert status(url, Authorization="Bearer wrong") == 401
    assert status(url.replace(game.id, str(uuid.uuid4())), **bearer) == 404
    assert status(url, Authorization=f"Bearer {game['red'].token}", Origin="http://evil.example") == 403
    own = server.base
    with connect(url, additional_headers={"Authorization": f"Bearer {game['red'].token}", "Origin": own}, proxy=None) as ws:
        assert json.loads(ws.recv(5))["type"] == "snapshot"


def test_signing_out_and_leaving_end_the_stream(server: Server) -> None:
    host = Client(server.base)
    game = host.call("POST", "/games", 201, json={"id": str(uuid.uuid4()), "title": "toy", "scenario": "field"})["game"]
    guest, other = Client(server.base, guest=True), Client(server.base)
    guest.call("PUT", f"/games/{game}/seats/red", json={"take": True})
    other.call("PUT", f"/games/{game}/seats/blue", json={"take": True})
    with guest.live(game) as stream, other.live(game) as leaving:
        assert stream.next()["view"]["status"] == "open"
        leaving.next()
        guest.call("DELETE", "/sessions", 204)
        other.call("DELETE", f"/games/{game}/seats/blue", 204)
        for ended in (stream, leaving):
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    ended.ws.recv(5)
            assert closed.value.rcvd and closed.value.rcvd.code == 4401


def test_pings(server: Server) -> None:
    game = Game(server.base)
    with game["red"].live(game.id) as stream:
        wait_for(lambda: json.loads(stream.ws.recv(5))["type"] == "ping", 5)


def test_a_slow_reader_is_dropped_to_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = serving.PromptProtocol.connection_made

    def little_room(self: serving.PromptProtocol, transport) -> None:  # type: ignore[no-untyped-def]
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        made(self, transport)

    monkeypatch.setattr(serving.PromptProtocol, "connection_made", little_room)
    running = Server(settings(tmp_path, limits=Limits(queue=5), ping_seconds=60))
    try:
        game = Game(running.base)
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(running.base.rsplit(":", 1)[1])))
        with game["blue"].live(game.id, sock=narrow, max_queue=1) as slow, game["red"].live(game.id) as quick:
            slow.next(), quick.next()
            feed = next(f for f in running.services.hub._feeds() if f.viewer == "blue")
            sent = 0
            while not feed.stale and sent < 500:
                say = {"id": str(uuid.uuid4()), "channel": "all", "text": "x" * 500}
                game["red"].call("POST", f"/games/{game.id}/chat", json=say)
                sent += 1
            for _ in range(20):
                game["red"].act(game.id, "orders", "hold", "go")
                game["red"].call("POST", f"/games/{game.id}/chat", json=say | {"id": str(uuid.uuid4())})
            assert feed.stale and not feed._queue, "nothing piles up"
            quick.until(game["red"].view(game.id)["version"])
            assert quick.snapshots == 1, "nobody else notices"
            final = game["blue"].view(game.id)
            slow.until(final["version"])
            assert slow.view == final and slow.snapshots == 2 and len(slow.frames) < sent + 20
    finally:
        running.stop()


def test_no_delay_is_set_on_every_connection(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    made = serving.PromptProtocol.connection_made

    def note(self: serving.PromptProtocol, transport) -> None:  # type: ignore[no-untyped-def]
        made(self, transport)
        seen.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(serving.PromptProtocol, "connection_made", note)
    game = Game(server.base)
    with game["red"].live(game.id) as stream:
        stream.next()
    assert len(seen) >= 4 and all(seen)


def test_frames_are_not_compressed(server: Server) -> None:
    """The size of a compressed frame would tell how much of a player's text occurs in it."""
    game = Game(server.base)
    url = f"{server.base.replace('http', 'ws')}/api/games/{game.id}/live"
    with connect(url, additional_headers={"Authorization": f"Bearer {game['red'].token}"}, proxy=None, compression="deflate") as ws:
        assert ws.response is not None and "Sec-WebSocket-Extensions" not in ws.response.headers


def test_many_watchers_share_one_projection(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.play.table import Table

    game = Game(server.base, spectators="public")
    game.plan()
    made: list[str] = []
    project = Table._project

    def count(self: Table, viewer: str):  # type: ignore[no-untyped-def]
        made.append(viewer)
        return project(self, viewer)

    contexts = [game.host.live(game.id, "public") for _ in range(8)]
    streams: list[Stream] = [c.__enter__() for c in contexts]
    try:
        for stream in streams:
            stream.next()
        monkeypatch.setattr(Table, "_project", count)
        game["red"].act(game.id, "play", "move", "t1", "0201", "go")
        for stream in streams:
            stream.next()
        assert made.count("public") == 1
        assert "blue" not in made and "umpire" not in made, "nobody watches as these"
    finally:
        for c in contexts:
            c.__exit__(None, None, None)


def test_messages_have_a_rate(tmp_path: Path) -> None:
    running = Server(settings(tmp_path, limits=Limits(socket_messages=(3, 20))))
    try:
        game = Game(running.base)
        with game["red"].live(game.id) as stream:
            stream.next()
            for _ in range(5):
                stream.send(type="dance")
            codes = [stream.next()["code"] for _ in range(4)]
            assert codes == ["invalid", "invalid", "invalid", "too_many_requests"]
    finally:
        running.stop()


def test_a_guest_listens_with_its_cookie(server: Server) -> None:
    guest = Client(server.base, guest=True)
    body = {"id": str(uuid.uuid4()), "title": "toy", "scenario": "field", "seat": "red", "bots": "random", "start": True}
    game = guest.call("POST", "/games", 201, json=body)["game"]
    assert "hexfog_session=" in cookie(guest.http)
    with guest.live(game) as stream:
        assert stream.next()["view"]["viewer"] == "red"
