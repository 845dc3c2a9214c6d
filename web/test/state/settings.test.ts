import { beforeEach, expect, test, vi } from "vitest";

const KEY = "honjin.settings";
let kept: Map<string, string>;
let tell: (event: { key: string | null }) => void;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
  vi.stubGlobal("addEventListener", (name: string, hear: typeof tell) => {
    if (name === "storage") tell = hear;
  });
});

/** The settings as a window reads them when it is opened. */
async function open() {
  vi.resetModules();
  return (await import("../../src/state/settings.svelte")).settings;
}

test("what is stored and is no setting counts as none", async () => {
  for (const text of ["null", "3", "[]", "{", '{"theme": {}, "lang": "fr"}']) {
    kept.set(KEY, text);
    const settings = await open();
    expect([settings.get("theme"), settings.lang]).toEqual(["auto", "en"]);
  }
});

test("two windows do not undo each other's changes", async () => {
  const [one, two] = [await open(), await open()];
  one.set({ theme: "dark" });
  two.set({ board: "indigo" });
  expect(JSON.parse(kept.get(KEY)!)).toMatchObject({ theme: "dark", board: "indigo" });
  one.set({ sound: "on" });
  tell({ key: KEY });
  expect([two.get("theme"), two.get("sound")]).toEqual(["dark", "on"]);
});

test("where nothing may be kept, changes hold until the page is left", async () => {
  const deny = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: deny, setItem: deny });
  const settings = await open();
  settings.set({ theme: "dark" });
  settings.set({ board: "indigo" });
  expect([settings.get("theme"), settings.get("board")]).toEqual(["dark", "indigo"]);
});

test("a language is spoken once its sentences are here, if it is still wanted then", async () => {
  const settings = await open();
  await settings.show();
  settings.set({ lang: "ja", theme: "dark" });
  expect([settings.get("lang"), settings.lang, settings.night]).toEqual(["ja", "en", true]);
  settings.set({ lang: "en" });
  await settings.show();
  await vi.dynamicImportSettled();
  expect(settings.lang).toBe("en");
  for (const lang of ["ja", "en"] as const) {
    settings.set({ lang });
    expect(settings.lang).toBe(lang);
  }
});
