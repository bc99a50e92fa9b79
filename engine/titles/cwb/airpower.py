"""Air points of a turn: the roll for them and the choice of markers (12.2, 12.8, 16.16, 16.30, 17.11, 17.22, 18.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import AirPool, Muster, State

LABELS = {
    "TAC": "TAC airstrike",
    "SAC": "SAC airstrike",
    "HELI_GUNSHIP": "Helicopter gunship",
    "HELI_TRANSPORT": "Helicopter transport",
}


def roll_air(play: Play, frame: Muster) -> None:
    """Roll for air points in Angola: one less without the base in the base town or with enemy ZOC there, one less in the monsoon (18.4)."""
    scenario, s = play.scenario, play.s
    modifier = 0
    if scenario.short(s, play.field, frame.side):
        modifier += int(play.book.special["air_base_die_add"])
    if scenario.monsoon(s):
        modifier += int(play.book.special["air_monsoon_die_add"])
    rows = play.book.tables["airpower_angola"][frame.side]
    dice = [play.roll("air power", s.turn, frame.side, i) for i in range(2 if frame.twice else 1)]
    frame.points = min(
        sum(int(rows[str(max(0, min(6, d + modifier)))]) for d in dice), sum(scenario.markers(play.book, frame.side).values())
    )
    play.say(
        "air",
        "18.4",
        f"{scenario.side_name(frame.side)} air power: {'dice' if len(dice) > 1 else 'die'} {' and '.join(map(str, dice))}"
        f"{f' ({modifier:+d})' if modifier else ''}, {frame.points} points",
        side=frame.side,
        die=dice[0],
        points=frame.points,
    )


class MixWalk(Walk):
    """Air markers one by one until all points are taken or none is left, then `go` (16.16, 16.30, 17.11, 17.22)."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        frame = state.stack[-1]
        assert isinstance(frame, Muster)
        self.points = frame.points
        self.markers: Mapping[str, int] = scenario.markers(scenario.book(state), decision.seat)
        self.chosen: dict[str, int] = {}

    def _values(self) -> list[str]:
        left = self.points - sum(self.chosen.values())
        kinds = [k for k in LABELS if left > 0 and self.markers.get(k, 0) > self.chosen.get(k, 0)]
        return [*kinds, "go"]

    def _take(self, value: str) -> None:
        if value == "go":
            self.ready = True
        else:
            self.chosen[value] = self.chosen.get(value, 0) + 1

    def _option(self, value: str) -> Option:
        if value == "go":
            return Option(value, label="Take these markers")
        return Option(value, label=LABELS[value], note=f"{self.chosen.get(value, 0)} of {self.markers[value]}")

    def _preview(self) -> dict[str, Any]:
        lines = [{"label": LABELS[k], "value": str(n), "rule": "2.10"} for k, n in self.chosen.items()]
        return {"title": f"{self.points} air points", "lines": lines}


def keep_air(play: Play, side: str, chosen: Mapping[str, int]) -> None:
    """The markers of this window: until the side's next reinforcement phase (12.8, I9)."""
    play.s.air[side] = {k: AirPool(n, n) for k, n in chosen.items()}


def take_mix(play: Play, frame: Muster, walk: MixWalk) -> None:
    """Take the chosen air markers."""
    frame.todo.pop(0)
    keep_air(play, frame.side, walk.chosen)
    text = ", ".join(f"{n} {LABELS[k]}" for k, n in walk.chosen.items()) or "no markers"
    play.say(
        "air_mix",
        play.scenario.air_rule(play.s, frame.side),
        f"{play.scenario.side_name(frame.side)} takes {text}",
        side=frame.side,
        air=dict(walk.chosen),
    )
