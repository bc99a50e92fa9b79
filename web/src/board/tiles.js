/**
 * The terrain on a canvas. Square tiles are painted at the exact zoom and device resolution as they come into sight, a few
 * milliseconds a frame; while the zoom changes, the last tiles are shown stretched over a small picture of the whole map.
 */
import { placeLabels } from "./labels.js";
import { FONT, paint } from "./paint.js";

const SIZE = 256;
const BUDGET = 7;
const OVERVIEW = 0.4;

/** @typedef {{x: number, y: number, k: number}} Transform screen = world * k + (x, y) */
/** @typedef {{k: number, dpr: number, labels: import("./labels.js").Label[], tiles: Map<string, HTMLCanvasElement>}} Generation */

export class TerrainCanvas {
  /** @param {HTMLCanvasElement} canvas @param {import("./scene.js").Scene} scene */
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d", { alpha: false });
    this.scene = scene;
    this.show = { ids: true, names: true, flat: false, grid: true };
    /** @type {Transform} */
    this.t = { x: 0, y: 0, k: 1 };
    this.dpr = 1;
    this.frame = 0;
    this.settle = 0;
    /** @type {Generation | null} */
    this.now = null;
    /** @type {Generation | null} */
    this.before = null;
    this.overview = null;
    this.draw = this.draw.bind(this);
  }

  /** @param {number} width @param {number} height CSS pixels */
  resize(width, height) {
    this.dpr = Math.min(3, window.devicePixelRatio || 1);
    this.width = width;
    this.height = height;
    this.canvas.width = Math.round(width * this.dpr);
    this.canvas.height = Math.round(height * this.dpr);
    this.renew();
  }

  /** @param {Partial<typeof this.show>} show which layers */
  layers(show) {
    this.show = { ...this.show, ...show };
    this.before = this.now = this.overview = null;
    this.renew();
  }

  /** Another scene of the same extent. @param {import("./scene.js").Scene | null} scene */
  draws(scene) {
    if (!scene || scene === this.scene) return;
    this.scene = scene;
    this.layers({});
  }

  /** Paint everything anew, for instance when a font has arrived. */
  renew() {
    if (this.now?.tiles.size) this.before = this.now;
    this.now = null;
    this.request();
  }

  /** @param {Transform} t */
  moveTo(t) {
    const zoomed = t.k !== this.t.k;
    this.t = t;
    if (zoomed) {
      clearTimeout(this.settle);
      this.settle = window.setTimeout(() => {
        this.settle = 0;
        this.renew();
      }, 130);
    }
    this.request();
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settle);
    this.frame = -1;
  }

  request() {
    if (!this.frame) this.frame = requestAnimationFrame(this.draw);
  }

  /** @private */
  draw() {
    this.frame = 0;
    if (!this.width || !this.height) return;
    const { ctx, dpr, t } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = "#23282e";
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.backdrop();
    if (!this.now && !this.settle) this.now = this.generation(t.k);
    if (this.before) this.blit(this.before);
    if (!this.now) return;
    const missing = this.now.k === t.k ? this.fill(this.now) : 0;
    this.blit(this.now);
    if (missing) this.request();
    else if (this.now.k === t.k) this.before = null;
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  }

  /** @param {number} k @returns {Generation} */
  generation(k) {
    const measure = (/** @type {string} */ text, /** @type {number} */ size, /** @type {number} */ weight) => {
      this.ctx.font = `${weight} ${size}px ${FONT}`;
      return this.ctx.measureText(text).width;
    };
    return { k, dpr: this.dpr, labels: this.show.names ? (this.scene.place ?? placeLabels)(this.scene, k, measure) : [], tiles: new Map() };
  }

  /** The whole map, small: what is seen for a moment where no tile is ready. */
  backdrop() {
    const { scene, t, dpr, ctx } = this;
    const m = 34;
    if (!this.overview) {
      const c = document.createElement("canvas");
      c.width = Math.ceil((scene.size.w + 2 * m) * OVERVIEW);
      c.height = Math.ceil((scene.size.h + 2 * m) * OVERVIEW);
      const o = c.getContext("2d");
      o.setTransform(OVERVIEW, 0, 0, OVERVIEW, m * OVERVIEW, m * OVERVIEW);
      (scene.paint ?? paint)(o, scene, { x0: -m, y0: -m, x1: scene.size.w + m, y1: scene.size.h + m }, OVERVIEW, { ...this.show, ids: false, names: false }, []);
      this.overview = c;
    }
    ctx.imageSmoothingQuality = "low";
    ctx.setTransform(dpr * t.k, 0, 0, dpr * t.k, t.x * dpr, t.y * dpr);
    ctx.drawImage(this.overview, -m, -m, scene.size.w + 2 * m, scene.size.h + 2 * m);
  }

  /** Tiles in sight, nearest to the middle first. @param {number} k @param {number} margin CSS pixels */
  inSight(k, margin) {
    const s = k / this.t.k;
    const ox = this.t.x * s;
    const oy = this.t.y * s;
    const out = [];
    const [w, h] = [this.width * s, this.height * s];
    for (let i = Math.floor((-ox - margin) / SIZE); i <= Math.floor((w - ox + margin) / SIZE); i++)
      for (let j = Math.floor((-oy - margin) / SIZE); j <= Math.floor((h - oy + margin) / SIZE); j++)
        out.push({ i, j, d: Math.hypot((i + 0.5) * SIZE + ox - w / 2, (j + 0.5) * SIZE + oy - h / 2) });
    return out.sort((a, b) => a.d - b.d);
  }

  /** Paint missing tiles within the frame's budget. @param {Generation} gen @returns {number} how many are still missing in sight */
  fill(gen) {
    const start = performance.now();
    let missing = 0;
    const wanted = this.inSight(gen.k, 0);
    for (const { i, j } of wanted) {
      const key = `${i}:${j}`;
      if (gen.tiles.has(key)) continue;
      if (performance.now() - start > BUDGET) missing++;
      else gen.tiles.set(key, this.tile(gen, i, j));
    }
    if (!missing && performance.now() - start < 2) this.ahead(gen);
    if (gen.tiles.size > 220) {
      const keep = new Set(this.inSight(gen.k, SIZE).map(({ i, j }) => `${i}:${j}`));
      for (const key of gen.tiles.keys()) if (!keep.has(key)) gen.tiles.delete(key);
    }
    return missing;
  }

  /** One tile around the window, so that panning finds it ready. @param {Generation} gen */
  ahead(gen) {
    for (const { i, j } of this.inSight(gen.k, SIZE * 0.6)) {
      const key = `${i}:${j}`;
      if (gen.tiles.has(key) || !this.onSheet(gen.k, i, j)) continue;
      gen.tiles.set(key, this.tile(gen, i, j));
      this.request();
      return;
    }
  }

  onSheet(k, i, j) {
    const { w, h } = this.scene.size;
    return (i + 1) * SIZE > -40 * k && (j + 1) * SIZE > -40 * k && i * SIZE < (w + 40) * k && j * SIZE < (h + 40) * k;
  }

  /** @param {Generation} gen @param {number} i @param {number} j */
  tile(gen, i, j) {
    const c = document.createElement("canvas");
    const { k, dpr } = gen;
    if (!this.onSheet(k, i, j)) {
      c.width = c.height = 1;
      return c;
    }
    c.width = c.height = Math.ceil(SIZE * dpr);
    const ctx = c.getContext("2d");
    ctx.setTransform(dpr * k, 0, 0, dpr * k, -i * SIZE * dpr, -j * SIZE * dpr);
    const box = { x0: (i * SIZE) / k, y0: (j * SIZE) / k, x1: ((i + 1) * SIZE) / k, y1: ((j + 1) * SIZE) / k };
    (this.scene.paint ?? paint)(ctx, this.scene, box, k, this.show, gen.labels);
    return c;
  }

  /** @param {Generation} gen */
  blit(gen) {
    const { ctx, dpr, t } = this;
    const s = t.k / gen.k;
    const exact = s === 1 && gen.dpr === dpr;
    const px = (/** @type {number} */ v) => (exact ? Math.round(v) : v);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.imageSmoothingEnabled = !exact;
    ctx.imageSmoothingQuality = "low";
    for (const { i, j } of this.inSight(gen.k, 0)) {
      const tile = gen.tiles.get(`${i}:${j}`);
      if (!tile || tile.width === 1) continue;
      const side = SIZE * dpr * s;
      ctx.drawImage(tile, px(t.x * dpr) + px(i * side), px(t.y * dpr) + px(j * side), exact ? tile.width : side + 0.5, exact ? tile.height : side + 0.5);
    }
    ctx.imageSmoothingEnabled = true;
  }
}
