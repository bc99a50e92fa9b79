"""Steps of random games that the secrecy tests share: of every kind of decision some."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engine import flow
from engine.title import Title
from tests.fixtures import store
from tests.samples import sample
from tests.secrecy import cwb, kit

MOMENTS: dict[str, Callable[[Any], str]] = {"angola87": cwb.moment, "budapest56": cwb.moment}
"""Per title: what of the state makes a combat phase one of another kind."""
MIXED = {"cityfight": 2}
"""Titles of many scenarios, and the seed of an order in which the first few games are of every scenario, mode and number of players."""
GAMES, FEW = 6, 16
A_KIND = 1
"""Steps of a game that are kept for each kind of decision."""


def steps(title_id: str, first: int = 0, games: int = 0) -> tuple[kit.Step, ...]:
    """Sampled steps of some random games of a title, over scenarios and options in turn; in the wide run of all combinations, if few."""
    ways = len(kit.combinations(next(t for t in kit.all_titles() if t.id == title_id)))
    games = games or sample(GAMES, max(GAMES, min(ways, FEW)))
    return tuple(step for seed in range(first, first + games) for step in one_game(title_id, seed))


@lru_cache(maxsize=64)
def one_game(title_id: str, seed: int) -> tuple[kit.Step, ...]:
    """Sampled steps of one game."""
    title = next(t for t in kit.all_titles() if t.id == title_id)
    ways = kit.combinations(title)
    if title.id in MIXED:
        ways.sort(key=lambda way: way[0])
        random.Random(MIXED[title.id]).shuffle(ways)
    scenario, options = ways[seed % len(ways)]
    return tuple(of_each_kind(title, scenario, options, seed, random.Random(f"{title_id} {seed}")))


def of_each_kind(title: Title, scenario: str, options: dict[str, str], seed: int, rng: random.Random) -> list[kit.Step]:
    """Steps of one game: reservoir samples per kind of decision."""
    kept: dict[str, list[kit.Step]] = defaultdict(list)
    met: dict[str, int] = defaultdict(int)
    for step in kit.play(title, kit.set_up(title, scenario, options, seed), rng, extras=0.02):
        if step.decision is None:
            continue
        kind = step.decision.kind
        if kind == "combat" and title.id in MOMENTS:
            kind += f" {MOMENTS[title.id](step.before)}"
        met[kind] += 1
        if len(kept[kind]) < A_KIND:
            kept[kind].append(step)
        elif rng.random() < A_KIND / met[kind]:
            kept[kind][rng.randrange(A_KIND)] = step
    return [step for kind in sorted(kept) for step in kept[kind]]


def recorded(title: Title, count: int, rng: random.Random) -> list[kit.Step]:
    """Steps of recorded games between bots (`tests/fixtures/games`): they fight for other things than chance does."""
    out: list[kit.Step] = []
    games = [path for path in store.paths() if path.parent.name == title.id and not path.stem.startswith("random-")]
    for path in games:
        _, game = store.load(path)
        wanted = set(rng.sample(range(len(game.entries)), min(count, len(game.entries))))
        state, _ = title.begin(game.setup)
        for n, entry in enumerate(game.entries):
            if isinstance(entry, flow.TakeBack):
                break
            decision = flow.find(title, state, entry.decision)
            assert decision is not None
            after, events, walk = flow.act(title, state, decision, entry.picks, entry.note)
            if n in wanted:
                out.append(kit.Step(n, state, entry, after, decision, walk, events))
            state = after
    return out
