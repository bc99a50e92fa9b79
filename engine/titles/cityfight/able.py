"""What units can do together in the action stage (4.1 C, 9.2, 10, 11, 13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.titles.cityfight import assault, fire, movement
from engine.titles.cityfight.play import Play
from engine.titles.cityfight.state import Unit


class Able:
    """Which verbs are open to sets of a seat's units. It belongs to one state, so each set is thought through once."""

    def __init__(self, play: Play, due: str, uids: Sequence[str]) -> None:
        """`due`: the platoon whose turn it is, "" for none; `uids`: all units that may act now."""
        self.play, self.s, self.due, self.uids = play, play.s, due, uids
        self._verbs: dict[tuple[str, ...], tuple[str, ...]] = {}

    def verbs(self, uids: Sequence[str]) -> tuple[str, ...]:
        """What some units could do together now."""
        key = tuple(uids)
        if key not in self._verbs:
            self._verbs[key] = self._find(key)
        return self._verbs[key]

    def feasible(self, uids: Sequence[str]) -> bool:
        """Whether some units can act together, or leaders alone once a unit beside them is chosen too: a set is picked in any order."""
        if self.verbs(uids):
            return True
        if not all(self.s.units[u].rank for u in uids):
            return False
        at = self.s.units[uids[0]].at
        beside = [u for u in self.uids if self.s.units[u].at == at and not movement.free(self.play, u)]
        return any(self.verbs([u, *uids]) for u in beside)

    def _find(self, uids: tuple[str, ...]) -> tuple[str, ...]:
        if not together(self.play, uids):
            return ()
        fighters = assault.combat_units(self.play, uids)
        out = []
        if self._may_move(uids, len(fighters)):
            out.append("move")
        if self._may_sight(uids, len(fighters)):
            out.append("sight")
        if len(fighters) == len(uids) and self._may_fire(uids):
            out.append("fire")
            if self.play.option("automatic") and len(uids) == 1 and self.play.kind(uids[0]).auto:
                out.append("automatic")
        if fighters and not any(self.s.units[u].suppressed for u in uids) and assault.why_no_assault(self.play, uids) is None:
            out.append("assault")
        return tuple(out)

    def _affordable(self, need: int) -> bool:
        return need == 0 or (bool(self.due) and self.s.formations[self.due].ap >= need)

    def _may_move(self, uids: Sequence[str], cost: int) -> bool:
        if any(movement.why_no_move(self.play, u) for u in uids) or not self._affordable(cost):
            return False
        return any(movement.steps(self.play, uids)) or movement.exits(self.play, uids)

    def _may_fire(self, uids: Sequence[str]) -> bool:
        if any(fire.why_no_fire(self.play, u) for u in uids) or not self._affordable(fire.cost(self.play, uids)):
            return False
        return fire.joint_bits(self.play, uids) != 0

    def _may_sight(self, uids: Sequence[str], cost: int) -> bool:
        units = [self.s.units[u] for u in uids]
        if any(u.sights < 1 or u.suppressed for u in units) or not self._affordable(cost):
            return False
        if units[0].at in self.s.engaged or (len(units) > 1 and not same_command(units)):
            return False
        return not any(u.assaulted and u.command == "cautious" for u in units)


def together(play: Play, uids: Sequence[str]) -> bool:
    """Whether some units may act in one action: units of a platoon stacked since the turn began with the same command (9.21, A-07),

    and leaders who go along with a combat unit, of their platoon or, a company commander, of his company (6.32, 9.11).
    """
    units = [play.s.units[u] for u in uids]
    if len(units) == 1:
        return True
    if len({u.at for u in units}) > 1 or any(u.suppressed for u in units):
        return False
    fighters = [u for u, uid in zip(units, uids, strict=True) if not movement.free(play, uid)]
    leaders = [u for u in units if u.rank]
    if len(fighters) + len(leaders) < len(units):
        return False
    if not fighters:
        return same_command(leaders)
    along = all(x.rank == "co_cdr" or x.formation == fighters[0].formation for x in leaders)
    return along and (len(fighters) == 1 or same_command(fighters))


def same_command(units: Sequence[Unit]) -> bool:
    """Whether units began the turn in one stack with the same command (9.21)."""
    return bool(units[0].group) and len({u.group for u in units}) == 1
