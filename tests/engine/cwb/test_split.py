"""The US artillery splits its strength over several fires: 16.18. It fires 5 points, 24 hexes far."""

from __future__ import annotations

from engine.decisions import fallback
from engine.titles.cwb.budapest import BUDAPEST
from engine.titles.cwb.duties import Standing
from tests.engine.cwb.kit import HUNGARIAN, SOVIET, TITLE, Game, situation

OVERT = {"nato": "overt"}
UNITS = {"0720": "US:82 art", "1613": "2G:1/5", "1713": "US:77SF", "1919": "2G:2/5"}


def fight(units: dict[str, str] | None = None) -> Game:
    """A Hungarian combat phase: a battalion next to special forces, another alone."""
    return situation("combat", HUNGARIAN, units or UNITS, options=OVERT)


def standing(g: Game) -> Standing:
    """What can still be attacked."""
    return Standing(g.state, BUDAPEST, BUDAPEST.field(g.state))


def test_23_two_points_bombard_and_three_support() -> None:
    """Golden: 16.18."""
    g = fight().bombard("1919", "US:82 art", "points 2", dice=[1, 1])
    assert g.steps("bombarded")["Artillery"] == "+2"
    art = g.piece("US:82 art")
    assert (art.spent, art.fired, art.attacked) == (2, False, False)
    assert g.view(SOVIET)["pieces"][g.alias(SOVIET, "US:82 art")]["note"] == "2 points fired"
    assert g.options("attack", "1613", "US:77SF", "assault", "US:82 art") == {"points 1", "points 2", "points 3"}
    g.do("attack", "1613", "US:77SF", "assault", "US:82 art", "points 3", "go", dice=[1])
    assert g.steps()["Supporting artillery"] == "+3"
    assert g.piece("US:82 art").fired


def test_23_six_points_are_refused() -> None:
    """16.18: of five."""
    g = fight()
    assert g.refusal("bombard", "1919", "US:82 art", "points 6")[0]
    assert g.options("bombard", "1919", "US:82 art") == {f"points {n}" for n in range(1, 6)}


def test_16_18_all_at_once_and_nothing_after_that() -> None:
    g = fight().bombard("1919", "US:82 art", "points 5", dice=[1, 1])
    assert g.steps("bombarded")["Artillery"] == "+5"
    assert "bombard" not in g.options()
    assert "US:82 art" not in g.options("attack", "1613", "US:77SF", "assault")


def test_16_18_protective_fire_splits_too() -> None:
    units = {"0720": "US:82 art", "1613": "2G:1/5", "1713": "US:1/82", "1919": "2G:2/5", "2019": "US:2/82"}
    g = situation("combat", SOVIET, units, options=OVERT)
    g.do("attack", "1713", "2G:1/5", "assault", "go").do("US:82 art", "points 1", "go", dice=[2])
    assert g.steps()["Final protective fire"] == "−1"
    while g.ask[1] != "combat":
        g.do(*fallback(TITLE.walk(g.state, g.asked)), dice=[1] if g.ask[1] == "advance" else ())
    g.do("attack", "2019", "2G:2/5", "assault", "go")
    assert g.options("US:82 art") == {f"points {n}" for n in range(1, 5)}
    g.do("US:82 art", "points 4", "go", dice=[2])
    assert g.steps()["Final protective fire"] == "−4"


def test_16_18_who_has_fired_a_part_makes_no_adjacent_attack() -> None:
    """9.3: an attack a phase; an enemy driven next to it later cannot be attacked by it."""
    g = fight().bombard("1919", "US:82 art", "points 2", dice=[1, 1])
    g.piece("2G:2/5").at = "0721"
    assert g.pid("US:82 art") not in standing(g).next_to
    assert g.pid("US:82 art") not in standing(g).firers


def test_16_18_its_shares_meet_several_duties() -> None:
    """9.3, 9.8: two enemies that nobody next to them can attack; a fire that leaves nothing for the second is not offered."""
    g = fight({"0720": "US:82 art", "1613": "2G:1/5", "1919": "2G:2/5"})
    g.state.duties.defend = sorted([g.pid("2G:1/5"), g.pid("2G:2/5")])
    assert standing(g).open == 2
    assert g.options("bombard", "1613", "US:82 art") == {f"points {n}" for n in range(1, 5)}
    g.bombard("1613", "US:82 art", "points 4", dice=[1, 1])
    assert standing(g).open == 1
    assert g.options() == {"bombard"}


def test_16_18_a_new_player_turn_gives_it_back() -> None:
    g = fight().bombard("1919", "US:82 art", "points 5", dice=[1, 1])
    g.piece("US:82 art").at, g.piece("2G:1/5").at = "0720", "0101"
    g.do("done", dice=[2, 1])
    assert (g.piece("US:82 art").spent, g.piece("US:82 art").fired) == (0, False)
