"""The map of Gerlafingen and its pack: hexes and megahexes, the facts of the text, structure, sources, corrections, the town plan."""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine import facts, packs
from engine.titles.cityfight import clip, geometry
from engine.titles.cityfight.board import board as town_plan
from engine.titles.cityfight.facts import KINDS
from engine.titles.cityfight.geometry import HEXES, MEGAHEXES

FAMILY = packs.HOME / "cityfight"
FACTS: list[dict[str, Any]] = json.loads((FAMILY / "facts.json").read_text(encoding="utf-8"))["facts"]
DOCS = (Path(__file__).resolve().parents[3] / "docs" / "maps" / "gerlafingen.md").read_text(encoding="utf-8")


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
def plan(board: dict[str, Any]) -> dict[str, Any]:
    """The town plan that clients get, as they get it."""
    found: dict[str, Any] = json.loads(json.dumps(town_plan(board)))
    return found


def lay(folder: Path, name: str, content: Any) -> Path:
    """Write one file of an overlay and return the overlay's folder."""
    path = folder / "cityfight" / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def refused(folder: Path) -> str:
    """The message with which an overlay is refused."""
    with pytest.raises(packs.PackError) as error:
        packs.load("cityfight", [folder])
    return str(error.value)


def reach(start: str, step: Callable[[str], Iterable[str]]) -> set[str]:
    """Everything that one comes to from a start."""
    seen, todo = {start}, deque([start])
    while todo:
        for n in step(todo.popleft()):
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


# ---- hexes and megahexes (3.1; topology of the map)


def test_ids() -> None:
    assert len(MEGAHEXES) == 133
    assert len(HEXES) == 931
    assert all(geometry.at(*geometry.axial(h)) == h for h in HEXES)
    assert geometry.at(0, 0) == geometry.at(99, -3) == ""
    for wrong in ("0B1", "5G8", "5G0", "1O1"):
        with pytest.raises(ValueError, match=r"no hex|not found"):
            geometry.axial(wrong)


def test_a_hex_is_its_megahex_and_a_place_in_it() -> None:
    """3.1: 7K2 is the second hex clockwise from the top of megahex 7K, hex 7 its middle."""
    assert geometry.mega_of("7K2") == "7K"
    assert geometry.neighbours("7K7") == tuple(f"7K{i}" for i in range(1, 7))
    assert [geometry.direction("7K7", f"7K{i}") for i in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def test_neighbours_and_ranges() -> None:
    for h in HEXES:
        for n in geometry.neighbours(h):
            d = geometry.direction(h, n)
            assert geometry.step(n, geometry.opposite(d)) == h
            assert geometry.distance(h, n) == 1
            assert set(geometry.side_ends(h, d)) == set(geometry.side_ends(n, geometry.opposite(d)))
            assert geometry.side(h, n) == geometry.side(n, h)
    assert geometry.from_bits(geometry.within("5G7", 1)) == tuple(sorted(["5G7", *geometry.neighbours("5G7")]))
    for radius in range(6):
        near = {h for h in HEXES if geometry.distance("1A1", h) <= radius}
        assert set(geometry.from_bits(geometry.within("1A1", radius))) == near
    assert geometry.within("1A1", 99) == (1 << 931) - 1


def test_megahexes_lie_as_their_hexes_do() -> None:
    for m in MEGAHEXES:
        touching = {n[:2] for h in geometry.hexes_of(m) for n in geometry.neighbours(h)} - {m}
        assert set(geometry.mega_neighbours(m)) == touching
        assert touching == {x for x in MEGAHEXES if geometry.mega_distance(m, x) == 1}
        two = {n for x in touching for n in geometry.mega_neighbours(x)} - touching - {m}
        assert two == {x for x in MEGAHEXES if geometry.mega_distance(m, x) == 2}


def test_the_map_edge() -> None:
    """The first and last rows and the ends of every row lie on it."""
    edge = {h[:2] for h in HEXES if geometry.is_edge(h)}
    ends = {f"1{k}" for k in geometry.ROWS} | {f"{'0' if i % 2 == 0 else '9'}{k}" for i, k in enumerate(geometry.ROWS)}
    assert edge == ends | {m for m in MEGAHEXES if m[1] in "AN"}


def test_straight_rows() -> None:
    assert geometry.line("5B4", "4C5") == ("5B4", "5C1", "5C6", "4C2", "4C7", "4C5")
    assert geometry.line("6G1", "6F3") == ("6G1", "6F4", "6F3")
    assert geometry.line("5G7", "5G7") == ("5G7",)
    assert geometry.line("5G7", "6H7") == ()


# ---- the facts


def test_all_statements_are_there() -> None:
    assert [f["id"] for f in FACTS] == [f"F{n:03d}" for n in range(1, 280)]
    assert all(f["rule"] and f["mark"] in ("t", "d") for f in FACTS)
    assert {f["kind"] for f in FACTS} == set(KINDS), "every kind is used, every fact has one"


@pytest.mark.parametrize("fact", FACTS, ids=lambda f: f"{f['id']} {f['rule']}")
def test_fact(fact: dict[str, Any], pack: packs.Pack) -> None:
    """Each statement of the rules about the map holds."""
    assert facts.broken(pack.files, [fact]) == []


def test_a_wrong_fact_breaks(pack: packs.Pack) -> None:
    """No kind says yes to everything."""
    turned = [{**f, "expect": not f["expect"] if isinstance(f["expect"], bool) else "other"} for f in FACTS]
    assert len(facts.broken(pack.files, turned)) == len(turned)


# ---- structure


def test_every_hex_but_the_pond_is_reached_on_foot(board: dict[str, Any]) -> None:
    """7.31, 7.43, 7.44: through accessible sides, over bridges, not through walls."""
    bridged = {geometry.side(a, b) for row in board["bridges"].values() for a, b in pairwise(row["hexes"])}

    def steps(h: str) -> list[str]:
        out = []
        for n in geometry.neighbours(h):
            side = board["sides"].get(geometry.side(h, n), {})
            covered = "building" in (board["hexes"][h]["t"], board["hexes"][n]["t"])
            wet = side.get("river") and geometry.side(h, n) not in bridged
            if n != "3L3" and not wet and "wall" not in side and (side.get("accessible") or not covered):
                out.append(n)
        return out

    assert set(HEXES) - reach("5G7", steps) == {"3L3"}


def test_a_building_may_be_left(board: dict[str, Any]) -> None:
    """7.31: one accessible side or more; 7.34: a side within one building is accessible unless a wall blocks it."""
    for h, row in board["hexes"].items():
        if row["t"] == "building":
            sides = [board["sides"].get(geometry.side(h, n), {}) for n in geometry.neighbours(h)]
            assert any(s.get("accessible") for s in sides), h
            for n in geometry.neighbours(h):
                outline = clip.points(board["buildings"][row["building"]]["outline"])
                ends = geometry.side_ends(h, geometry.direction(h, n))
                if board["hexes"][n].get("building") == row["building"] and clip.fills_side(outline, *ends):
                    side = board["sides"].get(geometry.side(h, n), {})
                    assert side.get("accessible", False) != ("wall" in side), f"{h} {n}"


def test_streets_are_one_net_and_cross_water_on_bridges(board: dict[str, Any]) -> None:
    sides = {k for k, row in board["sides"].items() if row.get("street")}
    drawn = {geometry.side(a, b) for row in board["streets"].values() for a, b in pairwise(row["hexes"])}
    assert sides == drawn
    hexes = {h for k in sides for h in k.split("|")}
    net = reach("5G7", lambda h: [n for n in geometry.neighbours(h) if geometry.side(h, n) in sides])
    assert net == hexes
    assert all(board["hexes"][h]["t"] != "woods" for h in hexes)
    exits = {h: row["street_exit"] for h, row in board["hexes"].items() if "street_exit" in row}
    assert all(h in hexes and not geometry.step(h, d) for h, d in exits.items())


def test_the_river_is_one_chain_from_north_to_south(board: dict[str, Any]) -> None:
    ends: Counter[geometry.Point] = Counter()
    for key, row in board["sides"].items():
        if row.get("river"):
            a, b = key.split("|")
            ends.update(geometry.side_ends(a, geometry.direction(a, b)))
    assert max(ends.values()) == 2
    assert sum(n == 1 for n in ends.values()) == 2
    assert sum(ends.values()) == 2 * 79


def test_the_railway_crosses_the_map(board: dict[str, Any]) -> None:
    hexes = board["railway"]["hexes"]
    assert geometry.is_edge(hexes[0])
    assert geometry.is_edge(hexes[-1])
    assert {geometry.side(a, b) for a, b in pairwise(hexes)} == {k for k, row in board["sides"].items() if row.get("rail")}


def test_outlines_stay_in_their_hexes_and_apart(board: dict[str, Any]) -> None:
    """A building or wood lies in the hexes that belong to it, and no two overlap, so a hex's terrain is what is drawn."""
    members: dict[str, set[str]] = {}
    for h, row in board["hexes"].items():
        if row["t"] != "open":
            members.setdefault(row[row["t"]], set()).add(h)
    shapes = {k: clip.points(row["outline"]) for kind in ("buildings", "woods") for k, row in board[kind].items()}
    assert set(shapes) == set(members)
    for key, outline in shapes.items():
        parts = clip.triangles(outline)
        around = {n for h in members[key] for n in geometry.neighbours(h)} - members[key]
        for h in around:
            assert not any(clip.inside(geometry.corners(h), (*p, 1)) > 0 for p in outline), f"{key} pokes into {h}"
        for h in members[key]:
            assert list(clip.components(outline, parts, geometry.corners(h))), f"{key} is not in {h}"
    for a, pa in shapes.items():
        near = {h for m in members[a] for h in geometry.from_bits(geometry.within(m, 2))}
        for b, pb in shapes.items():
            if a != b and members[b] & near:
                assert not any(clip.inside(pb, (*p, 1)) > 0 for p in pa), f"{a} in {b}"


def test_search_ratings_can_be_rolled(board: dict[str, Any]) -> None:
    """9.22, 10.34: two dice read as tens and units, or 0; at most 64."""
    dice = {0} | {10 * a + b for a in range(1, 7) for b in range(1, 7)}
    assert all(row["search"] in dice and row["search"] <= 64 for row in board["megahexes"].values())


def test_the_old_village_is_dense(board: dict[str, Any]) -> None:
    """7.6: the more densely built-up heart of the town. Our reconstruction's design, no fact."""
    village = [h for h in HEXES if board["megahexes"][h[:2]].get("old_village")]
    share = sum(board["hexes"][h]["t"] == "building" for h in village) / len(village)
    rest = [h for h in HEXES if not board["megahexes"][h[:2]].get("old_village")]
    assert len(village) == 7 * 18
    assert 0.35 < share < 0.45
    assert sum(board["hexes"][h]["t"] == "building" for h in rest) / len(rest) < 0.25


# ---- units, scenarios


def test_tables_have_what_the_rules_state(pack: packs.Pack) -> None:
    """6.23, 11.8 and the worked examples of 6.0, 11.63, 13.26, as text."""
    tables = pack.files["tables"]
    loss, soft = tables["ap_loss_matrix"]["rows"], tables["soft_crt"]["rows"]
    assert [loss["2"]["cells"][str(n)] for n in range(1, 12)] == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert loss["11-12"]["cells"]["4"] == 3
    assert set(soft["2"]["cells"].values()) == {"K"}
    assert (soft["6"]["cells"]["7"], soft["8"]["cells"]["7"], soft["4"]["cells"]["8"]) == ("S", "S", "K")
    for where in (("ap_loss_matrix", "rows", "11-12", "cells", "4"), ("soft_crt", "rows", "4", "cells", "8")):
        assert packs.source_of(pack, "tables", *where).startswith("text")
    assert packs.source_of(pack, "tables", "soft_crt", "rows", "5", "cells", "8") == "reconstructed"
    assert packs.source_of(pack, "maps/gerlafingen", "megahexes", "9E", "search") == "text 9.22"
    assert packs.source_of(pack, "maps/gerlafingen", "megahexes", "8E", "search") == "reconstructed"


def test_soft_results_get_better_with_strength_and_low_rolls(pack: packs.Pack) -> None:
    """Our reconstruction's design: no column is better than a higher one, no roll better than a lower one."""
    chart = pack.files["tables"]["soft_crt"]
    grid = [["-SK".index(chart["rows"][str(roll)]["cells"][c]) for c in chart["columns"]] for roll in range(2, 13)]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*grid, strict=True))
    assert chart["column_from"] == sorted(chart["column_from"])


def test_leaders_fill_the_pools(pack: packs.Pack) -> None:
    """3.32, 6.13: every side of every scenario finds leaders of each type within its ranges."""
    pool = pack.files["leaders"]["leaders"].values()
    for name, scenario in pack.files.items():
        for side in scenario["sides"].values() if name.startswith("scenarios/") else ():
            needed: Counter[str] = Counter()
            for row in side["formations"].values():
                needed.update(row.get("leaders", {}))
            for rank, count in needed.items():
                limits = side["leader_ranges"].get(rank, {})
                fit = [x for x in pool if x["type"] == rank and x["countermix"] == side["countermix"]]
                fit = [x for x in fit if limits.get("min", 1) <= x["rating"] <= limits.get("max", 12)]
                assert len(fit) >= count, f"{name} {side['name']} {rank}"


def test_units_find_room_where_they_set_up(pack: packs.Pack, board: dict[str, Any]) -> None:
    """9.0, 50.22: eleven men a hex, where nobody may come later (50.25)."""
    men = pack.files["units"]["personnel"]
    for name, scenario in pack.files.items():
        if not name.startswith("scenarios/"):
            continue
        later = {row["side"] for row in scenario["reinforcements"].values()}
        for side in (row for key, row in scenario["sides"].items() if key not in later):
            total = sum(men[u]["men"] * n for row in side["formations"].values() for u, n in row.get("units", {}).items())
            total += sum(n for row in side["formations"].values() for n in row.get("leaders", {}).values())
            areas = [row["setup"] for row in side["formations"].values() if "setup" in row]
            room = {h for a in areas for h in hexes_of(scenario["areas"][a] if isinstance(a, str) else a)} - {"3L3"}
            assert room <= set(board["hexes"])
            assert 11 * len(room) >= total, f"{name} {side['name']}"


def hexes_of(area: dict[str, Any]) -> list[str]:
    """The hexes of an area."""
    if isinstance(area.get("hexes"), list):
        return list(area["hexes"])
    return [h for m in area["megahexes"] for h in geometry.hexes_of(m)]


def test_scenarios_lie_on_the_map(pack: packs.Pack) -> None:
    """52.12, 54.12, 55.12: every hex that a scenario names lies in its play area, but where play leaves it."""
    for name in ("52", "53", "54", "55"):
        scenario = pack.files[f"scenarios/{name}"]
        area = scenario["map"]["play_area"]
        play = set(HEXES) if area == {"hexes": "all"} else set(hexes_of(area))
        for row in scenario.get("areas", {}).values():
            assert set(hexes_of(row)) <= play, name
        for row in scenario["exits"].values():
            assert set(row["hexes"]) <= play, name
        for row in scenario["victory"]["awards"].values():
            assert "hex" not in row or row["hex"] in play


def test_counters_are_drawn(pack: packs.Pack) -> None:
    """Every kind of unit has a symbol with a code of twenty digits; every side a colour and a shape of its own."""
    counters = pack.files["counters"]
    assert all(re.fullmatch(r"1003(10|15)\d{14}", s["sidc"]) for s in counters["symbols"].values())
    kinds = {u["kind"] for u in pack.files["units"]["personnel"].values()} - {"leader"}
    assert kinds | {"co_cdr", "plt_ldr", "plt_sgt"} <= set(counters["symbols"])
    for name, scenario in pack.files.items():
        if name.startswith("scenarios/"):
            pair = [counters["sides"][s] for s in scenario["sides"]]
            assert len({p["color"] for p in pair}) == len({p["shape"] for p in pair}) == 2
            assert {f"{s}{x}" for s in scenario["sides"] for x in ("", "_contact")} <= set(counters["styles"])


# ---- sources and corrections


def test_the_page_lists_the_sources(pack: packs.Pack) -> None:
    counts = packs.sources(pack)
    where = re.search(r"^\| data \|(.*)\|$", DOCS, re.MULTILINE)
    assert where is not None
    assert [int(n) for n in where.group(1).split("|")] == [counts[k] for k in ("text", "derived", "found", "reconstructed")]


def test_an_owner_of_the_printed_map_corrects_single_cells(tmp_path: Path, pack: packs.Pack) -> None:
    over = {"megahexes": {"8E": {"search": 36}}, "hexes": {"1A1": {"special": "a well"}}}
    lay(tmp_path, "pack", {"name": "my sheet"})
    fixed = packs.load("cityfight", [lay(tmp_path, "maps/gerlafingen", over)])
    assert fixed.files["maps/gerlafingen"]["megahexes"]["8E"]["search"] == 36
    assert packs.source_of(fixed, "maps/gerlafingen", "megahexes", "8E", "search") == "found my sheet"
    assert fixed.hash != pack.hash


@pytest.mark.parametrize(
    ("over", "message"),
    [
        ({"megahexes": {"9E": {"search": 44}}}, "rule 9.22: cityfight.search_rating"),
        ({"megahexes": {"3C": {"old_village": True}}}, "rule 54.12: cityfight.old_village"),
        ({"buildings": {"fabrik": {"material": "stone"}}}, "rule 68.27: cityfight.material"),
        ({"hexes": {"5G7": {"t": "woods"}}}, "hexes/5G7"),
        ({"hexes": {"5G7": {"t": "swamp"}}}, "none of open, woods, building"),
        ({"sides": {"5G7|9N1": {"street": True}}}, "must be two adjacent hexes"),
        ({"sides": {"2D2|2D7": {"wall": [1200, 660, 1210, 660]}}}, "parts two hexes of one building"),
        ({"sides": {"3F1|3F6": {"wall": [1518, 1077, 1400, 1023]}}}, "must lie on the hexside"),
        ({"sides": {"4B3|5B5": {"street": None}}}, "has no street"),
        ({"buildings": {"feuerwehr": {"outline": [0, 0, 9, 9, 9, 0, 0, 9]}}}, "crosses or touches itself"),
        ({"buildings": {"feuerwehr": {"outline": [0, 0, 90, 0, 90, 90]}}}, "anchor: it must lie inside"),
        ({"buildings": {"feuerwehr": {"outline": [0, 0, 90]}}}, "of three points or more"),
        ({"hexes": {"8C7": {"anchor": None}}}, "an anchor belongs to building and woods hexes"),
        ({"bridges": {"neubruecke": {"hexes": ["4B3", "5B7"]}}}, "must be a row of neighbours"),
        ({"grid": "squares"}, "none of megahexes"),
    ],
)
def test_a_correction_that_cannot_be(over: Any, message: str, tmp_path: Path) -> None:
    assert message in refused(lay(tmp_path, "maps/gerlafingen", over))


# ---- the town plan


def test_the_plan_is_whole_and_light(plan: dict[str, Any]) -> None:
    assert set(plan["hexes"]) == set(HEXES)
    assert set(plan["areas"]) == set(MEGAHEXES)
    assert len(json.dumps(plan, separators=(",", ":"), ensure_ascii=False).encode()) < 250_000
    assert "null" not in json.dumps(plan)
    kinds = Counter(s["kind"] for s in plan["shapes"])
    assert (kinds["building"], kinds["woods"], kinds["embankment"], kinds["wall"]) == (161, 17, 23, 13)
    assert {line["kind"] for line in plan["lines"]} == {"road", "street", "lane", "path", "rail", "river", "bridge"}
    shapes = {s["id"] for s in plan["shapes"]}
    assert all(h["shape"] in shapes for h in plan["hexes"].values() if "shape" in h)
    assert all(h["t"] in plan["terrain"] and set(h.get("f", ())) <= set(plan["features"]) for h in plan["hexes"].values())


def test_rows_are_level_on_the_plan(plan: dict[str, Any]) -> None:
    a, b, c, d = plan["layout"]["matrix"]

    def plane(x: int, y: int) -> tuple[float, float]:
        return a * x + c * y, b * x + d * y

    for row in geometry.ROWS:
        heights = [plane(*plan["areas"][m]["at"])[1] for m in MEGAHEXES if m[1] == row]
        assert max(heights) - min(heights) < 1e-4
    corners = list(zip(plan["layout"]["corners"][::2], plan["layout"]["corners"][1::2], strict=True))
    for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
        (x0, y0), (x1, y1) = plane(*p), plane(*q)
        assert abs((x1 - x0) ** 2 + (y1 - y0) ** 2 - 1) < 1e-6


def test_megahex_borders_close(plan: dict[str, Any]) -> None:
    for m, area in plan["areas"].items():
        points = list(zip(area["points"][::2], area["points"][1::2], strict=True))
        assert len(points) == len(set(points)) == 18
        assert clip.area2(points) == sum(clip.area2(geometry.corners(h)) for h in geometry.hexes_of(m))


def test_lines_run_through_the_town(plan: dict[str, Any]) -> None:
    lines = {line["id"]: line for line in plan["lines"]}
    assert lines["schillerallee"]["name"] == "Schillerallee"
    assert len(lines["river"]["points"]) == 2 * 80
    assert lines["river"]["points"][1] < lines["river"]["points"][-1], "from the north"
    assert lines["fussgaengerbruecke"]["foot"]
    assert plan["hexes"]["9H2"]["at"] != lines["schillerallee"]["points"][-2:], "it goes on to the map edge"
    assert plan["sides"]["4A2|5A6"]["kind"] == "river"


def test_the_plan_of_nicosia_has_no_river(board: dict[str, Any]) -> None:
    """54.12."""
    dry = {**board, "sides": {k: {f: v for f, v in row.items() if f != "river"} for k, row in board["sides"].items()}}
    plan = town_plan(dry)
    assert {line["kind"] for line in plan["lines"]} == {"road", "street", "lane", "path", "rail", "bridge"}
    assert [line["id"] for line in plan["lines"] if line["kind"] == "bridge"] == ["ueberfuehrung"]
