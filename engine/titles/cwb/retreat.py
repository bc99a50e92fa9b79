"""Retreat after combat (9.16-9.18) and evacuation by helicopter (13.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import hexgrid
from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.titles.cwb.field import Field
from engine.titles.cwb.helicopters import can_fly, fly, known_air_defence
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Attack, Retreat, State, Trail


class Route:
    """Where one piece may retreat: complete paths of hexes, and whether it dies at their end."""

    def __init__(self, state: State, scenario: Scenario, field: Field, pid: str, n: int) -> None:
        self.s, self.scenario, self.field, self.pid, self.n = state, scenario, field, pid, n
        self.piece, self.unit = state.pieces[pid], field.unit(pid)
        self.start = self.piece.at
        self.enemy = scenario.enemy(self.piece.side)
        self.paths, self.dies = self._search()

    def _open(self, a: str, b: str) -> bool:
        """Whether a retreat may pass from a hex to its neighbour: no enemy, no enemy ZOC, no barred side (9.17)."""
        if self.field.holder.get(b) == self.enemy or self.field.in_zoc(b, self.enemy, self.unit):
            return False
        return not self.field.map.barred(self.unit, a, b)

    def _fits(self, hex_id: str) -> bool:
        others = [self.field.unit(p) for p in self.field.at.get(hex_id, ()) if p != self.pid]
        return self.scenario.fits(self.s, self.field, self.unit, hex_id, others)

    def _search(self) -> tuple[list[list[str]], bool]:
        """Straight paths of full length, farther where the end is full; through vacant hexes if that leads anywhere; else the longest."""
        straight = self._straight()
        full = [p for p in straight if len(p) == self.n]
        if not full:
            longest = max((len(p) for p in straight), default=0)
            part = [p for p in straight if len(p) == longest] or [[]]
            return self._vacant_first(part), True
        vacant = self._vacant_first(full)
        ended, stuck = self._ends(vacant)
        if not ended and len(vacant) < len(full):
            ended, stuck = self._ends(full)
        return (ended, False) if ended else (stuck, True)

    def _ends(self, paths: list[list[str]]) -> tuple[list[list[str]], list[list[str]]]:
        """The paths of full length, prolonged where their end is full: those that reach a place to stand, and those that get stuck."""
        ended: list[list[str]] = []
        stuck: list[list[str]] = []
        for path in paths:
            if self._fits(path[-1]):
                ended.append(path)
            else:
                more, dead = self._onward(path)
                ended += more
                stuck += dead
        return ended, stuck

    def _straight(self) -> list[list[str]]:
        """All paths, of any length up to n, on which every step leads farther from the start."""
        out: list[list[str]] = []
        level: list[list[str]] = [[]]
        for i in range(1, self.n + 1):
            grown = []
            for path in level:
                at = path[-1] if path else self.start
                for b in self.field.map.neighbours[at]:
                    if hexgrid.distance(self.start, b) == i and self._open(at, b):
                        grown.append([*path, b])
            out += grown
            level = grown
        return out

    def _vacant_first(self, paths: list[list[str]]) -> list[list[str]]:
        vacant = [p for p in paths if not any(h in self.field.at for h in p)]
        return vacant or paths

    def _onward(self, path: list[str]) -> tuple[list[list[str]], list[list[str]]]:
        """The ways on from a full hex, hex by hex and as straight as possible, to the nearest that has room; else where they get stuck."""
        level, dead = [path], []
        while level:
            ended: list[list[str]] = []
            grown: list[list[str]] = []
            for p in level:
                at = p[-1]
                here = hexgrid.distance(self.start, at)
                ways = [b for b in self.field.map.neighbours[at] if b not in p and b != self.start and self._open(at, b)]
                ways = [b for b in ways if hexgrid.distance(self.start, b) > here] or ways
                if not ways:
                    dead.append(p)
                for b in ways:
                    (ended if self._fits(b) else grown).append([*p, b])
            if ended:
                return ended, []
            level = grown[:200]
        return [], dead or [path]

    def flights(self) -> list[str]:
        """Hexes to which the piece may be flown out instead (13.4)."""
        if not can_fly(self.s, self.scenario, self.piece.side, self.unit):
            return []
        grid = self.field.map.grid
        closed = known_air_defence(self.s, self.field, self.enemy)
        if closed >> grid.index[self.start] & 1:
            return []
        closed |= self.field.zoc(self.enemy, self.unit) | self.field.held(self.enemy)
        return [h for h in grid.hexes(~closed & (1 << len(grid.ids)) - 1) if h != self.start and self._fits(h)]


def run_retreat(play: Play, frame: Retreat) -> Ask | None:
    """Retreat what has no choice; ask the owner for the rest."""
    frame.pieces = [p for p in frame.pieces if play.s.pieces[p].on_map]
    for pid in list(frame.pieces):
        if play.unit(pid).m == 0 and not (frame.fly and can_fly(play.s, play.scenario, frame.side, play.unit(pid))):
            finish(play, frame, pid, [], True)
    if not frame.pieces:
        play.s.stack.remove(frame)
        parent = play.s.stack[-1]
        if isinstance(parent, Attack):
            parent.trails += frame.trails
        return None
    if len(frame.pieces) == 1:
        route = Route(play.s, play.scenario, play.field, frame.pieces[0], frame.n)
        if len(route.paths) == 1 and not (frame.fly and route.flights()):
            finish(play, frame, route.pid, route.paths[0], route.dies)
            return None
    return Ask(frame.side, "retreat", f"Retreat {frame.n} hex{'es' if frame.n > 1 else ''}", "9.16")


def finish(play: Play, frame: Retreat, pid: str, path: list[str], dies: bool) -> None:
    """Move a retreating piece along its path, or eliminate it at the end of it, and note the trail it leaves (9.17, 9.20)."""
    piece = play.s.pieces[pid]
    start = piece.at
    frame.pieces.remove(pid)
    piece.shaken = True
    if path:
        joins = next((i for i, h in enumerate(path) if h in play.field.at), None)
        play.place(pid, path[-1])
        play.say("retreat", "9.16", f"{{piece}} retreats from {start} to {path[-1]}", who={"piece": pid}, path=[start, *path])
    else:
        joins = None
    if dies:
        play.eliminate(
            pid,
            "9.18" if play.unit(pid).m == 0 else "9.17",
            "cannot retreat farther and is eliminated" if path else "cannot retreat and is eliminated",
        )
        vacated = [start, *path]
    else:
        vacated = [start, *path[:-1]]
    if joins is not None:
        vacated = [start, *path[:joins]]
    frame.trails.append(Trail(vacated))


class RetreatWalk(Walk):
    """`[piece, hex, ...]` along one of its paths, or `[piece, "air", column, hex]`."""

    def __init__(self, state: State, decision: Decision, frame: Retreat, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.frame, self.scenario = state, frame, scenario
        self.field = scenario.field(state)
        alias = state.aliases[decision.seat]
        self.ids = {alias[p]: p for p in sorted(frame.pieces, key=lambda p: int(alias[p][1:]))}
        self.route: Route | None = None
        self.path: list[str] = []
        self.air = False
        self.column: list[str] = []

    def _flights(self) -> list[str]:
        return self.route.flights() if self.route and self.frame.fly else []

    def _next(self) -> list[str]:
        assert self.route is not None
        k = len(self.path)
        return sorted({p[k] for p in self.route.paths if p[:k] == self.path and len(p) > k})

    def _values(self) -> list[str]:
        if self.route is None:
            return list(self.ids)
        if self.air:
            return self.column or sorted({f"column {h[:2]}" for h in self._flights()})
        stay = ["go"] if not self.path and self.route.paths == [[]] else []
        return self._next() + stay + (["air"] if not self.path and self._flights() else [])

    def _take(self, value: str) -> None:
        if self.route is None:
            self.route = Route(self.s, self.scenario, self.field, self.ids[value], self.frame.n)
            self.ready = self.route.paths == [[]] and not self._flights()
        elif value == "go":
            self.ready = True
        elif value == "air":
            self.air = True
        elif value.startswith("column "):
            self.column = [h for h in self._flights() if h[:2] == value[-2:]]
        else:
            self.path.append(value)
            self.ready = self.air or not self._next()

    def _option(self, value: str) -> Option:
        if self.route is None:
            return Option(value, piece=value, hex=self.s.pieces[self.ids[value]].at)
        if value == "go":
            return Option(value, label="It cannot retreat: eliminated (9.17)")
        if value == "air":
            return Option(value, label="Fly out by helicopter (13.4)")
        if value.startswith("column "):
            return Option(value, hexes=[h for h in self._flights() if h[:2] == value[-2:]])
        return Option(value, hex=value, note="eliminated there (9.17)" if self.route.dies and not self.air else "")

    def _shortcuts(self) -> Mapping[str, tuple[str, str]] | None:
        if self.route is None or self.air or self.path:
            return None
        out: dict[str, tuple[str, str]] = {}
        for path in self.route.paths:
            for i, h in enumerate(path):
                if h not in out:
                    last = i == len(path) - 1
                    out[h] = (path[i - 1] if i else "", ("eliminated" if self.route.dies else "retreat") if last else "")
        return out

    def menu(self) -> Any:
        """A retreat ends by itself at the end of its path, so shortcuts need no finishing pick."""
        menu = super().menu()
        menu.finish = ""
        return menu


def take_retreat(play: Play, frame: Retreat, walk: RetreatWalk) -> None:
    """Carry a retreat or an evacuation out."""
    route = walk.route
    assert route is not None
    if not walk.air:
        finish(play, frame, route.pid, walk.path, route.dies)
        return
    start = play.s.pieces[route.pid].at
    if fly(play, route.pid, walk.path[0]):
        frame.pieces.remove(route.pid)
        play.s.pieces[route.pid].shaken = True
        frame.trails.append(Trail([start]))
