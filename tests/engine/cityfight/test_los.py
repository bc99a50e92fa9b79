"""Lines of sight: the table against a slow check, the rulebook's examples, walls, grazing, storing and rebuilding (11.2, 10.22)."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import engine.titles.cityfight.facts  # noqa: F401 (the pack's facts need their kinds)
from engine import packs
from engine.titles.cityfight import build_los, clip, geometry, los
from engine.titles.cityfight.geometry import HEXES, INDEX
from engine.titles.cityfight.sweep import Scene
from tests.engine.cityfight.slow_los import SlowLos
from tests.samples import sample

SAMPLES = sample(
    {"edge of sight": 400, "seen": 300, "near": 250, "anywhere": 200}, {"edge of sight": 4000, "seen": 3000, "near": 2500, "anywhere": 2000}
)


@pytest.fixture(scope="module")
def pack() -> packs.Pack:
    """The pack as shipped."""
    return packs.load("cityfight")


@pytest.fixture(scope="module")
def board(pack: packs.Pack) -> dict[str, Any]:
    """Its map."""
    found: dict[str, Any] = pack.files["maps/gerlafingen"]
    return found


@pytest.fixture(scope="module")
def table(pack: packs.Pack) -> los.LosTable:
    """Its table."""
    return los.table_for(pack)


@pytest.fixture(scope="module")
def slow(board: dict[str, Any]) -> SlowLos:
    """The slow check over the same map."""
    return SlowLos(board)


def pairs(kind: str, table: los.LosTable, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Endless firers and targets: just out of sight of hexes that see the target, in sight, within seven hexes, anywhere."""
    while True:
        target = rng.choice(HEXES)
        if kind == "near":
            firer = rng.choice(geometry.from_bits(geometry.within(target, 7)))
        elif kind == "anywhere":
            firer = rng.choice(HEXES)
        else:
            firer = rng.choice(geometry.from_bits(table.seen_by(target)))
            if kind == "edge of sight":
                hidden = [n for n in geometry.neighbours(firer) if not table.sees(n, target)]
                firer = rng.choice(hidden) if hidden else target
        if firer != target:
            yield firer, target


# ---- against the slow check


@pytest.mark.parametrize("kind", SAMPLES)
def test_the_table_agrees_with_the_slow_check(kind: str, table: los.LosTable, slow: SlowLos) -> None:
    chosen = pairs(kind, table, random.Random(f"los {kind}"))
    for _, (firer, target) in zip(range(SAMPLES[kind]), chosen, strict=False):
        assert table.sees(firer, target) == slow.sees(firer, target), f"{firer} to {target}"


def test_lines_past_the_old_village_agree_with_the_slow_check(table: los.LosTable, slow: SlowLos) -> None:
    rng = random.Random("village")
    rim = [h for h in HEXES if h not in slow.village and geometry.within(h, 5) & geometry.bits(slow.village)]
    done = 0
    while done < 300:
        target = rng.choice(rim)
        firer = rng.choice(geometry.from_bits(table.seen_by(target) & geometry.within(target, 8)))
        if firer != target:
            done += 1
            assert table.sees_past_village(firer, target) == slow.sees(firer, target, shun_village=True), f"{firer} to {target}"
            assert table.sees(firer, target) or not table.sees_past_village(firer, target)


def test_the_map_of_nicosia_agrees_with_the_slow_check(pack: packs.Pack) -> None:
    board = los.board_of(pack, "54")
    table, slow, rng = los.table_of(board), SlowLos(board), random.Random(54)
    changed = [h for h in HEXES if table.seen_by(h) != los.table_for(pack).seen_by(h)]
    assert changed, "woods and embankments are gone, so more is seen"
    for target in rng.sample(changed, 12):
        new = geometry.from_bits(table.seen_by(target) ^ los.table_for(pack).seen_by(target))
        for firer in rng.sample(new, min(4, len(new))):
            assert table.sees(firer, target) == slow.sees(firer, target), f"{firer} to {target}"


# ---- the rulebook


def test_one_way_sight(table: los.LosTable) -> None:
    """11.22, example: the building in 7I6 fires at the one in 4F7 from its north-eastern corner and is not seen from there."""
    assert table.sees("7I6", "4F7")
    assert not table.sees("4F7", "7I6")


def test_the_joint_search_and_fire_at_9e4(table: los.LosTable) -> None:
    """9.22, example."""
    assert table.sees("8D1", "9E4")


@pytest.mark.parametrize("target", ["3G3", "3G4", "2H2"])
def test_a_machinegun_looks_down_the_friedrichstrasse(target: str, table: los.LosTable) -> None:
    """11.63, example."""
    assert table.sees("4H6", target)


def test_a_hex_sees_itself(table: los.LosTable) -> None:
    """11.24: a line within one hex is never blocked."""
    assert all(table.sees(h, h) for h in HEXES)


def test_open_neighbours_see_each_other(table: los.LosTable, board: dict[str, Any]) -> None:
    """11.22: outlines in the end hexes do not block, and a wall between open hexes there is none."""
    for h in HEXES:
        for n in geometry.neighbours(h):
            if board["hexes"][h]["t"] == board["hexes"][n]["t"] == "open":
                assert table.sees(h, n), f"{h} to {n}"


@pytest.fixture(scope="module")
def opened(board: dict[str, Any]) -> Scene:
    """The map without walls."""
    return Scene({**board, "sides": {k: {f: v for f, v in row.items() if f != "wall"} for k, row in board["sides"].items()}})


@pytest.mark.parametrize("pair", ["3F1|3F6", "4D3|4D4", "3G1|3G2", "5I2|6I5", "5L3|6M1", "4L3|5L5"])
def test_a_wall_blocks_at_the_end_hexes(pair: str, table: los.LosTable, opened: Scene) -> None:
    """11.27: a party wall stops the line though it is a side of the firer's and the target's hex; without it both see."""
    a, b = pair.split("|")
    assert not table.sees(a, b)
    assert not table.sees(b, a)
    assert opened.seen_by(b) >> INDEX[a] & 1
    assert opened.seen_by(a) >> INDEX[b] & 1
    why = table.why_blocked(a, b)
    assert why is not None
    assert (why.kind, why.id) == ("wall", pair)


def test_grazing_an_outline_is_clear(board: dict[str, Any]) -> None:
    """11.23: a building whose edge lies on the line between two centres does not stop it; moved over the line by one unit it does."""
    bare = empty(board)
    a, b = "5A7", geometry.step(geometry.step(geometry.step("5A7", 4), 4), 4)
    (x, top), (_, bottom) = geometry.centre(a), geometry.centre(b)
    assert x == geometry.centre(b)[0]
    between = (top + bottom) // 2
    for shift, seen in ((0, True), (1, False)):
        house = [x - 30 + shift, between - 20, x + shift, between - 20, x + shift, between + 20, x - 30 + shift, between + 20]
        wide = [x, between - 20, x + 200, between - 20, x + 200, between + 20, x, between + 20]
        bare["woods"] = {"left": {"outline": house}, "right": {"outline": wide}}
        lines = los.LosTable("", [0] * len(HEXES), [0] * len(HEXES), bare).lines
        assert (lines.blocker(a, b) is None) == seen


def empty(board: dict[str, Any]) -> dict[str, Any]:
    """The map with nothing on it."""
    return {
        "hexes": {h: {"t": "open"} for h in board["hexes"]},
        "megahexes": {m: {} for m in board["megahexes"]},
        "sides": {},
        "buildings": {},
        "woods": {},
        "embankments": {},
    }


def test_in_the_open_all_see_all(board: dict[str, Any]) -> None:
    """11.25: nothing but outlines and walls blocks."""
    scene = Scene(empty(board))
    for h in ("1A1", "5G7", "9N4", "1N5", "0A2"):
        assert scene.seen_by(h) == (1 << len(HEXES)) - 1


def test_a_slit_of_no_width_lets_a_line_through(board: dict[str, Any]) -> None:
    """11.23: along the touching edges of two outlines the line is clear; one unit of overlap closes it. Without tolerance either way."""
    target = "5G7"
    x, y = geometry.centre(target)
    for overlap, seen in ((0, True), (1, False)):
        bare = empty(board)
        ends = [geometry.centre(h) for h in HEXES]
        left, right = min(p[0] for p in ends) - 200, max(p[0] for p in ends) + 200
        bare["woods"] = {
            "west": {"outline": [left, y - 190, x + overlap, y - 190, x + overlap, y - 130, left, y - 130]},
            "east": {"outline": [x, y - 190, right, y - 190, right, y - 130, x, y - 130]},
        }
        column = [h for h in HEXES if geometry.centre(h)[0] == x and geometry.centre(h)[1] < y - 190]
        assert column
        scene = Scene(bare)
        assert all(bool(scene.seen_by(target) >> INDEX[h] & 1) == seen for h in column)


# ---- the table


def test_visible_from_is_seen_by_turned_round(table: los.LosTable) -> None:
    rng = random.Random(2)
    for _ in range(500):
        a, b = rng.choice(HEXES), rng.choice(HEXES)
        assert table.sees(a, b) == bool(table.visible_from(a) >> INDEX[b] & 1) == bool(table.seen_by(b) >> INDEX[a] & 1)


def test_why_a_line_is_blocked(table: los.LosTable, board: dict[str, Any]) -> None:
    why = table.why_blocked("4F7", "7I6")
    assert why is not None
    assert (why.kind, why.id, why.hex) == ("building", "hotel_gerlafingen", "5H2")
    assert why.line == (*board["hexes"]["4F7"]["anchor"], *board["hexes"]["7I6"]["anchor"])
    assert table.why_blocked("7I6", "4F7") is None
    rng = random.Random(3)
    for _ in range(150):
        a, b = rng.choice(HEXES), rng.choice(HEXES)
        why = table.why_blocked(a, b)
        assert (why is None) == table.sees(a, b)
        assert why is None or (why.hex in INDEX and why.kind in ("building", "woods", "embankment", "wall"))
        if table.lines.blocker(a, b) is None:
            assert table.sees(a, b), "where the middles are joined, the table sees"


def test_shipped_tables_are_those_of_the_shipped_maps(pack: packs.Pack) -> None:
    wanted = dict(build_los.tables(pack))
    assert {path.stem for path in los.HOME.glob("*.bin")} == set(wanted), "run `make los`"
    assert sum(path.stat().st_size for path in los.HOME.glob("*.bin")) < 1_000_000
    assert all(los.missing(pack, s) is None for s in ("", "52", "53", "54", "55"))
    assert los.table_for(pack, "52").key == los.table_for(pack, "55").key == los.table_for(pack).key, "materials do not matter"
    assert los.table_for(pack, "54").key != los.table_for(pack).key


def test_the_shipped_tables_are_those_of_their_maps(pack: packs.Pack) -> None:
    wanted = dict(build_los.tables(pack))
    assert {f"{key}.bin" for key in wanted} == {p.name for p in los.HOME.iterdir()}
    for key, raw in wanted.items():
        scene, table = Scene(json.loads(raw)), los.keep(raw, (los.HOME / f"{key}.bin").read_bytes())
        for h in HEXES[3 :: sample(8, 1)]:
            assert scene.seen_by(h) == table.seen_by(h)
            assert scene.seen_by(h, True) == sum(1 << i for i, a in enumerate(HEXES) if table.sees_past_village(a, h))


def test_building_writes_these_tables_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep itself stands aside, but in the wide run."""
    if sample(True, False):
        monkeypatch.setattr(los, "build", lambda raw: (los.HOME / f"{los.key_of(raw)}.bin").read_bytes())
    (tmp_path / "0123.bin").write_bytes(b"of a map that is gone")
    build_los.main(tmp_path)
    built = {p.name: zlib.decompress(p.read_bytes()) for p in tmp_path.iterdir()}
    assert built == {p.name: zlib.decompress(p.read_bytes()) for p in los.HOME.iterdir()}
    assert capsys.readouterr().out.count("bytes") == len(built)


def test_an_overlaid_map_gets_its_own_table_in_another_process(pack: packs.Pack, tmp_path: Path) -> None:
    """A correction of an outline changes the key; of a name it does not. The service builds the table in a process pool."""
    (tmp_path / "cityfight" / "maps").mkdir(parents=True)
    over = tmp_path / "cityfight" / "maps" / "gerlafingen.json"
    over.write_text(json.dumps({"streets": {"nordstrasse": {"name": "Nordring"}}, "megahexes": {"1A": {"search": 21}}}))
    assert los.missing(packs.load("cityfight", [tmp_path])) is None
    shrunk = [c + (i < 2) for i, c in enumerate(pack.files["maps/gerlafingen"]["buildings"]["feuerwehr"]["outline"])]
    board = packs.merge(pack.files["maps/gerlafingen"], {"buildings": {"feuerwehr": {"outline": shrunk}}})
    raw = los.raw_of(board)
    assert los.key_of(raw) != los.table_for(pack).key
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        packed = pool.submit(los.build, raw).result(timeout=300)
    table = los.keep(raw, packed)
    assert los.table_of(board) is table
    assert all(Scene(board).seen_by(h) == table.seen_by(h) for h in ("8C7", "8C1", "7C3"))


def test_what_is_no_table_is_refused_and_rebuilt(pack: packs.Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, kept = los.raw_of(los.board_of(pack)), los.table_for(pack).pack()
    for rubbish in (b"", b"rubbish", zlib.compress(b"short")):
        with pytest.raises(ValueError, match="no table"):
            los.keep(raw, rubbish)
    monkeypatch.setattr(los, "HOME", tmp_path)
    monkeypatch.setattr(los, "_TABLES", {})
    monkeypatch.setattr(los, "build", lambda raw: kept)
    (tmp_path / f"{los.key_of(raw)}.bin").write_bytes(b"rubbish")
    assert los.missing(pack) == raw
    los.table_of(los.board_of(pack))
    assert los.missing(pack) is None


# ---- cutting outlines


def test_triangles_fill_an_outline_edge_to_edge(board: dict[str, Any]) -> None:
    for kind in ("buildings", "woods", "embankments"):
        for row in board[kind].values():
            outline = clip.points(row["outline"])
            parts = clip.triangles(outline)
            assert len(parts) == len(outline) - 2
            areas = [clip.turn(*(outline[n] for n in part)) for part in parts]
            assert min(areas) > 0
            assert sum(areas) == clip.area2(outline)


@pytest.mark.parametrize(
    ("outline", "fine"),
    [
        ([(0, 0), (100, 0), (100, 100), (0, 100)], True),
        ([(0, 0), (50, 0), (100, 0), (100, 100), (0, 100)], True),
        ([(0, 0), (100, 100), (100, 0), (0, 100)], False),
        ([(0, 0), (100, 0), (100, 100), (50, 0), (0, 100)], False),
        ([(0, 0), (100, 0), (50, 0), (50, 100)], False),
        ([(0, 0), (100, 0), (100, 0), (0, 100)], False),
    ],
)
def test_outlines_that_cross_or_touch_themselves(outline: list[geometry.Point], fine: bool) -> None:
    assert clip.simple(outline) == fine
