"""Several players a side (section 48): seats, rotation, what each hears, talk and letters."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import flow
from engine.decisions import Refusal
from engine.titles.cityfight import roster, talk
from engine.titles.cityfight.play import Play
from tests.engine.cityfight.kit import TITLE, Game, begun, situation

PLATOONS = {"players": "platoons"}


def team(**more: Any) -> Game:
    """Breakout with a player for each platoon: us-1 to us-5 for A.R1, A.R2, A.R3, A.R5, A.W4; ussr-1 and ussr-2."""
    return situation(options=PLATOONS, **more)


def seats(scenario: str, players: str) -> dict[str, list[str]]:
    """The seats of a scenario by side, with the formations of each."""
    g = begun(scenario, {"players": players})
    out: dict[str, list[str]] = {}
    for seat in g.state.setup.seats:
        out[seat.id] = sorted(fid for fid, f in g.state.formations.items() if f.seat == seat.id)
    return out


def test_one_seat_a_platoon_or_a_company() -> None:
    """48.11: who has one platoon or company only is one player."""
    assert seats("53", "platoons") == {
        "ussr-1": ["S1"],
        "ussr-2": ["S2"],
        "us-1": ["A", "A.R1"],
        "us-2": ["A.R2"],
        "us-3": ["A.R3"],
        "us-4": ["A.R5"],
        "us-5": ["A.W4"],
    }
    assert list(seats("54", "companies")) == ["greek", "turk-1", "turk-2", "turk-3"]
    assert seats("54", "companies")["turk-2"] == ["T2", "T2.P1", "T2.P2", "T2.P3"]
    assert seats("55", "platoons")["ind-4"] == ["I2", "I2.I1"]
    assert list(seats("52", "platoons")) == ["ussr", "us"]


def test_each_is_responsible_for_his_own_units() -> None:
    """48.11, 48.4: and sees no others."""
    us = {"4B1": "A:us_ft5 @A.R1, L:plt_ldr @A.R1", "4B2": "B:us_ft5 @A.R2", "4A1": "C:co_cdr, S:spotter"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, stage="command")
    own = {seat: {g.known(seat, v) for v in g.walk(of=g.decision(seat)).values()} & set(g.handles) for seat in ("us-1", "us-2", "us-3")}
    assert own == {"us-1": {"A", "L", "C", "S"}, "us-2": {"B"}, "us-3": set()}
    assert [p["hex"] for p in g.view("us-2")["pieces"].values()] == ["4B2"]


def test_what_companions_lose_of_a_common_formation_is_theirs_to_know() -> None:
    """48.4, 17.12: the company's player sees his own units' part of its losses, an umpire the whole."""
    us = {"4B1": "A:us_ft5 @A.R1, D:us_ft5 @A.R1", "4B2": "B:us_ft5 @A.R2"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"})
    rows = [
        lambda: g.view("us-1")["panels"]["platoons"]["rows"]["A"]["value"],
        lambda: g.view("umpire")["panels"]["platoons"]["rows"]["A"]["value"],
    ]
    assert [row() for row in rows] == ["0 of 80 lost by own units", "0 of 80 lost"]
    Play(g.state).kill([g.handles["B"]], "the test")
    assert [row() for row in rows] == ["0 of 80 lost by own units", "5 of 80 lost"]
    Play(g.state).kill([g.handles["A"]], "the test")
    assert [row() for row in rows] == ["5 of 80 lost by own units", "10 of 80 lost"]


def test_all_of_a_team_act_at_once_in_secret_stages() -> None:
    """48.0: the opponents hear when the whole side is ready."""
    g = team(us={"4B1": "A:us_ft5"}, ussr={"1N1": "X:su_ft4"}, stage="command")
    assert g.view("ussr-1")["waiting_for"] == ["us", "ussr"]
    for seat in ("us-1", "us-2", "us-3", "us-4"):
        assert "ready" not in g.seat(seat, "done").kinds("ussr-1")
    assert "ready" in g.seat("us-5", "done").kinds("ussr-1")


def test_the_turn_rotates_within_the_team() -> None:
    """48.21-48.24: from platoon to platoon; those without points are passed over; any may pass."""
    us = {f"4B{i}": f"U{i}:us_ft5 cautious @A.R{i}" for i in (1, 2, 3)}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, ap={"A.R1": 3, "A.R2": 0, "A.R3": 3, "S1": 9})
    assert g.ask[0] == "us-1"
    g.do("pass")
    assert g.ask[0] == "ussr-1"
    g.do("pass")
    assert g.ask[0] == "us-3"
    assert g.view("ussr-1")["waiting_for"] == ["us"] == g.view("us-1")["waiting_for"]


def test_without_points_the_first_seat_takes_the_silent_turns() -> None:
    """48.21, A-52: with its own leaders, or passing."""
    us = {"4B1": "A:us_ft5 @A.R2, L:plt_ldr @A.R2", "4A1": "M:plt_ldr @A.R1"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, ap={"S1": 3})
    assert (g.ask, g.options()) == (("us-1", "action"), {"M", "pass"})


def test_who_is_to_act_is_told_so_and_why() -> None:
    """48.23, A-52: the question alone would tell him that others of his side have no points left; nobody else hears of it."""
    us = {f"4B{i}": f"U{i}:us_ft5 cautious @A.R{i}" for i in (1, 2)}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, ap={"A.R1": 3, "A.R2": 3, "S1": 9}).do("pass").do("pass")
    assert g.told("due", "us-2") == [{"formation": "A.R2"}] and "due" not in g.kinds("us-1") + g.kinds("ussr-1") + g.kinds("public")
    g = team(us={"4B1": "A:us_ft5 @A.R2", "4A1": "M:plt_ldr @A.R1"}, ussr={"1N1": "X:su_ft4"}, ap={"S1": 3}).do("pass").do("pass")
    assert (g.ask[0], "no platoon" in g.text("due", "us-1")) == ("us-1", True)
    assert "due" not in situation(us=us, ussr={"1N1": "X:su_ft4"}, ap={"A.R1": 3, "S1": 9}).do("pass").kinds("ussr")


def test_the_first_seat_sets_what_the_team_has_agreed() -> None:
    """48.22: all its players hear it, and see it; nobody else does."""
    g = begun("53", PLATOONS)
    assert [seat for seat in ("us-1", "us-2", "ussr-1", "ussr-2") if "order" in g.options(of=g.decision(seat))] == ["us-1", "ussr-1"]
    g.seat("us-1", "order", "platoon A.R3", "1")
    assert [v for v in (*g.play.seats, "public") if "rotation" in g.kinds(v)] == ["us-1", "us-2", "us-3", "us-4", "us-5"]
    assert g.view("us-2")["panels"]["platoons"]["rows"]["A.R3"]["place"] == 1


def test_the_order_of_rotation_is_the_teams_and_the_points_are_not() -> None:
    """48.22, 48.4: a player sees in which order all platoons of his side act; of companions he sees no points, losses or turn."""
    us = {f"4B{i}": f"U{i}:us_ft5 cautious @A.R{i}" for i in (1, 2, 3)}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, ap={"A.R1": 3, "A.R2": 5, "A.R3": 7, "S1": 9})
    rows = g.view("us-2")["panels"]["platoons"]["rows"]
    assert sorted(rows, key=lambda fid: rows[fid]["place"]) == g.state.order["us"] == ["A.R1", "A.R2", "A.R3", "A.R5", "A.W4"]
    assert rows["A.R1"] == {"label": "platoon A.R1", "value": "another player", "side": "us", "place": 1}
    assert rows["A.R2"]["pips"] == 5 and all("pips" not in rows[fid] and "due" not in rows[fid] for fid in rows if fid != "A.R2")
    assert g.ask[0] == "us-1" and g.view("us-1")["panels"]["platoons"]["rows"]["A.R1"]["due"]
    for n in range(5):
        twin = TITLE.resample(g.state, "us-2", random.Random(n))
        assert TITLE.view(twin, "us-2")["panels"]["platoons"] == g.view("us-2")["panels"]["platoons"]
    assert set(g.view("ussr-1")["panels"]["platoons"]["rows"]) == {"S1", "S2"} and "platoons" not in g.view("public")["panels"]
    turks = begun("54", {"players": "companies"}).view("turk-2")["panels"]["platoons"]["rows"]
    assert "pips" in turks["T2.P1"] and turks["T1.P1"]["value"].endswith("company T1") and "T1" not in turks


def test_a_twin_asks_who_is_asked() -> None:
    """48.23: whatever the others' points are in a twin, who acts is due, with a point; or all of his side have none."""
    us = {f"4B{i}": f"U{i}:us_ft5 cautious @A.R{i}" for i in (1, 2, 3)}
    for points, asked in (({"A.R1": 0, "A.R2": 3, "A.R3": 0, "S1": 9}, "us-2"), ({"S1": 9}, "us-1")):
        g = team(us=us, ussr={"1N1": "X:su_ft4"}, ap=points)
        assert g.ask[0] == asked
        for n in range(20):
            for viewer in ("us-1", "us-2", "us-3"):
                twin = TITLE.resample(g.state, viewer, random.Random(n))
                assert Play(twin).turn_seat("us") == asked and (Play(twin).due("us") != "") == (asked == "us-2")


def test_a_move_is_told_to_its_player_alone() -> None:
    """48.4, 4.1 C: his companions hear no more than the enemy."""
    g = team(us={"4B1": "A:us_ft5 cautious", "4A1": "B:us_ft5 @A.R2"}, ussr={"1N1": "X:su_ft4"}).do("A", "move", "4B2", "stop")
    assert g.frames("us-2") == g.frames("ussr-2") == g.frames("public") and len(g.frames("us-2")) == 1
    assert "4B2" in str(g.frames("us-1"))


def test_who_is_seen_is_told_to_the_searcher_and_the_owner() -> None:
    """48.4: successful observation locates the enemy for that player only; the call itself is heard by all."""
    ussr = {"3K1": "X:su_ft4 @S1", "1N1": "Y:su_ft4 @S2"}
    g = team(us={"2K1": "A:us_ft5 search", "4A1": "B:us_ft5 @A.R2"}, ussr=ussr).do("A", "sight", "3K", dice=[6, 6])
    full, call = "USA searches megahex 3K, 66: 3K1", "USA searches megahex 3K, 66"
    assert {v: g.text("sighting", v) for v in ("us-1", "us-2", "ussr-1", "ussr-2", "public")} == {
        "us-1": full,
        "us-2": call,
        "ussr-1": full,
        "ussr-2": call,
        "public": call,
    }
    assert g.contacts("us-1").keys() == {"3K1"} and not g.contacts("us-2")


def test_who_fires_is_located_by_those_he_fires_at() -> None:
    """48.4: all hear the target, which the owners must answer for; the firing hex only those in the target hexes."""
    ussr = {"4K1": "X:su_ft4 bold @S1", "4K2": "Y:su_ft4 @S2"}
    g = team(us={"4K7": "A:us_ft5 fire"}, ussr=ussr).do("A", "fire", "4K", "4K1", dice=[3, 3])
    assert g.contacts("ussr-1").keys() == {"4K7"} and not g.contacts("ussr-2")
    assert "4K7" not in str(g.frames("ussr-2") + g.frames("us-2") + g.frames("public"))
    assert g.text("fire", "ussr-2") == "USA fires at 4K1: rifle"
    assert ("bold" in g.kinds("us-1"), "bold" in g.kinds("us-2"), "bold" in g.kinds("ussr-2")) == (True, False, False)
    assert "Bold" not in str(g.frames("us-2") + g.frames("ussr-2"))
    assert "suppressed" in g.kinds("ussr-2") and g.unit("Y").suppressed


def test_who_fires_is_located_by_those_beside_him() -> None:
    """48.4, 10.42: a unit in his hex spots him, whoever is fired at; the others of its side do not."""
    ussr = {"4K7": "X:spotter, Z:su_ft4 @S1", "4K1": "Y:su_ft4 @S2", "1N1": "W:su_ft4 @S2"}
    g = team(us={"4K7": "A:us_ft5 fire, B:us_ft5 @A.R1"}, ussr=ussr).do("A", "fire", "4K", "4K2", dice=[6, 6])
    assert g.contacts("ussr-1").keys() == {"4K7"} and not g.contacts("ussr-2")
    assert (g.told("fire", "ussr-1")[0]["hex"], "4K7" in str(g.frames("ussr-2"))) == ("4K7", False)
    assert [k for k in g.state.marks if k.startswith("spotted")] == ["spotted ussr-1 4K"]


def test_the_lost_assaulter_tells_his_companions_nothing() -> None:
    """48.4, 13.23: that the hex is defended is his own player's knowledge."""
    ussr = {"4B2": "X:su_ft4 @S1", "1N1": "Y:su_ft4 @S2"}
    g = team(us={"4B2": "A:us_ft5 fire", "4A1": "B:us_ft5 @A.R2"}, ussr=ussr).do("A", "assault", dice=[1, 6])
    assert {seat: sorted(g.contacts(seat)) for seat in ("us-1", "us-2", "ussr-1", "ussr-2")} == {
        "us-1": ["4B2"], "us-2": [], "ussr-1": ["4B2"], "ussr-2": []
    }  # fmt: skip


def test_an_assault_is_a_matter_of_those_in_the_hex() -> None:
    """48.4, 13.24: the hex is called out; the dead are shown to the assaulter."""
    ussr = {"4B2": "X:su_ft4 @S1", "1N1": "Y:su_ft4 @S2"}
    g = team(us={"4B2": "A:us_ft5 fire", "4A1": "B:us_ft5 @A.R2"}, ussr=ussr).do("A", "assault", dice=[3, 1])
    assert "assault" in g.kinds("us-2") and "assault" in g.kinds("ussr-2")
    assert [v for v in ("us-1", "us-2", "ussr-1", "ussr-2", "public") if "assault_result" in g.kinds(v)] == ["us-1", "ussr-1"]
    assert g.contacts("ussr-1").keys() == {"4B2"} and not g.contacts("ussr-2")


def test_observation_posts_belong_to_players() -> None:
    """48.4: five posts among three players; the report goes to the one whose post it is."""
    g = begun("55", PLATOONS)
    left = {}
    for seat in ("pak-1", "pak-2", "pak-3"):
        n = 0
        while "post" in g.options(of=g.decision(seat)):
            megahex = sorted(g.options("post", of=g.decision(seat)))[n]
            g.seat(seat, "post", megahex, sorted(g.options("post", megahex, of=g.decision(seat)))[0])
            n += 1
        left[seat] = n
    assert left == {"pak-1": 2, "pak-2": 2, "pak-3": 1}
    ussr = {"1N1": "X:su_ft4 @S1", "2N1": "Y:su_ft4 @S2"}
    g = team(us={"4B1": "A:us_ft5 cautious"}, ussr=ussr, posts={"4B2": ["ussr-2"]}, phones={"5E5": "ussr"}).do("A", "move", "4B2", "stop")
    assert g.contacts("ussr-2").keys() == {"4B2"} and not g.contacts("ussr-1")


def test_companions_who_bar_the_way_are_met_not_foreseen() -> None:
    """9.3, 48.4: what a player does not know narrows no menu; the attempt is made, costs its point, and ends where it began."""
    us = {"4B1": "A:us_ft5 cautious", "4B2": "B:us_ft5 @A.R2"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"})
    assert "4B2" in g.options("A", "move")
    g.do("A", "move", "4B2", "stop")
    assert (g.where("A"), g.ap("A.R1"), g.unit("A").moves) == ("4B1", 19, 0)
    assert "held by own troops" in g.text("done", "us-1")
    assert g.frames("ussr-2") == g.frames("us-2") == [{"kind": "done", "text": "USA: done", "data": {"side": "us"}, "rule": "4.1"}]


def test_the_same_at_set_up_and_on_entry() -> None:
    """7.0, 50.25, 9.3: the hex is held; the unit must be placed elsewhere."""
    g = begun("53", PLATOONS)
    first = {seat: next(v for v in g.walk(of=g.decision(seat)).values() if v.startswith("u")) for seat in ("ussr-1", "ussr-2")}
    g.seat("ussr-1", first["ussr-1"], "5E", "5E1")
    g.seat("ussr-2", first["ussr-2"], "5E", "5E1")
    assert g.cites("held") == "9.3" and g.view("ussr-2")["pieces"][first["ussr-2"]].get("box") == "off"
    turk = {"3C1": "A:tr_ft4 @T1.P1", "off": "B:tr_ft4 @T1.P2"}
    g = situation("54", stage="command", options=PLATOONS, turk=turk, greek={"2D1": "X:gr_ft3"})
    g.seat("turk-2", "enter", "B", "3C", "3C1")
    assert (g.where("B"), g.cites("held")) == ("off", "9.3")


def test_who_finds_no_room_among_the_others_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.0, 9.3: asking for the rest to be placed tells of the others' troops by what it does not place, so it stands."""
    g = begun("53", PLATOONS)
    before = g.state
    monkeypatch.setattr(roster, "held", lambda *_: True)
    g.seat("ussr-2", "rest", "go")
    assert (set(g.kinds("ussr-2")), g.cites("held"), g.kinds("ussr-1")) == ({"held"}, "9.3", [])
    assert {x for told in g.told("held", "ussr-2") for x in told["pieces"]} == set(g.view("ussr-2")["pieces"])
    assert not flow.free_to_take_back(before, g.state, g.events, "ussr-2")


def test_the_bonus_of_earlier_spotting_needs_communication() -> None:
    """48.5, 10.37: of another player's spotter, by telephone or in sight of each other's leaders."""
    for where, linked in (("2K7", True), ("5E5", False)):
        us = {"2K1": "L:plt_ldr", where: "M:plt_ldr @A.R2", "2K2": "A:us_ft5 search", "2K3": "B:us_ft5 search @A.R2"}
        g = situation(us=us, ussr={"3K1": "X:su_ft4", "1N1": "Y:su_ft4"}, options={**PLATOONS, "relay": "yes"})
        assert talk.linked(g.play, "us-1", "us-2") == linked
        g.orders("us-2", relay=True)
        g.do("A", "sight", "3K", dice=[6, 6]).do("done").do("pass").do("B", "sight", "3K", dice=[4, 6])
        assert (g.contacts("us-2").keys() == {"3K1"}) == linked
        assert ("an earlier spotter near" in g.text("sighting", "ussr-1")) == linked


def test_a_promoted_commander_may_change_players() -> None:
    """6.54, 48.15: the company is its player's."""
    g = team(us={"4B1": "C:co_cdr", "4B2": "L:plt_ldr =9 @A.R2, S:plt_sgt @A.R2, B:us_ft5 @A.R2"}, ussr={"1N1": "X:su_ft4"}).kill("C")
    assert g.play.seat_of(g.handles["L"]) == "us-2"
    from tests.engine.cityfight.test_leaders import turns

    turns(g, 5)
    assert (g.unit("L").rank, g.play.seat_of(g.handles["L"])) == ("co_cdr", "us-1")


# talk


def channels(g: Game, seat: str) -> set[str]:
    """Whom a seat may speak to now."""
    return {c["id"].removeprefix("seat-") for c in TITLE.channels(g.state, seat)}


def test_by_telephone_all_speak_with_all() -> None:
    """48.31: of their own side."""
    g = team(us={"4B1": "A:us_ft5"}, ussr={"1N1": "X:su_ft4"}, phones={"5E5": "us"})
    assert channels(g, "us-1") == {"us-2", "us-3", "us-4", "us-5"} and channels(g, "ussr-1") == set()
    assert channels(g, "public") == set() == channels(g, "umpire")


def test_without_it_in_sight_of_each_others_leaders() -> None:
    """48.33: of whatever rank; a line one way is enough."""
    us = {"4B1": "L:plt_ldr @A.R1", "4B7": "S:plt_sgt @A.R2", "3E7": "M:plt_ldr @A.R3", "5B1": "B:us_ft5 @A.R5"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"})
    assert channels(g, "us-1") == {"us-2"} and channels(g, "us-3") == set() == channels(g, "us-4")


def test_two_hundred_characters_a_turn() -> None:
    """48.32: for twenty seconds; before play nothing limits it; the sum begins anew with each game-turn."""
    g = team(us={"4B1": "A:us_ft5"}, ussr={"1N1": "X:su_ft4"}, phones={"5E5": "us"})
    assert TITLE.channels(g.state, "us-1")[0] == {"id": "seat-us-2", "to": "USA, platoon A.R2", "characters": 200, "period": "3"}
    assert TITLE.channels(begun("53", PLATOONS).state, "us-1")[0] == {"id": "seat-us-2", "to": "USA, platoon A.R2"}
    assert TITLE.channels(begun("53").state, "us") == []


def test_players_hear_when_they_can_no_longer_speak() -> None:
    """48.31, 48.33: when the telephone dies, or their leaders lose sight of each other; nobody else hears it."""
    us = {"4B1": "L:plt_ldr", "4B7": "M:plt_ldr @A.R2", "4A4": "N:plt_ldr @A.R3"}
    g = team(us=us, ussr={"5E4": "X:su_ft4 cautious"}, phones={"5E5": "us"}, side="ussr")
    assert channels(g, "us-1") == {"us-2", "us-3", "us-4", "us-5"}
    g.do("X", "move", "5E5", *(["stop"] if not g.walk("X", "move", "5E5").ready else []))
    assert g.state.phones == {"5E5": ""} and "us-4" not in channels(g, "us-1")
    assert set(g.told("link", "us-1")[0]["lost"]) == {"us-2", "us-3", "us-4", "us-5"} - channels(g, "us-1")
    assert "link" not in g.kinds("ussr-1") + g.kinds("public")


# letters


def written(text: str = "Meet me at the mill", **more: Any) -> Game:
    """The first American platoon sends a letter by unit A to the second, whose leader M is some hexes away."""
    us = {"4B1": "A:us_ft5, L:plt_ldr", "3A1": "M:plt_ldr @A.R2", "4B4": "B:us_ft5 @A.R2"}
    g = team(us=us, ussr={"1N1": "X:su_ft4"}, stage="command", advantage=["us"], **more)
    return g.seat("us-1", "A", "us-2", "go", kind="letter", note=text)


def test_a_letter_travels_with_a_counter() -> None:
    """48.34: nobody but its writer knows of it, and the umpire."""
    g = written()
    assert g.kinds("us-1") == ["letter_sent"] and "mill" in str(g.view("us-1")["panels"]["letters"])
    for viewer in ("us-2", "us-3", "ussr-1", "public"):
        assert not g.frames(viewer) and "mill" not in str(g.view(viewer))
    assert "mill" in str(g.frames("umpire"))


def test_the_menu_says_how_long_a_letter_may_be() -> None:
    """48.34: a client shows a field for it."""
    g = written()
    decision = next(d for d in TITLE.decisions(g.state) if d.seat == "us-1" and d.kind == "letter")
    assert TITLE.walk(g.state, decision).menu().view()["note"] == 200 - len("Meet me at the mill")
    command = next(d for d in TITLE.decisions(g.state) if d.seat == "us-1" and d.kind != "letter")
    assert "note" not in TITLE.walk(g.state, command).menu().view()


def test_it_is_delivered_beside_a_leader_of_the_addressee() -> None:
    """48.34: in or beside his hex; another unit of that player will not do while he has a leader."""
    g = written()
    g.state.units[g.handles["A"]].at = "4B5"
    g = Game(g.state, g.handles).seat("us-1", "A", "cautious").commit()
    assert len(g.state.letters) == 1
    g.state.units[g.handles["M"]].at = "4B6"
    g.do("pass")
    assert g.text("letter", "us-2") == "Letter from us-1: Meet me at the mill" and g.kinds("us-1")[-1] == "letter_delivered"
    assert not g.state.letters and not {"letter", "letter_delivered"} & set(g.kinds("ussr-1") + g.kinds("us-3") + g.kinds("public"))


def test_it_is_lost_with_its_carrier() -> None:
    """48.34: its writer is told."""
    g = written()
    g.kill("A").commit()
    assert not g.state.letters
    g = written()
    g.state.units[g.handles["A"]].at = "dead"
    g.commit()
    assert not g.state.letters and "letter_lost" in g.kinds("us-1")


@pytest.mark.parametrize(("text", "code"), [("", "no_text"), ("   ", "no_text"), ("x" * 201, "too_long")])
def test_a_letter_has_a_text_of_at_most_two_hundred_characters(text: str, code: str) -> None:
    """48.32, 48.34."""
    with pytest.raises(Refusal) as why:
        written(text)
    assert why.value.code == code


def test_letters_and_talk_draw_on_the_same_sum() -> None:
    """48.32, 48.34: twenty seconds a game-turn."""
    g = written("x" * 150, phones={"5E5": "us"})
    assert {c["characters"] for c in TITLE.channels(g.state, "us-1")} == {50}
    with pytest.raises(Refusal):
        g.seat("us-1", "A", "us-3", "go", kind="letter", note="x" * 51)
    g.seat("us-1", "A", "us-3", "go", kind="letter", note="x" * 50)
    assert not [d for d in g.state.open if (d.seat, d.kind) == ("us-1", "letter")]
    assert {c["characters"] for c in TITLE.channels(g.state, "us-2")} == {200}


def test_who_plays_alone_writes_no_letters() -> None:
    """48.34."""
    assert not [d for d in situation(us={"4B1": "A:us_ft5"}, stage="command").state.open if d.kind == "letter"]


def test_the_pause_after_a_search_tells_companions_nothing() -> None:
    """48.4, 10.6: who has found nothing is asked for immediate fire as well; his companions and the public see no difference."""
    us = {"2K1": "A:us_ft5 search", "4A1": "B:us_ft5 @A.R2"}
    found, nothing = (
        team(us=us, ussr={at: "X:su_ft4 @S1", "1N1": "Y:su_ft4 @S2"}, ap={"A.R1": 9, "A.R2": 9, "S1": 9, "S2": 9}).do(
            "A", "sight", "3K", dice=[6, 6]
        )
        for at in ("3K1", "1M1")
    )
    assert found.ask == nothing.ask == ("us-1", "immediate-fire") and nothing.options() == {"done"}
    for viewer in ("us-2", "ussr-2", "public"):
        assert found.frames(viewer) == nothing.frames(viewer)
        assert found.view(viewer) == nothing.view(viewer)
    assert nothing.do("done").ask == ("ussr-1", "action")
