"""Recovery from suppression (15.3-15.6) and from being out of ammunition (14.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.titles.cityfight import morale
from engine.titles.cityfight.play import LEADERS, Play


def rank_of(play: Play, uid: str) -> int:
    """The order of attempts: company commanders, platoon leaders, sergeants, all others (15.63)."""
    u = play.s.units[uid]
    return LEADERS.index(u.rank) if u.rank else len(LEADERS)


def candidates(play: Play, seat: str) -> Iterator[str]:
    """A seat's suppressed units that may still try to recover this turn and have some means to (15.43, 15.63).

    Units that took cover in this very stage are not among them: it comes after the recovery of the turn before (4.1 F).
    """
    s = play.s
    if s.turn == 1 and s.stage == "command":
        return
    mine = [uid for uid, u in s.units.items() if u.on_map and (u.suppressed or u.tried or u.rank) and play.seat_of(uid) == seat]
    reached = max((rank_of(play, uid) for uid in mine if s.units[uid].tried), default=0)
    leaders = [uid for uid in mine if s.units[uid].rank]
    for uid in mine:
        u = s.units[uid]
        if not u.suppressed or u.cover == s.turn or u.tried:
            continue
        if (leaves_cover(play, uid) or rank_of(play, uid) >= reached) and helpers(play, uid, leaders):
            yield uid


def leaves_cover(play: Play, uid: str) -> bool:
    """Whether a unit took cover by choice and may leave it by choice: the option `cover` (15.32)."""
    return play.option("cover") and bool(play.s.units[uid].cover)


def leaders_of(play: Play, seat: str) -> list[str]:
    """The leaders of a seat on the map."""
    return [uid for uid, u in play.s.units.items() if u.rank and u.on_map and play.seat_of(uid) == seat]


def helpers(play: Play, uid: str, mine: Sequence[str]) -> list[str]:
    """Who may help a unit recover: "leave" where it needs no help, "alone" where it may try unaided, and leaders (15.3-15.6).

    `mine`: the leaders of its seat. A part of a split squad needs one in its hex (11.67); one who has just come or risen was not there
    yet (4.1 F).
    """
    s = play.s
    u = s.units[uid]
    if leaves_cover(play, uid):
        return ["leave"]
    out = ["alone"] if alone(play, uid) else []
    if u.broken and not u.rank and not any(s.units[lid].at == u.at for lid in mine):
        return []
    for lid in mine:
        leader = s.units[lid]
        near = play.book.town.near(leader.at, u.at)
        ready = not leader.suppressed and leader.helped < 2 and f"new {lid}" not in s.marks
        if lid == uid or (ready and near and commands(play, lid, uid)):
            out.append(lid)
    return out


def alone(play: Play, uid: str) -> bool:
    """Whether a unit may try unaided: odd-numbered fireteams and squads of sound platoons (15.31, 17.25), and spotters (15.51)."""
    u = play.s.units[uid]
    if u.rank:
        return False
    kind = play.kind(uid).kind
    if kind == "spotter":
        return True
    platoon = play.platoon(uid)
    if (platoon is not None and platoon.demoralized) or u.broken:
        return False
    return kind == "squad" or (kind in ("fireteam", "fireteam_mg") and u.number % 2 == 1)


def commands(play: Play, lid: str, uid: str) -> bool:
    """Whether a leader's rating may serve another unit: his platoon, his company, sergeants and leaders under him (15.41, 15.52, 15.62)."""
    leader, u = play.s.units[lid], play.s.units[uid]
    if u.type == "spotter":
        return True
    if leader.rank == "co_cdr":
        below = u.formation and leader.formation in morale.ancestors(play, u.formation)
        return bool(below) and u.rank != "plt_sgt"
    if leader.formation != u.formation:
        return False
    return u.rank != "plt_ldr" if leader.rank == "plt_ldr" else not u.rank


def target(play: Play, uid: str, helper: str) -> tuple[int, int]:
    """(the number that the modified die must not exceed, the sum of its modifiers) of an attempt (15.42-15.46)."""
    s = play.s
    u = s.units[uid]
    platoon = play.platoon(uid)
    sound = platoon is None or not platoon.demoralized
    if not helper and u.type == "spotter":
        return play.book.suppression_rating(u.side, "spotters"), 0
    modifier = 0
    if u.side in play.book.advantage and sound:
        modifier -= play.book.suppression_rating(u.side, u.formation or "spotters")
    if not helper:
        return 1, modifier
    leader = s.units[helper]
    if helper != uid:
        if leader.at == u.at:
            modifier -= 3
        else:
            if leader.at[:2] != u.at[:2]:
                modifier += 3 if play.has_phone(u.side) else 4
            if play.book.los.sees(leader.at, u.at):
                modifier -= 1
    return morale.rating(play, leader), modifier


def chance(play: Play, uid: str, helper: str) -> str:
    """The chance of an attempt, for its owner."""
    number, modifier = target(play, uid, helper)
    best = max(0, min(6, number - modifier))
    return f"{best} in 6"


def attempt(play: Play, uid: str, helper: str) -> None:
    """Roll for one unit, or let it leave its cover; its seat alone hears of it (15.32, 15.42)."""
    u = play.s.units[uid]
    seat = play.seat_of(uid)
    if helper == "leave":
        u.suppressed, u.cover = False, 0
        play.tell("recovery", "15.32", [seat], "{units} leaves its cover", [uid])
        return
    number, modifier = target(play, uid, helper)
    die = play.roll(seat, "recovery", play.s.turn, play.alias(seat, uid))
    u.tried = True
    if helper and helper != uid:
        play.s.units[helper].helped += 1
    good = die + modifier <= number
    if good:
        u.suppressed, u.cover = False, 0
    steps = [
        {"label": "Die", "value": str(die)},
        {"label": "Modifiers", "value": f"{modifier:+d}"},
        {"label": "To recover, at most", "value": str(number)},
    ]
    text = "{units} recovers from suppression" if good else "{units} stays suppressed"
    play.tell("recovery", "15.4", [seat], text, [uid], die=die, steps=steps)


def recover_ammunition(play: Play) -> None:
    """Roll for each unit that ran out in an earlier game-turn (14.31, 14.32, 17.24)."""
    for uid, u in play.s.units.items():
        if not u.on_map or not u.out or u.out >= play.s.turn:
            continue
        platoon = play.platoon(uid)
        number = play.book.ammunition_rating(u.side, u.formation)
        if platoon is not None and platoon.demoralized:
            number = max(1, number - 1)
        seat = play.seat_of(uid)
        die = play.roll(seat, "ammunition", play.s.turn, play.alias(seat, uid))
        if die <= number:
            u.out = 0
        text = "{units} has ammunition again" if die <= number else "{units} is still out of ammunition"
        play.tell("ammunition", "14.32", [seat], text, [uid], die=die)
