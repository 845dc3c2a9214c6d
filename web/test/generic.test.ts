import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

const sources = files("src").filter(
  (path) => /\.(ts|svelte|json|css)$/.test(path) && !path.includes("fonts"),
);
const games = readdirSync("../src/honjin/games", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);

test("no game is named outside its skin", () => {
  const outside = sources.filter((path) => !path.startsWith(join("src", "skins")));
  const naming = outside.filter((path) =>
    games.some((game) => readFileSync(path, "utf-8").toLowerCase().includes(game)),
  );
  expect(naming).toEqual([]);
});

test("nothing is fetched from another site", () => {
  const reaching = [...sources, "index.html"].filter((path) =>
    /https?:\/\/(?!www\.w3\.org\/)/.test(readFileSync(path, "utf-8")),
  );
  expect(reaching).toEqual([]);
});

// What a style sheet imports is in no list of the bundler, so its licence would not be shipped.
test("no style sheet is imported from a package", () => {
  const importing = sources.filter((path) =>
    /@import\s+(?:url\()?["']?[\w@]/.test(readFileSync(path, "utf-8")),
  );
  expect(importing).toEqual([]);
});

test("the browser's storage, which may be blocked, is reached in one place", () => {
  const reaching = sources.filter((path) => readFileSync(path, "utf-8").includes("localStorage"));
  expect(reaching).toEqual([join("src", "lib", "storage.ts")]);
});

test("skins hold looks only: they import themselves, what all skins share, and the shapes of scenes", () => {
  const skins = sources.filter((path) => path.startsWith(join("src", "skins")));
  const imports = skins.flatMap((path) =>
    [...readFileSync(path, "utf-8").matchAll(/from "([^"]+)"/g)].map(
      (found) => [path, found[1]!] as const,
    ),
  );
  const shared = join("src", "skins");
  const folders = [shared, join(shared, "shapes")];
  // `index` loads skins by their keys.
  const others = ["index", ...readdirSync(shared).filter((name) => !name.includes("."))];
  const isLook = (path: string, from: string): boolean => {
    if (!from.startsWith(".")) return /^svelte(\/reactivity)?$/.test(from);
    const to = join(dirname(path), from);
    const folder = relative(shared, path).split(sep).slice(0, -1)[0] ?? "";
    const own = join(shared, folder) + sep;
    const isShared = folders.includes(dirname(to)) && !others.includes(basename(to));
    const outside = [join("src", "lib", "layout"), join("src", "api", "protocol")];
    return to.startsWith(own) || isShared || outside.includes(to);
  };
  expect(imports.filter(([path, from]) => !isLook(path, from))).toEqual([]);
});

test("files and folders stay short", () => {
  const written = sources.filter((path) => !path.endsWith(".json"));
  const long = written.filter((path) => readFileSync(path, "utf-8").split("\n").length > 500);
  const folders = written.map((path) => dirname(path));
  const full = folders.filter((one) => folders.filter((other) => other === one).length > 15);
  expect([long, full]).toEqual([[], []]);
});
