"""Movement (sections 7 and 8): paths, disengagement, entry by road, airmobile moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cwb import irregulars
from engine.titles.cwb.data import Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.helicopters import can_fly, fly, known_air_defence
from engine.titles.cwb.landing import drop, forecast
from engine.titles.cwb.play import Play, number
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import HAND, WAITING, State

OFF_MAP = (WAITING, HAND)
"""Where units that may still enter in a movement phase are (6.4, 6.6)."""
SHORTCUTS = 400
"""The most hexes that a menu can hold shortcuts to; a unit that reaches more (from off the map, by any edge) picks its entry hex first."""


def half(points: int) -> str:
    """Half movement points as people write them: 5 -> "2½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ''}½" if rest else str(whole)


class Mover:
    """One unit's possibilities in a movement phase: pure questions about a state."""

    def __init__(self, state: State, scenario: Scenario, field: Field, pid: str) -> None:
        self.s, self.scenario, self.field, self.pid = state, scenario, field, pid
        self.piece = state.pieces[pid]
        self.unit: Unit = field.unit(pid)
        self.side = self.piece.side
        self.enemy = scenario.enemy(self.side)
        self.rubble = frozenset(state.rubble)
        self.disengaging = self.piece.on_map and field.in_zoc(self.piece.at, self.enemy, self.unit)
        self.irregular = field.irregular(pid)
        self._completable: dict[tuple[str, int, bool], bool] = {}

    @property
    def allowance(self) -> int:
        """Half MP for this phase: halved (rounding down to whole MP) when suppressed or disengaging, once only (11.3, 8.10)."""
        m = self.unit.m * self.scenario.movement_factor(self.s, self.pid)
        return 2 * (m // 2 if self.piece.suppressed or self.disengaging else m)

    def refusal(self) -> Refusal | None:
        """Why the unit may not move at all."""
        if self.piece.moved:
            return Refusal("already_moved", "this unit has moved in this phase", "7.3")
        if self.piece.scouted:
            return Refusal("scouted", "this unit has made a recon without moving, and does not move in this player turn", "20.1")
        if self.unit.m == 0:
            return Refusal("immobile", "a unit with movement 0 never moves", "7.4")
        return self.scenario.may_move(self.s, self.pid)

    def endable(self, hex_id: str) -> bool:
        """Whether the move may end here: units that can still move away do not count against stacking yet (7.8)."""
        holder = self.field.holder.get(hex_id)
        if holder is None:
            return self.scenario.fits(self.s, self.field, self.unit, hex_id, ())
        if holder != self.side:
            return False
        stay = [
            self.field.unit(p)
            for p in self.field.at.get(hex_id, ())
            if p != self.pid and (self.s.pieces[p].moved or self.s.pieces[p].scouted or self.field.unit(p).m == 0)
        ]
        return self.scenario.fits(self.s, self.field, self.unit, hex_id, stay)

    def cost(self, a: str, b: str) -> int | None:
        """Half MP from a hex to its neighbour, None where barred."""
        if self.irregular:
            return irregulars.step_cost(self.field.map, self.unit, a, b, self.needs_engineers(a, b))
        rubble = b in self.rubble
        plain = self.field.map.step_cost(self.unit, a, b, rubble)
        if plain is not None and plain <= self.field.map.hex_cost(b, rubble):
            return plain
        return self.field.map.step_cost(self.unit, a, b, rubble, self.needs_engineers(a, b))

    def needs_engineers(self, a: str, b: str) -> bool:
        """Whether the step goes by other units' temporary bridge: engineers that move build none (16.27)."""
        plain = self.field.map.step_cost(self.unit, a, b, b in self.rubble)
        if plain is not None and plain <= self.field.map.hex_cost(b, b in self.rubble):
            return False
        return self.scenario.bridges_river(self.s, self.field, self.side, a, b) not in ("", self.pid)

    def stops(self, hex_id: str) -> bool:
        """Whether entering the hex ends the move (8.5)."""
        return self.field.in_zoc(hex_id, self.enemy, self.unit)

    def steps(self, at: str, left: int, first: bool) -> dict[str, int]:
        """The neighbours that may be entered now, with the half MP left afterwards; only where the move can then be completed.

        A first step may take all MP (7.4); a disengaging unit enters no enemy zone of control (8.10).
        """
        out = {}
        for n in self.field.map.neighbours[at]:
            after = self.after_step(at, n, left, first)
            if after is not None and self.completable(n, after):
                out[n] = after
        return out

    def after_step(self, at: str, to: str, left: int, first: bool) -> int | None:
        """Half MP left after a step, or None where the step itself is not allowed."""
        if self.field.holder.get(to) == self.enemy:
            return None
        if self.stops(to) and (self.disengaging_into(first) or self.scenario.shuns_zoc(self.s, self.side)):
            return None
        cost = self.cost(at, to)
        if cost is None:
            return None
        if cost > left:
            return 0 if first else None
        return left - cost

    def disengaging_into(self, first: bool) -> bool:
        """Whether a step into an enemy ZOC is barred to a disengaging unit: the first always, later ones but in Angola (8.10)."""
        return self.disengaging and (first or not self.scenario.disengages_into_zoc)

    def completable(self, hex_id: str, left: int) -> bool:
        """Whether a move that has come here can end legally, here or farther on."""
        if self.endable(hex_id):
            return True
        if left <= 0 or self.stops(hex_id):
            return False
        key = (hex_id, left, False)
        if key not in self._completable:
            self._completable[key] = False
            self._completable[key] = any(
                after is not None and after < left and self.completable(n, after)
                for n in self.field.map.neighbours[hex_id]
                for after in [self.after_step(hex_id, n, left, False)]
            )
        return self._completable[key]

    def entries(self) -> dict[str, int]:
        """Entry hexes for an off-map unit with the half MP left after entering in file (16.26)."""
        out = {}
        for hex_id in self.scenario.entry_hexes(self.s, self.field, self.unit):
            if self.field.holder.get(hex_id, self.side) != self.side:
                continue
            left = self.allowance - self.s.files.get(hex_id, 0) - (irregulars.entry_cost(self.field.map) if self.irregular else 1)
            if left >= 0 and self.completable(hex_id, left):
                out[hex_id] = left
        for hex_id in self.scenario.placement_edge(self.s, self.field, self.unit):
            if hex_id not in out and self.endable(hex_id):
                out[hex_id] = -1
        return out

    def flights(self) -> list[str]:
        """Where a transport helicopter may take the unit (13.1-13.3), as far as its owner knows of air defences."""
        return list(self._landings())

    def flies(self) -> bool:
        """Whether a transport helicopter may take the unit anywhere."""
        return next(self._landings(), None) is not None

    def _landings(self) -> Iterator[str]:
        if not can_fly(self.s, self.scenario, self.side, self.unit):
            return
        if not (self.piece.on_map or self.scenario.flies_in(self.unit)):
            return
        closed = known_air_defence(self.s, self.field, self.enemy)
        grid = self.field.map.grid
        if self.piece.on_map and closed >> grid.index[self.piece.at] & 1:
            return
        yield from (h for h in grid.hexes(~closed & (1 << len(grid.ids)) - 1) if h != self.piece.at and self._landable(h))

    def _landable(self, hex_id: str) -> bool:
        """Whether the unit may come down in a hex: one where it may stand, out of enemy zones of control in a refit turn (17.32)."""
        return self.endable(hex_id) and not (self.stops(hex_id) and self.scenario.shuns_zoc(self.s, self.side))

    def drop_zone(self) -> list[str]:
        """Where the unit may land by parachute: anywhere not held by the enemy (17.28, 19.4)."""
        if not self.scenario.drops(self.s, self.field, self.pid):
            return []
        return [h for h in self.field.map.grid.ids if h != self.piece.at and self._landable(h)]

    def can_act(self) -> bool:
        """Whether the unit has any move."""
        if self.refusal():
            return False
        if self.piece.on_map:
            return self._can_step() or self.flies() or self.scenario.drops(self.s, self.field, self.pid)
        return self.piece.at in OFF_MAP and (bool(self.entries()) or self.flies() or bool(self.drop_zone()))

    def _can_step(self) -> bool:
        at, left = self.piece.at, self.allowance
        ways = ((n, self.after_step(at, n, left, True)) for n in self.field.map.neighbours[at])
        return any(after is not None and self.completable(n, after) for n, after in ways)

    def reachable(self, start: str, left: int, first: bool) -> dict[str, tuple[str, int]]:
        """Hexes that can be reached and ended in: hex -> (previous hex, half MP left), the cheapest way."""
        best: dict[str, tuple[str, int]] = {}
        frontier = [(-left, 0, start, first)]
        n_th = count(1)
        while frontier:
            least, _, at, fresh = heappop(frontier)
            rest = -least
            if at != start and best[at][1] > rest:
                continue
            if at != start and (self.stops(at) or rest == 0):
                continue
            for n, after in self.steps(at, rest, fresh).items():
                if n != start and (n not in best or best[n][1] < after):
                    best[n] = ("" if at == start else at, after)
                    heappush(frontier, (-after, next(n_th), n, False))
        return best


class MoveWalk(Walk):
    """A move: `[piece, hex, hex, ..., "go"]`, `[piece, "air" or "drop", column, hex]` or `["done"]`."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario = state, scenario
        self.field = scenario.field(state)
        self.ids = {alias: pid for pid, alias in state.aliases.get(decision.seat, {}).items()}
        self.mover: Mover | None = None
        self.path: list[str] = []
        self.left = 0
        self.mode = ""
        self.column: list[str] = []

    def _can_move(self, pid: str) -> bool:
        piece = self.s.pieces[pid]
        if piece.side != self.decision.seat or piece.moved or not (piece.on_map or piece.at in OFF_MAP):
            return False
        return Mover(self.s, self.scenario, self.field, pid).can_act()

    def _allows(self, value: str) -> bool:
        if self.mover is None and value in self.ids and not self.ready:
            return self._can_move(self.ids[value])
        return super()._allows(value)

    def _values(self) -> list[str]:
        if self.mover is None:
            return [*(alias for alias in sorted(self.ids, key=number) if self._can_move(self.ids[alias])), "done"]
        if self.mode in ("air", "drop"):
            return self.column if self.column else sorted({f"column {h[:2]}" for h in self._flown()})
        if self.path:
            out = [] if self.mode == "placed" or self.mover.stops(self.path[-1]) else list(self._steps())
            return [*out, "go"] if self.mover.endable(self.path[-1]) else out
        out = list(self.mover.entries()) if self.mover.piece.at in OFF_MAP else list(self._steps())
        out += ["air"] if self.mover.flies() else []
        return [*out, "drop"] if self.mover.drop_zone() else out

    def _flown(self) -> list[str]:
        """The hexes that the unit may be flown to, or drop on."""
        assert self.mover is not None
        return self.mover.flights() if self.mode == "air" else self.mover.drop_zone()

    def _steps(self) -> dict[str, int]:
        assert self.mover is not None
        at = self.path[-1] if self.path else self.mover.piece.at
        first = not self.path
        return self.mover.steps(at, self.left, first) if first or self.left > 0 else {}

    def _take(self, value: str) -> None:
        if value in ("done", "go"):
            self.ready = True
        elif self.mover is None:
            self.mover = Mover(self.s, self.scenario, self.field, self.ids[value])
            self.left = self.mover.allowance
        elif value in ("air", "drop"):
            self.mode = value
        elif value.startswith("column "):
            self.column = [h for h in self._flown() if h[:2] == value[-2:]]
        elif self.mode in ("air", "drop"):
            self.path, self.ready = [value], True
        elif not self.path and self.mover.piece.at in OFF_MAP:
            self.left = self.mover.entries()[value]
            self.mode = "placed" if self.left < 0 else "entry"
            self.path = [value]
        else:
            self.left = self._steps()[value]
            self.path.append(value)

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(value, label="End movement", note=self._warning())
        if value == "go":
            return Option(value, label="Stop here")
        if value == "air":
            return Option(value, label="Fly by helicopter (13.1)")
        if value == "drop":
            return Option(value, label="Airborne drop (17.28)" if self.mover and self.mover.piece.on_map else "Airborne landing (19.2)")
        if self.mover is None:
            return Option(value, piece=value, hex=self.s.pieces[self.ids[value]].at if self.s.pieces[self.ids[value]].on_map else "")
        if value.startswith("column "):
            return Option(value, hexes=[h for h in self._flown() if h[:2] == value[-2:]])
        if self.mode == "drop":
            return Option(value, hex=value, note=forecast(self.s, self.scenario, self.field, self.mover.pid, value))
        if self.mode == "air":
            return Option(value, hex=value)
        if not self.path and self.mover.piece.at in OFF_MAP:
            left = self.mover.entries()[value]
            return Option(value, hex=value, note="placed; no further move (16.26)" if left < 0 else f"{half(left)} MP left")
        return Option(value, hex=value, note=f"{half(self._steps()[value])} MP left")

    def _warning(self) -> str:
        over = overstacked(self.s, self.scenario, self.field, self.decision.seat)
        return f"over the stacking limit at {', '.join(over)}: the excess will be lost (7.8)" if over else ""

    def _blocked(self) -> list[Option]:
        if self.mover is None:
            return [
                Option(alias, piece=alias, blocked=why)
                for alias in sorted(self.ids, key=number)
                for pid in [self.ids[alias]]
                if self.s.pieces[pid].side == self.decision.seat and (self.s.pieces[pid].on_map or self.s.pieces[pid].at == WAITING)
                for why in [self._why_not(pid)]
                if why
            ]
        if self.path and not self.mover.endable(self.path[-1]) and not self.ready:
            return [
                Option(
                    "go", label="Stop here", blocked=Refusal("stacking", "the move may not end here: the hex would be overstacked", "7.8")
                )
            ]
        return []

    def _why_not(self, pid: str) -> Refusal | None:
        mover = Mover(self.s, self.scenario, self.field, pid)
        why = mover.refusal()
        if why is None and mover.piece.on_map and mover.disengaging and not mover.can_act():
            why = Refusal("no_disengagement", "in an enemy zone of control with no hex free of them to disengage to", "8.10")
        return why

    def _prompt(self) -> str:
        if self.mover is None:
            return "Choose a unit to move, or end movement"
        return "Choose where to fly" if self.mode in ("air", "drop") else "Choose a hex"

    def _preview(self) -> Mapping[str, Any] | None:
        if self.mover is None:
            return None
        lines = [{"label": "Movement", "value": f"{half(self.mover.allowance)} MP", "rule": "7.2"}]
        if self.mover.disengaging:
            lines.append({"label": "Disengaging: half movement, no enemy zone of control", "value": "", "rule": "8.10"})
        if self.path and self.mode not in ("air", "drop"):
            lines.append({"label": "Left", "value": f"{half(max(0, self.left))} MP"})
        return {"title": "Move", "lines": lines, "hexes": self.path}

    def _shortcuts(self) -> Mapping[str, tuple[str, str]] | None:
        if self.mover is None or self.mode in ("air", "drop", "placed"):
            return None
        out: dict[str, tuple[str, str]] = {}
        if self.path or self.mover.piece.on_map:
            at = self.path[-1] if self.path else self.mover.piece.at
            if self.path and (self.left <= 0 or self.mover.stops(at)):
                return None
            found = self.mover.reachable(at, self.left, not self.path)
        else:
            found = {}
            for entry, left in self.mover.entries().items():
                if left < 0 or (entry in found and found[entry][1] >= left):
                    continue
                found[entry] = ("", left)
                if left > 0 and not self.mover.stops(entry):
                    for hex_id, (prev, rest) in self.mover.reachable(entry, left, False).items():
                        if hex_id not in found or found[hex_id][1] < rest:
                            found[hex_id] = (prev or entry, rest)
                if len(found) > SHORTCUTS:
                    return None
        for hex_id, (prev, left) in found.items():
            out[hex_id] = (prev, f"{half(left)} left" if self.mover.endable(hex_id) else "")
        return out


def overstacked(state: State, scenario: Scenario, field: Field, side: str) -> list[str]:
    """The hexes where a side stands over the stacking limit or mixed against its command rules (7.8)."""
    return [h for h, pids in sorted(field.at.items()) if field.holder[h] == side and not stack_stands(state, scenario, field, h, pids)]


def stack_stands(state: State, scenario: Scenario, field: Field, hex_id: str, pids: list[str]) -> bool:
    """Whether these pieces may end a phase together in a hex."""
    units = [field.unit(p) for p in pids]
    return all(scenario.fits(state, field, u, hex_id, units[:i] + units[i + 1 :]) for i, u in enumerate(units))


def carry_out_move(play: Play, walk: MoveWalk) -> None:
    """Move the piece of a finished walk (7.2, 8.10, 13.1, 16.26)."""
    mover = walk.mover
    assert mover is not None
    pid, piece = mover.pid, play.s.pieces[mover.pid]
    origin = piece.at
    if walk.mode == "air":
        fly(play, pid, walk.path[0])
        piece.moved = True
        return
    if walk.mode == "drop":
        drop(play, pid, walk.path[0])
        return
    steps = ([origin] if piece.on_map else []) + walk.path
    if any(mover.needs_engineers(a, b) for a, b in pairwise(steps)):
        play.s.bridged = True
    if walk.mode == "entry":
        play.s.files[walk.path[0]] = play.s.files.get(walk.path[0], 0) + 1
    piece.moved = True
    play.place(pid, walk.path[-1])
    if origin == WAITING:
        text = f"{{piece}} enters at {walk.path[0]} and moves to {walk.path[-1]}"
        play.say("enter", "6.2", text, who={"piece": pid}, path=walk.path, back=str(mover.unit.m))
    else:
        how = "disengages" if mover.disengaging else "moves"
        play.say(
            "move",
            "8.10" if mover.disengaging else "7.2",
            f"{{piece}} {how} from {origin} to {walk.path[-1]}",
            who={"piece": pid},
            path=steps,
        )
