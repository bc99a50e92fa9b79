/** Pan and zoom over the map with mouse, wheel, fingers and keys (d3-zoom). */
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity } from "d3-zoom";

/** @typedef {{x: number, y: number, k: number}} Transform */

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Camera {
  /**
   * @param {HTMLElement} element @param {{w: number, h: number}} world its size in world units
   * @param {(t: Transform) => void} onMove called at every change
   */
  constructor(element, world, onMove) {
    this.element = element;
    this.world = world;
    this.inset = { top: 0, right: 0, bottom: 0, left: 0 };
    /** What the whole map comes to, where only a part of it is in play. @type {{x: number, y: number}[] | null} */
    this.home = null;
    /** @type {Transform} */
    this.t = { x: 0, y: 0, k: 1 };
    this.zoom = zoom()
      .clickDistance(6)
      .tapDistance(12)
      .filter((/** @type {any} */ e) => !e.button && !e.target?.closest?.(".no-pan"))
      .on("zoom", (/** @type {any} */ e) => {
        this.t = { x: e.transform.x, y: e.transform.y, k: e.transform.k };
        onMove(this.t);
      });
    this.selection = select(element);
    this.selection.call(this.zoom).on("dblclick.zoom", null);
  }

  /** The window has this size now. @param {number} width @param {number} height */
  resize(width, height) {
    this.width = width;
    this.height = height;
    const fit = Math.min(width / (this.world.w + 60), height / (this.world.h + 60));
    const slack = 120 / fit;
    this.least = Math.min(fit, 0.5);
    this.zoom
      .extent([[0, 0], [width, height]])
      .scaleExtent([this.least * 0.9, 3.6])
      .translateExtent([[-slack, -slack], [this.world.w + slack, this.world.h + slack]]);
  }

  /** @param {Transform} t @param {number} [ms] */
  set(t, ms = 0) {
    const to = zoomIdentity.translate(t.x, t.y).scale(t.k);
    if (ms && !calm()) this.selection.transition().duration(ms).call(this.zoom.transform, to);
    else this.selection.call(this.zoom.transform, to);
  }

  /** The free middle of the window, past what lies over its edges. */
  middle() {
    const i = this.inset;
    return { x: (i.left + this.width - i.right) / 2, y: (i.top + this.height - i.bottom) / 2 };
  }

  /** Show the whole map. @param {number} [ms] */
  fit(ms = 0) {
    if (this.home?.length) {
      this.frame(this.home, 2, ms);
      return;
    }
    const i = this.inset;
    const w = this.width - i.left - i.right;
    const h = this.height - i.top - i.bottom;
    const k = Math.max(this.least * 0.9, Math.min(w / (this.world.w + 60), h / (this.world.h + 60)));
    const m = this.middle();
    this.set({ k, x: m.x - (this.world.w / 2) * k, y: m.y - (this.world.h / 2) * k }, ms);
  }

  /** Put a place of the world into the middle. @param {{x: number, y: number}} p @param {number} [k] @param {number} [ms] */
  centre(p, k = this.t.k, ms = 350) {
    const m = this.middle();
    this.set({ k, x: m.x - p.x * k, y: m.y - p.y * k }, ms);
  }

  /**
   * Show these places, no closer than `most` and no farther than `least`.
   * @param {{x: number, y: number}[]} points @param {number} [most] @param {number} [ms] @param {number} [least]
   */
  frame(points, most = 1.3, ms = 350, least = 0) {
    if (!points.length) return;
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const i = this.inset;
    const w = Math.max(...xs) - Math.min(...xs) + 160;
    const h = Math.max(...ys) - Math.min(...ys) + 160;
    const k = Math.min(most, (this.width - i.left - i.right) / w, (this.height - i.top - i.bottom) / h);
    this.centre({ x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 }, Math.max(this.least, least, k), ms);
  }

  /** Whether a place is in the free part of the window. @param {{x: number, y: number}} p @param {number} [margin] */
  sees(p, margin = 40) {
    const i = this.inset;
    const x = p.x * this.t.k + this.t.x;
    const y = p.y * this.t.k + this.t.y;
    return x > i.left + margin && y > i.top + margin && x < this.width - i.right - margin && y < this.height - i.bottom - margin;
  }

  /** @param {{x: number, y: number}} p @param {number} [ms] */
  reveal(p, ms = 250) {
    if (!this.sees(p)) this.centre(p, Math.max(this.t.k, 0.6), ms);
  }

  /** @param {number} factor @param {number} [ms] */
  by(factor, ms = 200) {
    const m = this.middle();
    if (ms && !calm()) this.selection.transition().duration(ms).call(this.zoom.scaleBy, factor, [m.x, m.y]);
    else this.selection.call(this.zoom.scaleBy, factor, [m.x, m.y]);
  }

  /** @param {number} px @param {number} py position in the element @returns {{x: number, y: number}} in the world */
  world_(px, py) {
    return { x: (px - this.t.x) / this.t.k, y: (py - this.t.y) / this.t.k };
  }

  destroy() {
    this.selection.interrupt();
    this.selection.on(".zoom", null);
  }
}
