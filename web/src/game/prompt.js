/** The decision at work: what is asked, the options with their keys, what was picked so far, what it would do. */
import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { has, t } from "../texts/index.js";
import { centre } from "../board/grid.js";
import { Counter, describe } from "../board/counter.js";
import { isEnd, keysOf } from "./picking.js";
import { Emblem, Icon, Rule, sideName } from "./parts.js";
import { Preview } from "./preview.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./ui.js").Ui} Ui */

/** An option in words. @param {import("./picking.js").Option} o @param {Session} session */
export function optionLabel(o, session) {
  if (o.label) return o.label;
  if (has(`game.finish.${o.value}`)) return t(`game.finish.${o.value}`);
  const piece = session.pieces.value[o.piece ?? o.value];
  if (piece) return describe(piece, session.about.value);
  const hex = o.hex ?? o.value;
  const name = session.scene.value?.cells.get(hex)?.name;
  return name ? `${hex} ${name}` : o.value;
}

/** @param {{session: Session, ui: Ui}} props */
export function Prompt({ session, ui }) {
  const decision = session.choice.decision.value;
  return decision ? html`<${Deciding} session=${session} ui=${ui} decision=${decision} />` : html`<${Idle} session=${session} view=${session.view.value} />`;
}

/** @param {{session: Session, ui: Ui, decision: import("./choice.js").Decision}} props */
function Deciding({ session, ui, decision }) {
  const { choice } = session;
  const view = session.view.value;
  const menu = choice.menu.value;
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    top.current?.parentElement?.scrollTo(0, 0);
  }, [menu]);
  const due = (view.decisions ?? []).find((/** @type {any} */ d) => d.id === decision.id)?.due;
  // Before the first pick a preview tells how things stand; then it explains what is about to be done.
  const begun = choice.groups.value.length > 0;
  const preview = menu?.preview && html`<${Preview} preview=${menu.preview} about=${session.about.value} ui=${ui} />`;
  const required = session.decisions.value.filter((/** @type {any} */ d) => !d.optional && d.id !== decision.id);
  return html`<section ref=${top} class=${`prompt ${choice.busy.value ? "busy" : ""} ${menu?.ready && menu.preview?.confirm ? "confirming" : ""}`} aria-label=${t("game.yours")} aria-busy=${choice.busy.value}>
    ${decision.optional && html`<button type="button" class="link" onClick=${() => choice.leave()}><${Icon} name="back" size="14" /> ${t("back")}</button>`}
    <h2 class="ask" aria-live="polite">${menu?.prompt ?? decision.prompt} <${Rule} rule=${decision.rule} /></h2>
    ${menu?.prompt && menu.prompt !== decision.prompt && html`<p class="ask-in">${decision.prompt}</p>`}
    ${due && html`<${Due} due=${due} />`}
    <${Picked} session=${session} />
    <${Refused} session=${session} ui=${ui} />
    ${begun && preview}
    ${(menu?.note || decision.kind === "ruling") && html`<${Note} choice=${choice} longest=${menu?.note ?? 500} />`}
    ${menu && html`<${Options} session=${session} ui=${ui} menu=${menu} />`}
    ${!begun && preview}
    ${required.length > 0 && html`<div class="others">${required.map((/** @type {any} */ d) => html`<button key=${d.id} type="button" class="other" onClick=${() => choice.open(d)}>${d.prompt}</button>`)}</div>`}
    <${More} session=${session} />
  </section>`;
}

/** The time that is left, by this machine's clock. @param {{due: number}} props */
export function Due({ due }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.round(due - now / 1000));
  const clock = left >= 7200 ? t("game.due", { time: new Date(due * 1000).toLocaleString() }) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<p class=${`due ${left < 20 ? "soon" : ""}`} role="timer">${left < 7200 && t("game.left")} <b>${clock}</b></p>`;
}

/** The text that goes with the action. @param {{choice: import("./choice.js").Choice, longest: number}} props */
function Note({ choice, longest }) {
  const ruling = choice.decision.value?.kind === "ruling";
  return html`<label class="field"><span>${t(ruling ? "game.note" : "game.words")}</span>
    <textarea rows="2" maxlength=${longest} value=${choice.note.value} onInput=${(e) => (choice.note.value = e.target.value)}></textarea></label>`;
}

/** The picks so far; each can be dropped together with what came after it. */
function Picked({ session }) {
  const { choice } = session;
  const groups = choice.groups.value;
  if (!groups.length) return null;
  return html`<div class="picked-row"><span class="picked-title">${t("game.picked")}</span>
    <ol>${groups.map((g, i) => html`<${Step} key=${i} value=${g[g.length - 1]} name=${choice.names.value[i]} session=${session} />`)}</ol>
    <span class="picked-acts">
      <button type="button" onClick=${() => choice.back()} title="Backspace"><${Icon} name="back" size="14" /> ${t("back")}</button>
      ${groups.length > 1 && html`<button type="button" onClick=${() => choice.clear()} title="Esc">${t("game.clear")}</button>`}
    </span></div>`;
}

/** One step of the action: a counter where it is one, else words. */
function Step({ value, name, session }) {
  const piece = session.pieces.value[value];
  if (!piece) return html`<li>${optionLabel({ value, label: name || undefined }, session)}</li>`;
  return html`<li class="as-counter"><${Counter} piece=${piece} about=${session.about.value} size=${34} /></li>`;
}

function Refused({ session, ui }) {
  const p = session.choice.problem.value;
  const b = ui.blocked.value;
  if (!p && !b) return null;
  return html`<div class="refused" role="alert"><b>${t("game.refused")}</b> ${p?.message ?? b?.blocked?.message} <${Rule} rule=${p?.rule ?? b?.blocked?.rule} /></div>`;
}

/** @param {{session: Session, ui: Ui, menu: import("./picking.js").Menu}} props */
function Options({ session, ui, menu }) {
  const { choice } = session;
  const targets = choice.targets.value;
  // Many options that only narrow a choice of hexes: a click on the map picks both.
  const narrowing = targets.buttons.filter((o) => o.hexes?.length);
  const buttons = narrowing.length > 6 ? targets.buttons.filter((o) => !narrowing.includes(o)) : targets.buttons;
  const ends = (/** @type {any} */ o) => isEnd(o, choice.decision.value);
  const keys = keysOf(buttons, ends, session.about.value.keys);
  const [listed, setListed] = useState(false);
  const spots = choice.pickable.value;
  const pieces = session.pieces.value;
  const off = menu.options.filter((o) => o.piece && pieces[o.piece] && !pieces[o.piece].hex);
  const mapOptions = menu.options.filter((o) => !buttons.includes(o) && !off.includes(o));
  useEffect(() => setListed(false), [choice.decision.value?.id]);
  if (menu.ready) {
    return html`<div class="options"><button type="button" class="option go" onClick=${() => choice.send()}><kbd>↵</kbd> ${t("game.send")}</button></div>`;
  }
  const order = [...buttons].sort((a, b) => Number(Boolean(a.blocked)) - Number(Boolean(b.blocked)) || Number(ends(b)) - Number(ends(a)));
  return html`
    ${spots.length > 0 && html`<div class="on-map"><span class="glowing"></span><span>${t("game.onMap", { n: spots.length })}</span>
      <button type="button" class="small" onClick=${() => { ui.next(1); ui.camera?.centre(centre(ui.cursor.peek() ?? spots[0])); }}>${t("game.find")}</button>
      <button type="button" class="small" aria-expanded=${listed} onClick=${() => setListed(!listed)}>${t("game.listOnMap")}</button></div>`}
    <div class="options">${order.map((o) => html`<${OptionButton} key=${o.value} o=${o} session=${session} ui=${ui} hotkey=${keys.get(o.value)} />`)}</div>
    <${OffMap} session=${session} options=${off} />
    ${listed && html`<div class="options listed">${mapOptions.map((o) => html`<${OptionButton} key=${o.value} o=${o} session=${session} ui=${ui} />`)}</div>`}
  `;
}

/** Counters beside the map that may be picked, by formation; those that may not be are put away. @param {{session: Session, options: import("./picking.js").Option[]}} props */
function OffMap({ session, options }) {
  const later = options.filter((o) => o.blocked);
  if (later.length < 4) return html`<${OffMapGroups} session=${session} options=${options} />`;
  return html`<${OffMapGroups} session=${session} options=${options.filter((o) => !o.blocked)} />
    <details class="off-later"><summary>${t("game.offLater", { n: later.length })}: <span class="muted">${[...new Set(later.map((o) => o.blocked?.message))].join("; ")}</span></summary>
      <${OffMapGroups} session=${session} options=${later} /></details>`;
}

/** @param {{session: Session, options: import("./picking.js").Option[]}} props */
function OffMapGroups({ session, options }) {
  if (!options.length) return null;
  const about = session.about.value;
  const pieces = session.pieces.value;
  /** @type {Map<string, import("./picking.js").Option[]>} */
  const groups = new Map();
  for (const o of options) {
    const style = pieces[/** @type {string} */ (o.piece)].style ?? "";
    groups.set(style, [...(groups.get(style) ?? []), o]);
  }
  const kind = (/** @type {import("./picking.js").Option} */ o) => pieces[/** @type {string} */ (o.piece)].symbol ?? "";
  return html`<div class="off-map">${[...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([style, list]) => html`<section key=${style}>
    ${groups.size > 1 && html`<h3 class="group">${about.styles?.[style]?.name ?? style} <span>${list.length}</span></h3>`}
    <div class="box-row">${list.sort((a, b) => (kind(a) < kind(b) ? -1 : kind(a) > kind(b) ? 1 : 0)).map((o) => {
      const piece = pieces[/** @type {string} */ (o.piece)];
      const why = o.blocked ? `${o.blocked.message} (${t("rule", { rule: o.blocked.rule })})` : o.note ?? "";
      return html`<button key=${o.value} type="button" class=${`box-piece ${o.blocked ? "" : "is-open"}`} disabled=${Boolean(o.blocked)} data-value=${o.value} title=${[describe(piece, about), why].filter(Boolean).join(": ")}
        onClick=${() => session.choice.pick([o.value])}><${Counter} piece=${piece} about=${about} size=${48} /></button>`;
    })}</div></section>`)}</div>`;
}

function OptionButton({ o, session, ui, hotkey }) {
  const finishing = isEnd(o, session.choice.decision.value) && o.value !== "pass";
  const hex = o.hex ?? (o.piece ? session.pieces.value[o.piece]?.hex : undefined);
  if (o.blocked) {
    return html`<div class="option blocked" aria-disabled="true"><span class="option-label">${optionLabel(o, session)}</span>
      <span class="why">${o.blocked.message} <${Rule} rule=${o.blocked.rule} /></span></div>`;
  }
  return html`<button type="button" class=${`option ${finishing ? "go" : ""}`} data-value=${o.value}
    onClick=${() => session.choice.pick([o.value])} onMouseEnter=${() => hex && (ui.hover.value = hex)} onMouseLeave=${() => hex && (ui.hover.value = null)}
    onFocus=${() => hex && ui.go(hex)}>
    ${hotkey && html`<kbd>${hotkey.toUpperCase()}</kbd>`}<span class="option-label">${optionLabel(o, session)}</span>${o.note && html`<span class="option-note">${o.note}</span>`}</button>`;
}

/** Optional decisions: standing orders, rulings, giving up. @param {{session: Session}} props */
function More({ session }) {
  const { choice } = session;
  const list = session.decisions.value.filter((/** @type {any} */ d) => d.optional && d.id !== choice.decision.value?.id);
  if (!list.length) return null;
  return html`<details class="more"><summary>${t("game.options")}</summary>
    ${list.map((/** @type {any} */ d) => html`<button key=${d.id} type="button" class="other" onClick=${() => choice.open(d)}>${d.prompt} <${Rule} rule=${d.rule} /></button>`)}</details>`;
}

/** Nothing to decide: whom the game waits for, or how it ended. */
function Idle({ session, view }) {
  const about = session.about.value;
  const waiting = view?.waiting_for ?? [];
  return html`<section class="prompt idle">
    ${view?.status === "ended" ? html`<${Outcome} session=${session} view=${view} />`
      : html`<h2 class="ask">${waiting.length ? html`${waiting.map((/** @type {string} */ s) => html`<span key=${s} class="side-chip"><${Emblem} side=${about.sides?.[s]} /> ${t("game.waiting", { side: sideName(about, s) })}</span>`)}` : t("game.nothing")}</h2>`}
    <${More} session=${session} />
  </section>`;
}

function Outcome({ session, view }) {
  const about = session.about.value;
  const o = view.outcome ?? {};
  return html`<div class="outcome"><h2 class="ask">${t("game.ended")}</h2>
    <p class="winner">${o.winner ? html`<${Emblem} side=${about.sides?.[o.winner]} size="20" /> ${t("game.outcome.win", { side: sideName(about, o.winner) })}` : t("game.outcome.draw")}</p>
    <p class="outcome-how">${[o.level, o.reason].filter(Boolean).map((text) => html`<span key=${text}>${text}</span>`)}</p>
    <ul class="points">${Object.entries(o.points ?? {}).map(([s, n]) => html`<li key=${s}><${Emblem} side=${about.sides?.[s]} /> ${sideName(about, s)} <b>${n}</b></li>`)}</ul>
    <a class="button" href=${`#/games/${session.game}/audit`}>${t("game.audit")}</a></div>`;
}
