"""The staff bot's secret stage: rallies with the best chances, reinforcements, then a command for every unit.

Each unit is commanded once: units without a command are planned anew in each decision, so nothing has to be remembered.
"""

from __future__ import annotations

from engine.bots import BotView
from engine.decisions import Refusal, Walk
from engine.titles.cityfight import geometry
from engine.titles.cityfight.staff_position import LEADERS, Piece, Position

REACH = 20
PATIENCE = 3
"""Game-turns that a unit waits, on average, before it crosses open ground in view of the enemy."""


def command(bot: BotView, p: Position) -> list[str]:
    """The next step of the secret stage."""
    walk = bot.walk()
    values = set(walk.values())
    if "recover" in values and (picks := rally(walk.fork(), p)):
        return picks
    if "enter" in values and (picks := enter(bot, walk.fork(), p)):
        return picks
    plans: dict[str, list[str]] = {}
    for u in p.on_map:
        if u.id in values and not u.command and not u.suppressed and not u.leader and (wish := wish_for(p, u)):
            plans.setdefault(wish, []).append(u.id)
    for wish, ids in plans.items():
        if picks := give(walk.fork(), ids, wish):
            return picks
    return ["done"]


def give(walk: Walk, ids: list[str], wish: str) -> list[str]:
    """Give some units a command, which at least one of them may have; [] when none may. Who may not is planned again, alone."""
    picks = [*ids, wish]
    try:
        return picks if walk.follow(picks).ready else []
    except Refusal:
        return []


def rally(walk: Walk, p: Position) -> list[str]:
    """The attempt with the best chance among the highest ranks, who must go first (15.63)."""
    walk.pick("recover")
    ids = walk.values()
    ranks = {i: LEADERS.index(p.units[i].kind) if p.units[i].kind in LEADERS else len(LEADERS) for i in ids}
    best: tuple[int, int, str, str] | None = None
    for i in ids:
        if ranks[i] > min(ranks.values()):
            continue
        inner = walk.fork()
        inner.pick(i)
        for option in inner.menu().options:
            chance = 6 if option.value == "leave" else int(option.note.split(" ")[0]) if option.note[:1].isdigit() else 0
            key = (chance, p.units[i].strength, i, option.value)
            if best is None or key > best:
                best = key
    return ["recover", best[2], best[3]] if best and best[0] > 0 else []


def enter(bot: BotView, walk: Walk, p: Position) -> list[str]:
    """Bring the next unit on, nearest to its goal."""
    walk.pick("enter")
    ids = [v for v in walk.values() if v in p.units]
    if not ids:
        return []
    uid = min(ids, key=lambda i: (p.units[i].formation, p.units[i].leader, p.units[i].number, i))
    way = p.g.field(p.g.goals(p.side), p.danger)
    walk.pick(uid)
    hexes: list[str] = []
    for m in walk.values():
        inner = walk.fork()
        inner.pick(m)
        hexes += inner.values()
    if p.team:  # troops of the same side that this seat does not see may hold a hex: try others, and not for ever
        if not hexes or bot.rng.random() < 0.3:
            return []
        hexes = [bot.rng.choice(hexes)]
    best = min(hexes, key=lambda h: (way.get(h, 99.0) - 2 * (h not in p.g.open) + len(p.held.get(h, ())), h))
    return ["enter", uid, best[:2], best]


def wish_for(p: Position, u: Piece) -> str:
    """The command that a unit should have; "" for none."""
    if u.kind == "spotter":
        return spotter(p, u)
    if u.hex in p.engaged:
        return "fire" if u.strength >= 12 and not u.out else "cautious"
    seen = [c for c in p.visible(u.hex, 2, REACH) if c.combat]
    if u.demoralized and seen and not p.g.leaves(p.side):
        return "suppress" if u.hex not in p.g.open and seen[0].age == 0 else "search"
    if storms(p, u):
        return "cautious"
    step = advance(p, u)
    if u.kind == "mg_tripod":
        return "cautious" if step and not seen and walks(p, u) else "fire"
    if step and (pressed(p, u) or go(p, u, step, bool(seen))):
        return "bold" if dash(p, u, step) else "cautious"
    if seen and not u.out:
        return "fire"
    if not expected(p, u):
        return "" if not step else "cautious"
    return "search" if u.out else "fire"


def storms(p: Position, u: Piece) -> bool:
    """Whether a unit, with those who stand with it, should close assault an enemy beside it."""
    if u.demoralized or u.kind == "mg_tripod" or not any(h in p.taken for h in p.g.ways[u.hex]):
        return False
    mates = [x for x in p.held[u.hex] if x.combat and x.formation == u.formation and not x.suppressed and x.kind != "mg_tripod"]
    return sum(x.men for x in mates) >= 3 and p.promise(mates) > 0


def spotter(p: Position, u: Piece) -> str:
    """Spotters search where the enemy may be, and else creep forward."""
    if expected(p, u) or not p.attacking:
        return "search" if expected(p, u) else ""
    return "cautious" if advance(p, u) else ""


def expected(p: Position, u: Piece) -> bool:
    """Whether an enemy may be where the unit can search."""
    megas = [u.hex[:2], *p.g.book.town.mega_neighbours[u.hex[:2]], *p.g.book.town.two_away[u.hex[:2]]]
    return sum(p.likely.get(m, 0.0) for m in megas) >= 0.05


def walks(p: Position, u: Piece) -> bool:
    """Whether a tripod machinegun goes along: while the enemy is far."""
    return p.nearest(u.hex, (c.hex for c in p.fresh(3))) > 12


def way_of(p: Position, u: Piece) -> dict[str, float]:
    """The cost of the ways to a unit's goal; empty where it has none."""
    return p.way(u.formation)


def advance(p: Position, u: Piece) -> str:
    """The next hex of a unit's way, "" where it stays; "exit" where it leaves the map."""
    if p.g.leaves(p.side) and u.hex in p.g.exits(p.side) and u.combat:
        return "exit"
    if p.stays(u):
        return ""
    way = way_of(p, u)
    here = way.get(u.hex)
    if here is None:
        return ""
    if not p.attacking:
        near = p.nearest(u.hex, p.goals(u.formation))
        if near <= (4 if u.hex in p.g.open else 7) or near > 24 or (near <= 12 and p.visible(u.hex, 4, REACH)):
            return ""
    steps = [n for n in p.g.ways[u.hex] if n in way and way[n] < here and n not in p.taken and room(p, u, n)]
    return min(steps, key=lambda n: (way[n] + (p.g.protection[n] < 0.5) * 0.3, n), default="")


def room(p: Position, u: Piece, h: str) -> bool:
    """Whether a unit finds room in a hex beside those who stand there."""
    there = [x for x in p.held.get(h, ()) if x.formation == u.formation or x.leader]
    strangers = any(x.formation != u.formation and x.combat for x in p.held.get(h, ()))
    return not strangers and sum(x.men for x in there) + u.men <= 11


def pressed(p: Position, u: Piece) -> bool:
    """Whether time runs out for a unit that has to get somewhere."""
    way = way_of(p, u).get(u.hex, 0.0)
    return p.attacking and 0 < p.left < way


def go(p: Position, u: Piece, step: str, sees: bool) -> bool:
    """Whether a unit moves rather than watches."""
    if step == "exit":
        return True
    if not p.fresh(2):
        return True
    eyes = [c.hex for c in p.fresh(2) if c.combat and geometry.distance(c.hex, step) <= REACH]
    exposed = step in p.g.open and p.g.watched(step, eyes) > 0
    turn = (p.turn + u.number) % (2 if p.digs else PATIENCE) == 0
    if u.hex in p.g.open and p.digs:
        return True
    if u.hex in p.g.open:
        return not sees or step not in p.g.open
    if exposed:
        return turn
    return not sees or turn or (p.digs and step not in p.g.open)


def dash(p: Position, u: Piece, step: str) -> bool:
    """Whether a unit runs: nobody near who could see it, and open ground ahead."""
    if step == "exit":
        return False
    late = pressed(p, u)
    if step not in p.g.open:
        return False
    way = way_of(p, u)
    second = min((n for n in p.g.ways[step] if n in way), key=lambda n: (way[n], n), default="")
    if not second or way[second] >= way[step]:
        return False
    eyes = [c.hex for c in p.fresh(4)]
    if p.g.watched(step, eyes) or p.g.watched(second, eyes):
        return False
    if late:
        return True
    if p.nearest(second, eyes) <= 9:
        return False
    megas = [second[:2], *p.g.book.town.mega_neighbours[second[:2]]]
    return sum(p.likely.get(m, 0.0) for m in megas) < 0.03
