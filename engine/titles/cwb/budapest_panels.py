"""What the calendar of Budapest '56 shows besides the schedule: the picks of each turn, and NATO's units (16.12, 16.15).

It follows from the pack, the options and where counters stand. While the Hungarian side sets up out of sight, nothing is told of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.titles.cwb import budapest_nato as nato
from engine.titles.cwb.budapest_points import HUNGARIAN
from engine.titles.cwb.calendar import entry
from engine.titles.cwb.state import SetUp, State

if TYPE_CHECKING:
    from engine.titles.cwb.budapest import Budapest

RULES = {"covert": "16.15", "overt": "16.15, 19.2"}
NOTES = {"covert": "at the set-up or in any later Hungarian phase", "overt": "by airborne landing"}


def on_call(state: State, scenario: Budapest) -> dict[str, Any]:
    """Rows for the picks that the places held would give now, and for the NATO units of the level that was chosen."""
    book = scenario.book(state)
    picks = {"group": "Each turn", "side": HUNGARIAN, "label": "Rebel and Army picks", "value": "", "rule": "16.12"}
    out: dict[str, Any] = {"picks": picks}
    if not (state.stack and isinstance(state.stack[0], SetUp)):
        held = scenario.occupied(state, scenario.field(state))
        now = scenario.picks_for(book, held)
        picks.update(value=f"{now['rebel']} + {now['army']}", note=f"for {held} objectives and squares held now")
    chosen = nato.level(state)
    if chosen:
        more = str(book.special["picks_extra_nato"])
        out["picks NATO"] = {
            "group": "Each turn", "side": HUNGARIAN, "label": "Rebel or Army", "value": more,
            "note": "one more, from either pool", "rule": "16.15",
        }  # fmt: skip
    for level in nato.LEVELS:
        units = [u for u in book.units.values() if u.arrives.get("nato") == level and nato.takes_part(u, chosen)]
        if units:
            row = entry(scenario, book, units)
            out[f"{level} NATO"] = {**row, "group": "NATO intervention", "note": NOTES[level], "rule": RULES[level]}
    return out
