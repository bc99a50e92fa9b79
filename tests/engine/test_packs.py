"""Packs: the shipped data, overlays, validation, hashes."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import engine.titles  # noqa: F401  (fills the registry)
from engine import facts, hexgrid, packs, schema, sources
from engine.title import ListsNumbers
from engine.title import title as title_of

FAMILY = "cold-war-battles"
DOCS = (Path(__file__).resolve().parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "corrections"
ORDER = {"assault": ["AE", "A2", "A1", "BR", "AX", "EX", "DE"], "mobile": ["AE", "A2", "A1", "BR", "D1", "D2", "D3", "D4", "DE"]}


@pytest.fixture(scope="module")
def pack() -> packs.Pack:
    """The pack as shipped."""
    return packs.load(FAMILY)


def lay(folder: Path, name: str, content: Any) -> Path:
    """Write one file of an overlay and return the overlay's folder."""
    path = folder / FAMILY / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def refused(folder: Path) -> str:
    """The message with which an overlay is refused."""
    with pytest.raises(packs.PackError) as error:
        packs.load(FAMILY, [folder])
    return str(error.value)


# ---- loading and hashes


def test_it_loads_fast() -> None:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        packs.load(FAMILY)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.3


def test_the_hash_is_that_of_canonical_bytes(pack: packs.Pack, tmp_path: Path) -> None:
    assert pack.hash == hashlib.sha256(pack.bytes).hexdigest()
    assert pack.bytes == json.dumps(json.loads(pack.bytes), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    home = tmp_path / "home"
    shutil.copytree(packs.HOME / FAMILY, home / FAMILY)
    for path in home.rglob("*.json"):  # other order and layout, same data
        text = json.loads(path.read_text(encoding="utf-8"))
        turned = dict(reversed(text.items())) if isinstance(text, dict) else text
        path.write_text(json.dumps(turned, indent=4), encoding="utf-8")
    assert packs.load(FAMILY, home=home).hash == pack.hash


def test_the_store_keeps_what_a_game_began_with(pack: packs.Pack) -> None:
    assert packs.get(pack.hash) is pack is packs.put(pack.bytes)
    other = packs.put(b'{"family":"toy","files":{"tables":{"x":1}}}')
    assert packs.get(other.hash).files["tables"] == {"x": 1}
    with pytest.raises(packs.PackError, match="canonical"):
        packs.put(b'{"files": {"tables": {"x": 1}}, "family": "toy"}')
    with pytest.raises(KeyError):
        packs.get("0" * 64)
    assert pack.derived("test", lambda p: [p.hash]) is pack.derived("test", lambda p: [])


def test_checks_are_no_part_of_the_pack(pack: packs.Pack) -> None:
    assert set(pack.files) == set(json.loads((packs.HOME / FAMILY / "pack.json").read_text(encoding="utf-8"))["files"])
    assert {"tables", "counters", "maps/budapest", "units/angola"} <= set(pack.files) and not {"facts", "schema"} & set(pack.files)


# ---- the shipped data (how we reconstructed it, not what the text demands: that is in facts.json)


@pytest.mark.parametrize("table", ["assault", "mobile"])
def test_crts_never_get_worse_downwards_or_to_the_right(pack: packs.Pack, table: str) -> None:
    crt = pack.files["tables"]["crt"]
    rank = [[ORDER[table].index(crt[table][str(die)][c]) for c in crt["columns"]] for die in range(1, 7)]
    for row, below in pairwise(rank):
        assert all(a <= b for a, b in zip(row, below, strict=True))
    assert all(row == sorted(row) for row in rank)


@pytest.mark.parametrize("name", ["maps/budapest", "maps/angola"])
def test_roads_bridges_and_entries(pack: packs.Pack, name: str) -> None:
    board = pack.files[name]
    spans = {k for k, s in board["sides"].items() if "bridge" in s}
    assert set(board["links"]) & set(board["sides"]) == spans  # a road over water has a bridge, and a bridge has a road
    assert len({board["sides"][k]["bridge"] for k in spans}) == len(spans)
    grid = hexgrid.grid(tuple(sorted(board["hexes"])))
    on_road = {h for k in board["links"] for h in k.split("|")}
    for edge in ("north", "south", "east", "west"):
        assert set(board["entry"][edge]) == set(grid.edge(edge)) & on_road
    assert not any("n" in board["hexes"][x["hex"]] for x in board["labels"] if x["kind"] != "edge")


def test_budapest_has_its_places(pack: packs.Pack) -> None:
    board = pack.files["maps/budapest"]
    count = {f: sum(f in v.get("f", ()) for v in board["hexes"].values()) for f in board["features"]}
    assert count == {"objective": 28, "radio": 1, "embassy": 2, "statue": 1, "tokol": 1, "stadium": 1}
    assert sum(v["t"] == "square" for v in board["hexes"].values()) == 20


def test_the_river_parts_the_city_but_for_its_bridges(pack: packs.Pack) -> None:
    data = facts.Data(pack.files)
    buda, pest = data.bank("maps/budapest", "0101", "major_river"), data.bank("maps/budapest", "3001", "major_river")
    csepel = data.bank("maps/budapest", "1731", "major_river")
    assert not buda & pest and not csepel & (buda | pest)
    assert len(buda | pest | csepel) == len(pack.files["maps/budapest"]["hexes"])


def test_unit_counts(pack: packs.Pack) -> None:
    def count(name: str) -> dict[str, int]:
        out: dict[str, int] = {}
        for unit in pack.files[name]["units"].values():
            out[unit["cmd"]] = out.get(unit["cmd"], 0) + 1
        return out

    assert count("units/budapest") == {"2G": 10, "33G": 9, "128G": 8, "SC": 23, "REB": 41, "ARMY": 14, "US": 9}
    assert count("units/angola") == {"MPLA": 41, "CUBA": 12, "USSR": 1, "DDR": 2, "SADF": 27, "UNITA": 32}


def test_airborne_units_say_so(pack: packs.Pack) -> None:
    for name in ("units/budapest", "units/angola"):
        for uid, unit in pack.files[name]["units"].items():
            assert unit.get("airborne", False) == (unit["type"].startswith("airborne") or uid == "US:82 rec"), uid


def _light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_counters_can_be_read(pack: packs.Pack) -> None:
    counters = pack.files["counters"]
    for name, style in counters["styles"].items():
        dark, light = sorted((_light(style["bg"]), _light(style["fg"])))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name  # WCAG AA
    for symbol in counters["symbols"].values():
        assert re.fullmatch(r"(10031000\d{12})?", symbol["sidc"])  # none: the short name is drawn
    used = {c for t in ORDER for row in pack.files["tables"]["crt"][t].values() for c in row.values()}
    assert used <= set(counters["codes"])


# ---- sources


def test_sources_are_counted_from_the_pack(pack: packs.Pack) -> None:
    found = packs.sources(pack)
    leaves = list(sources.leaves(pack.files))
    assert all(source for _, _, source in leaves)
    assert sum(found[kind] for kind in sources.KINDS) == len(leaves) == sum(row["count"] for row in found["where"])
    for kind in sources.KINDS:
        assert found[kind] == sum(row["count"] for row in found["where"] if row["source"].split()[0] == kind)
    assert {"what": "Assault CRT: 1, 2 (5 of 12)", "source": "text", "count": 17} in found["where"]
    assert {"what": "Assault CRT: 2 (7 of 12), 3, 4, 5, 6", "source": "reconstructed", "count": 55} in found["where"]


def test_the_docs_count_right(pack: packs.Pack) -> None:
    found = packs.sources(pack)
    row = "| data | " + " | ".join(str(found[kind]) for kind in sources.KINDS) + " |"
    assert row in DOCS


def test_every_number_that_no_text_gives_is_listed() -> None:
    files = {
        "t": {
            "source": {"*": "reconstructed", "crt/1": "text 1.1", "units/b/d": "found a sheet"},
            "titles": {"crt": "CRT", "units/*": "Units"},
            "crt": {"1": "AE", "2": "EX"},
            "units": {"a": {"mp_add2": 3, "on": True}, "b": {"d": list(range(20))}},
        }
    }
    listed = {part["what"]: part["numbers"] for part in sources.listed(files, [("t", "units", "a", "on")], {"mp_add2": "half points"})}
    assert listed["CRT"] == [{"at": "2", "value": "EX", "source": "reconstructed"}]
    long = ", ".join(map(str, range(12))) + ", and 8 more"
    assert listed["Units"] == [
        {"at": "a, half points", "value": "3", "source": "reconstructed"},
        {"at": "b, d", "value": long, "source": "found a sheet"},
    ]
    assert sources.summary(files, [("t", "units")]) == {
        "text": 1, "derived": 0, "found": 0, "reconstructed": 1,
        "where": [{"what": "CRT: 1", "source": "text", "count": 1}, {"what": "CRT: 2", "source": "reconstructed", "count": 1}],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["budapest56", "angola87"])
def test_a_title_lists_as_many_numbers_as_it_counts(pack: packs.Pack, name: str) -> None:
    """What only the other scenario uses is not its own; each reconstructed cell of the CRTs is among them."""
    game = title_of(name)
    assert isinstance(game, ListsNumbers)
    listed = {part["what"]: part["numbers"] for part in game.numbers(pack)}
    about = game.about(pack)
    assert sum(len(n) for n in listed.values()) == about["sources"]["reconstructed"] < packs.sources(pack)["reconstructed"]
    other = "Budapest" if name == "angola87" else "Angola"
    assert not any(other in part for part in listed)
    for chart in about["charts"][:2]:
        ours = [(f"{r['label']}, {chart['columns'][i]}", r["cells"][i]) for r in chart["rows"] for i in r["reconstructed"]]
        assert ours == [(n["at"], n["value"]) for n in listed[chart["name"]]]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("tables", "crt", "assault", "1", "+12"), "text 18.2"),
        (("tables", "crt", "mobile", "2", "-1"), "text 18.3"),
        (("tables", "crt", "mobile", "2", "0"), "reconstructed"),
        (("tables", "terrain", "urban", "shift"), "reconstructed"),
        (("tables", "terrain", "urban", "mobile"), "text 9.13"),
        (("tables", "budapest", "vp_soviet", "army_intervention"), "text 16.14"),
        (("tables", "budapest", "vp_soviet", "army"), "text 16.3, 16.4"),
        (("units/budapest", "units", "US:82 art", "barrage"), "text 16.18"),
        (("units/budapest", "units", "US:82 art", "fpf"), "reconstructed"),
        (("units/budapest", "units", "SC:20", "arrives", "turn"), "text 16.25"),
        (("units/budapest", "air", "SOVIET", "TAC"), "text 16.30"),
        (("maps/budapest", "hexes", "1518", "t"), "reconstructed"),
        (("maps/angola", "hexes", "0505", "n"), "text 17.9"),
    ],
)
def test_the_source_of_a_datum(pack: packs.Pack, path: tuple[str, ...], source: str) -> None:
    assert packs.source_of(pack, *path) == source


def test_a_factor_that_facts_do_not_state_is_not_claimed_as_text(pack: packs.Pack) -> None:
    for name in ("units/budapest", "units/angola"):
        for uid in pack.files[name]["units"]:
            for factor in ("a", "d", "m", "barrage", "fpf", "range"):
                if factor in pack.files[name]["units"][uid] and (uid, factor) != ("US:82 art", "barrage"):
                    assert packs.source_of(pack, name, "units", uid, factor) == "reconstructed"


def test_sources_that_are_none() -> None:
    assert sources.problems({"t": {"source": {"*": "text 1.1"}, "a": 1, "id": "x", "labels": [1]}}) == []
    assert sources.problems({"t": {"a": {"source": "text 1.1", "x": 1}, "b": 2}}) == ["t.json: b: no source is given"]
    for wrong in ("text", "guess", "found", "", "Text 1"):
        assert len(sources.problems({"t": {"source": wrong, "a": [1, 2]}})) == 1
    assert sources.problems({"t": {"anything": 1}}) == []  # presentation
    rows = sources.summary({"t": {"source": "found a sheet", "a": 1, "b": {"source": "derived 3", "c": 2}}})
    assert rows["where"] == [{"what": "t: a", "source": "found a sheet", "count": 1}, {"what": "t: b", "source": "derived", "count": 1}]


# ---- overlays


def documented(prefix: str, folder: Path) -> Path:
    """Write the files that docs/packs.md shows under a folder name."""
    blocks = re.findall(rf"`{prefix}/{FAMILY}/(\S+)\.json`\n```json\n(.*?)```", DOCS, re.S)
    assert blocks
    for name, text in blocks:
        lay(folder / prefix, name, text)
    return folder / prefix


def test_the_documented_correction(pack: packs.Pack, tmp_path: Path) -> None:
    shown = documented("examples/corrections", tmp_path)
    shipped = {p.relative_to(EXAMPLE): p for p in EXAMPLE.rglob("*.json")}
    assert shipped.keys() == {p.relative_to(shown) for p in shown.rglob("*.json")}
    assert all(json.loads(p.read_text()) == json.loads((shown / name).read_text()) for name, p in shipped.items())
    fixed = packs.load(FAMILY, [EXAMPLE])
    assault = fixed.files["tables"]["crt"]["assault"]
    assert [assault["3"]["0"], assault["3"]["+1"], assault["6"]["-1"]] == ["AX", "AX", "EX"]
    assert assault["3"]["-1"] == pack.files["tables"]["crt"]["assault"]["3"]["-1"]
    unit = fixed.files["units/budapest"]["units"]["2G:1/37"]
    assert (unit["a"], unit["d"], unit["m"]) == (6, 4, 8)
    assert fixed.hash != pack.hash and packs.get(fixed.hash) is fixed
    assert packs.source_of(fixed, "tables", "crt", "assault", "3", "0") == "found my printed copy"
    assert packs.source_of(fixed, "units/budapest", "units", "2G:1/37", "a") == "found my printed copy"
    assert packs.source_of(fixed, "units/budapest", "units", "2G:1/37", "m") == "reconstructed"
    before, after = packs.sources(pack), packs.sources(fixed)
    assert after["found"] == 5 and after["reconstructed"] == before["reconstructed"] - 5 and after["text"] == before["text"]
    assert {"what": "Assault CRT: 3 (2 of 12), 6 (1 of 12)", "source": "found my printed copy", "count": 3} in after["where"]
    assert packs.sources(packs.put(fixed.bytes)) == after


def test_the_documented_contradiction(tmp_path: Path) -> None:
    message = refused(documented("wrong", tmp_path))
    assert "rule 18.2" in message and message in DOCS


def test_overlays_are_laid_in_order(tmp_path: Path) -> None:
    first = lay(tmp_path / "first", "tables", {"terrain": {"urban": {"mp2": 6, "shift": -3}}})
    second = lay(tmp_path / "second", "tables", {"terrain": {"urban": {"mp2": 3}}})
    urban = packs.load(FAMILY, [first, second]).files["tables"]["terrain"]["urban"]
    assert (urban["mp2"], urban["shift"]) == (3, -3)
    fixed = packs.load(FAMILY, [first, second])
    assert packs.source_of(fixed, "tables", "terrain", "urban", "mp2") == "found second"
    assert packs.source_of(fixed, "tables", "terrain", "urban", "shift") == "found first"


def test_an_overlay_may_add_and_remove(pack: packs.Pack, tmp_path: Path) -> None:
    lay(tmp_path, "maps/budapest", {"links": {"0114|0213": None, "0101|0102": "road"}, "hexes": {"1616": {"f": None, "n": None}}})
    lay(tmp_path, "units/angola", {"units": {"SADF:Om": {"airborne": True}}})
    board = packs.load(FAMILY, [tmp_path]).files["maps/budapest"]
    assert "0114|0213" not in board["links"] and board["links"]["0101|0102"] == "road"
    assert board["hexes"]["1616"] == {"t": pack.files["maps/budapest"]["hexes"]["1616"]["t"]}


def test_an_overlay_may_give_its_own_source(tmp_path: Path) -> None:
    lay(tmp_path, "tables", {"terrain": {"urban": {"mp2": 6, "source": {"mp2": "found the later printed chart"}}}})
    fixed = packs.load(FAMILY, [tmp_path])
    assert packs.source_of(fixed, "tables", "terrain", "urban", "mp2") == "found the later printed chart"
    assert packs.source_of(fixed, "tables", "terrain", "urban", "mobile") == "text 9.13"


def test_an_overlay_without_this_family_changes_nothing(pack: packs.Pack, tmp_path: Path) -> None:
    assert packs.load(FAMILY, [tmp_path]).hash == pack.hash


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("tables", {"crt": {"asault": {}}}, "tables.json: crt: 'asault' is unknown here"),
        ("tables", {"crt": {"assault": {"7": {}}}}, "tables.json: crt/assault: '7' is unknown here"),
        ("tables", {"crt": {"mobile": {"3": {"0": "EX"}}}}, "tables.json: crt/mobile/3/0: 'EX' is none of"),
        ("tables", {"crt": {"mobile": {"3": {"0": None}}}}, "tables.json: crt/mobile/3: '0' is missing"),
        ("tables", {"terrain": {"urban": {"mp2": "4"}}}, "tables.json: terrain/urban/mp2: a whole number is wanted, not '4'"),
        ("tables", {"terrain": {"urban": {"mp2": 1.5}}}, "tables.json: terrain/urban/mp2: a whole number is wanted, not 1.5"),
        ("tables", {"terrain": {"urban": {"mp2": -1}}}, "tables.json: terrain/urban/mp2: -1 is below 0"),
        ("tables", {"terrain": {"urban": {"mobile": 0}}}, "tables.json: terrain/urban/mobile: true or false is wanted"),
        ("tables", {"terrain": {"urban": 3}}, "tables.json: terrain/urban: an object is wanted, not 3"),
        ("tables", {"terrain": {"urban": {"source": "a friend"}}}, "terrain/urban/mp2: 'a friend' is no source"),
        ("tables", {"terrain": {"urban": {"source": 5}}}, "terrain/urban/mp2: 5 is no source"),
        ("tables", {"terrain": {"urban": {"source": {"mq2": "found x"}}}}, "terrain/urban/source/mq2: there is no such place"),
        ("tables", {"titles": 5}, "tables.json: titles: an object of texts is wanted"),
        ("pack", {"name": 5}, "name: a text is wanted"),
        ("pack", [], "name: a text is wanted"),
        ("units/budapest", {"units": {"2G:1/5": {"barrage": 3}}}, "units/budapest.json: units/2G:1/5: 'barrage' is unknown here"),
        ("units/budapest", {"units": {"2G:1/5": {"cmd": "9G"}}}, "units/2G:1/5/cmd: '9G' is not one of scenarios/budapest56:commands"),
        ("units/budapest", {"units": {"2G:1/5": {"arrives": {"edge": "moon"}}}}, "'moon'"),
        ("units/budapest", {"units": {"2G:new": {"name": "new"}}}, "units/2G:new: 'cmd' is missing"),
        ("units/angola", {"units": {"SADF:61": {"type": "dragon"}}}, "units/SADF:61/type: 'dragon' is not one of counters:symbols"),
        ("maps/budapest", {"hexes": {"0101": {"t": "lava"}}}, "maps/budapest.json: hexes/0101/t: 'lava' is not one of terrain"),
        ("maps/budapest", {"hexes": {"0101": {"f": ["lair"]}}}, "hexes/0101/f/0: 'lair' is not one of features"),
        ("maps/budapest", {"hexes": {"0101": None}}, "maps/budapest.json: hexes: 0101 is missing"),
        ("maps/budapest", {"hexes": {"3101": {"t": "clear"}}}, "maps/budapest.json: hexes: 3101 lies off the map"),
        ("maps/budapest", {"hexes": {"1x01": {"t": "clear"}}}, "'1x01' is no hex id"),
        ("maps/budapest", {"hexes": {"0101": {"n": "Citadel"}}}, "hexes/1218/n: 'Citadel' is also the name of 0101"),
        ("maps/budapest", {"sides": {"0101|0303": {"kind": "major_river"}}}, "sides: '0101|0303' must be two adjacent hexes"),
        ("maps/budapest", {"links": {"0102|0101": "road"}}, "links: '0102|0101' must be two adjacent hexes"),
        ("maps/budapest", {"links": {"nonsense": "road"}}, "links: 'nonsense' must be two adjacent hexes"),
        ("maps/budapest", {"links": {"0101|0102": None}}, "links/0101|0102: there is nothing to remove"),
        ("maps/budapest", [], "maps/budapest.json: the whole file: an object is wanted"),
        ("tables", "{", "tables.json: not JSON"),
        ("facts", {"facts": []}, "has no file facts.json to correct"),
        ("schema", {}, "has no file schema.json to correct"),
        ("maps/vienna", {}, "has no file maps/vienna.json to correct"),
        ("units/budapest", {"untried": ["2G"]}, "rule 16.21"),
        ("maps/angola", {"hexes": {"2314": {"n": "Elsewhere"}}}, "rule 17.19, 17.31"),
        ("tables", {"victory_levels": {"from": {"tactical": 8}}}, "rule 15.2"),
    ],
)
def test_an_overlay_is_refused_with_its_place(tmp_path: Path, name: str, content: Any, says: str) -> None:
    assert says in refused(lay(tmp_path, name, content))


def test_a_missing_folder_and_a_missing_file(tmp_path: Path) -> None:
    assert "no such folder of corrections" in refused(tmp_path / "nowhere")
    with pytest.raises(packs.PackError, match=r"pack\.json: missing"):
        packs.load("no-such-family")


def test_many_problems_are_cut_short(tmp_path: Path) -> None:
    message = refused(lay(tmp_path, "maps/budapest", {"hexes": {f"01{r:02d}": {"t": "lava"} for r in range(1, 20)}}))
    assert message.count("\n") == packs.SHOWN + 1 and message.endswith("- and 11 more")


def test_merge() -> None:
    base = {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": 3}
    over = {"a": {"y": 5, "z": {"n": None, "k": 1}}, "b": [9], "c": None}
    assert packs.merge(base, over) == {"a": {"x": 1, "y": 5, "z": {"k": 1}}, "b": [9]}
    assert base == {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": 3}


# ---- the schema language


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("int", [0, -3], [True, 1.0, "1", None]),
        ("int>=2", [2, 3], [1, False]),
        ("number", [1, 0.5], ["1", True]),
        ("bool", [True], [1, "true"]),
        ("str", ["", "x"], [1]),
        ("hex", ["0101", "3036"], ["101", "01011", "ab01", 101]),
        ("any", [None, {}], []),
        ("key_of :keys", ["k"], ["x", 1]),
        ("key_of other:a/b", ["deep"], ["b"]),
        ("key_of missing:a", [], ["a"]),
        ("@colour", ["red"], ["green"]),
        (["a", "b"], ["a"], ["c", 1]),
        ({"list": "int"}, [[], [1]], [["x"], {}, 1]),
        ({"any": ["int", ["x"]]}, [1, "x"], ["y"]),
        (
            {"keys": {"a": "int"}, "optional": {"b": "str"}},
            [{"a": 1}, {"a": 1, "b": "", "source": "text 1"}],
            [{}, {"a": 1, "c": 1}, {"a": "x"}, []],
        ),
        ({"each": "int", "names": "hex"}, [{}, {"0101": 1}], [{"x": 1}, {"0101": "x"}]),
        ({"each": "int", "names": ["p", "q"]}, [{"p": 1, "q": 2, "source": "text 1"}], [{"p": 1}, {"p": 1, "q": 2, "r": 3}]),
    ],
)
def test_schema_types(kind: Any, good: list[Any], bad: list[Any]) -> None:
    def check(value: Any) -> list[str]:
        files = {"f": {"keys": {"k": 1}, "v": value}, "other": {"a": {"b": {"deep": 1}}}}
        return schema.problems(
            files, {"files": {"f": {"keys": {"keys": "any", "v": kind}}, "other": "any"}, "types": {"colour": ["red", "blue"]}}
        )

    assert [v for v in good if check(v)] == []
    assert [v for v in bad if not check(v)] == []


def test_a_file_without_a_type() -> None:
    assert schema.problems({"x": 1}, {"files": {"y": "any"}}) == ["x.json: the schema has no type for this file"]
