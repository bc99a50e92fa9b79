"""The reinforcement calendar as a panel: what comes when, by the lists that everybody may read (6.2, 16.25, 17.10, 17.20).

It is built from the pack and from what was announced, never from where a hidden counter is.
"""

from __future__ import annotations

from typing import Any

from engine.titles.cwb.data import Book, Unit
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import State


def calendar(state: State, scenario: Scenario) -> dict[str, Any]:
    """The panel: rows by turn, then what comes on a condition or at a price; empty where nothing ever comes."""
    book = scenario.book(state)
    rows = {**scheduled(scenario, book), **scenario.on_call(state)}
    if not rows:
        return {}
    labels = [book.special["turn_track"][str(n)]["short"] for n in range(1, book.special["turns"] + 1)]
    return {"kind": "calendar", "name": "Reinforcements", "order": 4, "at": max(1, state.turn), "labels": labels, "rows": rows}


def scheduled(scenario: Scenario, book: Book) -> dict[str, Any]:
    """A row for each turn, command and place of entry, of the units that come by the schedule alone; computed once."""
    if "calendar" not in book.memo:
        book.memo["calendar"] = _scheduled(scenario, book)
    found: dict[str, Any] = book.memo["calendar"]
    return found


def _scheduled(scenario: Scenario, book: Book) -> dict[str, Any]:
    groups: dict[tuple[int, str, str], list[Unit]] = {}
    for unit in book.units.values():
        if "turn" in unit.arrives and not unit.arrives.get("rotation"):
            groups.setdefault((unit.arrives["turn"], unit.cmd, scenario.entrance(book, unit)), []).append(unit)
    return {
        f"{turn:02d} {cmd} {where}": {"turn": turn, **entry(scenario, book, units), "note": where}
        for (turn, cmd, where), units in groups.items()
    }


def entry(scenario: Scenario, book: Book, units: list[Unit]) -> dict[str, Any]:
    """The units of one command as a row: how many, and the kinds of counter with their numbers; computed once."""
    key = "entry", *(u.id for u in units)
    if key not in book.memo:
        book.memo[key] = _entry(scenario, units)
    found: dict[str, Any] = book.memo[key]
    return found


def _entry(scenario: Scenario, units: list[Unit]) -> dict[str, Any]:
    cmd = units[0].cmd
    counters: dict[str, dict[str, Any]] = {}
    for unit in sorted(units, key=lambda u: (u.type, u.id)):
        shown = face(scenario, unit)
        key = " ".join(str(v) for v in shown.values())
        counters.setdefault(key, {**shown, "n": 0})["n"] += 1
    return {
        "side": scenario.side_of(cmd),
        "label": scenario.command_name(cmd),
        "value": str(len(units)),
        "counters": list(counters.values()),
    }


def face(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    """A counter as the counter sheet shows it: one that comes untried with its type and allowance alone."""
    out: dict[str, Any] = {"side": scenario.side_of(unit.cmd), "style": unit.cmd, "symbol": unit.type}
    if unit.mech:
        out["mech"] = True
    if scenario.untried(unit):
        return {**out, "untried": True, "back": str(unit.m)}
    return {**out, "name": unit.name, "factors": unit.factors, **({"size": unit.size} if unit.size else {})}
