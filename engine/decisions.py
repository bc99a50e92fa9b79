"""Decisions, walks and menus: an action is the list of picks that built it.

A *decision* says who must or may decide what. A *walk* is a cursor over its legal picks: `values()` lists what may be picked
next, `pick()` takes one, `ready` says that the action is complete (nothing is left to pick: a walk that could go on offers
`go`, `done` or `pass` to finish). Every unblocked option can be completed; no option undoes a pick; a set may be picked in
any order; a walk ends within 200 picks. One mechanism gives legality, prompts, highlights, bots, fuzzing and REST.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

MAX_PICKS = 200
CONTAINERS = (list, dict, set)
FINISHING = ("done", "pass", "go")


class Decision(msgspec.Struct, frozen=True):
    """An open decision. `id` is `<seat>-<k>`; k is counted per seat in the state and never goes back."""

    id: str
    seat: str
    kind: str
    prompt: str
    rule: str = ""
    optional: bool = False

    def view(self) -> dict[str, Any]:
        """What the deciding seat's view shows of it."""
        out: dict[str, Any] = {"id": self.id, "kind": self.kind, "prompt": self.prompt}
        if self.rule:
            out["rule"] = self.rule
        if self.optional:
            out["optional"] = True
        return out


class Refusal(Exception):
    """Why a pick or an action is refused. `code` is stable, `rule` the rule's number, `message` for people."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.rule = code, message, rule

    def view(self) -> dict[str, str]:
        """The refusal as JSON: code, message and rule."""
        return {"code": self.code, "message": self.message, "rule": self.rule}


class Option(msgspec.Struct):
    """One line of a menu. `hexes`: the hexes that this option covers, where it narrows a choice of many hexes."""

    value: str
    label: str = ""
    hex: str = ""
    piece: str = ""
    note: str = ""
    hexes: Sequence[str] = ()
    blocked: Refusal | None = None

    def view(self) -> dict[str, Any]:
        """The option as JSON: empty fields and a label equal to the value are left out."""
        out: dict[str, Any] = {"value": self.value}
        if self.label and self.label != self.value:
            out["label"] = self.label
        for name in ("hex", "piece", "note"):
            if getattr(self, name):
                out[name] = getattr(self, name)
        if self.hexes:
            out["hexes"] = list(self.hexes)
        if self.blocked:
            out["blocked"] = self.blocked.view()
        return out


class Menu(msgspec.Struct):
    """What a seat is shown at one point of a walk.

    `shortcuts` is a tree over values: `{value: [previous value or "", note]}`; its picks are the chain of values from the
    current point to it, then `finish`. So one click on a reachable hex moves a unit. `preview` explains the action so far.
    `note`: how many characters of text may go with the action (0: none).
    """

    options: list[Option]
    ready: bool = False
    prompt: str = ""
    preview: Mapping[str, Any] | None = None
    shortcuts: Mapping[str, tuple[str, str]] | None = None
    finish: str = "go"
    note: int = 0

    def view(self) -> dict[str, Any]:
        """The menu as JSON."""
        out: dict[str, Any] = {"options": [o.view() for o in self.options], "ready": self.ready}
        if self.prompt:
            out["prompt"] = self.prompt
        if self.preview:
            out["preview"] = dict(self.preview)
        if self.shortcuts:
            out["shortcuts"] = {k: list(v) for k, v in self.shortcuts.items()}
            out["finish"] = self.finish
        if self.note:
            out["note"] = self.note
        return out


class Walk:
    """Base of all walks. A subclass gives `_values`, `_take` and, for people, `_option`, `_blocked`, `_preview`, `_shortcuts`.

    A walk is bound to one state and one decision and never changes the state.
    """

    code: ClassVar[str] = "not_an_option"

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.picks: list[str] = []
        self.ready = False
        self._cached: list[str] | None = None

    def values(self) -> list[str]:
        """The values that may be picked now, unblocked, in a fixed order; empty when ready. Cheap."""
        if self.ready:
            return []
        if self._cached is None:
            self._cached = self._values()
        return self._cached

    def pick(self, value: str) -> None:
        """Take one value. Raises Refusal: a blocked option's own code, else `not_an_option` with the decision's rule."""
        if not self._allows(value):
            for option in [] if self.ready else self._blocked():
                if option.value == value and option.blocked:
                    raise option.blocked
            raise Refusal("not_an_option", f"{value!r} is not among the options here", self.decision.rule)
        if len(self.picks) >= MAX_PICKS:
            raise Refusal("too_long", f"an action has at most {MAX_PICKS} picks", self.decision.rule)
        self.picks.append(value)
        self._cached = None
        self._take(value)

    def follow(self, picks: Sequence[str]) -> Walk:
        """Pick several values in turn and return the walk."""
        for value in picks:
            self.pick(value)
        return self

    def fork(self) -> Self:
        """Another cursor at the same point, to try picks without walking there again."""
        new = object.__new__(type(self))
        own = vars(new)
        for name, value in vars(self).items():
            own[name] = value.copy() if isinstance(value, CONTAINERS) else value.fork() if isinstance(value, Walk) else value
        return new

    def menu(self) -> Menu:
        """Options with labels, notes and blocked ones, preview and shortcuts: only from what the seat knows."""
        if self.ready:
            return Menu([], ready=True, preview=self._preview(), note=self._note_limit())
        return Menu(
            [self._option(v) for v in self.values()] + list(self._blocked()),
            prompt=self._prompt(),
            preview=self._preview(),
            shortcuts=self._shortcuts(),
            note=self._note_limit(),
        )

    def _values(self) -> list[str]:
        raise NotImplementedError

    def _allows(self, value: str) -> bool:
        """Whether a value is among `values()`: a subclass may know without listing them all."""
        return value in self.values()

    def _take(self, value: str) -> None:
        raise NotImplementedError

    def _option(self, value: str) -> Option:
        return Option(value)

    def _blocked(self) -> list[Option]:
        return []

    def _prompt(self) -> str:
        return ""

    def _note_limit(self) -> int:
        return 0

    def _preview(self) -> Mapping[str, Any] | None:
        return None

    def _shortcuts(self) -> Mapping[str, tuple[str, str]] | None:
        return None


def fallback(walk: Walk) -> list[str]:
    """Complete legal picks that commit to as little as possible: what clocks, umpires and abandoned seats use."""
    while not walk.ready:
        values = walk.values()
        if not values:
            raise AssertionError(f"dead end after {walk.picks} in {walk.decision}")
        walk.pick(next((v for v in FINISHING if v in values), values[0]))
    return walk.picks
