"""Counters that a player puts on his own map by what he was told, or guesses (48.4): free, any time in play, nobody else's business."""

from __future__ import annotations

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import State
from engine.titles.cityfight.talk import safe

HOW = "note"
"""How a seat came to a contact that it has put down itself."""
LONGEST = 80
"""Characters of text that fit on a note."""


class NoteWalk(Walk):
    """`["place", megahex, hex]`, with words as the action's note, or `["remove", note]` (48.4).

    A hex of which the seat was told something takes no note: the latest word on a hex is the umpire's.
    """

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.play = Play(state)
        self.known = state.contacts.get(decision.seat, {})
        self.notes = {c.id: h for h, c in self.known.items() if c.how == HOW}

    def _bare(self, megahex: str) -> list[str]:
        return [h for h in self.play.book.town.hexes_of[megahex] if h in self.play.book.playable and h not in self.known]

    def _values(self) -> list[str]:
        if not self.picks:
            return ["place", *(["remove"] if self.notes else [])]
        if self.picks[0] == "remove":
            return sorted(self.notes, key=self.notes.__getitem__)
        if len(self.picks) == 1:
            return [m for m in sorted({h[:2] for h in self.play.book.playable}) if self._bare(m)]
        return self._bare(self.picks[1])

    def _take(self, value: str) -> None:
        self.ready = len(self.picks) == (2 if self.picks[0] == "remove" else 3)

    def _option(self, value: str) -> Option:
        if not self.picks:
            return Option(value, label={"place": "Mark a hex", "remove": "Take a mark off"}[value])
        if self.picks[0] == "remove":
            return Option(value, piece=value, hex=self.notes[value])
        if len(self.picks) == 1:
            return Option(value, label=f"Megahex {value}", hexes=self._bare(value))
        return Option(value, hex=value)

    def _note_limit(self) -> int:
        return 0 if self.picks[:1] == ["remove"] else LONGEST

    def _prompt(self) -> str:
        if not self.picks:
            return "Mark your own map"
        return "Which mark comes off?" if self.picks[0] == "remove" else "Which hex? Words for it go into the field first"


def take(play: Play, walk: NoteWalk, text: str) -> None:
    """Put a note down or take it off; its seat and the umpire alone learn of it. Raises Refusal where the text is too long."""
    seat, text = walk.decision.seat, text.strip()
    name = next(x.name for x in play.s.setup.seats if x.id == seat)
    if walk.picks[0] == "remove":
        hex_id = walk.notes[walk.picks[1]]
        play.erase(seat, hex_id)
        play.tell("note", "48.4", [seat], f"{name}: mark at {hex_id} taken off", hex=hex_id)
        return
    if len(text) > LONGEST:
        raise Refusal("too_long", f"a mark holds {LONGEST} characters", "48.4")
    hex_id = walk.picks[2]
    play.contact(seat, hex_id, HOW, text)
    play.tell("note", "48.4", [seat], f"{name}: mark at {hex_id}{f': {safe(text)}' if text else ''}", hex=hex_id, note=text)
