"""Fire combat (sections 11, 14.1): targets, strength, the Soft CRT and what its results do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.decisions import Refusal
from engine.titles.cityfight import geometry, movement
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


def joint_bits(play: Play, uids: Sequence[str]) -> int:
    """The bit set of the hexes that all of some units may fire at together (9.21)."""
    bits = -1
    for uid in uids:
        bits &= target_bits(play, uid)
    return bits


def joint_targets(play: Play, uids: Sequence[str]) -> list[str]:
    """The hexes that all of some units may fire at together, in id order."""
    return list(geometry.from_bits(joint_bits(play, uids)))


def strength(
    play: Play, uids: Sequence[str], automatic: bool = False, assault: bool = False, halved: bool = False, doubled: bool = False
) -> int:
    """The sum of the best strengths, each unit's changed by itself: automatic fire two thirds up (11.75), out of ammunition in an assault

    half down (14.2), `doubled` against Bold (8.1), `halved` against suppressed targets, half up (11.56), in this order (A-11).
    """
    total = 0
    for uid in uids:
        best = play.kind(uid).best
        if automatic:
            best = -(-2 * best // 3)
        if assault and play.s.units[uid].out:
            best //= 2
        if doubled:
            best *= 2
        if halved:
            best = -(-best // 2)
        total += best
    return total


def strength_steps(
    play: Play, uids: Sequence[str], automatic: bool = False, assault: bool = False, halved: bool = False
) -> list[dict[str, str]]:
    """How the firer's strength comes about: as printed, what changes it (11.75, 14.2, 11.56), the sum (11.57)."""
    printed, several = strength(play, uids), len(uids) > 1
    rows = [{"label": play.name(u), "value": str(strength(play, [u])), "rule": "9.21"} for u in uids if several]
    if automatic or halved or (assault and any(play.s.units[u].out for u in uids)):
        rows.append({"label": "As printed", "value": str(printed), "rule": "11.57"})
    if automatic:
        rows.append({"label": "Automatic fire: two thirds, up", "value": str(strength(play, uids, True)), "rule": "11.75"})
    for u in uids if assault else ():
        if play.s.units[u].out:
            of = f" ({play.name(u)})" if several else ""
            rows.append({"label": f"Out of ammunition: half, down{of}", "value": str(strength(play, [u], assault=True)), "rule": "14.2"})
    if halved:
        rows.append({"label": "All suppressed: half, up", "value": str(strength(play, uids, automatic, halved=True)), "rule": "11.56"})
    total = strength(play, uids, automatic, assault, halved)
    return [*rows, {"label": "Strength", "value": str(total), "rule": "13.22" if assault else "11.75" if automatic else "11.57"}]


def reading(play: Play, points: int, roll: int, terrain: str, spotted: bool) -> list[dict[str, str]]:
    """How the chart's letter is read: what the terrain of the target takes off it (11.53), K against an unspotted hex as S (11.54)."""
    chart, _ = play.book.soft(points, roll, "open")
    letter, _ = play.book.soft(points, roll, terrain)
    steps = [{"label": f"Chart at strength {points}", "value": chart, "rule": "11.8"}]
    if letter != chart:
        steps.append(
            {"label": f"Terrain: {terrain}", "value": "no effect" if letter == "-" else f"{chart} read as {letter}", "rule": "11.53"}
        )
    if letter == "K" and not spotted:
        steps.append({"label": "Unspotted", "value": "K read as S", "rule": "11.54"})
    return steps


def against_bold(play: Play, uids: Sequence[str], read: Sequence[dict[str, str]], **how: bool) -> list[dict[str, str]]:
    """The same dice against announced Bold troops, at double strength (8.1, A-08)."""
    points = strength(play, uids, doubled=True, **how)
    return [
        {"label": "Against Bold: doubled", "value": str(points), "rule": "8.1"},
        *({**x, "label": f"{x['label']} (Bold)"} for x in read),
    ]


def cost(play: Play, uids: Sequence[str]) -> int:
    """Action points of a Fire action: one a unit, two of a demoralized platoon (9.22, 17.27)."""
    return sum(2 if (p := play.platoon(uid)) is not None and p.demoralized else 1 for uid in uids)


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
    enemy = play.enemy(side)
    play.spend(uids[0], cost(play, uids))
    for uid in uids:
        u = s.units[uid]
        u.fires -= 1
        u.sights = 0 if s.window else u.sights
    kind = weapon(play, uids)
    how = f"automatic {kind}" if automatic else kind
    name, at = play.book.side_name(side), ", ".join(hexes)
    located = [*(x for h in hexes for x in play.witnesses(h, enemy)), *movement.betrayed(play, uids)]
    play.between(
        "fire",
        "11.31",
        [seat, *located],
        f"{name} fires from {origin} at {at}: {how}",
        f"{name} fires at {at}: {how}",
        apart=["hex"],
        side=side,
        hex=origin,
        hexes=list(hexes),
        weapon=how,
    )
    play.contacts(dict.fromkeys(located), origin, "fired", how)
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
    concerned = [seat, *play.witnesses(hex_id, play.enemy(side))]
    bold = announce_bold(play, there, hex_id, seat)
    halved = spotted and claims_suppression(play, there, hex_id)
    if halved:
        play.between("claim", "11.56", concerned, f"All units in {hex_id} are suppressed: strength halved", hex=hex_id)
    points = strength(play, uids, automatic, halved=halved)
    large, small = play.roll(seat, "fire", hex_id), play.roll(seat, "fire", hex_id)
    terrain = play.book.town.cover(hex_id)
    letter, ammo = play.book.soft(points, large + small, terrain)
    doubled = strength(play, uids, automatic, halved=halved, doubled=True)
    strong, _ = play.book.soft(doubled, large + small, terrain)
    if not spotted:
        letter, strong = ("S" if x == "K" else x for x in (letter, strong))
    steps = [
        *strength_steps(play, uids, automatic, halved=halved),
        {"label": "Target", "value": f"{'spotted' if spotted else 'unspotted'}, {terrain}", "rule": "11.41"},
        {"label": "Dice", "value": f"{large} + {small}", "rule": "11.8"},
        *reading(play, points, large + small, terrain, spotted),
    ]
    if bold:
        steps += against_bold(play, uids, reading(play, doubled, large + small, terrain, spotted), automatic=automatic, halved=halved)
    steps.append({"label": "Result", "value": letter + (f", against Bold {strong}" if bold else ""), "rule": "11.51"})
    play.tell("fire_dice", "11.8", [seat], f"Fire at {hex_id}: dice {large} and {small}", hex=hex_id, steps=steps)
    said = f"{letter} ({strong} against Bold)" if bold else letter
    play.between("fire_result", "11.31", concerned, f"Result at {hex_id}: {said}", f"Result at {hex_id}: {letter}", hex=hex_id, code=letter)
    strike(play, {uid: strong if uid in bold else letter for uid in there}, "fire")
    splash(play, side, hex_id, letter if set(there) - set(bold) or not bold else strong)
    return Shot(hex_id, (large, small), letter, strong, ammo)


def announce_bold(play: Play, there: Sequence[str], hex_id: str, seat: str) -> list[str]:
    """The units under a Bold command among those attacked in a hex, which their owner must announce (8.1, 11.55)."""
    bold = [u for u in there if play.s.units[u].command == "bold"]
    if bold:
        owners = {play.seat_of(u) for u in there}
        text = f"{hex_id} holds troops under a Bold command: strength doubled against them"
        play.between("bold", "11.55", [seat, *owners], text, hex=hex_id)
        play.contact(seat, hex_id, "announced Bold")
    return bold


def claims_suppression(play: Play, there: Sequence[str], hex_id: str) -> bool:
    """Whether the owner says that all units of a spotted hex are suppressed, by his standing order (11.56)."""
    if not there or not all(play.s.units[u].suppressed for u in there):
        return False
    claim = play.s.orders.get(play.seat_of(there[0]), Orders()).claim
    return claim == "always" or play.book.town.terrain[hex_id] == "open"


def strike(play: Play, letters: Mapping[str, str], by: str) -> None:
    """What a result does to each unit of a hex: S suppresses, K kills (11.51)."""
    befall(play, fates(play, letters), by)


Fate = tuple[str, int]
"""What becomes of a unit, S, K or -, and the die that decided on a leader, 0 for none."""


def fates(play: Play, letters: Mapping[str, str]) -> dict[str, Fate]:
    """What a result's letters come to. A leader beside a killed combat unit rolls instead of dying by his own K, and also where he has

    none: 1-3 kills, else he is suppressed (9.13); beside combat units that live, or with none, his K kills him (9.14).
    """
    out: dict[str, Fate] = {}
    fighter_dies = any(letter == "K" and not play.s.units[u].rank and play.kind(u).combat for u, letter in letters.items())
    for uid, letter in letters.items():
        out[uid] = letter, 0
        if play.s.units[uid].rank and fighter_dies:
            seat = play.seat_of(uid)
            die = play.roll(seat, "leader", play.alias(seat, uid))
            out[uid] = "K" if die <= 3 else "S", die
    return out


def befall(play: Play, what: Mapping[str, Fate], by: str) -> None:
    """Carry fates out: those of the letters first, then of leaders beside a killed unit. Each is told to its owner alone (11.5)."""
    for uid in play.suppress(u for u, (letter, die) in what.items() if letter == "S" and not die):
        play.tell("suppressed", "11.51", [play.seat_of(uid)], "{units} is suppressed", [uid])
    leaders = [u for u in what if play.s.units[u].rank]
    play.kill([u for u, (letter, _) in what.items() if letter == "K" and u not in leaders], by)
    for uid in leaders:
        letter, die = what[uid]
        if letter == "K":
            play.kill([uid], f"{by} (die {die})" if die else by)
        elif die:
            play.suppress([uid])
            play.tell("suppressed", "9.13", [play.seat_of(uid)], f"{{units}} survives (die {die}), suppressed", [uid], die=die)


def splash(play: Play, side: str, hex_id: str, letter: str) -> None:
    """Enemies in other open hexes of the megahex are suppressed: by S on an open hex, by K on any (11.51, 15.12, A-21); a leader only

    with a unit that he is stacked with (6.4, 9.12, A-56).
    """
    town = play.book.town
    if letter not in ("S", "K") or (letter == "S" and town.terrain[hex_id] != "open"):
        return
    for other in town.hexes_of[hex_id[:2]]:
        if other == hex_id or town.terrain[other] != "open":
            continue
        there = play.at(other, play.enemy(side))
        hit = play.suppress(u for u in there if not play.s.units[u].rank)
        if hit:
            hit += play.suppress(u for u in there if play.s.units[u].rank)
        for uid in hit:
            play.tell("suppressed", "15.12", [play.seat_of(uid)], "{units} is suppressed", [uid])


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
