"""What the secrecy tests must know of Budapest '56: twins that agree on a disclosure, and the rows of the hidden-information matrix."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from engine.title import Title
from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN, SOVIET
from engine.titles.cwb.data import Unit
from engine.titles.cwb.resample import look
from engine.titles.cwb.state import DEAD, HAND, OUT, POOL, WAITING, Piece, SetUp, State

SEATS = (SOVIET, HUNGARIAN)
OTHER = {SOVIET: HUNGARIAN, HUNGARIAN: SOVIET}


def pinned(title: Title, state: State, after: State, viewer: str, rng: random.Random) -> State:
    """A twin of `state` that fits all that the viewer knows in it and in `after`, one action later.

    Identities change in random pairs of counters that look alike to the viewer both before and after; what has been turned up
    meanwhile stays. A counter that returned to a pool changed identities there, so the later piece is found by its counter.
    """
    twin = state.copy()
    units = BUDAPEST.book(state).units
    later = {p.unit: p for p in after.pieces.values()}
    slots = []
    for piece in twin.pieces.values():
        then = later[piece.unit]
        open_now = piece.revealed or then.revealed or then.at == DEAD or (then.at == POOL and piece.on_map)
        if not open_now and piece.at != OUT:
            slots.append((piece, then, units[piece.unit]))

    def looks(slot: tuple[Piece, Piece, Unit], unit: Unit) -> tuple[Any, Any]:
        return look(state, viewer, BUDAPEST, slot[0], unit), look(after, viewer, BUDAPEST, slot[1], unit)

    known = {id(slot[0]): looks(slot, slot[2]) for slot in slots}
    for _ in range(8 * len(slots)):
        a, b = rng.choice(slots), rng.choice(slots)
        mine, other = units[a[0].unit], units[b[0].unit]
        if mine.cmd == other.cmd and looks(a, other) == known[id(a[0])] and looks(b, mine) == known[id(b[0])]:
            a[0].unit, b[0].unit = other.id, mine.id
    return twin


# the matrix: each row says whether a resample changed it, or None where a state has nothing of the kind

Row = Callable[[State, State, str], bool | None]


def _untried(state: State, side: str) -> dict[str, Piece]:
    return {pid: p for pid, p in state.pieces.items() if p.side == side and p.on_map and not p.revealed}


def _at(state: State, box: str, side: str) -> dict[str, Piece]:
    return {pid: p for pid, p in state.pieces.items() if p.side == side and p.at == box}


def _unit(state: State, pid: str) -> Unit:
    return BUDAPEST.book(state).units[state.pieces[pid].unit]


def _changed(state: State, twin: State, pids: Iterable[str], fact: Callable[[Unit], Any]) -> bool | None:
    facts = [(fact(_unit(state, pid)), fact(_unit(twin, pid))) for pid in pids]
    return any(a != b for a, b in facts) if len({a for a, _ in facts}) > 1 else None


def _setting_up(state: State) -> bool:
    return bool(state.stack) and isinstance(state.stack[0], SetUp)


def _on_map(of: Callable[[str], str], fact: Callable[[Unit], Any]) -> Row:
    return lambda a, b, viewer: None if _setting_up(a) else _changed(a, b, _untried(a, of(viewer)), fact)


def _own(viewer: str) -> str:
    return viewer


def _enemy(viewer: str) -> str:
    return OTHER[viewer]


def _dummies(of: Callable[[str], str]) -> Row:
    def row(a: State, b: State, viewer: str) -> bool | None:
        pids = _untried(a, HUNGARIAN) if of(viewer) == HUNGARIAN and not _setting_up(a) else {}
        fakes = [{pid for pid in pids if _unit(s, pid).type == "hq" and not _unit(s, pid).d} for s in (a, b)]
        return fakes[0] != fakes[1] if fakes[0] else None

    return row


def _pool(a: State, b: State, viewer: str) -> bool | None:
    return _changed(a, b, _at(a, POOL, HUNGARIAN), lambda u: u.id)


def _next_draw(a: State, b: State, viewer: str) -> bool | None:
    first = min((pid for pid in _at(a, POOL, HUNGARIAN) if _unit(a, pid).cmd == "REB"), default=None)
    return _unit(a, first).id != _unit(b, first).id if first else None


def _set_up_hand(a: State, b: State, viewer: str) -> bool | None:
    return _changed(a, b, _at(a, HAND, HUNGARIAN), lambda u: u.id) if _setting_up(a) and viewer == SOVIET else None


def _set_up_places(a: State, b: State, viewer: str) -> bool | None:
    if not _setting_up(a) or viewer != SOVIET:
        return None
    return any(p.at != b.pieces[pid].at for pid, p in a.pieces.items())


def _hand(a: State, b: State, viewer: str) -> bool | None:
    return _changed(a, b, _at(a, HAND, HUNGARIAN), lambda u: u.id) if not _setting_up(a) and viewer == SOVIET else None


def _waiting(a: State, b: State, viewer: str) -> bool | None:
    return _changed(a, b, _at(a, WAITING, SOVIET), lambda u: u.id) if viewer == HUNGARIAN else None


MATRIX: dict[str, Row] = {
    "untried factors and name, own": _on_map(_own, lambda u: (u.name, u.factors)),
    "untried factors and name, enemy": _on_map(_enemy, lambda u: (u.name, u.factors)),
    "untried type, enemy": _on_map(_enemy, lambda u: u.type),
    "untried artillery range, enemy": _on_map(_enemy, lambda u: u.range),
    "which enemy counter is a headquarters": _on_map(_enemy, lambda u: u.type == "hq"),
    "which enemy counter is an air defence": _on_map(_enemy, lambda u: u.type == "air_defense"),
    "which enemy counter is the engineers": _on_map(_enemy, lambda u: u.type == "engineer"),
    "which headquarters are dummies, own": _dummies(_own),
    "which headquarters are dummies, enemy": _dummies(_enemy),
    "pool contents": _pool,
    "which counter is drawn next": _next_draw,
    "the hand being placed at set-up": _set_up_hand,
    "positions during the set-up": _set_up_places,
    "reinforcements drawn and not yet placed, enemy": _hand,
    "which enemy units wait off the map": _waiting,
}
