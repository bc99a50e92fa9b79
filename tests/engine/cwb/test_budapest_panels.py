"""The calendar of Budapest '56: the schedule of 16.25, the picks of 16.12, NATO's units of 16.15."""

from __future__ import annotations

from typing import Any

import pytest

from engine.titles.cwb.state import HAND
from tests.engine.cwb.kit import HUNGARIAN, SOVIET, TITLE, Game, set_up, situation


def calendar(game: Game, viewer: str = "public") -> dict[str, Any]:
    """The rows of the panel as a viewer sees them."""
    found: dict[str, Any] = TITLE.view(game.state, viewer)["panels"]["calendar"]["rows"]
    return found


def test_16_25_the_schedule() -> None:
    rows = calendar(situation("move", SOVIET, {}))
    listed = sorted((r["turn"], r["label"], r["note"], int(r["value"])) for r in rows.values() if "turn" in r)
    assert sum(n for turn, _, _, n in listed if turn == 1) == 35 and sum(n for turn, _, _, n in listed if turn == 2) == 15
    assert {(label, where) for turn, label, where, _ in listed if turn == 2} == {
        ("Special Corps", "east edge"), ("Special Corps", "west edge"), ("Special Corps", "any edge"),
    }  # fmt: skip


def test_16_12_the_picks_by_what_is_held_now() -> None:
    """Heroes Square and the Radio Building are two of the places that count."""
    none, two = situation("move", SOVIET, {}), situation("move", SOVIET, {"1713": "REB:Corvin", "1518": "REB:Szena"})
    assert calendar(none)["picks"]["note"].startswith("for 0 objectives")
    assert calendar(two)["picks"]["note"].startswith("for 2 objectives")
    rows = two.state.pack.files["tables"]["hungarian_picks"]["from"]
    row = rows[max((k for k in rows if int(k) <= 2), key=int)]
    assert calendar(two)["picks"]["value"] == f"{row['rebel']} + {row['army']}"


def test_the_set_up_tells_nothing_of_what_is_held() -> None:
    game = set_up({})
    before = calendar(game, SOVIET)["picks"]
    assert before["value"] == "" and "note" not in before
    for piece in game.state.pieces.values():
        if piece.at == HAND:
            piece.at = "1713"
            break
    assert calendar(game, SOVIET)["picks"] == before


@pytest.mark.parametrize(("level", "counts"), [("none", []), ("covert", [2]), ("overt", [2, 7])])
def test_16_15_the_units_of_the_level(level: str, counts: list[int]) -> None:
    rows = [r for r in calendar(situation("move", SOVIET, {}, options={"nato": level})).values() if r.get("group") == "NATO intervention"]
    assert [int(r["value"]) for r in rows] == counts
    assert all("name" not in c for r in rows for c in r["counters"]) and all(r["side"] == HUNGARIAN for r in rows)
