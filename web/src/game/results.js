/** A combat or roll that just happened, told step by step with the rules' numbers, then the die, then the result. */
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { Die, Icon, Lines, Rule } from "./parts.js";
import { toneOf } from "./preview.js";

const STEP_MS = 420;
const ROLL_MS = 750;
const STAY_MS = 9000;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Show({ session, ui }) {
  const queue = session.shows.value;
  const e = queue[0];
  if (!e) return null;
  const next = () => (session.shows.value = session.shows.peek().slice(1));
  return html`<${Card} key=${`${e.version}.${e.text}`} e=${e} about=${session.about.value} ui=${ui} more=${queue.length - 1} next=${next} all=${() => (session.shows.value = [])} />`;
}

function Card({ e, about, ui, more, next, all }) {
  const d = e.data ?? {};
  const dice = d.die === undefined ? [] : [d.die].flat();
  // Steps that only repeat the die and its result are what the rolled die shows.
  const told = new Set([...dice.map(String), d.code]);
  const listed = d.steps ?? [];
  const cut = dice.length ? listed.findLastIndex((/** @type {any} */ s) => !told.has(s.value)) + 1 : listed.length;
  const steps = listed.slice(0, cut);
  const last = steps.length + 1;
  const [at, setAt] = useState(calm() || !steps.length ? last + 1 : 0);
  useEffect(() => {
    if (at > last) {
      const timer = setTimeout(next, more ? STAY_MS / 3 : STAY_MS);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => setAt(at + 1), at < steps.length ? STEP_MS : ROLL_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const rolled = at > last || !dice.length;
  const chart = about.charts?.find((/** @type {any} */ c) => c.id === d.chart);
  const name = d.code && about.codes?.[d.code];
  return html`<aside class=${`show no-pan ${rolled ? "rolled" : ""}`} role="status" aria-label=${e.text}>
    <header><b>${rolled ? e.text : steps.length ? t("log.steps") : ""}</b> <${Rule} rule=${e.rule} />
      <button type="button" class="icon-button" aria-label=${t("show.done")} onClick=${more ? next : all}><${Icon} name=${more ? "next" : "close"} size="14" /></button></header>
    ${steps.length > 0 && html`<${Lines} lines=${steps} upTo=${at} />`}
    ${at >= steps.length && dice.length > 0 && html`<div class="show-roll">
      ${dice.map((n, i) => html`<${Die} key=${i} n=${n} size=${38} rolling=${!rolled} />`)}
      ${rolled && d.code && html`<span class=${`show-code tone-${toneOf(d.code)}`}>${d.code}</span>`}
      ${rolled && html`<span class="show-text">${name ?? ""}</span>`}
    </div>`}
    <footer>${rolled && chart && d.column && html`<button type="button" class="small" onClick=${() => (ui.chart.value = { id: d.chart, column: d.column })}>${chart.name}, ${d.column}</button>`}
      ${at <= last && html`<button type="button" class="small" onClick=${() => setAt(last + 1)}>${t("show.all")}</button>`}
      ${more > 0 && html`<button type="button" class="small" onClick=${next}>${t("show.next")} (${more})</button>`}</footer>
  </aside>`;
}
