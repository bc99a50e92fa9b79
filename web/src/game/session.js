/** One game as one viewer sees it: the view, the events, the connection, and what the page shows of them. */
import { batch, computed, signal } from "@preact/signals";
import { Problem, call, get, newId, post } from "../lib/api.js";
import { Live } from "../lib/live.js";
import { mergePatch } from "../lib/patch.js";
import { lastSeen, markSeen } from "../lib/seen.js";
import { buildScene } from "../board/scene.js";
import { t } from "../texts/index.js";
import { Choice } from "./choice.js";

/** @typedef {{version: number, kind: string, text: string, rule?: string, data: any}} GameEvent */

/** How long the place of an event lights up. */
const FLASH_MS = 2800;
/** How long messages of the stream are gathered before the page is drawn again. */
const TOGETHER_MS = 16;
const NO_PIECES = Object.freeze({});
const NO_LIST = Object.freeze([]);

export class Session {
  /** @param {string} game @param {string} [viewer] where the caller may look as several */
  constructor(game, viewer) {
    this.game = game;
    this.asked = viewer;
    /** @type {import("@preact/signals").Signal<"loading" | "ready" | "failed">} */
    this.phase = signal("loading");
    this.error = signal(null);
    /** @type {import("@preact/signals").Signal<any>} */
    this.summary = signal(null);
    this.about = signal(/** @type {any} */ ({}));
    this.titleInfo = signal(/** @type {any} */ (null));
    /** @type {import("@preact/signals").Signal<import("../board/scene.js").Scene | null>} */
    this.scene = signal(null);
    this.view = signal(/** @type {any} */ (null));
    /** @type {import("@preact/signals").Signal<GameEvent[]>} */
    this.events = signal([]);
    /** Events that tell of dice and steps, waiting to be shown. @type {import("@preact/signals").Signal<GameEvent[]>} */
    this.shows = signal([]);
    /** Hexes and paths of what just happened. */
    this.flash = signal(/** @type {{hexes: string[], path?: string[], key: number} | null} */ (null));
    this.connection = signal("connecting");
    /** Events after this version happened since the last visit. */
    this.since = signal(/** @type {number | null} */ (null));
    this.toast = signal(/** @type {{text: string, rule?: string, key: number} | null} */ (null));
    this.version = 0;
    this.pieces = computed(() => this.view.value?.pieces ?? NO_PIECES);
    this.marks = computed(() => this.view.value?.board?.hexes ?? NO_PIECES);
    this.decisions = computed(() => (this.onlyWatches() ? NO_LIST : this.view.value?.decisions ?? NO_LIST));
    this.fresh = computed(() => {
      const since = this.since.value;
      return since === null ? [] : this.events.value.filter((e) => e.version > since);
    });
    this.choice = new Choice(this);
    this.seeNow = () => this.remember();
    document.addEventListener("visibilitychange", this.seeNow);
  }

  /** Whether an umpire looks through the eyes of a seat that he does not hold: its decisions are not his. */
  onlyWatches() {
    const viewer = this.view.value?.viewer;
    const you = this.summary.value?.you ?? {};
    return viewer !== "umpire" && Boolean(you.roles?.includes("umpire")) && !you.seats?.includes(viewer);
  }

  /** The viewer's parameter of a path. */
  get as() {
    return this.asked ? `as=${encodeURIComponent(this.asked)}` : "";
  }

  async open() {
    try {
      const [summary, view] = await Promise.all([get(`/games/${this.game}`), get(`/games/${this.game}/view?${this.as}`)]);
      this.summary.value = summary;
      this.pin = summary.pack ? `?pack=${summary.pack}` : "";
      const title = await get(`/titles/${summary.title}${this.pin}`);
      batch(() => {
        this.titleInfo.value = title;
        this.about.value = title.about ?? {};
      });
      if (summary.status !== "open") {
        await this.board(view, title, summary.title);
        await this.history(view);
      }
      batch(() => {
        this.take(view);
        this.phase.value = "ready";
      });
      this.remember();
      this.connect();
    } catch (error) {
      batch(() => {
        this.error.value = error;
        this.phase.value = "failed";
      });
    }
  }

  async board(view, title, id) {
    const map = view.board?.map ?? title.about?.maps?.[0];
    if (!map || map === this.map) return;
    this.map = map;
    const board = await get(`/titles/${id}/maps/${map}${this.pin}`);
    if (this.map !== map) return;
    if (!board.hexes || !(board.cols || board.layout)) throw new Problem(0, { code: "map", detail: t("missing.map") });
    this.scene.value = buildScene(board);
  }

  /** The newest events, and all since the last visit. */
  async history(view) {
    const seen = lastSeen(this.game, view.viewer);
    let events = await this.read(`before=${view.version + 1}&limit=60`);
    if (seen !== null && events.length && events[0].version > seen + 1) events = await this.following(seen, view.version);
    batch(() => {
      this.add(events);
      this.since.value = seen !== null && seen < view.version ? seen : null;
    });
  }

  /** A page of events. @param {string} q @returns {Promise<GameEvent[]>} */
  async read(q) {
    return (await get(`/games/${this.game}/events?${q}&${this.as}`)).events ?? [];
  }

  /** All events after a version. @param {number} after @param {number} upTo */
  async following(after, upTo) {
    const out = [];
    for (let at = after; at < upTo;) {
      const page = await this.read(`after=${at}`);
      if (!page.length) break;
      out.push(...page);
      at = page[page.length - 1].version;
    }
    return out;
  }

  /** Older events than those held. @returns {Promise<boolean>} whether there were any */
  async older() {
    const first = this.events.peek()[0]?.version;
    if (!first || first <= 1) return false;
    const events = await this.read(`before=${first}`);
    this.add(events);
    return events.length > 0;
  }

  connect() {
    this.live?.close();
    const inbox = /** @type {any[]} */ ([]);
    const live = new Live(this.game, this.asked, () => (this.phase.peek() === "ready" ? this.version : null), (m) => {
      if (inbox.push(m) === 1) setTimeout(() => live === this.live && this.hearAll(inbox.splice(0)), TOGETHER_MS);
    });
    this.live = live;
    this.stop?.();
    this.stop = this.live.state.subscribe((s) => {
      this.connection.value = s;
    });
  }

  /** Messages that came close together are drawn once: a page that is behind catches up. @param {any[]} messages */
  hearAll(messages) {
    batch(() => {
      for (const m of messages) this.hear(m);
    });
  }

  /** @param {any} m a message of the stream */
  hear(m) {
    if (m.type === "snapshot") {
      batch(() => {
        const news = (m.events ?? []).filter((/** @type {GameEvent} */ e) => e.version > this.version);
        this.add(m.events ?? []);
        this.take(m.view);
        this.tell(news);
      });
    } else if (m.type === "patch") {
      if (m.from !== this.version) {
        this.live?.resync();
        return;
      }
      batch(() => {
        this.add(m.events ?? []);
        this.take(mergePatch(this.view.peek(), m.patch), m.version);
        this.tell(m.events ?? []);
      });
    } else return;
    this.remember();
  }

  /** @param {any} view @param {number} [version] */
  take(view, version = view.version) {
    const before = this.view.peek()?.status;
    this.version = version;
    this.view.value = view;
    this.choice.sync(this.decisions.peek());
    if (this.map && view.board?.map && view.board.map !== this.map) this.board(view, this.titleInfo.peek(), this.summary.peek().title).catch((error) => this.say(error));
    if (before && (before !== view.status || view.status === "open")) this.reread(view);
  }

  /** The summary again: people came or went, the game began or ended. */
  async reread(view = this.view.peek()) {
    const summary = await get(`/games/${this.game}`);
    this.pin = summary.pack ? `?pack=${summary.pack}` : "";
    if (view.status !== "open") await this.board(view, this.titleInfo.peek(), summary.title);
    this.summary.value = summary;
  }

  /** @param {GameEvent[]} events */
  add(events) {
    if (!events.length) return;
    const have = this.events.peek();
    const last = have.length ? have[have.length - 1].version : 0;
    const first = have.length ? have[0].version : Infinity;
    const newer = events.filter((e) => e.version > last);
    const older = events.filter((e) => e.version < first);
    if (have.length === 0) this.events.value = [...events];
    else if (newer.length || older.length) this.events.value = [...older, ...have, ...newer];
  }

  /** Show what just happened. @param {GameEvent[]} events */
  tell(events) {
    const dice = events.filter((e) => e.data?.die !== undefined);
    const shows = events.filter((e) => e.data?.steps?.length || e.data?.code);
    const news = shows.length ? shows : dice.slice(-1);
    if (news.length) this.shows.value = [...this.shows.peek(), ...news].slice(-4);
    const last = [...events].reverse().find((e) => e.data?.path || e.data?.hex || e.data?.hexes);
    if (last) this.point(last);
  }

  /** Flash the hexes of an event. @param {GameEvent} e */
  point(e) {
    const d = e.data ?? {};
    const hexes = [...new Set([d.hex, ...(d.hexes ?? []), ...(d.path ?? [])].filter((h) => typeof h === "string" && this.scene.peek()?.has(h)))];
    if (!hexes.length) return hexes;
    const flash = { hexes, path: d.path?.length > 1 ? d.path : undefined, key: Math.random() };
    this.flash.value = flash;
    setTimeout(() => {
      if (this.flash.peek() === flash) this.flash.value = null;
    }, FLASH_MS);
    return hexes;
  }

  remember() {
    const view = this.view.peek();
    if (view && document.visibilityState !== "hidden") markSeen(this.game, view.viewer, this.version);
  }

  /** Read the view again: after a refusal that says that ours is old. */
  async refresh() {
    const view = await get(`/games/${this.game}/view?${this.as}`);
    const events = view.version > this.version ? await this.following(this.version, view.version) : [];
    if (view.version < this.version) return; // the stream has overtaken us meanwhile
    batch(() => {
      this.add(events);
      this.take(view);
    });
  }

  /** @param {string} path @param {any} body */
  post(path, body) {
    return post(`/games/${this.game}${path}`, body);
  }

  /** @param {import("./choice.js").Decision} decision @param {string[]} picks @param {string} id @param {string} note */
  async act(decision, picks, id, note) {
    const path = decision.kind === "ruling" ? "/rulings" : "/actions";
    const answer = await this.post(path, { id, decision: decision.id, picks, ...(note ? { note } : {}) });
    await this.caughtUp(answer.version);
  }

  /** The umpire's time limits. @param {number} seconds for each decision, 0 for none @param {number} [stage] for a secret stage; none: as many */
  async setClock(seconds, stage) {
    try {
      const answer = await call("PUT", `/games/${this.game}/clock`, { id: newId(), seconds, ...(stage === undefined ? {} : { stage_seconds: stage }) });
      await this.caughtUp(answer.version);
    } catch (error) {
      this.say(error);
    }
  }

  /** Wait until the stream has brought us to a version; read it ourselves when it does not. @param {number} version */
  async caughtUp(version) {
    for (let n = 0; n < 25 && this.version < version; n++) await new Promise((r) => setTimeout(r, 20));
    if (this.version < version) await this.refresh();
  }

  /** @param {boolean} [consent] an answer to somebody's request; none: ask for our own */
  async undo(consent) {
    try {
      const answer = await this.post(`/undo?${this.as}`, { id: newId(), ...(consent === undefined ? {} : { consent }) });
      this.choice.clear();
      await this.caughtUp(answer.version);
    } catch (error) {
      this.say(error);
    }
  }

  /** @param {string} channel @param {string} text */
  async chat(channel, text) {
    await this.post(`/chat?${this.as}`, { id: newId(), channel, text });
  }

  /** Show an error for a moment. @param {any} error */
  say(error) {
    this.toast.value = { text: error instanceof Problem ? error.message : String(error), rule: error.rule, key: Math.random() };
  }

  close() {
    document.removeEventListener("visibilitychange", this.seeNow);
    this.stop?.();
    this.live?.close();
    this.choice.close();
  }
}
