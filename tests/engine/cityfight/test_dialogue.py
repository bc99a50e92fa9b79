"""What a player reads before fire and close assault, and in their steps: every modifier, by what he may know (11, 13.2, 14.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.engine.cityfight.kit import Game, situation

FAR = {"1N1": "X:su_ft4"}


def preview(g: Game, *picks: str) -> Mapping[str, Any]:
    """The preview after some picks."""
    found = g.menu(*picks).preview
    assert found is not None
    return found


def lines(g: Game, *picks: str) -> dict[str, str]:
    """Its lines: label -> value."""
    return {row["label"]: row["value"] for row in preview(g, *picks)["lines"]}


def chart(g: Game, points: int, terrain: str, letters: str) -> str:
    """How many of 36 throws give one of these letters, counted by sums."""
    ways = {n: 6 - abs(7 - n) for n in range(2, 13)}
    return f"{sum(w for n, w in ways.items() if g.play.book.soft(points, n, terrain)[0] in letters)} of 36"


def test_an_assault_on_a_fire_command_is_explained_and_confirmed() -> None:
    """13.2: before it is sent: strength, the chances of K and of one's own end, what it costs."""
    g = situation(us={"5K7": "A:us_ft5 fire"}, ussr=FAR)
    assert preview(g, "A", "assault")["confirm"] and preview(g, "A", "assault")["hexes"] == ["5K7"]
    said = lines(g, "A", "assault")
    assert said["Strength"] == "9" and said["Action points"] == "1"
    assert said["Terrain"].startswith("does not count")
    assert said["Kills whoever is there"] == f"K {chart(g, 9, 'open', 'K')}"
    assert said["Against Bold, if announced"] == f"strength 18, K {chart(g, 18, 'open', 'K')}"
    assert said["Own loss, if it is defended: large die 1-2"] == "12 of 36"


def test_an_assault_after_a_move_is_explained_before_it_is_chosen() -> None:
    """13.21, 13.23: both points, the greater risk of a Bold command; the move alone needs no confirmation."""
    g = situation(us={"4B1": "A:us_ft5 bold"}, ussr=FAR)
    said = lines(g, "A", "move", "4B2")
    assert said == lines(g, "A", "move", "4B2", "assault")
    assert said["Own loss, if it is defended: large die 1-3"] == "18 of 36"
    assert said["Action points"] == "1 for the move, 1 for the assault"
    assert preview(g, "A", "move", "4B2", "assault")["confirm"] and "confirm" not in preview(g, "A", "move", "4B2")
    assert "confirm" not in preview(g, "A", "move", "4B2", "stop") and "Strength" not in lines(g, "A", "move", "4B2", "stop")


def test_a_tripod_on_the_move_is_named_and_left_out() -> None:
    """13.12."""
    g = situation(us={"4B1": "A:us_ft3 cautious, B:us_tripod cautious"}, ussr=FAR)
    said = lines(g, "A", "B", "move", "4B2", "assault")
    assert said["Strength"] == str(g.play.book.kinds["us_ft3"].best)
    assert "does not fire on the move" in said.values() and said["Action points"] == "2 for the move, 2 for the assault"


def test_half_strength_without_ammunition() -> None:
    """14.2: the half is a line of its own, before and after; who is out cannot run out again."""
    g = situation(us={"4B2": "A:us_ft5 fire out"}, ussr=FAR)
    said = lines(g, "A", "assault")
    assert (said["As printed"], said["Out of ammunition: half, down"], said["Strength"]) == ("9", "4", "4")
    assert not any(label.startswith("Runs out") for label in said)
    steps = g.do("A", "assault", dice=[6, 6]).steps("assault_dice")
    assert (steps["As printed"], steps["Out of ammunition: half, down"], steps["Strength"]) == ("9", "4", "4")


@pytest.mark.parametrize("who", ["T:su_ft4 bold", "T:su_ft4 suppressed", "T:spotter", ""])
def test_the_dialogues_tell_nothing_of_the_enemy(who: str) -> None:
    """11.52, 13.24: they are the same whoever is there, or nobody."""
    there = [situation(us={"4K7": "A:us_ft5 fire"}, ussr={**FAR, **({h: who} if who else {})}) for h in ("4K7", "4K1")]
    bare = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR)
    for g in there:
        for picks in (("A", "assault"), ("A", "fire", "4K", "4K1"), ("A", "fire", "4K")):
            assert preview(g, *picks) == preview(bare, *picks)


def test_what_changes_a_strength_is_a_line_of_the_fire_dialogue() -> None:
    """11.53, 11.54, 11.75, 8.1: as printed, two thirds, terrain, K that counts as S."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR, options={"automatic": "yes"})
    said = lines(g, "A", "automatic", "4K", "4K4")
    assert (said["As printed"], said["Automatic fire: two thirds, up"], said["Strength"]) == ("9", "6", "6")
    terrain = g.play.book.town.cover("4K4")
    assert said[f"Terrain: {terrain}"] == g.play.book.cover_words(terrain) != ""
    assert said["Unspotted"] == "K read as S" and said["Against Bold, if announced"] == "strength 12"
    assert said[f"4K4, {terrain}"] == f"S {chart(g, 6, terrain, 'KS')}"


@pytest.mark.parametrize(
    ("unit", "verb", "label", "letters"),
    [
        ("us_ft5", "fire", "Runs out of ammunition", "*"),
        ("us_ft5_mg", "fire", "Runs out of ammunition", "*c"),
        ("us_tripod", "fire", "Runs out of ammunition, last roll", "*ab"),
        ("us_ft5", "automatic", "Runs out of ammunition, last roll", "*a"),
        ("us_bipod", "assault", "Runs out of ammunition", "*ab"),
    ],
)
def test_the_ammunition_risk_is_told_before_fire(unit: str, verb: str, label: str, letters: str) -> None:
    """14.11-14.15: by the letters of the chart for the kind of unit; rifles have the least to fear, an assault is one attack (13.26)."""
    g = situation(us={"4K7": f"A:{unit} fire"}, ussr=FAR, options={"automatic": "yes"})
    rows = g.play.book.tables["soft_crt"]["rows"]
    risk = sum(6 - abs(7 - n) for n in range(2, 13) if rows[str(n)]["ammo"] and rows[str(n)]["ammo"] in letters)
    said = lines(g, "A", verb, *([] if verb == "assault" else ["4K", "4K1"]))
    assert said[label] == f"{risk} of 36"


def test_immediate_fire_tells_what_a_claim_would_do() -> None:
    """11.41, 11.56: against a spotted hex K is K, and half the strength if the owner says that all there are suppressed."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": "T:su_ft4", **FAR}).do("A", "sight", "4K", dice=[1, 1])
    said = lines(g, "A", "4K", "4K1")
    assert said["If all there are suppressed, and it is said"] == "strength 5" and "Unspotted" not in said
    assert said["4K1, open"] == f"K {chart(g, 9, 'open', 'K')}, S {chart(g, 9, 'open', 'S')}"


def test_a_hex_of_a_tripped_post_is_spotted_in_the_dialogue_too() -> None:
    """10.44, 11.41: as it is when the dice fall."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": "T:su_ft4", **FAR})
    g.state.alert["us"] = "4K1"
    assert lines(g, "A", "fire", "4K", "4K1")["4K1, open"].startswith("K ")
    assert g.do("A", "fire", "4K", "4K1", dice=[1, 2]).where("T") == "dead"


def test_the_steps_of_automatic_fire_show_base_and_two_thirds() -> None:
    """11.75."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR, options={"automatic": "yes"})
    steps = g.do("A", "automatic", "4K", "4K1", "go", dice=[6, 6]).steps("fire_dice")
    assert (steps["As printed"], steps["Automatic fire: two thirds, up"], steps["Strength"]) == ("9", "6", "6")


def test_the_steps_show_the_half_that_was_claimed() -> None:
    """11.56: and no such line where nobody claims it, for want of suppressed troops or of a word about them."""
    for claim, half in (("always", "4"), ("open", None)):
        g = situation(us={"4K7": "A:us_tripod fire"}, ussr={"4K4": "T:su_ft4 suppressed", **FAR}).orders("ussr", claim=claim)
        g.do("A", "sight", "4K", dice=[6, 6]).do("A", "4K", "4K4", "go", dice=[6, 6])
        assert g.steps("fire_dice").get("All suppressed: half, up") == half
        assert ("claim" in g.kinds("us")) == (half is not None)


def test_the_steps_show_how_the_letter_is_read() -> None:
    """11.53, 11.54: what the chart says, what terrain takes off, K against an unspotted hex."""
    g = situation(us={"4K7": "A:us_ft5 fire"}, ussr=FAR).do("A", "fire", "4K", "4K1", dice=[1, 2])
    steps = g.steps("fire_dice")
    assert (steps["Chart at strength 9"], steps["Unspotted"], steps["Result"]) == ("K", "K read as S", "S")
    g = situation(us={"5K1": "A:us_ft5 fire"}, ussr=FAR).do("A", "fire", "5K", "5K7", dice=[2, 2])
    steps = g.steps("fire_dice")
    assert (steps["Chart at strength 9"], steps["Terrain: woods"], steps["Result"]) == ("K", "no effect", "-")
    assert "Unspotted" not in steps


def test_the_steps_show_the_double_strength_against_announced_bold_troops() -> None:
    """8.1, A-08: only where they were announced; in an assault too."""
    for command, doubled in (("bold", "18"), ("search", None)):
        g = situation(us={"4K7": "A:us_ft5 fire"}, ussr={"4K1": f"T:su_ft4 {command}", **FAR})
        g.do("A", "fire", "4K", "4K1", dice=[3, 3])
        assert g.steps("fire_dice").get("Against Bold: doubled") == doubled
        g = situation(us={"4K1": "A:us_ft5 fire"}, ussr={"4K1": f"T:su_ft4 {command}", **FAR})
        steps = g.do("A", "assault", dice=[4, 4]).steps("assault_dice")
        assert steps.get("Against Bold: doubled") == doubled
        assert steps["Chart at strength 9"] == "S" and steps["Close assault"] == "S has no effect"
