import assert from "node:assert/strict";
import { test } from "node:test";
import { signal } from "@preact/signals";
import { Choice } from "../src/game/choice.js";
import { Problem } from "../src/lib/api.js";

const turn = () => new Promise((r) => setTimeout(r, 5));

/** A session whose menus are a table from picks to menus; what is sent is kept. */
function session(menus, answer = async () => {}) {
  const s = {
    pieces: signal({}), scene: signal({ has: (id) => /^\d{4}$/.test(id) }), decisions: signal([]), sent: [], refreshed: 0,
    post: async (path, body) => {
      const menu = menus[body.picks.join(" ")];
      if (!menu) throw new Problem(422, { code: "not_an_option", detail: "no such option", rule: "1.1" });
      return menu;
    },
    act: async (decision, picks) => {
      s.sent.push(picks);
      await answer(picks);
    },
    refresh: () => s.refreshed++,
  };
  s.choice = new Choice(s);
  return s;
}

const open = (...values) => ({ ready: false, options: values.map((value) => ({ value })) });
const ready = { ready: true, options: [] };
const decision = { id: "a-1", kind: "move", prompt: "Move" };

test("what is ready is sent, what is not goes on", async () => {
  const s = session({ "": open("u1", "done"), u1: open("0101", "0102"), "u1 0101": ready });
  s.choice.sync([decision]);
  await turn();
  await s.choice.pick(["u1"]);
  assert.deepEqual(s.sent, []);
  await s.choice.pick(["0101"]);
  assert.deepEqual(s.sent, [["u1", "0101"]]);
});

test("a forced first pick is made, and stays when picks are dropped", async () => {
  const s = session({ "": open("u1"), u1: open("0101", "0102"), "u1 0101": open("0102", "go") });
  s.choice.sync([decision]);
  await turn();
  assert.deepEqual(s.choice.picks.value, ["u1"]);
  await s.choice.pick(["0101"]);
  assert.deepEqual(s.choice.picks.value, ["u1", "0101"]);
  s.choice.back();
  await turn();
  s.choice.back();
  await turn();
  assert.deepEqual(s.choice.picks.value, ["u1"]);
});

test("a single option that would end the action is left to the player", async () => {
  const s = session({ "": open("u1"), u1: ready });
  s.choice.sync([decision]);
  await turn();
  assert.deepEqual(s.choice.picks.value, []);
  assert.deepEqual(s.sent, []);
});

test("a shortcut sends its chain and finish, none where the menu has no finish, and goes on where more is to pick", async () => {
  const tree = { shortcuts: { "0101": ["", "1"], "0102": ["0101", "2"] } };
  const s = session({ "": { ...open("0101", "go"), ...tree, finish: "go" } });
  s.choice.sync([decision]);
  await turn();
  await s.choice.shortcut("0102");
  assert.deepEqual(s.sent, [["0101", "0102", "go"]]);
  const incomplete = async () => {
    throw new Problem(422, { code: "incomplete", detail: "more picks are needed" });
  };
  const r = session({ "": { ...open("0101", "0102"), ...tree, finish: "" }, "0101 0102": open("0103", "0104") }, incomplete);
  r.choice.sync([decision]);
  await turn();
  await r.choice.shortcut("0102");
  await turn();
  assert.deepEqual(r.choice.picks.value, ["0101", "0102"]);
});

test("a refusal is shown with its rule, a stale decision asks for the view", async () => {
  const s = session({ "": open("u1", "u2") });
  s.choice.sync([decision]);
  await turn();
  await s.choice.pick(["u1"]);
  assert.equal(s.choice.problem.value.rule, "1.1");
  s.choice.failed(new Problem(409, { code: "stale" }));
  assert.equal(s.refreshed, 1);
});

test("the decision at work stays while it is open; the required one comes first", async () => {
  const s = session({ "": open("x", "y"), x: open("p", "q") });
  s.choice.sync([{ id: "a-2", kind: "order", prompt: "Order", optional: true }, decision]);
  await turn();
  assert.equal(s.choice.decision.value.id, "a-1");
  await s.choice.pick(["x"]);
  s.choice.sync([decision]);
  assert.deepEqual(s.choice.picks.value, ["x"]);
  s.choice.sync([]);
  assert.equal(s.choice.decision.value, null);
});
