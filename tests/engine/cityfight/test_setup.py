"""Set-up: forces, leaders, places, secrecy (3.34, 6.13, 7.0, 52.14-55.14)."""

from __future__ import annotations

import json

import pytest

from engine import packs
from engine.decisions import fallback
from engine.titles.cityfight import movement, roster
from engine.titles.cityfight.state import OFF
from tests.engine.cityfight.kit import SEED, TITLE, Game, begun, setup, shipped

SCENARIOS = ("52", "53", "54", "55")


def forces(g: Game, side: str) -> dict[str, int]:
    """Counters of a side by type."""
    out: dict[str, int] = {}
    for u in g.state.units.values():
        if u.side == side:
            out[u.type] = out.get(u.type, 0) + 1
    return out


def test_the_orders_of_battle() -> None:
    """52.14, 53.14, 54.14, 55.14, and the spotters of 52.23-55.23."""
    patrol = {"plt_ldr": 1, "plt_sgt": 1, "spotter": 1}
    assert forces(begun("52"), "us") == {"us_ft4": 3, **patrol} and forces(begun("52"), "ussr") == {"su_ft4": 3, **patrol}
    assert forces(begun("53"), "ussr") == {"su_squad": 6, "plt_ldr": 2, "plt_sgt": 2, "spotter": 1}
    assert forces(begun("53"), "us")["spotter"] == 5 and forces(begun("53"), "us")["co_cdr"] == 1
    greek = {"gr_ft3": 27, "gr_bipod": 3, "gr_tripod": 4, "co_cdr": 1, "plt_ldr": 4, "plt_sgt": 3, "spotter": 15}
    turk = {"tr_tripod": 8, "tr_ft4_mg": 40, "tr_ft4": 40, "co_cdr": 3, "plt_ldr": 8, "plt_sgt": 8}
    assert (forces(begun("54"), "greek"), forces(begun("54"), "turk")) == (greek, turk)
    pak = {"uk_ft3_mg": 15, "uk_ft3": 15, "co_cdr": 1, "plt_ldr": 3, "plt_sgt": 3, "spotter": 5}
    ind = {"in_squad": 27, "in_bipod": 9, "co_cdr": 3, "plt_ldr": 9, "plt_sgt": 9, "spotter": 15}
    assert (forces(begun("55"), "pak"), forces(begun("55"), "ind")) == (pak, ind)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_leaders_come_from_their_pools(scenario: str) -> None:
    """6.13, 54.16, 55.16: each counter once, of its side's mix and rank, within the scenario's limits."""
    b = begun(scenario).play.book
    names: set[str] = set()
    for seed in ("1" * 64, "2" * 64):
        leaders = [u for u in begun(scenario, seed=seed).state.units.values() if u.rank]
        for u in leaders:
            low, high = b.leader_range(u.side, u.rank, u.formation)
            assert low <= u.rating <= high
            row = next(r for r in b.names.values() if r["name"] == u.name)
            assert (row["type"], row["countermix"], row["rating"]) == (u.rank, b.side[u.side]["countermix"], u.rating)
        assert len({u.name for u in leaders}) == len(leaders)
        names |= {u.name for u in leaders}
    assert len(names) > len(leaders)


def test_the_limits_of_the_scenarios() -> None:
    """54.16: the leaders of the two-platoon company rate 4 at most; 55.16."""
    b = begun("54").play.book
    assert b.leader_range("turk", "plt_ldr", "T3.P1") == (1, 4) and b.leader_range("turk", "plt_ldr", "T1.P1") == (1, 12)
    b = begun("55").play.book
    limits = [b.leader_range("pak", r, "P.1") for r in ("co_cdr", "plt_ldr", "plt_sgt")]
    assert limits == [(6, 9), (2, 5), (1, 12)]
    assert [b.leader_range("ind", r, "I1.I1") for r in ("co_cdr", "plt_ldr", "plt_sgt")] == [(8, 10), (4, 9), (2, 5)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_is_placed_in_his_area(scenario: str) -> None:
    """7.0, 9.0, 9.3: and nobody may commit before; what may come later may stay away (50.25)."""
    g = begun(scenario)
    for seat in [x.id for x in g.state.setup.seats]:
        of = g.decision(seat)
        late = {"54": "turk", "55": "ind"}.get(scenario) == seat
        assert ("done" in g.options(of=of)) == late
        if not late:
            assert g.refusal("done", of=of) == ("not_all_placed", "7.0")
        g.seat(seat, "rest", "go")
        assert "done" in g.options(of=g.decision(seat))
    for uid, u in g.state.units.items():
        assert u.at in roster.area_of(g.play, uid) or u.at == OFF
        if u.on_map:
            assert movement.stacks(g.play, [], u.at, g.play.at(u.at, u.side)) is None
    g.commit()
    assert (g.state.turn, g.state.stage) == (1, "command")


def test_the_areas() -> None:
    """52.14: the open hexes of 8J and 8M. 53.14: the Old Village and around it. 54.14 and 55.14: all but what is named."""
    for scenario, seat, inside, outside in (
        ("52", "ussr", {"8J"}, {"8M"}),
        ("52", "us", {"8M"}, {"8J"}),
        ("53", "ussr", {"5E", "4H"}, {"5K"}),
        ("53", "us", {"5K", "1A"}, {"5E", "4H"}),
        ("54", "greek", {"5E", "6I"}, {"6F", "5C", "4C", "3C"}),
        ("54", "turk", {"6F", "5C", "4C", "3C"}, {"5E"}),
        ("55", "pak", {"2A", "9H"}, {"1A", "1H", "2C", "2G", "2H"}),
        ("55", "ind", {"1A", "1H"}, {"2A"}),
    ):
        g = begun(scenario)
        of = g.decision(seat)
        unit = next(v for v in g.walk(of=of).values() if v.startswith("u"))
        offered = g.options(unit, of=of)
        assert inside <= offered and not outside & offered, scenario
    assert begun("52").options(next(v for v in begun("52").walk().values() if v.startswith("u")), "8J") == {"8J4", "8J5", "8J6", "8J7"}


def test_units_are_placed_alone_or_together_and_moved_again() -> None:
    """7.0: until the set-up is committed."""
    g = begun("52")
    units = [v for v in g.walk(of=g.decision("us")).values() if v.startswith("u")]
    g.seat("us", units[0], units[1], "8M", "8M1").seat("us", units[0], "8M", "8M3")
    ids = g.state.aliases["us"]
    assert sorted(g.state.units[uid].at for uid, a in ids.items() if a in units[:2]) == ["8M1", "8M3"]


def test_set_up_is_secret() -> None:
    """3.1, 7.0: the opponent hears that a side is ready, and no more."""
    g = begun("52")
    g.seat("us", "rest", "go")
    assert not g.kinds("ussr") and not g.kinds("public")
    assert not g.view("ussr")["pieces"].keys() - set(g.state.aliases["ussr"].values())
    g.seat("us", "done")
    assert g.heard("ussr") == [("ready", "USA is ready")]


def test_the_order_of_rotation_is_set_before_play() -> None:
    """4.1 C, 48.22: any platoon gets any place, until the set-up is committed; the others keep their order. One platoon needs none."""
    g = begun("53")
    of = g.decision("us")
    assert g.state.order["us"] == ["A.R1", "A.R2", "A.R3", "A.R5", "A.W4"]
    assert g.options("order", of=of) == {f"platoon {fid}" for fid in g.state.order["us"]}
    assert g.options("order", "platoon A.R2", of=of) == {"1", "3", "4", "5"}
    assert [o.note for o in g.menu("order", of=of).options] == [f"now place {n}" for n in range(1, 6)]
    g.seat("us", "order", "platoon A.W4", "1").seat("us", "order", "platoon A.R1", "4")
    assert g.state.order["us"] == ["A.W4", "A.R2", "A.R3", "A.R1", "A.R5"]
    assert g.view("us")["panels"]["platoons"]["rows"]["A.R1"]["place"] == 4
    for seat in ("us", "ussr"):
        g.seat(seat, "rest", "go").seat(seat, "done")
    assert g.state.stage == "command" and g.play.due("us") == ""
    g.state.formations["A.R1"].ap = g.state.formations["A.R3"].ap = 1
    assert g.play.due("us") == "A.R3"
    assert "order" not in begun("52").options()


def test_the_order_of_rotation_is_secret() -> None:
    """48.22: a side's own business; left alone, it is that of the platoons' numbers."""
    g = begun("53").seat("us", "order", "platoon A.W4", "1")
    assert g.heard("us") == [("rotation", "Order of rotation: platoon A.W4, platoon A.R1, platoon A.R2, platoon A.R3, platoon A.R5")]
    assert not g.kinds("ussr") and not g.kinds("public") and g.state.order["ussr"] == ["S1", "S2"]


def test_an_absent_player_is_set_up_in_two_steps() -> None:
    """4.3: what the clock plays for him places everybody, then commits."""
    g = begun("54")
    for picks in (["rest", "go"], ["done"]):
        walk = TITLE.walk(g.state, g.decision("greek"))
        assert fallback(walk) == picks
        g.seat("greek", *picks)


def test_a_game_begins_alike_from_the_packs_canonical_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack that was stored has its objects in another order than its files; nothing may depend on it."""
    for scenario in SCENARIOS:
        state, _ = TITLE.begin(setup(scenario))
        stored = packs.Pack(TITLE.family, json.loads(shipped().bytes)["files"])
        monkeypatch.setitem(packs._STORE, stored.hash, stored)
        again, _ = TITLE.begin(setup(scenario))
        assert TITLE.encode(again) == TITLE.encode(state)
        monkeypatch.undo()


def test_nothing_shows_which_counter_is_which() -> None:
    """6.13: the internal order of units is shuffled, so that ids tell nothing; another seed, another order."""
    kinds = [[u.type for u in begun("52", seed=s).state.units.values()] for s in (SEED, "5" * 64, "6" * 64)]
    assert len({tuple(k) for k in kinds}) > 1
