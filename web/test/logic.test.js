import assert from "node:assert/strict";
import { test } from "node:test";
import * as grid from "../src/board/grid.js";
import { chains, smooth } from "../src/board/lines.js";
import { area, blocks, inset } from "../src/board/polygons.js";
import { clickHex, keysOf, pickable, targets } from "../src/game/picking.js";
import { chainTo, shortNote } from "../src/lib/chains.js";
import { limitText, limits } from "../src/lib/clock.js";
import { mergePatch } from "../src/lib/patch.js";

test("neighbours, sides and distances of even and odd columns", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((d) => grid.step("1518", d)), ["1517", "1617", "1618", "1519", "1418", "1417"]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((d) => grid.step("1618", d)), ["1617", "1718", "1719", "1619", "1519", "1518"]);
  assert.equal(grid.direction("1114", "1213"), 1);
  assert.equal(grid.direction("1114", "1414"), -1);
  assert.equal(grid.sideKey("1213", "1114"), "1114|1213");
  assert.equal(grid.distance("0505", "2314"), 18);
});

test("a point in a hex is found again, at its centre and near its corners", () => {
  for (const id of ["0101", "0202", "1518", "3036"]) {
    const c = grid.centre(id);
    assert.equal(grid.hexAt(c.x, c.y), id);
    for (const p of grid.corners(c, grid.R * 0.95)) assert.equal(grid.hexAt(p.x, p.y), id);
  }
});

test("arrow keys stay on the map", () => {
  const has = (id) => id !== "0100" && !id.startsWith("00");
  assert.equal(grid.arrow("0101", "up", has), "0101");
  assert.equal(grid.arrow("0101", "left", has), "0101");
  assert.equal(grid.arrow("0101", "right", has), "0201");
});

test("merge patches delete, replace and keep what they do not touch identical", () => {
  const before = { pieces: { a: { hex: "0101" }, b: { hex: "0102" } }, turn: { n: 1 }, list: [1, 2] };
  const after = mergePatch(before, { pieces: { a: null, c: { hex: "0103" } }, list: [3] });
  assert.deepEqual(after, { pieces: { b: { hex: "0102" }, c: { hex: "0103" } }, turn: { n: 1 }, list: [3] });
  assert.equal(after.pieces.b, before.pieces.b);
  assert.equal(after.turn, before.turn);
  assert.deepEqual(mergePatch("x", { a: { b: null, c: 1 } }), { a: { c: 1 } });
});

test("shortcut trees give the picks in order and survive a loop", () => {
  const tree = { 1202: ["", "1 MP"], 1203: ["1202", "2½ MP"], x: ["y", ""], y: ["x", ""] };
  assert.deepEqual(chainTo(tree, "1203"), ["1202", "1203"]);
  assert.deepEqual(chainTo(tree, "x"), []);
  assert.deepEqual(chainTo(tree, "nowhere"), []);
  assert.equal(shortNote("2½ MP"), "2½");
  assert.equal(shortNote("½ MP"), "½");
  assert.equal(shortNote("+2,3"), "+2,3");
});

test("lines run through where only two meet, and the straightest pair runs through a junction", () => {
  const p = (x, y) => ({ x, y });
  const edges = [[p(0, 0), p(10, 0)], [p(10, 0), p(20, 0)], [p(10, 0), p(10, 10)]].map(([a, b], i) => ({ a, b, key: `${i}` }));
  const found = chains(edges).map((c) => c.keys.sort().join("")).sort();
  assert.deepEqual(found, ["01", "2"]);
  const loop = chains([[p(0, 0), p(5, 0)], [p(5, 0), p(5, 5)], [p(5, 5), p(0, 0)]].map(([a, b], i) => ({ a, b, key: `${i}` })));
  assert.equal(loop.length, 1);
  assert.equal(loop[0].closed, true);
  assert.deepEqual(smooth({ points: [p(0, 0), p(10, 0)], closed: false, keys: [] }, 2).at(-1), p(10, 0));
});

test("blocks fill a hex without losing area", () => {
  const hex = grid.corners(grid.centre("1518"));
  let i = 0;
  const parts = blocks(hex, 0.4, 300, () => ((i += 7) % 10) / 10);
  assert.ok(parts.length > 6);
  assert.ok(Math.abs(parts.reduce((s, q) => s + area(q), 0) - area(hex)) < 1);
  assert.ok(area(inset(hex, 5)) < area(hex));
  assert.deepEqual(inset(hex, 60), []);
});

const pieces = { u1: { hex: "0101" }, u2: { hex: "0101" }, u3: { hex: "0305" }, u4: { box: "waiting" } };
const isHex = (id) => /^\d{4}$/.test(id);
const menu = (options, more = {}) => ({ options, ready: false, ...more });

test("a click on a reachable hex is its shortcut, even when it is the next step too", () => {
  const t = targets(menu([{ value: "0202", hex: "0202" }, { value: "go" }], { shortcuts: { "0202": ["", "1"], "0303": ["0202", "2"] } }), pieces, isHex);
  assert.deepEqual(clickHex("0303", t, []), { do: "shortcut", value: "0303" });
  assert.deepEqual(clickHex("0202", t, []), { do: "shortcut", value: "0202" });
  assert.deepEqual(t.buttons.map((o) => o.value), ["go"]);
});

test("a stack with one legal piece picks it, with two it asks", () => {
  const one = targets(menu([{ value: "u1", piece: "u1" }]), pieces, isHex);
  assert.equal(clickHex("0101", one, ["u1", "u2"]).do, "pick");
  const two = targets(menu([{ value: "u1", piece: "u1" }, { value: "u2", piece: "u2" }]), pieces, isHex);
  assert.equal(clickHex("0101", two, ["u1", "u2"]).do, "choose");
  const none = targets(menu([{ value: "u1", piece: "u1", blocked: { code: "x", message: "no", rule: "7.1" } }]), pieces, isHex);
  assert.equal(clickHex("0101", none, ["u1"]).do, "blocked");
  assert.equal(clickHex("0404", none, []).do, "inspect");
});

test("a hex behind a narrowing option picks the option", () => {
  const t = targets(menu([{ value: "north", label: "North edge", hexes: ["0101", "0201"] }]), {}, isHex);
  assert.deepEqual(clickHex("0201", t, []), { do: "near", value: "north" });
  assert.equal(t.buttons.length, 1);
  assert.deepEqual(pickable(t, {}), ["0101", "0201"]);
});

test("keys: finishing options by letter, others by figure, none for blocked ones", () => {
  const keys = keysOf([{ value: "attack" }, { value: "go" }, { value: "x", blocked: { code: "", message: "", rule: "" } }, { value: "done" }]);
  assert.deepEqual([...keys], [["go", "g"], ["done", "d"], ["attack", "1"]]);
});

test("a secret stage has the limit of a decision unless it has its own", () => {
  assert.deepEqual(limits({}), [0, 0]);
  assert.deepEqual(limits({ clock: 7 }), [7, 7]);
  assert.deepEqual(limits({ clock: 7, stage_clock: 0 }), [7, 0]);
  assert.deepEqual([{}, { clock: 7 }, { clock: 7, stage_clock: 120 }, { clock: 7, stage_clock: 0 }, { stage_clock: 60 }].map(limitText), [
    "", "7 seconds", "7 seconds · 2 minutes a stage", "7 seconds · no limit in stages", "no time limit · 1 minute a stage",
  ]);
});
