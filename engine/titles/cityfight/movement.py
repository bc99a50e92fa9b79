"""Movement and stacking (sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Refusal
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
    if u.moves < 1 and not (u.rank and leader_moves(play, uid) > 0):
        return Refusal("no_move", "it has no movement left", "8.0")
    return None


def leader_moves(play: Play, uid: str) -> int:
    """Hexes that a leader may still move this game-turn: two in all, command or none (6.35)."""
    return 2 - play.s.marks.get(f"moves {uid}", 0)


def steps(play: Play, uids: Sequence[str]) -> list[str]:
    """The hexes that some units may enter together in one action."""
    s = play.s
    at, side = s.units[uids[0]].at, s.units[uids[0]].side
    fordable = bool((play.book.scenario.get("river") or {}).get("fordable")) and all(s.units[u].command == "cautious" for u in uids)
    return [
        h
        for h in play.book.town.neighbours[at]
        if h in play.book.playable
        and not play.book.town.may_step(at, h, fordable)
        and stacks_later(play, uids, h) is None
        and not barred_by_morale(play, uids, h, side)
    ]


def stacks_later(play: Play, uids: Sequence[str], hex_id: str) -> Refusal | None:
    """Stacking while the turn goes on: friends that can still leave do not count yet (A-33)."""
    side = play.s.units[uids[0]].side
    fixed = [u for u in play.at(hex_id, side) if u not in uids and why_no_move(play, u) is not None]
    return stacks(play, uids, hex_id, fixed)


def barred_by_morale(play: Play, uids: Sequence[str], hex_id: str, side: str) -> bool:
    """Demoralized platoons enter no megahex where an enemy was spotted this turn, unless the scenario lets them (17.26)."""
    if any("breakout" in row.get("text", "") for row in play.book.scenario.get("special", {}).values()) and side in play.book.advantage:
        return False
    platoon = play.platoon(uids[0])
    if platoon is None or not platoon.demoralized:
        return False
    seat = play.seat_of(uids[0])
    return any(
        c.turn == play.s.turn and c.hex[:2] == hex_id[:2] and c.how in ("sighted", "engaged", "observation post")
        for c in play.s.contacts.get(seat, {}).values()
    )


def exits(play: Play, uids: Sequence[str]) -> bool:
    """Whether some units may leave the map from where they stand (8.23, A-54)."""
    u = play.s.units[uids[0]]
    return any(row["side"] == u.side and u.at in row["hexes"] for row in play.book.scenario.get("exits", {}).values())


def move(play: Play, uids: Sequence[str], to: str) -> None:
    """Move some units one hex, silently (8.0, 8.22, 8.3); to "exit" they leave the map."""
    s = play.s
    side = s.units[uids[0]].side
    origin = s.units[uids[0]].at
    leaving = origin in s.engaged
    for uid in uids:
        u = s.units[uid]
        if u.rank:
            s.marks[f"moves {uid}"] = s.marks.get(f"moves {uid}", 0) + 1
            u.moves = max(0, u.moves - 1)
        else:
            u.moves -= 1
            if play.kind(uid).combat:
                play.spend(uid, 1)
        u.fired, u.seen = False, []
        if to == "exit":
            leave(play, uid)
        else:
            play.put(uid, to)
            u.stopped = play.book.town.terrain[to] != "open"
    if leaving:
        play.aloud("left_engaged", "13.34", f"{play.book.side_name(side)} leaves the engaged hex {origin}", side=side, hex=origin)
    for letter in s.letters:
        if letter.carrier in uids and to == "exit":
            letter.carrier = ""


def leave(play: Play, uid: str) -> None:
    """Take a unit off the map by an exit and count it (A-54)."""
    u = play.s.units[uid]
    u.began = u.at
    play.put(uid, EXITED)
    key = f"exit {u.side} {u.type} {u.began[:2]}"
    play.s.tally[key] = play.s.tally.get(key, 0) + 1
    platoon = play.platoon(uid)
    if platoon is None:
        return
    fid = u.formation
    rest = [x for i, x in play.s.units.items() if x.formation == fid and x.on_map and not x.rank and play.kind(i).combat]
    if not rest:
        play.s.marks[f"exited {fid}"] = 0 if platoon.demoralized else 1


def entered(play: Play, uids: Sequence[str]) -> None:
    """What entering a hex sets off: an enemy observation post, the telephone office (10.43, 10.82)."""
    s = play.s
    u = s.units[uids[0]]
    hex_id, enemy = u.at, play.enemy(u.side)
    combat = any(not s.units[x].rank and play.kind(x).combat for x in uids)
    if s.posts.get(hex_id) == enemy and play.has_phone(enemy):
        del s.posts[hex_id]
        play.aloud("post", "10.44", f"{play.book.side_name(u.side)} enters the observation post {hex_id} and is seen", hex=hex_id)
        s.alert[enemy] = hex_id
        play.contact_side(enemy, hex_id, "observation post", "combat unit" if combat else "no combat unit")
    if s.phones.get(hex_id) == enemy and combat:
        s.phones[hex_id] = ""
        play.aloud("phone", "10.82", f"The telephone office {hex_id} is dead", hex=hex_id)


def ambushed(play: Play, uids: Sequence[str]) -> bool:
    """Umpired: a unit that enters an enemy combat unit's hex without assaulting it dies at once (49 to 13.0). True when it does."""
    s = play.s
    hex_id, enemy = s.units[uids[0]].at, play.enemy(s.units[uids[0]].side)
    if not play.umpired or not any(not s.units[x].rank and play.kind(x).combat for x in play.at(hex_id, enemy)):
        return False
    play.aloud("ambush", "49", f"Units that entered {hex_id} without assaulting it are lost", hex=hex_id)
    play.kill(list(uids), "an ambush")
    return True
