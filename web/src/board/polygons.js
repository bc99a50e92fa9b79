/** Convex polygons: cutting blocks out of a hex. */

/** @typedef {import("./grid.js").Point} Point */

/** @param {Point[]} poly @returns {number} area, always positive */
export function area(poly) {
  let sum = 0;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) sum += poly[j].x * poly[i].y - poly[i].x * poly[j].y;
  return Math.abs(sum) / 2;
}

/** @param {Point[]} poly @returns {Point} */
export function middle(poly) {
  const n = poly.length || 1;
  return { x: poly.reduce((s, p) => s + p.x, 0) / n, y: poly.reduce((s, p) => s + p.y, 0) / n };
}

/** The part of a convex polygon where nx*x + ny*y <= c. @param {Point[]} poly */
export function clip(poly, nx, ny, c) {
  const out = [];
  for (let i = 0; i < poly.length; i++) {
    const p = poly[i];
    const q = poly[(i + 1) % poly.length];
    const a = nx * p.x + ny * p.y - c;
    const b = nx * q.x + ny * q.y - c;
    if (a <= 0) out.push(p);
    if (a * b < 0) {
      const t = a / (a - b);
      out.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
    }
  }
  return out;
}

/** @param {Point[]} poly convex @param {number} by @returns {Point[]} the polygon with all sides moved inwards; empty when nothing is left */
export function inset(poly, by) {
  const m = middle(poly);
  let out = poly;
  for (let i = 0; i < poly.length; i++) {
    const p = poly[i];
    const q = poly[(i + 1) % poly.length];
    const len = Math.hypot(q.x - p.x, q.y - p.y);
    if (len < 1e-6) continue;
    let nx = (q.y - p.y) / len;
    let ny = -(q.x - p.x) / len;
    if (nx * (m.x - p.x) + ny * (m.y - p.y) > 0) [nx, ny] = [-nx, -ny];
    out = clip(out, nx, ny, nx * p.x + ny * p.y - by);
    if (out.length < 3) return [];
  }
  return out;
}

/**
 * Cut a convex polygon into blocks along two crossing directions.
 * @param {Point[]} poly @param {number} angle of the streets @param {number} target area of a block @param {() => number} rnd
 * @returns {Point[][]}
 */
export function blocks(poly, angle, target, rnd) {
  if (area(poly) < target * (0.8 + 0.9 * rnd())) return [poly];
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const along = poly.map((p) => p.x * ux + p.y * uy);
  const across = poly.map((p) => -p.x * uy + p.y * ux);
  const lenA = Math.max(...along) - Math.min(...along);
  const lenB = Math.max(...across) - Math.min(...across);
  const [nx, ny, values] = lenA > lenB ? [ux, uy, along] : [-uy, ux, across];
  const lo = Math.min(...values);
  const c = lo + (Math.max(...values) - lo) * (0.36 + 0.28 * rnd());
  const parts = [clip(poly, nx, ny, c), clip(poly, -nx, -ny, -c)].filter((p) => p.length >= 3 && area(p) > 4);
  return parts.length < 2 ? [poly] : parts.flatMap((p) => blocks(p, angle, target, rnd));
}
