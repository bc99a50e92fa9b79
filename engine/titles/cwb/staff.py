"""The `staff` bot of both scenarios: it takes good odds, holds what counts, uses support, and never stalls.

It is a function of its seat's view, the walk of the decision, the public pack and the random source; it remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import packs
from engine.bots import BotView, register_bot
from engine.decisions import Refusal, fallback
from engine.titles.cwb import staff_choices, staff_muster, staff_nato, staff_place
from engine.titles.cwb.budapest_points import SOVIET
from engine.titles.cwb.staff_angola import Angola
from engine.titles.cwb.staff_angola_move import March
from engine.titles.cwb.staff_board import Position
from engine.titles.cwb.staff_budapest import Budapest
from engine.titles.cwb.staff_fight import Fight
from engine.titles.cwb.staff_hungarian import hungarian_move
from engine.titles.cwb.staff_recon import looking_first, looking_on
from engine.titles.cwb.staff_soviet import Soviet

VERSION = 4
"""Of the bots of this family: docs/balance/cold-war-battles.md names the version that its figures come from."""

Plan = Callable[[BotView, Any], list[str]]


def play(bot: BotView, position: Position, plan: Plan) -> list[str]:
    """Picks of a plan; the fallback where it has none or what it wants is not allowed."""
    picks = plan(bot, position)
    if picks:
        walk = bot.walk()
        try:
            if walk.follow(picks).ready:
                return picks
        except Refusal:
            pass
    return fallback(bot.walk())


def budapest(bot: BotView) -> list[str]:
    """Picks for any decision of either seat of Budapest '56."""
    plan = BUDAPEST.get(bot.decision.kind)
    if plan is None:
        return fallback(bot.walk())
    return play(bot, Budapest(bot.pack or packs.load("cold-war-battles"), bot.view, bot.seat), plan)


def angola(bot: BotView) -> list[str]:
    """Picks for any decision of either seat of Angola '87."""
    plan = ANGOLA.get(bot.decision.kind)
    if plan is None:
        return fallback(bot.walk())
    return play(bot, Angola(bot.pack or packs.load("cold-war-battles"), bot.view, bot.seat), plan)


def _combat(bot: BotView, position: Position) -> list[str]:
    return Fight(position, plotted=position.fire_control).declare(bot.walk)


def _plot(bot: BotView, position: Position) -> list[str]:
    fight = Fight(position)
    return fight.plot(bot.walk) if bot.view["phase"]["side"] == bot.seat else fight.protect(bot.walk)


def _move(bot: BotView, position: Budapest) -> list[str]:
    return Soviet(bot, position).choose() if bot.seat == SOVIET else hungarian_move(bot, position)


COMMON: Mapping[str, Plan] = {
    "combat": looking_first(_combat),
    "plot": _plot,
    "fpf": staff_choices.protective_fire,
    "stand": staff_choices.stand,
    "screen": staff_choices.screen,
    "loss": staff_choices.lose,
    "losses": staff_choices.exchange,
    "excess": staff_choices.lose,
    "order": staff_choices.order,
    "retreat": staff_choices.retreat,
    "advance": staff_choices.advance,
}
BUDAPEST: Mapping[str, Plan] = {
    **COMMON,
    "set-up": staff_place.place,
    "place": staff_place.place,
    "move": looking_on(_move),
    "mix": staff_nato.mix,
    "disband": staff_choices.lose,
    "picks": staff_choices.pool,
}
ANGOLA: Mapping[str, Plan] = {
    **COMMON,
    "set-up": staff_muster.place,
    "place": staff_muster.place,
    "muster": staff_muster.muster,
    "mix": staff_muster.mix,
    "replacements": staff_muster.replacements,
    "move": looking_on(lambda bot, position: March(bot, position).choose()),
}

register_bot("budapest56", "staff", budapest)
register_bot("angola87", "staff", angola)
