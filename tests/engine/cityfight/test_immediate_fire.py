"""Immediate fire (10.6) and spotted targets (11.4)."""

from __future__ import annotations

from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:su_ft4"}


def spotted(us: str = "A:us_ft5 fire", ussr: str = "T:su_ft4", dice: list[int] | None = None, **more: object) -> Game:
    """A stack in 4K7 has searched its own megahex, where an enemy stands in the open hex 4K1."""
    g = situation(us={"4K7": us}, ussr={"4K1": ussr, **FAR}, **more)
    who = [entry.split(":")[0] for entry in us.split(", ")]
    return g.do(*who, "sight", "4K", dice=dice or [1, 1])


def test_the_sighter_may_fire_at_once() -> None:
    """10.61, 10.62, 11.41: one more point, the Fire command and the next sighting are gone; K kills a spotted target."""
    g = spotted()
    assert g.ask == ("us", "immediate-fire")
    g.do("A", "4K", "4K1", dice=[1, 2])
    assert (g.where("T"), g.ap("A.R1"), g.unit("A").fires, g.unit("A").sights) == ("dead", 18, 0, 0)
    assert g.do("done").ask == ("ussr", "action")


def test_he_may_leave_it() -> None:
    """10.62: at once or not at all; the Fire command stays for later, against an unspotted hex (11.41)."""
    g = spotted().do("done")
    assert (g.kinds("ussr"), g.ask, g.unit("A").fires) == (["done"], ("ussr", "action"), 1)
    g.do("pass").do("A", "fire", "4K", "4K1", dice=[1, 2])
    assert (g.where("T"), g.unit("T").suppressed) == ("4K1", True)


def test_who_is_late_with_it_leaves_it() -> None:
    """4.3, 10.62: as if he had declined."""
    g = spotted().late()
    assert (g.where("T"), g.kinds("ussr"), g.ask, g.unit("A").fires) == ("4K1", ["done"], ("ussr", "action"), 1)


def test_without_success_there_is_no_pause() -> None:
    """10.32: the turn passes at once."""
    assert situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR).do("A", "sight", "4K", dice=[1, 1]).ask == ("ussr", "action")


def test_the_pause_does_not_tell_who_could_fire() -> None:
    """10.61: after every success the side is waited for, whatever its command; one that cannot fire can only be done."""
    for us in ("A:us_ft5 search", "A:us_ft5 cautious", "L:plt_ldr search", "S:spotter search, A:us_ft5"):
        who = us.split(":")[0]
        g = situation(us={"4K7": us}, ussr={"4K1": "B:su_ft4"}).do(who, "sight", "4K", dice=[1, 1])
        assert (g.ask, g.options()) == (("us", "immediate-fire"), {"done"})


def test_without_points_there_is_no_fire() -> None:
    """10.62: one point for the sighting and one for the fire; two for a demoralized platoon's (17.27)."""
    assert spotted(ap={"A.R1": 1, "S1": 9}, advantage=["us"]).options() == {"done"}
    assert spotted(ap={"A.R1": 2, "S1": 9}, advantage=["us"]).options() == {"A", "done"}
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": "B:su_ft4"}, ap={"A.R1": 2, "S1": 9}, advantage=["us"])
    g.state.formations["A.R1"].demoralized = True
    assert g.do("A", "sight", "4K", dice=[1, 1]).options() == {"done"}


def test_a_line_of_sight_to_what_was_spotted_is_needed() -> None:
    """10.61: the line is asked for the fire, not for the sighting."""
    g = situation(us={"2K1": "A:us_ft5 fire"}, ussr={"3K1": "B:su_ft4", "3K5": "C:su_ft4", **FAR})
    los = g.play.book.los
    hidden = [h for h in g.play.book.town.hexes_of["3K"] if not los.sees("2K1", h)]
    seen = [h for h in g.play.book.town.hexes_of["3K"] if los.sees("2K1", h)]
    assert hidden and seen
    us = {"2K1": "A:us_ft5 fire"}
    only = situation(us=us, ussr={hidden[0]: "B:su_ft4", **FAR}).do("A", "sight", "3K", dice=[6, 6])
    assert only.options() == {"done"}
    both = situation(us=us, ussr={hidden[0]: "B:su_ft4", seen[0]: "C:su_ft4", **FAR}).do("A", "sight", "3K", dice=[6, 6])
    assert both.options("A", "3K") == {seen[0]}


def test_a_stack_fires_one_by_one_or_together() -> None:
    """10.63: in an order of its owner's choice."""
    us = "A:us_ft4 fire, B:us_ft4 fire"
    g = spotted(us=us)
    assert g.options("A") == {"B", "4K"}
    g.do("B", "4K", "4K1", dice=[6, 6])
    assert (g.ask, g.options()) == (("us", "immediate-fire"), {"A", "done"})
    g.do("A", "4K", "4K1", dice=[1, 2])
    assert (g.where("T"), g.ap("A.R1"), g.options()) == ("dead", 16, {"done"})
    together = spotted(us=us).do("A", "B", "4K", "4K1", dice=[3, 4])
    assert (together.steps("fire_dice")["Strength"], together.ap("A.R1")) == ("16", 16)


def test_a_machinegun_may_sweep_on_from_what_was_spotted() -> None:
    """11.61, 11.62, A-29: the first target is a spotted hex, the others touch it; only what was spotted counts as spotted."""
    g = spotted(us="M:us_tripod fire", ussr="B:su_ft4, C:spotter")
    assert g.options("M", "4K") == {"4K1"}
    assert "4K2" in g.options("M", "4K", "4K1", "4K") and "4K4" not in g.options("M", "4K", "4K1", "4K")
    g.do("M", "4K", "4K1", "4K", "4K2", "go", dice=[1, 2, 1, 2])
    assert [e["code"] for e in g.told("fire_result")] == ["K", "S"]
    assert g.ap("A.R1") == 18


def test_only_those_who_sighted_fire() -> None:
    """10.61: not the unit beside them that did not search."""
    g = situation(us={"4K7": "A:us_ft4 fire, B:us_ft4 fire"}, ussr={"4K1": "C:su_ft4"}).do("A", "sight", "4K", dice=[1, 1])
    assert g.options() == {"A", "done"}


def test_an_empty_magazine_does_not_fire() -> None:
    """14.2."""
    assert spotted(us="A:us_ft5 fire out").options() == {"done"}


def test_a_leader_beside_the_sighters_is_no_help() -> None:
    """5.32: he has no Fire command."""
    g = situation(us={"4K7": "A:us_ft5 search, L:plt_ldr search"}, ussr={"4K1": "B:su_ft4"}).do("A", "L", "sight", "4K", dice=[1, 1])
    assert g.options() == {"done"}


def beside(us: str = "A:us_ft5 fire", **more: object) -> Game:
    """A stack in the open hex 4K1 has searched its own megahex and found an enemy in its own hex."""
    g = situation(us={"4K1": us}, ussr={"4K1": "T:su_ft4", **FAR}, **more)
    return g.do(*(entry.split(":")[0] for entry in us.split(", ")), "sight", "4K", dice=[1, 1])


def test_an_enemy_spotted_in_ones_own_hex_may_be_assaulted_at_once() -> None:
    """10.61, 10.62, 11.0, 13.0: the Fire action at one's own hex is a close assault; a point, the Fire command and the next sighting."""
    g = beside()
    assert (g.ask, g.options(), g.options("A")) == (("us", "immediate-fire"), {"A", "done"}, {"assault"})
    g.do("A", "assault", dice=[3, 1])
    assert (g.where("T"), g.where("A"), g.ap("A.R1")) == ("dead", "4K1", 18)
    assert (g.unit("A").fires, g.unit("A").sights, g.unit("A").fired, g.options()) == (0, 0, True, {"done"})
    assert g.do("done").ask == ("ussr", "action")


def test_the_assault_costs_what_it_costs_elsewhere() -> None:
    """13.23, 10.62, 17.27: the assaulters may be lost; a demoralized platoon pays two points."""
    g = beside().do("A", "assault", dice=[1, 6])
    assert (g.where("A"), g.where("T"), g.contacts("us")["4K1"].how, g.options()) == ("dead", "4K1", "defended", {"done"})
    assert beside(ap={"A.R1": 1, "S1": 9}, advantage=["us"]).options() == {"done"}
    g = situation(us={"4K1": "A:us_ft5 fire"}, ussr={"4K1": "T:su_ft4", **FAR}, ap={"A.R1": 3, "S1": 9})
    g.state.formations["A.R1"].demoralized = True
    assert g.do("A", "sight", "4K", dice=[1, 1]).do("A", "assault", dice=[6, 6]).ap("A.R1") == 0


def test_only_what_was_spotted_in_that_hex_is_assaulted_at_once() -> None:
    """10.61: fire at once is at what was just seen; where both was seen, either may be chosen, one by one or together (10.63)."""
    assert "assault" not in spotted().options("A")
    two = situation(us={"4K1": "A:us_ft4 fire, B:us_ft4 fire"}, ussr={"4K1": "T:su_ft4", "4K2": "U:su_ft4"})
    two.do("A", "B", "sight", "4K", dice=[1, 1])
    assert two.options("A") == {"B", "4K", "assault"} and two.options("A", "4K") == {"4K2"}
    assert [line["label"] for line in two.menu("A").preview["lines"]].count("4K1, open") == 0
    two.do("A", "B", "assault", dice=[3, 1])
    assert (two.steps("assault_dice")["Strength"], two.where("T"), two.ap("A.R1")) == ("16", "dead", 16)


def test_empty_magazines_assault_and_fire_commands_alone_do() -> None:
    """14.2, 13.13, 13.14: at half strength; not on a Search command, not leaders and spotters."""
    g = beside("A:us_ft5 fire out").do("A", "assault", dice=[6, 6])
    assert g.steps("assault_dice")["Strength"] == "4"
    assert beside("A:us_ft5 search, L:plt_ldr search").options() == {"done"} == beside("S:spotter search").options()


def test_the_enemy_loses_his_points_before_the_stage_may_end() -> None:
    """A-02: the end of the stage is tested after the pause, not within it."""
    g = spotted(ap={"A.R1": 9, "S1": 1})
    g.do("A", "4K", "4K1", dice=[3, 3])
    assert (g.ap("S1"), g.state.stage) == (0, "action")
    g.do("done")
    assert (g.state.stage, g.told("exhausted", "us")[0]["side"]) == ("command", "ussr")
