"""Advance after combat (9.19-9.21)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.titles.cwb.field import Field
from engine.titles.cwb.helicopters import can_fly, fly, known_air_defence
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Advance, State


class Follower:
    """Where one piece may advance along the trails."""

    def __init__(self, state: State, scenario: Scenario, field: Field, frame: Advance, pid: str) -> None:
        self.s, self.scenario, self.field, self.frame, self.pid = state, scenario, field, frame, pid
        self.piece, self.unit = state.pieces[pid], field.unit(pid)
        self.enemy = scenario.enemy(self.piece.side)
        self.may = not (self.unit.artillery or self.piece.suppressed or self.unit.m == 0)

    def next(self, path: list[str]) -> list[str]:
        """The hexes that may be entered next after a path, such that the advance can end there or farther on."""
        out = []
        for h in self._steps(path):
            if h not in out and (self.endable(h) or self.next([*path, h])):
                out.append(h)
        return sorted(out)

    def _steps(self, path: list[str]) -> list[str]:
        if not self.may:
            return []
        at, k = (path[-1] if path else self.piece.at), len(path)
        return [
            t.hexes[k]
            for t in self.frame.trails
            if t.hexes[:k] == path
            and len(t.hexes) > k
            and t.hexes[k] in self.field.map.neighbours[at]
            and self.field.holder.get(t.hexes[k]) != self.enemy
            and not self.field.map.barred(self.unit, at, t.hexes[k])
        ]

    def endable(self, hex_id: str) -> bool:
        """Whether the advance may end in a hex (9.20)."""
        others = [self.field.unit(p) for p in self.field.at.get(hex_id, ()) if p != self.pid]
        return self.scenario.fits(self.s, self.field, self.unit, hex_id, others)

    def flights(self) -> list[str]:
        """Hexes to which it may be flown in place of an advance (13.4)."""
        if not self.next([]) or not can_fly(self.s, self.scenario, self.piece.side, self.unit):
            return []
        grid = self.field.map.grid
        closed = known_air_defence(self.s, self.field, self.enemy)
        if closed >> grid.index[self.piece.at] & 1:
            return []
        closed |= self.field.zoc(self.enemy, self.unit) | self.field.held(self.enemy)
        return [h for h in grid.hexes(~closed & (1 << len(grid.ids)) - 1) if h != self.piece.at and self.endable(h)]


def run_advance(play: Play, frame: Advance) -> Ask | None:
    """Ask the victor while any of its pieces may advance."""
    frame.pieces = [p for p in frame.pieces if play.s.pieces[p].on_map]
    if any(Follower(play.s, play.scenario, play.field, frame, p).next([]) for p in frame.pieces):
        return Ask(frame.side, "advance", "Advance along the retreat path, or stay", "9.19")
    play.s.stack.remove(frame)
    return None


class AdvanceWalk(Walk):
    """`[piece, hex, ..., "go"]`, `[piece, "air", column, hex]`, or `["done"]`."""

    def __init__(self, state: State, decision: Decision, frame: Advance, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.frame, self.scenario = state, frame, scenario
        self.field = scenario.field(state)
        alias = state.aliases[decision.seat]
        self.ids = {alias[p]: p for p in sorted(frame.pieces, key=lambda p: int(alias[p][1:]))}
        self.unit: Follower | None = None
        self.path: list[str] = []
        self.air = False
        self.column: list[str] = []

    def _follower(self, pid: str) -> Follower:
        return Follower(self.s, self.scenario, self.field, self.frame, pid)

    def _values(self) -> list[str]:
        if self.unit is None:
            return [*(a for a, p in self.ids.items() if self._follower(p).next([])), "done"]
        if self.air:
            return self.column or sorted({f"column {h[:2]}" for h in self.unit.flights()})
        out = self.unit.next(self.path)
        if self.path and self.unit.endable(self.path[-1]):
            out = [*out, "go"]
        return out if self.path or not self.unit.flights() else [*out, "air"]

    def _take(self, value: str) -> None:
        if value in ("done", "go"):
            self.ready = True
        elif self.unit is None:
            self.unit = self._follower(self.ids[value])
        elif value == "air":
            self.air = True
        elif value.startswith("column "):
            self.column = [h for h in self.unit.flights() if h[:2] == value[-2:]]
        else:
            self.path.append(value)
            self.ready = self.air

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(value, label="No further advance")
        if value == "go":
            return Option(value, label="Stop here")
        if value == "air":
            return Option(value, label="Fly by helicopter instead (13.4)")
        if self.unit is None:
            return Option(value, piece=value, hex=self.s.pieces[self.ids[value]].at)
        if value.startswith("column "):
            return Option(value, hexes=[h for h in self.unit.flights() if h[:2] == value[-2:]])
        return Option(value, hex=value)

    def _shortcuts(self) -> Mapping[str, tuple[str, str]] | None:
        if self.unit is None or self.air or self.path:
            return None
        out: dict[str, tuple[str, str]] = {}
        queue: list[list[str]] = [[]]
        while queue:
            path = queue.pop(0)
            for h in self.unit.next(path):
                if h not in out:
                    out[h] = (path[-1] if path else "", "advance" if self.unit.endable(h) else "")
                    queue.append([*path, h])
        return out


def take_advance(play: Play, frame: Advance, walk: AdvanceWalk) -> None:
    """Carry an advance out; a piece advances once (9.21)."""
    if walk.unit is None:
        play.s.stack.remove(frame)
        side = play.scenario.side_name(frame.side)
        play.say("no_advance", "9.21", f"{side} advances no farther")
        return
    pid = walk.unit.pid
    frame.pieces.remove(pid)
    start = play.s.pieces[pid].at
    if walk.air:
        fly(play, pid, walk.path[0])
        return
    play.place(pid, walk.path[-1])
    play.say("advance", "9.19", f"{{piece}} advances to {walk.path[-1]}", who={"piece": pid}, path=[start, *walk.path])
