"""Squad breakdown before play begins (11.66)."""

from __future__ import annotations

from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Unit

SPLIT = "split"
"""The mark that a side has split its squad."""


def squads(play: Play, seat: str) -> list[str]:
    """The squads that a seat may split now: one in all, of a side with advantage that the scenario allows it (11.66, A-59)."""
    side = next(x.side for x in play.s.setup.seats if x.id == seat)
    allowed = play.book.side[side].get("squad_breakdown", {}).get("allowed", False)
    if not allowed or side not in play.book.advantage or seat != play.team(side)[0] or f"{SPLIT} {side}" in play.s.marks:
        return []
    return [uid for uid, u in play.s.units.items() if play.seat_of(uid) == seat and parts(play, u)]


def parts(play: Play, u: Unit) -> list[str]:
    """What a squad splits into: two bipod machineguns and a 4-man fireteam without machinegun of its nation; [] for any other unit."""
    kinds = play.book.kinds
    if u.rank or kinds[u.type].kind != "squad":
        return []
    nation = kinds[u.type].nation
    guns = sorted(k for k, x in kinds.items() if x.nation == nation and x.kind == "mg_bipod")
    teams = sorted(k for k, x in kinds.items() if x.nation == nation and x.kind == "fireteam" and x.men == 4)
    return [guns[0], guns[0], teams[0]] if guns and teams else []


def split(play: Play, uid: str) -> None:
    """Replace a squad by its parts, where it stands; they take the next numbers of its platoon (11.66)."""
    s = play.s
    squad = s.units[uid]
    seat, name = play.seat_of(uid), play.name(uid)
    last = max(u.number for u in s.units.values() if u.formation == squad.formation and not u.rank)
    new = [
        play.enlist(Unit(kind, squad.side, squad.formation, last + i, squad.at, broken=True))
        for i, kind in enumerate(parts(play, squad), 1)
    ]
    play.dismiss(uid)
    s.marks[f"{SPLIT} {squad.side}"] = 1
    play.tell("split", "11.66", [seat], f"{name} splits into {{units}}", new)
