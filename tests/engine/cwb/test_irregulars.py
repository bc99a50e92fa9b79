"""Special forces and guerrillas (section 22), an optional rule of both games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from engine import hexgrid
from engine.decisions import Decision
from engine.title import PUBLIC
from engine.titles.cwb.angola import ANGOLA
from engine.titles.cwb.angola_points import COMMUNIST, SOUTH_AFRICAN
from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN, SOVIET
from engine.titles.cwb.duties import Standing, at_start
from engine.titles.cwb.movement import Mover
from engine.titles.cwb.retreat import Route
from tests.engine.cwb import angola_kit, kit
from tests.engine.cwb.test_duties import walked

ON = {"irregulars": "yes"}
OFF = {"irregulars": "no"}
PLAIN = ("1020", "1019", "1021", "1120", "1119", "0920", "0919")


def budapest(phase: str, side: str, units: dict[str, str], **more: Any) -> kit.Game:
    """A situation of Budapest '56 with the rule in force."""
    return kit.situation(phase, side, units, options=ON, **more)


def angola(phase: str, side: str, units: dict[str, str], options: dict[str, str] = ON, **more: Any) -> angola_kit.Game:
    """A situation of Angola '87 with the rule in force."""
    return angola_kit.situation(phase, side, units, options=options, **more)


def mover(game: angola_kit.Game, unit: str) -> Mover:
    """The questions that the movement rules answer for a unit of Angola '87."""
    return Mover(game.state, ANGOLA, game.field, game.pid(unit))


# movement (22.1)


def test_22_1_a_point_for_any_hex() -> None:
    game = budapest("move", SOVIET, {"1519": "SC:1/Sp", "1520": "SC:1/KGB"}, rubble=["1518"])
    assert kit.mover(game, "SC:1/Sp").cost("1519", "1518") == 2
    assert kit.mover(game, "SC:1/KGB").cost("1519", "1518") == 6


def test_22_1_no_bonus_on_roads() -> None:
    """Neither along a road nor at the entry, where the file ahead still holds them up (16.26)."""
    game = budapest("move", SOVIET, {"1701": "SC:1/Sp", "waiting": "SC:2/Sp, SC:1/KGB"})
    link = next(n for n in kit.mover(game, "SC:1/Sp").field.map.neighbours["1701"] if kit.mover(game, "SC:1/KGB").cost("1701", n) == 1)
    assert kit.mover(game, "SC:1/Sp").cost("1701", link) == 2
    assert kit.mover(game, "SC:2/Sp").entries()["2101"] == 12 - 2
    assert kit.mover(game, "SC:1/KGB").entries()["2101"] == 12 - 1
    game.state.files["2101"] = 3
    assert kit.mover(game, "SC:2/Sp").entries()["2101"] == 12 - 3 - 2


def test_22_1_hexsides_cost_as_ever() -> None:
    game = budapest("move", SOVIET, {"1217": "SC:1/Sp"})
    questions = kit.mover(game, "SC:1/Sp")
    board = questions.field.map
    a, b = next(tuple(pair) for pair, side in board.sides.items() if side["kind"] == "major_river" and not side.get("bridge"))
    assert questions.cost(a, b) == 2 + board.tables["sides"]["major_river"]["mp_add2"]
    over = next(tuple(pair) for pair, side in board.sides.items() if side.get("bridge"))
    assert questions.cost(*over) == 2


def test_22_1_engineers_bridge_for_them_too() -> None:
    game = budapest("move", SOVIET, {"1217": "SC:1/Sp", "1117": "SC:20"})
    questions = kit.mover(game, "SC:1/Sp")
    near = questions.field.map.grid.within("1117", 2)
    a, b = next(
        tuple(pair)
        for pair, side in questions.field.map.sides.items()
        if side["kind"].endswith("river") and not side.get("bridge") and near >> questions.field.map.grid.index[pair[0]] & 1
    )
    assert questions.cost(a, b) == 2


# zones of control (22.2, 22.3)


@pytest.mark.parametrize(("options", "stops"), [(ON, False), (OFF, True)])
def test_22_2_special_forces_neither_stop_others_nor_are_stopped(options: dict[str, str], stops: bool) -> None:
    """I24: without the option they are ordinary units."""
    units = {"1020": "SADF:RC", "1022": "MPLA:Tank 1 untried"}
    assert mover(angola("move", COMMUNIST, units, options), "MPLA:Tank 1").stops("1021") == stops
    assert mover(angola("move", SOUTH_AFRICAN, units, options), "SADF:RC").stops("1021") == stops


def test_22_3_special_forces_and_police_affect_irregulars() -> None:
    units = {"1020": "UNITA:G 1 untried", "1021": "DDR:1 DDR untried"}
    game = angola("move", SOUTH_AFRICAN, units)
    assert mover(game, "UNITA:G 1").disengaging
    assert not game.field.in_zoc("1020", COMMUNIST), "ordinary units feel nothing"
    game = angola("move", COMMUNIST, units)
    assert not mover(game, "DDR:1 DDR").disengaging, "guerrillas have no zone, not even on special forces"
    game = angola("move", COMMUNIST, {"1020": "SADF:K", "1021": "DDR:1 DDR untried"})
    assert mover(game, "DDR:1 DDR").disengaging


def test_22_2_retreats_past_ordinary_enemies() -> None:
    units = {"1020": "UNITA:G 5", "1022": "MPLA:Tank 1", "0921": "MPLA:Tank 2", "1118": "MPLA:Tank 3"}
    game = angola("combat", COMMUNIST, units)
    assert ["1021"] in Route(game.state, ANGOLA, game.field, game.pid("UNITA:G 5"), 1).paths
    game = angola("combat", COMMUNIST, units, OFF)
    assert ["1021"] not in Route(game.state, ANGOLA, game.field, game.pid("UNITA:G 5"), 1).paths


def test_22_2_guerrillas_cut_no_supply() -> None:
    """A rule that asks whether a hex lies in an enemy zone looks at the zones that work on ordinary units (17.31)."""
    units = {"0506": "UNITA:G 5"}
    assert ANGOLA.short(angola("combat", COMMUNIST, units, OFF).state, angola("combat", COMMUNIST, units, OFF).field, COMMUNIST)
    game = angola("combat", COMMUNIST, units)
    assert not ANGOLA.short(game.state, game.field, COMMUNIST)


# combat (22.4)


def test_22_4_attacking_is_optional_for_irregulars() -> None:
    units = {"1020": "SADF:RC", "1021": "MPLA:Tank 1"}
    game = angola("combat", SOUTH_AFRICAN, units)
    assert {"attack", "done"} <= game.options()
    assert game.options("attack", "1021") == {"SADF:RC"}
    assert "done" not in angola("combat", SOUTH_AFRICAN, units, OFF).options()


def test_22_4_nobody_must_attack_an_irregular_but_by_police() -> None:
    """A zone that does not work on a unit makes no duty (I40)."""
    assert "done" in angola("combat", COMMUNIST, {"1020": "SADF:RC", "1021": "MPLA:Tank 1"}).options()
    game = angola("combat", SOUTH_AFRICAN, {"1020": "SADF:K", "1021": "DDR:1 DDR"})
    assert "done" not in game.options()


def test_22_4_no_duty_hangs_on_irregulars() -> None:
    """What only the special forces could still attack, nobody must."""
    for options, left in ((ON, 0), (OFF, 1)):
        game = angola("combat", SOUTH_AFRICAN, {"1020": "SADF:7", "1021": "MPLA:Tank 1", "1022": "SADF:RC"}, options)
        game.state.pieces[game.pid("SADF:7")].attacked = True
        assert len(game.state.duties.defend) == 1
        game.state.duties.attack = []
        assert Standing(game.state, ANGOLA, game.field).open == left


def test_10_12_artillery_next_to_irregulars_attacks() -> None:
    game = angola("combat", COMMUNIST, {"1020": "SADF:RC", "1021": "MPLA:Art 1"})
    assert "done" not in game.options()


def test_22_4_bombardment_spares_irregulars() -> None:
    """A hex of theirs alone is no target; in a mixed one the others are hit, and they are not revealed, rolled for or suppressed."""
    game = angola("combat", COMMUNIST, {"1010": "UNITA:G 1 untried", "0505": "MPLA:Tank 1"}, air={"TAC": 2})
    assert "1010" not in game.options("bombard")
    game = angola("combat", SOUTH_AFRICAN, {"0605": "DDR:1 DDR untried, MPLA:Tank 1 untried"}, air={"TAC": 3})
    game.do("bombard", "0605", "TAC", "TAC", "TAC", "go", dice=[6])
    assert len(game.told("bombarded")) == 1
    ddr, tank = (game.state.pieces[game.pid(u)] for u in ("DDR:1 DDR", "MPLA:Tank 1"))
    assert tank.revealed and tank.suppressed
    assert not ddr.revealed and not ddr.suppressed


def test_22_4_support_and_protective_fire_affect_them() -> None:
    game = angola("combat", SOUTH_AFRICAN, {"1020": "SADF:RC", "1021": "MPLA:Tank 1"}, air={"TAC": 1})
    assert "TAC" in game.options("attack", "1021", "SADF:RC", "assault")


# what everybody sees


def test_22_the_type_of_irregulars_and_police_is_public() -> None:
    """I40: special forces, guerrillas and police show on their backs what they are; others do not."""
    game = angola("move", COMMUNIST, {"1020": "UNITA:G 1 untried", "1022": "UNITA:Stinger 1 untried", "0605": "DDR:1 DDR untried"})
    shown = {p["hex"]: p for p in angola_kit.TITLE.view(game.state, PUBLIC)["pieces"].values() if p.get("untried")}
    assert shown["1020"]["symbol"] == "guerrilla"
    assert shown["0605"]["symbol"] == "special_forces"
    assert "symbol" not in shown["1022"]
    game = angola("move", COMMUNIST, {"1020": "UNITA:G 1 untried"}, OFF)
    assert "symbol" not in next(p for p in angola_kit.TITLE.view(game.state, PUBLIC)["pieces"].values() if p.get("untried"))


def test_22_the_rules_in_force_stand_in_the_view() -> None:
    game = angola("move", COMMUNIST, {})
    assert list(angola_kit.TITLE.view(game.state, PUBLIC)["panels"]["options"]["rows"]) == ["irregulars"]
    assert "options" not in angola_kit.TITLE.view(angola("move", COMMUNIST, {}, OFF).state, PUBLIC)["panels"]


# duties, against a search over everything that could be declared

OURS = {
    SOVIET: ("2G:1/5", "2G:2/5", "SC:1/Sp", "SC:1/KGB", "SC:2/KGB", "SC:128/60"),
    HUNGARIAN: ("REB:Corvin", "REB:Szena", "US:77SF", "US:CIA"),
}


def cluster(seed: int, side: str) -> kit.Game:
    """A few units of both sides close together in open ground and a gun afar, at the start of a side's combat phase."""
    rng = random.Random(seed)
    near = [h for h in PLAIN_BUDAPEST for _ in range(2)]
    units: dict[str, str] = {"0436": "SC:SC art"} if rng.random() < 0.7 else {}
    held: dict[str, str] = {}
    for mine, names in OURS.items():
        for unit in rng.sample(names, rng.randint(2, 4)):
            hexes = [h for h in near if held.get(h, mine) == mine and units.get(h, "").count(",") < 1]
            where = rng.choice(hexes)
            held[where] = mine
            units[where] = f"{units[where]}, {unit}" if where in units else unit
    game = budapest("move", SOVIET, units, air={"TAC": rng.randint(0, 1)})
    game.state.side = side
    game.state.duties = at_start(game.state, BUDAPEST, BUDAPEST.field(game.state), side)
    game.state.open = [Decision(f"{side}-99", side, "combat", "", "9.1")]
    return game


PLAIN_BUDAPEST = ("0431", "0430", "0432", "0330", "0331", "0530", "0531")

Declared = tuple[str, frozenset[str], frozenset[str], frozenset[str], int]


class Search:
    """All that could be declared, tried out; duties count as they can be met without irregular attackers."""

    def __init__(self, game: kit.Game) -> None:
        state = game.state
        units = BUDAPEST.book(state).units
        kinds = {pid: units[p.unit].type for pid, p in state.pieces.items()}
        self.at = {pid: p.at for pid, p in state.pieces.items() if p.on_map}
        self.irregular = {pid for pid in self.at if kinds[pid] == "special_forces"}
        self.foes = frozenset(pid for pid in self.at if state.pieces[pid].side != state.side)
        ours = self.at.keys() - self.foes
        self.guns = frozenset(pid for pid in ours if units[state.pieces[pid].unit].range and not any(self.next(pid, f) for f in self.foes))
        self.attackers = frozenset(pid for pid in ours if any(self.next(pid, f) for f in self.foes))
        self.air = state.air[SOVIET]["TAC"].left if state.side == SOVIET else 0
        self.owed = frozenset(state.duties.attack) & self.attackers | frozenset(state.duties.defend)
        self.reach = {pid: units[state.pieces[pid].unit].range for pid in self.guns}
        self.best = cache(self._best)

    def next(self, a: str, b: str) -> bool:
        return hexgrid.distance(self.at[a], self.at[b]) == 1

    def hit(self, d: Declared, foes: frozenset[str]) -> frozenset[str]:
        """Who is attacked or bombarded by a declaration."""
        return frozenset(f for f in foes if self.at[f] in d[2] and (d[0] == "attack" or f not in self.irregular))

    def declarations(self, attackers: frozenset[str], foes: frozenset[str], guns: frozenset[str], air: int) -> Iterator[Declared]:
        """Every attack, without support, and every bombardment by one gun or one air point."""
        targets = frozenset(self.at[f] for f in foes)
        for hexes in subsets(targets):
            able = frozenset(a for a in attackers if all(hexgrid.distance(self.at[a], h) == 1 for h in hexes))
            for force in subsets(able):
                yield "attack", force, hexes, frozenset(), 0
        for f in foes - self.irregular:
            h = frozenset([self.at[f]])
            for gun in guns:
                if hexgrid.distance(self.at[gun], self.at[f]) <= self.reach[gun]:
                    yield "bombard", frozenset(), h, frozenset([gun]), 0
            if air:
                yield "bombard", frozenset(), h, frozenset(), 1

    def after(self, d: Declared) -> int:
        """The most duties that are met in all when this is declared first."""
        hit = self.hit(d, self.foes)
        return len((d[1] | hit) & self.owed) + self.best(
            self.attackers - d[1] - self.irregular, self.foes - hit, self.guns - d[3], self.air - d[4]
        )

    def total(self) -> int:
        """The most duties that can be met."""
        return self.best(self.attackers - self.irregular, self.foes, self.guns, self.air)

    def _best(self, attackers: frozenset[str], foes: frozenset[str], guns: frozenset[str], air: int) -> int:
        found = 0
        for d in self.declarations(attackers, foes, guns, air):
            hit = self.hit(d, foes)
            found = max(found, len((d[1] | hit) & self.owed) + self.best(attackers - d[1], foes - hit, guns - d[3], air - d[4]))
        return found


def subsets(items: frozenset[str]) -> Iterator[frozenset[str]]:
    """All subsets but the empty one."""
    for n in range(1, len(items) + 1):
        yield from map(frozenset, combinations(sorted(items), n))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("side", [SOVIET, HUNGARIAN])
def test_22_4_the_walk_offers_just_what_loses_no_duty(seed: int, side: str) -> None:
    """8.6, 9.3 and 9.8 hold for the others beside irregulars that do as they like."""
    game = cluster(seed, side)
    search = Search(game)
    standing = Standing(game.state, BUDAPEST, BUDAPEST.field(game.state))
    assert standing.open == search.total()
    allowed = {d for d in search.declarations(search.attackers, search.foes, search.guns, search.air) if search.after(d) >= search.total()}
    offered = {d for d in walked(game) if not (d[0] == "attack" and (d[3] or d[4])) and len(d[3]) + d[4] <= 1}
    assert offered == allowed
