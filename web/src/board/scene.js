/** From the board's JSON to everything that is painted, computed once a map. Details of a hex are made when it is first seen. */
import { R, H, centre, corners, direction, extent, sideEnds, step, useLayout } from "./grid.js";
import { chains, relax, ruler, smooth } from "./lines.js";
import { warp, fractal } from "./noise.js";
import { contour, heightField, shade } from "./relief.js";
import { details } from "./details.js";
import { buildTown } from "./town.js";
import { BARRIERS, LINKS, WATER, feature, terrain } from "./terrain.js";

/** @typedef {import("./grid.js").Point} Point */
/**
 * @typedef {{id: string, c: Point, t: string, flags: string[], name: string, feature: ReturnType<typeof feature>, area: Path2D,
 *            layers: import("./details.js").Layer[] | null, angle: number}} Cell
 */

function path(/** @type {Point[]} */ points, closed = false) {
  const p = new Path2D();
  points.forEach((q, i) => (i ? p.lineTo(q.x, q.y) : p.moveTo(q.x, q.y)));
  if (closed) p.closePath();
  return p;
}

/** The border of a hex, gently uneven, the same for both hexes of a side. */
function unevenHex(/** @type {Point} */ c) {
  const points = [];
  const cs = corners(c);
  cs.forEach((p, i) => {
    const q = cs[(i + 1) % 6];
    const forward = Math.round(p.x) < Math.round(q.x) || (Math.round(p.x) === Math.round(q.x) && p.y < q.y);
    for (let k = 0; k < 8; k++) {
      const t = forward ? k / 8 : 1 - k / 8;
      const [a, b] = forward ? [p, q] : [q, p];
      points.push(warp({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }));
    }
  });
  return points;
}

const WILD = new Set(["savanna", "jungle", "desert"]);

/** @param {any} board the map as the service gives it */
export function buildScene(board) {
  useLayout(null);
  if (board.layout) return buildTown(board);
  const size = extent(board.cols, board.rows);
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const [id, h] of Object.entries(board.hexes)) {
    const c = centre(id);
    cells.set(id, {
      id, c, t: h.t, flags: h.f ?? [], name: h.n ?? "", feature: feature(h.f, h.n && terrain(h.t).place), area: path(unevenHex(c), true), layers: null, angle: 0,
    });
  }
  // In a wild country open ground is grass, not fields.
  const wild = [...cells.values()].some((c) => WILD.has(c.t));
  const detailOf = (/** @type {Cell} */ cell) => {
    const kind = terrain(cell.t).detail;
    return wild && kind === "fields" ? "meadow" : kind;
  };
  const links = linkLines(board, size);
  streets(cells, board);
  const water = waterLines(board, size);
  const hills = [...cells.values()].filter((c) => terrain(c.t).height).map((c) => ({ id: c.id, height: terrain(c.t).height ?? 1 }));
  const field = heightField(size, hills);
  return {
    board, size, wild, wet: board.season === "wet", cells, links, ...water, relief: shade(field), contours: contourLines(field), outline: outline(cells),
    has: (/** @type {string} */ id) => cells.has(id),
    layersOf: (/** @type {Cell} */ cell) => (cell.layers ??= details(detailOf(cell), { c: cell.c, id: cell.id, angle: cell.angle })),
    visible: (/** @type {{x0: number, y0: number, x1: number, y1: number}} */ box) => within(cells, box),
  };
}

/** @typedef {ReturnType<typeof buildScene>} Scene */

/** The border of the whole map, as closed paths. */
function outline(/** @type {Map<string, Cell>} */ cells) {
  const edges = [];
  for (const cell of cells.values()) for (let d = 0; d < 6; d++) {
    const next = step(cell.id, d);
    if (cells.has(next)) continue;
    const [a, b] = sideEnds(cell.id, next);
    edges.push({ a, b, key: `${cell.id}${d}` });
  }
  const all = new Path2D();
  for (const chain of chains(edges)) all.addPath(path(chain.points, true));
  return all;
}

const TILE = 250;

/** Contour lines in square pieces, so that only those in sight are drawn. */
function contourLines(field) {
  /** @type {Map<string, {x: number, y: number, paths: Path2D[]}>} */
  const pieces = new Map();
  for (let k = 0; k < 5; k++) for (const [x1, y1, x2, y2] of contour(field, (field.peak * (k + 0.65)) / 5)) {
    const [i, j] = [Math.floor(x1 / TILE), Math.floor(y1 / TILE)];
    const piece = pieces.get(`${i}:${j}`) ?? { x: i * TILE, y: j * TILE, paths: [0, 1, 2, 3, 4].map(() => new Path2D()) };
    pieces.set(`${i}:${j}`, piece);
    piece.paths[k].moveTo(x1, y1);
    piece.paths[k].lineTo(x2, y2);
  }
  return { size: TILE, pieces: [...pieces.values()] };
}

function within(/** @type {Map<string, Cell>} */ cells, box) {
  const out = [];
  const c0 = Math.floor((box.x0 - R) / (1.5 * R));
  const c1 = Math.ceil((box.x1 + R) / (1.5 * R)) + 1;
  const r0 = Math.floor((box.y0 - H) / H);
  const r1 = Math.ceil((box.y1 + H) / H) + 1;
  for (let col = Math.max(1, c0); col <= c1; col++) for (let row = Math.max(1, r0); row <= r1; row++) {
    const cell = cells.get(String(col).padStart(2, "0") + String(row).padStart(2, "0"));
    if (cell) out.push(cell);
  }
  return out;
}

/** Streets run along the nearest road; elsewhere their direction drifts slowly over the map. */
function streets(/** @type {Map<string, Cell>} */ cells, board) {
  const sum = new Map();
  for (const key of Object.keys(board.links ?? {})) {
    const [a, b] = key.split("|");
    const angle = (direction(a, b) * Math.PI) / 3 + Math.PI / 2;
    for (const id of [a, b]) {
      const s = sum.get(id) ?? { x: 0, y: 0 };
      s.x += Math.cos(4 * angle);
      s.y += Math.sin(4 * angle);
      sum.set(id, s);
    }
  }
  for (const cell of cells.values()) {
    const s = sum.get(cell.id);
    const drift = fractal(cell.c.x / 420, cell.c.y / 420, 51, 2) * Math.PI;
    cell.angle = s && Math.hypot(s.x, s.y) > 0.5 ? Math.atan2(s.y, s.x) / 4 + (fractal(cell.c.x / 60, cell.c.y / 60, 53, 2) - 0.5) * 0.3 : drift;
  }
}

function linkLines(board, size) {
  /** @type {Record<string, {a: Point, b: Point, key: string}[]>} */
  const kinds = {};
  for (const [key, kind] of Object.entries(board.links ?? {})) {
    const [a, b] = key.split("|");
    (kinds[kind] ??= []).push({ a: centre(a), b: centre(b), key });
  }
  return Object.entries(kinds).map(([kind, edges]) => {
    const meets = new Map();
    for (const e of edges) for (const p of [e.a, e.b]) meets.set(at(p), (meets.get(at(p)) ?? 0) + 1);
    const all = new Path2D();
    for (const chain of chains(edges)) all.addPath(path(smooth(leave(bend(chain, meets), meets, size), 12)));
    return { kind, style: LINKS[kind] ?? LINKS.road, path: all };
  });
}

const at = (/** @type {Point} */ p) => `${Math.round(p.x)}:${Math.round(p.y)}`;

/** Roads round their corners off a little, but pass through each hex near its centre, and meet others exactly there. */
function bend(chain, meets) {
  const soft = relax(chain, 1).points;
  const points = chain.points.map((p, i) =>
    (meets.get(at(p)) > 2 ? p : { x: p.x + (soft[i].x - p.x) * 0.55, y: p.y + (soft[i].y - p.y) * 0.55 }));
  return { ...chain, points };
}

/** A road that ends in a hex of the map's edge leads off the map. */
function leave(chain, meets, size) {
  if (chain.closed) return chain;
  const off = (/** @type {Point} */ p, /** @type {Point} */ from) => {
    const edge = p.x <= R || p.y <= H || p.x >= size.w - R - 1 || p.y >= size.h - H - 1;
    return edge && meets.get(at(p)) === 1 ? [{ x: p.x + (p.x - from.x) * 0.9, y: p.y + (p.y - from.y) * 0.9 }] : [];
  };
  const ps = chain.points;
  return { ...chain, points: [...off(ps[0], ps[1]), ...ps, ...off(ps[ps.length - 1], ps[ps.length - 2])] };
}

function waterLines(board, size) {
  /** @type {Record<string, {a: Point, b: Point, key: string}[]>} */
  const kinds = {};
  const bridges = [];
  for (const [key, side] of Object.entries(board.sides ?? {})) {
    const [a, b] = key.split("|");
    if (direction(a, b) < 0) continue;
    const [p, q] = sideEnds(a, b);
    (kinds[side.kind] ??= []).push({ a: p, b: q, key });
    if (side.bridge) bridges.push({ a: centre(a), b: centre(b), name: side.bridge === true ? "" : side.bridge, key, kind: side.kind });
  }
  const rivers = [];
  const barriers = [];
  for (const [kind, edges] of Object.entries(kinds)) {
    if (BARRIERS[kind]) {
      const p = new Path2D();
      for (const e of edges) p.addPath(path([warp(e.a), warp(e.b)]));
      barriers.push({ kind, style: BARRIERS[kind], path: p, edges });
      continue;
    }
    const style = WATER[kind] ?? WATER.river;
    const lines = chains(edges, -0.2).map((chain) => {
      const wide = relax(extend(chain, size), 2);
      const line = smooth({ ...wide, points: wide.points.map((q) => drift(q, style.width)) }, 6);
      return { line, ruler: ruler(line), keys: chain.keys };
    });
    const all = new Path2D();
    for (const l of lines) all.addPath(path(l.line));
    rivers.push({ kind, style, lines, path: all });
  }
  rivers.sort((x, y) => x.style.width - y.style.width);
  for (const b of bridges) Object.assign(b, crossing(b, rivers.find((r) => r.kind === b.kind)));
  return { rivers, barriers, bridges };
}

const drift = (/** @type {Point} */ p, width) => ({
  x: p.x + (fractal(p.x / 90, p.y / 90, 61, 2) - 0.5) * width * 0.3,
  y: p.y + (fractal(p.x / 90, p.y / 90, 67, 2) - 0.5) * width * 0.3,
});

/** A river that ends at the edge of the map flows on beyond it. */
function extend(chain, size) {
  if (chain.closed) return chain;
  const beyond = (/** @type {Point} */ p, /** @type {Point} */ from) => {
    const close = p.x < R * 1.1 || p.y < H * 0.6 || p.x > size.w - R * 1.1 || p.y > size.h - H * 0.6;
    if (!close) return [];
    const d = Math.hypot(p.x - from.x, p.y - from.y) || 1;
    const out = { x: p.x + ((p.x - from.x) / d) * R * 2, y: p.y + ((p.y - from.y) / d) * R * 2 };
    return [out];
  };
  const ps = chain.points;
  const n = ps.length;
  const back = n > 2 ? ps[2] : ps[1];
  const front = n > 2 ? ps[n - 3] : ps[n - 2];
  return { ...chain, points: [...beyond(ps[0], back), ...ps, ...beyond(ps[n - 1], front)] };
}

/** Where a bridge stands: square across the water, near the line between the two hexes. */
function crossing(bridge, river) {
  const mid = { x: (bridge.a.x + bridge.b.x) / 2, y: (bridge.a.y + bridge.b.y) / 2 };
  const half = ((river?.style.width ?? 12) / 2) * 1.22 + 1;
  let at = mid;
  for (const l of river?.lines ?? []) {
    if (!l.keys.includes(bridge.key)) continue;
    at = cut(bridge.a, bridge.b, l.line) ?? mid;
  }
  const d = Math.hypot(bridge.b.x - bridge.a.x, bridge.b.y - bridge.a.y);
  const ux = (bridge.b.x - bridge.a.x) / d;
  const uy = (bridge.b.y - bridge.a.y) / d;
  return { at, p: { x: at.x - ux * half, y: at.y - uy * half }, q: { x: at.x + ux * half, y: at.y + uy * half }, ux, uy };
}

function cut(/** @type {Point} */ a, /** @type {Point} */ b, /** @type {Point[]} */ line) {
  for (let i = 1; i < line.length; i++) {
    const p = line[i - 1];
    const q = line[i];
    const den = (b.x - a.x) * (q.y - p.y) - (b.y - a.y) * (q.x - p.x);
    if (Math.abs(den) < 1e-9) continue;
    const t = ((p.x - a.x) * (q.y - p.y) - (p.y - a.y) * (q.x - p.x)) / den;
    const u = ((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / den;
    if (t >= 0 && t <= 1 && u >= 0 && u <= 1) return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
  }
  return null;
}
