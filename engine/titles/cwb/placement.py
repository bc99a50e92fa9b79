"""Placing pieces at set-up and as reinforcements, choosing pools, disbanding (3.2, 6.2, 16.11, 16.12, 18.6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Decision, Option, Refusal, Walk
from engine.flow import Ask
from engine.title import UMPIRE
from engine.titles.cwb.choice import PieceWalk
from engine.titles.cwb.irregulars import shown_type
from engine.titles.cwb.movement import overstacked
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import HAND, POOL, Disband, Picks, Place, SetUp, State


def hand(state: State, side: str) -> list[str]:
    """A side's drawn pieces that are not placed, in internal order."""
    return sorted(pid for pid, p in state.pieces.items() if p.side == side and p.at == HAND)


def run_set_up(play: Play, frame: SetUp) -> Ask | None:
    """Ask the side for its initial forces; each placement is unseen by the others until all are down."""
    return Ask(frame.side, "set-up", "Place your initial forces, then end the set-up", "3.2")


def run_place(play: Play, frame: Place) -> Ask | None:
    """Ask for the pieces in hand while one can be placed; the rest is withheld (6.6)."""
    if any(play.scenario.placeable(play.s, play.field, pid) for pid in hand(play.s, frame.side)):
        return Ask(frame.side, "place", "Place your reinforcements, or withhold them", "6.2")
    play.s.stack.remove(frame)
    return None


WIDE = 350
"""More hexes than this are chosen by column first, so that a menu stays small."""


class PlaceWalk(Walk):
    """`[piece, hex]` or, where there are very many hexes, `[piece, column, hex]`; `["done"]`.

    `["rest", "go"]` lets the computer place what is left.
    """

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario = state, scenario
        self.field = scenario.field(state)
        self.set_up = isinstance(state.stack[-1], SetUp)
        alias = state.aliases[decision.seat]
        side = decision.seat
        waiting = [p for p in alias if state.pieces[p].side == side and state.pieces[p].at == HAND]
        placed = [p for p in alias if state.pieces[p].side == side and state.pieces[p].on_map] if self.set_up else []
        self.needed = [p for p in waiting if self.set_up and not scenario.may_withhold(self.field.unit(p))]
        self.waiting = {alias[p]: p for p in sorted(waiting, key=lambda p: int(alias[p][1:]))}
        self.placed = {alias[p]: p for p in sorted(placed, key=lambda p: int(alias[p][1:]))}
        over = overstacked(state, scenario, self.field, side) if self.set_up else []
        self.over = [h for h in over if any(self._elsewhere(p) for p in self.field.at[h])]
        self.pid = ""
        self.column = ""

    def _allows(self, value: str) -> bool:
        if not self.picks:
            pid = self.waiting.get(value) or self.placed.get(value)
            if pid:
                return bool(self._hexes(pid))
        return super()._allows(value)

    def _values(self) -> list[str]:
        if self.picks == ["rest"]:
            return ["go"]
        if self.column:
            return [h for h in self._hexes(self.pid) if h[:2] == self.column]
        if self.pid:
            hexes = self._hexes(self.pid)
            return hexes if len(hexes) <= WIDE else sorted({f"column {h[:2]}" for h in hexes})
        out = [a for a, p in {**self.waiting, **self.placed}.items() if self._hexes(p)]
        if any(self._hexes(p) for p in self.waiting.values()):
            out.append("rest")
        if not self.needed and not self.over:
            out.append("done")
        return out

    def _hexes(self, pid: str) -> list[str]:
        return self.scenario.placeable(self.s, self.field, pid)

    def _elsewhere(self, pid: str) -> bool:
        """Whether a placed piece may be placed in another hex."""
        return pid in self.placed.values() and any(h != self.s.pieces[pid].at for h in self._hexes(pid))

    def _take(self, value: str) -> None:
        if value.startswith("column "):
            self.column = value[-2:]
        elif value in ("done", "go") or self.pid:
            self.ready = True
        elif value != "rest":
            self.pid = self.waiting.get(value) or self.placed[value]

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(
                value, label="End the set-up" if self.set_up else "Withhold the rest" if self.waiting else "Done", note=self._held_back()
            )
        if value == "rest":
            return Option(value, label="Place the rest for me")
        if value == "go":
            return Option(value, label="Place them")
        if value.startswith("column "):
            return Option(value, hexes=[h for h in self._hexes(self.pid) if h[:2] == value[-2:]])
        if self.pid:
            return Option(value, hex=value)
        note = "placed; may be placed anew" if value in self.placed else ""
        return Option(value, piece=value, hex=self.s.pieces[self.placed[value]].at if value in self.placed else "", note=note)

    def _held_back(self) -> str:
        return f"{len(self.waiting)} units may come later" if self.set_up and self.waiting else ""

    def _blocked(self) -> list[Option]:
        if self.needed and not self.picks:
            why = Refusal("not_all_placed", f"{len(self.needed)} units are still to be placed", "16.11")
            return [Option("done", label="End the set-up", blocked=why)]
        if self.over and not self.picks:
            why = Refusal("overstacked", f"units in {', '.join(self.over)} may not stand together", "7.8")
            return [Option("done", label="End the set-up", blocked=why)]
        return []

    def _prompt(self) -> str:
        return "Choose a hex" if self.pid else f"{len(self.waiting)} units to place"


def take_place(play: Play, frame: SetUp | Place, walk: PlaceWalk) -> None:
    """Place a piece, or the rest, or end it. A set-up is told to its own side only, until it ends."""
    if walk.picks == ["done"]:
        play.s.stack.remove(frame)
        if isinstance(frame, SetUp):
            say_set_up(play, frame.side)
        if walk.waiting:
            play.say("withheld", "6.6", f"{play.scenario.side_name(frame.side)} withholds {len(walk.waiting)} units", side=frame.side)
        if isinstance(frame, SetUp):
            play.scenario.after_set_up(play, frame.side)
        return
    if walk.picks[0] == "rest":
        place_rest(play, frame)
        return
    put_down(play, frame, walk.pid, walk.picks[-1])


def say_set_up(play: Play, side: str) -> None:
    """Tell all where a side has set up: hexes, and by hex what the backs show (14.3, 22)."""
    counters: dict[str, list[str]] = {}
    for pid, piece in play.field.pieces_of(side):
        unit = play.unit(pid)
        shown = shown_type(play.s, unit)
        kind = f" {play.scenario.symbol_name(shown)}" if shown else ""
        counters.setdefault(piece.at, []).append(f"{play.scenario.command_name(unit.cmd)} {unit.m}{kind}")
    counters = {h: sorted(counters[h]) for h in sorted(counters)}
    name = play.scenario.side_name(side)
    play.say("set_up", "3.2", f"{name} has set up", side=side, hexes=list(counters), counters=counters, discloses=True)


def place_rest(play: Play, frame: SetUp | Place) -> None:
    """Place all that is in hand, spread over the hexes that its owner could choose: the hex with the fewest friends near it first."""
    for pid in hand(play.s, frame.side):
        hexes = play.scenario.placeable(play.s, play.field, pid)
        if hexes:
            grid = play.field.map.grid
            held = play.field.held(frame.side)
            put_down(play, frame, pid, min(hexes, key=lambda h: ((grid.within(h, 2) & held).bit_count(), -len(play.field.map.flags[h]), h)))


def put_down(play: Play, frame: SetUp | Place, pid: str, hex_id: str) -> None:
    """Put a piece into its hex and tell who may see it: its back shows command and movement allowance (14.3)."""
    play.place(pid, hex_id)
    if isinstance(frame, Place):
        play.scenario.entered(play, pid)
    to = (frame.side, UMPIRE) if isinstance(frame, SetUp) else None
    rule, back = "3.2" if to else "6.2", str(play.unit(pid).m)
    play.say("placed", rule, f"{{piece}} is placed at {hex_id}", to=to, who={"piece": pid}, hex=hex_id, back=back)


# the morale event (18.6)


def draw(play: Play, side: str, cmd: str, n: int) -> list[str]:
    """Draw up to n pieces of a command blindly from its pool into the side's hand (16.12)."""
    drawn = []
    for _ in range(n):
        pool = play.pool(side, cmd)
        if not pool:
            break
        pid = pool[play.draw(len(pool), "draw", play.s.turn, cmd)]
        play.s.pieces[pid].at = HAND
        drawn.append(pid)
    play.touch()
    return drawn


def tell_drawn(play: Play, side: str, drawn: Sequence[str]) -> None:
    """Tell a side what it has drawn, as far as it may know."""
    for pid in drawn:
        unit = play.unit(pid)
        play.say("drawn", "16.12", "{piece} is drawn", to=(side, UMPIRE), who={"piece": pid}, symbol=unit.type, back=str(unit.m))


def pools(state: State, scenario: Scenario, side: str) -> list[str]:
    """The commands of a side that have counters in their pool."""
    book = scenario.book(state)
    return sorted({book.units[p.unit].cmd for p in state.pieces.values() if p.at == POOL and p.side == side})


def run_picks(play: Play, frame: Picks) -> Ask | None:
    """Ask from which pool each pick comes, while there is one with counters."""
    if frame.left and pools(play.s, play.scenario, frame.side):
        return Ask(frame.side, "picks", f"Choose the pool of a pick ({frame.left} left)", frame.rule)
    play.s.stack.remove(frame)
    play.s.stack.append(Place(frame.side))
    return None


class PicksWalk(Walk):
    """`[command]`: the pool of the next pick."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario = state, scenario

    def _values(self) -> list[str]:
        return pools(self.s, self.scenario, self.decision.seat)

    def _take(self, value: str) -> None:
        self.ready = True

    def _option(self, value: str) -> Option:
        return Option(value, label=self.scenario.command_name(value))


def take_picks(play: Play, frame: Picks, walk: Walk) -> None:
    """Draw the chosen pick."""
    cmd = walk.picks[0]
    frame.left -= 1
    drawn = draw(play, frame.side, cmd, 1)
    play.say(
        "picks",
        frame.rule,
        f"{play.scenario.side_name(frame.side)} picks a {play.scenario.command_name(cmd)} unit",
        side=frame.side,
        cmd=cmd,
    )
    tell_drawn(play, frame.side, drawn)


def run_disband(play: Play, frame: Disband) -> Ask | None:
    """Ask for units that go back to their pool, while there are any."""
    if frame.left and disbandable(play.s, play.scenario, frame.side):
        return Ask(frame.side, "disband", f"Return a Rebel unit to the pool ({frame.left} left)", "18.6")
    play.s.stack.remove(frame)
    return None


def disbandable(state: State, scenario: Scenario, side: str) -> list[str]:
    """The units that may go back to a pool: a side's Rebel units on the map but HQ (I45)."""
    book = scenario.book(state)
    return [
        pid
        for pid, p in state.pieces.items()
        if p.side == side and p.on_map and book.units[p.unit].cmd == "REB" and book.units[p.unit].type != "hq"
    ]


def take_disband(play: Play, frame: Disband, walk: Walk) -> None:
    """Return the unit to its pool: no points, and nobody can tell it from the others there."""
    assert isinstance(walk, PieceWalk)
    pid = walk.piece
    frame.left -= 1
    play.say("disbanded", "18.6", "{piece} goes home", who={"piece": pid}, hex=play.s.pieces[pid].at)
    play.return_to(pid, POOL)
