"""Victory points and the end of the four Basic scenarios (50.26, 52.26, 53.26, 54.26, 55.26)."""

from __future__ import annotations

from typing import Any

from engine.title import Outcome
from engine.titles.cityfight.play import Play


def ended(play: Play) -> bool:
    """Whether the game ends with this game-turn; if so its outcome is set and told."""
    s = play.s
    if s.turn >= play.book.turns:
        finish(play, "The last game-turn is over")
    elif any("squad left" in row.get("when", "") for row in play.book.scenario["length"]["ends"].values()) and no_squads(play):
        finish(play, "No Soviet squad is left on the map")
    return s.over is not None


def no_squads(play: Play) -> bool:
    """Whether no squad is left on the map (53.13)."""
    return not any(u.on_map and play.book.kinds[u.type].kind == "squad" for u in play.s.units.values())


def finish(play: Play, reason: str) -> None:
    """Count the points and end the game."""
    out = count(play, reason)
    play.s.over = out
    play.s.stage = "over"
    score = ", ".join(f"{play.book.side_name(side)} {n}" for side, n in out.points.items())
    verdict = f"{play.book.side_name(out.winner)} wins" if out.winner else "Draw"
    play.aloud("end", "50.26", f"{reason}. {verdict}: {score}", **out.view())


def count(play: Play, reason: str) -> Outcome:
    """The points of both sides by the scenario's awards; most points win."""
    points = dict.fromkeys(play.book.sides, 0)
    for row in play.book.scenario["victory"]["awards"].values():
        for side in play.book.sides if row["side"] == "both" else (row["side"],):
            points[side] += int(row["points"]) * times(play, side, row)
    a, b = play.book.sides
    winner = "" if points[a] == points[b] else a if points[a] > points[b] else b
    gap = abs(points[a] - points[b])
    return Outcome(winner, "victory" if winner else "draw", points, f"{reason}; margin {gap}")


def times(play: Play, side: str, row: dict[str, Any]) -> int:
    """How often an award has been earned."""
    s, enemy, kind = play.s, play.enemy(side), row["type"]
    if kind == "kill":
        return sum(n for key, n in s.tally.items() if key.startswith(f"{enemy} ") and of_kind(play, key.split(" ")[1], row["unit_kind"]))
    if kind == "exit" and "unit_kind" in row:
        return sum(
            n
            for key, n in s.tally.items()
            if key.startswith(f"exit {side} ")
            and of_kind(play, key.split(" ")[2], row["unit_kind"])
            and (row.get("anywhere") or key.split(" ")[3] == row.get("megahex"))
        )
    if kind == "exit":
        return sum(s.marks.get(f"exited {fid}", 0) for fid, f in s.formations.items() if f.side == side)
    if kind == "none_exited":
        return int(not any(s.marks.get(f"exited {fid}", 0) for fid, f in s.formations.items() if f.side == enemy))
    if kind == "demoralize":
        return sum(f.demoralized for f in s.formations.values() if f.side == enemy and f.level == row["level"])
    if kind == "demoralize_all_platoons":
        return int(all(f.demoralized for f in s.formations.values() if f.side == enemy and f.level == "platoon"))
    fighters = [u for u in s.units.values() if u.on_map and not u.rank and play.book.kinds[u.type].combat]
    if kind == "eliminate_all_combat_units":
        return int(not any(u.side == enemy for u in fighters))
    if kind == "no_enemy_combat_units_at_end":
        return int(not any(u.side == enemy and u.at[:2] in row["megahexes"] for u in fighters))
    if kind == "occupy_at_end":
        here = {u.side for u in fighters if u.at == row["hex"]}
        return int(here == {side})
    raise ValueError(f"unknown award {kind!r}")


def of_kind(play: Play, unit_type: str, kind: str) -> bool:
    """Whether a unit type counts as a kind of an award: fireteams with and without machinegun are fireteams."""
    have = play.book.kinds[unit_type].kind
    return have == kind or (kind == "fireteam" and have == "fireteam_mg")
