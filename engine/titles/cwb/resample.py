"""Redrawing what a viewer does not know, for the twin tests (spec 12)."""

from __future__ import annotations

import random
from collections.abc import Hashable

from engine.titles.cwb.play import sees
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import DEAD, OUT, Piece, State


def resample(state: State, viewer: str, scenario: Scenario, rng: random.Random) -> State:
    """A state in which the identities of untried counters are dealt anew among all that this viewer cannot tell apart.

    The owner of untried counters knows their types; others know command and movement allowance, and nothing at all of a
    counter that lies unseen in a pool or box but its command. Everything else that decides a view stays.
    """
    new = state.copy()
    book = scenario.book(state)
    groups: dict[Hashable, list[Piece]] = {}
    for pid in sorted(new.pieces):
        piece = new.pieces[pid]
        if piece.revealed or piece.at in (OUT, DEAD):
            continue
        unit = book.units[piece.unit]
        if viewer == piece.side:
            key: Hashable = (
                unit.owner_class,
                repr(sorted(unit.arrives.items())) if sees(state, viewer, piece) and not piece.on_map else "",
            )
        else:
            key = unit.public_class
        groups.setdefault(key, []).append(piece)
    for group in groups.values():
        units = [p.unit for p in group]
        rng.shuffle(units)
        for piece, unit_id in zip(group, units, strict=True):
            piece.unit = unit_id
    return new
