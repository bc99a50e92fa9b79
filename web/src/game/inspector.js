/** One hex or counter, looked at closely. */
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../texts/index.js";
import { DIRECTIONS, sideKey, step } from "../board/grid.js";
import { Counter, describe } from "../board/counter.js";
import { optionLabel } from "./prompt.js";
import { Emblem, Rule, sideName } from "./parts.js";

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Inspector({ session, ui }) {
  const place = ui.selected.value ?? ui.cursor.value;
  const scene = session.scene.value;
  if (!place) return html`<p class="empty">${t("inspect.empty")}</p>`;
  const pieces = session.pieces.value;
  const ids = pieces[place] ? [place] : session.choice.stacks.value.get(place) ?? [];
  const cell = scene?.cells.get(pieces[place]?.hex ?? place);
  return html`<div class="inspector">
    ${ids.map((id) => html`<${Card} key=${id} id=${id} session=${session} ui=${ui} />`)}
    ${cell && html`<${HexCard} cell=${cell} session=${session} ui=${ui} />`}
  </div>`;
}

/** @param {{id: string, session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
function Card({ id, session, ui }) {
  const about = session.about.value;
  const piece = session.pieces.value[id];
  if (!piece) return null;
  const style = about.styles?.[piece.style ?? ""];
  const symbol = about.symbols?.[piece.symbol ?? ""];
  const options = session.choice.targets.value.pieces.get(id) ?? [];
  return html`<article class="piece-card">
    <${Counter} piece=${piece} about=${about} size=${88} />
    <div><h3>${piece.name ?? symbol?.name ?? (piece.untried ? "?" : style?.name)}</h3>
      <p class="muted"><${Emblem} side=${about.sides?.[piece.side ?? ""]} /> ${[sideName(about, piece.side), style?.name].filter(Boolean).join(", ")}</p>
      <p>${[symbol?.name, piece.size, piece.factors].filter(Boolean).join(" · ")}</p>
      ${piece.untried && html`<p class="muted">${t(piece.factors ? "inspect.untried.seen" : "inspect.untried")} ${piece.back && t("inspect.back", { back: piece.back })}</p>`}
      ${piece.note && html`<p>${piece.note}</p>`}
      ${(piece.marks ?? []).map((/** @type {string} */ m) => html`<span key=${m} class="mark-chip" style=${`--mark:${about.marks?.[m]?.color ?? "#555"}`}>${about.marks?.[m]?.name ?? m}</span>`)}
      ${options.map((o) => o.blocked
        ? html`<p key=${o.value} class="why">${optionLabel(o, session)}: ${o.blocked.message} <${Rule} rule=${o.blocked.rule} /></p>`
        : html`<button key=${o.value} type="button" class="option" onClick=${() => session.choice.pick([o.value])}>${optionLabel(o, session)}${o.note && html`<span class="option-note">${o.note}</span>`}</button>`)}
    </div></article>`;
}

function HexCard({ cell, session, ui }) {
  const board = session.scene.value.board;
  const names = (/** @type {string} */ kind) => board.terrain?.[kind]?.name ?? kind.replaceAll("_", " ");
  const features = cell.flags.map((/** @type {string} */ f) => board.features?.[f]?.name ?? f);
  const sides = [];
  const roads = {};
  DIRECTIONS.forEach((d, i) => {
    const next = step(cell.id, i);
    const side = board.sides?.[sideKey(cell.id, next)];
    if (side) sides.push({ d, text: [names(side.kind), side.bridge && (side.bridge === true ? t("inspect.bridge") : side.bridge)].filter(Boolean).join(", ") });
    const link = board.links?.[sideKey(cell.id, next)];
    if (link) (roads[link] ??= []).push(d);
  });
  const marks = session.marks.value[cell.id]?.marks ?? [];
  const about = session.about.value;
  return html`<article class="hex-card"><h3>${cell.name || t("inspect.hex", { id: cell.id })} ${cell.name && html`<span class="muted">${cell.id}</span>`}</h3>
    <p>${[names(cell.t), ...features.filter((/** @type {string} */ f) => f.toLowerCase() !== names(cell.t).toLowerCase()), ...marks.map((/** @type {string} */ m) => about.marks?.[m]?.name ?? m)].join(" · ")}</p>
    ${Object.entries(roads).map(([kind, list]) => html`<p key=${kind} class="muted">${names(kind)}: ${list.join(", ")}</p>`)}
    ${sides.length > 0 && html`<ul class="side-list">${sides.map((s) => html`<li key=${s.d}><b>${s.d}</b> ${s.text}</li>`)}</ul>`}
    ${about.charts?.some((/** @type {any} */ c) => c.id === "terrain") && html`<button type="button" class="small" onClick=${() => (ui.chart.value = { id: "terrain" })}>${t("inspect.chart")}</button>`}
  </article>`;
}

/** The pieces of a stack, large and side by side, over the map. @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui}} props */
export function Fan({ session, ui }) {
  const fan = ui.fan.value;
  return fan && ui.camera ? html`<${OpenFan} key=${fan.hex} session=${session} ui=${ui} fan=${fan} camera=${ui.camera} />` : null;
}

/** @param {{session: import("./session.js").Session, ui: import("./ui.js").Ui, fan: any, camera: import("../board/camera.js").Camera}} props */
function OpenFan({ session, ui, fan, camera }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (fan.peek) return undefined;
    const before = document.activeElement;
    /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".is-open, button"))?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [fan]);
  const pieces = session.pieces.value;
  const about = session.about.value;
  const ids = session.choice.stacks.value.get(fan.hex) ?? [];
  const targets = session.choice.targets.value;
  const rest = (fan.options ?? []).filter((o) => !o.piece || !ids.includes(o.piece));
  const c = session.scene.value?.cells.get(fan.hex)?.c;
  if (!c) return null;
  const x = Math.max(110, Math.min(camera.width - 110, c.x * camera.t.k + camera.t.x));
  const y = c.y * camera.t.k + camera.t.y;
  const under = y < 210;
  return html`<div ref=${root} class=${`fan no-pan ${under ? "under" : ""} ${fan.peek ? "peek" : ""}`} style=${`left:${x}px;top:${y + (under ? 34 : -34) * camera.t.k}px`} role="dialog" aria-label=${t("inspect.pieces")}>
    <div class="fan-row">${[...ids].reverse().map((id, i) => {
      const options = (targets.pieces.get(id) ?? []);
      const open = options.filter((o) => !o.blocked);
      const quick = targets.byPiece.has(id);
      const act = () => (open.length === 1 ? session.choice.pick([open[0].value]) : quick ? session.choice.shortcut(id) : ui.selected.value = id);
      return html`<button key=${id} type="button" data-value=${id} class=${`fan-piece ${open.length || quick ? "is-open" : ""}`} onClick=${() => { act(); ui.fan.value = null; }} title=${describe(pieces[id], about)}>
        <${Counter} piece=${pieces[id]} about=${about} size=${72} /><span>${!fan.peek && html`<kbd>${i + 1}</kbd>`} ${pieces[id].name ?? ""}</span></button>`;
    })}</div>
    ${!fan.peek && ui.allOf(fan.hex).length > 1 && html`<button type="button" class="option" onClick=${() => session.choice.pickAll(ui.allOf(fan.hex))}><kbd>A</kbd> ${t("inspect.all", { n: ui.allOf(fan.hex).length })}</button>`}
    ${rest.length > 0 && html`<div class="options">${rest.map((o) => o.blocked
      ? html`<div key=${o.value} class="option blocked"><span>${optionLabel(o, session)}</span><span class="why">${o.blocked.message} <${Rule} rule=${o.blocked.rule} /></span></div>`
      : html`<button key=${o.value} type="button" class="option" onClick=${() => session.choice.pick([o.value])}>${optionLabel(o, session)}${o.note && html`<span class="option-note">${o.note}</span>`}</button>`)}</div>`}
  </div>`;
}
