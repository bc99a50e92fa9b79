/** The bar over the map: which game, which turn, whose decision, the score, the connection, the dialogs. */
import { html } from "htm/preact";
import { t } from "../texts/index.js";
import { CLOCKS, inStage, limits, limitText, span } from "../lib/clock.js";
import { Emblem, Icon, sideName } from "./parts.js";

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui, look: (viewer: string) => void}} props */
export function TopBar({ session, ui, look }) {
  const view = session.view.value;
  const about = session.about.value;
  const title = session.titleInfo.value;
  const ledger = Object.values(view.panels ?? {}).find((p) => p.kind === "ledger");
  return html`<header class="bar">
    <a class="brand" href="#/" aria-label=${`${t("app")}: ${t("home")}`}><${Logo} /><span>${t("app")}</span></a>
    <div class="bar-game"><h1>${title?.name}</h1>
      <span class="bar-turn">${view.turn && html`<span>${view.turn.label ?? t("game.turn", view.turn)}</span>`}
        ${view.turn && html`<span class="muted">${t("game.turn", view.turn)}</span>`}
        ${view.phase && html`<span class="phase">${view.phase.side && html`<${Emblem} side=${about.sides?.[view.phase.side]} size="12" />`} ${view.phase.name}</span>`}</span></div>
    <${Whose} session=${session} />
    ${ledger && html`<button type="button" class="score" onClick=${() => (ui.tab.value = "score")} title=${ledger.name}>
      ${Object.entries(ledger.totals ?? {}).map(([s, n]) => html`<span key=${s} class="score-side"><${Emblem} side=${about.sides?.[s]} size="14" /><span class="score-name">${sideName(about, s)}</span> <b>${n}</b></span>`)}</button>`}
    <div class="bar-tools">
      <${TimeLimit} session=${session} />
      <${Viewers} session=${session} look=${look} />
      <${Connection} session=${session} />
      <button type="button" class="icon-button" aria-label=${t("bar.charts")} title=${`${t("bar.charts")} (C)`} onClick=${() => (ui.chart.value = {})}><${Icon} name="charts" /></button>
      <button type="button" class="icon-button" aria-label=${t("bar.about")} title=${t("bar.about")} onClick=${() => (ui.dialog.value = "about")}><${Icon} name="sources" /></button>
      <button type="button" class="icon-button" aria-label=${t("bar.help")} title=${`${t("bar.help")} (?)`} onClick=${() => (ui.dialog.value = "help")}><${Icon} name="help" /></button>
    </div>
  </header>`;
}

export const Logo = () => html`<svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <path d="M9 3H23L30 16L23 29H9L2 16Z" class="logo-hex" /><path d="M6 19Q11 14 16 18T26 17M8 23Q13 19 17 22T25 21" class="logo-fog" /><path d="M16 6.5L18 11H14Z" class="logo-mark" /></svg>`;

/** Whose decision it is, unmistakably. @param {{session: import("./session.js").Session}} props */
export function Whose({ session }) {
  const view = session.view.value;
  const about = session.about.value;
  if (view.status === "ended") {
    const winner = view.outcome?.winner;
    return html`<div class="whose ended" role="status">${t("game.ended")}: ${winner ? t("game.outcome.win", { side: sideName(about, winner) }) : t("game.outcome.draw")}</div>`;
  }
  const mine = session.decisions.value.find((/** @type {any} */ d) => !d.optional);
  const waiting = view.waiting_for ?? [];
  // Where no side is phasing, all decide at once: who is ready is told aloud.
  const ready = view.phase && !view.phase.side && waiting.length ? [...new Set((session.summary.value?.seats ?? []).map((/** @type {any} */ s) => s.side))].filter((s) => !waiting.includes(s)) : [];
  const chips = ready.map((s) => html`<span key=${`r${s}`} class="ready-side"><${Emblem} side=${about.sides?.[s]} /> <span class="ready-words">${t("game.ready", { side: sideName(about, s) })}</span><span aria-hidden="true">✓</span></span>`);
  if (mine) return html`<div class="whose mine" role="status"><span class="beacon"></span>${t(mine.kind === "action" ? "game.yourAction" : "game.yours")}${chips}</div>`;
  return html`<div class="whose" role="status">${waiting.map((/** @type {string} */ s) => html`<span key=${s}><${Emblem} side=${about.sides?.[s]} /> ${t("game.waiting", { side: sideName(about, s) })}</span>`)}${chips}</div>`;
}

/** The time limits, which an umpire sets. @param {{session: import("./session.js").Session}} props */
function TimeLimit({ session }) {
  const view = session.view.value;
  const [each, stage] = limits(view);
  if (view.status !== "running") return null;
  const stages = session.titleInfo.value?.secret_stages;
  if (!session.summary.value?.you?.roles?.includes("umpire")) {
    const text = limitText(view);
    return text && html`<span class="muted time-limit" title=${t("clock.limit")}>${text}</span>`;
  }
  return html`<span class="time-limit">
    <${Limit} name="clock" label=${t("clock.limit")} seconds=${each} text=${span} set=${(/** @type {number} */ s) => session.setClock(s, view.stage_clock)} />
    ${stages && html`<${Limit} name="stage-clock" label=${t("clock.stage")} seconds=${stage} text=${inStage} set=${(/** @type {number} */ s) => session.setClock(each, s)} />`}</span>`;
}

/** One limit to choose. @param {{name: string, label: string, seconds: number, text: (s: number) => string, set: (s: number) => void}} props */
function Limit({ name, label, seconds, text, set }) {
  const list = CLOCKS.includes(seconds) ? CLOCKS : [...CLOCKS, seconds];
  return html`<label><span class="sr">${label}</span>
    <select name=${name} title=${label} value=${seconds} onChange=${(e) => set(Number(e.target.value))}>${list.map((s) => html`<option key=${s} value=${s} selected=${s === seconds}>${text(s)}</option>`)}</select></label>`;
}

/** Where one may look as several: the umpire's switch, a solo player's seats, everybody's after the end. */
function Viewers({ session, look }) {
  const summary = session.summary.value;
  const view = session.view.value;
  const you = summary?.you ?? {};
  const umpire = you.roles?.includes("umpire");
  const all = view.status === "ended" || umpire;
  const seats = (summary?.seats ?? []).filter((/** @type {any} */ s) => all || you.seats?.includes(s.id));
  const list = [...(all ? ["umpire"] : []), ...seats.map((/** @type {any} */ s) => s.id), ...(all ? ["public"] : [])];
  if (list.length < 2) return null;
  const name = (/** @type {string} */ v) => seats.find((/** @type {any} */ s) => s.id === v)?.name ?? t(`game.viewer.${v}`);
  return html`<label class="viewers"><${Icon} name="eye" size="16" /><span class="sr">${t("game.viewer")}</span>
    <select value=${view.viewer} onChange=${(e) => look(e.target.value)}>${list.map((v) => html`<option key=${v} value=${v} selected=${v === view.viewer}>${name(v)}</option>`)}</select></label>`;
}

function Connection({ session }) {
  const s = session.connection.value;
  return html`<span class=${`connection ${s}`} role="status" title=${t(`game.connection.${s}`)}><i></i><span class=${s === "lost" ? "" : "sr"}>${t(`game.connection.${s}`)}</span></span>`;
}
