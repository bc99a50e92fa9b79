"""The umpire's rulings on a Cold War Battles game."""

from __future__ import annotations

from engine.decisions import Decision, Option, Refusal, Walk
from engine.titles.cwb import sequence
from engine.titles.cwb.play import Play, sets_up
from engine.titles.cwb.scenario import Scenario
from engine.titles.cwb.state import DEAD, SetUp, State

KINDS = {
    "message": "Send a message (write it as the note)",
    "status": "Suppress or restore a unit",
    "place": "Put a unit elsewhere",
    "reveal": "Turn an untried unit up",
    "re-roll": "Roll the last die again",
    "pass": "Pass for an absent player",
    "decide": "Decide for a player",
    "end": "End the game now",
}


class RulingWalk(Walk):
    """`["message", to, "go"]`, `["status", piece, "suppressed"|"restored", "go"]`, `["place", piece, column or box, hex, "go"]`,
    `["reveal", piece, "go"]`, `["re-roll", "go"]`, `["pass", seat, "go"]`, `["decide", seat, that seat's picks...]`, `["end", "go"]`."""

    def __init__(self, state: State, decision: Decision, scenario: Scenario) -> None:
        super().__init__(decision)
        self.s, self.scenario = state, scenario
        self.alias = state.aliases.get("umpire", {})
        self.ids = {a: p for p, a in sorted(self.alias.items(), key=lambda kv: int(kv[1][1:]))}
        self.asked = [d for d in state.open if not d.optional]
        self.inner: Walk | None = None

    def _values(self) -> list[str]:
        if not self.picks:
            return [k for k in KINDS if self._applies(k)]
        kind, at = self.picks[0], len(self.picks)
        if kind == "decide":
            return self.inner.values() if self.inner else [d.seat for d in self.asked]
        ways = getattr(self, f"_{kind.replace('-', '_')}_values")
        found: list[str] = ways(at)
        return found

    def _applies(self, kind: str) -> bool:
        if kind == "re-roll":
            return self.s.rolled
        if kind in ("pass", "decide"):
            return bool(self.asked)
        if kind == "reveal":
            return bool(self._untried())
        if kind in ("status", "place"):
            return bool(self._on_map())
        return True

    def _on_map(self) -> list[str]:
        return [a for a, p in self.ids.items() if self.s.pieces[p].on_map]

    def _untried(self) -> list[str]:
        return [a for a in self._on_map() if not self.s.pieces[self.ids[a]].revealed and not isinstance(self.s.stack[0], SetUp)]

    def _message_values(self, at: int) -> list[str]:
        return ["all", *(seat.id for seat in self.s.setup.seats)] if at == 1 else ["go"]

    def _status_values(self, at: int) -> list[str]:
        if at == 1:
            return self._on_map()
        if at == 2:
            return ["restored" if self.s.pieces[self.ids[self.picks[1]]].suppressed else "suppressed"]
        return ["go"]

    def _place_values(self, at: int) -> list[str]:
        if at == 1:
            return self._on_map()
        piece = self.s.pieces[self.ids[self.picks[1]]]
        if at == 2:
            free = {f"column {h[:2]}" for h in self._free(piece.side)}
            return [*sorted(free), "dead"]
        if at == 3 and self.picks[2].startswith("column "):
            return [h for h in self._free(piece.side) if h[:2] == self.picks[2][-2:]]
        return ["go"]

    def _free(self, side: str) -> list[str]:
        field = self.scenario.field(self.s)
        return [h for h in field.map.grid.ids if field.holder.get(h, side) == side]

    def _reveal_values(self, at: int) -> list[str]:
        return self._untried() if at == 1 else ["go"]

    def _re_roll_values(self, at: int) -> list[str]:
        return ["go"]

    def _pass_values(self, at: int) -> list[str]:
        return [d.seat for d in self.asked] if at == 1 else ["go"]

    def _end_values(self, at: int) -> list[str]:
        return ["go"]

    def _take(self, value: str) -> None:
        if self.inner is not None:
            self.inner.pick(value)
            self.ready = self.inner.ready
        elif self.picks[0] == "decide" and len(self.picks) == 2:
            self.inner = sequence.walk(self.s, next(d for d in self.asked if d.seat == value), self.scenario)
        elif value == "go":
            self.ready = True

    def _option(self, value: str) -> Option:
        if self.inner is not None:
            return self._translated(self.inner._option(value))
        if not self.picks:
            return Option(value, label=KINDS[value])
        if value in self.ids:
            piece = self.s.pieces[self.ids[value]]
            return Option(value, piece=value, hex=piece.at if piece.on_map else "")
        if value == "go":
            return Option(value, label="Rule so")
        if value.startswith("column "):
            side = self.s.pieces[self.ids[self.picks[1]]].side
            return Option(value, hexes=[h for h in self._free(side) if h[:2] == value[-2:]])
        if value.isdigit():
            return Option(value, hex=value)
        return Option(value, label=value.replace("_", " ").capitalize())

    def _translated(self, option: Option) -> Option:
        """A player's option with the umpire's id of its piece, so that his client can show it."""
        if option.piece:
            theirs = {a: p for p, a in self.s.aliases[self.picks[1]].items()}
            option.label = option.label or self.scenario.book(self.s).units[self.s.pieces[theirs[option.piece]].unit].name
            option.piece = self.alias[theirs[option.piece]]
        return option


def rule(play: Play, walk: RulingWalk, note: str) -> None:
    """Carry a ruling out; every one is an event to all but a message to one seat.

    Raises Refusal for a re-roll: that is a take-back and the same act again, which is for the keeper of the log to do.
    """
    kind = walk.picks[0]
    if kind == "re-roll":
        raise Refusal("take_back", "a re-roll takes the last roll back and acts again; no state alone can do it")
    if kind == "message":
        to = walk.picks[1]
        play.say(
            "message",
            "",
            f"Umpire: {note or '…'}".replace("{", "(").replace("}", ")"),
            to=None if to == "all" else (to, "umpire"),
            note=note,
        )
    elif kind == "end":
        play.s.over = play.scenario.outcome(play, "The umpire ends the game")
    elif kind in ("pass", "decide"):
        seat = walk.picks[1]
        asked = next(d for d in play.s.open if d.seat == seat and not d.optional)
        inner = walk.inner or sequence.walk(play.s, asked, play.scenario)
        if walk.inner is None:
            from engine.decisions import fallback

            fallback(inner)
        play.say("ruling", "", f"The umpire decides for the {play.scenario.side_name(seat)} side", side=seat)
        sequence.take(play, inner)
    else:
        _on_piece(play, kind, walk)


def _on_piece(play: Play, kind: str, walk: RulingWalk) -> None:
    pid = walk.ids[walk.picks[1]]
    piece = play.s.pieces[pid]
    seen = (piece.side, "umpire") if sets_up(play.s, piece.side) else None
    if kind == "status":
        piece.suppressed = walk.picks[2] == "suppressed"
        play.touch()
        play.say("ruling", "", f"The umpire rules: {{piece}} is {walk.picks[2]}", to=seen, who={"piece": pid}, hex=piece.at)
    elif kind == "reveal":
        play.say("ruling", "", "The umpire turns {piece} up", who={"piece": pid}, hex=piece.at)
        play.reveal([pid])
    elif walk.picks[2] == "dead":
        hex_id, name = None if seen else piece.at, play.unit(pid).name
        play.return_to(pid, DEAD)
        play.say("removed", "", "The umpire removes {piece}", who={"piece": pid}, hex=hex_id, name=name, discloses=True)
    else:
        origin = piece.at
        play.place(pid, walk.picks[3])
        play.say("ruling", "", f"The umpire moves {{piece}} to {piece.at}", to=seen, who={"piece": pid}, path=[origin, piece.at])
