"""What a scenario decides for the shared rules: sides, stacking, commands, shifts, points, reinforcements, events, victory."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.decisions import Refusal
from engine.title import Outcome
from engine.titles.cwb.data import Book, Map, Unit, book
from engine.titles.cwb.field import Field
from engine.titles.cwb.options import FIRE_CONTROL, PARATROOPS, on
from engine.titles.cwb.state import Note, Piece, State
from engine.titles.cwb.verdict import conclude

if TYPE_CHECKING:
    from engine.titles.cwb.play import Play

NO_CAP = 99
"""An air cap that is none."""


class Battle(msgspec.Struct):
    """The pieces of one combat, and whether the attacker adds air points.

    `knows` tells which of all pieces whoever asks may take into account: all of them when it is resolved.
    """

    side: str
    attackers: Sequence[str]
    defenders: Sequence[str]
    support: Sequence[str] = ()
    fpf: Sequence[str] = ()
    air: bool = False
    knows: Callable[[str], bool] = lambda _: True


def edge_name(edge: str) -> str:
    """A map edge in words."""
    return {"any": "any edge", "north_east_of_danube": "north edge, east of the Danube"}.get(edge, f"{edge} edge")


class Scenario:
    """Base of the two scenarios. A scenario overrides what its special rules change."""

    id: str
    map_id: str
    first: str
    second: str

    def book(self, state: State) -> Book:
        """The compiled pack of a game."""
        return book(state.pack, self.map_id)

    def field(self, state: State) -> Field:
        """Positions and zones of control of a state."""
        book = self.book(state)
        return Field(state, book, self.terrain(state, book))

    def terrain(self, state: State, book: Book) -> Map:
        """The map as it is this turn."""
        return book.map

    def side_of(self, cmd: str) -> str:
        """The side that a command belongs to."""
        raise NotImplementedError

    def initial(self, unit: Unit, options: Mapping[str, str]) -> str:
        """The box where a counter is before the set-up."""
        raise NotImplementedError

    def untried(self, unit: Unit) -> bool:
        """Whether a unit is deployed untried (14.1)."""
        return True

    def draws(self, options: Mapping[str, str]) -> dict[str, list[str]]:
        """Per side the commands of which it draws its initial units blindly."""
        return {}

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.second if side == self.first else self.first

    def begin(self, play: Play) -> None:
        """What the options bring before the set-up (16.15)."""

    # names

    def side_name(self, side: str) -> str:
        """A side's name for texts."""
        raise NotImplementedError

    def command_name(self, cmd: str) -> str:
        """A command's short name for texts."""
        raise NotImplementedError

    # what is shown beside the map

    def entrance(self, book: Book, unit: Unit) -> str:
        """Where a scheduled unit enters, in words."""
        return edge_name(unit.arrives.get("edge", "any"))

    def on_call(self, state: State) -> dict[str, Any]:
        """Rows of the calendar for what does not come by the schedule alone."""
        return {}

    def signs(self, state: State) -> dict[str, Any]:
        """What holds for this turn, at a glance: rows of a panel of signs."""
        return {}

    def lists(self, state: State) -> dict[str, Any]:
        """More panels of this scenario, by id."""
        return {}

    def board_id(self, state: State) -> str:
        """The map that clients draw this turn."""
        return self.map_id

    def board_ids(self) -> tuple[str, ...]:
        """All maps of this scenario that clients may draw."""
        return (self.map_id,)

    def symbol_name(self, unit_type: str) -> str:
        """A unit type's name for texts."""
        return unit_type.replace("_", " ")

    # movement and stacking (section 7)

    def limit(self, state: State, field: Field, hex_id: str) -> int:
        """How many units may stand in a hex at the end of a phase (7.8)."""
        raise NotImplementedError

    def mixes(self, unit: Unit, other: Unit) -> bool:
        """Whether two friendly units may share a hex."""
        raise NotImplementedError

    def fits(self, state: State, field: Field, unit: Unit, hex_id: str, others: Sequence[Unit]) -> bool:
        """Whether a unit may end a phase in a hex beside some others (7.8 and the scenario's command rules)."""
        return len(others) < self.limit(state, field, hex_id) and (not others or all(self.mixes(unit, o) for o in others))

    def bridges_river(self, state: State, field: Field, side: str, a: str, b: str) -> str:
        """The piece whose engineers let this side cross a river side free of MP now, or "" (Budapest 16.27)."""
        return ""

    disengages_into_zoc = False
    """Whether a disengaging unit may enter another enemy ZOC later in its move (8.10: in Angola)."""

    def movement_factor(self, state: State, pid: str) -> int:
        """By how much a unit's movement is multiplied this turn (17.17, 17.23)."""
        return 1

    def shuns_zoc(self, state: State, side: str) -> bool:
        """Whether a side's units may not move into enemy zones of control this turn (17.32)."""
        return False

    def entered(self, play: Play, pid: str) -> None:
        """What to remember of a reinforcement that has been placed."""

    def drops(self, state: State, field: Field, pid: str) -> bool:
        """Whether a piece may make an airborne drop now (17.28)."""
        return False

    def dropped(self, state: State) -> None:
        """Note that the one airborne drop of the game has been made (17.28)."""

    def lands_by_table(self, state: State) -> bool:
        """Whether airborne landings roll on the landing table (section 19)."""
        return on(state, PARATROOPS)

    def landing_add(self, unit: Unit, book: Book) -> int:
        """The scenario's own modifier of a landing roll (19.6)."""
        return 0

    fatal_landing = False
    """Whether a failed landing eliminates the unit instead of suppressing it (19.7)."""

    def monsoon(self, state: State) -> bool:
        """Whether it is a monsoon turn (17.33)."""
        return False

    def short(self, state: State, field: Field, side: str) -> bool:
        """Whether a side suffers from a supply shortage (17.31)."""
        return False

    def refitting(self, state: State, side: str) -> bool:
        """Whether a side refits in this player turn (17.32)."""
        return False

    def due(self, state: State, pid: str) -> bool:
        """Whether an off-map piece has arrived (6.6)."""
        return False

    def may_move(self, state: State, pid: str) -> Refusal | None:
        """Why a piece may not move this phase, beyond the common rules."""
        return None

    def entry_hexes(self, state: State, field: Field, unit: Unit) -> list[str]:
        """The hexes where an off-map unit may enter by road now."""
        return []

    def placement_edge(self, state: State, field: Field, unit: Unit) -> list[str]:
        """Edge hexes where a unit may be placed because a scheduled entry hex is blocked (16.26, 6.6)."""
        return []

    def airmobile(self, unit: Unit) -> bool:
        """Whether a transport helicopter may move this unit (13.2)."""
        return False

    def flies_in(self, unit: Unit) -> bool:
        """Whether a transport helicopter may bring this unit from off the map (6.4)."""
        return True

    def markers(self, book: Book, side: str) -> Mapping[str, int]:
        """The air markers that a side has (2.10)."""
        return book.air[side.upper()]

    def air_rule(self, state: State, side: str) -> str:
        """The rule that gives a side its air points."""
        raise NotImplementedError

    # combat (sections 9-12)

    def may_support(self, unit: Unit, battle: Sequence[Unit]) -> Refusal | None:
        """Why a ranged artillery unit may not support or protect a battle that these friendly ground units fight."""
        return None

    def support_limit(self, state: State, side: str) -> int:
        """The most artillery units of a side in one support or protective fire (17.8)."""
        return 99

    def side_has_fpf(self, state: State, side: str, defenders: Sequence[str]) -> bool:
        """Whether, by what everybody knows, a side could have final protective fire at all for some of its pieces."""
        return True

    def side_has_fire(self, state: State, side: str) -> bool:
        """Whether, by what everybody knows, a side could bombard at all."""
        return True

    def has_guns(self, state: State, side: str, plotted: bool = False) -> bool:
        """Whether a side could have a gun that may fire, by what all know: an open one, or an untried counter.

        `plotted`: whether it is asked for the forces that fire control binds, or for the others.
        """
        book = self.book(state)
        return any(
            p.side == side
            and p.on_map
            and not (p.fired or p.suppressed or p.shaken)
            and (not p.revealed or book.units[p.unit].artillery)
            and self.plots(state, book.units[p.unit].cmd) == plotted
            for p in state.pieces.values()
        )

    def has_air(self, state: State, side: str, kinds: Sequence[str]) -> bool:
        """Whether a side has unused air markers of some kinds."""
        pools = state.air.get(side, {})
        return any(k in pools and pools[k].left > 0 for k in kinds)

    bound_commands: frozenset[str] = frozenset()
    """The commands whose artillery fire control binds (23.1)."""
    bound_air: frozenset[str] = frozenset()
    """The sides whose air fire control binds (23.1)."""

    def plots(self, state: State, cmd: str) -> bool:
        """Whether the artillery of a command fires only as plotted (23.1)."""
        return cmd in self.bound_commands and on(state, FIRE_CONTROL)

    def plots_air(self, state: State, side: str) -> bool:
        """Whether a side's air points strike only as plotted (23.1)."""
        return side in self.bound_air and on(state, FIRE_CONTROL)

    def support_air(self, side: str) -> tuple[str, ...]:
        """Air markers that a side may use for close support and FPF (12.3)."""
        return ()

    def air_serves(self, side: str, battle: Sequence[Unit]) -> bool:
        """Whether a side's air points may support or protect a battle that these friendly ground units fight (16.10)."""
        return True

    def bombard_air(self, side: str) -> tuple[str, ...]:
        """Air markers that a side may bombard with (12.3)."""
        return ()

    def recon_air(self, side: str) -> tuple[str, ...]:
        """Air markers that a side may use for recon (20.3)."""
        return ("TAC", "HELI_GUNSHIP", "HELI_TRANSPORT")

    def air_cap(self, state: State, side: str) -> int:
        """The most airstrikes of a side against one hex in a turn (12.6)."""
        return NO_CAP

    def crt_bar(self, state: State, attackers: Sequence[Unit]) -> Refusal | None:
        """Why these attackers may not use the Mobile CRT."""
        return None

    def shifts(self, state: State, field: Field, battle: Battle) -> list[tuple[int, Note]]:
        """The scenario's own column shifts for a combat."""
        return []

    def after_fire(self, play: Play, side: str, hexes: Sequence[str]) -> None:
        """What artillery or air fire of a side into hexes does besides its result (rubble, 16.32)."""

    def after_air(self, play: Play, side: str, hexes: Sequence[str], points: int) -> None:
        """What air points used against the hexes of one combat score at once (16.7)."""

    # losses and victory

    def after_elimination(self, play: Play, pid: str) -> str:
        """Score an eliminated piece and name the box that it goes to."""
        raise NotImplementedError

    def outcome(self, play: Play, reason: str) -> Outcome:
        """Score what is scored at the end and give the result (15.2)."""
        self.score_holding(play)
        return conclude(play, reason)

    def score_holding(self, play: Play) -> None:
        """Score what is held at the end of the game."""
        raise NotImplementedError

    # the sequence of play (section 4)

    def after_set_up(self, play: Play, side: str) -> None:
        """What follows a side's set-up: the other's, or the first turn."""
        raise NotImplementedError

    def begin_turn(self, play: Play) -> None:
        """Random events of turns 2 and later (5.1)."""
        if play.s.turn >= play.book.special["events"]["first_turn"]:
            self.random_event(play)

    def random_event(self, play: Play) -> None:
        """One roll on the events chart; may push frames that ask for choices (section 5)."""
        raise NotImplementedError

    def begin_reinforcement(self, play: Play) -> None:
        """What comes in the phasing side's reinforcement phase; may push a Place frame (section 6)."""

    def world_war(self, play: Play) -> None:
        """World War III may end the game (Budapest 18.6)."""

    def end_turn(self, play: Play) -> bool:
        """The end after the last turn: True when the game has just ended (4.3)."""
        if play.s.turn < play.book.special["turns"]:
            return False
        play.s.over = self.outcome(play, "The last turn is over")
        return True

    def may_withhold(self, unit: Unit) -> bool:
        """Whether a unit in hand may be left off the map when the set-up ends (16.15, I41)."""
        return False

    def placeable(self, state: State, field: Field, pid: str) -> list[str]:
        """The hexes where a piece of a hand may be placed now (set-up or reinforcement)."""
        return []

    def turn_label(self, state: State) -> str:
        """The date of the current turn."""
        return str(self.book(state).special["turn_track"][str(max(1, state.turn))]["label"])

    def schedule(self, state: State, piece: Piece, unit: Unit) -> Hashable:
        """What everybody knows of an unseen counter by where it is, were it this unit: counters with equal ones may be exchanged."""
        return ""
