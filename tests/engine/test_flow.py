"""The log, take-backs and replay, on a toy game; walks and their refusals."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from engine import dice, flow
from engine.decisions import Decision, Option, Refusal, Walk, fallback
from engine.title import Counters, Event, Outcome, Reading, ScenarioInfo, Seat, Setup

SEATS = ("a", "b", "c")


class Heap(msgspec.Struct):
    """All bid in secret, then take turns from a heap."""

    setup: Setup
    counters: Counters
    open: list[Decision]
    bids: dict[str, int] = {}
    turn: int = 0
    heap: int = 20


class HeapWalk(Walk):
    """`bid` then a number; or a number, `roll` or `pass`. Taking 3 is blocked when the heap is small."""

    def __init__(self, state: Heap, decision: Decision) -> None:
        super().__init__(decision)
        self.state = state

    def _values(self) -> list[str]:
        if self.decision.kind == "bid":
            return ["1", "2", "3"] if self.picks else ["bid"]
        if self.decision.kind == "note":
            return [*(v for v in "xyz" if v not in self.picks), "done"]
        return ["1", "2", *(["3"] if self.state.heap >= 10 else []), "roll", "pass"]

    def _take(self, value: str) -> None:
        self.ready = value == "done" if self.decision.kind == "note" else value != "bid"

    def _blocked(self) -> list[Option]:
        if self.decision.kind == "play" and self.state.heap < 10:
            return [Option("3", blocked=Refusal("small_heap", "the heap is too small for three", "2.1"))]
        return []


class Toy:
    """The toy title: what `engine.flow` asks of a title."""

    id, name, family = "toy", "Toy", "toy"

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return ()

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        return ()

    def begin(self, setup: Setup) -> tuple[Heap, list[Event]]:
        state = Heap(setup, Counters(), [])
        state.open = flow.reopen(state.counters, [], self.asks(state))
        return state, []

    def asks(self, state: Heap) -> list[flow.Ask]:
        note = [flow.Ask("umpire", "note", "Note", optional=True, sticky=True)]
        if len(state.bids) < len(SEATS):
            return note + [flow.Ask(s, "bid", "Bid", "1.1", sticky=True) for s in SEATS if s not in state.bids]
        return note + ([flow.Ask(SEATS[state.turn % 3], "play", "Play", "2.1")] if state.heap > 0 else [])

    def decisions(self, state: Heap) -> list[Decision]:
        return state.open

    def walk(self, state: Heap, decision: Decision) -> Walk:
        return HeapWalk(state, decision)

    def apply(self, state: Heap, walk: Walk, note: str = "") -> tuple[Heap, list[Event]]:
        after, decision, last = self.decode(self.encode(state)), walk.decision, walk.picks[-1]
        discloses = False
        if decision.kind == "bid":
            after.bids[decision.seat] = int(last)
            discloses = len(after.bids) == len(SEATS)
        elif last == "roll":
            k = after.counters.dice.get("public", 0)
            after.counters.dice["public"] = k + 1
            after.heap -= dice.die_of(dice.digest(after.setup.seed, after.setup.game, "public", k, "roll"))
            after.turn += 1
        elif last == "pass":
            after.turn += 1
        elif decision.kind == "play":
            after.heap -= int(last)
        after.open = flow.reopen(after.counters, state.open, self.asks(after), decision.id)
        return after, [Event(decision.kind, "", {decision.seat: Reading("")}, discloses=discloses)]

    def view(self, state: Heap, viewer: str) -> dict[str, Any]:
        return {}

    def resample(self, state: Heap, viewer: str, rng: random.Random) -> Heap:
        return state

    def outcome(self, state: Heap) -> Outcome | None:
        return None

    def encode(self, state: Heap) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, raw: bytes) -> Heap:
        return msgspec.json.decode(raw, type=Heap)

    def about(self, pack: Any) -> dict[str, Any]:
        return {}

    def board(self, pack: Any, map_id: str) -> dict[str, Any]:
        raise KeyError(map_id)

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        return {}


TOY = Toy()
SETUP = Setup("g1", "toy", "only", {}, (), "11" * 32, "0" * 64, "test")


def ids(state: Heap) -> list[str]:
    return [d.id for d in state.open]


def move(state: Heap, decision_id: str, *picks: str) -> Heap:
    decision = flow.find(TOY, state, decision_id)
    assert decision is not None
    after, _, _ = flow.act(TOY, state, decision, picks)
    return after  # type: ignore[no-any-return]


def bidding_done() -> Heap:
    state, _ = TOY.begin(SETUP)
    for seat in SEATS:
        state = move(state, f"{seat}-1", "bid", "1")
    return state


# ---- decisions


def test_ids_count_per_seat_and_required_ones_come_first() -> None:
    state, _ = TOY.begin(SETUP)
    assert ids(state) == ["a-1", "b-1", "c-1", "umpire-1"]
    assert state.open[0].view() == {"id": "a-1", "kind": "bid", "prompt": "Bid", "rule": "1.1"}
    assert state.open[3].view() == {"id": "umpire-1", "kind": "note", "prompt": "Note", "optional": True}


def test_sticky_decisions_keep_their_id_and_others_get_the_next() -> None:
    state, _ = TOY.begin(SETUP)
    state = move(state, "b-1", "bid", "2")
    assert ids(state) == ["a-1", "c-1", "umpire-1"]
    state = bidding_done()
    assert ids(state) == ["a-2", "umpire-1"]
    assert ids(move(state, "a-2", "1")) == ["a-3", "umpire-1"]  # menus may have changed: a new id
    assert ids(move(state, "umpire-1", "done")) == ["a-3", "umpire-2"]  # its own action closes a sticky one


def test_a_decision_that_is_not_open_is_not_found() -> None:
    state = bidding_done()
    assert flow.find(TOY, state, "a-1") is None and flow.find(TOY, state, "z-1") is None


# ---- walks


def test_an_action_must_be_complete_and_on_the_menu() -> None:
    state, _ = TOY.begin(SETUP)
    with pytest.raises(Refusal) as error:
        flow.act(TOY, state, state.open[0], ["bid"])
    assert error.value.code == "incomplete"
    for picks in (["1"], ["bid", "9"], ["bid", "1", "1"]):
        with pytest.raises(Refusal) as error:
            flow.act(TOY, state, state.open[0], picks)
        assert error.value.view()["code"] == "not_an_option" and error.value.rule == "1.1"


def test_a_blocked_option_answers_with_its_own_code() -> None:
    state = bidding_done()
    state.heap = 9
    walk = TOY.walk(state, state.open[0])
    assert [o.value for o in walk.menu().options] == ["1", "2", "roll", "pass", "3"]
    assert walk.menu().view()["options"][-1] == {
        "value": "3",
        "blocked": {"code": "small_heap", "message": "the heap is too small for three", "rule": "2.1"},
    }
    with pytest.raises(Refusal) as error:
        walk.pick("3")
    assert (error.value.code, error.value.rule) == ("small_heap", "2.1")


def test_the_fallback_commits_to_as_little_as_possible() -> None:
    state = bidding_done()
    assert fallback(TOY.walk(state, state.open[0])) == ["pass"]
    assert fallback(TOY.walk(state, state.open[1])) == ["done"]
    fresh, _ = TOY.begin(SETUP)
    assert fallback(TOY.walk(fresh, fresh.open[0])) == ["bid", "1"]


def test_a_set_in_any_order() -> None:
    state = bidding_done()
    for picks in (["x", "z", "done"], ["z", "x", "done"]):
        assert TOY.walk(state, state.open[1]).follow(picks).ready


def test_apply_leaves_the_state_alone() -> None:
    state = bidding_done()
    before = TOY.encode(state)
    move(state, "a-2", "roll")
    assert TOY.encode(state) == before


# ---- take-backs


def test_free_while_no_die_fell_and_nobody_else_was_asked() -> None:
    state = bidding_done()
    for pick, free in (("1", True), ("roll", False), ("pass", False)):
        after, events, _ = flow.act(TOY, state, state.open[0], [pick])
        assert flow.free_to_take_back(state, after, events, "a") is free


def test_in_a_secret_stage_only_the_commit_ends_it() -> None:
    state, _ = TOY.begin(SETUP)
    for seat, free in (("a", True), ("b", True), ("c", False)):
        decision = flow.find(TOY, state, f"{seat}-1")
        assert decision is not None
        after, events, _ = flow.act(TOY, state, decision, ["bid", "1"])
        assert flow.free_to_take_back(state, after, events, seat) is free
        state = after


def test_a_disclosure_cannot_be_taken_back() -> None:
    state = bidding_done()
    after, _, _ = flow.act(TOY, state, state.open[0], ["1"])
    assert not flow.free_to_take_back(state, after, [Event("look", "", {}, discloses=True)], "a")


def test_dice_and_decision_numbers_never_go_back() -> None:
    state = bidding_done()
    rolled = move(state, "a-2", "roll")
    back = flow.rewind(TOY, state, rolled)
    assert (back.heap, back.turn) == (state.heap, state.turn)
    assert back.counters.dice == {"public": 1}
    assert ids(back) == ["a-3", "umpire-1"]  # a-2 was used; the umpire's was never touched
    assert back.counters.decisions["b"] == rolled.counters.decisions["b"] == 2
    again = move(back, "a-3", "roll")
    assert again.counters.dice == {"public": 2}
    second = dice.die_of(dice.digest(SETUP.seed, "g1", "public", 1, "roll"))
    assert again.heap == 20 - second  # the next die, not the same one


def test_what_others_did_in_secret_stands() -> None:
    start, _ = TOY.begin(SETUP)
    state = move(move(start, "a-1", "bid", "1"), "b-1", "bid", "3")
    back = flow.rewind(TOY, start, state, [flow.Act("b", "b-1", ["bid", "3"])])
    assert back.bids == {"b": 3}
    assert ids(back) == ["a-2", "c-1", "umpire-1"]  # c notices nothing
    with pytest.raises(ValueError, match="a-7 is not open"):
        flow.rewind(TOY, start, state, [flow.Act("a", "a-7", ["bid", "1"])])


def test_a_take_back_uses_up_the_ruling_that_made_it() -> None:
    state = bidding_done()
    taken = move(state, "a-2", "1")
    assert ids(flow.rewind(TOY, state, taken, closes="umpire-1")) == ["a-4", "umpire-2"]


# ---- replay


LOG: list[flow.Entry] = [
    flow.Act("b", "b-1", ["bid", "2"]),
    flow.Act("a", "a-1", ["bid", "1"]),
    flow.TakeBack(2, "a"),
    flow.Act("a", "a-2", ["bid", "3"]),
    flow.Act("c", "c-1", ["bid", "1"]),
    flow.Act("a", "a-3", ["2"]),
    flow.Act("a", "a-4", ["roll"]),
    flow.TakeBack(7, "umpire", "all"),
    flow.Act("a", "a-5", ["roll"], by="bot"),
    flow.Act("b", "b-3", ["pass"], by="clock"),
]


def test_the_log_is_the_game() -> None:
    states = flow.replay(TOY, SETUP, LOG)
    assert len(states) == len(LOG) + 1
    assert states[3].bids == {"b": 2} and states[4].bids == {"a": 3, "b": 2}
    assert [TOY.encode(s) for s in states] == [TOY.encode(s) for s in flow.replay(TOY, SETUP, LOG)]
    assert states[-1].counters.dice == {"public": 2}
    raw = msgspec.json.encode(LOG)
    again = msgspec.json.decode(raw, type=list[flow.Entry])
    assert TOY.encode(flow.replay(TOY, SETUP, again)[-1]) == TOY.encode(states[-1])


@pytest.mark.parametrize("entry", [flow.Act("a", "a-9", ["bid", "1"]), flow.Act("b", "a-1", ["bid", "1"])])
def test_a_log_with_a_decision_of_nobody_is_refused(entry: flow.Act) -> None:
    with pytest.raises(ValueError, match="is not open"):
        flow.replay(TOY, SETUP, [entry])


def test_a_log_with_an_illegal_act_is_refused() -> None:
    with pytest.raises(Refusal):
        flow.replay(TOY, SETUP, [flow.Act("a", "a-1", ["bid", "7"])])


def test_no_decision_id_is_ever_used_twice() -> None:
    used = [e.decision for e in LOG if isinstance(e, flow.Act)]
    assert len(used) == len(set(used))
    seen: dict[str, str] = {}
    for state in flow.replay(TOY, SETUP, LOG):
        for decision in state.open:
            assert seen.setdefault(decision.id, decision.kind) == decision.kind
