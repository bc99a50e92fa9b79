"""The dice stream: what is published, and that it is fair."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from engine import dice

DIGEST = "203f90e3dfa07367394cfc6466db56414eedab240a75052927454004eed65a89"
DIE = 3
SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def test_a_roll_can_be_recomputed_by_hand() -> None:
    """What anybody does after the game with the published seed, using no code of ours."""
    message = b'["g1","public",3,["combat","u7"]]'
    by_hand = hmac.new(bytes(range(32)), message, hashlib.sha256).digest()
    assert dice.digest(SEED, "g1", "public", 3, ["combat", "u7"]) == by_hand
    assert by_hand[0] < 252 and dice.die_of(by_hand) == by_hand[0] % 6 + 1
    assert by_hand.hex() == DIGEST and dice.die_of(by_hand) == DIE  # so that the format cannot change unnoticed


def test_the_commitment_is_the_hash_of_the_seed_bytes() -> None:
    assert dice.commitment(SEED) == hashlib.sha256(bytes(range(32))).hexdigest()


def test_the_message_is_canonical() -> None:
    assert dice.digest(SEED, "g", "a", 1, {"b": 1, "a": 2}) == dice.digest(SEED, "g", "a", 1, {"a": 2, "b": 1})
    assert dice.digest(SEED, "g", "a", 1, "Óbuda") == hmac.new(bytes(range(32)), '["g","a",1,"Óbuda"]'.encode(), hashlib.sha256).digest()


@pytest.mark.parametrize("other", [("h", "public", 1, "x"), ("g", "umpire", 1, "x"), ("g", "public", 2, "x"), ("g", "public", 1, "y")])
def test_every_part_of_the_message_counts(other: tuple[str, str, int, str]) -> None:
    assert dice.digest(SEED, *other) != dice.digest(SEED, "g", "public", 1, "x")


def _chi_square(counts: Counter[int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[i] - expected) ** 2 / expected for i in range(cells))


def test_dice_are_uniform() -> None:
    rolls = Counter(dice.die_of(dice.digest(SEED, "g", "public", k, "roll")) - 1 for k in range(30_000))
    assert set(rolls) == set(range(6))
    assert _chi_square(rolls, 6) < 20.5  # p = 0.001 with five degrees of freedom


def test_successive_dice_are_independent() -> None:
    rolls = [dice.die_of(dice.digest(SEED, "g", "public", k, "roll")) - 1 for k in range(36_001)]
    pairs = Counter(6 * a + b for a, b in pairwise(rolls))
    assert _chi_square(pairs, 36) < 66.6  # p = 0.001 with 35 degrees of freedom


def test_bytes_from_252_on_are_passed_over() -> None:
    assert dice.die_of(bytes([252, 255, 251]) + bytes(29)) == 251 % 6 + 1
    full = bytes([255]) * 32
    assert dice.die_of(full) == dice.die_of(hashlib.sha256(full).digest())
    assert Counter(dice.die_of(bytes([b]) * 32) for b in range(252)) == dict.fromkeys(range(1, 7), 42)


@pytest.mark.parametrize("n", [1, 2, 7, 36])
def test_draws_are_unbiased(n: int) -> None:
    draws = Counter(dice.number_of(dice.digest(SEED, "g", "hungarian", k, "draw"), n) for k in range(300 * n))
    assert set(draws) <= set(range(n))
    assert _chi_square(draws, n) <= {1: 0, 2: 10.8, 7: 22.5, 36: 66.6}[n]  # p = 0.001


def test_a_draw_passes_over_the_uneven_rest() -> None:
    top = (1 << 64) - 1  # 2**64 is no multiple of 7: the highest values are passed over
    raw = top.to_bytes(8, "big") + (20).to_bytes(8, "big") + bytes(16)
    assert dice.number_of(raw, 7) == 20 % 7
    full = bytes([255]) * 32
    assert dice.number_of(full, 7) == dice.number_of(hashlib.sha256(full).digest(), 7)
    assert dice.number_of(full, 8) == 7  # of a power of two nothing is left over


def test_a_draw_from_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        dice.number_of(bytes(32), 0)
