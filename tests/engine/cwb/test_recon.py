"""Recon (section 20), an optional rule of both games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.title import PUBLIC, UMPIRE
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.budapest import HUNGARIAN, SOVIET
from engine.titles.cwb.helicopters import known_air_defence
from tests.engine.cwb import angola_kit, kit

ON = {"recon": "yes"}
CAVALRY, REBEL, OTHER = "SC:1/SC", "REB:Corvin", "REB:Szena"
NEAR = {"0430": CAVALRY, "0431": f"{REBEL} untried"}


def budapest(units: dict[str, str] = NEAR, phase: str = "move", side: str = SOVIET, **more: Any) -> kit.Game:
    """A situation of Budapest '56 with the rule in force."""
    return kit.situation(phase, side, units, options=ON, **more)


def angola(phase: str, side: str, units: dict[str, str], **more: Any) -> angola_kit.Game:
    """A situation of Angola '87 with the rule in force."""
    return angola_kit.situation(phase, side, units, options=ON, **more)


def shown(game: kit.Game, viewer: str, unit: str) -> dict[str, Any]:
    """A piece in a viewer's view."""
    return game.view(viewer)["pieces"][game.state.aliases[viewer][game.pid(unit)]]


# what is seen, and by whom


def test_20_1_the_looker_alone_learns_what_he_has_seen() -> None:
    game = budapest().do("recon", CAVALRY)
    alias = game.state.aliases[SOVIET][game.pid(REBEL)]
    assert game.told("recon", SOVIET)[0]["seen"] == {alias: {"name": "Corvin", "factors": "3-4-4", "symbol": "infantry"}}
    for viewer in (HUNGARIAN, PUBLIC):
        assert "seen" not in game.told("recon", viewer)[0]
        assert not {"name", "factors"} & shown(game, viewer, REBEL).keys()
    assert {"name": "Corvin", "factors": "3-4-4", "untried": True, "back": "4"}.items() <= shown(game, SOVIET, REBEL).items()
    assert not game.piece(REBEL).revealed


def test_20_1_that_a_recon_is_made_is_public() -> None:
    """By which counter and of which hexes: all hear the same words, whatever was there."""
    texts = []
    for rebel in (REBEL, OTHER):
        game = budapest({"0430": CAVALRY, "0431": f"{rebel} untried"}).do("recon", CAVALRY)
        event = next(e for e in game.events if e.kind == "recon" and HUNGARIAN in e.readings)
        assert event.discloses
        texts.append((event.readings[HUNGARIAN].text, event.readings[PUBLIC].text, event.readings[HUNGARIAN].data))
    assert texts[0] == texts[1]
    assert texts[0][2]["hexes"] == ["0431"]


def test_20_1_a_counter_without_defence_stays() -> None:
    """Nothing is turned up, so nothing falls away (14.4)."""
    game = budapest({"0430": CAVALRY, "0431": "REB:WU untried"}).do("recon", CAVALRY)
    assert game.where("REB:WU") == "0431"
    assert shown(game, SOVIET, "REB:WU")["name"] == "WU"


def test_20_1_twins_of_the_looker_keep_what_he_has_seen() -> None:
    game = budapest({**NEAR, "1334": f"{OTHER} untried", "1434": "REB:Tuzolto untried"}).do("recon", CAVALRY)
    rng = random.Random(20)
    for viewer, keeps in ((SOVIET, True), (HUNGARIAN, False), (PUBLIC, False)):
        units = {kit.TITLE.resample(game.state, viewer, rng).pieces[game.pid(REBEL)].unit for _ in range(30)}
        assert (units == {REBEL}) == keeps


def test_20_1_the_forecast_of_an_attack_uses_what_was_seen() -> None:
    game = budapest(NEAR).do("recon", CAVALRY).end()
    lines = game.menu("attack", "0431", CAVALRY).preview["lines"]  # type: ignore[index]
    assert {"label": "Defenders", "value": "−4", "rule": "9.2"} in lines


def test_20_1_a_seen_air_defence_is_known_to_flyers() -> None:
    units = {"1020": "SADF:RC", "1021": "MPLA:AD untried"}
    game = angola("move", SOUTH_AFRICAN, units)
    assert not known_air_defence(game.state, game.field, COMMUNIST)
    game.do("recon", "SADF:RC")
    assert known_air_defence(game.state, game.field, COMMUNIST) >> game.field.map.grid.index["1021"] & 1


def test_20_1_a_counter_that_comes_back_is_unknown() -> None:
    """From the pool under a new number, and after a refit that turned it down again (16.13, 17.32)."""
    game = budapest().do("recon", CAVALRY)
    pid = game.pid(REBEL)
    play = kit.Play(game.state.copy(), kit.BUDAPEST)
    play.eliminate(pid, "9.14", "is eliminated")
    assert not any(p.looked for p in play.s.pieces.values())
    refit = angola("reinforce", COMMUNIST, {"1020": "MPLA:Tank 1"}, special={f"refit {COMMUNIST}": 3})
    refit.state.pieces[refit.pid("MPLA:Tank 1")].looked = True
    refit.do("flip", "MPLA:Tank 1", "go")
    assert not refit.state.pieces[refit.pid("MPLA:Tank 1")].looked


# who and when


def test_20_2_special_forces_cavalry_and_police() -> None:
    units = {
        "0430": "SC:1/SC",
        "0431": f"{REBEL} untried",
        "1034": "SC:1/Sp",
        "1035": f"{OTHER} untried",
        "1036": "SC:1/KGB",
        "1134": "2G:1/5",
    }
    assert budapest(units).options("recon") == {"SC:1/SC", "SC:1/Sp", "SC:1/KGB"}
    game = angola(
        "move", COMMUNIST, {"1020": "UNITA:G 1 untried", "1021": "MPLA:AC 1 untried", "1019": "MPLA:Tank 1 untried", "1120": "DDR:1 DDR"}
    )
    assert game.options("recon") == {"MPLA:AC 1", "DDR:1 DDR"}


def test_20_1_only_of_untried_enemies_next_to_the_unit() -> None:
    assert "recon" not in budapest({"0430": CAVALRY, "0431": REBEL}).options()
    assert "recon" not in budapest({"0430": CAVALRY, "0433": f"{REBEL} untried"}).options()
    assert "recon" not in budapest({"0430": CAVALRY, "0431": "SC:2/SC untried"}).options()


def test_20_1_suppressed_and_over_any_side() -> None:
    game = budapest()
    board = kit.mover(game, CAVALRY).field.map
    a, b = next(pair for pair, side in sorted(board.sides.items()) if side["kind"] == "major_river" and not side.get("bridge"))
    assert budapest({a: f"{CAVALRY} suppressed", b: f"{REBEL} untried"}).options("recon") == {CAVALRY}


def test_20_1_once_in_a_player_turn() -> None:
    assert "recon" not in budapest().do("recon", CAVALRY).options()
    again = budapest({"0430": f"{CAVALRY} scouted", "0431": f"{REBEL} untried"}, phase="reinforce")
    assert again.ask == (SOVIET, "move")
    assert again.options("recon") == {CAVALRY}


def test_20_1_whoever_has_made_a_recon_unmoved_stays() -> None:
    game = budapest().do("recon", CAVALRY)
    assert game.refusal(CAVALRY) == ("scouted", "20.1")


def test_20_1_at_the_end_of_a_move_before_others_move() -> None:
    moved = budapest({"0429": CAVALRY, "0431": f"{REBEL} untried", "0428": "2G:1/5"})
    assert "recon" not in moved.options()
    moved.do(CAVALRY, "0430", "go")
    assert moved.options("recon") == {CAVALRY}
    later = kit.Game(moved.state)
    later.do("2G:1/5", min(h for h in later.options("2G:1/5") if h.isdigit()), "go")
    assert "recon" not in later.options()
    assert moved.do("recon", CAVALRY).piece(REBEL).looked


def test_20_1_in_the_combat_phase_by_who_has_not_moved() -> None:
    for moved in (False, True):
        game = budapest({"0430": CAVALRY + (" moved" if moved else ""), "0431": f"{REBEL} untried"}, phase="combat", air={"TAC": 1})
        assert ("recon" in game.options()) != moved
    game = budapest(phase="combat", air={"TAC": 1}).do("recon", CAVALRY)
    assert game.ask == (SOVIET, "combat")
    assert game.piece(REBEL).looked


def test_20_1_while_reinforcements_are_placed() -> None:
    """Beside the placing there is an optional decision; who looks then does not move in this player turn."""
    game = angola("reinforce", SOUTH_AFRICAN, {"1020": "SADF:RC", "1021": "MPLA:Tank 1 untried"})
    look = next(d for d in game.state.open if d.kind == "recon")
    assert look.optional and look.seat == SOUTH_AFRICAN
    walk = angola_kit.TITLE.walk(game.state, look)
    walk.follow(["recon", walk.fork().follow(["recon"]).values()[0]])
    game.state, game.events = angola_kit.TITLE.apply(game.state, walk)
    assert game.state.pieces[game.pid("MPLA:Tank 1")].looked
    assert game.state.pieces[game.pid("SADF:RC")].scouted
    assert not [d for d in game.state.open if d.kind == "recon"]


@pytest.mark.parametrize("phase", ["move", "combat"])
def test_20_not_without_the_option(phase: str) -> None:
    game = kit.situation(phase, SOVIET, NEAR, air={"TAC": 1})
    assert "recon" not in game.options()
    assert UMPIRE in game.state.aliases
