"""The staff bot's actions: fire, search, assault, move, pass; and immediate fire."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots import BotView
from engine.decisions import Refusal, Walk
from engine.titles.cityfight.staff_command import advance, way_of
from engine.titles.cityfight.staff_odds import find_chance, kill_chance, stop_chance
from engine.titles.cityfight.staff_position import Piece, Position

WORTH_SEARCHING = 0.012
SUPPRESS = 0.4
"""What a suppressed enemy is worth, a killed one being 1."""
OLDEST = 1
"""The age up to which a contact is fired at unseen."""
REACH = 30
"""Hexes over which fire at contacts is thought of."""


class Turn:
    """One action to choose: the walk at its beginning, and the units that may act, those of the platoon that is due before the others."""

    def __init__(self, bot: BotView, p: Position) -> None:
        self.bot, self.p, self.root = bot, p, bot.walk()
        self.values = self.root.values()
        self.able = [p.units[v] for v in self.values if v in p.units]
        self.prospects: list[tuple[float, str, str]] | None = None
        self._stacks: dict[tuple[str, str, bool], list[str]] = {}

    def of(self, *commands: str) -> list[Piece]:
        """The units under one of some commands that have something left to do."""
        return [u for u in self.able if u.command in commands and not u.spent]

    def legal(self, picks: Sequence[str]) -> list[str]:
        """The picks, with `go` or `stop` where they may end so; [] when they are no action."""
        walk = self.root.fork()
        try:
            walk.follow(picks)
        except Refusal:
            return []
        if not walk.ready:
            end = next((v for v in ("go", "stop") if v in walk.values()), None)
            if end is None:
                return []
            walk.pick(end)
        return list(walk.picks)

    def stack(self, u: Piece, verb: str, leaders: bool = False) -> list[str]:
        """A unit and those beside it who can do the same with it in one action; [] when it cannot itself."""
        key = (u.id, verb, leaders)
        if key not in self._stacks:
            self._stacks[key] = self._stack(u, verb, leaders)
        return self._stacks[key]

    def _stack(self, u: Piece, verb: str, leaders: bool) -> list[str]:
        at = self.grown(self.root, u.id, verb)
        if at is None:
            return []
        for x in self.able:
            like = x.combat and x.formation == u.formation and x.command == u.command
            if x.id != u.id and x.hex == u.hex and u.combat and (like or (leaders and x.leader)):
                at = self.grown(at, x.id, verb) or at
        return list(at.picks)

    def grown(self, walk: Walk, uid: str, verb: str) -> Walk | None:
        """The walk with one more unit that leaves a verb open, or None."""
        new = walk.fork()
        try:
            new.pick(uid)
            new.fork().pick(verb)
        except Refusal:
            return None
        return new


def act(bot: BotView, p: Position) -> list[str]:
    """The best action of the platoon that is due, or of leaders and spotters; a pass else."""
    turn = Turn(bot, p)
    for plan in (storm, shoot, hide, look_sharp, step, look, follow):
        if picks := plan(turn, p):
            return picks
    if "pay" in turn.values and waiting(turn, p):
        return ["pay"]
    return ["pass"]


def waiting(turn: Turn, p: Position) -> bool:
    """Whether another platoon still has something to do, which only a paid pass lets begin (12.0)."""
    due = {u.formation for u in turn.able if u.combat}
    return any(p.points.get(u.formation, 0) > 0 and u.command and not u.spent and u.formation not in due for u in p.fighters)


# fire


def shoot(turn: Turn, p: Position) -> list[str]:
    """Search the hex of a fresh contact to fire at it at once, else fire at it unseen to keep it down."""
    if not p.fresh(OLDEST):
        return []
    best: tuple[float, list[str]] = (0.0, [])
    guns = [u for u in turn.of("fire") if u.combat and not u.out]
    for u in sorted(guns, key=lambda u: (-u.strength, u.id))[:6]:
        targets = [c for c in p.visible(u.hex, OLDEST, REACH) if c.hex not in p.engaged][:4]
        group = turn.stack(u, "fire") if targets else []
        if not group:
            continue
        men = sum(p.units[x].men for x in group)
        strength = sum(p.units[x].strength for x in group)
        sights = bool(turn.stack(u, "sight"))
        for c in targets:
            cover = p.g.book.town.cover(c.hex)
            find = find_chance(p.g, u.hex, c.hex[:2], c.hex, men) if sights and near(p, u.hex, c.hex[:2]) else 0.0
            kill, stop = kill_chance(p.g.book, strength, cover), stop_chance(p.g.book, strength, cover)
            unseen = SUPPRESS * stop * (0.3 if c.suppressed else 1.0)
            seen = find * (kill + SUPPRESS * max(0.0, stop - kill)) + (1 - find) * 0.9 * unseen
            if find > 0 and seen * c.trust > best[0] and (picks := turn.legal([*group, "sight", c.hex[:2]])):
                best = (seen * c.trust, picks)
            if c.age == 0 and unseen * c.trust > best[0] and (picks := turn.legal([*group, "fire", c.hex[:2], c.hex])):
                best = (unseen * c.trust, picks)
    return best[1] if best[0] >= 0.04 else []


def near(p: Position, at: str, megahex: str) -> bool:
    """Whether a megahex is within two of a hex, as far as searches ever reach (10.2)."""
    town = p.g.book.town
    return megahex == at[:2] or megahex in town.mega_neighbours[at[:2]] or megahex in town.two_away[at[:2]]


def immediate(bot: BotView, p: Position) -> list[str]:
    """Fire at what was just spotted, with the strongest first, at the hex with the best chance; assault what is in their own."""
    turn = Turn(bot, p)
    if not turn.able:
        return ["done"]
    first = max(turn.able, key=lambda u: (not u.out, u.strength, u.id))
    at = turn.root.fork()
    at.pick(first.id)
    for u in turn.able:
        if u.id != first.id and u.out == first.out and u.id in at.values():
            at.pick(u.id)
    here = [c for c in p.fresh(0) if c.how == "sighted"]
    group = [p.units[i] for i in at.picks]
    if any(c.hex == first.hex for c in here) and p.promise(group) > 0 and (picks := turn.legal([*at.picks, "assault"])):
        return picks
    strength = sum(u.strength for u in group)
    best: tuple[float, list[str]] = (0.0, [])
    for c in here:
        cover = p.g.book.town.cover(c.hex)
        gain = kill_chance(p.g.book, strength, cover) + SUPPRESS * stop_chance(p.g.book, strength, cover)
        gain *= 1.0 if c.combat else 0.4
        if gain > best[0] and (picks := turn.legal([*at.picks, c.hex[:2], c.hex])):
            best = (gain, picks)
    return best[1] or ["done"]


# close assault


def storm(turn: Turn, p: Position) -> list[str]:
    """Assault the hex where a unit stands engaged or knows of an enemy, or one beside it, when the odds are good."""
    close = {c.hex: c for c in p.fresh(1) if c.combat or c.age == 0}
    for u in sorted(turn.able, key=lambda u: (-u.strength, u.id)):
        if not u.combat or u.spent:
            continue
        if u.command == "fire" and (u.hex in p.engaged or u.hex in close):
            group = turn.stack(u, "assault")
            if group and p.promise([p.units[i] for i in group]) > 0 and (picks := turn.legal([*group, "assault"])):
                return picks
        if u.command in ("cautious", "bold") and not u.demoralized:
            for c in [close[h] for h in p.g.ways[u.hex] if h in close]:
                group = turn.stack(u, "move")
                if group and p.promise([p.units[i] for i in group]) > 0 and (picks := turn.legal([*group, "move", c.hex, "assault"])):
                    return picks
    return []


# searches


def look_sharp(turn: Turn, p: Position) -> list[str]:
    """Search where an enemy most likely is."""
    return search(turn, p, 0.2)


def look(turn: Turn, p: Position) -> list[str]:
    """Search where one may be."""
    return search(turn, p, WORTH_SEARCHING)


def prospects(turn: Turn, p: Position) -> list[tuple[float, str, str]]:
    """Searches that are worth a thought, the best first: what they promise, who, where."""
    eyes = turn.of("cautious", "fire", "search")
    town = p.g.book.town
    out = []
    for u in eyes:
        men = sum(x.men for x in eyes if x.hex == u.hex and x.formation == u.formation and x.command == u.command and x.combat)
        for m in (u.hex[:2], *town.mega_neighbours[u.hex[:2]], *town.two_away[u.hex[:2]]):
            likely = p.likely.get(m, 0.0)
            if likely >= WORTH_SEARCHING:
                out.append((likely * find_chance(p.g, u.hex, m, "", men if u.combat else u.men), u.id, m))
    return sorted(out, key=lambda x: (-x[0], x[1], x[2]))


def search(turn: Turn, p: Position, least: float) -> list[str]:
    """A search by whoever has the best chance, its megahex drawn by promise: what found nothing is not remembered."""
    if turn.prospects is None:
        turn.prospects = prospects(turn, p)
    scored = [x for x in turn.prospects if x[0] >= least]
    top = [x for x in scored if x[0] > 0.6 * scored[0][0]][:8]
    while top:
        pick = turn.bot.rng.choices(top, weights=[x[0] for x in top])[0]
        top.remove(pick)
        _, uid, m = pick
        group = turn.stack(p.units[uid], "sight")
        if group and (picks := turn.legal([*group, "sight", m])):
            return picks
    return []


# movement


def hide(turn: Turn, p: Position) -> list[str]:
    """Get out of the open where the enemy was just near, before anything else."""
    if not p.fresh(2):
        return []
    return walk_on(turn, p, [u for u in turn.of("cautious", "bold") if u.hex in p.g.open and not u.leader])


def step(turn: Turn, p: Position) -> list[str]:
    """Move the unit that has the shortest way left."""
    return walk_on(turn, p, [u for u in turn.of("cautious", "bold") if not u.leader])


def walk_on(turn: Turn, p: Position, movers: list[Piece]) -> list[str]:
    """Move one of some units, with all who stand with it; leave the map where that pays."""
    movers.sort(key=lambda u: (way_of(p, u).get(u.hex, 0.0), u.id))
    for u in movers:
        to = advance(p, u)
        if not to:
            continue
        group = turn.stack(u, "move", leaders=to != "exit")
        for ids in (group, [u.id]):
            if ids and (picks := turn.legal([*ids, "move", to])):
                return picks
    return []


def follow(turn: Turn, p: Position) -> list[str]:
    """A leader who has lost his platoon goes after it, in cover where he can."""
    for u in turn.able:
        if not u.leader:
            continue
        mates = [x.hex for x in p.fighters if x.formation == u.formation or (u.kind == "co_cdr" and x.formation.startswith(u.formation))]
        if not mates or p.nearest(u.hex, mates) < 2:
            continue
        way = p.g.field(tuple(sorted(set(mates))))
        here = way.get(u.hex, 999.0)
        options = [h for h in p.g.ways[u.hex] if way.get(h, 999.0) < here]
        for h in sorted(options, key=lambda h: (way[h], h)):
            if picks := turn.legal([u.id, "move", h]):
                return picks
    return []
