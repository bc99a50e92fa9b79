"""Secrecy on Cityfight's wire: what others decide and suffer in secret changes no byte that a seat's client hears.

Recordings of one game that differ in the commands that all others give, in what they do in silence when it is their turn, and in
what has been suppressed and lost on their side.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.play.acting import perform
from app.play.table import Table
from engine import bots
from engine.decisions import Decision, Walk, fallback
from engine.titles.cityfight.play import seat_of
from engine.titles.cityfight.state import DEAD, State
from tests.app.harness import Game, Server, Stream, settings
from tests.app.wire import CountedIds, StillClock, Wire, look_around, replace_state, same

ACTIONS = 6


@dataclass(frozen=True)
class Secrets:
    """What one recording has of its own: the command of all platoons of others, whether they move or pass, how they are harmed, whether

    they mark their maps meanwhile.
    """

    command: str = "cautious"
    moves: bool = False
    harm: str = ""
    marks: bool = False


SECRETS = (Secrets(), Secrets("bold", moves=True, harm="suppressed"), Secrets("search", harm="lost", marks=True))
WAYS = {
    "one a side": ("52", {}),
    "umpired": ("52", {"mode": "umpired"}),
    "a player a company": ("53", {"players": "companies"}),
    "a player a platoon": ("53", {"players": "platoons", "mode": "umpired"}),
}


class Recording:
    """A game whose first seat listens; everybody acts in the server itself."""

    def __init__(self, folder: Path, way: str, secrets: Secrets) -> None:
        scenario, options = WAYS[way]
        self.secrets = secrets
        self.server = Server(settings(folder, ping_seconds=600, titles=("engine.titles",)), StillClock(), CountedIds())
        self.game = Game(self.server.base, title="cityfight", scenario=scenario, options=options)
        self.seat = next(iter(self.game.players))
        self.did: list[str] = []
        """What the others did in silence: moved or passed."""

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.server._server.servers[0].get_loop()).result(120)

    @property
    def table(self) -> Table:
        """The game as it stands."""
        return self.run(self.server.services.tables.get(self.game.id))  # type: ignore[no-any-return]

    def act(self, decision: Decision, walk: Walk) -> None:
        """Carry a finished walk out."""

        async def work() -> None:
            async with self.server.services.tables.turn(self.game.id) as turn:
                await perform(turn, decision, walk.picks, "player")

        self.run(work())

    def to_the_commands(self, rng: random.Random) -> None:
        """Set up at random."""
        while (table := self.table).state.stage == "set-up":
            decision = table.required()[0]
            fresh = lambda d=decision, t=table: t.title.walk(t.state, d)  # noqa: E731
            view = bots.BotView("cityfight", decision.seat, {}, decision, fresh, rng)
            self.act(decision, fresh().follow(bots.random_bot(view)))

    def command(self, seat: str, command: str) -> None:
        """Give a command to all platoons of a seat."""
        given: set[str] = set()
        while True:
            table = self.table
            decision = next(d for d in table.required() if d.seat == seat)
            walk = table.title.walk(table.state, decision)
            platoon = next((v for v in walk.values() if v.startswith("platoon ") and v not in given), "")
            if not platoon:
                return
            given.add(platoon)
            walk.pick(platoon)
            if command in walk.values():
                walk.pick(command)
                self.act(decision, walk)

    def commit(self, seat: str) -> None:
        """Be ready."""
        table = self.table
        decision = next(d for d in table.required() if d.seat == seat)
        self.act(decision, table.title.walk(table.state, decision).follow(["done"]))

    def harmed(self, title: Any, state: State) -> State:
        """The state with two units of each other seat suppressed, or lost with all that goes with it."""
        state = state.copy()
        for other in self.game.players:
            units = [u for u in state.units.values() if seat_of(state, u) == other and u.on_map and not u.rank]
            for u in units[:2] if other != self.seat else []:
                u.moves = u.sights = u.fires = 0
                if self.secrets.harm == "suppressed":
                    u.suppressed = True
                else:
                    u.at, u.command = DEAD, ""
                    if u.formation in state.formations:
                        state.formations[u.formation].pp += 4
                        state.formations[u.formation].demoralized = True
        return state

    def marked(self) -> None:
        """Each of the others marks a hex on his own map (48.4)."""
        for other in [x for x in self.game.players if x != self.seat]:
            table = self.table
            decision = next(d for d in table.title.decisions(table.state) if (d.seat, d.kind) == (other, "note"))
            walk = table.title.walk(table.state, decision).follow(["place"])
            while not walk.ready:
                walk.pick(walk.values()[0])
            self.act(decision, walk)

    def silently(self) -> None:
        """The next action: a pass, or a move where these secrets have the others move, after a mark on a map where they mark theirs."""
        if self.secrets.marks:
            self.marked()
        table = self.table
        decision = table.required()[0]
        walk = table.title.walk(table.state, decision)
        if decision.seat != self.seat:
            walk = (self.secrets.moves and moved(table, decision)) or walk
            self.did.append("moved" if walk.picks else "passed")
        fallback(walk)  # a pass, where nothing is picked
        self.act(decision, walk)

    def listen(self) -> list[Any]:
        """What the seat's client hears of it all."""
        try:
            self.to_the_commands(random.Random(7))
            wire = Wire(self.game[self.seat])
            with wire.live(self.game.id) as stream:
                stream.next()
                others = [seat for seat in self.game.players if seat != self.seat]
                for seat in others:
                    self.command(seat, self.secrets.command)
                look_around(wire, self.game.id)
                self.command(self.seat, "cautious")
                for seat in (*others, self.seat):
                    self.commit(seat)
                    self.heard(stream)
                assert self.table.state.stage == "action"
                if self.secrets.harm:
                    replace_state(self.server, self.game.id, self.harmed)
                look_around(wire, self.game.id, 3)
                for _ in range(ACTIONS):
                    self.silently()
                    self.heard(stream)
                look_around(wire, self.game.id, 3)
            return wire.heard
        finally:
            self.server.stop()

    def heard(self, stream: Stream) -> None:
        """Wait until the client has heard all that there is."""
        stream.until(self.table.version(self.seat))


def moved(table: Table, decision: Decision) -> Walk | None:
    """A move of the first unit that can move to where nobody watches and nobody is; None where none can."""
    state = table.state
    watched = {*state.posts, *state.phones, *(u.at for u in state.units.values())}
    start = table.title.walk(table.state, decision)
    for unit in (v for v in start.values() if v.startswith("u")):
        walk = table.title.walk(table.state, decision).follow([unit])
        if "move" in walk.values():
            walk.pick("move")
            if free := [h for h in walk.values() if h not in watched and h != "exit"]:
                walk.pick(free[-1])
                return walk if walk.ready else walk.follow(["stop"])
    return None


@pytest.mark.parametrize("way", WAYS)
def test_secret_commands_moves_passes_suppressions_and_losses_change_no_byte(way: str, tmp_path: Path) -> None:
    recordings = [Recording(tmp_path / str(i), way, secrets) for i, secrets in enumerate(SECRETS)]
    first, *more = [r.listen() for r in recordings]
    assert len(first) > 40
    for other in more:
        same(first, other)
    assert "moved" in recordings[1].did and set(recordings[0].did) == {"passed"}


def test_a_loss_that_is_told_turns_the_recording_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.titles.cityfight import view

    honest: Callable[[State, str], dict[str, Any]] = view.own_points

    def leaky(state: State, viewer: str) -> dict[str, Any]:
        rows = honest(state, viewer)
        rows["theirs"] = {"label": "Their losses", "value": str(sum(u.at == DEAD for u in state.units.values()))}
        return rows

    monkeypatch.setattr(view, "own_points", leaky)
    first, lost = (Recording(tmp_path / x, "one a side", s).listen() for x, s in (("a", SECRETS[0]), ("b", Secrets(harm="lost"))))
    with pytest.raises(AssertionError, match="differs"):
        same(first, lost)
