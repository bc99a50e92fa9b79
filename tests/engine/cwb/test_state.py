"""States: apply never changes the one it is given, copies are independent, bytes round-trip, replay rebuilds a game, nothing gets lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import flow
from engine.decisions import FINISHING
from engine.title import Event
from engine.titles.cwb import movement
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.state import BOXES, AirPool, Attack, Bombard, Line, PhaseFrame, Retreat, State, Trail, decode, encode
from tests.engine.cwb.kit import TITLE, crowd, retreating, setup, situation


def play(state: State, seed: int, acts: int, eager: float) -> list[tuple[State, State, list[str], list[Event]]]:
    """Play at random: (before, after, picks, events) of each action."""
    rng = random.Random(seed)
    out = []
    for _ in range(acts):
        decision = next((d for d in state.open if not d.optional), None)
        if decision is None:
            break
        walk = TITLE.walk(state, decision)
        while not walk.ready:
            finish = [v for v in FINISHING if v in walk.values()]
            walk.pick(finish[0] if finish and rng.random() < eager else rng.choice(walk.values()))
        after, events = TITLE.apply(state, walk)
        out.append((state, after, [decision.id, *walk.picks], events))
        state = after
    return out


@pytest.mark.parametrize("seed", range(3))
def test_replay_rebuilds_every_state(seed: int) -> None:
    """DESIGN 2: set-up, seed and picks are the game."""
    options = {"quick": "yes" if seed == 1 else "no", "army": "yes" if seed == 2 else "no"}
    event_zero = setup(options, seed=f"{seed + 1:064x}")
    fresh, _ = TITLE.begin(event_zero)
    played = play(fresh, seed, 400, 0.12)
    assert played[-1][1].over is not None
    entries = [flow.Act(picks[0].rpartition("-")[0], picks[0], picks[1:]) for _, _, picks, _ in played]
    states = flow.replay(TITLE, event_zero, entries)
    assert [encode(s) for s in states] == [encode(fresh), *(encode(after) for _, after, _, _ in played)]


def conserved(state: State) -> None:
    """No counter is lost or doubled, none shares a hex with an enemy, none has conditions off the map, all are where they may be."""
    book = BUDAPEST.book(state)
    assert sorted(p.unit for p in state.pieces.values()) == sorted(book.units)
    holders: dict[str, str] = {}
    for p in state.pieces.values():
        assert p.at in BOXES or p.at in book.map.grid
        assert p.side == ("soviet" if book.units[p.unit].cmd in ("2G", "33G", "128G", "SC") else "hungarian")
        if p.on_map:
            assert holders.setdefault(p.at, p.side) == p.side
        else:
            assert not (p.suppressed or p.attacked or p.defended)
    for kinds in state.air.values():
        assert all(0 <= pool.left <= pool.of for pool in kinds.values())


def added_up(before: State, after: State, events: list[Event]) -> None:
    """The ledger grows by what was told, and the view shows its sums."""
    told = [e.readings["public"].data for e in events if e.kind == "points"]
    new = after.ledger[len(before.ledger) :]
    assert before.ledger == after.ledger[: len(before.ledger)]
    assert [(x.side, x.points) for x in new] == [(e["side"], e["points"]) for e in told]
    totals = TITLE.view(after, "public")["panels"]["vp"]["totals"]
    assert totals == {side: sum(x.points for x in after.ledger if x.side == side) for side in ("soviet", "hungarian")}


def stands(before: State, after: State) -> None:
    """At the beginning of a phase nobody stands over the limit (7.8)."""
    frame = after.stack[-1] if after.stack else None
    if isinstance(frame, PhaseFrame) and frame not in before.stack:
        for side in ("soviet", "hungarian"):
            assert movement.overstacked(after, BUDAPEST, BUDAPEST.field(after), side) == []


@pytest.mark.parametrize("seed", range(30))
def test_what_holds_after_every_action(seed: int) -> None:
    """In a crowd, where most of the rules are at work."""
    begin = crowd(1000 + seed).state
    was = encode(begin)
    for before, after, _, events in play(begin, seed, 25, 0.05):
        assert encode(before) == was, "apply changed the state that it was given"
        was = encode(after)
        assert decode(was) == after
        assert encode(decode(was)) == was
        conserved(after)
        added_up(before, after, events)
        stands(before, after)
        assert all(e.rule or e.kind == "ruling" for e in events), "every event cites its rule"


def test_a_copy_is_independent() -> None:
    """Whatever is changed in it, down to the frames of the stack, the original stays."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin"}, lead={"soviet": 1}, rubble=["1515"])
    g.do("attack", "0431", "2G:1/5", "assault", "go", dice=[4])
    original = g.state
    was = encode(original)
    new = original.copy()
    assert new == original
    for piece in new.pieces.values():
        piece.at, piece.suppressed, piece.fired = "0101", True, True
    for known in new.aliases.values():
        known.clear()
    for frame in new.stack:
        if isinstance(frame, Attack):
            frame.todo.append("x")
            frame.trails.append(Trail(["0101"]))
            frame.steps.clear()
        elif isinstance(frame, PhaseFrame):
            frame.closing = True
    new.stack.append(Retreat("soviet", 1, []))
    new.counters.dice["public"] = 99
    new.counters.decisions["soviet"] = 99
    new.counters.aliases["soviet"] = 99
    new.air["soviet"]["TAC"].left = 0
    new.air["x"] = {"TAC": AirPool()}
    new.air_hits["0101"] = 3
    new.files["1701"] = 3
    new.rubble.append("0101")
    new.ledger.append(Line("soviet", "x", 1, 1, ""))
    new.duties.attack.append("x")
    new.duties.defend.clear()
    new.open.clear()
    new.turn, new.side, new.bridged, new.rolled = 9, "x", True, False
    assert encode(original) == was


def test_every_frame_survives_its_bytes() -> None:
    """A game can be stored and carried on in the middle of anything."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin, REB:Szena"}).bombard("0431", "TAC", "TAC", "TAC")
    assert isinstance(g.state.stack[-1], Bombard)
    resumed = decode(encode(g.state))
    decision = resumed.open[0]
    walk = TITLE.walk(resumed, decision)
    walk.pick(walk.values()[0])
    a, _ = TITLE.apply(resumed, walk)
    b, _ = TITLE.apply(g.state, TITLE.walk(g.state, decision).follow(walk.picks))
    assert encode(a) == encode(b)
    h = retreating({"0430": "2G:2/6", "0431": "REB:Tuzolto"}, "REB:Tuzolto", 2)
    assert decode(encode(h.state)) == h.state


def test_states_are_small() -> None:
    """A whole game's truth fits in some tens of kilobytes, whatever has happened."""
    sizes: list[Any] = [len(encode(crowd(seed).state)) for seed in range(5)]
    assert max(sizes) < 40_000
