/** The log: what happened, newest last; filter, search, details, and a click shows where. */
import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../texts/index.js";
import { centre } from "../board/grid.js";
import { Die, Icon, Lines, Rule } from "./parts.js";
import { toneOf } from "./preview.js";

/** @typedef {import("./session.js").GameEvent} GameEvent */

/** Entries drawn at first, and at each wish for older ones. */
const PAGE = 150;

const FILTERS = {
  all: () => true,
  combat: (/** @type {GameEvent} */ e) => e.data?.die !== undefined || Boolean(e.data?.steps?.length) || Boolean(e.data?.code),
  moves: (/** @type {GameEvent} */ e) => Boolean(e.data?.path),
};

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Log({ session, ui }) {
  const [filter, setFilter] = useState("all");
  const [words, setWords] = useState("");
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const stuck = useRef(true);
  const top = useRef(0);
  const [most, setMost] = useState(PAGE);
  const events = session.events.value.filter((e) => e.kind !== "chat");
  const since = session.since.value;
  const shown = events.filter((e) => FILTERS[filter](e) && (!words || e.text.toLowerCase().includes(words.toLowerCase())));
  useLayoutEffect(() => {
    if (stuck.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.length, filter]);
  useEffect(() => {
    const el = list.current;
    if (!el) return undefined;
    const observer = new ResizeObserver(() => {
      if (stuck.current) el.scrollTop = el.scrollHeight;
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, []);
  const older = async () => {
    stuck.current = false;
    if (shown.length <= most) await session.older();
    setMost(most + PAGE);
  };
  const scrolled = (/** @type {Event} */ e) => {
    const el = /** @type {HTMLElement} */ (e.target);
    if (el.scrollTop < top.current - 2) stuck.current = false;
    if (el.scrollHeight - el.scrollTop - el.clientHeight < 30) stuck.current = true;
    top.current = el.scrollTop;
  };
  const listed = shown.slice(-most);
  const firstNew = since === null ? -1 : listed.findIndex((e) => e.version > since);
  return html`<div class="log">
    <div class="log-tools">
      ${Object.keys(FILTERS).map((f) => html`<button key=${f} type="button" class="chip" aria-pressed=${f === filter} onClick=${() => setFilter(f)}>${t(`log.${f}`)}</button>`)}
      <input type="search" placeholder=${t("log.search")} aria-label=${t("log.search")} value=${words} onInput=${(e) => setWords(e.target.value)} />
    </div>
    <div class="log-list" ref=${list} role="log" aria-live="off" aria-label=${t("tab.log")} tabindex="0" onScroll=${scrolled}><ol>
      ${(shown.length > most || (events.length > 0 && events[0].version > 1)) && html`<li><button type="button" class="link" onClick=${older}>${t("log.older")}</button></li>`}
      ${shown.length === 0 && html`<li class="empty">${t("log.empty")}</li>`}
      ${listed.flatMap((e, i) => [
        i === firstNew && html`<li key="since" class="since"><span>${t("log.since")}</span></li>`,
        html`<${Entry} key=${`${e.version}.${i}`} e=${e} session=${session} ui=${ui} fresh=${since !== null && e.version > since} />`,
      ])}
    </ol></div>
  </div>`;
}

/** @param {{e: GameEvent, session: import("./session.js").Session, ui: import("./ui.js").Ui, fresh: boolean}} props */
function Entry({ e, session, ui, fresh }) {
  const d = e.data ?? {};
  const side = session.about.value.sides?.[d.side];
  const steps = d.steps ?? [];
  const show = () => {
    const hexes = session.point(e);
    if (hexes?.length) ui.camera?.frame(hexes.map(centre), Math.max(0.9, Math.min(1.4, ui.camera.t.k)));
  };
  const where = d.hex || d.hexes?.length || d.path?.length;
  return html`<li class=${`entry kind-${e.kind} ${fresh ? "fresh" : ""}`} style=${side ? `--side:${side.color}` : ""}>
    <div class="entry-line">
      ${d.die !== undefined && html`<span class="dice">${[d.die].flat().map((n, i) => html`<${Die} key=${i} n=${n} size=${19} />`)}</span>`}
      ${d.code && html`<b class=${`code tone-${toneOf(d.code)}`}>${d.code}</b>`}
      ${where ? html`<span class="entry-text" role="button" tabindex="0" onClick=${show} onKeyDown=${(k) => k.key === "Enter" && show()}>${e.text}</span>` : html`<span class="entry-text">${e.text}</span>`}
      <${Rule} rule=${e.rule} />
    </div>
    ${steps.length > 0 && html`<details class="entry-steps"><summary>${t("log.steps")}</summary><${Lines} lines=${steps} /></details>`}
  </li>`;
}

/** Above the map: what is new since the last visit. @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function News({ session, ui }) {
  const n = session.fresh.value.length;
  if (!n || session.since.value === null) return null;
  const show = () => {
    ui.tab.value = "log";
    const hexes = session.fresh.value.flatMap((e) => [e.data?.hex, ...(e.data?.path ?? []), ...(e.data?.hexes ?? [])]).filter((h) => h && session.scene.value?.has(h));
    if (hexes.length) ui.camera?.frame(hexes.map(centre), 1.1);
  };
  return html`<div class="news no-pan" role="status"><span>${t("log.new", { n })}</span>
    <button type="button" onClick=${show}>${t("log.show")}</button>
    <button type="button" onClick=${() => (session.since.value = null)}><${Icon} name="close" size="12" /> ${t("log.dismiss")}</button></div>`;
}
