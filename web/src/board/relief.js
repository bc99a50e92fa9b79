/** Hills: a height field out of the hexes that have height, its shading as a bitmap, its contours as lines. */
import { H, centre } from "./grid.js";
import { fractal, noise } from "./noise.js";

const STEP = 5;

/**
 * @param {{w: number, h: number}} size @param {{id: string, height: number}[]} hills
 * @returns {{cols: number, rows: number, step: number, data: Float32Array, peak: number}}
 */
export function heightField(size, hills) {
  const cols = Math.ceil(size.w / STEP) + 1;
  const rows = Math.ceil(size.h / STEP) + 1;
  const data = new Float32Array(cols * rows);
  const reach = H * 1.7;
  const sigma = H * 0.64;
  for (const { id, height } of hills) {
    const c = centre(id);
    const x0 = Math.max(0, Math.floor((c.x - reach) / STEP));
    const x1 = Math.min(cols - 1, Math.ceil((c.x + reach) / STEP));
    const y0 = Math.max(0, Math.floor((c.y - reach) / STEP));
    const y1 = Math.min(rows - 1, Math.ceil((c.y + reach) / STEP));
    for (let j = y0; j <= y1; j++) for (let i = x0; i <= x1; i++) {
      const d2 = (i * STEP - c.x) ** 2 + (j * STEP - c.y) ** 2;
      data[j * cols + i] += height * Math.exp(-d2 / (sigma * sigma));
    }
  }
  let peak = 0;
  for (let j = 0; j < rows; j++) for (let i = 0; i < cols; i++) {
    const k = j * cols + i;
    const h = data[k];
    const rise = 1 - Math.exp(-0.62 * h * h * (1 + 0.6 * h));
    const massif = 0.75 + 0.25 * Math.min(1, h / 3);
    data[k] = rise * massif * (0.56 + 0.88 * fractal((i * STEP) / 74, (j * STEP) / 74, 11, 5));
    if (data[k] > peak) peak = data[k];
  }
  return { cols, rows, step: STEP, data, peak };
}

/**
 * The shading as a transparent bitmap: light from the north-west, darker and warmer with height, and a breath of unevenness everywhere.
 * @param {ReturnType<typeof heightField>} field
 * @returns {HTMLCanvasElement}
 */
export function shade(field) {
  const { cols, rows, data } = field;
  const canvas = document.createElement("canvas");
  canvas.width = cols;
  canvas.height = rows;
  const ctx = canvas.getContext("2d");
  const image = ctx.createImageData(cols, rows);
  const at = (/** @type {number} */ i, /** @type {number} */ j) =>
    data[Math.min(rows - 1, Math.max(0, j)) * cols + Math.min(cols - 1, Math.max(0, i))];
  for (let j = 0; j < rows; j++) for (let i = 0; i < cols; i++) {
    const dx = at(i + 1, j) - at(i - 1, j);
    const dy = at(i, j + 1) - at(i, j - 1);
    const plain = (noise(i / 26, j / 26, 31) - 0.5) * 0.1 + (noise(i / 9, j / 9, 37) - 0.5) * 0.06;
    const light = Math.max(-1, Math.min(1, (dx + dy) * 3.1)) + plain;
    const h = data[j * cols + i];
    const k = (j * cols + i) * 4;
    if (light >= 0) {
      image.data.set([255, 247, 214, Math.min(190, light * 165)], k);
    } else {
      image.data.set([66, 46, 20, Math.min(175, -light * 150 + h * 14)], k);
    }
  }
  ctx.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Contour lines by marching squares.
 * @param {ReturnType<typeof heightField>} field @param {number} level
 * @returns {[number, number, number, number][]} segments in world units
 */
export function contour(field, level) {
  const { cols, rows, step, data } = field;
  /** @type {[number, number, number, number][]} */
  const out = [];
  for (let j = 0; j < rows - 1; j++) for (let i = 0; i < cols - 1; i++) {
    const a = data[j * cols + i];
    const b = data[j * cols + i + 1];
    const c = data[(j + 1) * cols + i + 1];
    const d = data[(j + 1) * cols + i];
    const code = (a > level ? 1 : 0) | (b > level ? 2 : 0) | (c > level ? 4 : 0) | (d > level ? 8 : 0);
    if (code === 0 || code === 15) continue;
    const mix = (/** @type {number} */ p, /** @type {number} */ q) => (level - p) / (q - p);
    const top = [i + mix(a, b), j];
    const right = [i + 1, j + mix(b, c)];
    const bottom = [i + mix(d, c), j + 1];
    const left = [i, j + mix(a, d)];
    const add = (/** @type {number[]} */ p, /** @type {number[]} */ q) => out.push([p[0] * step, p[1] * step, q[0] * step, q[1] * step]);
    switch (code) {
      case 1: case 14: add(left, top); break;
      case 2: case 13: add(top, right); break;
      case 3: case 12: add(left, right); break;
      case 4: case 11: add(right, bottom); break;
      case 6: case 9: add(top, bottom); break;
      case 7: case 8: add(left, bottom); break;
      case 5: add(left, top); add(right, bottom); break;
      default: add(top, right); add(left, bottom);
    }
  }
  return out;
}
