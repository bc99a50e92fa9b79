"""Facts of the text: all hold, and each can fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import facts, packs

FILE = json.loads((packs.HOME / "cold-war-battles" / "facts.json").read_text(encoding="utf-8"))["facts"]
SHARED = {name for name, check in facts.KINDS.items() if check.__module__ == facts.__name__}
"""The kinds that belong to no title (those of titles are there too when another test has imported them)."""
Files = dict[str, Any]


@pytest.fixture
def files() -> Files:
    """A copy of the pack's files, to spoil."""
    return fresh()


def fresh() -> Files:
    return json.loads(packs.load("cold-war-battles").bytes)["files"]  # type: ignore[no-any-return]


def test_all_facts_hold(files: Files) -> None:
    assert len(FILE) == 375 and len({f["id"] for f in FILE}) == 375
    assert facts.broken(files, FILE) == []


def test_facts_are_well_formed() -> None:
    for fact in FILE:
        assert set(fact) == {"id", "rule", "kind", "args", "expect", "mark"}, fact
        assert fact["mark"] in ("t", "d") and fact["rule"] and fact["kind"] in facts.KINDS, fact


def test_every_kind_is_used() -> None:
    assert {f["kind"] for f in FILE} == SHARED


# what a careless correction might change, and the rule that it breaks


def _set(*path: Any) -> Callable[[Files], None]:
    *way, last, value = path

    def spoil(files: Files) -> None:
        at: Any = files
        for key in way:
            at = at[key]
        at[last] = value

    return spoil


def _every_hex(**cell: Any) -> Callable[[Files], None]:
    def spoil(files: Files) -> None:
        board, old, new = cell["board"], cell["old"], cell["new"]
        for v in files[board]["hexes"].values():
            if v["t"] == old:
                v["t"] = new

    return spoil


def _unflag(board: str, flag: str) -> Callable[[Files], None]:
    def spoil(files: Files) -> None:
        for v in files[board]["hexes"].values():
            if flag in v.get("f", ()):
                v["f"] = [f for f in v["f"] if f != flag]

    return spoil


def _no_sides(board: str, kind: str) -> Callable[[Files], None]:
    def spoil(files: Files) -> None:
        files[board]["sides"] = {k: v for k, v in files[board]["sides"].items() if v["kind"] != kind}

    return spoil


def _no_bridges(board: str) -> Callable[[Files], None]:
    def spoil(files: Files) -> None:
        for v in files[board]["sides"].values():
            v.pop("bridge", None)

    return spoil


def _no_units(file: str, **where: Any) -> Callable[[Files], None]:
    def spoil(files: Files) -> None:
        listed = files[file]
        listed["units"] = {k: u for k, u in listed["units"].items() if not all(u.get(a) == b for a, b in where.items())}

    return spoil


B, A = "maps/budapest", "maps/angola"
UB, UA = "units/budapest", "units/angola"
SPOILED: list[tuple[str, Callable[[Files], None]]] = [
    ("2.6", _set(UB, "units", "2G:1/5", "barrage", 3)),
    ("2.6", lambda f: f[UA]["units"]["MPLA:Art 1"].pop("range")),
    ("7.7", _set("tables", "sides", "road", "mp_along2", 2)),
    ("7.9", _set("tables", "stacking", "budapest", "square", 1)),
    ("7.9", _unflag(B, "stadium")),
    ("7.10", _set("tables", "stacking", "angola", "airfield", 2)),
    ("8.3, 16.31", _set("tables", "icons", "objective", "zoc_into", True)),
    ("9.13", _set("tables", "terrain", "urban", "mobile", True)),
    ("9.14", _set("tables", "crt", "assault", "6", "+12", "D4")),
    ("12.6", _set("tables", "air_cap_per_hex", "SOVIET", 4)),
    ("15.2", _set("tables", "victory_levels", "from", "operational", 19)),
    ("16.2", _set(B, "hex_miles", 0.5)),
    ("16.3", _set("tables", "budapest", "vp_soviet", "us", 2)),
    ("16.3", lambda f: [u.update(d=1) for u in f[UB]["units"].values() if u["type"] == "hq"]),
    ("16.4", _set(B, "hexes", "0101", "f", ["radio"])),
    ("16.6", _no_bridges(B)),
    ("16.9", _set("tables", "budapest", "quick_game", "5", "vp", 10)),
    ("16.9", lambda f: f[B]["hexes"]["1614"].update(f=["embassy"])),
    ("16.11", _no_units(UB, cmd="REB", name="WU")),
    ("16.12", _set("tables", "hungarian_picks", "from", "16", "rebel", 4)),
    ("16.12", _unflag(B, "objective")),
    ("16.15", _no_units(UB, name="CIA")),
    ("16.15, 19.1", lambda f: f[UB]["units"]["US:82 rec"].pop("airborne")),
    ("16.18", _set(UB, "units", "US:82 art", "barrage", 4)),
    ("16.21", _set(UB, "untried", ["2G", "33G", "128G", "SC", "REB", "ARMY"])),
    ("16.25", _set(UB, "units", "SC:20", "arrives", {"turn": 2, "edge": "any"})),
    ("16.25", _set(B, "entry", "north_east_of_danube", ["1201"])),
    ("16.25", _no_sides(B, "major_river")),
    ("16.25, 16.26", lambda f: [f[B]["links"].pop(k) for k in list(f[B]["links"]) if k.startswith("01")]),
    ("16.30", _set(UB, "air", "SOVIET", "TAC", 5)),
    ("16.30", _set(UB, "air", "SOVIET", {"TAC": 6})),
    ("16.33", _unflag(B, "embassy")),
    ("16.34", _set(UB, "units", "ARMY:9 art", "type", "artillery")),
    ("17.9", _no_units(UA, name="LI 8")),
    ("17.9", _set("tables", "stacking", "angola", {"airfield": 1, "village": 1, "trail": 1, "other": 1})),
    ("17.10", lambda f: [v.pop("n", None) for v in f[A]["hexes"].values()]),
    ("17.15, 17.29", _set(UA, "untried", ["MPLA", "CUBA", "USSR", "DDR", "UNITA", "SADF"])),
    ("17.19", lambda f: [f[UA]["units"].pop(f"UNITA:G {i}") for i in range(1, 15)]),
    ("17.19, 17.31", _every_hex(board=A, old="town", new="village")),
    ("17.23", lambda f: [u.update(a=0) for u in f[UA]["units"].values() if u["cmd"] == "SADF" and "a" in u]),
    ("17.25", _set(UA, "units", "SADF:2 Para", "vp_cost", 3)),
    ("17.33", _set("tables", "angola", "monsoon", [5, 6, 7])),
    ("17.33", _no_bridges(A)),
    ("17.33", _set(A, "links", "0103|0203", "road")),
    ("18.1", _set("tables", "terrain", "hilltop", "shift", -2)),
    ("18.1", _set("tables", "terrain", "urban", "maps", ["angola"])),
    ("18.1", _every_hex(board=A, old="marsh", new="clear")),
    ("18.2", _set("tables", "crt", "assault", "1", "+12", "DE")),
    ("18.2, 18.3", _set("tables", "crt", "column_tops", [-7, -5, -3, -2, -1, 0, 1, 3, 5, 8, 10])),
    ("18.2, 18.3", lambda f: f["tables"]["crt"]["mobile"]["4"].pop("0")),
    ("18.3", _set("tables", "crt", "mobile", "2", "-1", "BR")),
    ("18.4", _set("tables", "airpower_angola", "communist", "6", 4)),
    ("18.4", _set(UA, "air", "SOUTH_AFRICAN", {"TAC": 2, "HELI_GUNSHIP": 1, "HELI_TRANSPORT": 1})),
    ("18.5", _set("tables", "angola", "events", "die", "5", "none")),
    ("18.6", _set("tables", "budapest", "events", "un_minimum", "8", 18)),
    ("18.6", lambda f: [v.update(f=["statue"]) for h, v in f[B]["hexes"].items() if v.get("f") == ["objective"] and h > "12"]),
    ("19.5", _set("tables", "airborne_landing", "from", "EL", 9)),
    ("errata", _set(A, "sides", "2013|2113", {"kind": "lake"})),
    ("errata", _no_sides(A, "lake")),
    ("errata", _set("tables", "sides", "cliff", "zoc", True)),
]


@pytest.mark.parametrize(("rule", "spoil"), SPOILED, ids=[f"{i}-{rule}" for i, (rule, _) in enumerate(SPOILED)])
def test_a_spoiled_pack_breaks_the_right_rule(files: Files, rule: str, spoil: Callable[[Files], Any]) -> None:
    spoil(files)
    assert any(message.startswith(f"rule {rule}: ") for message in facts.broken(files, FILE))


def test_every_kind_can_fail() -> None:
    failed = set()
    for _, spoil in SPOILED:
        files = fresh()
        spoil(files)
        numbers = {m.rsplit("(fact ", 1)[1].rstrip(")") for m in facts.broken(files, FILE)}
        failed |= {f["kind"] for f in FILE if f["id"] in numbers}
    assert SHARED - failed == {"direction"}  # which is a matter of the grid, not of the pack


def test_every_stated_value_is_guarded(files: Files) -> None:
    """Whatever single value a `value` fact states, changing it breaks that fact and names its rule."""
    stated = [f for f in FILE if f["kind"] == "value"]
    assert len(stated) > 100
    for fact in stated:
        *way, last = fact["args"]
        at: Any = files
        for key in way:
            at = at[key]
        old = at[last]
        at[last] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int | float) else "other"
        assert [m.split(":")[0] for m in facts.broken(files, [fact])] == [f"rule {fact['rule']}"], fact
        del at[last]
        assert len(facts.broken(files, [fact])) == 1, fact
        at[last] = old
    assert facts.broken(files, FILE) == []


def test_one_column_short(files: Files) -> None:
    """A differential chart is guarded cell by cell and at both ends."""
    for low, shift, want in ((-40, 0, "-7"), (40, 0, "+12"), (-7, -3, "-7"), (12, 3, "+12"), (3, -1, "+1")):
        fact = {"id": "X", "rule": "r", "kind": "bracket", "args": [["tables", "crt"], low, shift], "expect": want}
        assert facts.broken(files, [fact]) == []


def test_true_is_not_one(files: Files) -> None:
    fact = {"id": "X", "rule": "9", "kind": "flags", "args": ["maps/budapest", "radio"], "expect": True}
    assert facts.broken(files, [fact]) == ["rule 9: flags(maps/budapest, radio) is 1, must be True (fact X)"]


def test_an_unknown_kind_or_place_is_a_broken_fact(files: Files) -> None:
    for name, args in (("no_such_kind", []), ("value", ["tables", "nowhere"]), ("place_flag", ["maps/angola", "Atlantis", "town"])):
        assert len(facts.broken(files, [{"id": "X", "rule": "9", "kind": name, "args": args, "expect": 1}])) == 1


def test_where() -> None:
    row = {"cmd": "REB", "d": 2, "arrives": {"turn": 1}}
    assert facts.fits(row, {"cmd": "REB", "arrives.turn": 1, "d": {"min": 2}, "mech": {"absent": True}})
    for where in ({"cmd": "SC"}, {"d": {"min": 3}}, {"arrives": {"absent": True}}, {"arrives.turn": True}, {"m": {"min": 0}}, {"cmd.x": 1}):
        assert not facts.fits(row, where)


def test_tables_by_number(files: Files) -> None:
    data = facts.Data(files)
    assert facts.KINDS["from_number"](data, ["tables", "budapest", "events", "un_minimum"], 1) is None
    assert facts.KINDS["from_name"](data, ["tables", "victory_levels", "from"], -1) is None
    assert facts.KINDS["clamped"](data, ["tables", "airpower_angola", "communist"], 99) == 3


def test_kinds_are_registered_once() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        facts.kind(facts.KINDS["value"])
