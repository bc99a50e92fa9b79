"""Recon (section 20, optional): units on the ground and air markers look at untried enemies.

That a recon is made, by whom and of what, is public; what it has seen is its owner's alone. Nothing is turned up. A counter that was
looked at stays known to the looker until it goes back face down or into a pool (`Piece.looked`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.flow import Ask
from engine.title import UMPIRE
from engine.titles.cwb.field import Field
from engine.titles.cwb.helicopters import air_defence, known_air_defence
from engine.titles.cwb.options import AIR_RECON, RECON, on
from engine.titles.cwb.play import Play, number
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import PhaseFrame, State

LOOKS = {
    "recon": "Recon: look at untried enemies next to a unit (20.1)",
    "air recon": "Aerial recon: spend an air point to look at a hex (20.3)",
}
SCOUTS = frozenset({"special_forces", "armored_cavalry", "recon", "police"})
"""The types of unit that may perform recon (20.2); both symbols of cavalry are one kind."""


def unseen(state: State, pids: Sequence[str]) -> list[str]:
    """Those of some enemies that are untried and that nobody has looked at."""
    return [p for p in pids if not (state.pieces[p].revealed or state.pieces[p].looked)]


def scouts(state: State, field: Field, side: str) -> list[str]:
    """A side's pieces that may make a recon now and would see something new: unmoved ones, and the last that has moved (20.1, 20.2)."""
    if state.side != side or not on(state, RECON):
        return []
    return [
        pid
        for pid, p in field.pieces_of(side)
        if not p.scouted and field.unit(pid).type in SCOUTS and unseen(state, field.enemies_next_to(p.at, side))
    ]


def flights(state: State, scenario: Scenario, field: Field, side: str) -> dict[str, list[str]]:
    """The air markers that a side may spend on recon in its movement phase: kind -> hexes worth a look (20.3).

    Not in or next to an air defence that it knows; an unknown one calls the flight off (I28).
    """
    if state.side != side or not on(state, AIR_RECON):
        return {}
    enemy = scenario.enemy(side)
    closed = known_air_defence(state, field, enemy, reach=1)
    index = field.map.grid.index
    hexes = [h for h, pids in sorted(field.at.items()) if field.holder[h] == enemy and unseen(state, pids) and not closed >> index[h] & 1]
    pools = state.air.get(side, {})
    return {k: hexes for k in scenario.recon_air(side) if hexes and k in pools and pools[k].left > 0}


def forgo(play: Play, but: str = "") -> None:
    """Whoever has moved makes no recon later in the player turn, but the last while nobody else has moved (20.1)."""
    if on(play.s, RECON):
        for other, p in play.s.pieces.items():
            if p.moved and other != but:
                p.scouted = True


def ask(play: Play) -> Ask | None:
    """The recon that the phasing side may make while it reinforces (20.1); in movement and combat it is among its other actions."""
    s = play.s
    bottom = s.stack[0] if s.stack else None
    if not (isinstance(bottom, PhaseFrame) and bottom.name == "reinforce" and bottom.begun) or not scouts(s, play.field, s.side):
        return None
    return Ask(s.side, "recon", "Recon by a unit next to untried enemies", "20.1", optional=True)


class ReconWalk(Walk):
    """`["recon", piece]`, `["air recon", kind, hex]`, or the picks of the phase's other actions, which `inner` takes."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario, inner: Walk | None = None) -> None:
        super().__init__(decision)
        self.s, self.scenario, self.inner = state, scenario, inner
        self.field = scenario.field(state)
        alias = state.aliases.get(decision.seat, {})
        self.ids = {alias[p]: p for p in sorted(scouts(state, self.field, decision.seat), key=lambda p: number(alias[p]))}
        self.flights = flights(state, scenario, self.field, decision.seat) if decision.kind == "move" else {}
        self.mode = ""
        self.pid = ""
        self.air = ""
        self.hex = ""

    def _values(self) -> list[str]:
        if self.mode == "recon":
            return list(self.ids)
        if self.mode == "air recon":
            return self.flights[self.air] if self.air else list(self.flights)
        inner = self.inner.values() if self.inner else []
        return inner if self.mode else [*self._looks(), *inner]

    def _looks(self) -> list[str]:
        return (["recon"] if self.ids else []) + (["air recon"] if self.flights else [])

    def _allows(self, value: str) -> bool:
        if self.mode in LOOKS or (not self.mode and value in LOOKS) or self.inner is None:
            return super()._allows(value)
        return self.inner._allows(value)

    def _take(self, value: str) -> None:
        if self.mode == "recon":
            self.pid, self.ready = self.ids[value], True
        elif self.mode == "air recon":
            self.air, self.hex, self.ready = (self.air, value, True) if self.air else (value, "", False)
        elif not self.mode and value in LOOKS:
            self.mode = value
        else:
            assert self.inner is not None
            self.mode = "inner"
            self.inner.pick(value)
            self.ready = self.inner.ready

    def _option(self, value: str) -> Option:
        if self.mode == "recon":
            piece = self.s.pieces[self.ids[value]]
            n = len(unseen(self.s, self.field.enemies_next_to(piece.at, piece.side)))
            return Option(value, piece=value, hex=piece.at, note=f"{n} untried {'enemy' if n == 1 else 'enemies'}")
        if self.mode == "air recon":
            if self.air:
                n = len(unseen(self.s, self.field.at[value]))
                return Option(value, hex=value, note=f"{n} untried")
            left = self.s.air[self.decision.seat][value].left
            return Option(value, label=f"{value.replace('_', ' ')} air point", note=f"{left} left")
        if not self.mode and value in LOOKS:
            return Option(value, label=LOOKS[value])
        assert self.inner is not None
        return self.inner._option(value)

    def _blocked(self) -> list[Option]:
        return self.inner._blocked() if self.inner and self.mode not in LOOKS else []

    def _prompt(self) -> str:
        if self.mode == "recon":
            return "Choose the unit that makes the recon"
        if self.mode == "air recon":
            return "Choose the hex to look at" if self.air else "Choose the air point to spend"
        return self.inner._prompt() if self.inner else "Recon"

    def _preview(self) -> Mapping[str, Any] | None:
        return self.inner._preview() if self.inner and self.mode not in LOOKS else None

    def _shortcuts(self) -> Mapping[str, tuple[str, str]] | None:
        return self.inner._shortcuts() if self.inner and self.mode not in LOOKS else None


def carry_out(play: Play, walk: ReconWalk) -> None:
    """A unit looks at all untried enemies next to it, or an air point at those of a hex (20.1, 20.3)."""
    if walk.mode == "air recon":
        fly_over(play, walk.decision.seat, walk.air, walk.hex)
        return
    piece = play.s.pieces[walk.pid]
    piece.scouted = True
    seen = [p for p in play.field.enemies_next_to(piece.at, piece.side) if not play.s.pieces[p].revealed]
    tell(play, piece.side, f"{{piece}} makes a recon from {piece.at}", seen, {"piece": walk.pid}, "20.1")


def fly_over(play: Play, side: str, kind: str, hex_id: str) -> None:
    """Spend an air marker on a look at a hex; an air defence there or next to it, known or not, calls it off (20.3)."""
    play.s.air[side][kind].left -= 1
    marker = f"{play.scenario.side_name(side)} {kind.replace('_', ' ')}"
    closed = air_defence(play.s, play.field, play.enemy(side), reach=1)
    if closed >> play.field.map.grid.index[hex_id] & 1:
        play.say(
            "recon_off",
            "20.3",
            f"The recon of {hex_id} by {marker} is called off: enemy air defence",
            hex=hex_id,
            side=side,
            discloses=True,
        )
        return
    seen = [p for p in play.field.at[hex_id] if not play.s.pieces[p].revealed]
    tell(play, side, f"{marker} makes a recon", seen, {}, "20.3")


def tell(play: Play, side: str, text: str, seen: Sequence[str], who: Mapping[str, str], rule: str) -> None:
    """Tell all that a side has looked at some pieces, and the side alone (and an umpire) what they are."""
    for pid in seen:
        play.s.pieces[pid].looked = True
    hexes = sorted({play.s.pieces[p].at for p in seen})
    others = [v for v in play.viewers if v not in (side, UMPIRE)]
    play.say("recon", rule, f"{text} of {', '.join(hexes)}", to=others, who={**who, "pieces": seen}, hexes=hexes, side=side, discloses=True)
    for viewer in (side, UMPIRE):
        found: dict[str, dict[str, str]] = {}
        lines = []
        for pid in sorted(seen, key=lambda p: (play.s.pieces[p].at, number(play.alias(viewer, p)))):
            unit = play.unit(pid)
            found[play.alias(viewer, pid)] = {"name": unit.name, "factors": unit.factors, "symbol": unit.type}
            name = f"{play.scenario.command_name(unit.cmd)} {unit.name}, {play.scenario.symbol_name(unit.type)} {unit.factors}"
            lines.append(f"at {play.s.pieces[pid].at} {name}")
        play.say(
            "recon",
            rule,
            f"{text}: {'; '.join(lines)}",
            to=(viewer,),
            who={**who, "pieces": seen},
            hexes=hexes,
            side=side,
            seen=found,
            discloses=True,
        )
