"""Air mobility: rules 13.1-13.5 with 6.4 and 16.28. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from engine.titles.cwb.state import WAITING, Advance, Trail
from tests.engine.cwb.kit import Game, retreating, situation


def moving(units: dict[str, str], **more: object) -> Game:
    """A Soviet movement phase."""
    return situation("move", "soviet", units, **more)  # type: ignore[arg-type]


def flights(g: Game, unit: str) -> set[str]:
    """Where a unit may be flown."""
    if "air" not in g.options(unit):
        return set()
    return {h for column in g.options(unit, "air") for h in g.options(unit, "air", column)}


def left(g: Game) -> int:
    """Unused transports."""
    return g.state.air["soviet"]["HELI_TRANSPORT"].left


def test_13_1_a_helicopter_carries_one_unit_anywhere() -> None:
    g = moving({"0431": "SC:1/Sp"})
    g.do("SC:1/Sp", "air", "column 30", "3001")
    assert (g.where("SC:1/Sp"), left(g), g.cites("flight")) == ("3001", 0, "13.1")


@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ("SC:1/Sp", True),
        ("SC:1/381", True),
        ("SC:3/80", True),
        ("SC:1/KGB", False),
        ("SC:1/SC", False),
        ("SC:20", False),
        ("2G:1/5", False),
    ],
)
def test_13_2_16_28_soviet_airborne_and_special_forces_only(unit: str, may: bool) -> None:
    assert bool(flights(moving({"0431": unit}), unit)) == may


def test_13_3_over_everything() -> None:
    """Out of a zone of control, over enemies and river, into a zone; not into an enemy, a full hex or an embassy."""
    g = moving({"0431": "SC:1/Sp", "0430": "REB:Corvin", "1515": "REB:Szena", "1717": "2G:1/5", "1716": "2G:2/5", "1814": "2G:3/5"})
    g.do("2G:1/5", "1617", "go")
    found = flights(g, "SC:1/Sp")
    assert {"1514", "3036", "0531"} <= found
    assert not found & {"0430", "1515", "1614", "1315", "1617"}


def test_13_3_it_may_not_otherwise_move_that_turn() -> None:
    g = moving({"0431": "SC:1/Sp"}).do("SC:1/Sp", "air", "column 30", "3001")
    assert g.refusal("SC:1/Sp") == ("already_moved", "7.3")
    g = moving({"0431": "SC:1/Sp"}).do("SC:1/Sp", "0430", "go")
    assert g.refusal("SC:1/Sp") == ("already_moved", "7.3")


def test_13_3_but_it_may_fight() -> None:
    g = moving({"0431": "SC:1/Sp", "3003": "REB:Corvin"}).do("SC:1/Sp", "air", "column 30", "3002").end()
    assert g.options("attack", "3003") == {"SC:1/Sp"}


@pytest.mark.parametrize(("aa", "start", "end"), [("0433", False, True), ("2803", True, False), ("0434", True, True)])
def test_13_3_not_within_two_of_a_known_air_defence(aa: str, start: bool, end: bool) -> None:
    found = flights(moving({"0431": "SC:1/Sp", aa: "ARMY:AA"}), "SC:1/Sp")
    assert bool(found) == start
    if found:
        assert ("3002" in found) == end


def test_13_3_a_suppressed_air_defence_does_not_matter() -> None:
    assert "3002" in flights(moving({"0431": "SC:1/Sp", "2803": "ARMY:AA suppressed"}), "SC:1/Sp")


@pytest.mark.parametrize("aa", ["2803", "0433"])
def test_13_3_an_air_defence_that_nobody_knew_of_calls_the_flight_off(aa: str) -> None:
    """The ruling I28: offered like any other hex; the marker is spent, the unit stays and has moved, the air defence stays untried."""
    g = moving({"0431": "SC:1/Sp", aa: "ARMY:AA untried"})
    assert "3002" in flights(g, "SC:1/Sp")
    g.do("SC:1/Sp", "air", "column 30", "3002")
    assert g.told("flight_off")
    assert (g.where("SC:1/Sp"), left(g)) == ("0431", 0)
    assert not g.piece("ARMY:AA").revealed
    assert g.refusal("SC:1/Sp") == ("already_moved", "7.3")


def test_13_5_once_a_turn() -> None:
    g = moving({"0431": "SC:1/Sp", "0433": "SC:2/Sp"}).do("SC:1/Sp", "air", "column 30", "3001")
    assert not flights(g, "SC:2/Sp")
    g.until("hungarian", "move")
    assert left(g) == 0, "until the next Soviet reinforcement phase"


def test_6_4_from_off_the_map() -> None:
    """A unit that is due may fly in instead of driving in."""
    g = moving({WAITING: "SC:1/381"}, turn=2)
    assert "1515" in flights(g, "SC:1/381")
    g.do("SC:1/381", "air", "column 15", "1515")
    assert g.where("SC:1/381") == "1515"
    assert g.told("flight")[0]["path"] == ["1515"]


def test_6_4_not_before_it_is_due() -> None:
    g = moving({WAITING: "SC:1/381"}, turn=1)
    assert g.refusal("SC:1/381") == ("not_due", "16.25")


def test_13_4_out_of_a_retreat() -> None:
    """To any hex out of enemy zones of control; the path that the victor may follow is the vacated hex alone (I37)."""
    g = situation("combat", "hungarian", {"0430": "REB:Corvin, REB:Tuzolto", "0431": "SC:2/Sp", "1515": "REB:Szena"})
    g.attack("0431", "REB:Corvin", "REB:Tuzolto", "mobile", dice=[6])
    assert g.result[1] == "D2"
    found = flights(g, "SC:2/Sp")
    assert "3036" in found
    assert not found & {"1515", "1514", "1614", "0531"}
    g.do("SC:2/Sp", "air", "column 30", "3036")
    assert (g.where("SC:2/Sp"), left(g)) == ("3036", 0)
    assert g.options("REB:Corvin", "0431") == {"go"}


def test_13_4_where_no_ground_is_left_to_retreat_to() -> None:
    """The surrounded unit flies out, or dies."""
    g = retreating({"0431": "SC:2/Sp", "0430": "REB:Corvin", "0432": "REB:Szena"}, "SC:2/Sp", 1, fly=True)
    assert g.options("SC:2/Sp") == {"go", "air"}
    assert g.do("SC:2/Sp", "go").where("SC:2/Sp") == "dead"


@pytest.mark.parametrize(
    ("code", "die", "crt", "fly"), [("A1", 2, "assault", True), ("A2", 1, "assault", True), ("BR", 4, "assault", False)]
)
def test_13_4_which_results_it_may_fly_out_of_as_attacker(code: str, die: int, crt: str, fly: bool) -> None:
    units = {"0430": "SC:1/381, SC:1/80", "0431": "REB:Corvin, REB:Csepel, REB:Tompa"}
    g = situation("combat", "soviet", units).attack("0431", "SC:1/381", "SC:1/80", crt, dice=[die])
    assert g.result[1] == code
    if code == "A2":
        g.do("SC:1/80")
    if code == "BR":
        g.do("retreat")
        while g.ask[0] == "hungarian":
            unit = sorted(g.options())[0]
            g.do(unit, sorted(g.options(unit))[0])
    assert bool(flights(g, "SC:1/381")) == fly


def test_13_4_not_out_of_an_attacker_exchange() -> None:
    """AX is not among the results that the rule lists."""
    g = situation("combat", "hungarian", {"0430": "REB:Corvin, REB:Tuzolto", "0431": "SC:1/Sp"})
    g.attack("0431", "REB:Corvin", "REB:Tuzolto", "assault", dice=[2])
    assert g.result[1] == "AX"
    assert g.ask == ("soviet", "retreat")
    assert not flights(g, "SC:1/Sp")


def test_13_4_not_out_of_a_bombardment() -> None:
    """Only in adjacent combat; no Hungarian unit could fly in this game anyway."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin"}).bombard("0431", "TAC", "TAC", "TAC", dice=[3])
    assert "air" not in g.options("REB:Corvin")


def test_13_4_in_place_of_an_advance() -> None:
    units = {"0430": "SC:1/Sp", "1515": "REB:Szena"}
    g = situation("combat", "soviet", units, frames=lambda pids: [Advance("soviet", [pids["SC:1/Sp"]], [Trail(["0431"])])])
    found = flights(g, "SC:1/Sp")
    assert "3036" in found
    assert not found & {"1515", "1514", "1614"}
    g.do("SC:1/Sp", "air", "column 30", "3036")
    assert (g.where("SC:1/Sp"), left(g)) == ("3036", 0)


def test_13_4_an_unknown_air_defence_leaves_it_to_retreat_on_foot() -> None:
    units = {"0430": "REB:Corvin", "0431": "SC:2/Sp", "2803": "ARMY:AA untried"}
    g = retreating(units, "SC:2/Sp", 1, fly=True)
    g.do("SC:2/Sp", "air", "column 30", "3002")
    assert g.told("flight_off")
    assert g.ask == ("soviet", "retreat")
    assert "air" not in g.options("SC:2/Sp")
