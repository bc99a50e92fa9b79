"""What the secrecy tests must know of Cityfight: twins that agree on a disclosure, and the rows of the hidden-information matrix."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from engine.title import Setup, Title
from engine.titles.cityfight.play import seat_of
from engine.titles.cityfight.state import DEAD, State, Unit

Row = Callable[[State, State, str], bool | None]


def seats(setup: Setup) -> tuple[str, ...]:
    """The viewers for whom the matrix is measured: all seats."""
    return tuple(seat.id for seat in setup.seats)


def pinned(title: Title, state: State, after: State, viewer: str, rng: random.Random) -> State:
    """A twin of `state` in which all that the action has to do with is as it was: units that it changed, whoever stands in their

    megahexes or in those of new contacts, and what their seats have ordered. Everybody else is somewhere else, and in another state.
    """
    twin: State = title.resample(state, viewer, rng)
    changed = {uid for uid in state.units if state.units[uid] != after.units.get(uid)}
    places = {s.units[uid].at[:2] for s in (state, after) for uid in changed if uid in s.units and s.units[uid].on_map}
    places |= {h[:2] for seat, known in after.contacts.items() for h, c in known.items() if state.contacts.get(seat, {}).get(h) != c}
    places |= {h[:2] for h in {*state.engaged} ^ {*after.engaged}}
    away = [u.at for u in twin.units.values() if u.on_map and u.at[:2] not in places]
    for uid, u in state.units.items():
        if uid in changed or u.at[:2] in places or not away:
            twin.units[uid] = state.copy().units[uid]
        elif twin.units[uid].on_map and twin.units[uid].at[:2] in places:
            twin.units[uid].at = rng.choice(away)
    twin.orders, twin.formations, twin.search = state.copy().orders, state.copy().formations, state.copy().search
    twin.pointer, twin.order = dict(state.pointer), dict(state.order)
    return twin


# the matrix: each row says whether a resample changed it, or None where a state has nothing of the kind


def _side(state: State, viewer: str) -> str:
    return next(seat.side for seat in state.setup.seats if seat.id == viewer)


def _enemies(state: State, viewer: str) -> dict[str, Unit]:
    return {uid: u for uid, u in state.units.items() if u.side != _side(state, viewer)}


def _mates(state: State, viewer: str) -> dict[str, Unit]:
    return {uid: u for uid, u in state.units.items() if u.side == _side(state, viewer) and seat_of(state, u) != viewer}


Whose = Callable[[State, str], Mapping[str, Unit]]


def _units(whose: Whose, fact: Callable[[Unit], Any], which: Callable[[Unit], bool] = lambda u: u.on_map, stages: str = "") -> Row:
    """A fact of some units, in some stages (all by default)."""

    def row(a: State, b: State, viewer: str) -> bool | None:
        found = [uid for uid, u in whose(a, viewer).items() if which(u)]
        if not found or (stages and a.stage not in stages.split(" ")):
            return None
        return any(fact(a.units[uid]) != fact(b.units[uid]) for uid in found)

    return row


def _others(fact: Callable[[State, str], Any]) -> Row:
    """A fact of the other seats, where there is anything of the kind in either state."""

    def row(a: State, b: State, viewer: str) -> bool | None:
        names = [seat.id for seat in a.setup.seats if seat.id != viewer]
        facts = [[fact(s, name) for name in names] for s in (a, b)]
        return facts[0] != facts[1] if any(facts[0]) or any(facts[1]) else None

    return row


def _formations(fact: Callable[[Any], Any]) -> Row:
    def row(a: State, b: State, viewer: str) -> bool | None:
        found = [fid for fid, f in a.formations.items() if f.seat != viewer]
        return any(fact(a.formations[fid]) != fact(b.formations[fid]) for fid in found) if a.turn else None

    return row


def _agreed(state: State, seat: str) -> list[str]:
    return [x for x in state.agree if x.endswith(f" {seat}")]


def _posts(a: State, b: State, viewer: str) -> bool | None:
    theirs = [{h for h, who in s.posts.items() if viewer not in who} for s in (a, b)]
    return theirs[0] != theirs[1] if a.stage == "set-up" and theirs[0] else None


def _rotation(a: State, b: State, viewer: str) -> bool | None:
    theirs = [{x: order for x, order in s.order.items() if x != _side(a, viewer) and len(order) > 1} for s in (a, b)]
    return theirs[0] != theirs[1] if theirs[0] else None


def _points(unit: Unit) -> tuple[int, int, int]:
    return unit.moves, unit.sights, unit.fires


MATRIX: dict[str, Row] = {
    "positions of the enemy during the set-up": _units(_enemies, lambda u: u.at, stages="set-up"),
    "positions of the enemy": _units(_enemies, lambda u: u.at, stages="command action"),
    "positions of other players of one's side": _units(_mates, lambda u: u.at),
    "commands of the enemy while they are given": _units(_enemies, lambda u: u.command, stages="command"),
    "commands of the enemy in the action stage": _units(_enemies, lambda u: u.command, stages="action"),
    "commands of other players of one's side": _units(_mates, lambda u: u.command, stages="command action"),
    "what the enemy's commands still allow": _units(_enemies, _points, stages="action"),
    "suppression of the enemy": _units(_enemies, lambda u: u.suppressed),
    "suppression of other players of one's side": _units(_mates, lambda u: u.suppressed),
    "ammunition of the enemy": _units(_enemies, lambda u: bool(u.out), stages="command action"),
    "which of the enemy have fired": _units(_enemies, lambda u: u.fired, stages="action"),
    "losses of the enemy": _units(_enemies, lambda u: u.at == DEAD, stages="command action"),
    "losses of the enemy among the dead": _units(_enemies, lambda u: u.at == DEAD, lambda u: u.at == DEAD),
    "ratings of the enemy's leaders": _units(_enemies, lambda u: u.rating, lambda u: bool(u.rank)),
    "ratings of leaders of one's side": _units(_mates, lambda u: u.rating, lambda u: bool(u.rank)),
    "numbers of the enemy's units": _units(_enemies, lambda u: u.number),
    "action points of others": _formations(lambda f: f.ap),
    "order of rotation of the enemy": _rotation,
    "preservation points of others": _formations(lambda f: f.pp),
    "what others have lost of a common formation": _others(lambda s, seat: {k: n for k, n in s.tally.items() if k.endswith(f" {seat}")}),
    "demoralization of others": _formations(lambda f: f.demoralized),
    "contacts of others": _others(lambda s, seat: sorted(s.contacts.get(seat, {}))),
    "standing orders of others": _others(lambda s, seat: s.orders.get(seat)),
    "who is to take a company of others over": _others(lambda s, seat: s.orders[seat].heir if seat in s.orders else ""),
    "letters of others": _others(lambda s, seat: [x.text for x in s.letters if x.frm == seat]),
    "what others agree to": _others(_agreed),
    "how much others have written": _others(lambda s, seat: s.talk.get(seat)),
    "secret dice of others": _others(lambda s, seat: s.counters.dice.get(seat)),
    "observation posts during the set-up": _posts,
}
