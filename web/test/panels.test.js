import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "../src/game/calendar.js";
import { reconstructed } from "../src/game/numbers.js";
import { feature, terrain } from "../src/board/terrain.js";

test("a calendar's rows come by turn, then by named group", () => {
  const rows = { b: { turn: 10, label: "late" }, a: { group: "Optional", label: "2 Mech" }, c: { turn: 2, label: "early" }, d: { turn: 2, label: "too" }, e: { group: "Optional", label: "6" } };
  const found = grouped({ at: 3, rows }).map((g) => [g.turn ?? g.key, g.rows.map((r) => r.label)]);
  assert.deepEqual(found, [[2, ["early", "too"]], [10, ["late"]], ["Optional", ["2 Mech", "6"]]]);
});

test("a town with an airfield keeps the airfield's icon and is named from afar", () => {
  const plain = feature(["airfield"]);
  const both = feature(["airfield"], terrain("town").place);
  assert.equal(both.icon, plain.icon);
  assert.ok(both.from < plain.from && both.rank < plain.rank && both.ring);
  assert.equal(feature([], terrain("village").place).kind, "village");
  assert.equal(feature([], ""), null);
});

test("only what is reconstructed is listed, part by part", () => {
  const of = (/** @type {string} */ source) => ({ at: "3, +1", value: "EX", source });
  const parts = [{ what: "Assault CRT", numbers: [of("reconstructed"), of("found my copy"), of("reconstructed")] }, { what: "Map", numbers: [of("found my copy")] }];
  assert.deepEqual(reconstructed(parts).map((p) => [p.what, p.numbers.length]), [["Assault CRT", 2]]);
});
