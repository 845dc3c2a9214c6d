import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputOptions } from "rolldown";

type Splitting = Exclude<NonNullable<OutputOptions["codeSplitting"]>, boolean>;
type Context = Parameters<Extract<Splitting["groups"], object>[number]["name"] & object>[1];

const src = fileURLToPath(new URL("../src", import.meta.url));
/** What every page loads at once, or soon after. */
const EVERYWHERE = ["app/main.ts", "state/push.svelte.ts"];
const SKINS = readdirSync(join(src, "skins"), { withFileTypes: true })
  .filter((one) => one.isDirectory() && existsSync(join(src, "skins", one.name, "Cover.svelte")))
  .map(({ name }) => `skins/${name}/index.ts`);
const skinOf = (id: string): string | undefined => /\/src\/skins\/(\w+)\//.exec(id)?.[1];

/** All that modules import, and what that imports, without what is loaded when it is needed. */
function closure(names: readonly string[], context: Context): Set<string> {
  const found = new Set(names.map((name) => join(src, name).replaceAll("\\", "/")));
  for (const id of found)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** The file for each module that the lobby or a table needs. */
function divide(context: Context): Map<string, string> {
  const all = (...names: string[]): Set<string> => closure(names, context);
  const [lobby, table, covers] = [
    all("app/Lobby.svelte"),
    all("app/Table.svelte"),
    all("skins/covers.ts"),
  ];
  const skins = all(...SKINS);
  const games = new Set(SKINS.map((name) => skinOf(`/src/${name}`)));
  const found = new Map<string, string>();
  for (const id of skins) found.set(id, games.has(skinOf(id)) ? skinOf(id)! : "first");
  for (const id of covers) found.set(id, "covers");
  for (const id of lobby) found.set(id, "lobby");
  for (const id of table)
    found.set(id, lobby.has(id) || covers.has(id) || skins.has(id) ? "first" : "board");
  for (const id of all(...EVERYWHERE)) found.set(id, "first");
  return found;
}

let parts: Map<string, string> | undefined;

/**
 * Which modules go into a file together: each file costs a request, and small ones hardly compress.
 * What every first page needs is one file; the rest of the lobby, of a table, of all covers and of
 * the skin of a game one each; of all others, what several pages share, by which of them need it.
 */
export const chunks: Splitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, context) => (parts ??= divide(context)).get(id) ?? null, priority: 1 },
    { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 300_000 },
  ],
};
