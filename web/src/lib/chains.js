/** Shortcut trees of menus: `{value: [previous value or "", note]}`. */

/**
 * The picks that lead to a value, in order.
 * @param {Record<string, [string, string]>} tree @param {string} value @returns {string[]} empty when the tree is broken
 */
export function chainTo(tree, value) {
  const out = [];
  const seen = new Set();
  let at = value;
  while (at) {
    if (seen.has(at) || !tree[at]) return [];
    seen.add(at);
    out.unshift(at);
    at = tree[at][0];
  }
  return out;
}

/** The short form of a cost for a hex on the map: the leading figure of "2½ MP". @param {string} note */
export function shortNote(note) {
  const m = /^\s*([+−-]?\d*[½¼¾]?(?:[.,]\d+)?)/.exec(note);
  return m && m[1] ? m[1] : note.slice(0, 5);
}
