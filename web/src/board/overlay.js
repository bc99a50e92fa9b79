/** What lies over the terrain: marks, what may be picked, paths, pieces, what just happened. All in world units. */
import { html } from "htm/preact";
import { memo } from "../lib/memo.js";
import { shortNote } from "../lib/chains.js";
import { CounterFace, describe, outlineOf } from "./counter.js";
import { H, R, centre, hexPath } from "./grid.js";

/** @typedef {import("../game/session.js").Session} Session */
/** @typedef {import("../game/ui.js").Ui} Ui */

const SIDE = 46;
const inner = (/** @type {string} */ id, by = 2.4) => hexPath(id, R - by);

/** Marks on hexes, such as rubble. @param {{session: Session}} props */
export function HexMarks({ session }) {
  const about = session.about.value;
  return html`<g class="marks">
    ${Object.entries(session.marks.value).flatMap(([id, h]) => (h.marks ?? []).map((/** @type {string} */ m) => {
      const mark = about.marks?.[m];
      if (mark?.draw === "hex") return html`<g key=${`${id}${m}`} class="hex-mark" style=${`--mark:${mark.color}`}><title>${mark.name}</title><path d=${inner(id)} /><path d=${inner(id, 9)} /></g>`;
      const c = centre(id);
      return html`<g key=${`${id}${m}`} transform="translate(${c.x} ${c.y})"><title>${mark?.name ?? m}</title>
        ${m === "rubble" ? html`<${Rubble} />` : html`<${PlainMark} mark=${mark} id=${m} />`}</g>`;
    }))}
  </g>`;
}

const STONES = [[-20, 9, 13, 8, 12], [-9, 14, 15, 9, -14], [6, 12, 13, 8, 20], [17, 8, 11, 8, -8], [-14, 2, 11, 8, -24], [0, 4, 16, 10, 6], [13, 0, 11, 7, 28], [-4, -6, 12, 8, -10], [6, -8, 8, 6, 14], [-24, 15, 7, 5, 4], [24, 14, 7, 5, 30]];

function Rubble() {
  return html`<g class="rubble">
    <path d="M-31 20C-26 6-14-12 0-14C13-12 27 6 31 20C20 26-20 26-31 20Z" class="dust" />
    ${STONES.map(([x, y, w, h, a], i) => html`<g key=${i} transform="translate(${x} ${y}) rotate(${a})">
      <rect x=${-w / 2 + 1} y=${-h / 2 + 1.4} width=${w} height=${h} class="under" /><rect x=${-w / 2} y=${-h / 2} width=${w} height=${h} class=${`stone s${i % 3}`} /></g>`)}
    <path d="M-17-3L-11-19M12-4L16-20M-2-12L1-25" class="beam" />
  </g>`;
}

/** Marks of a place: an observation post, a telephone, else a disc with a letter. */
const SIGNS = {
  post: ["translate(-21 -17)", "M-13 10L0 -13L13 10Z", "M-6 4Q0 -3 6 4Q0 9 -6 4ZM0 3.2V5"],
  phone: ["translate(21 17)", "M-11 -10H11V10H-11Z", "M-6.5 -1Q0 -8 6.5 -1M-6 -1V1.5M6 -1V1.5M-3.5 6.5L-2 1H2L3.5 6.5Z"],
};

function PlainMark({ mark, id }) {
  const sign = SIGNS[mark?.draw];
  if (sign) return html`<g transform=${sign[0]} class="sign"><path d=${sign[1]} fill=${mark.color} stroke="#fff" stroke-width="2" /><path d=${sign[2]} class="sign-in" /></g>`;
  return html`<g transform="translate(20 -18)"><circle r="9" fill=${mark?.color ?? "#333"} stroke="#fff" stroke-width="1.5" />
    <text class="mark-letter" y="4.5" text-anchor="middle">${mark?.letter ?? id.slice(0, 1).toUpperCase()}</text></g>`;
}

/** Hexes that may be picked, reached, or not. @param {{session: Session}} props */
export function Glow({ session }) {
  const { choice } = session;
  const t = choice.targets.value;
  const preview = choice.menu.value?.preview?.hexes ?? [];
  const seen = choice.menu.value?.preview?.seen ?? [];
  const picked = choice.picks.value.filter((p) => session.scene.value?.has(p));
  const blocked = [...t.hexes].filter(([, list]) => list.every((o) => o.blocked));
  const open = [...t.hexes].filter(([, list]) => list.some((o) => !o.blocked));
  return html`<g class="glow" key=${choice.decision.value?.id}>
    ${seen.length > 0 && html`<path class="unseen" fill-rule="evenodd" d=${`M-4000-4000H9000V9000H-4000Z${seen.map((/** @type {string} */ h) => hexPath(h)).join("")}`} />`}
    ${[...t.near.keys()].map((h) => html`<path key=${`n${h}`} class="near" d=${inner(h)} />`)}
    ${[...t.reach].map(([h, r]) => html`<path key=${`r${h}`} class=${r.note ? "reach" : "reach via"} d=${inner(h)} />`)}
    ${blocked.map(([h]) => html`<path key=${`b${h}`} class="blocked" d=${inner(h)} />`)}
    ${open.filter(([h]) => !t.reach.has(h)).map(([h]) => html`<path key=${`o${h}`} class="option" d=${inner(h)} />`)}
    ${preview.map((/** @type {string} */ h) => html`<path key=${`p${h}`} class="target" d=${inner(h, 1)} />`)}
    ${[...new Set(picked)].map((h) => html`<path key=${`k${h}`} class="picked" d=${inner(h)} />`)}
  </g>`;
}

/** Costs on reachable hexes and notes on single options; larger figures stand on the map at every zoom. @param {{session: Session}} props */
export function Costs({ session }) {
  const t = session.choice.targets.value;
  const notes = [...t.reach].map(([h, r]) => ({ h, note: r.note })).filter((n) => n.note);
  for (const [h, [o]] of t.hexes) if (!t.reach.has(h) && !o.blocked && o.note && o.note.length <= 8) notes.push({ h, note: o.note });
  const taken = session.choice.stacks.value;
  return html`<g class="costs">${notes.map(({ h, note }) => {
    const c = centre(h);
    return html`<text key=${h} x=${c.x} y=${taken.has(h) ? c.y - H * 0.36 : c.y + 5.5} text-anchor="middle">${shortNote(note)}</text>`;
  })}</g>`;
}

/** The way to the hex under the pointer. @param {{ui: Ui}} props */
export function PathPreview({ ui }) {
  const path = ui.path.value;
  if (!path?.hexes.length) return null;
  const points = path.hexes.map(centre);
  const end = points[points.length - 1];
  const d = points.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("");
  return html`<g class="way"><path class="way-under" d=${d} /><path class="way-line" d=${d} />
    ${points.slice(1, -1).map((p, i) => html`<circle key=${i} cx=${p.x} cy=${p.y} r="4" />`)}
    <g transform="translate(${end.x} ${end.y})" class="way-end"><circle r="12" /><text y="5" text-anchor="middle">${shortNote(path.note) || "•"}</text></g></g>`;
}

function drawPiece({ id, piece, about, i, n, state }) {
  const c = centre(piece.hex);
  const dx = (i - (n - 1) / 2) * 6.5;
  const dy = -(i - (n - 1) / 2) * 6.5;
  const outline = outlineOf(about.sides?.[piece.side]?.shape);
  return html`<g class=${`piece ${state}`} data-piece=${id} style=${`transform:translate(${c.x + dx}px,${c.y + dy}px)${piece.age ? `;opacity:${Math.max(0.45, 0.9 - 0.11 * Number(piece.age))}` : ""}`} role="img" aria-label=${describe(piece, about)}>
    <g class="body"><g transform="translate(${-SIDE / 2} ${-SIDE / 2}) scale(${SIDE / 100})">
      ${state && ["ring-under", "ring"].map((c) => html`<path key=${c} class=${c} d=${outline} transform="translate(50 50) scale(1.13) translate(-50 -50)" />`)}
      <${CounterFace} piece=${piece} about=${about} />
    </g></g>
  </g>`;
}

const PieceView = memo(drawPiece, (a, b) => a.piece === b.piece && a.about === b.about && a.i === b.i && a.n === b.n && a.state === b.state);

/** All pieces on the map, stacks fanned a little. @param {{session: Session, ui: Ui}} props */
export function Pieces({ session, ui }) {
  if (!ui.layers.value.pieces) return null;
  const { choice } = session;
  const about = session.about.value;
  const pieces = session.pieces.value;
  const t = choice.targets.value;
  const picked = new Set(choice.picks.value);
  const aimed = new Set(choice.menu.value?.preview?.pieces ?? []);
  const fresh = ui.showFresh.value ? freshPieces(session) : new Set();
  const open = (/** @type {string} */ id) => (t.pieces.get(id) ?? []).some((o) => !o.blocked) || t.byPiece.has(id);
  const list = [...choice.stacks.value].sort(([a], [b]) => (a.slice(-2) + a < b.slice(-2) + b ? -1 : 1));
  return html`<g class=${`pieces ${choice.targets.value.pieces.size ? "choosing" : ""}`}>
    ${list.flatMap(([, ids]) => ids.map((id, i) => {
      const state = picked.has(id) ? "is-picked" : open(id) ? "is-open" : aimed.has(id) ? "is-aimed" : t.pieces.has(id) ? "is-blocked" : fresh.has(id) ? "is-fresh" : "";
      return html`<${PieceView} key=${id} id=${id} piece=${pieces[id]} about=${about} i=${i} n=${ids.length} state=${state} />`;
    }))}
  </g>`;
}

/** Pieces that events since the last visit tell of. @param {Session} session @returns {Set<string>} */
function freshPieces(session) {
  const out = new Set();
  for (const e of session.fresh.value) {
    if (typeof e.data?.piece === "string") out.add(e.data.piece);
    for (const p of e.data?.pieces ?? []) if (typeof p === "string") out.add(p);
  }
  return out;
}

/** What just happened: hexes light up, a path is drawn along. @param {{session: Session}} props */
export function Flash({ session }) {
  const flash = session.flash.value;
  if (!flash) return null;
  const way = (flash.path ?? []).filter((h) => session.scene.value?.has(h)).map(centre);
  return html`<g class="flash" key=${flash.key}>
    ${flash.hexes.map((h) => html`<path key=${h} d=${inner(h, 0)} />`)}
    ${way.length > 1 && html`<path class="trail" pathLength="1" d=${way.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("")} />`}
  </g>`;
}

/** Moves since the last visit, as faint arrows. @param {{session: Session, ui: Ui}} props */
export function Trails({ session, ui }) {
  if (!ui.showFresh.value) return null;
  const scene = session.scene.value;
  const ways = session.fresh.value.map((e) => (e.data?.path ?? []).filter((/** @type {string} */ h) => scene?.has(h))).filter((p) => p.length > 1);
  return html`<g class="trails">${ways.map((way, i) => html`<path key=${i} marker-end="url(#arrow)"
    d=${way.map((/** @type {string} */ h, /** @type {number} */ k) => { const p = centre(h); return `${k ? "L" : "M"}${p.x} ${p.y}`; }).join("")} />`)}</g>`;
}

/** The keyboard's cursor and the inspected hex. @param {{ui: Ui}} props */
export function Cursor({ ui }) {
  const cursor = ui.cursor.value;
  const hover = ui.hover.value;
  return html`<g class="cursors">
    ${hover && hover !== cursor && html`<path class="hovered" d=${inner(hover, 1)} />`}
    ${cursor && html`<path class="cursor-under" d=${inner(cursor, 1)} /><path class="cursor" d=${inner(cursor, 1)} />`}
  </g>`;
}
