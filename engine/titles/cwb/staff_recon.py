"""The staff bot's recon (20.1, 20.3): it looks where that costs nothing."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable
from typing import Any

from engine.bots import BotView
from engine.titles.cwb.helicopters import TRANSPORT
from engine.titles.cwb.staff_board import Position

Plan = Callable[[BotView, Any], list[str]]


def looking_first(plan: Plan) -> Plan:
    """A plan that begins with every recon that can be made: in combat, where nobody moves any more."""

    def planned(bot: BotView, p: Position) -> list[str]:
        ready = scouts(bot)
        return ["recon", ready[0]] if ready else plan(bot, p)

    return planned


def looking_on(plan: Plan) -> Plan:
    """A plan of moves with recon at the end of each, and at the end of all by those that stay where they are."""

    def planned(bot: BotView, p: Position) -> list[str]:
        ready = scouts(bot)
        for unit in ready:
            if p.counters[unit].moved:
                return ["recon", unit]
        picks = plan(bot, p)
        if picks != ["done"]:
            return picks
        return ["recon", ready[0]] if ready else overflight(bot, p) or picks

    return planned


def overflight(bot: BotView, p: Position) -> list[str]:
    """Aerial recon by a transport that nobody needs any more, over the most untried enemies next to own units; [] for none (20.3)."""
    walk = bot.walk()
    if "air recon" not in walk.values() or TRANSPORT not in walk.follow(["air recon"]).values():
        return []
    untried = Counted(c.hex for c in p.counters.values() if c.side != p.seat and not c.revealed)
    near = [h for h in walk.follow([TRANSPORT]).values() if p.board.grid.neighbour_bits[h] & p.held]
    return ["air recon", TRANSPORT, max(near, key=lambda h: (untried[h], h))] if near else []


def scouts(bot: BotView) -> list[str]:
    """The units that may make a recon now."""
    walk = bot.walk()
    return walk.follow(["recon"]).values() if "recon" in walk.values() else []
