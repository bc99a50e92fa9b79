"""Special forces and guerrillas, and the security forces that hunt them (section 22, optional).

With this rule zones of control, duties and bombardments tell special forces, guerrillas and police from all others; so their type is public
even while they are untried (I40).
"""

from __future__ import annotations

from collections.abc import Hashable

from engine.titles.cwb.data import Map, Unit
from engine.titles.cwb.options import IRREGULARS, on
from engine.titles.cwb.state import State

IRREGULAR = frozenset({"special_forces", "guerrilla"})
SECURITY = frozenset({"special_forces", "police"})
"""Whose zones of control work on special forces and guerrillas (22.3)."""


def irregular(state: State, unit: Unit) -> bool:
    """Whether a unit moves and fights as an irregular in this game."""
    return unit.type in IRREGULAR and on(state, IRREGULARS)


def shown_type(state: State, unit: Unit) -> str:
    """The type of an untried unit where everybody sees it, else ""."""
    return unit.type if unit.type in IRREGULAR | SECURITY and on(state, IRREGULARS) else ""


def public_class(state: State, unit: Unit) -> Hashable:
    """What everybody sees of an untried unit in this game."""
    return *unit.public_class, shown_type(state, unit)


def step_cost(board: Map, unit: Unit, a: str, b: str, bridged: bool) -> int | None:
    """Half MP of an irregular's step: a point for any hex, the side as usual, nothing saved on roads; None where barred (22.1)."""
    if bridged:
        return entry_cost(board)
    if board.barred(unit, a, b):
        return None
    return entry_cost(board) + int(board.tables["sides"].get(board.side_kind(a, b), {}).get("mp_add2", 0))


def entry_cost(board: Map) -> int:
    """Half MP that any hex costs an irregular (22.1)."""
    return int(board.tables["common"]["irregular_mp2"])
