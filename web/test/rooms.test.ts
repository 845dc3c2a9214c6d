/** Which rooms of the client may import which. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { expect, test } from "vitest";

/** The rooms below the features, from the lowest; all others are features but `app`, on top. */
const BELOW = [
  ["api", "drafts", "files", "fonts", "i18n", "lib", "picture", "skins", "sound", "state", "ui"],
  ["people"],
  ["tables"],
];
const FEATURE = BELOW.length;

const roomOf = (path: string): string => path.split(sep)[1]!;

function levelOf(room: string): number {
  if (room === "app") return FEATURE + 1;
  const level = BELOW.findIndex((rooms) => rooms.includes(room));
  return level < 0 ? FEATURE : level;
}

const mayImport = (room: string, other: string): boolean =>
  room === other || levelOf(other) < levelOf(room) || (levelOf(room) === 0 && levelOf(other) === 0);

/** The files of this folder that a file imports: at once, when needed, as types, or as styles. */
function importsOf(path: string): string[] {
  const names = readFileSync(path, "utf-8").matchAll(
    /(?:\bfrom\s*|\bimport\s*\(?\s*|glob\S*\(\[?\s*)["'](\.[^"']*)["']/g,
  );
  return [...names]
    .map(([, name]) => join(dirname(path), name!))
    .filter((to) => to.startsWith(`src${sep}`));
}

test("a room imports only the rooms below it, and no feature another", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" })
    .filter((path) => /\.(ts|svelte|css)$/.test(path))
    .map((path) => join("src", path));
  const imports = files.flatMap((path) => importsOf(path).map((to) => [path, to] as const));
  expect(imports.length).toBeGreaterThan(2500);
  expect(imports.filter(([path, to]) => !mayImport(roomOf(path), roomOf(to)))).toEqual([]);
});

test("the rule has a top, features side by side, and a bottom", () => {
  expect(mayImport("app", "studies")).toBe(true);
  expect(mayImport("studies", "tables")).toBe(true);
  expect(mayImport("tables", "people")).toBe(true);
  expect(mayImport("studies", "explorer")).toBe(false);
  expect(mayImport("tables", "analysis")).toBe(false);
  expect(mayImport("people", "tables")).toBe(false);
  expect(mayImport("ui", "people")).toBe(false);
  expect(mayImport("studies", "app")).toBe(false);
});
