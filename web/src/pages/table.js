/** A game that has not begun: who sits where, invitations, the policies, the start. */
import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { account, beSomebody } from "../lib/account.js";
import { call, post } from "../lib/api.js";
import { Rules } from "../game/charts.js";
import { Emblem } from "../game/parts.js";
import { Failure, Frame } from "./frame.js";

/** @param {{session: import("../game/session.js").Session}} props */
export function Table({ session }) {
  const g = session.summary.value;
  const title = session.titleInfo.value;
  const scenario = title?.scenarios.find((/** @type {any} */ s) => s.id === g.scenario);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [links, setLinks] = useState(/** @type {Record<string, string>} */ ({}));
  const host = g.you?.creator;
  const doing = async (/** @type {() => Promise<any>} */ work) => {
    try {
      setProblem(null);
      await work();
      await session.reread();
    } catch (error) {
      setProblem(error);
    }
  };
  const path = `/games/${g.game}`;
  const invite = (/** @type {any} */ what, /** @type {string} */ key) => doing(async () => {
    const { code } = await post(`${path}/invitations`, what);
    setLinks({ ...links, [key]: `${location.origin}${location.pathname}#/invite/${code}` });
  });
  const full = g.seats.every((/** @type {any} */ s) => s.player || s.bot);
  const bot = title?.bots?.includes("staff") ? "staff" : title?.bots?.[0];
  return html`<${Frame} narrow>
    <h1>${title?.name}</h1><p class="muted">${scenario?.name}</p>
    <section class="card"><h2>${t("lobby.seats")}</h2><ul class="seat-list">
      ${g.seats.map((/** @type {any} */ s) => html`<li key=${s.id} class="seat" data-seat=${s.id}><b><${Emblem} side=${title?.about?.sides?.[s.side]} size="16" /> ${s.name}</b>
        <span class="seat-holder">${s.player ?? (s.bot ? `${t("lobby.bot")} (${s.bot})` : s.reserved ? t("lobby.reserved") : t("lobby.vacant"))} ${g.you?.seats?.includes(s.id) && html`<i>${t("lobby.you")}</i>`}</span>
        <span class="seat-acts">
          ${!s.player && !s.bot && !s.reserved && !g.you?.seats?.length && html`<button type="button" class="small" onClick=${() => doing(async () => { await beSomebody(); await call("PUT", `${path}/seats/${s.id}`, { take: true }); })}>${t("lobby.take")}</button>`}
          ${g.you?.seats?.includes(s.id) && html`<button type="button" class="small quiet" onClick=${() => doing(() => call("DELETE", `${path}/seats/${s.id}`))}>${t("lobby.leave")}</button>`}
          ${host && !s.player && !s.bot && html`<button type="button" class="small" onClick=${() => invite({ seat: s.id }, s.id)}>${t("lobby.invite")}</button>`}
          ${host && !s.player && !s.bot && bot && html`<button type="button" class="small quiet" onClick=${() => doing(() => call("PUT", `${path}/seats/${s.id}`, { bot }))}>${t("lobby.giveBot")}</button>`}
        </span>
        ${links[s.id] && html`<${Link} url=${links[s.id]} />`}</li>`)}
      ${(g.umpires ?? []).map((/** @type {string} */ n) => html`<li key=${n} class="seat"><b>${t("chat.umpire")}</b><span class="seat-holder">${n}</span></li>`)}
    </ul>
    ${host && html`<div class="row">
      ${g.umpire && html`<button type="button" class="small" onClick=${() => invite({ role: "umpire" }, "umpire")}>${t("lobby.inviteUmpire")}</button>`}
      ${g.spectators !== "none" && html`<button type="button" class="small" onClick=${() => invite({ role: "spectator" }, "spectator")}>${t("lobby.inviteSpectator")}</button>`}</div>
      ${["umpire", "spectator"].map((k) => links[k] && html`<${Link} key=${k} url=${links[k]} />`)}`}
    </section>
    <${Policies} g=${g} scenario=${scenario} />
    <${Failure} problem=${problem} />
    ${host && full ? html`<button type="button" class="button big" onClick=${() => doing(() => post(`${path}/start`))}>${t("lobby.start")}</button>`
      : html`<p role="status" class="muted">${full ? t("lobby.hostStarts") : t("lobby.wait")}</p>`}
    ${account.value === null && html`<p class="muted">${t("account.needed")}</p>`}
  <//>`;
}

/** What was fixed at creation. @param {{g: any, scenario: any}} props */
export const Policies = ({ g, scenario }) => html`<section class="card"><h2>${t("lobby.options")}</h2><${Rules} g=${g} scenario=${scenario} /></section>`;

/** @param {{url: string}} props */
function Link({ url }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return html`<div class="invite-link"><input readonly value=${url} aria-label=${t("lobby.linkNote")} onFocus=${(e) => e.target.select()} />
    <button type="button" class="small" onClick=${copy}>${t(copied ? "lobby.copied" : "lobby.copy")}</button><small>${t("lobby.linkNote")}</small></div>`;
}
