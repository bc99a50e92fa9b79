"""Fire combat (11.1-11.5), Bold targets (8.1), what is announced and what is not."""

from __future__ import annotations

import pytest

from engine.titles.cityfight import fire
from engine.titles.cityfight.data import book
from tests.engine.cityfight.kit import TITLE, Game, shipped, situation
from tests.secrecy import twins

B = book(shipped(), "53")
FAR = {"1N1": "X:su_ft4"}


def shot(target: str = "4K1", us: str = "A:us_ft5 fire", dice: list[int] | None = None, **ussr: str) -> Game:
    """A unit in 4K7 fires at a hex of its megahex."""
    g = situation(us={"4K7": us}, ussr={**FAR, **ussr})
    return g.do("A", "fire", target[:2], target, dice=dice or [3, 3])


def spotted(us: str = "A:us_ft5 fire", dice: list[int] | None = None, target: str = "4K1", **ussr: str) -> Game:
    """The same at once after a sighting: at a spotted hex."""
    g = situation(us={"4K7": us}, ussr={**FAR, **ussr}).do("A", "sight", "4K", dice=[6, 6])
    return g.do("A", "4K", target, dice=dice or [3, 3])


def test_who_may_fire() -> None:
    """11.1: combat units with an unused Fire command, not suppressed, not out of ammunition."""
    us = {
        "4B1": "A:us_ft5 fire",
        "4B2": "B:us_ft5 search",
        "4B3": "C:us_ft5 fire suppressed",
        "4B4": "D:us_ft5 fire out",
        "4B5": "L:plt_ldr",
    }
    g = situation(us=us, ussr=FAR)
    can = [x for x in "ABCDL" if x in g.options() and "fire" in g.options(x)]
    assert can == ["A"]
    g.do("A", "fire", "4B", "4B6", dice=[6, 6]).do("pass")
    assert "A" not in g.options() or "fire" not in g.options("A")


def test_fire_needs_a_line_of_sight_and_range() -> None:
    """11.21, 11.57: any hex in sight, occupied or not, within the longest printed range; never the own hex (11.0)."""
    for unit, reach in (("us_ft5", 18), ("us_tripod", None)):
        g = situation(us={"5C7": f"A:{unit} fire"}, ussr=FAR)
        offered = {h for m in g.options("A", "fire") for h in g.options("A", "fire", m)}
        from engine.titles.cityfight.geometry import distance

        assert offered == {h for h in B.town.ids if h != "5C7" and B.los.sees("5C7", h) and (reach is None or distance("5C7", h) <= reach)}


def test_the_own_hex_is_assaulted_not_fired_at() -> None:
    """11.0, 11.24: a Fire command offers a close assault there."""
    g = situation(us={"4B1": "A:us_ft5 fire"}, ussr=FAR)
    assert "assault" in g.options("A") and "4B1" not in g.options("A", "fire", "4B")


def test_what_is_announced() -> None:
    """11.31-11.33: target, firing hex and kind of weapon; the result's letter; not the dice, nor how many fire."""
    for us, weapon in (
        ("A:us_ft5 fire", "rifle"),
        ("A:us_ft5_mg fire", "mixed"),
        ("A:us_tripod fire", "machinegun"),
        ("A:us_bipod fire", "machinegun"),
        ("A:su_squad fire", "mixed"),
    ):
        g = situation(us={"4K7": us}, ussr=FAR)
        picks = ["A", "fire", "4K", "4K1", *(["go"] if "machinegun" in weapon else [])]
        g.do(*picks, dice=[3, 4])
        assert g.told("fire", "ussr") == [{"side": "us", "hex": "4K7", "hexes": ["4K1"], "weapon": weapon}]
        assert g.kinds("ussr") == ["fire", "fire_result"] == g.kinds("public")
        assert "3" not in str(g.told("fire_result", "ussr")) and g.kinds("us").count("fire_dice") == 1
    assert g.contacts("ussr")["4K7"].how == "fired"


def test_the_firer_does_not_hear_what_he_hit() -> None:
    """11.52: the same to him whether somebody was there or nobody, suppressed or not."""
    frames = [
        shot(**where).frames("us") for where in ({}, {"4K1": "T:su_ft4"}, {"4K1": "T:su_ft4 suppressed, S:spotter"}, {"4K2": "T:su_ft4"})
    ]
    assert all(x == frames[0] for x in frames)


def test_the_owner_hears_what_was_hit() -> None:
    """11.51, 11.52: a point for each combat unit or leader suppressed (15.22), none for a spotter or who already was."""
    g = shot(**{"4K1": "T:su_ft4, L:plt_ldr", "4K2": "R:spotter", "4K3": "U:su_ft4 suppressed"})
    assert [g.unit(x).suppressed for x in "TLRU"] == [True] * 4
    assert g.ap("S1") == 18
    assert g.kinds("ussr").count("suppressed") == 3


def test_k_on_a_spotted_hex_kills_and_frightens_the_megahex() -> None:
    """11.41, 11.51, A-21: two points a unit killed; enemies in other open hexes are suppressed, whatever the target's terrain."""
    g = spotted(dice=[1, 2], **{"4K1": "T:su_ft4", "4K2": "U:su_ft4"})
    assert (g.where("T"), g.unit("U").suppressed, g.ap("S1")) == ("dead", True, 17)
    g = spotted(us="A:us_ft5_mg fire", dice=[2, 1], target="4K4", **{"4K4": "T:su_ft4", "4K2": "U:su_ft4"})
    assert (g.where("T"), g.unit("U").suppressed) == ("dead", True)


def test_the_dead_of_fire_are_told_to_nobody() -> None:
    """11.52: the firer hears K; what died is its owner's secret."""
    g = spotted(dice=[1, 2], **{"4K1": "T:su_ft4"})
    assert "killed" in g.kinds("ussr") and "killed" not in g.kinds("us") + g.kinds("public")


@pytest.mark.parametrize(
    ("terrain", "rolls"),
    [
        ("open", {4: "K", 5: "S", 6: "S", 8: "S", 9: "-"}),
        ("woods", {2: "-", 4: "-", 5: "-", 6: "S", 8: "S"}),
        ("wood", {4: "K", 6: "S", 8: "S", 10: "-"}),
        ("stone", {2: "K", 3: "K", 4: "S", 5: "S", 6: "-", 8: "-"}),
        ("concrete", {4: "K", 6: "S", 7: "-", 8: "-"}),
    ],
)
def test_cover_changes_results(terrain: str, rolls: dict[int, str]) -> None:
    """7.33, 11.53, 11.8, A-25: at strength 8."""
    assert {n: B.soft(8, n, terrain)[0] for n in rolls} == rolls


def test_terrain_of_the_hex_counts() -> None:
    """11.53, 7.33: the firer's result is read for the target's woods or building."""
    g = situation(us={"5K1": "A:us_ft5 fire"}, ussr={"5K7": "T:su_ft4", **FAR})
    g.do("A", "fire", "5K", "5K7", dice=[2, 2])
    assert (g.unit("T").suppressed, g.told("fire_result", "us")[0]["code"]) == (False, "-")


def test_bold_troops_are_announced_and_hit_twice_as_hard() -> None:
    """8.1, 11.55, A-08: whether they have moved or not; the same dice against the others in the hex at simple strength."""
    g = spotted(us="A:us_ft3 fire", dice=[3, 3], **{"4K1": "T:su_ft4 bold, U:su_ft4 search"})
    simple, double = (fire.strength(g.play, [g.handles["A"]], doubled=x) for x in (False, True))
    assert (g.unit("U").suppressed, g.unit("T").suppressed) == (B.soft(simple, 6, "open")[0] == "S", B.soft(double, 6, "open")[0] == "S")
    assert g.kinds("us")[:2] == ["fire", "bold"] and g.contacts("us")["4K1"].how == "announced Bold"


def test_nobody_bold_is_announced_as_nothing() -> None:
    """11.55: no word about other commands, nor about a Bold unit elsewhere in the megahex."""
    assert "bold" not in shot(**{"4K1": "T:su_ft4 cautious", "4K2": "U:su_ft4 bold"}).kinds("us")


def test_the_undoubled_result_frightens_the_megahex() -> None:
    """A-08: the doubled one only where all in the hex are Bold."""
    rolls = [n for n in range(2, 13) if B.soft(5, n, "open")[0] == "-" and B.soft(10, n, "open")[0] == "S"]
    n = rolls[0]
    dice = [n - 6, 6] if n > 6 else [1, n - 1]
    mixed = shot(us="A:de_ft3 fire", dice=dice, **{"4K1": "T:su_ft4 bold, U:su_ft4 search", "4K2": "V:su_ft4"})
    assert (mixed.unit("T").suppressed, mixed.unit("U").suppressed, mixed.unit("V").suppressed) == (True, False, False)
    alone = shot(us="A:de_ft3 fire", dice=dice, **{"4K1": "T:su_ft4 bold", "4K2": "V:su_ft4"})
    assert (alone.unit("T").suppressed, alone.unit("V").suppressed) == (True, True)


def test_suppressed_troops_in_the_open_are_claimed() -> None:
    """11.56: strength halved, each firing unit's by itself, rounded up; in the open the owner has no choice."""
    us = {"4K7": "A:us_tripod fire, B:us_ft3 fire"}
    g = situation(us=us, ussr={"4K1": "T:su_ft4 suppressed", **FAR}).do("A", "B", "sight", "4K", dice=[1, 1])
    g.do("A", "B", "4K", "4K1", dice=[6, 6])
    full = [B.kinds[x].best for x in ("us_tripod", "us_ft3")]
    assert g.steps("fire_dice")["Strength"] == str(sum(-(-n // 2) for n in full))
    assert "claim" in g.kinds("us")


@pytest.mark.parametrize(("claim", "halved"), [("open", False), ("always", True)])
def test_in_cover_the_owner_decides_beforehand(claim: str, halved: bool) -> None:
    """11.56: by standing order, so that no pause tells anything."""
    g = situation(us={"4K7": "A:us_tripod fire"}, ussr={"4K4": "T:su_ft4 suppressed", **FAR}).orders("ussr", claim=claim)
    g.do("A", "sight", "4K", dice=[6, 6]).do("A", "4K", "4K4", "go", dice=[6, 6])
    assert g.steps("fire_dice")["Strength"] == ("4" if halved else "7")
    assert ("claim" in g.kinds("us")) == halved


def test_only_where_all_are_suppressed_and_spotted() -> None:
    """11.56: one unsuppressed unit, or an unspotted hex, and nothing is halved."""
    assert spotted(us="A:us_ft5 fire", **{"4K1": "T:su_ft4 suppressed, U:su_ft4"}).steps("fire_dice")["Strength"] == "9"
    assert shot(us="A:us_ft5 fire", **{"4K1": "T:su_ft4 suppressed"}).steps("fire_dice")["Strength"] == "9"


def test_doubled_before_it_is_halved() -> None:
    """A-11: a suppressed Bold unit: 7 doubled and halved is 7."""
    g = situation(us={"4K7": "T:us_tripod"})
    assert fire.strength(g.play, [g.handles["T"]], doubled=True, halved=True) == 7


def test_friends_are_not_hit() -> None:
    """11.51, A-36: only enemies of the firer, in the hex and in the megahex."""
    g = situation(us={"4K7": "A:us_ft5 fire", "4K1": "B:us_ft5", "4K2": "C:us_ft5"}, ussr={"4K1": "T:su_ft4"})
    g.do("A", "fire", "4K", "4K1", dice=[3, 3])
    assert [g.unit(x).suppressed for x in "BCT"] == [False, False, True]


def test_units_block_no_line() -> None:
    """11.25: neither friends nor enemies change what may be fired at."""
    offers = []
    for extra in ({}, {"4K1": "T:su_squad"}):
        g = situation(us={"4K7": "A:us_ft5 fire", "4K2": "B:us_ft5"}, ussr={**FAR, **extra})
        offers.append(sorted(h for m in g.options("A", "fire") for h in g.options("A", "fire", m)))
    assert offers[0] == offers[1]


def test_a_fire_action_costs_a_point_and_the_command() -> None:
    """11.32; two points for a demoralized platoon, which needs them both (17.27)."""
    assert shot().ap("A.R1") == 19
    for points, allowed in ((2, True), (1, False)):
        g = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR, ap={"A.R1": points, "S1": 5})
        g.state.formations["A.R1"].demoralized = True
        assert ("A" in g.options() and "fire" in g.options("A")) == allowed
        if allowed:
            assert g.do("A", "fire", "4K", "4K1", dice=[6, 6]).state.formations["A.R1"].ap == 0


def test_unspotted_or_spotted_makes_no_other_difference() -> None:
    """11.42, 11.54: S stays S."""
    for g in (shot(**{"4K1": "T:su_ft4"}), spotted(**{"4K1": "T:su_ft4"})):
        assert g.unit("T").suppressed and g.told("fire_result", "us")[0]["code"] == "S"


def test_own_dice_come_after_what_the_enemy_announces() -> None:
    """8.1, 11.56: an announcement alone parts two games that look alike to the firer; his dice tell nothing else."""
    alike, bold, searching = (shot(us="A:us_ft3 fire", **{"4K1": f"T:su_ft4 {how}"}).frames("us") for how in ("cautious", "bold", "search"))
    assert twins.compare_events(TITLE, alike, alike) == "" == twins.compare_events(TITLE, alike, searching)
    assert twins.compare_events(TITLE, alike, bold) == "bold"
    other = shot(us="A:us_ft5 fire", **{"4K1": "T:su_ft4 cautious"}).frames("us")
    with pytest.raises(twins.Leak, match="fire_dice"):
        twins.compare_events(TITLE, alike, other)
