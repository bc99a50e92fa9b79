"""Bots against each other: `python -m tests.bench.bots budapest56 100 [bot of each seat ...] [--from SEED] [--option name=value]`.

Prints who wins and by what level, victory points by cause, losses, actions a game and the time of a decision. Without names the
`staff` bot plays every seat. Games are fixed by their numbers: the same command prints the same results, but for times.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import engine.titles  # noqa: F401 (puts the titles into the registry)
from engine import bots, packs
from engine.title import UMPIRE, Outcome, Setup, Title
from engine.title import title as title_of

LIMIT = 5000
"""Actions after which a game counts as stalled."""


@dataclass
class Played:
    """One finished game and what was measured in it."""

    outcome: Outcome
    actions: int
    turns: Counter[tuple[int, str]]
    """Actions by turn and seat."""
    causes: dict[tuple[str, str], int]
    """Victory points by side and cause."""
    lost: Counter[str]
    """Eliminated pieces by side."""
    times: dict[str, list[float]] = field(default_factory=dict)
    """Processor seconds of each decision by kind."""


def begin(title: Title, pack: packs.Pack, number: int, options: Mapping[str, str] | None = None) -> Any:
    """The fresh state of the game with a number: its seed, and with it every die, follows from the number."""
    scenario = title.scenarios()[0]
    chosen = {o.id: o.default for o in scenario.options} | dict(options or {})
    seats = title.seats(scenario.id, chosen)
    return title.begin(Setup(f"bots-{number}", title.id, scenario.id, chosen, seats, f"{number:064x}", pack.hash, "bench"))[0]


def play(title: Title, pack: packs.Pack, number: int, names: Mapping[str, str], options: Mapping[str, str] | None = None) -> Played:
    """Play one game between bots (seat -> bot) to its end. Raises RuntimeError when it does not end."""
    state = begin(title, pack, number, options)
    turns: Counter[tuple[int, str]] = Counter()
    lost: Counter[str] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    while title.outcome(state) is None:
        decision = next(d for d in title.decisions(state) if not d.optional)
        seat = decision.seat
        view = title.view(state, seat)
        turns[view["turn"]["n"], seat] += 1
        if turns.total() > LIMIT:
            raise RuntimeError(f"game {number} does not end: {decision}")

        def walk(state: Any = state, decision: Any = decision) -> Any:
            return title.walk(state, decision)

        begun = time.thread_time()
        picks = bots.choose(names[seat], title.id, seat, view, decision, walk, random.Random(f"{number} {decision.id}"), pack)
        times[decision.kind].append(time.thread_time() - begun)
        pieces = title.view(state, UMPIRE)["pieces"]
        state, events = title.apply(state, walk().follow(picks))
        for event in events:
            told = event.readings.get(UMPIRE)
            if event.kind == "eliminated" and told is not None:
                lost[pieces[told.data["piece"]]["side"]] += 1
    outcome = title.outcome(state)
    assert outcome is not None
    ledger = title.view(state, UMPIRE)["panels"].get("vp", {"rows": {}})
    causes = {(row["side"], row["label"]): row["points"] for row in ledger["rows"].values()}
    return Played(outcome, turns.total(), turns, causes, lost, dict(times))


def report(games: Sequence[Played], names: Mapping[str, str]) -> list[str]:
    """The lines that sum some games up."""
    n = len(games)
    out = [f"{n} games: " + ", ".join(f"{seat} {name}" for seat, name in names.items())]
    ends = Counter((g.outcome.winner or "nobody", g.outcome.level) for g in games)
    for (winner, level), count in sorted(ends.items(), key=lambda kv: (-kv[1], kv[0])):
        out.append(f"  {100 * count / n:5.1f} %  {winner}: {level}")
    for side in games[0].outcome.points:
        points = sorted(g.outcome.points[side] for g in games)
        lost = sum(g.lost[side] for g in games) / n
        out.append(f"  {side}: {sum(points) / n:.1f} VP ({points[0]} to {points[-1]}), {lost:.1f} units lost")
        causes = Counter({cause: 0 for g in games for (s, cause) in g.causes if s == side})
        for g in games:
            causes.update({cause: points for (s, cause), points in g.causes.items() if s == side})
        out += [f"    {total / n:6.1f}  {cause}" for cause, total in causes.most_common()]
    actions = sorted(g.actions for g in games)
    most = max(max(g.turns.values()) for g in games)
    out.append(f"  {sum(actions) / n:.0f} actions a game ({actions[0]} to {actions[-1]}), at most {most} a seat and turn")
    times = sorted(t for g in games for ts in g.times.values() for t in ts)
    out.append(f"  {_ms(sum(times) / len(times))} a decision, {_ms(times[len(times) * 95 // 100])} at 95 %, {_ms(times[-1])} at most")
    for kind in sorted({kind for g in games for kind in g.times}):
        own = sorted(t for g in games for t in g.times.get(kind, ()))
        out.append(f"    {kind:10} {len(own) / n:6.1f} a game, {_ms(sum(own) / len(own))}, {_ms(own[-1])} at most")
    return out


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description="Let bots play against each other.")
    parser.add_argument("title")
    parser.add_argument("games", type=int)
    parser.add_argument("bots", nargs="*", help="the bot of each seat, in the order of the seats; staff by default")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    args = parser.parse_args()
    title = title_of(args.title)
    pack = packs.load(title.family)
    options = dict(o.split("=", 1) for o in args.option)
    seats = [s.id for s in title.seats(title.scenarios()[0].id, options)]
    names = dict(zip(seats, [*args.bots, *["staff"] * len(seats)], strict=False))
    games = [play(title, pack, args.first + i, names, options) for i in range(args.games)]
    print("\n".join(report(games, names)))


if __name__ == "__main__":
    main()
