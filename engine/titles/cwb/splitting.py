"""Artillery that splits its strength over several fires of a player turn: the US group in Budapest (16.18)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.decisions import Option
from engine.titles.cwb.data import Unit
from engine.titles.cwb.state import Piece

PICK = "points "
"""How a pick of a share begins: "points 3"."""


def left(piece: Piece, unit: Unit, whole: int) -> int:
    """How many points of its whole strength a piece may still fire in this player turn."""
    return whole - piece.spent if unit.split else whole


def shares(points: int) -> list[str]:
    """The picks of any share of some points."""
    return [f"{PICK}{n}" for n in range(1, points + 1)]


def share(value: str) -> int:
    """The points of a pick."""
    return int(value.removeprefix(PICK))


def option(value: str, points: int) -> Option:
    """A share as a line of a menu."""
    n = share(value)
    rest = points - n
    return Option(value, label=f"{n} point{'s' if n > 1 else ''}", note=f"{rest} left for other fires" if rest else "all that is left")


def fire(piece: Piece, unit: Unit, whole: int, given: Mapping[str, int], pid: str) -> None:
    """Note that a piece fires: all of it, or its share; it has fired when nothing is left."""
    if unit.split:
        piece.spent += given.get(pid, whole)
        piece.fired = piece.spent >= whole
    else:
        piece.fired = True


def fires(piece: Piece, unit: Unit, pid: str, points: int | None = None) -> list[str]:
    """The separate fires that a piece has left, or that some points of it are: one, but for artillery that splits one a point."""
    if not unit.split:
        return [pid]
    return [f"{pid}/{k}" for k in range(left(piece, unit, unit.barrage) if points is None else points)]


def gun(fired: str) -> str:
    """The piece of one of its fires."""
    return fired.partition("/")[0]
