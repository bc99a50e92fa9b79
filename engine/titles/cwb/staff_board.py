"""What the staff bot knows of a game: the public pack and its seat's view, as bit sets and estimated counters."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from engine.packs import Pack
from engine.titles.cwb.data import Book, Unit, book
from engine.titles.cwb.irregulars import IRREGULAR, SECURITY, step_cost
from engine.titles.cwb.options import FIRE_CONTROL, IRREGULARS
from engine.titles.cwb.staff_counters import NO_COUNTER, Counter, Kind
from engine.titles.cwb.state import WAITING

FAR = 120
"""Half MP beyond which all is equally far."""

Step = tuple[int, int, int]
"""A kind of step: difference of hex indexes, cost in half MP, and the bit set of the hexes that it may start from."""


KINDS = {(mech, gun): Unit("", "", "", "", 0, 0, range=int(gun), mech=mech) for mech in (False, True) for gun in (False, True)}
"""A unit of each kind that terrain tells apart."""


class Board:
    """Static facts of a pack, compiled once: bit sets of kinds of hexes and of the steps between them."""

    def __init__(self, pack: Pack, scenario: str, wet: bool = False) -> None:
        self.book: Book = book(pack, scenario)
        self.map = self.book.wet if wet else self.book.map
        self.grid = self.map.grid
        self.all = (1 << len(self.grid.ids)) - 1
        self.closed = 0  # hexes where nobody may stand
        self.no_zoc = self.map.no_zoc
        self.hilltops = self.grid.bits(h for h in self.grid.ids if self.map.terrain[h] == "hilltop")
        self.rivers = self.grid.bits(h for pair, side in self.map.sides.items() if side["kind"].endswith("river") for h in pair)
        self.results = {
            crt: [sorted(Counted(self.book.charts.result(crt, i, die) for die in range(1, 7)).items()) for i in range(n)]
            for n in [len(self.book.charts.columns)]
            for crt in ("assault", "mobile")
        }
        self.kinds: dict[tuple[Any, ...], Kind] = {}
        self.reaches: dict[tuple[Any, ...], list[int]] = {}
        self._steps: dict[tuple[Any, ...], list[Step]] = {}
        self._ways: dict[tuple[str, bool, bool], dict[str, int]] = {}
        self._floods: dict[tuple[Any, ...], list[int]] = {}
        self._reach_hex = [self.map.reach(h) for h in self.grid.ids]

    def flood(self, goals: int, mech: bool, artillery: bool, rubble: tuple[str, ...], bridge: str = "") -> list[int]:
        """Bit sets of the hexes at each cost in half MP from the nearest of some goals, whoever stands between."""
        key = (goals, mech, artillery, rubble, bridge)
        if key not in self._floods:
            if len(self._floods) > 400:
                self._floods.clear()
            levels = [goals, *([0] * FAR)]
            seen = 0
            steps = self.steps(mech, artillery, rubble, bridge)
            for spent in range(FAR):
                here = levels[spent] = levels[spent] & ~seen
                seen |= here
                for delta, cost, origin in steps if here else ():
                    if spent + cost <= FAR and (found := here & origin):
                        levels[spent + cost] |= found << delta if delta > 0 else found >> -delta
            levels[FAR] = self.all & ~seen
            self._floods[key] = levels
        return self._floods[key]

    def way(self, goal: str, mech: bool, artillery: bool) -> dict[str, int]:
        """What a kind of unit pays from each hex to a goal, in half MP, whoever stands between; hexes beyond `FAR` are left out."""
        key = (goal, mech, artillery)
        if key not in self._ways:
            if len(self._ways) > 400:
                self._ways.clear()
            levels = self.flood(self.grid.bits([goal]), mech, artillery, ())
            self._ways[key] = {h: k for k, bits in enumerate(levels[:FAR]) for h in self.grid.hexes(bits)}
        return self._ways[key]

    def spread(self, bits: int) -> int:
        """The hexes that zones of control and combat reach from some hexes."""
        out = 0
        while bits:
            low = bits & -bits
            out |= self._reach_hex[low.bit_length() - 1]
            bits ^= low
        return out

    def grow(self, bits: int, n: int = 1) -> int:
        """Some hexes and all within n of them."""
        for _ in range(n):
            out = bits
            for h in self.grid.hexes(bits):
                out |= self.grid.neighbour_bits[h]
            bits = out
        return bits

    def step(
        self, mech: bool, artillery: bool, rubble: tuple[str, ...], bridge: str, a: str, b: str, irregular: bool = False
    ) -> int | None:
        """Half MP of one step, with rubble and, if any, an engineers' bridge around a hex (7.6, 16.27, 22.1); None where it is barred."""
        index, close = self.grid.index, False
        if bridge and self.map.side_kind(a, b).endswith("river"):
            near = self.grid.within(bridge, int(self.book.special["engineer_range"]))
            close = bool(near >> index[a] & 1 or near >> index[b] & 1)
        if irregular:
            return step_cost(self.map, KINDS[mech, artillery], a, b, close)
        return self.map.step_cost(KINDS[mech, artillery], a, b, b in rubble, close)

    def steps(self, mech: bool, artillery: bool, rubble: tuple[str, ...], bridge: str = "", irregular: bool = False) -> list[Step]:
        """The steps that a kind of unit may take, with rubble and, if any, an engineers' bridge around a hex (7.6, 16.27, 22.1)."""
        key = (mech, artillery, rubble, bridge, irregular)
        if key not in self._steps:
            if len(self._steps) > 400:
                self._steps.clear()
            if rubble or bridge:
                self._steps[key] = self._changed(*key)
            else:
                pairs = [(a, b) for a, ns in self.grid.neighbours.items() for b in ns]
                self._steps[key] = self._grouped({}, pairs, *key)
        return self._steps[key]

    def _changed(self, mech: bool, artillery: bool, rubble: tuple[str, ...], bridge: str, irregular: bool) -> list[Step]:
        """The plain steps, but into rubble and around a bridge."""
        neighbours = self.grid.neighbours
        pairs = {(a, b) for b in rubble for a in neighbours[b]}
        if bridge:
            near = self.grid.within(bridge, int(self.book.special["engineer_range"]) + 1)
            pairs |= {(a, b) for a in self.grid.hexes(near & self.grow(self.rivers)) for b in neighbours[a]}
        index = self.grid.index
        gone: dict[int, int] = {}
        for a, b in pairs:
            delta = index[b] - index[a]
            gone[delta] = gone.get(delta, 0) | 1 << index[a]
        plain = self.steps(mech, artillery, (), irregular=irregular)
        kept = {(delta, cost): start & ~gone.get(delta, 0) for delta, cost, start in plain}
        return self._grouped(kept, sorted(pairs), mech, artillery, rubble, bridge, irregular)

    def _grouped(
        self,
        found: dict[tuple[int, int], int],
        pairs: Sequence[tuple[str, str]],
        mech: bool,
        artillery: bool,
        rubble: tuple[str, ...],
        bridge: str,
        irregular: bool,
    ) -> list[Step]:
        """The steps between some pairs of hexes, added to what was found before."""
        index = self.grid.index
        for a, b in pairs:
            cost = self.step(mech, artillery, rubble, bridge, a, b, irregular)
            if cost is not None:
                where = (index[b] - index[a], cost)
                found[where] = found.get(where, 0) | 1 << index[a]
        return [(delta, cost, start) for (delta, cost), start in sorted(found.items()) if start]


class Position:
    """A seat's view of a game: its own counters, the enemy's, and who holds what. A scenario says what things are worth in it."""

    board: Board
    support_air: tuple[str, ...] = ()
    """Air markers that its side may use for close support (12.3)."""
    bombers: tuple[str, ...] = ("TAC",)
    """Air markers that its side may bombard with (12.3)."""
    support_guns = 99
    """The most artillery units of its side in one support (17.8)."""
    into_zoc = False
    """Whether a disengaging unit may enter another enemy ZOC later in its move (8.10)."""
    suppressing = 0.1
    """What it is worth to suppress a unit."""
    bound_commands: frozenset[str] = frozenset()
    bound_air: frozenset[str] = frozenset()
    """Commands whose guns, and sides whose air points, fire as plotted where fire control is played (23.1)."""

    def __init__(self, board: Board, view: dict[str, Any], seat: str) -> None:
        self.board, self.seat = board, seat
        self.usual_price = 1.0
        self.turn = int(view["turn"]["n"])
        self.last = int(view["turn"]["of"])
        self.rubble = tuple(sorted(h for h, v in view["board"]["hexes"].items() if "rubble" in v.get("marks", ())))
        options = view["panels"].get("options", {}).get("rows", {})
        self.irregulars, self.fire_control = IRREGULARS.id in options, FIRE_CONTROL.id in options
        plots = view["panels"].get("plots", {}).get("rows", {})
        self.plots: dict[str, dict[str, int]] = {row["label"]: row["kinds"] for row in plots.values() if row["side"] == seat}
        self._values: dict[str, float] = {}
        self._seen: dict[str, frozenset[str]] = {}
        for style in {p["style"] for p in view["pieces"].values()}:
            self._seen[style] = frozenset(p["name"] for p in view["pieces"].values() if "name" in p and p["style"] == style)
        self.counters = {alias: self._counter(alias, p) for alias, p in view["pieces"].items()}
        self.own = [c for c in self.counters.values() if c.side == seat and c.hex]
        self.foes = [c for c in self.counters.values() if c.side != seat and c.hex]
        self.at: dict[str, list[Counter]] = {}
        for c in (*self.own, *self.foes):
            self.at.setdefault(c.hex, []).append(c)
        self.held = board.grid.bits(c.hex for c in self.own)
        self.enemy = board.grid.bits(c.hex for c in self.foes)
        rows = view["panels"].get("air", {}).get("rows", {})
        self.air = {key.removeprefix(f"{seat} "): row["left"] for key, row in rows.items() if row["side"] == seat}

    def value(self, hex_id: str) -> float:
        """What taking a hex from the enemy is worth now."""
        if hex_id not in self._values:
            self._values[hex_id] = self.worth(hex_id)
        return self._values[hex_id]

    # what the scenario says

    def worth(self, hex_id: str) -> float:
        """What taking a hex from the enemy is worth now, computed."""
        raise NotImplementedError

    def price(self, c: Counter) -> float:
        """What a counter's loss scores for the other side, and what its strength is worth beyond that."""
        raise NotImplementedError

    def limit(self, hex_id: str) -> int:
        """How many units may stand in a hex (7.9, 7.10)."""
        raise NotImplementedError

    def mixes(self, c: Counter, other: Counter) -> bool:
        """Whether two friendly counters may share a hex."""
        raise NotImplementedError

    def serves(self, gun: Counter, attackers: Sequence[Counter]) -> bool:
        """Whether an artillery unit may support a battle of some units."""
        raise NotImplementedError

    def may_mobile(self, attackers: Sequence[Counter]) -> bool:
        """Whether these attackers may use the Mobile CRT, terrain apart."""
        return True

    def shifts(self, hexes: Sequence[str], defenders: Sequence[Counter], attackers: Sequence[Counter], support: Sequence[Counter]) -> int:
        """The scenario's own column shifts of an attack, as far as its seat knows; a bombardment has no attackers."""
        return 0

    def fire_cost(self, hexes: Sequence[str], air: int) -> float:
        """What fire into hexes costs its seat in points, whatever it does there."""
        return 0.0

    def protection(self, hexes: Sequence[str]) -> float:
        """The protective fire to expect for defenders of some hexes (10.13)."""
        return 0.0

    def paces(self, c: Counter) -> int:
        """A counter's movement allowance this turn, in whole MP."""
        return c.m

    def airstrike(self, kind: str) -> Counter:
        """An air point as a support: one factor, no unit (12.4)."""
        return msgspec.structs.replace(NO_COUNTER, id=kind, side=self.seat, a=1.0)

    # counters

    def _counter(self, alias: str, p: dict[str, Any]) -> Counter:
        marks = p.get("marks", ())
        kind = (p["style"], p.get("name"), p.get("back"), p.get("symbol"), str(p.get("note", "")).partition(";")[0])
        memo, key = self.board.kinds, (*kind, None if "name" in p else self._seen[p["style"]])
        if key not in memo:
            if len(memo) > 3000:
                memo.clear()
            memo[key] = Kind.of(self._could_be(p))
        made = memo[key]
        return Counter(
            alias,
            p["side"],
            p.get("hex", ""),
            p.get("box", ""),
            p["style"],
            made.m,
            p.get("symbol", ""),
            bool(p.get("mech")) if p["side"] == self.seat or "name" in p else made.mech,
            "name" in p,
            "suppressed" in marks,
            "moved" in marks,
            "fought" in marks,
            made.a,
            made.d,
            made.fpf,
            made.range if p["side"] == self.seat or "name" in p else made.longest,
            made.odds,
            str(p.get("note", "")).rpartition(", ")[2] if p.get("box") == WAITING else "",
            p.get("plot", ""),
        )

    def _could_be(self, p: dict[str, Any]) -> list[Unit]:
        """The counters of the public sheet that a piece may be, by what this seat sees of it."""
        units = self.board.book.units.values()
        if "name" in p:
            return [u for u in units if (u.cmd, u.name) == (p["style"], p["name"])]
        alike = [u for u in units if u.cmd == p["style"] and str(u.m) == p["back"]]
        if "symbol" in p:
            reach = p.get("note", "").partition(";")[0]
            alike = [u for u in alike if u.type == p["symbol"] and (not u.artillery or reach == _reach(u))] or alike
        return [u for u in alike if u.name not in self._seen[u.cmd]] or alike

    @cached_property
    def enemy_zoc(self) -> int:
        """The hexes in enemy zones of control (8.1-8.3), as they work on all but irregulars."""
        return self._zoc(c for c in self.foes if not self.irregular(c))

    @cached_property
    def security_zoc(self) -> int:
        """The hexes in enemy zones of control that work on irregulars (22.3)."""
        return self._zoc(c for c in self.foes if c.symbol in SECURITY)

    def irregular(self, c: Counter) -> bool:
        """Whether a counter moves and fights as an irregular (22)."""
        return self.irregulars and c.symbol in IRREGULAR

    def zoc_on(self, c: Counter) -> int:
        """The hexes in enemy zones of control that work on a counter."""
        return self.security_zoc if self.irregular(c) else self.enemy_zoc

    @cached_property
    def own_zoc(self) -> int:
        """The hexes in this seat's zones of control."""
        return self._zoc(c for c in self.own if not self.irregular(c))

    def _zoc(self, counters: Iterable[Counter]) -> int:
        return self.board.spread(self.board.grid.bits(c.hex for c in counters if not c.suppressed)) & ~self.board.no_zoc

    @cached_property
    def contact(self) -> int:
        """The hexes next to an enemy: whoever stands there will have to fight."""
        return self.board.spread(self.enemy)

    def room(self, hex_id: str, c: Counter) -> bool:
        """Whether a counter may end a move in a hex beside all friends that are there now."""
        here = [o for o in self.at.get(hex_id, ()) if o.id != c.id]
        if any(o.side != self.seat for o in here):
            return False
        return len(here) < self.limit(hex_id) and all(self.mixes(c, o) for o in here)

    def reach(self, c: Counter) -> int:
        """All hexes that a counter on the map can move to, its own left out."""
        start = 1 << self.board.grid.index[c.hex]
        return self._levels(c, start, *self._pace(c))[-1] & ~start

    def _pace(self, c: Counter) -> tuple[int, bool]:
        """The half MP of a counter on the map, and whether it has to disengage (8.10, 11.3)."""
        leaving = bool(self.zoc_on(c) >> self.board.grid.index[c.hex] & 1)
        paces = self.paces(c)
        return 2 * (paces // 2 if leaving or c.suppressed else paces), leaving

    def path(self, c: Counter, to: str) -> list[str]:
        """The cheapest way of a counter on the map to a hex in its reach, its own hex left out; nothing where there is none."""
        allowance, leaving = self._pace(c)
        board, index = self.board, self.board.grid.index
        levels = self._levels(c, 1 << index[c.hex], allowance, leaving)[:-1]
        at, out = to, [to]
        left = next((k for k, bits in enumerate(levels) if bits >> index[to] & 1), -1)
        while left >= 0:
            for n in board.map.neighbours[at]:
                cost = board.step(c.mech, c.artillery, self.rubble, self.bridge, n, at, self.irregular(c))
                if cost is None:
                    continue
                if n == c.hex and left == min(cost, allowance):
                    return out[::-1]
                before = left - cost
                if before > 0 and levels[before] >> index[n] & 1 and not self.zoc_on(c) >> index[n] & 1:
                    at, left = n, before
                    out.append(n)
                    break
            else:
                return []
        return []

    def reach_from(self, c: Counter, entries: Sequence[str], ahead: int) -> int:
        """All hexes that a counter can reach that enters by road behind some others in file (16.26)."""
        start = self.board.grid.bits(entries) & ~self.enemy
        return self._levels(c, start, max(0, 2 * c.m - 1 - ahead), False)[-1] | start

    def _levels(self, c: Counter, start: int, allowance: int, leaving: bool) -> list[int]:
        """The hexes that first are reached at each half MP from a start, and at the end all of them (7, 8, 16.27)."""
        zoc, irregular = self.zoc_on(c), self.irregular(c)
        key = (start, allowance, leaving, c.mech, c.artillery, irregular, self.enemy, zoc, self.rubble, self.bridge)
        memo = self.board.reaches
        if key not in memo:
            if len(memo) > 2000:
                memo.clear()
            steps = self.board.steps(c.mech, c.artillery, self.rubble, self.bridge, irregular)
            barred = self.enemy | (zoc if leaving and not self.into_zoc else 0)
            levels = [start, *([0] * allowance)]
            seen = 0
            for spent in range(allowance):
                here = levels[spent] = levels[spent] & ~seen
                seen |= here
                if spent:
                    here &= ~zoc
                for delta, cost, origin in steps if here else ():
                    at = spent + cost if spent or not c.hex else min(cost, allowance)
                    if at <= allowance and (found := here & origin):
                        found = (found << delta if delta > 0 else found >> -delta) & ~barred
                        levels[at] |= found & ~zoc if leaving and not spent else found
            levels[allowance] &= ~seen
            memo[key] = [*levels, seen | levels[allowance]]
        return memo[key]

    @cached_property
    def bridge(self) -> str:
        """The hex of engineers that can bridge a river (16.27)."""
        return ""

    def entered(self, edge: str) -> int:
        """How many counters have come in over an edge on this turn, as far as the calendar tells (16.25)."""
        return 0


def _reach(unit: Unit) -> str:
    return "unlimited range" if unit.range >= 99 else f"range {unit.range}"
