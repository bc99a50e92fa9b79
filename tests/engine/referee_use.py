"""What a game of the Cold War Battles has used of its rules, and what there is to use."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import engine.titles.cwb.state as state_module
from engine.title import UMPIRE, title
from engine.titles.cwb.rulings import KINDS
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import OUT, State
from tests.secrecy import kit

OTHERS: dict[str, tuple[str, ...]] = {"budapest56": ("angola", "muster", "staff"), "angola87": ("budapest", "splitting", "staff")}
"""Modules, by the beginning of their names, that a title does not use."""


def scenario_of(state: State) -> Scenario:
    """The scenario of a state."""
    found: Scenario = title(state.setup.title).scenario
    return found


def used(step: kit.Step) -> Counter[tuple[str, str]]:
    """What a step has used: (what, which)."""
    out: Counter[tuple[str, str]] = Counter()
    if step.walk is None or step.decision is None:
        return out
    state, book = step.after, scenario_of(step.after).book(step.after)
    out["decision", step.decision.kind] += 1
    if step.decision.kind == "ruling":
        out["ruling", step.walk.picks[0]] += 1
    for frame in (*step.before.stack, *state.stack):
        out["frame", type(frame).__name__] += 1
    for event in step.events:
        out["event", event.kind] += 1
        truth = event.readings.get(UMPIRE)
        if truth is None:
            continue
        data = truth.data
        if event.kind == "reveal":
            out["unit type revealed", data["symbol"]] += 1
        if event.kind in ("combat", "bombarded"):
            out[f"column of the {data['chart']} CRT", data["column"]] += 1
            out[f"code of {event.kind}, {data['chart']} CRT", data["code"]] += 1
            for hex_id in data.get("hexes", [data.get("hex")]):
                out["terrain fought in", book.map.terrain[hex_id]] += 1
                for flag in book.map.flags[hex_id]:
                    out["icon fought in", flag] += 1
            for line in data["steps"]:
                out["step of a combat", re.sub(r" at \d+| of \d+|[:(].*", "", line["label"]).strip()] += 1
        if event.kind == "event":
            out["random event", data["event"]] += 1
        if event.kind == "points":
            out["cause of points", data["cause"]] += 1
        if event.kind == "end":
            out["level of victory", data["level"]] += 1
    return out


def everything(state: State) -> set[tuple[str, str]]:
    """What there is to use, by the pack and the code."""
    scenario = scenario_of(state)
    book = scenario.book(state)
    modules = sorted(Path(state_module.__file__).parent.glob("*.py"))
    source = "\n".join(p.read_text() for p in modules if not p.stem.startswith(OTHERS[scenario.id]))
    out = {("decision", k) for k in re.findall(r'Ask\([^,()]+(?:\([^()]*\))?[^,()]*,\s*"([a-z-]+)"', source)}
    out |= {("event", k) for k in re.findall(r'play\.say\(\s*"([a-z_]+)"', source)}
    out |= {("frame", f.__name__) for f in get_args(state_module.Frame)}
    out |= {("ruling", k) for k in KINDS if k not in kit.SERVICE_RULINGS}
    units = [book.units[p.unit] for p in state.pieces.values() if p.at != OUT]
    out |= {("unit type revealed", u.type) for u in units if scenario.untried(u)}
    out |= {("terrain fought in", t) for t in set(book.map.terrain.values())}
    out |= {("icon fought in", f) for flags in book.map.flags.values() for f in flags}
    for chart, cells in book.charts.crt.items():
        out |= {(f"column of the {chart} CRT", c) for c in book.charts.columns if chart == "mobile" or c}
        codes = {code for row in cells.values() for code in row.values()}
        out |= {(f"code of combat, {chart} CRT", c) for c in codes}
        if chart == "mobile":
            out |= {(f"code of bombarded, {chart} CRT", c) for c in codes}
    out |= {("random event", e) for e in book.special["events"]["die"].values()}
    out |= {("level of victory", level) for level in (*book.tables["victory_levels"]["from"], "capitulation")}
    return out
