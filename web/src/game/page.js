/** The game page. */
import { html } from "htm/preact";
import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { effect } from "@preact/signals";
import { t } from "../texts/index.js";
import { MapView } from "../board/mapview.js";
import { Table } from "../pages/table.js";
import { Missing } from "../pages/missing.js";
import { About, Charts, Help } from "./charts.js";
import { Chat } from "./chat.js";
import { Fan, Inspector } from "./inspector.js";
import { onKey } from "./keys.js";
import { Log, News } from "./log.js";
import { Boxes, Panels, Points, Procedure } from "./panels.js";
import { Icon, Rule, sideName } from "./parts.js";
import { Prompt } from "./prompt.js";
import { Show } from "./results.js";
import { Signs } from "./signs.js";
import { Session } from "./session.js";
import { TopBar } from "./topbar.js";
import { Ui } from "./ui.js";

const wide = () => matchMedia("(min-width: 900px)").matches;

/** @param {{id: string, viewer?: string}} props */
export class GamePage extends Component {
  constructor(/** @type {any} */ props) {
    super(props);
    this.begin(props.viewer);
  }

  /** @param {string} [viewer] */
  begin(viewer) {
    this.session = new Session(this.props.id, viewer);
    this.ui = new Ui(this.session);
    this.stop = effect(() => title(this.session));
    this.follow = effect(() => this.followSolo());
    this.session.open();
  }

  end() {
    this.stop();
    this.follow();
    this.ui.close();
    this.session.close();
  }

  componentDidMount() {
    this.keys = (/** @type {KeyboardEvent} */ e) => this.session.scene.peek() && onKey(e, this.session, this.ui);
    addEventListener("keydown", this.keys);
  }

  componentWillUnmount() {
    removeEventListener("keydown", this.keys);
    this.end();
    document.title = t("app");
  }

  /** Look as another viewer. @param {string} viewer */
  look(viewer) {
    const camera = this.ui.camera?.t;
    this.end();
    this.begin(viewer);
    this.camera = camera;
    this.forceUpdate();
  }

  /** A solo player looks through the eyes of whoever must decide. */
  followSolo() {
    const { session } = this;
    const summary = session.summary.value;
    const view = session.view.value;
    if (!summary?.solo || !view || view.status !== "running" || session.phase.value !== "ready") return;
    const seat = summary.seats.find((/** @type {any} */ s) => summary.you?.seats?.includes(s.id) && view.waiting_for?.includes(s.side) && s.id !== view.viewer);
    if (seat && !session.decisions.value.some((/** @type {any} */ d) => !d.optional)) setTimeout(() => this.session === session && this.look(seat.id), 350);
  }

  render() {
    return html`<${Game} key=${this.session} session=${this.session} ui=${this.ui} look=${(/** @type {string} */ v) => this.look(v)} />`;
  }
}

/** The window's title tells whose decision it is. @param {Session} session */
function title(session) {
  const view = session.view.value;
  if (!view) return;
  const mine = session.decisions.value.some((/** @type {any} */ d) => !d.optional);
  const about = session.about.value;
  const what = view.status === "ended" ? t("game.ended") : mine ? `● ${t("game.yours")}` : (view.waiting_for ?? []).map((/** @type {string} */ s) => t("game.waiting", { side: sideName(about, s) })).join(", ");
  document.title = [what, session.titleInfo.value?.name, t("app")].filter(Boolean).join(" · ");
}

/** @param {{session: Session, ui: Ui, look: (viewer: string) => void}} props */
export function Game({ session, ui, look }) {
  if (session.phase.value === "failed") return html`<${Missing} error=${session.error.value} />`;
  if (session.phase.value === "loading") return html`<div class="loading" role="status">${t("loading")}</div>`;
  if (session.view.value.status === "open") return html`<${Table} session=${session} />`;
  if (!session.scene.value) return html`<div class="loading" role="status">${t("loading")}</div>`;
  const umpire = session.view.value.viewer === "umpire";
  return html`<div class=${`game ${umpire ? "as-umpire" : ""}`} data-sheet=${ui.sheet.value} data-mine=${session.decisions.value.some((/** @type {any} */ d) => !d.optional)}>
    <a class="skip" href="#map" onClick=${(e) => { e.preventDefault(); document.getElementById("map")?.focus(); }}>${t("skip")}</a>
    <${TopBar} session=${session} ui=${ui} look=${look} />
    <main class="stage">
      <${MapView} session=${session} ui=${ui} label=${t("game.mapLabel")} inset=${() => (wide() ? {} : { top: 0, bottom: 190 })}>
        <${Fan} session=${session} ui=${ui} />
        <div class="over no-pan">
          <${Signs} session=${session} ui=${ui} />
          <${News} session=${session} ui=${ui} />
          <${Show} session=${session} ui=${ui} />
        </div>
        <${MapTools} session=${session} ui=${ui} />
        <${HexLine} session=${session} ui=${ui} />
      <//>
      <${Side} session=${session} ui=${ui} />
    </main>
    <${Charts} session=${session} ui=${ui} />
    ${ui.dialog.value === "help" && html`<${Help} close=${() => (ui.dialog.value = null)} />`}
    ${ui.dialog.value === "about" && html`<${About} session=${session} close=${() => (ui.dialog.value = null)} />`}
    <${Toast} session=${session} />
  </div>`;
}

const TABS = ["log", "pieces", "score", "table", "chat"];

/** The panel beside the map; on a phone, the sheet below it. */
function Side({ session, ui }) {
  const tab = ui.tab.value;
  return html`<aside class="side">
    <${Handle} ui=${ui} />
    <div class="side-top">
      <${TakeBack} session=${session} />
      <${Prompt} session=${session} ui=${ui} />
      <${Points} session=${session} />
      <${Procedure} session=${session} />
    </div>
    <nav class="side-tabs" role="tablist">${TABS.map((id) => html`<button key=${id} type="button" role="tab" id=${`tab-${id}`} aria-selected=${id === tab} aria-controls="tab-panel"
      onClick=${() => { ui.tab.value = id; if (ui.sheet.peek() === "low") ui.sheet.value = "full"; }}>${t(`tab.${id}`)}${id === "chat" && html`<${Unread} session=${session} ui=${ui} />`}</button>`)}</nav>
    <div class="side-panel" role="tabpanel" tabindex="0" id="tab-panel" aria-labelledby=${`tab-${tab}`}>
      ${tab === "log" && html`<${Log} session=${session} ui=${ui} />`}
      ${tab === "pieces" && html`<${Inspector} session=${session} ui=${ui} />`}
      ${tab === "score" && html`<${Panels} session=${session} kinds=${["ledger", "track"]} />`}
      ${tab === "table" && html`<${Panels} session=${session} kinds=${["signs", "tray", "calendar", "list"]} /><${Boxes} session=${session} ui=${ui} />`}
      ${tab === "chat" && html`<${Chat} session=${session} />`}
    </div>
  </aside>`;
}

/** The sheet's handle: a tap or a swipe draws it up or down. */
function Handle({ ui }) {
  const start = useRef(0);
  const order = ["low", "half", "full"];
  const go = (/** @type {number} */ by) => {
    ui.sheet.value = order[Math.max(0, Math.min(2, order.indexOf(ui.sheet.peek()) + by))];
  };
  return html`<button type="button" class="handle" aria-label=${t("game.sheet")}
    onPointerDown=${(e) => (start.current = e.clientY)}
    onPointerUp=${(e) => { const d = e.clientY - start.current; go(d < -12 ? 1 : d > 12 ? -1 : ui.sheet.peek() === "full" ? -2 : 1); }}
    onKeyDown=${(e) => e.key === "Enter" && go(ui.sheet.peek() === "full" ? -2 : 1)}><i></i></button>`;
}

function Unread({ session, ui }) {
  const n = session.fresh.value.filter((e) => e.kind === "chat").length;
  return n && ui.tab.value !== "chat" ? html` <b class="badge">${n}</b>` : null;
}

/** Taking back, and others' requests to. */
function TakeBack({ session }) {
  const view = session.view.value;
  const asked = view.take_back?.asked;
  const seat = session.summary.value?.seats?.find((/** @type {any} */ s) => s.id === view.viewer);
  if (asked) {
    const own = seat?.side === asked.by;
    return html`<div class="ask-undo" role="alert"><p>${own ? t("game.undoWaiting") : t("game.undoAsked", { side: sideName(session.about.value, asked.by) })}</p>
      ${own ? html`<button type="button" onClick=${() => session.undo(false)}>${t("game.withdraw")}</button>`
        : html`<button type="button" class="go" onClick=${() => session.undo(true)}>${t("game.agree")}</button><button type="button" onClick=${() => session.undo(false)}>${t("game.decline")}</button>`}</div>`;
  }
  if (view.status !== "running" || (!seat && view.viewer !== "umpire")) return null;
  const summary = session.summary.value;
  const others = summary.seats.some((/** @type {any} */ s) => s.side !== seat?.side && s.player && !summary.you?.seats?.includes(s.id));
  const ask = others && !view.take_back?.free && view.viewer !== "umpire";
  return html`<div class="undo-row"><button type="button" class=${`small ${view.take_back?.free ? "" : "quiet"}`} title="U" onClick=${() => session.undo()}><${Icon} name="undo" size="15" /> ${t(ask ? "game.undoAsk" : "game.undo")}</button></div>`;
}

/** Zoom and what the map shows. */
function MapTools({ session, ui }) {
  const layers = ui.layers.value;
  return html`<div class="map-tools no-pan">
    <button type="button" class="icon-button" aria-label=${t("layers.zoomIn")} onClick=${() => ui.camera?.by(1.4)}><${Icon} name="plus" /></button>
    <button type="button" class="icon-button" aria-label=${t("layers.zoomOut")} onClick=${() => ui.camera?.by(1 / 1.4)}><${Icon} name="minus" /></button>
    <button type="button" class="icon-button" aria-label=${t("layers.fit")} onClick=${() => ui.camera?.fit(300)}><${Icon} name="fit" /></button>
    <details class="layers"><summary class="icon-button" aria-label=${t("bar.map")}><${Icon} name="layers" /></summary>
      <div class="layers-box"><h2 class="group">${t("layers.title")}</h2>
        ${Object.keys(layers).map((l) => html`<label key=${l}><input type="checkbox" checked=${layers[l]} onChange=${() => ui.toggle(l)} /> ${t(`layers.${l}`)}</label>`)}
        <hr /><label><input type="checkbox" checked=${session.choice.careful.value} onChange=${(e) => ui.careful(e.target.checked)} /> ${t("layers.careful")}</label>
      </div></details>
  </div>`;
}

/** The hex under pointer or cursor, in words; the keyboard's is read aloud. */
function HexLine({ session, ui }) {
  const id = ui.hover.value ?? ui.cursor.value;
  const cell = id && session.scene.value?.cells.get(id);
  if (!cell) return null;
  const board = session.scene.value.board;
  const name = (/** @type {string} */ k) => board.terrain?.[k]?.name ?? k;
  const here = session.choice.stacks.value.get(id) ?? [];
  const path = ui.path.value;
  const option = (session.choice.targets.value.hexes.get(id) ?? [])[0];
  return html`<div class="hexline" aria-live=${ui.hover.value ? "off" : "polite"}><b>${id}</b> ${cell.name}
    <span class="muted">${[name(cell.t), ...cell.flags.map((/** @type {string} */ f) => board.features?.[f]?.name ?? f).filter((/** @type {string} */ f) => f !== name(cell.t))].join(", ")}</span>
    ${here.length > 0 && html`<span class="muted">· ${t("inspect.count", { n: here.length })}</span>`}
    ${path && html`<b class="cost">${path.note}</b>`}
    ${option?.blocked && html`<span class="why">${option.blocked.message} <${Rule} rule=${option.blocked.rule} /></span>`}</div>`;
}

function Toast({ session }) {
  const toast = session.toast.value;
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => (session.toast.value = null), 6000);
    return () => clearTimeout(timer);
  }, [toast]);
  return toast && html`<div class="toast" role="alert" key=${toast.key}>${toast.text} <${Rule} rule=${toast.rule} /></div>`;
}
