"""The title protocol: what a game must give to the service, and the registry of titles.

Viewers are the seats, `umpire` and `public`; never accounts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from engine.decisions import Decision, Walk

UMPIRE = "umpire"
PUBLIC = "public"


class Seat(msgspec.Struct, frozen=True):
    """A place at the table. Seats of one `side` are a team."""

    id: str
    side: str
    name: str


class OptionInfo(msgspec.Struct, frozen=True):
    """A choice made when the game is created; values are strings."""

    id: str
    name: str
    values: tuple[str, ...]
    default: str
    labels: Mapping[str, str] = {}
    note: str = ""


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario of a title: its seats by default (options may change them) and its options."""

    id: str
    name: str
    seats: tuple[Seat, ...]
    options: tuple[OptionInfo, ...] = ()
    summary: str = ""


class Setup(msgspec.Struct, frozen=True):
    """Event zero: all that a game begins from. `seed` is 64 hex digits; `pack` the hash of its pack."""

    game: str
    title: str
    scenario: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    seed: str
    pack: str
    engine: str


class Reading(msgspec.Struct):
    """What one audience may see of an event. `data` is JSON; pieces in it carry that audience's own ids."""

    text: str
    data: dict[str, Any] = {}


class Event(msgspec.Struct):
    """Something happened. `readings` holds, per viewer, exactly what it may see; a viewer without a reading learns nothing.

    `discloses`: a die was rolled or a hidden fact became known, so the entry cannot be taken back.
    """

    kind: str
    rule: str
    readings: dict[str, Reading]
    discloses: bool = False

    def payload(self, viewer: str) -> dict[str, Any] | None:
        """The JSON object for one viewer ({kind, text, rule?, data}), or None."""
        reading = self.readings.get(viewer)
        if reading is None:
            return None
        out: dict[str, Any] = {"kind": self.kind, "text": reading.text, "data": reading.data}
        if self.rule:
            out["rule"] = self.rule
        return out


class Outcome(msgspec.Struct, frozen=True):
    """The end: `winner` is a side or "" for a draw; `level` in the title's terms; `points` per side; `reason`."""

    winner: str
    level: str
    points: dict[str, int]
    reason: str = ""

    def view(self) -> dict[str, Any]:
        """The outcome as JSON."""
        return {"winner": self.winner, "level": self.level, "points": self.points, "reason": self.reason}


class Counters(msgspec.Struct):
    """What never goes back, take-backs included: dice per stream, decision numbers per seat, aliases per viewer."""

    dice: dict[str, int] = {}
    decisions: dict[str, int] = {}
    aliases: dict[str, int] = {}


class State(Protocol):
    """What the service may ask of any title's state; the rest belongs to the title."""

    setup: Setup
    counters: Counters


class Title(Protocol):
    """A game with enforced rules. All calls are pure; `State` is that title's own typed tree."""

    id: str
    name: str
    family: str
    """The pack's name: a folder of `scenarios/`."""

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """The catalogue entry of each scenario."""

    def seats(self, scenario: str, options: Mapping[str, str]) -> tuple[Seat, ...]:
        """The seats of a scenario under these options."""

    def begin(self, setup: Setup) -> tuple[Any, list[Event]]:
        """A fresh game, and the events of its beginning. The pack of that hash must be in the store (`engine.packs`)."""

    def decisions(self, state: Any) -> list[Decision]:
        """Who must or may decide what now: required ones first. Empty when the game has ended."""

    def walk(self, state: Any, decision: Decision) -> Walk:
        """A cursor over the legal picks of an open decision."""

    def apply(self, state: Any, walk: Walk, note: str = "") -> tuple[Any, list[Event]]:
        """Carry a finished walk out. The state given is never changed. `note`: the free text of an umpire's message."""

    def view(self, state: Any, viewer: str) -> dict[str, Any]:
        """All that this viewer may see: turn, phase, board, pieces, panels, waiting_for, outcome; no nulls.

        The service adds version, status, viewer, decisions and channels.
        """

    def resample(self, state: Any, viewer: str, rng: random.Random) -> Any:
        """A state that differs from this one in what the viewer does not know, and in nothing that it knows."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result, once the game has ended."""

    def encode(self, state: Any) -> bytes:
        """The state as JSON bytes."""

    def decode(self, raw: bytes) -> Any:
        """The state of JSON bytes; `decode(encode(s)) == s`."""

    def about(self, pack: Any) -> dict[str, Any]:
        """Static facts for clients: styles, symbols, charts, sides, sources. Public."""

    def board(self, pack: Any, map_id: str) -> dict[str, Any]:
        """A static map for clients. Raises KeyError for a map that the title has not."""

    def disclosures(self) -> Mapping[str, Sequence[str]]:
        """Event kinds that may tell a viewer what it did not know -> the fields of `data` that do."""


@runtime_checkable
class GovernsTalk(Protocol):
    """A title whose rules say which players of a side may speak with each other."""

    def channels(self, state: Any, viewer: str) -> list[dict[str, Any]]:
        """Where a seat of a team may speak now: `{"id": "seat-<other seat>", "to"}`, and where talk is limited `characters`,

        what is left of them in this `period` before what was said in it, over all channels of the seat together.
        """


@runtime_checkable
class HoldsStages(Protocol):
    """A title with stages in which several seats decide at the same time and in secret, each in as many actions as it likes."""

    def secret_stage(self, state: Any, decision: Decision) -> str:
        """Which of its stages an open decision belongs to, by a name that lasts as long as the stage ("command 3"); "" for none."""


@runtime_checkable
class Prepares(Protocol):
    """A title that needs something slow to compute from a pack before a scenario can be played. All calls are pure.

    `to_prepare` and `take` are quick and belong into the process that plays; `prepare` may run in any other.
    """

    def to_prepare(self, pack: Any, scenario: str) -> bytes | None:
        """What `prepare` needs; None when everything is at hand in this process."""

    def prepare(self, job: bytes) -> bytes:
        """The slow work."""

    def take(self, job: bytes, made: bytes) -> None:
        """Take into this process what `prepare` made. Raises ValueError for anything else."""


@runtime_checkable
class ListsNumbers(Protocol):
    """A title that uses a part of its family's pack, or has words for the pack's keys."""

    def numbers(self, pack: Any) -> list[dict[str, Any]]:
        """The data of this title that no text gives, as `engine.sources.listed` shapes them; `about` counts the same."""


_REGISTRY: dict[str, Title] = {}


def register(title: Title) -> None:
    """Put a title into the catalogue (its id must be free)."""
    if title.id in _REGISTRY:
        raise ValueError(f"title {title.id!r} is registered twice")
    _REGISTRY[title.id] = title


def titles() -> dict[str, Title]:
    """All registered titles by id, in the order of their names."""
    return dict(sorted(_REGISTRY.items(), key=lambda kv: kv[1].name))


def title(title_id: str) -> Title:
    """One title. Raises KeyError."""
    return _REGISTRY[title_id]
