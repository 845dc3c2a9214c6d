import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { chunks } from "./tools/chunks.ts";
import { LICENSES, unlisted } from "./tools/unlisted.ts";

/** Where the server listens while the client is worked on with `npm run dev`. */
const server = process.env.HONJIN_URL ?? "http://127.0.0.1:8000";

const proxied = { target: server, changeOrigin: false };
const proxy = { "/api": proxied, "/notices": proxied };

export default defineConfig({
  plugins: [svelte(), unlisted()],
  build: {
    outDir: "../src/honjin/server/static",
    emptyOutDir: true,
    license: { fileName: LICENSES },
    // The page's content policy allows files of this site only, no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        strictExecutionOrder: true,
        codeSplitting: chunks,
      },
    },
  },
  // The server takes posts from its own pages only, so it is told the host that the page has.
  server: { host: "127.0.0.1", proxy },
  test: {
    environment: "./test/browser-environment.ts",
    setupFiles: "./test/both-languages.ts",
    // Modules are read once a thread, not once a file, which took most of the time. What a test
    // puts in the place of a global is taken back after it.
    isolate: false,
    pool: "threads",
    unstubGlobals: true,
  },
});
