"""Fire combat (sections 11, 14.1): targets, strength, the Soft CRT and what its results do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.decisions import Refusal
from engine.titles.cityfight import geometry
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Orders, Unit

MACHINEGUNS = ("mg_bipod", "mg_tripod")


class Shot(msgspec.Struct):
    """The dice against one target hex: what was rolled, the letter by what all may know, and whether ammunition may run out."""

    hex: str
    dice: tuple[int, int]
    letter: str
    bold_letter: str
    ammo: str


def why_no_fire(play: Play, uid: str) -> Refusal | None:
    """Why a unit may not fire now (11.1, 13.36, 14.2)."""
    u = play.s.units[uid]
    if u.fires < 1:
        return Refusal("no_fire_command", "it has no unused Fire command", "11.1")
    if u.out:
        return Refusal("no_ammunition", "it is out of ammunition", "14.2")
    if u.at in play.s.engaged and play.at(u.at, play.enemy(u.side)):
        return Refusal("engaged", "an engaged unit fires at its own hex only", "13.36")
    return None


def target_bits(play: Play, uid: str) -> int:
    """The hexes that a unit may fire at: in line of sight and within its longest range, but its own (11.21, 11.57, 13.35)."""
    u = play.s.units[uid]
    town = play.book.town
    bits = play.book.los.visible_from(u.at) & play.book.playable_bits
    reach = play.kind(uid).reach
    if reach is not None:
        bits &= geometry.within(u.at, reach)
    bits &= ~(1 << town.index[u.at])
    for hex_id in play.s.engaged:
        bits &= ~(1 << town.index[hex_id])
    return bits


def joint_targets(play: Play, uids: Sequence[str]) -> list[str]:
    """The hexes that all of some units may fire at together (9.21)."""
    bits = -1
    for uid in uids:
        bits &= target_bits(play, uid)
    return list(geometry.from_bits(bits))


def strength(play: Play, uids: Sequence[str], automatic: bool = False, assault: bool = False, halved: bool = False) -> int:
    """The sum of the best strengths: automatic fire two thirds up, suppressed targets half up, out of ammunition half down.

    Each unit by itself (11.56, 11.57, 11.75, 14.2).
    """
    total = 0
    for uid in uids:
        best = play.kind(uid).best
        if automatic:
            best = -(-2 * best // 3)
        if halved:
            best = -(-best // 2)
        if assault and play.s.units[uid].out:
            best //= 2
        total += best
    return total


def weapon(play: Play, uids: Sequence[str]) -> str:
    """What must be announced: rifle, machinegun or mixed (11.33, A-61)."""
    kinds = {play.kind(u).kind for u in uids}
    if kinds <= {"fireteam"}:
        return "rifle"
    return "machinegun" if kinds <= set(MACHINEGUNS) else "mixed"


def shots_allowed(play: Play, uids: Sequence[str], automatic: bool) -> int:
    """Attacks of one fire action: three for machinegun units alone, two for automatic fire, else one (11.61, 11.72)."""
    if automatic:
        return 2
    return 3 if len(uids) == 1 and play.kind(uids[0]).kind in MACHINEGUNS else 1


def fire(play: Play, uids: Sequence[str], hexes: Sequence[str], automatic: bool, spotted: Sequence[str]) -> None:
    """A fire action: declare all targets, then roll for each (11.31, 11.62). `spotted`: which of them count as spotted (11.41)."""
    s = play.s
    side, seat, origin = s.units[uids[0]].side, play.seat_of(uids[0]), s.units[uids[0]].at
    for uid in uids:
        u = s.units[uid]
        u.fires -= 1
        u.sights = 0 if play.s.window else u.sights
        play.spend(uid, 1)
    kind = weapon(play, uids)
    how = f"automatic {kind}" if automatic else kind
    play.aloud(
        "fire",
        "11.31",
        f"{play.book.side_name(side)} fires from {origin} at {', '.join(hexes)}: {how}",
        side=side,
        hex=origin,
        hexes=list(hexes),
        weapon=how,
    )
    play.contact_side(play.enemy(side), origin, "fired", how)
    last = len(hexes) - 1
    for i, hex_id in enumerate(hexes):
        shot = attack(play, uids, hex_id, automatic, hex_id in spotted, seat)
        if i == last:
            run_out(play, uids, shot, automatic)
    for uid in uids:
        s.units[uid].fired = True


def attack(play: Play, uids: Sequence[str], hex_id: str, automatic: bool, spotted: bool, seat: str) -> Shot:
    """One roll against a hex: announcements first, then dice, the letter aloud, the effects to their owners alone (11.5)."""
    s = play.s
    side = s.units[uids[0]].side
    there = play.at(hex_id, play.enemy(side))
    bold = [u for u in there if s.units[u].command == "bold"]
    halved = spotted and claims_suppression(play, there, hex_id)
    if bold:
        play.aloud("bold", "11.55", f"{hex_id} holds troops under a Bold command: strength doubled against them", hex=hex_id)
        play.contact_side(side, hex_id, "announced Bold")
    if halved:
        play.aloud("claim", "11.56", f"All units in {hex_id} are suppressed: strength halved", hex=hex_id)
    points = strength(play, uids, automatic, halved=halved)
    large, small = play.roll(seat, "fire", hex_id), play.roll(seat, "fire", hex_id)
    terrain = play.book.town.cover(hex_id)
    letter, ammo = play.book.soft(points, large + small, terrain)
    strong, _ = play.book.soft(points * 2, large + small, terrain)
    if not spotted:
        letter, strong = ("S" if x == "K" else x for x in (letter, strong))
    steps = [
        {"label": "Strength", "value": str(points), "rule": "11.57"},
        {"label": "Target", "value": f"{'spotted' if spotted else 'unspotted'}, {terrain}", "rule": "11.41"},
        {"label": "Dice", "value": f"{large} + {small}", "rule": "11.8"},
        {"label": "Result", "value": letter + (f", against Bold {strong}" if bold else ""), "rule": "11.51"},
    ]
    play.tell("fire_dice", "11.8", [seat], f"Fire at {hex_id}: dice {large} and {small}", hex=hex_id, steps=steps)
    said = f"{letter} ({strong} against Bold)" if bold else letter
    play.aloud("fire_result", "11.31", f"Result at {hex_id}: {said}", hex=hex_id, code=letter)
    rest = [u for u in there if u not in bold]
    apply_letter(play, rest, letter)
    apply_letter(play, bold, strong)
    splash(play, side, hex_id, letter if rest or not bold else strong)
    return Shot(hex_id, (large, small), letter, strong, ammo)


def claims_suppression(play: Play, there: Sequence[str], hex_id: str) -> bool:
    """Whether the owner says that all units of a spotted hex are suppressed, by his standing order (11.56)."""
    if not there or not all(play.s.units[u].suppressed for u in there):
        return False
    claim = play.s.orders.get(play.seat_of(there[0]), Orders()).claim
    return claim == "always" or (claim == "open" and play.book.town.terrain[hex_id] == "open")


def apply_letter(play: Play, uids: Sequence[str], letter: str) -> None:
    """S suppresses, K kills; a leader beside a killed combat unit rolls (9.13, 9.14, 11.51)."""
    if letter == "S":
        for uid in play.suppress(uids):
            play.tell("suppressed", "11.51", [play.seat_of(uid)], "{units} is suppressed", [uid])
    elif letter == "K":
        combat = [u for u in uids if not play.s.units[u].rank and play.kind(u).combat]
        leaders = [u for u in uids if play.s.units[u].rank]
        others = [u for u in uids if u not in combat and u not in leaders]
        play.kill(combat + others, "fire")
        for uid in leaders:
            leader_fate(play, uid, bool(combat))


def leader_fate(play: Play, uid: str, with_unit: bool) -> None:
    """A leader beside a killed combat unit dies on 1-3 and is suppressed else; alone he dies (9.13, 9.14)."""
    if not with_unit:
        play.kill([uid], "fire")
        return
    seat = play.seat_of(uid)
    die = play.roll(seat, "leader", play.alias(seat, uid))
    if die <= 3:
        play.kill([uid], f"fire (die {die})")
    else:
        play.suppress([uid])
        play.tell("suppressed", "9.13", [seat], f"{{units}} survives (die {die}), suppressed", [uid], die=die)


def splash(play: Play, side: str, hex_id: str, letter: str) -> None:
    """Enemies in open hexes of the megahex are suppressed: by S on an open hex, by K on any (11.51, A-21); lone leaders are not (6.4)."""
    town = play.book.town
    if letter == "S" and town.terrain[hex_id] != "open":
        return
    if letter not in ("S", "K"):
        return
    for other in town.hexes_of[hex_id[:2]]:
        if other == hex_id or town.terrain[other] != "open" or other in play.s.engaged:
            continue
        there = play.at(other, play.enemy(side))
        units = [u for u in there if not play.s.units[u].rank]
        hit = there if units else []
        for uid in play.suppress(hit):
            play.tell("suppressed", "11.51", [play.seat_of(uid)], "{units} is suppressed", [uid])


def run_out(play: Play, uids: Sequence[str], shot: Shot, automatic: bool) -> None:
    """Ammunition after the last roll of an action, by the letter of its row (11.8, 14.1)."""
    out = [uid for uid in uids if play.book.runs_out(shot.ammo, play.kind(uid).kind, automatic) and not play.s.units[uid].out]
    for uid in out:
        play.s.units[uid].out = play.s.turn
    if out:
        play.tell("out_of_ammunition", "14.11", [play.seat_of(out[0])], "{units} is out of ammunition", out)


def alive(units: dict[str, Unit], uids: Sequence[str]) -> list[str]:
    """Those of some units that are still on the map."""
    return [u for u in uids if units[u].on_map]
