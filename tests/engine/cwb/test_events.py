"""Random events of Budapest '56: rules 5.1, 18.6."""

from __future__ import annotations

import pytest

from engine.titles.cwb.state import HAND, POOL
from tests.engine.cwb.kit import Game, situation


def event(die: int, units: dict[str, str] | None = None, *, turn: int = 2, lead: dict[str, int] | None = None) -> Game:
    """The events phase that begins a turn."""
    return situation("recovery", "hungarian", units or {}, turn=turn - 1, lead=lead, dice=[die])


@pytest.mark.parametrize("die", [1, 2, 3])
def test_18_6_nothing(die: int) -> None:
    """A 1 is World War III, which needs NATO."""
    g = event(die, {"1816": "REB:Corvin"}, lead={"soviet": 20})
    assert g.state.over is None
    assert (g.points("soviet"), g.points("hungarian")) == (20, 0)
    assert g.ask == ("soviet", "move")


REBELS = {"1816": "REB:Corvin", "1717": "REB:Szena untried", "1616": "REB:RAFC untried", "1716": "ARMY:1/7"}


def test_18_6_morale_a_soviet_lead_of_ten_sends_two_rebels_home() -> None:
    """Of the owner's choice, no headquarters (I45), for no points, unknown again in the pool."""
    g = event(4, REBELS, lead={"soviet": 10})
    assert g.ask == ("hungarian", "disband")
    assert g.options() == {"REB:Corvin", "REB:Szena"}
    g.do("REB:Corvin").do("REB:Szena")
    assert g.points("soviet") == 10
    assert sum(p.at == POOL for p in g.state.pieces.values()) == 36 + 13
    assert not any(p.revealed for p in g.state.pieces.values() if p.at == POOL)
    assert g.ask == ("soviet", "move")


def test_18_6_morale_with_fewer_rebels_than_two() -> None:
    g = event(4, {"1816": "REB:Corvin", "1616": "REB:RAFC"}, lead={"soviet": 10}).do("REB:Corvin")
    assert g.ask == ("soviet", "move")


def test_18_6_morale_a_hungarian_lead_of_ten_brings_two_picks() -> None:
    """From any pools, placed at once as usual (16.12)."""
    g = event(4, REBELS, lead={"hungarian": 10})
    assert g.ask == ("hungarian", "picks")
    assert g.options() == {"REB", "ARMY"}
    g.do("ARMY").do("REB")
    drawn = [p.unit for p in g.state.pieces.values() if p.at == HAND]
    assert sorted(u.split(":")[0] for u in drawn) == ["ARMY", "REB"]
    g.do(drawn[0], "1515").do(drawn[1], "1513")
    assert g.ask == ("soviet", "move")


@pytest.mark.parametrize("side", ["soviet", "hungarian"])
def test_18_6_morale_a_lead_of_nine_is_none(side: str) -> None:
    assert event(4, REBELS, lead={side: 9}).ask == ("soviet", "move")


@pytest.mark.parametrize("die", [5, 6])
@pytest.mark.parametrize(("turn", "minimum"), [(2, 5), (3, 5), (4, 10), (5, 10), (6, 15), (7, 15), (8, 20), (9, 20)])
def test_18_6_un_attention(die: int, turn: int, minimum: int) -> None:
    """Too few objectives in Soviet hands bring the Hungarians five points."""
    g = event(die, {"1816": "2G:1/5"}, turn=turn)
    assert g.told("un")[0]["minimum"] == minimum
    assert g.points("hungarian") == 5


def test_18_6_un_attention_on_a_soviet_success() -> None:
    """Five objectives on turn 2 are enough; squares and embassies do not count."""
    spots = ["1205", "1213", "1214", "1314", "1316", "1515"]
    units = [f"2G:{n}/{r}" for r in ("5", "6") for n in (1, 2, 3)]
    held = dict(zip(spots, units, strict=True))
    assert event(5, held).points("hungarian") == 0
    del held["1205"]
    assert event(5, held).points("hungarian") == 5
