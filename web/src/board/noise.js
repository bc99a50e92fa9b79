/** Deterministic noise: a map looks the same for everybody and at every visit. */

/** @param {number} x @param {number} y @param {number} [salt] @returns {number} 0..1 for whole numbers */
export function hash(x, y, salt = 0) {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(salt | 0, 1442695041);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** @param {number} x @param {number} y @param {number} [salt] @returns {number} smooth noise, 0..1 */
export function noise(x, y, salt = 0) {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = hash(ix, iy, salt);
  const b = hash(ix + 1, iy, salt);
  const c = hash(ix, iy + 1, salt);
  const d = hash(ix + 1, iy + 1, salt);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** @param {number} x @param {number} y @param {number} [salt] @param {number} [octaves] @returns {number} fractal noise, 0..1 */
export function fractal(x, y, salt = 0, octaves = 4) {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  for (let o = 0; o < octaves; o++) {
    sum += weight * noise(x, y, salt + o * 17);
    total += weight;
    weight /= 2;
    x *= 2.03;
    y *= 2.03;
  }
  return sum / total;
}

/** @param {number} seed @returns {() => number} a small random number generator, 0..1 */
export function random(seed) {
  let s = seed >>> 0 || 1;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WARP = 7;

/** A gentle displacement that depends on the place alone, so that common borders of hexes stay common. */
export function warp(/** @type {{x: number, y: number}} */ p) {
  const dx = noise(p.x / 13, p.y / 13, 1) + 0.5 * noise(p.x / 5, p.y / 5, 2) - 0.75;
  const dy = noise(p.x / 13, p.y / 13, 3) + 0.5 * noise(p.x / 5, p.y / 5, 4) - 0.75;
  return { x: p.x + WARP * dx, y: p.y + WARP * dy };
}
