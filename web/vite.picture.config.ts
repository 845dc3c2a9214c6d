import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The drawings as one script without a browser, for `honjin.pictures`. */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" } })],
  publicDir: "src/fonts/ttf",
  // The engine that runs it has no modules of its own, and no import.
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/picture/picture.ts",
    outDir: "../src/honjin/pictures/built",
    emptyOutDir: true,
    target: "es2023",
    minify: true,
    rollupOptions: {
      output: { format: "iife", name: "picture", entryFileNames: "picture.js" },
    },
  },
});
