"""The state of a Cityfight game: units, formations, what each seat knows, the stage under way."""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec.structs import replace

from engine import packs
from engine.decisions import Decision
from engine.title import Counters, Outcome, Setup

OFF, DEAD, EXITED = "off", "dead", "exited"
"""Not (yet) on the map; killed; left by the map edge."""
BOXES = (OFF, DEAD, EXITED)
COMMANDS = ("cautious", "bold", "fire", "search")


class Unit(msgspec.Struct, omit_defaults=True):
    """A counter: combat unit, leader or spotter. `type` is its entry in the pack, or a leader's rank.

    `sights`, `moves`, `fires` are what its command still allows; `out` is the game-turn in which its ammunition ran out; `cover`
    the game-turn in which it took cover of its own will (15.13); `seen` lists who spotted it this game-turn, as "seat unit", while it
    has not moved (10.37). `broken`: a part of a split squad (11.66), or a leader who was promoted or brought up (6.54).
    """

    type: str
    side: str
    formation: str
    number: int
    at: str = OFF
    name: str = ""
    rating: int = 0
    rank: str = ""
    command: str = ""
    last: str = ""
    moves: int = 0
    sights: int = 0
    fires: int = 0
    suppressed: bool = False
    cover: int = 0
    out: int = 0
    stopped: bool = False
    fired: bool = False
    assaulted: bool = False
    tried: bool = False
    helped: int = 0
    group: str = ""
    began: str = ""
    seen: list[str] = []
    broken: bool = False

    @property
    def on_map(self) -> bool:
        """Whether it stands in a hex."""
        return self.at not in BOXES


class Formation(msgspec.Struct, omit_defaults=True):
    """A platoon, company or battalion. `ap`: action points left; `pp`: preservation points accrued (17.1)."""

    side: str
    level: str
    parent: str = ""
    number: int = 0
    seat: str = ""
    ap: int = 0
    pp: int = 0
    demoralized: bool = False
    killed: int = 0
    replace_at: int = 0


class Contact(msgspec.Struct, omit_defaults=True):
    """What a seat was told of an enemy in a hex: when, how, and as much as the rules let it hear (10.31, 11.31, 13.33)."""

    id: str
    hex: str
    turn: int
    how: str
    detail: str = ""


class Orders(msgspec.Struct, omit_defaults=True):
    """Standing orders of a seat for announcements that the rules leave to it, so that no pause tells anything.

    `understate`: how much less than its due it announces (10.32). `claim`: whether it says that a fired-on stack is suppressed
    (11.56): `open`, in the open only, where it must; or `always`. `relay`: whether it says that an earlier spotter is near where the
    bonus of 10.37 asks for it. `heir`: the platoon leader who takes a company over among equals (6.54).
    """

    understate: int = 0
    claim: str = "open"
    relay: bool = False
    heir: str = ""


class Window(msgspec.Struct):
    """The pause after a successful sighting, in which the sighters may fire at once (10.6)."""

    seat: str
    units: list[str]
    hexes: list[str]


class Search(msgspec.Struct):
    """A search whose result the umpire decides (49 to 10.0): the sighters, and what the dice say, which he alone knows.

    `total`: None where no dice are needed (10.32). `relay`: whether the bonus of 10.37 is claimed.
    """

    seat: str
    units: list[str]
    megahex: str
    total: int | None
    relay: bool


class Letter(msgspec.Struct):
    """A written message on its way with a counter (48.34)."""

    carrier: str
    to: str
    text: str
    frm: str


class State(msgspec.Struct):
    """The whole truth of one game. `committed`: seats that are done with a simultaneous stage.

    `posts`: the seats that watch an observation post, by hex. `links`: seats of a side that may speak, as "a b" (48.3). `talk`:
    characters that a seat has written this game-turn (48.32). `agree`: what seats agree to, as "what seat". `marks` holds small counts:
    hexes that a leader moved, action points at the start of the stage, platoons that have left the map, and what a game-turn must
    remember of sightings and arrivals; `tally` counts kills, exits and each seat's part of a formation's losses. `supervised`: the
    umpire decides what searches find; `search`: the one that waits for him.
    """

    setup: Setup
    counters: Counters
    open: list[Decision]
    units: dict[str, Unit]
    formations: dict[str, Formation]
    aliases: dict[str, dict[str, str]]
    stage: str = "set-up"
    turn: int = 0
    committed: list[str] = []
    side: str = ""
    order: dict[str, list[str]] = {}
    pointer: dict[str, int] = {}
    passes: int = 0
    window: Window | None = None
    supervised: bool = False
    search: Search | None = None
    engaged: list[str] = []
    fought: list[str] = []
    contacts: dict[str, dict[str, Contact]] = {}
    orders: dict[str, Orders] = {}
    posts: dict[str, list[str]] = {}
    alert: dict[str, str] = {}
    phones: dict[str, str] = {}
    letters: list[Letter] = []
    links: list[str] = []
    talk: dict[str, int] = {}
    scores: dict[str, int] = {}
    tally: dict[str, int] = {}
    marks: dict[str, int] = {}
    agree: list[str] = []
    rolled: bool = False
    over: Outcome | None = None

    @property
    def pack(self) -> packs.Pack:
        """The pack that this game began with."""
        return packs.get(self.setup.pack)

    def copy(self) -> State:
        """An independent copy: units and formations one by one, the short rest through JSON."""
        new = copy(self)
        new.counters = Counters(dict(self.counters.dice), dict(self.counters.decisions), dict(self.counters.aliases))
        new.open = list(self.open)
        new.units = {uid: replace(u, seen=u.seen.copy()) for uid, u in self.units.items()}
        new.formations = {fid: replace(f) for fid, f in self.formations.items()}
        new.aliases = {v: dict(a) for v, a in self.aliases.items()}
        new.contacts = {s: dict(c) for s, c in self.contacts.items()}
        new.orders = {s: copy(o) for s, o in self.orders.items()}
        new.window, new.search = copy(self.window), copy(self.search)
        for name in ("committed", "engaged", "fought", "letters", "links", "agree"):
            setattr(new, name, list(getattr(self, name)))
        for name in ("order", "pointer", "posts", "alert", "phones", "talk", "scores", "tally", "marks"):
            setattr(new, name, dict(getattr(self, name)))
        return new


_decoder = msgspec.json.Decoder(State)
_encoder = msgspec.json.Encoder(order="deterministic")


def encode(state: State) -> bytes:
    """The state as deterministic JSON bytes."""
    return _encoder.encode(state)


def decode(raw: bytes) -> State:
    """The state of JSON bytes. Raises msgspec.ValidationError."""
    return _decoder.decode(raw)
