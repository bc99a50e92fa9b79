/** What the page shows beside the game's own state: pointer and cursor, the open fan, the inspected hex, layers, dialogs. */
import { batch, computed, effect, signal } from "@preact/signals";
import { arrow, centre } from "../board/grid.js";
import { chainTo } from "../lib/chains.js";
import { keep, setting } from "../lib/seen.js";
import { clickHex, clickPiece } from "./picking.js";

export class Ui {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** Hex under the pointer. */
    this.hover = signal(/** @type {string | null} */ (null));
    /** Hex of the keyboard's cursor. */
    this.cursor = signal(/** @type {string | null} */ (null));
    /** Whether the cursor was moved by key since the last pick: then Enter picks there. */
    this.pointed = false;
    /** Hex or piece that the inspector shows. */
    this.selected = signal(/** @type {string | null} */ (null));
    this.fan = signal(/** @type {{hex: string, options?: import("./picking.js").Option[], peek?: boolean} | null} */ (null));
    this.blocked = signal(/** @type {import("./picking.js").Option | null} */ (null));
    this.dialog = signal(/** @type {string | null} */ (null));
    this.chart = signal(/** @type {{id?: string, column?: string, to?: string} | null} */ (null));
    this.tab = signal("log");
    /** Whether the signs over the map are explained. */
    this.signs = signal(false);
    /** Phone: how far the sheet is drawn up. */
    this.sheet = signal(/** @type {"low" | "half" | "full"} */ ("half"));
    this.layers = signal({ names: true, ids: true, flat: false, grid: true, pieces: true });
    /** Pieces that moved or changed since the last visit are marked until this is put out. */
    this.showFresh = signal(true);
    this.camera = /** @type {import("../board/camera.js").Camera | null} */ (null);
    session.choice.careful.value = setting("careful", "no") === "yes";
    /** The path to the hex under the pointer or cursor, where a shortcut leads there. */
    this.path = computed(() => this.pathTo(this.hover.value ?? this.cursor.value));
    /** A click that came while the menu was being fetched: it waits for it. @type {(() => void) | null} */
    this.waiting = null;
    const stops = [
      effect(() => {
        session.choice.menu.value;
        this.pointed = false;
        batch(() => {
          this.fan.value = null;
          this.blocked.value = null;
        });
      }),
      effect(() => {
        if (session.choice.busy.value || !this.waiting) return;
        const click = this.waiting;
        this.waiting = null;
        queueMicrotask(click);
      }),
    ];
    this.stop = () => stops.forEach((stop) => stop());
  }

  /** @param {string | null} hex @returns {{hexes: string[], note: string} | null} */
  pathTo(hex) {
    const { choice, pieces, scene } = this.session;
    const tree = choice.menu.value?.shortcuts;
    if (!hex || !tree?.[hex]) return null;
    const at = [...choice.picks.value].reverse().map((p) => (scene.value?.has(p) ? p : pieces.value[p]?.hex)).find(Boolean);
    const hexes = chainTo(tree, hex).filter((h) => scene.value?.has(h));
    return { hexes: at && at !== hexes[0] ? [at, ...hexes] : hexes, note: tree[hex][1] };
  }

  /** @param {string} hex @param {boolean} [stop] only as far as here, without finishing */
  click(hex, stop = false) {
    const { choice } = this.session;
    this.cursor.value = hex;
    if (this.later(() => this.click(hex, stop))) return;
    const all = this.allOf(hex);
    if (stop && all.length > 1) {
      choice.pickAll(all);
      return;
    }
    this.carry(clickHex(hex, choice.targets.peek(), choice.stacks.peek().get(hex) ?? []), hex, stop);
  }

  /** What may be picked of a hex's pieces. @param {string} hex @returns {string[]} values */
  allOf(hex) {
    const { choice } = this.session;
    const pieces = choice.targets.peek().pieces;
    return (choice.stacks.peek().get(hex) ?? []).flatMap((id) => (pieces.get(id) ?? []).filter((o) => !o.blocked).map((o) => o.value));
  }

  /** Whether a click must wait for the menu that is on its way. @param {() => void} click */
  later(click) {
    if (!this.session.choice.busy.peek()) return false;
    this.waiting = click;
    return true;
  }

  /** @param {string} id */
  clickPiece(id, stop = false) {
    if (this.later(() => this.clickPiece(id, stop))) return;
    const { choice, pieces } = this.session;
    const hex = pieces.peek()[id]?.hex ?? "";
    const stack = choice.stacks.peek().get(hex) ?? [];
    const what = stack.length < 2 || !hex ? clickPiece(id, choice.targets.peek()) : null;
    if (hex) this.cursor.value = hex;
    if (what) this.carry(what, hex || id, stop);
    else if (hex) this.click(hex, stop);
    else this.inspect(id);
  }

  /** @param {ReturnType<typeof clickHex>} what @param {string} place @param {boolean} stop */
  carry(what, place, stop) {
    const { choice } = this.session;
    this.fan.value = null;
    this.blocked.value = null;
    switch (what.do) {
      case "shortcut": choice.shortcut(what.value, stop); break;
      case "pick": choice.pick([what.option.value]); break;
      case "near": choice.through(what.value, place); break;
      case "choose": this.fan.value = { hex: place, options: what.options }; break;
      case "blocked":
        this.blocked.value = what.option;
        this.inspect(place);
        break;
      default: this.inspect(place);
    }
  }

  /** @param {string} place hex or piece */
  inspect(place) {
    const stack = this.session.choice.stacks.peek().get(place) ?? [];
    batch(() => {
      this.selected.value = place;
      this.fan.value = stack.length > 1 ? { hex: place } : null;
    });
  }

  /** @param {"up" | "down" | "left" | "right"} way */
  move(way) {
    const scene = this.session.scene.peek();
    if (!scene) return;
    const from = this.cursor.peek() ?? this.session.choice.pickable.peek()[0] ?? this.middleHex();
    const next = this.cursor.peek() ? arrow(from, way, scene.has) : from;
    this.go(next);
  }

  /** Put the cursor on the next or the last hex where something may be picked. @param {1 | -1} by */
  next(by) {
    const list = this.session.choice.pickable.peek();
    if (!list.length) return;
    const at = this.cursor.peek() ?? "";
    const i = by > 0 ? list.findIndex((h) => h > at) : list.findLastIndex((h) => h < at);
    this.go(list[i === -1 ? (by > 0 ? 0 : list.length - 1) : i]);
  }

  /** @param {string} hex */
  go(hex) {
    this.pointed = true;
    batch(() => {
      this.hover.value = null;
      this.cursor.value = hex;
    });
    this.camera?.reveal(centre(hex));
  }

  middleHex() {
    const scene = this.session.scene.peek();
    const list = [...(scene?.cells.keys() ?? [])];
    return list[list.length >> 1] ?? "";
  }

  /** @param {"names" | "ids" | "flat" | "grid" | "pieces"} layer */
  toggle(layer) {
    this.layers.value = { ...this.layers.peek(), [layer]: !this.layers.peek()[layer] };
  }

  careful(/** @type {boolean} */ yes) {
    this.session.choice.careful.value = yes;
    keep("careful", yes ? "yes" : "no");
  }

  close() {
    this.stop();
  }
}
