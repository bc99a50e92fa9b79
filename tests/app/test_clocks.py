"""What a clock counts: an action, or a secret stage as a whole. Time moves by hand here."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.app.harness import Client, Game, Server, settings, wait_for


class HandClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = 1_700_000_000

    def now(self) -> float:
        """The moment that it shows."""
        return float(self.at)


class Hall:
    """A server with its clock."""

    def __init__(self, server: Server, clock: HandClock) -> None:
        self.server, self.clock = server, clock
        self.base = server.base

    def wait(self, seconds: int) -> None:
        """Time passes, and the service notices."""
        self.clock.at += seconds
        loop = self.server._server.servers[0].get_loop()
        loop.call_soon_threadsafe(self.server.services.clocks._sooner.set)

    def left(self, player: Client, game: Game) -> dict[str, int]:
        """The seconds that a player has for each of his decisions with a time limit."""
        return {d["kind"]: d["due"] - self.clock.at for d in player.view(game.id)["decisions"] if "due" in d}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The toy and the real titles, and a clock that stands until it is moved."""
    clock = HandClock()
    server = Server(settings(tmp_path_factory.mktemp("clocks"), titles=("tests.app.toy", "engine.titles")), clock)
    yield Hall(server, clock)
    server.stop()


def test_a_secret_stage_has_one_limit_however_much_is_done_in_it(hall: Hall) -> None:
    game = Game(hall.base, clock=100, options={"length": "20"})
    red, blue = game["red"], game["blue"]
    assert hall.left(red, game) == hall.left(blue, game) == {"plan": 100}
    for gone in (30, 60, 90):
        hall.wait(30)
        before = red.decision(game.id, "plan")
        red.act(game.id, "plan", "3", "more")
        assert before != red.decision(game.id, "plan")
        assert hall.left(red, game) == hall.left(blue, game) == {"plan": 100 - gone}
    hall.wait(10)
    wait_for(lambda: red.view(game.id)["phase"]["id"] == "play", 5)
    assert hall.left(red, game) == {"play": 100}


def test_a_take_back_gives_no_time(hall: Hall) -> None:
    game = Game(hall.base, clock=100)
    red = game["red"]
    red.act(game.id, "plan", "3", "go")
    hall.wait(40)
    assert red.call("POST", f"/games/{game.id}/undo", json={"id": str(uuid.uuid4())})["status"] == "done"
    assert hall.left(red, game) == {"plan": 60}


def test_in_alternating_play_the_clock_begins_anew_with_each_action(hall: Hall) -> None:
    game = Game(hall.base, clock=100, options={"length": "20"})
    game.plan()
    for picks in (["hide", "go"], ["move", "t1", "0201", "go"]):
        hall.wait(60)
        assert hall.left(game["red"], game) == {"play": 40}
        game["red"].act(game.id, "play", *picks)
        assert hall.left(game["red"], game) == {"play": 100}
    hall.wait(60)
    for seat in ("red", "blue"):
        game[seat].act(game.id, "play", "pass")
    assert hall.left(game["red"], game) == {"plan": 100}, "the next round's stage is another one"


def test_cityfight_limits_set_up_and_commands_as_stages_and_each_action(hall: Hall) -> None:
    """4.3: whoever gives a command now and then gains no time; a new action, and the next game-turn's commands, have all of it."""
    game = Game(hall.base, title="cityfight", scenario="52", clock=1000)
    us, ussr = game["us"], game["ussr"]
    hall.wait(400)
    us.act(game.id, "set-up", "rest", "go")
    assert hall.left(us, game) == hall.left(ussr, game) == {"set-up": 600}
    us.act(game.id, "set-up", "done")
    ussr.act(game.id, "set-up", "rest", "go")
    ussr.act(game.id, "set-up", "done")
    assert hall.left(us, game) == {"command": 1000}
    for left in (600, 200):
        hall.wait(400)
        us.act(game.id, "command", *first(us, game, "command", ["done", "rest"]))
        assert hall.left(us, game) == hall.left(ussr, game) == {"command": left}
    for player in (us, ussr):
        player.act(game.id, "agree", "skip", "yes")
    assert hall.left(us, game) == hall.left(ussr, game) == {"command": 1000}, "a skipped game-turn ends its stage"
    assert us.view(game.id)["turn"]["n"] == 2


def test_actions_and_stages_have_limits_of_their_own(hall: Hall) -> None:
    """4.3: seven seconds an action, and so many for all commands of a game-turn."""
    game = Game(hall.base, title="cityfight", scenario="52", clock=7, stage_clock=600)
    us, ussr = game["us"], game["ussr"]
    assert (hall.left(us, game), limits(us.view(game.id))) == ({"set-up": 600}, (7, 600))
    assert limits(us.call("GET", f"/games/{game.id}")) == (7, 600)
    for player in (us, ussr):
        player.act(game.id, "set-up", "rest", "go")
        player.act(game.id, "set-up", "done")
    hall.wait(500)
    assert hall.left(us, game) == hall.left(ussr, game) == {"command": 100}
    for player in (us, ussr):
        player.act(game.id, "command", *first(player, game, "command", ["done"]))
        player.act(game.id, "command", "done")
    assert hall.left(us, game) | hall.left(ussr, game) == {"action": 7}


@pytest.mark.parametrize(
    ("given", "shown", "plan", "play"),
    [
        ({"clock": 100}, (100, None), 100, 100),
        ({"clock": 100, "stage_clock": 100}, (100, None), 100, 100),
        ({"clock": 100, "stage_clock": 0}, (100, 0), None, 100),
        ({"clock": 0, "stage_clock": 50}, (None, 50), 50, None),
        ({"stage_clock": 0}, (None, None), None, None),
    ],
)
def test_one_limit_counts_for_both_unless_there_are_two(
    hall: Hall, given: dict[str, int], shown: tuple[int | None, int | None], plan: int | None, play: int | None
) -> None:
    game = Game(hall.base, **given)
    red = game["red"]
    assert limits(red.view(game.id)) == shown
    assert hall.left(red, game).get("plan") == hall.left(game["blue"], game).get("plan") == plan
    game.plan()
    assert hall.left(red, game).get("play") == play


def test_the_umpire_sets_both_limits(hall: Hall) -> None:
    game = Game(hall.base, umpire=True, clock=100, options={"length": "20"})
    red = game["red"]

    def put(**seconds: int) -> tuple[str, dict[str, int]]:
        game.umpire.call("PUT", f"/games/{game.id}/clock", json={"id": str(uuid.uuid4()), **seconds})
        last = red.events(game.id)[-1]
        return last["text"], last["data"]

    text = "The umpire sets the clock: 7 seconds for each action, 60 seconds for a secret stage."
    hall.wait(30)
    assert put(seconds=7, stage_seconds=60) == (text, {"seconds": 7, "stage_seconds": 60})
    assert (hall.left(red, game), limits(red.view(game.id))) == ({"plan": 60}, (7, 60))
    hall.wait(30)
    red.act(game.id, "plan", "1", "more")
    assert hall.left(red, game) == {"plan": 30}
    game.plan()
    assert hall.left(red, game) == {"play": 7}
    text = "The umpire sets the clock: no limit for each action, 60 seconds for a secret stage."
    assert put(seconds=0, stage_seconds=60) == (text, {"seconds": 0, "stage_seconds": 60})
    assert (hall.left(red, game), limits(red.view(game.id))) == ({}, (None, 60))
    for seat in ("red", "blue"):
        game[seat].act(game.id, "play", "pass")
    assert hall.left(red, game) == {"plan": 60}
    assert put(seconds=20) == ("The umpire gives 20 seconds for each decision.", {"seconds": 20})
    assert (hall.left(red, game), limits(red.view(game.id))) == ({"plan": 20}, (20, None))
    assert put(seconds=0) == ("The umpire has stopped the clock.", {"seconds": 0})
    assert (hall.left(red, game), limits(red.view(game.id))) == ({}, (None, None))


def test_only_a_title_with_secret_stages_has_a_limit_for_them(hall: Hall) -> None:
    host = Client(hall.base)
    shown = {title["id"]: title.get("secret_stages") for title in host.call("GET", "/titles")["titles"]}
    assert (shown["cityfight"], shown["toy"], shown["budapest56"]) == (True, True, None)
    scenario = host.call("GET", "/titles/budapest56")["scenarios"][0]["id"]
    made = {"id": str(uuid.uuid4()), "title": "budapest56", "scenario": scenario, "clock": 100, "stage_clock": 50}
    assert host.problem("POST", "/games", 422, json=made)["code"] == "no_secret_stages"
    del made["stage_clock"]
    assert limits(host.call("POST", "/games", 201, json=made)) == (100, None)
    game = Game(hall.base, umpire=True, title="budapest56", scenario=scenario)
    body = {"id": str(uuid.uuid4()), "seconds": 9, "stage_seconds": 9}
    assert game.umpire.problem("PUT", f"/games/{game.id}/clock", 422, json=body)["code"] == "no_secret_stages"
    assert limits(game.umpire.view(game.id)) == (None, None)


def limits(shown: dict[str, Any]) -> tuple[int | None, int | None]:
    """The time limits that a view or a summary shows."""
    return shown.get("clock"), shown.get("stage_clock")


def first(player: Client, game: Game, kind: str, but: list[str]) -> list[str]:
    """Finished picks, the first that are offered, but not these."""
    picks: list[str] = []
    while True:
        body: dict[str, Any] = {"decision": player.decision(game.id, kind), "picks": picks}
        menu = player.call("POST", f"/games/{game.id}/menu", json=body)
        if menu["ready"]:
            return picks
        picks.append(next(o["value"] for o in menu["options"] if "blocked" not in o and o["value"] not in but))


def test_a_late_action_of_cityfight_is_a_pass(hall: Hall) -> None:
    """4.3: and then the other side's time runs."""
    game = Game(hall.base, title="cityfight", scenario="52", clock=100)
    for player in game.players.values():
        player.act(game.id, "set-up", "rest", "go")
        player.act(game.id, "set-up", "done")
    for player in game.players.values():
        player.act(game.id, "command", *first(player, game, "command", ["done"]))
        player.act(game.id, "command", "done")
    asked, other = sorted(game.players, key=lambda seat: not hall.left(game[seat], game))
    assert (hall.left(game[asked], game), hall.left(game[other], game)) == ({"action": 100}, {})
    hall.wait(99)
    assert hall.left(game[asked], game) == {"action": 1}
    hall.wait(1)
    wait_for(lambda: hall.left(game[other], game), 5)
    assert (hall.left(game[asked], game), hall.left(game[other], game)) == ({}, {"action": 100})
    game[asked].act(game.id, "capitulate", "capitulate", "go")
    last = game[asked].call("GET", f"/games/{game.id}/audit")["log"][-2]
    assert (last["seat"], last["by"], last["picks"]) == (asked, "clock", ["pass"])
