"""A seat's view as the staff bot reads it: own units, contacts by age, platoons with their points, and what each platoon is to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from engine.titles.cityfight import geometry
from engine.titles.cityfight.staff_ground import Danger, Ground, total
from engine.titles.cityfight.staff_odds import assault_gain

LEADERS = ("co_cdr", "plt_ldr", "plt_sgt")
TRUST = (1.0, 0.75, 0.5, 0.35, 0.22, 0.15, 0.1, 0.06, 0.04)
"""How likely an enemy is still where it was told to be, by the age of the contact in game-turns."""

BLOCKED = 2.0
"""What a hex costs where units of another platoon stand."""


class Piece(msgspec.Struct, frozen=True):
    """An own unit."""

    id: str
    hex: str
    box: str
    kind: str
    formation: str
    number: int
    strength: int
    men: int
    command: str
    suppressed: bool
    out: bool
    demoralized: bool
    spent: bool

    @property
    def leader(self) -> bool:
        """Whether it is a leader."""
        return self.kind in LEADERS

    @property
    def combat(self) -> bool:
        """Whether it is a combat unit."""
        return not self.leader and self.kind != "spotter"


class Contact(msgspec.Struct, frozen=True):
    """What the seat was told of an enemy."""

    hex: str
    age: int
    how: str
    combat: bool
    suppressed: bool

    @property
    def trust(self) -> float:
        """How likely it is still there."""
        base = TRUST[min(self.age, len(TRUST) - 1)]
        return base if self.combat else 0.3 * base


class Position:
    """All that the bot knows when it decides."""

    def __init__(self, ground: Ground, view: dict[str, Any], seat: str) -> None:
        self.g = ground
        self.side = seat if seat in ground.book.sides else seat.rsplit("-", 1)[0]
        self.team = self.side != seat
        self.enemy = ground.enemy(self.side)
        self.turn: int = view["turn"]["n"]
        self.left: int = view["turn"]["of"] - self.turn + 1
        pieces = view["pieces"]
        self.units = {k: piece_of(k, row) for k, row in pieces.items() if not row.get("untried")}
        self.contacts = [contact_of(row, self.turn) for row in pieces.values() if row.get("untried")]
        self.engaged = [h for h, row in view["board"]["hexes"].items() if "engaged" in row.get("marks", ())]
        rows = view["panels"].get("platoons", {}).get("rows", {})
        self.points = {fid: points_of(row["value"]) for fid, row in rows.items()}
        self._around: dict[str, Danger] = {}
        self._goals: dict[str, tuple[str, ...]] = {}
        self._ways: dict[str, dict[str, float]] = {}
        self.attacking = ground.attacks(self.side)
        self.advantage = self.side in ground.book.advantage

    @cached_property
    def on_map(self) -> list[Piece]:
        """The units in a hex."""
        return [u for u in self.units.values() if u.hex]

    @cached_property
    def fighters(self) -> list[Piece]:
        """The combat units in a hex."""
        return [u for u in self.on_map if u.combat]

    @cached_property
    def held(self) -> dict[str, list[Piece]]:
        """Own units by hex."""
        out: dict[str, list[Piece]] = {}
        for u in self.on_map:
            out.setdefault(u.hex, []).append(u)
        return out

    def fresh(self, age: int) -> list[Contact]:
        """Contacts up to an age, the surest first."""
        found = [c for c in self.contacts if c.age <= age]
        return sorted(found, key=lambda c: (-c.trust, c.hex))

    @cached_property
    def danger(self) -> Danger:
        """What contacts add to the cost of hexes: their own most, what they see in the open a little."""
        out: dict[str, float] = {}
        for c in self.fresh(3)[:8]:
            out[c.hex] = out.get(c.hex, 0.0) + 10 * c.trust
            for h in geometry.from_bits(self.g.book.los.visible_from(c.hex) & geometry.within(c.hex, 9) & self.g.open_bits):
                out[h] = round(out.get(h, 0.0) + 1.2 * c.trust, 2)
        return tuple(sorted(out.items()))

    def around(self, formation: str) -> Danger:
        """The same for one platoon, which also goes around hexes that the others of its side stand in."""
        if formation not in self._around:
            more = dict(self.danger)
            for u in self.fighters:
                if u.formation != formation:
                    more[u.hex] = more.get(u.hex, 0.0) + BLOCKED
            self._around[formation] = tuple(sorted(more.items()))
        return self._around[formation]

    def visible(self, hex_id: str, age: int, reach: int = 99) -> list[Contact]:
        """The contacts that are seen from a hex, the surest first."""
        found = self.fresh(age)
        return [c for c in found if c.hex != hex_id and geometry.distance(hex_id, c.hex) <= reach and self.g.sees(hex_id, c.hex)]

    def nearest(self, hex_id: str, hexes: Iterable[str]) -> int:
        """The range to the nearest of some hexes, 99 where there is none."""
        return min((geometry.distance(hex_id, h) for h in hexes), default=99)

    def platoon(self, formation: str) -> list[Piece]:
        """The combat units of a platoon in a hex."""
        return [u for u in self.fighters if u.formation == formation]

    # what to do

    @cached_property
    def digs(self) -> bool:
        """Whether this side has to take ground from an enemy who sits in it."""
        return self.attacking and not self.g.leaves(self.side)

    @cached_property
    def taken(self) -> frozenset[str]:
        """Hexes where enemies were seen so lately that nobody walks in without an assault."""
        return frozenset(c.hex for c in self.fresh(2) if c.combat)

    def promise(self, units: Sequence[Piece]) -> float:
        """What a close assault by some units promises."""
        strength = sum(u.strength // (2 if u.out else 1) for u in units if u.kind != "mg_tripod")
        own = sum(u.combat for u in units)
        return assault_gain(self.g.book, strength, own, any(u.command == "bold" for u in units), self.digs)

    def stays(self, u: Piece) -> bool:
        """Whether a unit holds a hex that pays, for its side or by being denied to the enemy."""
        paying = {**self.g.holds(self.side), **self.g.holds(self.enemy)}
        return u.hex in paying and not self.g.leaves(self.side) and next(x for x in self.held[u.hex] if x.combat).id == u.id

    def goals(self, formation: str) -> tuple[str, ...]:
        """Where a platoon is to go; () where it is to stay."""
        if formation not in self._goals:
            self._goals[formation] = self._find_goals(formation)
        return self._goals[formation]

    def way(self, formation: str) -> dict[str, float]:
        """The cost of the ways to a platoon's goals; empty where it has none."""
        if formation not in self._ways:
            goals = self.goals(formation)
            self._ways[formation] = self.g.field(goals, self.around(formation) if self.digs else self.danger) if goals else {}
        return self._ways[formation]

    def _find_goals(self, formation: str) -> tuple[str, ...]:
        g = self.g
        if g.leaves(self.side):
            return g.exits(self.side)
        if self.attacking:
            return self._targets(formation)
        return self._alarms(formation)

    def _targets(self, formation: str) -> tuple[str, ...]:
        """An attacker's next objectives: the nearest that none of his holds, and enemies who were seen near."""
        mine = self.platoon(formation)
        held = {u.hex for u in self.fighters}
        wanted = [h for h in self.g.holds(self.enemy) if h not in held]
        if not mine:
            return tuple(sorted(wanted))
        at = mine[len(mine) // 2].hex
        wanted.sort(key=lambda h: (geometry.distance(at, h), h))
        known = [c.hex for c in self.fresh(4) if c.combat and geometry.distance(at, c.hex) <= 8 and c.hex not in held]
        return tuple(sorted({*wanted[:2], *known[:2]} if wanted else {c.hex for c in self.fresh(8) if c.hex not in held}))

    def _alarms(self, formation: str) -> tuple[str, ...]:
        """Where a defender has to go: to the enemies who were seen, unless it is near enough to fight them."""
        known = [c for c in self.fresh(4) if c.combat]
        return tuple(sorted({c.hex for c in known[:6]}))

    @cached_property
    def likely(self) -> dict[str, float]:
        """How likely an enemy is in a megahex: contacts by age, else where he may have come to."""
        sums, hexes = self.g.coming(self.enemy, self.turn)
        out = dict(sums)
        for m in {h[:2] for h in self.held} & out.keys():
            out[m] = total(w for h, w in hexes[m] if h not in self.held)
        for c in self.contacts:
            out[c.hex[:2]] = out.get(c.hex[:2], 0.0) + c.trust
        return out


def piece_of(key: str, row: dict[str, Any]) -> Piece:
    """A unit from its row in the view."""
    strength, _, men = row.get("factors", "").partition("·")
    marks = row.get("marks", ())
    name = row.get("name", "")
    number = name.rsplit("-", 1)[-1]
    command = next((m for m in marks if m in ("cautious", "bold", "fire", "search")), "")
    leader = row["symbol"] in LEADERS
    return Piece(
        key,
        row.get("hex", ""),
        row.get("box", ""),
        row["symbol"],
        row["note"].rsplit(", ", 1)[-1],
        int(number) if number.isdigit() else 0,
        0 if leader else int(strength or 0),
        1 if leader else int(men or 1),
        command,
        "suppressed" in marks,
        "out-of-ammo" in marks,
        "demoralized" in marks,
        "spent" in marks,
    )


def contact_of(row: dict[str, Any], turn: int) -> Contact:
    """A contact from its row in the view."""
    note = row["note"]
    combat = "no combat unit" not in note
    down = ", suppressed" in note
    return Contact(row["hex"], turn - int(row["back"]), note.split(",")[0], combat, down)


def points_of(value: str) -> int:
    """Action points from a platoon's row."""
    first = value.split(" ")[0]
    return int(first) if " AP" in value and first.isdigit() else 0
