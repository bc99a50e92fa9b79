"""Column arithmetic: differential, terrain and other shifts (9.2, 9.11-9.13, 10.8, 10.16, 11.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.decisions import Refusal
from engine.titles.cwb.data import Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.helicopters import air_defence
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Note, State


def terrain_shift(
    state: State,
    field: Field,
    hexes: Sequence[str],
    all_defenders_mech: bool,
    from_hexes: Mapping[str, Sequence[str]],
    attackers: Sequence[Unit],
) -> tuple[int, Note] | None:
    """The single best shift for the defender among all target hexes and hexsides (9.11, 9.12), or None where there is none.

    `from_hexes`: per target hex the hexes that it is attacked from; empty for a bombardment, which no hexside stops (10.16).
    """
    best: tuple[int, Note] | None = None
    for hex_id in hexes:
        for shift, label in _hex_shifts(state, field, hex_id, all_defenders_mech, attackers):
            if shift < 0 and (best is None or shift < best[0]):
                best = shift, Note(f"Terrain: {label} at {hex_id}", f"{-shift}L", "9.11")
    for hex_id in hexes:
        weakest, label = max((_side_shift(field, a, hex_id) for a in from_hexes.get(hex_id, ())), default=(0, ""))
        if weakest < 0 and (best is None or weakest < best[0]):
            best = weakest, Note(f"All attackers of {hex_id} across {label}", f"{-weakest}L", "9.12")
    return best


def _hex_shifts(state: State, field: Field, hex_id: str, mech: bool, attackers: Sequence[Unit]) -> list[tuple[int, str]]:
    tables, terrain = field.map.tables, field.map.terrain[hex_id]
    rows = field.map.icon_rows(hex_id)
    base = tables["terrain"][terrain]
    shift = base.get("shift", 0)
    if mech and "shift_if_defenders_mech" in base:
        shift = base["shift_if_defenders_mech"]
    if "shift_if_attackers_mech_or_artillery" in base and all(u.mech or u.artillery for u in attackers):
        shift = base["shift_if_attackers_mech_or_artillery"]
    out = [] if any(row.get("shift_rule") == "replaces" for _, row in rows) else [(shift, terrain)]
    for name, row in rows:
        out.append((row["shift_if_defenders_mech"] if mech and "shift_if_defenders_mech" in row else row.get("shift", 0), name))
    if hex_id in state.rubble:
        out.append((tables["icons"]["rubble"]["shift"], "rubble"))
    return out


def _side_shift(field: Field, a: str, b: str) -> tuple[int, str]:
    kind = field.map.side_kind(a, b)
    row = field.map.tables["sides"].get(kind, {})
    return int(row.get("shift", 0)), kind.replace("_", " ") or "open ground"


def bars_mobile(state: State, field: Field, hex_id: str) -> bool:
    """Whether the Mobile CRT may not be used against defenders in a hex (9.13)."""
    tables = field.map.tables
    if hex_id in state.rubble and tables["icons"]["rubble"]["mobile"] is False:
        return True
    icons = [row["mobile"] for _, row in field.map.icon_rows(hex_id) if "mobile" in row]
    return False in icons or tables["terrain"][field.map.terrain[hex_id]]["mobile"] is False


def mobile_bar(state: State, scenario: Scenario, field: Field, hexes: Sequence[str], attackers: Sequence[Unit]) -> Refusal | None:
    """Why these attackers may not use the Mobile CRT against defenders in some hexes (9.13, 17.16, 17.30)."""
    for hex_id in hexes:
        if bars_mobile(state, field, hex_id):
            return Refusal("no_mobile", f"the terrain at {hex_id} bars the Mobile CRT", "9.13")
    return scenario.crt_bar(state, attackers)


def suppression_shift(state: State, attackers: Sequence[str], defenders: Sequence[str]) -> tuple[int, Note] | None:
    """One column against the side with suppressed units, none when both have some (11.3)."""
    ours = any(state.pieces[p].suppressed for p in attackers)
    theirs = any(state.pieces[p].suppressed for p in defenders)
    if ours == theirs:
        return None
    return (1, Note("Suppressed defenders", "1R", "11.3")) if theirs else (-1, Note("Suppressed attackers", "1L", "11.3"))


def hilltop_shift(field: Field, guns: Sequence[str]) -> tuple[int, Note] | None:
    """One column for artillery that attacks from a hilltop, alone or in support (18.1)."""
    for pid in guns:
        terrain = field.map.terrain[field.pieces[pid].at]
        bonus = field.map.tables["terrain"][terrain].get("artillery_attacks_from", 0)
        if bonus and field.unit(pid).artillery:
            return bonus, Note("Artillery on a hilltop", f"{bonus}R", "18.1")
    return None


def air_strength(
    state: State, scenario: Scenario, field: Field, side: str, air: Mapping[str, int], hexes: Sequence[str]
) -> tuple[int, list[Note]]:
    """The strength of air points against some hexes: halved within two of enemy air defence, but for SAC (12.12)."""
    near = air_defence(state, field, scenario.enemy(side))
    halved = any(near >> field.map.grid.index[h] & 1 for h in hexes)
    low = sum(n for kind, n in air.items() if kind != "SAC")
    high = air.get("SAC", 0)
    notes = [Note("Air points", str(low + high), "12.3")] if low + high else []
    if halved and low:
        notes.append(Note("Air defence halves them", str(low // 2 + high), "12.12"))
        low //= 2
    return low + high, notes


def total(shifts: Sequence[tuple[int, Note] | None]) -> tuple[int, list[Note]]:
    """The sum of some shifts and their notes."""
    found = [s for s in shifts if s is not None]
    return sum(s for s, _ in found), [n for _, n in found]
