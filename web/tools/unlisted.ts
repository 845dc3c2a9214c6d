import type { Plugin } from "vite";

/** The lists of what comes from others, in the folder of a build; `notices.mjs` reads them. */
export const LICENSES = ".vite/license.json";
const UNLISTED = ".vite/unlisted.json";

/** A package, or a tool whose own helper is in a bundle. */
const ownerOf = (id: string): string | undefined =>
  id.startsWith("\0")
    ? id.slice(1).split("/")[0]
    : /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id.replaceAll("\\", "/"))?.[1];

/**
 * Lists what Vite's own list of licences leaves out: helpers that the tools put into a bundle, and
 * files of packages beside it, such as pictures that a style sheet names.
 */
export function unlisted(): Plugin {
  return {
    name: "unlisted",
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === "chunk"
          ? file.moduleIds.filter((id) => id.startsWith("\0"))
          : file.originalFileNames,
      );
      const names = new Set(ids.map(ownerOf).filter((name) => name !== undefined));
      const source = JSON.stringify([...names]);
      this.emitFile({ type: "asset", fileName: UNLISTED, source });
    },
  };
}
