"""What the rules of Budapest '56 promise after every step, and what of them a game has used."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import engine.titles.cwb.state as state_module
from engine.title import UMPIRE
from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN, SOVIET
from engine.titles.cwb.movement import overstacked
from engine.titles.cwb.rulings import KINDS
from engine.titles.cwb.state import OUT, POOL, PhaseFrame, SetUp, State
from tests.secrecy import kit


def check(step: kit.Step) -> None:
    """The invariants after a step."""
    before, after = step.before, step.after
    book = BUDAPEST.book(after)
    assert before.pieces.keys() == after.pieces.keys()
    assert sorted(p.unit for p in after.pieces.values()) == sorted(book.units), "pieces are not conserved"
    holders: dict[str, str] = {}
    for pid, p in after.pieces.items():
        unit = book.units[p.unit]
        assert (p.side == SOVIET) == (unit.cmd in ("2G", "33G", "128G", "SC")), f"{p.unit} fights for {p.side}"
        if p.on_map:
            assert holders.setdefault(p.at, p.side) == p.side, f"both sides in {p.at}"
            assert p.revealed or not before.pieces[pid].revealed or step.walk is None, f"{p.unit} is face down again on the map"
        else:
            assert not (p.suppressed or p.attacked or p.defended or p.shaken or p.plot), f"{p.unit} off the map has marks"
        if p.at == POOL:
            assert not p.revealed and unit.cmd in ("REB", "ARMY") and unit.type != "hq", f"{p.unit} in a pool"
        if p.at == OUT:
            assert unit.cmd == "US"
    for side, kinds in after.air.items():
        for kind, pool in kinds.items():
            assert 0 <= pool.left <= pool.of <= BUDAPEST.markers(book, side)[kind], f"{side} {kind}: {pool.left} of {pool.of}"
    assert all(n <= BUDAPEST.air_cap(after, SOVIET) for n in after.air_hits.values())
    assert after.rubble == sorted(set(after.rubble))
    shown = {side: sum(x.points for x in after.ledger if x.side == side) for side in (SOVIET, HUNGARIAN)}
    if after.over is not None:
        assert after.over.points == shown, "the ledger does not add up to the outcome"
    if _phase(before) != _phase(after) and after.over is None:
        for side in (SOVIET, HUNGARIAN):
            assert not overstacked(after, BUDAPEST, BUDAPEST.field(after), side), f"{side} overstacked at the end of {_phase(before)}"


def _phase(state: State) -> tuple[int, str, str]:
    bottom = state.stack[0] if state.stack else None
    return state.turn, state.side, bottom.name if isinstance(bottom, PhaseFrame) else "set-up" if isinstance(bottom, SetUp) else ""


def check_end(state: State) -> None:
    """The end of a game: it went over nine turns, or something ended it before."""
    assert state.over is not None
    assert state.over.winner in (SOVIET, HUNGARIAN, "")
    assert state.turn <= BUDAPEST.book(state).special["turns"]


# coverage


def used(step: kit.Step) -> Counter[tuple[str, str]]:
    """What a step has used: (what, which)."""
    out: Counter[tuple[str, str]] = Counter()
    if step.walk is None or step.decision is None:
        return out
    state, book = step.after, BUDAPEST.book(step.after)
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
    book = BUDAPEST.book(state)
    modules = sorted(Path(state_module.__file__).parent.glob("*.py"))
    source = "\n".join(p.read_text() for p in modules if not p.stem.startswith(("angola", "muster", "staff")))
    out = {("decision", k) for k in re.findall(r'Ask\([^,()]+(?:\([^()]*\))?[^,()]*,\s*"([a-z-]+)"', source)}
    out |= {("event", k) for k in re.findall(r'play\.say\(\s*"([a-z_]+)"', source)}
    out |= {("frame", f.__name__) for f in get_args(state_module.Frame)}
    out |= {("ruling", k) for k in KINDS if k not in kit.SERVICE_RULINGS}
    out |= {("unit type revealed", u.type) for u in (book.units[p.unit] for p in state.pieces.values() if p.at != OUT)}
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
