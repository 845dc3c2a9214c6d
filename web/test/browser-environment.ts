/** Node with Svelte compiled for the browser, so that stores react as they do on the page. */
import type { Environment } from "vitest/environments";

export default {
  name: "browser-stores",
  viteEnvironment: "client",
  setup() {
    const still = { matches: true, addEventListener: () => undefined };
    const page = {
      document: {
        hidden: false,
        documentElement: { dataset: {} },
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      },
      localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
      matchMedia: () => still,
      navigator: { language: "en" },
      location: new URL("http://t/"),
      addEventListener: () => undefined,
      /** A stream that says nothing. */
      EventSource: class extends EventTarget {
        close(): void {}
      },
    };
    for (const [name, value] of Object.entries(page))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    return { teardown: () => undefined };
  },
} satisfies Environment;
