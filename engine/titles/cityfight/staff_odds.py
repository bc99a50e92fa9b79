"""The staff bot's odds: what fire, searches and close assaults promise, from the public charts."""

from __future__ import annotations

from functools import lru_cache

from engine.titles.cityfight.data import Book
from engine.titles.cityfight.staff_ground import Ground

PAIRS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
EAGER = 1.7
OWN_LOSS, BOLD_LOSS = 2, 3
"""Large dice on which an assault on a defended hex costs the assaulters (13.23)."""


@lru_cache(maxsize=4096)
def _chance(book: Book, strength: int, cover: str, letters: str) -> float:
    return sum(book.soft(strength, a + b, cover)[0] in letters for a, b in PAIRS) / 36


def kill_chance(book: Book, strength: int, cover: str) -> float:
    """The chance of a K against spotted units in a kind of cover (11.8)."""
    return _chance(book, strength, cover, "K")


def stop_chance(book: Book, strength: int, cover: str) -> float:
    """The chance of at least an S."""
    return _chance(book, strength, cover, "KS")


def assault_gain(book: Book, strength: int, own: int, bold: bool, eager: bool) -> float:
    """Expected enemies killed, by their price, less own losses in a close assault on one unit (13.22, 13.23).

    `eager`: for a side that has to dig the enemy out of his houses, which fire hardly does.
    """
    lost = (BOLD_LOSS if bold else OWN_LOSS) / 6
    return _chance(book, strength, "open", "K") * (EAGER if eager else 1.2) - lost * own * 0.9


def find_chance(g: Ground, at: str, megahex: str, hex_id: str, men: int) -> float:
    """The chance that a search from a hex finds an enemy in a megahex; `hex_id`: where he is, "" where that is not known (10.3)."""
    return _find(g, at[:2], megahex, hex_id in g.open if hex_id else None, men)


@lru_cache(maxsize=8192)
def _find(g: Ground, own: str, megahex: str, in_open: bool | None, men: int) -> float:
    town = g.book.town
    if in_open:
        return 1.0
    adds = sum(points for low, high, points in g.book.sighter_men if low <= men <= high)
    needed = town.rating[megahex]
    if own == megahex:
        adds += 20
        needed = min(64, needed) if men >= 4 else needed
    elif megahex not in town.mega_neighbours[own]:
        adds -= 20
    hidden = sum(10 * a + b + adds >= needed for a, b in PAIRS) / 36
    if in_open is False:
        return hidden
    part = 0.5 * g.mega_open[megahex]
    return part + (1 - part) * hidden
