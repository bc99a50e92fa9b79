/** Painting a town plan: grounds, woods, water, streets, roofs, walls, megahexes and names. */
import { R, corners, hexAt } from "./grid.js";
import { hash, random } from "./noise.js";
import { FONT } from "./paint.js";

/** @typedef {ReturnType<typeof import("./town.js").buildTown>} Town */

const GROUND = {
  field: "#e6dfae", meadow: "#c9d8a0", garden: "#bfd29a", yard: "#d9d2bf", square: "#e3d9c6", cemetery: "#b9cba4", pitch: "#a5cf86", dump: "#b9a98c",
  thin: "#b5cb92", fountain: "#e3d9c6", courtyard: "#d5c9ae",
};
const PLAIN = "#d8dcb9";
const ROADS = { road: [15, "#8a7a5e", "#f7efd8"], street: [11, "#93866d", "#f1e9d5"], lane: [7.5, "#a0947c", "#eee5d0"], path: [2.4, "", "#b59f74"] };
const ROOFS = { wood: ["#b5774a", "#8d5631"], stone: ["#b4553f", "#8a3a2b"], concrete: ["#9aa0a8", "#70767f"] };

/**
 * @param {CanvasRenderingContext2D} ctx @param {Town} town @param {{x0: number, y0: number, x1: number, y1: number}} box @param {number} k zoom
 * @param {{ids: boolean, names: boolean, flat: boolean, grid: boolean}} show @param {any[]} labels
 */
export function paintTown(ctx, town, box, k, show, labels) {
  const cells = town.visible({ x0: box.x0 - R, y0: box.y0 - R, x1: box.x1 + R, y1: box.y1 + R });
  const near = (/** @type {any} */ s) => s.mid.box.x0 < box.x1 + 8 && s.mid.box.x1 > box.x0 - 8 && s.mid.box.y0 < box.y1 + 8 && s.mid.box.y1 > box.y0 - 8;
  const shapes = town.shapes.filter(near);
  ctx.save();
  ground(ctx, cells, k);
  for (const s of shapes) if (s.kind === "woods") woods(ctx, s, k);
  const inSight = town.lines.filter((/** @type {any} */ l) => l.box.x0 < box.x1 + 20 && l.box.x1 > box.x0 - 20 && l.box.y0 < box.y1 + 20 && l.box.y1 > box.y0 - 20);
  lines(ctx, inSight, k);
  for (const s of shapes) if (s.kind === "embankment") embankment(ctx, s);
  bridges(ctx, inSight);
  for (const s of shapes) if (s.kind === "building") roof(ctx, s, k);
  for (const s of shapes) if (s.kind === "wall") stroke(ctx, s.path, 3.4, "#3b2418");
  village(ctx, town);
  if (show.grid) grid(ctx, town, cells, k);
  if (k >= 0.95) doors(ctx, town, box);
  dim(ctx, cells);
  codes(ctx, town, box, k);
  if (show.ids && k >= 1.1) ids(ctx, cells, k);
  if (show.names) names(ctx, labels, box, k);
  ctx.restore();
}

function stroke(ctx, path, width, colour, dash) {
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  if (dash) ctx.setLineDash(dash);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

function ground(ctx, cells, k) {
  for (const cell of cells) {
    const kind = cell.flags.find((/** @type {string} */ f) => GROUND[f]);
    ctx.fillStyle = ctx.strokeStyle = cell.flags.includes("pond") ? "#8fbcd6" : kind ? GROUND[kind] : PLAIN;
    ctx.lineWidth = 1;
    ctx.fill(cell.area);
    ctx.stroke(cell.area);
    if (k > 0.5) speckle(ctx, cell, kind);
  }
}

/** Small marks that tell grounds apart by more than their colour. */
function speckle(ctx, cell, kind) {
  const rnd = random(Math.floor(hash(cell.c.x, cell.c.y, 7) * 1e9));
  if (kind === "garden" || kind === "thin" || kind === "cemetery") {
    ctx.fillStyle = kind === "cemetery" ? "rgba(60,70,60,.55)" : "rgba(70,110,50,.5)";
    for (let i = 0; i < 9; i++) {
      const [x, y] = [cell.c.x + (rnd() - 0.5) * R * 1.3, cell.c.y + (rnd() - 0.5) * R * 1.3];
      ctx.beginPath();
      if (kind === "cemetery") ctx.rect(x - 1, y - 2.4, 2, 4.8);
      else ctx.arc(x, y, 1.4 + 1.8 * rnd(), 0, 7);
      ctx.fill();
    }
  } else if (kind === "field") {
    ctx.strokeStyle = "rgba(140,120,50,.28)";
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let i = -2; i <= 2; i++) {
      ctx.moveTo(cell.c.x - R * 0.7, cell.c.y + i * 10 - 4);
      ctx.lineTo(cell.c.x + R * 0.7, cell.c.y + i * 10 + 4);
    }
    ctx.stroke();
  }
}

function woods(ctx, s, k) {
  ctx.save();
  ctx.fillStyle = "#7fa05f";
  ctx.fill(s.path);
  ctx.clip(s.path);
  s.crowns ??= crowns(s);
  // From afar half of the trees do: fewer and the same in every tile.
  for (const { colour, shade, leaves } of k < 0.5 ? s.crowns.slice(0, CROWNS / 2) : s.crowns) {
    ctx.fillStyle = "rgba(30,55,25,.35)";
    ctx.fill(shade);
    ctx.fillStyle = colour;
    ctx.fill(leaves);
  }
  ctx.restore();
  stroke(ctx, s.path, 1.2, "#3f5f2f");
}

/** How many paths a wood's trees are gathered in. */
const CROWNS = 24;

/** The trees of a wood as a few paths, made once: circles one by one cost a tile's time. */
function crowns(s) {
  const rnd = random(Math.floor(hash(s.mid.x, s.mid.y, 3) * 1e9));
  const out = Array.from({ length: CROWNS }, (_, i) => ({ colour: ["#5f8846", "#6d9650", "#54793d", "#789f58"][i % 4], shade: new Path2D(), leaves: new Path2D() }));
  const n = Math.min(900, Math.round((s.mid.w * s.mid.h) / 130));
  for (let i = 0; i < n; i++) {
    const [x, y, r] = [s.mid.box.x0 + rnd() * s.mid.w, s.mid.box.y0 + rnd() * s.mid.h, 4.5 + 4 * rnd()];
    const { shade, leaves } = out[i % CROWNS];
    shade.moveTo(x + 1.4 + r, y + 1.8);
    shade.arc(x + 1.4, y + 1.8, r, 0, 7);
    leaves.moveTo(x + r, y);
    leaves.arc(x, y, r, 0, 7);
  }
  return out;
}

function lines(ctx, all, k) {
  const of = (/** @type {string} */ kind) => all.filter((/** @type {any} */ l) => l.kind === kind);
  for (const l of of("river")) {
    for (const [w, c] of [[30, "#d6cfa6"], [25, "#4f83a3"], [22, "#7db2d0"], [12, "#93c3dc"]]) stroke(ctx, l.path, w, c);
  }
  for (const kind of ["path", "lane", "street", "road"]) {
    const [width, casing] = ROADS[kind];
    if (casing) for (const l of of(kind)) stroke(ctx, l.path, Math.max(width, 1.8 / k) + 2, casing);
  }
  for (const kind of ["path", "lane", "street", "road"]) {
    const [width, , fill] = ROADS[kind];
    for (const l of of(kind)) stroke(ctx, l.path, Math.max(width, 1.4 / k), fill, kind === "path" ? [4, 4] : undefined);
  }
  for (const l of of("road")) stroke(ctx, l.path, 0.9, "rgba(120,100,70,.55)", [7, 7]);
  for (const l of of("rail")) {
    stroke(ctx, l.path, 7.5, "#b8aa92");
    stroke(ctx, l.path, 4.6, "#4a4440");
    stroke(ctx, l.path, 3, "#d9d2c4", [4, 4]);
  }
}

function embankment(ctx, s) {
  ctx.fillStyle = "rgba(130,105,70,.55)";
  ctx.fill(s.path);
  stroke(ctx, s.path, 1.3, "#6f5736", [2.5, 2.5]);
}

function bridges(ctx, all) {
  for (const l of all) {
    if (l.kind !== "bridge") continue;
    const w = l.foot ? 5 : 15;
    stroke(ctx, l.path, w + 5, "rgba(20,45,65,.35)");
    stroke(ctx, l.path, w + 3, "#4b3a2c");
    stroke(ctx, l.path, w, "#fbf3dc");
  }
}

function roof(ctx, s, k) {
  const [fill, dark] = ROOFS[s.roof] ?? ROOFS.stone;
  const lift = Math.min(7, 1.6 + 1.1 * (s.floors ?? 2));
  ctx.save();
  ctx.translate(lift * 0.8, lift);
  ctx.fillStyle = "rgba(25,20,15,.38)";
  ctx.fill(s.path);
  ctx.restore();
  ctx.fillStyle = fill;
  ctx.fill(s.path);
  if (k > 0.45) {
    ctx.save();
    ctx.clip(s.path);
    ctx.strokeStyle = dark;
    ctx.globalAlpha = s.roof === "concrete" ? 0.25 : 0.4;
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    const gap = s.roof === "concrete" ? 11 : 4.5;
    for (let d = s.mid.box.x0 - s.mid.h; d < s.mid.box.x1; d += gap) {
      ctx.moveTo(d, s.mid.box.y0);
      ctx.lineTo(d + s.mid.h * 0.25, s.mid.box.y1);
    }
    ctx.stroke();
    ctx.globalAlpha = 0.3;
    ctx.strokeStyle = "#fff";
    ctx.lineWidth = 2.4;
    ctx.translate(1, 1.2);
    ctx.stroke(s.path);
    ctx.restore();
  }
  stroke(ctx, s.path, 1.5, "#3d2a20");
}

function village(ctx, town) {
  ctx.fillStyle = "rgba(196,120,40,.10)";
  for (const a of town.areas) if (a.old_village) ctx.fill(a.path);
}

function grid(ctx, town, cells, k) {
  ctx.lineWidth = Math.max(0.5, 0.6 / k);
  ctx.strokeStyle = k < 0.5 ? "rgba(50,40,25,.16)" : "rgba(50,40,25,.3)";
  ctx.beginPath();
  for (const cell of cells) {
    const cs = corners(cell.c);
    ctx.moveTo(cs[0].x, cs[0].y);
    for (const i of [1, 2, 3]) ctx.lineTo(cs[i].x, cs[i].y);
  }
  ctx.stroke();
  ctx.lineJoin = "round";
  for (const a of town.areas) {
    ctx.lineWidth = Math.max(1.6, 1.5 / k);
    ctx.strokeStyle = a.old_village ? "rgba(140,62,10,.75)" : "rgba(40,46,70,.6)";
    ctx.stroke(a.path);
  }
  ctx.lineWidth = Math.max(1.6, 1.5 / k);
  ctx.strokeStyle = "#2b2418";
  ctx.stroke(town.outline);
}

/** Doors: where a building may be entered or left. */
function doors(ctx, town, box) {
  ctx.strokeStyle = "#1c6b3a";
  ctx.lineWidth = 2.4;
  ctx.lineCap = "round";
  ctx.beginPath();
  for (const d of town.doors) {
    if (d.x < box.x0 - 9 || d.x > box.x1 + 9 || d.y < box.y0 - 9 || d.y > box.y1 + 9) continue;
    ctx.moveTo(d.x - d.ux * 5, d.y - d.uy * 5);
    ctx.lineTo(d.x + d.ux * 5, d.y + d.uy * 5);
  }
  ctx.stroke();
}

/** What lies outside the scenario's part of the map. */
function dim(ctx, cells) {
  ctx.fillStyle = ctx.strokeStyle = "rgba(24,28,34,.62)";
  for (const cell of cells) if (cell.out) ctx.fill(cell.area);
}

function codes(ctx, town, box, k) {
  const size = k < 0.9 ? Math.max(26, 15 / k) : 15 / k;
  ctx.font = `700 ${size}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const a of town.areas) {
    if (a.c.x < box.x0 - 90 || a.c.x > box.x1 + 90 || a.c.y < box.y0 - 90 || a.c.y > box.y1 + 90) continue;
    const y = k < 0.9 ? a.c.y : a.c.y - R * 1.7;
    const text = k < 0.9 ? a.code : `${a.code} · ${a.search}`;
    ctx.lineWidth = size * 0.22;
    ctx.strokeStyle = "rgba(255,250,232,.62)";
    ctx.strokeText(text, a.c.x, y);
    ctx.fillStyle = a.old_village ? "rgba(128,52,6,.85)" : "rgba(34,40,66,.78)";
    ctx.fillText(text, a.c.x, y);
  }
}

function ids(ctx, cells, k) {
  ctx.font = `500 ${Math.min(12, 7 + 2 * k) / k}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "bottom";
  for (const cell of cells) {
    ctx.lineWidth = 2 / k;
    ctx.strokeStyle = "rgba(255,250,235,.7)";
    ctx.strokeText(cell.id, cell.c.x, cell.c.y + R * 0.82);
    ctx.fillStyle = "rgba(50,40,25,.95)";
    ctx.fillText(cell.id, cell.c.x, cell.c.y + R * 0.82);
  }
}

function names(ctx, labels, box, k) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const l of labels) {
    if (l.x < box.x0 - 160 || l.x > box.x1 + 160 || l.y < box.y0 - 60 || l.y > box.y1 + 60) continue;
    ctx.save();
    ctx.translate(l.x, l.y);
    ctx.rotate(l.angle);
    ctx.font = `${l.italic ? "italic " : ""}600 ${l.size / k}px ${FONT}`;
    ctx.lineWidth = 3 / k;
    ctx.strokeStyle = "rgba(255,250,235,.85)";
    ctx.fillStyle = l.colour;
    ctx.strokeText(l.text, 0, 0);
    ctx.fillText(l.text, 0, 0);
    ctx.restore();
  }
}

/** Places along a line where its name may stand, the middle first. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88];

/**
 * Names of streets along them, of buildings and woods on them; none over a megahex's code or another name, and of what lies outside
 * the scenario's part of the map only what does not leave it.
 * @param {Town} town @param {number} k @param {(text: string, size: number, weight: number) => number} measure
 */
export function placeTownLabels(town, k, measure) {
  const out = [];
  const size = Math.min(14, 8 + 3 * k);
  const codeY = k < 0.9 ? 0 : -R * 1.7;
  const taken = town.areas.map((/** @type {any} */ a) => ({ x: a.c.x, y: a.c.y + codeY, w: 20 / k, h: 10 / k }));
  const add = (label, w) => {
    const [cos, sin] = [Math.abs(Math.cos(label.angle)), Math.abs(Math.sin(label.angle))];
    const box = { x: label.x, y: label.y, w: (w * cos) / 2 + (size * sin) / k, h: (w * sin) / 2 + (size * 0.6) / k };
    if (taken.some((b) => Math.abs(b.x - box.x) < b.w + box.w && Math.abs(b.y - box.y) < b.h + box.h)) return false;
    taken.push(box);
    out.push(label);
    return true;
  };
  const shown = (/** @type {{x: number, y: number}} */ p) => !town.cells.get(hexAt(p.x, p.y))?.out;
  for (const l of town.lines) {
    const river = l.kind === "river";
    if (!l.name || l.kind === "bridge" || l.kind === "path" || (k < 0.55 && !river && !(k >= 0.4 && l.kind === "road"))) continue;
    const w = measure(l.name, size, 600) / k;
    for (const f of ALONG) {
      const i = Math.floor((l.ps.length - 1) * f);
      const [p, a, b] = [l.ps[i], l.ps[Math.max(0, i - 4)], l.ps[Math.min(l.ps.length - 1, i + 4)]];
      let angle = Math.atan2(b.y - a.y, b.x - a.x);
      if (Math.abs(angle) > Math.PI / 2) angle += Math.PI;
      if (shown(p) && add({ text: l.name, x: p.x, y: p.y, angle, size: river ? size + 2 : size, italic: river, colour: river ? "#154a6b" : "#5a4425" }, w)) break;
    }
  }
  if (k >= 0.75) for (const s of town.shapes) {
    if (!s.name || s.kind === "wall" || s.name.startsWith("Haus") || !shown(s.mid)) continue;
    const w = measure(s.name, size, 600) / k;
    if (w > Math.max(s.mid.w * 2.2, 90)) continue;
    add({ text: s.name, x: s.mid.x, y: s.mid.y, angle: 0, size, italic: s.kind === "woods", colour: s.kind === "woods" ? "#20401c" : "#33150c" }, w);
  }
  if (k >= 1) for (const l of town.lines) {
    if (l.kind !== "bridge" || !l.name) continue;
    const p = l.ps[l.ps.length >> 1];
    if (shown(p)) add({ text: l.name, x: p.x, y: p.y + 18, angle: 0, size: size - 1, italic: true, colour: "#17405a" }, measure(l.name, size - 1, 600) / k);
  }
  return out;
}
