"""The staff bot's study of a scenario's public data: ways, cover, what each side is after and how the enemy will come."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from functools import cached_property, lru_cache, reduce
from operator import add

from engine.packs import Pack
from engine.titles.cityfight import geometry
from engine.titles.cityfight.data import Book, book

PROTECTION = {"stone": 3.0, "concrete": 2.2, "woods": 1.6, "wood": 0.8, "open": 0.0}
"""How well ground protects against fire, by the Soft CRT's terrain notes (11.8)."""
SHY, SEEN = 0.4, 1.6
"""What an open hex costs beside its step: anywhere, and as far as it is overlooked."""
OVERLOOKED = 110
"""Hexes that see a hex as much overlooked as counts."""
SPREAD = 12
"""Steps of a detour that make a way a good deal less likely."""
SIGHT = 10
"""Hexes over which ground is worth watching."""
FAR = 999.0
UNSEEN = 0.012
"""How likely an enemy whom nobody has seen is in a hex of his best way."""
Danger = tuple[tuple[str, float], ...]


class Ground:
    """One scenario as both sides may know it."""

    def __init__(self, pack: Pack, scenario: str) -> None:
        self.book: Book = book(pack, scenario)
        town = self.book.town
        self.hexes = sorted(self.book.playable - town.no_entry)
        playable = set(self.hexes)
        self.ways = {h: tuple(n for n in town.neighbours[h] if n in playable and not town.may_step(h, n, False)) for h in self.hexes}
        self.protection = {h: PROTECTION.get(town.cover(h), 0.0) for h in self.hexes}
        self.open = frozenset(h for h in self.hexes if town.terrain[h] == "open")
        self.cost = {h: 1.0 + self._exposed(h) for h in self.hexes}
        self.field = lru_cache(maxsize=256)(self._field)

    def _exposed(self, h: str) -> float:
        """What a step into a hex costs beside the step, for the eyes that may be on it."""
        if h not in self.open:
            return 0.0
        eyes = (self.book.los.seen_by(h) & self.book.playable_bits).bit_count()
        return SHY + SEEN * min(1.0, eyes / OVERLOOKED)

    def _field(self, goals: tuple[str, ...], danger: Danger = ()) -> dict[str, float]:
        """The cost of the way to the nearest of some goals; open ground and `danger` at hexes cost more. FAR hexes are left out."""
        cost = dict(self.cost)
        for h, more in danger:
            if h in cost:
                cost[h] += more
        out: dict[str, float] = {}
        heap = [(0.0, h) for h in goals if h in self.ways]
        heapq.heapify(heap)
        while heap:
            d, h = heapq.heappop(heap)
            if h in out:
                continue
            out[h] = d
            d += cost[h]
            for n in self.ways[h]:
                if n not in out:
                    heapq.heappush(heap, (d, n))
        return out

    # what the sides are after

    def starts(self, side: str) -> tuple[str, ...]:
        """Where a side may begin or come on."""
        b = self.book
        areas = [row["setup"] for row in b.side[side]["formations"].values() if "setup" in row]
        areas += [row["area"] for row in b.scenario.get("reinforcements", {}).values() if row["side"] == side]
        return tuple(sorted({h for area in areas for h in b.area(area)}))

    def exits(self, side: str) -> tuple[str, ...]:
        """The hexes where a side leaves the map."""
        rows = self.book.scenario.get("exits", {}).values()
        return tuple(sorted({h for row in rows if row["side"] == side for h in row["hexes"] if h in self.ways}))

    def holds(self, side: str) -> dict[str, int]:
        """The hexes that a side is paid for at the end -> points."""
        rows = self.book.scenario["victory"]["awards"].values()
        return {row["hex"]: int(row["points"]) for row in rows if row["type"] == "occupy_at_end" and row["side"] in (side, "both")}

    def leaves(self, side: str) -> bool:
        """Whether a side is paid for leaving the map."""
        rows = self.book.scenario["victory"]["awards"].values()
        return any(row["type"] == "exit" and row["side"] in (side, "both") for row in rows) and bool(self.exits(side))

    def attacks(self, side: str) -> bool:
        """Whether a side has to come to the other: it leaves the map, or takes what the other holds."""
        return self.leaves(side) or bool(self.holds(self.enemy(side)))

    def goals(self, side: str) -> tuple[str, ...]:
        """Where a side wants to go."""
        return self.exits(side) if self.leaves(side) else tuple(sorted(self.holds(self.enemy(side))))

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(x for x in self.book.sides if x != side)

    # how a side will come

    @lru_cache(maxsize=4)  # noqa: B019 (a ground lives as long as its pack)
    def steps_from(self, side: str) -> dict[str, int]:
        """Hexes from a side's nearest start, whatever the ground: nobody of it can be farther than two a game-turn."""
        out = dict.fromkeys(self.starts(side), 0)
        ring = list(out)
        while ring:
            far = dict.fromkeys(n for h in ring for n in self.ways.get(h, ()) if n not in out)
            out.update(dict.fromkeys(far, out[ring[0]] + 1))
            ring = list(far)
        return out

    @lru_cache(maxsize=4)  # noqa: B019
    def traffic(self, side: str) -> dict[str, float]:
        """How likely a side comes through a hex, 1 on its best ways."""
        goals = self.goals(side) or self.starts(self.enemy(side))
        to, frm = self.field(goals), self.field(self.starts(side))
        through = {h: to[h] + frm[h] for h in self.hexes if h in to and h in frm}
        best = min(through.values(), default=0.0)
        return {h: math.exp(-(d - best) / SPREAD) for h, d in through.items() if d - best < 3 * SPREAD}

    @lru_cache(maxsize=128)  # noqa: B019
    def coming(self, side: str, turn: int) -> tuple[dict[str, float], dict[str, list[tuple[str, float]]]]:
        """How likely a unit of a side has come into a megahex by a game-turn, as a sum and by its hexes."""
        steps = self.steps_from(side)
        hexes: dict[str, list[tuple[str, float]]] = {}
        for h, w in self.traffic(side).items():
            if steps.get(h, FAR) <= 2 * turn:
                hexes.setdefault(h[:2], []).append((h, UNSEEN * w))
        return {m: total(w for _, w in row) for m, row in hexes.items()}, hexes

    @lru_cache(maxsize=4)  # noqa: B019
    def watch(self, side: str) -> dict[str, float]:
        """For hexes in cover: how much of a side's traffic is seen from there nearby, at most about 1."""
        los, levels = self.book.los, [0] * 4
        for h, w in self.traffic(side).items():
            weight = round(15 * w * (1.0 if h in self.open else 0.4))
            for i in range(4):
                levels[i] |= (weight >> i & 1) << geometry.INDEX[h]
        out = {}
        for h in self.hexes:
            if h not in self.open:
                seen = los.visible_from(h) & self.nearby[h]
                out[h] = float(sum((seen & bits).bit_count() << i for i, bits in enumerate(levels)))
        most = max(out.values(), default=1.0) or 1.0
        return {h: v / most for h, v in out.items()}

    @cached_property
    def nearby(self) -> dict[str, int]:
        """For each hex the bit set of the hexes that are worth watching from it, by range."""
        near = {h: 1 << i for h, i in geometry.INDEX.items()}
        for _ in range(SIGHT):
            grown = {}
            for h, bits in near.items():
                for n in geometry.neighbours(h):
                    bits |= near[n]
                grown[h] = bits
            near = grown
        return near

    @cached_property
    def open_bits(self) -> int:
        """The open hexes as a bit set."""
        return geometry.bits(self.open)

    @cached_property
    def mega_open(self) -> dict[str, float]:
        """The part of a megahex that is open."""
        return {m: sum(h in self.open for h in hexes) / len(hexes) for m, hexes in self.book.town.hexes_of.items()}

    def sees(self, a: str, b: str) -> bool:
        """Whether a sees b."""
        return self.book.los.sees(a, b)

    def watched(self, hex_id: str, eyes: Iterable[str]) -> int:
        """How many of some hexes see a hex."""
        return sum(self.book.los.sees(e, hex_id) for e in eyes)


def total(numbers: Iterable[float]) -> float:
    """A sum in the given order: `sum` rounds otherwise from Python 3.12 on, and bots must play alike everywhere."""
    return reduce(add, numbers, 0.0)


def ground_of(pack: Pack, scenario: str) -> Ground:
    """The study of a scenario, made once a pack."""
    return pack.derived(f"cityfight/staff/{scenario}", lambda p: Ground(p, scenario))
