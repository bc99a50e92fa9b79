"""Megahex sighting (section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Orders, Window


def targets(play: Play, uids: Sequence[str]) -> list[str]:
    """The megahexes that a unit or stack may search: its own, adjacent ones, or two away in plain line (10.2, 10.72)."""
    town = play.book.town
    at = play.s.units[uids[0]].at
    own = at[:2]
    out = [own]
    if not town.hemmed(at):
        out += town.mega_neighbours[own]
        if own not in town.village:
            out += [m for m in town.two_away[own] if m not in town.village and two_away_line(play, at, m)]
    if play.option("search_line"):
        out = [m for m in out if m == own or any(play.book.los.sees(at, h) for h in town.hexes_of[m])]
    return [m for m in sorted(out) if any(h in play.book.playable for h in town.hexes_of[m])]


def two_away_line(play: Play, at: str, megahex: str) -> bool:
    """Whether a line to the centre of some hex of the megahex is clear and crosses no hex of the Old Village (10.22)."""
    town = play.book.town
    return any(play.book.los.sees_past_village(at, h) for h in town.hexes_of[megahex])


def men(play: Play, uids: Sequence[str]) -> int:
    """The men of the units that sight together; a leader counts as one (10.33)."""
    return sum(1 if play.s.units[u].rank else play.kind(u).men for u in uids)


def modifiers(play: Play, uids: Sequence[str], megahex: str) -> list[tuple[str, int, str]]:
    """What the sighter adds to its dice: (label, points, rule) (10.33-10.35)."""
    own = play.s.units[uids[0]].at[:2]
    n, out = men(play, uids), []
    for low, high, points in play.book.sighter_men:
        if low <= n <= high and points:
            out.append((f"{n} men", points, "10.33"))
    if megahex == own:
        out.append(("own megahex", 20, "10.34"))
    elif megahex not in play.book.town.mega_neighbours[own]:
        out.append(("two megahexes away", -20, "10.35"))
    return out


def needs_dice(play: Play, megahex: str) -> bool:
    """Whether the megahex has any woods or building hex (10.32)."""
    town = play.book.town
    return any(town.terrain[h] != "open" or h == "4H7" for h in town.hexes_of[megahex])


def search(play: Play, uids: Sequence[str], megahex: str) -> None:
    """Sight a megahex: announce it with the total, name what is seen, open the pause for immediate fire (10.3, 10.6)."""
    s = play.s
    side, seat = s.units[uids[0]].side, play.seat_of(uids[0])
    own = s.units[uids[0]].at[:2]
    for uid in uids:
        s.units[uid].sights -= 1
        if not s.units[uid].rank and play.kind(uid).combat:
            play.spend(uid, 1)
    announced, steps = None, []
    if needs_dice(play, megahex):
        large, small = play.roll(seat, "sighting", megahex), play.roll(seat, "sighting", megahex)
        adds = modifiers(play, uids, megahex)
        total = large * 10 + small + sum(points for _, points, _ in adds)
        announced = total - s.orders.get(seat, Orders()).understate
        steps = [{"label": "Dice", "value": f"{large}{small}", "rule": "10.32"}]
        steps += [{"label": label, "value": f"{points:+d}", "rule": rule} for label, points, rule in adds]
        steps.append({"label": "Announced", "value": str(announced), "rule": "10.32"})
        play.tell(
            "sighting_dice", "10.32", [seat], f"Sighting of {megahex} by {{units}}: total {total}", uids, steps=steps, megahex=megahex
        )
    found = resolve(play, uids, megahex, announced)
    named = dict(found)
    answer = ", ".join(f"{h}{f' ({what})' if what else ''}" for h, what in found) or "nothing"
    total_text = f", {announced}" if announced is not None else ""
    name = play.book.side_name(side)
    if play.umpired:
        play.aloud("sighting", "10.0", f"{name} searches megahex {megahex}", side=side, megahex=megahex)
        play.tell("sighted", "49", [seat], f"Seen in {megahex}: {answer}", hexes=list(named))
    else:
        play.aloud(
            "sighting",
            "10.3",
            f"{name} searches megahex {megahex}{total_text}: {answer}",
            side=side,
            megahex=megahex,
            total=announced,
            hexes=list(named),
        )
    for hex_id, what in found:
        play.contact(seat, hex_id, "sighted", what)
        for uid in spotted_units(play, side, hex_id, announced, megahex, own, uids):
            s.units[uid].seen.append(f"{seat} {own}")
    if found or play.umpired:
        s.window = Window(seat, list(uids), list(named))


def rating(play: Play, uids: Sequence[str], megahex: str) -> int:
    """The search rating that applies: never above 64 for four men or more in their own megahex (10.34)."""
    printed = play.book.town.rating[megahex]
    if megahex == play.s.units[uids[0]].at[:2] and men(play, uids) >= 4:
        return min(64, printed)
    return printed


def open_to(play: Play, hex_id: str, own: str) -> bool:
    """Whether a hex counts as open to a sighter in megahex `own`: the courtyard 4H7 only from inside 4H (10.71)."""
    return play.book.town.terrain[hex_id] == "open" and (hex_id != "4H7" or own == "4H")


def target_modifier(play: Play, uid: str, sighters: Sequence[str], own: str) -> int:
    """What an owner adds for one of his units in cover (10.36-10.38)."""
    u = play.s.units[uid]
    out = 20 if u.fired else 0
    if u.suppressed:
        out -= 20
    if play.option("relay") and u.seen and relayed(play, u.seen, sighters, own):
        out += 10
    return out


def relayed(play: Play, seen: Sequence[str], sighters: Sequence[str], own: str) -> bool:
    """Whether an earlier spotting helps: by telephone always, else from the same or an adjacent megahex and told aloud (10.37, 48.5)."""
    seat = play.seat_of(sighters[0])
    side = play.s.units[sighters[0]].side
    for entry in seen:
        by, where = entry.split(" ")
        if by != seat and not play.has_phone(side):
            continue
        if play.has_phone(side) or (
            play.s.orders.get(seat, Orders()).relay and (where == own or where in play.book.town.mega_neighbours[own])
        ):
            return True
    return False


def spotted_units(play: Play, side: str, hex_id: str, announced: int | None, megahex: str, own: str, sighters: Sequence[str]) -> list[str]:
    """The enemy units of a hex that this sighting spots (10.31-10.38)."""
    out = []
    for uid in play.at(hex_id, play.enemy(side)):
        if open_to(play, hex_id, own) or (
            announced is not None and announced + target_modifier(play, uid, sighters, own) >= rating(play, sighters, megahex)
        ):
            out.append(uid)
    return out


def resolve(play: Play, uids: Sequence[str], megahex: str, announced: int | None) -> list[tuple[str, str]]:
    """What the owner must name: (hex, what is said of it); in the open whether suppressed and whether a combat unit is there (10.31)."""
    side, own = play.s.units[uids[0]].side, play.s.units[uids[0]].at[:2]
    out = []
    for hex_id in play.book.town.hexes_of[megahex]:
        spotted = spotted_units(play, side, hex_id, announced, megahex, own, uids)
        if not spotted:
            continue
        what = ""
        if open_to(play, hex_id, own):
            combat = any(not play.s.units[u].rank and play.kind(u).combat for u in spotted)
            down = all(play.s.units[u].suppressed for u in spotted)
            what = f"{'combat unit' if combat else 'no combat unit'}, {'suppressed' if down else 'not suppressed'}"
        out.append((hex_id, what))
    return out
