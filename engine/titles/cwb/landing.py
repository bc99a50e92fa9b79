"""Airborne landings (section 19) and the one drop of Angola '87 (17.28)."""

from __future__ import annotations

from collections.abc import Callable

from engine import hexgrid
from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play, knows
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import Note, State

RULE = "19.2"


def modifiers(
    state: State, scenario: Scenario, field: Field, pid: str, hex_id: str, knows: Callable[[str], bool]
) -> list[tuple[int, Note]]:
    """What is added to the die for a landing on a hex, with its reasons (19.6).

    `knows` tells whose type may be taken into account: all when the die falls; before that an untried enemy counts as no air defence.
    """
    rows, unit = field.book.tables["landing_modifiers"], field.unit(pid)
    flags, terrain = field.map.flags[hex_id], field.map.terrain[hex_id]
    out: list[tuple[int, str]] = []
    if "airfield" in flags:
        out.append((int(rows["airfield"]), "airfield"))
    elif terrain in rows["clear_terrain"] and hex_id not in state.rubble:
        out.append((int(rows["clear"]), terrain))
    else:
        out.append((int(rows["other"]), "rubble" if hex_id in state.rubble else terrain))
    enemy = scenario.enemy(state.pieces[pid].side)
    near = [p for p, _ in field.pieces_of(enemy) if field.exerts_on(p, hex_id, unit)]
    guns = [p for p in near if knows(p) and field.unit(p).type == "air_defense"]
    if len(near) > len(guns):
        out.append((int(rows["zoc"]), "enemy zone of control"))
    if guns:
        out.append((int(rows["aa_zoc"]), "zone of control of an air defence"))
    add = scenario.landing_add(unit, field.book)
    if add:
        out.append((add, "NATO in Budapest"))
    return [(n, Note(label.capitalize(), f"{n:+d}", "19.6")) for n, label in out if n]


def outcome(field: Field, total: int) -> str:
    """The code of a modified die: AL, SC or EL (19.5)."""
    rows = field.book.tables["airborne_landing"]["from"]
    return max((code for code in rows if total >= rows[code]), key=lambda code: int(rows[code]), default="AL")


def forecast(state: State, scenario: Scenario, field: Field, pid: str, hex_id: str) -> str:
    """What its owner may expect of a landing, in words: the dice that land, scatter and fail."""
    if not scenario.lands_by_table(state):
        return ""
    side = state.pieces[pid].side
    found = modifiers(state, scenario, field, pid, hex_id, lambda p: knows(side, state.pieces[p]))
    add = sum(n for n, _ in found)
    codes = [outcome(field, die + add) for die in range(1, 7)]
    words = {"AL": "lands", "SC": "scatters", "EL": "fails"}
    return f"die {add:+d}: " + ", ".join(f"{word} on {codes.count(code)} of 6" for code, word in words.items() if code in codes)


def drop(play: Play, pid: str, to: str) -> None:
    """Land a piece by parachute: where it is aimed, or by the landing table where that is in force (17.28, 19.2-19.4, I38)."""
    s, piece, origin = play.s, play.s.pieces[pid], play.s.pieces[pid].at
    fresh = not piece.on_map
    path, back = ([to], str(play.unit(pid).m)) if fresh else ([origin, to], None)
    rule = RULE if play.scenario.lands_by_table(s) else "17.28"
    if not fresh:
        play.scenario.dropped(s)
    if not play.scenario.lands_by_table(s):
        piece.moved = True
        play.place(pid, to)
        play.say("drop", rule, f"{{piece}} drops on {to}", who={"piece": pid}, path=path, back=back)
        return
    found = modifiers(s, play.scenario, play.field, pid, to, lambda _: True)
    die = play.roll("landing", s.turn, s.side, to)
    total = die + sum(n for n, _ in found)
    code = outcome(play.field, total)
    piece.moved = True
    play.place(pid, to)
    steps = [Note("Die", str(die), rule), *(note for _, note in found), Note("Result", code, "19.5")]
    how = {"AL": "lands", "SC": "scatters", "EL": "fails to land"}[code]
    play.say(
        "drop",
        rule,
        f"{{piece}} jumps over {to}: die {die} ({total - die:+d}), it {how}",
        who={"piece": pid},
        path=path,
        hex=to,
        back=back,
        die=die,
        code=code,
        steps=steps,
    )
    if code == "SC":
        scatter(play, pid, to)
    elif code == "EL" and play.scenario.fatal_landing:
        play.eliminate(pid, "19.7", "is lost in the landing")
    elif code == "EL":
        play.suppress(pid)


def scatter(play: Play, pid: str, aim: str) -> None:
    """One hex off by a die, 1 north and on clockwise; lost where it cannot stay: off the map, on enemies, without room (19.7, I20)."""
    s, piece = play.s, play.s.pieces[pid]
    die = play.roll("scatter", s.turn, s.side, aim)
    to = hexgrid.step(aim, die)
    on_map = to in play.field.map.grid
    way = hexgrid.DIRECTIONS[die - 1]
    play.say("scatter", "19.7", f"{{piece}} drifts {way}, die {die}", who={"piece": pid}, die=die, path=[aim, to] if on_map else [aim])
    if not on_map:
        play.eliminate(pid, "19.7", "drifts off the map and is lost")
        return
    others = [play.unit(p) for p in play.field.at.get(to, ())]
    if play.field.holder.get(to, piece.side) != piece.side:
        play.eliminate(pid, "19.7", f"comes down on enemy units at {to} and is lost")
    elif not play.scenario.fits(s, play.field, play.unit(pid), to, others):
        play.eliminate(pid, "19.7", f"finds no room at {to} and is lost")
    else:
        play.place(pid, to)
