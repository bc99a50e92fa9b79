"""Close assault and engaged units (section 13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Refusal
from engine.titles.cityfight import fire
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import DEAD


def why_no_assault(play: Play, uids: Sequence[str], moving: bool) -> Refusal | None:
    """Why some units may not close assault the hex that they stand in or enter (13.1, 17.23, 11.67)."""
    s = play.s
    combat = combat_units(play, uids)
    if not combat:
        return Refusal("no_combat_unit", "only combat units close assault", "13.14")
    need = len(combat)
    platoon = play.platoon(combat[0])
    if platoon is not None and platoon.ap < need + (need if moving else 0):
        return Refusal("no_action_points", "the platoon has too few action points", "5.64")
    if not moving:
        return None if all(s.units[u].fires > 0 for u in combat) else Refusal("no_fire_command", "it has no unused Fire command", "13.13")
    men = sum(play.kind(u).men for u in combat if play.kind(u).kind != "mg_tripod")
    if men < 3:
        return Refusal("too_few", "fewer than three men", "13.12")
    if platoon is not None and platoon.demoralized:
        return Refusal("demoralized", "a demoralized platoon does not assault on the move", "17.23")
    if any(s.units[u].broken for u in combat) and not any(s.units[u].rank for u in uids):
        return Refusal("no_leader", "teams of a split squad assault on the move only with a leader", "11.67")
    return None


def combat_units(play: Play, uids: Sequence[str]) -> list[str]:
    """The combat units among some units."""
    return [u for u in uids if not play.s.units[u].rank and play.kind(u).combat]


def assault(play: Play, uids: Sequence[str], moving: bool) -> None:
    """Resolve a close assault on the hex that the units stand in (13.2)."""
    s = play.s
    side, seat, hex_id = s.units[uids[0]].side, play.seat_of(uids[0]), s.units[uids[0]].at
    enemy = play.enemy(side)
    attackers = combat_units(play, uids)
    bold = any(s.units[u].command == "bold" for u in attackers)
    for uid in uids:
        u = s.units[uid]
        u.assaulted = True
        u.moves = 0
        if uid in attackers:
            play.spend(uid, 1)
            if not moving:
                u.fires -= 1
    points = fire.strength(play, [u for u in attackers if not (moving and play.kind(u).kind == "mg_tripod")], assault=True)
    play.aloud("assault", "13.21", f"{play.book.side_name(side)} close assaults {hex_id}", side=side, hex=hex_id)
    play.contact_side(enemy, hex_id, "close assault")
    there = play.at(hex_id, enemy)
    targets_bold = [u for u in there if s.units[u].command == "bold"]
    if targets_bold:
        play.aloud("bold", "11.55", f"{hex_id} holds troops under a Bold command: strength doubled against them", hex=hex_id)
        play.contact_side(side, hex_id, "announced Bold")
    defended = bool(combat_units(play, there))
    large, small = play.roll(seat, "assault", hex_id), play.roll(seat, "assault", hex_id)
    letter, ammo = play.book.soft(points, large + small, "open")
    strong, _ = play.book.soft(points * 2, large + small, "open")
    steps = [
        {"label": "Strength", "value": str(points), "rule": "13.22"},
        {"label": "Dice", "value": f"{large} + {small}", "rule": "13.22"},
        {"label": "Result", "value": "K" if letter == "K" else "no effect", "rule": "13.22"},
        {"label": "Own loss", "value": f"on a large die of 1-{3 if bold else 2}", "rule": "13.23"},
    ]
    play.tell("assault_dice", "13.22", [seat], f"Close assault of {hex_id}: dice {large} and {small}", hex=hex_id, steps=steps)
    risk = large <= (3 if bold else 2)
    own_loss = risk and defended
    doomed = ([u for u in there if u not in targets_bold] if letter == "K" else []) + (targets_bold if strong == "K" else [])
    killed = kill_defenders(play, doomed)
    if fire.alive(s.units, attackers):
        fire.run_out(play, attackers, fire.Shot(hex_id, (large, small), letter, strong, ammo), False)
    tell_outcome(play, side, seat, hex_id, letter == "K" or bool(targets_bold and strong == "K"), killed, risk, own_loss)
    if own_loss:
        for uid in uids:
            play.kill([uid], "the assaulted enemy")
    elif fire.alive(s.units, uids):
        s.fought = sorted({*s.fought, hex_id})
        for uid in attackers:
            s.units[uid].fired = True


def kill_defenders(play: Play, doomed: Sequence[str]) -> list[str]:
    """Kill the assaulted units of a K; leaders beside them roll (13.22, 9.13). The names of the dead."""
    names = {uid: play.name(uid) for uid in doomed}
    fire.apply_letter(play, doomed, "K")
    return [names[uid] for uid in doomed if play.s.units[uid].at == DEAD]


def tell_outcome(play: Play, side: str, seat: str, hex_id: str, k_result: bool, killed: Sequence[str], risk: bool, own_loss: bool) -> None:
    """What is said aloud: on K the dead are shown, unless the assaulter dies by the same roll (13.23-13.25)."""
    if risk:
        if own_loss:
            play.aloud("assault_result", "13.23", f"{hex_id} is defended: the assaulting units are lost", hex=hex_id, code="AL")
            return
        play.aloud("assault_result", "13.24", f"{hex_id} holds no enemy combat unit: the assaulters are unharmed", hex=hex_id, code="-")
    if k_result:
        if killed:
            play.aloud("assault_result", "13.24", f"Killed in {hex_id}: {', '.join(killed)}", hex=hex_id, code="K")
        else:
            play.aloud("assault_result", "13.24", f"Nobody was killed in {hex_id}", hex=hex_id, code="K")
    elif not risk:
        play.aloud("assault_result", "13.24", f"Close assault of {hex_id}: no effect", hex=hex_id, code="-")


def determine_engaged(play: Play) -> None:
    """Mark hexes where an assault of this turn left both sides; drop the markers that no longer hold (13.31, 13.32)."""
    s = play.s
    sides = play.book.sides
    before = set(s.engaged)
    now = {h for h in {*s.engaged, *s.fought} if all(play.at(h, side) for side in sides)}
    s.engaged, s.fought = sorted(now), []
    for hex_id in sorted(now):
        for side in sides:
            play.contact_side(side, hex_id, "engaged")
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
