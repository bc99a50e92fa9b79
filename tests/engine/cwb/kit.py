"""A small kit for rule tests: set up a situation of Budapest '56 in a few words, force dice, make picks, read what happened.

A situation names units by their ids in the pack, hex by hex: `{"1519": "2G:1/5", "1618": "REB:Corvin untried"}`; words after
the id are conditions (`untried`, `suppressed`, `moved`, `fired`). Units stand revealed unless said otherwise. Whatever is not named is out
of the game (Soviet units, headquarters) or in its pool. In picks a unit is named by its id too; the kit puts in the seat's own alias.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from functools import cache
from typing import Any
from unittest import mock

from engine import packs
from engine.decisions import Decision, Menu, Refusal, Walk
from engine.title import PUBLIC, UMPIRE, Setup
from engine.titles.cwb import movement
from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN, SOVIET
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import BOXES, OUT, POOL, AirPool, Frame, Line, PhaseFrame, Piece, Retreat, SetUp, State
from engine.titles.cwb.title import Budapest56

TITLE = Budapest56()
FAMILY = "cold-war-battles"
SEED = "56" * 32
CONDITIONS = ("untried", "suppressed", "moved", "fired", "attacked", "defended", "shaken", "scouted")
NO_EVENT = 2
NONE: Mapping[str, str] = {}
NONE_LEFT: Mapping[str, int] = {}


@cache
def shipped() -> packs.Pack:
    """The pack as shipped, read once."""
    return packs.load(FAMILY)


FACTORS = """
2G:1/5 4-4  2G:3/5 4-3  2G:1/6 4-4  2G:2/6 5-4  2G:1/37 5-4  2G:2/37 5-3  33G:1/104 4-4  33G:2/104 4-3  33G:1/71 5-4  33G:3/71 6-4
128G:3/319 4-4  SC:1/100 5-4  SC:3/100 5-5  SC:1/381 4-4  SC:2/381 4-3  SC:1/80 4-4  SC:1/4 4-4  SC:2/4 4-3
US:1/82 5-6  US:2/82 5-5  US:3/82 4-6  US:4/82 5-6  US:5/82 6-6
"""
"""Attack and defence of the counters that situations name: reconstructed, so a pack may change them for balance, and no rule with them."""


@cache
def known() -> packs.Pack:
    """The shipped pack with the factors that situations are written for."""
    words = FACTORS.split()
    factors = {unit: dict(zip("ad", map(int, pair.split("-")), strict=True)) for unit, pair in zip(words[::2], words[1::2], strict=True)}
    air = {"NATO": {"TAC": 5, "SAC": 5, "HELI_GUNSHIP": 2}}
    return changed(shipped(), {"units/budapest": {"units": factors, "air": air}})


@cache
def fresh(options: tuple[tuple[str, str], ...], pack: packs.Pack) -> bytes:
    """A game just begun, encoded: copied by decoding."""
    return TITLE.encode(TITLE.begin(setup(dict(options), pack))[0])


def setup(options: Mapping[str, str] = NONE, pack: packs.Pack | None = None, seed: str = SEED) -> Setup:
    """Event zero of a game with this kit's seed."""
    pack = pack or shipped()
    return Setup(
        "g", TITLE.id, "standard", {"quick": "no", "army": "no", **options}, TITLE.seats("standard", options), seed, pack.hash, "test"
    )


def changed(pack: packs.Pack, corrections: Mapping[str, Any]) -> packs.Pack:
    """A pack with some cells changed, as {file: {...}}."""
    files = json.loads(json.dumps(pack.files))
    for name, over in corrections.items():
        files[name] = packs.merge(files[name], over)
    return packs.put(packs.Pack(FAMILY, files).bytes)


def corrected(corrections: Mapping[str, Any]) -> packs.Pack:
    """The pack of situations with some cells changed: for what no counter or hex of the game happens to be."""
    return changed(known(), corrections)


@contextmanager
def falling(rolls: Sequence[int]) -> Iterator[list[int]]:
    """Open dice fall as given, and all of them must fall; blind draws stay as they are. A random event not foreseen is none."""
    left = list(rolls)

    def roll(play: Play, *purpose: Any, stream: str = PUBLIC) -> int:
        play._digest(stream, list(purpose))
        if not left and purpose[0] == "event":
            return NO_EVENT
        assert left, f"a die fell that the test did not foresee: {purpose}"
        return left.pop(0)

    with mock.patch.object(Play, "roll", roll):
        yield left
    assert not left, f"dice that never fell: {left}"


class Game:
    """A game under test."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Any] = []
        self.log: list[tuple[str, list[str]]] = []

    # asking

    @property
    def asked(self) -> Decision:
        """The one required decision that is open."""
        required = [d for d in self.state.open if not d.optional]
        assert len(required) == 1, f"open: {required}"
        return required[0]

    @property
    def ask(self) -> tuple[str, str]:
        """Seat and kind of the required decision."""
        return self.asked.seat, self.asked.kind

    def decision(self, seat: str, kind: str) -> Decision:
        """An open decision by seat and kind."""
        return next(d for d in self.state.open if (d.seat, d.kind) == (seat, kind))

    def walk(self, *picks: str, of: Decision | None = None) -> Walk:
        """A walk along some picks, units named by id."""
        decision = of or self.asked
        return TITLE.walk(self.state, decision).follow([self.alias(decision.seat, p) for p in picks])

    def options(self, *picks: str, of: Decision | None = None) -> set[str]:
        """What may be picked next, units by id."""
        decision = of or self.asked
        return {self.known(decision.seat, v) for v in self.walk(*picks, of=of).values()}

    def menu(self, *picks: str, of: Decision | None = None) -> Menu:
        """The menu after some picks."""
        return self.walk(*picks, of=of).menu()

    def refusal(self, *picks: str, of: Decision | None = None) -> tuple[str, str]:
        """Code and rule with which the last of these picks is refused."""
        walk = self.walk(*picks[:-1], of=of)
        try:
            walk.pick(self.alias(walk.decision.seat, picks[-1]))
        except Refusal as why:
            return why.code, why.rule
        raise AssertionError(f"{picks[-1]} is allowed")

    # acting

    def do(self, *picks: str, dice: Sequence[int] = (), of: Decision | None = None, note: str = "") -> Game:
        """Act on the open decision. Checks that the state given stays as it was, and that the new one survives its encoding."""
        decision = of or self.asked
        walk = self.walk(*picks, of=decision)
        assert walk.ready, f"{picks}: more is to be picked: {walk.values()}"
        before = TITLE.encode(self.state)
        with falling(dice):
            after, self.events = TITLE.apply(self.state, walk, note)
        assert TITLE.encode(self.state) == before, "apply changed the state that it was given"
        assert TITLE.encode(TITLE.decode(TITLE.encode(after))) == TITLE.encode(after)
        self.log.append((decision.id, list(walk.picks)))
        self.state = after
        return self

    def attack(self, *picks: str, dice: Sequence[int] = ()) -> Game:
        """Declare an attack: targets, attackers, CRT, support; then pass on protective fire if it is asked for."""
        declared = self.do("attack", *picks, "go", dice=() if self._fpf_asked() else dice)
        return declared.do("pass", dice=dice) if self.ask[1] == "fpf" else declared

    def _fpf_asked(self) -> bool:
        enemy = BUDAPEST.enemy(self.state.side)
        return BUDAPEST.side_has_fpf(self.state, enemy, [p for p, x in self.state.pieces.items() if x.side == enemy and x.on_map])

    def bombard(self, *picks: str, dice: Sequence[int] = ()) -> Game:
        """Declare a bombardment: hex, artillery, air."""
        return self.do("bombard", *picks, "go", dice=dice)

    def end(self, dice: Sequence[int] = ()) -> Game:
        """End the phase (or the advance, the placing)."""
        return self.do("done", dice=dice)

    def until(self, seat: str, kind: str) -> Game:
        """End phase after phase until a seat is asked for something (again, if it is asked for it now)."""
        for _ in range(40):
            self.end()
            if self.ask == (seat, kind):
                return self
        raise AssertionError(f"{seat} is never asked for {kind}")

    # names

    def pid(self, unit: str) -> str:
        """The internal id of a unit."""
        return next(pid for pid, p in self.state.pieces.items() if p.unit == unit)

    def piece(self, unit: str) -> Piece:
        """A unit's piece."""
        return self.state.pieces[self.pid(unit)]

    def where(self, unit: str) -> str:
        """A unit's hex or box."""
        return self.piece(unit).at

    def alias(self, seat: str, pick: str) -> str:
        """A pick with a unit's id replaced by the seat's alias of it."""
        if ":" in pick and any(p.unit == pick for p in self.state.pieces.values()):
            return self.state.aliases[seat][self.pid(pick)]
        return pick

    def known(self, seat: str, value: str) -> str:
        """A value with the seat's alias replaced by the unit's id."""
        for pid, alias in self.state.aliases.get(seat, {}).items():
            if alias == value:
                return self.state.pieces[pid].unit
        return value

    # reading

    def told(self, kind: str, viewer: str = UMPIRE) -> list[dict[str, Any]]:
        """What a viewer was told of a kind by the last action: the `data` of the events."""
        return [e.readings[viewer].data for e in self.events if e.kind == kind and viewer in e.readings]

    def cites(self, kind: str) -> str:
        """The rule that the last action's event of a kind cites."""
        return str(next(e.rule for e in self.events if e.kind == kind))

    @property
    def result(self) -> tuple[str, str]:
        """Column and code of the last combat or bombardment."""
        data = (self.told("combat") or self.told("bombarded"))[-1]
        return data["column"], data["code"]

    def steps(self, kind: str = "combat") -> dict[str, str]:
        """The explanation of the last combat: label -> value."""
        return {s["label"]: s["value"] for s in self.told(kind)[-1]["steps"]}

    def points(self, side: str) -> int:
        """A side's victory points."""
        return sum(line.points for line in self.state.ledger if line.side == side)

    def view(self, viewer: str) -> dict[str, Any]:
        """What a viewer sees."""
        return TITLE.view(self.state, viewer)


def situation(
    phase: str,
    side: str,
    units: Mapping[str, str],
    *,
    turn: int = 3,
    options: Mapping[str, str] = NONE,
    rubble: Iterable[str] = (),
    lead: Mapping[str, int] | None = None,
    air: Mapping[str, int] | None = None,
    nato_air: Mapping[str, int] = NONE_LEFT,
    corrections: Mapping[str, Any] | None = None,
    frames: Callable[[Mapping[str, str]], list[Frame]] = lambda pids: [],
    dice: Sequence[int] = (),
    free: bool = False,
) -> Game:
    """A game at the beginning of a side's phase (`reinforce`, `move`, `combat`, `recovery`) with the units that are named.

    `lead`: victory points already scored; `air`, `nato_air`: markers left; `frames`: what lies on the stack above the
    phase, from the internal ids of the units.
    """
    pack = corrected(corrections) if corrections else known()
    state = TITLE.decode(fresh(tuple(sorted(options.items())), pack))
    book = BUDAPEST.book(state)
    for piece in state.pieces.values():
        unit = book.units[piece.unit]
        piece.at = POOL if unit.cmd in ("REB", "ARMY") and unit.type != "hq" else OUT
    by_unit = {p.unit: pid for pid, p in state.pieces.items()}
    for where, listed in units.items():
        for entry in listed.split(", "):
            words = entry.split()
            conditions = [w for w in words if w in CONDITIONS]
            unit = " ".join(w for w in words if w not in CONDITIONS)
            piece = state.pieces[by_unit[unit]]
            assert where in BOXES or where in book.map.grid, where
            piece.at = where
            piece.revealed = "untried" not in conditions
            for name in conditions:
                if name != "untried":
                    setattr(piece, name, True)
    state.turn, state.side, state.rubble = turn, side, sorted(rubble)
    given = {"TAC": 6, "HELI_TRANSPORT": 1} if air is None else air
    state.air = {SOVIET: {kind: AirPool(n, n) for kind, n in given.items()}}
    if nato_air:
        state.air[HUNGARIAN] = {kind: AirPool(n, n) for kind, n in nato_air.items()}
    state.ledger = [Line(s, "before", n, turn, "15.1") for s, n in (lead or {}).items()]
    state.aliases, state.counters.aliases, state.open = {}, {}, []
    state.rolled = False
    state.stack = [PhaseFrame(phase), *frames(by_unit)]
    return settled(state, dice, free)


def settled(state: State, rolls: Sequence[int] = (), free: bool = False) -> Game:
    """A game whose state runs on to its next decision. `free`: dice fall by the game's seed."""
    game = Game(state)
    with nullcontext() if free else falling(rolls):
        game.state, game.events = TITLE._settle(Play(state, BUDAPEST), "")
    return game


def retreating(units: Mapping[str, str], retreaters: str, n: int, *, fly: bool = False, **more: Any) -> Game:
    """A game in which some units (ids with commas between) must retreat n hexes by a result of the enemy's combat phase."""
    names = retreaters.split(", ")
    hungarian = names[0].startswith(("REB:", "ARMY:"))
    owner, enemy = (HUNGARIAN, SOVIET) if hungarian else (SOVIET, HUNGARIAN)
    return situation("combat", enemy, units, frames=lambda pids: [Retreat(owner, n, [pids[u] for u in names], fly)], **more)


def ways(game: Game, unit: str) -> list[list[str]]:
    """All complete picks that follow a unit's, sorted: the paths on which it may retreat."""
    assert game.ask[1] == "retreat"
    out, queue = [], [[unit]]
    while queue:
        picks = queue.pop()
        walk = game.walk(*picks)
        if walk.ready:
            out.append(picks[1:])
        else:
            queue += [[*picks, v] for v in walk.values()]
    return sorted(out)


def fork(walk: Walk) -> Walk:
    """An independent copy of a walk under way, to try a pick on."""
    new = copy(walk)
    for name, value in vars(walk).items():
        if isinstance(value, (list, dict)):
            setattr(new, name, copy(value))
        elif isinstance(value, Walk):
            setattr(new, name, fork(value))
    return new


def crowd(seed: int) -> Game:
    """A game in which about twenty units of both sides stand at close quarters, at the start of some phase."""
    rng = random.Random(seed)
    state = TITLE.decode(fresh((), shipped()))
    book = BUDAPEST.book(state)
    grid = book.map.grid
    near = list(grid.hexes(grid.within(rng.choice(("0431", "1619", "1135", "2022", "1515", "1116")), rng.choice((2, 3)))))
    sides = {h: rng.choice((SOVIET, HUNGARIAN)) for h in near}
    ours = rng.sample(sorted(u for u in book.units if u.split(":")[0] in ("2G", "33G", "128G", "SC")), 14)
    theirs = rng.sample(sorted(u for u in book.units if u.split(":")[0] in ("REB", "ARMY")), 14)
    units: dict[str, str] = {}
    for unit in [*ours, *theirs]:
        where = rng.choice([h for h in near if sides[h] == (SOVIET if unit in ours else HUNGARIAN)])
        entry = unit + rng.choice(("", " untried", " untried", " suppressed"))
        units[where] = f"{units[where]}, {entry}" if where in units else entry
    units["waiting"] = ", ".join(sorted(u for u in book.units if book.units[u].arrives.get("turn") and u not in ours)[:6])
    game = situation(rng.choice(("move", "combat", "combat")), rng.choice((SOVIET, HUNGARIAN)), units, turn=rng.randint(2, 9), free=True)
    return game


def set_up(options: Mapping[str, str] = NONE) -> Game:
    """A fresh game at its set-up."""
    state, events = TITLE.begin(setup(options))
    assert isinstance(state.stack[0], SetUp)
    game = Game(state)
    game.events = events
    return game


def allowance(game: Game, unit: str) -> str:
    """The movement points that the move menu shows for a unit."""
    preview = game.menu(unit).preview
    assert preview is not None
    return str(preview["lines"][0]["value"])


def mover(game: Game, unit: str) -> movement.Mover:
    """The questions that the movement rules answer for a unit."""
    return movement.Mover(game.state, BUDAPEST, BUDAPEST.field(game.state), game.pid(unit))


def reach(game: Game, unit: str) -> dict[str, int]:
    """The hexes where a unit could end its move: hex -> half MP left."""
    asks = mover(game, unit)
    found = asks.reachable(asks.piece.at, asks.allowance, True)
    return {h: left for h, (_, left) in found.items() if asks.endable(h)}
