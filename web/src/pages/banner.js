/** A slow look over a title's map, painted by the same code as the game's. */
import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { get } from "../lib/api.js";
import { buildScene } from "../board/scene.js";
import { TerrainCanvas } from "../board/tiles.js";

/** @param {{title: string}} props */
export function MapBanner({ title }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    let view = /** @type {TerrainCanvas | null} */ (null);
    let observer = /** @type {ResizeObserver | null} */ (null);
    let gone = false;
    const begin = async () => {
      const info = await get(`/titles/${title}`);
      const map = info.about?.maps?.[0];
      if (!map) return;
      const scene = buildScene(await get(`/titles/${title}/maps/${map}`));
      if (gone || !box.current || !canvas.current) return;
      view = new TerrainCanvas(canvas.current, scene);
      view.layers({ ids: false, names: false });
      observer = new ResizeObserver(() => {
        const r = box.current?.getBoundingClientRect();
        if (!r || !view) return;
        view.resize(r.width, r.height);
        const k = Math.max(0.75, r.width / scene.size.w);
        view.moveTo({ k, x: r.width / 2 - scene.size.w * 0.47 * k, y: r.height / 2 - scene.size.h * 0.45 * k });
      });
      observer.observe(box.current);
    };
    begin().catch(() => {});
    return () => {
      gone = true;
      observer?.disconnect();
      view?.destroy();
    };
  }, [title]);
  return html`<div class="banner" ref=${box} aria-hidden="true"><canvas ref=${canvas}></canvas></div>`;
}
