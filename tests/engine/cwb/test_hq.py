"""Hungarian headquarters: rule 16.17. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation

LABEL = "Hungarian headquarters near"


def defended(units: dict[str, str]) -> str | None:
    """The shift when a Soviet unit at 0430 attacks 0431."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", **units}).attack("0431", "2G:1/5", "assault", dice=[2])
    return g.steps().get(LABEL)


@pytest.mark.parametrize(("where", "shift"), [("0432", "1L"), ("0434", "1L"), ("0435", None)])
def test_16_17_within_three_hexes(where: str, shift: str | None) -> None:
    assert defended({"0431": "REB:Corvin", where: "REB:RAFC"}) == shift


def test_16_17_right_when_attacking() -> None:
    g = situation("combat", "hungarian", {"0430": "2G:1/5", "0431": "REB:Corvin", "0433": "REB:RAFC"})
    g.attack("0430", "REB:Corvin", "assault", dice=[1])
    assert g.steps()[LABEL] == "1R"


@pytest.mark.parametrize("hq", ["REB:RAFC untried", "REB:RAFC", "REB:WU untried"])
def test_16_17_untried_or_not_real_or_dummy(hq: str) -> None:
    """An enabling headquarters is not revealed."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin", "0433": hq})
    g.attack("0431", "2G:1/5", "assault", dice=[2])
    assert g.steps()[LABEL] == "1L"
    assert g.piece(hq.split()[0]).revealed == ("untried" not in hq)


def test_16_17_a_dummy_revealed_in_this_very_combat_gives_nothing() -> None:
    """It is removed before the arithmetic."""
    assert defended({"0431": "REB:Corvin, REB:WU untried"}) is None


def test_16_17_a_headquarters_helps_itself() -> None:
    """It is a Hungarian unit within three hexes of a headquarters."""
    assert defended({"0431": "REB:RAFC"}) == "1L"


def test_16_17_one_unit_in_reach_is_enough_and_once_only() -> None:
    units = {"0330": "2G:2/6", "0430": "REB:Street 1", "0331": "REB:Street 2", "0433": "REB:RAFC", "0233": "REB:NG"}
    g = situation("combat", "soviet", units, air={}).attack("0430", "0331", "2G:2/6", "assault", dice=[1])
    assert [v for k, v in g.steps().items() if k == LABEL] == ["1L"]


def test_16_17_against_bombardment_too() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0433": "REB:RAFC"}).bombard("0431", "TAC", "TAC", "TAC", dice=[1])
    assert g.steps("bombarded")[LABEL] == "1L"


def test_16_17_through_enemies_zones_and_rivers() -> None:
    """From beyond the Danube, past a Soviet unit on its bank."""
    units = {"1135": "REB:Corvin", "1234": "128G:1/315", "0835": "REB:RAFC", "1036": "2G:1/5 suppressed"}
    g = situation("combat", "soviet", units, air={}).attack("1135", "128G:1/315", "assault", dice=[3])
    assert g.steps()[LABEL] == "1L"


def test_16_17_the_army_profits_as_well() -> None:
    assert defended({"0431": "ARMY:1/Kil", "0433": "REB:RAFC"}) == "1L"


def test_16_17_what_the_attacker_is_shown_beforehand() -> None:
    """Only what he may know: an untried headquarters is not in his estimate."""
    shown: list[bool] = []
    for hq in ("REB:RAFC untried", "REB:RAFC"):
        g: Game = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin", "0433": hq})
        preview = g.menu("attack", "0431", "2G:1/5").preview
        assert preview is not None
        shown.append(LABEL in [line["label"] for line in preview["lines"]])
    assert shown == [False, True]
