import { expect, test } from "vitest";
import { MOST_BYTES, readText } from "../../src/setup/file";

const file = (text: string | Uint8Array<ArrayBuffer>, name = "mine.toml"): File =>
  new File([text], name);

test("a text file is read unchanged, without a byte order mark", async () => {
  expect(await readText(file("a = '盤'\r\n", "MINE.TOML"), ".toml")).toEqual({
    text: "a = '盤'\r\n",
  });
  expect(await readText(file("\ufeffa = 1"), ".toml")).toEqual({ text: "a = 1" });
});

test.each([
  ["kind", file("a = 1", "mine.json")],
  ["empty", file(" \n")],
  ["empty", file("")],
  ["text", file(new Uint8Array([0xff, 0xfe, 0x61]))],
  ["text", file("a\0b")],
  ["large", file("#".repeat(MOST_BYTES + 1))],
  ["large", file("\n".repeat(MOST_BYTES / 2) + "#")],
])("%s is a fault", async (fault, given) => {
  expect(await readText(given, ".toml")).toEqual({ fault });
});
