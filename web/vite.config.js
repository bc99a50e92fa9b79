import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// The development server hands the API and the sockets on to a service that runs beside it.
const service = process.env.HEXFOG_SERVICE ?? "http://127.0.0.1:8000";

export default defineConfig({
  // The library's module form, of which only the parts in use are bundled.
  resolve: { alias: { milsymbol: fileURLToPath(new URL("./node_modules/milsymbol/index.mjs", import.meta.url)) } },
  build: { outDir: "dist", target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 1000, sourcemap: false },
  server: { port: 5173, proxy: { "/api": { target: service, ws: true } } },
});
