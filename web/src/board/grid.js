/**
 * Geometry of a flat-top hex map in world units (one unit is one CSS pixel at zoom 1).
 *
 * Ids are `CCRR`: columns from the west, rows from the north, both from 01; even columns lie half a hex low.
 * Directions and sides are numbered 0..5: N NE SE S SW NW; corner k lies 60k degrees clockwise from east.
 */

/** Circumradius of a hex. */
export const R = 40;
/** Height of a hex, side to opposite side. */
export const H = R * Math.sqrt(3);
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"];
/** The two corners of the side in each direction. */
const SIDE_CORNERS = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]];
const COS = [0, 1, 2, 3, 4, 5].map((k) => Math.cos((k * Math.PI) / 3));
const SIN = [0, 1, 2, 3, 4, 5].map((k) => Math.sin((k * Math.PI) / 3));

/** @typedef {{x: number, y: number}} Point */
/**
 * Where the hexes of a map lie that brings its own layout: their centres, the corners' offsets, steps and what lies at a point.
 * @typedef {{centres: Map<string, Point>, offsets: Point[], step: (id: string, d: number) => string, at: (x: number, y: number) => string,
 *            distance: (a: string, b: string) => number}} Layout
 */

/** @type {Layout | null} the layout of the map that is shown, where it is not the plain grid of columns and rows */
let layout = null;

/** @param {Layout | null} own */
export function useLayout(own) {
  layout = own;
}

/** @param {string} id @returns {[number, number]} column and row, from 1 */
export function parse(id) {
  const half = id.length >> 1;
  return [Number(id.slice(0, half)), Number(id.slice(half))];
}

/** @param {number} col @param {number} row @returns {string} */
export function format(col, row) {
  return String(col).padStart(2, "0") + String(row).padStart(2, "0");
}

/** @param {string} id @returns {Point} the centre of a hex */
export function centre(id) {
  if (layout) return layout.centres.get(id) ?? { x: NaN, y: NaN };
  const [col, row] = parse(id);
  return { x: (col - 1) * 1.5 * R + R, y: (row - 1) * H + H / 2 + (col % 2 === 0 ? H / 2 : 0) };
}

/** @param {string} id @param {number} direction 0..5 @returns {string} the id of the next hex that way, on the map or not */
export function step(id, direction) {
  if (layout) return layout.step(id, direction);
  const [col, row] = parse(id);
  const low = col % 2 === 0 ? 1 : 0;
  switch (direction) {
    case 0: return format(col, row - 1);
    case 1: return format(col + 1, row - 1 + low);
    case 2: return format(col + 1, row + low);
    case 3: return format(col, row + 1);
    case 4: return format(col - 1, row + low);
    default: return format(col - 1, row - 1 + low);
  }
}

/** @param {string} a @param {string} b @returns {number} 0..5 when b is next to a, else -1 */
export function direction(a, b) {
  for (let d = 0; d < 6; d++) if (step(a, d) === b) return d;
  return -1;
}

/** @param {string} a @param {string} b @returns {string} the key of the hexside between them */
export const sideKey = (a, b) => (a < b ? `${a}|${b}` : `${b}|${a}`);

/** @param {string} a @param {string} b @returns {number} hexes from a to b */
export function distance(a, b) {
  if (layout) return layout.distance(a, b);
  const cube = (/** @type {string} */ id) => {
    const [q, row] = parse(id);
    const r = (2 * row + (q % 2 === 0 ? 1 : 0) - q - 1) / 2;
    return [q, r, -q - r];
  };
  const [aq, ar, as] = cube(a);
  const [bq, br, bs] = cube(b);
  return Math.max(Math.abs(aq - bq), Math.abs(ar - br), Math.abs(as - bs));
}

/** @param {Point} c centre @param {number} k 0..5 @param {number} [radius] @returns {Point} */
export function corner(c, k, radius = R) {
  if (!layout) return { x: c.x + radius * COS[k], y: c.y + radius * SIN[k] };
  const o = layout.offsets[k];
  return { x: c.x + (o.x * radius) / R, y: c.y + (o.y * radius) / R };
}

/** @param {Point} c @param {number} [radius] @returns {Point[]} the six corners */
export const corners = (c, radius = R) => COS.map((_, k) => corner(c, k, radius));

/** @param {string} a @param {string} b neighbours @returns {[Point, Point]} the ends of their common side */
export function sideEnds(a, b) {
  const c = centre(a);
  const [i, j] = SIDE_CORNERS[direction(a, b)];
  return [corner(c, i), corner(c, j)];
}

/** @param {Point[]} points @returns {string} an SVG path of the closed polygon */
export const polygonPath = (points) => `M${points.map((p) => `${round(p.x)} ${round(p.y)}`).join("L")}Z`;

/** @param {string} id @param {number} [radius] @returns {string} an SVG path of the hex */
export const hexPath = (id, radius = R) => polygonPath(corners(centre(id), radius));

/** @param {number} n @returns {number} */
export const round = (n) => Math.round(n * 100) / 100;

/** @param {number} x @param {number} y world position @returns {string} the id of the hex there, on the map or not */
export function hexAt(x, y) {
  if (layout) return layout.at(x, y);
  const guess = Math.round((x - R) / (1.5 * R)) + 1;
  let best = "";
  let least = Infinity;
  for (let col = guess - 1; col <= guess + 1; col++) {
    if (col < 1) continue;
    const base = H / 2 + (col % 2 === 0 ? H / 2 : 0);
    const row = Math.max(1, Math.round((y - base) / H) + 1);
    const dx = (col - 1) * 1.5 * R + R - x;
    const dy = (row - 1) * H + base - y;
    if (dx * dx + dy * dy < least) {
      least = dx * dx + dy * dy;
      best = format(col, row);
    }
  }
  return best;
}

/** @param {number} cols @param {number} rows @returns {{w: number, h: number}} size of the map */
export const extent = (cols, rows) => ({ w: (cols - 1) * 1.5 * R + 2 * R, h: rows * H + (cols > 1 ? H / 2 : 0) });

/**
 * The next hex for an arrow key; left and right zigzag along the row.
 * @param {string} id @param {"up"|"down"|"left"|"right"} way @param {(id: string) => boolean} has
 */
export function arrow(id, way, has) {
  if (way === "up" || way === "down") {
    const next = step(id, way === "up" ? 0 : 3);
    return has(next) ? next : id;
  }
  if (layout) {
    const here = centre(id);
    const ways = (way === "left" ? [4, 5] : [1, 2]).map((d) => step(id, d)).filter(has);
    return ways.sort((a, b) => Math.abs(centre(a).y - here.y) - Math.abs(centre(b).y - here.y))[0] ?? id;
  }
  const [col, row] = parse(id);
  const next = format(col + (way === "left" ? -1 : 1), row);
  return has(next) ? next : id;
}
