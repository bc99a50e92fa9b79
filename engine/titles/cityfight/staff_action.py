"""The staff bot's actions: fire, search, assault, move, pass; and immediate fire."""

from __future__ import annotations

from engine.bots import BotView
from engine.decisions import Refusal
from engine.titles.cityfight.staff_command import advance, way_of
from engine.titles.cityfight.staff_odds import assault_gain, find_chance, kill_chance, stop_chance
from engine.titles.cityfight.staff_position import Contact, Piece, Position

WORTH_SEARCHING = 0.012
SUPPRESS = 0.4
"""What a suppressed enemy is worth, a killed one being 1."""
OLDEST = 1
"""The age up to which a contact is fired at unseen."""


def act(bot: BotView, p: Position) -> list[str]:
    """The best action of the platoon that is due, or of leaders and spotters; a pass else."""
    walk = bot.walk()
    values = walk.values()
    able = [p.units[v] for v in values if v in p.units]
    verbs = {u.id: set(bot.walk().follow([u.id]).values()) for u in able}
    for plan in (shoot, storm, look_sharp, step, look, follow):
        if picks := plan(bot, p, able, verbs):
            return picks
    if "pay" in values and waiting(p, able):
        return ["pay"]
    return ["pass"]


Verbs = dict[str, set[str]]


def waiting(p: Position, able: list[Piece]) -> bool:
    """Whether another platoon still has something to do, which only a paid pass lets begin (12.0)."""
    due = {u.formation for u in able if u.combat}
    return any(p.points.get(u.formation, 0) > 0 and u.command and not u.spent and u.formation not in due for u in p.fighters)


def done(bot: BotView, picks: list[str]) -> bool:
    """Whether picks make a complete action."""
    try:
        return bot.walk().follow(picks).ready
    except Refusal:
        return False


def stacked(bot: BotView, p: Position, u: Piece, able: list[Piece], verbs: Verbs, verb: str, leaders: bool = False) -> list[str]:
    """A unit and all who can do the same with it in one action."""
    mates = [
        x.id
        for x in able
        if x.id != u.id
        and x.hex == u.hex
        and ((x.combat and x.formation == u.formation and x.command == u.command and verb in verbs[x.id]) or (leaders and x.leader))
    ]
    walk = bot.walk().follow([u.id])
    out = [u.id]
    for m in mates:
        if m in walk.values():
            trial = bot.walk().follow([*out, m])
            if verb in trial.values():
                walk, out = trial, [*out, m]
    return out


# fire


def shoot(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """Search the hex of a fresh contact to fire at it at once, else fire at it unseen to keep it down."""
    guns = sorted((u for u in able if "fire" in verbs[u.id]), key=lambda u: (-u.strength, u.id))
    best: tuple[float, list[str]] = (0.0, [])
    for u in guns[:6]:
        targets = [c for c in p.visible(u.hex, OLDEST, 30) if c.hex not in p.engaged]
        for c in targets[:4]:
            group = stacked(bot, p, u, able, verbs, "fire")
            men = sum(p.units[x].men for x in group)
            strength = sum(p.units[x].strength for x in group)
            cover = p.g.book.town.cover(c.hex)
            find = find_chance(p.g, u.hex, c.hex[:2], c.hex, men) if "sight" in verbs[u.id] else 0.0
            kill, stop = kill_chance(p.g.book, strength, cover), stop_chance(p.g.book, strength, cover)
            unseen = SUPPRESS * stop * (0.3 if c.suppressed else 1.0)
            seen = find * (kill + SUPPRESS * max(0.0, stop - kill)) + (1 - find) * 0.9 * unseen
            if find > 0 and seen * c.trust > best[0]:
                best = (seen * c.trust, [*group, "sight", c.hex[:2]])
            if unseen * c.trust > best[0] and c.age == 0:
                best = (unseen * c.trust, [*group, "fire", c.hex[:2], c.hex])
    if best[0] < 0.04:
        return []
    picks = best[1]
    return finish(bot, picks)


def finish(bot: BotView, picks: list[str]) -> list[str]:
    """Complete picks that may leave further targets open; [] when they are not legal."""
    walk = bot.walk()
    try:
        walk.follow(picks)
    except Refusal:
        return []
    if not walk.ready and "go" in walk.values():
        walk.pick("go")
    return list(walk.picks) if walk.ready else []


def immediate(bot: BotView, p: Position) -> list[str]:
    """Fire at what was just spotted, with the strongest first, at the hex with the best chance."""
    walk = bot.walk()
    ids = [v for v in walk.values() if v in p.units]
    if not ids:
        return ["done"]
    first = max(ids, key=lambda i: (p.units[i].strength, i))
    group = [first]
    for i in ids:
        if i != first and i in bot.walk().follow(group).values():
            group.append(i)
    base = bot.walk().follow(group)
    fresh = {c.hex: c for c in p.fresh(0) if c.how == "sighted"}
    strength = sum(p.units[i].strength for i in group)
    best: tuple[float, list[str]] = (0.0, [])
    for m in [v for v in base.values() if len(v) == 2 and v[0].isdigit()]:
        for h in bot.walk().follow([*group, m]).values():
            c = fresh.get(h)
            if c is None:
                continue
            cover = p.g.book.town.cover(h)
            gain = kill_chance(p.g.book, strength, cover) + SUPPRESS * stop_chance(p.g.book, strength, cover)
            gain *= 1.0 if c.combat else 0.4
            if gain > best[0]:
                best = (gain, [*group, m, h])
    return (finish(bot, best[1]) if best[1] else []) or ["done"]


# close assault


def storm(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """Assault the hex where a unit stands engaged, or one beside it, when the odds are good."""
    for u in sorted(able, key=lambda u: (-u.strength, u.id)):
        if "assault" in verbs[u.id]:
            group = stacked(bot, p, u, able, verbs, "assault")
            if u.hex in p.engaged and gain_of(p, group, None) > 0 and done(bot, [*group, "assault"]):
                return [*group, "assault"]
        if "move" not in verbs[u.id] or not u.combat or u.demoralized:
            continue
        near = [c for c in p.fresh(1) if c.hex in p.g.ways[u.hex] and (c.combat or c.age == 0)]
        for c in near:
            group = stacked(bot, p, u, able, verbs, "move")
            picks = [*group, "move", c.hex, "assault"]
            if gain_of(p, group, c) > 0 and done(bot, picks):
                return picks
    return []


def gain_of(p: Position, group: list[str], c: Contact | None) -> float:
    """What an assault promises, by the strength of those who can fire in it."""
    units = [p.units[i] for i in group]
    strength = sum(u.strength // (2 if u.out else 1) for u in units if u.kind != "mg_tripod")
    return assault_gain(p.g.book, strength, len(units), c is not None and c.suppressed, units[0].command == "bold")


# searches


def look_sharp(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """Search where an enemy most likely is."""
    return search(bot, p, able, verbs, 0.2)


def look(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """Search where one may be."""
    return search(bot, p, able, verbs, WORTH_SEARCHING)


def search(bot: BotView, p: Position, able: list[Piece], verbs: Verbs, least: float) -> list[str]:
    """A search by whoever has the best chance, its megahex drawn by promise: what found nothing is not remembered."""
    eyes = [u for u in able if "sight" in verbs[u.id]]
    scored: list[tuple[float, Piece, str]] = []
    for u in eyes:
        men = sum(x.men for x in eyes if x.hex == u.hex and x.formation == u.formation and x.command == u.command)
        for m in {u.hex[:2], *p.g.book.town.mega_neighbours[u.hex[:2]], *p.g.book.town.two_away[u.hex[:2]]}:
            likely = p.likely.get(m, 0.0)
            if likely < least:
                continue
            score = likely * find_chance(p.g, u.hex, m, "", men if u.combat else u.men)
            if score >= least:
                scored.append((score, u, m))
    if not scored:
        return []
    scored.sort(key=lambda x: (-x[0], x[1].id, x[2]))
    top = [x for x in scored if x[0] > 0.6 * scored[0][0]][:8]
    _, u, m = bot.rng.choices(top, weights=[x[0] for x in top])[0]
    for score, unit, mega in [(0.0, u, m), *scored[:3]]:
        group = stacked(bot, p, unit, able, verbs, "sight") if unit.combat else [unit.id]
        if score >= 0 and done(bot, [*group, "sight", mega]):
            return [*group, "sight", mega]
    return []


# movement


def step(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """Move the unit that has the shortest way left, with all who stand with it; leave the map where that pays."""
    movers = [u for u in able if "move" in verbs[u.id] and not u.leader and u.command in ("cautious", "bold")]
    movers.sort(key=lambda u: (way_of(p, u).get(u.hex, 0.0), u.id))
    for u in movers:
        to = advance(p, u)
        if not to:
            continue
        group = stacked(bot, p, u, able, verbs, "move", leaders=to != "exit") if u.combat else [u.id]
        for ids in (group, [u.id]):
            picks = [*ids, "move", to]
            if done(bot, picks):
                return picks
            if done(bot, [*picks, "stop"]):
                return [*picks, "stop"]
    return []


def follow(bot: BotView, p: Position, able: list[Piece], verbs: Verbs) -> list[str]:
    """A leader who has lost his platoon goes after it, in cover where he can."""
    for u in able:
        if not u.leader or "move" not in verbs[u.id]:
            continue
        mates = [x.hex for x in p.fighters if x.formation == u.formation or (u.kind == "co_cdr" and x.formation.startswith(u.formation))]
        if not mates or p.nearest(u.hex, mates) < 2:
            continue
        way = p.g.field(tuple(sorted(set(mates))), p.danger)
        options = [h for h in bot.walk().follow([u.id, "move"]).values() if way.get(h, 999.0) < way.get(u.hex, 999.0)]
        for h in sorted(options, key=lambda h: (way[h], h))[:2]:
            if done(bot, [u.id, "move", h]):
                return [u.id, "move", h]
    return []
