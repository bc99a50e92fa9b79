/** The stream of a game: opens again by itself, with jittered pauses that grow, and resumes at the version held. */
import { signal } from "@preact/signals";

const FIRST = 400;
const LONGEST = 15000;
/** Without a sign of life for this long the connection counts as lost. */
const SILENCE = 65000;

export class Live {
  /**
   * @param {string} game @param {string | undefined} viewer @param {() => number | null} version the version held, null for none
   * @param {(message: any) => void} onMessage
   */
  constructor(game, viewer, version, onMessage) {
    this.game = game;
    this.viewer = viewer;
    this.version = version;
    this.onMessage = onMessage;
    /** @type {import("@preact/signals").Signal<"connecting" | "open" | "lost">} */
    this.state = signal("connecting");
    this.tries = 0;
    this.closed = false;
    this.timer = 0;
    this.heard = 0;
    this.wake = () => {
      if (!this.closed && this.state.peek() !== "open" && (document.visibilityState ?? "visible") === "visible") this.connect();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.watch = window.setInterval(() => {
      if (this.state.peek() === "open" && Date.now() - this.heard > SILENCE) this.socket?.close();
    }, 10000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.drop();
    if (this.closed) return;
    const q = new URLSearchParams();
    const after = this.version();
    if (after !== null) q.set("after", String(after));
    if (this.viewer) q.set("as", this.viewer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live?${q}`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
    };
    socket.onmessage = (e) => {
      this.heard = Date.now();
      this.tries = 0;
      if (this.state.peek() !== "open") this.state.value = "open";
      const message = JSON.parse(e.data);
      if (message.type === "ping") socket.send('{"type":"pong"}');
      else this.onMessage(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.again();
    };
  }

  again() {
    if (this.closed) return;
    this.state.value = "lost";
    const limit = Math.min(LONGEST, FIRST * 2 ** this.tries++);
    this.timer = window.setTimeout(() => this.connect(), limit / 2 + (Math.random() * limit) / 2);
  }

  /** Ask for a fresh snapshot on the open connection. */
  resync() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type":"resync"}');
    else this.connect();
  }

  drop() {
    const socket = this.socket;
    this.socket = undefined;
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
  }
}
