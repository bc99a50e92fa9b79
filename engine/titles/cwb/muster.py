"""The reinforcement phase of Angola '87: calls, withdrawals, refit, air power, arrivals (17.10-17.12, 17.20-17.27, 17.32)."""

from __future__ import annotations

from engine.decisions import Decision, Option, Refusal, Walk
from engine.flow import Ask
from engine.title import UMPIRE
from engine.titles.cwb.airpower import MixWalk, keep_air, roll_air, take_mix
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.choice import SetWalk
from engine.titles.cwb.field import Field
from engine.titles.cwb.placement import draw, hand, tell_drawn
from engine.titles.cwb.play import Play, number
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import DEAD, HAND, OUT, POOL, WAITING, Muster, Place, State


def run_muster(play: Play, frame: Muster) -> Ask | None:
    """Go through the steps of the phase; ask where the side has a choice."""
    if not frame.todo:
        play.s.stack.remove(frame)
        return None
    step = frame.todo[0]
    name = play.scenario.side_name(frame.side)
    if step == "muster":
        kinds = "refit, call, withdraw" if frame.side == SOUTH_AFRICAN else "refit, call"
        return Ask(frame.side, "muster", f"{name}: {kinds}, or go on to the air power roll", "6.1")
    if step == "mix" and frame.points > 0:
        return Ask(frame.side, "mix", f"Choose {frame.points} air points", play.scenario.air_rule(play.s, frame.side))
    if step == "replacements" and frame.points_back > 0 and candidates(play.s, play.scenario, frame.side):
        return Ask(frame.side, "replacements", f"Take back up to {frame.points_back} units", "17.32")
    frame.todo.pop(0)
    if step == "air":
        roll_air(play, frame)
    elif step == "mix":
        keep_air(play, frame.side, {})
    elif step == "arrivals":
        arrive(play, frame.side)
    elif step == "place":
        play.s.stack.remove(frame)
        if hand(play.s, frame.side):
            play.s.stack.append(Place(frame.side))
    return None


# what a side may do as the phase begins


def near_mavinga(state: State, scenario: Scenario, field: Field) -> bool:
    """Whether a Communist unit stands on or next to Mavinga (17.26, 17.27)."""
    mavinga = field.map.places["Mavinga"]
    return bool(field.held(COMMUNIST) & field.map.grid.within(mavinga, 1))


def price(state: State, scenario: Scenario, field: Field, pid: str) -> int:
    """Victory points that the enemy gets for an optional unit called now (17.12, 17.25, 17.26)."""
    unit = field.book.units[state.pieces[pid].unit]
    cost = unit.vp_cost
    if unit.cmd == "SADF":
        factor = field.book.special["optional_price_factor"]
        cost *= int(factor["communist_near_mavinga" if near_mavinga(state, scenario, field) else "otherwise"])
    return cost


def second_roll_price(state: State, scenario: Scenario, field: Field) -> int:
    """Victory points for a second air power roll (17.27)."""
    rows = field.book.special["second_air_roll"]
    return int(rows["communist_near_mavinga" if near_mavinga(state, scenario, field) else "otherwise"])


def callable_units(state: State, scenario: Scenario, side: str) -> list[str]:
    """The optional units that a side may still call, by pack id: which they are is known to all. None comes twice (17.23)."""
    units = scenario.book(state).units
    return sorted(
        p.unit
        for pid, p in state.pieces.items()
        if p.side == side and p.at == OUT and units[p.unit].vp_cost and f"due {pid}" not in state.special
    )


def may_contingency(state: State, scenario: Scenario, field: Field) -> bool:
    """Once, while a SADF manoeuvre unit stands on or next to Cuito Cuanavale (17.10, I16)."""
    if "contingency" in state.special:
        return False
    near = field.map.grid.within(field.map.places["Cuito Cuanavale"], 1)
    return any(
        near >> field.map.grid.index[p.at] & 1 and field.unit(pid).cmd == "SADF" and not field.unit(pid).artillery
        for pid, p in field.pieces_of(SOUTH_AFRICAN)
    )


def withdrawable(state: State, scenario: Scenario, field: Field) -> list[str]:
    """SADF units that may be withdrawn for the 82nd Brigade: they need a way out free of enemy units and ZOC (17.23)."""
    special = field.book.special
    if state.turn < special["rotation_from"] or "rotated" in state.special:
        return []
    return [pid for pid, p in field.pieces_of(SOUTH_AFRICAN) if field.unit(pid).cmd == "SADF" and field.unit(pid).m and leaves(field, pid)]


def leaves(field: Field, pid: str) -> bool:
    """Whether a path of hexes leads from a piece to Mavinga or the south edge, its own hex excepted (17.23)."""
    unit, start = field.unit(pid), field.pieces[pid].at
    if unit.airborne or unit.type == "special_forces":
        return True
    grid = field.map.grid
    goal = grid.bits((*grid.edge("south"), field.map.places["Mavinga"]))
    closed = field.held(COMMUNIST) | field.zoc(COMMUNIST)
    seen = front = grid.bits([start])
    while front:
        if front & goal:
            return True
        grown = 0
        for h in grid.hexes(front):
            grown |= grid.neighbour_bits[h]
        front = grown & ~closed & ~seen
        seen |= front
    return False


class MusterWalk(Walk):
    """`["refit", "go"]`, `["second roll", "go"]`, `["call", unit, "go"]`, `["withdraw", piece, "go"]`, `["contingency", "go"]`,
    `["flip", piece, "go"]` or `["done"]`."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario, self.side = state, scenario, decision.seat
        self.field = scenario.field(state)
        frame = state.stack[-1]
        assert isinstance(frame, Muster)
        self.frame = frame
        self.ids = {a: p for p, a in state.aliases[decision.seat].items()}

    def _values(self) -> list[str]:
        if len(self.picks) >= 2 or (self.picks and self.picks[0] in ("refit", "second roll", "contingency")):
            return ["go"]
        if self.picks:
            if self.picks[0] == "call":
                return callable_units(self.s, self.scenario, self.side)
            return self._leavers() if self.picks[0] == "withdraw" else self._flippable()
        out = ["refit"] if f"refit {self.side}" not in self.s.special and not self.frame.begun else []
        if self.side == SOUTH_AFRICAN and not self.frame.twice:
            out.append("second roll")
        if callable_units(self.s, self.scenario, self.side):
            out.append("call")
        if self.side == SOUTH_AFRICAN and self._leavers():
            out.append("withdraw")
        if self.side == COMMUNIST and may_contingency(self.s, self.scenario, self.field):
            out.append("contingency")
        if self._flippable():
            out.append("flip")
        return [*out, "done"]

    def _leavers(self) -> list[str]:
        pids = withdrawable(self.s, self.scenario, self.field)
        return sorted((a for a, p in self.ids.items() if p in pids), key=number)

    def _flippable(self) -> list[str]:
        """In a refit turn: revealed units that may be turned down again, never SADF (17.32)."""
        if not self.scenario.refitting(self.s, self.side):
            return []
        pids = [p for p, x in self.field.pieces_of(self.side) if x.revealed and self.scenario.untried(self.field.unit(p))]
        return sorted((a for a, p in self.ids.items() if p in pids), key=number)

    def _take(self, value: str) -> None:
        self.ready = value in ("go", "done")

    def _option(self, value: str) -> Option:
        labels = {
            "refit": "Declare the refit (17.32)",
            "second roll": "Roll twice for air power (17.27)",
            "call": "Call an optional unit",
            "withdraw": "Withdraw a SADF unit (17.23)",
            "contingency": "Call the contingency forces (17.10)",
            "flip": "Turn a unit down again (17.32)",
            "done": "Go on",
            "go": "Do it",
        }
        if value in self.ids:
            piece = self.s.pieces[self.ids[value]]
            return Option(value, piece=value, hex=piece.at, note=f"{self.field.unit(self.ids[value]).a} attack factors")
        if self.picks and self.picks[0] == "call" and value not in labels:
            pid = next(p for p, x in self.s.pieces.items() if x.unit == value)
            return Option(value, label=value.replace(":", " "), note=f"{price(self.s, self.scenario, self.field, pid)} VP for the enemy")
        return Option(value, label=labels.get(value, value), note="" if self.picks else self._explain(value))

    def _explain(self, value: str) -> str:
        if value == "second roll":
            return f"{second_roll_price(self.s, self.scenario, self.field)} VP for the enemy"
        if value == "refit":
            return "no moves into enemy ZOC, attacks three columns left this turn"
        if value == "withdraw":
            return f"{self.s.special.get('withdrawn', 0)} of {self.field.book.special['rotation_factors']} attack factors so far"
        return ""

    def _blocked(self) -> list[Option]:
        if self.picks or self.side != SOUTH_AFRICAN or self.s.turn >= self.field.book.special["rotation_from"]:
            return []
        why = Refusal("too_early", "SADF rotation begins on turn 6", "17.23")
        return [Option("withdraw", label="Withdraw a SADF unit (17.23)", blocked=why)]


def take_muster(play: Play, frame: Muster, walk: MusterWalk) -> None:
    """Carry out what the side chose at the start of its phase."""
    s, side, kind = play.s, frame.side, walk.picks[0]
    name, enemy = play.scenario.side_name(side), play.enemy(side)
    frame.begun = True
    if kind == "done":
        frame.todo.pop(0)
    elif kind == "refit":
        s.special[f"refit {side}"] = s.turn
        frame.points_back = play.roll("refit", s.turn, side)
        play.say("refit", "17.32", f"{name} refits: die {frame.points_back}", side=side, die=frame.points_back)
    elif kind == "second roll":
        frame.twice = True
        play.score(enemy, second_roll_price(s, play.scenario, play.field), "Second air power rolls", "17.27")
    elif kind == "call":
        call(play, side, walk.picks[1])
    elif kind == "contingency":
        s.special["contingency"] = s.turn
        play.say("contingency", "17.10", f"{name} calls the contingency forces", side=side)
    elif kind == "withdraw":
        withdraw(play, walk.ids[walk.picks[1]])
    else:
        flip(play, walk.ids[walk.picks[1]])


def call(play: Play, side: str, unit_id: str) -> None:
    """Call an optional unit: its price at once, its arrival at once or after half a die, rounded up (17.12, 17.25, 17.26)."""
    s = play.s
    pid = next(p for p, x in s.pieces.items() if x.unit == unit_id)
    play.score(
        play.enemy(side), price(s, play.scenario, play.field, pid), "Optional units called", "17.26" if side == SOUTH_AFRICAN else "17.12"
    )
    delay = 0
    if play.unit(pid).arrives.get("delay"):
        die = play.roll("delay", s.turn, unit_id)
        delay = (die + 1) // 2
    s.special[f"due {pid}"] = s.turn + delay
    s.pieces[pid].at = WAITING
    play.touch()
    when = (
        "at once"
        if not delay
        else f"on turn {s.turn + delay}"
        if s.turn + delay <= play.book.special["turns"]
        else "too late for this game"
    )
    play.say("called", "17.26", f"{unit_id.replace(':', ' ')} is called and comes {when}", side=side, unit=unit_id, turn=s.turn + delay)


def withdraw(play: Play, pid: str) -> None:
    """Withdraw a SADF unit; with seven attack factors in all the 82nd Brigade comes (17.23)."""
    s = play.s
    factors = play.unit(pid).a
    play.say("withdrawn", "17.23", "{piece} is withdrawn", who={"piece": pid}, hex=s.pieces[pid].at, points=factors)
    play.return_to(pid, OUT)
    s.special["withdrawn"] = s.special.get("withdrawn", 0) + factors
    if s.special["withdrawn"] >= play.book.special["rotation_factors"]:
        s.special["rotated"] = s.turn
        play.say("rotation", "17.23", "The 82nd Mechanized Brigade arrives", side=SOUTH_AFRICAN)


def flip(play: Play, pid: str) -> None:
    """Turn a revealed unit down: nobody knows it again by an old id (17.32)."""
    play.s.pieces[pid].revealed = play.s.pieces[pid].looked = False
    play.say("flipped", "17.32", f"A unit at {play.s.pieces[pid].at} is turned down again", hex=play.s.pieces[pid].at)
    for known in play.s.aliases.values():
        known.pop(pid, None)


# arrivals and replacements


def arrive(play: Play, side: str) -> None:
    """Put what is due into the side's hand; South Africa picks one UNITA unit unseen (17.10, 17.20, 17.24)."""
    scenario, s = play.scenario, play.s
    due = sorted(pid for pid, p in s.pieces.items() if p.side == side and p.at == WAITING and scenario.due(s, pid))
    for pid in due:
        s.pieces[pid].at = HAND
    play.touch()
    if due:
        play.say("due", "6.2", f"{len(due)} {scenario.side_name(side)} units arrive", side=side, count=len(due))
    if side == SOUTH_AFRICAN:
        drawn = draw(play, side, "UNITA", 1)
        if drawn:
            play.say("picks", "17.24", "A UNITA unit is picked unseen", side=side, count=1)
            tell_drawn(play, side, drawn)


def candidates(state: State, scenario: Scenario, side: str) -> dict[str, list[str]]:
    """What a side may take back: SADF units by name from the dead, UNITA from the pool, Communist ones by command and type (17.32)."""
    book = scenario.book(state)
    out: dict[str, list[str]] = {}
    for pid, p in sorted(state.pieces.items()):
        unit = book.units[p.unit]
        if p.side != side:
            continue
        if p.at == POOL and unit.cmd == "UNITA":
            out.setdefault("UNITA", []).append(pid)
        elif p.at == DEAD and unit.cmd == "SADF":
            out.setdefault(unit.id, []).append(pid)
        elif p.at == DEAD and side == COMMUNIST:
            out.setdefault(f"{unit.cmd} {unit.type}", []).append(pid)
    return out


class ReplacementWalk(SetWalk):
    """Units to take back one by one, then `go`: at most two SADF ones, the rest UNITA (17.32)."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        frame = state.stack[-1]
        assert isinstance(frame, Muster)
        self.side, self.points = decision.seat, frame.points_back
        self.found = candidates(state, scenario, decision.seat)
        self.sadf_max = int(scenario.book(state).special["refit_sadf_max"])

    def _values(self) -> list[str]:
        if len(self.chosen) >= self.points:
            return ["go"]
        sadf = sum(c != "UNITA" for c in self.chosen) if self.side == SOUTH_AFRICAN else 0
        out = [
            key
            for key, pids in self.found.items()
            if self.chosen.count(key) < len(pids) and (self.side == COMMUNIST or key == "UNITA" or sadf < self.sadf_max)
        ]
        return [*out, "go"]

    def _option(self, value: str) -> Option:
        if value == "go":
            return Option(value, label=f"Take back {len(self.chosen)} units")
        left = len(self.found[value]) - self.chosen.count(value)
        return Option(value, label=value.replace(":", " ").replace("_", " "), note=f"{left} there")


def take_replacements(play: Play, frame: Muster, walk: ReplacementWalk) -> None:
    """Take units back into the hand, untried ones at random from their kind; the enemy is told how many only (17.32)."""
    s, side = play.s, frame.side
    frame.todo.pop(0)
    taken = []
    for key in walk.chosen:
        pids = candidates(s, play.scenario, side)[key]
        pid = pids[play.draw(len(pids), "replacement", s.turn, key)]
        unit = play.unit(pid)
        for known in s.aliases.values():
            known.pop(pid, None)
        s.pieces[pid].at = HAND
        s.pieces[pid].revealed = unit.cmd == "SADF"
        taken.append(pid)
    play.touch()
    play.say("replaced", "17.32", f"{play.scenario.side_name(side)} takes back {len(taken)} units", side=side, count=len(taken))
    for pid in taken:
        unit = play.unit(pid)
        play.say("drawn", "17.32", "{piece} comes back", to=(side, UMPIRE), who={"piece": pid}, symbol=unit.type, back=str(unit.m))


def muster_walk(state: State, decision: Decision, scenario: Scenario) -> Walk:
    """The walk of an open decision of the phase."""
    kinds = {"muster": MusterWalk, "mix": MixWalk, "replacements": ReplacementWalk}
    return kinds[decision.kind](state, decision, scenario)


def take_any(play: Play, frame: Muster, walk: Walk) -> None:
    """Carry out a choice of the phase."""
    if isinstance(walk, MusterWalk):
        take_muster(play, frame, walk)
    elif isinstance(walk, MixWalk):
        take_mix(play, frame, walk)
    elif isinstance(walk, ReplacementWalk):
        take_replacements(play, frame, walk)
