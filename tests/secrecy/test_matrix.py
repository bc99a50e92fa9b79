"""The hidden-information matrix, measured: for each row, how often a resample differs. A row that never does, fails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from engine.title import Setup, Title
from tests.secrecy import angola87, budapest56, cityfight, kit, samples

Rows = Mapping[str, Callable[[Any, Any, str], bool | None]]
MATRICES: dict[str, tuple[Rows, Callable[[Setup], Iterable[str]]]] = {
    "angola87": (angola87.MATRIX, lambda setup: angola87.SEATS),
    "budapest56": (budapest56.MATRIX, lambda setup: budapest56.SEATS),
    "cityfight": (cityfight.MATRIX, cityfight.seats),
}
"""Per title: the rows, and the viewers for whom they are measured."""


def measure(title: Title, steps: tuple[kit.Step, ...], rng: random.Random, times: int = 3) -> dict[str, tuple[int, int]]:
    """Per row: in how many resamples it differed, of how many that had something of the kind."""
    rows, seats = MATRICES[title.id]
    differed: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for step in steps:
        for viewer in seats(step.before.setup):
            for _ in range(times):
                twin = title.resample(step.before, viewer, rng)
                for name, row in rows.items():
                    found = row(step.before, twin, viewer)
                    of[name] += found is not None
                    differed[name] += bool(found)
    return {name: (differed[name], of[name]) for name in rows}


def report(measured: dict[str, tuple[int, int]]) -> str:
    """The measurement as lines of text."""
    return "\n".join(f"{name:50} {n:5} of {of:5}  {n / max(1, of):4.0%}" for name, (n, of) in measured.items())


@pytest.mark.parametrize("title", [t for t in kit.all_titles() if t.id in MATRICES], ids=list(MATRICES))
def test_every_row_of_the_matrix_is_redrawn(title: Title) -> None:
    measured = measure(title, samples.steps(title.id), random.Random(6))
    print(report(measured))
    never = [name for name, (n, _) in measured.items() if not n]
    assert not never, f"never redrawn: {never}"


@pytest.mark.parametrize("title", [t for t in kit.all_titles() if t.id in MATRICES], ids=list(MATRICES))
def test_what_a_seat_knows_is_not_redrawn(title: Title) -> None:
    rng = random.Random(7)
    for step in samples.steps(title.id, games=2):
        for viewer in kit.viewers(step.before.setup):
            twin = title.resample(step.before, viewer, rng)
            assert title.view(twin, viewer) == title.view(step.before, viewer)
