"""The staff bot's set-up: attackers close to their way, under cover; defenders in cover that overlooks the enemy's ways; posts forward."""

from __future__ import annotations

from engine.bots import BotView
from engine.decisions import Refusal, Walk
from engine.titles.cityfight.staff_position import Piece, Position

MAX_MEN = 11
MANY = 50
"""Exits of a side that cannot all be watched."""
TOGETHER = 4
"""Hexes between the platoons of a side that breaks out: near enough to help, too far to be seen at once."""
CHOICE = 0.15
"""How much chance weighs beside judgement, so that no two games begin alike."""

GIVE_UP = 0.06
"""How often a seat of several of a side lets the rest be placed for it."""


def set_up(bot: BotView, p: Position) -> list[str]:
    """Place the next unit, an observation post, or commit."""
    walk = bot.walk()
    values = walk.values()
    able = set(values)
    off = [u for u in p.units.values() if u.box == "off" and u.id in able]
    if off:
        unit = min(off, key=lambda u: (order_of(u), u.formation, u.number, u.id))
        picks = place(bot, p, walk, unit)
    elif "post" in able:
        picks = post(bot, p, walk)
    else:
        picks = ["done"]
    if picks:
        return picks
    enough = "done" in able and (p.team and bot.rng.random() < 0.5)
    return ["rest", "go"] if "rest" in able and not enough else ["done"]


def order_of(u: Piece) -> int:
    """Combat units first, then leaders, then spotters."""
    return 0 if u.combat else 1 if u.leader else 2


def place(bot: BotView, p: Position, walk: Walk, unit: Piece) -> list[str]:
    """Place a unit where it does best."""
    start = walk.fork()
    start.pick(unit.id)
    friends = [u for u in p.on_map if u.formation == unit.formation and u.formation]
    hexes = [h for h in area_of(p, unit) if room(p, unit, h)]
    chance = CHOICE
    if p.team:  # a hex may be held by troops of the same side that this seat does not see: never insist
        if bot.rng.random() < GIVE_UP:
            return []
        chance = 1.0
    judge = {h: worth(p, unit, h, friends) + chance * bot.rng.random() for h in hexes}
    return first_legal(start, sorted(hexes, key=lambda h: (-judge[h], h)))


def first_legal(start: Walk, hexes: list[str]) -> list[str]:
    """The complete picks to the first of some hexes that the walk allows; [] when it allows none."""
    for h in hexes:
        walk = start.fork()
        try:
            return list(walk.follow([h[:2], h]).picks)
        except Refusal:
            continue
    return []


def area_of(p: Position, unit: Piece) -> list[str]:
    """The hexes where a unit may begin, by the scenario's text."""
    b = p.g.book
    if unit.kind == "spotter":
        return b.area(b.side[p.side]["spotters"]["setup"])
    fid = unit.formation
    while fid in b.formations:
        row = b.formations[fid]
        if "setup" in row:
            return b.area(row["setup"])
        fid = row.get("parent", "")
    return []


def room(p: Position, unit: Piece, h: str) -> bool:
    """Whether a unit finds room in a hex beside those of its platoon who stand there."""
    there = p.held.get(h, ())
    strangers = any(x.formation != unit.formation and x.kind != "spotter" for x in there)
    return not (strangers and unit.kind != "spotter") and sum(x.men for x in there) + unit.men <= MAX_MEN


def worth(p: Position, unit: Piece, h: str, friends: list[Piece]) -> float:
    """How good a hex is for a unit to begin in."""
    if unit.leader:
        near = sum(1 for u in friends if u.hex[:2] == h[:2]) + 2 * any(u.hex == h for u in friends)
        return near + 0.5 * p.g.protection[h] - (2 if h in p.g.open else 0)
    return attackers(p, unit, h, friends) if p.attacking else defenders(p, unit, h, friends)


def spread(p: Position, unit: Piece, h: str, friends: list[Piece]) -> float:
    """Near the own platoon, not on top of it, away from the others."""
    out = 0.0
    if friends:
        out -= 0.25 * max(0, p.nearest(h, (u.hex for u in friends)) - 2)
    others = [u.hex for u in p.fighters if u.formation != unit.formation]
    if others and unit.combat and not friends:
        apart = min(10, p.nearest(h, others))
        out += 0.12 * (max(0, 10 - abs(apart - TOGETHER)) if breaks_out(p) else apart)
    return out


def breaks_out(p: Position) -> bool:
    """Whether a side leaves by any of many ways, and so does best where its platoons come in force."""
    return p.attacking and len(p.g.goals(p.side)) > MANY


def attackers(p: Position, unit: Piece, h: str, friends: list[Piece]) -> float:
    """A short way to the goal, cover, company; where the ways out are many, any of them for the first of a platoon."""
    way = p.g.field(p.g.goals(p.side)).get(h, 99.0)
    there = [u for u in p.held.get(h, ()) if u.combat]
    cover = 0.25 * p.g.protection[h] - (0.8 if h in p.g.open else 0.0)
    haste = 0.0 if breaks_out(p) and not friends else 0.15 * min(way, 30.0)
    pair = any(u.kind == unit.kind for u in there)
    crowd = len(there) - (1.5 if p.digs and pair else 0.0)
    return -haste + cover - 0.3 * crowd + 2 * spread(p, unit, h, friends)


def defenders(p: Position, unit: Piece, h: str, friends: list[Piece]) -> float:
    """Objectives first; then cover over the enemy's ways."""
    if h in p.g.open:
        return -5.0
    there = any(u.combat for u in p.held.get(h, ()))
    pay = p.g.holds(p.side).get(h, 0)
    watch = p.g.watch(p.enemy).get(h, 0.0)
    if unit.kind == "spotter":
        same = p.nearest(h, (u.hex for u in p.on_map if u.kind == "spotter"))
        return watch + 0.1 * p.g.protection[h] + 0.1 * min(8, same)
    out = 2.0 * watch + 0.25 * p.g.protection[h] + (0.08 * pay if unit.kind != "mg_tripod" and not there else 0.0)
    out -= 1.5 if there else 0.0
    if p.nearest(h, (u.hex for u in friends)) == 1:
        out -= 0.2
    return out + 1.5 * spread(p, unit, h, friends)


def post(bot: BotView, p: Position, walk: Walk) -> list[str]:
    """An observation post on the enemy's likeliest ways, apart from the others."""
    marks = bot.view["board"]["hexes"]
    posts = [h for h, row in marks.items() if any(m.startswith("post-") for m in row.get("marks", ()))]
    traffic = p.g.traffic(p.enemy)
    hexes = [h for h in p.g.book.area(p.g.book.side[p.side]["observation_posts"]["setup"]) if h not in posts]
    judge = {h: traffic.get(h, 0.0) + 0.12 * min(8, p.nearest(h, posts)) + CHOICE * bot.rng.random() for h in hexes}
    start = walk.fork()
    start.pick("post")
    return first_legal(start, sorted(hexes, key=lambda h: (-judge[h], h)))
