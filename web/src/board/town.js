/** From the board's JSON of a town plan (its own layout, outlines, lines, areas) to everything that is painted, computed once a map. */
import { R, corners, hexPath, step, useLayout } from "./grid.js";
import { relax, smooth } from "./lines.js";
import { paintTown, placeTownLabels } from "./townpaint.js";

/** @typedef {import("./grid.js").Point} Point */

const MARGIN = 10;
/** Lattice corners in the order of `corner(c, k)`: k times 60 degrees clockwise from the east. */
const CORNERS = [[80, 0], [40, 60], [-40, 60], [-80, 0], [-40, -60], [40, -60]];
/** Lattice steps N NE SE S SW NW. */
const STEPS = [[0, -120], [120, -60], [120, 60], [0, 120], [-120, 60], [-120, -60]];

/** Turns the lattice into the plane, so that the whole map lies right and below of the origin. @param {any} board */
function plane(board) {
  const [a, b, c, d] = board.layout.matrix.map((/** @type {number} */ v) => v * R);
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const h of Object.values(board.hexes)) {
    const x = a * h.at[0] + c * h.at[1];
    const y = b * h.at[0] + d * h.at[1];
    x0 = Math.min(x0, x - R);
    y0 = Math.min(y0, y - R);
    x1 = Math.max(x1, x + R);
    y1 = Math.max(y1, y + R);
  }
  const to = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: a * x + c * y - x0 + MARGIN, y: b * x + d * y - y0 + MARGIN });
  const det = a * d - b * c;
  const from = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [u, v] = [x + x0 - MARGIN, y + y0 - MARGIN];
    return [(d * u - c * v) / det, (a * v - b * u) / det];
  };
  return { to, from, turn: (/** @type {number} */ x, /** @type {number} */ y) => ({ x: a * x + c * y, y: b * x + d * y }), size: { w: x1 - x0 + 2 * MARGIN, h: y1 - y0 + 2 * MARGIN } };
}

/** @param {any} board @param {ReturnType<typeof plane>} map @returns {import("./grid.js").Layout} */
function layoutOf(board, map) {
  const centres = new Map();
  const byPlace = new Map();
  for (const [id, h] of Object.entries(board.hexes)) {
    centres.set(id, map.to(h.at[0], h.at[1]));
    byPlace.set(h.at.join(), id);
  }
  const at = (/** @type {string} */ id) => board.hexes[id]?.at ?? [NaN, NaN];
  return {
    centres,
    offsets: CORNERS.map(([x, y]) => map.turn(x, y)),
    step: (id, d) => byPlace.get([at(id)[0] + STEPS[d][0], at(id)[1] + STEPS[d][1]].join()) ?? "",
    at: (x, y) => {
      const [lx, ly] = map.from(x, y);
      const q = lx / 120;
      const r = (ly - 60 * q) / 120;
      let [i, j] = [Math.round(q), Math.round(r)];
      const k = Math.round(-q - r);
      if (i + j + k !== 0) {
        const [di, dj, dk] = [Math.abs(i - q), Math.abs(j - r), Math.abs(k + q + r)];
        if (di > dj && di > dk) i = -j - k;
        else if (dj > dk) j = -i - k;
      }
      return byPlace.get([120 * i, 120 * j + 60 * i].join()) ?? "";
    },
    distance: (a, b) => {
      const q = (at(a)[0] - at(b)[0]) / 120;
      const r = (at(a)[1] - at(b)[1]) / 120 - q / 2;
      return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
    },
  };
}

/** @param {number[]} flat @param {ReturnType<typeof plane>} map @returns {Point[]} */
function points(flat, map) {
  const out = [];
  for (let i = 0; i < flat.length; i += 2) out.push(map.to(flat[i], flat[i + 1]));
  return out;
}

function path(/** @type {Point[]} */ ps, closed = false) {
  const p = new Path2D();
  ps.forEach((q, i) => (i ? p.lineTo(q.x, q.y) : p.moveTo(q.x, q.y)));
  if (closed) p.closePath();
  return p;
}

/** A polyline with its corners rounded off. */
function soft(/** @type {Point[]} */ ps, /** @type {number} */ times) {
  const chain = { points: ps, closed: false, keys: [] };
  return smooth(times ? relax(chain, times) : chain, 8);
}

const middle = (/** @type {Point[]} */ ps) => {
  const box = { x0: Math.min(...ps.map((p) => p.x)), x1: Math.max(...ps.map((p) => p.x)), y0: Math.min(...ps.map((p) => p.y)), y1: Math.max(...ps.map((p) => p.y)) };
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, w: box.x1 - box.x0, h: box.y1 - box.y0, box };
};

/** @param {any} board the town plan as the service gives it */
export function buildTown(board) {
  const map = plane(board);
  useLayout(layoutOf(board, map));
  const cells = new Map();
  const play = board.play ? new Set(board.play) : null;
  for (const [id, h] of Object.entries(board.hexes)) {
    const c = map.to(h.at[0], h.at[1]);
    cells.set(id, { id, c, t: h.t, flags: h.f ?? [], name: h.n ?? "", feature: null, area: new Path2D(hexPath(id)), layers: null, angle: 0, out: Boolean(play && !play.has(id)) });
  }
  const shapes = board.shapes.map((/** @type {any} */ s) => {
    const ps = points(s.points, map);
    return { ...s, ps, path: path(ps, s.kind !== "wall"), mid: middle(ps) };
  });
  const lines = board.lines.map((/** @type {any} */ l) => {
    const ps = soft(points(l.points, map), l.kind === "river" ? 2 : l.kind === "bridge" ? 0 : 1);
    return { ...l, ps, path: path(ps), box: middle(ps).box };
  });
  const areas = Object.entries(board.areas).map(([code, a]) => ({ code, ...a, c: map.to(a.at[0], a.at[1]), path: path(points(a.points, map), true) }));
  const doors = [];
  for (const [key, side] of Object.entries(board.sides)) {
    const [a, b] = key.split("|");
    if (!side.accessible || !cells.has(a) || !cells.has(b)) continue;
    const [p, q] = [cells.get(a).c, cells.get(b).c];
    doors.push({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, ux: (q.x - p.x) / Math.hypot(q.x - p.x, q.y - p.y), uy: (q.y - p.y) / Math.hypot(q.x - p.x, q.y - p.y) });
  }
  const outline = new Path2D();
  for (const cell of cells.values()) for (let d = 0; d < 6; d++) {
    if (cells.has(step(cell.id, d))) continue;
    const cs = corners(cell.c);
    const [i, j] = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]][d];
    outline.moveTo(cs[i].x, cs[i].y);
    outline.lineTo(cs[j].x, cs[j].y);
  }
  const inPlay = [...cells.values()].filter((cell) => !cell.out).map((cell) => cell.c);
  return {
    home: inPlay, board, size: map.size, cells, shapes, lines, areas, doors, outline, bridges: [], rivers: [], paint: paintTown, place: placeTownLabels,
    has: (/** @type {string} */ id) => cells.has(id),
    visible: (/** @type {{x0: number, y0: number, x1: number, y1: number}} */ box) =>
      [...cells.values()].filter(({ c }) => c.x > box.x0 - R && c.x < box.x1 + R && c.y > box.y0 - R && c.y < box.y1 + R),
  };
}
