/** After the end: seed, rolls and log, and a check of every die in the browser. */
import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { get } from "../lib/api.js";
import { Die } from "../game/parts.js";
import { Failure, Frame } from "./frame.js";

/** @param {{id: string}} props */
export function Audit({ id }) {
  const [audit, setAudit] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    get(`/games/${id}/audit`).then(setAudit, setProblem);
  }, [id]);
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(audit)], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href: url, download: `hexfog-${id}.json` }).click();
    URL.revokeObjectURL(url);
  };
  return html`<${Frame} narrow><h1>${t("audit.title")}</h1><p><a href=${`#/games/${id}`}>${t("back")}</a></p><${Failure} problem=${problem} />
    ${audit && html`<dl class="lines"><div class="line"><dt>${t("audit.seed")}</dt><dd class="mono">${audit.seed}</dd></div><div class="line"><dt>${t("audit.hash")}</dt><dd class="mono">${audit.seed_hash}</dd></div>
        <div class="line"><dt>${t("audit.entries")}</dt><dd>${audit.log.length}</dd></div></dl>
      <p><button type="button" class="button" onClick=${save}>${t("audit.save")}</button></p>
      <h2>${t("audit.rolls")} (${audit.rolls.length})</h2>
      <ol class="rolls">${audit.rolls.map((/** @type {any} */ r) => html`<li key=${`${r.stream}${r.k}`}><${Die} n=${r.die} size="18" /> <span>${r.purpose}</span> <span class="muted">${r.stream} ${r.k}</span></li>`)}</ol>`}
  <//>`;
}
