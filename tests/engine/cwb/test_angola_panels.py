"""What Angola '87 shows beside the map: signs of the turn, calendar, once a game, and the map of the monsoon."""

from __future__ import annotations

from typing import Any

import pytest

from engine.title import UMPIRE
from tests.engine.cwb.angola_kit import CUITO, MAVINGA, TITLE, Game, fresh, situation
from tests.engine.cwb.kit import shipped
from tests.engine.cwb.test_angola import muster

COM, SA = "communist", "south_african"


def panel(game: Game, name: str, viewer: str = "public") -> dict[str, Any]:
    """A panel's rows as a viewer sees them."""
    found: dict[str, Any] = TITLE.view(game.state, viewer)["panels"][name]["rows"]
    return found


def rows(game: Game, name: str, label: str, side: str = "") -> list[dict[str, Any]]:
    """The rows of a panel with a label."""
    return [r for r in panel(game, name).values() if r["label"] == label and r.get("side", "") == side]


@pytest.mark.parametrize(
    ("turn", "label", "board"),
    [(5, "Dry season", "angola"), (6, "Monsoon", "angola-monsoon"), (8, "Monsoon", "angola-monsoon"), (9, "Dry season", "angola")],
)
def test_17_33_the_weather_is_shown_and_has_a_map(turn: int, label: str, board: str) -> None:
    g = situation("move", COM, {}, turn=turn)
    assert len(rows(g, "signs", label)) == 1
    assert TITLE.view(g.state, COM)["board"]["map"] == board
    assert board in TITLE.about(shipped())["maps"]


def test_17_33_on_the_map_of_the_monsoon_streams_are_rivers_and_trails_are_lost() -> None:
    dry, wet = (TITLE.board(shipped(), name) for name in ("angola", "angola-monsoon"))
    assert {s["kind"] for s in wet["sides"].values()} == {s["kind"] for s in dry["sides"].values()} - {"stream"}
    assert {k: dict(s, kind="") for k, s in wet["sides"].items()} == {k: dict(s, kind="") for k, s in dry["sides"].items()}
    assert set(wet["links"].values()) == {"lost_trail"} and wet["links"].keys() == dry["links"].keys()
    assert (wet["hexes"], wet["id"], wet["season"]) == (dry["hexes"], "angola-monsoon", "wet")
    with pytest.raises(KeyError):
        TITLE.board(shipped(), "budapest")


def test_17_31_a_shortage_is_a_sign_of_its_side() -> None:
    g = situation("move", COM, {"2315": "MPLA:Tank 1"})
    assert len(rows(g, "signs", "In supply", COM)) == 1
    assert len(rows(g, "signs", "Supply shortage", SA)) == 1
    none = situation("move", COM, {}, bases=False)
    assert len(rows(none, "signs", "Supply shortage", COM)) == 1


def test_17_32_a_refit_is_a_sign_in_its_turn_and_used_for_the_game() -> None:
    g = situation("move", COM, {}, special={f"refit {COM}": 3})
    assert len(rows(g, "signs", "Refit", COM)) == 1
    assert [r["value"] for r in rows(g, "once", "Refit", COM) + rows(g, "once", "Refit", SA)] == ["turn 3", "not used"]
    later = situation("move", COM, {}, turn=4, special={f"refit {COM}": 3})
    assert not rows(later, "signs", "Refit", COM)


def test_18_5_events_are_signs_in_their_turn() -> None:
    g = situation("move", COM, {}, special={f"bonus {SA}": 3, "un": 3})
    assert rows(g, "signs", "Bonus", SA) and rows(g, "signs", "UN attention")
    assert not rows(situation("move", COM, {}, turn=4, special={"un": 3}), "signs", "UN attention")


def test_17_28_the_drop_is_shown_once_it_was_made() -> None:
    g = situation("move", SA, {MAVINGA: "SADF:1 Abn"})
    assert rows(g, "once", "Airborne drop", SA)[0]["value"] == "not used"
    g.do("SADF:1 Abn", "drop", "column 10", "1010")
    assert rows(g, "once", "Airborne drop", SA)[0]["value"] == "made"


def test_17_10_and_17_20_the_calendar_lists_the_schedule() -> None:
    g = situation("move", COM, {})
    scheduled = {(r["turn"], r["label"]): int(r["value"]) for r in panel(g, "calendar").values() if "turn" in r}
    assert scheduled == {(1, "SADF"): 2, (2, "SADF"): 1, (3, "SADF"): 7, (5, "SADF"): 1, (5, "MPLA"): 7, (5, "Cuban"): 6}
    for row in panel(g, "calendar").values():
        assert sum(c["n"] for c in row.get("counters", ())) == (
            int(row["value"]) if "turn" in row else sum(c["n"] for c in row.get("counters", ()))
        )
        assert not any(c.get("untried") and ("factors" in c or "name" in c) for c in row.get("counters", ()))


def test_17_25_optional_units_show_their_price_now_and_then_their_turn() -> None:
    g = muster(SA, {}, ["muster", "place"], turn=2)
    assert rows(g, "calendar", "SADF 2 Mech", SA)[0]["value"] == "6 VP"
    near = muster(SA, {"2315": "MPLA:Tank 1"}, ["muster", "place"], turn=2)
    assert rows(near, "calendar", "SADF 2 Mech", SA)[0]["value"] == "3 VP"
    g.do("call", "SADF:2 Mech", "go", dice=[3])
    row = rows(g, "calendar", "SADF 2 Mech", SA)[0]
    assert (row["turn"], "group" in row) == (4, False)
    late = muster(SA, {}, ["muster", "place"], turn=9)
    late.do("call", "SADF:2 Mech", "go", dice=[3])
    assert rows(late, "calendar", "SADF 2 Mech", SA)[0]["group"] == "Too late"


def test_17_10_the_contingency_comes_when_it_is_called() -> None:
    g = muster(COM, {"0506": "SADF:61"}, ["muster", "arrivals", "place"])
    assert "turn" not in rows(g, "calendar", "Cuban", COM)[1]
    g.do("contingency", "go")
    assert [r["turn"] for r in rows(g, "calendar", "Cuban", COM)] == [5, 3]


def test_17_23_the_brigade_shows_what_was_withdrawn() -> None:
    g = muster(SA, {MAVINGA: "SADF:4", "waiting": "SADF:PSt/82, SADF:RK/82, SADF:DLR/82"}, ["muster", "place"], turn=6)
    g.do("withdraw", "SADF:4", "go")
    assert "4 of 7" in panel(g, "calendar")["rotation"]["note"]


def test_during_the_set_up_nothing_is_told_that_depends_on_hidden_places() -> None:
    """The Communist side sets up out of sight: neither supply nor a price may follow from where its counters are (3.2)."""
    state = TITLE.decode(fresh())
    shown = TITLE.view(state, SA)["panels"]
    assert [r["label"] for r in shown["signs"]["rows"].values()] == ["Dry season"]
    for pid, piece in state.pieces.items():
        if piece.unit == "MPLA:Tank 1":
            state.pieces[pid].at = "2315"
    assert TITLE.view(state, SA)["panels"]["calendar"] == shown["calendar"]


def test_every_viewer_reads_the_same() -> None:
    g = situation("move", COM, {CUITO: "MPLA:Tank 1 untried"}, turn=6)
    for name in ("signs", "once", "calendar"):
        assert all(panel(g, name, v) == panel(g, name) for v in (COM, SA, UMPIRE))
