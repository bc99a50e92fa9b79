"""NATO intervention in Budapest '56: who comes and how, stacking, air power, bridges, World War III (16.10, 16.15-16.20, 16.30, 18.6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decisions import Refusal
from engine.titles.cwb.budapest_points import HUNGARIAN, SOVIET
from engine.titles.cwb.data import Book, Unit
from engine.titles.cwb.play import Play
from engine.titles.cwb.state import Muster, State

US = "US"
LEVELS = ("covert", "overt")
PENTOMIC = ("airborne", "airborne_artillery")
"""The US units that stand alone wherever they are (16.18)."""


def level(state: State) -> str:
    """The level of intervention: "covert", "overt", or "" without any (16.15)."""
    chosen = state.setup.options.get("nato", "")
    return chosen if chosen in LEVELS else ""


def takes_part(unit: Unit, chosen: str) -> bool:
    """Whether a US unit is in a game with this level: each level has what the lower one has (16.15)."""
    return chosen in LEVELS and LEVELS.index(chosen) >= LEVELS.index(unit.arrives["nato"])


def lands(unit: Unit) -> bool:
    """Whether a unit comes by airborne landing: those of the 82nd (16.15, 16.20)."""
    return unit.cmd == US and unit.airborne


def mixes(unit: Unit, other: Unit) -> bool:
    """Battlegroups and their artillery stand alone; of the others only the special forces join Hungarian units (16.10, 16.18)."""
    if any(u.cmd == US and u.type in PENTOMIC for u in (unit, other)):
        return False
    return unit.cmd == other.cmd or any(u.cmd == US and u.type == "special_forces" for u in (unit, other))


def serves(battle: Sequence[Unit]) -> Refusal | None:
    """Why NATO artillery and air do not help a battle of these Hungarian units: a NATO unit must be in it (16.10)."""
    if any(u.cmd == US for u in battle):
        return None
    return Refusal("other_command", "NATO fire helps only where a NATO unit is in the battle", "16.10")


def could_fire(state: State, book: Book) -> bool:
    """Whether, by what all know, NATO could fire at range: markers that strike, or a US counter that is or may be artillery."""
    pools = state.air.get(HUNGARIAN, {})
    if any(pools[k].left for k in ("TAC", "SAC", "HELI_GUNSHIP") if k in pools):
        return True
    guns = {u.public_class for u in book.units.values() if u.cmd == US and u.artillery}
    return any(
        p.side == HUNGARIAN
        and p.on_map
        and not (p.fired or p.suppressed or p.shaken)
        and (book.units[p.unit].artillery if p.revealed else book.units[p.unit].public_class in guns)
        for p in state.pieces.values()
    )


def begin(play: Play) -> None:
    """What the intervention is worth to the Soviet side before it begins (16.15)."""
    chosen = level(play.s)
    if chosen:
        play.score(SOVIET, play.book.special["vp_soviet"][f"nato_{chosen}"], f"NATO intervenes, {chosen}", "16.15")


def roll_air(play: Play, side: str) -> None:
    """A die of air points for the Soviet side, a die less one for NATO, in any mix of the side's markers (16.16, 16.30)."""
    s, rule = play.s, play.scenario.air_rule(play.s, side)
    add = int(play.book.special["nato_air"]["die_add"]) if side == HUNGARIAN else 0
    die = play.roll("air power", s.turn, side)
    s.air[side] = {}
    name = "NATO" if side == HUNGARIAN else "Soviet"
    n = die + add
    play.say("air", rule, f"{name} air power: die {die}{f' ({add:+d})' if add else ''}, {n} points", side=side, die=die, points=n)
    s.stack.append(Muster(side, ["mix"], points=n))


def world_war(play: Play) -> None:
    """World War III may break out: the game ends then, and the points count as they stand (18.6)."""
    chosen = level(play.s)
    if not chosen:
        return
    die, top = play.roll("world war", play.s.turn), play.book.special["events"]["ww3_up_to"][chosen]
    breaks_out = die <= top
    what = "it breaks out" if breaks_out else "it does not break out"
    play.say("ww3", "18.6", f"World War III, die {die} (up to {top}): {what}", die=die)
    if breaks_out:
        play.s.over = play.scenario.outcome(play, "World War III breaks out")
