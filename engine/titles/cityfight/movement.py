"""Movement and stacking (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.decisions import Refusal
from engine.titles.cityfight import morale
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import EXITED

MAX_MEN = 11


def men(play: Play, uid: str) -> int:
    """Men that a unit counts for stacking: a leader is one (9.15)."""
    return 1 if play.s.units[uid].rank else play.kind(uid).men


def stacks(play: Play, uids: Sequence[str], hex_id: str, staying: Sequence[str]) -> Refusal | None:
    """Why some units of one side may not be in a hex beside these friends (9.0, 9.3)."""
    everyone = [*staying, *uids]
    if sum(men(play, u) for u in everyone) > MAX_MEN:
        return Refusal("stacking", f"more than {MAX_MEN} men in {hex_id}", "9.0")
    if len({play.s.units[u].formation for u in everyone if play.platoon(u) is not None}) > 1:
        return Refusal("other_platoon", f"units of different platoons do not share {hex_id}", "9.3")
    if len({c for u in everyone if (c := company(play, u))}) > 1:
        return Refusal("other_company", f"a company commander stays with his own company in {hex_id}", "9.3")
    return None


def company(play: Play, uid: str) -> str:
    """The company that a unit belongs to, "" for none."""
    fid = play.s.units[uid].formation
    while fid and play.s.formations[fid].level != "company":
        fid = play.s.formations[fid].parent
    return fid


def why_no_move(play: Play, uid: str) -> Refusal | None:
    """Why a unit may not move now (8.25, 8.0, 6.35, 8.22, 13.41)."""
    u = play.s.units[uid]
    if u.suppressed:
        return Refusal("suppressed", "a suppressed unit does not move", "8.25")
    if u.stopped:
        return Refusal("in_cover", "it has entered woods or a building this turn", "8.22")
    if u.assaulted:
        return Refusal("assaulted", "it has close assaulted this turn", "13.41")
    if moves_left(play, uid) < 1:
        return Refusal("no_move", "it has no movement left", "8.0")
    return None


def leader_moves(play: Play, uid: str) -> int:
    """Hexes that a leader may still move this game-turn: two in all, command or none (6.35)."""
    return 2 - play.s.marks.get(f"moves {uid}", 0)


def steps(play: Play, uids: Sequence[str]) -> Iterator[str]:
    """The hexes that some units may enter together in one action, as far as their seat knows, clockwise."""
    s = play.s
    at, side, seat = s.units[uids[0]].at, s.units[uids[0]].side, play.seat_of(uids[0])
    fordable = bool((play.book.scenario.get("river") or {}).get("fordable")) and all(s.units[u].command == "cautious" for u in uids)
    for h in play.book.town.neighbours[at]:
        if h not in play.book.playable or play.book.town.may_step(at, h, fordable):
            continue
        if stacks_later(play, uids, h, play.friends(h, seat)) is None and not barred_by_morale(play, uids, h, side):
            yield h


def stacks_later(play: Play, uids: Sequence[str], hex_id: str, friends: Sequence[str]) -> Refusal | None:
    """Stacking while the turn goes on (A-33): nothing bars movers who can go on, nor do friends bar them who can still leave."""
    paid = sum(not free(play, u) for u in uids)
    platoon = next((p for u in uids if (p := play.platoon(u)) is not None), None)
    open_ground = play.book.town.terrain[hex_id] == "open"
    if open_ground and all(moves_left(play, u) > 1 for u in uids) and (platoon is None or paid == 0 or platoon.ap >= 2 * paid):
        return None
    staying = [u for u in friends if u not in uids and not can_leave(play, u, paid if play.platoon(u) is platoon else 0)]
    return stacks(play, uids, hex_id, staying)


def free(play: Play, uid: str) -> bool:
    """Whether a unit's actions cost no action points (5.65)."""
    return bool(play.s.units[uid].rank) or not play.kind(uid).combat


def moves_left(play: Play, uid: str) -> int:
    """Hexes that a unit may still move this game-turn, by its command or, a leader, without (5.2, 6.35)."""
    u = play.s.units[uid]
    return leader_moves(play, uid) if u.rank else u.moves


def can_leave(play: Play, uid: str, spent: int) -> bool:
    """Whether a unit could still leave its hex this game-turn when its platoon has spent so many more action points."""
    if why_no_move(play, uid) is not None:
        return False
    platoon = play.platoon(uid)
    return free(play, uid) or platoon is None or platoon.ap > spent


def crowded(play: Play, uid: str) -> bool:
    """Whether the units of a unit's seat overstack its hex, as an earlier turn left it (9.0, A-33)."""
    u = play.s.units[uid]
    return u.on_map and stacks(play, [], u.at, play.friends(u.at, play.seat_of(uid))) is not None


def barred_by_morale(play: Play, uids: Sequence[str], hex_id: str, side: str) -> bool:
    """Demoralized platoons enter no megahex where an enemy was spotted this turn, unless the scenario lets them (17.26)."""
    if any("breakout" in row.get("text", "") for row in play.book.scenario.get("special", {}).values()) and side in play.book.advantage:
        return False
    platoon = play.platoon(uids[0])
    if platoon is None or not platoon.demoralized or hex_id[:2] == play.s.units[uids[0]].at[:2]:
        return False
    if any(h[:2] == hex_id[:2] for h in play.s.engaged):
        return True
    return f"spotted {play.seat_of(uids[0])} {hex_id[:2]}" in play.s.marks


def exits(play: Play, uids: Sequence[str]) -> bool:
    """Whether some units may leave the map from where they stand (8.23, A-54)."""
    u = play.s.units[uids[0]]
    return any(row["side"] == u.side and u.at in row["hexes"] for row in play.book.scenario.get("exits", {}).values())


def move(play: Play, uids: Sequence[str], to: str) -> bool:
    """Move some units one hex, silently (8.0, 8.22, 8.3); to "exit" they leave the map.

    Units of another player of the side that bar the hex, unknown to the mover, stop them where they are; returns whether they moved.
    """
    s = play.s
    side = s.units[uids[0]].side
    origin = s.units[uids[0]].at
    barred = to != "exit" and stacks_later(play, uids, to, play.at(to, side)) is not None
    for uid in uids:
        u = s.units[uid]
        if u.rank:
            s.marks[f"moves {uid}"] = s.marks.get(f"moves {uid}", 0) + 1
        u.moves = max(0, u.moves - 1)
        if not free(play, uid):
            play.spend(uid, 1)
        if barred:
            continue
        u.fired, u.seen = False, []
        if to == "exit":
            leave(play, uid)
        else:
            play.put(uid, to)
            u.stopped = play.book.town.terrain[to] != "open"
    if not barred and origin in s.engaged:
        enemies = play.witnesses(origin, play.enemy(side))
        text = f"{play.book.side_name(side)} leaves the engaged hex {origin}"
        play.between("left_engaged", "13.34", [*enemies, play.seat_of(uids[0])], text, side=side, hex=origin)
    return not barred


def leave(play: Play, uid: str) -> None:
    """Take a unit off the map by an exit and count it (A-54)."""
    u = play.s.units[uid]
    key = f"exit {u.side} {u.type} {u.at[:2]}"
    play.remove(uid, EXITED)
    play.s.tally[key] = play.s.tally.get(key, 0) + 1
    if play.platoon(uid) is not None:
        morale.count_exit(play, u.formation)


def entered(play: Play, uids: Sequence[str]) -> None:
    """What entering a hex sets off: an engaged enemy, an enemy observation post, the telephone office (10.41, 10.43, 10.82)."""
    s = play.s
    u = s.units[uids[0]]
    hex_id, enemy = u.at, play.enemy(u.side)
    combat = any(not free(play, x) for x in uids)
    if hex_id in s.engaged:
        mutually_spotted(play, hex_id)
    watchers = s.posts.get(hex_id, [])
    if watchers and watchers[0] in play.team(enemy) and play.has_phone(enemy):
        del s.posts[hex_id]
        play.aloud("post", "10.44", f"{play.book.side_name(u.side)} enters the observation post {hex_id} and is seen", hex=hex_id)
        s.alert[enemy] = hex_id
        play.contacts(watchers, hex_id, "observation post", "combat unit" if combat else "no combat unit")
        for seat in watchers:
            sighted(play, seat, hex_id)
    if s.phones.get(hex_id) == enemy and combat:
        s.phones[hex_id] = ""
        play.aloud("phone", "10.82", f"The telephone office {hex_id} is dead", hex=hex_id)


def sighted(play: Play, seat: str, hex_id: str) -> None:
    """Remember that a seat spotted an enemy in a megahex this game-turn (17.26)."""
    play.s.marks[f"spotted {seat} {hex_id[:2]}"] = 1


def betrayed(play: Play, uids: Sequence[str]) -> list[str]:
    """Who fires or assaults is spotted by every enemy unit in his hex, by the rule and not by a search (10.42). Returns their seats."""
    s = play.s
    hex_id = s.units[uids[0]].at
    there = play.at(hex_id, play.enemy(s.units[uids[0]].side))
    for uid in uids:
        s.units[uid].seen += [f"{play.seat_of(x)} {x}" for x in there]
    s.marks.update({f"saw {x} {hex_id[:2]}": 1 for x in there})
    seats = sorted({play.seat_of(x) for x in there})
    for seat in seats:
        sighted(play, seat, hex_id)
    return seats


def mutually_spotted(play: Play, hex_id: str) -> None:
    """Units in an engaged hex are spotted by their enemies there, who leaves it by nobody any more (10.41)."""
    for side in play.book.sides:
        if there := play.at(hex_id, side):
            betrayed(play, there)


def ambushed(play: Play, uids: Sequence[str]) -> bool:
    """Umpired: a unit that enters an enemy combat unit's hex without assaulting it dies at once (49 to 13.0). True when it does.

    An engaged hex may be entered (13.38): there both sides know of each other.
    """
    s = play.s
    hex_id, enemy = s.units[uids[0]].at, play.enemy(s.units[uids[0]].side)
    if not play.umpired or hex_id in s.engaged or not any(not free(play, x) for x in play.at(hex_id, enemy)):
        return False
    seat, witnesses = play.seat_of(uids[0]), play.witnesses(hex_id, enemy)
    play.between("ambush", "49", [seat, *witnesses], f"Units that entered {hex_id} without assaulting it are lost", hex=hex_id)
    play.contact(seat, hex_id, "ambush", "combat unit")
    play.contacts(witnesses, hex_id, "ambush", "lost there")
    play.kill(list(uids), "an ambush")
    return True
