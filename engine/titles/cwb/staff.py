"""The `staff` bot of Budapest '56: it takes good odds, holds objectives, uses support, and never stalls.

It is a function of its seat's view, the walk of the decision, the public pack and the random source; it remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import packs
from engine.bots import BotView, register_bot
from engine.decisions import Refusal, fallback
from engine.titles.cwb import staff_choices, staff_place
from engine.titles.cwb.staff_board import SOVIET, Position, board_of
from engine.titles.cwb.staff_fight import Fight
from engine.titles.cwb.staff_hungarian import hungarian_move
from engine.titles.cwb.staff_soviet import soviet_move

Plan = Callable[[BotView, Position], list[str]]


def staff(bot: BotView) -> list[str]:
    """Picks for any decision of either seat; the fallback where there is nothing to plan."""
    pack = bot.pack or packs.load("cold-war-battles")
    plan = PLANS.get(bot.decision.kind)
    if plan is not None:
        picks = plan(bot, Position(board_of(pack), bot.view, bot.seat))
        if picks:
            walk = bot.walk()
            try:
                if walk.follow(picks).ready:
                    return picks
            except Refusal:
                pass
    return fallback(bot.walk())


def _move(bot: BotView, position: Position) -> list[str]:
    return soviet_move(bot, position) if bot.seat == SOVIET else hungarian_move(bot, position)


def _combat(bot: BotView, position: Position) -> list[str]:
    return Fight(position).declare(bot.walk)


PLANS: dict[str, Plan] = {
    "set-up": staff_place.place,
    "place": staff_place.place,
    "move": _move,
    "combat": _combat,
    "fpf": staff_choices.protective_fire,
    "stand": staff_choices.stand,
    "loss": staff_choices.lose,
    "losses": staff_choices.exchange,
    "excess": staff_choices.lose,
    "disband": staff_choices.lose,
    "order": staff_choices.order,
    "picks": staff_choices.pool,
    "retreat": staff_choices.retreat,
    "advance": staff_choices.advance,
}

register_bot("budapest56", "staff", staff)
