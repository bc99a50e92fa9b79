"""What a player reads before he commits to a search, fire or close assault: every modifier, the chances, the risk, by what he may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.titles.cityfight import assault, fire, geometry, sighting
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Orders

DICE = [(large, small) for large in range(1, 7) for small in range(1, 7)]
"""The throws of two dice (3.5): all equally likely."""


def of_36(good: Callable[[int, int], bool]) -> str:
    """How many throws of a large and a small die do something."""
    return f"{sum(good(large, small) for large, small in DICE)} of 36"


def seen(play: Play, uids: Sequence[str]) -> list[str]:
    """The hexes in line of sight of some units that stand together: public terrain only (11.2)."""
    return list(geometry.from_bits(play.book.los.visible_from(play.s.units[uids[0]].at) & play.book.playable_bits))


def search_lines(play: Play, uids: Sequence[str], megahex: str) -> list[dict[str, str]]:
    """The explanation of a search: what the dice must reach, and what is added to them (10.3)."""
    if not sighting.needs_dice(play, megahex):
        return [{"label": f"Megahex {megahex}", "value": "all open: seen without dice", "rule": "10.32"}]
    adds = sighting.modifiers(play, uids, megahex)
    less = play.s.orders.get(play.seat_of(uids[0]), Orders()).understate
    adds += [("understated by standing order", -less, "10.32")] if less else []
    total = sum(points for _, points, _ in adds)
    need = sighting.rating(play, uids, megahex)
    lines = [{"label": f"Search rating of {megahex}", "value": str(need), "rule": "10.3"}]
    lines += [{"label": label.capitalize(), "value": f"{points:+d}", "rule": rule} for label, points, rule in adds]
    chance = of_36(lambda large, small: 10 * large + small + total >= need)
    return [*lines, {"label": "Dice (11 to 66) that reach it", "value": chance, "rule": "10.32"}]


def fire_lines(play: Play, uids: Sequence[str], hexes: Sequence[str], automatic: bool, spotted: Sequence[str]) -> list[dict[str, str]]:
    """The explanation of a fire action: strength, and per target its terrain and the chances by what the firer knows."""
    points = fire.strength(play, uids, automatic)
    lines = fire.strength_steps(play, uids, automatic)
    lines.append({"label": "Announced as", "value": fire.weapon(play, uids), "rule": "11.33"})
    lines.append({"label": "Action points", "value": str(fire.cost(play, uids)), "rule": "9.22"})
    covers = {h: play.book.town.cover(h) for h in hexes}
    for terrain in dict.fromkeys(covers.values()):
        if words := play.book.cover_words(terrain):
            lines.append({"label": f"Terrain: {terrain}", "value": words, "rule": "11.53"})
    if any(h not in spotted for h in hexes):
        lines.append({"label": "Unspotted", "value": "K read as S", "rule": "11.54"})
    if any(h in spotted for h in hexes):
        half = fire.strength(play, uids, automatic, halved=True)
        lines.append({"label": "If all there are suppressed, and it is said", "value": f"strength {half}", "rule": "11.56"})
    doubled = fire.strength(play, uids, automatic, doubled=True)
    lines.append({"label": "Against Bold, if announced", "value": f"strength {doubled}", "rule": "8.1"})
    for h, terrain in covers.items():
        k = chance(play, points, terrain, "K")
        s = chance(play, points, terrain, "S") if h in spotted else chance(play, points, terrain, "KS")
        lines.append({"label": f"{h}, {terrain}", "value": f"{f'K {k}, ' if h in spotted else ''}S {s}", "rule": "11.8"})
    return lines + ammunition_lines(play, uids, automatic, fire.shots_allowed(play, uids, automatic))


def assault_lines(play: Play, uids: Sequence[str], into: str) -> list[dict[str, str]]:
    """The explanation of a close assault on the own hex, or on the hex moved into: strength, chances, what it may cost (13.2)."""
    attackers = assault.combat_units(play, uids)
    guns = assault.firing(play, attackers, moving=bool(into))
    points = fire.strength(play, guns, assault=True)
    lines = fire.strength_steps(play, guns, assault=True)
    lines += [{"label": play.name(u), "value": "does not fire on the move", "rule": "13.12"} for u in attackers if u not in guns]
    lines.append({"label": "Terrain", "value": "does not count: the hex is open, and K is K", "rule": "13.22"})
    lines.append({"label": "Kills whoever is there", "value": f"K {chance(play, points, 'open', 'K')}", "rule": "13.22"})
    doubled = fire.strength(play, guns, assault=True, doubled=True)
    bold = f"strength {doubled}, K {chance(play, doubled, 'open', 'K')}"
    lines.append({"label": "Against Bold, if announced", "value": bold, "rule": "8.1"})
    limit = assault.risk(play, attackers)
    loss = of_36(lambda large, _: large <= limit)
    lines.append({"label": f"Own loss, if it is defended: large die 1-{limit}", "value": loss, "rule": "13.23"})
    n, paid = len(attackers), fire.cost(play, attackers)
    cost = {"value": f"{n} for the move, {n} for the assault", "rule": "13.21"} if into else {"value": str(paid), "rule": "9.22"}
    return [*lines, {"label": "Action points", **cost}, *ammunition_lines(play, guns, False, 1)]


def chance(play: Play, points: int, terrain: str, letters: str) -> str:
    """How many throws give one of these letters against a terrain (11.8)."""
    return of_36(lambda large, small: play.book.soft(points, large + small, terrain)[0] in letters)


def ammunition_lines(play: Play, uids: Sequence[str], automatic: bool, rolls: int) -> list[dict[str, str]]:
    """The risk that each unit runs out of ammunition, at the last of its rolls (14.11, 14.14, 14.15)."""
    last = ", last roll" if rolls > 1 else ""
    rule = "14.15" if automatic else "14.14" if last else "14.11"
    lines = []
    for u in uids:
        if not play.s.units[u].out:
            of = f": {play.name(u)}" if len(uids) > 1 else ""
            lines.append({"label": f"Runs out of ammunition{last}{of}", "value": empties(play, play.kind(u).kind, automatic), "rule": rule})
    return lines


def empties(play: Play, kind: str, automatic: bool) -> str:
    """How many throws empty a unit of a kind: the letter stands beside the dice, whatever the strength (11.8)."""
    return of_36(lambda large, small: play.book.runs_out(play.book.soft(1, large + small, "open")[1], kind, automatic))
