import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPTION, readPacked, readText, RECORD, STUDY } from "../../src/files/read";
import { faultText, sizeText } from "../../src/files/words";
import { settings } from "../../src/state/settings.svelte";

type Bytes = Uint8Array<ArrayBuffer>;
const file = (text: string | Bytes, name = "mine.toml"): File => new File([text], name);
const utf16 = (text: string, mark = true): Bytes =>
  new Uint8Array(
    [...(mark ? "\ufeff" : ""), ...text].flatMap((sign) => [
      sign.charCodeAt(0) & 255,
      sign.charCodeAt(0) >> 8,
    ]),
  );
const joined = (...parts: (string | number[])[]): Bytes =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === "string" ? [...new TextEncoder().encode(part)] : part,
    ),
  );

test.each([
  ["a = '盤'\n", "a = '盤'\n"],
  ["\ufeffa = '盤'", "a = '盤'"],
  ["a = 1\r\nb = 2\r\n", "a = 1\nb = 2\n"],
  ["a = 1\rb = 2", "a = 1\nb = 2"],
])("UTF-8 is read with any line ends, with or without a mark", async (given, text) => {
  expect(await readText(file(given, "盤.TOML"), OPTION, ".toml")).toEqual({ text });
});

test.each([
  [{ is: "kind", suffix: ".toml" }, file("a = 1", "mine.json")],
  [{ is: "empty" }, file(" \n")],
  [{ is: "empty" }, file("")],
  [{ is: "empty" }, file("\ufeff")],
  [{ is: "utf16" }, file(utf16("a = 1"))],
  [{ is: "utf16" }, file(new Uint8Array([0xfe, 0xff, 0, 0x61]))],
  [{ is: "gzip" }, file(new Uint8Array([0x1f, 0x8b, 8]))],
  [{ is: "text", line: 1, column: 2, byte: 0 }, file(utf16("a = 1", false))],
  [{ is: "text", line: 2, column: 1, byte: 0x83 }, file(joined("盤\r\n", [0x83, 0x65]))],
  [
    { is: "text", line: 3, column: 2, byte: 0xe7 },
    file(joined("\ufeffa\rb\n\u00e9", [0xe7]).with(7, 0x62).with(8, 0xe7).subarray(0, 9)),
  ],
  [{ is: "text", line: 1, column: 1, byte: 0xef }, file(joined([0xef, 0xbf, 0x41]))],
  [{ is: "text", line: 1, column: 4, byte: 0xff }, file(joined("\ufffd", [0xff]))],
  [{ is: "large", n: 60_001, most: 60_000 }, file("#".repeat(60_001))],
  [{ is: "large", n: 60_003, most: 60_000 }, file("\n".repeat(30_000) + "#")],
])("%o is the fault of a file", async (fault, given) => {
  expect(await readText(given, OPTION, ".toml")).toEqual({ fault });
});

test("a folder, or a file that is gone, is a fault", async () => {
  const gone = file("a = 1");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  expect(await readText(gone, OPTION)).toEqual({ fault: { is: "unread" } });
});

test("a fault names the file, what came, and what to do, in both languages", () => {
  settings.set({ lang: "en" });
  const text = { is: "text", line: 2, column: 1, byte: 0x83 } as const;
  expect(faultText("a.json", text)).toBe(
    "a.json is not UTF-8 text: byte 1 of line 2 is 0x83. Save the file as UTF-8.",
  );
  expect(faultText("a.json", { is: "utf16" })).toBe("a.json is UTF-16; save it as UTF-8.");
  const large = { is: "large", n: 3_456_789, most: 2_000_000 } as const;
  expect(faultText("a.json", large)).toBe("a.json is 3.5 MB; the limit is 2.0 MB.");
  expect(faultText("a.json", { ...large, n: 2_000_001 })).toBe(
    "a.json is 2,000,001 bytes; the limit is 2,000,000 bytes.",
  );
  settings.set({ lang: "ja" });
  expect(faultText("盤.json", { is: "utf16" })).toBe(
    "盤.json は UTF-16 です。UTF-8 で保存し直してください。",
  );
  expect(faultText("盤.json", { ...large, n: 2_000_001 })).toBe(
    "盤.json は 2,000,001 バイトあります。2,000,000 バイトまでしか受け取れません。",
  );
  settings.set({ lang: "en" });
});

test("sizes are rounded to the unit that suits them", () => {
  expect([99, 61_200, 999_940, 999_960, 2_000_000].map(sizeText)).toEqual([
    "0.1 kB",
    "61.2 kB",
    "999.9 kB",
    "1.0 MB",
    "2.0 MB",
  ]);
});

test("limits are those of the engine", () => {
  const bounds = readFileSync("../src/honjin/core/reading/bounds.py", "utf-8");
  const study = readFileSync("../src/honjin/core/study/file.py", "utf-8");
  const most = (source: string, name: string): number =>
    Number(new RegExp(`^${name}: Final = ([\\d_]+)$`, "m").exec(source)![1]!.replaceAll("_", ""));
  expect(most(bounds, "MAX_RECORD")).toBe(RECORD.bytes);
  expect(most(study, "MAX_FILE")).toBe(STUDY.bytes);
  expect(most(bounds, "MAX_FILE")).toBeGreaterThanOrEqual(OPTION.bytes);
});

test("an experiment is sent compressed, unless it is none", async () => {
  const sent = await readPacked(file("{}\n", "x.jsonl"));
  const bytes = Uint8Array.from(atob("data" in sent ? sent.data : ""), (sign) =>
    sign.charCodeAt(0),
  );
  expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  const again = await readPacked(file(bytes, "x.jsonl.gz"));
  expect(again).toEqual(sent);
  expect(await readPacked(file("", "x.jsonl"))).toEqual({ fault: { is: "empty" } });
  expect(await readPacked(file(utf16("{}"), "x.jsonl"))).toEqual({ fault: { is: "utf16" } });
});
