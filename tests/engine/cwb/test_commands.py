"""Soviet sub-commands: rule 16.23 (their stacking is in test_stacking). Open ground lies around 0431."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import situation

LABEL = "Soviet units of several divisions"


@pytest.mark.parametrize(
    ("first", "second", "shift"),
    [("2G:1/5", "2G:2/5", None), ("2G:1/5", "33G:1/104", "1L"), ("2G:1/5", "SC:1/4", None), ("SC:1/4", "SC:2/4", None)],
)
def test_16_23_units_of_two_divisions_in_one_attack(first: str, second: str, shift: str | None) -> None:
    g = situation("combat", "soviet", {"0430": first, "0331": second, "0431": "REB:Corvin"})
    g.attack("0431", first, second, "assault", dice=[1])
    assert g.steps().get(LABEL) == shift


def test_16_23_and_in_one_defence() -> None:
    g = situation("combat", "hungarian", {"0430": "2G:1/5", "0331": "33G:1/104", "0431": "REB:Corvin"})
    g.attack("0430", "0331", "REB:Corvin", "assault", dice=[1])
    assert g.steps()[LABEL] == "1R"


def test_16_23_the_special_corps_does_not_bring_two_divisions_together() -> None:
    units = {"0430": "2G:1/5", "0331": "33G:1/104", "0532": "SC:1/4", "0431": "REB:Corvin"}
    g = situation("combat", "soviet", units).attack("0431", "2G:1/5", "33G:1/104", "SC:1/4", "assault", dice=[1])
    assert g.steps()[LABEL] == "1L"


@pytest.mark.parametrize(
    ("gun", "attacker", "may"),
    [("2G:2G", "2G:1/5", True), ("2G:2G", "SC:1/4", True), ("SC:SC art", "33G:1/104", True), ("2G:2G", "33G:1/104", False)],
)
def test_16_23_artillery_supports_its_own_division_and_the_corps(gun: str, attacker: str, may: bool) -> None:
    g = situation("combat", "soviet", {"0430": attacker, "0431": "REB:Corvin", "0436": gun})
    assert (gun in g.options("attack", "0431", attacker, "assault")) == may
    if not may:
        assert g.refusal("attack", "0431", attacker, "assault", gun) == ("other_command", "16.23")


def test_16_23_and_never_where_another_division_fights_too() -> None:
    """The ruling I42."""
    units = {"0430": "2G:1/5", "0331": "33G:1/104", "0431": "REB:Corvin", "0436": "2G:2G, SC:SC art"}
    g = situation("combat", "soviet", units)
    found = g.options("attack", "0431", "2G:1/5", "33G:1/104", "assault")
    assert found & {"2G:2G", "SC:SC art"} == {"SC:SC art"}


@pytest.mark.parametrize(("gun", "defender", "may"), [("2G:2G", "2G:1/5", True), ("2G:2G", "33G:1/104", False), ("2G:2G", "SC:1/4", True)])
def test_16_23_protective_fire_likewise(gun: str, defender: str, may: bool) -> None:
    g = situation("combat", "hungarian", {"0430": "REB:Corvin", "0431": defender, "0436": gun})
    g.do("attack", "0431", "REB:Corvin", "assault", "go")
    assert (gun in g.options()) == may


def test_16_23_bombardment_is_free_and_two_divisions_lose_a_column() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0436": "2G:2G", "0435": "33G:33G"}, air={})
    g.bombard("0431", "2G:2G", "33G:33G", dice=[1])
    assert g.steps("bombarded")[LABEL] == "1L"


def test_16_23_support_of_another_command_counts_as_taking_part() -> None:
    """A corps gun among one division's units brings no shift."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin", "0436": "SC:SC art"})
    g.attack("0431", "2G:1/5", "assault", "SC:SC art", dice=[1])
    assert LABEL not in g.steps()
