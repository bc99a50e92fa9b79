/** What a hex of each kind is filled with: blocks, houses, fields, plazas, trees. Each detail is a list of filled or stroked paths. */
import { R, corners, parse } from "./grid.js";
import { fractal, noise, random } from "./noise.js";
import { area, blocks, inset, middle } from "./polygons.js";

/** @typedef {import("./grid.js").Point} Point */
/** @typedef {{path: Path2D, fill?: string, stroke?: string, width?: number, from?: number, dx?: number, dy?: number}} Layer `from`: least zoom */
/** @typedef {{c: Point, id: string, angle: number, clear?: (p: Point) => boolean}} Site `clear`: free of roads and water */

const ROOFS = ["#b98a6c", "#ac7a60", "#c39a7b", "#a5705a", "#b7a08a", "#9f8873"];
const HOUSES = ["#b57f60", "#a9694f", "#bf9a7c", "#96806c"];

function poly(/** @type {Path2D} */ path, /** @type {Point[]} */ points) {
  points.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
  path.closePath();
}

const seedOf = (/** @type {string} */ id, salt = 0) => {
  const [c, r] = parse(id);
  return c * 7919 + r * 104729 + salt * 31;
};

function palette(/** @type {string[]} */ colours) {
  const paths = colours.map(() => new Path2D());
  return { paths, layers: (extra = {}) => colours.map((fill, i) => ({ path: paths[i], fill, ...extra })) };
}

/** Dense blocks with courtyards. @param {Site} site @param {(p: Point) => boolean} [keep] @returns {Layer[]} */
function denseBlocks(site, keep = () => true) {
  const rnd = random(seedOf(site.id));
  const colours = palette(ROOFS);
  const shadow = new Path2D();
  const yards = new Path2D();
  const ridge = new Path2D();
  for (const raw of blocks(inset(corners(site.c), 1.1), site.angle, 390, rnd)) {
    const shape = inset(raw, 1.25);
    if (shape.length < 3 || area(shape) < 16 || !keep(middle(shape))) {
      rnd();
      continue;
    }
    poly(shadow, shape);
    poly(colours.paths[Math.floor(rnd() * ROOFS.length)], shape);
    const court = inset(shape, 4.2);
    if (area(shape) > 150 && court.length >= 3 && area(court) > 12) {
      poly(yards, court);
      const middleRidge = inset(shape, 2);
      if (middleRidge.length >= 3) poly(ridge, middleRidge);
    }
  }
  return [
    { path: shadow, fill: "rgba(58,36,20,.42)", dx: 1.1, dy: 1.4, from: 0.45 },
    ...colours.layers(),
    { path: ridge, stroke: "rgba(255,240,215,.35)", width: 0.55, from: 0.9 },
    { path: yards, fill: "#dccdae" },
  ];
}

/** Houses in gardens along small streets. @param {Site} site @returns {Layer[]} */
function houses(site) {
  const rnd = random(seedOf(site.id, 3));
  const gardens = palette(["#cfd3a6", "#c8cd9c", "#d4d3ae"]);
  const roofs = palette(HOUSES);
  const shadow = new Path2D();
  const trees = new Path2D();
  for (const raw of blocks(inset(corners(site.c), 1.4), site.angle, 760, rnd)) {
    const lot = inset(raw, 1.5);
    if (lot.length < 3) continue;
    poly(gardens.paths[Math.floor(rnd() * 3)], lot);
    const line = inset(lot, 3);
    if (line.length < 3) continue;
    for (let i = 0; i < line.length; i++) {
      const p = line[i];
      const q = line[(i + 1) % line.length];
      const len = Math.hypot(q.x - p.x, q.y - p.y);
      const ux = (q.x - p.x) / (len || 1);
      const uy = (q.y - p.y) / (len || 1);
      for (let s = 2.4 + 2 * rnd(); s < len - 1.8; s += 5.4 + 4.6 * rnd()) {
        if (rnd() < 0.2) continue;
        const [w, h] = [1.5 + 0.9 * rnd(), 1.3 + 0.6 * rnd()];
        const x = p.x + ux * s;
        const y = p.y + uy * s;
        const box = [[-w, -h], [w, -h], [w, h], [-w, h]].map(([a, b]) => ({ x: x + ux * a - uy * b, y: y + uy * a + ux * b }));
        poly(shadow, box);
        poly(roofs.paths[Math.floor(rnd() * HOUSES.length)], box);
      }
    }
    const m = middle(lot);
    for (let t = 0; t < 3; t++) dot(trees, m.x + (rnd() - 0.5) * 9, m.y + (rnd() - 0.5) * 9, 0.9 + 0.9 * rnd());
  }
  return [
    ...gardens.layers({ from: 0.3 }),
    { path: trees, fill: "rgba(110,140,78,.75)", from: 0.5 },
    { path: shadow, fill: "rgba(60,42,24,.4)", dx: 0.6, dy: 0.8, from: 0.8 },
    ...roofs.layers({ from: 0.3 }),
  ];
}

function dot(/** @type {Path2D} */ path, x, y, r) {
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 7);
}

/** A plaza with trees, blocks around it. @param {Site} site @returns {Layer[]} */
function plaza(site) {
  const r = R * 0.46;
  const around = denseBlocks(site, (p) => Math.hypot(p.x - site.c.x, p.y - site.c.y) > r + 6);
  const floor = new Path2D();
  floor.arc(site.c.x, site.c.y, r, 0, 7);
  const rings = new Path2D();
  for (const k of [0.36, 0.68]) {
    rings.moveTo(site.c.x + r * k, site.c.y);
    rings.arc(site.c.x, site.c.y, r * k, 0, 7);
  }
  for (let i = 0; i < 8; i++) {
    const a = site.angle + (i * Math.PI) / 4;
    rings.moveTo(site.c.x + Math.cos(a) * r * 0.36, site.c.y + Math.sin(a) * r * 0.36);
    rings.lineTo(site.c.x + Math.cos(a) * r, site.c.y + Math.sin(a) * r);
  }
  const trees = new Path2D();
  const shadows = new Path2D();
  for (let i = 0; i < 18; i++) {
    const a = site.angle + (i * Math.PI) / 9;
    if (i % 3 === 0) continue;
    dot(trees, site.c.x + Math.cos(a) * r * 0.88, site.c.y + Math.sin(a) * r * 0.88, 1.7);
    dot(shadows, site.c.x + Math.cos(a) * r * 0.88 + 0.7, site.c.y + Math.sin(a) * r * 0.88 + 0.9, 1.7);
  }
  const fountain = new Path2D();
  dot(fountain, site.c.x, site.c.y, 2.8);
  return [
    ...around,
    { path: floor, fill: "#f3ead2" },
    { path: rings, stroke: "rgba(150,122,82,.55)", width: 0.7 },
    { path: shadows, fill: "rgba(60,50,20,.3)", from: 0.7 },
    { path: trees, fill: "#8da86a" },
    { path: fountain, fill: "#8fbcd4", stroke: "#8a7350", width: 0.7 },
  ];
}

/** Fields: faint strips and a few trees. @param {Site} site @returns {Layer[]} */
function fields(site) {
  const rnd = random(seedOf(site.id, 5));
  const tones = palette(["rgba(196,205,142,.34)", "rgba(232,226,184,.4)", "rgba(207,210,156,.36)", "rgba(224,213,160,.32)"]);
  const furrows = new Path2D();
  const trees = new Path2D();
  const angle = noise(site.c.x / 260, site.c.y / 260, 41) * Math.PI;
  for (const raw of blocks(corners(site.c, R * 0.99), angle, 1350, rnd)) {
    const strip = inset(raw, 0.9);
    if (strip.length < 3) continue;
    const kind = rnd();
    if (kind < 0.62) poly(tones.paths[Math.floor(rnd() * 4)], strip);
    if (kind < 0.22) hatch(furrows, strip, angle + (rnd() < 0.5 ? 0 : Math.PI / 2), 3.4);
    if (rnd() < 0.2) for (let t = 0; t < 4; t++) dot(trees, strip[0].x + rnd() * 6 - 3, strip[0].y + rnd() * 6 - 3, 0.9 + rnd());
  }
  return [
    ...tones.layers(),
    { path: furrows, stroke: "rgba(140,136,80,.22)", width: 0.6, from: 0.6 },
    { path: trees, fill: "rgba(122,148,86,.65)", from: 0.5 },
  ];
}

/** Parallel lines inside a convex polygon. */
function hatch(/** @type {Path2D} */ path, /** @type {Point[]} */ shape, angle, gap) {
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const values = shape.map((p) => -p.x * uy + p.y * ux);
  for (let v = Math.min(...values) + gap / 2; v < Math.max(...values); v += gap) {
    const cuts = [];
    for (let i = 0; i < shape.length; i++) {
      const a = values[i] - v;
      const b = values[(i + 1) % shape.length] - v;
      if (a * b >= 0) continue;
      const t = a / (a - b);
      const p = shape[i];
      const q = shape[(i + 1) % shape.length];
      cuts.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
    }
    if (cuts.length === 2) {
      path.moveTo(cuts[0].x, cuts[0].y);
      path.lineTo(cuts[1].x, cuts[1].y);
    }
  }
}

function oval(/** @type {Path2D} */ path, x, y, rx, ry, turn = 0) {
  path.moveTo(x + rx * Math.cos(turn), y + rx * Math.sin(turn));
  path.ellipse(x, y, rx, ry, turn, 0, 7);
}

function scatter(/** @type {Site} */ site, salt, n, /** @type {(x: number, y: number, r: number) => void} */ put) {
  const rnd = random(seedOf(site.id, salt));
  for (let i = 0; i < n; i++) {
    const a = rnd() * 2 * Math.PI;
    const d = Math.sqrt(rnd()) * R * 0.86;
    put(site.c.x + Math.cos(a) * d, site.c.y + Math.sin(a) * d * 0.95, rnd());
  }
}

/** @param {Site} site @param {number} n @param {string} colour @returns {Layer[]} */
function canopy(site, n, colour) {
  const shadow = new Path2D();
  const crown = new Path2D();
  const light = new Path2D();
  scatter(site, 9, n, (x, y, r) => {
    const size = 1.5 + 1.7 * r;
    dot(shadow, x + 0.9, y + 1.2, size);
    dot(crown, x, y, size);
    dot(light, x - size * 0.3, y - size * 0.35, size * 0.5);
  });
  return [
    { path: shadow, fill: "rgba(50,50,15,.28)", from: 0.5 },
    { path: crown, fill: colour },
    { path: light, fill: "rgba(235,240,190,.3)", from: 0.7 },
  ];
}

/** @param {Site} site @returns {Layer[]} */
function marsh(site) {
  const reeds = new Path2D();
  const pools = new Path2D();
  scatter(site, 13, 13, (x, y, r) => {
    reeds.moveTo(x - 5, y);
    reeds.lineTo(x + 5, y);
    for (const k of [-2, 0, 2]) {
      reeds.moveTo(x + k, y);
      reeds.lineTo(x + k * 1.5, y - 3 - 2 * r);
    }
  });
  scatter(site, 17, 4, (x, y, r) => oval(pools, x, y, 4 + 4 * r, 1.8 + r));
  return [{ path: pools, fill: "rgba(126,178,205,.65)" }, { path: reeds, stroke: "rgba(70,110,90,.75)", width: 0.8 }];
}

/** Tufts of grass. @param {Site} site @param {number} n @param {string} stroke @returns {Layer} */
function tufts(site, n, stroke) {
  const path = new Path2D();
  scatter(site, 19, n, (x, y, r) => {
    for (const k of [-1.6, 0, 1.6]) {
      path.moveTo(x, y);
      path.lineTo(x + k, y - 2.6 - r);
    }
  });
  return { path, stroke, width: 0.7, from: 0.42 };
}

/** Savanna: bush in belts that run over many hexes, single trees and bare sand between them. @param {Site} site @returns {Layer[]} */
function grass(site) {
  const belt = fractal(site.c.x / 210, site.c.y / 150, 71, 3);
  const dense = Math.max(0, Math.min(1, (belt - 0.36) * 3.4));
  const dry = new Path2D();
  const scrub = new Path2D();
  scatter(site, 21, dense < 0.3 ? 3 : 0, (x, y, r) => oval(dry, x, y, 7 + 7 * r, 2.6 + 2.6 * r, 0.3));
  scatter(site, 25, Math.round(2 + 15 * dense), (x, y, r) => oval(scrub, x, y, 3.6 + 4.4 * r, 2.1 + 2 * r));
  return [
    { path: dry, fill: "rgba(240,226,176,.4)" },
    { path: scrub, fill: "rgba(150,156,84,.3)" },
    ...canopy(site, Math.round(1 + 13 * dense), dense > 0.6 ? "#8f9a55" : "#a3a55e"),
    tufts(site, 16, "rgba(150,128,52,.6)"),
  ];
}

/** Open grass along the rivers. @param {Site} site @returns {Layer[]} */
function meadow(site) {
  const light = new Path2D();
  scatter(site, 27, 5, (x, y, r) => oval(light, x, y, 8 + 6 * r, 3 + 2 * r));
  return [{ path: light, fill: "rgba(236,236,196,.4)" }, tufts(site, 14, "rgba(128,146,78,.55)")];
}

/** @param {Site} site @returns {Layer[]} */
function rough(site) {
  const rocks = new Path2D();
  scatter(site, 23, 14, (x, y, r) => {
    rocks.moveTo(x - 3 - r, y + 1.4);
    rocks.lineTo(x, y - 2 - 2 * r);
    rocks.lineTo(x + 3 + r, y + 1.4);
  });
  return [{ path: rocks, stroke: "rgba(110,84,48,.65)", width: 1 }];
}

/** @param {Site} site @returns {Layer[]} */
function hamlet(site) {
  const roofs = palette(HOUSES);
  const rnd = random(seedOf(site.id, 29));
  for (let i = 0; i < 14; i++) {
    const a = rnd() * 7;
    const d = 5 + rnd() * 13;
    const x = site.c.x + Math.cos(a) * d;
    const y = site.c.y + Math.sin(a) * d;
    roofs.paths[i % HOUSES.length].rect(x - 2, y - 1.6, 3 + 2 * rnd(), 2.6 + rnd());
  }
  return [...meadow(site), ...roofs.layers()];
}

/** @type {Record<string, (site: Site) => Layer[]>} */
const MAKERS = {
  blocks: denseBlocks,
  houses,
  plaza,
  fields,
  hills: (site) => canopy(site, 15, "rgba(122,141,80,.8)"),
  trees: (site) => canopy(site, 46, "#7f9c58"),
  marsh,
  savanna: grass,
  meadow,
  rough,
  hamlet,
};

/** The details of a hex. @param {string | undefined} kind @param {Site} site @returns {Layer[]} */
export const details = (kind, site) => (kind && MAKERS[kind] ? MAKERS[kind](site) : []);
