"""What runs in the bots' processes: no store, no event loop, only the rules."""

from __future__ import annotations

import random

from app.base.config import Settings
from app.base.processes import begin_process
from app.catalogue.packs import load_titles
from engine import bots, packs
from engine.flow import find
from engine.title import title as title_of


def prepare(settings: Settings) -> None:
    """Load titles and packs once in a process."""
    begin_process()
    load_titles(settings)


def ready() -> None:
    """Nothing: a first call makes the pool start its processes."""


def think(title_id: str, pack: str, raw_pack: bytes | None, raw: bytes, decision_id: str, bot: str, seed: str) -> list[str] | None:
    """A bot's picks for an open decision of a state; None when this process lacks the pack. Raises what the bot raises."""
    if raw_pack is not None:
        packs.put(raw_pack)
    try:
        found = packs.get(pack)
    except KeyError:
        return None
    title = title_of(title_id)
    state = title.decode(raw)
    decision = find(title, state, decision_id)
    if decision is None:
        raise ValueError(f"decision {decision_id} is not open")
    view = {**title.view(state, decision.seat), "viewer": decision.seat, "decisions": [decision.view()]}
    picks = bots.choose(bot, title_id, decision.seat, view, decision, lambda: title.walk(state, decision), random.Random(seed), found)
    title.walk(state, decision).follow(picks)
    return picks
