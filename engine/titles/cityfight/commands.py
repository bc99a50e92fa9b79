"""The secret stage: suppression recovery of the turn that ends, then commands, standing orders and voluntary suppression (5, 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cityfight import dialogue, morale, movement, recovery, roster
from engine.titles.cityfight.orders import CLAIMS, ORDERS, UNDERSTATE, heirs, standing
from engine.titles.cityfight.play import Play, own_units
from engine.titles.cityfight.state import COMMANDS, OFF, Orders, State, Unit

LABELS = {
    "cautious": "Cautious move",
    "bold": "Bold move",
    "fire": "Fire",
    "search": "Search",
    "none": "No command",
    "suppress": "Take cover (suppress)",
}


def why_no_command(play: Play, uid: str, command: str) -> Refusal | None:
    """Why a unit may not be given a command (5.1, 5.23, 5.32, 5.33, 9.0, 10.51, 10.54), or None."""
    u = play.s.units[uid]
    if command == "none" or (command == "suppress" and not u.suppressed):
        return None
    if u.suppressed:
        fresh = u.cover == play.s.turn
        why = "it has taken cover; give it no command first" if fresh else "a suppressed unit gets no command"
        return Refusal("suppressed", why, "15.13" if fresh else "5.1")
    kind = "" if u.rank else play.kind(uid).kind
    if command == "fire" and (u.rank or kind == "spotter"):
        return Refusal("no_fire", "leaders and spotters get no Fire command", "5.32")
    if command == "bold" and kind == "mg_tripod":
        return Refusal("tripod", "a tripod machinegun gets no Bold command", "5.23")
    if command == "fire" and kind == "mg_tripod" and u.last not in ("", "fire"):
        return Refusal("tripod", "a tripod machinegun needs a turn to set up after moving or searching", "5.33")
    if kind == "spotter" and command == "bold":
        return Refusal("spotter", "spotters do not move boldly", "10.51")
    if kind == "spotter" and not play.has_phone(u.side) and not near_friend(play, uid):
        return Refusal("no_phone", "without a telephone a spotter must be in the megahex of a leader or combat unit", "10.54")
    if command in ("fire", "search") and movement.crowded(play, uid):
        return Refusal("stacking", "its hex is overstacked: somebody has to move", "9.0")
    return None


def near_friend(play: Play, uid: str) -> bool:
    """Whether a leader or combat unit of its seat is in a spotter's megahex (10.54)."""
    u = play.s.units[uid]
    seat = play.seat_of(uid)
    return any(
        x.on_map and x.at[:2] == u.at[:2] and (x.rank or play.book.kinds[x.type].combat) and play.seat_of(i) == seat
        for i, x in play.s.units.items()
    )


class CommandWalk(Walk):
    """`[units and platoons in any order, command]`, `["recover", unit, "alone", "leave" or a leader]`, `["enter", unit, megahex, hex]`,
    `["orders", what, value]` or `["done"]`.
    """

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.s = state
        self.play = Play(state)
        self.seat = decision.seat
        self.ids = {a: uid for a, uid in own_units(state, self.seat).items() if state.units[uid].on_map}
        self.chosen: list[str] = []
        self.helper = ""

    def _platoons(self) -> dict[str, list[str]]:
        out: dict[str, list[str]] = {}
        for uid in self.ids.values():
            fid = self.s.units[uid].formation
            if fid and self.s.formations[fid].level == "platoon":
                out.setdefault(fid, []).append(uid)
        return {f"platoon {fid}": uids for fid, uids in out.items()}

    def _free(self) -> list[str]:
        """Aliases of units that could be given something."""
        return [a for a, uid in self.ids.items() if not (u := self.s.units[uid]).suppressed or u.cover == self.s.turn]

    def _values(self) -> list[str]:
        if not self.picks:
            free = self._free()
            out = free + [p for p, uids in self._platoons().items() if any(not self.s.units[u].suppressed for u in uids)]
            out += [verb for verb in ("recover", "enter") if self._open(verb)]
            return [*out, "orders", "done"]
        if self.picks[0] == "recover":
            return self._recover_values()
        if self.picks[0] == "orders":
            return self._order_values()
        if self.picks[0] == "enter":
            return self._enter_values()
        more = [a for a in self._free() if self.ids[a] not in self.chosen]
        plts = [p for p, uids in self._platoons().items() if p not in self.picks and not set(uids) <= set(self.chosen)]
        return more + [p for p in plts if any(not self.s.units[u].suppressed for u in self._platoons()[p])] + self._commands()

    def _open(self, verb: str) -> bool:
        """Whether anybody can rally, or enter."""
        if verb == "recover":
            return any(recovery.candidates(self.play, self.seat))
        return any(any(roster.entry_places(self.play, u)) for u in self._off().values())

    def _commands(self) -> list[str]:
        """Commands that at least one of the chosen may get; the others keep what they have."""
        return [c for c in (*COMMANDS, "none", "suppress") if any(why_no_command(self.play, u, c) is None for u in self.chosen)]

    def _recover_values(self) -> list[str]:
        if len(self.picks) == 1:
            able = set(recovery.candidates(self.play, self.seat))
            return [a for a, uid in self.ids.items() if uid in able]
        leaders = recovery.leaders_of(self.play, self.seat)
        return [self.s.aliases[self.seat].get(h, h) for h in recovery.helpers(self.play, self.ids[self.picks[1]], leaders)]

    def _off(self) -> dict[str, str]:
        """The seat's units that are still off the map."""
        return {a: uid for a, uid in own_units(self.s, self.seat).items() if self.s.units[uid].at == OFF}

    def _enter_values(self) -> list[str]:
        off = self._off()
        if len(self.picks) == 1:
            return [a for a, u in off.items() if any(roster.entry_places(self.play, u))]
        hexes = list(roster.entry_places(self.play, off[self.picks[1]]))
        return sorted({h[:2] for h in hexes}) if len(self.picks) == 2 else [h for h in hexes if h[:2] == self.picks[2]]

    def _order_values(self) -> list[str]:
        if len(self.picks) == 1:
            return ["understate", "claim", *(["relay"] if self.play.option("relay") else []), *(["heir"] if self._heirs() else [])]
        return {"understate": list(UNDERSTATE), "claim": list(CLAIMS), "relay": ["yes", "no"], "heir": self._heirs()}[self.picks[1]]

    def _heirs(self) -> list[str]:
        able = heirs(self.play, self.seat)
        return [a for a, uid in self.ids.items() if uid in able]

    def _allows(self, value: str) -> bool:
        """Units and commands are asked about one by one: menus alone list all."""
        if self.ready or self._cached is not None or bool(self.picks) != bool(self.chosen):
            return super()._allows(value)
        if value in self.ids:
            return self.ids[value] not in self.chosen and value in self._free()
        if not self.picks and value in ("recover", "enter", "orders", "done"):
            return value in ("orders", "done") or self._open(value)
        return value in self._commands() if value in LABELS else super()._allows(value)

    def _take(self, value: str) -> None:
        first = self.picks[0]
        if value == "done" and len(self.picks) == 1:
            self.ready = True
        elif first in ("recover", "orders"):
            self.ready = len(self.picks) == 3
        elif first == "enter":
            self.ready = len(self.picks) == 4
        elif value in LABELS:
            self.ready = True
        elif value in self.ids:
            self.chosen.append(self.ids[value])
        else:
            free = [u for u in self._platoons()[value] if not self.s.units[u].suppressed and u not in self.chosen]
            self.chosen += free

    def _option(self, value: str) -> Option:
        first = self.picks[0] if self.picks else ""
        if first == "orders":
            return Option(value, label=self._order_label(value))
        if first == "enter":
            return self._enter_option(value)
        if value == "leave":
            return Option(value, label="Leave cover (15.32)")
        if value == "alone":
            return Option(value, label="Unaided (15.31)", note=recovery.chance(self.play, self.ids[self.picks[1]], ""))
        if value in self.ids:
            u = self.s.units[self.ids[value]]
            note = u.command or ("in cover" if u.suppressed else "no command")
            if first == "recover":
                note = recovery.chance(self.play, self.ids[self.picks[1]], self.ids[value]) if len(self.picks) == 2 else "suppressed"
            return Option(value, piece=value, hex=u.at, note=note)
        if value in LABELS:
            return Option(value, label=LABELS[value])
        labels = {
            "enter": "Bring reinforcements on",
            "recover": "Rally suppressed units",
            "orders": "Standing orders",
            "done": "Commit commands",
        }
        if value in labels:
            return Option(value, label=labels[value], note=self._left() if value == "done" else "")
        return Option(value, label=f"Whole {self.play.book.formation_name(value.removeprefix('platoon '))}")

    def _enter_option(self, value: str) -> Option:
        if len(self.picks) == 1:
            return Option(value, piece=value)
        if len(self.picks) == 2:
            hexes = [h for h in roster.entry_places(self.play, self._off()[self.picks[1]]) if h[:2] == value]
            return Option(value, label=f"Megahex {value}", hexes=hexes)
        return Option(value, hex=value)

    def _order_label(self, value: str) -> str:
        if len(self.picks) == 1:
            return ORDERS[value]
        if self.picks[1] == "heir":
            return self.play.name(self.ids[value])
        if self.picks[1] == "claim":
            return CLAIMS[value]
        return f"by {value}" if self.picks[1] == "understate" else value.capitalize()

    def _left(self) -> str:
        n = sum(not self.s.units[uid].command and not self.s.units[uid].suppressed for uid in self.ids.values())
        return f"{n} unit{'s' * (n > 1)} without a command" if n else ""

    def _blocked(self) -> list[Option]:
        if not self.chosen:
            return []
        out = []
        for c in COMMANDS:
            why = [why_no_command(self.play, u, c) for u in self.chosen]
            if all(why) and why[0] is not None:
                out.append(Option(c, label=LABELS[c], blocked=why[0]))
        return out

    def _prompt(self) -> str:
        return "Give a command, or choose more units" if self.chosen else "Choose units or a platoon to command, or commit"

    def _preview(self) -> Mapping[str, Any] | None:
        if self.chosen:
            return {"title": "Command", "lines": [], "seen": dialogue.seen(self.play, self.chosen)}
        if self.picks:
            return None
        return {"title": "Standing orders", "lines": list(standing(self.play, self.seat).values())}


def take(play: Play, walk: CommandWalk) -> None:
    """Carry out what a seat chose; nobody else hears of it but that the seat is ready."""
    seat = walk.seat
    if walk.picks == ["done"]:
        commit(play, seat)
    elif walk.picks[0] == "recover":
        uid = walk.ids[walk.picks[1]]
        helper = "" if walk.picks[2] == "alone" else walk.ids.get(walk.picks[2], walk.picks[2])
        recovery.attempt(play, uid, helper)
    elif walk.picks[0] == "enter":
        uid = walk._off()[walk.picks[1]]
        enter(play, uid, walk.picks[3])
    elif walk.picks[0] == "orders":
        orders = play.s.orders.setdefault(seat, Orders())
        what, value = walk.picks[1], walk.picks[2]
        if what == "understate":
            orders.understate = int(value)
        elif what == "claim":
            orders.claim = next(c for c in CLAIMS if c == value)  # this very text: a state's bytes leave defaults out by identity
        elif what == "heir":
            orders.heir = walk.ids[value]
        else:
            orders.relay = value == "yes"
        play.tell("orders", "4.1", [seat], f"Standing order: {ORDERS[what]}: {value}")
    else:
        command = walk.picks[-1]
        given = [uid for uid in walk.chosen if why_no_command(play, uid, command) is None]
        for uid in given:
            give(play.s.units[uid], command, play.s.turn)
        play.tell("command", "5.0", [seat], f"{LABELS[command]}: {{units}}", given, command=command)


def enter(play: Play, uid: str, where: str) -> None:
    """Bring a reinforcement or a new leader on; troops of another player of the side may bar the hex (50.25, 6.53, 9.3)."""
    s, seat, side = play.s, play.seat_of(uid), play.s.units[uid].side
    new_leader = uid in morale.newcomers(play, seat)
    if play.crowd and not new_leader and movement.stacks(play, [uid], where, play.at(where, side)) is not None:
        play.tell("held", "9.3", [seat], f"{where} is held by own troops: {{units}} stays off the map", [uid], hex=where)
        return
    play.put(uid, where)
    s.marks[f"new {uid}"] = 1
    play.tell("entered", "6.53" if new_leader else "50.25", [seat], f"{{units}} enters at {where}", [uid], hex=where)


def give(u: Unit, command: str, turn: int) -> None:
    """Give a unit its command, or none, or let it take cover (5.2-5.4, 15.13)."""
    u.suppressed = command == "suppress"
    u.cover = turn if u.suppressed else 0
    u.command = command if command in COMMANDS else ""
    u.moves = {"cautious": 1, "bold": 2}.get(u.command, 0)
    u.sights = {"cautious": 1, "fire": 1, "search": 2}.get(u.command, 0)
    u.fires = 1 if u.command == "fire" else 0


def commit(play: Play, seat: str) -> None:
    """A seat is done with the secret stage; its opponents hear it when the whole side is (4.1 A, 48.2)."""
    s = play.s
    morale.place_newcomers(play, seat)
    s.committed.append(seat)
    side = next(x.side for x in s.setup.seats if x.id == seat)
    play.tell("committed", "4.1", [seat], "Your commands are committed")
    if set(play.team(side)) <= set(s.committed):
        play.aloud("ready", "4.1", f"{play.book.side_name(side)} is ready", side=side)
