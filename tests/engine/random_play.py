"""Random games to the end: `python -m tests.engine.random_play [games] [title] [--scenario 54] [--option name=value ...] [--twins 0.02]`.

Every title, every scenario, an all-pairs set of the options in turn (of those named only the given values), over all cores; with
`--each` so many games of every combination. A referee checks every step, and
twins are compared on a step in ten, or whatever share is given (`--twins 0`: none); `--from 100`: number of the first game. Prints how
fast, how many, and what was never used, against the reviewed list `never_used.json`. Leaves with an error at the first broken promise,
naming the game.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.title import Title
from tests.engine.referee import EVERYTHING, USED, Referee
from tests.secrecy import kit, twins

GAMES = 1000
SHARE = 0.1
NONE: Mapping[str, str] = {}
REVIEWED = Path(__file__).with_name("never_used.json")


@dataclass
class Report:
    """What some games came to. `seconds`: of play alone, without referee and twins, on one core."""

    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    used: Counter[tuple[str, str]] = field(default_factory=Counter)
    there: set[tuple[str, str]] = field(default_factory=set)
    endings: Counter[str] = field(default_factory=Counter)
    tally: twins.Tally = field(default_factory=twins.Tally)

    def add(self, other: Report) -> None:
        """Count other games in."""
        self.games += other.games
        self.steps += other.steps
        self.seconds += other.seconds
        self.used += other.used
        self.there |= other.there
        self.endings += other.endings
        self.tally.add(other.tally)

    def never(self) -> list[str]:
        """What was never used, as "what: which"."""
        return sorted(f"{what}: {which}" for what, which in self.there - self.used.keys())


def ways(title: Title, only: Mapping[str, str] = NONE, scenario_id: str = "") -> list[tuple[str, dict[str, str]]]:
    """The combinations of scenario and options to play, those named at the given values alone."""
    out = []
    for scenario, options in kit.combinations(title):
        way = scenario, options | {name: value for name, value in only.items() if name in options}
        if scenario_id in ("", scenario) and way not in out:
            out.append(way)
    return out


def play_one(
    title_id: str, seed: int, share: float = SHARE, replay: bool = True, only: Mapping[str, str] = NONE, scenario_id: str = ""
) -> Report:
    """One random game under a referee. `share`: of the steps that are looked at closely and compared with twins (0: closely alone).

    `only`: values of options that the game must be played with; `scenario_id`: its scenario, any by default.
    """
    title = next(t for t in kit.all_titles() if t.id == title_id)
    played = ways(title, only, scenario_id)
    scenario, options = played[seed % len(played)]
    rng = random.Random(f"random play {title_id} {seed}")
    look = random.Random(seed)
    setup = kit.set_up(title, scenario, options, seed)
    report, referee = Report(games=1), Referee(title, setup)
    game = kit.play(title, setup, rng, extras=0.02, take_backs=0.05)
    try:
        while True:
            began = time.process_time()
            step = next(game, None)
            report.seconds += time.process_time() - began
            if step is None:
                break
            report.steps += 1
            closely = look.random() < (share or SHARE)
            referee.follow(step, closely)
            if title_id in USED:
                report.used += USED[title_id](step)
            if closely and share and step.walk is not None:
                twins.check_all(title, step, look, report.tally, walks=1, steps=2)
            state = step.after
        referee.finish(state, replay)
    except Exception as error:
        raise AssertionError(
            f"{title_id} {scenario}, game {seed} ({options}), step {report.steps}: {type(error).__name__}: {error}"
        ) from error
    outcome = title.outcome(state)
    report.endings[f"{outcome.winner or 'nobody'}: {outcome.level}"] += 1
    report.there = EVERYTHING[title_id](state) if title_id in EVERYTHING else set()
    return report


def reviewed(title_id: str) -> dict[str, str]:
    """What may stay unused in random play, with the reason."""
    found: dict[str, dict[str, str]] = json.loads(REVIEWED.read_text())
    return found.get(title_id, {})


def describe(title_id: str, report: Report, scenario: str = "") -> str:
    """The report in words."""
    known = reviewed(title_id)
    never = report.never()
    lines = [
        f"{f'{title_id} {scenario}'.strip()}: {report.games} games, {report.steps} steps, {report.games / report.seconds:.1f} games and "
        f"{report.steps / report.seconds:.0f} steps a second and core (play alone)",
        f"  endings: {dict(report.endings.most_common())}",
        f"  twins: {report.tally.pairs} pairs, {report.tally.alike} actions alike, parted by {dict(report.tally.disclosed.most_common())}",
    ]
    lines += [f"  never used, reviewed: {what} ({known[what]})" for what in never if what in known]
    lines += [f"  never used, NOT reviewed: {what}" for what in never if what not in known]
    lines += [f"  used, but listed as never used: {what}" for what in known if what not in never]
    return "\n".join(lines)


def _job(job: tuple[str, int, float, dict[str, str], str]) -> Report:
    title_id, seed, share, only, scenario = job
    return play_one(title_id, seed, share, seed % 10 == 0, only, scenario)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.random_play", description="Play random games to the end.")
    parser.add_argument("what", nargs="*", help="how many games, and titles; all by default")
    parser.add_argument("--scenario", default="", help="a scenario; all in turn by default")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option's value; all in turn by default")
    parser.add_argument("--twins", type=float, default=SHARE, help="the share of steps on which twins are compared")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--each", action="store_true", help="so many games of every combination of scenario and options")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one a core by default")
    args = parser.parse_args()
    games = next((int(a) for a in args.what if a.isdigit()), GAMES)
    wanted = [a for a in args.what if not a.isdigit()]
    only = dict(o.split("=", 1) for o in args.option)
    for title in kit.all_titles():
        if (wanted and title.id not in wanted) or args.scenario not in ("", *(s.id for s in title.scenarios())):
            continue
        began, total = time.monotonic(), Report()
        combinations = len(ways(title, only, args.scenario))
        count = games * combinations if args.each else games
        print(f"{title.id}: {count} games, {combinations} combinations of scenario and options", flush=True)
        jobs = [(title.id, args.first + i, args.twins, only, args.scenario) for i in range(count)]
        with multiprocessing.Pool(args.jobs) as pool:
            for report in pool.imap_unordered(_job, jobs):
                total.add(report)
                if total.games % 100 == 0:
                    print(f"{title.id}: {total.games} games, {time.monotonic() - began:.0f} s", flush=True)
        print(describe(title.id, total, args.scenario))
        print(f"  {count / (time.monotonic() - began):.2f} games a second in all", flush=True)


if __name__ == "__main__":
    main()
