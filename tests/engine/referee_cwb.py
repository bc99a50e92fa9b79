"""What the rules of Cold War Battles promise after every step, in both scenarios."""

from __future__ import annotations

from collections import Counter

from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.movement import overstacked
from engine.titles.cwb.plots import GUN, markers
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import OUT, POOL, PhaseFrame, SetUp, State
from tests.secrecy import kit

OPTIONAL = {BUDAPEST.id: {"US"}, ANGOLA.id: {"SADF", "DDR"}}
"""Whose units may be out of a game: not called, or withdrawn."""


class Rules:
    """The promises of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.sides = (scenario.first, scenario.second)

    def check(self, step: kit.Step) -> None:
        """The invariants after a step."""
        before, after, scenario = step.before, step.after, self.scenario
        book = scenario.book(after)
        assert before.pieces.keys() == after.pieces.keys()
        assert sorted(p.unit for p in after.pieces.values()) == sorted(book.units), "pieces are not conserved"
        holders: dict[str, str] = {}
        flips = step.walk is None or "flip" in step.walk.picks
        for pid, p in after.pieces.items():
            unit = book.units[p.unit]
            assert p.side == scenario.side_of(unit.cmd), f"{p.unit} fights for {p.side}"
            if p.on_map:
                assert holders.setdefault(p.at, p.side) == p.side, f"both sides in {p.at}"
                assert p.revealed or not before.pieces[pid].revealed or flips, f"{p.unit} is face down again on the map"
            else:
                assert not (p.suppressed or p.attacked or p.defended or p.shaken or p.plot), f"{p.unit} off the map has marks"
            if p.at == POOL:
                assert not p.revealed and "pool" in unit.arrives, f"{p.unit} in a pool"
            if p.at == OUT:
                assert unit.cmd in OPTIONAL[scenario.id]
        self._fires(after)
        assert after.rubble == sorted(set(after.rubble))
        shown = {side: sum(x.points for x in after.ledger if x.side == side) for side in self.sides}
        if after.over is not None:
            assert after.over.points == shown, "the ledger does not add up to the outcome"
        elif phase(before) != phase(after):
            # an umpire may crowd a side whose set-up is over: its excess is lost at the end of the first phase (7.8)
            placing = step.decision and step.decision.kind == "set-up"
            for side in self.sides if not placing else (step.decision.seat,):
                assert not overstacked(after, scenario, scenario.field(after), side), f"{side} overstacked at the end of {phase(before)}"

    def _fires(self, state: State) -> None:
        """Air markers within those there are and their limits; no more guns with a plot on a hex than markers lie there (23.2)."""
        for side, kinds in state.air.items():
            for kind, pool in kinds.items():
                assert 0 <= pool.left <= pool.of <= self.scenario.markers(self.scenario.book(state), side)[kind], f"{side} {kind}: {pool}"
        assert all(n <= self.scenario.air_cap(state, self.scenario.first) for n in state.air_hits.values())
        plotted = Counter((p.side, p.plot) for p in state.pieces.values() if p.plot)
        for (side, hex_id), n in plotted.items():
            assert n <= markers(state, side).get(hex_id, {}).get(GUN, 0), f"{side} has guns without a marker on {hex_id}"

    def check_end(self, state: State) -> None:
        """The end of a game: it went over nine turns, or something ended it before."""
        assert state.over is not None
        assert state.over.winner in (*self.sides, "")
        assert state.turn <= self.scenario.book(state).special["turns"]


def phase(state: State) -> tuple[int, str, str]:
    """The turn, side and phase of a state."""
    bottom = state.stack[0] if state.stack else None
    return state.turn, state.side, bottom.name if isinstance(bottom, PhaseFrame) else "set-up" if isinstance(bottom, SetUp) else ""


BUDAPEST_RULES, ANGOLA_RULES = Rules(BUDAPEST), Rules(ANGOLA)
