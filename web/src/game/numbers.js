/** How many of the game's numbers are reconstructed, and which: fetched and drawn when somebody asks. */
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { get } from "../lib/api.js";

/** @typedef {{at: string, value: string, source: string}} Datum */

/** Only what is reconstructed, part by part. @param {{what: string, numbers: Datum[]}[]} parts */
export const reconstructed = (parts) => parts.map((p) => ({ ...p, numbers: p.numbers.filter((n) => n.source === "reconstructed") })).filter((p) => p.numbers.length);

/** @param {{session: import("./session.js").Session}} props */
export function Numbers({ session }) {
  const n = session.about.value.sources?.reconstructed;
  const [parts, setParts] = useState(/** @type {any[] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  if (!n) return null;
  const load = async (/** @type {any} */ e) => {
    if (!e.target.open || parts) return;
    try {
      setParts(reconstructed((await get(`/titles/${session.summary.value.title}/numbers${session.pin}`)).parts));
    } catch (error) {
      setProblem(error);
    }
  };
  return html`<details class="numbers" onToggle=${load}><summary><i class="source-reconstructed"></i> ${t("numbers.count", { n })}</summary>
    ${problem ? html`<p class="why">${problem.message}</p>` : parts ? parts.map((p) => html`<${Part} key=${p.what} part=${p} />`) : html`<p class="muted">${t("loading")}</p>`}</details>`;
}

/** @param {{part: {what: string, numbers: Datum[]}}} props */
function Part({ part }) {
  const [open, setOpen] = useState(false);
  return html`<details class="numbers-part" onToggle=${(/** @type {any} */ e) => { e.stopPropagation(); setOpen(e.target.open); }}><summary>${part.what} <b>${part.numbers.length}</b></summary>
    ${open && html`<table class="ledger"><tbody>${part.numbers.map((d, i) => html`<tr key=${i}><td>${d.at}</td><td class="number-value">${d.value}</td><td class="muted">${t(`sources.${d.source}`)}</td></tr>`)}</tbody></table>`}</details>`;
}
