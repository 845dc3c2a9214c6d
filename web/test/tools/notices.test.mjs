// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asText, noticesOf } from "../../tools/terms.mjs";
import { LICENSES, unlisted } from "../../tools/unlisted.ts";

const MIT = "Permission is hereby granted, free of charge";
const OFL = "This Font Software is licensed under the SIL Open Font License, Version 1.1.";
const families = [{ name: "nice-mincho", from: "@fonts/nice-mincho" }];
let root = "";

beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "notices-"))));
afterEach(() => rmSync(root, { recursive: true }));

function write(path, text) {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text));
}

/** Install a package of one function, with its licence if it has one. */
function installs(name, terms, text) {
  const folder = `node_modules/${name}`;
  write(`${folder}/package.json`, { name, version: "1.2.3", main: "main.js", ...terms });
  write(`${folder}/main.js`, `export const call = () => console.log("${name}");`);
  write(`${folder}/metadata.json`, { family: "Nice Mincho" });
  if (text) write(`${folder}/LICENSE`, text);
}

/** Build a page that runs a script and has a style, and find what it ships from others. */
async function shipped(script, style = "") {
  write("index.html", `<script type="module" src="./main.js"></script>`);
  write("main.js", `import "./style.css";\n${script}`);
  write("style.css", style);
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [unlisted()],
    build: { assetsInlineLimit: 0, modulePreload: false, license: { fileName: LICENSES } },
  });
  return noticesOf([join(root, "dist")], join(root, "node_modules"), families);
}

const FAKE = `import { call } from "fake"; call();`;
const FONT = (file) => `@font-face { font-family: "F"; src: url("./${file}"); }`;

test("a bundled package is listed with its licence, one that is not used is not", async () => {
  installs("fake", { license: "MIT" }, MIT);
  installs("unused", {});
  const notices = await shipped(FAKE);
  expect(notices).toEqual([{ name: "fake", version: "1.2.3", license: "MIT", text: MIT }]);
  expect(asText(notices)).toContain(`fake 1.2.3\nLicence: MIT\n`);
  expect(asText(notices)).toContain(MIT);
});

test.each([
  ["names no licence", {}, MIT],
  ["got AGPL-3.0-only", { license: "AGPL-3.0-only" }, "GNU AFFERO"],
  ["has no text of its licence", { license: "MIT" }, ""],
])("a package that %s stops the build", async (why, terms, text) => {
  installs("fake", terms, text);
  await expect(shipped(FAKE)).rejects.toThrow(
    new RegExp(`^fake 1.2.3 cannot be shipped: .*${why}`),
  );
});

test("a file of a package that a style names stops the build without a licence", async () => {
  installs("fake", {});
  write("node_modules/fake/bird.png", "no picture, but a file");
  const style = `body { background: url("./node_modules/fake/bird.png"); }`;
  await expect(shipped("", style)).rejects.toThrow("fake 1.2.3 cannot be shipped");
});

test("a helper of a tool without a package of its name stops the build", async () => {
  write("later.js", "export default 1;");
  await expect(shipped(`import("./later.js").then(console.log);`)).rejects.toThrow("got vite");
});

test("a font is listed with the terms of the package that it is made from", async () => {
  installs("@fonts/nice-mincho", { license: "OFL-1.1" }, OFL);
  write("nice-mincho-latin-400.woff2", "no font, but a file");
  const [font] = await shipped("", FONT("nice-mincho-latin-400.woff2"));
  expect(font).toMatchObject({ title: "Nice Mincho", name: "@fonts/nice-mincho", text: OFL });
});

test("a font of an unknown family stops the build", async () => {
  write("strange.woff2", "no font, but a file");
  await expect(shipped("", FONT("strange.woff2"))).rejects.toThrow(
    /strange.*cannot be shipped: expected a font made from nice-mincho/,
  );
});

test("a font that reserves its name, which a changed font may not bear, stops the build", async () => {
  const reserved = `Copyright 2020 Somebody, with Reserved Font Name "Nice".\n\n${OFL}`;
  installs("@fonts/nice-mincho", { license: "OFL-1.1" }, reserved);
  write("nice-mincho-latin-400.woff2", "no font, but a file");
  await expect(shipped("", FONT("nice-mincho-latin-400.woff2"))).rejects.toThrow(
    "it reserves its name",
  );
});
