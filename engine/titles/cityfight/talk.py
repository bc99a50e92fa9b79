"""Communication between players of a side: who may speak with whom, and written messages (48.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cityfight import geometry
from engine.titles.cityfight.play import Play, own_units, seat_of
from engine.titles.cityfight.state import Letter, State

CHARACTERS = 200
"""What twenty seconds of talk come to: characters that a seat may write in a game-turn, spoken and in letters together (48.32, 48.34)."""


def linked(play: Play, a: str, b: str) -> bool:
    """Whether two seats of a side may speak: by telephone, else in sight of each other's leaders, one way being enough (48.31, 48.33)."""
    return speak(play, a, b, leaders(play))


def speak(play: Play, a: str, b: str, at: Mapping[str, set[str]]) -> bool:
    """The same, with the hexes of each seat's leaders at hand."""
    side = next(x.side for x in play.s.setup.seats if x.id == a)
    if play.has_phone(side):
        return True
    los = play.book.los
    return any(los.sees(x, y) or los.sees(y, x) for x in at.get(a, ()) for y in at.get(b, ()))


def leaders(play: Play) -> dict[str, set[str]]:
    """The hexes of each seat's leaders."""
    out: dict[str, set[str]] = {}
    for uid, u in play.s.units.items():
        if u.rank and u.on_map:
            out.setdefault(play.seat_of(uid), set()).add(u.at)
    return out


def left(state: State, seat: str) -> int:
    """Characters that a seat may still write this game-turn, as far as letters have used them."""
    return CHARACTERS - state.talk.get(seat, 0)


def others(play: Play, seat: str) -> list[str]:
    """The other seats of a seat's side."""
    side = next(x.side for x in play.s.setup.seats if x.id == seat)
    return [x for x in play.team(side) if x != seat]


def channels(state: State, seat: str) -> list[dict[str, Any]]:
    """Where a seat may speak to players of its own side: `{"id": "seat-<other>", "to", "characters", "period"}` for each (48.31-48.33).

    `characters`: how many are left in this period, before what was said in it; all channels of a seat draw on the same sum.
    `period`: the game-turn, with which the sum begins anew. Before play begins and after its end nothing limits talk (48.32).
    """
    play = Play(state)
    if seat not in play.seats:
        return []
    free = state.turn == 0 or state.over is not None
    names = {x.id: x.name for x in state.setup.seats}
    limits = {} if free else {"characters": left(state, seat), "period": str(state.turn)}
    return [{"id": f"seat-{x}", "to": names[x], **limits} for x in others(play, seat) if free or pair(seat, x) in state.links]


def pair(a: str, b: str) -> str:
    """Two seats as an entry of `State.links`."""
    return " ".join(sorted((a, b)))


def connect(play: Play) -> None:
    """Note who may speak with whom now, and tell each seat what has changed for it (48.31, 48.33)."""
    s = play.s
    if not play.crowd or s.turn == 0 or s.over is not None:
        return
    at = leaders(play)
    now = sorted({pair(a, b) for a in play.seats for b in others(play, a) if a < b and speak(play, a, b, at)})
    before, s.links = set(s.links), now
    names = {x.id: x.name for x in s.setup.seats}
    for seat in play.seats:
        gained = [x for x in others(play, seat) if pair(seat, x) in set(now) - before]
        lost = [x for x in others(play, seat) if pair(seat, x) in before - set(now)]
        words = [
            f"{how} {', '.join(names[x] for x in found)}"
            for how, found in (("You may speak with", gained), ("no longer with", lost))
            if found
        ]
        if words:
            play.tell("link", "48.3", [seat], "; ".join(words), gained=gained, lost=lost)


def may_write(play: Play, seat: str) -> bool:
    """Whether a seat may send off a letter now."""
    if not others(play, seat) or left(play.s, seat) <= 0:
        return False
    return any(u.on_map and seat_of(play.s, u) == seat for u in play.s.units.values())


def carriers(state: State, seat: str) -> dict[str, str]:
    """The seat's units on the map, any of which may carry a letter (48.34)."""
    return {a: uid for a, uid in own_units(state, seat).items() if state.units[uid].on_map}


class LetterWalk(Walk):
    """`[carrier, seat, "go"]`; the letter is the action's note (48.34)."""

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.play = Play(state)
        self.seat = decision.seat
        self.ids = carriers(state, decision.seat)

    def _values(self) -> list[str]:
        return [list(self.ids), others(self.play, self.seat), ["go"]][len(self.picks)]

    def _take(self, value: str) -> None:
        self.ready = value == "go"

    def _option(self, value: str) -> Option:
        if value in self.ids:
            return Option(value, piece=value, hex=self.play.s.units[self.ids[value]].at)
        if value == "go":
            return Option(value, label="Send it", note=f"at most {left(self.play.s, self.seat)} characters this game-turn")
        return Option(value, label=next(x.name for x in self.play.s.setup.seats if x.id == value))

    def _note_limit(self) -> int:
        return left(self.play.s, self.seat)

    def _prompt(self) -> str:
        return ["Who carries the letter?", "To whom is it?", "Write it as the note, and send it"][len(self.picks)]


def take(play: Play, walk: LetterWalk, note: str) -> None:
    """Send a letter off. Raises Refusal when it is empty or longer than what is left."""
    s, seat = play.s, walk.seat
    text = note.strip()
    if not text:
        raise Refusal("no_text", "a letter needs a text: write it as the note", "48.34")
    if len(text) > left(s, seat):
        raise Refusal("too_long", f"{left(s, seat)} characters are left this game-turn", "48.32")
    s.talk[seat] = s.talk.get(seat, 0) + len(text)
    carrier, to = walk.ids[walk.picks[0]], walk.picks[1]
    s.letters.append(Letter(carrier, to, text, seat))
    play.tell("letter_sent", "48.34", [seat], f"A letter to {to} goes with {{units}}", [carrier], to=to, note=text)


def deliver(play: Play) -> None:
    """Deliver the letters whose carriers have come to their addressee, in or beside the hex of one of his leaders; where he has no

    leader on the map, of any of his units. A letter is lost with its carrier.
    """
    kept = []
    for letter in play.s.letters:
        u = play.s.units.get(letter.carrier)
        if u is None or not u.on_map:
            play.tell("letter_lost", "48.34", [letter.frm], f"The letter to {letter.to} is lost with its carrier", to=letter.to)
        elif met(play, u.at, letter.to):
            text = safe(letter.text)
            play.tell("letter", "48.34", [letter.to], f"Letter from {letter.frm}: {text}", note=letter.text, **{"from": letter.frm})
            play.tell("letter_delivered", "48.34", [letter.frm], f"The letter to {letter.to} is delivered", to=letter.to)
        else:
            kept.append(letter)
    play.s.letters = kept


def safe(text: str) -> str:
    """A player's text for an event's text, where braces stand for units."""
    return text.replace("{", "(").replace("}", ")")


def met(play: Play, where: str, seat: str) -> bool:
    """Whether a carrier's hex is the point of communication with a seat."""
    at = leaders(play).get(seat) or {u.at for uid, u in play.s.units.items() if u.on_map and play.seat_of(uid) == seat}
    return any(geometry.distance(where, h) <= 1 for h in at)
