"""Bots against each other: `python -m tests.bench.bots cityfight [bot of each seat ...] --scenario 52 --games 100`.

A bare number stands for the games (`budapest56 100`). Further: `--from NUMBER` of the first game, `--option name=value`. Prints
who wins and by what level, victory points by cause, losses, game-turns and actions a game and the time of a decision. Without
`--scenario` all scenarios of the title are played, without names the `staff` bot plays every seat. Games are fixed by their
numbers: the same command prints the same results, but for times.
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
from engine.titles.cityfight import victory
from engine.titles.cityfight.play import Play as CityfightPlay

LIMIT = 40000
"""Actions after which a game counts as stalled."""
LOSSES = ("eliminated", "killed")
"""Events that tell an umpire of lost pieces."""


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
    length: int = 0
    """The game-turn in which it ended."""
    seconds: float = 0.0
    """Processor seconds of the whole game, rules and bots."""


def begin(title: Title, pack: packs.Pack, number: int, options: Mapping[str, str] | None = None, scenario_id: str = "") -> Any:
    """The fresh state of the game with a number: its seed, and with it every die, follows from the number."""
    scenario = next(s for s in title.scenarios() if not scenario_id or s.id == scenario_id)
    chosen = {o.id: o.default for o in scenario.options} | dict(options or {})
    seats = title.seats(scenario.id, chosen)
    return title.begin(Setup(f"bots-{number}", title.id, scenario.id, chosen, seats, f"{number:064x}", pack.hash, "bench"))[0]


def play(
    title: Title, pack: packs.Pack, number: int, names: Mapping[str, str], options: Mapping[str, str] | None = None, scenario_id: str = ""
) -> Played:
    """Play one game between bots (seat -> bot) to its end. Raises RuntimeError when it does not end."""
    state = begin(title, pack, number, options, scenario_id)
    started = time.thread_time()
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
        before = state
        state, events = title.apply(state, walk().follow(picks))
        told = [e.readings[UMPIRE].data for e in events if e.kind in LOSSES and UMPIRE in e.readings]
        if told:
            pieces = title.view(before, UMPIRE)["pieces"]
            for data in told:
                lost.update(pieces[x]["side"] for x in data.get("pieces", [data.get("piece")]))
    outcome = title.outcome(state)
    assert outcome is not None
    seconds = time.thread_time() - started
    length = title.view(state, UMPIRE)["turn"]["n"]
    return Played(outcome, turns.total(), turns, causes(title, state), lost, dict(times), length, seconds)


def causes(title: Title, state: Any) -> dict[tuple[str, str], int]:
    """Victory points at the end by side and cause: the title's ledger, where it has one."""
    if title.family == "cityfight":
        return awards(state)
    ledger = title.view(state, UMPIRE)["panels"].get("vp", {"rows": {}})
    return {(row["side"], row["label"]): row["points"] for row in ledger["rows"].values()}


def awards(state: Any) -> dict[tuple[str, str], int]:
    """The points of a Cityfight game by award."""
    table = CityfightPlay(state)
    out = {}
    for row in table.book.scenario["victory"]["awards"].values():
        what = " ".join(str(row[k]) for k in ("type", "unit_kind", "level", "hex", "megahex") if k in row).replace("_", " ")
        for side in table.book.sides if row["side"] == "both" else (row["side"],):
            out[side, what] = row["points"] * victory.times(table, side, row)
    return out


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
    turns = sorted(g.length for g in games)
    out.append(
        f"  {sum(turns) / n:.1f} game-turns ({turns[0]} to {turns[-1]}), {sum(g.seconds for g in games) / n:.1f} s of processor a game"
    )
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
    parser.add_argument("bots", nargs="*", help="the bot of each seat, in the order of the seats; staff by default")
    parser.add_argument("--games", type=int, default=100, help="games a scenario")
    parser.add_argument("--scenario", default="", help="a scenario; all of the title by default")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the scenario")
    args = parser.parse_args()
    args.games = next((int(b) for b in args.bots if b.isdigit()), args.games)
    args.bots = [b for b in args.bots if not b.isdigit()]
    title = title_of(args.title)
    pack = packs.load(title.family)
    options = dict(o.split("=", 1) for o in args.option)
    for scenario in title.scenarios():
        if args.scenario in ("", scenario.id):
            seats = [s.id for s in title.seats(scenario.id, options)]
            names = dict(zip(seats, [*args.bots, *["staff"] * len(seats)], strict=False))
            games = [play(title, pack, args.first + i, names, options, scenario.id) for i in range(args.games)]
            print(scenario.name)
            print("\n".join(report(games, names)), flush=True)


if __name__ == "__main__":
    main()
