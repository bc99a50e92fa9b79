/** Small parts that many panels use. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";

/** A rule's number. @param {{rule?: string}} props */
export const Rule = ({ rule }) => (rule ? html`<span class="rule" title=${t("ruleTitle", { rule })}>${rule}</span>` : null);

/** A side's emblem: its shape in its colour. @param {{side: any, size?: number}} props */
export function Emblem({ side, size = 14 }) {
  const shape = side?.shape ?? "square";
  const d = {
    round: "M7 1A6 6 0 1 1 7 13A6 6 0 1 1 7 1Z", circle: "M7 1A6 6 0 1 1 7 13A6 6 0 1 1 7 1Z", cut: "M4 1H10L13 4V10L10 13H4L1 10V4Z",
    octagon: "M4 1H10L13 4V10L10 13H4L1 10V4Z", diamond: "M7 0L14 7L7 14L0 7Z", shield: "M1 1H13V8Q13 13 7 13.5Q1 13 1 8Z",
  }[shape] ?? "M1.5 1.5H12.5V12.5H1.5Z";
  return html`<svg class="emblem" viewBox="0 0 14 14" width=${size} height=${size} aria-hidden="true"><path d=${d} fill=${side?.color ?? "#8a8f98"} stroke="rgba(255,255,255,.75)" stroke-width="1.2" /></svg>`;
}

/** A panel's rows in the order of their keys. @param {Record<string, any> | undefined} rows @returns {[string, any][]} */
export const ordered = (rows) => Object.entries(rows ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

/** @param {any} about @param {string | undefined} side */
export const sideName = (about, side) => about.sides?.[side ?? ""]?.name ?? (side === "umpire" ? t("game.umpire") : side ?? "");

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** A die showing a number. @param {{n: number, size?: number, rolling?: boolean}} props */
export function Die({ n, size = 22, rolling }) {
  return html`<svg class=${`die ${rolling ? "rolling" : ""}`} viewBox="0 0 40 40" width=${size} height=${size} role="img" aria-label=${t("show.die", { n })}>
    <rect x="2" y="2" width="36" height="36" rx="8" class="die-body" />
    ${PIPS[n] ? PIPS[n].map(([x, y], i) => html`<circle key=${i} cx=${20 + x * 10} cy=${20 + y * 10} r="4" class="pip" />`)
      : html`<text x="20" y="27" text-anchor="middle" class="die-text">${n}</text>`}
  </svg>`;
}

/** A label with its value and rule, one under the other. @param {{lines: {label: string, value: string, rule?: string}[], upTo?: number}} props */
export const Lines = ({ lines, upTo = lines.length }) => html`<dl class="lines">
  ${lines.slice(0, upTo).map((l, i) => html`<div key=${i} class="line"><dt>${l.label} <${Rule} rule=${l.rule} /></dt><dd>${l.value}</dd></div>`)}
</dl>`;

/** An icon of the bar, drawn as a path on a 20 by 20 grid. */
const ICONS = {
  charts: "M3 3H17V17H3ZM3 8H17M3 12.5H17M8 3V17M12.5 3V17",
  help: "M7 7.5A3 3 0 1 1 10 10.5V12.5M10 15.2V15.7M10 1.5A8.5 8.5 0 1 1 10 18.5A8.5 8.5 0 1 1 10 1.5",
  layers: "M10 2.5L18 7L10 11.5L2 7ZM3 10.5L10 14.5L17 10.5M3 14L10 18L17 14",
  sources: "M4 2.5H13L16 5.5V17.5H4ZM7 8H13M7 11H13M7 14H11",
  undo: "M4 8H12A4.5 4.5 0 0 1 12 17H8M4 8L8 4M4 8L8 12",
  plus: "M10 4V16M4 10H16",
  minus: "M4 10H16",
  fit: "M3 8V3H8M12 3H17V8M17 12V17H12M8 17H3V12",
  close: "M4.5 4.5L15.5 15.5M15.5 4.5L4.5 15.5",
  back: "M12 4L6 10L12 16",
  next: "M8 4L14 10L8 16",
  eye: "M2 10Q10 1.5 18 10Q10 18.5 2 10ZM10 7.4A2.6 2.6 0 1 1 10 12.6A2.6 2.6 0 1 1 10 7.4",
  more: "M4 10H4.2M10 10H10.2M16 10H16.2",
};

/** @param {{name: keyof typeof ICONS, size?: number}} props */
export const Icon = ({ name, size = 18 }) => html`<svg class="icon" viewBox="0 0 20 20" width=${size} height=${size} aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
