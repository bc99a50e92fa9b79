"""Random games of the four scenarios with all options and numbers of players: they end, and what must hold holds at every step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.decisions import Refusal, Walk, fallback
from engine.flow import replay
from engine.title import PUBLIC, UMPIRE, Event
from engine.titles.cityfight import movement, stages
from engine.titles.cityfight.action import ActionWalk
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import BOXES, State
from tests.engine.cityfight.kit import TITLE
from tests.engine.cityfight.randomly import NOTE, changed, finish, log_of, setting, steps

ALL = {"automatic": "yes", "relay": "yes", "cover": "yes", "search_line": "yes"}
GAMES = [
    ("52", {"mode": "rulebook", **ALL}, 0, 0.7),
    ("52", {"mode": "umpired"}, 0, 0.7),
    ("53", {"mode": "rulebook"}, 8, 0.7),
    ("53", {"mode": "rulebook", "players": "platoons", **ALL}, 6, 0.6),
    ("53", {"mode": "umpired", "players": "platoons"}, 6, 0.6),
    ("54", {"mode": "rulebook", **ALL}, 3, 0.6),
    ("54", {"mode": "umpired", "players": "companies"}, 3, 0.5),
    ("54", {"mode": "rulebook", "players": "platoons"}, 2, 0.4),
    ("55", {"mode": "umpired", **ALL}, 4, 0.6),
    ("55", {"mode": "rulebook", "players": "companies", "relay": "yes"}, 4, 0.5),
    ("55", {"mode": "rulebook", "players": "platoons", **ALL}, 2, 0.4),
]
"""Scenario, options, game-turns (0: as printed), how busy the players are."""


def viewers(state: State) -> list[str]:
    """All who watch a game."""
    return [*(seat.id for seat in state.setup.seats), UMPIRE, PUBLIC]


def hold(before: State, walk: Walk, after: State, events: list[Event]) -> None:
    """What must hold after every action."""
    assert all(f.ap >= 0 for f in after.formations.values())
    play = Play(after)
    playable = play.book.playable
    assert all(u.at in BOXES or u.at in playable for u in after.units.values())
    gone = Counter(u.type for u in before.units.values()) - Counter(u.type for u in after.units.values())
    came = Counter(u.type for u in after.units.values()) - Counter(u.type for u in before.units.values())
    if walk.picks[0] == "split":
        assert (gone, came) == (Counter({"su_squad": 1}), Counter({"su_bipod": 2, "su_ft4": 1}))
    elif gone or came:
        promoted = {"plt_sgt", "plt_ldr", "co_cdr"}
        assert after.turn == before.turn + 1 and gone.keys() | came.keys() <= promoted
    assert before.turn <= after.turn <= play.book.turns
    for u in after.units.values():
        if u.suppressed or not u.on_map:
            assert not (u.moves or u.sights or u.fires), u
    if after.stage == "action":
        for side in play.book.sides:
            assert stages.points(play, side) <= after.marks[f"start {side}"]


def silence(before: State, walk: Walk, events: list[Event]) -> None:
    """A silent action is one event to everybody but its own seat, the same bytes whatever it was (4.1 C, 12.0)."""
    if not isinstance(walk, ActionWalk) or (walk.verb not in ("", "move")) or walk.picks[-1] == "assault":
        return
    done = [e for e in events if e.kind == "done"]
    assert len(done) == 1
    name = Play(before).book.side_name(walk.side)
    expected = {"kind": "done", "text": f"{name}: done", "data": {"side": walk.side}, "rule": "4.1"}
    for viewer in viewers(before):
        if viewer not in (walk.seat, UMPIRE):
            assert done[0].payload(viewer) == expected


def told(before: State, after: State, events: list[Event]) -> None:
    """A view never changes without an event to its viewer."""
    for viewer in viewers(before):
        if not any(viewer in e.readings for e in events):
            assert not changed(TITLE.view(before, viewer), TITLE.view(after, viewer)), viewer


def pure(before: State, walk: Walk, after: State, events: list[Event]) -> None:
    """`apply` leaves its state alone, and gives the same from a state that was stored and read again."""
    raw = TITLE.encode(before)
    stored = TITLE.decode(raw)
    assert TITLE.encode(stored) == raw and stored == before
    again = TITLE.walk(stored, walk.decision).follow(walk.picks)
    other, others = TITLE.apply(stored, again, NOTE)
    assert TITLE.encode(stored) == raw
    assert TITLE.encode(other) == TITLE.encode(after)
    assert [[e.payload(v) for v in viewers(before)] for e in others] == [[e.payload(v) for v in viewers(before)] for e in events]


def complete(state: State, rng: random.Random) -> None:
    """Every option that is offered leads to a finished walk; every blocked one is refused with its own code."""
    for decision in state.open:
        picks: list[str] = []
        while True:
            walk = TITLE.walk(state, decision).follow(picks)
            if walk.ready:
                break
            values = walk.values()
            assert values, (decision, picks)
            for value in rng.sample(values, min(6, len(values))):
                finish(TITLE.walk(state, decision).follow([*picks, value]), rng)
            menu = walk.menu()
            assert [o.value for o in menu.options if o.blocked is None] == values
            for option in menu.options:
                if option.blocked is not None:
                    with pytest.raises(Refusal) as why:
                        TITLE.walk(state, decision).follow([*picks, option.value])
                    assert why.value.code == option.blocked.code
            picks.append(rng.choice(values))
            if len(picks) > 25:
                break
        assert TITLE.walk(state, decision).follow(fallback(TITLE.walk(state, decision))).ready


def check(game: int, seed: int, mixed: bool, deep: int = 1) -> None:
    """Play a random game to its end with everything that must hold, some things at every `deep`-th step of their own rhythm."""
    scenario, options, turns, busy = GAMES[game]
    begin = setting(scenario, options, turns, seed=seed)
    rng = random.Random(seed)
    log, last = [], None
    for n, (before, walk, after, events) in enumerate(steps(begin, rng, busy, mixed=mixed), 1):
        hold(before, walk, after, events)
        silence(before, walk, events)
        if n % (7 * deep) == 0:
            told(before, after, events)
        if n % (25 * deep) == 0:
            pure(before, walk, after, events)
        if n % (50 * deep) == 0:
            complete(after, rng)
        log.append(log_of(walk))
        last = after
    assert last is not None and last.over is not None and last.open == []
    if not mixed and game % 3 == 0:
        assert TITLE.encode(replay(TITLE, begin, log)[-1]) == TITLE.encode(last)


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_random_games(game: int) -> None:
    """From set-up to the end, then replayed from the log to the identical state."""
    check(game, game + 7, mixed=False)


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_random_melees(game: int) -> None:
    """The same with both sides mixed up in a few megahexes from the first turn."""
    check(game, game + 31, mixed=True)


@pytest.mark.parametrize("scenario", ["52", "53", "54", "55"])
def test_games_of_printed_length(scenario: str) -> None:
    """Players who do little reach the last turn."""
    last = None
    for before, walk, after, events in steps(setting(scenario, {}, seed=3), random.Random(5), 0.15):
        silence(before, walk, events)
        last = after
    assert last is not None and last.over is not None
    assert last.turn == Play(last).book.turns or scenario == "53"


def test_overstacks_are_left_over_moves_only() -> None:
    """9.0, A-33: what ends a turn overstacked had room to be made for it, and must make it next."""
    found = 0
    for before, _, after, _ in steps(setting("53", {}, 8, seed=11), random.Random(2), 0.8):
        if after.turn == before.turn:
            continue
        play = Play(after)
        for uid in after.units:
            if movement.crowded(play, uid):
                found += 1
                walk = TITLE.walk(after, next(d for d in after.open if d.seat == play.seat_of(uid) and d.kind == "command"))
                alias = after.aliases[play.seat_of(uid)][uid]
                if alias in walk.values():
                    walk.pick(alias)
                    assert not {"fire", "search"} & set(walk.values())
    assert found < 60
