/** Names on the map: which appear at a zoom, and where, so that no two lie over each other. */
import { H, centre } from "./grid.js";

/** @typedef {{text: string, x: number, y: number, size: number, colour: string, rank: number, weight: number, italic?: boolean, w: number, lines?: string[], base?: number}} Label `base`: the hex's middle, under whose icon the name goes */

/**
 * @param {import("./scene.js").Scene} scene @param {number} k zoom @param {(text: string, size: number, weight: number) => number} measure screen width
 * @returns {Label[]} in world coordinates, sizes in screen pixels
 */
export function placeLabels(scene, k, measure) {
  /** @type {Label[]} */
  const wanted = [];
  for (const cell of scene.cells.values()) {
    const f = cell.feature;
    if (!cell.name || !f || k < f.from) continue;
    const size = Math.min(16, (f.rank <= 3 ? 9.5 : 8.5) + 3.2 * k);
    wanted.push({ text: cell.name, x: cell.c.x, y: cell.c.y + H * 0.4, base: cell.c.y, size, colour: f.colour, rank: f.rank, weight: f.rank <= 3 ? 700 : 600, w: 0 });
  }
  for (const cell of scene.cells.values()) {
    if (cell.name && !cell.feature && k >= 0.7) {
      wanted.push({ text: cell.name, x: cell.c.x, y: cell.c.y + H * 0.4, base: cell.c.y, size: Math.min(15, 9 + 3 * k), colour: "#443a2a", rank: 6, weight: 600, w: 0 });
    }
  }
  if (k >= 0.85) for (const b of scene.bridges) {
    if (b.name) wanted.push({ text: b.name, x: b.at.x, y: b.at.y + 15, size: Math.min(13, 8 + 2.6 * k), colour: "#17405a", rank: 4, weight: 600, italic: true, w: 0 });
  }
  for (const l of scene.board.labels ?? []) {
    if (l.kind === "river" || !l.hex) continue;
    const c = centre(l.hex);
    const edge = l.kind === "edge";
    if (edge && k < 0.3) continue;
    wanted.push({
      text: edge ? l.text : l.text.toUpperCase(), x: c.x, y: c.y, rank: edge ? 3.5 : 4.5, w: 0, weight: 600, italic: edge,
      size: edge ? Math.min(14, 9 + 4 * k) : Math.min(24, 10 + 9 * k), colour: edge ? "#5b4426" : "rgba(92,66,34,.8)",
    });
  }
  wanted.sort((a, b) => a.rank - b.rank);
  /** @type {Label[]} */
  const placed = [];
  const boxes = [...scene.cells.values()].filter((c) => c.feature?.icon).map(({ c }) => ({ x0: c.x - 11, x1: c.x + 11, y0: c.y - 11, y1: c.y + 11 }));
  for (const label of wanted) {
    const lines = wrap(label.text);
    label.lines = lines;
    label.w = Math.max(...lines.map((line) => measure(line, label.size, label.weight)));
    const w = label.w / k / 2 + 2 / k;
    const h = (label.size * 0.5 * lines.length + 1) / k;
    label.x = Math.max(w, Math.min(scene.size.w - w, label.x));
    // From afar counters fill their hex: a place's name stands below it.
    const below = label.base === undefined ? 0 : k < 1 && label.rank <= 3 ? label.base + H / 2 + h - label.y : Math.max(label.base + H / 2 - 1.5 - h, label.base + 13 + h) - label.y;
    for (const dy of [below, below + H * 0.1, -H * 0.8 - below]) {
      const box = { x0: label.x - w, x1: label.x + w, y0: label.y + dy - h, y1: label.y + dy + h };
      if (boxes.some((b) => b.x0 < box.x1 && b.x1 > box.x0 && b.y0 < box.y1 && b.y1 > box.y0)) continue;
      boxes.push(box);
      placed.push({ ...label, y: label.y + dy });
      break;
    }
  }
  return placed;
}

/** A long name in two lines, broken near its middle. @param {string} text */
export function wrap(text) {
  if (text.length < 14) return [text];
  const spaces = [...text.matchAll(/ /g)].map((m) => m.index);
  if (!spaces.length) return [text];
  const cut = spaces.reduce((a, b) => (Math.abs(b - text.length / 2) < Math.abs(a - text.length / 2) ? b : a));
  return [text.slice(0, cut), text.slice(cut + 1)];
}
