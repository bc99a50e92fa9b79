"""What the benchmark of the whole stack is made of: a server, scripts of actions, and live streams that note when they hear."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

import engine
from engine.title import PUBLIC, UMPIRE, Event, Setup, title
from tests.app.harness import Client, Game
from tests.bench.serve import SEED
from tests.secrecy import kit

MESSAGE = ("message", "all", "go")


class Head(msgspec.Struct):
    """What the benchmark reads of a frame."""

    type: str
    version: int = -1
    detail: str = ""


@dataclass(frozen=True)
class Move:
    """An action, and the viewers that it gives an event."""

    seat: str
    decision: str
    picks: tuple[str, ...]
    told: frozenset[str]


class Script:
    """The same game as on the server, played by the engine alone: with the same dice its random actions are legal there too."""

    def __init__(self, game: str, title_id: str, scenario_id: str = "") -> None:
        self.title = title(title_id)
        scenario = next(s for s in self.title.scenarios() if scenario_id in ("", s.id))
        options = {o.id: o.default for o in scenario.options}
        seats = self.title.seats(scenario.id, options)
        pack = kit.pack_of(self.title.family).hash
        self.setup = Setup(game, title_id, scenario.id, options, seats, SEED, pack, engine.VERSION)
        self.driver = kit.Driver(random.Random(game), haste=0.08, hunt=0.7)
        self.state, _ = self.title.begin(self.setup)

    def moves(self, wanted: int) -> list[Move]:
        """The next random actions of the players; fewer when the game ends."""
        found: list[Move] = []
        while len(found) < wanted and self.title.outcome(self.state) is None:
            decision = next(d for d in self.title.decisions(self.state) if not d.optional)
            walk = self.driver.act(self.title, self.state, decision)
            self.state, events = self.title.apply(self.state, walk)
            found.append(Move(decision.seat, decision.id, tuple(walk.picks), self._told(events)))
        return found

    def messages(self, wanted: int) -> list[Move]:
        """Messages of the umpire: entries of the log that leave the position as it is."""
        found: list[Move] = []
        for _ in range(wanted):
            decision = next(d for d in self.title.decisions(self.state) if d.seat == UMPIRE)
            walk = self.title.walk(self.state, decision).follow(MESSAGE)
            self.state, events = self.title.apply(self.state, walk)
            found.append(Move(UMPIRE, decision.id, MESSAGE, self._told(events)))
        return found

    def _told(self, events: list[Event]) -> frozenset[str]:
        return frozenset(v for v in kit.viewers(self.setup) if any(e.payload(v) is not None for e in events))


@dataclass
class Heard:
    """What one run measured: milliseconds and bytes."""

    seconds: float = 0.0
    actions: int = 0
    ack: list[float] = field(default_factory=list)
    push: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    sizes: dict[str, list[int]] = field(default_factory=dict)

    def all_sizes(self) -> list[int]:
        """The pushes of all viewers."""
        return [n for sizes in self.sizes.values() for n in sizes]


class Stream:
    """One viewer's live stream."""

    def __init__(self, viewer: str, ws: ClientConnection) -> None:
        self.viewer, self.ws = viewer, ws
        self.version, self.wanted = -1, 0
        self.round: Round | None = None
        self.arrived = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        decode = msgspec.json.Decoder(Head).decode
        async for raw in self.ws:
            now = time.perf_counter()
            head = decode(raw)
            if head.type in ("problem", "ack") and self.round is not None:
                self.round.answered(now, head)
            elif head.type in ("snapshot", "patch"):
                self.version = head.version
                self.arrived.set()
                if self.round is not None and head.type == "patch":
                    self.round.pushed(now, self, len(raw))

    async def close(self) -> None:
        """Hang up."""
        self.task.cancel()
        await self.ws.close()


class Round:
    """One action on its way: done when it is acknowledged and everybody who is told has heard."""

    def __init__(self, due: int, heard: Heard) -> None:
        self.due, self.heard = due + 1, heard
        self.began = time.perf_counter()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answered(self, now: float, head: Head) -> None:
        """The acknowledgement. Fails the run when it is a refusal."""
        if head.type == "problem":
            self.done.set_exception(RuntimeError(f"the service refused an action: {head.detail}"))
            return
        self.heard.ack.append(1000 * (now - self.began))
        self._one()

    def pushed(self, now: float, stream: Stream, size: int) -> None:
        """A patch came."""
        self.heard.sizes.setdefault(stream.viewer, []).append(size)
        if stream.version == stream.wanted:
            self.heard.push.append(1000 * (now - self.began))
            self._one()

    def _one(self) -> None:
        self.due -= 1
        if not self.due and not self.done.done():
            self.heard.last.append(1000 * (time.perf_counter() - self.began))
            self.done.set_result(None)


class Table:
    """A game on the server with its live streams: both seats, then an umpire, then spectators."""

    def __init__(self, base: str, title_id: str, scenario_id: str = "") -> None:
        self.base = base
        scenario = scenario_id or title(title_id).scenarios()[0].id
        self.game = Game(base, umpire=True, title=title_id, scenario=scenario, spectators="public")
        self.id = self.game.id
        self.clients: dict[str, Client] = {**self.game.players, UMPIRE: self.game.umpire}
        self.script = Script(self.id, title_id, scenario)
        self.streams: list[Stream] = []
        self._acting: dict[str, Stream] = {}

    async def watch(self, viewers: int) -> None:
        """Open live streams until there are so many."""
        names = [*self.clients, *([PUBLIC] * viewers)][:viewers]
        for name in names[len(self.streams) :]:
            stream = await self.open(name)
            self.streams.append(stream)
            self._acting.setdefault(name, stream)

    async def open(self, viewer: str) -> Stream:
        """One more live stream, up to its snapshot."""
        headers = {"Authorization": f"Bearer {self.clients[viewer].token}"} if viewer in self.clients else {}
        url = f"{self.base.replace('http', 'ws')}/api/games/{self.id}/live?as={viewer}"
        ws = await connect(url, additional_headers=headers, compression=None, max_size=None, proxy=None, ping_interval=None)
        stream = Stream(viewer, ws)
        await asyncio.wait_for(stream.arrived.wait(), 30)
        stream.wanted = stream.version
        return stream

    async def play(self, moves: list[Move], heard: Heard) -> None:
        """Send the actions one after the other, each when the one before has reached everybody."""
        began = time.perf_counter()
        for move in moves:
            due = [s for s in self.streams if s.viewer in move.told]
            for stream in due:
                stream.wanted += 1
            message = {"type": "act", "id": str(uuid.uuid4()), "decision": move.decision, "picks": move.picks}
            raw = msgspec.json.encode(message).decode()
            turn = Round(len(due), heard)
            for stream in self.streams:
                stream.round = turn
            await self._acting[move.seat].ws.send(raw)
            await asyncio.wait_for(turn.done, 60)
        heard.seconds += time.perf_counter() - began
        heard.actions += len(moves)

    async def close(self) -> None:
        """Close all streams."""
        await asyncio.gather(*(s.close() for s in self.streams))
        self.streams, self._acting = [], {}


def percentile(values: list[float] | list[int], share: float) -> float:
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return float(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) if ordered else 0.0


def row(*cells: Any) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(str(c) for c in cells) + " |"
