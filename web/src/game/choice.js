/** The action being built: a decision, the picks so far in groups (one group a click), and the menu at that point. */
import { batch, computed, signal } from "@preact/signals";
import { Problem, newId } from "../lib/api.js";
import { chainTo } from "../lib/chains.js";
import { FINISHING, pickable, stacks, targets } from "./picking.js";

/** @typedef {{id: string, kind: string, prompt: string, rule?: string, optional?: boolean, due?: number}} Decision */

export class Choice {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {import("@preact/signals").Signal<Decision | null>} */
    this.decision = signal(null);
    /** @type {import("@preact/signals").Signal<string[][]>} */
    this.groups = signal([]);
    /** What each group was called when it was picked. @type {import("@preact/signals").Signal<string[]>} */
    this.names = signal([]);
    /** @type {import("@preact/signals").Signal<import("./picking.js").Menu | null>} */
    this.menu = signal(null);
    this.busy = signal(false);
    /** @type {import("@preact/signals").Signal<{message: string, rule?: string, code?: string} | null>} */
    this.problem = signal(null);
    this.note = signal("");
    /** Ask before sending what ends an action. */
    this.careful = signal(false);
    this.asked = 0;
    /** Groups at the beginning that had no alternative. */
    this.forced = 0;
    this.picks = computed(() => this.groups.value.flat());
    this.targets = computed(() => targets(this.menu.value, session.pieces.value, (id) => Boolean(session.scene.value?.has(id))));
    this.pickable = computed(() => pickable(this.targets.value, session.pieces.value));
    this.stacks = computed(() => stacks(session.pieces.value));
  }

  /** The open decisions are these now: keep the one at work while it stands, else open the next required one. @param {Decision[]} decisions */
  sync(decisions) {
    const current = this.decision.peek();
    if (current && decisions.some((d) => d.id === current.id)) {
      if (this.menu.peek() || this.busy.peek()) return;
      this.open(current);
      return;
    }
    const next = decisions.find((d) => !d.optional);
    if (next) this.open(next);
    else this.close();
  }

  close() {
    this.asked++;
    batch(() => {
      this.decision.value = null;
      this.groups.value = [];
      this.names.value = [];
      this.menu.value = null;
      this.busy.value = false;
    });
  }

  /** @param {Decision} decision */
  open(decision) {
    batch(() => {
      this.decision.value = decision;
      this.groups.value = [];
      this.names.value = [];
      this.menu.value = null;
      this.problem.value = null;
      this.note.value = "";
    });
    this.begin();
  }

  /** The first menu; while it leaves no choice, the one beyond it. */
  async begin() {
    this.forced = 0;
    if (!(await this.ask([]))) return;
    for (let n = 0; n < 3; n++) {
      const options = this.menu.peek()?.options ?? [];
      const only = options.length === 1 && !options[0].blocked && !FINISHING.includes(options[0].value) ? options[0] : null;
      if (!only) return;
      const groups = [...this.groups.peek(), [only.value]];
      const names = [...this.names.peek(), only.label ?? ""];
      const decision = this.decision.peek();
      const ticket = this.asked;
      const menu = await this.session.post("/menu", { decision: decision?.id, picks: groups.flat() }).catch(() => null);
      if (!menu || menu.ready || ticket !== this.asked || this.decision.peek() !== decision) return;
      this.forced = groups.length;
      this.show(groups, names, menu);
    }
  }

  /** @param {string[][]} groups @param {string[]} names @param {import("./picking.js").Menu} menu */
  show(groups, names, menu) {
    batch(() => {
      this.groups.value = groups;
      this.names.value = names;
      this.menu.value = menu;
      this.problem.value = null;
      this.busy.value = false;
    });
  }

  /** Ask for the menu after these picks. @param {string[][]} groups @param {string[]} [names] @returns {Promise<boolean>} whether it came */
  async ask(groups, names = this.names.peek().slice(0, groups.length)) {
    const decision = this.decision.peek();
    if (!decision) return false;
    const ticket = ++this.asked;
    this.busy.value = true;
    try {
      const menu = await this.session.post("/menu", { decision: decision.id, picks: groups.flat() });
      if (ticket !== this.asked) return false;
      this.show(groups, names, menu);
      return true;
    } catch (error) {
      if (ticket === this.asked) this.failed(error);
      return false;
    }
  }

  /** One click: these values one after the other. The action is sent when nothing is left to pick. @param {string[]} values */
  async pick(values) {
    if (!(await this.ask([...this.groups.peek(), values], [...this.names.peek(), this.nameOf(values[values.length - 1])]))) return;
    const menu = this.menu.peek();
    const unsaid = this.decision.peek()?.kind === "ruling" && values[values.length - 1] !== "go";
    if (menu?.ready && !this.careful.peek() && !unsaid && !menu.preview?.confirm) await this.send();
  }

  /** As many of these values as can be picked together, in this order. @param {string[]} values */
  async pickAll(values) {
    for (const value of values) {
      const option = this.menu.peek()?.options.find((o) => o.value === value);
      if (option && !option.blocked && !(await this.ask([...this.groups.peek(), [value]], [...this.names.peek(), option.label ?? ""]))) return;
    }
  }

  /** What the present menu calls a value; "" where it has no words for it. @param {string} value */
  nameOf(value) {
    return this.menu.peek()?.options.find((o) => o.value === value)?.label ?? "";
  }

  /** A shortcut: its chain of picks, then its finish. @param {string} value @param {boolean} [stop] go only as far as the value, without finishing */
  async shortcut(value, stop = false) {
    const menu = this.menu.peek();
    const chain = chainTo(menu?.shortcuts ?? {}, value);
    if (!chain.length) return;
    const finish = menu?.finish ?? "go";
    const whole = stop || !finish ? chain : [...chain, finish];
    if (stop || this.careful.peek()) {
      await this.ask([...this.groups.peek(), whole], [...this.names.peek(), value]);
      return;
    }
    await this.send([...this.groups.peek(), whole]);
  }

  /** An option that narrows a choice, then the hex in the next menu. @param {string} value @param {string} hex */
  async through(value, hex) {
    if (!(await this.ask([...this.groups.peek(), [value]], [...this.names.peek(), this.nameOf(value)]))) return;
    const t = this.targets.peek();
    const options = (t.hexes.get(hex) ?? []).filter((o) => !o.blocked);
    if (options.length === 1) await this.pick([options[0].value]);
    else if (t.near.has(hex)) await this.through(/** @type {string} */ (t.near.get(hex)), hex);
  }

  /** Take the last click back. */
  back() {
    const groups = this.groups.peek();
    if (groups.length > this.forced) this.ask(groups.slice(0, -1));
    else if (this.decision.peek()?.optional) this.leave();
  }

  /** Take all clicks back. */
  clear() {
    if (this.groups.peek().length > this.forced) this.ask(this.groups.peek().slice(0, this.forced));
    else if (this.decision.peek()?.optional) this.leave();
    this.problem.value = null;
  }

  /** From an optional decision back to the required one. */
  leave() {
    this.close();
    this.sync(this.session.decisions.peek());
  }

  /** Send the action. @param {string[][]} [groups] */
  async send(groups = this.groups.peek()) {
    const decision = this.decision.peek();
    if (!decision) return;
    const ticket = ++this.asked;
    batch(() => {
      this.busy.value = true;
      this.groups.value = groups;
    });
    try {
      await this.session.act(decision, groups.flat(), newId(), this.note.peek());
      this.problem.value = null;
    } catch (error) {
      if (ticket !== this.asked) return;
      if (error instanceof Problem && error.code === "incomplete") this.ask(groups);
      else {
        const kept = this.menu.peek() ? groups.slice(0, -1) : [];
        this.failed(error);
        this.groups.value = kept;
      }
    } finally {
      if (ticket === this.asked) this.busy.value = false;
    }
  }

  /** @param {any} error */
  failed(error) {
    this.busy.value = false;
    if (error instanceof Problem && (error.code === "stale" || error.code === "no_such_decision")) {
      this.session.refresh();
      return;
    }
    this.problem.value = { message: error.message, rule: error.rule, code: error.code };
  }
}
