"""The `staff` bot of Cityfight: it moves from cover to cover, searches where the enemy may be, fires at what it finds, and never stalls.

It is a function of its seat's view, the walk of the decision, the public pack and the random source; it remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import packs
from engine.bots import BotView, register_bot
from engine.decisions import Refusal, fallback
from engine.titles.cityfight import staff_action, staff_command, staff_setup
from engine.titles.cityfight.staff_ground import ground_of
from engine.titles.cityfight.staff_position import Position

Plan = Callable[[BotView, Position], list[str]]
VERSION = 3
"""Named in the notes on balance; raised when the bot plays differently."""


def staff(bot: BotView) -> list[str]:
    """Picks for any decision of any seat; the fallback where there is nothing to plan."""
    plan = PLANS.get(bot.decision.kind)
    if plan is not None:
        ground = ground_of(bot.pack or packs.load("cityfight"), bot.view["board"]["map"].rsplit("-", 1)[-1])
        picks = plan(bot, Position(ground, bot.view, bot.seat))
        try:
            if picks and bot.walk().follow(picks).ready:
                return picks
        except Refusal:
            pass
    return fallback(bot.walk())


PLANS: dict[str, Plan] = {
    "set-up": staff_setup.set_up,
    "command": staff_command.command,
    "action": staff_action.act,
    "immediate-fire": staff_action.immediate,
}

register_bot("cityfight", "staff", staff)
