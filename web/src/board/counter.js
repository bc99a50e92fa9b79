/** A unit counter in a box of 100 by 100: the side's outline, the formation's colours, symbol, factors, marks. */
import { html } from "htm/preact";
import { memo } from "../lib/memo.js";
import { ready, symbolMarkup } from "./symbols.js";

/** @typedef {{side?: string, style?: string, hex?: string, box?: string, symbol?: string, size?: string, name?: string, factors?: string,
 *             back?: string, untried?: boolean, age?: string, marks?: string[], note?: string}} Piece `age`: turns since it was seen */

/** The outline tells the side as its colour does. */
const OUTLINES = {
  square: "M8 2H92Q98 2 98 8V92Q98 98 92 98H8Q2 98 2 92V8Q2 2 8 2Z",
  round: "M28 2H72Q98 2 98 28V72Q98 98 72 98H28Q2 98 2 72V28Q2 2 28 2Z",
  cut: "M19 2H81L98 19V81L81 98H19L2 81V19Z",
  shield: "M8 2H92Q98 2 98 8V70Q98 98 50 98Q2 98 2 70V8Q2 2 8 2Z",
};
const ALIASES = { circle: "round", octagon: "cut", diamond: "cut", hexagon: "cut", rounded: "round" };

/** @param {string | undefined} shape */
export const outlineOf = (shape) => OUTLINES[shape ?? "square"] ?? OUTLINES[ALIASES[shape ?? ""]] ?? OUTLINES.square;

/** Badges of marks differ by shape as well as by letter. */
const BADGES = ["M-12 -5L-5 -12H5L12 -5V5L5 12H-5L-12 5Z", "M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13Z", "M0 -15L15 0L0 15L-15 0Z", "M-11 -11H11V11H-11Z", "M0 -14L14 11H-14Z"];
const DIM = new Set(["moved", "spent", "fired", "done"]);

/** Lighten (by > 0) or darken a #rrggbb colour. @param {string} colour @param {number} by -1..1 */
export function tone(colour, by) {
  const m = /^#([0-9a-f]{6})$/i.exec(colour);
  if (!m) return colour;
  const n = parseInt(m[1], 16);
  const part = (/** @type {number} */ v) => Math.round(by < 0 ? v * (1 + by) : v + (255 - v) * by);
  return `rgb(${part(n >> 16)},${part((n >> 8) & 255)},${part(n & 255)})`;
}

/** @param {{piece: Piece, about: any}} props */
function Face({ piece, about }) {
  const style = about.styles?.[piece.style ?? ""] ?? {};
  const side = about.sides?.[piece.side ?? style.side ?? ""] ?? {};
  const bg = style.bg ?? side.color ?? "#8a8f98";
  const fg = style.fg ?? (style.bg && side.color) ?? "#111111";
  const outline = outlineOf(side.shape);
  const marks = (piece.marks ?? []).filter((m) => m !== "untried");
  return html`
    <path class="c-shadow" d=${outline} transform="translate(4 5)" />
    <path d=${outline} fill=${bg} />
    <path d=${outline} fill="none" stroke=${tone(bg, 0.45)} stroke-width="5" transform="translate(1.6 1.8) scale(.968)" opacity=".8" />
    <path d=${outline} fill="none" stroke=${tone(bg, -0.5)} stroke-width="3" />
    ${piece.untried && !piece.factors ? html`<${Untried} piece=${piece} about=${about} fg=${fg} bg=${bg} />` : html`<${Tried} piece=${piece} about=${about} fg=${fg} bg=${bg} />`}
    ${piece.untried && piece.factors && html`<g transform="translate(13 14)" class="c-badge"><path d=${BADGES[1]} fill="#263238" stroke="#fff" stroke-width="2.5" /><text y="7" text-anchor="middle" font-size="20">?</text></g>`}
    ${marks.some((m) => DIM.has(m)) && html`<path d=${outline} class="c-dim" />`}
    ${marks.includes("suppressed") && html`<path d="M6 62L62 6M38 94L94 38M6 94L94 6" class="c-hatch" />`}
    ${marks.map((m, i) => html`<${Badge} key=${m} id=${m} about=${about} i=${i} chit=${about.marks?.[marks[0]]?.draw === "chit"} />`)}
  `;
}

/** A mark in its shape; a chit, which comes first, is larger. */
function Badge({ id, about, i, chit }) {
  const all = Object.keys(about.marks ?? {});
  const mark = about.marks?.[id] ?? {};
  const shape = BADGES[Math.max(0, all.indexOf(id)) % BADGES.length];
  const large = chit && i === 0;
  return html`<g transform=${large ? "translate(84 17) scale(1.55)" : `translate(88 ${14 + i * 27 + (chit ? 10 : 0)})`} class=${large ? "c-badge c-chit" : "c-badge"}>
    <path d=${shape} fill=${mark.color ?? "#2b2f36"} stroke="#fff" stroke-width="2.5" />
    <text y="7" text-anchor="middle" font-size="20">${mark.letter ?? id.slice(0, 1).toUpperCase()}</text>
  </g>`;
}

/** The symbol in a frame, or the short name of the kind where there is no symbol. */
function Symbol({ piece, about, fg, bg, x, y, w }) {
  const kind = about.symbols?.[piece.symbol ?? ""];
  if (!piece.symbol) return null;
  const markup = ready.value || kind?.sidc ? symbolMarkup(kind?.sidc ?? "", piece.size, fg) : "";
  const k = w / 150;
  if (kind?.glyph) return html`<g transform="translate(${x} ${y})"><rect width=${w} height=${w * 0.667} fill=${tone(bg, 0.32)} stroke=${fg} stroke-width="2.4" />
    <path d=${kind.glyph} fill=${fg} transform="translate(${w / 2} ${w / 3}) scale(${w / 96})" /></g>`;
  if (!kind?.sidc || !markup) {
    return html`<text x=${x + w / 2} y=${y + w * 0.5} text-anchor="middle" font-size=${w * 0.42} fill=${fg} class="c-factor">${kind?.short ?? piece.symbol}</text>`;
  }
  return html`<g transform="translate(${x - 25 * k} ${y - 50 * k}) scale(${k})" class="c-symbol">
    <rect x="25" y="50" width="150" height="100" fill=${tone(bg, 0.32)} />
    <g dangerouslySetInnerHTML=${{ __html: markup }} />
  </g>`;
}

const fit = (/** @type {string} */ text, most, width) => Math.min(most, width / (0.47 * Math.max(1, text.length)));

function Tried({ piece, about, fg, bg }) {
  const lines = (piece.factors ?? "").split("/").filter(Boolean);
  const name = piece.name ?? "";
  const two = lines.length > 1;
  const width = two ? 45 : 54;
  return html`
    ${name && html`<text x="50" y="15" text-anchor="middle" font-size=${fit(name, 15, 74)} fill=${fg} class="c-name">${name}</text>`}
    <${Symbol} piece=${piece} about=${about} fg=${fg} bg=${bg} x=${50 - width / 2} y=${two ? 25.5 : 28.5} w=${width} />
    ${lines.map((line, i) => html`<text key=${i} x="50" y=${two ? 75 + i * 20 : 94} text-anchor="middle"
      font-size=${two ? fit(line, 24, 86) : fit(line, 36, 90)} fill=${fg} class="c-factor">${line}</text>`)}
  `;
}

function Untried({ piece, about, fg, bg }) {
  const known = Boolean(piece.symbol);
  return html`
    ${piece.name && html`<text x="47" y="18" text-anchor="middle" font-size=${fit(piece.name, 19, 78)} fill=${fg} class="c-name">${piece.name}</text>`}
    ${known
      ? html`<${Symbol} piece=${piece} about=${about} fg=${fg} bg=${bg} x="25" y="20" w="50" />
        <text x="30" y="94" text-anchor="middle" font-size="44" fill=${fg} class="c-query">?</text>`
      : html`<text x="44" y=${piece.name ? 84 : 76} text-anchor="middle" font-size=${piece.name ? 74 : 84} fill=${fg} class="c-query">?</text>`}
    ${piece.back && html`<text x=${known ? 68 : 90} y="93" text-anchor=${known ? "middle" : "end"} font-size=${fit(piece.back, known ? 36 : 32, known ? 46 : 40)} fill=${fg} class="c-factor">${piece.back}</text>`}
  `;
}

/** Drawn again only when the piece itself or the symbols change. */
export const CounterFace = memo(Face, (a, b) => a.piece === b.piece && a.about === b.about);

/** A counter for the page around the map. @param {{piece: Piece, about: any, size?: number, label?: string}} props */
export function Counter({ piece, about, size = 56, label }) {
  return html`<svg class="counter" viewBox="0 0 104 106" width=${size} height=${size} role="img" aria-label=${label ?? describe(piece, about)}>
    <${CounterFace} piece=${piece} about=${about} />
  </svg>`;
}

/** A piece in words. @param {Piece} piece @param {any} about */
export function describe(piece, about) {
  const style = about.styles?.[piece.style ?? ""];
  const symbol = about.symbols?.[piece.symbol ?? ""];
  const side = about.sides?.[piece.side ?? ""];
  const whose = style?.name ?? side?.name;
  const what = [piece.name, symbol?.name].filter(Boolean).join(", ");
  const words = [
    what || whose, what && whose ? `(${whose})` : "", piece.factors, piece.untried ? "untried" : "", piece.untried ? piece.back : "",
    ...(piece.marks ?? []).filter((m) => m !== "untried").map((m) => (about.marks?.[m]?.name ?? m).toLowerCase()),
  ];
  return words.filter(Boolean).join(" ");
}
