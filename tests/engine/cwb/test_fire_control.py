"""Optional rule 23: forces with poor fire control plot all their artillery and air at the start of a combat phase."""

from __future__ import annotations

import random

import pytest

from engine import flow
from engine.title import PUBLIC
from engine.titles.cwb.state import PhaseFrame
from tests.engine.cwb import angola_kit, kit
from tests.engine.cwb.kit import Game, situation

ON = {"fire_control": "yes"}
GUN, UNLIMITED = "2G:2G", "SC:SC art"


def combat(units: dict[str, str], side: str = "soviet", **more: object) -> Game:
    """A combat phase of Budapest under fire control."""
    return situation("combat", side, units, options=ON, **more)  # type: ignore[arg-type]


def angola(units: dict[str, str], side: str = "communist", **more: object) -> angola_kit.Game:
    """A combat phase of Angola under fire control."""
    return angola_kit.situation("combat", side, units, options=ON, **more)  # type: ignore[arg-type]


# who is bound (23.1)


def test_23_1_without_the_option_nobody_plots() -> None:
    g = situation("combat", "soviet", {"0431": "REB:Corvin", "0436": GUN})
    assert g.ask == ("soviet", "combat")


def test_23_1_soviet_artillery_and_air_are_bound() -> None:
    g = combat({"0431": "REB:Corvin", "0436": GUN, "0430": "2G:1/5"}, air={"TAC": 2, "HELI_TRANSPORT": 1})
    assert g.ask == ("soviet", "plot")
    assert g.options() == {"0431", "done"}
    assert g.options("0431") == {GUN, "TAC"}, "transports carry no fire, and infantry has none"


def test_23_1_hungarians_are_not() -> None:
    """They attack at once; the Soviet side has plotted before."""
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", "0436": GUN}, "hungarian")
    assert g.ask == ("soviet", "plot")
    g.do("done")
    assert g.ask == ("hungarian", "combat")


def test_23_1_in_angola_mpla_cuba_and_unita_are_bound() -> None:
    units = {"1010": "SADF:7", "1110": "MPLA:Tank 1", "1112": "MPLA:Rkt 1", "1012": "CUBA:CArt 1", "0808": "SADF:TGA"}
    g = angola(units, air={"TAC": 2, "HELI_GUNSHIP": 1})
    assert g.ask == ("communist", "plot")
    assert g.options("1010") == {"MPLA:Rkt 1", "CUBA:CArt 1", "TAC", "HELI_GUNSHIP"}


def test_23_1_sadf_artillery_and_south_african_air_are_not() -> None:
    units = {"1010": "MPLA:Tank 1", "1110": "UNITA:R 1", "1112": "UNITA:UA 2", "0810": "SADF:TGA"}
    g = angola(units, "south_african", air={"TAC": 2, "HELI_GUNSHIP": 1})
    assert g.ask == ("south_african", "plot")
    assert g.options("1010") == {"UNITA:UA 2"}
    g.do("done")
    assert g.options("attack", "1010", "UNITA:R 1", "assault") == {"SADF:TGA", "TAC", "HELI_GUNSHIP", "go"}


# the steps (23.2)


def test_23_2_the_attacker_plots_first_and_the_defender_sees_it() -> None:
    g = angola({"1010": "UNITA:R 1", "1110": "MPLA:Tank 1", "1112": "MPLA:Rkt 1", "0911": "UNITA:UA 2", "0808": "SADF:7"})
    assert g.ask == ("communist", "plot")
    g.do("1010", "MPLA:Rkt 1", "done")
    assert g.ask == ("south_african", "plot")
    assert g.told("plotted", "south_african")[0]["markers"] == {"1010": {"artillery": 1}}
    assert g.state.stack[0].markers["communist"] == {"1010": {"artillery": 1}}
    g.do("1010", "UNITA:UA 2", "done")
    assert g.ask == ("communist", "combat")


def test_23_2_fire_only_where_it_was_plotted() -> None:
    g = combat({"0431": "REB:Corvin", "1031": "REB:Szena", "0430": "2G:1/5", "0436": f"{GUN}, 2G:2/5", "0435": UNLIMITED}, air={"TAC": 2})
    g.do("0431", GUN, "1031", UNLIMITED, "TAC", "done")
    assert g.options("bombard", "1031") == {UNLIMITED, "TAC"}
    assert g.options("attack", "0431", "2G:1/5", "assault") == {GUN, "go"}


def test_23_2_without_a_plot_there_is_no_fire() -> None:
    g = combat({"0431": "REB:Corvin", "1031": "REB:Szena", "0430": "2G:1/5", "0436": GUN}).do("done")
    assert g.options() == {"attack"}
    assert g.options("attack", "0431", "2G:1/5", "assault") == {"go"}


def test_23_2_a_marker_names_its_hex_not_whether_it_bombards_or_supports() -> None:
    units = {"0431": "REB:Corvin", "0430": "2G:1/5", "0436": GUN, "0432": "REB:Szena"}
    g = combat(units).do("0431", GUN, "done").attack("0431", "2G:1/5", "assault", GUN, dice=[6])
    assert g.steps()["Supporting artillery"] == "+4"
    g = combat({"0431": "REB:Corvin", "0436": GUN}).do("0431", GUN, "done").bombard("0431", GUN, dice=[1])
    assert g.steps("bombarded")["Artillery"] == "+4"


def test_23_2_protective_fire_where_it_was_plotted() -> None:
    units = {"0330": "2G:1/5", "0331": "REB:Corvin", "0530": "2G:2/5", "0531": "REB:Szena", "0436": f"{GUN}, {UNLIMITED}"}
    g = combat(units, "hungarian").do("0330", GUN, "done")
    g.do("attack", "0330", "REB:Corvin", "assault", "go")
    assert g.ask == ("soviet", "fpf") and g.options() == {GUN, "pass"}
    g.do(GUN, "go", dice=[3])
    assert g.steps()["Final protective fire"] == "−3"
    while g.ask[1] != "combat":
        g.do(*next(([v] for v in g.walk().values() if v == "done"), g.walk().values()[:1]))
    g.do("attack", "0530", "REB:Szena", "assault", "go", dice=[1])
    assert g.ask[1] != "fpf", "no marker lies there"


def test_23_2_protective_fire_only_for_hexes_that_can_be_attacked() -> None:
    g = combat({"0330": "2G:1/5", "0331": "REB:Corvin", "0528": "2G:2/5", "0436": GUN}, "hungarian")
    assert g.options() == {"0330", "done"}


def test_23_2_nobody_is_asked_where_nothing_can_be_plotted() -> None:
    """No enemy next to any Soviet unit: no protective fire could be wanted."""
    g = combat({"0330": "2G:1/5", "0305": "REB:Corvin, REB:Szena", "0436": GUN}, "hungarian")
    assert "plot" not in {d.kind for d in g.state.open}
    g = combat({"0330": "2G:1/5"}, air={})
    assert "plot" not in {d.kind for d in g.state.open}


def test_23_2_air_caps_hold_as_the_markers_are_placed() -> None:
    """12.6: three Soviet airstrikes a hex and turn; one Communist one."""
    g = combat({"0431": "REB:Corvin", "0531": "REB:Szena"}, air={"TAC": 6})
    assert "TAC" not in g.options("0431", "TAC", "TAC", "TAC")
    units = {"1010": "SADF:7", "1110": "MPLA:Tank 1", "1510": "SADF:61", "waiting": "SADF:SA Base"}
    communist = angola(units, air={"TAC": 2, "HELI_GUNSHIP": 1})
    assert communist.options("1010", "TAC") == {"1510", "done"}
    assert communist.options("1510") == {"TAC"}, "a gunship only supports: where no attack is possible it is of no use"


def test_23_2_air_points_are_used_as_they_are_placed() -> None:
    g = combat({"0431": "REB:Corvin"}, air={"TAC": 6}).do("0431", "TAC", "TAC", "done")
    assert g.state.air["soviet"]["TAC"].left == 4
    g.bombard("0431", "TAC", dice=[1])
    assert g.state.air["soviet"]["TAC"].left == 4
    assert g.options() == {"done"}, "the second marker has gone with its combat"


def test_23_2_one_communist_gun_a_protective_fire() -> None:
    units = {"1010": "MPLA:Tank 1", "1009": "SADF:61", "1012": "MPLA:Art 1", "0911": "MPLA:Mech 1", "0912": "MPLA:Rkt 1"}
    g = angola(units, "south_african")
    assert "MPLA:Art 1" in g.options("1010")
    assert "MPLA:Rkt 1" not in g.options("1010", "MPLA:Art 1")


def test_10_18_markers_tie_a_gun_to_one_hex() -> None:
    g = combat({"0431": "REB:Corvin", "0531": "REB:Szena", "0436": GUN}, air={})
    assert g.options("0431", GUN) == {"done"}


# what becomes impossible


def test_23_2_a_mission_whose_hex_is_never_attacked_is_lost() -> None:
    """Nobody owes an attack on a suppressed unit in an objective; the gun that was to protect it has fired at nothing."""
    g = combat({"1619": "2G:1/5 suppressed", "1719": "REB:Corvin", "1636": GUN}, "hungarian").do("1619", GUN, "done")
    g.end()
    assert (g.state.side, g.ask) == ("soviet", ("soviet", "move"))
    assert not g.piece(GUN).plot and not g.piece(GUN).fired


def test_23_2_a_target_that_is_gone_leaves_its_fire_without_one() -> None:
    """An umpire has taken the target away: nothing is fired, nothing scored, the air point is not given back."""
    g = combat({"0431": "REB:Corvin", "1031": "REB:Szena", "0436": GUN}).do("0431", GUN, "TAC", "TAC", "done")
    ruling = g.decision("umpire", "ruling")
    pieces = {a: p for p, a in g.state.aliases["umpire"].items()}
    corvin = next(a for a, p in pieces.items() if g.state.pieces[p].unit == "REB:Corvin")
    g.do("place", corvin, "dead", "go", of=ruling)
    assert g.ask == ("soviet", "combat") and g.options() == {"done"}
    g.end()
    assert g.state.air["soviet"]["TAC"].left == 4 and not g.piece(GUN).fired


def test_23_2_a_gun_that_an_enemy_has_reached_does_not_fire() -> None:
    """10.14: the Rebels advance next to the gun; what it was to protect later stands alone. The question comes all the same."""
    units = {"0431": "2G:1/5", "0430": "REB:Corvin", "0433": f"{GUN}, {UNLIMITED}", "2502": "2G:2/5", "2503": "REB:Szena"}
    g = combat(units, "hungarian")
    assert g.options("2502") == {UNLIMITED}, "the other is out of range"
    g.do("2502", UNLIMITED, "done")
    pid = g.pid("REB:Corvin")
    g.state.pieces[pid].at = "0432"
    g.do("attack", "2502", "REB:Szena", "assault", "go")
    assert g.ask == ("soviet", "fpf") and g.options() == {"pass"}


def test_23_2_a_gun_whose_force_has_no_part_in_the_battle_does_not_fire() -> None:
    """17.8: an MPLA gun was plotted on a hex that Cubans attack alone."""
    units = {"1010": "SADF:7", "1110": "CUBA:CTank 1", "1112": "MPLA:Rkt 1"}
    g = angola(units).do("1010", "MPLA:Rkt 1", "done")
    assert g.options("attack", "1010", "CUBA:CTank 1", "assault") == {"go"}


def test_23_2_what_is_left_unused_comes_off_with_its_combat() -> None:
    g = combat({"0431": "REB:Corvin", "0430": "2G:1/5", "0436": GUN}).do("0431", GUN, "done")
    g.do("attack", "0431", "2G:1/5", "assault", "go", dice=[6])
    assert not g.piece(GUN).plot and not g.piece(GUN).fired
    bottom = g.state.stack[0]
    assert isinstance(bottom, PhaseFrame) and "0431" not in bottom.markers.get("soviet", {})


def test_23_2_markers_come_off_as_the_phase_ends() -> None:
    g = combat({"0431": "REB:Corvin", "0436": GUN}).do("0431", GUN, "TAC", "done").end()
    assert all(not p.plot for p in g.state.pieces.values())
    assert "plots" not in g.view("soviet")["panels"]
    assert not g.piece(GUN).fired
    assert g.points("hungarian") == 0


def test_9_3_under_fire_control_duties_are_measured_by_what_was_plotted() -> None:
    """One Soviet unit between two Rebels attacks one of them alone only if a gun was plotted on the other."""
    units = {"0431": "2G:1/5", "0430": "REB:Corvin", "0432": "REB:Szena", "0336": GUN}
    one = ["attack", "0430", "2G:1/5"]
    assert "assault" in combat(units).do("0432", GUN, "done").options(*one)
    assert "assault" not in combat(units).do("0430", GUN, "done").options(*one)
    assert "assault" not in combat(units, air={}).do("done").options(*one)
    assert "assault" in combat(units).do("0432", "TAC", "done").options(*one), "an air point will do"


def test_10_12_an_adjacent_gun_is_not_bound() -> None:
    """Its attack is neither bombardment nor support: it cannot be plotted and need not be."""
    g = combat({"0431": "REB:Corvin", "0430": GUN}, air={"TAC": 1})
    assert g.options("0431") == {"TAC"}
    g.do("done")
    assert GUN in g.options("attack", "0431")


# what a plot tells


def test_23_2_all_see_the_markers_and_only_the_owner_whose_they_are() -> None:
    g = combat({"0431": "REB:Corvin", "0436": f"{GUN} untried, 2G:1/5 untried"}).do("0431", GUN, "TAC", "done")
    for viewer in ("soviet", "hungarian", PUBLIC):
        view = g.view(viewer)
        assert view["board"]["hexes"] == {"0431": {"marks": ["plotted"]}}
        assert view["panels"]["plots"]["rows"]["soviet 0431"]["value"] == "1 TAC, 1 artillery"
        assert g.told("plotted", viewer)[0]["markers"] == {"0431": {"TAC": 1, "artillery": 1}}
        notes = [p["note"] for p in view["pieces"].values() if "plotted" in p.get("note", "")]
        assert notes == (["range 20; fire plotted on 0431"] if viewer == "soviet" else [])


def test_23_2_nothing_is_told_of_the_gun_even_when_it_is_lost() -> None:
    """The markers that the others count stay although the gun is gone."""
    g = combat({"0431": "REB:Corvin", "0436": f"{GUN} untried"}).do("0431", GUN, "done")
    before = g.view("hungarian")["panels"]["plots"]
    play = kit.Play(g.state, kit.BUDAPEST)
    play.return_to(g.pid(GUN), "dead")
    assert g.view("hungarian")["panels"]["plots"] == before


@pytest.mark.parametrize("seed", range(6))
def test_23_2_twins_differ_in_who_plotted(seed: int) -> None:
    """The secrecy tests draw anew which untried gun a marker stands for."""
    g = combat({"0431": "REB:Corvin", "0436": f"{GUN} untried, 2G:1/5 untried", "0434": f"{UNLIMITED} untried"}).do("0431", GUN, "done")
    rng = random.Random(seed)
    twins = [kit.TITLE.resample(g.state, "hungarian", rng) for _ in range(12)]
    assert {next(p.unit for p in t.pieces.values() if p.plot) for t in twins} == {GUN, UNLIMITED}
    assert all(kit.TITLE.view(t, "hungarian") == g.view("hungarian") for t in twins)
    own = kit.TITLE.resample(g.state, "soviet", rng)
    assert {pid for pid, p in own.pieces.items() if p.plot} == {g.pid(GUN)}


def test_23_2_a_plot_may_be_taken_back_while_only_its_owner_was_asked() -> None:
    g = combat({"0431": "REB:Corvin", "0436": GUN})
    before = g.state
    g.do("0431", GUN, "done")
    assert flow.free_to_take_back(before, g.state, g.events, "soviet")
