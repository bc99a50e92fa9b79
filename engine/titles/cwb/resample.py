"""Redrawing what a viewer does not know, for the twin tests (spec 12)."""

from __future__ import annotations

import random
from collections.abc import Hashable

from engine.title import UMPIRE
from engine.titles.cwb.data import Unit
from engine.titles.cwb.irregulars import public_class
from engine.titles.cwb.play import knows, sees
from engine.titles.cwb.plots import fits, free_to_fire
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import DEAD, HAND, OUT, WAITING, Piece, SetUp, State

SWAPS = 6
"""Exchanges tried for each hidden piece: enough to mix them well."""


def resample(state: State, viewer: str, scenario: Scenario, rng: random.Random) -> State:
    """A state in which the identities of untried counters, and a set-up under way, are drawn anew as far as this viewer cannot tell.

    The owner of untried counters knows their types, ranges and arrivals; others know command and movement allowance, and of a
    counter that lies unseen in a pool, a hand or a waiting box its command and what the schedule tells. An umpire knows all.
    """
    new = state.copy()
    if viewer == UMPIRE:
        return new
    hidden = [p for _, p in sorted(new.pieces.items()) if not p.revealed and p.at not in (OUT, DEAD)]
    _exchange(new, viewer, scenario, hidden, rng)
    _replot(new, viewer, scenario, rng)
    bottom = new.stack[0] if new.stack else None
    if isinstance(bottom, SetUp) and bottom.side != viewer:
        _scatter(new, scenario, [p for p in hidden if p.side == bottom.side], rng)
    return new


def _exchange(state: State, viewer: str, scenario: Scenario, hidden: list[Piece], rng: random.Random) -> None:
    """Swap identities in random pairs wherever each of both could be the other, for all that the viewer sees."""
    units = scenario.book(state).units
    groups: dict[tuple[str, str], list[Piece]] = {}
    for p in hidden:
        groups.setdefault((p.side, units[p.unit].cmd), []).append(p)
    for group in groups.values():
        looks = {id(p): look(state, viewer, scenario, p, units[p.unit]) for p in group}
        for _ in range(SWAPS * len(group)):
            a, b = rng.choice(group), rng.choice(group)
            theirs = look(state, viewer, scenario, a, units[b.unit]), look(state, viewer, scenario, b, units[a.unit])
            if theirs == (looks[id(a)], looks[id(b)]):
                a.unit, b.unit = b.unit, a.unit


def look(state: State, viewer: str, scenario: Scenario, piece: Piece, unit: Unit) -> Hashable:
    """What a viewer knows of an untried piece, were it this counter: pieces with equal looks cannot be told apart."""
    if not sees(state, viewer, piece):
        return scenario.schedule(state, piece, unit)
    if knows(viewer, piece):
        return unit.id
    if viewer != piece.side:
        if piece.plot and not fits(scenario.book(state).map, piece, unit):
            return None
        return public_class(state, unit), scenario.schedule(state, piece, unit)
    return unit.owner_class, repr(sorted(unit.arrives.items())) if piece.at == WAITING else ""


def _replot(state: State, viewer: str, scenario: Scenario, rng: random.Random) -> None:
    """Give plotted fires of others to any of their untried counters that could have plotted them (23.2).

    That is another gun in range, or a counter in range that may be the gun itself: the two change identities.
    """
    field = scenario.field(state)
    for side in (scenario.first, scenario.second):
        if side == viewer:
            continue
        free = [pid for pid, p in field.pieces_of(side) if not p.revealed and free_to_fire(field, p)]
        for pid, piece in field.pieces_of(side):
            if not piece.plot or piece.revealed:
                continue
            hex_id, piece.plot = piece.plot, ""
            takers = [(pid, False)]
            for other in free:
                there = state.pieces[other]
                if there.plot or other == pid:
                    continue
                if field.unit(other).artillery and scenario.plots(state, field.unit(other).cmd):
                    takers += [(other, False)] * field.map.in_range(field.unit(other), there.at, hex_id)
                elif field.map.in_range(field.unit(pid), there.at, hex_id) and _alike(state, viewer, scenario, piece, there):
                    takers.append((other, True))
            taker, swaps = rng.choice(takers)
            if swaps:
                piece.unit, state.pieces[taker].unit = state.pieces[taker].unit, piece.unit
            state.pieces[taker].plot = hex_id


def _alike(state: State, viewer: str, scenario: Scenario, a: Piece, b: Piece) -> bool:
    """Whether each of two pieces could be the other, for all that a viewer sees."""
    units = scenario.book(state).units
    return all(
        look(state, viewer, scenario, x, units[x.unit]) == look(state, viewer, scenario, x, units[y.unit]) for x, y in ((a, b), (b, a))
    )


def _scatter(state: State, scenario: Scenario, pieces: list[Piece], rng: random.Random) -> None:
    """Put some pieces of a set-up anywhere that they may be placed and the rest back into the hand."""
    for p in pieces:
        if p.on_map:
            p.at = HAND
    share = rng.random()
    for pid, p in sorted(state.pieces.items()):
        if any(p is q for q in pieces) and p.at == HAND and rng.random() < share:
            hexes = scenario.placeable(state, scenario.field(state), pid)
            if hexes:
                p.at = rng.choice(hexes)
