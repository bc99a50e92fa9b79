"""The engine alone: `python -m tests.bench.engine [seconds]`. Prints figures per title and never fails on them.

All times are CPU time of one core. `seconds` bounds each measurement (3 by default).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from engine import flow
from engine.title import PUBLIC, UMPIRE, Setup, Title
from tests.fixtures import store
from tests.secrecy import kit

SAMPLES = 60
Played = tuple[Setup, list[flow.Entry]]


def clock(work: Callable[[], Any]) -> float:
    """CPU seconds of a piece of work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def random_games(title: Title, seconds: float) -> tuple[list[Played], list[Any], list[int], float]:
    """Random games one after the other: their logs, some states of them, steps of each, seconds in all."""
    logs: list[Played] = []
    states: list[Any] = []
    lengths: list[int] = []
    spent, rng = 0.0, random.Random(1)
    while spent < seconds:
        ways = kit.combinations(title)
        setup = kit.set_up(title, *ways[len(logs) % len(ways)], 9000 + len(logs))
        entries: list[flow.Entry] = []
        began = time.process_time()
        for step in kit.play(title, setup, random.Random(len(logs))):
            entries.append(step.entry)
            if rng.random() < 0.05:
                states.append(step.after)
        spent += time.process_time() - began
        logs.append((setup, entries))
        lengths.append(len(entries))
    return logs, rng.sample(states, min(SAMPLES, len(states))), lengths, spent


def recorded(title: Title) -> list[Played]:
    """The logs of the title's fixtures."""
    games = (store.load(path)[1] for path in store.paths() if path.parent.name == title.id)
    return [(game.setup, game.entries) for game in games]


def replay_speed(title: Title, logs: Iterable[Played], seconds: float) -> tuple[int, float]:
    """Entries played again (walk and apply), and the seconds that they took."""
    entries, spent = 0, 0.0
    for setup, log in logs:
        if spent < seconds:
            spent += clock(lambda s=setup, x=log: flow.replay(title, s, x))
            entries += len(log)
    return entries, spent


def spread(values: list[float], unit: str, digits: int = 2) -> str:
    """Median and worst of some figures."""
    return f"median {statistics.median(values):.{digits}f} {unit}, worst {max(values):.{digits}f} {unit}"


def bench(title: Title, seconds: float) -> None:
    """Print the figures of one title."""
    logs, states, lengths, spent = random_games(title, seconds)
    print(f"{title.name}")
    pace, a_game = sum(lengths) / spent, statistics.mean(lengths)
    print(f"  random games        {len(logs) / spent:.2f} a second, {pace:.0f} actions a second, {a_game:.0f} actions a game")
    for name, games in (("fixtures", recorded(title)), ("random games", logs)):
        entries, took = replay_speed(title, games, seconds)
        if entries:
            print(f"  replay of {name:13} {entries / took:5.0f} walk and apply a second ({entries} entries)")
    print(f"  state               {spread([len(title.encode(s)) / 1024 for s in states], 'kB')}")
    for viewer in (states[0].setup.seats[0].id, PUBLIC, UMPIRE):
        sizes = [len(kit.wire(title.view(s, viewer))) / 1024 for s in states]
        times = [1000 * clock(lambda s=s, v=viewer: [title.view(s, v) for _ in range(10)]) / 10 for s in states]
        print(f"  view of {viewer:12}{spread(sizes, 'kB')}; {spread(times, 'ms')}")
    for what, work in (
        ("encode and decode", lambda s: title.decode(title.encode(s))),
        ("resample", lambda s: title.resample(s, s.setup.seats[0].id, random.Random(1))),
        ("first menu", lambda s: [title.walk(s, d).menu().view() for d in title.decisions(s) if not d.optional]),
    ):
        times = [1000 * clock(lambda s=s, w=work: [w(s) for _ in range(3)]) / 3 for s in states]
        print(f"  {what:20}{spread(times, 'ms')}")


def main(seconds: float = 3.0) -> None:
    """All titles."""
    for title in kit.all_titles():
        bench(title, seconds)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
