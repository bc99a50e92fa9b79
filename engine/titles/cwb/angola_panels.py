"""What Angola '87 shows beside the map: weather, supply and refits at a glance, and the reinforcements that are called (17.10-17.33).

All of it follows from the pack, from what was announced, and from where counters stand and whose they are. During the set-up, when one
side's counters are out of the other's sight, nothing is told that depends on them.
"""

from __future__ import annotations

from typing import Any

from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.calendar import entry
from engine.titles.cwb.data import Book, Unit
from engine.titles.cwb.muster import price
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import SetUp, State

SIDES = (COMMUNIST, SOUTH_AFRICAN)


def signs(state: State, scenario: Scenario) -> dict[str, Any]:
    """Weather, supply, and what holds for this turn, as signs (17.31-17.33, 18.5)."""
    special, turn = scenario.book(state).special, max(1, state.turn)
    rows = {"1 weather": weather(special["monsoon"], turn, -special["monsoon_shift"])}
    if setting_up(state):
        return rows
    field = scenario.field(state)
    for side in SIDES:
        short = scenario.short(state, field, side)
        rows[f"2 supply {side}"] = {
            "side": side,
            "icon": "supply",
            "label": "Supply shortage" if short else "In supply",
            "note": f"attacks {-special['supply_shift']}L, air power die {special['air_base_die_add']}" if short else "",
            "tone": "bad" if short else "good",
            "rule": "17.31",
        }
        if state.special.get(f"refit {side}") == turn:
            rows[f"3 refit {side}"] = {
                "side": side, "icon": "refit", "label": "Refit", "note": f"attacks {-special['refit_shift']}L, no moves into enemy ZOC",
                "tone": "bad", "rule": "17.32",
            }  # fmt: skip
        if state.special.get(f"bonus {side}") == turn:
            note = f"adjacent attacks {special['events']['bonus_shift']}R"
            rows[f"3 bonus {side}"] = {"side": side, "icon": "bonus", "label": "Bonus", "note": note, "tone": "good", "rule": "18.5"}
    if state.special.get("un") == turn:
        note = f"{special['events']['un_vp_per_unit']} VP more for each unit eliminated"
        rows["4 un"] = {"icon": "un", "label": "UN attention", "note": note, "tone": "bad", "rule": "18.5"}
    return rows


def weather(monsoon: list[int], turn: int, shift: int) -> dict[str, Any]:
    """The sign of the weather: what it does now, or when it changes (17.33)."""
    if turn in monsoon:
        last = max(monsoon)
        note = f"attacks {shift}L, rivers risen, trails lost; until turn {last}"
        return {"icon": "rain", "label": "Monsoon", "note": note, "tone": "bad", "rule": "17.33"}
    ahead = [n for n in monsoon if n > turn]
    note = f"monsoon from turn {min(ahead)} to {max(monsoon)}" if ahead else "the monsoon is over"
    return {"icon": "sun", "label": "Dry season", "note": note, "tone": "good", "rule": "17.33"}


def once(state: State) -> dict[str, Any]:
    """Which side has its one refit left, and whether the airborne drop was made (17.28, 17.32)."""
    rows: dict[str, Any] = {}
    for side in SIDES:
        turn = state.special.get(f"refit {side}")
        rows[f"refit {side}"] = {"side": side, "label": "Refit", "value": f"turn {turn}" if turn else "not used", "rule": "17.32"}
    used = "drop" in state.special
    rows["drop"] = {"side": SOUTH_AFRICAN, "label": "Airborne drop", "value": "made" if used else "not used", "rule": "17.28"}
    return {"kind": "list", "name": "Once a game", "order": 6, "rows": rows}


def on_call(state: State, scenario: Scenario) -> dict[str, Any]:
    """Reinforcements that come on a condition or at a price (17.10, 17.12, 17.23-17.26)."""
    book = scenario.book(state)
    special, units = book.special, book.units.values()
    out: dict[str, Any] = {}
    called = state.special.get("contingency", 0)
    rest = [u for u in units if u.arrives.get("contingency")]
    for cmd in sorted({u.cmd for u in rest}):
        row = entry(scenario, book, [u for u in rest if u.cmd == cmd])
        when: dict[str, Any] = {"turn": called} if called else {"group": "Contingency forces"}
        note = "called" if called else "once, while a SADF manoeuvre unit is on or next to Cuito Cuanavale"
        out[f"contingency {cmd}"] = {**row, **when, "note": note, "rule": "17.10"}
    brigade = [u for u in units if u.arrives.get("rotation")]
    if brigade:
        came = state.special.get("rotated", 0)
        gone = state.special.get("withdrawn", 0)
        note = f"{gone} of {special['rotation_factors']} attack factors withdrawn, from turn {special['rotation_from']}"
        when = {"turn": came} if came else {"group": "82nd Mechanized Brigade", "withdrawn": gone}
        out["rotation"] = {**entry(scenario, book, brigade), **when, "note": "rotation" if came else note, "rule": "17.23"}
    out["unita"] = {
        "group": "Each turn", "side": SOUTH_AFRICAN, "label": scenario.command_name("UNITA"), "value": "1",
        "note": "picked unseen from the pool", "rule": "17.24",
    }  # fmt: skip
    out.update(optional(state, scenario, [u for u in units if u.vp_cost]))
    return out


def optional(state: State, scenario: Scenario, units: list[Unit]) -> dict[str, Any]:
    """The optional units: their price now and their delay, or when they come (17.12, 17.25, 17.26).

    Counters that come untried and look alike share a row: which of them comes when is nobody's to know.
    """
    book = scenario.book(state)
    pids = {p.unit: pid for pid, p in state.pieces.items()}
    field = None if setting_up(state) else scenario.field(state)
    rows: dict[tuple[str, str, str], list[Unit]] = {}
    shown: dict[tuple[str, str, str], dict[str, Any]] = {}
    for unit in sorted(units, key=lambda u: (u.cmd, u.vp_cost, u.id)):
        pid = pids[unit.id]
        due = state.special.get(f"due {pid}", 0)
        when: dict[str, Any]
        if due > book.special["turns"]:
            when = {"group": "Too late", "note": "called, comes after the last turn"}
        elif due:
            when = {"turn": due, "note": "called"}
        else:
            cost = price(state, scenario, field, pid) if field else unit.vp_cost
            delay = "half a die of turns later" if unit.arrives.get("delay") else "at once"
            when = {"group": "Optional", "note": delay, "value": f"{cost} VP"}
        name = scenario.symbol_name(unit.type) if scenario.untried(unit) else unit.name
        key = unit.cmd, name, str(when)
        rows.setdefault(key, []).append(unit)
        shown[key] = {"label": f"{scenario.command_name(unit.cmd)} {name}", **when, "rule": "17.25" if unit.cmd == "SADF" else "17.12"}
    return {f"optional {' '.join(key)}": {**entry(scenario, book, listed), **shown[key]} for key, listed in rows.items()}


def setting_up(state: State) -> bool:
    """Whether the game is still being set up."""
    return bool(state.stack) and isinstance(state.stack[0], SetUp)


def entrance(book: Book, unit: Unit) -> str:
    """Where a unit enters (17.10, 17.21)."""
    if unit.cmd == "SADF":
        return "south edge, or Mavinga"
    return f"north or west edge, within {book.special['entry_within']} hexes of Cuito Cuanavale"
