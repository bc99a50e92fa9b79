"""Cityfight: the protocol of `engine.title`, filled."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine import packs
from engine.decisions import Decision, Option, Walk
from engine.flow import Ask, reopen
from engine.title import UMPIRE, Counters, Event, OptionInfo, Outcome, ScenarioInfo, Seat, Setup
from engine.titles.cityfight import about as about_pages
from engine.titles.cityfight import accord, los, notes, roster, stages, talk, victory
from engine.titles.cityfight.data import Book
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.resample import resample
from engine.titles.cityfight.rulings import RulingWalk, rule
from engine.titles.cityfight.state import State, decode, encode
from engine.titles.cityfight.view import view

SCENARIOS = {
    "52": ("Encounter on the Stauffenbergallee", "Two reconnaissance platoons meet on the east bank. The training scenario: 20 turns."),
    "53": ("Breakout!", "Two motor rifle platoons in the Old Village must break out through an American company. 30 turns."),
    "54": ("Nicosia, Cyprus", "A battalion attacks into a town held by one company. 60 turns."),
    "55": ("Bangladesh", "An Indian battalion enters from the west against a company in the town. 60 turns."),
}
NO_YES = {"no": "No", "yes": "Yes"}
MODES = {"rulebook": "By the rulebook", "umpired": "Umpired (section 49)"}
PLAYERS = {"one": "One player a side", "companies": "One player a company", "platoons": "One player a platoon"}
OPTIONS = (
    OptionInfo(
        "mode", "Adjudication", ("rulebook", "umpired"), "rulebook", MODES, "Umpired hides what the rulebook makes players say aloud"
    ),
    OptionInfo(
        "players", "Players", ("one", "companies", "platoons"), "one", PLAYERS, "Several players a side: each sees his own map (48)"
    ),
    OptionInfo("automatic", "Automatic rifles", ("no", "yes"), "no", NO_YES, "Two targets at two thirds of the strength (11.7)"),
    OptionInfo("relay", "Spotting relay", ("no", "yes"), "no", NO_YES, "Ten more against what was spotted before (10.37)"),
    OptionInfo("cover", "Leaving cover", ("no", "yes"), "no", NO_YES, "Cover taken by choice is left by choice, without a die (15.32)"),
    OptionInfo("search_line", "Line of sight for searches", ("no", "yes"), "no", NO_YES, "Every search needs a line of sight (10.23)"),
)


class CapitulateWalk(Walk):
    """`["capitulate", "go"]`."""

    def _values(self) -> list[str]:
        return ["go"] if self.picks else ["capitulate"]

    def _take(self, value: str) -> None:
        self.ready = value == "go"

    def _option(self, value: str) -> Option:
        return Option(value, label="Yes, give up the game" if value == "go" else "Capitulate")


def talk_and_accord(play: Play) -> list[Ask]:
    """What seats may do beside their commands: agree to skip the game-turn (4.2), send a letter (48.34)."""
    if play.s.stage != "command":
        return []
    letters = [seat for seat in play.seats if talk.may_write(play, seat)]
    return [
        *(Ask(seat, "agree", "Agree to skip the game-turn", "4.2", optional=True, sticky=True) for seat in play.seats),
        *(Ask(seat, "letter", "Send a letter by a counter", "48.34", optional=True, sticky=True) for seat in letters),
    ]


class Cityfight:
    """Cityfight, the Basic Game."""

    id = "cityfight"
    name = "Cityfight"
    family = "cityfight"

    def __init__(self) -> None:
        self._sides: dict[str, Book] = {}

    def _book(self, scenario: str) -> Book:
        """A scenario of the shipped pack, for the catalogue."""
        if scenario not in self._sides:
            self._sides[scenario] = Book(packs.load(self.family), scenario)
        return self._sides[scenario]

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The four scenarios of the Basic Game."""
        return tuple(ScenarioInfo(sid, f"{sid}: {name}", self.seats(sid, {}), OPTIONS, text) for sid, (name, text) in SCENARIOS.items())

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """One seat a side, or one a company or platoon (48.1)."""
        return roster.seats(self._book(scenario), options.get("players", "one"))

    def begin(self, setup: Setup) -> tuple[State, list[Event]]:
        """Raise the forces, draw the leaders, open the secret set-up."""
        state = State(setup, Counters(), [], {}, {}, {})
        play = Play(state)
        roster.muster(play, setup.options.get("players", "one"))
        play.meet()
        play.aloud("begin", "7.0", f"{play.book.scenario['name']}: both sides set up in secret")
        return self._settle(play, "")

    def _settle(self, play: Play, acted: str, touched: Sequence[str] | None = None) -> tuple[State, list[Event]]:
        """Run on to the next decisions and open them. After a ruling only the `touched` seats get new ones: the others may not notice."""
        asks = stages.run(play)
        talk.connect(play)
        if touched is not None:
            asks = [msgspec.structs.replace(ask, sticky=True) for ask in asks]
        s = play.s
        play.meet()
        if s.over is None:
            asks += talk_and_accord(play)
            marking = play.seats if s.turn else []
            asks += [Ask(seat, "note", "Mark your own map", "48.4", optional=True, sticky=True) for seat in marking]
            asks += [Ask(seat, "capitulate", "Give up the game", "", optional=True, sticky=True) for seat in play.seats]
            asks.append(Ask(UMPIRE, "ruling", "Make a ruling", "", optional=True))
        else:
            asks = []
        kept = [d for d in s.open if d.seat not in (touched or ())]
        s.open = reopen(s.counters, kept, asks, acted)
        return s, play.events

    def decisions(self, state: State) -> list[Decision]:
        """The open decisions, required ones first."""
        return state.open

    def walk(self, state: State, decision: Decision) -> Walk:
        """The walk of an open decision."""
        if decision.kind == "capitulate":
            return CapitulateWalk(decision)
        if decision.kind == "ruling":
            return RulingWalk(state, decision)
        if decision.kind == "agree":
            return accord.AccordWalk(state, decision)
        if decision.kind == "letter":
            return talk.LetterWalk(state, decision)
        if decision.kind == "note":
            return notes.NoteWalk(state, decision)
        return stages.walk(state, decision)

    def apply(self, state: State, walk: Walk, note: str = "") -> tuple[State, list[Event]]:
        """Carry a finished walk out on a copy of the state. `note`: a message, a letter, the words of a mark; Refusal may refuse it."""
        play = Play(state.copy())
        play.s.rolled = False
        touched: list[str] | None = None
        if isinstance(walk, CapitulateWalk):
            side = next(x.side for x in state.setup.seats if x.id == walk.decision.seat)
            points = victory.count(play, "").points
            out = Outcome(play.enemy(side), "capitulation", points, f"{play.book.side_name(side)} capitulates")
            play.s.over, play.s.stage = out, "over"
            play.aloud("end", "", out.reason, **out.view())
        elif isinstance(walk, RulingWalk):
            touched = rule(play, walk, note)
        elif isinstance(walk, accord.AccordWalk):
            accord.take(play, walk)
        elif isinstance(walk, talk.LetterWalk):
            talk.take(play, walk, note)
        elif isinstance(walk, notes.NoteWalk):
            rolled, touched = state.rolled, []  # nothing has happened: no question is asked anew, the last roll is still the last
            notes.take(play, walk, note)
            play.s.rolled = rolled
        else:
            stages.take(play, walk)
        return self._settle(play, walk.decision.id, touched)

    def view(self, state: State, viewer: str) -> dict[str, Any]:
        """All that a viewer may see."""
        return view(state, viewer)

    def secret_stage(self, state: State, decision: Decision) -> str:
        """Set-up and the commands of each game-turn (4.1, 7.0)."""
        return f"{decision.kind} {state.turn}" if decision.kind in stages.SECRET else ""

    def channels(self, state: State, viewer: str) -> list[dict[str, Any]]:
        """Where a seat may speak to players of its own side, and how much (`talk.channels`)."""
        return talk.channels(state, viewer)

    def to_prepare(self, pack: packs.Pack, scenario: str) -> bytes | None:
        """The map of a scenario whose table of lines of sight is not at hand (`los.missing`)."""
        return los.missing(pack, scenario)

    def prepare(self, job: bytes) -> bytes:
        """Build a table of lines of sight (`los.build`)."""
        return los.build(job)

    def take(self, job: bytes, made: bytes) -> None:
        """Keep a table of lines of sight (`los.keep`)."""
        los.keep(job, made)

    def resample(self, state: State, viewer: str, rng: random.Random) -> State:
        """The same game to this viewer, with everything else drawn anew."""
        return resample(state, viewer, rng)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game has ended."""
        return state.over

    def encode(self, state: State) -> bytes:
        """The state as JSON bytes."""
        return encode(state)

    def decode(self, raw: bytes) -> State:
        """The state of JSON bytes."""
        return decode(raw)

    def about(self, pack: packs.Pack) -> dict[str, Any]:
        """Static facts for clients."""
        return about_pages.about(pack)

    def board(self, pack: packs.Pack, map_id: str) -> dict[str, Any]:
        """The static map of a scenario: `gerlafingen-<scenario>`."""
        return about_pages.board(pack, map_id)

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        """What events may tell of the enemy. Own dice tell nothing of him, but what he announces comes before them (8.1, 11.56).

        A move tells of one's own side too: troops of another of its players may bar the hex (9.3, 48.4).
        """
        return {
            "fire_dice": (),
            "assault_dice": (),
            "sighting": ("hexes", "text", "total"),
            "sighted": ("hexes", "text"),
            "fire": ("hex", "weapon", "text"),
            "fire_result": ("code", "text"),
            "assault": ("hex", "text"),
            "bold": ("hex",),
            "claim": ("hex",),
            "assault_result": ("code", "rule", "text"),
            "ambush": ("hex",),
            "engaged": ("hexes", "text"),
            "left_engaged": ("hex",),
            "exhausted": ("side",),
            "skipped": ("turn",),
            "post": ("hex", "text"),
            "phone": ("hex", "text"),
            "done": ("path", "text"),
            "move": ("path", "text"),
            "entered": ("hex", "pieces", "text"),
            "held": ("hex", "pieces", "text"),
            "link": ("gained", "lost", "text"),
            "letter": ("from", "note", "text"),
            "letter_delivered": ("to", "text"),
            "letter_lost": ("to", "text"),
            "due": ("formation", "text"),
            "stage_end": ("turn",),
            "turn": ("turn", "text"),
            "placed": ("hex", "text"),
            "rotation": ("formations", "text"),
            "end": ("winner", "points", "level", "reason", "text"),
        }
