/** Joining hexsides and links into long smooth lines: rivers and roads. Pure geometry. */

/** @typedef {import("./grid.js").Point} Point */
/** @typedef {{points: Point[], closed: boolean, keys: string[]}} Chain `keys`: the edges joined, in order */

const key = (/** @type {Point} */ p) => `${Math.round(p.x)}:${Math.round(p.y)}`;

/**
 * Join edges end to end. Where more than two meet, the straightest pairs run through and the rest end there.
 * @param {{a: Point, b: Point, key: string}[]} edges
 * @param {number} [straight] largest cosine between two edges that may run through at a meeting of three or more
 * @returns {Chain[]}
 */
export function chains(edges, straight = -0.4) {
  /** @type {Map<string, number[]>} */
  const at = new Map();
  edges.forEach((e, i) => {
    for (const p of [e.a, e.b]) at.set(key(p), [...(at.get(key(p)) ?? []), i]);
  });
  /** @type {Map<string, number>} partner of edge i at node n */
  const partner = new Map();
  for (const [node, list] of at) for (const [i, j] of pairs(node, list, edges, straight)) {
    partner.set(`${i}@${node}`, j);
    partner.set(`${j}@${node}`, i);
  }
  const used = new Set();
  /** @type {Chain[]} */
  const out = [];
  const trace = (/** @type {number} */ start, /** @type {Point} */ from) => {
    const points = [from];
    const keys = [];
    let i = start;
    let p = from;
    while (!used.has(i)) {
      used.add(i);
      keys.push(edges[i].key);
      p = key(edges[i].a) === key(p) ? edges[i].b : edges[i].a;
      points.push(p);
      const next = partner.get(`${i}@${key(p)}`);
      if (next === undefined) break;
      i = next;
    }
    const closed = points.length > 3 && key(points[0]) === key(points[points.length - 1]);
    out.push({ points: closed ? points.slice(0, -1) : points, closed, keys });
  };
  edges.forEach((e, i) => {
    for (const p of [e.a, e.b]) if (!used.has(i) && !partner.has(`${i}@${key(p)}`)) trace(i, p);
  });
  edges.forEach((e, i) => {
    if (!used.has(i)) trace(i, e.a);
  });
  return out;
}

function pairs(node, list, edges, straight) {
  if (list.length < 2) return [];
  if (list.length === 2) return [list];
  const away = (/** @type {number} */ i) => {
    const e = edges[i];
    const [p, q] = key(e.a) === node ? [e.a, e.b] : [e.b, e.a];
    const d = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    return { x: (q.x - p.x) / d, y: (q.y - p.y) / d };
  };
  const found = [];
  for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) {
    const u = away(list[i]);
    const v = away(list[j]);
    found.push({ i: list[i], j: list[j], cos: u.x * v.x + u.y * v.y });
  }
  found.sort((p, q) => p.cos - q.cos);
  const taken = new Set();
  const out = [];
  for (const f of found) {
    if (f.cos > straight || taken.has(f.i) || taken.has(f.j)) continue;
    taken.add(f.i).add(f.j);
    out.push([f.i, f.j]);
  }
  return out;
}

/** Pull every point towards the middle of its neighbours; the ends of an open chain stay. @param {Chain} chain @param {number} times */
export function relax(chain, times) {
  let { points } = chain;
  const n = points.length;
  for (let t = 0; t < times; t++) {
    points = points.map((p, i) => {
      if (!chain.closed && (i === 0 || i === n - 1)) return p;
      const a = points[(i + n - 1) % n];
      const b = points[(i + 1) % n];
      return { x: (a.x + 2 * p.x + b.x) / 4, y: (a.y + 2 * p.y + b.y) / 4 };
    });
  }
  return { ...chain, points };
}

/**
 * A smooth curve through the points, as short straight pieces.
 * @param {Chain} chain @param {number} [pieces] pieces between two points
 * @returns {Point[]}
 */
export function smooth(chain, pieces = 8) {
  const { points, closed } = chain;
  const n = points.length;
  const get = (/** @type {number} */ i) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  const out = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let k = 0; k < pieces; k++) {
      const t = k / pieces;
      const f = (/** @type {"x"|"y"} */ c) =>
        0.5 * (2 * p1[c] + (p2[c] - p0[c]) * t + (2 * p0[c] - 5 * p1[c] + 4 * p2[c] - p3[c]) * t * t
          + (3 * p1[c] - p0[c] - 3 * p2[c] + p3[c]) * t * t * t);
      out.push({ x: f("x"), y: f("y") });
    }
  }
  out.push(closed ? out[0] : points[n - 1]);
  return out;
}

/**
 * Walk along a line.
 * @param {Point[]} line @returns {{length: number, at: (s: number) => Point & {angle: number}, nearest: (p: Point) => number}}
 */
export function ruler(line) {
  const sums = [0];
  for (let i = 1; i < line.length; i++) sums.push(sums[i - 1] + Math.hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y));
  const length = sums[sums.length - 1];
  return {
    length,
    at(s) {
      const want = Math.max(0, Math.min(length, s));
      let i = 1;
      while (i < sums.length - 1 && sums[i] < want) i++;
      const t = sums[i] > sums[i - 1] ? (want - sums[i - 1]) / (sums[i] - sums[i - 1]) : 0;
      const a = line[i - 1];
      const b = line[i];
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: Math.atan2(b.y - a.y, b.x - a.x) };
    },
    nearest(p) {
      let best = 0;
      let least = Infinity;
      line.forEach((q, i) => {
        const d = (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
        if (d < least) {
          least = d;
          best = sums[i];
        }
      });
      return best;
    },
  };
}
