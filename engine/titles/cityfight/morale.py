"""Preservation points, demoralization (section 17) and the replacement of leaders (6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.titles.cityfight.state import DEAD, Formation, Unit

if TYPE_CHECKING:
    from engine.titles.cityfight.play import Play


def lost(play: Play, uid: str) -> None:
    """Book a dead unit: preservation points for its platoon, company and battalion, the tally of kills (17.1)."""
    u = play.s.units[uid]
    play.s.tally[f"{u.side} {u.type}"] = play.s.tally.get(f"{u.side} {u.type}", 0) + 1
    points = worth(play, u)
    fid = u.formation
    while fid:
        f = play.s.formations[fid]
        f.pp += points
        if not u.rank and u.type != "spotter":
            f.killed += 1
        check(play, fid)
        fid = f.parent
    if u.rank in ("plt_ldr", "co_cdr"):
        due = play.s.turn + 5
        play.s.formations[u.formation].replace_at = due


def worth(play: Play, u: Unit) -> int:
    """Preservation points of a loss: a man 1, sergeant 3, platoon leader or whoever acts for him 5, company commander 10 (17.12)."""
    values = play.book.preservation
    if u.rank == "co_cdr":
        return values["co_cdr"]
    if u.rank == "plt_ldr":
        return values["plt_ldr"]
    if u.rank == "plt_sgt":
        acting = not any(x.rank == "plt_ldr" and x.formation == u.formation and x.at != DEAD for x in play.s.units.values())
        return values["plt_ldr"] if acting else values["plt_sgt"]
    return 0 if u.type == "spotter" else play.book.kinds[u.type].men * values["man"]


def check(play: Play, fid: str) -> None:
    """Demoralize a formation that has reached its preservation level, with all platoons under it (17.13-17.15)."""
    f = play.s.formations[fid]
    level = play.book.preservation_level(fid)
    units = play.book.units_level(fid)
    if f.demoralized or not ((level and f.pp >= level) or (units and f.killed >= units)):
        return
    f.demoralized = True
    for other, x in play.s.formations.items():
        if x.level == "platoon" and not x.demoralized and not gone(play, other) and fid in ancestors(play, other):
            x.demoralized = True
    seats = {x.seat for o, x in play.s.formations.items() if x.seat and (o == fid or fid in ancestors(play, o))}
    play.tell("demoralized", "17.0", seats, f"{play.book.formation_name(fid)} is demoralized", formation=fid)
    platoons = [x for x in play.s.formations.values() if x.side == f.side and x.level == "platoon"]
    if platoons and all(x.demoralized for x in platoons):
        for uid, u in play.s.units.items():
            if u.side == f.side and u.type == "spotter" and u.on_map:
                play.put(uid, DEAD)
                play.tell("removed", "17.22", [play.seat_of(uid)], "{units} is removed: all platoons are demoralized", [uid])


def ancestors(play: Play, fid: str) -> list[str]:
    """A formation's parents, the nearest first."""
    out = []
    while play.s.formations[fid].parent:
        fid = play.s.formations[fid].parent
        out.append(fid)
    return out


def gone(play: Play, fid: str) -> bool:
    """Whether a platoon has left the map by an exit, so that its company's morale touches it no more (A-54)."""
    return f"exited {fid}" in play.s.marks


def rating(play: Play, u: Unit) -> int:
    """A leader's rating after demoralization: platoon leaders lose two, sergeants one, never below 1 (17.21)."""
    platoon = play.s.formations.get(u.formation)
    less = 0
    if platoon is not None and platoon.level == "platoon" and platoon.demoralized:
        less = {"plt_ldr": 2, "plt_sgt": 1}.get(u.rank, 0)
    return max(1, u.rating - less)


def leader_of(play: Play, fid: str) -> Unit | None:
    """A platoon's living leader, or None."""
    return next((u for u in play.s.units.values() if u.formation == fid and u.rank == "plt_ldr" and u.on_map), None)


def sergeant_of(play: Play, fid: str) -> Unit | None:
    """A platoon's highest-rated living sergeant, or None (6.56)."""
    sergeants = [u for u in play.s.units.values() if u.formation == fid and u.rank == "plt_sgt" and u.on_map]
    return max(sergeants, key=lambda u: u.rating, default=None)


def replace_leaders(play: Play) -> None:
    """Leaders that fall due: a sergeant is promoted, else a new one comes to a unit of the platoon (6.52-6.55)."""
    for fid, f in play.s.formations.items():
        if f.replace_at and f.replace_at <= play.s.turn:
            f.replace_at = 0
            if f.level == "company":
                replace_commander(play, fid)
            elif leader_of(play, fid) is None:
                replace_platoon_leader(play, fid, f)


def replace_platoon_leader(play: Play, fid: str, f: Formation) -> None:
    """The highest sergeant, else a counter of the scenario's minimum rating with a combat unit of the platoon (6.52, 6.53)."""
    sergeant = sergeant_of(play, fid)
    if sergeant is not None:
        sergeant.rank = "plt_ldr"
        sergeant.type = "plt_ldr"
        sergeant.broken = True
        uid = next(i for i, u in play.s.units.items() if u is sergeant)
        play.tell("promoted", "6.52", [f.seat], "{units} takes over the platoon", [uid])
        return
    hosts = [i for i, u in play.s.units.items() if u.formation == fid and u.on_map and not u.rank and play.book.kinds[u.type].combat]
    if not hosts:
        return
    host = hosts[0]
    uid = f"x{len(play.s.units):03d}"
    low = play.book.leader_minimum(f.side, "plt_ldr", fid) or 2
    play.s.units[uid] = Unit("plt_ldr", f.side, fid, 0, play.s.units[host].at, name="New leader", rating=low, rank="plt_ldr", broken=True)
    play.tell("promoted", "6.53", [f.seat], "{units} joins the platoon", [uid])


def replace_commander(play: Play, fid: str) -> None:
    """The company's highest original platoon leader, an ex-sergeant only where no lieutenant is left (6.54)."""
    ldrs = [(i, u) for i, u in play.s.units.items() if u.rank == "plt_ldr" and u.on_map and fid in ancestors(play, u.formation)]
    originals = [x for x in ldrs if not x[1].broken] or ldrs
    if not originals:
        return
    uid, u = max(originals, key=lambda x: x[1].rating)
    old = u.formation
    u.rank = u.type = "co_cdr"
    u.rating = play.book.promoted_rating(u.name, u.rating)
    u.formation = fid
    play.tell("promoted", "6.54", [play.seat_of(uid), play.s.formations[old].seat], "{units} takes over the company", [uid])
    play.s.formations[old].replace_at = play.s.turn
    replace_platoon_leader(play, old, play.s.formations[old])
    play.s.formations[old].replace_at = 0
