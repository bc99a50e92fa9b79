"""The secrecy tests, wide: `python -m tests.secrecy.wide [games] [title]`.

All twin tests on one step in ten of many random games of every title, the matrix measured on all of them, the memory of every viewer
followed, over all cores; then twins of the recorded games between bots. Prints what was compared; leaves with an error at the first leak.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
from collections import Counter

from tests.secrecy import kit, samples, twins
from tests.secrecy.recall import Memory
from tests.secrecy.test_matrix import MATRICES, measure, report

GAMES = 60
SHARE = 0.1

Result = tuple[twins.Tally, dict[str, tuple[int, int]], int]


def one_game(job: tuple[str, int]) -> Result:
    """Everything on one random game. Raises Leak, with the seed."""
    title_id, seed = job
    title = next(t for t in kit.all_titles() if t.id == title_id)
    ways = kit.combinations(title)
    scenario, options = ways[seed % len(ways)]
    rng, tally = random.Random(f"wide {title_id} {seed}"), twins.Tally()
    setup = kit.set_up(title, scenario, options, seed)
    memory = Memory(title, setup)
    looked = []
    try:
        for step in kit.play(title, setup, rng, extras=0.03, take_backs=0.03):
            memory.follow(step)
            if step.walk is not None and rng.random() < SHARE:
                twins.check_all(title, step, random.Random(rng.random()), tally, walks=1, steps=4)
                looked.append(step)
    except AssertionError as leak:
        raise twins.Leak(f"{title_id}, game {seed}: {leak}") from leak
    rows = measure(title, tuple(looked), rng, times=1) if title_id in MATRICES else {}
    return tally, rows, len(looked)


def main(games: int = GAMES, wanted: str = "") -> None:
    """Run it and print the figures."""
    began = time.monotonic()
    for title in kit.all_titles():
        if wanted not in ("", title.id):
            continue
        total, rows, steps = twins.Tally(), Counter[str](), 0
        of: Counter[str] = Counter()
        with multiprocessing.Pool() as pool:
            for tally, measured, looked in pool.imap_unordered(one_game, [(title.id, seed) for seed in range(games)]):
                total.add(tally)
                steps += looked
                for name, (n, m) in measured.items():
                    rows[name] += n
                    of[name] += m
        for step in samples.recorded(title, games, random.Random(0)):
            steps += 1
            twins.check_all(title, step, random.Random(step.n), total, walks=1, steps=3)
        print(f"{title.id}: {games} games, {steps} states, {total.pairs} pairs, {total.alike} actions alike")
        print(f"  parted by {dict(total.disclosed.most_common())}; possible in one twin only, by seat: {dict(total.one_sided)}")
        print(report({name: (rows[name], of[name]) for name in of}))
        never = [name for name in of if not rows[name]]
        if never:
            sys.exit(f"never redrawn: {never}")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(*(int(a) if a.isdigit() else a for a in sys.argv[1:]))  # type: ignore[arg-type]
