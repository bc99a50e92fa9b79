"""Close assault and engaged units (section 13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Refusal
from engine.titles.cityfight import fire, movement
from engine.titles.cityfight.play import Play


def why_no_assault(play: Play, uids: Sequence[str], into: str = "") -> Refusal | None:
    """Why some units may not close assault the hex that they stand in or, on a movement command, enter (13.1, 13.37, 17.23, 11.67)."""
    s = play.s
    combat = combat_units(play, uids)
    if not combat:
        return Refusal("no_combat_unit", "only combat units close assault", "13.14")
    platoon = play.platoon(combat[0])
    need = 2 * len(combat) if into else fire.cost(play, combat)
    if platoon is not None and platoon.ap < need:
        return Refusal("no_action_points", "the platoon has too few action points", "5.64")
    if not into:
        return None if all(s.units[u].fires > 0 for u in combat) else Refusal("no_fire_command", "it has no unused Fire command", "13.13")
    if sum(play.kind(u).men for u in uids) < 3:
        return Refusal("too_few", "fewer than three men", "13.12")
    if not firing(play, combat, moving=True):
        return Refusal("tripod", "a tripod machinegun does not fire on the move", "13.12")
    if platoon is not None and platoon.demoralized:
        return Refusal("demoralized", "a demoralized platoon does not assault on the move", "17.23")
    if any(s.units[u].broken for u in combat) and not any(s.units[u].rank for u in uids):
        return Refusal("no_leader", "teams of a split squad assault on the move only with a leader", "11.67")
    if f"engaged {into}" in s.marks and any(s.units[u].began == into for u in combat):
        return Refusal("engaged", "it began the turn engaged in this hex: only a Fire command assaults it", "13.37")
    return None


def firing(play: Play, attackers: Sequence[str], moving: bool) -> list[str]:
    """The attackers who add their strength: no tripod on the move (13.12)."""
    return [u for u in attackers if not (moving and play.kind(u).kind == "mg_tripod")]


def combat_units(play: Play, uids: Sequence[str]) -> list[str]:
    """The combat units among some units."""
    return [u for u in uids if not play.s.units[u].rank and play.kind(u).combat]


def risk(play: Play, attackers: Sequence[str]) -> int:
    """The highest large die that costs the assaulters their lives where the hex is defended: more under a Bold command (13.23)."""
    return 3 if any(play.s.units[u].command == "bold" for u in attackers) else 2


def reading(play: Play, points: int, roll: int) -> list[dict[str, str]]:
    """How the chart's letter is read in an assault: as in the open and spotted, but S does nothing (13.22)."""
    letter, _ = play.book.soft(points, roll, "open")
    steps = fire.reading(play, points, roll, "open", spotted=True)
    return [*steps, {"label": "Close assault", "value": "S has no effect", "rule": "13.22"}] if letter == "S" else steps


def assault(play: Play, uids: Sequence[str], moving: bool) -> None:
    """Resolve a close assault on the hex that the units stand in (13.2)."""
    s = play.s
    side, seat, hex_id = s.units[uids[0]].side, play.seat_of(uids[0]), s.units[uids[0]].at
    enemy = play.enemy(side)
    attackers = combat_units(play, uids)
    play.spend(attackers[0], len(attackers) if moving else fire.cost(play, attackers))
    for uid in uids:
        u = s.units[uid]
        u.assaulted = True
        u.moves = 0
        if uid in attackers and not moving:
            u.fires -= 1
            u.fired = True
            u.sights = 0 if s.window else u.sights
    guns = firing(play, attackers, moving)
    points = fire.strength(play, guns, assault=True)
    play.aloud("assault", "13.21", f"{play.book.side_name(side)} close assaults {hex_id}", side=side, hex=hex_id)
    defenders = play.witnesses(hex_id, enemy)
    play.contacts(defenders, hex_id, "close assault")
    movement.betrayed(play, uids)
    there = play.at(hex_id, enemy)
    targets_bold = fire.announce_bold(play, there, hex_id, seat)
    defended = bool(combat_units(play, there))
    large, small = play.roll(seat, "assault", hex_id), play.roll(seat, "assault", hex_id)
    letter, ammo = play.book.soft(points, large + small, "open")
    doubled = fire.strength(play, guns, assault=True, doubled=True)
    strong, _ = play.book.soft(doubled, large + small, "open")
    killing = [x for x in (letter, strong if targets_bold else "-") if x == "K"]
    limit = risk(play, attackers)
    steps = [
        *fire.strength_steps(play, guns, assault=True),
        {"label": "Target", "value": "the hex counts as open, and as spotted", "rule": "13.22"},
        {"label": "Dice", "value": f"{large} + {small}", "rule": "13.22"},
        *reading(play, points, large + small),
    ]
    if targets_bold:
        steps += fire.against_bold(play, guns, reading(play, doubled, large + small), assault=True)
    steps += [
        {"label": "Result", "value": "K" if killing else "no effect", "rule": "13.22"},
        {"label": "Own loss", "value": f"on a large die of 1-{limit}", "rule": "13.23"},
    ]
    play.tell("assault_dice", "13.22", [seat], f"Close assault of {hex_id}: dice {large} and {small}", hex=hex_id, steps=steps)
    own_loss = large <= limit and defended
    hits = {uid: strong if uid in targets_bold else letter for uid in there}
    fates = fire.fates(play, {uid: "K" if x == "K" else "-" for uid, x in hits.items()})
    killed = [play.name(uid) for uid, (fate, _) in fates.items() if fate == "K"]
    tell_outcome(play, [seat, *defenders], hex_id, bool(killing), killed, large <= limit, own_loss)
    fire.befall(play, fates, "a close assault")
    if own_loss:
        play.contact(seat, hex_id, "defended", "combat unit")
        play.kill(uids, "the assaulted enemy")
        return
    fire.run_out(play, guns, fire.Shot(hex_id, (large, small), letter, strong, ammo), False)
    s.fought = sorted({*s.fought, hex_id})


def tell_outcome(play: Play, seats: Sequence[str], hex_id: str, k_result: bool, killed: Sequence[str], risk: bool, own_loss: bool) -> None:
    """What is said aloud: on K the dead are shown, unless the assaulter dies by the same roll (13.23-13.25)."""
    if own_loss:
        text = f"{hex_id} is defended: the assaulting units are lost"
        play.between("assault_result", "13.23", seats, text, hex=hex_id, code="AL")
        return
    if risk:
        text = f"{hex_id} holds no enemy combat unit: the assaulters are unharmed"
        play.between("assault_result", "13.24", seats, text, hex=hex_id, code="-")
    if k_result:
        text = f"Killed in {hex_id}: {', '.join(killed)}" if killed else f"Nobody was killed in {hex_id}"
        play.between("assault_result", "13.24", seats, text, hex=hex_id, code="K")
    elif not risk:
        play.between("assault_result", "13.24", seats, f"Close assault of {hex_id}: no effect", hex=hex_id, code="-")


def determine_engaged(play: Play) -> None:
    """Mark hexes where an assault of this turn left both sides; drop the markers that no longer hold (13.31, 13.32)."""
    s = play.s
    sides = play.book.sides
    before = set(s.engaged)
    now = {h for h in {*s.engaged, *s.fought} if all(play.at(h, side) for side in sides)}
    s.engaged, s.fought = sorted(now), []
    for hex_id in sorted(now):
        for side in sides:
            play.contacts(play.witnesses(hex_id, side), hex_id, "engaged")
    if now != before:
        text = f"Engaged hexes: {', '.join(sorted(now))}" if now else "No hex is engaged any more"
        play.aloud("engaged", "13.31", text, hexes=sorted(now))


def disengage(play: Play) -> None:
    """Drop Engaged markers where only one side or nobody is left (13.32)."""
    s = play.s
    left = [h for h in s.engaged if all(play.at(h, side) for side in play.book.sides)]
    if left != s.engaged:
        gone = [h for h in s.engaged if h not in left]
        s.engaged = left
        play.aloud("engaged", "13.32", f"No longer engaged: {', '.join(gone)}", hexes=left)
