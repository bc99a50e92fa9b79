/** What an action would do: its lines with rule numbers, the chart's column and what each die would bring. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { Die, Lines } from "./parts.js";

/** @param {{preview: any, about: any, ui: import("./ui.js").Ui}} props */
export function Preview({ preview, about, ui }) {
  if (!preview) return null;
  const chart = preview.chart && about.charts?.find((/** @type {any} */ c) => c.id === preview.chart.id);
  if (!chart && !preview.lines?.length && !preview.results?.length) return null;
  return html`<section class="preview" aria-label=${preview.title ?? t("preview.title")} aria-live="polite">
    <h3>${preview.title ?? t("preview.title")}</h3>
    ${preview.lines?.length > 0 && html`<${Lines} lines=${preview.lines} />`}
    ${chart && html`<${Column} chart=${chart} column=${preview.chart.column} to=${preview.chart.to} about=${about} results=${preview.results} ui=${ui} />`}
    ${!chart && preview.results?.length > 0 && html`<${Results} results=${preview.results} about=${about} />`}
  </section>`;
}

/**
 * The column in the whole width of its chart, and its cells as outcomes. Where something is unknown, `to` is the best column that
 * it can become: then each die shows both ends.
 */
function Column({ chart, column, to, about, results, ui }) {
  const at = chart.columns.indexOf(column);
  const end = Math.max(at, to ? chart.columns.indexOf(to) : at);
  const cells = results ?? chart.rows.map((/** @type {any} */ row) => ({ die: row.label, code: row.cells[at], best: row.cells[end] }));
  const on = (/** @type {number} */ i) => i >= at && i <= end;
  return html`<div class="column">
    <button type="button" class="column-strip" onClick=${() => (ui.chart.value = { id: chart.id, column, to })} aria-label=${`${chart.name}, ${t("preview.column", { column: to ? `${column} … ${to}` : column })}. ${t("preview.chart")}`}>
      <span class="column-name">${chart.name}</span>
      <span class="column-cells">${chart.columns.map((/** @type {string} */ c, /** @type {number} */ i) => html`<span key=${i} class=${on(i) ? "on" : ""}>${c}</span>`)}</span>
    </button>
    <${Results} results=${cells} about=${about} ours=${(/** @type {number} */ i) => chart.rows[i]?.reconstructed?.some(on)} />
  </div>`;
}

function Results({ results, about, ours = () => false }) {
  return html`<ol class="results" aria-label=${t("preview.results")}>
    ${results.map((/** @type {any} */ r, /** @type {number} */ i) => html`<li key=${i} class=${`tone-${toneOf(r.code)}`} title=${r.text ?? about.codes?.[r.code] ?? ""}>
      <${Die} n=${Number(r.die)} size=${20} /><b class=${ours(i) ? "ours" : ""}>${r.code}${r.best && r.best !== r.code && html`<i>–</i><span class=${`tone-${toneOf(r.best)}`}>${r.best}</span>`}</b>
      <span class="result-text">${r.text ?? about.codes?.[r.code] ?? ""}</span></li>`)}
  </ol>`;
}

/** Whom a result hurts, by the usual first letter of its code. @param {string} code */
export function toneOf(code) {
  if (!code || code === "-" || code === "–") return "none";
  if (/^A(?!X)/.test(code)) return "attacker";
  if (/^D/.test(code)) return "defender";
  return "both";
}
