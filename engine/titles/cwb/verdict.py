"""What both scenarios tell alike: the result of a game by its ledger (15.2), the roll for a random event (5.1)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.title import Outcome
from engine.titles.cwb.play import Play


def totals(play: Play) -> dict[str, int]:
    """Victory points of both sides: the sums of the ledger."""
    sides = (play.scenario.first, play.scenario.second)
    return {side: sum(x.points for x in play.s.ledger if x.side == side) for side in sides}


def verdict(play: Play, reason: str, winner: str = "") -> Outcome:
    """The outcome of the points as they stand; a named winner wins whatever they say (3.3)."""
    points = totals(play)
    first, second = play.scenario.first, play.scenario.second
    gap = points[first] - points[second]
    rows = play.book.tables["victory_levels"]["from"]
    level = max((k for k in rows if rows[k] <= abs(gap)), key=lambda k: rows[k])
    if winner:
        return Outcome(winner, "capitulation", points, reason)
    return Outcome("" if level == "draw" else first if gap > 0 else second, level, points, reason)


def describe(play: Play, out: Outcome) -> str:
    """The outcome in words."""
    score = ", ".join(f"{play.scenario.side_name(side)} {n}" for side, n in out.points.items())
    return f"{'draw' if not out.winner else f'{out.level} victory of the {play.scenario.side_name(out.winner)} side'} ({score} VP)"


def conclude(play: Play, reason: str) -> Outcome:
    """Tell the result of the points as they stand at the end (15.2)."""
    out = verdict(play, reason)
    play.say("end", "15.2", f"{reason}: {describe(play, out)}", **out.view())
    return out


def roll_event(play: Play, rule: str, names: Mapping[str, str]) -> str:
    """Roll on the events chart of the scenario, once a game turn, and tell which event it is (5.1, 5.2)."""
    die = play.roll("event", play.s.turn)
    event: str = play.book.special["events"]["die"][str(die)]
    play.say("event", rule, f"Random event, die {die}: {names[event]}", die=die, event=event)
    return event
