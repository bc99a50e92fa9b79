"""The staff bot's set-up and reinforcement phases in Angola: places, calls, rotation, refit, air power (17.9-17.12, 17.19-17.27, 17.32)."""

from __future__ import annotations

from collections import Counter as Counted
from itertools import combinations

from engine.bots import BotView
from engine.decisions import Refusal
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.staff_angola import Angola
from engine.titles.cwb.staff_assault import complete
from engine.titles.cwb.staff_board import FAR
from engine.titles.cwb.staff_counters import Counter
from engine.titles.cwb.staff_odds import Odds
from engine.titles.cwb.state import DEAD, HAND

REFIT_FROM = 4
"""The first turn of a refit: before it there is little to take back."""
REFIT_DEAD = 4
"""Lost units that make a refit worth its turn."""
CALLS_UNTIL = 4
"""The last turn on which an optional unit still comes to use."""
CALLED = {SOUTH_AFRICAN: ("SADF:2 Mech", "SADF:2 SWA", "SADF:K"), COMMUNIST: ("DDR:1 DDR",)}
"""The optional units that are worth their price while it is single, the best first."""
LEAVING = 3
"""The most units that are withdrawn for the 82nd Brigade: it brings as many."""
CROWD = 0.15
"""What each friend within two takes from a place at set-up."""


def muster(bot: BotView, p: Angola) -> list[str]:
    """What to declare before the air power roll: contingency forces always, a refit in a quiet turn, optional units and

    a second roll at a single price, the roll for fights at hand.
    """
    values = bot.walk().values()
    if "contingency" in values:
        return ["contingency", "go"]
    if "refit" in values and _refit(p):
        return ["refit", "go"]
    if "withdraw" in values and (unit := _leaver(bot, p)):
        return ["withdraw", unit, "go"]
    single = p.seat == COMMUNIST or p.enemy & p.board.grid.within(p.board.mavinga, 1)
    if "call" in values and p.turn <= CALLS_UNTIL and single:
        for unit in CALLED[p.seat]:
            if unit in bot.walk().follow(["call"]).values():
                return ["call", unit, "go"]
    if "second roll" in values and single and p.contact & p.held:
        return ["second roll", "go"]
    return ["done"]


def _leaver(bot: BotView, p: Angola) -> str:
    """The next unit to withdraw for the 82nd Brigade, "" for none (17.23): of those that hold nothing and face nobody, where they give

    the factors that are asked for and have no more attack and defence than the brigade brings.
    """
    units, special = p.board.book.units.values(), p.board.book.special
    asked = int(special["rotation_factors"]) - int(bot.view["panels"]["calendar"]["rows"]["rotation"]["withdrawn"])
    brings = sum(u.a + u.d for u in units if u.arrives.get("rotation"))
    free = p.board.grid.bits(c.hex for c in p.own) & ~p.contact & ~p.board.places
    ids = [i for i in bot.walk().follow(["withdraw"]).values() if free >> p.board.grid.index[p.counters[i].hex] & 1 and p.counters[i].a]
    best: tuple[float, list[str]] = (brings + 1, [])
    for n in range(1, LEAVING + 1):
        for group in combinations(sorted(ids), n):
            chosen = [p.counters[i] for i in group]
            cost = sum(c.a + c.d for c in chosen)
            if sum(c.a for c in chosen) >= asked and cost < best[0]:
                best = cost, list(group)
    return best[1][0] if best[1] else ""


def _refit(p: Angola) -> bool:
    """A refit needs losses to make good, and a turn without fights: attacks are weak and nobody moves into contact."""
    dead = sum(c.box == DEAD and c.side == p.seat for c in p.counters.values())
    quiet = not p.contact & p.held
    return p.turn >= REFIT_FROM and quiet and (dead >= REFIT_DEAD or p.seat == SOUTH_AFRICAN)


def mix(bot: BotView, p: Angola) -> list[str]:
    """Air markers: South Africa bombs, with one transport for its special forces; Communist gunships come before bombers."""
    walk = bot.walk()
    if p.seat == COMMUNIST:
        wanted = ["HELI_GUNSHIP", "HELI_GUNSHIP", *["TAC"] * 4]
    else:
        wanted = ["TAC", "HELI_TRANSPORT", *["TAC"] * 5, "HELI_GUNSHIP", "HELI_GUNSHIP"]
    for kind in wanted:
        if kind in walk.values():
            walk.pick(kind)
    return list(walk.follow(["go"]).picks)


def replacements(bot: BotView, p: Angola) -> list[str]:
    """Take back as many as may come, the strongest first."""
    walk = bot.walk()
    worth: dict[str, float] = {}
    counts: Counted[str] = Counted()
    for u in p.board.book.units.values():
        for key in (u.id, f"{u.cmd} {u.type}", u.cmd):
            counts[key] += 1
            worth[key] = worth.get(key, 0.0) + p.board.prices[u.cmd] + u.attack + u.d
    while keys := [v for v in walk.values() if v in worth]:
        walk.pick(max(keys, key=lambda k: (worth[k] / counts[k], k)))
    return list(walk.follow(["go"]).picks)


def place(bot: BotView, p: Angola) -> list[str]:
    """Place the next unit, bases first, then the strongest, where it serves best; end when all that can be placed are down."""
    waiting = [c for c in p.counters.values() if c.side == p.seat and c.box == HAND]
    waiting.sort(key=lambda c: (c.symbol != "base", c.symbol != "air_defense", -c.d - c.a, c.id))
    odds = Odds(p)
    for c in waiting:
        walk = bot.walk()
        try:
            walk.pick(c.id)
        except Refusal:
            continue
        hexes = walk.values()
        if any(v.startswith("column") for v in hexes):
            return _far_and_wide(bot, p, odds, c)
        return [c.id, max(hexes, key=lambda h: (_merit(p, odds, c, h), h))]
    return ["done"]


def _far_and_wide(bot: BotView, p: Angola, odds: Odds, c: Counter) -> list[str]:
    """A guerrilla may come almost anywhere: try the places that count, and what is around the own base."""
    board = p.board
    hexes = board.places | board.grid.within(board.mavinga, 4) | board.grow(board.places, 1)
    for h in sorted(board.grid.hexes(hexes & ~p.enemy), key=lambda h: (-_merit(p, odds, c, h), h)):
        picks = complete(bot, [c.id, f"column {h[:2]}", h])
        if picks:
            return picks
    return []


def _merit(p: Angola, odds: Odds, c: Counter, hex_id: str) -> float:
    """What it is worth to place a unit in a hex."""
    board = p.board
    bit = 1 << board.grid.index[hex_id]
    home = board.home[p.seat]
    out = -0.15 * odds.cover(hex_id, c.mech) - 2.0 * bool(p.contact & bit)
    if c.symbol == "base":
        return out + 20.0 * (hex_id == home)
    front = board.home[p.other] if p.seat == COMMUNIST else board.mavinga
    turns = board.way(front, c.mech, c.artillery).get(hex_id, FAR) / (2 * c.m)
    if c.cmd == "UNITA":
        near = (board.grid.within(hex_id, 3) & p.enemy).bit_count()
        crowd = (board.grid.within(hex_id, 2) & p.held).bit_count()
        empty = bool(board.places & bit) and not p.held & bit
        return out + 2.0 * empty * p.value(hex_id) - 0.4 * near - CROWD * crowd - 0.05 * turns
    if c.symbol in ("artillery", "rocket", "ssm", "communications"):
        return out - turns - 0.3 * (board.grid.within(hex_id, 2) & p.enemy).bit_count()
    return out - turns
