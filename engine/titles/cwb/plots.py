"""Fire control (23.1, 23.2): forces bound by it place their impact and air markers at the start of the combat phase.

A marker names the hex that its fire goes into, or for protective fire the hex that it protects; whether fire into an enemy hex
bombards it or supports an attack on it is settled when that combat is declared. What cannot fire then falls away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.titles.cwb.data import Map, Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play, number
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import PhaseFrame, Piece, Plotting, State

GUN = "artillery"
"""The kind of an impact marker; the other kinds are those of air markers."""


# markers on the map


def markers(state: State, side: str) -> dict[str, dict[str, int]]:
    """A side's markers on the map: hex -> kind -> how many. Public."""
    bottom = state.stack[0] if state.stack else None
    return bottom.markers.get(side, {}) if isinstance(bottom, PhaseFrame) else {}


def markers_at(state: State, side: str, hex_id: str) -> dict[str, int]:
    """A side's markers on one hex: kind -> how many."""
    return markers(state, side).get(hex_id, {})


def lift(state: State, side: str, hexes: Iterable[str]) -> None:
    """Take a side's markers off some hexes: their combat is under way, and what does not fire in it does not fire at all."""
    gone = set(hexes)
    for hex_id in gone:
        markers(state, side).pop(hex_id, None)
    for piece in state.pieces.values():
        if piece.side == side and piece.plot in gone:
            piece.plot = ""


def clear(state: State) -> None:
    """Take all markers off the map as the combat phase ends."""
    for piece in state.pieces.values():
        piece.plot = ""


def could_protect(state: State, scenario: Scenario, side: str, hexes: Iterable[str], defenders: Sequence[str]) -> bool:
    """Whether a side could have protective fire for some hexes, by what all know: as it was plotted, or of forces not bound."""
    return scenario.side_has_fpf(state, side, defenders) or any(markers_at(state, side, h) for h in hexes)


# who may plot what


def guns(state: State, scenario: Scenario, field: Field, side: str) -> list[str]:
    """A side's bound artillery that may fire at range as the phase begins."""
    return [
        pid
        for pid, piece in field.pieces_of(side)
        if field.unit(pid).artillery and scenario.plots(state, field.unit(pid).cmd) and free_to_fire(field, piece)
    ]


def free_to_fire(field: Field, piece: Piece) -> bool:
    """Whether a piece, were it a gun, could fire at range (10.1, 10.12, 10.14, 11.3)."""
    return not (piece.fired or piece.suppressed or field.enemies_next_to(piece.at, piece.side))


def fits(ground: Map, piece: Piece, unit: Unit) -> bool:
    """Whether a piece, were it this unit, could have plotted what it has plotted."""
    return not piece.plot or not piece.on_map or (unit.artillery and ground.in_range(unit, piece.at, piece.plot))


def contested(field: Field, of: str, by: str) -> set[str]:
    """The hexes of a side that units of the other could attack from next to them, by where they stand (9.5)."""
    return {
        n
        for _, piece in field.pieces_of(by)
        for n in field.map.neighbours[piece.at]
        if field.holder.get(n) == of and field.map.combat_across(piece.at, n)
    }


def could_plot(state: State, scenario: Scenario, field: Field, side: str) -> bool:
    """Whether a side could have something to plot, by what all know."""
    attacks = side == state.side
    air = (*scenario.support_air(side), *(scenario.bombard_air(side) if attacks else ()))
    if not scenario.has_guns(state, side, plotted=True) and not (scenario.plots_air(state, side) and scenario.has_air(state, side, air)):
        return False
    enemy = scenario.enemy(side)
    return bool(field.held(enemy)) if attacks else bool(contested(field, side, enemy))


# the step itself


def run_plot(play: Play, frame: Plotting) -> Ask | None:
    """Ask a bound side for its markers, once."""
    if could_plot(play.s, play.scenario, play.field, frame.side):
        what = "artillery and air" if frame.side == play.s.side else "protective fire"
        return Ask(frame.side, "plot", f"Plot all {what} of this combat phase", "23.2")
    play.s.stack.remove(frame)
    return None


class PlotWalk(Walk):
    """`[hex, artillery pieces and air kinds, another hex, …, "done"]`: all markers of a side at once (23.2)."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario, self.side = state, scenario, decision.seat
        self.field = scenario.field(state)
        self.attacks = self.side == state.side
        enemy = scenario.enemy(self.side)
        self.alias = state.aliases[self.side]
        self.ids = {a: p for p, a in self.alias.items()}
        self.guns = sorted(guns(state, scenario, self.field, self.side), key=lambda p: number(self.alias[p]))
        self.contested = contested(self.field, enemy, self.side) if self.attacks else contested(self.field, self.side, enemy)
        self.hexes = sorted(h for h, s in self.field.holder.items() if s == enemy) if self.attacks else sorted(self.contested)
        self.plots: dict[str, list[str]] = {}
        """Hex -> pieces and kinds of air markers."""
        self.hex = ""

    def _values(self) -> list[str]:
        here = [*(self.alias[p] for p in self._guns_for(self.hex)), *self._air_for(self.hex)] if self.hex else []
        if self.hex and not self.plots[self.hex]:
            return here
        others = [h for h in self.hexes if h not in self.plots and (self._guns_for(h) or self._air_for(h))]
        return [*here, *others, "done"]

    def _guns_for(self, hex_id: str) -> list[str]:
        """The guns that may still be plotted on a hex."""
        used = {p for plotted in self.plots.values() for p in plotted}
        full = sum(p in self.s.pieces for p in self.plots.get(hex_id, ())) >= self.scenario.support_limit(self.s, self.side)
        if full and not self.attacks:
            return []
        return [p for p in self.guns if p not in used and self.field.map.in_range(self.field.unit(p), self.s.pieces[p].at, hex_id)]

    def _air_for(self, hex_id: str) -> list[str]:
        """The kinds of air markers that may still be plotted on a hex (12.3, 12.6)."""
        if not self.scenario.plots_air(self.s, self.side):
            return []
        here = [k for k in self.plots.get(hex_id, ()) if k not in self.s.pieces]
        kinds = list(self.scenario.support_air(self.side)) if hex_id in self.contested else []
        if self.attacks:
            if self.scenario.air_cap(self.s, self.side) - self.s.air_hits.get(hex_id, 0) <= len(here):
                return []
            kinds += [k for k in self.scenario.bombard_air(self.side) if k not in kinds]
        return [k for k in kinds if self._left(k) > 0]

    def _left(self, kind: str) -> int:
        pools = self.s.air.get(self.side, {})
        used = sum(plotted.count(kind) for plotted in self.plots.values())
        return pools[kind].left - used if kind in pools else 0

    def _take(self, value: str) -> None:
        if value == "done":
            self.ready = True
        elif value in self.field.map.grid:
            self.hex = value
            self.plots[value] = []
        else:
            self.plots[self.hex].append(self.ids.get(value, value))

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(value, label="Plot these fires" if self.plots else "Plot no fire")
        if value in self.field.map.grid:
            return Option(value, hex=value)
        if value not in self.ids:
            return Option(value, label=f"{value.replace('_', ' ')} air point", note=f"{self._left(value)} left")
        pid = self.ids[value]
        piece, unit = self.s.pieces[pid], self.field.unit(pid)
        if not self.attacks:
            serves = self.scenario.may_support(unit, self.field.units_at(self.hex)) is None
            note = f"FPF {unit.fpf}" if piece.revealed else "untried"
            return Option(value, piece=value, hex=piece.at, note=note if serves else f"{note}; its force has no unit there")
        return Option(value, piece=value, hex=piece.at, note=str(unit.barrage) if piece.revealed else "untried")

    def _prompt(self) -> str:
        if not self.hex:
            return "Choose a hex to fire into" if self.attacks else "Choose a hex to protect"
        return f"Choose artillery and air points for {self.hex}, another hex, or end plotting"

    def _preview(self) -> Mapping[str, Any] | None:
        lines = [{"label": h, "value": listed(counted(self.s, plotted)), "rule": "23.2"} for h, plotted in self.plots.items() if plotted]
        return {"title": "Plotted fire", "lines": lines, "hexes": [h for h, plotted in self.plots.items() if plotted]} if lines else None


def counted(state: State, plotted: Iterable[str]) -> dict[str, int]:
    """The markers that some pieces and kinds of air markers make: kind -> how many."""
    out: dict[str, int] = {}
    for p in plotted:
        kind = GUN if p in state.pieces else p
        out[kind] = out.get(kind, 0) + 1
    return dict(sorted(out.items()))


def listed(kinds: Mapping[str, int]) -> str:
    """Markers in words."""
    return ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in sorted(kinds.items()))


def take_plot(play: Play, frame: Plotting, walk: Walk) -> None:
    """Place the markers; air points are used by it, each at its hex (12.6, 12.8). All see the markers, not whose guns they stand for."""
    assert isinstance(walk, PlotWalk)
    s, side = play.s, frame.side
    s.stack.remove(frame)
    bottom = s.stack[0]
    assert isinstance(bottom, PhaseFrame)
    placed = bottom.markers.setdefault(side, {})
    for hex_id, plotted in sorted(walk.plots.items()):
        placed[hex_id] = counted(s, plotted)
        for p in plotted:
            if p in s.pieces:
                s.pieces[p].plot = hex_id
                continue
            s.air[side][p].left -= 1
            if walk.attacks:
                s.air_hits[hex_id] = s.air_hits.get(hex_id, 0) + 1
    text = "; ".join(f"{h}: {listed(kinds)}" for h, kinds in placed.items()) or "none"
    what = "fire" if walk.attacks else "protective fire"
    play.say(
        "plotted",
        "23.2",
        f"{play.scenario.side_name(side)} {what} plotted: {text}",
        side=side,
        hexes=list(placed),
        markers={h: dict(kinds) for h, kinds in placed.items()},
    )
