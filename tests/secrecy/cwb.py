"""What the secrecy tests must know of Cold War Battles: twins that agree on a disclosure, and rows of the hidden-information matrix."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from engine.title import Title
from engine.titles.cwb.data import Unit
from engine.titles.cwb.resample import look
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import DEAD, HAND, OUT, POOL, Piece, SetUp, State

Row = Callable[[State, State, str], bool | None]
"""Whether a resample changed it, or None where a state has nothing of the kind."""
Of = Callable[[str], str]
"""Whose counters a row looks at, by the viewer's seat."""


class Secrets:
    """What is hidden in one scenario, as rows of its matrix and as twins."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.seats = (scenario.first, scenario.second)

    def pinned(self, title: Title, state: State, after: State, viewer: str, rng: random.Random) -> State:
        """A twin of `state` that fits all that the viewer knows in it and in `after`, one action later.

        Identities change in random pairs of counters that look alike to the viewer both before and after; what has been turned up
        meanwhile stays. A counter that returned to a pool changed identities there, so the later piece is found by its counter.
        """
        twin = state.copy()
        units = self.scenario.book(state).units
        later = {p.unit: p for p in after.pieces.values()}
        slots = []
        for piece in twin.pieces.values():
            then = later[piece.unit]
            open_now = piece.revealed or then.revealed or then.at == DEAD or (then.at == POOL and piece.on_map)
            if not open_now and piece.at != OUT:
                slots.append((piece, then, units[piece.unit]))

        def looks(slot: tuple[Piece, Piece, Unit], unit: Unit) -> tuple[Any, Any]:
            return look(state, viewer, self.scenario, slot[0], unit), look(after, viewer, self.scenario, slot[1], unit)

        known = {id(slot[0]): looks(slot, slot[2]) for slot in slots}
        for _ in range(8 * len(slots)):
            a, b = rng.choice(slots), rng.choice(slots)
            mine, other = units[a[0].unit], units[b[0].unit]
            if mine.cmd == other.cmd and looks(a, other) == known[id(a[0])] and looks(b, mine) == known[id(b[0])]:
                a[0].unit, b[0].unit = other.id, mine.id
        return twin

    # what rows look at

    def own(self, viewer: str) -> str:
        """The viewer's own side."""
        return viewer

    def enemy(self, viewer: str) -> str:
        """The other side."""
        return self.scenario.enemy(viewer)

    def unit(self, state: State, pid: str) -> Unit:
        """The identity of a piece."""
        return self.scenario.book(state).units[state.pieces[pid].unit]

    def untried(self, state: State, side: str) -> dict[str, Piece]:
        """A side's untried pieces on the map."""
        return {pid: p for pid, p in state.pieces.items() if p.side == side and p.on_map and not p.revealed}

    def changed(self, state: State, twin: State, pids: Iterable[str], fact: Callable[[Unit], Any]) -> bool | None:
        """Whether a fact of some pieces was redrawn; None where they do not differ in it."""
        facts = [(fact(self.unit(state, pid)), fact(self.unit(twin, pid))) for pid in pids]
        return any(a != b for a, b in facts) if len({a for a, _ in facts}) > 1 else None

    # rows

    def on_map(self, of: Of, fact: Callable[[Unit], Any]) -> Row:
        """A fact of untried counters on the map."""
        return lambda a, b, viewer: None if setting_up(a) else self.changed(a, b, self.untried(a, of(viewer)), fact)

    def in_box(self, box: str, of: Of, during_set_up: bool = False) -> Row:
        """The identities in a box."""

        def row(a: State, b: State, viewer: str) -> bool | None:
            side = of(viewer)
            if setting_up(a) != during_set_up and box == HAND:
                return None
            pids = [pid for pid, p in a.pieces.items() if p.side == side and p.at == box and not p.revealed]
            return self.changed(a, b, pids, lambda u: u.id)

        return row

    def next_draw(self, cmd: str) -> Row:
        """Which counter of a pool is drawn next."""

        def row(a: State, b: State, viewer: str) -> bool | None:
            first = min((pid for pid, p in a.pieces.items() if p.at == POOL and self.unit(a, pid).cmd == cmd), default=None)
            return self.unit(a, first).id != self.unit(b, first).id if first else None

        return row

    def set_up_places(self, a: State, b: State, viewer: str) -> bool | None:
        """Where the enemy stands while he sets up."""
        if not setting_up(a) or getattr(a.stack[0], "side", "") == viewer:
            return None
        return any(p.at != b.pieces[pid].at for pid, p in a.pieces.items())

    def plotters(self, a: State, b: State, viewer: str) -> bool | None:
        """Which of the enemy's untried guns a marker of plotted fire stands for (23.2); None where only one could be."""
        side = self.enemy(viewer)
        guns = [{self.unit(s, pid).id for pid, p in self.untried(s, side).items() if p.plot} for s in (a, b)]
        pids = [{pid for pid, p in self.untried(s, side).items() if p.plot} for s in (a, b)]
        return guns[0] != guns[1] or pids[0] != pids[1] if guns[0] else None

    def rows(self, pool: Of, draws: str) -> dict[str, Row]:
        """The rows that both scenarios have. `pool`: whose counters are drawn; `draws`: from which command's pool."""
        own, enemy = self.own, self.enemy
        return {
            "untried factors and name, own": self.on_map(own, lambda u: (u.name, u.factors)),
            "untried factors and name, enemy": self.on_map(enemy, lambda u: (u.name, u.factors)),
            "untried type, enemy": self.on_map(enemy, lambda u: u.type),
            "untried artillery range, enemy": self.on_map(enemy, lambda u: u.range),
            "which enemy counter is an air defence": self.on_map(enemy, lambda u: u.type == "air_defense"),
            "pool contents": self.in_box(POOL, pool),
            "which counter is drawn next": self.next_draw(draws),
            "the hand being placed at set-up": self.in_box(HAND, enemy, during_set_up=True),
            "positions during the set-up": self.set_up_places,
            "reinforcements drawn and not yet placed, enemy": self.in_box(HAND, enemy),
            "which enemy gun a marker of plotted fire stands for": self.plotters,
        }


def moment(state: State) -> str:
    """What sets a decision apart from others of its kind, for samples: fire that untried guns have plotted."""
    return "plotted" if any(p.plot and not p.revealed for p in state.pieces.values()) else ""


def setting_up(state: State) -> bool:
    """Whether a side is setting up."""
    return bool(state.stack) and isinstance(state.stack[0], SetUp)
