"""The counters of a game as the staff bot sees them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.titles.cwb.data import Unit


class Counter(msgspec.Struct):
    """A counter as its seat sees it. Factors of an untried counter are the means of what it may be; `odds` are its possible defences."""

    id: str
    side: str
    hex: str
    box: str
    cmd: str
    m: int
    symbol: str
    mech: bool
    revealed: bool
    suppressed: bool
    moved: bool
    fought: bool
    a: float
    d: float
    fpf: float
    range: int
    odds: tuple[tuple[int, float], ...]
    edge: str = ""
    plot: str = ""
    """The hex that a gun's fire is plotted on (23.2)."""

    @property
    def artillery(self) -> bool:
        """Whether its seat knows it for an artillery unit, or must fear that it is one."""
        return self.range > 0


class Kind(msgspec.Struct, frozen=True):
    """What counters that may be any of some units have in common, and their means."""

    m: int
    mech: bool
    a: float
    d: float
    fpf: float
    range: int
    longest: int
    odds: tuple[tuple[int, float], ...]

    @classmethod
    def of(cls, units: Sequence[Unit]) -> Kind:
        """The kind of some units, at least one."""
        n = len(units)
        chances: dict[int, float] = {}
        for u in units:
            chances[u.d] = chances.get(u.d, 0) + 1 / n
        return cls(
            units[0].m,
            all(u.mech for u in units),
            sum(u.attack for u in units) / n,
            sum(u.d for u in units) / n,
            sum(u.fpf for u in units) / n,
            units[0].range,
            max(u.range for u in units),
            tuple(sorted(chances.items())),
        )


NO_COUNTER = Counter("", "", "", "", "", 0, "", False, True, False, False, False, 0.0, 0.0, 0.0, 0, ())
