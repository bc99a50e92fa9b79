"""The Cold War Battles titles: the protocol of `engine.title`, filled."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine import packs
from engine.decisions import Decision, Option, Walk
from engine.flow import Ask, reopen
from engine.title import UMPIRE, Counters, Event, OptionInfo, Outcome, ScenarioInfo, Seat, Setup
from engine.titles.cwb import about as about_pages
from engine.titles.cwb import plots, recon, sequence
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.options import NATO, PARATROOPS, PARATROOPS_BUDAPEST, RULES, switch
from engine.titles.cwb.placement import draw
from engine.titles.cwb.play import Play
from engine.titles.cwb.resample import resample
from engine.titles.cwb.rulings import RulingWalk, rule
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Piece, SetUp, State, decode, encode
from engine.titles.cwb.verdict import verdict
from engine.titles.cwb.view import view

BUDAPEST_OPTIONS = (
    switch("quick", "Quick game", "Ends when the Soviets hold all objectives but the embassies (16.9)"),
    switch("army", "Army intervention", "All Hungarian Army units start on the map, worth double (16.14)"),
    NATO,
    PARATROOPS_BUDAPEST,
)


class CapitulateWalk(Walk):
    """`["capitulate", "go"]` (3.3)."""

    def _values(self) -> list[str]:
        return ["go"] if self.picks else ["capitulate"]

    def _take(self, value: str) -> None:
        self.ready = value == "go"

    def _option(self, value: str) -> Option:
        return Option(value, label="Yes, give up the game" if value == "go" else "Capitulate")


class ColdWarBattle:
    """What the two titles of the family share; a title names its scenario and its catalogue entry."""

    id: str
    name: str
    family = "cold-war-battles"
    scenario: Scenario
    set_up_first: str
    heading: str
    summary: str
    options: tuple[OptionInfo, ...] = ()
    opening: tuple[str, str]

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The one scenario of each title."""
        return (ScenarioInfo("standard", self.heading, self.seats("standard", {}), self.options, self.summary),)

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Two seats, one a side."""
        return tuple(Seat(side, side, self.scenario.side_name(side)) for side in (self.scenario.first, self.scenario.second))

    def begin(self, setup: Setup) -> tuple[State, list[Event]]:
        """Shuffle the counters, draw what is drawn unseen, open the set-up (16.11, 17.19)."""
        state = State(setup, Counters(), [], {}, {}, [SetUp(self.set_up_first)])
        play = Play(state, self.scenario)
        self._deal(play)
        self.scenario.begin(play)
        numbers = play.book.special["draw"]
        for side, commands in self.scenario.draws(setup.options).items():
            for cmd in commands:
                draw(play, side, cmd, numbers[cmd])
        play.say("begin", self.opening[0], self.opening[1])
        return self._settle(play, "")

    def _deal(self, play: Play) -> None:
        """Give the counters internal ids in shuffled order, so that no order tells anything."""
        units = sorted(play.book.units)
        for i in range(len(units) - 1, 0, -1):
            j = play.draw(i + 1, "shuffle", i)
            units[i], units[j] = units[j], units[i]
        for n, uid in enumerate(units):
            unit = play.book.units[uid]
            box = self.scenario.initial(unit, play.s.setup.options)
            play.s.pieces[f"p{n:03d}"] = Piece(uid, self.scenario.side_of(unit.cmd), box, revealed=not self.scenario.untried(unit))
        play.touch()

    def _settle(self, play: Play, acted: str, still: bool = False) -> tuple[State, list[Event]]:
        """Run on to the next decision, let the viewers meet new pieces, and open what is to be decided.

        `still`: nothing has happened in the game, so whoever is asked stays asked; so does who is told nothing, and notices nothing.
        """
        ask = sequence.run(play)
        s = play.s
        play.meet()
        if ask and (still or not any(ask.seat in e.readings for e in play.events)):
            ask = msgspec.structs.replace(ask, sticky=True)
        asks: list[Ask] = []
        if s.over is None:
            if ask:
                asks.append(ask)
            look = recon.ask(play)
            if look:
                told = any(look.seat in e.readings for e in play.events)
                asks.append(msgspec.structs.replace(look, sticky=still or not told))
            asks += [Ask(seat.id, "capitulate", "Give up the game", "3.3", optional=True, sticky=True) for seat in s.setup.seats]
            asks.append(Ask(UMPIRE, "ruling", "Make a ruling", "", optional=True))
        else:
            s.stack = []
            plots.clear(s)
        s.open = reopen(s.counters, s.open, asks, acted)
        return s, play.events

    def decisions(self, state: State) -> list[Decision]:
        """The open decisions, required ones first."""
        return state.open

    def walk(self, state: State, decision: Decision) -> Walk:
        """The walk of an open decision."""
        if decision.kind == "capitulate":
            return CapitulateWalk(decision)
        if decision.kind == "recon":
            return recon.ReconWalk(state, decision, self.scenario)
        if decision.kind == "ruling":
            return RulingWalk(state, decision, self.scenario)
        return sequence.walk(state, decision, self.scenario)

    def apply(self, state: State, walk: Walk, note: str = "") -> tuple[State, list[Event]]:
        """Carry a finished walk out on a copy of the state."""
        play = Play(state.copy(), self.scenario)
        play.s.rolled = False
        if isinstance(walk, CapitulateWalk):
            side = walk.decision.seat
            out = verdict(play, f"The {self.scenario.side_name(side)} side capitulates", self.scenario.enemy(side))
            play.say("end", "3.3", out.reason, **out.view())
            play.s.over = out
        elif isinstance(walk, RulingWalk):
            rule(play, walk, note)
        elif isinstance(walk, recon.ReconWalk) and walk.decision.kind == "recon":
            recon.carry_out(play, walk)
        else:
            sequence.take(play, walk)
        return self._settle(play, walk.decision.id, still=isinstance(walk, RulingWalk) and walk.picks[0] == "message")

    def view(self, state: State, viewer: str) -> dict[str, Any]:
        """All that a viewer may see."""
        return view(state, viewer, self.scenario)

    def resample(self, state: State, viewer: str, rng: random.Random) -> State:
        """The same game to this viewer, with other identities behind what it does not know."""
        return resample(state, viewer, self.scenario, rng)

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
        return about_pages.about(pack, self.scenario)

    def numbers(self, pack: packs.Pack) -> list[dict[str, Any]]:
        """The numbers of this title that are reconstructed or found."""
        return about_pages.numbers(pack, self.scenario)

    def board(self, pack: packs.Pack, map_id: str) -> dict[str, Any]:
        """The static map."""
        return about_pages.board(pack, self.scenario, map_id)

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        """What events may tell a viewer that it did not know: counters turned up, what they do in a combat, what a back shows."""
        return {
            "reveal": ("factors", "name", "symbol"),
            "eliminated": ("name",),
            "combat": ("steps", "code", "column"),
            "bombarded": ("steps", "code", "column"),
            "flight": ("back",),
            "flight_off": (),
            "drop": ("steps", "code", "back"),
            "scatter": (),
            "drawn": ("symbol", "back"),
            "placed": ("back",),
            "enter": ("back",),
            "set_up": ("hexes", "counters"),
            "removed": ("name",),
            "recon": ("seen",),
            "recon_off": (),
            "points": ("points", "cause"),
            "end": ("winner", "level", "points"),
        }


class Budapest56(ColdWarBattle):
    """Budapest '56."""

    id = "budapest56"
    name = "Budapest '56"
    scenario = BUDAPEST
    set_up_first = BUDAPEST.second
    heading = "Budapest, 4-12 November 1956"
    summary = "The Soviet Army enters Budapest on 4 November 1956. Nine turns; every unit is untried until it first fights."
    options = (*BUDAPEST_OPTIONS, *RULES)
    opening = ("16.11", "The Hungarian side sets up first; no Soviet unit is on the map")


class Angola87(ColdWarBattle):
    """Angola '87."""

    id = "angola87"
    name = "Angola '87"
    scenario = ANGOLA
    set_up_first = ANGOLA.second
    heading = "Angola, August 1987 to April 1988"
    summary = "South Africa and UNITA against the MPLA and Cuba around Cuito Cuanavale and Mavinga. Nine turns, with a monsoon."
    options = (PARATROOPS, *RULES)
    opening = ("17.1", "The South African side sets up first, then the Communist side")

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        """As in Budapest; and where the rest of a hand is placed follows from the units' types, which their owner knows (17.19, 17.24)."""
        return {**super().disclosures(), "placed": ("back", "hex")}
