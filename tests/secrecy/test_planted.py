"""Planted leaks: each kind of leak, put into Budapest '56 on purpose, must turn the check red that is there for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from engine.decisions import Decision, Option, Refusal, Walk
from engine.title import PUBLIC, UMPIRE, Event, Title
from engine.titles.cwb.budapest import SOVIET
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import POOL, State
from tests.secrecy import budapest56, kit, samples, twins
from tests.secrecy.recall import Memory
from tests.secrecy.test_matrix import measure
from tests.secrecy.twins import Leak

TITLE = next(t for t in kit.all_titles() if t.id == "budapest56")


class Leaky:
    """The title with leaks: `view`, `walk`, `apply` and `resample` go through what a test plants."""

    def __init__(
        self,
        view: Callable[[State, str, dict[str, Any]], None] | None = None,
        walk: Callable[[State, Walk], None] | None = None,
        apply: Callable[[State, list[Event]], None] | None = None,
        resample: Callable[[State, str, random.Random], State] | None = None,
    ) -> None:
        self.plant_view, self.plant_walk, self.plant_apply = view, walk, apply
        if resample:
            self.resample = resample

    def __getattr__(self, name: str) -> Any:
        return getattr(TITLE, name)

    def view(self, state: State, viewer: str) -> dict[str, Any]:
        shown = TITLE.view(state, viewer)
        if self.plant_view:
            self.plant_view(state, viewer, shown)
        return shown

    def walk(self, state: State, decision: Decision) -> Walk:
        walk = TITLE.walk(state, decision)
        if self.plant_walk:
            self.plant_walk(state, walk)
        return walk

    def apply(self, state: State, walk: Walk, note: str = "") -> tuple[State, list[Event]]:
        after, events = TITLE.apply(state, walk, note)
        if self.plant_apply:
            self.plant_apply(after, events)
        return after, events


def untried(state: State, viewer: str) -> dict[str, str]:
    """A viewer's ids of untried counters, with what they really are."""
    return {a: state.pieces[p].unit for p, a in state.aliases.get(viewer, {}).items() if not state.pieces[p].revealed}


def static_checks(title: Title, games: int = 6) -> None:
    """The static twin tests on the samples of some games."""
    rng = random.Random(11)
    for step in samples.steps(TITLE.id, games=games):
        for viewer in kit.viewers(step.before.setup):
            twins.check_static(title, step.before, twins.sampled(title, step.before, viewer, rng), viewer, rng)


def dynamic_checks(title: Title, games: int = 6) -> None:
    """The dynamic twin tests on the samples of some games."""
    rng = random.Random(12)
    for step in samples.steps(TITLE.id, games=games):
        for viewer in kit.viewers(step.before.setup):
            if viewer != UMPIRE:
                twin = twins.sampled(title, step.before, viewer, rng)
                twins.check_dynamic(title, step.before, twin, viewer, rng, twins.Tally())


def memory_checks(title: Title) -> None:
    """The memory of all viewers, over a game."""
    setup = kit.set_up(TITLE, *kit.combinations(TITLE)[0], 13)
    memory = Memory(title, setup)
    for step in kit.play(title, setup, random.Random(13), extras=0.05):
        memory.follow(step)


@lru_cache(maxsize=1)
def ends_of_set_up() -> tuple[kit.Step, ...]:
    """The actions that end the set-ups of some games."""
    out = []
    for seed in range(4):
        setup = kit.set_up(TITLE, *kit.combinations(TITLE)[seed % 4], seed)
        out.append(next(s for s in kit.play(TITLE, setup, random.Random(seed)) if any(e.kind == "set_up" for e in s.events)))
    return tuple(out)


def pinned_checks() -> None:
    """The pinned twin tests on the ends of set-ups, when a seat meets many pieces at once."""
    rng = random.Random(14)
    for step in ends_of_set_up():
        for viewer in (SOVIET, PUBLIC):
            twin = twins.renamed(budapest56.pinned(TITLE, step.before, step.after, viewer, rng), viewer, rng)
            twins.check_pinned(TITLE, step, twin, viewer, rng, twins.Tally())


def returns() -> Iterator[bool]:
    """For each counter that goes back to a pool in some games: whether it still has the same internal id there."""
    for seed in range(5):
        setup = kit.set_up(TITLE, *kit.combinations(TITLE)[seed % 4], 40 + seed)
        for step in kit.play(TITLE, setup, random.Random(seed)):
            for pid, before in step.before.pieces.items():
                if before.on_map and step.after.pieces[pid].at == POOL:
                    yield step.after.pieces[pid].unit == before.unit


def check_untracked() -> None:
    """A counter that goes back to its pool hides among the others there. Raises Leak."""
    found = list(returns())
    if len(found) < 10:
        raise AssertionError("too few counters went back to a pool")
    if sum(found) > len(found) / 3:
        raise Leak(f"{sum(found)} of {len(found)} returned counters kept their place")


def test_nothing_is_planted_and_all_is_green() -> None:
    title = Leaky()
    static_checks(title, games=1)
    dynamic_checks(title, games=1)
    memory_checks(title)
    pinned_checks()
    check_untracked()


def test_a_field_in_the_view() -> None:
    def plant(state: State, viewer: str, shown: dict[str, Any]) -> None:
        for alias, unit in untried(state, viewer).items():
            if alias in shown["pieces"]:
                shown["pieces"][alias]["hint"] = len(unit)

    with pytest.raises(Leak, match="view of"):
        static_checks(Leaky(view=plant))


def test_a_count_in_the_view() -> None:
    def plant(state: State, viewer: str, shown: dict[str, Any]) -> None:
        units = budapest56.BUDAPEST.book(state).units
        shown["panels"]["strength"] = {"row": str(sum(units[u].attack for u in untried(state, viewer).values()))}

    with pytest.raises(Leak, match="view of"):
        static_checks(Leaky(view=plant))


def test_a_note_in_a_menu() -> None:
    def plant(state: State, walk: Walk) -> None:
        plain, hidden = walk._option, untried(state, walk.decision.seat)
        units = budapest56.BUDAPEST.book(state).units

        def option(value: str) -> Option:
            shown = plain(value)
            if value in hidden:
                shown.note = units[hidden[value]].factors
            return shown

        walk._option = option  # type: ignore[method-assign]

    with pytest.raises(Leak, match="menu of"):
        static_checks(Leaky(walk=plant))


def test_a_refusal_that_tells() -> None:
    def plant(state: State, walk: Walk) -> None:
        plain, hidden = walk.pick, untried(state, walk.decision.seat)

        def pick(value: str) -> None:
            try:
                plain(value)
            except Refusal as no:
                raise Refusal(no.code, no.message, hidden.get(value, no.rule)) from no

        walk.pick = pick  # type: ignore[method-assign]

    with pytest.raises(Leak, match="refusal of"):
        static_checks(Leaky(walk=plant))


def test_an_order_of_options() -> None:
    def plant(state: State, walk: Walk) -> None:
        plain, hidden = walk._values, untried(state, walk.decision.seat)
        walk._values = lambda: sorted(plain(), key=lambda v: hidden.get(v, "~"))  # type: ignore[method-assign]

    with pytest.raises(Leak, match=r"values of|fallback of"):
        static_checks(Leaky(walk=plant))


def test_an_order_of_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Play.meet

    def meet(self: Play) -> None:
        for viewer in self.viewers:
            for pid in sorted(self.s.pieces, key=lambda p: self.s.pieces[p].unit):
                if self.visible(viewer, self.s.pieces[pid]):
                    self.alias(viewer, pid)
        plain(self)

    monkeypatch.setattr(Play, "meet", meet)
    with pytest.raises(Leak, match="frame of"):
        pinned_checks()


def test_a_hidden_fact_in_an_event() -> None:
    def plant(after: State, events: list[Event]) -> None:
        for event in events:
            for viewer, reading in event.readings.items():
                alias = reading.data.get("piece", "")
                if event.kind == "move" and alias in untried(after, viewer):
                    reading.data["size"] = len(untried(after, viewer)[alias])

    with pytest.raises(Leak, match="event"):
        dynamic_checks(Leaky(apply=plant))


def test_an_event_that_comes_only_sometimes() -> None:
    def plant(after: State, events: list[Event]) -> None:
        if any(u.startswith("SC:") for u in untried(after, PUBLIC).values()) and events:
            first = min(untried(after, PUBLIC).values())
            if first < "128G:2":
                events.append(Event("hint", "", events[0].readings))

    with pytest.raises(Leak, match="event"):
        dynamic_checks(Leaky(apply=plant))


def test_a_change_that_is_not_told() -> None:
    def plant(after: State, events: list[Event]) -> None:
        for event in events:
            if event.kind == "move":
                event.readings.pop(PUBLIC, None)

    with pytest.raises(Leak, match="told nothing"):
        memory_checks(Leaky(apply=plant))


def test_another_viewers_id_in_an_event() -> None:
    def plant(after: State, events: list[Event]) -> None:
        for event in events:
            if event.kind == "move" and SOVIET in event.readings:
                event.readings[PUBLIC].data["piece"] = event.readings[SOVIET].data["piece"]

    with pytest.raises(Leak):
        dynamic_checks(Leaky(apply=plant))


def test_a_counter_that_can_be_tracked(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Play.return_to

    def return_to(self: Play, pid: str, box: str) -> None:
        unit = self.s.pieces[pid].unit
        plain(self, pid, box)
        other = next(p for p in self.s.pieces.values() if p.unit == unit)
        mine = self.s.pieces[pid]
        mine.unit, other.unit = unit, mine.unit

    monkeypatch.setattr(Play, "return_to", return_to)
    with pytest.raises(Leak, match="kept their place"):
        check_untracked()


def test_a_resample_that_redraws_nothing() -> None:
    measured = measure(Leaky(resample=lambda state, viewer, rng: state.copy()), samples.steps(TITLE.id), random.Random(15), times=1)
    assert not any(n for n, _ in measured.values())
