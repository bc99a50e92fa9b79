"""What the service knows of a game beside the title's own state. All of it is stored with the game's row."""

from __future__ import annotations

import msgspec

from engine.title import Seat


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Fixed at creation and public. `clock`: seconds for each required decision, 0 for none; `stage_clock`: for a secret stage."""

    game: str
    title: str
    scenario: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    solo: bool = False
    umpire: bool = False
    spectators: str = "none"
    private: bool = False
    clock: int = 0
    stage_clock: int | None = None
    creator: str
    host: str
    """The creator's name."""
    created: float

    def side(self, seat: str) -> str:
        """The side of a seat; other viewers are their own."""
        return next((s.side for s in self.seats if s.id == seat), seat)

    def sides(self) -> list[str]:
        """All sides, in the order of the seats."""
        return list(dict.fromkeys(s.side for s in self.seats))


class Asked(msgspec.Struct, frozen=True):
    """A take-back that waits for consent: entry `to` of `seat`, asked of the other sides."""

    seat: str
    to: int
    consents: tuple[str, ...] = ()
    """Sides that have said yes."""


class Live(msgspec.Struct):
    """What moves on with the game and is no part of the rules' state.

    `versions` per viewer; `offers`: entries that a seat may take back freely, oldest first; `said`: messages per viewer and
    channel; `snapshot`: the entry of the last snapshot; `due`: deadlines by decision; `stages`: deadlines of the secret stages that
    are under way; `clock`, `stage_clock`: what an umpire has set in place of what was agreed at creation (`clock` None: nothing).
    """

    versions: dict[str, int] = {}
    offers: dict[str, list[int]] = {}
    asked: Asked | None = None
    said: dict[str, int] = {}
    snapshot: int = 0
    due: dict[str, float] = {}
    stages: dict[str, float] = {}
    clock: int | None = None
    stage_clock: int | None = None

    def copy(self) -> Live:
        """A copy whose changes do not touch this one."""
        return Live(
            dict(self.versions),
            {k: list(v) for k, v in self.offers.items()},
            self.asked,
            dict(self.said),
            self.snapshot,
            dict(self.due),
            dict(self.stages),
            self.clock,
            self.stage_clock,
        )


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat: an account, a bot, or nobody. `reserved`: only an invitation gives it."""

    account: str | None = None
    bot: str | None = None
    name: str = ""
    reserved: bool = False

    @property
    def vacant(self) -> bool:
        """Whether nobody holds the seat."""
        return self.account is None and self.bot is None


class Member(msgspec.Struct, frozen=True):
    """An account with another part in the game: `umpire`, `spectator`, or `asking` to be its umpire (with the sides' consents)."""

    account: str
    role: str
    name: str
    consents: tuple[str, ...] = ()


class Roster(msgspec.Struct):
    """Everybody who has a part in a game. `held`: the sides (and `umpire`) that an account has ever held."""

    seats: dict[str, Holder] = {}
    members: list[Member] = []
    held: dict[str, list[str]] = {}

    def seats_of(self, account: str) -> list[str]:
        """The seats of an account, in the table's order."""
        return [seat for seat, holder in self.seats.items() if holder.account == account]

    def has_role(self, account: str, role: str) -> bool:
        """Whether an account is umpire, spectator, or asking."""
        return any(m.account == account and m.role == role for m in self.members)

    def holds(self, account: str, seat: str) -> bool:
        """Whether an account may act for a seat or as umpire."""
        if seat == "umpire":
            return self.has_role(account, "umpire")
        holder = self.seats.get(seat)
        return holder is not None and holder.account == account
