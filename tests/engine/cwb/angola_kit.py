"""A small kit for rule tests of Angola '87: situations by unit and hex, forced dice, picks by unit id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.decisions import Decision, Refusal, Walk
from engine.title import UMPIRE, Setup
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import OUT, POOL, AirPool, Frame, PhaseFrame, State
from engine.titles.cwb.title import Angola87
from tests.engine.cwb.kit import CONDITIONS, NONE, falling, shipped

TITLE = Angola87()
CUITO, MAVINGA = "0505", "2314"
BASES = {CUITO: "MPLA:Base", MAVINGA: "SADF:SA Base"}


@cache
def fresh(options: tuple[tuple[str, str], ...] = ()) -> bytes:
    """A game just begun, encoded."""
    setup = Setup("a", TITLE.id, "standard", dict(options), TITLE.seats("standard", {}), "87" * 32, shipped().hash, "test")
    return TITLE.encode(TITLE.begin(setup)[0])


class Game:
    """A game under test."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Any] = []

    @property
    def asked(self) -> Decision:
        """The one required decision that is open."""
        return next(d for d in self.state.open if not d.optional)

    @property
    def ask(self) -> tuple[str, str]:
        """Seat and kind of the required decision."""
        return self.asked.seat, self.asked.kind

    def pid(self, unit: str) -> str:
        """The internal id of a unit."""
        return next(pid for pid, p in self.state.pieces.items() if p.unit == unit)

    def at(self, unit: str) -> str:
        """A unit's hex or box."""
        return self.state.pieces[self.pid(unit)].at

    def _pick(self, pick: str) -> str:
        if self.asked.kind == "replacements":
            return pick
        known = self.state.aliases[self.asked.seat]
        pids = [pid for pid, p in self.state.pieces.items() if p.unit == pick and pid in known]
        return known[pids[0]] if pids else pick

    def walk(self, *picks: str) -> Walk:
        """A walk along some picks, units named by id."""
        return TITLE.walk(self.state, self.asked).follow([self._pick(p) for p in picks])

    def options(self, *picks: str) -> set[str]:
        """What may be picked next, units by id."""
        named = {a: self.state.pieces[p].unit for p, a in self.state.aliases[self.asked.seat].items()}
        return {named.get(v, v) for v in self.walk(*picks).values()}

    def refusal(self, *picks: str) -> tuple[str, str]:
        """Code and rule with which the last of these picks is refused."""
        walk = self.walk(*picks[:-1])
        try:
            walk.pick(self._pick(picks[-1]))
        except Refusal as why:
            return why.code, why.rule
        raise AssertionError(f"{picks[-1]} is allowed")

    def do(self, *picks: str, dice: Sequence[int] = ()) -> Game:
        """Act on the open decision."""
        walk = self.walk(*picks)
        assert walk.ready, f"{picks}: more is to be picked: {walk.values()}"
        with falling(dice):
            self.state, self.events = TITLE.apply(self.state, walk)
        return self

    def told(self, kind: str, viewer: str = UMPIRE) -> list[dict[str, Any]]:
        """What a viewer was told of a kind by the last action."""
        return [e.readings[viewer].data for e in self.events if e.kind == kind and viewer in e.readings]

    def steps(self, kind: str = "combat") -> dict[str, str]:
        """The explanation of the last combat: label -> value."""
        return {s["label"]: s["value"] for s in self.told(kind)[-1]["steps"]}

    def points(self, side: str) -> int:
        """A side's victory points."""
        return sum(line.points for line in self.state.ledger if line.side == side)

    @property
    def field(self) -> Field:
        """Positions as they stand."""
        return ANGOLA.field(self.state)


def situation(
    phase: str,
    side: str,
    units: Mapping[str, str],
    *,
    turn: int = 3,
    air: Mapping[str, int] | None = None,
    lead: Mapping[str, int] | None = None,
    special: Mapping[str, int] | None = None,
    frames: Sequence[Frame] = (),
    bases: bool = True,
    options: Mapping[str, str] = NONE,
) -> Game:
    """A game in a side's phase with the units that are named (`"1010": "MPLA:Tank 1 untried"`); both base units stand at home.

    Whatever is not named is out of the game, or in the UNITA pool. `air`: markers of the phasing side.
    """
    state = TITLE.decode(fresh(tuple(sorted(options.items()))))
    book = ANGOLA.book(state)
    for piece in state.pieces.values():
        piece.at = POOL if book.units[piece.unit].cmd == "UNITA" else OUT
    by_unit = {p.unit: p for p in state.pieces.values()}
    for where, listed in [*(BASES if bases else {}).items(), *units.items()]:
        for entry in listed.split(", "):
            words = entry.split()
            conditions = [w for w in words if w in CONDITIONS]
            piece = by_unit[" ".join(w for w in words if w not in CONDITIONS)]
            piece.at, piece.revealed = where, "untried" not in conditions
            for name in conditions:
                if name != "untried":
                    setattr(piece, name, True)
    state.turn, state.side = turn, side
    state.special = dict(special or {})
    state.air = {side: {kind: AirPool(n, n) for kind, n in (air or {}).items()}}
    state.stack = [PhaseFrame(phase, begun=False), *frames]
    play = Play(state, ANGOLA)
    for owner, n in (lead or {}).items():
        play.score(owner, n, "lead", "15.1")
    state.open = []
    state, events = TITLE._settle(play, "")
    game = Game(state)
    game.events = events
    return game
