import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import en from "../src/texts/en.js";
import { t } from "../src/texts/index.js";

test("every text that the client names is in the catalogue", () => {
  const files = readdirSync(new URL("../src", import.meta.url), { recursive: true }).filter((f) => f.endsWith(".js"));
  for (const file of files) {
    const source = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
    for (const [, key] of source.matchAll(/\bt\(\s*"([\w.-]+)"/g)) assert.ok(key in en, `${file}: ${key}`);
  }
});

test("texts are filled in, and plurals follow their number", () => {
  assert.equal(t("rule", { rule: "9.17" }), "rule 9.17");
  assert.equal(t("inspect.count", { n: 1 }), "1 piece");
  assert.equal(t("inspect.count", { n: 2 }), "2 pieces");
  assert.equal(t("no.such.text"), "no.such.text");
});
