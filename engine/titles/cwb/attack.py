"""Declaring adjacent attacks and bombardments (9.2 steps 1-3, 9.5, 10.6-10.8, 10.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cwb import columns, screening
from engine.titles.cwb.data import Unit
from engine.titles.cwb.duties import Standing
from engine.titles.cwb.irregulars import public_class
from engine.titles.cwb.play import knows
from engine.titles.cwb.scenario import Battle, Scenario
from engine.titles.cwb.splitting import option, share, shares
from engine.titles.cwb.state import State

DUTY = Refusal("duty", "fewer of the units that must attack or be attacked could then still do so", "9.3")
CRTS = ("assault", "mobile")


class CombatWalk(Walk):
    """`["attack", target hexes and attacking pieces in any order, "assault" or "mobile", supporting pieces, "go"]`,
    `["bombard", hex, artillery pieces and air kinds, "go"]` or `["done"]`."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario = state, scenario
        self.field = scenario.field(state)
        self.standing = Standing(state, scenario, self.field)
        self.ids = {alias: pid for pid, alias in state.aliases.get(decision.seat, {}).items()}
        self.alias = state.aliases.get(decision.seat, {})
        self.mode = ""
        self.crt = ""
        self.hexes: list[str] = []
        self.attackers: list[str] = []
        self.support: list[str] = []
        self.shares: dict[str, int] = {}
        self.splitting = ""
        """The supporting piece whose share is to be picked next (16.18)."""
        self.air: dict[str, int] = {}

    @cached_property
    def _attackable(self) -> list[str]:
        return self.standing.attackable()

    @cached_property
    def _bombardable(self) -> list[str]:
        return self.standing.bombardable()

    # what may be picked

    def _values(self) -> list[str]:
        if not self.mode:
            out = ["attack"] if self._attackable else []
            if self._bombardable:
                out.append("bombard")
            return out if self.standing.open else [*out, "done"]
        if self.splitting:
            return self._shares()
        if self.mode == "bombard":
            return self._bombard_values()
        if self.crt:
            return [*self._named(self._supporters()), *self._support_air(), "go"]
        out = self._more_targets() + self._named(self._more_attackers())
        if self.attackers and self.hexes and self.standing.loss(self.attackers, self.hexes) <= 0:
            out += ["assault"] if self._mobile_bar() else list(CRTS)
        return out

    def _named(self, pids: Iterable[str]) -> list[str]:
        """The seat's ids of some pieces, in the order in which it met them."""
        return sorted((self.alias[p] for p in pids), key=lambda a: int(a[1:]))

    def _fires(self, *more: str) -> list[str]:
        """The fires of the guns that are chosen, and of some more of which a point at least is wanted."""
        return [f for p in (*self.support, *more) for f in self.standing.fires(p, self.shares.get(p, 1))]

    def _shares(self) -> list[str]:
        """The shares that the artillery just chosen may give: what is left of it, and no more than loses no duty (16.18)."""
        out = []
        for value in shares(self.standing.points_left(self.splitting)):
            self.shares[self.splitting] = share(value)
            if self.mode == "bombard":
                loss = self.standing.shell_loss(self._fires(), self.hexes[0], sum(self.air.values()))
            else:
                loss = self.standing.loss(self.attackers, self.hexes, self._fires(), self._bombers_spent())
            if loss <= 0:
                out.append(value)
        del self.shares[self.splitting]
        return out

    def _bombers_spent(self) -> int:
        """The markers already chosen that could have bombarded instead."""
        bombers = self.scenario.bombard_air(self.decision.seat)
        return sum(n for k, n in self.air.items() if k in bombers)

    def _bombard_values(self) -> list[str]:
        if not self.hexes:
            return self._bombardable
        hex_id = self.hexes[0]
        points = sum(self.air.values())
        guns = [
            f
            for f in self.standing.firers
            if f not in self.support and self.standing.in_range(f, hex_id) and self.standing.shell_loss(self._fires(f), hex_id, points) <= 0
        ]
        out = self._named(guns) + [k for k in self.scenario.bombard_air(self.decision.seat) if self._air_fits(k, hex_id)]
        return [*out, "go"] if self.support or self.air else out

    def _air_fits(self, kind: str, hex_id: str) -> bool:
        used = sum(self.air.values())
        if self.standing.air_at(kind, [hex_id]) <= self.air.get(kind, 0) or self.standing.air_room(hex_id) <= used:
            return False
        if kind == "SAC" and any(k != "SAC" for k in self.air):
            return False
        if kind != "SAC" and "SAC" in self.air:
            return False
        return self.standing.shell_loss(self._fires(), hex_id, used + 1) <= 0

    def _support_air(self) -> list[str]:
        """Air markers that may still be added in close support: any number of points, within the side's limit a hex (12.4, 12.6)."""
        side, used = self.decision.seat, sum(self.air.values())
        if not self.standing.plotted_air and any(self.standing.air_room(h) <= used for h in self.hexes):
            return []
        if not self.scenario.air_serves(side, [self.field.unit(p) for p in self.attackers]):
            return []
        left = [k for k in self.scenario.support_air(side) if self.standing.air_at(k, self.hexes) > self.air.get(k, 0)]
        bombers = self.scenario.bombard_air(side)
        spent = self._bombers_spent()
        return [k for k in left if self.standing.loss(self.attackers, self.hexes, self._fires(), spent + (k in bombers)) <= 0]

    def _more_targets(self) -> list[str]:
        now, chosen = frozenset(self.attackers), frozenset(self.hexes)
        if not now and not chosen:
            return self._attackable
        return [
            h
            for h in sorted(self.standing.targets)
            if h not in chosen and h in self.standing.attackers_of and self.standing.completable(now, chosen | {h})
        ]

    def _more_attackers(self) -> list[str]:
        now, chosen = frozenset(self.attackers), frozenset(self.hexes)
        if not chosen:
            return []
        return [p for p in self.standing.next_to if p not in now and self.standing.completable(now | {p}, chosen)]

    def _supporters(self) -> list[str]:
        battle = [self.field.unit(p) for p in self.attackers]
        out: list[str] = []
        if len(self.support) >= self.scenario.support_limit(self.s, self.decision.seat):
            return out
        for p in self.standing.firers:
            if p in self.support or p in self.attackers or not any(self.standing.in_range(p, h) for h in self.hexes):
                continue
            if self.scenario.may_support(self.field.unit(p), battle):
                continue
            if self.standing.loss(self.attackers, self.hexes, self._fires(p), self._bombers_spent()) <= 0:
                out.append(p)
        return out

    def _mobile_bar(self) -> Refusal | None:
        return columns.mobile_bar(self.s, self.scenario, self.field, self.hexes, [self.field.unit(p) for p in self.attackers])

    def _take(self, value: str) -> None:
        if value in ("go", "done"):
            self.ready = True
        elif not self.mode:
            self.mode = value
        elif value in CRTS and self.mode == "attack":
            self.crt = value
        elif self.splitting:
            self.shares[self.splitting] = share(value)
            self.splitting = ""
        elif value in self.ids:
            self._join(self.ids[value])
        elif value in self.field.map.grid:
            self.hexes.append(value)
        else:
            self.air[value] = self.air.get(value, 0) + 1

    def _join(self, pid: str) -> None:
        """A piece attacks, or fires: artillery that splits is asked for its share (16.18)."""
        if not (self.crt or self.mode == "bombard"):
            self.attackers.append(pid)
            return
        self.support.append(pid)
        if self.field.unit(pid).split:
            self.splitting = pid

    # what people are shown

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(value, label="End combat")
        if self.splitting:
            return option(value, self.standing.points_left(self.splitting))
        if value == "attack":
            return Option(value, label="Attack adjacent units", hexes=self._attackable)
        if value == "bombard":
            return Option(value, label="Bombard")
        if value == "go":
            return Option(value, label="Bombard now" if self.mode == "bombard" else "Attack now")
        if value in CRTS and self.mode == "attack":
            return Option(value, label=f"{value.capitalize()} CRT", note=self._odds(value))
        if value in self.ids:
            pid = self.ids[value]
            return Option(value, piece=value, hex=self.s.pieces[pid].at, note=self._strength(pid))
        if value in self.field.map.grid:
            return Option(value, hex=value)
        return Option(value, label=f"{value} air point")

    def _strength(self, pid: str) -> str:
        if not self.s.pieces[pid].revealed:
            return "untried"
        return f"{self.field.unit(pid).attack}"

    def _blocked(self) -> list[Option]:
        if not self.mode:
            n = self.standing.open
            why = Refusal("duty", f"{n} units that must attack or be attacked still can", "8.6, 9.3")
            return [Option("done", label="End combat", blocked=why)] if n else []
        if self.mode == "attack" and not self.crt and self.hexes:
            out = []
            shared = frozenset(self.hexes)
            offered = set(self.values())
            for alias in self._named(self.standing.next_to):
                pid = self.ids[alias]
                hexes = self.standing.next_to[pid]
                if shared <= hexes and pid not in self.attackers and alias not in offered:
                    out.append(Option(alias, piece=alias, blocked=DUTY))
            if self.attackers:
                if "assault" not in offered:
                    out.append(Option("assault", label="Assault CRT", blocked=DUTY))
                bar = self._mobile_bar()
                if bar:
                    out.append(Option("mobile", label="Mobile CRT", blocked=bar))
            return out
        if self.mode == "attack" and self.crt:
            battle = [self.field.unit(p) for p in self.attackers]
            out = []
            for alias in self._named(self.standing.firers):
                bar = self.scenario.may_support(self.field.unit(self.ids[alias]), battle)
                if bar and any(self.standing.in_range(self.ids[alias], h) for h in self.hexes):
                    out.append(Option(alias, piece=alias, blocked=bar))
            return out
        return []

    def _prompt(self) -> str:
        if self.splitting:
            return "Choose how much of its strength to fire here"
        if not self.mode:
            return "Attack, bombard, or end combat"
        if self.mode == "bombard":
            return "Choose artillery and air points" if self.hexes else "Choose the hex to bombard"
        if self.crt:
            return "Add supporting artillery, or attack"
        return "Choose attackers, more target hexes, or the CRT" if self.hexes else "Choose the hex to attack"

    def _preview(self) -> Mapping[str, Any] | None:
        if not self.mode:
            lines = [{"label": "Duties still open", "value": str(self.standing.open), "rule": "8.6, 9.3"}]
            owing = {p for p in (*self.s.duties.attack, *self.s.duties.defend) if p in self.alias and self._owes(p)}
            pieces = self._named(owing)
            return {"title": "Combat", "lines": lines, "pieces": pieces} if self.standing.open else None
        if not self.hexes:
            return None
        return Estimate(self).view()

    def _owes(self, pid: str) -> bool:
        piece = self.s.pieces[pid]
        return piece.on_map and not piece.attacked and not piece.defended

    def _odds(self, crt: str) -> str:
        column = Estimate(self).column()
        return f"column {column}" if column else ""


class Estimate:
    """What the attacker knows of the attack under declaration: strengths of revealed counters, ranges for the untried, shifts."""

    def __init__(self, walk: CombatWalk) -> None:
        self.w = walk
        s, field, seat = walk.s, walk.field, walk.decision.seat
        ground = walk.attackers if walk.mode == "attack" else []
        aimed_at = walk.standing.shelled if walk.mode == "bombard" else walk.standing.targets
        self.defenders = [p for h in walk.hexes for p in aimed_at.get(h, ())]
        self.low = self.high = 0
        self.lines: list[dict[str, str]] = []
        self._sum("Attackers", ground, 1, "9.2", lambda u: u.attack)
        self._sum("Artillery", [p for p in walk.support if not field.unit(p).split], 1, "10.2", lambda u: u.barrage)
        self._fixed("Artillery, a share", sum(walk.shares.values()), "16.18")
        self._fixed("Air points", sum(walk.air.values()), "12.3")
        if walk.mode == "attack":
            self._sum("Defenders", self.defenders, -1, "9.2", lambda u: u.d)
        known = [p for p in self.defenders if self._front(p)]
        mech = bool(known) and len(known) == len(self.defenders) and all(field.unit(p).mech for p in known)
        pairs = {h: [s.pieces[p].at for p in ground] for h in walk.hexes} if ground else {}
        units = [field.unit(p) for p in ground]
        shifts = [
            columns.terrain_shift(s, field, walk.hexes, mech, pairs, units),
            columns.suppression_shift(s, [*ground, *walk.support], self.defenders) if walk.mode == "attack" else None,
            columns.hilltop_shift(field, [*walk.support, *ground]),
            *walk.scenario.shifts(s, field, Battle(seat, ground, self.defenders, walk.support, air=bool(walk.air), knows=self._knows)),
        ]
        self.shift, notes = columns.total(shifts)
        for note in notes:
            self._line(note.label, note.value, note.rule)

    def _front(self, pid: str) -> bool:
        return knows(self.w.decision.seat, self.w.s.pieces[pid])

    def _knows(self, pid: str) -> bool:
        piece = self.w.s.pieces[pid]
        return self._front(pid) or piece.side == self.w.decision.seat

    def _line(self, label: str, value: str, rule: str) -> None:
        self.lines.append({"label": label, "value": value, "rule": rule})

    def _fixed(self, label: str, points: int, rule: str) -> None:
        if points:
            self._line(label, f"+{points}", rule)
            self.low, self.high = self.low + points, self.high + points

    def _sum(self, label: str, pids: list[str], sign: int, rule: str, factor: Any) -> None:
        if not pids:
            return
        known = [factor(self.w.field.unit(p)) for p in pids if self._front(p)]
        untried = [p for p in pids if not self._front(p)]
        low = high = sum(known)
        for p in untried:
            values = [factor(u) for u in self._could_be(p)]
            low, high = low + min(values), high + max(values)
        shown = f"{low}" if low == high else f"{low} to {high}"
        untried_note = f" ({len(untried)} untried)" if untried else ""
        self._line(f"{label}{untried_note}", f"{'+' if sign > 0 else '−'}{shown}", rule)
        self.low += low if sign > 0 else -high
        self.high += high if sign > 0 else -low

    def _could_be(self, pid: str) -> list[Unit]:
        """The counters of the sheet that an untried piece could be, by what the asking seat sees of it."""
        piece, unit, seat = self.w.s.pieces[pid], self.w.field.unit(pid), self.w.decision.seat
        units = self.w.field.book.units.values()
        if piece.side == seat:
            return [u for u in units if u.owner_class == unit.owner_class]
        state = self.w.s
        return [u for u in units if public_class(state, u) == public_class(state, unit)]

    def _columns(self) -> tuple[int, int]:
        charts = self.w.field.book.charts
        return charts.shifted(charts.index(self.low), self.shift), charts.shifted(charts.index(self.high), self.shift)

    def column(self) -> str:
        """The column, or the range of columns, that the attack would be resolved on."""
        low, high = self._columns()
        names = self.w.field.book.charts.columns
        return names[low] if low == high else f"{names[low]} to {names[high]}"

    def view(self) -> dict[str, Any]:
        """The explanation as a menu's preview: lines with rules, the column, and what each die would bring when it is certain."""
        low, high = self._columns()
        charts = self.w.field.book.charts
        lines = [*self.lines, {"label": "Column", "value": self.column(), "rule": "9.2"}]
        attack = self.w.mode == "attack"
        screened = attack and screening.expected(self.w.s, self.w.field, self.w.decision.seat, self.defenders)
        if screened:
            lines.append({"label": "The defenders screen: their owner chooses the table", "value": "", "rule": "21.1"})
        out: dict[str, Any] = {
            "title": "Bombardment" if self.w.mode == "bombard" else "Attack",
            "lines": lines,
            "hexes": list(self.w.hexes),
        }
        crt = "mobile" if self.w.mode == "bombard" else self.w.crt
        if "SAC" in self.w.air:
            crt = "assault"
        if crt:
            out["chart"] = {"id": crt, "column": charts.columns[low], "to": charts.columns[high]}
            if low == high and not screened:
                out["results"] = [{"die": d, "code": charts.result(crt, low, d)} for d in range(1, 7)]
        return out
