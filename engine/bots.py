"""Bots: functions of what their seat may know.

A bot gets its seat's view, an open decision of that seat, walks over it, and a random source; it returns complete picks and
remembers nothing. It uses only values and menus of the walk, never the state behind it. A title registers its own bots; the
`random` bot plays every title.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from engine.decisions import FINISHING, MAX_PICKS, Decision, Walk
from engine.packs import Pack


class BotView(msgspec.Struct, frozen=True):
    """All that a bot may use. `walk` gives a fresh walk over the decision each time; `pack` is the game's data, public to all."""

    title: str
    seat: str
    view: dict[str, Any]
    decision: Decision
    walk: Callable[[], Walk]
    rng: random.Random
    pack: Pack | None = None


Bot = Callable[[BotView], list[str]]

SHORT = 40
"""Picks after which the random bot takes the shortest way out."""


def random_bot(bot: BotView) -> list[str]:
    """Any legal action: random picks, finishing now and then."""
    walk = bot.walk()
    while not walk.ready:
        values = walk.values()
        finish = next((v for v in FINISHING if v in values), None)
        if finish and (len(walk.picks) >= SHORT or bot.rng.random() < 0.25):
            walk.pick(finish)
        elif len(walk.picks) >= MAX_PICKS:
            raise RuntimeError(f"no end after {MAX_PICKS} picks")
        else:
            walk.pick(bot.rng.choice(values))
    return list(walk.picks)


BOTS: dict[str, Bot] = {"random": random_bot}
"""Bots that play every title."""

_TITLE_BOTS: dict[tuple[str, str], Bot] = {}


def register_bot(title_id: str, name: str, bot: Bot) -> None:
    """Give a title a bot of its own; it comes before a bot of the same name for all titles."""
    if (title_id, name) in _TITLE_BOTS:
        raise ValueError(f"bot {name!r} of {title_id!r} is registered twice")
    _TITLE_BOTS[title_id, name] = bot


def names(title_id: str) -> list[str]:
    """The names of the bots that can play a title, in alphabetical order."""
    return sorted({*BOTS, *(name for title, name in _TITLE_BOTS if title == title_id)})


def choose(
    name: str,
    title: str,
    seat: str,
    view: dict[str, Any],
    decision: Decision,
    walk_factory: Callable[[], Walk],
    rng: random.Random,
    pack: Pack | None = None,
) -> list[str]:
    """Complete picks of a bot for a decision of its seat. Raises KeyError for a bot that cannot play this title.

    `pack`: the pack that the game began with; without it a bot that reads charts and maps takes the pack of this installation.
    """
    bot = _TITLE_BOTS.get((title, name)) or BOTS[name]
    return bot(BotView(title, seat, view, decision, walk_factory, rng, pack))
