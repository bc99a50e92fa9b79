"""Perfect recall and versions: what a viewer sees changes only with an event to it, and ids name what it has met.

`Memory` follows a game step by step and raises `Leak` when
- a viewer's view or decisions change without an event to it,
- an event names a piece by an id that the viewer neither has nor had,
- an id names another piece than before, or a new piece gets a number that is not the next,
- a piece that went out of sight comes back under its old id,
- an internal id or a null stands in what a viewer is sent.
"""

from __future__ import annotations

import re
from typing import Any

from engine.title import Setup, Title
from tests.secrecy import kit
from tests.secrecy.twins import Leak, difference

INTERNAL = re.compile(rb"\bp\d{3}\b|[:\[,]null\b")


class Memory:
    """What each viewer has been shown since the game began."""

    def __init__(self, title: Title, setup: Setup) -> None:
        state, events = title.begin(setup)
        self.title = title
        self.viewers = kit.viewers(setup)
        self.shown = {v: kit.frame(title, state, v) for v in self.viewers}
        self.had = {v: set(self.shown[v]["view"]["pieces"]) for v in self.viewers}
        self.named: dict[str, dict[str, str]] = {v: {} for v in self.viewers}
        self.gone: dict[str, set[str]] = {v: set() for v in self.viewers}
        self.versions = dict.fromkeys(self.viewers, 0)
        for v in self.viewers:
            self._meet(state, v)
            self._read(v, kit.told(events, v))

    def follow(self, step: kit.Step) -> None:
        """Check one step. A take-back is itself an event to all, which the service sends."""
        for v in self.viewers:
            before, after = self.shown[v], kit.frame(self.title, step.after, v)
            told = kit.told(step.events, v)
            if step.walk is not None and kit.wire(before) != kit.wire(after) and not told:
                raise Leak(f"{v} sees a change and is told nothing: {difference(before, after)}")
            self.versions[v] += bool(told)
            self.had[v] |= set(after["view"]["pieces"])
            self._read(v, told)
            sent = kit.wire([after, told])
            if INTERNAL.search(sent):
                raise Leak(f"{v} is sent {INTERNAL.search(sent)}")
            self._lose(v, before, after, step.walk is None)
            self.shown[v] = after
            self._meet(step.after, v)

    def _lose(self, viewer: str, before: dict[str, Any], after: dict[str, Any], back: bool) -> None:
        """Note which ids have gone; only a take-back brings one again."""
        now, gone = set(after["view"]["pieces"]), self.gone[viewer]
        if now & gone and not back:
            raise Leak(f"{sorted(now & gone)} of {viewer} were out of sight and are back")
        self.gone[viewer] = (gone | set(before["view"]["pieces"])) - now

    def _read(self, viewer: str, told: list[dict[str, Any]]) -> None:
        for payload in told:
            unknown = kit.names_in(payload["data"]) - self.had[viewer]
            if unknown:
                raise Leak(f"{viewer} reads of {sorted(unknown)}, which it never met: {payload}")

    def _meet(self, state: Any, viewer: str) -> None:
        known, named = state.aliases[viewer], self.named[viewer]
        last = max((int(a[1:]) for a in named), default=0)
        for pid, alias in known.items():
            if named.setdefault(alias, pid) != pid:
                raise Leak(f"{alias} of {viewer} named another piece before")
        fresh = sorted(int(a[1:]) for a in named if int(a[1:]) > last)
        if len(set(known.values())) != len(known):
            raise Leak(f"two pieces have one id for {viewer}")
        if fresh and fresh[-1] > state.counters.aliases[viewer]:
            raise Leak(f"ids of {viewer} run ahead of their counter")
        if set(self.shown[viewer]["view"]["pieces"]) != set(known.values()):
            raise Leak(f"{viewer} has ids of pieces that it does not see")
