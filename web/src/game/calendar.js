/** What comes when: reinforcements by turn, then those on a condition or at a price. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { Counter } from "../board/counter.js";
import { Emblem, Rule, ordered } from "./parts.js";

/**
 * The rows in groups: turns in order, then the named groups in the order of their first row.
 * @param {any} panel @returns {{key: string, turn?: number, rows: any[]}[]}
 */
export function grouped(panel) {
  /** @type {Map<string, {key: string, turn?: number, rows: any[]}>} */
  const groups = new Map();
  for (const [id, row] of ordered(panel.rows)) {
    const key = row.turn === undefined ? row.group ?? "" : String(row.turn).padStart(3, "0");
    const group = groups.get(key) ?? { key, turn: row.turn, rows: [] };
    group.rows.push({ id, ...row });
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => (a.turn ?? Infinity) - (b.turn ?? Infinity) || 0);
}

/** @param {{panel: any, about: any}} props */
export function Calendar({ panel, about }) {
  const groups = grouped(panel);
  const before = groups.filter((g) => g.turn !== undefined && g.turn < panel.at);
  const draw = (/** @type {any} */ g) => html`<${Group} key=${g.key} group=${g} panel=${panel} about=${about} />`;
  return html`<div class="calendar">${groups.filter((g) => !before.includes(g)).map(draw)}
    ${before.length > 0 && html`<details><summary class="muted">${t("calendar.before")}</summary>${before.map(draw)}</details>`}</div>`;
}

function Group({ group, panel, about }) {
  const now = group.turn === panel.at;
  return html`<section class=${`coming ${now ? "now" : ""}`}>
    <h4>${group.turn === undefined ? group.key : html`${t("calendar.turn", { n: group.turn })} <span class="muted">${panel.labels?.[group.turn - 1] ?? ""}</span>`}${now && html` <i>${t("calendar.now")}</i>`}</h4>
    ${group.rows.map((/** @type {any} */ r) => html`<${Row} key=${r.id} row=${r} about=${about} />`)}</section>`;
}

function Row({ row, about }) {
  const list = row.counters ?? [];
  const alone = list.length === 1 && list[0].n === 1;
  return html`<div class=${`coming-row ${alone ? "alone" : ""}`}>
    ${alone && html`<${Counter} piece=${list[0]} about=${about} size=${40} />`}
    <div><div class="coming-head"><${Emblem} side=${about.sides?.[row.side]} size="11" /> <b>${row.label}</b> <${Rule} rule=${row.rule} /> <span class="num">${row.value}</span></div>
      ${row.note && html`<p class="muted">${row.note}</p>`}
      ${!alone && list.length > 0 && html`<div class="coming-counters">${list.map((/** @type {any} */ c, /** @type {number} */ i) => html`<span key=${i}><${Counter} piece=${c} about=${about} size=${38} />${c.n > 1 && html`<b>×${c.n}</b>`}</span>`)}</div>`}</div></div>`;
}
