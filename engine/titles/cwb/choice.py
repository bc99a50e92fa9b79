"""Walks that choose among pieces: one of them, or a set that is gathered until `go`."""

from __future__ import annotations

from collections.abc import Iterable

from engine.decisions import Decision, Option, Walk
from engine.titles.cwb.play import number
from engine.titles.cwb.state import State


class PieceWalk(Walk):
    """`[piece]`: one of some pieces that the seat sees."""

    def __init__(self, state: State, decision: Decision, pids: Iterable[str]) -> None:
        super().__init__(decision)
        self.s = state
        alias = state.aliases[decision.seat]
        self.ids = dict(sorted(((alias[p], p) for p in pids), key=lambda named: number(named[0])))

    @property
    def piece(self) -> str:
        """The internal id of the piece that was chosen."""
        return self.ids[self.picks[0]]

    def _values(self) -> list[str]:
        return list(self.ids)

    def _take(self, value: str) -> None:
        self.ready = True

    def _option(self, value: str) -> Option:
        return Option(value, piece=value, hex=self.s.pieces[self.ids[value]].at)


class SetWalk(Walk):
    """Values gathered in `chosen` one by one, then `go`."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.chosen: list[str] = []

    def _take(self, value: str) -> None:
        if value == "go":
            self.ready = True
        else:
            self.chosen.append(value)
