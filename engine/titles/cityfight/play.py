"""Carrying an action out: the mutable copy of a state, its dice, what is said aloud and what is told in private."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine import dice
from engine.title import PUBLIC, UMPIRE, Event, Reading
from engine.titles.cityfight.data import Book, Kind, book
from engine.titles.cityfight.state import DEAD, Contact, Formation, State, Unit

LEADERS = ("co_cdr", "plt_ldr", "plt_sgt")
"""Leader ranks, the highest first (6.11, 15.63)."""
RANKS = {"co_cdr": "company commander", "plt_ldr": "platoon leader", "plt_sgt": "platoon sergeant"}


class Play:
    """One action under way. `s` is this action's own copy of the state; `events` what has been told so far."""

    def __init__(self, state: State) -> None:
        self.s = state
        self.book: Book = book(state.pack, state.setup.scenario)
        self.events: list[Event] = []
        self.seats = [seat.id for seat in state.setup.seats]
        self.viewers = (*self.seats, UMPIRE, PUBLIC)
        self.crowd = len(self.seats) > len(self.book.sides)
        self._places: dict[str, list[str]] | None = None
        self.umpired = state.setup.options.get("mode") == "umpired"

    # who is who

    def kind(self, uid: str) -> Kind:
        """The printed facts of a unit."""
        return self.book.kinds[self.s.units[uid].type]

    def option(self, name: str) -> bool:
        """Whether an optional rule is in use."""
        return self.s.setup.options.get(name) == "yes"

    def has_phone(self, side: str) -> bool:
        """Whether a side has a working telephone office (10.8, A-57)."""
        return any(owner == side for owner in self.s.phones.values())

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(x for x in self.book.sides if x != side)

    def seat_of(self, uid: str) -> str:
        """The seat that commands a unit."""
        return seat_of(self.s, self.s.units[uid])

    def team(self, side: str) -> list[str]:
        """The seats of a side."""
        return [seat.id for seat in self.s.setup.seats if seat.side == side]

    def platoon(self, uid: str) -> Formation | None:
        """The platoon of a unit, if it has one."""
        f = self.s.formations.get(self.s.units[uid].formation)
        return f if f is not None and f.level == "platoon" else None

    def at(self, hex_id: str, side: str = "") -> list[str]:
        """The units in a hex, of one side or of both."""
        if self._places is None:
            self._places = {}
            for uid, u in self.s.units.items():
                self._places.setdefault(u.at, []).append(uid)
        there = self._places.get(hex_id, ())
        return [uid for uid in there if self.s.units[uid].side == side] if side else list(there)

    def friends(self, hex_id: str, seat: str) -> list[str]:
        """The units of one seat in a hex: all that it knows of its own side (48.4)."""
        return [uid for uid in there if self.seat_of(uid) == seat] if (there := self.at(hex_id)) else []

    def witnesses(self, hex_id: str, side: str) -> list[str]:
        """The seats of a side that have units in a hex; with one player a side, that player, wherever his units are."""
        there = {self.seat_of(uid) for uid in self.at(hex_id, side)}
        return [seat for seat in self.team(side) if seat in there or not self.crowd]

    def put(self, uid: str, where: str) -> None:
        """Put a unit into a hex or box."""
        self.s.units[uid].at = where
        self._places = None

    def remove(self, uid: str, box: str) -> None:
        """Take a unit off the map into a box, with all that it could still do."""
        u = self.s.units[uid]
        self.put(uid, box)
        u.command, u.moves, u.sights, u.fires = "", 0, 0, 0

    def enlist(self, unit: Unit) -> str:
        """Bring a new counter into the game and return its id, behind all others."""
        uid = f"p{max(int(x[1:]) for x in self.s.units) + 1:03d}"
        self.s.units[uid] = unit
        self._places = None
        return uid

    def dismiss(self, uid: str) -> None:
        """Take a counter out of the game for good, its ids with it (11.66)."""
        del self.s.units[uid]
        for known in self.s.aliases.values():
            known.pop(uid, None)
        self._places = None

    # dice

    def roll(self, stream: str, *purpose: Any) -> int:
        """Roll one die of a stream: a seat's own, or the public one."""
        k = self.s.counters.dice.get(stream, 0) + 1
        self.s.counters.dice[stream] = k
        self.s.rolled = True
        return dice.die_of(dice.digest(self.s.setup.seed, self.s.setup.game, stream, k, list(purpose)))

    def draw(self, n: int, *purpose: Any) -> int:
        """A blind draw 0..n-1 that nobody but an umpire may know of."""
        k = self.s.counters.dice.get(UMPIRE, 0) + 1
        self.s.counters.dice[UMPIRE] = k
        return dice.number_of(dice.digest(self.s.setup.seed, self.s.setup.game, UMPIRE, k, list(purpose)), n)

    # telling

    def alias(self, viewer: str, uid: str) -> str:
        """A viewer's id of a unit that it can see; the next free one where it meets the unit now."""
        known = self.s.aliases.setdefault(viewer, {})
        if uid not in known:
            n = self.s.counters.aliases.get(viewer, 0) + 1
            self.s.counters.aliases[viewer] = n
            known[uid] = f"u{n}"
        return known[uid]

    def name(self, uid: str) -> str:
        """A unit's name, for those who may know it."""
        u = self.s.units[uid]
        if u.rank:
            return f"{RANKS[u.rank]} {u.name}"
        if u.type == "spotter":
            return f"spotter {u.number}"
        formation = self.s.formations.get(u.formation)
        return f"{self.kind(uid).name} {formation.number if formation else ''}-{u.number}"

    def aloud(self, kind: str, rule: str, text: str, **data: Any) -> None:
        """Say something that everybody hears."""
        self._event(kind, rule, dict.fromkeys(self.viewers, (text, data)))

    def between(
        self, kind: str, rule: str, seats: Iterable[str], text: str, hint: str = "", apart: Sequence[str] = (), **data: Any
    ) -> None:
        """Say something aloud that only those hear who are concerned where several players share a side (48.4).

        `hint`: what all others hear then, with the data but for those named in `apart`.
        """
        if not self.crowd:
            self.aloud(kind, rule, text, **data)
            return
        rest = {k: v for k, v in data.items() if k not in apart}
        heard: dict[str, tuple[str, dict[str, Any]]] = dict.fromkeys(self.viewers, (hint, rest)) if hint else {}
        self._event(kind, rule, {**heard, **dict.fromkeys([*seats, UMPIRE], (text, data))})

    def tell(self, kind: str, rule: str, seats: Iterable[str], text: str, units: Sequence[str] = (), **data: Any) -> None:
        """Tell something to some seats and the umpire. `{units}` in the text and `pieces` in the data stand for the units."""
        names = ", ".join(self.name(uid) for uid in units)
        readings = {}
        for viewer in [*dict.fromkeys(seats), UMPIRE]:
            ids = {"pieces": [self.alias(viewer, uid) for uid in units]} if units else {}
            readings[viewer] = (text.replace("{units}", names), {**ids, **data})
        self._event(kind, rule, readings)

    def done(self, side: str, text: str, rule: str, units: Sequence[str] = (), seat: str = "", **data: Any) -> None:
        """End a silent action: its own seat and the umpire learn what it was, everybody else just that the side is done (4.1 C).

        The event cites 4.1 for all, since the rule of a move or a pass would tell which it was.
        """
        own = {self.seat_of(uid) for uid in units} or {seat or self.turn_seat(side)}
        names = ", ".join(self.name(uid) for uid in units)
        readings: dict[str, tuple[str, dict[str, Any]]] = {}
        for viewer in self.viewers:
            if viewer in own or viewer == UMPIRE:
                ids = {"pieces": [self.alias(viewer, uid) for uid in units]} if units else {}
                readings[viewer] = (f"{text.replace('{units}', names)} ({rule})", {"side": side, **ids, **data})
            else:
                readings[viewer] = (f"{self.book.side_name(side)}: done", {"side": side})
        self._event("done", "4.1", readings)

    def _event(self, kind: str, rule: str, readings: dict[str, tuple[str, dict[str, Any]]]) -> None:
        shown = {
            v: Reading(t[:1].upper() + t[1:], {k: x for k, x in d.items() if x is not None and x != [] and x != ""})
            for v, (t, d) in readings.items()
        }
        # a secret simultaneous stage has no take-back (its offer would tell of the others); an action ends with another's turn
        self.events.append(Event(kind, rule, shown, discloses=True))

    def turn_seat(self, side: str) -> str:
        """The seat whose formation is due in a side's rotation (48.21); its first seat where nothing is due."""
        due = self.due(side)
        return self.s.formations[due].seat if due else self.team(side)[0]

    def due(self, side: str) -> str:
        """The platoon that the rotation points to: the next with action points (4.1, 48.23); "" when none has any."""
        order = self.s.order.get(side, [])
        start = self.s.pointer.get(side, 0)
        for i in range(len(order)):
            fid = order[(start + i) % len(order)]
            if self.s.formations[fid].ap > 0:
                return fid
        return ""

    def advance_rotation(self, side: str, fid: str) -> None:
        """Move the rotation on behind a platoon that has acted or paid for a pass."""
        order = self.s.order[side]
        if fid in order:
            self.s.pointer[side] = (order.index(fid) + 1) % len(order)

    # knowledge

    def contact(self, seat: str, hex_id: str, how: str, detail: str = "") -> None:
        """Note what a seat was told of an enemy in a hex; the latest word on a hex replaces the older."""
        key = f"contact {hex_id}"
        self.s.aliases.setdefault(seat, {}).pop(key, None)
        self.s.contacts.setdefault(seat, {})[hex_id] = Contact(self.alias(seat, key), hex_id, self.s.turn, how, detail)

    def erase(self, seat: str, hex_id: str) -> None:
        """Take a contact off a seat's map."""
        del self.s.contacts[seat][hex_id]
        self.s.aliases[seat].pop(f"contact {hex_id}", None)

    def forget(self, turns: int) -> None:
        """Take contacts older than some game-turns off the maps; the events still hold them."""
        for seat, contacts in self.s.contacts.items():
            for hex_id in [h for h, c in contacts.items() if c.turn <= self.s.turn - turns]:
                self.erase(seat, hex_id)

    def contacts(self, seats: Iterable[str], hex_id: str, how: str, detail: str = "") -> None:
        """The same for several seats."""
        for seat in seats:
            self.contact(seat, hex_id, how, detail)

    # losses

    def spend(self, uid: str, points: int) -> None:
        """Take action points off a unit's platoon, never below 0 (5.63, 15.22)."""
        platoon = self.platoon(uid)
        if platoon is not None:
            platoon.ap = max(0, platoon.ap - points)

    def suppress(self, uids: Iterable[str]) -> list[str]:
        """Suppress units that are not yet; combat units and leaders cost their platoon a point (11.51, 15.22). The newly suppressed."""
        fresh = []
        for uid in uids:
            u = self.s.units[uid]
            u.cover = 0
            if u.suppressed:
                continue
            u.suppressed = True
            u.moves = u.sights = u.fires = 0
            fresh.append(uid)
            if self.s.stage == "action" and (u.rank or self.kind(uid).combat):
                self.spend(uid, 1)
        return fresh

    def kill(self, uids: Iterable[str], by: str) -> None:
        """Remove units: two action points a unit of a platoon (11.51), preservation points (17.12), the tally for victory."""
        from engine.titles.cityfight import morale

        for uid in list(uids):
            u = self.s.units[uid]
            if not u.on_map:
                continue
            self.spend(uid, 2)
            self.remove(uid, DEAD)
            morale.lost(self, uid)
            self.tell("killed", "11.51", [self.seat_of(uid)], f"{{units}} killed by {by}", [uid])

    # meeting units

    def meet(self) -> None:
        """Give seats and the umpire ids for their units, in internal order, which is shuffled."""
        for viewer in self.viewers:
            self.s.aliases.setdefault(viewer, {})
        for uid, u in self.s.units.items():
            for viewer in (seat_of(self.s, u), UMPIRE):
                if uid not in self.s.aliases[viewer]:
                    self.alias(viewer, uid)


def own_units(state: State, seat: str) -> dict[str, str]:
    """A seat's ids of the units that it commands, or of all units for an umpire -> internal ids, in the order in which it met them."""
    units, everyone = state.units, seat == UMPIRE
    mine = {}
    for uid, a in state.aliases.get(seat, {}).items():
        u = units.get(uid)
        if u is not None and (everyone or seat_of(state, u) == seat):
            mine[a] = uid
    return {a: mine[a] for a in sorted(sorted(mine), key=len)}


def seat_of(state: State, unit: Unit) -> str:
    """The seat that commands a unit: its formation's, or the side's first for what belongs to none."""
    formation = state.formations.get(unit.formation)
    if formation is not None and formation.seat:
        return formation.seat
    return next(seat.id for seat in state.setup.seats if seat.side == unit.side)
