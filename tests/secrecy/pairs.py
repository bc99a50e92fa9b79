"""All-pairs sets of options: few combinations in which every two values of two options meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

Pair = tuple[tuple[str, str], tuple[str, str]]


def pairs(options: Mapping[str, Sequence[str]]) -> list[Pair]:
    """Every two values of two different options, as ((option, value), (option, value))."""
    return [((a, x), (b, y)) for a, b in combinations(options, 2) for x, y in product(options[a], options[b])]


def pairwise(options: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
    """Combinations of the options' values that cover all pairs, the first values alone (the defaults) first.

    Greedy and deterministic: each row begins with a pair that is still missing and takes, option by option, the value that meets most
    of the others that are.
    """
    rows = [{name: values[0] for name, values in options.items()}]
    missing = {pair: None for pair in pairs(options) if not _covers(rows[0], pair)}
    while missing:
        row = dict(next(iter(missing)))
        for name, values in options.items():
            if name not in row:
                row[name] = max(values, key=lambda v: _gain(missing, row, name, v))
        rows.append({name: row[name] for name in options})
        missing = {pair: None for pair in missing if not _covers(row, pair)}
    if len(options) == 1:
        ((name, values),) = options.items()
        rows += [{name: v} for v in values[1:]]
    return rows


def _covers(row: Mapping[str, str], pair: Pair) -> bool:
    return all(row.get(name) == value for name, value in pair)


def _gain(missing: Mapping[Pair, None], row: Mapping[str, str], name: str, value: str) -> int:
    """How many missing pairs a value would meet with what a row has."""
    grown = {**row, name: value}
    return sum(_covers(grown, pair) for pair in missing if name in dict(pair))
