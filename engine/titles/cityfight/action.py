"""The action stage's turn: move, sight, fire, assault or pass (4.1 C, 9.2, 12.0), and immediate fire (10.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decisions import Decision, Option, Walk
from engine.titles.cityfight import assault, dialogue, fire, movement, sighting
from engine.titles.cityfight.able import Able, together
from engine.titles.cityfight.play import Play, own_units
from engine.titles.cityfight.state import State

VERBS = {"move": "Move", "sight": "Search a megahex", "fire": "Fire", "automatic": "Automatic fire", "assault": "Close assault this hex"}


class ActionWalk(Walk):
    """`[units..., verb, ...]`: `"move", hex or "exit" [, "assault" or "stop"]`; `"sight", megahex`; `"fire" or "automatic", megahex,
    hex, ... , "go"`; `"assault"`. Or `["pass"]`, `["pay"]` (with advantage: a pass that costs a point and moves the rotation on)."""

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        self.s = state
        self.play = Play(state)
        self.seat = decision.seat
        self.side = next(x.side for x in state.setup.seats if x.id == decision.seat)
        self.due = self.play.due(self.side)
        self.ids = {a: uid for a, uid in own_units(state, self.seat).items() if self._mine(uid)}
        self.able = Able(self.play, self.due, tuple(self.ids.values()))
        self.chosen: list[str] = []
        self.verb = ""
        self.megahex = ""
        self.hexes: list[str] = []
        self.step = ""

    def _mine(self, uid: str) -> bool:
        """Units of the platoon that is due, and the seat's leaders and spotters, who act freely (5.65, 48.12, A-03)."""
        u = self.s.units[uid]
        if not u.on_map:
            return False
        return bool(u.rank) or u.type == "spotter" or (bool(self.due) and u.formation == self.due)

    def _mates(self) -> list[str]:
        """Who may join the chosen units in an action."""
        return [a for a, uid in self.ids.items() if uid not in self.chosen and self.able.feasible([*self.chosen, uid])]

    def _values(self) -> list[str]:
        if not self.chosen:
            out = [a for a, uid in self.ids.items() if self.able.feasible([uid])]
            return [*out, "pass", *(["pay"] if self.due and self.side in self.play.book.advantage else [])]
        if not self.verb:
            return [*self._mates(), *self.able.verbs(self.chosen)]
        if self.verb == "move":
            if self.step:
                return ["assault", "stop"]
            return [*movement.steps(self.play, self.chosen), *(["exit"] if movement.exits(self.play, self.chosen) else [])]
        if self.verb == "sight":
            return sighting.targets(self.play, self.chosen)
        return fire_values(self.play, self.chosen, self.hexes, self.megahex, self.verb == "automatic", ())

    def _allows(self, value: str) -> bool:
        """Units and verbs are asked about one by one: all that could join in are listed for menus alone."""
        if self.ready or self.verb or self._cached is not None or value == "pay":
            return super()._allows(value)
        if value in self.ids:
            return self.ids[value] not in self.chosen and self.able.feasible([*self.chosen, self.ids[value]])
        return value in self.able.verbs(self.chosen) if self.chosen else value == "pass"

    def _take(self, value: str) -> None:
        if value in ("pass", "pay", "go", "stop"):
            self.ready = True
        elif self.verb == "move" and not self.step:
            self.step = value
            self.ready = value == "exit" or not self._may_assault()
        elif self.verb == "move":
            self.ready = True
        elif not self.verb and value in self.ids:
            self.chosen.append(self.ids[value])
        elif not self.verb:
            self.verb = value
            self.ready = value == "assault"
        elif self.verb == "sight":
            self.megahex, self.ready = value, True
        elif len(value) == 2:
            self.megahex = value
        else:
            self.hexes.append(value)
            self.megahex = ""
            self.ready = len(self.hexes) >= fire.shots_allowed(self.play, self.chosen, self.verb == "automatic")

    def _may_assault(self) -> bool:
        return assault.why_no_assault(self.play, self.chosen, into=self.step) is None

    # what people are shown

    def _option(self, value: str) -> Option:
        if not self.verb and value in self.ids:
            u = self.s.units[self.ids[value]]
            return Option(value, piece=value, hex=u.at, note=u.command)
        if not self.verb and value in VERBS:
            return Option(value, label=VERBS[value])
        labels = {
            "pass": "Pass",
            "pay": "Pass, and move the rotation on (12.0)",
            "go": "Fire",
            "stop": "Done, no assault",
            "exit": "Leave the map",
        }
        if value in labels:
            return Option(value, label=labels[value])
        if self.verb == "move" and self.step:
            return Option(value, label="Close assault the hex", note=self._risk())
        if len(value) == 2:
            hexes = self.play.book.town.hexes_of[value]
            if self.verb == "sight":
                return Option(value, label=f"Megahex {value}", note=self._search_note(value), hexes=hexes)
            return Option(value, label=f"Megahex {value}", hexes=[h for h in hexes if h in self._targets()])
        return Option(value, hex=value)

    def _targets(self) -> list[str]:
        return fire.joint_targets(self.play, self.chosen)

    def _search_note(self, megahex: str) -> str:
        if not sighting.needs_dice(self.play, megahex):
            return "all open: seen without dice"
        adds = sum(points for _, points, _ in sighting.modifiers(self.play, self.chosen, megahex))
        return f"search rating {sighting.rating(self.play, self.chosen, megahex)}, dice {adds:+d}"

    def _risk(self) -> str:
        return f"lost on a large die of 1-{assault.risk(self.play, self.chosen)} if it is defended"

    def _preview(self) -> Mapping[str, Any] | None:
        if not self.chosen:
            return None
        lines: list[dict[str, str]] = []
        if self.due and assault.combat_units(self.play, self.chosen):
            lines.append({"label": "Action points of the platoon", "value": str(self.s.formations[self.due].ap), "rule": "5.63"})
        out: dict[str, Any] = {"title": VERBS.get(self.verb, "Action")}
        if self.verb in ("fire", "automatic"):
            lines += dialogue.fire_lines(self.play, self.chosen, self.hexes, self.verb == "automatic", spotted(self.play, self.side))
            out["confirm"] = True
        elif self.verb == "assault" or (self.verb == "move" and self.step and (not self.ready or self.picks[-1] == "assault")):
            lines += dialogue.assault_lines(self.play, self.chosen, self.step)
            out |= {"title": "Close assault", "hexes": [self.step or self.s.units[self.chosen[0]].at]}
            out |= {"confirm": True} if self.ready else {}
        elif self.verb == "sight" and self.megahex:
            lines += dialogue.search_lines(self.play, self.chosen, self.megahex)
            out |= {"confirm": True, "hexes": list(self.play.book.town.hexes_of[self.megahex])}
        elif not self.verb:
            out["seen"] = dialogue.seen(self.play, self.chosen)
        if self.hexes:
            out["hexes"] = list(self.hexes)
        return {**out, "lines": lines}


def fire_values(play: Play, uids: Sequence[str], hexes: Sequence[str], megahex: str, automatic: bool, must: Sequence[str]) -> list[str]:
    """Megahexes, then hexes, that a fire action may still name: several targets must touch each other (11.61, 11.72).

    `must`: of these at least one has to be among them (immediate fire, A-29).
    """
    targets = fire.joint_targets(play, uids)
    if must and not hexes:
        targets = [h for h in targets if h in must]
    if hexes:
        chain = {*hexes, *(n for h in hexes for n in play.book.town.neighbours[h])}
        targets = [h for h in targets if h in chain]
    if megahex:
        return [h for h in targets if h[:2] == megahex]
    out = sorted({h[:2] for h in targets})
    return [*out, "go"] if hexes else out


class FireWalk(Walk):
    """Immediate fire: `[units..., megahex, hex, ... , "go"]`, `[..., "automatic", ...]`, `[units..., "assault"]` where an enemy was spotted

    in the sighters' own hex, or `["done"]` (10.61-10.63).
    """

    def __init__(self, state: State, decision: Decision) -> None:
        super().__init__(decision)
        assert state.window is not None
        self.s, self.window = state, state.window
        self.play = Play(state)
        ready = [u for u in self.window.units if self._may_act([u])]
        self.ids = {a: u for a, u in own_units(state, decision.seat).items() if u in ready}
        self.chosen: list[str] = []
        self.automatic = self.assaults = False
        self.megahex = ""
        self.hexes: list[str] = []

    def _may_act(self, uids: Sequence[str]) -> bool:
        return self._may_fire(uids) or self._may_assault(uids)

    def _may_fire(self, uids: Sequence[str]) -> bool:
        if any(self.s.units[u].rank or not self.play.kind(u).combat or fire.why_no_fire(self.play, u) for u in uids):
            return False
        platoon = self.play.platoon(uids[0])
        if platoon is None or platoon.ap < fire.cost(self.play, uids) or not together(self.play, uids):
            return False
        return any(h in self.window.hexes for h in fire.joint_targets(self.play, uids))

    def _may_assault(self, uids: Sequence[str]) -> bool:
        """Whether units may take their Fire action at their own hex, which is always in line of sight (11.0, 11.24, 13.0)."""
        if self.s.units[uids[0]].at not in self.window.hexes or not together(self.play, uids):
            return False
        return assault.combat_units(self.play, uids) == list(uids) and assault.why_no_assault(self.play, uids) is None

    def _values(self) -> list[str]:
        if not self.chosen:
            return [*self.ids, "done"]
        fires = self._may_fire(self.chosen)
        more = fire_values(self.play, self.chosen, self.hexes, self.megahex, self.automatic, self.window.hexes) if fires else []
        if self.hexes or self.megahex or self.automatic:
            return more
        mates = [a for a, u in self.ids.items() if u not in self.chosen and self._may_act([*self.chosen, u])]
        if fires and self.play.option("automatic") and len(self.chosen) == 1 and self.play.kind(self.chosen[0]).auto:
            more.append("automatic")
        return mates + more + (["assault"] if self._may_assault(self.chosen) else [])

    def _take(self, value: str) -> None:
        if value in ("done", "go", "assault"):
            self.ready, self.assaults = True, value == "assault"
        elif value == "automatic":
            self.automatic = True
        elif value in self.ids and not self.hexes:
            self.chosen.append(self.ids[value])
        elif len(value) == 2:
            self.megahex = value
        else:
            self.hexes.append(value)
            self.megahex = ""
            self.ready = len(self.hexes) >= fire.shots_allowed(self.play, self.chosen, self.automatic)

    def _option(self, value: str) -> Option:
        if value == "done":
            return Option(value, label="No immediate fire")
        if value == "go":
            return Option(value, label="Fire")
        if value in VERBS:
            return Option(value, label=VERBS[value])
        if value in self.ids:
            return Option(value, piece=value, hex=self.s.units[self.ids[value]].at)
        if len(value) == 2:
            targets = fire.joint_targets(self.play, self.chosen)
            return Option(value, label=f"Megahex {value}", hexes=[h for h in targets if h[:2] == value])
        return Option(value, hex=value, note="spotted" if value in self.window.hexes else "")

    def _preview(self) -> Mapping[str, Any] | None:
        if not self.chosen:
            return {"title": "Immediate fire", "lines": [], "hexes": list(self.window.hexes)}
        at = self.s.units[self.chosen[0]].at
        if self.assaults or not self._may_fire(self.chosen):
            return {"title": "Close assault", "lines": dialogue.assault_lines(self.play, self.chosen, ""), "hexes": [at], "confirm": True}
        hexes = self.hexes or [h for h in self.window.hexes if h != at]
        lines = dialogue.fire_lines(self.play, self.chosen, hexes, self.automatic, self.window.hexes)
        return {"title": "Immediate fire", "lines": lines, "hexes": hexes, "confirm": True}


def spotted(play: Play, side: str) -> list[str]:
    """The hex that counts as spotted for a side's next action, which all have heard of: an entered observation post (10.44, 11.41)."""
    return [play.s.alert[side]] if side in play.s.alert else []


def take(play: Play, walk: ActionWalk) -> None:
    """Carry an action out; the rotation moves on behind a platoon that spent a point (4.1, 12.0)."""
    s, side = play.s, walk.side
    acted = bool(walk.chosen) and bool(assault.combat_units(play, walk.chosen))
    if walk.picks == ["pass"] or walk.picks == ["pay"]:
        pay = walk.picks == ["pay"] or (side not in play.book.advantage and bool(walk.due))
        if pay:
            s.formations[walk.due].ap -= 1
            acted = True
        s.passes = 0 if pay else s.passes + 1
        play.done(side, "Pass", "12.0", seat=walk.seat)
    else:
        s.passes = 0
    if acted and walk.due:
        play.advance_rotation(side, walk.due)
    uids = walk.chosen
    if walk.verb == "move":
        take_move(play, walk)
    elif walk.verb == "sight":
        sighting.search(play, uids, walk.megahex)
    elif walk.verb in ("fire", "automatic"):
        fire.fire(play, uids, walk.hexes, walk.verb == "automatic", spotted(play, side))
    elif walk.verb == "assault":
        assault.assault(play, uids, moving=False)


def take_move(play: Play, walk: ActionWalk) -> None:
    """Carry a move out, with the assault that may follow it (8.0, 13.21)."""
    uids, to = walk.chosen, walk.step
    origin = play.s.units[uids[0]].at
    leaving = to == "exit"
    if not movement.move(play, uids, to):
        play.done(walk.side, f"{{units}} finds {to} held by own troops and stays", "9.3", uids, path=[origin])
        return
    if not leaving:
        movement.entered(play, uids)
    text = f"{{units}} leaves the map at {origin}" if leaving else f"{{units}} moves from {origin} to {to}"
    if walk.picks[-1] == "assault":
        play.tell("move", "8.0", [walk.seat], text, uids, path=[origin, to])
        assault.assault(play, uids, moving=True)
        return
    play.done(walk.side, text, "8.0", uids, path=[origin] if leaving else [origin, to])
    if not leaving:
        movement.ambushed(play, uids)


def take_fire(play: Play, walk: FireWalk) -> None:
    """Immediate fire, at another hex or as a close assault, or the end of the pause for it (10.62)."""
    s = play.s
    assert s.window is not None
    if walk.picks == ["done"]:
        seat, s.window = s.window.seat, None
        play.done(s.side, "No immediate fire", "10.62", seat=seat)
        return
    if walk.assaults:
        assault.assault(play, walk.chosen, moving=False)
    else:
        fire.fire(play, walk.chosen, walk.hexes, walk.automatic, list(s.window.hexes))
    if s.window is not None:
        s.window.units = [u for u in s.window.units if u not in walk.chosen]
