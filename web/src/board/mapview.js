/** The map: terrain on a canvas, the overlay as SVG above it, one camera for both. */
import { Component, createRef } from "preact";
import { html } from "htm/preact";
import { effect } from "@preact/signals";
import { Camera } from "./camera.js";
import { centre, hexAt } from "./grid.js";
import { Costs, Cursor, Flash, Glow, HexMarks, PathPreview, Pieces, Trails } from "./overlay.js";
import { TerrainCanvas } from "./tiles.js";

/** @typedef {{session: import("../game/session.js").Session, ui: import("../game/ui.js").Ui, label: string, onMove?: () => void, inset?: () => any}} Props */

export class MapView extends Component {
  constructor(/** @type {Props} */ props) {
    super(props);
    this.root = createRef();
    this.canvas = createRef();
    this.world = createRef();
  }

  componentDidMount() {
    const { session, ui } = this.props;
    const scene = session.scene.peek();
    this.terrain = new TerrainCanvas(this.canvas.current, scene);
    this.terrain.show = { ...this.terrain.show, ...ui.layers.peek() };
    this.camera = new Camera(this.root.current, scene.size, (t) => this.moved(t));
    this.camera.home = scene.home ?? null;
    ui.camera = this.camera;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.root.current);
    this.resize();
    this.place();
    let first = true;
    this.stop = effect(() => {
      const layers = ui.layers.value;
      if (!first) this.terrain.layers(layers);
      first = false;
    });
    this.look = effect(() => this.lead());
    // The same map may be drawn otherwise from one turn to the next, as in the rains.
    this.season = effect(() => this.terrain.draws(session.scene.value));
    document.fonts?.ready.then(() => this.terrain?.renew());
  }

  /** The first look: the pieces, or what may be picked, at a readable size; the whole map where there is nothing. */
  place() {
    const { session } = this.props;
    const hexes = [...new Set(Object.values(session.pieces.peek()).map((p) => p.hex).filter(Boolean))];
    if (hexes.length < 2 || session.scene.peek()?.home) this.camera.fit();
    else this.camera.frame(hexes.map(centre), 1.1, 0, this.camera.width < 700 ? 0.55 : 0);
  }

  /** Where the choices are few and none is in sight, or dice were thrown out of sight, the map moves there. */
  lead() {
    const { session } = this.props;
    const { choice } = session;
    const asked = choice.groups.value.length === 0 || choice.forced === choice.groups.value.length ? choice.pickable.value : [];
    const shown = session.shows.value[0]?.data ?? {};
    const places = asked.length && asked.length <= 12 ? asked : [shown.hex, ...(shown.hexes ?? [])].filter((h) => h && session.scene.peek().has(h));
    if (places.length && !places.some((h) => this.camera.sees(centre(h), 10))) this.camera.frame(places.map(centre), Math.max(0.8, this.camera.t.k));
  }

  componentWillUnmount() {
    this.stop?.();
    this.look?.();
    this.season?.();
    this.observer?.disconnect();
    this.camera?.destroy();
    this.terrain?.destroy();
    if (this.props.ui.camera === this.camera) this.props.ui.camera = null;
  }

  resize() {
    const box = this.root.current.getBoundingClientRect();
    if (!box.width || !box.height) return;
    if (this.props.inset) this.camera.inset = { top: 0, right: 0, bottom: 0, left: 0, ...this.props.inset() };
    this.camera.resize(box.width, box.height);
    this.terrain.resize(box.width, box.height);
    this.moved(this.camera.t);
  }

  /** A stack under a resting pointer shows its counters. @param {string | null} hex */
  peek(hex) {
    const { session, ui } = this.props;
    clearTimeout(this.resting);
    if (ui.fan.peek()?.peek) ui.fan.value = null;
    if (!hex || ui.fan.peek() || (session.choice.stacks.peek().get(hex)?.length ?? 0) < 2) return;
    this.resting = window.setTimeout(() => {
      if (ui.hover.peek() === hex && !ui.fan.peek()) ui.fan.value = { hex, peek: true };
    }, 350);
  }

  /** @param {import("./camera.js").Transform} t */
  moved(t) {
    this.terrain.moveTo(t);
    const g = this.world.current;
    const dpr = this.terrain.dpr;
    g.setAttribute("transform", `translate(${Math.round(t.x * dpr) / dpr} ${Math.round(t.y * dpr) / dpr}) scale(${t.k})`);
    const size = t.k < 0.42 ? "far" : t.k < 0.8 ? "middle" : "near";
    if (this.size !== size) this.root.current.dataset.zoom = this.size = size;
    g.style.setProperty("--k", String(t.k));
    const { ui } = this.props;
    if (ui.fan.peek()) ui.fan.value = null;
    this.props.onMove?.();
  }

  /** @param {MouseEvent} e @returns {string | null} */
  hexOf(e) {
    const box = this.root.current.getBoundingClientRect();
    const p = this.camera.world_(e.clientX - box.left, e.clientY - box.top);
    const hex = hexAt(p.x, p.y);
    return this.props.session.scene.peek().has(hex) ? hex : null;
  }

  render() {
    const { session, ui, label } = this.props;
    const click = (/** @type {MouseEvent} */ e) => {
      if (/** @type {Element} */ (e.target).closest(".no-pan")) return;
      const id = /** @type {Element} */ (e.target).closest("[data-piece]")?.getAttribute("data-piece");
      const hex = this.hexOf(e);
      if (id) ui.clickPiece(id, e.shiftKey);
      else if (hex) ui.click(hex, e.shiftKey);
      else ui.fan.value = null;
    };
    const move = (/** @type {PointerEvent} */ e) => {
      if (e.pointerType === "touch") return;
      const id = /** @type {Element} */ (e.target).closest("[data-piece]")?.getAttribute("data-piece");
      const hex = (id && session.pieces.peek()[id]?.hex) || this.hexOf(e);
      if (hex !== ui.hover.peek()) this.peek(hex);
      ui.hover.value = hex;
    };
    const leave = () => {
      ui.hover.value = null;
      this.peek(null);
    };
    return html`<div class="map" ref=${this.root} tabindex="0" role="application" aria-label=${label} id="map"
      onClick=${click} onPointerMove=${move} onPointerLeave=${leave}>
      <canvas ref=${this.canvas} aria-hidden="true"></canvas>
      <svg class="overlay" aria-hidden="false">
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="#7c1d16" stroke-width="2.2" /></pattern>
          <marker id="arrow" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.2" markerHeight="4.2" orient="auto"><path d="M0 0L10 5L0 10L3 5Z" fill="#155bd0" /></marker>
        </defs>
        <g class="world" ref=${this.world}>
          <${HexMarks} session=${session} />
          <${Glow} session=${session} />
          <${Trails} session=${session} ui=${ui} />
          <${Flash} session=${session} />
          <${Pieces} session=${session} ui=${ui} />
          <${Costs} session=${session} />
          <${PathPreview} ui=${ui} />
          <${Cursor} ui=${ui} />
        </g>
      </svg>
      ${this.props.children}
    </div>`;
  }
}
