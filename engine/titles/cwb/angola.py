"""Angola '87 (section 17): two commands a side, supply, communications, monsoon, stacking, who may fight with whom."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from engine.decisions import Refusal
from engine.titles.cwb import angola_panels as shown
from engine.titles.cwb import angola_points as points
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.data import Book, Map, Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import NO_CAP, Battle, Scenario
from engine.titles.cwb.sequence import begin_game_turn
from engine.titles.cwb.state import HAND, OUT, POOL, WAITING, Muster, Note, Piece, SetUp, State

ADVISERS = ("USSR", "DDR")
NAMES = {"MPLA": "MPLA", "CUBA": "Cuban", "USSR": "Soviet", "DDR": "East German", "SADF": "SADF", "UNITA": "UNITA"}
SOUTH_AFRICANS = ("SADF", "UNITA")


def stacking_limits(book: Book, board: Map) -> dict[str, int]:
    """How many units may stand in each hex: three on an airfield, two in a village or a trail hex, one elsewhere (7.10, I23)."""
    if "limits" not in board.memo:
        limits = book.tables["stacking"]["angola"]
        board.memo["limits"] = {
            h: max(
                limits["other"],
                limits["airfield"] if "airfield" in board.flags[h] else 0,
                limits["village"] if board.terrain[h] == "village" else 0,
                limits["trail"] if h in board.linked else 0,
            )
            for h in board.grid.ids
        }
    found: dict[str, int] = board.memo["limits"]
    return found


class Angola(Scenario):
    """The special rules of Angola '87."""

    id = "angola87"
    map_id = "angola"
    wet_id = "angola-monsoon"
    first = COMMUNIST
    second = SOUTH_AFRICAN
    disengages_into_zoc = True
    bound_commands = frozenset(("MPLA", "CUBA", "UNITA"))
    bound_air = frozenset((COMMUNIST,))

    def side_name(self, side: str) -> str:
        """A side's name for texts."""
        return {COMMUNIST: "Communist", SOUTH_AFRICAN: "South African"}[side]

    def command_name(self, cmd: str) -> str:
        """A command's short name for texts."""
        return NAMES[cmd]

    def side_of(self, cmd: str) -> str:
        """The side that a command belongs to."""
        return SOUTH_AFRICAN if cmd in SOUTH_AFRICANS else COMMUNIST

    def monsoon(self, state: State) -> bool:
        """Whether it is a monsoon turn (17.33)."""
        return state.turn in self.book(state).special["monsoon"]

    def terrain(self, state: State, book: Book) -> Map:
        """The map as it is this turn: rivers rise and trails are lost in the monsoon (17.33)."""
        return book.wet if self.monsoon(state) else book.map

    def board_id(self, state: State) -> str:
        """The map in the dry season or in the monsoon (17.33)."""
        return self.wet_id if self.monsoon(state) else self.map_id

    def board_ids(self) -> tuple[str, ...]:
        """Both maps."""
        return self.map_id, self.wet_id

    def entrance(self, book: Book, unit: Unit) -> str:
        """Where a scheduled unit enters (17.10, 17.21)."""
        return shown.entrance(book, unit)

    def on_call(self, state: State) -> dict[str, Any]:
        """Contingency forces, the 82nd Brigade, UNITA picks and optional units (17.10-17.12, 17.23-17.26)."""
        return shown.on_call(state, self)

    def signs(self, state: State) -> dict[str, Any]:
        """Weather, supply, refits and events (17.31-17.33, 18.5)."""
        return shown.signs(state, self)

    def lists(self, state: State) -> dict[str, Any]:
        """What may be done once a game (17.28, 17.32)."""
        return {"once": shown.once(state)}

    def place(self, book: Book, name: str) -> str:
        """The hex of a named place."""
        return book.map.places[name]

    def base(self, book: Book, side: str) -> str:
        """A side's main supply base (17.31)."""
        return self.place(book, "Cuito Cuanavale" if side == COMMUNIST else "Mavinga")

    def initial(self, unit: Unit, options: Mapping[str, str]) -> str:
        """Where a counter is before the set-up."""
        arrives = unit.arrives
        if "pool" in arrives:
            return POOL
        if "setup" in arrives:
            return HAND
        if arrives.get("optional"):
            return OUT
        return WAITING

    def draws(self, options: Mapping[str, str]) -> dict[str, list[str]]:
        """UNITA's initial units are drawn unseen (17.19)."""
        return {SOUTH_AFRICAN: ["UNITA"]}

    def untried(self, unit: Unit) -> bool:
        """All but SADF units are deployed untried (17.15, 17.29)."""
        return unit.cmd != "SADF"

    # stacking and movement

    def limit(self, state: State, field: Field, hex_id: str) -> int:
        """Three on an airfield, two in a village or a trail hex, one elsewhere: the best that applies (7.10, I23)."""
        return stacking_limits(field.book, field.map)[hex_id]

    def mixes(self, unit: Unit, other: Unit) -> bool:
        """Commands do not share a hex; advisers do with both Communist ones, SADF special forces with UNITA (17.8, 17.18)."""
        if unit.cmd == other.cmd:
            return True
        if self.side_of(unit.cmd) == COMMUNIST:
            return unit.cmd in ADVISERS or other.cmd in ADVISERS
        return any(u.cmd == "SADF" and u.type == "special_forces" for u in (unit, other))

    def movement_factor(self, state: State, pid: str) -> int:
        """Communist movement is doubled on turn 1, that of the 82nd Brigade on the turn it comes (17.17, 17.23)."""
        piece = state.pieces[pid]
        if piece.side == COMMUNIST and state.turn == 1:
            return int(self.book(state).special["first_turn_mp_factor"])
        book = self.book(state)
        if book.units[piece.unit].arrives.get("rotation") and state.special.get(f"entered {pid}") == state.turn:
            return int(book.special["rotation_mp_factor"])
        return 1

    def entered(self, play: Play, pid: str) -> None:
        """The turn in which a SADF unit came into play counts for its movement and for the drop (17.23, 17.28)."""
        if play.unit(pid).cmd == "SADF":
            play.s.special[f"entered {pid}"] = play.s.turn

    def may_move(self, state: State, pid: str) -> Refusal | None:
        """Reinforcements wait until they are due (17.10, 17.20)."""
        piece = state.pieces[pid]
        if piece.at == WAITING and not self.due(state, pid):
            return Refusal("not_due", "it has not arrived yet", "6.6")
        return None

    def shuns_zoc(self, state: State, side: str) -> bool:
        """In a refit turn no unit moves into an enemy zone of control (17.32)."""
        return self.refitting(state, side)

    def refitting(self, state: State, side: str) -> bool:
        """Whether a side refits in this player turn (17.32)."""
        return state.side == side and state.special.get(f"refit {side}") == state.turn

    def airmobile(self, unit: Unit) -> bool:
        """Special forces; on the South African side airborne and light infantry too, of the SADF only (17.14, 17.28)."""
        if unit.cmd == "UNITA":
            return False
        return unit.type == "special_forces" or (unit.cmd == "SADF" and unit.type in ("airborne", "light_infantry"))

    def air_rule(self, state: State, side: str) -> str:
        """The rule that gives a side its air points (17.11, 17.22)."""
        return "17.11" if side == COMMUNIST else "17.22"

    def drops(self, state: State, field: Field, pid: str) -> bool:
        """Whether a piece may make the one airborne drop: SADF, parachute or special forces, that began its turn in a quiet

        Mavinga (17.28); one that was placed there in this turn did not.
        """
        piece, unit = state.pieces[pid], field.unit(pid)
        mavinga = self.place(field.book, "Mavinga")
        return (
            unit.cmd == "SADF"
            and (unit.type == "special_forces" or unit.airborne)
            and "drop" not in state.special
            and piece.at == mavinga
            and not piece.moved
            and state.special.get(f"entered {pid}") != state.turn
            and not field.in_zoc(mavinga, COMMUNIST)
        )

    def dropped(self, state: State) -> None:
        """The one airborne drop of the game has been made (17.28)."""
        state.special["drop"] = state.turn

    # combat

    def may_support(self, unit: Unit, battle: Sequence[Unit]) -> Refusal | None:
        """MPLA, Cuban and UNITA artillery serve a battle of their own force; advisers use either; SADF serves all (17.8, 17.18, I13)."""
        if unit.cmd == "SADF" or any(u.cmd == unit.cmd for u in battle):
            return None
        if unit.cmd in ("MPLA", "CUBA") and battle and all(u.cmd in ADVISERS for u in battle):
            return None
        return Refusal("other_command", "its force has no unit in this battle", "17.8" if unit.cmd != "UNITA" else "17.18")

    def support_limit(self, state: State, side: str) -> int:
        """One artillery unit a support or protective fire for the Communist side (17.8)."""
        limits = self.book(state).special["support_artillery_max"]
        return int(limits.get(side, 99))

    def crt_bar(self, state: State, attackers: Sequence[Unit]) -> Refusal | None:
        """Mobile CRT: Communists only with an adviser's manoeuvre unit, UNITA only with one of the SADF (17.16, 17.30)."""
        if not attackers:
            return None
        if self.side_of(attackers[0].cmd) == COMMUNIST:
            if any(u.cmd in ADVISERS and not u.artillery for u in attackers):
                return None
            return Refusal("no_mobile", "no East German or Soviet manoeuvre unit attacks", "17.16")
        if all(u.cmd == "SADF" for u in attackers) or any(u.cmd == "SADF" and not u.artillery for u in attackers):
            return None
        return Refusal("no_mobile", "no SADF manoeuvre unit shares the attack", "17.30")

    def side_has_fpf(self, state: State, side: str, defenders: Sequence[str]) -> bool:
        """Whether a side could fire protectively by what all know: guns that are open or untried counters, and air markers."""
        return self.has_guns(state, side) or (not self.plots_air(state, side) and self.has_air(state, side, self.support_air(side)))

    def side_has_fire(self, state: State, side: str) -> bool:
        """Whether a side could bombard by what all know."""
        return self.has_guns(state, side) or (not self.plots_air(state, side) and self.has_air(state, side, self.bombard_air(side)))

    def support_air(self, side: str) -> tuple[str, ...]:
        """Gunships of both sides; South African TAC (12.3)."""
        return ("TAC", "HELI_GUNSHIP") if side == SOUTH_AFRICAN else ("HELI_GUNSHIP",)

    def bombard_air(self, side: str) -> tuple[str, ...]:
        """TAC (12.3)."""
        return ("TAC",)

    def air_cap(self, state: State, side: str) -> int:
        """One Communist airstrike a hex and turn (12.6)."""
        return int(self.book(state).tables["air_cap_per_hex"]["COMMUNIST"]) if side == COMMUNIST else NO_CAP

    def shifts(self, state: State, field: Field, battle: Battle) -> list[tuple[int, Note]]:
        """Communications, supply, monsoon, refit and the bonus event (17.13, 17.31-17.33, 18.5)."""
        special = field.book.special
        out: list[tuple[int, Note]] = []
        shift = self._communications(state, field, battle)
        if shift:
            out.append((shift, Note("Communications unit near", f"{abs(shift)}{'R' if shift > 0 else 'L'}", "17.13")))
        guns_or_men = bool(battle.attackers or battle.support)
        if guns_or_men and self.short(state, field, battle.side):
            out.append((special["supply_shift"], Note("Supply shortage", f"{-special['supply_shift']}L", "17.31")))
        if self.monsoon(state):
            out.append((special["monsoon_shift"], Note("Monsoon", f"{-special['monsoon_shift']}L", "17.33")))
        if self.refitting(state, battle.side):
            out.append((special["refit_shift"], Note("Refit", f"{-special['refit_shift']}L", "17.32")))
        if battle.attackers and state.special.get(f"bonus {battle.side}") == state.turn:
            bonus = special["events"]["bonus_shift"]
            out.append((bonus, Note("Bonus event", f"{bonus}R", "18.5")))
        return out

    def _communications(self, state: State, field: Field, battle: Battle) -> int:
        """One column for Communist units within two hexes of an unsuppressed communications unit; for air by the target (17.13)."""
        grid, special = field.map.grid, field.book.special
        near = 0
        for pid, piece in field.pieces_of(COMMUNIST):
            if not piece.suppressed and battle.knows(pid) and field.unit(pid).type == "communications":
                near |= grid.within(piece.at, special["communications_range"])
        shift = int(special["communications_shift"])
        if battle.side == COMMUNIST:
            ours = [*battle.attackers, *battle.support]
            hexes = [state.pieces[p].at for p in ours] + ([state.pieces[p].at for p in battle.defenders] if battle.air else [])
        else:
            hexes, shift = [state.pieces[p].at for p in (*battle.defenders, *battle.fpf)], -shift
        return shift if any(near >> grid.index[h] & 1 for h in hexes) else 0

    def short(self, state: State, field: Field, side: str) -> bool:
        """Whether a side suffers from a supply shortage: no base unit in its main base, or enemy ZOC there (17.31)."""
        home = self.base(field.book, side)
        has_base = any(state.pieces[p].side == side and field.unit(p).type == "base" for p in field.at.get(home, ()))
        return not has_base or field.in_zoc(home, self.enemy(side))

    # losses and victory

    def after_elimination(self, play: Play, pid: str) -> str:
        """Score a loss; UNITA units go back to the pool (17.3, 17.5, 17.24)."""
        return points.eliminated(play, pid)

    def score_holding(self, play: Play) -> None:
        """Points for places held at the end (17.4, 17.6)."""
        points.score_holding(play)

    # the sequence

    def after_set_up(self, play: Play, side: str) -> None:
        """The Communist side sets up second; then turn 1 begins (17.1)."""
        if side == SOUTH_AFRICAN:
            play.s.stack.append(SetUp(COMMUNIST))
        else:
            begin_game_turn(play)

    def random_event(self, play: Play) -> None:
        """A bonus for the leading side, or UN attention (18.5)."""
        points.random_event(play)

    def begin_reinforcement(self, play: Play) -> None:
        """Calls, air power, arrivals and placing, step by step (17.10-17.12, 17.20-17.27)."""
        play.s.stack.append(Muster(play.s.side, ["muster", "air", "mix", "arrivals", "replacements", "place"]))

    def schedule(self, state: State, piece: Piece, unit: Unit) -> Hashable:
        """Who waits for what is known to all by the lists of 17.9-17.12 and 17.20-17.25; the rest is here, or in the pool, alike."""
        if piece.at == WAITING:
            return repr(sorted(unit.arrives.items()))
        return unit.cmd != "UNITA" and ("optional" in unit.arrives or "contingency" in unit.arrives)

    def turn_label(self, state: State) -> str:
        """The month of the current turn, and its weather."""
        label = super().turn_label(state)
        return f"{label}, monsoon" if self.monsoon(state) else label

    # arrivals

    def due(self, state: State, pid: str) -> bool:
        """Whether an off-map piece has arrived (6.6, 17.10, 17.20, 17.23, 17.26)."""
        arrives = self.book(state).units[state.pieces[pid].unit].arrives
        if arrives.get("contingency"):
            return 0 < state.special.get("contingency", 0) <= state.turn
        if arrives.get("rotation"):
            return 0 < state.special.get("rotated", 0) <= state.turn
        if arrives.get("optional"):
            return 0 < state.special.get(f"due {pid}", 0) <= state.turn
        return int(arrives.get("turn", 99)) <= state.turn

    def placeable(self, state: State, field: Field, pid: str) -> list[str]:
        """The hexes where a piece of a hand may be placed now (17.9, 17.10, 17.19, 17.21, 17.24)."""
        set_up = bool(state.stack) and isinstance(state.stack[-1], SetUp)
        hexes = self._set_up_zone(field, pid) if set_up else self._entry_zone(state, field, pid)
        side, unit = state.pieces[pid].side, field.unit(pid)
        kept = self._kept_room(state, field, pid) if set_up else {}
        out = []
        for h in field.map.grid.hexes(hexes):
            if field.holder.get(h, side) != side or h == state.pieces[pid].at:
                continue
            others = [field.unit(p) for p in field.at.get(h, ()) if p != pid]
            if self.fits(state, field, unit, h, [*others, *kept.get(h, ())]):
                out.append(h)
        return out

    def _kept_room(self, state: State, field: Field, pid: str) -> dict[str, list[Unit]]:
        """By hex, units still to be placed that may stand there alone: room is kept for them (17.9)."""
        side = state.pieces[pid].side
        out: dict[str, list[Unit]] = {}
        for unit in (field.unit(p) for p, x in state.pieces.items() if x.side == side and x.at == HAND and p != pid):
            if unit.arrives.get("within") == 0:
                out.setdefault(self.place(field.book, unit.arrives["place"]), []).append(unit)
        return out

    def _set_up_zone(self, field: Field, pid: str) -> int:
        """Around the base for most; guerrillas not near Cuito, other UNITA near a town or village but Cuito (17.9, 17.19)."""
        unit, grid, special = field.unit(pid), field.map.grid, field.book.special
        arrives: dict[str, Any] = unit.arrives
        cuito = self.place(field.book, "Cuito Cuanavale")
        if "place" in arrives:
            return grid.within(self.place(field.book, arrives["place"]), int(arrives["within"]))
        if unit.type == "guerrilla":
            return ((1 << len(grid.ids)) - 1) & ~grid.within(cuito, int(special["unita_from_cuito"]["set_up"]) - 1)
        zone = 0
        for h, terrain in field.map.terrain.items():
            if terrain in ("town", "village") and h != cuito:
                zone |= grid.within(h, int(special["unita_near_town"]))
        return zone

    def _entry_zone(self, state: State, field: Field, pid: str) -> int:
        """Entry hexes of reinforcements; where the enemy holds all of them, the nearest free edge hexes (6.6)."""
        unit, grid, special = field.unit(pid), field.map.grid, field.book.special
        cuito, mavinga = self.place(field.book, "Cuito Cuanavale"), self.place(field.book, "Mavinga")
        if unit.type == "base":
            home = self.base(field.book, state.pieces[pid].side)
            return grid.bits([home]) if field.holder.get(home) == state.pieces[pid].side else 0
        if self.side_of(unit.cmd) == COMMUNIST:
            near = grid.within(cuito, int(special["entry_within"]))
            zone = grid.bits((*grid.edge("north"), *grid.edge("west"))) & near
            return self._unblocked(field, zone, (*grid.edge("north"), *grid.edge("west")), COMMUNIST)
        if unit.cmd == "SADF":
            zone = grid.bits(grid.edge("south"))
            if field.holder.get(mavinga) == SOUTH_AFRICAN and not field.in_zoc(mavinga, COMMUNIST):
                zone |= grid.bits([mavinga])
            return zone
        if unit.type == "guerrilla":
            return ((1 << len(grid.ids)) - 1) & ~grid.within(cuito, int(special["unita_from_cuito"]["reinforcement"]) - 1)
        zone = grid.bits(grid.edge("east"))
        base_there = any(field.unit(p).type == "base" for p in field.at.get(mavinga, ()) if state.pieces[p].side == SOUTH_AFRICAN)
        if base_there and not field.in_zoc(mavinga, COMMUNIST):
            zone |= grid.neighbour_bits[mavinga]
        return zone

    def _unblocked(self, field: Field, zone: int, edge: Sequence[str], side: str) -> int:
        """The zone, or the free edge hexes nearest to it where the enemy stands on all of it (6.6)."""
        grid, enemy = field.map.grid, field.held(self.enemy(side))
        if zone & ~enemy:
            return zone
        free = [h for h in edge if not enemy >> grid.index[h] & 1]
        start = list(grid.hexes(zone))
        for radius in range(1, 30):
            near = 0
            for h in start:
                near |= grid.within(h, radius)
            found = grid.bits(free) & near
            if found:
                return found
        return 0


ANGOLA = Angola()
