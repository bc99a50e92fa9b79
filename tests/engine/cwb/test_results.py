"""What each result of an adjacent attack does: rules 9.4 and 9.14. Open ground lies around 0431."""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def result(code: str, units: dict[str, str], *picks: str, die: int, side: str = "soviet") -> Game:
    """An attack that brings a certain result."""
    g = situation("combat", side, units, air={}).attack(*picks, dice=[die])
    assert g.result[1] == code
    return g


def test_ae_eliminates_all_attackers_and_lets_the_defender_in() -> None:
    g = result("AE", {"0431": "REB:Kispest", "0430": "2G:1/5, 2G:2/5"}, "0430", "REB:Kispest", "assault", die=1, side="hungarian")
    assert g.where("REB:Kispest") == "pool"
    assert g.ask == ("soviet", "advance")
    assert g.options("2G:1/5", "0431") == {"go"}


def test_a1_drives_all_attackers_back_one() -> None:
    g = result("A1", {"0430": "2G:2/5, 2G:3/6", "0431": "REB:Corvin, REB:Tuzolto"}, "0431", "2G:2/5", "2G:3/6", "assault", die=2)
    g.do("2G:2/5", "0429").do("2G:3/6", "0530")
    assert g.ask == ("hungarian", "advance")
    assert g.options("REB:Corvin", "0430") == {"go"}
    assert g.points("hungarian") == 0


def test_a2_kills_one_and_drives_the_rest_back_two() -> None:
    g = result("A2", {"0430": "2G:2/5, 2G:3/6", "0431": "REB:Corvin, REB:Tuzolto"}, "0431", "2G:2/5", "2G:3/6", "assault", die=1)
    g.do("2G:3/6")
    assert (g.where("2G:3/6"), g.points("hungarian")) == ("dead", 2)
    g.do("2G:2/5", "0429", "0428")
    assert g.ask == ("hungarian", "advance")
    assert g.options("REB:Corvin", "0430") == {"0429", "go"}


def test_a2_takes_a_lone_attacker_unasked() -> None:
    g = result("A2", {"0430": "2G:1/5", "0431": "REB:Corvin"}, "0431", "2G:1/5", "assault", die=1)
    assert g.where("2G:1/5") == "dead"
    assert g.ask == ("hungarian", "advance")


def test_br_drives_both_back_and_nobody_follows() -> None:
    g = result("BR", {"0430": "2G:1/5", "0431": "REB:Corvin"}, "0431", "2G:1/5", "assault", die=4)
    g.do("retreat").do("REB:Corvin", "0432")
    assert g.ask == ("soviet", "retreat"), "the defender goes first"
    g.do("2G:1/5", "0429")
    assert g.ask == ("soviet", "combat")


def test_br_the_defender_may_stand_fast() -> None:
    """An exchange, with its advance."""
    g = result("BR", {"0430": "2G:1/5, 2G:2/5", "0431": "REB:Corvin"}, "0431", "2G:1/5", "2G:2/5", "assault", die=1)
    assert g.options() == {"retreat", "stand fast"}
    g.do("stand fast").do("2G:1/5", "go")
    assert [g.where(u) for u in ("REB:Corvin", "2G:1/5")] == ["pool", "dead"]
    assert g.ask == ("soviet", "advance")


def test_ax_drives_the_defender_back_and_costs_his_defence() -> None:
    """The attacker may enter the defender's hex, and go no farther."""
    g = result("AX", {"0430": "2G:1/5, 2G:2/5", "0431": "REB:Corvin"}, "0431", "2G:1/5", "2G:2/5", "assault", die=2)
    g.do("REB:Corvin", "0432")
    assert g.ask == ("soviet", "losses")
    assert "go" not in g.options("2G:2/5"), "three points do not pay for four"
    g.do("2G:1/5", "go")
    assert g.options("2G:2/5") == {"0431"}
    assert g.options("2G:2/5", "0431") == {"go"}


def test_ex_kills_the_defenders_and_attackers_of_their_worth() -> None:
    g = result("EX", {"0430": "2G:1/5, 2G:2/5", "0431": "REB:Corvin"}, "0431", "2G:1/5", "2G:2/5", "assault", die=4)
    assert g.where("REB:Corvin") == "pool"
    g.do("2G:1/5", "go")
    assert g.do("2G:2/5", "0431", "go").where("2G:2/5") == "0431"


def test_ex_costs_everything_where_nothing_less_will_do() -> None:
    g = result("EX", {"0430": "2G:2/5, 2G:3/6", "0431": "REB:Corvin"}, "0431", "2G:2/5", "2G:3/6", "assault", die=5)
    assert [g.where(u) for u in ("REB:Corvin", "2G:2/5", "2G:3/6")] == ["pool", "dead", "dead"]
    assert g.ask == ("soviet", "combat")


def test_ex_counts_adjacent_artillery_with_its_barrage() -> None:
    """10.17: it fights, pays and is lost like a manoeuvre unit."""
    units = {"0430": "2G:2G, 2G:1/5", "0431": "REB:Tuzolto"}
    g = result("EX", units, "0431", "2G:2G", "2G:1/5", "assault", die=4)
    assert g.options() == {"2G:2G", "2G:1/5"}
    g.do("2G:2G", "go")
    assert g.where("2G:2G") == "dead"


@pytest.mark.parametrize(("die", "n", "column"), [(3, 1, "+2,3"), (6, 2, "+2,3"), (5, 3, "+6,7,8"), (6, 4, "+6,7,8")])
def test_d1_to_d4_drive_the_defender_back(die: int, n: int, column: str) -> None:
    """The retreat is n hexes, and the attacker may follow up to where the defender stands."""
    attackers = ["33G:3/71"] if n < 3 else ["33G:3/71", "33G:1/104"]
    g = result(f"D{n}", {"0430": ", ".join(attackers), "0431": "REB:Tuzolto"}, "0431", *attackers, "mobile", die=die)
    assert g.result[0] == column
    path = ["0432", "0433", "0434", "0435"][:n]
    g.do("REB:Tuzolto", *path)
    assert g.where("REB:Tuzolto") == path[-1]
    assert g.ask == ("soviet", "advance")
    assert g.options("33G:3/71", "0431", *path[:-1]) == {"go"}


def test_de_kills_the_defenders() -> None:
    units = {"0430": "2G:2/6, 2G:1/37", "0431": "REB:Street 1"}
    g = result("DE", units, "0431", "2G:2/6", "2G:1/37", "assault", die=3)
    assert g.where("REB:Street 1") == "pool"
    assert g.options("2G:2/6", "0431") == {"go"}


def test_all_units_of_a_stack_share_the_result() -> None:
    g = result("D1", {"0430": "33G:1/71, 33G:3/71", "0431": "REB:Tompa, REB:Corvin"}, "0431", "33G:1/71", "33G:3/71", "mobile", die=2)
    assert g.ask == ("hungarian", "retreat")
    assert g.options() == {"REB:Tompa", "REB:Corvin"}


def test_14_4_an_attacker_without_defence_falls_away_before_the_die() -> None:
    """9.4, I7: a Rebel with nothing at all is removed when revealed; with no attacker left the attack is void."""
    g = situation("combat", "hungarian", {"0430": "REB:Street 5 untried", "0431": "2G:1/5"})
    g.do("attack", "0431", "REB:Street 5", "assault", "go")
    assert g.where("REB:Street 5") == "pool"
    assert g.told("void")
    assert not g.told("combat")


def test_14_4_a_target_emptied_by_the_reveal_may_be_entered() -> None:
    """I6: no die, and the attackers may advance one hex."""
    g = situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Street 5 untried"})
    g.attack("0431", "2G:1/5", "assault")
    assert g.points("soviet") == 1
    assert g.options("2G:1/5", "0431") == {"go"}
