"""The all-pairs sets cover all pairs, stay small, and begin with the defaults."""

from __future__ import annotations

from math import prod

import pytest

from engine.title import Title
from tests.secrecy import kit
from tests.secrecy.pairs import pairs, pairwise

SHAPES = ((), (2,), (3,), (2, 2), (2, 3), (2,) * 8, (3, *(2,) * 8), (4, 3, 3, 2, 2))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_pair_is_in_a_row(shape: tuple[int, ...]) -> None:
    options = {f"o{i}": [f"v{k}" for k in range(n)] for i, n in enumerate(shape)}
    rows = pairwise(options)
    assert rows[0] == dict.fromkeys(options, "v0")
    assert all(row.keys() == options.keys() for row in rows)
    met = [{((a, row[a]), (b, row[b])) for a in row for b in row} for row in rows]
    assert [p for p in pairs(options) if not any(p in m for m in met)] == []
    for name, values in options.items():
        assert {row[name] for row in rows} == set(values)
    assert len(rows) <= prod(shape)
    if len(shape) > 4:
        assert len(rows) <= 2 * max(shape) * max(shape) + 4


@pytest.mark.parametrize("title", kit.all_titles(), ids=[t.id for t in kit.all_titles()])
def test_every_scenario_is_played_with_every_pair_of_its_options(title: Title) -> None:
    ways = kit.combinations(title)
    for scenario in title.scenarios():
        met = [options for name, options in ways if name == scenario.id]
        assert met[0] == {o.id: o.default for o in scenario.options}
        wanted = pairs({o.id: o.values for o in scenario.options})
        assert [p for p in wanted if not any(all(row[name] == value for name, value in p) for row in met)] == []
