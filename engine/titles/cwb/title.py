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
from engine.titles.cwb import sequence
from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN, SOVIET
from engine.titles.cwb.budapest_points import verdict
from engine.titles.cwb.placement import draw
from engine.titles.cwb.play import Play
from engine.titles.cwb.resample import resample
from engine.titles.cwb.rulings import RulingWalk, rule
from engine.titles.cwb.state import Piece, SetUp, State, decode, encode
from engine.titles.cwb.view import view

SIDES = (Seat(SOVIET, SOVIET, "Soviet"), Seat(HUNGARIAN, HUNGARIAN, "Hungarian"))
YES_NO = {"no": "No", "yes": "Yes"}
OPTIONS = (
    OptionInfo("quick", "Quick game", ("no", "yes"), "no", YES_NO, "Ends when the Soviets hold all objectives but the embassies (16.9)"),
    OptionInfo("army", "Army intervention", ("no", "yes"), "no", YES_NO, "All Hungarian Army units start on the map, worth double (16.14)"),
)


class CapitulateWalk(Walk):
    """`["capitulate", "go"]` (3.3)."""

    def _values(self) -> list[str]:
        return ["go"] if self.picks else ["capitulate"]

    def _take(self, value: str) -> None:
        self.ready = value == "go"

    def _option(self, value: str) -> Option:
        return Option(value, label="Yes, give up the game" if value == "go" else "Capitulate")


class Budapest56:
    """Budapest '56."""

    id = "budapest56"
    name = "Budapest '56"
    family = "cold-war-battles"
    scenario = BUDAPEST

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The one scenario: nine days in November 1956."""
        summary = "The Soviet Army enters Budapest on 4 November 1956. Nine turns; every unit is untried until it first fights."
        return (ScenarioInfo("standard", "Budapest, 4-12 November 1956", SIDES, OPTIONS, summary),)

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """Two seats, one a side."""
        return SIDES

    def begin(self, setup: Setup) -> tuple[State, list[Event]]:
        """Shuffle the counters, draw the Hungarian forces, open the set-up (16.11)."""
        state = State(setup, Counters(), [], {}, {}, [SetUp(HUNGARIAN)])
        play = Play(state, self.scenario)
        self._deal(play)
        numbers = play.book.special["draw"]
        draw(play, HUNGARIAN, "REB", numbers["REB"])
        if setup.options.get("army") != "yes":
            draw(play, HUNGARIAN, "ARMY", numbers["ARMY"])
        play.say("begin", "16.11", "The Hungarian side sets up first; no Soviet unit is on the map")
        return self._settle(play, "")

    def _deal(self, play: Play) -> None:
        """Give the counters internal ids in shuffled order, so that no order tells anything."""
        units = sorted(play.book.units)
        for i in range(len(units) - 1, 0, -1):
            j = play.draw(i + 1, "shuffle", i)
            units[i], units[j] = units[j], units[i]
        army = play.s.setup.options.get("army") == "yes"
        for n, uid in enumerate(units):
            unit = play.book.units[uid]
            side = HUNGARIAN if unit.cmd in ("REB", "ARMY", "US") else SOVIET
            play.s.pieces[f"p{n:03d}"] = Piece(uid, side, self.scenario.initial(unit.cmd, unit.arrives, army))
        play.touch()

    def _settle(self, play: Play, acted: str, still: bool = False) -> tuple[State, list[Event]]:
        """Run on to the next decision, let the viewers meet new pieces, and open what is to be decided.

        `still`: nothing has happened in the game, so whoever is asked stays asked and notices nothing.
        """
        ask = sequence.run(play)
        s = play.s
        play.meet()
        if ask and still:
            ask = msgspec.structs.replace(ask, sticky=True)
        asks: list[Ask] = []
        if s.over is None:
            if ask:
                asks.append(ask)
            asks += [Ask(seat.id, "capitulate", "Give up the game", "3.3", optional=True, sticky=True) for seat in s.setup.seats]
            asks.append(Ask(UMPIRE, "ruling", "Make a ruling", "", optional=True))
        else:
            s.stack = []
        s.open = reopen(s.counters, s.open, asks, acted)
        return s, play.events

    def decisions(self, state: State) -> list[Decision]:
        """The open decisions, required ones first."""
        return state.open

    def walk(self, state: State, decision: Decision) -> Walk:
        """The walk of an open decision."""
        if decision.kind == "capitulate":
            return CapitulateWalk(decision)
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

    def board(self, pack: packs.Pack, map_id: str) -> dict[str, Any]:
        """The static map."""
        return about_pages.board(pack, self.scenario, map_id)

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        """What events may tell: revealed counters, dice and what follows from them."""
        return {
            "reveal": ("factors", "name", "symbol"),
            "eliminated": ("name",),
            "combat": ("steps", "code", "column", "die"),
            "bombarded": ("steps", "code", "column", "die"),
            "flight": ("piece", "back"),
            "flight_off": ("piece",),
            "drawn": ("symbol", "back"),
            "placed": ("back",),
            "enter": ("back",),
            "set_up": ("hexes", "counters"),
            "removed": ("name",),
            "points": ("points", "cause"),
            "end": ("winner", "level", "points"),
        }
