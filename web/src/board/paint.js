/** Painting a part of the map on a canvas. The context's transform maps world units to device pixels. */
import { H, R, corners } from "./grid.js";
import { icon } from "./icons.js";
import { terrain } from "./terrain.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */
/** @typedef {{ids: boolean, names: boolean, flat: boolean, grid: boolean}} Show */

export const FONT = '"Barlow Condensed", "Liberation Sans Narrow", "Arial Narrow", sans-serif';

/**
 * @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {Box} box part of the world @param {number} k zoom (CSS pixels a unit)
 * @param {Show} show @param {import("./labels.js").Label[]} labels
 */
export function paint(ctx, scene, box, k, show, labels) {
  const cells = scene.visible({ x0: box.x0 - R, y0: box.y0 - R, x1: box.x1 + R, y1: box.y1 + R });
  ctx.save();
  sheet(ctx, scene);
  ctx.save();
  ctx.clip(scene.outline);
  ground(ctx, cells, scene);
  if (scene.relief) {
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(scene.relief, -2.5, -2.5, scene.relief.width * 5, scene.relief.height * 5);
  }
  contours(ctx, scene, box, k);
  if (show.flat) flat(ctx, cells);
  else town(ctx, scene, cells, k);
  for (const river of scene.rivers) water(ctx, river, k);
  roads(ctx, scene, k);
  for (const b of scene.barriers) barrier(ctx, b);
  for (const b of scene.bridges) bridge(ctx, b);
  ctx.restore();
  if (show.grid) grid(ctx, cells, k, scene.outline);
  places(ctx, cells, k);
  if (show.ids && k >= 0.72) ids(ctx, cells, k);
  riverNames(ctx, scene, k);
  if (show.names) names(ctx, labels, box, k);
  ctx.restore();
}

/** The sheet that the map is printed on. */
function sheet(ctx, scene) {
  const m = 26;
  ctx.fillStyle = "rgba(0,0,0,.35)";
  ctx.fillRect(-m + 5, -m + 7, scene.size.w + 2 * m, scene.size.h + 2 * m);
  ctx.fillStyle = "#eee5cc";
  ctx.fillRect(-m, -m, scene.size.w + 2 * m, scene.size.h + 2 * m);
  ctx.strokeStyle = "#8d7a56";
  ctx.lineWidth = 1.2;
  ctx.strokeRect(-m + 8, -m + 8, scene.size.w + 2 * m - 16, scene.size.h + 2 * m - 16);
}

function ground(ctx, cells, scene) {
  ctx.lineWidth = 1;
  for (const cell of cells) {
    const style = terrain(cell.t);
    ctx.fillStyle = ctx.strokeStyle = style.fill;
    ctx.fill(cell.area);
    ctx.stroke(cell.area);
  }
  // Wet and open ground runs out softly into what lies around it.
  ctx.lineJoin = "round";
  for (const cell of cells) {
    const { fill, blend = scene.wild && cell.t === "clear" ? 11 : 0 } = terrain(cell.t);
    if (!blend) continue;
    ctx.strokeStyle = fill;
    for (const [part, alpha] of [[1, 0.22], [0.62, 0.3], [0.3, 0.4]]) {
      ctx.globalAlpha = alpha;
      ctx.lineWidth = 2 * blend * part;
      ctx.stroke(cell.area);
    }
    ctx.globalAlpha = 1;
  }
  if (!scene.wet) return;
  ctx.fillStyle = "rgba(70,128,92,.2)";
  ctx.fill(scene.outline);
}

function contours(ctx, scene, box, k) {
  const { size, pieces } = scene.contours;
  ctx.lineWidth = Math.max(0.75, 0.55 / k);
  for (const piece of pieces) {
    if (piece.x > box.x1 + 5 || piece.y > box.y1 + 5 || piece.x + size < box.x0 - 5 || piece.y + size < box.y0 - 5) continue;
    piece.paths.forEach((path, i) => {
      ctx.strokeStyle = i % 2 ? "rgba(122,84,38,.6)" : "rgba(122,84,38,.42)";
      ctx.stroke(path);
    });
  }
}

function town(ctx, scene, cells, k) {
  for (const cell of cells) for (const layer of scene.layersOf(cell)) {
    if (layer.from && k < layer.from) continue;
    if (layer.dx) ctx.translate(layer.dx, layer.dy);
    if (layer.fill) {
      ctx.fillStyle = layer.fill;
      ctx.fill(layer.path);
    }
    if (layer.stroke) {
      ctx.strokeStyle = layer.stroke;
      ctx.lineWidth = layer.width ?? 1;
      ctx.stroke(layer.path);
    }
    if (layer.dx) ctx.translate(-layer.dx, -layer.dy);
  }
}

function water(ctx, river, k) {
  const { style, path } = river;
  ctx.lineJoin = ctx.lineCap = "round";
  const pass = (/** @type {number} */ width, /** @type {string} */ colour) => {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.stroke(path);
  };
  if (style.ripple) pass(style.width + 7, "rgba(238,228,196,.85)");
  pass(style.width + 2.6, style.bank);
  pass(style.width, style.water);
  if (!style.light) return;
  pass(style.width * 0.62, mix(style.water, style.light, 0.4));
  pass(style.width * 0.28, mix(style.water, style.light, 0.75));
  if (!style.ripple || k < 0.6) return;
  ctx.setLineDash([9, 17, 5, 23]);
  ctx.lineWidth = 0.8;
  ctx.strokeStyle = "rgba(255,255,255,.6)";
  ctx.lineDashOffset = 6;
  for (const side of [-0.27, 0.27]) for (const l of river.lines) {
    ctx.beginPath();
    l.line.forEach((p, i) => {
      const q = l.line[Math.min(l.line.length - 1, i + 1)];
      const o = l.line[Math.max(0, i - 1)];
      const d = Math.hypot(q.x - o.x, q.y - o.y) || 1;
      ctx.lineTo(p.x - ((q.y - o.y) / d) * style.width * side, p.y + ((q.x - o.x) / d) * style.width * side);
    });
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

function mix(a, b, t) {
  const n = (/** @type {string} */ c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
  const [p, q] = [n(a), n(b)];
  return `rgb(${p.map((v, i) => Math.round(v + (q[i] - v) * t)).join(",")})`;
}

function roads(ctx, scene, k) {
  ctx.lineJoin = ctx.lineCap = "round";
  const least = 1.6 / k;
  for (const { style, path } of scene.links) {
    if (!style.casing) continue;
    ctx.lineWidth = Math.max(style.width, least) + 2 * style.edge;
    ctx.strokeStyle = style.casing;
    ctx.stroke(path);
  }
  for (const { style, path } of scene.links) {
    ctx.lineWidth = Math.max(style.width, least);
    ctx.strokeStyle = style.fill;
    if (style.dash) ctx.setLineDash(style.dash);
    ctx.stroke(path);
    ctx.setLineDash([]);
  }
}

function barrier(ctx, b) {
  ctx.lineCap = "round";
  ctx.strokeStyle = b.style.colour;
  ctx.lineWidth = b.style.width;
  if (b.style.dash) ctx.setLineDash(b.style.dash);
  ctx.stroke(b.path);
  ctx.setLineDash([]);
  if (!b.style.teeth) return;
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  for (const { a, b: e } of b.edges) for (let t = 0.1; t < 1; t += 0.16) {
    const x = a.x + (e.x - a.x) * t;
    const y = a.y + (e.y - a.y) * t;
    const d = Math.hypot(e.x - a.x, e.y - a.y);
    ctx.moveTo(x, y);
    ctx.lineTo(x - ((e.y - a.y) / d) * 5, y + ((e.x - a.x) / d) * 5);
  }
  ctx.stroke();
}

function bridge(ctx, b) {
  const nx = -b.uy;
  const ny = b.ux;
  const deck = (/** @type {number} */ width, /** @type {string} */ colour, dx = 0, dy = 0) => {
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.beginPath();
    ctx.moveTo(b.p.x + dx, b.p.y + dy);
    ctx.lineTo(b.q.x + dx, b.q.y + dy);
    ctx.stroke();
  };
  ctx.lineCap = "butt";
  deck(9, "rgba(20,45,65,.4)", 1.6, 2.2);
  deck(9.6, "#4b3a2c");
  deck(7.4, "#c9b99a");
  deck(5, "#fbf3dc");
  ctx.strokeStyle = "#4b3a2c";
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  for (const [e, s] of [[b.p, -1], [b.q, 1]]) for (const w of [-1, 1]) {
    ctx.moveTo(e.x + nx * w * 4.8, e.y + ny * w * 4.8);
    ctx.lineTo(e.x + nx * w * 7.4 + b.ux * s * 3, e.y + ny * w * 7.4 + b.uy * s * 3);
  }
  ctx.stroke();
}

function flat(ctx, cells) {
  for (const cell of cells) {
    const style = terrain(cell.t);
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = style.tint;
    ctx.beginPath();
    corners(cell.c, R * 0.985).forEach((p) => ctx.lineTo(p.x, p.y));
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.fillStyle = "rgba(30,20,8,.55)";
    ctx.font = `600 17px ${FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(style.letter ?? "", cell.c.x, cell.c.y - H * 0.16);
  }
}

function grid(ctx, cells, k, outline) {
  ctx.lineCap = "butt";
  ctx.lineWidth = Math.max(0.7, 0.8 / k);
  ctx.strokeStyle = k < 0.5 ? "rgba(56,42,22,.3)" : "rgba(56,42,22,.42)";
  ctx.beginPath();
  for (const cell of cells) {
    const cs = corners(cell.c);
    ctx.moveTo(cs[0].x, cs[0].y);
    for (const i of [1, 2, 3]) ctx.lineTo(cs[i].x, cs[i].y);
  }
  ctx.stroke();
  ctx.lineWidth = Math.max(1.2, 1.2 / k);
  ctx.stroke(outline);
}

function places(ctx, cells, k) {
  for (const cell of cells) {
    const f = cell.feature;
    if (!f) continue;
    if (f.ring) {
      ctx.strokeStyle = f.ring;
      ctx.globalAlpha = 0.85;
      ctx.lineWidth = Math.max(2.1, 1.3 / k);
      ctx.beginPath();
      corners(cell.c, R - 2.6).forEach((p) => ctx.lineTo(p.x, p.y));
      ctx.closePath();
      ctx.stroke();
      ctx.globalAlpha = 1;
    }
    if (f.icon && !(f.until < k)) icon(ctx, f.icon, cell.c.x, cell.c.y, k < 0.55 ? 13 : 11, f.colour);
  }
}

function ids(ctx, cells, k) {
  const size = Math.min(11, 6 + 2.6 * k) / k;
  ctx.font = `500 ${size}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "top";
  ctx.lineJoin = "round";
  for (const cell of cells) {
    const y = cell.c.y - H / 2 + 2.2;
    ctx.lineWidth = 2.2 / k;
    ctx.strokeStyle = "rgba(244,237,214,.75)";
    ctx.strokeText(cell.id, cell.c.x, y);
    ctx.fillStyle = "rgba(62,46,24,.95)";
    ctx.fillText(cell.id, cell.c.x, y);
  }
}

function names(ctx, labels, box, k) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const l of labels) {
    const half = l.w / k / 2 + 4;
    if (l.x + half < box.x0 || l.x - half > box.x1 || l.y + 20 / k < box.y0 || l.y - 20 / k > box.y1) continue;
    ctx.font = `${l.italic ? "italic " : ""}${l.weight} ${l.size / k}px ${FONT}`;
    ctx.lineWidth = 3.4 / k;
    ctx.strokeStyle = "rgba(252,246,228,.92)";
    ctx.fillStyle = l.colour;
    const lines = l.lines ?? [l.text];
    for (const pass of ["strokeText", "fillText"])
      lines.forEach((line, i) => ctx[pass](line, l.x, l.y + ((i - (lines.length - 1) / 2) * l.size) / k));
  }
}

/** Names of rivers, letter by letter along the water. */
function riverNames(ctx, scene, k) {
  for (const label of scene.board.labels ?? []) {
    if (label.kind !== "river") continue;
    const cell = scene.cells.get(label.hex);
    const lines = scene.rivers.flatMap((r) => r.lines.map((l) => ({ ...l, width: r.style.width })));
    if (!cell || !lines.length) continue;
    let best = lines[0];
    let least = Infinity;
    for (const l of lines) {
      const p = l.ruler.at(l.ruler.nearest(cell.c));
      const d = Math.hypot(p.x - cell.c.x, p.y - cell.c.y);
      if (d < least) [least, best] = [d, l];
    }
    along(ctx, label.text, best, best.ruler.nearest(cell.c), k);
  }
}

function along(ctx, text, line, s0, k) {
  const size = Math.min(line.width * 0.72, Math.max(line.width * 0.5, 11 / k));
  if (size * k < 8) return;
  const gap = size * 1.25;
  const start = s0 - (gap * (text.length - 1)) / 2;
  const flip = Math.cos(line.ruler.at(s0).angle) < -0.05;
  ctx.font = `italic 600 ${size}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "rgba(22,62,90,.8)";
  for (let i = 0; i < text.length; i++) {
    const p = line.ruler.at(start + gap * (flip ? text.length - 1 - i : i));
    ctx.save();
    ctx.translate(p.x, p.y);
    ctx.rotate(p.angle + (flip ? Math.PI : 0));
    ctx.fillText(text[i], 0, 0);
    ctx.restore();
  }
}
