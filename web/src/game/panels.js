/** The title's panels, by kind: ledger, track, tray, list, calendar, signs, boxes, steps. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { Counter } from "../board/counter.js";
import { Calendar } from "./calendar.js";
import { Emblem, Lines, Rule, ordered, sideName } from "./parts.js";
import { Markers, SignPanel } from "./signs.js";

/** @typedef {import("./session.js").Session} Session */

const KINDS = { ledger: Ledger, track: Track, tray: Tray, list: List, calendar: Calendar, signs: SignPanel, steps: Steps };

/** All panels of these kinds, in the title's order. @param {{session: Session, kinds: string[]}} props */
export function Panels({ session, kinds }) {
  const panels = Object.entries(session.view.value?.panels ?? {}).filter(([, p]) => kinds.includes(p.kind));
  panels.sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0));
  return html`<div class="panels">${panels.map(([id, p]) => {
    const Kind = KINDS[p.kind];
    return html`<section key=${id} class=${`panel panel-${p.kind}`}><h3>${p.name}</h3><${Kind} panel=${p} about=${session.about.value} session=${session} /></section>`;
  })}</div>`;
}

function Ledger({ panel, about }) {
  const sides = Object.keys(panel.totals ?? {});
  return html`<div class="totals">${sides.map((s) => html`<div key=${s} class="total"><${Emblem} side=${about.sides?.[s]} size="16" /><span>${sideName(about, s)}</span><b>${panel.totals[s]}</b></div>`)}</div>
    <table class="ledger"><tbody>${ordered(panel.rows).map(([id, r]) => html`<tr key=${id}><td><${Emblem} side=${about.sides?.[r.side]} size="10" /></td><td>${r.label} <${Rule} rule=${r.rule} /></td><td class="num">${r.points > 0 ? "+" : ""}${r.points}</td></tr>`)}</tbody></table>`;
}

function Track({ panel }) {
  const labels = panel.labels ?? Array.from({ length: panel.of }, (_, i) => String(i + 1));
  return html`<ol class="track">${labels.map((/** @type {string} */ label, /** @type {number} */ i) => html`<li key=${i} class=${i + 1 === panel.at ? "now" : i + 1 < panel.at ? "past" : ""} aria-current=${i + 1 === panel.at ? "step" : undefined}><b>${i + 1}</b><span>${label}</span></li>`)}</ol>`;
}

function Tray({ panel, about }) {
  return html`<table class="tray"><tbody>${ordered(panel.rows).map(([id, r]) => html`<tr key=${id}><td><${Emblem} side=${about.sides?.[r.side]} size="12" /></td><td>${r.label}</td>
    <td class="pips">${r.of <= 12 ? html`<${Markers} row=${r} about=${about} />` : null}</td><td class="num">${r.left}/${r.of}</td></tr>`)}</tbody></table>`;
}

function List({ panel, about }) {
  return html`<table class="ledger"><tbody>${ordered(panel.rows).map(([id, r]) => html`<tr key=${id}><td>${r.side && html`<${Emblem} side=${about.sides?.[r.side]} size="10" />`}</td><td>${r.label} <${Rule} rule=${r.rule} />${r.note && html`<small class="muted"> ${r.note}</small>`}</td><td class="num">${r.value}</td></tr>`)}</tbody></table>`;
}

/** The order of rotation with the points that formations have left, one box each, over the tabs; the one that is due stands out. @param {{session: Session}} props */
export function Points({ session }) {
  const view = session.view.value;
  const rows = Object.values(view.panels ?? {}).filter((p) => p.kind === "list").flatMap((p) => ordered(p.rows)).filter(([, r]) => r.pips !== undefined || r.place)
    .sort(([, a], [, b]) => (a.side === b.side ? (a.place ?? 0) - (b.place ?? 0) : a.side < b.side ? -1 : 1));
  if (!rows.length || (!rows.some(([, r]) => r.pips || r.due))) return null;
  const about = session.about.value;
  return html`<ul class="points-track">${rows.map(([id, r]) => html`<li key=${id} class=${r.due ? "is-due" : r.pips === undefined ? "is-mate" : ""} aria-label=${`${r.place ? `${r.place}. ` : ""}${r.label}: ${r.value}`}>
    <${Emblem} side=${about.sides?.[r.side]} size="12" /><span>${r.place && html`<small>${r.place}.</small> `}${r.label}</span>${r.due && html`<b class="due-flag">${t("panel.due")}</b>`}
    ${r.pips === undefined ? html`<small>${r.value}</small>` : html`<span class="pips" aria-hidden="true">${Array.from({ length: r.pips }, (_, i) => html`<i key=${i} class="full"></i>`)}</span><b class="num">${r.pips}</b>`}</li>`)}</ul>`;
}

function Steps({ panel }) {
  return html`<${Lines} lines=${ordered(panel.rows).map(([, r]) => r)} />`;
}

/** A procedure under way, over the map. @param {{session: Session}} props */
export const Procedure = ({ session }) => html`<${Panels} session=${session} kinds=${["steps"]} />`;

/** Pieces beside the map, box by box. @param {{session: Session, ui: import("./ui.js").Ui}} props */
export function Boxes({ session, ui }) {
  const panels = Object.values(session.view.value?.panels ?? {}).filter((p) => p.kind === "boxes");
  const names = Object.assign({}, ...panels.map((p) => p.boxes));
  /** @type {Record<string, string[]>} */
  const by = {};
  for (const [id, p] of Object.entries(session.pieces.value)) if (p.box) (by[p.box] ??= []).push(id);
  const pieces = session.pieces.value;
  const rank = (/** @type {string} */ id) => [pieces[id].side, pieces[id].style, pieces[id].symbol].join(" ");
  for (const ids of Object.values(by)) ids.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  const all = [...new Set([...Object.keys(names), ...Object.keys(by)])].filter((b) => by[b]?.length);
  if (!all.length) return html`<p class="empty">${t("boxes.empty")}</p>`;
  const { choice } = session;
  const about = session.about.value;
  return html`<div class="boxes">${all.map((b) => html`<section key=${b} class="box"><h3 class="group"><${Emblem} side=${about.sides?.[names[b]?.side]} size="12" /> ${names[b]?.name ?? b} <span class="muted">${by[b].length}</span></h3>
    ${bySide(by[b], pieces).map(([side, ids, alone]) => html`<div key=${side} class="box-side">${!alone && html`<span class="box-whose"><${Emblem} side=${about.sides?.[side]} size="12" /> ${sideName(about, side)} <b>${ids.length}</b></span>`}<div class="box-row">${ids.map((id) => {
      const open = (choice.targets.value.pieces.get(id) ?? []).some((o) => !o.blocked) || choice.targets.value.byPiece.has(id);
      const picked = choice.picks.value.includes(id);
      return html`<button key=${id} type="button" class=${`box-piece ${open ? "is-open" : ""} ${picked ? "is-picked" : ""}`} onClick=${() => ui.clickPiece(id)}>
        <${Counter} piece=${session.pieces.value[id]} about=${about} size=${48} /></button>`;
    })}</div></div>`)}</section>`)}</div>`;
}

/** A box's pieces side by side; `alone`: there is one side only. @returns {[string, string[], boolean][]} */
function bySide(/** @type {string[]} */ ids, /** @type {Record<string, any>} */ pieces) {
  const sides = [...new Set(ids.map((id) => pieces[id].side ?? ""))];
  return sides.map((s) => [s, ids.filter((id) => (pieces[id].side ?? "") === s), sides.length === 1]);
}
