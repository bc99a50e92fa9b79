"""The flow of a game that all titles share: opening decisions, the log, take-backs and replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.decisions import Decision, Walk
from engine.title import Counters, Event, Setup, Title


class Act(msgspec.Struct, tag="act", frozen=True):
    """A log entry: a seat's finished walk. `by` is player, bot, umpire or clock; picks are in the seat's own aliases."""

    seat: str
    decision: str
    picks: list[str]
    note: str = ""
    by: str = "player"


class TakeBack(msgspec.Struct, tag="take-back", frozen=True):
    """A log entry: the game goes back to how it stood before entry `to` (1 is the first act). Counters do not go back.

    `keep`: later acts that stand, by number: those of other seats in a secret simultaneous stage, or secret standing orders.
    `closes`: a decision that the take-back uses up (an umpire's ruling).
    """

    to: int
    by: str
    consent: str = ""
    keep: list[int] = []
    closes: str = ""


Entry = Act | TakeBack


class Ask(msgspec.Struct, frozen=True):
    """A decision that a state wants open. `sticky`: its menus do not depend on what has happened, so its id may live on."""

    seat: str
    kind: str
    prompt: str
    rule: str = ""
    optional: bool = False
    sticky: bool = False


def reopen(counters: Counters, old: Sequence[Decision], asks: Iterable[Ask], acted: str = "") -> list[Decision]:
    """The open decisions after an action: sticky ones that stand keep their id, all others get the next of their seat.

    `acted`: the id of the decision that the action closed. Required decisions come first.
    """
    out = []
    for ask in sorted(asks, key=lambda a: a.optional):
        kept = next(
            (d for d in old if ask.sticky and d.id != acted and (d.seat, d.kind, d.prompt) == (ask.seat, ask.kind, ask.prompt)),
            None,
        )
        if kept is None:
            k = counters.decisions.get(ask.seat, 0) + 1
            counters.decisions[ask.seat] = k
            kept = Decision(f"{ask.seat}-{k}", ask.seat, ask.kind, ask.prompt, ask.rule, ask.optional)
        out.append(kept)
    return out


def find(title: Title, state: Any, decision_id: str) -> Decision | None:
    """The open decision of this id, or None."""
    return next((d for d in title.decisions(state) if d.id == decision_id), None)


def act(title: Title, state: Any, decision: Decision, picks: Sequence[str], note: str = "") -> tuple[Any, list[Event], Walk]:
    """Walk the picks and apply them. Raises Refusal, and `incomplete` where the walk is not finished."""
    from engine.decisions import Refusal

    walk = title.walk(state, decision).follow(picks)
    if not walk.ready:
        raise Refusal("incomplete", "the action is not complete: more picks are needed", decision.rule)
    after, events = title.apply(state, walk, note)
    return after, events, walk


def free_to_take_back(before: Any, after: Any, events: Sequence[Event], seat: str) -> bool:
    """Whether a seat may take its entry back unasked: no die drawn, nothing hidden disclosed, no other seat asked since.

    In a simultaneous stage the other seats were asked before (their decisions are sticky): they do not matter.
    """
    required = [d for d in after.open if not d.optional]
    return (
        before.counters.dice == after.counters.dice
        and not any(e.discloses for e in events)
        and bool(required)
        and all(d.seat == seat or d in before.open for d in required)
    )


def rewind(title: Title, earlier: Any, current: Any, keep: Sequence[Act] = (), closes: str = "") -> Any:
    """The state of a take-back: `earlier` and the acts that stand, with the counters of `current`.

    Decisions that are open both in it and in `current` stay as they are (so who was not concerned notices nothing); all others
    get ids that were never used before, and so does `closes`. Raises Refusal or ValueError when an act cannot stand.
    """
    state = title.decode(title.encode(earlier))
    for entry in keep:
        decision = find(title, state, entry.decision)
        if decision is None:
            raise ValueError(f"decision {entry.decision} is not open without the entry that is taken back")
        state, _, _ = act(title, state, decision, entry.picks, entry.note)
    state = title.decode(title.encode(state))
    state.counters = msgspec.json.decode(msgspec.json.encode(current.counters), type=Counters)
    kept = [d for d in state.open if d in current.open and d.id != closes]
    asks = [Ask(d.seat, d.kind, d.prompt, d.rule, d.optional, sticky=d in kept) for d in state.open]
    state.open = reopen(state.counters, kept, asks)
    return state


def replay(title: Title, setup: Setup, entries: Sequence[Entry]) -> list[Any]:
    """The states of a game, one after each entry, the first being the fresh game. Raises Refusal on an illegal entry."""
    state, _ = title.begin(setup)
    states = [state]
    for entry in entries:
        if isinstance(entry, TakeBack):
            kept = [e for e in (entries[n - 1] for n in entry.keep) if isinstance(e, Act)]
            state = rewind(title, states[entry.to - 1], state, kept, entry.closes)
        else:
            decision = find(title, state, entry.decision)
            if decision is None or decision.seat != entry.seat:
                raise ValueError(f"log entry {len(states)}: decision {entry.decision} of {entry.seat} is not open")
            state, _, _ = act(title, state, decision, entry.picks, entry.note)
        states.append(state)
    return states
