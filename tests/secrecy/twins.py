"""Twin tests: two states that differ only in what a viewer does not know must look, answer and go on alike to it.

Every check raises `Leak` with the first difference. A pair of twins is `state` and `twin = title.resample(state, viewer, rng)`,
whose other viewers have other piece ids too (`renamed`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import msgspec

from engine import flow
from engine.decisions import Refusal, Walk, fallback
from engine.title import UMPIRE, Title
from tests.secrecy import angola87, budapest56, cityfight, kit

MENU_LIMIT = 16 * 1024
PINNED: dict[str, Callable[[Title, Any, Any, str, random.Random], Any]] = {
    "angola87": angola87.pinned,
    "budapest56": budapest56.pinned,
    "cityfight": cityfight.pinned,
}
"""Per title: a twin of the state before an action that agrees with what a viewer knows after it."""


class Leak(AssertionError):
    """A viewer is shown something that depends on what it may not know."""


def same(what: str, a: Any, b: Any) -> None:
    """Raise Leak unless both go over the wire as the same bytes."""
    if kit.wire(a) != kit.wire(b):
        raise Leak(f"{what}: {difference(a, b)}")


def difference(a: Any, b: Any, path: str = "") -> str:
    """Where two JSON values differ first."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            if key not in a or key not in b:
                return f"{path}/{key} only in one: {a.get(key, b.get(key))!r}"
            if a[key] != b[key]:
                return difference(a[key], b[key], f"{path}/{key}")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        i = next((i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), None)
        if i is not None:
            return difference(a[i], b[i], f"{path}/{i}")
    return f"{path}: {a!r} against {b!r}"


# making twins


def renamed(state: Any, viewer: str, rng: random.Random, in_order: bool = False) -> Any:
    """Give all other viewers other ids for the same pieces, in another order, in this very state. An umpire sees everybody's ids."""
    aliases = getattr(state, "aliases", {})
    for other in sorted(aliases):
        if other in (viewer, UMPIRE) or viewer == UMPIRE:
            continue
        pids = sorted(aliases[other], key=lambda pid: int(aliases[other][pid][1:]))
        last = state.counters.aliases.get(other, 0) + rng.randrange(1, 30)
        numbers = rng.sample(range(1, last + 1), len(pids))
        aliases[other] = {pid: f"u{n}" for pid, n in zip(pids, sorted(numbers) if in_order else numbers, strict=True)}
        state.counters.aliases[other] = last
    return state


def reseeded(title: Title, state: Any, rng: random.Random) -> Any:
    """A copy with another dice seed, which nobody may know before the end."""
    copy = kit.copy_of(title, state)
    copy.setup = msgspec.structs.replace(state.setup, seed=f"{rng.getrandbits(256):064x}")
    return copy


# static twins


def check_static(title: Title, state: Any, twin: Any, viewer: str, rng: random.Random, walks: int = 2) -> None:
    """View, decisions, fallbacks, sampled walks with their menus and refusals of bad picks are equal in both."""
    same(f"view of {viewer}", title.view(state, viewer), title.view(twin, viewer))
    ours, theirs = ([d for d in title.decisions(s) if d.seat == viewer] for s in (state, twin))
    same(f"decisions of {viewer}", [d.view() for d in ours], [d.view() for d in theirs])
    known = sorted(title.view(state, viewer)["pieces"])
    for a, b in zip(ours, theirs, strict=True):
        if not a.optional or rng.random() < 0.1:
            same(f"fallback of {a.kind}", fallback(title.walk(state, a)), fallback(title.walk(twin, b)))
        for _ in range(1 if a.optional else walks):
            _walk_both(title.walk(state, a), title.walk(twin, b), known, rng)


def _walk_both(a: Walk, b: Walk, known: list[str], rng: random.Random) -> None:
    driver = kit.Driver(rng, haste=rng.choice((0.1, 0.5)))
    while True:
        where = f"{a.decision.kind} after {a.picks}"
        same(f"values of {where}", a.values(), b.values())
        menu = a.menu().view()
        same(f"menu of {where}", menu, b.menu().view())
        if len(kit.wire(menu)) > MENU_LIMIT:
            raise AssertionError(f"menu of {where} has {len(kit.wire(menu))} bytes")
        same(f"ready of {where}", a.ready, b.ready)
        for value in _bad_picks(a, menu, known, rng):
            same(f"refusal of {value!r} in {where}", refusal(a, value), refusal(b, value))
        if a.ready:
            return
        value = driver.choose(a.values(), len(a.picks))
        a.pick(value)
        b.pick(value)


def _bad_picks(walk: Walk, menu: dict[str, Any], known: list[str], rng: random.Random) -> list[str]:
    """Picks that must be refused: blocked ones, pieces and hexes that are no options, nonsense."""
    values = set(walk.values())
    blocked = [o["value"] for o in menu["options"] if "blocked" in o]
    guesses = [*rng.sample(blocked, min(2, len(blocked))), *rng.sample(known, min(2, len(known)))]
    return [v for v in (*guesses, f"{rng.randrange(1, 31):02d}{rng.randrange(1, 37):02d}", "u9999", "no such thing") if v not in values]


def refusal(walk: Walk, value: str) -> dict[str, str]:
    """How a walk refuses a pick; it must, and must not have moved."""
    picks = list(walk.picks)
    try:
        walk.pick(value)
    except Refusal as no:
        if walk.picks != picks:
            raise AssertionError("a refused pick was taken") from no
        return no.view()
    raise AssertionError(f"{value!r} was not refused after {picks}")


def check_restored(title: Title, state: Any, viewer: str, rng: random.Random) -> None:
    """A state from the store shows a viewer the same things in the same order as the one in memory."""
    check_static(title, state, kit.copy_of(title, state), viewer, rng, walks=1)


# dynamic twins


@dataclass
class Tally:
    """What happened to the pairs: steps that looked alike, disclosures by event kind, actions that only one twin allowed, by seat."""

    alike: int = 0
    pairs: int = 0
    disclosed: Counter[str] = field(default_factory=Counter)
    one_sided: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.alike += other.alike
        self.pairs += other.pairs
        self.disclosed += other.disclosed
        self.one_sided += other.one_sided


def check_dynamic(title: Title, state: Any, twin: Any, viewer: str, rng: random.Random, tally: Tally, steps: int = 5) -> None:
    """Random actions with the same dice in both: the viewer's frames are equal until something is told that it did not know.

    An umpire who passes for a seat takes that seat's fallback, which may follow its ids: he acts only where they are in one order.
    """
    tally.pairs += 1
    driver = kit.Driver.of(rng)
    for _ in range(steps):
        if title.outcome(state) is not None:
            return
        decision = kit.choose_decision(title, state, rng, extras=0.1)
        if decision.seat == UMPIRE and not _one_order(state, twin):
            continue
        walk = driver.act(title, state, decision)
        other = same_action(title, state, twin, viewer, walk, tally)
        if other is None:
            continue
        state, twin, kind = carry_on(title, (state, walk), (twin, other), viewer)
        if kind:
            tally.disclosed[kind] += 1
            return
        tally.alike += 1


def same_action(title: Title, state: Any, twin: Any, viewer: str, walk: Walk, tally: Tally) -> Walk | None:
    """The same action in the twin, or None where its seat, knowing more than the viewer, cannot do it there.

    The viewer itself must be able to. Another seat must have a reason that it sees itself.
    """
    seat = walk.decision.seat
    decision = flow.find(title, twin, walk.decision.id)
    # an umpire who decides for a seat picks in that seat's ids
    speaker = next((p for p in walk.picks if p in kit.viewers(state.setup)), seat) if seat == UMPIRE else seat
    names = _translation(state, twin, speaker)
    if decision is not None and decision.kind == walk.decision.kind:
        try:
            other = title.walk(twin, decision).follow([names.get(p, p) for p in walk.picks])
            if other.ready:
                return other
        except Refusal as no:
            if seat == viewer:
                raise Leak(f"{walk.decision.kind} {walk.picks} of {viewer} is refused in a twin: {no.view()}") from no
    if seat == viewer:
        raise Leak(f"decision {walk.decision.id} of {viewer} is not the same in a twin")
    back = _translation(twin, state, seat)
    if kit.wire(kit.frame(title, state, seat)) == kit.wire(_rename(kit.frame(title, twin, seat), back)):
        raise Leak(f"{walk.decision.kind} {walk.picks} of {seat} is legal in one twin alone, and {seat} cannot know why")
    tally.one_sided[seat] += 1
    return None


def _one_order(state: Any, twin: Any) -> bool:
    """Whether every seat met its pieces in the same order in both."""
    ranks = [
        {v: sorted(known, key=lambda pid: int(known[pid][1:])) for v, known in getattr(s, "aliases", {}).items()} for s in (state, twin)
    ]
    return ranks[0] == ranks[1]


def _translation(a: Any, b: Any, seat: str) -> dict[str, str]:
    """A seat's ids of pieces in one twin -> its ids of the same pieces in the other."""
    ours, theirs = (getattr(s, "aliases", {}).get(seat, {}) for s in (a, b))
    return {alias: theirs[pid] for pid, alias in ours.items() if pid in theirs}


def _rename(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, dict):
        return {_rename(k, names): _rename(v, names) for k, v in data.items()}
    return [_rename(x, names) for x in data] if isinstance(data, list) else data


def carry_on(title: Title, a: tuple[Any, Walk], b: tuple[Any, Walk], viewer: str) -> tuple[Any, Any, str]:
    """Apply a finished walk to each twin and compare the viewer's frames: both states after, and the disclosure that parts them, or ""."""
    note = kit.NOTE if a[1].decision.optional else ""
    after, events = title.apply(*a, note)
    after_b, events_b = title.apply(*b, note)
    kind = compare_events(title, kit.told(events, viewer), kit.told(events_b, viewer))
    if not kind and title.outcome(after) is not None:
        same(f"outcome after {a[1].picks}", title.view(after, viewer)["outcome"], title.view(after_b, viewer)["outcome"])
        kind = "the end"  # after which all is open
    what = f"{viewer} after {a[1].decision.kind} {a[1].picks}"
    if not kind:
        same(f"frame of {what}", frame_patch(title, a[0], after, viewer), frame_patch(title, b[0], after_b, viewer))
    if a[1].decision.seat == viewer:
        free = [flow.free_to_take_back(s, t, e, viewer) for s, t, e in ((a[0], after, events), (b[0], after_b, events_b))]
        if kind and any(free):
            raise Leak(f"{what}: free to take back although {kind} told something")
        same(f"take-back of {what}", *free)
    return after, after_b, kind


def frame_patch(title: Title, before: Any, after: Any, viewer: str) -> dict[str, Any]:
    """What changes for a viewer: the merge patch of its view, and its decisions."""
    old, new = kit.frame(title, before, viewer), kit.frame(title, after, viewer)
    return {"patch": merge_patch(old["view"], new["view"]), "decisions": new["decisions"]}


def merge_patch(old: Any, new: Any) -> Any:
    """The RFC 7396 difference of two views, which hold no null."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    out: dict[str, Any] = {k: None for k in old if k not in new}
    out.update({k: merge_patch(old.get(k), v) for k, v in new.items() if old.get(k) != v})
    return out


def compare_events(title: Title, a: list[dict[str, Any]], b: list[dict[str, Any]]) -> str:
    """Empty where a viewer reads the same, else the kind of the disclosure that parts the twins. Raises Leak for any other difference."""
    told = title.disclosures()
    for x, y in zip_longest(a, b):
        if kit.wire(x) == kit.wire(y):
            continue
        kinds = {p["kind"] for p in (x, y) if p is not None}
        if not kinds <= told.keys():
            raise Leak(f"event {sorted(kinds)}: {difference(x, y)}")
        if x is not None and y is not None and len(kinds) == 1:
            same(f"event {x['kind']} but for {told[x['kind']]}", _masked(x, told[x["kind"]]), _masked(y, told[x["kind"]]))
        return sorted(kinds)[0]
    return ""


def _masked(payload: dict[str, Any], fields: Any) -> dict[str, Any]:
    """An event without what it discloses; its text tells the same once more, and its rule where the table names `rule`."""
    data = {k: v for k, v in payload["data"].items() if k not in fields}
    rule = {"rule": ""} if "rule" in fields else {}
    return {**payload, **rule, "text": "", "data": data}


def check_pinned(title: Title, step: kit.Step, twin: Any, viewer: str, rng: random.Random, tally: Tally, steps: int = 3) -> None:
    """The action of a step in a twin that already agrees on all that the action discloses: what it may not tell must not show."""
    if step.walk is None or (step.walk.decision.seat == UMPIRE and not _one_order(step.before, twin)):
        return
    other = same_action(title, step.before, twin, viewer, step.walk, tally)
    if other is None:
        return
    state, twin, kind = carry_on(title, (step.before, step.walk), (twin, other), viewer)
    if kind:
        tally.disclosed[f"{kind} (pinned)"] += 1
        return
    tally.alike += 1
    check_dynamic(title, state, twin, viewer, rng, tally, steps)


def sampled(title: Title, state: Any, viewer: str, rng: random.Random) -> Any:
    """A twin of a state for a viewer."""
    return renamed(title.resample(state, viewer, rng), viewer, rng, in_order=rng.random() < 0.3)


def check_all(title: Title, step: kit.Step, rng: random.Random, tally: Tally, walks: int = 2, steps: int = 5) -> None:
    """All twin tests of the state before a step, for every viewer."""
    state = step.before
    pinned = PINNED.get(title.id)
    for viewer in kit.viewers(state.setup):
        check_static(title, state, sampled(title, reseeded(title, state, rng), viewer, rng), viewer, rng, walks)
        if viewer == UMPIRE:
            continue
        check_dynamic(title, state, sampled(title, state, viewer, rng), viewer, rng, tally, steps)
        if pinned and step.walk:
            twin = renamed(pinned(title, state, step.after, viewer, rng), viewer, rng, in_order=rng.random() < 0.3)
            check_pinned(title, step, twin, viewer, rng, tally, steps)
    check_restored(title, state, rng.choice(kit.viewers(state.setup)), rng)
