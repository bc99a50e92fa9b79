"""Redrawing what a viewer does not know, for the twin tests (section 3; spec 3.1)."""

from __future__ import annotations

import random

from engine.title import PUBLIC, UMPIRE
from engine.titles.cityfight.data import book
from engine.titles.cityfight.play import Play, seat_of
from engine.titles.cityfight.state import COMMANDS, DEAD, Contact, State

LOST = 0.1
"""How many of the units that a viewer knows nothing of are dead in a twin."""


def resample(state: State, viewer: str, rng: random.Random) -> State:
    """A state in which everything that this viewer does not know is drawn anew: the other seats' units, where they are, their commands,

    suppression, ammunition, leaders, action points, rotation, losses, contacts, standing orders, letters, what they agree to, and their
    dice counters. It keeps the viewer's own units, contacts and letters, markers on both maps with who fights there, whose turn it is
    and who is ready.
    """
    new = state.copy()
    if viewer == UMPIRE:
        return new
    b = book(state.pack, state.setup.scenario)
    hexes = sorted(b.playable - b.town.no_entry)
    side = next((x.side for x in state.setup.seats if x.id == viewer), "")
    hidden = [uid for uid, u in new.units.items() if viewer == PUBLIC or seat_of(state, u) != viewer]
    for uid in hidden:
        u = new.units[uid]
        if u.on_map and u.at not in new.engaged:
            u.at = rng.choice(hexes)
        # whose turn it is within his own side tells a player which platoons of it can still act (48.23): those losses stay
        if new.turn and u.side != side and u.at not in new.engaged and (u.at == DEAD or u.on_map):
            u.at = DEAD if rng.random() < LOST else u.at if u.on_map else rng.choice(hexes)
        if not u.on_map:
            u.command, u.moves, u.sights, u.fires, u.suppressed = "", 0, 0, 0, False
            continue
        u.command = rng.choice(("", *COMMANDS)) if new.stage != "set-up" else ""
        u.moves, u.sights, u.fires = rng.randrange(3), rng.randrange(3), rng.randrange(2)
        u.suppressed, u.fired, u.stopped = rng.random() < 0.3, rng.random() < 0.3, rng.random() < 0.3
        u.out = rng.choice((0, 0, new.turn))
        u.number = rng.randrange(1, 12)
        if u.rank:
            u.rating = rng.randrange(1, 10)
    new.order = {x: order if x == side else rng.sample(order, len(order)) for x, order in new.order.items()}
    due, spent = keep_turn(new, viewer)
    for fid, f in new.formations.items():
        if viewer == PUBLIC or f.seat != viewer:
            f.ap = 0 if f.side == spent else rng.randrange(fid == due, 12)
            f.pp, f.demoralized = rng.randrange(30), rng.random() < 0.2
    new.tally |= {key: rng.randrange(30) for key in new.tally if key.startswith("pp ") and not key.endswith(f" {viewer}")}
    for seat in new.setup.seats:
        if seat.id != viewer:
            new.contacts[seat.id] = {h: Contact(f"c{i}", h, max(1, new.turn), "sighted") for i, h in enumerate(rng.sample(hexes, 3))}
            new.orders[seat.id].understate = rng.choice((0, 10, 20, 30))
            new.orders[seat.id].claim = rng.choice(("open", "always"))
            new.orders[seat.id].relay = rng.random() < 0.5
            leaders = sorted(uid for uid, u in new.units.items() if u.rank == "plt_ldr" and seat_of(new, u) == seat.id)
            new.orders[seat.id].heir = rng.choice(["", *leaders])
            new.talk[seat.id] = rng.randrange(100)
            new.counters.dice[seat.id] = new.counters.dice.get(seat.id, 0) + rng.randrange(50)
    if new.search is not None:
        new.search.total = rng.randrange(11, 67)
        if new.search.seat != viewer:
            new.search.units = rng.sample([uid for uid, u in new.units.items() if seat_of(new, u) == new.search.seat], 1)
            new.search.relay = rng.random() < 0.5
    new.agree = sorted(x for x in new.agree if x.endswith(f" {viewer}"))
    new.letters = [x for x in new.letters if x.frm == viewer]
    if new.stage == "set-up":
        new.posts = {h: seats for h, seats in new.posts.items() if viewer in seats}
    return new


def keep_turn(new: State, viewer: str) -> tuple[str, str]:
    """Where the viewer's side acts, or he is next, let the rotation stand at the platoon that is due, whatever points others have left.

    Returns that platoon, which has a point, and the side that acts because all of it has spent its points; "" for none.
    """
    play = Play(new)
    if viewer not in play.seats or new.stage != "action":
        return "", ""
    side = next(x.side for x in new.setup.seats if x.id == viewer)
    due = play.due(side)
    if not due:
        return "", side if side == new.side or viewer == play.team(side)[0] else ""
    if side != new.side and new.formations[due].seat != viewer:
        return "", ""
    new.pointer[side] = new.order[side].index(due)
    return due, ""
