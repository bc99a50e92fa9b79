"""Preservation points, demoralization (section 17) and the replacement of leaders (6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.titles.cityfight.state import BOXES, DEAD, EXITED, OFF, Unit

if TYPE_CHECKING:
    from engine.titles.cityfight.play import Play


DELAY = 5
"""Game-turns from a leader's death to his replacement, which comes at the beginning of the last (6.55)."""


def lost(play: Play, uid: str) -> None:
    """Book a dead unit: preservation points for its platoon, company and battalion, the tally of kills (17.1)."""
    u = play.s.units[uid]
    play.s.tally[f"{u.side} {u.type}"] = play.s.tally.get(f"{u.side} {u.type}", 0) + 1
    points = worth(play, u)
    fid = u.formation
    while fid:
        f = play.s.formations[fid]
        f.pp += points
        key = f"pp {fid} {play.seat_of(uid)}"
        play.s.tally[key] = play.s.tally.get(key, 0) + points
        if not u.rank and u.type != "spotter":
            f.killed += 1
        check(play, fid)
        fid = f.parent
    if play.platoon(uid) is not None:
        count_exit(play, u.formation)
    if u.rank in ("plt_ldr", "co_cdr"):
        play.s.formations[u.formation].replace_at = play.s.turn + DELAY


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
    if f.demoralized or gone(play, fid) or not ((level and f.pp >= level) or (units and f.killed >= units)):
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
            if u.side == f.side and u.type == "spotter" and u.at != DEAD:
                play.remove(uid, DEAD)
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


def count_exit(play: Play, fid: str) -> None:
    """Note that a platoon has left the map once no combat unit of it is left but such as have; demoralized it counts for nothing (A-54)."""
    places = [u.at for u in play.s.units.values() if u.formation == fid and not u.rank and play.book.kinds[u.type].combat]
    if EXITED in places and all(at in (EXITED, DEAD) for at in places) and not gone(play, fid):
        play.s.marks[f"exited {fid}"] = 0 if play.s.formations[fid].demoralized else 1


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
    """Leaders that fall due: a sergeant is promoted, else a new one comes to a unit of the platoon (6.52-6.55).

    Where nobody can take over yet, since all who could are still off the map, it is tried again next game-turn.
    """
    for level, replace in (("company", replace_commander), ("platoon", replace_platoon_leader)):
        for fid, f in play.s.formations.items():
            if f.level == level and f.replace_at and f.replace_at <= play.s.turn:
                f.replace_at = 0
                if not replace(play, fid):
                    f.replace_at = play.s.turn + 1


def replace_platoon_leader(play: Play, fid: str) -> bool:
    """The highest sergeant, else a counter of the scenario's minimum rating, whom his owner places (6.52, 6.53).

    Returns False when nobody of the platoon is on the map yet.
    """
    f = play.s.formations[fid]
    sergeant = sergeant_of(play, fid)
    if sergeant is not None:
        sergeant.rank = sergeant.type = "plt_ldr"
        sergeant.broken = True
        uid = next(i for i, u in play.s.units.items() if u is sergeant)
        play.tell("promoted", "6.52", [f.seat], "{units} takes over the platoon", [uid])
        return True
    fighters = [u.at for u in play.s.units.values() if u.formation == fid and not u.rank and play.book.kinds[u.type].combat]
    if all(at in BOXES for at in fighters):
        return OFF not in fighters
    low = play.book.leader_minimum(f.side, "plt_ldr", fid) or LOWEST
    uid = play.enlist(Unit("plt_ldr", f.side, fid, 1, OFF, fresh_name(play, f.side), low, "plt_ldr", broken=True))
    play.s.marks[f"new {uid}"] = 1
    play.tell("promoted", "6.53", [f.seat], "{units} is to join a unit of the platoon", [uid])
    return True


LOWEST = 2
"""The rating of a new platoon leader where the scenario names no minimum (6.53)."""


def fresh_name(play: Play, side: str) -> str:
    """The name of a platoon leader's counter that is not in use, drawn at random (6.53)."""
    used = {u.name for u in play.s.units.values()}
    mix = play.book.side[side]["countermix"]
    mine = [r["name"] for r in play.book.names.values() if r["type"] == "plt_ldr" and r["countermix"] == mix]
    pool = sorted(set(mine) - used)
    return pool[play.draw(len(pool), "new leader")] if pool else "New leader"


def hosts(play: Play, uid: str) -> list[str]:
    """The hexes where a new leader may join a combat unit of his platoon, with room where there is any (6.53, 9.0)."""
    from engine.titles.cityfight import movement

    u = play.s.units[uid]
    seat = play.seat_of(uid)
    found = sorted({x.at for i, x in play.s.units.items() if x.on_map and x.formation == u.formation and not movement.free(play, i)})
    return [h for h in found if movement.stacks(play, [uid], h, play.friends(h, seat)) is None] or found


def newcomers(play: Play, seat: str) -> list[str]:
    """New leaders of a seat that are still to be placed (6.53)."""
    return [i for i, u in play.s.units.items() if is_newcomer(u) and play.seat_of(i) == seat]


def is_newcomer(u: Unit) -> bool:
    """Whether a unit is a new leader who is still to be placed."""
    return bool(u.rank) and u.broken and u.at == OFF


def place_newcomers(play: Play, seat: str) -> None:
    """Place the new leaders whom their seat has not placed, each with a unit of his platoon."""
    for uid in newcomers(play, seat):
        for where in hosts(play, uid)[:1]:
            play.put(uid, where)
            play.tell("entered", "6.53", [seat], f"{{units}} joins his platoon at {where}", [uid], hex=where)


def replace_commander(play: Play, fid: str) -> bool:
    """The company's highest original platoon leader, an ex-sergeant only where no lieutenant is left (6.54).

    His own platoon replaces him at once in its turn. Returns False when all who could take over are still off the map.
    """
    leaders = [(i, u) for i, u in play.s.units.items() if u.rank == "plt_ldr" and fid in ancestors(play, u.formation)]
    here = [x for x in leaders if x[1].on_map]
    if not here:
        return not any(u.at == OFF for _, u in leaders)
    able = [x for x in here if not x[1].broken] or here
    heirs = {o.heir for o in play.s.orders.values()}
    uid, u = max(able, key=lambda x: (x[1].rating, x[0] in heirs))
    old = u.formation
    u.rank = u.type = "co_cdr"
    u.rating = play.book.promoted_rating(u.name, u.rating)
    u.formation, u.number = fid, 1
    play.s.marks[f"new {uid}"] = 1
    play.tell("promoted", "6.54", [play.seat_of(uid), play.s.formations[old].seat], "{units} takes over the company", [uid])
    play.s.formations[old].replace_at = play.s.turn
    return True
