"""What must hold after every step of a game, whatever the title; `RULES` adds what a title's own rules promise.

A `Referee` follows a game and raises AssertionError at the first broken promise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine import flow
from engine.decisions import MAX_PICKS, fallback
from engine.title import Setup, Title
from tests.engine import referee_cityfight as cityfight
from tests.engine import referee_use as cwb
from tests.engine.referee_cwb import ANGOLA_RULES, BUDAPEST_RULES
from tests.secrecy import kit
from tests.secrecy.twins import MENU_LIMIT

RULES: dict[str, Callable[[kit.Step], None]] = {
    "budapest56": BUDAPEST_RULES.check,
    "angola87": ANGOLA_RULES.check,
    "cityfight": cityfight.check,
}
"""Per title: the invariants of its rules, after a step."""
ENDINGS: dict[str, Callable[[Any], None]] = {
    "budapest56": BUDAPEST_RULES.check_end,
    "angola87": ANGOLA_RULES.check_end,
    "cityfight": cityfight.check_end,
}
USED: dict[str, Callable[[kit.Step], Counter[tuple[str, str]]]] = {
    "angola87": cwb.used,
    "budapest56": cwb.used,
    "cityfight": cityfight.used,
}
"""Per title: what a step has used, as (what, which)."""
EVERYTHING: dict[str, Callable[[Any], set[tuple[str, str]]]] = {
    "angola87": cwb.everything,
    "budapest56": cwb.everything,
    "cityfight": cityfight.everything,
}
"""Per title: what there is to use, by its pack and code, of the game of a state."""
PUBLIC_MOVES = frozenset({"enter", "placed", "points", "drop"})
"""Disclosures that may be taken back: what shows others what its own seat knew all along (a drop without a die is one), and points, which
follow from other events."""


class Referee:
    """Follows one game. `thorough` steps are looked at more closely: menus, fallbacks, the store."""

    def __init__(self, title: Title, setup: Setup) -> None:
        self.title, self.setup = title, setup
        state, _ = title.begin(setup)
        self.raw = title.encode(state)
        self.ids = {d.id for d in title.decisions(state)}
        self.open = set(self.ids)
        self.counters = state.counters
        self.entries: list[flow.Entry] = []

    def follow(self, step: kit.Step, thorough: bool = False) -> None:
        """Check one step."""
        title, after = self.title, step.after
        assert title.encode(step.before) == self.raw, "an action has changed the state that it was given"
        self.raw = title.encode(after)
        self.entries.append(step.entry)
        self._counters(after)
        self._decisions(after)
        if step.walk is not None:
            assert len(step.walk.picks) <= MAX_PICKS, f"{len(step.walk.picks)} picks"
            self._take_back(step)
        if title.id in RULES:
            RULES[title.id](step)
        if thorough:
            self._closely(after)

    def finish(self, state: Any, replay: bool) -> None:
        """Check the end of the game, and that its log rebuilds it."""
        assert not self.title.decisions(state), "decisions are open after the end"
        if self.title.id in ENDINGS:
            ENDINGS[self.title.id](state)
        if replay:
            assert self.title.encode(flow.replay(self.title, self.setup, self.entries)[-1]) == self.raw, "the log gives another game"

    def _counters(self, state: Any) -> None:
        """What never goes back, take-backs included."""
        for name in ("dice", "decisions", "aliases"):
            old, new = getattr(self.counters, name), getattr(state.counters, name)
            assert all(new.get(key, 0) >= n for key, n in old.items()), f"the counters of {name} went back"
        self.counters = state.counters

    def _decisions(self, state: Any) -> None:
        """Required ones first, one at least, ids never used twice."""
        decisions = self.title.decisions(state)
        required = [not d.optional for d in decisions]
        assert required == sorted(required, reverse=True), "optional decisions before required ones"
        assert any(required) or self.title.outcome(state) is not None, "nobody is asked"
        now = {d.id for d in decisions}
        assert len(now) == len(decisions), "two open decisions have one id"
        assert not (now - self.open) & self.ids, f"used again: {(now - self.open) & self.ids}"
        self.ids |= now
        self.open = now

    def _take_back(self, step: kit.Step) -> None:
        """Never free after a die, after what told the seat a hidden fact, or when another seat was asked."""
        assert step.decision is not None
        seat = step.decision.seat
        if not flow.free_to_take_back(step.before, step.after, step.events, seat):
            return
        assert step.before.counters.dice == step.after.counters.dice, "free to take back after a die"
        telling = {e.kind for e in step.events if e.payload(seat)} & self.title.disclosures().keys() - PUBLIC_MOVES
        assert not telling, f"free to take back after {telling}"
        asked = {d.seat for d in self.title.decisions(step.after) if not d.optional} - {seat}
        assert asked <= {d.seat for d in step.before.open if not d.optional}, f"free to take back after {asked} were asked"

    def _closely(self, state: Any) -> None:
        """Every open decision has options, a fallback and a menu that is not too long; the store keeps the state."""
        assert self.title.encode(self.title.decode(self.raw)) == self.raw, "the store changes the state"
        for decision in self.title.decisions(state):
            walk = self.title.walk(state, decision)
            assert walk.values(), f"{decision.kind}: no options"
            size = len(kit.wire(walk.menu().view()))
            assert size <= MENU_LIMIT, f"{decision.kind}: a menu of {size} bytes"
            picks = fallback(self.title.walk(state, decision))
            assert len(picks) <= MAX_PICKS
            if not decision.optional:
                self.title.apply(state, self.title.walk(state, decision).follow(picks))
