/** Drawings of named places, on a canvas whose unit is the icon's radius (1). Each draws in one colour on a light disc. */

/** @param {CanvasRenderingContext2D} ctx @param {number} n @param {number} r1 @param {number} r2 */
function star(ctx, n, r1, r2) {
  ctx.beginPath();
  for (let i = 0; i < n * 2; i++) {
    const a = -Math.PI / 2 + (i * Math.PI) / n;
    const r = i % 2 ? r2 : r1;
    ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
  }
  ctx.closePath();
  ctx.fill();
}

/** @type {Record<string, (ctx: CanvasRenderingContext2D, colour: string) => void>} */
const DRAW = {
  star(ctx) {
    star(ctx, 5, 0.78, 0.32);
  },
  mast(ctx) {
    ctx.lineWidth = 0.13;
    ctx.beginPath();
    ctx.moveTo(-0.34, 0.68);
    ctx.lineTo(0, -0.36);
    ctx.lineTo(0.34, 0.68);
    ctx.moveTo(-0.21, 0.28);
    ctx.lineTo(0.21, 0.28);
    ctx.stroke();
    for (const r of [0.28, 0.52]) for (const s of [-1, 1]) {
      ctx.beginPath();
      ctx.arc(0, -0.4, r, s < 0 ? Math.PI - 0.75 : -0.75, s < 0 ? Math.PI + 0.75 : 0.75);
      ctx.stroke();
    }
    ctx.beginPath();
    ctx.arc(0, -0.4, 0.12, 0, 7);
    ctx.fill();
  },
  flag(ctx) {
    ctx.lineWidth = 0.12;
    ctx.beginPath();
    ctx.moveTo(-0.38, 0.72);
    ctx.lineTo(-0.38, -0.68);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(-0.34, -0.64);
    ctx.quadraticCurveTo(0, -0.82, 0.2, -0.58);
    ctx.quadraticCurveTo(0.42, -0.4, 0.6, -0.56);
    ctx.lineTo(0.6, 0.02);
    ctx.quadraticCurveTo(0.36, 0.18, 0.16, 0);
    ctx.quadraticCurveTo(0, -0.16, -0.34, 0.02);
    ctx.fill();
  },
  statue(ctx) {
    ctx.fillRect(-0.42, 0.42, 0.84, 0.26);
    ctx.fillRect(-0.28, 0.2, 0.56, 0.2);
    ctx.beginPath();
    ctx.moveTo(-0.18, 0.2);
    ctx.lineTo(-0.14, -0.32);
    ctx.lineTo(0.14, -0.32);
    ctx.lineTo(0.18, 0.2);
    ctx.fill();
    ctx.beginPath();
    ctx.arc(0, -0.5, 0.17, 0, 7);
    ctx.fill();
    ctx.lineWidth = 0.11;
    ctx.beginPath();
    ctx.moveTo(0.1, -0.26);
    ctx.lineTo(0.42, -0.52);
    ctx.stroke();
  },
  plane(ctx) {
    ctx.save();
    ctx.rotate(Math.PI / 4);
    ctx.beginPath();
    ctx.moveTo(0, -0.8);
    ctx.quadraticCurveTo(0.14, -0.6, 0.12, -0.2);
    ctx.lineTo(0.76, 0.2);
    ctx.lineTo(0.76, 0.36);
    ctx.lineTo(0.11, 0.18);
    ctx.lineTo(0.08, 0.5);
    ctx.lineTo(0.3, 0.68);
    ctx.lineTo(0.3, 0.8);
    ctx.lineTo(-0.3, 0.8);
    ctx.lineTo(-0.3, 0.68);
    ctx.lineTo(-0.08, 0.5);
    ctx.lineTo(-0.11, 0.18);
    ctx.lineTo(-0.76, 0.36);
    ctx.lineTo(-0.76, 0.2);
    ctx.lineTo(-0.12, -0.2);
    ctx.quadraticCurveTo(-0.14, -0.6, 0, -0.8);
    ctx.fill();
    ctx.restore();
  },
  stadium(ctx) {
    ctx.lineWidth = 0.16;
    ctx.beginPath();
    ctx.ellipse(0, 0, 0.72, 0.5, 0, 0, 7);
    ctx.stroke();
    ctx.beginPath();
    ctx.ellipse(0, 0, 0.4, 0.22, 0, 0, 7);
    ctx.fill();
  },
  runway(ctx) {
    ctx.save();
    ctx.rotate(-0.6);
    ctx.fillRect(-0.8, -0.16, 1.6, 0.32);
    ctx.restore();
  },
  dot(ctx) {
    ctx.beginPath();
    ctx.arc(0, 0, 0.4, 0, 7);
    ctx.fill();
  },
};

/**
 * Paint the icon of a place.
 * @param {CanvasRenderingContext2D} ctx @param {string} name @param {number} x @param {number} y @param {number} r radius @param {string} colour
 */
export function icon(ctx, name, x, y, r, colour) {
  const draw = DRAW[name];
  if (!draw) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r, r);
  ctx.fillStyle = "rgba(40,24,10,.35)";
  ctx.beginPath();
  ctx.arc(0.07, 0.11, 1.02, 0, 7);
  ctx.fill();
  ctx.fillStyle = "#fdf6e3";
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.14;
  ctx.beginPath();
  ctx.arc(0, 0, 1, 0, 7);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  draw(ctx, colour);
  ctx.restore();
}
