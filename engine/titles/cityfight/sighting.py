"""Megahex sighting (section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.title import UMPIRE
from engine.titles.cityfight import movement, talk
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Orders, Search, Window


def targets(play: Play, uids: Sequence[str]) -> list[str]:
    """The megahexes that a unit or stack may search: its own, adjacent ones, or two away in plain line (10.2, 10.72).

    By the option `search_line` a line of sight is asked for everywhere, and none past the Old Village (10.23).
    """
    town = play.book.town
    at = play.s.units[uids[0]].at
    own = at[:2]
    line = play.option("search_line")
    out = [own]
    if not town.hemmed(at):
        out += town.mega_neighbours[own]
        if own not in town.village:
            out += [m for m in town.two_away[own] if line or two_away_line(play, at, m)]
    if line:
        out = [m for m in out if m == own or any(play.book.los.sees(at, h) for h in town.hexes_of[m])]
    return [m for m in sorted(out) if any(h in play.book.playable for h in town.hexes_of[m])]


def two_away_line(play: Play, at: str, megahex: str) -> bool:
    """Whether a line of sight (11.22) to some hex of the megahex is clear and crosses no hex of the Old Village (10.22)."""
    town = play.book.town
    return megahex not in town.village and any(play.book.los.sees_past_village(at, h) for h in town.hexes_of[megahex])


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
    """Sight a megahex: announce it with the total, name what is seen, open the pause for immediate fire (10.3, 10.6).

    Where the umpire has taken sighting over, the search is announced and waits for him, whatever is there (`supervised`).
    """
    s = play.s
    side, seat = s.units[uids[0]].side, play.seat_of(uids[0])
    for uid in uids:
        s.units[uid].sights -= 1
        if not movement.free(play, uid):
            play.spend(uid, 1)
    total, steps = None, []
    relay = claims_relay(play, uids, megahex)
    if needs_dice(play, megahex):
        stream = UMPIRE if s.supervised else seat
        large, small = play.roll(stream, "sighting", megahex), play.roll(stream, "sighting", megahex)
        adds = modifiers(play, uids, megahex)
        total = large * 10 + small + sum(points for _, points, _ in adds)
        steps = [{"label": "Dice", "value": f"{large}{small}", "rule": "10.32"}]
        steps += [{"label": label, "value": f"{points:+d}", "rule": rule} for label, points, rule in adds]
    if s.supervised:
        play.aloud("sighting", "10.0", f"{play.book.side_name(side)} searches megahex {megahex}", side=side, megahex=megahex)
        s.search = Search(seat, list(uids), megahex, total, relay)
        return
    announced = None
    if total is not None:
        announced = total - s.orders.get(seat, Orders()).understate
        steps.append({"label": "Announced", "value": str(announced), "rule": "10.32"})
        text = f"Sighting of {megahex} by {{units}}: total {total}"
        play.tell("sighting_dice", "10.32", [seat], text, uids, steps=steps, megahex=megahex)
    found = resolve(play, uids, megahex, announced, relay)
    named = [h for h, _, _ in found]
    if play.umpired:
        play.aloud("sighting", "10.0", f"{play.book.side_name(side)} searches megahex {megahex}", side=side, megahex=megahex)
        play.tell("sighted", "49", [seat], f"Seen in {megahex}: {answer(found)}", hexes=named)
    else:
        call = f"{play.book.side_name(side)} searches megahex {megahex}{f', {announced}' if announced is not None else ''}"
        if relay and not play.has_phone(side):
            call += ", an earlier spotter near"
        owners = {play.seat_of(u) for _, _, spotted in found for u in spotted}
        data = {"side": side, "megahex": megahex, "total": announced, "hexes": named}
        play.between("sighting", "10.3", [seat, *owners], f"{call}: {answer(found)}", call, apart=["hexes"], **data)
    seen(play, seat, uids, megahex, found)


Found = list[tuple[str, str, list[str]]]


def answer(found: Found) -> str:
    """What is said of a search's result."""
    return ", ".join(f"{h}{f' ({what})' if what else ''}" for h, what, _ in found) or "nothing"


def seen(play: Play, seat: str, uids: Sequence[str], megahex: str, found: Found) -> None:
    """What follows from a search: contacts, who has spotted whom, and the pause for immediate fire (10.37, 10.6)."""
    s = play.s
    for hex_id, what, spotted in found:
        play.contact(seat, hex_id, "sighted", what)
        movement.sighted(play, seat, hex_id)
        for uid in spotted:
            s.units[uid].seen += [f"{seat} {x}" for x in uids]
    if found:
        s.marks.update({f"saw {uid} {megahex}": 1 for uid in uids})
    if found or play.umpired or play.crowd:  # a pause alone would tell his companions what the answer is (48.4)
        s.window = Window(seat, list(uids), [h for h, _, _ in found])


def rating(play: Play, uids: Sequence[str], megahex: str) -> int:
    """The search rating that applies: never above 64 for four men or more in their own megahex (10.34)."""
    printed = play.book.town.rating[megahex]
    if megahex == play.s.units[uids[0]].at[:2] and men(play, uids) >= 4:
        return min(64, printed)
    return printed


def open_to(play: Play, hex_id: str, own: str) -> bool:
    """Whether a hex counts as open to a sighter in megahex `own`: the courtyard 4H7 only from inside 4H (10.71)."""
    return play.book.town.terrain[hex_id] == "open" and (hex_id != "4H7" or own == "4H")


def target_modifier(play: Play, uid: str, sighters: Sequence[str], relay: bool) -> int:
    """What an owner adds for one of his units in cover (10.36-10.38)."""
    u = play.s.units[uid]
    out = 20 if u.fired else 0
    if u.suppressed:
        out -= 20
    if relay and any(counts(play, by, spotter, sighters) for by, spotter in (entry.split(" ") for entry in u.seen)):
        out += 10
    return out


def claims_relay(play: Play, uids: Sequence[str], megahex: str) -> bool:
    """Whether a sighter gets the bonus for what was spotted before (10.37): by telephone always; else he says that an earlier spotter

    is near, by his standing order, where he knows of one that found something in this megahex.
    """
    if not play.option("relay"):
        return False
    seat, side = play.seat_of(uids[0]), play.s.units[uids[0]].side
    if play.has_phone(side):
        return True
    earlier = [k.split(" ")[1] for k in play.s.marks if k.startswith("saw ") and k.endswith(f" {megahex}")]
    mine = [x for x in earlier if play.s.units[x].side == side]
    return play.s.orders.get(seat, Orders()).relay and any(counts(play, play.seat_of(x), x, uids) for x in mine)


def counts(play: Play, by: str, spotter: str, sighters: Sequence[str]) -> bool:
    """Whether an earlier spotter serves these sighters: of the same player or one in communication (48.5), and near without telephone."""
    seat, u = play.seat_of(sighters[0]), play.s.units[spotter]
    if by != seat and not talk.linked(play, by, seat):
        return False
    return play.has_phone(u.side) or (u.on_map and play.book.town.near(u.at, play.s.units[sighters[0]].at))


def spotted_units(play: Play, hex_id: str, announced: int | None, megahex: str, sighters: Sequence[str], relay: bool) -> list[str]:
    """The enemy units of a hex that this sighting spots (10.31-10.38)."""
    first = play.s.units[sighters[0]]
    there = play.at(hex_id, play.enemy(first.side))
    if open_to(play, hex_id, first.at[:2]):
        return there
    if announced is None:
        return []
    needed = rating(play, sighters, megahex)
    return [uid for uid in there if announced + target_modifier(play, uid, sighters, relay) >= needed]


def resolve(play: Play, uids: Sequence[str], megahex: str, announced: int | None, relay: bool) -> Found:
    """What the owner must name: (hex, what is said of it, the units spotted there) (10.31)."""
    out = []
    for hex_id in play.book.town.hexes_of[megahex]:
        spotted = spotted_units(play, hex_id, announced, megahex, uids, relay)
        if spotted:
            out.append((hex_id, words(play, hex_id, uids, spotted), spotted))
    return out


def words(play: Play, hex_id: str, uids: Sequence[str], spotted: Sequence[str]) -> str:
    """What is said of units that were seen: in the open whether suppressed and whether a combat unit is there (10.31)."""
    if not open_to(play, hex_id, play.s.units[uids[0]].at[:2]):
        return ""
    combat = any(not movement.free(play, u) for u in spotted)
    down = all(play.s.units[u].suppressed for u in spotted)
    return f"{'combat unit' if combat else 'no combat unit'}, {'suppressed' if down else 'not suppressed'}"
