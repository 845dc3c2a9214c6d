import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { LICENSES, unlisted } from "./tools/unlisted.ts";

/** The drawings as one script without a browser, for `honjin.pictures`. */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" } }), unlisted()],
  publicDir: "src/fonts/ttf",
  // The engine that runs it has no modules of its own, and no import.
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/picture/picture.ts",
    outDir: "../src/honjin/pictures/built",
    emptyOutDir: true,
    license: { fileName: LICENSES },
    target: "es2023",
    minify: true,
    rollupOptions: {
      output: { format: "iife", name: "picture", entryFileNames: "picture.js" },
    },
  },
});
