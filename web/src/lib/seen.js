/** What this browser has seen of each game, per viewer, and the reader's settings. */

const read = (/** @type {string} */ key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const write = (/** @type {string} */ key, /** @type {string} */ value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may have no storage: then nothing is remembered.
  }
};

/** @param {string} game @param {string} viewer @returns {number | null} */
export function lastSeen(game, viewer) {
  const v = read(`hexfog.seen.${game}.${viewer}`);
  return v === null ? null : Number(v);
}

/** @param {string} game @param {string} viewer @param {number} version */
export const markSeen = (game, viewer, version) => write(`hexfog.seen.${game}.${viewer}`, String(version));

/** @param {string} name @param {string} fallback */
export const setting = (name, fallback) => read(`hexfog.set.${name}`) ?? fallback;
/** @param {string} name @param {string} value */
export const keep = (name, value) => write(`hexfog.set.${name}`, value);
