"""The staff bot's recon (20.1): it looks where that costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bots import BotView
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
        return ["recon", ready[0]] if ready and picks == ["done"] else picks

    return planned


def scouts(bot: BotView) -> list[str]:
    """The units that may make a recon now."""
    walk = bot.walk()
    return walk.follow(["recon"]).values() if "recon" in walk.values() else []
