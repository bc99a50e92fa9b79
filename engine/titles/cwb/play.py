"""Carrying an action out: the mutable copy of a state, its events, dice, reveals, eliminations and points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from engine import dice
from engine.title import PUBLIC, UMPIRE, Event, Reading
from engine.titles.cwb.data import Book, Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.irregulars import shown_type
from engine.titles.cwb.state import BOXES, DEAD, OUT, POOL, Line, Note, Piece, SetUp, State

if TYPE_CHECKING:
    from engine.titles.cwb.scenario import Scenario


class Play:
    """One action under way. `s` is this action's own copy of the state; `events` what has happened so far."""

    def __init__(self, state: State, scenario: Scenario) -> None:
        self.s = state
        self.scenario = scenario
        self.book: Book = scenario.book(state)
        self.events: list[Event] = []
        self.viewers = (*(seat.id for seat in state.setup.seats), UMPIRE, PUBLIC)
        self._field: Field | None = None

    @property
    def field(self) -> Field:
        """Positions and zones of control as they stand now."""
        if self._field is None:
            self._field = Field(self.s, self.book, self.scenario.terrain(self.s, self.book))
        return self._field

    def touch(self) -> None:
        """Forget the computed positions after a piece was placed, removed, suppressed or restored."""
        self._field = None

    def unit(self, pid: str) -> Unit:
        """The printed facts of a piece."""
        return self.book.units[self.s.pieces[pid].unit]

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.scenario.second if side == self.scenario.first else self.scenario.first

    # dice

    def roll(self, *purpose: Any, stream: str = PUBLIC) -> int:
        """Roll one die of a stream."""
        return dice.die_of(self._digest(stream, list(purpose)))

    def draw(self, n: int, *purpose: Any) -> int:
        """A blind draw 0..n-1 that nobody but an umpire may know of."""
        return dice.number_of(self._digest(UMPIRE, list(purpose)), n)

    def _digest(self, stream: str, purpose: list[Any]) -> bytes:
        k = self.s.counters.dice.get(stream, 0) + 1
        self.s.counters.dice[stream] = k
        self.s.rolled = True
        return dice.digest(self.s.setup.seed, self.s.setup.game, stream, k, purpose)

    # events

    def alias(self, viewer: str, pid: str) -> str:
        """A viewer's public id of a piece that it can see; the next free one where it meets the piece now."""
        known = self.s.aliases.setdefault(viewer, {})
        if pid not in known:
            n = self.s.counters.aliases.get(viewer, 0) + 1
            self.s.counters.aliases[viewer] = n
            known[pid] = f"u{n}"
        return known[pid]

    def name(self, viewer: str, pid: str) -> str:
        """What a viewer calls a piece: by its printed name once revealed, else by its command colour (and type, to its owner)."""
        piece, unit = self.s.pieces[pid], self.unit(pid)
        command = self.scenario.command_name(unit.cmd)
        if piece.revealed or viewer == UMPIRE:
            return f"{command} {unit.name}"
        if knows(viewer, piece):
            return f"untried {command} {unit.name}"
        if viewer == piece.side:
            return f"untried {command} {self.scenario.symbol_name(unit.type)}"
        shown = shown_type(self.s, unit)
        return f"untried {command} {self.scenario.symbol_name(shown) if shown else 'counter'}"

    def say(
        self,
        kind: str,
        rule: str,
        text: str,
        *,
        to: Iterable[str] | None = None,
        discloses: bool = False,
        who: dict[str, str | Sequence[str]] | None = None,
        **data: Any,
    ) -> None:
        """Tell something to some viewers (all by default).

        `who` names pieces for the text's braces and for `data`: a single piece under `piece`-like keys, a list under others;
        each viewer reads its own ids, of pieces that it sees, in their order, and names. Explanation steps (`steps=[Note]`) become
        plain objects.
        """
        if "steps" in data:
            data["steps"] = [step(n) for n in data["steps"]]
        data = {k: v for k, v in data.items() if v is not None and v != [] and v != {}}
        readings = {}
        for viewer in self.viewers if to is None else to:
            named: dict[str, str] = {}
            ids: dict[str, Any] = {}
            for key, value in (who or {}).items():
                pids = [value] if isinstance(value, str) else value
                seen = {p: self.alias(viewer, p) for p in pids if self.visible(viewer, self.s.pieces[p])}
                if isinstance(value, str):
                    named[key] = self.name(viewer, value)
                    ids.update({key: seen[value]} if seen else {})
                    continue
                order = sorted(seen, key=lambda p: number(seen[p])) + [p for p in pids if p not in seen]
                named[key] = ", ".join(self.name(viewer, p) for p in order) or "none"
                if seen:
                    ids[key] = [seen[p] for p in order[: len(seen)]]
            spoken = text.format(**named) if who else text
            readings[viewer] = Reading(spoken[:1].upper() + spoken[1:], {**ids, **data})
        self.events.append(Event(kind, rule, readings, discloses))

    # what happens to pieces

    def place(self, pid: str, where: str) -> None:
        """Put a piece into a hex or box."""
        self.s.pieces[pid].at = where
        self.touch()

    def reveal(self, pids: Iterable[str]) -> None:
        """Turn untried pieces up (14.2); those with defence 0 are removed at once (9.4, 14.4)."""
        fresh = [p for p in pids if not self.s.pieces[p].revealed]
        for pid in fresh:
            self.s.pieces[pid].revealed = True
        for pid in fresh:
            unit = self.unit(pid)
            self.say(
                "reveal",
                "14.2",
                f"{{piece}} is revealed: {unit.factors}",
                who={"piece": pid},
                hex=self.s.pieces[pid].at,
                factors=unit.factors,
                name=unit.name,
                symbol=unit.type,
                discloses=True,
            )
        for pid in fresh:
            if self.unit(pid).d == 0:
                self.eliminate(pid, "14.4", "has no defence and is removed")

    def eliminate(self, pid: str, rule: str, why: str) -> None:
        """Remove a piece from the map and score it; the scenario says where it goes."""
        piece = self.s.pieces[pid]
        if not piece.revealed:
            piece.revealed = True
        self.say("eliminated", rule, f"{{piece}} {why}", who={"piece": pid}, hex=piece.at, name=self.unit(pid).name, discloses=True)
        box = self.scenario.after_elimination(self, pid)
        self.return_to(pid, box)

    def return_to(self, pid: str, box: str) -> None:
        """Take a piece off the map; one that goes back into a pool is face down and unknown again, under no viewer's old id.

        It changes identities with a random counter of its pool: then not even the order in which pieces are met or named later
        can tell which of them it is.
        """
        old = self.s.pieces[pid]
        cmd = self.unit(pid).cmd
        self.s.pieces[pid] = Piece(old.unit, old.side, box, revealed=box == DEAD)
        if box in (POOL, OUT):
            for known in self.s.aliases.values():
                known.pop(pid, None)
        if box == POOL:
            pool = self.pool(old.side, cmd)
            mine, other = self.s.pieces[pid], self.s.pieces[pool[self.draw(len(pool), "return", self.s.turn, cmd)]]
            mine.unit, other.unit = other.unit, mine.unit
        self.touch()

    def pool(self, side: str, cmd: str) -> list[str]:
        """The pieces in the pool of a side's command, in internal order."""
        return sorted(pid for pid, p in self.s.pieces.items() if p.at == POOL and p.side == side and self.unit(pid).cmd == cmd)

    def suppress(self, pid: str) -> None:
        """Suppress a piece (11.2)."""
        piece = self.s.pieces[pid]
        piece.suppressed = piece.shaken = True
        self.touch()
        self.say("suppressed", "11.2", "{piece} is suppressed", who={"piece": pid}, hex=piece.at)

    def score(self, side: str, points: int, cause: str, rule: str) -> None:
        """Add victory points to a side's ledger; nothing for 0 points."""
        if not points:
            return
        self.s.ledger.append(Line(side, cause, points, self.s.turn, rule))
        self.say("points", rule, f"{self.scenario.side_name(side)} {points:+d} VP: {cause}", side=side, points=points, cause=cause)

    # who can see what

    def visible(self, viewer: str, piece: Piece) -> bool:
        """Whether a viewer sees that a piece exists and where it is."""
        return sees(self.s, viewer, piece)

    def meet(self) -> None:
        """Give every viewer ids for the pieces that it sees now and had not met, in the order of their hexes; forget the rest."""
        pieces = self.s.pieces
        shown: dict[str, set[str]] = {}
        for pid, p in pieces.items():
            shown.setdefault(audience(self.s, p), set()).add(pid)
        for viewer in self.viewers:
            known = self.s.aliases.setdefault(viewer, {})
            seen = set[str]().union(*(pids for who, pids in shown.items() if within(who, viewer)))
            for pid in sorted(seen - known.keys(), key=lambda pid: (pieces[pid].at, pid)):
                self.alias(viewer, pid)
            for pid in known.keys() - seen:
                del known[pid]


def number(alias: str) -> int:
    """The number of a public id: pieces are listed in the order in which their viewer met them."""
    return int(alias[1:])


ALL, NOBODY = "all", "nobody"


def audience(state: State, piece: Piece) -> str:
    """Who sees a piece, umpires apart: what stands on the map (once set up) and the dead all, a waiting piece its owner, a pool none."""
    at = piece.at
    if at == OUT:
        return NOBODY
    if at == POOL:
        return UMPIRE
    if at == DEAD or not (at in BOXES or sets_up(state, piece.side)):
        return ALL
    return piece.side


def sets_up(state: State, side: str) -> bool:
    """Whether a side is setting up, unseen by the other."""
    bottom = state.stack[0] if state.stack else None
    return type(bottom) is SetUp and bottom.side == side


def within(who: str, viewer: str) -> bool:
    """Whether a viewer belongs to an audience; an umpire does but to none."""
    return who in (ALL, viewer) or (viewer == UMPIRE and who != NOBODY)


def sees(state: State, viewer: str, piece: Piece) -> bool:
    """Whether a viewer sees a piece."""
    return within(audience(state, piece), viewer)


def knows(viewer: str, piece: Piece) -> bool:
    """Whether a viewer knows the front of a piece: once revealed all do, an umpire always, the enemy after a recon of it (14.3, 20.1)."""
    return piece.revealed or viewer == UMPIRE or (piece.looked and viewer not in (piece.side, PUBLIC))


def step(note: Note) -> dict[str, str]:
    """A step of an explanation as JSON."""
    out = {"label": note.label, "value": note.value}
    if note.rule:
        out["rule"] = note.rule
    return out
