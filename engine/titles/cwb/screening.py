"""Screening (section 21, optional): cavalry, special forces and guerrillas that defend alone choose the Combat Results Table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.titles.cwb import columns
from engine.titles.cwb.field import Field
from engine.titles.cwb.irregulars import shown_type
from engine.titles.cwb.options import SCREENING, on
from engine.titles.cwb.play import Play, knows
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Attack, State

SCREENS = frozenset({"armored_cavalry", "recon", "special_forces", "guerrilla"})


def tables(state: State, scenario: Scenario, field: Field, frame: Attack) -> list[str]:
    """The tables that the defenders of an attack may choose from, all revealed; none where they do not screen (21.1, I39)."""
    here = [p for p in frame.defenders if state.pieces[p].on_map]
    if not on(state, SCREENING) or not all(field.unit(p).type in SCREENS for p in here):
        return []
    hexes = sorted({state.pieces[p].at for p in here})
    attackers = [field.unit(p) for p in frame.attackers if state.pieces[p].on_map]
    return ["assault"] if columns.mobile_bar(state, scenario, field, hexes, attackers) else ["assault", "mobile"]


def expected(state: State, field: Field, seat: str, defenders: Sequence[str]) -> bool:
    """Whether a seat knows, before the reveal, that all these defenders are units that screen."""
    if not on(state, SCREENING) or not defenders:
        return False
    shown = ((state.pieces[p], field.unit(p)) for p in defenders)
    return all((unit.type if knows(seat, piece) else shown_type(state, unit)) in SCREENS for piece, unit in shown)


def ask(play: Play, frame: Attack) -> Ask | None:
    """Ask the defender for the table where his units screen and there is a choice: types are public after the reveal."""
    if len(tables(play.s, play.scenario, play.field, frame)) < 2:
        return None
    return Ask(play.enemy(play.s.side), "screen", "Your units screen: choose the table of this combat", "21.1")


class ScreenWalk(Walk):
    """`["assault"]` or `["mobile"]`."""

    def __init__(self, state: State, decision: Decision, frame: Attack, scenario: Scenario) -> None:
        super().__init__(decision)
        self.frame = frame
        self.tables = tables(state, scenario, scenario.field(state), frame)

    def _values(self) -> list[str]:
        return self.tables

    def _take(self, value: str) -> None:
        self.ready = True

    def _option(self, value: str) -> Option:
        return Option(value, label=f"{value.capitalize()} CRT", note="the attacker's choice" if value == self.frame.crt else "")

    def _preview(self) -> Mapping[str, Any]:
        return {"title": "Screening", "lines": [{"label": f"Attack on {', '.join(self.frame.targets)}", "value": "", "rule": "21.1"}]}


def take(play: Play, frame: Attack, walk: ScreenWalk) -> None:
    """The defender's table replaces the attacker's."""
    frame.crt = walk.picks[0]
    side = play.enemy(play.s.side)
    text = f"{play.scenario.side_name(side)} units screen: the {frame.crt.capitalize()} CRT is used"
    play.say("screened", "21.1", text, side=side, hexes=frame.targets, crt=frame.crt)
