"""Secrecy on the wire: what one seat's client hears does not depend on what is hidden from it."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app.harness import Game, Server, settings
from tests.app.wire import CountedIds, StillClock, Wire, look_around, play_on, replace_state, same, state_of


def recording(folder: Path, play: Callable[[Server, Game, Wire], None], **more: Any) -> list[Any]:
    """What red's client hears while `play` runs."""
    server = Server(settings(folder, ping_seconds=600), StillClock(), CountedIds())
    try:
        game = Game(server.base, **more)
        wire = Wire(game["red"])
        play(server, game, wire)
        return wire.heard
    finally:
        server.stop()


def act(game: Game, seat: str, n: int, kind: str, *picks: str) -> None:
    """An action with an id that follows from n."""
    body = {"id": str(uuid.UUID(int=n)), "decision": game[seat].decision(game.id, kind), "picks": list(picks)}
    game[seat].call("POST", f"/games/{game.id}/actions", json=body)


def test_the_other_sides_secret_choices_change_no_byte(tmp_path: Path) -> None:
    def play(plans: list[str], order: str, secrets: list[str]) -> Callable[[Server, Game, Wire], None]:
        def run(server: Server, game: Game, wire: Wire) -> None:
            with wire.live(game.id) as stream:
                stream.next()
                for i, plan in enumerate(plans):
                    act(game, "blue", 10 + i, "plan", plan, "more")
                look_around(wire, game.id)
                act(game, "blue", 20, "orders", order, "go")
                act(game, "red", 21, "plan", "1", "more")
                look_around(wire, game.id)
                wire.client.call("POST", f"/games/{game.id}/undo", json={"id": str(uuid.UUID(int=22))})
                act(game, "red", 23, "plan", "2", "go")
                act(game, "blue", 24, "plan", "1", "go")
                act(game, "red", 25, "play", "move", "t1", "0201", "go")
                act(game, "red", 26, "play", "pass")
                for i, secret in enumerate(secrets):
                    act(game, "blue", 30 + i, "play", secret, "go")
                look_around(wire, game.id)
                act(game, "blue", 40, "play", "attack", "t1", "t4", "go")
                act(game, "blue", 41, "play", "pass")
                look_around(wire, game.id)
                stream.until(wire.client.view(game.id)["version"])

        return run

    first = recording(tmp_path / "a", play(["3", "2"], "hold", ["hide", "scout", "hide"]))
    other = recording(tmp_path / "b", play(["0", "1"], "charge", ["scout", "scout", "hide"]))
    # What blue does, red does not even count: fewer acts make no difference either.
    fewer = recording(tmp_path / "c", play(["1"], "charge", []))
    assert len(first) > 100
    same(first, other)
    same(first, fewer)


def test_a_planted_leak_turns_the_recording_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.app.toy import ToyTitle

    honest = ToyTitle.view

    def leaky(self: ToyTitle, s: Any, viewer: str) -> dict[str, Any]:
        view = honest(self, s, viewer)
        view["panels"]["score"]["note"] = str(sum(s.plans.values()))
        return view

    monkeypatch.setattr(ToyTitle, "view", leaky)

    def play(plan: str) -> Callable[[Server, Game, Wire], None]:
        def run(server: Server, game: Game, wire: Wire) -> None:
            act(game, "blue", 1, "plan", plan, "more")
            act(game, "red", 2, "plan", "1", "more")
            look_around(wire, game.id)

        return run

    first, other = recording(tmp_path / "a", play("3")), recording(tmp_path / "b", play("2"))
    with pytest.raises(AssertionError, match="differs"):
        same(first, other)


def test_a_resampled_state_sounds_the_same(tmp_path: Path) -> None:
    """Whatever red does not know may be otherwise: nothing that red can ask for tells the difference."""

    def play(resample: int) -> Callable[[Server, Game, Wire], None]:
        def run(server: Server, game: Game, wire: Wire) -> None:
            act(game, "blue", 1, "plan", "2", "more")
            act(game, "blue", 2, "orders", "hold", "go")
            if resample:
                before = state_of(server, game.id)
                replace_state(server, game.id, lambda title, state: title.resample(state, "red", random.Random(resample)))
                assert state_of(server, game.id) != before
            look_around(wire, game.id)

        return run

    first = recording(tmp_path / "a", play(0))
    for seed in (1, 2):
        same(first, recording(tmp_path / str(seed), play(seed)))


@pytest.mark.parametrize("seat", ["soviet", "hungarian"])
def test_budapest_sounds_the_same(seat: str, tmp_path: Path) -> None:
    """The same for the shipped title, some way into a random game."""

    def heard(resample: int) -> list[Any]:
        config = settings(tmp_path / str(resample), ping_seconds=600, titles=("engine.titles",))
        server = Server(config, StillClock(), CountedIds())
        try:
            game = Game(server.base, title="budapest56", scenario="standard")
            play_on(server, game.id, 40, random.Random(5))
            if resample:
                replace_state(server, game.id, lambda title, state: title.resample(state, seat, random.Random(resample)))
            wire = Wire(game[seat])
            look_around(wire, game.id, 8)
            return wire.heard
        finally:
            server.stop()

    first = heard(0)
    assert len(first) > 20
    same(first, heard(1))


def test_no_answer_carries_ids_or_times_of_the_store(server: Server) -> None:
    """Headers and bodies hold no request id, no account id, no time but the game's creation."""
    game = Game(server.base, umpire=True)
    wire = Wire(game["red"])
    look_around(wire, game.id)
    seen = repr(wire.heard)
    accounts = server.services.accounts._known.values()
    for _, caller in accounts:
        assert caller.account not in seen and caller.key not in seen
    allowed = {"content-length", "content-type", "cache-control"}
    for item in wire.heard:
        if item[0] != "frames":
            names = {k for k, _ in item[3]}
            assert not {n for n in names if "request" in n or "time" in n or "server" in n}
            assert allowed - {"cache-control"} <= names
