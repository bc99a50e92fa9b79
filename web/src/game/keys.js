/** The keyboard: everything can be played with it. */
import { centre } from "../board/grid.js";
import { isEnd, keysOf } from "./picking.js";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

/**
 * Handle a key of the game page. @param {KeyboardEvent} e @param {import("./session.js").Session} session @param {import("./ui.js").Ui} ui
 */
export function onKey(e, session, ui) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
  const el = /** @type {HTMLElement} */ (e.target);
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(el.tagName) || document.querySelector("dialog[open]")) return;
  const onButton = el.closest("button, a, summary, details, [role=button], [role=log]");
  const { choice } = session;
  if (ARROWS[e.key]) {
    if (onButton?.matches("[role=log]")) return;
    ui.move(ARROWS[e.key]);
  } else if (e.key === "Enter" || e.key === " ") {
    if (onButton) return;
    if (choice.menu.peek()?.ready) choice.send();
    else if (ui.cursor.peek() && (e.key === " " || ui.pointed || !finish(session))) ui.click(/** @type {string} */ (ui.cursor.peek()), e.shiftKey);
    else if (e.key === "Enter" && finish(session)) choice.pick([/** @type {string} */ (finish(session))]);
    else return;
  } else if (e.key === "Escape") {
    if (ui.fan.peek()) ui.fan.value = null;
    else if (session.shows.peek().length) session.shows.value = [];
    else choice.clear();
  } else if (e.key === "Backspace") choice.back();
  else if (!command(e.key.toLowerCase(), session, ui)) return;
  e.preventDefault();
}

/** What Enter carries out where the cursor points at nothing: the one option that finishes, a pass excepted. @param {import("./session.js").Session} session */
function finish(session) {
  const ends = session.choice.targets.peek().buttons.filter((o) => !o.blocked && o.value !== "pass" && isEnd(o, session.choice.decision.peek()));
  return ends.length === 1 ? ends[0].value : undefined;
}

/** @param {string} key @param {import("./session.js").Session} session @param {import("./ui.js").Ui} ui @returns {boolean} whether the key means something */
function command(key, session, ui) {
  const { choice } = session;
  if (ui.fan.peek() && key === "a") {
    choice.pickAll(ui.allOf(ui.fan.peek().hex));
    return true;
  }
  if (ui.fan.peek() && /^[1-9]$/.test(key)) return pickOfFan(Number(key) - 1, session, ui);
  const keys = keysOf(choice.targets.peek().buttons, (o) => isEnd(o, choice.decision.peek()), session.about.peek().keys);
  for (const [value, k] of keys) if (k === key) {
    if (!choice.busy.peek()) choice.pick([value]);
    return true;
  }
  switch (key) {
    case "n": ui.next(1); return true;
    case "b": ui.next(-1); return true;
    case "u": session.undo(); return true;
    case "c": ui.chart.value = {}; return true;
    case "l": ui.tab.value = "log"; return true;
    case "?": ui.dialog.value = "help"; return true;
    case "h": ui.dialog.value = "help"; return true;
    case "i":
      if (ui.cursor.peek()) {
        ui.tab.value = "pieces";
        ui.inspect(/** @type {string} */ (ui.cursor.peek()));
      }
      return true;
    case "f": if (ui.cursor.peek()) ui.camera?.centre(centre(/** @type {string} */ (ui.cursor.peek()))); return true;
    case "+": case "=": ui.camera?.by(1.35); return true;
    case "-": case "_": ui.camera?.by(1 / 1.35); return true;
    case "0": ui.camera?.fit(300); return true;
    default: return false;
  }
}

/** In an open fan the figures choose a counter, as they stand from the left. */
function pickOfFan(i, session, ui) {
  const fan = ui.fan.peek();
  const ids = [...(session.choice.stacks.peek().get(fan?.hex ?? "") ?? [])].reverse();
  const id = ids[i];
  if (!id) return false;
  const open = (session.choice.targets.peek().pieces.get(id) ?? []).filter((o) => !o.blocked);
  ui.fan.value = null;
  if (open.length) session.choice.pick([open[0].value]);
  else if (session.choice.targets.peek().byPiece.has(id)) session.choice.shortcut(id);
  else ui.selected.value = id;
  return true;
}
