"""Final protective fire (10.13-10.15, 12.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.decisions import Decision, Option, Walk
from engine.titles.cwb.play import knows, number
from engine.titles.cwb.plots import markers_at
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.splitting import left, option, share, shares
from engine.titles.cwb.state import Attack, State


class FpfWalk(Walk):
    """Final protective fire: artillery pieces and air markers and `go`, or `pass` (10.13, 10.14, 12.4)."""

    def __init__(self, state: State, decision: Decision, frame: Attack, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.frame, self.scenario = state, frame, scenario
        self.field = scenario.field(state)
        self.alias = state.aliases[decision.seat]
        self.ids = {a: p for p, a in self.alias.items()}
        self.chosen: list[str] = []
        self.air: dict[str, int] = {}
        self.shares: dict[str, int] = {}
        self.splitting = ""
        """The piece whose share is to be picked next (16.18)."""
        self.defenders = [p for p in frame.defenders if state.pieces[p].on_map]
        self.eligible = [p for p in self.ids.values() if self._may(p)]

    def _may(self, pid: str) -> bool:
        piece, unit = self.s.pieces[pid], self.field.unit(pid)
        if piece.side != self.decision.seat or not piece.on_map or not unit.artillery or pid in self.defenders:
            return False
        if piece.fired or piece.suppressed or piece.shaken or self.field.enemies_next_to(piece.at, piece.side):
            return False
        if self.scenario.plots(self.s, unit.cmd) and piece.plot not in self.frame.targets:
            return False
        reach = any(self.field.map.in_range(unit, piece.at, self.s.pieces[d].at) for d in self.defenders)
        battle = [self.field.unit(d) for d in self.defenders]
        return reach and self.scenario.may_support(unit, battle) is None

    def _points_left(self) -> int:
        unit = self.field.unit(self.splitting)
        return left(self.s.pieces[self.splitting], unit, unit.fpf)

    def _values(self) -> list[str]:
        if self.splitting:
            return shares(self._points_left())
        full = len(self.chosen) >= self.scenario.support_limit(self.s, self.decision.seat)
        guns = [] if full else sorted((self.alias[p] for p in self.eligible if p not in self.chosen), key=number)
        return [*guns, *self._air_left(), "go" if self.chosen or self.air else "pass"]

    def _air_left(self) -> list[str]:
        side = self.decision.seat
        if not self.scenario.air_serves(side, [self.field.unit(d) for d in self.defenders]):
            return []
        if self.scenario.plots_air(self.s, side):
            air = Counter[str]()
            for hex_id in self.frame.targets:
                air.update(markers_at(self.s, side, hex_id))
        else:
            air = Counter({k: pool.left for k, pool in self.s.air.get(side, {}).items()})
        return [k for k in self.scenario.support_air(side) if air[k] > self.air.get(k, 0)]

    def _take(self, value: str) -> None:
        if value in ("go", "pass"):
            self.ready = True
        elif self.splitting:
            self.shares[self.splitting] = share(value)
            self.splitting = ""
        elif value in self.ids:
            self.chosen.append(self.ids[value])
            if self.field.unit(self.ids[value]).split:
                self.splitting = self.ids[value]
        else:
            self.air[value] = self.air.get(value, 0) + 1

    def _option(self, value: str) -> Option:
        if value == "go":
            return Option(value, label="Fire")
        if value == "pass":
            return Option(value, label="No protective fire")
        if self.splitting:
            return option(value, self._points_left())
        if value not in self.ids:
            return Option(value, label=f"{value.replace('_', ' ')} air point", note=f"{self.air.get(value, 0)} chosen")
        piece = self.s.pieces[self.ids[value]]
        return Option(value, piece=value, hex=piece.at, note=f"FPF {self.field.unit(self.ids[value]).fpf}" if piece.revealed else "untried")

    def _preview(self) -> dict[str, object]:
        lines = [
            {"label": f"Attack on {', '.join(self.frame.targets)}", "value": f"{self.frame.crt.capitalize()} CRT", "rule": "9.2"},
            {"label": "Attackers", "value": self._sum(self.frame.attackers, lambda u: u.attack), "rule": "9.2"},
            {"label": "Defenders", "value": self._sum(self.defenders, lambda u: u.d), "rule": "9.2"},
        ]
        return {"title": "Under attack", "lines": lines, "hexes": list(self.frame.targets)}

    def _sum(self, pids: Sequence[str], factor: object) -> str:
        assert callable(factor)
        seat, pieces = self.decision.seat, self.s.pieces
        known = sum(factor(self.field.unit(p)) for p in pids if knows(seat, pieces[p]))
        untried = sum(not knows(seat, pieces[p]) for p in pids)
        return f"{known} and {untried} untried" if untried else str(known)
