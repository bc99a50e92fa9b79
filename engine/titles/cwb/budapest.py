"""Budapest '56 (section 16): commands, reinforcements, headquarters, engineers, rubble, embassies."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from engine.decisions import Refusal
from engine.titles.cwb import budapest_nato as nato
from engine.titles.cwb import budapest_panels as panels
from engine.titles.cwb import budapest_points as points
from engine.titles.cwb.budapest_points import HUNGARIAN, SOVIET, overt
from engine.titles.cwb.data import Book, Unit
from engine.titles.cwb.field import Field
from engine.titles.cwb.placement import draw, hand, tell_drawn
from engine.titles.cwb.play import Play
from engine.titles.cwb.scenario import NO_CAP, Battle, Scenario
from engine.titles.cwb.sequence import begin_game_turn
from engine.titles.cwb.state import HAND, OUT, POOL, WAITING, AirPool, Note, Picks, Piece, Place, SetUp, State

SPECIAL_CORPS = "SC"
NAMES = {
    "2G": "2nd Guards",
    "33G": "33rd Guards",
    "128G": "128th Guards",
    "SC": "Special Corps",
    "REB": "Rebel",
    "ARMY": "Army",
    "US": "US",
}


class Budapest(Scenario):
    """The special rules of Budapest '56."""

    id = "budapest56"
    map_id = "budapest"
    first = SOVIET
    second = HUNGARIAN
    bound_commands = frozenset(("2G", "33G", "128G", "SC"))
    bound_air = frozenset((SOVIET,))
    fatal_landing = True

    def side_name(self, side: str) -> str:
        """A side's name for texts."""
        return {SOVIET: "Soviet", HUNGARIAN: "Hungarian"}[side]

    def command_name(self, cmd: str) -> str:
        """A command's short name for texts."""
        return NAMES[cmd]

    def option(self, state: State, name: str) -> str:
        """The value of a scenario option."""
        return state.setup.options.get(name, "")

    def begin(self, play: Play) -> None:
        """The price of NATO's intervention (16.15)."""
        nato.begin(play)

    # stacking and movement

    def limit(self, state: State, field: Field, hex_id: str) -> int:
        """Two in clear and square hexes without an objective or stadium icon, one elsewhere, none in closed embassies (7.9, 16.33)."""
        key = "limit", hex_id, overt(state)
        found: int | None = field.map.memo.get(key)
        if found is None:
            found = field.map.memo[key] = self._limit(field, hex_id, overt(state))
        return found

    def _limit(self, field: Field, hex_id: str, embassies: bool) -> int:
        flags, terrain = field.map.flags[hex_id], field.map.terrain[hex_id]
        if "embassy" in flags and not embassies:
            return 0
        limits = field.book.tables["stacking"]["budapest"]
        if "objective" in flags or "stadium" in flags:
            return int(limits["other"])
        return int(limits.get(terrain, limits["other"]))

    def mixes(self, unit: Unit, other: Unit) -> bool:
        """Soviet divisions do not share a hex with each other, the Special Corps does with all; NATO stands apart (16.10, 16.18, 16.23)."""
        if nato.US in (unit.cmd, other.cmd):
            return nato.mixes(unit, other)
        if unit.cmd == other.cmd or SPECIAL_CORPS in (unit.cmd, other.cmd):
            return True
        return {unit.cmd, other.cmd} <= {"REB", "ARMY"}

    def bridges_river(self, state: State, field: Field, side: str, a: str, b: str) -> str:
        """The engineers, where they have not moved this phase and stand within two hexes of the river side (16.27)."""
        if side != SOVIET or not field.map.side_kind(a, b).endswith("river"):
            return ""
        for pid, piece in field.pieces_of(SOVIET):
            if field.unit(pid).type == "engineer" and not piece.moved:
                near = field.map.grid.within(piece.at, field.book.special["engineer_range"])
                if any(near >> field.map.grid.index[h] & 1 for h in (a, b)):
                    return pid
        return ""

    def may_move(self, state: State, pid: str) -> Refusal | None:
        """Units not yet due wait; engineers whose bridge was used stay for the phase (16.25, 16.27, I43)."""
        piece = state.pieces[pid]
        unit = self.book(state).units[piece.unit]
        if piece.at == WAITING and unit.arrives.get("turn", 0) > state.turn:
            return Refusal("not_due", f"arrives on turn {unit.arrives.get('turn')}", "16.25")
        if state.bridged and unit.type == "engineer" and piece.side == SOVIET:
            return Refusal("bridging", "units have crossed by the engineers' bridge in this phase", "16.27")
        return None

    def entry_hexes(self, state: State, field: Field, unit: Unit) -> list[str]:
        """The road hexes of a unit's edge (16.25, 16.26)."""
        edge = unit.arrives.get("edge", "")
        entry = field.map.entry
        if edge == "any":
            return sorted({h for name in ("north", "south", "east", "west") for h in entry[name]})
        return list(entry.get(edge, ()))

    def placement_edge(self, state: State, field: Field, unit: Unit) -> list[str]:
        """The whole edge, where a scheduled entry hex is blocked by enemy units (16.26)."""
        blocked = [h for h in self.entry_hexes(state, field, unit) if field.holder.get(h) == HUNGARIAN]
        edges = {"north_east_of_danube": "north"}
        names = {name for h in blocked for name in ("north", "south", "east", "west") if h in field.map.grid.edge(name)}
        if unit.arrives.get("edge") in edges:
            names = {edges[unit.arrives["edge"]]} if blocked else set()
        hexes = sorted({h for name in names for h in field.map.grid.edge(name)})
        if unit.arrives.get("edge") == "north_east_of_danube":
            shore = min(field.map.entry["north_east_of_danube"])
            hexes = [h for h in hexes if h >= shore]
        return hexes

    def airmobile(self, unit: Unit) -> bool:
        """Soviet airborne and special forces (16.28); on the other side NATO airborne and special forces (16.19)."""
        return unit.cmd in (SPECIAL_CORPS, "US") and (unit.type == "special_forces" or unit.type.startswith("airborne") or unit.airborne)

    def flies_in(self, unit: Unit) -> bool:
        """NATO units come by landing or are placed; no helicopter brings them (16.15, 16.20)."""
        return unit.cmd != nato.US

    def drops(self, state: State, field: Field, pid: str) -> bool:
        """Units of the 82nd land in any movement phase; no Soviet unit does (16.15, 16.20, 16.29)."""
        return state.pieces[pid].at == WAITING and nato.lands(field.unit(pid))

    def lands_by_table(self, state: State) -> bool:
        """A landing always takes the table here: overt intervention calls for it (16.15, 19.1, I38)."""
        return True

    def landing_add(self, unit: Unit, book: Book) -> int:
        """US units land at a disadvantage (19.6)."""
        return int(book.tables["landing_modifiers"]["us_in_budapest"]) if unit.cmd == nato.US else 0

    # air power

    def markers(self, book: Book, side: str) -> Mapping[str, int]:
        """The Soviet air markers, or NATO's (2.10)."""
        return book.air["SOVIET" if side == SOVIET else "NATO"]

    def air_rule(self, state: State, side: str) -> str:
        """The rule that gives a side its air points (16.16, 16.30)."""
        return "16.30" if side == SOVIET else "16.16"

    # combat

    def may_support(self, unit: Unit, battle: Sequence[Unit]) -> Refusal | None:
        """Division artillery serves its own division and the Special Corps only, NATO's a battle of NATO units (16.10, 16.23, I42)."""
        if unit.cmd == nato.US:
            return nato.serves(battle)
        if unit.cmd == SPECIAL_CORPS or all(u.cmd in (unit.cmd, SPECIAL_CORPS) for u in battle):
            return None
        return Refusal("other_command", "artillery of one division does not serve units of another", "16.23")

    def side_has_fpf(self, state: State, side: str, defenders: Sequence[str]) -> bool:
        """Whether a side could fire protectively by what all know: an untried or open Soviet artillery unit, or NATO for NATO units."""
        if side == HUNGARIAN:
            units = [self.book(state).units[state.pieces[p].unit] for p in defenders]
            return nato.serves(units) is None and nato.could_fire(state, self.book(state))
        return self.has_guns(state, side)

    def side_has_fire(self, state: State, side: str) -> bool:
        """Whether a side could bombard by what all know: the Soviet side with its air and artillery, NATO with its own."""
        return side == SOVIET or nato.could_fire(state, self.book(state))

    def support_air(self, side: str) -> tuple[str, ...]:
        """NATO's TAC and gunships; Soviet TAC supports nobody (12.3)."""
        return () if side == SOVIET else ("TAC", "HELI_GUNSHIP")

    def air_serves(self, side: str, battle: Sequence[Unit]) -> bool:
        """NATO air helps only where a NATO unit is in the battle (16.10)."""
        return side == SOVIET or nato.serves(battle) is None

    def bombard_air(self, side: str) -> tuple[str, ...]:
        """Soviet TAC only bombards; NATO bombards with TAC or SAC (12.3)."""
        return ("TAC",) if side == SOVIET else ("TAC", "SAC")

    def recon_air(self, side: str) -> tuple[str, ...]:
        """NATO air alone looks about (20.3)."""
        return () if side == SOVIET else super().recon_air(side)

    def air_cap(self, state: State, side: str) -> int:
        """Three Soviet airstrikes a hex and turn (12.6)."""
        return int(self.book(state).tables["air_cap_per_hex"]["SOVIET"]) if side == SOVIET else NO_CAP

    def shifts(self, state: State, field: Field, battle: Battle) -> list[tuple[int, Note]]:
        """Hungarian headquarters (16.17) and mixed Soviet divisions (16.23)."""
        out = []
        special = field.book.special
        hungarians = battle.attackers if battle.side == HUNGARIAN else battle.defenders
        if self._near_hq(state, field, battle, hungarians):
            shift = special["hq_shift"] if battle.side == HUNGARIAN else -special["hq_shift"]
            out.append((shift, Note("Hungarian headquarters near", f"{abs(shift)}{'R' if shift > 0 else 'L'}", "16.17")))
        soviets = [*battle.attackers, *battle.support] if battle.side == SOVIET else [*battle.defenders, *battle.fpf]
        divisions = {field.unit(p).cmd for p in soviets} - {SPECIAL_CORPS}
        if len(divisions) > 1:
            shift = special["mixed_command_shift"] if battle.side == SOVIET else -special["mixed_command_shift"]
            out.append((shift, Note("Soviet units of several divisions", f"{abs(shift)}{'R' if shift > 0 else 'L'}", "16.23")))
        return out

    def _near_hq(self, state: State, field: Field, battle: Battle, pids: Sequence[str]) -> bool:
        """Whether one Hungarian unit of a battle is within reach of an unsuppressed headquarters, real, dummy or untried (16.17)."""
        grid, reach = field.map.grid, field.book.special["hq_range"]
        near = 0
        for pid, piece in field.pieces_of(HUNGARIAN):
            if not piece.suppressed and battle.knows(pid) and field.unit(pid).type == "hq":
                near |= grid.within(piece.at, reach)
        return any(near >> grid.index[state.pieces[p].at] & 1 and field.unit(p).cmd != nato.US for p in pids)

    def after_fire(self, play: Play, side: str, hexes: Sequence[str]) -> None:
        """A die for each built-up hex that took fire; on the marked rolls it turns to rubble (16.32)."""
        for hex_id in hexes:
            flags, terrain = play.book.map.flags[hex_id], play.book.map.terrain[hex_id]
            if hex_id in play.s.rubble or not ({terrain, *flags} & {"objective", "suburban", "urban", "square"}):
                continue
            die = play.roll("rubble", play.s.turn, hex_id)
            if die < play.book.special["rubble_from"]:
                play.say("no_rubble", "16.32", f"Rubble at {hex_id}? die {die}: no", hex=hex_id, die=die)
                continue
            play.s.rubble = sorted([*play.s.rubble, hex_id])
            play.say("rubble", "16.32", f"Rubble at {hex_id}? die {die}: the hex turns to rubble", hex=hex_id, die=die)
            if side == SOVIET:
                play.score(HUNGARIAN, play.book.special["vp_hungarian"]["rubble"], "Hexes turned to rubble", "16.7")

    def after_air(self, play: Play, side: str, hexes: Sequence[str], air: int) -> None:
        """Soviet air points against urban and suburban hexes score for the Hungarians, once each, but not with open NATO help (16.7)."""
        town = any(play.book.map.terrain[h] in ("urban", "suburban") for h in hexes)
        if side == SOVIET and town and not overt(play.s):
            play.score(HUNGARIAN, air * play.book.special["vp_hungarian"]["air_point_in_town"], "Soviet air points on the town", "16.7")

    # losses and victory

    def after_elimination(self, play: Play, pid: str) -> str:
        """Score a loss; Rebels but HQ go back to the pool (16.3, 16.5, 16.13)."""
        return points.eliminated(play, pid, self.option(play.s, "army") == "yes")

    def score_holding(self, play: Play) -> None:
        """Points for what is held at the end (16.4, 16.6)."""
        points.score_holding(play)

    # the sequence

    def after_set_up(self, play: Play, side: str) -> None:
        """Turn 1 begins (16.1)."""
        begin_game_turn(play)

    def random_event(self, play: Play) -> None:
        """World War III, morale, or UN attention (18.6)."""
        points.random_event(play)

    def begin_reinforcement(self, play: Play) -> None:
        """Soviet air (16.30), or the Hungarian picks, one of them free with NATO, and NATO air (16.12, 16.15, 16.16)."""
        s = play.s
        if s.side == SOVIET:
            if overt(s):
                nato.roll_air(play, SOVIET)
            else:
                s.air[SOVIET] = {kind: AirPool(n, n) for kind, n in play.book.special["soviet_air"].items()}
            due = [pid for pid, p in s.pieces.items() if p.at == WAITING and play.unit(pid).arrives.get("turn") == s.turn]
            if due:
                play.say("due", "16.25", f"{len(due)} Soviet units arrive", side=SOVIET, count=len(due))
            return
        occupied = self.occupied(s, play.field)
        row = self.picks_for(play.book, occupied)
        drawn = {"REB": draw(play, HUNGARIAN, "REB", row["rebel"]), "ARMY": draw(play, HUNGARIAN, "ARMY", row["army"])}
        rebels, army = len(drawn["REB"]), len(drawn["ARMY"])
        play.say(
            "picks",
            "16.12",
            f"Hungarian units hold {occupied} objectives and squares: {rebels} Rebel and {army} Army picks",
            side=HUNGARIAN,
            count=occupied,
            picks={"REB": rebels, "ARMY": army},
        )
        tell_drawn(play, HUNGARIAN, [*drawn["REB"], *drawn["ARMY"]])
        if nato.level(s):
            s.stack.append(Picks(HUNGARIAN, int(play.book.special["picks_extra_nato"]), "16.15"))
        elif hand(s, HUNGARIAN):
            s.stack.append(Place(HUNGARIAN))
        if overt(s):
            nato.roll_air(play, HUNGARIAN)

    def picks_for(self, book: Book, occupied: int) -> dict[str, int]:
        """The picks of a turn by the objectives and squares that Hungarian units hold (16.12)."""
        rows: dict[str, dict[str, int]] = book.tables["hungarian_picks"]["from"]
        return rows[str(max(int(k) for k in rows if int(k) <= occupied))]

    def on_call(self, state: State) -> dict[str, Any]:
        """The picks of each turn, and NATO's units (16.12, 16.15)."""
        return panels.on_call(state, self)

    def occupied(self, state: State, field: Field) -> int:
        """Objective and square hexes with a Hungarian unit (16.12)."""
        return sum(self.counts(state, field, h) for h, side in field.holder.items() if side == HUNGARIAN)

    def counts(self, state: State, field: Field, hex_id: str) -> bool:
        """Whether a hex is an objective or a square (a terrain of its own); embassies are neither but with open NATO help (16.33)."""
        flags = field.map.flags[hex_id]
        return ("objective" in flags or field.map.terrain[hex_id] == "square") and ("embassy" not in flags or overt(state))

    def may_withhold(self, unit: Unit) -> bool:
        """The special forces of NATO come at the set-up or later (16.15, I41)."""
        return unit.cmd == nato.US

    def placeable(self, state: State, field: Field, pid: str) -> list[str]:
        """HQ go on objectives, others on or next to objectives and squares, but for NATO free of enemy ZOC (16.11, 16.12, 16.15)."""
        unit, at = field.unit(pid), state.pieces[pid].at
        objectives, zone = self._placing_zones(state, field)
        free = (objectives if unit.type == "hq" else zone) & ~field.held(SOVIET)
        if unit.cmd != nato.US:
            free &= ~field.zoc(SOVIET, unit)
        shared = free & field.held(HUNGARIAN)
        for hex_id in field.map.grid.hexes(shared):
            others = [field.unit(p) for p in field.at[hex_id] if p != pid]
            if hex_id == at or not self.fits(state, field, unit, hex_id, others):
                free &= ~(1 << field.map.grid.index[hex_id])
        return list(field.map.grid.hexes(free))

    def _placing_zones(self, state: State, field: Field) -> tuple[int, int]:
        """The bit sets of the objectives, and of the hexes on or next to an objective or square, of this map; none that holds nobody."""
        memo, grid, key = field.map.memo, field.map.grid, ("placing", overt(state))
        if key not in memo:
            marked = [h for h in grid.ids if self.counts(state, field, h)]
            room = grid.bits(h for h in grid.ids if self.limit(state, field, h) > 0)
            zone = 0
            for h in marked:
                zone |= grid.within(h, 1)
            memo[key] = grid.bits(h for h in marked if "objective" in field.map.flags[h]) & room, zone & room
        return memo[key]  # type: ignore[no-any-return]

    def world_war(self, play: Play) -> None:
        """World War III, where NATO intervenes (18.6)."""
        nato.world_war(play)

    def end_turn(self, play: Play) -> bool:
        """The quick game's test, and the end after the last turn (16.9, 4.3)."""
        if self.option(play.s, "quick") == "yes" and points.quick_end(play):
            return True
        return super().end_turn(play)

    def schedule(self, state: State, piece: Piece, unit: Unit) -> Hashable:
        """When a counter comes (16.25), and that pools hold no HQ (16.13).

        How many come this turn is told as it begins; which of those that came before still wait, is not.
        """
        if unit.cmd == nato.US:
            return "nato", unit.arrives["nato"]
        set_up = bool(state.stack) and isinstance(state.stack[0], SetUp)
        if piece.at == POOL or (piece.at == HAND and not set_up):
            return unit.type == "hq"
        turn = int(unit.arrives.get("turn", 0))
        if piece.at == WAITING and turn >= state.turn:
            return "waits", turn
        return max(state.turn, turn)

    def side_of(self, cmd: str) -> str:
        """The side that a command belongs to."""
        return HUNGARIAN if cmd in ("REB", "ARMY", nato.US) else SOVIET

    def draws(self, options: Mapping[str, str]) -> dict[str, list[str]]:
        """Rebels and Army units are drawn unseen; with the army's intervention all of the Army is there (16.11, 16.14)."""
        return {HUNGARIAN: ["REB"] if options.get("army") == "yes" else ["REB", "ARMY"]}

    def initial(self, unit: Unit, options: Mapping[str, str]) -> str:
        """Where a counter is before the set-up."""
        cmd, arrives, army = unit.cmd, unit.arrives, options.get("army") == "yes"
        if "turn" in arrives:
            return WAITING
        if "nato" in arrives:
            if not nato.takes_part(unit, options.get("nato", "")):
                return OUT
            return WAITING if nato.lands(unit) else HAND
        if "setup" in arrives or (cmd == "ARMY" and army):
            return HAND
        return POOL


BUDAPEST = Budapest()
