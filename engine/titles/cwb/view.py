"""What each viewer may see (section 14; spec 12), built from nothing."""

from __future__ import annotations

from typing import Any

from engine.title import UMPIRE
from engine.titles.cwb.calendar import calendar
from engine.titles.cwb.data import Unit
from engine.titles.cwb.irregulars import shown_type
from engine.titles.cwb.options import in_force
from engine.titles.cwb.play import knows, sees, sets_up, step
from engine.titles.cwb.plots import listed, markers
from engine.titles.cwb.scenario import Scenario, edge_name
from engine.titles.cwb.sequence import NAMES
from engine.titles.cwb.state import DEAD, HAND, POOL, WAITING, Attack, Bombard, Piece, SetUp, State

BOXES = {WAITING: "To enter", HAND: "To place", DEAD: "Eliminated", POOL: "Pool"}
AIR = {"TAC": "TAC airstrikes", "HELI_GUNSHIP": "Helicopter gunships", "HELI_TRANSPORT": "Helicopter transports"}


def view(state: State, viewer: str, scenario: Scenario) -> dict[str, Any]:
    """The view of one viewer: a seat, `umpire` or `public`."""
    book = scenario.book(state)
    out: dict[str, Any] = {
        "turn": {"n": max(1, state.turn), "of": book.special["turns"], "label": scenario.turn_label(state)},
        "phase": phase(state, scenario),
        "board": {"map": scenario.board_id(state), "hexes": hexes(state, scenario)},
        "pieces": pieces(state, viewer, scenario),
        "panels": panels(state, viewer, scenario),
        "waiting_for": sorted({d.seat for d in state.open if not d.optional}),
    }
    if state.over is not None:
        out["outcome"] = state.over.view()
    return out


def hexes(state: State, scenario: Scenario) -> dict[str, Any]:
    """What lies on the map besides pieces: rubble, plotted fire."""
    marks: dict[str, list[str]] = {h: ["rubble"] for h in state.rubble}
    for side in (scenario.first, scenario.second):
        for hex_id in markers(state, side):
            marks.setdefault(hex_id, []).append("plotted")
    return {h: {"marks": marks[h]} for h in sorted(marks)}


def phase(state: State, scenario: Scenario) -> dict[str, str]:
    """The phase and whose it is."""
    if state.over is not None:
        return {"id": "end", "name": "End of the game"}
    bottom = state.stack[0]
    if isinstance(bottom, SetUp):
        return {"id": "set-up", "name": NAMES["set-up"], "side": bottom.side}
    name = getattr(bottom, "name", "reinforce")
    return {"id": name, "name": NAMES[name], "side": state.side}


def pieces(state: State, viewer: str, scenario: Scenario) -> dict[str, Any]:
    """All pieces that a viewer sees, under its own ids."""
    units = scenario.book(state).units
    known = {alias: state.pieces[pid] for pid, alias in state.aliases.get(viewer, {}).items()}
    return {alias: piece(state, viewer, p, units[p.unit]) for alias, p in known.items() if sees(state, viewer, p)}


def piece(state: State, viewer: str, p: Piece, unit: Unit) -> dict[str, Any]:
    """One piece: its front once revealed (or to an umpire), else its back, and to its owner its type and range (14.3, I27).

    With special forces and guerrillas all see the type of these and of police (22).
    """
    out: dict[str, Any] = {"side": p.side, "style": unit.cmd}
    out.update({"hex": p.at} if p.on_map else {"box": p.at})
    if knows(viewer, p):
        out.update(name=unit.name, factors=unit.factors, symbol=unit.type)
        if unit.size:
            out["size"] = unit.size
        if unit.mech:
            out["mech"] = True
    if not p.revealed:
        out.update(untried=True, back=str(unit.m))
        shown = shown_type(state, unit)
        if shown:
            out["symbol"] = shown
        if p.looked and viewer != UMPIRE and knows(viewer, p):
            out["note"] = "seen by recon (20)"
        if viewer == p.side and viewer != UMPIRE:
            out["symbol"] = unit.type
            if unit.mech:
                out["mech"] = True
            if unit.artillery:
                out["note"] = "unlimited range" if unit.range >= 99 else f"range {unit.range}"
    if p.plot and viewer in (p.side, UMPIRE):
        out["plot"] = p.plot
        out["note"] = "; ".join(x for x in (out.get("note", ""), f"fire plotted on {p.plot}") if x)
    marks = [name for name in ("suppressed", "moved") if getattr(p, name)]
    if p.attacked or p.defended:
        marks.append("fought")
    if marks:
        out["marks"] = marks
    if p.spent and (p.revealed or viewer in (p.side, UMPIRE)):
        out["note"] = "; ".join(x for x in (out.get("note", ""), f"{p.spent} points fired") if x)
    if p.at == WAITING and viewer in (p.side, UMPIRE) and arrival(unit):
        out["note"] = "; ".join(x for x in (out.get("note", ""), arrival(unit)) if x)
    return out


def arrival(unit: Unit) -> str:
    """When and where a unit arrives, in words; "" where nothing is fixed."""
    if "nato" in unit.arrives:
        return "any turn, by airborne landing"
    if "turn" not in unit.arrives:
        return ""
    turn = f"turn {unit.arrives['turn']}"
    return f"{turn}, {edge_name(unit.arrives['edge'])}" if "edge" in unit.arrives else turn


def panels(state: State, viewer: str, scenario: Scenario) -> dict[str, Any]:
    """Ledger, turn track, air, calendar, boxes, reserves, signs of the turn, and the combat under way."""
    out: dict[str, Any] = {
        "vp": ledger(state, scenario),
        "turns": track(state, scenario),
        "boxes": boxes(viewer, scenario),
        "reserves": reserves(state, scenario),
    }
    if rules := in_force(state):
        out["options"] = {"kind": "list", "name": "Optional rules", "order": 6, "rows": rules}
    out.update(scenario.lists(state))
    if comes := calendar(state, scenario):
        out["calendar"] = comes
    if signs := scenario.signs(state):
        out["signs"] = {"kind": "signs", "name": "This turn", "order": 0, "rows": signs}
    air = {
        f"{side} {kind}": {"side": side, "label": AIR.get(kind, kind), "icon": kind, "left": pool.left, "of": pool.of}
        for side, kinds in sorted(state.air.items())
        for kind, pool in sorted(kinds.items())
    }
    if air:
        out["air"] = {"kind": "tray", "name": "Air markers", "order": 3, "rows": air}
    fires = plotted(state, scenario)
    if fires:
        out["plots"] = {"kind": "list", "name": "Plotted fire", "order": 3, "rows": fires}
    combat = steps(state)
    if combat:
        out["combat"] = combat
    return out


def plotted(state: State, scenario: Scenario) -> dict[str, Any]:
    """The markers of plotted fire, by hex (23.2)."""
    return {
        f"{side} {hex_id}": {"side": side, "label": hex_id, "value": listed(kinds), "kinds": kinds}
        for side in (scenario.first, scenario.second)
        for hex_id, kinds in sorted(markers(state, side).items())
    }


def ledger(state: State, scenario: Scenario) -> dict[str, Any]:
    """Victory points by cause (15.1)."""
    totals = {scenario.first: 0, scenario.second: 0}
    rows: dict[str, Any] = {}
    for line in state.ledger:
        totals[line.side] += line.points
        row = rows.setdefault(f"{line.side} {line.cause}", {"side": line.side, "label": line.cause, "points": 0, "rule": line.rule})
        row["points"] += line.points
    return {"kind": "ledger", "name": "Victory points", "order": 1, "totals": totals, "rows": rows}


def track(state: State, scenario: Scenario) -> dict[str, Any]:
    """The turn record track."""
    special = scenario.book(state).special
    labels = [special["turn_track"][str(n)]["short"] for n in range(1, special["turns"] + 1)]
    return {"kind": "track", "name": "Turns", "order": 2, "at": max(1, state.turn), "of": special["turns"], "labels": labels}


def boxes(viewer: str, scenario: Scenario) -> dict[str, Any]:
    """The off-map boxes that this viewer has pieces in or may have."""
    names = [DEAD]
    if viewer == UMPIRE:
        names = [WAITING, HAND, POOL, DEAD]
    elif viewer in (scenario.first, scenario.second):
        names = [WAITING, HAND, DEAD]
    return {"kind": "boxes", "name": "Off the map", "order": 7, "boxes": {n: {"name": BOXES[n]} for n in names}}


def reserves(state: State, scenario: Scenario) -> dict[str, Any]:
    """How many counters each command has off the map: known to all by the schedule, the picks and the placings."""
    book = scenario.book(state)
    rows: dict[str, Any] = {}
    for p in state.pieces.values():
        unit = book.units[p.unit]
        box = HAND if p.on_map and sets_up(state, p.side) else p.at
        if box not in (WAITING, HAND, POOL):
            continue
        row = rows.setdefault(
            f"{unit.cmd} {box}", {"label": f"{scenario.command_name(unit.cmd)}, {BOXES[box].lower()}", "value": 0, "side": p.side}
        )
        row["value"] += 1
    for row in rows.values():
        row["value"] = str(row["value"])
    return {"kind": "list", "name": "Pools and reserves", "order": 5, "rows": rows}


def steps(state: State) -> dict[str, Any]:
    """The combat under way, explained so far; empty when there is none."""
    for frame in reversed(state.stack):
        if isinstance(frame, Attack):
            hexes, rows, name = frame.targets, frame.steps, f"Attack on {', '.join(frame.targets)}"
        elif isinstance(frame, Bombard):
            hexes, rows, name = [frame.hex], frame.steps, f"Bombardment of {frame.hex}"
        else:
            continue
        shown = {f"{i:02d}": step(n) for i, n in enumerate(rows, 1)}
        return {"kind": "steps", "name": name, "order": 0, "hexes": list(hexes), "rows": shown}
    return {}
