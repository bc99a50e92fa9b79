"""What the tests of secrecy, random play and replay share, for every title.

A game is played by a seeded `Driver`; each entry of its log comes out as a `Step`. Everything that a viewer is sent is compared as
bytes of one deterministic encoder, the service's.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import msgspec

import engine.titles
from engine import flow, hexgrid, packs
from engine.decisions import FINISHING, Decision, Walk
from engine.title import PUBLIC, UMPIRE, Event, Setup, Title, titles
from tests.secrecy.pairs import pairwise

assert engine.titles
wire = msgspec.json.Encoder(order="deterministic").encode
HEX = re.compile(r"\d{4}")
ALIAS = re.compile(r"u\d+")
LONG = 60
"""Picks after which the driver takes the shortest way out of a walk."""
SERVICE_RULINGS = ("re-roll",)
"""Rulings that the service carries out on the log and no title applies."""
NOTE = "a note {with} braces"
"""The text that goes with optional actions: messages and letters."""
LAST_WORDS = ("end", "capitulate")
"""Picks that end a game: rare, so that most games run their course."""


@lru_cache(maxsize=8)
def pack_of(family: str) -> packs.Pack:
    """The pack of a family as this repository ships it."""
    return packs.load(family)


def all_titles() -> list[Title]:
    """The titles that ship with the engine, by name (a test may have registered toys beside them)."""
    return [t for t in titles().values() if type(t).__module__.startswith("engine.titles.")]


def combinations(title: Title) -> list[tuple[str, dict[str, str]]]:
    """Every scenario of a title with an all-pairs set of its options: the defaults first, the scenarios by turns."""
    rows = []
    for scenario in title.scenarios():
        values = {o.id: [o.default, *(v for v in o.values if v != o.default)] for o in scenario.options}
        rows.append([(scenario.id, options) for options in pairwise(values)])
    return [way for turn in zip_longest(*rows) for way in turn if way is not None]


def set_up(title: Title, scenario: str, options: dict[str, str], seed: int) -> Setup:
    """A setup whose dice seed follows from a number."""
    pack = pack_of(title.family)
    return Setup(f"game-{seed}", title.id, scenario, options, title.seats(scenario, options), f"{seed:064x}", pack.hash, "tests")


def viewers(setup: Setup) -> tuple[str, ...]:
    """All viewers of a game: its seats, the umpire, the public."""
    return (*(seat.id for seat in setup.seats), UMPIRE, PUBLIC)


def frame(title: Title, state: Any, viewer: str) -> dict[str, Any]:
    """What a viewer is shown of a state: its view and its open decisions."""
    return {"view": title.view(state, viewer), "decisions": [d.view() for d in title.decisions(state) if d.seat == viewer]}


def told(events: list[Event], viewer: str) -> list[dict[str, Any]]:
    """What a viewer reads of some events."""
    return [p for p in (e.payload(viewer) for e in events) if p is not None]


def copy_of(title: Title, state: Any) -> Any:
    """An independent copy of a state."""
    return title.decode(title.encode(state))


def names_in(data: Any) -> set[str]:
    """All piece ids (`u12`) that stand as values or keys in JSON data."""
    if isinstance(data, str):
        return {data} if ALIAS.fullmatch(data) else set()
    if isinstance(data, dict):
        return set().union(*(names_in(k) | names_in(v) for k, v in data.items()))
    return set().union(*map(names_in, data)) if isinstance(data, list | tuple) else set()


@dataclass
class Driver:
    """Random picks, leaning so that armies meet and phases end.

    `haste`: how likely an action is to be the end of a phase; `hunt`: how likely a hex is chosen towards the enemy; `idle`: seats
    that mostly pass, so that the other gets ahead.
    """

    rng: random.Random
    haste: float = 0.08
    hunt: float = 0.7
    idle: frozenset[str] = frozenset()
    _seat: str = ""
    _aims: dict[str, list[str]] = field(default_factory=dict)
    _looked: int = 0
    _aim: str = ""
    _near: int = 0

    @classmethod
    def of(cls, rng: random.Random, seats: Iterable[str] = ()) -> Driver:
        """A driver with a temper of its own."""
        idle = [seat for seat in seats if rng.random() < 0.25]
        return cls(rng, rng.choice((0.03, 0.08, 0.2)), rng.choice((0.3, 0.7, 0.9)), frozenset(idle))

    def act(self, title: Title, state: Any, decision: Decision) -> Walk:
        """A finished walk over a decision. Now and then it looks where the enemies stand: it is no player and may see everything."""
        self._looked += 1
        self._seat = decision.seat
        if decision.seat not in self._aims or self._looked % 16 == 0:
            sides = {s.id: s.side for s in state.setup.seats}
            pieces = title.view(state, UMPIRE)["pieces"].values()
            self._aims[decision.seat] = sorted({p["hex"] for p in pieces if "hex" in p and p.get("side") != sides.get(decision.seat)})
        aims = self._aims[decision.seat]
        self._aim, self._near = (self.rng.choice(aims) if aims else ""), 10_000
        walk = title.walk(state, decision)
        while not walk.ready:
            walk.pick(self.choose(walk.values(), len(walk.picks)))
        return walk

    def choose(self, values: list[str], picked: int) -> str:
        """One of the values that may be picked."""
        rng = self.rng
        values = [v for v in values if v not in SERVICE_RULINGS]
        finish = next((v for v in FINISHING if v in values), "")
        haste = 0.2 if picked else 0.7 if self._seat in self.idle else self.haste
        if finish and (picked >= LONG or rng.random() < haste):
            return finish
        mild = [v for v in values if v != finish and (v not in LAST_WORDS or rng.random() < 0.02)] or [finish or values[0]]
        kinds: dict[str, list[str]] = {}
        for v in mild:
            kinds.setdefault("hex" if HEX.fullmatch(v) else "piece" if ALIAS.fullmatch(v) else "word", []).append(v)
        some = kinds[rng.choice(sorted(kinds))]
        if self._aim and HEX.fullmatch(some[0]) and rng.random() < self.hunt:
            best = min(some, key=lambda h: hexgrid.distance(h, self._aim))
            near = hexgrid.distance(best, self._aim)
            if finish and near >= self._near:
                return finish
            self._near = near
            return best
        return rng.choice(some)


@dataclass
class Step:
    """One entry of a game: `n` counts from 1; a take-back has no decision, walk or events."""

    n: int
    before: Any
    entry: flow.Entry
    after: Any
    decision: Decision | None = None
    walk: Walk | None = None
    events: list[Event] = field(default_factory=list)


def choose_decision(title: Title, state: Any, rng: random.Random, extras: float = 0.0) -> Decision:
    """A decision that somebody may take now: a required one, or now and then an optional one."""
    required = [d for d in title.decisions(state) if not d.optional]
    optional = [d for d in title.decisions(state) if d.optional]
    if optional and (not required or rng.random() < extras):
        wanted = [d for d in optional if d.kind not in LAST_WORDS or rng.random() < 0.02]
        if wanted:
            return rng.choice(wanted)
    return rng.choice(required)


def play(
    title: Title, setup: Setup, rng: random.Random, driver: Driver | None = None, extras: float = 0.0, take_backs: float = 0.0
) -> Iterator[Step]:
    """A random game, entry by entry, to its end. `extras`: share of optional decisions; `take_backs`: how often a free one is used."""
    driver = driver or Driver.of(rng, sorted({seat.id for seat in setup.seats}))
    state, _ = title.begin(setup)
    n = 0
    while title.outcome(state) is None:
        decision = choose_decision(title, state, rng, extras)
        walk = driver.act(title, state, decision)
        note = NOTE if decision.optional else ""
        after, events = title.apply(state, walk, note)
        n += 1
        by = "umpire" if decision.seat == UMPIRE else "player"
        yield Step(n, state, flow.Act(decision.seat, decision.id, list(walk.picks), note, by), after, decision, walk, events)
        if take_backs and rng.random() < take_backs and flow.free_to_take_back(state, after, events, decision.seat):
            back = flow.rewind(title, state, after)
            n += 1
            yield Step(n, after, flow.TakeBack(n - 1, decision.seat), back)
            after = back
        state = after
