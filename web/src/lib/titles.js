/** Titles that the computer plays well come first. @param {any[]} titles */
export function readyFirst(titles) {
  const ready = (/** @type {any} */ x) => (x.bots?.includes("staff") ? 0 : 1);
  return [...titles].sort((a, b) => ready(a) - ready(b));
}
