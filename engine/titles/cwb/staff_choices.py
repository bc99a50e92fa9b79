"""The staff bot's answers to what combat brings: protective fire, stand fast, losses, retreats, advances."""

from __future__ import annotations

from engine.bots import BotView
from engine.titles.cwb.staff_board import Position
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_fight import give
from engine.titles.cwb.staff_odds import payment

MOST_AIR = 3
"""Air points of a kind that protect one battle: the rest is kept for the next."""


def protective_fire(bot: BotView, p: Position) -> list[str]:
    """Fire with every gun that may: it costs nothing but the chance of rubble."""
    walk = bot.walk()
    while guns := [v for v in walk.values() if v in p.counters]:
        give(walk, max(guns, key=lambda v: (p.counters[v].fpf, v)))
        if len(walk.picks) == 3:
            break
    for kind in p.support_air:
        for _ in range(MOST_AIR):
            if kind in walk.values():
                walk.pick(kind)
    walk.pick("go" if "go" in walk.values() else "pass")
    return list(walk.picks)


def stand(bot: BotView, p: Position) -> list[str]:
    """Stand fast where the exchange costs the attacker more, or where a retreat would kill the defenders."""
    hexes = p.board.grid.bits(h for h in bot.view["panels"]["combat"]["hexes"])
    defenders = [c for h in p.board.grid.hexes(hexes) for c in p.at.get(h, ())]
    attackers = [c for h in p.board.grid.hexes(p.board.spread(hexes)) for c in p.at.get(h, ()) if c.side != p.seat and c.fought]
    trapped = all(not p.board.grid.neighbour_bits[c.hex] & ~(p.enemy | p.enemy_zoc) for c in defenders)
    strengths = sorted((c.a for c in attackers), reverse=True)
    gain = payment(strengths, round(sum(c.d for c in defenders))) * max((p.price(c) for c in attackers), default=0.0)
    cost = sum(p.price(c) for c in defenders)
    return ["stand fast"] if trapped or gain > cost else ["retreat"]


def screen(bot: BotView, p: Position) -> list[str]:
    """Screening units give ground rather than fight it out."""
    return ["mobile"]


def worth(p: Position, c: Counter) -> float:
    """How much a counter is worth to its owner: its price, then its strength."""
    return 10 * p.price(c) + c.a + c.d


def lose(bot: BotView, p: Position) -> list[str]:
    """The least valuable unit."""
    ids = [v for v in bot.walk().values() if v in p.counters]
    return [min(ids, key=lambda v: (worth(p, p.counters[v]), v))] if ids else []


def order(bot: BotView, p: Position) -> list[str]:
    """The unit to roll for first in a bombardment: the most valuable, for whoever dies suppresses the others."""
    ids = [v for v in bot.walk().values() if v in p.counters]
    return [max(ids, key=lambda v: (worth(p, p.counters[v]), v))]


def pool(bot: BotView, p: Position) -> list[str]:
    """The pool of a free pick: the Army's units are the better ones."""
    return [min(bot.walk().values())]


def exchange(bot: BotView, p: Position) -> list[str]:
    """The cheapest set of units that pays for an exchange."""
    walk = bot.walk()
    best: tuple[float, list[str]] | None = None
    ids = [v for v in walk.values() if v in p.counters]
    for first in sorted(ids, key=lambda v: (-p.counters[v].a, v)):
        one = bot.walk().follow([first])
        while "go" not in one.values():
            one.pick(max((v for v in one.values() if v in p.counters), key=lambda v: (p.counters[v].a, v)))
        cost = sum(worth(p, p.counters[v]) for v in one.picks)
        one.pick("go")
        if best is None or cost < best[0]:
            best = (cost, list(one.picks))
    return best[1] if best else []


def retreat(bot: BotView, p: Position) -> list[str]:
    """The way back that ends farthest from the enemy, in an objective if there is one."""
    walk = bot.walk()
    piece = min((v for v in walk.values() if v in p.counters), key=lambda v: (-worth(p, p.counters[v]), v))
    walk.pick(piece)
    while not walk.ready:
        ways = [v for v in walk.values() if v in p.board.grid]
        if not ways:
            walk.pick(walk.values()[0])
            continue
        walk.pick(max(ways, key=lambda h: (_safety(p, h), h)))
    return list(walk.picks)


def _safety(p: Position, hex_id: str) -> float:
    near = p.board.grid.within(hex_id, 2) & p.enemy
    return p.value(hex_id) - near.bit_count()


def advance(bot: BotView, p: Position) -> list[str]:
    """Advance one unit into ground that is worth holding."""
    walk = bot.walk()
    ids = [v for v in walk.values() if v in p.counters]
    best: tuple[float, list[str]] = (0.0, ["done"])
    for v in ids:
        one = bot.walk().follow([v])
        for h in [x for x in one.values() if x in p.board.grid]:
            two = bot.walk().follow([v, h])
            if "go" not in two.values():
                continue
            gain = p.value(h) - p.value(p.counters[v].hex) + 0.01 * p.counters[v].d
            if gain > best[0]:
                best = (gain, [v, h, "go"])
    return best[1]
