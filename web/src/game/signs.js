/** What holds this turn, at a glance over the map (weather, supply, events), and what is left of air markers. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { Emblem, Rule, ordered, sideName } from "./parts.js";

/** Drawings on a grid of 20 by 20; the first is filled, the second is a line. */
const DRAWINGS = {
  rain: ["M5 11A3.6 3.6 0 0 1 5.6 4A5 5 0 0 1 15 5A3.2 3.2 0 0 1 15.4 11Z", "M6 13.5L5 17M10.5 13.5L9.5 17M15 13.5L14 17"],
  sun: ["M10 6.2A3.8 3.8 0 1 1 10 13.8A3.8 3.8 0 1 1 10 6.2Z", "M10 1.5V3.8M10 16.2V18.5M1.5 10H3.8M16.2 10H18.5M4 4L5.6 5.6M14.4 14.4L16 16M4 16L5.6 14.4M14.4 5.6L16 4"],
  supply: ["M3 7.5L10 4L17 7.5V14L10 17.5L3 14Z", ""],
  refit: ["", "M4 10A6 6 0 0 1 15 6.5M16 3V7H12M16 10A6 6 0 0 1 5 13.5M4 17V13H8"],
  bonus: ["M10 2L12.4 7.4L18 8L13.8 11.9L15 17.6L10 14.7L5 17.6L6.2 11.9L2 8L7.6 7.4Z", ""],
  un: ["", "M10 2.5A7.5 7.5 0 1 1 10 17.5A7.5 7.5 0 1 1 10 2.5M2.5 10H17.5M10 2.5Q4.5 10 10 17.5Q15.5 10 10 2.5"],
  TAC: ["M10 1.5L11.3 7.5L18.5 12V14L11.3 12.2L11 16.2L13.2 18V19L10 18L6.8 19V18L9 16.2L8.7 12.2L1.5 14V12L8.7 7.5Z", ""],
  HELI_GUNSHIP: ["M5 8.5H11.5Q16 8.5 16.5 12Q14 14 9.5 14Q6 14 5 11L1 9.5V8ZM9 14H15V15.5H9Z", "M3.5 5.5H17.5M10.5 5.5V8.5M1 6.5V11M13 16L17.5 17.5"],
  HELI_TRANSPORT: ["M3 9H15Q17.8 9.5 17.8 13H6Q3.5 13 3 9ZM1 7.5H3V11H1Z", "M1.5 5.5H9M10.5 5.5H19M5.2 5.5V9M14.7 5.5V9M7 13V15.5M15 13V15.5"],
};
const FALLBACK = ["M10 3A7 7 0 1 1 10 17A7 7 0 1 1 10 3Z", ""];

/** @param {{name?: string, size?: number}} props */
export function Sign({ name, size = 18 }) {
  const [fill, line] = DRAWINGS[name ?? ""] ?? FALLBACK;
  return html`<svg class="sign-icon" viewBox="0 0 20 20" width=${size} height=${size} aria-hidden="true">${fill && html`<path d=${fill} fill="currentColor" />`}${line && html`<path d=${line} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />`}</svg>`;
}

/** A row of a tray: one marker each, the used ones hollow. @param {{row: any, about: any, size?: number}} props */
export function Markers({ row, about, size = 20 }) {
  const colour = about.sides?.[row.side]?.color;
  return html`<span class="markers" style=${colour ? `--marker:${colour}` : ""} aria-label=${`${row.label}: ${row.left}/${row.of}`}>${Array.from({ length: row.of }, (_, i) => html`<i key=${i} class=${i < row.left ? "" : "used"}><${Sign} name=${row.icon} size=${size} /></i>`)}</span>`;
}

/** @param {any} view @param {string} kind */
const rowsOf = (view, kind) => Object.values(view.panels ?? {}).filter((p) => p.kind === kind).flatMap((p) => ordered(p.rows)).map(([id, row]) => ({ id, ...row }));

/** The strip over the map; a click opens what each sign means. @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Signs({ session, ui }) {
  const view = session.view.value;
  const about = session.about.value;
  const signs = rowsOf(view, "signs");
  const air = rowsOf(view, "tray").filter((r) => r.left > 0);
  const sides = [...new Set(air.map((r) => r.side))];
  return html`<details class=${`signs ${signs.length || air.length ? "" : "bare"}`} open=${ui.signs.value} onToggle=${(e) => (ui.signs.value = e.target.open)}><summary aria-label=${t("signs.title")}>
    ${view.turn && html`<span class="sign-chip turn-chip">${view.phase?.side && html`<${Emblem} side=${about.sides?.[view.phase.side]} size="11" />`}${view.turn.n}/${view.turn.of} ${view.phase?.name}</span>`}
    ${signs.map((r) => html`<span key=${r.id} class=${`sign-chip ${r.tone ?? ""}`} title=${[sideName(about, r.side), r.label, r.note].filter(Boolean).join(": ")}>
      ${r.side && html`<${Emblem} side=${about.sides?.[r.side]} size="11" />`}<${Sign} name=${r.icon} size="16" /><span class="sign-label">${r.label}</span></span>`)}
    ${sides.map((s) => html`<span key=${s} class="sign-chip" title=${sideName(about, s)}><${Emblem} side=${about.sides?.[s]} size="11" />${air.filter((r) => r.side === s).map((r) => html`<span key=${r.id} class="sign-air" title=${`${r.label}: ${r.left}/${r.of}`}><${Sign} name=${r.icon} size="16" /> ${r.left}</span>`)}</span>`)}
  </summary>${signs.length > 0 && html`<${SignList} rows=${signs} about=${about} />`}</details>`;
}

/** @param {{rows: any[], about: any}} props */
function SignList({ rows, about }) {
  return html`<dl class="sign-list">${rows.map((r) => html`<div key=${r.id}><dt><${Sign} name=${r.icon} size="15" /> ${r.side ? `${sideName(about, r.side)}: ` : ""}${r.label} <${Rule} rule=${r.rule} /></dt>${r.note && html`<dd>${r.note}</dd>`}</div>`)}</dl>`;
}

/** The same as a panel. @param {{panel: any, about: any}} props */
export const SignPanel = ({ panel, about }) => html`<${SignList} rows=${ordered(panel.rows).map(([id, r]) => ({ id, ...r }))} about=${about} />`;
