"""A small kit for rule tests: set up a situation of Cityfight in a few words, force dice, make picks, read what each seat heard.

A situation names units by handles, side by side and hex by hex: `us={"8D1": "A:us_ft4 fire, L:plt_ldr =6"}`. After the handle
comes the unit's type in the pack or a leader's rank, then words: a command (`cautious`, `bold`, `fire`, `search`); conditions
(`suppressed`, `cover`, `out`, `fired`, `broken`); `=6` a leader's rating, `#3` a unit's number, `@A.R2` its formation (else the first
platoon of its side, a company commander's company), `last:fire` the command of the turn before. Whatever is not named is not in the
game. In picks a unit goes by its handle; the kit puts in the seat's own alias. Most situations take place on the whole map of
scenario 53, with whatever advantage the test wants.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest import mock

import engine.titles  # noqa: F401 (registers the grid and the facts of the pack)
from engine import packs
from engine.decisions import Decision, Menu, Refusal, Walk, fallback
from engine.title import UMPIRE, Setup
from engine.titles.cityfight import stages
from engine.titles.cityfight.commands import give
from engine.titles.cityfight.data import Book, book
from engine.titles.cityfight.play import LEADERS, Play
from engine.titles.cityfight.state import COMMANDS, Contact, Orders, State, Unit
from engine.titles.cityfight.title import Cityfight

TITLE = Cityfight()
SEED = "c1" * 32
NONE: Mapping[str, str] = {}


@cache
def shipped() -> packs.Pack:
    """The pack as shipped, read once."""
    return packs.load(TITLE.family)


@cache
def corrected(changes: str) -> packs.Pack:
    """The shipped pack with some cells changed, given as JSON of {file: {...}}."""
    files = json.loads(json.dumps(shipped().files))
    for name, over in json.loads(changes).items():
        files[name] = packs.merge(files[name], over)
    return packs.put(packs.Pack(TITLE.family, files).bytes)


def pack_for(scenario: str, advantage: Sequence[str] | None, changes: Mapping[str, Any] | None = None) -> packs.Pack:
    """The pack in which these sides of a scenario have advantage (None: as printed), with other cells changed too."""
    over: dict[str, Any] = {name: dict(rows) for name, rows in (changes or {}).items()}
    if advantage is not None:
        sides = shipped().files[f"scenarios/{scenario}"]["sides"]
        given = {"sides": {side: {"advantage": side in advantage} for side in sides}}
        over[f"scenarios/{scenario}"] = packs.merge(given, over.get(f"scenarios/{scenario}", {}))
    return corrected(json.dumps(over, sort_keys=True)) if over else shipped()


def setup(scenario: str = "52", options: Mapping[str, str] = NONE, pack: packs.Pack | None = None, seed: str = SEED) -> Setup:
    """Event zero of a game with this kit's seed."""
    pack = pack or shipped()
    return Setup("g", TITLE.id, scenario, dict(options), TITLE.seats(scenario, options), seed, pack.hash, "test")


@contextmanager
def falling(rolls: Sequence[int] | None) -> Iterator[None]:
    """Dice fall as given, and all of them must fall; None lets them fall as they will."""
    if rolls is None:
        yield
        return
    left = list(rolls)
    real = Play.roll

    def roll(play: Play, stream: str, *purpose: Any) -> int:
        real(play, stream, *purpose)
        assert left, f"a die fell that the test did not foresee: {stream} {purpose}"
        return left.pop(0)

    with mock.patch.object(Play, "roll", roll):
        yield
    assert not left, f"dice that never fell: {left}"


class Game:
    """A game under test. `events`: what the last action told."""

    def __init__(self, state: State, handles: Mapping[str, str] = NONE) -> None:
        self.state = state
        self.handles = dict(handles)
        self.events: list[Any] = []

    # asking

    @property
    def asked(self) -> Decision:
        """The required decision that is open; the first where a secret stage asks several seats."""
        return next(d for d in self.state.open if not d.optional)

    @property
    def ask(self) -> tuple[str, str]:
        """Seat and kind of the required decision."""
        return self.asked.seat, self.asked.kind

    def decision(self, seat: str, kind: str = "") -> Decision:
        """An open decision of a seat: of a kind, or its required one."""
        return next(d for d in self.state.open if d.seat == seat and (d.kind == kind or (not kind and not d.optional)))

    def walk(self, *picks: str, of: Decision | None = None) -> Walk:
        """A walk along some picks, units named by handle."""
        decision = of or self.asked
        return TITLE.walk(self.state, decision).follow([self.alias(decision.seat, p) for p in picks])

    def options(self, *picks: str, of: Decision | None = None) -> set[str]:
        """What may be picked next, units by handle."""
        decision = of or self.asked
        return {self.known(decision.seat, v) for v in self.walk(*picks, of=of).values()}

    def menu(self, *picks: str, of: Decision | None = None) -> Menu:
        """The menu after some picks."""
        return self.walk(*picks, of=of).menu()

    def note(self, *picks: str, of: Decision | None = None) -> str:
        """The note of the option that the last of these picks takes."""
        decision = of or self.asked
        value = self.alias(decision.seat, picks[-1])
        return next(o.note for o in self.menu(*picks[:-1], of=of).options if o.value == value)

    def refusal(self, *picks: str, of: Decision | None = None) -> tuple[str, str]:
        """Code and rule with which the last of these picks is refused."""
        walk = self.walk(*picks[:-1], of=of)
        try:
            walk.pick(self.alias(walk.decision.seat, picks[-1]))
        except Refusal as why:
            return why.code, why.rule
        raise AssertionError(f"{picks[-1]} is allowed")

    # acting

    def do(self, *picks: str, dice: Sequence[int] | None = (), of: Decision | None = None, note: str = "") -> Game:
        """Act on the open decision. Checks that the state given stays as it was, and that the new one survives its encoding."""
        walk = self.walk(*picks, of=of or self.asked)
        assert walk.ready, f"{picks}: more is to be picked: {walk.values()}"
        before = TITLE.encode(self.state)
        with falling(dice):
            after, self.events = TITLE.apply(self.state, walk, note)
        assert TITLE.encode(self.state) == before, "apply changed the state that it was given"
        assert TITLE.encode(TITLE.decode(TITLE.encode(after))) == TITLE.encode(after)
        self.state = after
        return self

    def seat(self, seat: str, *picks: str, kind: str = "", dice: Sequence[int] | None = (), note: str = "") -> Game:
        """Act for one seat, where several are asked."""
        return self.do(*picks, dice=dice, of=self.decision(seat, kind), note=note)

    def commit(self, *seats: str, dice: Sequence[int] | None = None) -> Game:
        """All seats, or some, are done with the secret stage."""
        asked = [d.seat for d in self.state.open if d.kind in ("command", "set-up")]
        for seat in seats or asked:
            self.seat(seat, "done", dice=dice)
        return self

    def passes(self, times: int = 1) -> Game:
        """The sides that are asked pass."""
        for _ in range(times):
            self.do("pass")
        return self

    def late(self) -> Game:
        """Who is asked is late: the clock plays for him, and rolls no die."""
        return self.do(*fallback(self.walk()))

    # names

    def unit(self, handle: str) -> Unit:
        """A unit by its handle."""
        return self.state.units[self.handles[handle]]

    def where(self, handle: str) -> str:
        """A unit's hex or box."""
        return self.unit(handle).at

    def alias(self, seat: str, pick: str) -> str:
        """A pick with a handle replaced by the seat's alias of the unit."""
        return self.state.aliases[seat].get(self.handles[pick], pick) if pick in self.handles else pick

    def known(self, seat: str, value: str) -> str:
        """A value with the seat's alias replaced by the unit's handle."""
        found = next((uid for uid, a in self.state.aliases.get(seat, {}).items() if a == value), "")
        return next((h for h, uid in self.handles.items() if uid == found), value)

    # reading

    def ap(self, formation: str) -> int:
        """A platoon's action points."""
        return self.state.formations[formation].ap

    def heard(self, viewer: str) -> list[tuple[str, str]]:
        """What a viewer heard of the last action: kinds and texts."""
        return [(e.kind, e.readings[viewer].text) for e in self.events if viewer in e.readings]

    def kinds(self, viewer: str) -> list[str]:
        """The kinds of what a viewer heard of the last action."""
        return [kind for kind, _ in self.heard(viewer)]

    def told(self, kind: str, viewer: str = UMPIRE) -> list[dict[str, Any]]:
        """The data of what a viewer was told of a kind by the last action."""
        return [e.readings[viewer].data for e in self.events if e.kind == kind and viewer in e.readings]

    def text(self, kind: str, viewer: str = UMPIRE) -> str:
        """The text of the first event of a kind that a viewer was told by the last action."""
        return str(next(e.readings[viewer].text for e in self.events if e.kind == kind and viewer in e.readings))

    def cites(self, kind: str) -> str:
        """The rule that the last action's event of a kind cites."""
        return str(next(e.rule for e in self.events if e.kind == kind))

    def frames(self, viewer: str) -> list[dict[str, Any]]:
        """All that a viewer was sent by the last action, as JSON objects."""
        return [p for e in self.events if (p := e.payload(viewer)) is not None]

    def steps(self, kind: str) -> dict[str, str]:
        """The explanation of an event of the last action: label -> value."""
        return {s["label"]: s["value"] for s in self.told(kind)[0]["steps"]}

    def view(self, viewer: str) -> dict[str, Any]:
        """What a viewer sees."""
        return TITLE.view(self.state, viewer)

    def contacts(self, seat: str) -> dict[str, Contact]:
        """What a seat was told of the enemy, by hex."""
        return self.state.contacts.get(seat, {})

    def orders(self, seat: str, **orders: Any) -> Game:
        """Standing orders of a seat."""
        self.state.orders[seat] = Orders(**orders)
        return self

    def kill(self, *handles: str) -> Game:
        """Units die, as by fire."""
        play = Play(self.state.copy())
        play.kill([self.handles[h] for h in handles], "fire")
        self.state, self.events = play.s, play.events
        return self

    @property
    def play(self) -> Play:
        """The questions that the rules answer of this state."""
        return Play(self.state)


def situation(
    scenario: str = "53",
    *,
    stage: str = "action",
    side: str = "us",
    turn: int = 3,
    advantage: Sequence[str] | None = (),
    options: Mapping[str, str] = NONE,
    ap: Mapping[str, int] | None = None,
    engaged: Sequence[str] = (),
    phones: Mapping[str, str] | None = None,
    posts: Mapping[str, Sequence[str]] | None = None,
    changes: Mapping[str, Any] | None = None,
    endless: bool = True,
    dice: Sequence[int] = (),
    **units: Mapping[str, str],
) -> Game:
    """A game in its action stage, where a side is to act, or at another stage, with the units that are named.

    `ap`: action points of platoons; without it every platoon in play has 20. `advantage`: the sides that have it, None as
    printed. `phones`: telephone offices and who holds them; `posts`: observation posts and the seats that watch them. `endless`:
    scenario 53 does not end when no squad is left, as the printed one does.
    """
    if scenario == "53" and endless:
        changes = packs.merge({"scenarios/53": {"length": {"ends": {"e2": {"when": ""}}}}}, changes or {})
    pack = pack_for(scenario, advantage, changes)
    state = TITLE.begin(setup(scenario, options, pack))[0]
    state.units, state.aliases, state.open, state.counters.aliases = {}, {}, [], {}
    state.stage, state.turn, state.side, state.committed = stage, turn, side, []
    state.engaged, state.posts = sorted(engaged), {h: list(seats) for h, seats in (posts or {}).items()}
    if phones is not None:
        state.phones = dict(phones)
    b = book(pack, scenario)
    handles: dict[str, str] = {}
    for owner, hexes in units.items():
        assert owner in b.sides, owner
        for where, listed in hexes.items():
            for entry in listed.split(", "):
                handle, unit = parsed(entry, owner, where, b, state)
                assert handle not in handles, handle
                handles[handle] = f"p{len(handles):03d}"
                state.units[handles[handle]] = unit
    for fid, f in state.formations.items():
        f.ap = 0
        if f.level == "platoon" and any(u.formation == fid and u.on_map for u in state.units.values()):
            f.ap = 20 if ap is None else ap.get(fid, 0)
    return settled(state, handles, dice)


def settled(state: State, handles: Mapping[str, str], dice: Sequence[int] = ()) -> Game:
    """A game whose state runs on to its next decision."""
    game = Game(state, handles)
    play = Play(state)
    if state.stage == "action":
        stages.group_stacks(play)
        for side in play.book.sides:
            state.marks[f"start {side}"] = stages.points(play, side)
    with falling(dice):
        game.state, game.events = TITLE._settle(play, "")
    return game


def parsed(entry: str, side: str, where: str, b: Book, state: State) -> tuple[str, Unit]:
    """A unit of its description."""
    name, *words = entry.split()
    handle, _, type_ = name.partition(":")
    level = "company" if type_ == "co_cdr" else "platoon"
    formation = next((w[1:] for w in words if w.startswith("@")), "")
    if not formation and type_ != "spotter":
        formation = next(f for f in b.ranks[side] if b.formations[f]["level"] == level)
    assert type_ in b.kinds and (not formation or formation in state.formations), entry
    mates = sum(u.formation == formation and u.type == type_ for u in state.units.values())
    u = Unit(type_, side, formation, mates + 1, where, name=handle, rank=type_ if type_ in LEADERS else "", rating=5)
    for word in words:
        if word in COMMANDS:
            give(u, word, state.turn)
    for word in words:
        if word.startswith("="):
            u.rating = int(word[1:])
        elif word.startswith("#"):
            u.number = int(word[1:])
        elif word.startswith("last:"):
            u.last = word.removeprefix("last:")
        elif word in ("suppressed", "cover"):
            u.suppressed, u.cover = True, state.turn - 1 if word == "cover" else 0
            u.moves = u.sights = u.fires = 0
        elif word == "out":
            u.out = state.turn - 1
        elif word in ("fired", "broken"):
            setattr(u, word, True)
        else:
            assert word in COMMANDS or word.startswith("@"), entry
    return handle, u


def begun(scenario: str = "52", options: Mapping[str, str] = NONE, seed: str = SEED) -> Game:
    """A fresh game at its set-up."""
    state, events = TITLE.begin(setup(scenario, options, seed=seed))
    game = Game(state)
    game.events = events
    return game
