/** What of a menu lies on the map, and what a click means. Pure. */

/** @typedef {{value: string, label?: string, hex?: string, piece?: string, note?: string, hexes?: string[], blocked?: {code: string, message: string, rule: string}}} Option */
/** @typedef {{options: Option[], ready: boolean, prompt?: string, preview?: any, shortcuts?: Record<string, [string, string]>, finish?: string}} Menu */
/** @typedef {Record<string, import("../board/counter.js").Piece>} Pieces */
/**
 * @typedef {{hexes: Map<string, Option[]>, pieces: Map<string, Option[]>, near: Map<string, string>, reach: Map<string, {value: string, note: string}>,
 *            buttons: Option[], byPiece: Map<string, {value: string, note: string}>}} Targets
 * `near`: hexes behind an option that narrows a choice, with its value; `reach`: hexes that one click can choose by a shortcut
 */

/** Values that finish an action. */
export const FINISHING = ["go", "done", "pass"];

/** @param {Menu | null} menu @param {Pieces} pieces @param {(id: string) => boolean} isHex @returns {Targets} */
export function targets(menu, pieces, isHex) {
  /** @type {Targets} */
  const out = { hexes: new Map(), pieces: new Map(), near: new Map(), reach: new Map(), buttons: [], byPiece: new Map() };
  const add = (/** @type {Map<string, Option[]>} */ map, /** @type {string} */ key, /** @type {Option} */ option) =>
    map.set(key, [...(map.get(key) ?? []), option]);
  for (const option of menu?.options ?? []) {
    const piece = option.piece && pieces[option.piece] ? option.piece : "";
    if (piece && pieces[piece].hex) add(out.pieces, piece, option);
    else if (piece) add(out.pieces, piece, option);
    else if (option.hex && isHex(option.hex)) add(out.hexes, option.hex, option);
    else if (!option.hexes?.length) out.buttons.push(option);
    if (option.hexes?.length) {
      out.buttons.push(option);
      if (!option.blocked) for (const h of option.hexes) if (!out.near.has(h)) out.near.set(h, option.value);
    }
  }
  for (const [value, [, note]] of Object.entries(menu?.shortcuts ?? {})) {
    if (pieces[value]) out.byPiece.set(value, { value, note });
    else if (isHex(value)) out.reach.set(value, { value, note });
  }
  return out;
}

/** @param {Pieces} pieces @returns {Map<string, string[]>} hex -> piece ids, in the order of the view */
export function stacks(pieces) {
  const out = new Map();
  for (const [id, p] of Object.entries(pieces)) if (p.hex) out.set(p.hex, [...(out.get(p.hex) ?? []), id]);
  return out;
}

/**
 * What a click on a hex means.
 * @param {string} hex @param {Targets} t @param {string[]} here the pieces in the hex
 * @returns {{do: "shortcut", value: string} | {do: "pick", option: Option} | {do: "near", value: string} | {do: "choose", options: Option[]}
 *           | {do: "blocked", option: Option} | {do: "inspect"}}
 */
export function clickHex(hex, t, here) {
  const all = [...(t.hexes.get(hex) ?? []), ...here.flatMap((p) => t.pieces.get(p) ?? [])];
  const open = all.filter((o) => !o.blocked);
  const reach = t.reach.get(hex);
  if (reach && open.every((o) => o.value === hex)) return { do: "shortcut", value: reach.value };
  if (open.length === 1 && !(reach && open[0].value !== hex)) return { do: "pick", option: open[0] };
  if (open.length > 1) return { do: "choose", options: all };
  if (reach) return { do: "shortcut", value: reach.value };
  const piece = here.map((p) => t.byPiece.get(p)).find(Boolean);
  if (piece) return { do: "shortcut", value: piece.value };
  const near = t.near.get(hex);
  if (near) return { do: "near", value: near };
  if (all.length) return { do: "blocked", option: all[0] };
  return { do: "inspect" };
}

/** What a click on one piece means. @param {string} id @param {Targets} t @returns {ReturnType<typeof clickHex> | null} null: take it as a click on its hex */
export function clickPiece(id, t) {
  const all = t.pieces.get(id) ?? [];
  const open = all.filter((o) => !o.blocked);
  if (open.length === 1) return { do: "pick", option: open[0] };
  if (open.length > 1) return { do: "choose", options: all };
  const quick = t.byPiece.get(id);
  if (quick) return { do: "shortcut", value: quick.value };
  return all.length ? { do: "blocked", option: all[0] } : null;
}

const RESERVED = new Set("bcfhilmnquxz".split(""));

/** Whether an option finishes the action; a ruling's "pass" is one of its kinds. @param {Option} o @param {{kind: string} | null} [decision] */
export const isEnd = (o, decision) => FINISHING.includes(o.value) && (decision?.kind !== "ruling" || o.value === "go");

/**
 * Keys for options: finishing ones by their first letter, the rest by figures, then free letters.
 * @param {Option[]} options @param {(o: Option) => boolean} [ends] @param {Record<string, string>} [own] the title's own keys by value
 * @returns {Map<string, string>} value -> key
 */
export function keysOf(options, ends = isEnd, own = {}) {
  const out = new Map();
  const used = new Set();
  for (const o of options) if (own[o.value] && !used.has(own[o.value]) && !o.blocked) {
    out.set(o.value, own[o.value]);
    used.add(own[o.value]);
  }
  for (const o of options) if (ends(o) && !out.has(o.value)) {
    out.set(o.value, o.value[0]);
    used.add(o.value[0]);
  }
  const pool = [..."123456789", ..."aerstvwyjk"].filter((k) => !used.has(k) && !RESERVED.has(k));
  for (const o of options) if (!out.has(o.value) && !o.blocked) {
    const key = pool.shift();
    if (key) out.set(o.value, key);
  }
  return out;
}

/** The hexes where something may be picked, sorted as one reads a map. @param {Targets} t @param {Pieces} pieces @returns {string[]} */
export function pickable(t, pieces) {
  const open = (/** @type {Option[]} */ list) => list.some((o) => !o.blocked);
  const found = new Set([...t.reach.keys(), ...t.near.keys()]);
  for (const [h, list] of t.hexes) if (open(list)) found.add(h);
  for (const [p, list] of t.pieces) if (open(list) && pieces[p]?.hex) found.add(pieces[p].hex);
  for (const p of t.byPiece.keys()) if (pieces[p]?.hex) found.add(pieces[p].hex);
  return [...found].sort();
}
