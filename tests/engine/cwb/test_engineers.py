"""The Soviet engineers: rule 16.27. The Danube runs between 1034 and 1135; 1234 lies on the left bank."""

from __future__ import annotations

from tests.engine.cwb.kit import Game, mover, retreating, situation


def cost(g: Game, unit: str, a: str = "1034", b: str = "1135") -> int | None:
    """Half MP for a step over the river."""
    return mover(g, unit).cost(a, b)


def moving(units: dict[str, str]) -> Game:
    """A Soviet movement phase."""
    return situation("move", "soviet", units)


def test_16_27_the_river_is_free_within_two_hexes() -> None:
    """No extra points and no bar, whatever the unit."""
    g = moving({"1034": "2G:1/5, 2G:2G", "0935": "SC:20"})
    assert cost(g, "2G:1/5") == cost(g, "2G:2G") == 2


def test_16_27_and_no_farther() -> None:
    """Two hexes from either side of the river side; the far bank counts as well as the near one."""
    assert cost(moving({"1034": "2G:1/5", "1234": "SC:20"}), "2G:1/5") == 2
    assert cost(moving({"1034": "2G:1/5", "0733": "SC:20"}), "2G:1/5") is None


def test_16_27_only_while_the_engineers_do_not_move() -> None:
    g = moving({"1034": "2G:1/5", "0935": "SC:20"}).do("SC:20", "0934", "go")
    assert cost(g, "2G:1/5") is None


def test_16_27_nor_when_they_have_just_come() -> None:
    """Entering is moving."""
    g = situation("move", "soviet", {"0935": "2G:1/5", "waiting": "SC:20"}, turn=1).do("SC:20", "0936", "go")
    assert mover(g, "2G:1/5").cost("1035", "1135") is None


def test_16_27_once_used_they_stay_for_the_phase() -> None:
    """The ruling I43."""
    g = moving({"1034": "2G:1/5", "0935": "SC:20"}).do("2G:1/5", "1135", "go")
    assert g.refusal("SC:20") == ("bridging", "16.27")
    g.until("soviet", "move")
    assert "SC:20" in g.options()


def test_16_27_a_step_that_needs_no_bridge_does_not_bind_them() -> None:
    """Over a real bridge, along a road, over land."""
    g = moving({"1034": "2G:1/5", "0935": "SC:20"}).do("2G:1/5", "1033", "go")
    assert "SC:20" in g.options()


def test_16_27_they_do_not_bridge_for_themselves() -> None:
    """Engineers that move build no bridge."""
    g = moving({"1034": "SC:20"})
    assert cost(g, "SC:20") == 2 + 8


def test_16_27_not_for_the_other_side() -> None:
    """Neither do the Hungarian engineers build any."""
    g = situation("move", "hungarian", {"1034": "REB:Corvin", "0935": "ARMY:Eng", "1233": "SC:20"})
    assert cost(g, "REB:Corvin") == 2 + 8


def test_16_27_not_in_retreat() -> None:
    """The bridges stand in the movement phase only: a tank with the river behind it is lost."""
    g = retreating({"1135": "2G:1/5", "1234": "REB:Corvin", "1235": "REB:Szena", "0935": "SC:20"}, "2G:1/5", 1)
    assert g.where("2G:1/5") == "dead"
