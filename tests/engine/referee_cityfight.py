"""What the rules of Cityfight promise after every step, and what of them a game has used."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import engine.titles.cityfight.state as state_module
from engine.title import UMPIRE
from engine.titles.cityfight import stages
from engine.titles.cityfight.action import VERBS
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.rulings import KINDS
from engine.titles.cityfight.state import BOXES, COMMANDS, State
from tests.secrecy import kit

SPLIT = (Counter({"su_squad": 1}), Counter({"su_bipod": 2, "su_ft4": 1}))
LEADERS = {"plt_sgt", "plt_ldr", "co_cdr"}


def check(step: kit.Step) -> None:
    """The invariants after a step."""
    before, after = step.before, step.after
    play = Play(after)
    assert all(f.ap >= 0 and f.pp >= 0 for f in after.formations.values()), "points below 0"
    assert all(u.at in BOXES or u.at in play.book.playable for u in after.units.values()), "a unit outside of the map"
    assert before.turn <= after.turn <= play.book.turns
    for u in after.units.values():
        assert not ((u.suppressed or not u.on_map) and (u.moves or u.sights or u.fires)), f"{u} can act"
        assert u.side in play.book.sides and (not u.formation or after.formations[u.formation].side == u.side)
    gone = Counter(u.type for u in before.units.values()) - Counter(u.type for u in after.units.values())
    came = Counter(u.type for u in after.units.values()) - Counter(u.type for u in before.units.values())
    if gone or came:
        assert (gone, came) == SPLIT or gone.keys() | came.keys() <= LEADERS, f"{gone} became {came}"
    if after.stage == "action":
        for side in play.book.sides:
            assert stages.points(play, side) <= after.marks[f"start {side}"], f"{side} has won action points"
    assert (after.search is None) or after.supervised, "a search waits although the dice decide"


def check_end(state: State) -> None:
    """The end of a game: in time, with the points of both sides."""
    assert state.over is not None
    assert state.turn <= Play(state).book.turns
    assert state.over.points.keys() == set(Play(state).book.sides) and state.over.winner in ("", *state.over.points)


# coverage


def used(step: kit.Step) -> Counter[tuple[str, str]]:
    """What a step has used: (what, which)."""
    out: Counter[tuple[str, str]] = Counter()
    if step.walk is None or step.decision is None:
        return out
    kind, picks = step.decision.kind, step.walk.picks
    out["decision", kind] += 1
    out["stage", step.before.stage] += 1
    if kind == "ruling":
        out["ruling", picks[0]] += 1
    if kind == "action":
        for verb in VERBS.keys() & set(picks):
            out["action", verb] += 1
    if kind == "command":
        for command in {*COMMANDS, "suppress"} & set(picks):
            out["command", command] += 1
    for event in step.events:
        out["event", event.kind] += 1
        truth = event.readings.get(UMPIRE)
        if truth is not None and "code" in truth.data:
            out[f"code of {event.kind}", str(truth.data["code"])] += 1
    return out


def everything(state: State) -> set[tuple[str, str]]:
    """What there is to use, by the code."""
    modules = sorted(Path(state_module.__file__).parent.glob("*.py"))
    source = "\n".join(p.read_text() for p in modules if not p.stem.startswith("staff"))
    out = {("decision", k) for k in re.findall(r'Ask\([^,()]+(?:\([^()]*\))?[^,()]*,\s*"([a-z-]+)"', source)}
    out |= {("decision", k) for k in stages.PROMPTS}
    out |= {("stage", k) for k in ("set-up", "command", "action")}
    out |= {("event", k) for k in re.findall(r'\.(?:aloud|tell|between)\(\s*"([a-z_]+)"', source)}
    out |= {("ruling", k) for k in KINDS if k not in kit.SERVICE_RULINGS}
    out |= {("action", k) for k in VERBS}
    return out | {("command", k) for k in (*COMMANDS, "suppress")}
