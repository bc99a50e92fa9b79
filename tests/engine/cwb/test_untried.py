"""Untried units: rules 14.1-14.4 with 16.21. What each viewer sees of them is tested with the secrecy tests in full."""

from __future__ import annotations

from tests.engine.cwb.kit import Game, set_up, situation


def test_14_1_16_21_all_begin_untried() -> None:
    g = set_up()
    assert not any(p.revealed for p in g.state.pieces.values())


def revealed(g: Game) -> set[str]:
    """The names of the units that the last action turned up."""
    return {e["name"] for e in g.told("reveal")}


def test_14_2_attackers_and_defenders_after_all_are_committed() -> None:
    units = {"0430": "2G:1/5 untried", "0431": "REB:Corvin untried", "0530": "2G:2/5 untried", "0436": "2G:2G untried"}
    g = situation("combat", "soviet", units)
    g.do("attack", "0431", "2G:1/5", "assault", "2G:2G", "go", dice=[6])
    assert revealed(g) == {"1/5", "Corvin", "2G"}
    assert not g.piece("2G:2/5").revealed, "it took no part"
    kinds = [e.kind for e in g.events]
    assert kinds.index("attack") < kinds.index("reveal") < kinds.index("combat")


def test_14_2_not_before_protective_fire_is_settled() -> None:
    units = {"0430": "REB:Corvin untried", "0431": "2G:1/5 untried", "0436": "2G:2G untried, SC:SC art untried"}
    g = situation("combat", "hungarian", units).do("attack", "0431", "REB:Corvin", "assault", "go")
    assert revealed(g) == set()
    g.do("2G:2G", "go", dice=[1])
    assert revealed(g) == {"1/5", "Corvin", "2G"}
    assert not g.piece("SC:SC art").revealed


def test_14_2_guns_and_targets_of_a_bombardment() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin untried", "0436": "2G:2G untried"}).bombard("0431", "2G:2G", dice=[1])
    assert revealed(g) == {"2G", "Corvin"}
    g = situation("combat", "soviet", {"0431": "REB:Corvin untried"}).bombard("0431", "TAC", dice=[1])
    assert revealed(g) == {"Corvin"}


def test_14_2_once_only() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0436": "2G:2G"}).bombard("0431", "2G:2G", dice=[1])
    assert revealed(g) == set()


def test_14_3_nobody_reads_an_untried_unit() -> None:
    """Its owner knows type and range, all others command and movement (I27)."""
    g = situation("combat", "soviet", {"0431": "REB:Corvin untried", "0436": "2G:2G untried"})
    for viewer in ("soviet", "hungarian", "public"):
        for piece in g.view(viewer)["pieces"].values():
            assert piece["untried"]
            assert "name" not in piece
            assert "factors" not in piece
            assert ("symbol" in piece) == (viewer == piece["side"])
    gun = next(p for p in g.view("soviet")["pieces"].values() if p["side"] == "soviet")
    assert (gun["note"], gun["back"]) == ("range 20", "6")


def test_14_3_a_revealed_unit_stays_so() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin untried"}).bombard("0431", "TAC", dice=[1])
    g.end()
    assert g.piece("REB:Corvin").revealed
    assert next(p for p in g.view("soviet")["pieces"].values() if p["side"] == "hungarian")["factors"] == "3-4-4"


def test_14_4_no_defence_no_unit() -> None:
    """9.4: removed as soon as it is turned up, as a loss; before the die."""
    g = situation("combat", "soviet", {"0431": "REB:Street 5 untried"}).bombard("0431", "TAC")
    assert (g.where("REB:Street 5"), g.points("soviet")) == ("pool", 1)
    assert g.cites("eliminated") == "14.4"


def test_14_4_the_others_fight_on() -> None:
    units = {"0430": "2G:1/5", "0431": "REB:Street 5 untried, REB:Tuzolto untried"}
    g = situation("combat", "soviet", units).attack("0431", "2G:1/5", "assault", dice=[2])
    assert g.steps()["Defenders"] == "−3"
    assert g.where("REB:Street 5") == "pool"


def test_14_4_no_attack_factor_stays_in_play() -> None:
    g = situation("combat", "hungarian", {"0430": "REB:Kispest untried", "0431": "2G:1/5"})
    g.attack("0431", "REB:Kispest", "assault", dice=[6])
    assert g.result == ("-4,3", "BR")
    assert g.where("REB:Kispest") == "0430"


def test_14_4_an_untried_unit_lost_to_stacking_is_named() -> None:
    """7.8: its points must be counted."""
    g = situation("recovery", "hungarian", {"1816": "REB:Corvin untried, REB:RAFC untried"})
    g.do("REB:RAFC")
    assert (g.where("REB:RAFC"), g.points("soviet")) == ("dead", 2)
    assert g.told("eliminated", "soviet")[0]["name"] == "RAFC"
