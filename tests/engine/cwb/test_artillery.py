"""Ranged combat by artillery: rules 10.1-10.17. Open ground lies around 0431, hills around 0404.

Soviet guns: 2G:87 (range 2), SC:128/60 (range 4), 2G:2G (range 20, barrage 4, FPF 3), SC:SC art (unlimited).
"""

from __future__ import annotations

import pytest

from tests.engine.cwb.kit import Game, situation


def combat(units: dict[str, str], side: str = "soviet", **more: object) -> Game:
    """A combat phase."""
    return situation("combat", side, units, **more)  # type: ignore[arg-type]


def test_10_1_each_gun_fires_once_a_player_turn() -> None:
    g = combat({"0431": "REB:Corvin", "0531": "REB:Szena", "0436": "2G:2G"}, air={})
    g.bombard("0431", "2G:2G", dice=[1])
    assert "bombard" not in g.options()


def test_10_1_once_in_its_own_turn_and_once_in_the_enemys() -> None:
    g = situation("recovery", "soviet", {"0430": "REB:Corvin", "0431": "2G:1/5", "0436": "2G:2G fired"})
    g.until("hungarian", "combat")
    g.do("attack", "0431", "REB:Corvin", "assault", "go")
    assert g.options() == {"2G:2G", "pass"}


def test_10_1_no_second_protective_fire_in_a_turn() -> None:
    g = combat({"0331": "REB:Corvin", "0330": "2G:1/5", "2502": "REB:Szena", "2503": "2G:2/5", "0436": "SC:SC art, 2G:2G"}, "hungarian")
    g.do("attack", "0330", "REB:Corvin", "assault", "go").do("SC:SC art", "go", dice=[1])
    g.end()
    g.do("attack", "2503", "REB:Szena", "assault", "go")
    assert g.options() == {"pass"}


def test_10_2_one_gun_three_strengths() -> None:
    """Barrage when it bombards, supports or attacks (4), FPF in the defence of others (3), and its defence (1) when it is attacked."""
    g = combat({"0431": "REB:Corvin", "0436": "2G:2G"}).bombard("0431", "2G:2G", dice=[1])
    assert g.steps("bombarded")["Artillery"] == "+4"
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", "0436": "2G:2G"}).attack("0431", "2G:1/5", "assault", "2G:2G", dice=[6])
    assert g.steps()["Supporting artillery"] == "+4"
    g = combat({"0431": "REB:Corvin", "0430": "2G:2G"}).attack("0431", "2G:2G", "assault", dice=[6])
    assert g.steps()["Attackers"] == "+4"
    assert protected({"0431": "2G:3/5", "0436": "2G:2G"}, "2G:2G").steps()["Final protective fire"] == "−3"
    g = combat({"0430": "REB:Corvin", "0431": "2G:2G"}, "hungarian").attack("0431", "REB:Corvin", "assault", dice=[4])
    assert g.steps()["Defenders"] == "−1"


@pytest.mark.parametrize(("hex_id", "reached"), [("0429", True), ("0428", False)])
def test_10_3_range_counts_the_target_hex(hex_id: str, reached: bool) -> None:
    g = combat({hex_id: "REB:Corvin", "0431": "2G:87"}, air={})
    assert ("bombard" in g.options()) == reached


def test_10_3_unlimited_range() -> None:
    assert "SC:SC art" in combat({"0101": "REB:Corvin", "3036": "SC:SC art"}).options("bombard", "0101")


def test_10_4_no_line_of_sight() -> None:
    """Over hills and units of both sides."""
    g = combat({"0403": "REB:Corvin", "0404": "REB:Szena", "0405": "REB:Baross", "0406": "SC:1/4 suppressed", "0407": "SC:128/60"}, air={})
    assert "0403" in g.options("bombard")


def test_10_5_no_friend_need_be_near() -> None:
    assert "2G:2G" in combat({"0431": "REB:Corvin", "0436": "2G:2G"}).options("bombard", "0431")


def test_10_6_nobody_must_fire() -> None:
    assert "done" in combat({"0431": "REB:Corvin", "0436": "2G:2G"}).options()


def test_10_6_one_hex_for_each_gun() -> None:
    g = combat({"0431": "REB:Corvin", "0531": "REB:Szena", "0436": "2G:2G"})
    assert g.options("bombard", "0431", "2G:2G") == {"TAC", "go"}


def test_10_6_guns_and_air_together_without_limit() -> None:
    g = combat({"0431": "REB:Corvin", "0436": "2G:2G, SC:SC art", "0435": "SC:SC rkt"})
    g.bombard("0431", "2G:2G", "SC:SC art", "SC:SC rkt", "TAC", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+16: column +12"


def test_10_6_a_bombardment_counts_as_the_attack_on_its_target() -> None:
    """9.8: the neighbours owe it nothing more, and nobody attacks it again."""
    g = combat({"0431": "2G:1/5", "0430": "REB:Corvin", "0432": "REB:Szena"}).bombard("0432", "TAC", dice=[1])
    assert g.options("attack") == {"0430"}


def test_10_7_friends_next_to_the_target_stay_out_of_it() -> None:
    """They neither fire nor suffer; here they have an attack of their own."""
    g = combat({"0431": "2G:1/5 untried", "0430": "REB:Corvin", "0432": "REB:Szena", "0336": "2G:2G"})
    g.bombard("0432", "2G:2G", dice=[2])
    assert g.told("combat") == []
    assert not g.piece("2G:1/5").revealed


def test_10_7_in_the_own_combat_phase_only() -> None:
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", "0436": "2G:2G"}, "hungarian")
    assert g.options() == {"attack"}


def test_10_8_the_targets_defence_is_zero() -> None:
    g = combat({"0431": "REB:Corvin", "0436": "2G:2G"}).bombard("0431", "2G:2G", dice=[1])
    assert g.steps("bombarded")["Strength"] == "+4: column +4,5"


def test_10_9_on_the_mobile_crt_in_any_terrain() -> None:
    g = combat({"1717": "REB:Corvin", "0436": "SC:SC art"}).bombard("1717", "SC:SC art", dice=[1, 1])
    assert g.told("bombarded")[0]["chart"] == "mobile"
    assert g.result[0] == "+1", "two left for urban"


def test_10_11_support_adds_the_barrage() -> None:
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", "0436": "2G:2G"}).attack("0431", "2G:1/5", "assault", "2G:2G", dice=[6])
    assert g.steps()["Supporting artillery"] == "+4"
    assert g.steps()["Differential"] == "+4: column +4,5"


def test_10_11_in_range_of_one_of_the_hexes() -> None:
    """The gun reaches 0430 and not 0429."""
    g = combat({"0330": "2G:2/6", "0430": "REB:Street 1", "0429": "REB:Street 2", "0432": "2G:87"})
    assert "2G:87" in g.options("attack", "0430", "0429", "2G:2/6", "assault")
    g = combat({"0330": "2G:2/6", "0430": "REB:Street 1", "0429": "REB:Street 2", "0433": "2G:87"})
    assert "2G:87" not in g.options("attack", "0430", "0429", "2G:2/6", "assault")


def test_10_12_next_to_an_enemy_a_gun_attacks_him() -> None:
    """With its barrage as attack factor; it neither supports nor bombards."""
    g = combat({"0431": "REB:Corvin", "0430": "2G:2G", "0330": "2G:1/5", "0331": "REB:Szena", "0129": "REB:Baross"})
    assert "2G:2G" not in g.options("attack", "0331", "2G:1/5", "assault")
    assert g.options("bombard", "0129") == {"TAC"}
    g.attack("0431", "2G:2G", "assault", dice=[6])
    assert g.steps()["Attackers"] == "+4"


def test_10_12_even_from_an_objective() -> None:
    """No zone of control reaches it there, and yet it must attack."""
    g = combat({"1619": "2G:2G", "1719": "REB:Corvin suppressed"}, air={})
    assert g.state.duties.attack == [g.pid("2G:2G")]


def protected(units: dict[str, str], *fpf: str, die: int = 1) -> Game:
    """Corvin attacks 0431, and the Soviet side fires protectively."""
    g = combat({"0430": "REB:Corvin", **units}, "hungarian")
    g.do("attack", "0431", "REB:Corvin", "assault", "go")
    return g.do(*fpf, "go", dice=[die])


def test_10_13_protective_fire_adds_to_the_defence() -> None:
    g = protected({"0431": "2G:3/5", "0436": "2G:2G"}, "2G:2G")
    assert g.steps()["Differential"] == "-3: column -4,3"
    assert g.steps()["Final protective fire"] == "−3"


def test_10_13_it_may_be_declined() -> None:
    g = combat({"0430": "REB:Corvin", "0431": "2G:3/5", "0436": "2G:2G"}, "hungarian").do("attack", "0431", "REB:Corvin", "assault", "go")
    g.do("pass", dice=[1])
    assert "Final protective fire" not in g.steps()
    assert not g.piece("2G:2G").fired


@pytest.mark.parametrize(("other", "asked"), [("2G:2/5 untried", True), ("2G:2G", True), ("2G:2/5", False), ("2G:2G suppressed", False)])
def test_10_13_asked_for_whenever_the_side_could_have_any(other: str, asked: bool) -> None:
    """By what all know: an untried unit may be a gun. No Hungarian unit is one."""
    g = combat({"0430": "REB:Corvin", "0431": "2G:3/5", "0435": other}, "hungarian").do(
        "attack", "0431", "REB:Corvin", "assault", "go", dice=[] if asked else [1]
    )
    assert (g.ask == ("soviet", "fpf")) == asked
    g = combat({"0430": "2G:1/5", "0431": "REB:Corvin", "0435": "REB:Szena untried"})
    assert g.do("attack", "0431", "2G:1/5", "assault", "go", dice=[2]).ask != ("hungarian", "fpf")


def fpf_offered(units: dict[str, str]) -> set[str]:
    """Who may fire protectively for 0431 under attack from 0430."""
    g = combat({"0430": "REB:Corvin", **units}, "hungarian").do("attack", "0431", "REB:Corvin", "assault", "go")
    return g.options() - {"pass"} if g.ask == ("soviet", "fpf") else set()


def test_10_14_not_next_to_an_enemy() -> None:
    assert fpf_offered({"0431": "2G:1/5", "0433": "2G:2G"}) == {"2G:2G"}
    assert fpf_offered({"0431": "2G:1/5", "0433": "2G:2G", "0434": "REB:Szena suppressed"}) == set()


def test_10_14_not_suppressed() -> None:
    """11.3."""
    assert fpf_offered({"0431": "2G:1/5", "0433": "2G:2G suppressed", "0434": "SC:SC art"}) == {"SC:SC art"}


def test_10_14_not_after_a_retreat_in_this_phase() -> None:
    units = {"0331": "REB:Corvin", "0332": "2G:2G", "2502": "REB:Szena", "2503": "2G:1/5", "0436": "SC:SC art"}
    g = combat(units, "hungarian").do("attack", "0332", "REB:Corvin", "assault", "go").do("pass", dice=[1])
    assert g.result == ("+2,3", "BR")
    g.do("retreat").do("2G:2G", "0333").do("REB:Corvin", "0330")
    g.do("attack", "2503", "REB:Szena", "assault", "go")
    assert g.options() == {"SC:SC art", "pass"}


def test_10_14_in_range_of_one_defended_hex() -> None:
    """The gun at 0434 reaches 0432, not 0430."""
    g = combat({"0431": "REB:Corvin", "0432": "2G:1/5", "0430": "2G:2/5", "0434": "2G:87"}, "hungarian")
    g.do("attack", "0430", "0432", "REB:Corvin", "assault", "go")
    assert g.options() == {"2G:87", "pass"}
    assert fpf_offered({"0431": "2G:1/5", "0434": "2G:87"}) == set()


def test_10_15_a_gun_under_attack_defends_with_its_defence() -> None:
    """And others may fire for it."""
    g = protected({"0431": "2G:2G", "0436": "SC:SC art"}, "SC:SC art")
    assert g.steps()["Defenders"] == "−1"
    assert g.steps()["Final protective fire"] == "−5"


def test_10_15_it_does_not_fire_for_itself() -> None:
    assert fpf_offered({"0431": "2G:2G", "0436": "SC:SC art"}) == {"SC:SC art"}


def test_10_16_no_hexside_helps_against_bombardment() -> None:
    """A rebel behind the Danube: the clear and nothing else."""
    g = combat({"1135": "REB:Corvin", "0536": "2G:2G"}).bombard("1135", "2G:2G", dice=[1])
    assert g.result[0] == "+4,5"


def test_10_16_protective_fire_leaves_hexsides_alone() -> None:
    g = combat({"1034": "REB:Corvin", "1135": "2G:3/5", "1536": "2G:2G"}, "hungarian")
    g.do("attack", "1135", "REB:Corvin", "assault", "go").do("2G:2G", "go", dice=[1])
    assert g.steps()["All attackers of 1135 across major river"] == "2L"


def test_10_17_guns_at_range_never_suffer() -> None:
    units = {"0431": "REB:Corvin, REB:Tuzolto", "0430": "2G:2/5", "0436": "2G:2G"}
    g = combat(units).attack("0431", "2G:2/5", "assault", "2G:2G", dice=[1])
    assert g.result == ("0", "A2")
    assert [g.where(u) for u in ("2G:2/5", "2G:2G")] == ["dead", "0436"]


@pytest.mark.parametrize(("place", "shift"), [("0404", True), ("0436", False)])
def test_18_1_a_hilltop_helps_artillery_that_attacks(place: str, shift: bool) -> None:
    """Alone or in support, once."""
    g = combat({"0431": "REB:Corvin", place: "SC:SC art"}).bombard("0431", "SC:SC art", dice=[1])
    assert ("Artillery on a hilltop" in g.steps("bombarded")) == shift
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", place: "SC:SC art"}).attack("0431", "2G:1/5", "assault", "SC:SC art", dice=[6])
    assert g.steps().get("Artillery on a hilltop") == ("1R" if shift else None)


def test_18_1_once_for_several_guns_and_not_for_other_units() -> None:
    g = combat({"0431": "REB:Corvin", "0404": "SC:SC art", "0403": "2G:2G"}).bombard("0431", "SC:SC art", dice=[1])
    assert g.steps("bombarded")["Artillery on a hilltop"] == "1R"
    g = combat({"0404": "2G:1/5", "0304": "REB:Corvin"}).attack("0304", "2G:1/5", "assault", dice=[6])
    assert "Artillery on a hilltop" not in g.steps()


def test_18_1_not_for_protective_fire() -> None:
    g = protected({"0431": "2G:3/5", "0404": "SC:SC art"}, "SC:SC art")
    assert "Artillery on a hilltop" not in g.steps()


def test_16_34_hungarian_guns_are_manoeuvre_units() -> None:
    """They attack with a factor, have no range, and no hilltop shift."""
    g = combat({"0404": "ARMY:51 art", "0403": "2G:3/6", "0431": "2G:1/5"}, "hungarian")
    assert g.options() == {"attack"}
    g.attack("0403", "ARMY:51 art", "assault", dice=[1])
    assert g.steps()["Attackers"] == "+3"
    assert "Artillery on a hilltop" not in g.steps()
