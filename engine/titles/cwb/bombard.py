"""Resolving bombardments (9.15, 10.8-10.10, 10.16, 12.5)."""

from __future__ import annotations

from engine.decisions import Walk
from engine.flow import Ask
from engine.titles.cwb import columns
from engine.titles.cwb.choice import PieceWalk
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import Battle
from engine.titles.cwb.state import Bombard, Note, Retreat


def run_bombard(play: Play, frame: Bombard) -> Ask | None:
    """Carry the bombardment on; the attacker chooses which of several defenders is rolled for first (I14)."""
    if not frame.begun:
        frame.begun = True
        play.reveal([*frame.firers, *frame.queue])
        return None
    # an umpire may have taken some of them away
    frame.queue = [p for p in frame.queue if play.s.pieces[p].at == frame.hex]
    frame.firers = [p for p in frame.firers if play.s.pieces[p].on_map]
    if len(frame.queue) > 1:
        return Ask(play.s.side, "order", "Choose the unit to roll for first", "10.10")
    if frame.queue:
        roll_for(play, frame, frame.queue[0])
        return None
    if frame.retreats:
        doomed, frame.retreats = frame.retreats, []
        play.s.stack.append(Retreat(play.enemy(play.s.side), 1, doomed))
        return None
    play.s.stack.remove(frame)
    points = sum(frame.air.values())
    if points:
        play.scenario.after_air(play, play.s.side, [frame.hex], points)
    play.scenario.after_fire(play, play.s.side, [frame.hex])
    return None


def roll_for(play: Play, frame: Bombard, pid: str) -> None:
    """Roll for one defender at the full strength and apply the result (9.15, 10.10)."""
    s, field, charts = play.s, play.field, play.book.charts
    frame.queue.remove(pid)
    barrage = sum(frame.shares.get(p, play.unit(p).barrage) for p in frame.firers)
    air, air_notes = columns.air_strength(s, play.scenario, field, s.side, frame.air, [frame.hex])
    strength = barrage + air
    index = charts.index(strength)
    steps = [Note("Artillery", f"+{barrage}", "10.8")] if frame.firers else []
    steps += [*air_notes, Note("Strength", f"{strength:+d}: column {charts.columns[index]}", "10.8")]
    mech = all(field.unit(p).mech for p in affected(play, frame.hex))
    guns = [play.unit(p) for p in frame.firers]
    shift, notes = columns.total(
        [
            columns.terrain_shift(s, field, [frame.hex], mech, {}, guns),
            columns.suppression_shift(s, [], [pid]),
            columns.hilltop_shift(field, frame.firers),
            *play.scenario.shifts(s, field, Battle(s.side, [], [pid], frame.firers, air=bool(frame.air))),
        ]
    )
    index = charts.shifted(index, shift)
    crt = "assault" if "SAC" in frame.air else "mobile"
    die = play.roll("bombardment", s.turn, s.side, frame.hex)
    code = charts.result(crt, index, die)
    steps += [*notes, Note("Column", charts.columns[index], "10.9"), Note("Die", str(die), "10.8"), Note("Result", code, "9.15")]
    play.say(
        "bombarded",
        "9.15",
        f"Bombardment of {{piece}}: die {die} on column {charts.columns[index]}, {code}",
        who={"piece": pid},
        hex=frame.hex,
        steps=steps,
        die=die,
        code=code,
        chart=crt,
        column=charts.columns[index],
    )
    apply_result(play, frame, pid, code)


def affected(play: Play, hex_id: str) -> list[str]:
    """The pieces in a bombarded hex that the fire can hurt: no irregulars (22.4)."""
    return [p for p in play.field.at[hex_id] if not play.field.irregular(p)]


def apply_result(play: Play, frame: Bombard, pid: str, code: str) -> None:
    """Bombardment results: DE and EX eliminate and suppress the others, D2-D4 suppress, D1 retreats, the rest is nothing (9.15).

    A unit with movement 0 ignores the retreat of a D1 or of a second suppression (erratum to 9.15 and 11.3, I35).
    """
    if code in ("DE", "EX"):
        others = [p for p in affected(play, frame.hex) if p != pid]
        play.eliminate(pid, "9.15", "is eliminated")
        for other in others:
            if not play.s.pieces[other].suppressed:
                play.suppress(other)
    elif code == "D1" or (code in ("D2", "D3", "D4") and play.s.pieces[pid].suppressed):
        if play.unit(pid).m > 0:
            frame.retreats.append(pid)
    elif code in ("D2", "D3", "D4"):
        play.suppress(pid)


def take_order(play: Play, frame: Bombard, walk: Walk) -> None:
    """Roll for the chosen defender."""
    assert isinstance(walk, PieceWalk)
    roll_for(play, frame, walk.piece)
