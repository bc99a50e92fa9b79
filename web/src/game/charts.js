/** Dialogs over the page: charts, sources, keys. */
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts/index.js";
import { limitText } from "../lib/clock.js";
import { Icon, Rule } from "./parts.js";
import { Numbers } from "./numbers.js";
import { toneOf } from "./preview.js";

/** A modal dialog; Escape and a click beside it close it. @param {{title: string, close: () => void, children: any, wide?: boolean}} props */
export function Dialog({ title, close, children, wide }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return html`<dialog ref=${ref} class=${`dialog ${wide ? "wide" : ""}`} aria-label=${title} onClose=${close} onClick=${(e) => e.target === ref.current && close()}>
    <header><h2>${title}</h2><button type="button" class="icon-button" aria-label=${t("close")} onClick=${close}><${Icon} name="close" /></button></header>
    <div class="dialog-body">${children}</div></dialog>`;
}

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Charts({ session, ui }) {
  const at = ui.chart.value;
  const about = session.about.value;
  const charts = about.charts ?? [];
  if (!at || !charts.length) return null;
  const chart = charts.find((/** @type {any} */ c) => c.id === at.id) ?? charts[0];
  const used = new Set(chart.rows.flatMap((/** @type {any} */ r) => r.cells));
  const codes = Object.entries(about.codes ?? {}).filter(([code]) => used.has(code));
  return html`<${Dialog} title=${t("chart.title")} close=${() => (ui.chart.value = null)} wide>
    <nav class="tabs" aria-label=${t("chart.title")}>${charts.map((/** @type {any} */ c) => html`<button key=${c.id} type="button" aria-pressed=${c === chart} onClick=${() => (ui.chart.value = { id: c.id })}>${c.name}</button>`)}</nav>
    <${Chart} chart=${chart} column=${at.column} to=${at.to} />
    ${chart.note && html`<p class="muted">${chart.note} <${Rule} rule=${chart.rule} /></p>`}
    ${codes.length > 0 && html`<h3>${t("chart.key")}</h3><dl class="codes">${codes.map(([code, text]) => html`<div key=${code}><dt class=${`tone-${toneOf(code)}`}>${code}</dt><dd>${text}</dd></div>`)}</dl>`}
    ${chart.rows.some((/** @type {any} */ r) => r.reconstructed?.length) && html`<p class="ours-note"><span class="ours">○</span> ${t("chart.ours")}</p>`}
    <${Numbers} session=${session} />
  <//>`;
}

function Chart({ chart, column, to }) {
  const at = chart.columns.indexOf(column);
  const end = Math.max(at, to ? chart.columns.indexOf(to) : at);
  const on = (/** @type {number} */ i) => at >= 0 && i >= at && i <= end;
  const short = chart.rows.every((/** @type {any} */ r) => r.cells.every((/** @type {string} */ c) => c.length <= 3));
  return html`<div class="chart-wrap"><table class=${`chart ${short ? "short" : ""}`}>
    <thead><tr><td></td>${chart.columns.map((/** @type {string} */ c, /** @type {number} */ i) => html`<th key=${i} scope="col" class=${on(i) ? "on" : ""}>${c}</th>`)}</tr></thead>
    <tbody>${chart.rows.map((/** @type {any} */ row, /** @type {number} */ k) => html`<tr key=${k}><th scope="row">${row.label}</th>
      ${row.cells.map((/** @type {string} */ cell, /** @type {number} */ i) => html`<td key=${i} class=${`${on(i) ? "on" : ""} ${short ? `tone-${toneOf(cell)}` : ""} ${row.reconstructed?.includes(i) ? "ours" : ""}`}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** The game at hand: its options and policies, its dice, where its numbers come from. @param {{session: import("./session.js").Session, close: () => void}} props */
export function About({ session, close }) {
  const g = session.summary.value;
  const scenario = session.titleInfo.value?.scenarios?.find((/** @type {any} */ s) => s.id === g.scenario);
  const hash = session.view.value?.seed_hash;
  return html`<${Dialog} title=${t("bar.about")} close=${close}>
    <h3>${session.titleInfo.value?.name}${scenario ? `: ${scenario.name}` : ""}</h3>
    ${scenario?.summary && html`<p class="muted">${scenario.summary}</p>`}
    ${g.options && html`<${Rules} g=${g} scenario=${scenario} />`}
    ${hash && html`<h3>${t("about.dice")}</h3><p>${t("about.diceText")}</p><p class="mono">${hash}</p>`}
    <${Sources} sources=${session.about.value.sources ?? {}} />
    <${Numbers} session=${session} />
  <//>`;
}

/** What was fixed at creation. @param {{g: any, scenario: any}} props */
export function Rules({ g, scenario }) {
  const chosen = Object.entries(g.options ?? {}).map(([id, v]) => {
    const o = scenario?.options?.find((/** @type {any} */ x) => x.id === id);
    return { name: o?.name ?? id, value: o?.labels?.[/** @type {string} */ (v)] ?? v, note: o?.default === v ? "" : o?.note, standard: o?.default === v };
  });
  return html`<ul class="policy"><li>${t(g.umpire ? "lobby.policy.umpire" : "lobby.policy.noUmpire")}</li><li>${t(`lobby.policy.${g.spectators}`)}</li>
    ${limitText(g) && html`<li>${t("lobby.policy.clock", { limits: limitText(g) })}</li>`}</ul>
    ${chosen.length > 0 && html`<dl class="lines">${chosen.map((o) => html`<div key=${o.name} class=${`line ${o.standard ? "muted" : ""}`}><dt>${o.name}${o.note && html`<small>${o.note}</small>`}</dt><dd>${o.value}</dd></div>`)}</dl>`}`;
}

/** How many numbers rest on what. @param {{sources: any}} props */
function Sources({ sources: s }) {
  const kinds = ["text", "derived", "found", "reconstructed"].filter((k) => s[k] !== undefined);
  const total = kinds.reduce((n, k) => n + s[k], 0);
  if (!total) return null;
  return html`<h3>${t("sources.title")}</h3><p>${t("sources.lead")}</p>
    <div class="source-bar" role="img" aria-label=${kinds.map((k) => `${s[k]} ${t(`sources.${k}`)}`).join(", ")}>${kinds.map((k) => html`<span key=${k} class=${`source-${k}`} style=${`flex:${s[k] / total}`}></span>`)}</div>
    <ul class="source-list">${kinds.map((k) => html`<li key=${k}><i class=${`source-${k}`}></i><b>${s[k]}</b> ${t(`sources.${k}`)} <span class="muted">${Math.round((100 * s[k]) / total)} %</span></li>`)}</ul>
    ${s.where?.length > 0 && html`<details><summary>${t("sources.where")}</summary><table class="ledger"><tbody>${s.where.map((/** @type {any} */ w, /** @type {number} */ i) => html`<tr key=${i}><td><i class=${`source-${w.source}`}></i></td><td>${w.what}</td><td class="num">${w.count ?? ""}</td><td>${t(`sources.${w.source}`)}</td></tr>`)}</tbody></table></details>`}
    <p class="muted">${t("sources.own")}</p>`;
}

const KEYS = [["← ↑ → ↓", "arrows"], ["Enter", "enter"], ["N  B", "next"], ["1–9 A–Z", "digits"], ["G  D  P", "finish"], ["Backspace", "back"], ["Esc", "escape"],
  ["U", "undo"], ["I", "inspect"], ["F", "centre"], ["+  −  0", "zoom"], ["C", "charts"], ["Tab", "tab"], ["?", "help"]];

/** @param {{close: () => void}} props */
export function Help({ close }) {
  return html`<${Dialog} title=${t("help.title")} close=${close}>
    <p>${t("help.mouse")}</p>
    <dl class="keys">${KEYS.map(([key, text]) => html`<div key=${text}><dt>${key.split("  ").map((k) => html`<kbd key=${k}>${k}</kbd>`)}</dt><dd>${t(`help.${text}`)}</dd></div>`)}</dl>
    <p class="muted">${t("game.shift")}</p>
  <//>`;
}
