import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ addEventListener() {}, visibilityState: "hidden" });
const { Session } = await import("../src/game/session.js");

/** A session at version 5, and a service at version 7; `meanwhile` runs while the events are on their way. */
function behind(meanwhile = (_session) => {}) {
  const session = new Session("g");
  session.take({ version: 5 });
  globalThis.fetch = /** @type {any} */ (async (url) => {
    if (url.includes("/view")) return { ok: true, json: async () => ({ version: 7 }) };
    meanwhile(session);
    return { ok: true, json: async () => ({ events: [{ version: 6 }, { version: 7 }] }) };
  });
  return session;
}

test("a page that is behind reads the view and what led to it", async () => {
  const session = behind();
  await session.refresh();
  assert.equal(session.version, 7);
  assert.deepEqual(session.events.value.map((e) => e.version), [6, 7]);
});

test("a view that the stream has overtaken does not set the page back", async () => {
  const session = behind((s) => s.take({ version: 9 }));
  await session.refresh();
  assert.equal(session.version, 9);
  assert.equal(session.view.value.version, 9);
});
