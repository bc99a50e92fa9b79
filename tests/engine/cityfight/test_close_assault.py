"""Close assault (13.1, 13.2, 13.4): who may, what it costs, what both sides hear."""

from __future__ import annotations

import pytest

from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:su_ft4"}


def moved(us: str = "A:us_ft5 cautious", who: tuple[str, ...] = ("A",), dice: list[int] | None = None, **ussr: str) -> Game:
    """A unit goes from 4B1 to 4B2 and assaults it."""
    g = situation(us={"4B1": us}, ussr={**FAR, **ussr})
    return g.do(*who, "move", "4B2", "assault", dice=dice or [6, 6])


def stood(us: str = "A:us_ft5 fire", who: tuple[str, ...] = ("A",), dice: list[int] | None = None, **ussr: str) -> Game:
    """A unit in 4B2 assaults its own hex by a Fire command."""
    g = situation(us={"4B2": us}, ussr={**FAR, **ussr})
    return g.do(*who, "assault", dice=dice or [6, 6])


def test_after_a_move_it_costs_another_point() -> None:
    """13.21, A-34: one each; the hex is named, the assault is no action of its own."""
    g = moved(**{"4B2": "T:su_ft4"})
    assert (g.ap("A.R1"), g.where("A"), g.ask[0]) == (18, "4B2", "ussr")
    assert g.heard("ussr")[0] == ("assault", "USA close assaults 4B2")
    assert moved("A:us_ft5 cautious, B:us_ft5 cautious", ("A", "B")).ap("A.R1") == 16


def test_the_points_must_be_there_before_the_move() -> None:
    """5.64, 13.21."""
    g = situation(us={"4B1": "A:us_ft5 cautious"}, ussr={**FAR, "4B2": "T:su_ft4"}, ap={"A.R1": 1, "S1": 3})
    assert g.walk("A", "move", "4B2").ready


def test_on_a_fire_command_it_is_a_fire_action() -> None:
    """13.0, 13.13: any combat unit, at its own hex, for one point and its Fire command."""
    for kind in ("us_ft5", "us_bipod", "us_tripod"):
        g = stood(f"A:{kind} fire", **{"4B2": "T:su_ft4"})
        assert (g.ap("A.R1"), g.unit("A").fires) == (19, 0)


def test_any_hex_may_be_assaulted() -> None:
    """13.11, 13.21: occupied or not, woods and buildings too."""
    g = situation(us={"5K1": "A:us_ft5 cautious"}, ussr=FAR)
    g.do("A", "move", "5K7", "assault", dice=[1, 1])
    assert (g.where("A"), g.ap("A.R1")) == ("5K7", 18)


@pytest.mark.parametrize(
    ("us", "who", "may"),
    [
        ("A:us_ft3 cautious", ("A",), True),
        ("A:us_bipod cautious", ("A",), False),
        ("A:us_bipod cautious, L:plt_ldr", ("A", "L"), True),
        ("A:us_bipod cautious, B:us_bipod cautious", ("A", "B"), True),
        ("A:us_tripod cautious", ("A",), False),
        ("A:us_tripod cautious, B:us_ft3 cautious", ("A", "B"), True),
        ("A:us_ft5 bold", ("A",), True),
        ("L:plt_ldr cautious", ("L",), False),
        ("S:spotter cautious", ("S",), False),
    ],
)
def test_three_men_on_the_move(us: str, who: tuple[str, ...], may: bool) -> None:
    """13.12, 13.14: a tripod may come along, but does not fire; leaders only with a combat unit, spotters never."""
    g = situation(us={"4B1": us}, ussr=FAR)
    assert g.walk(*who, "move", "4B2").ready != may


def test_a_tripod_on_the_move_adds_nothing() -> None:
    """13.12: nor does it run out of ammunition."""
    g = moved("A:us_ft3 cautious, B:us_tripod cautious", ("A", "B"), dice=[4, 4])
    assert g.steps("assault_dice")["Strength"] == str(g.play.book.kinds["us_ft3"].best)
    assert g.unit("B").out == 0


def test_several_units_with_the_same_command() -> None:
    """13.15: strengths add up; with another command they do not take part."""
    g = stood("A:us_ft5 fire, B:us_tripod fire", ("A", "B"))
    assert (g.steps("assault_dice")["Strength"], g.ap("A.R1")) == ("16", 18)
    assert "B" not in situation(us={"4B2": "A:us_ft5 fire, B:us_ft5 search"}, ussr=FAR).options("A")


def test_terrain_counts_as_open_and_the_target_as_spotted() -> None:
    """13.22: K kills in a building that nobody has searched."""
    g = situation(us={"4K4": "A:us_ft5 fire"}, ussr={"4K4": "T:su_ft4", **FAR}).do("A", "assault", dice=[3, 1])
    assert (g.where("T"), g.where("A")) == ("dead", "4K4")


def test_s_is_no_effect() -> None:
    """13.22: for the enemy; and no megahex is frightened (A-21)."""
    g = stood(dice=[3, 3], **{"4B2": "T:su_ft4", "4B3": "U:su_ft4"})
    assert not g.unit("T").suppressed and g.steps("assault_dice")["Result"] == "no effect"
    g = stood(dice=[3, 1], **{"4B2": "T:su_ft4", "4B3": "U:su_ft4"})
    assert g.where("T") == "dead" and not g.unit("U").suppressed


def test_suppressed_defenders_are_not_halved() -> None:
    """11.56: not in close assault."""
    assert stood(**{"4B2": "T:su_ft4 suppressed"}).steps("assault_dice")["Strength"] == "9"


def test_bold_defenders_are_announced_and_hit_twice_as_hard() -> None:
    """8.1, 11.55: close assault is fire combat."""
    for command, dead in (("bold", True), ("cautious", False)):
        g = stood(dice=[4, 2], **{"4B2": f"T:su_ft4 {command}"})
        assert ("bold" in g.kinds("us"), g.where("T") == "dead") == (dead, dead)


@pytest.mark.parametrize(("command", "die", "dead"), [("cautious", 2, True), ("cautious", 3, False), ("bold", 3, True), ("bold", 4, False)])
def test_assaulters_die_by_the_large_die(command: str, die: int, dead: bool) -> None:
    """13.23: on 1-2, Bold on 1-3, where a combat unit defends; two points more (13.24)."""
    g = moved(f"A:us_ft5 {command}", dice=[die, 6], **{"4B2": "T:su_ft4"})
    assert (g.where("A") == "dead", g.ap("A.R1")) == (dead, 16 if dead else 18)


def test_on_a_fire_command_too() -> None:
    """13.23."""
    assert stood(dice=[2, 6], **{"4B2": "T:su_ft4"}).where("A") == "dead"


def test_their_leaders_die_with_them() -> None:
    """13.23: 9.13 does not apply."""
    g = moved("A:us_ft5 cautious, L:plt_ldr", ("A", "L"), dice=[1, 6], **{"4B2": "T:su_ft4"})
    assert (g.where("A"), g.where("L"), g.ap("A.R1")) == ("dead", "dead", 14)


def test_a_leader_who_stays_out_of_it_lives() -> None:
    """13.14, 9.23: only who takes part is lost."""
    g = stood("A:us_ft5 fire, L:plt_ldr, B:us_ft5 fire", ("A",), dice=[1, 6], **{"4B2": "T:su_ft4"})
    assert (g.where("A"), g.where("L"), g.where("B")) == ("dead", "4B2", "4B2")


def test_what_is_heard_when_nothing_happens() -> None:
    """13.24: no effect: nobody need say whether the hex is held; it sounds like an empty one."""
    heard = [stood(dice=[6, 6], **where).frames("us") for where in ({"4B2": "T:su_ft4"}, {}, {"4B2": "S:spotter"})]
    assert heard[0] == heard[1] == heard[2]


def test_what_is_heard_of_a_kill() -> None:
    """13.24: the dead are shown, leaders who die beside them too (9.13); two points each for their platoon."""
    g = stood(dice=[3, 1, 2], **{"4B2": "T:su_ft4 #3, Jones:plt_ldr"})
    assert g.text("assault_result", "us") == "Killed in 4B2: 4-man fireteam (AKM) 1-3, platoon leader Jones"
    assert g.ap("S1") == 16


def test_what_is_heard_of_a_kill_in_an_empty_hex() -> None:
    """13.24: nobody was killed."""
    assert stood(dice=[3, 1]).text("assault_result", "us") == "Nobody was killed in 4B2"


def test_what_the_doomed_assaulter_hears() -> None:
    """13.24, 13.25: whether the hex was empty of combat units; if it was not, nothing of the defenders' losses."""
    held = moved(dice=[2, 2], **{"4B2": "T:su_ft4"})
    spared = moved(dice=[2, 6], **{"4B2": "T:su_ft4"})
    assert held.where("T") == "dead" and spared.where("T") == "4B2"
    assert [t for k, t in held.heard("us") if k == "assault_result"] == [t for k, t in spared.heard("us") if k == "assault_result"]
    empty = moved(dice=[2, 6])
    assert (empty.where("A"), empty.text("assault_result", "us")) == ("4B2", "4B2 holds no enemy combat unit: the assaulters are unharmed")
    spotter = moved(dice=[2, 2], **{"4B2": "S:spotter"})
    assert [t for k, t in spotter.heard("us") if k == "assault_result"][1] == "Killed in 4B2: spotter 1"


def test_the_lost_assaulter_leaves_word_of_the_hex() -> None:
    """13.23, 13.25: that it is defended, whatever became of the defenders; one that heard nothing has no contact."""
    held = moved(dice=[2, 2], **{"4B2": "T:su_ft4"})
    spared = moved(dice=[2, 6], **{"4B2": "T:su_ft4"})
    assert held.contacts("us") == spared.contacts("us")
    assert (held.contacts("us")["4B2"].how, held.contacts("us")["4B2"].detail) == ("defended", "combat unit")
    assert not moved(dice=[2, 6]).contacts("us") and not moved(**{"4B2": "T:su_ft4"}).contacts("us")


def test_who_assaults_a_hex_is_spotted_by_all_in_it() -> None:
    """10.42, 10.37: for the bonus of later searches, until he moves."""
    for g in (moved(**{"4B2": "T:su_ft4"}), stood(**{"4B2": "T:su_ft4"})):
        assert g.unit("A").seen == [f"ussr {g.handles['T']}"]
    assert not moved().unit("A").seen


def test_the_dice_are_the_assaulters_own() -> None:
    """13.24: the other side hears the hex and the outcome."""
    g = stood(**{"4B2": "T:su_ft4"})
    assert "assault_dice" in g.kinds("us") and "assault_dice" not in g.kinds("ussr")


def test_ammunition_may_run_out() -> None:
    """13.22, 14.11: an 8 empties a machinegun; a unit out of ammunition assaults at half strength (14.2)."""
    assert stood("A:us_bipod fire", dice=[4, 4]).unit("A").out == 3
    g = stood("A:us_ft5 fire out")
    assert (g.steps("assault_dice")["Strength"], g.unit("A").out) == ("4", 2)


def test_machineguns_attack_once() -> None:
    """13.26."""
    assert stood("A:us_tripod fire").kinds("us").count("assault_dice") == 1


def test_no_move_after_an_assault() -> None:
    """13.41: not by a Bold unit, nor by the leader who was with it."""
    g = moved("A:us_ft5 bold, L:plt_ldr", ("A", "L")).do("pass")
    assert g.options() == {"pass"}


def test_no_sighting_from_there_by_a_cautious_unit() -> None:
    """13.42: though it had a sighting left; on a Fire command it may sight."""
    g = moved().do("pass")
    assert g.options() == {"pass"}
    g = stood().do("pass")
    assert g.options("A") == {"sight"}


def test_a_demoralized_platoon_assaults_by_fire_command_only() -> None:
    """17.23, 17.27: for two points."""
    g = situation(us={"4B1": "A:us_ft5 cautious", "4B3": "B:us_ft5 fire"}, ussr=FAR)
    g.state.formations["A.R1"].demoralized = True
    assert g.walk("A", "move", "4B2").ready
    assert g.do("B", "assault", dice=[6, 6]).ap("A.R1") == 18


def test_an_assault_on_the_move_is_no_fire_action() -> None:
    """13.21 note, 10.36: only a Fire command's assault makes the unit easier to spot."""
    assert not moved().unit("A").fired and stood().unit("A").fired


def test_the_outcome_is_said_before_what_it_does() -> None:
    """13.24: the enemy's hidden strength decides on both, so the owner hears of his dead after what is said aloud."""
    for g in (moved(dice=[3, 1], **{"4B2": "T:su_ft4"}), moved(dice=[1, 1], **{"4B2": "T:su_ft4"})):
        kinds = [kind for kind in g.kinds("ussr") if kind in ("assault_result", "killed")]
        assert kinds[0] == "assault_result" and "killed" in kinds
