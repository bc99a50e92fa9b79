"""Random play for tests: games of any scenario, length and options by a seed, with a check after every action."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.decisions import FINISHING, MAX_PICKS, Decision, Walk
from engine.flow import Act
from engine.title import Event, Setup
from engine.titles.cityfight import movement
from engine.titles.cityfight.data import book
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import State
from tests.engine.cityfight.kit import TITLE, pack_for, setup

NOTE = "under the clock"
Check = Callable[[State, Walk, State, list[Event]], None]


def setting(scenario: str, options: Mapping[str, str], turns: int = 0, seed: int = 1) -> Setup:
    """Event zero of a random game, of the printed length or of so many game-turns."""
    changes = {f"scenarios/{scenario}": {"length": {"game_turns": turns}}} if turns else {}
    return setup(scenario, options, pack_for(scenario, None, changes), f"{seed:064x}")


def finish(walk: Walk, rng: random.Random, hurry: float = 0.3) -> Walk:
    """Complete a walk with random picks, within 200 of them in all."""
    while not walk.ready:
        values = walk.values()
        assert values, f"dead end after {walk.picks} in {walk.decision}"
        way_out = [v for v in FINISHING if v in values]
        walk.pick(way_out[0] if way_out and (len(walk.picks) > 30 or rng.random() < hurry) else rng.choice(values))
    assert len(walk.picks) <= MAX_PICKS
    return walk


def action(state: State, decision: Decision, rng: random.Random, busy: float) -> Walk:
    """A random action: in set-up what is quick, else whatever the menus offer; `busy`: how eager to do something."""
    walk = TITLE.walk(state, decision)
    values = walk.values()
    if decision.kind == "set-up":
        first = "rest" if "rest" in values else "done"
        return finish(walk.follow([rng.choice(values) if rng.random() < busy / 4 else first]), rng)
    if decision.kind == "command":
        return commanded(walk, values, rng, busy)
    for verb in rng.sample(("fire", "sight", "assault", "automatic"), 4):
        if rng.random() < busy and not walk.ready and verb in walk.values():
            walk.pick(verb)
        elif len(walk.picks) == 0 and decision.kind == "action":
            units = [v for v in walk.values() if v.startswith("u")]
            if units and rng.random() < busy:
                walk.pick(rng.choice(units))
    return finish(walk, rng, 0.1 if rng.random() < busy else 0.9)


def commanded(walk: Walk, values: Sequence[str], rng: random.Random, busy: float) -> Walk:
    """Some command: for whole platoons mostly, rallying where there is somebody to rally; or done."""
    platoons = [v for v in values if v.startswith("platoon ")]
    roll = rng.random()
    if roll > busy:
        return walk.follow(["done"])
    if "recover" in values and roll < busy * 0.3:
        walk.pick("recover")
    elif platoons and roll < busy * 0.9:
        walk.pick(rng.choice(platoons))
        walk.pick(rng.choice([v for v in walk.values() if v in ("cautious", "bold", "fire", "fire", "search", "none", "suppress")]))
    return finish(walk, rng)


def chosen(state: State, rng: random.Random) -> Decision:
    """A required decision mostly; now and then an agreement, a letter, a mark or a ruling."""
    required = [d for d in state.open if not d.optional]
    optional = [d for d in state.open if d.kind in ("agree", "letter", "note", "ruling")]
    return rng.choice(optional) if optional and rng.random() < 0.03 else rng.choice(required)


def melee(state: State, rng: random.Random) -> State:
    """The same game with all units in a few neighbouring megahexes, so that everything happens that can."""
    new = state.copy()
    town = book(new.pack, new.setup.scenario).town
    middle = rng.choice([m for m in CROWDED[new.setup.scenario] if m in town.hexes_of])
    places = [h for m in (middle, *town.mega_neighbours[middle]) for h in town.hexes_of[m]]
    play = Play(new)
    for uid in new.units:
        fits = [h for h in places if h in play.book.playable and movement.stacks(play, [uid], h, play.at(h, new.units[uid].side)) is None]
        if fits:
            play.put(uid, rng.choice(fits))
    return new


CROWDED = {"52": ("8K", "8L"), "53": ("4J", "5K", "4H"), "54": ("4F", "5G", "3E"), "55": ("4D", "5F", "7F")}
"""Megahexes in the middle of each scenario."""


def steps(
    begin: Setup, rng: random.Random, busy: float, limit: int = 4000, mixed: bool = False
) -> Iterator[tuple[State, Walk, State, list[Event]]]:
    """A random game, action by action: state before, walk, state after, events. `mixed`: it begins with everybody close together."""
    state, _ = TITLE.begin(begin)
    for _ in range(limit):
        if state.over is not None:
            return
        if mixed and state.stage == "command" and state.turn == 1:
            state, mixed = melee(state, rng), False
        walk = action(state, chosen(state, rng), rng, busy)
        if walk.picks[0] in ("re-roll", "end", "kill") and walk.decision.kind == "ruling":
            continue
        after, events = TITLE.apply(state, walk, NOTE)
        yield state, walk, after, events
        state = after
    raise AssertionError(f"no end in {limit} actions: game-turn {state.turn}")


def log_of(walk: Walk) -> Act:
    """The log entry of an action."""
    return Act(walk.decision.seat, walk.decision.id, list(walk.picks), NOTE)


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether two views differ."""
    return dict(before) != dict(after)
