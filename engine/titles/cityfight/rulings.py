"""The umpire's rulings on a Cityfight game (section 49)."""

from __future__ import annotations

from engine.decisions import Decision, Option, Walk, fallback
from engine.title import UMPIRE
from engine.titles.cityfight import stages, victory
from engine.titles.cityfight.play import Play, own_units
from engine.titles.cityfight.state import DEAD, State

KINDS = {
    "message": "Send a message (write it as the note)",
    "contact": "Tell a side of an enemy in a hex",
    "status": "Suppress or restore a unit",
    "place": "Put a unit elsewhere",
    "kill": "Remove a unit",
    "leader": "Give a leader another rating",
    "re-roll": "Roll the last dice again",
    "sighting": "Take sighting over, or give it back to the dice",
    "pass": "Pass for an absent player",
    "decide": "Decide for a player",
    "end": "End the game now",
}


RATINGS = [str(n) for n in range(1, 13)]
"""Ratings that a leader may have (6.12)."""


WHOSE = {"take": "I decide what searches find", "leave": "The dice decide what searches find"}


class RulingWalk(Walk):
    """`["message", to, "go"]`, `["contact", seat, megahex, hex, "go"]`, `["status", unit, state, "go"]`,
    `["place", unit, megahex, hex, "go"]`, `["kill", unit, "go"]`, `["leader", unit, rating, "go"]`, `["re-roll", "go"]`,
    `["sighting", "take" or "leave", "go"]` in the mode `umpired` while no search waits for him,
    `["pass", seat, "go"]`, `["decide", seat, that seat's picks...]`, `["end", "go"]`.
    """

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.s = state
        self.play = Play(state)
        self.ids = own_units(state, UMPIRE)
        self.asked = [d for d in state.open if not d.optional and d.seat != UMPIRE]
        self.inner: Walk | None = None

    def _values(self) -> list[str]:
        if not self.picks:
            on_map = any(u.on_map for u in self.s.units.values())
            never = dict.fromkeys(("status", "place", "kill"), not on_map)
            never.update({"re-roll": not self.s.rolled, "leader": not self._leaders()})
            never["sighting"] = not self.play.umpired or self.s.search is not None
            never.update(dict.fromkeys(("pass", "decide"), not self.asked))
            return [k for k in KINDS if not never.get(k)]
        if self.inner is not None:
            return self.inner.values()
        at, kind = len(self.picks), self.picks[0]
        if at == 1:
            return self._first(kind)
        if kind == "leader" and at == 2:
            return RATINGS
        if kind == "status" and at == 2:
            return ["restored" if self.s.units[self.ids[self.picks[1]]].suppressed else "suppressed"]
        if kind in ("contact", "place") and at == 2:
            return sorted({h[:2] for h in self.play.book.playable})
        if kind in ("contact", "place") and at == 3:
            return [h for h in self.play.book.town.hexes_of[self.picks[2]] if h in self.play.book.playable]
        return ["go"]

    def _leaders(self) -> list[str]:
        return [a for a, u in self.ids.items() if self.s.units[u].rank and self.s.units[u].at != DEAD]

    def _first(self, kind: str) -> list[str]:
        if kind == "leader":
            return self._leaders()
        seats = [seat.id for seat in self.s.setup.seats]
        if kind in ("status", "place", "kill"):
            return [a for a, u in self.ids.items() if self.s.units[u].on_map]
        if kind in ("pass", "decide"):
            return [d.seat for d in self.asked]
        if kind == "sighting":
            return ["leave" if self.s.supervised else "take"]
        return {"message": ["all", *seats], "contact": seats}.get(kind, ["go"])

    def _take(self, value: str) -> None:
        if self.inner is not None:
            self.inner.pick(value)
            self.ready = self.inner.ready
        elif self.picks[0] == "decide" and len(self.picks) == 2:
            self.inner = stages.walk(self.s, next(d for d in self.asked if d.seat == value))
        elif value == "go":
            self.ready = True

    def _option(self, value: str) -> Option:
        if self.inner is not None:
            option = self.inner._option(value)
            if option.piece:
                theirs = {a: u for u, a in self.s.aliases[self.picks[1]].items()}
                option.label = option.label or self.play.name(theirs[option.piece])
                option.piece = self.s.aliases[UMPIRE][theirs[option.piece]]
            return option
        if not self.picks:
            return Option(value, label=KINDS[value])
        if value in self.ids:
            u = self.s.units[self.ids[value]]
            return Option(value, piece=value, hex=u.at if u.on_map else "")
        if value == "go":
            return Option(value, label="Rule so")
        if value in WHOSE:
            return Option(value, label=WHOSE[value])
        if value in self.play.book.town.hexes_of:
            return Option(value, label=f"Megahex {value}", hexes=self.play.book.town.hexes_of[value])
        return Option(value, hex=value if value in self.play.book.town.index else "", label=value.replace("_", " "))


def rule(play: Play, walk: RulingWalk, note: str) -> list[str]:
    """Carry a ruling out; returns the seats whose open decisions it touches. Those concerned hear of it, the others do not."""
    kind, picks = walk.picks[0], walk.picks
    if kind == "message":
        text = f"Umpire: {note or '…'}"
        if picks[1] == "all":
            play.aloud("message", "", text, note=note)
        else:
            play.tell("message", "", [picks[1]], text.replace("{", "(").replace("}", ")"), note=note)
        return []
    if kind == "contact":
        play.contact(picks[1], picks[3], "umpire")
        play.tell("contact", "49", [picks[1]], f"Umpire: enemy in {picks[3]}", hex=picks[3])
        return []
    if kind == "sighting":
        play.s.supervised = picks[1] == "take"
        play.aloud("ruling", "10.0", "The umpire decides what searches find" if play.s.supervised else "The dice decide what searches find")
        return []
    if kind == "end":
        victory.finish(play, "The umpire ends the game")
        return []
    if kind in ("pass", "decide"):
        seat = picks[1]
        asked = next(d for d in play.s.open if d.seat == seat and not d.optional)
        inner = walk.inner or stages.walk(play.s, asked)
        if walk.inner is None:
            fallback(inner)
        play.tell("ruling", "49", [seat], "The umpire decides for you")
        stages.take(play, inner)
        return [seat]
    uid = walk.ids[picks[1]]
    seat, u = play.seat_of(uid), play.s.units[uid]
    if kind == "status":
        u.suppressed, u.cover = picks[2] == "suppressed", 0
        if u.suppressed:
            u.moves = u.sights = u.fires = 0
        play.tell("ruling", "49", [seat], f"The umpire rules: {{units}} is {picks[2]}", [uid])
    elif kind == "place":
        play.put(uid, picks[3])
        play.tell("ruling", "49", [seat], f"The umpire moves {{units}} to {picks[3]}", [uid], hex=picks[3])
    elif kind == "leader":
        u.rating = int(picks[2])
        play.tell("ruling", "6.13", [seat], f"The umpire rates {{units}} {picks[2]}", [uid])
    else:
        play.tell("ruling", "49", [seat], "The umpire removes {units}", [uid])
        play.remove(uid, DEAD)
    return [seat]
