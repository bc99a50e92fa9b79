"""The state of a Cold War Battles game: pieces, frames of the procedure stack, ledger."""

from __future__ import annotations

from copy import copy

import msgspec

from engine import packs
from engine.decisions import Decision
from engine.title import Counters, Outcome, Setup

WAITING = "waiting"
"""Scheduled or withheld, off the map."""
HAND = "hand"
"""Drawn from a pool and not yet placed."""
POOL = "pool"
DEAD = "dead"
OUT = "out"
"""Not in this game (an option not taken)."""
BOXES = frozenset((WAITING, HAND, POOL, DEAD, OUT))


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter. `unit` is its identity in the pack; `at` a hex id or one of BOXES.

    `moved`, `attacked`, `defended`, `shaken` (retreated or suppressed) count for this phase, `fired` for this player turn, as do the points
    `spent` of artillery that splits its fire (16.18), `scouted` (its
    recon is made or forgone) for its own player turn. `plot`: the hex that a gun's fire is plotted on in this combat phase (23.2), known
    to its owner alone. `looked`: the enemy has looked at it and knows it while it lies face down (20).
    """

    unit: str
    side: str
    at: str
    revealed: bool = False
    suppressed: bool = False
    moved: bool = False
    attacked: bool = False
    defended: bool = False
    shaken: bool = False
    fired: bool = False
    spent: int = 0
    plot: str = ""
    scouted: bool = False
    looked: bool = False

    @property
    def on_map(self) -> bool:
        """Whether the piece stands in a hex."""
        return self.at not in BOXES


class Line(msgspec.Struct):
    """A line of the victory point ledger."""

    side: str
    cause: str
    points: int
    turn: int
    rule: str


class Note(msgspec.Struct):
    """One step of an explained calculation."""

    label: str
    value: str
    rule: str = ""


class Trail(msgspec.Struct):
    """The hexes that a retreat or elimination vacated, in order: what a victor may advance along (9.20)."""

    hexes: list[str]


class SetUp(msgspec.Struct, tag="set-up"):
    """A side places its initial forces, unseen by the other until it is done (3.2)."""

    side: str


class PhaseFrame(msgspec.Struct, tag="phase"):
    """A phase of a player turn (4.3): reinforce, move, combat or recovery. `closing`: its side has ended it (7.8).

    `markers`: the impact and air markers that lie on the map, by side, hex and kind (23.2): public, unlike whose guns they stand for.
    """

    name: str
    begun: bool = False
    closing: bool = False
    markers: dict[str, dict[str, dict[str, int]]] = {}


class Plotting(msgspec.Struct, tag="plot"):
    """A side bound by fire control places its markers at the start of a combat phase (23.2)."""

    side: str


class Place(msgspec.Struct, tag="place"):
    """A side places the pieces in its hand (6.2, 16.12)."""

    side: str


class Picks(msgspec.Struct, tag="picks"):
    """A side chooses the pools of its next picks (morale event 18.6, NATO's extra pick 16.15)."""

    side: str
    left: int
    rule: str = "18.6"


class Muster(msgspec.Struct, tag="muster"):
    """The steps of a reinforcement phase with choices (Angola; air points in Budapest with NATO).

    `points`: air points; `points_back`: units that a refit brings back.
    """

    side: str
    todo: list[str]
    points: int = 0
    points_back: int = 0
    twice: bool = False
    begun: bool = False


class Disband(msgspec.Struct, tag="disband"):
    """A side returns units of its choice to their pool (morale event 18.6)."""

    side: str
    left: int


class Excess(msgspec.Struct, tag="excess"):
    """A side eliminates what stands over the stacking limit at the end of a phase (7.8)."""

    side: str


class Attack(msgspec.Struct, tag="attack"):
    """An adjacent attack (9.2). `todo`: the steps still to come, as `combat` names them; `came`: the attackers' hexes at the start.

    `shares`: the points that artillery which splits its fire gives to it (16.18).
    """

    crt: str
    targets: list[str]
    attackers: list[str]
    defenders: list[str]
    support: list[str]
    came: list[str]
    fpf: list[str] = []
    air: dict[str, int] = {}
    air_fpf: dict[str, int] = {}
    shares: dict[str, int] = {}
    todo: list[str] = []
    code: str = ""
    defence: int = 0
    steps: list[Note] = []
    trails: list[Trail] = []


class Bombard(msgspec.Struct, tag="bombard"):
    """A bombardment by artillery and air points (10.8, 12.5). `queue`: defenders still to be rolled for."""

    hex: str
    firers: list[str]
    air: dict[str, int]
    queue: list[str]
    shares: dict[str, int] = {}
    begun: bool = False
    steps: list[Note] = []
    retreats: list[str] = []


class Retreat(msgspec.Struct, tag="retreat"):
    """Units of one side that must retreat `n` hexes (9.16). `fly`: they may be flown out instead (13.4)."""

    side: str
    n: int
    pieces: list[str]
    fly: bool = False
    trails: list[Trail] = []


class Advance(msgspec.Struct, tag="advance"):
    """Units of one side that may advance along the trails (9.19-9.21)."""

    side: str
    pieces: list[str]
    trails: list[Trail]


Frame = SetUp | PhaseFrame | Plotting | Place | Picks | Muster | Disband | Excess | Attack | Bombard | Retreat | Advance


class Duties(msgspec.Struct):
    """Who must attack and who must be attacked, as fixed at the start of the combat phase (8.6, 9.3, 10.12)."""

    attack: list[str] = []
    defend: list[str] = []


class AirPool(msgspec.Struct):
    """Air markers of one kind: how many there are this window, how many are still unused (12.9)."""

    of: int = 0
    left: int = 0


class State(msgspec.Struct):
    """The whole truth of one game. Pieces, rubble and the like are keyed by internal ids that no viewer ever sees."""

    setup: Setup
    counters: Counters
    open: list[Decision]
    pieces: dict[str, Piece]
    aliases: dict[str, dict[str, str]]
    stack: list[Frame]
    turn: int = 0
    side: str = ""
    air: dict[str, dict[str, AirPool]] = {}
    air_hits: dict[str, int] = {}
    files: dict[str, int] = {}
    rubble: list[str] = []
    ledger: list[Line] = []
    duties: Duties = msgspec.field(default_factory=Duties)
    bridged: bool = False
    special: dict[str, int] = {}
    rolled: bool = False
    over: Outcome | None = None

    @property
    def pack(self) -> packs.Pack:
        """The pack that this game began with."""
        return packs.get(self.setup.pack)

    def copy(self) -> State:
        """An independent copy: pieces and tallies one by one, the short procedure stack through JSON."""
        new = copy(self)
        new.counters = Counters(dict(self.counters.dice), dict(self.counters.decisions), dict(self.counters.aliases))
        new.open = list(self.open)
        new.pieces = {pid: copy(p) for pid, p in self.pieces.items()}
        new.aliases = {v: dict(a) for v, a in self.aliases.items()}
        new.stack = msgspec.json.decode(msgspec.json.encode(self.stack), type=list[Frame])
        new.air = {s: {k: copy(p) for k, p in kinds.items()} for s, kinds in self.air.items()}
        new.air_hits = dict(self.air_hits)
        new.files = dict(self.files)
        new.rubble = list(self.rubble)
        new.special = dict(self.special)
        new.ledger = list(self.ledger)
        new.duties = Duties(list(self.duties.attack), list(self.duties.defend))
        return new


_decoder = msgspec.json.Decoder(State)
_encoder = msgspec.json.Encoder(order="deterministic")


def encode(state: State) -> bytes:
    """The state as deterministic JSON bytes."""
    return _encoder.encode(state)


def decode(raw: bytes) -> State:
    """The state of JSON bytes. Raises msgspec.ValidationError."""
    return _decoder.decode(raw)
