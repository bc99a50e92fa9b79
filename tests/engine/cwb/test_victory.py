"""Victory points and the end: rules 3.3, 15.1-15.4, 16.3-16.9, 16.14."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def final(units: dict[str, str], **more: object) -> Game:
    """The end of turn 9."""
    return situation("recovery", "hungarian", units, turn=9, **more)  # type: ignore[arg-type]


def lost(unit: str, **more: object) -> Game:
    """A unit that stands beside another in a hex for one is eliminated (7.8)."""
    other = "2G:1/5" if not unit.startswith(("REB", "ARMY")) else "REB:Tompa"
    return situation("recovery", "soviet", {"1816": f"{other}, {unit}"}, **more).do(unit)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("unit", "points"),
    [("REB:RAFC", 2), ("REB:NG", 2), ("REB:RC", 2), ("REB:WU", 0), ("REB:RC2", 0), ("REB:Corvin", 1), ("REB:Street 5", 1), ("ARMY:1/7", 1)],
)
def test_16_3_what_a_hungarian_loss_brings(unit: str, points: int) -> None:
    assert lost(unit).points("soviet") == points


def test_16_14_an_army_unit_is_worth_two_with_intervention() -> None:
    assert lost("ARMY:1/7", options={"army": "yes"}).points("soviet") == 2


@pytest.mark.parametrize("unit", ["2G:2/5", "SC:SC art", "SC:20"])
def test_16_5_a_soviet_loss_brings_two(unit: str) -> None:
    assert lost(unit).points("hungarian") == 2


@pytest.mark.parametrize(
    ("hex_id", "soviet", "hungarian"),
    [
        ("1518", 2, 4),
        ("1816", 1, 1),
        ("2619", 1, 1),
        ("1814", 1, 2),
        ("1436", 2, 1),
        ("1614", 0, 0),
        ("1515", 0, 0),
        ("1116", 0, 0),
        ("2015", 0, 0),
    ],
)
def test_16_4_16_6_what_a_hex_is_worth_at_the_end(hex_id: str, soviet: int, hungarian: int) -> None:
    """Radio, objectives, Statue, road to Tokol; no embassy, square, bridge (without overt NATO) or stadium."""
    if hex_id != "1614":
        assert final({hex_id: "2G:1/5"}).points("soviet") == soviet
        assert final({hex_id: "REB:Corvin"}).points("hungarian") == hungarian


def test_16_4_only_at_the_end() -> None:
    g = situation("recovery", "hungarian", {"1518": "REB:Corvin"}, turn=8)
    assert g.points("hungarian") == 0


def test_16_8_zones_do_not_matter() -> None:
    g = final({"1814": "REB:Corvin", "1815": "2G:1/5"})
    assert g.points("hungarian") == 2


def test_15_4_a_unit_must_stand_there_whatever_its_state() -> None:
    assert final({"1816": "REB:Corvin untried suppressed"}).points("hungarian") == 1
    assert final({}).points("hungarian") == 0


def test_15_1_the_ledger_adds_up() -> None:
    g = final({"1518": "2G:1/5", "1816": "REB:Corvin", "1814": "REB:Szena"}, lead={"soviet": 3})
    out = g.state.over
    assert out is not None
    panel = g.view("public")["panels"]["vp"]
    assert panel["totals"] == {"soviet": 5, "hungarian": 3} == out.points
    assert sum(r["points"] for r in panel["rows"].values()) == 8


def test_15_2_the_end_is_told() -> None:
    g = final({}, lead={"soviet": 25})
    told = g.told("end", "public")[0]
    assert (told["winner"], told["level"]) == ("soviet", "operational")


SPOTS = ["0816", "0823", "1117", "1205", "1213", "1214", "1218", "1314", "1316", "1317", "1413", "1416", "1420", "1518", "1616", "1618"]
SPOTS += ["1619", "1716", "1731", "1816", "1904", "2022", "2025", "2102", "2118", "2619"]
REGIMENTS = {"2G": ("5", "6"), "33G": ("104",), "128G": ("315", "319"), "SC": ("4", "80", "381", "100")}
SOVIETS = [f"{d}:{n}/{r}" for d, rs in REGIMENTS.items() for r in rs for n in (1, 2, 3)]
ALL_HELD = dict(zip(SPOTS, SOVIETS, strict=False))


@pytest.mark.parametrize(("turn", "soviet", "hungarian"), [(1, 10, 0), (4, 10, 0), (5, 0, 0), (6, 0, 5), (8, 0, 5), (9, 0, 5)])
def test_16_9_the_quick_game_ends_with_all_objectives(turn: int, soviet: int, hungarian: int) -> None:
    """All 26 but the embassies, at the end of any turn; holding counts too."""
    assert len(ALL_HELD) == 26
    g = situation("recovery", "hungarian", ALL_HELD, turn=turn, options={"quick": "yes"})
    out = g.state.over
    assert out is not None
    assert out.points == {"soviet": soviet + 27, "hungarian": hungarian}


def test_16_9_not_with_one_missing_and_not_in_the_full_game() -> None:
    g = situation("recovery", "hungarian", {h: u for h, u in ALL_HELD.items() if h != "1205"}, options={"quick": "yes"})
    assert g.state.over is None
    assert situation("recovery", "hungarian", ALL_HELD).state.over is None


def test_16_9_at_the_end_of_the_game_turn_only() -> None:
    g = situation("recovery", "soviet", ALL_HELD, options={"quick": "yes"})
    assert g.state.over is None
