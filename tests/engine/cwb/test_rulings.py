"""The umpire's rulings: what each does, and that none breaks a game in the middle of anything."""

from __future__ import annotations

import random

import pytest

from engine.decisions import Refusal
from engine.titles.cwb.rulings import KINDS
from engine.titles.cwb.state import DEAD
from tests.engine.cwb.kit import TITLE, Game, crowd, set_up, situation, ways
from tests.engine.cwb.test_state import conserved
from tests.engine.cwb.test_walks import explore, look, required, stroll


def rule(g: Game, *picks: str, note: str = "", dice: tuple[int, ...] = ()) -> Game:
    """Make a ruling."""
    return g.do(*picks, of=g.decision("umpire", "ruling"), note=note, dice=dice)


def fight() -> Game:
    """A Soviet combat phase."""
    return situation("combat", "soviet", {"0430": "2G:1/5", "0431": "REB:Corvin untried", "0433": "REB:RAFC untried"})


def test_what_an_umpire_may_rule() -> None:
    g = fight()
    assert g.options(of=g.decision("umpire", "ruling")) == set(KINDS) - {"re-roll"}
    g.bombard("0433", "TAC", dice=[1])
    assert "re-roll" in g.options(of=g.decision("umpire", "ruling"))


def test_a_re_roll_is_for_the_keeper_of_the_log() -> None:
    """DESIGN 2: a take-back and the same act with the next die; a state alone refuses it."""
    g = fight()
    g.bombard("0433", "TAC", dice=[1])
    with pytest.raises(Refusal, match="takes the last roll back"):
        rule(g, "re-roll", "go")


def test_a_message_to_all_or_to_one() -> None:
    g = rule(fight(), "message", "all", "go", note="Tea {break}")
    assert [v for e in g.events for v in e.readings] == ["soviet", "hungarian", "umpire", "public"]
    g = rule(fight(), "message", "soviet", "go", note="Tea")
    assert [sorted(e.readings) for e in g.events] == [["soviet", "umpire"]]
    assert g.told("message", "soviet")[0]["note"] == "Tea"


def test_a_message_disturbs_nobody() -> None:
    """Whoever is asked stays asked."""
    g = fight()
    asked = g.asked
    assert rule(g, "message", "hungarian", "go", note="Tea").asked == asked


def test_suppress_and_restore() -> None:
    g = rule(fight(), "status", "REB:Corvin", "suppressed", "go")
    assert g.piece("REB:Corvin").suppressed
    assert g.options("status", "REB:Corvin", of=g.decision("umpire", "ruling")) == {"restored"}
    assert not rule(g, "status", "REB:Corvin", "restored", "go").piece("REB:Corvin").suppressed


def test_place_elsewhere() -> None:
    g = rule(fight(), "place", "REB:Corvin", "column 15", "1515", "go")
    assert g.where("REB:Corvin") == "1515"
    assert "0430" not in g.options("place", "REB:RAFC", "column 04", of=g.decision("umpire", "ruling")), "not onto the enemy"


def test_remove() -> None:
    """For no points: an umpire corrects, he does not score."""
    g = rule(fight(), "place", "REB:Corvin", "dead", "go")
    assert (g.where("REB:Corvin"), g.points("soviet")) == (DEAD, 0)


def test_reveal() -> None:
    g = rule(fight(), "reveal", "REB:RAFC", "go")
    assert g.piece("REB:RAFC").revealed
    assert g.told("reveal", "soviet")[0]["name"] == "RAFC"


def test_14_4_a_revealed_unit_without_defence_goes() -> None:
    g = situation("move", "soviet", {"0431": "REB:WU untried"})
    assert rule(g, "reveal", "REB:WU", "go").where("REB:WU") == DEAD


def test_pass_for_an_absent_player() -> None:
    """With his fallback: a phase that may be ended is ended, a duty is done."""
    g = rule(situation("move", "soviet", {"0431": "2G:1/5"}), "pass", "soviet", "go")
    assert g.ask != ("soviet", "move")
    g = rule(fight(), "pass", "soviet", "go", dice=(4,))
    assert g.told("attack")


def test_decide_for_a_player() -> None:
    g = fight()
    ruling = g.decision("umpire", "ruling")
    alias = g.state.aliases["soviet"][g.pid("2G:1/5")]
    g.do("decide", "soviet", "attack", "0431", alias, "assault", "go", of=ruling, dice=[4])
    assert g.told("attack")
    menu = TITLE.walk(fight().state, ruling).follow(["decide", "soviet", "attack", "0431"]).menu()
    shown = {o.piece for o in menu.options}
    assert shown == {g.state.aliases["umpire"][g.pid("2G:1/5")]}, "his own client shows the piece under his own id"


def test_end_the_game() -> None:
    """What is held is counted."""
    g = situation("move", "soviet", {"1518": "2G:1/5"})
    g = rule(g, "end", "go")
    assert g.state.over is not None
    assert g.state.over.points == {"soviet": 2, "hungarian": 0}


def test_during_the_set_up_the_enemy_learns_nothing() -> None:
    g = set_up().do("REB:RAFC", "1816")
    assert rule(g, "place", "REB:RAFC", "column 15", "1518", "go").where("REB:RAFC") == "1518"
    assert not [e for e in g.events if "soviet" in e.readings]
    assert "reveal" not in g.options(of=g.decision("umpire", "ruling"))


def test_who_the_umpire_puts_over_the_limit_is_placed_anew_before_the_set_up_ends() -> None:
    """7.8: nobody is lost for it."""
    g = set_up().do("rest", "go").do("REB:RAFC", "1816")
    other = next(u for u in ("REB:NG", "REB:RC") if g.where(u) != "1816")
    g = rule(g, "place", other, "column 18", "1816", "go")
    with pytest.raises(Refusal, match="may not stand together") as refused:
        g.walk("done")
    assert (refused.value.code, refused.value.rule) == ("overstacked", "7.8")
    free = next(h for h in sorted(g.options(other)) if h != "1816")
    g.do(other, free).do("done")
    assert g.ask[0] == "soviet"


def asked_for(kind: str) -> Game:
    """A game in the middle of a combat, at a decision of some kind."""
    rebels = {"0431": "REB:Corvin, REB:Tuzolto"}
    if kind == "fpf":
        g = situation("combat", "hungarian", {"0430": "2G:1/5, 2G:2/5", **rebels, "0428": "2G:87", "0436": "2G:2G"})
        return g.do("attack", "0430", "REB:Corvin", "REB:Tuzolto", "assault", "go")
    if kind == "order":
        far = situation("combat", "soviet", {"0431": "REB:Corvin, REB:Tuzolto", "0436": "2G:2G"})
        return far.bombard("0431", "2G:2G")
    if kind == "excess":
        return situation("recovery", "hungarian", {"1816": "REB:Corvin, REB:Tuzolto, REB:Szena"})
    attackers = ["2G:1/5", "2G:2/5", "2G:87"]
    picks, die = {
        "stand": ([*attackers, "assault"], 1),
        "loss": ([*attackers[1:], "assault"], 1),
        "losses": ([*attackers, "assault"], 4),
    }.get(kind, ([*attackers, "mobile"], 5))
    near = ", ".join(a for a in attackers[:2] if a in picks)
    g = situation("combat", "soviet", {"0430": near, "0531": "2G:87", **rebels, "0435": "2G:2G, SC:1/Sp"})
    g.attack("0431", *picks, dice=[die])
    if kind == "advance":
        while g.ask[1] == "retreat":
            unit = sorted(g.options())[0]
            g.do(unit, *ways(g, unit)[0])
    return g


@pytest.mark.parametrize("kind", ["fpf", "stand", "loss", "losses", "order", "retreat", "advance", "excess"])
@pytest.mark.parametrize("how", ["dead", "elsewhere", "status"])
def test_in_the_middle_of_a_combat(kind: str, how: str) -> None:
    """Whoever is taken out of it, it goes on to its end."""
    begun = asked_for(kind)
    assert begun.ask[1] == kind
    for pid, p in list(begun.state.pieces.items()):
        if not p.on_map:
            continue
        rng = random.Random(pid)
        g = Game(begun.state)
        ruling = g.decision("umpire", "ruling")
        alias = g.state.aliases["umpire"][pid]
        walk = TITLE.walk(g.state, ruling)
        if how == "status":
            walk = stroll(walk.follow(["status", alias]), rng)
        else:
            walk.follow(["place", alias, "dead", "go"] if how == "dead" else ["place", alias, "column 30", "3001", "go"])
        g.state, _ = TITLE.apply(g.state, walk)
        for _ in range(12):
            decision = required(g.state)
            if decision is None:
                break
            g.state, _ = TITLE.apply(g.state, stroll(TITLE.walk(g.state, decision), rng))
            conserved(g.state)


@pytest.mark.parametrize("seed", range(30))
def test_no_ruling_breaks_a_game(seed: int) -> None:
    """Units removed, moved, suppressed and revealed in the middle of attacks, bombardments, retreats and advances."""
    rng = random.Random(seed)
    g = crowd(2000 + seed)
    for _ in range(30):
        decision = required(g.state)
        if decision is None:
            break
        if rng.random() < 0.5:
            ruling = next(d for d in g.state.open if d.kind == "ruling")
            walk = TITLE.walk(g.state, ruling)
            look(walk)
            kind = rng.choice([k for k in walk.values() if k not in ("end", "re-roll")])
            walk.pick(kind)
            decision = ruling
        else:
            walk = TITLE.walk(g.state, decision)
        g.state, _ = TITLE.apply(g.state, stroll(walk, rng, 0.02))
        conserved(g.state)


def test_every_ruling_can_be_completed() -> None:
    g = fight()
    g.bombard("0433", "TAC", dice=[1])
    assert explore(TITLE.walk(g.state, g.decision("umpire", "ruling")), random.Random(1)) > 100
