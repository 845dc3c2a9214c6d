/**
 * What a build ships from others, and on which terms. Vite lists the packages in each bundle with
 * their licences, `unlisted.ts` what that leaves out, and a font's file is named for its family.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { FAMILIES } from "./families.mjs";

/** Licences that are kept by shipping their text. Any other has to be read before it is added. */
const KNOWN = ["BSD-3-Clause", "ISC", "MIT", "OFL-1.1"];
const TEXT = /^(licen[cs]e|copying)/i;
const FONT = /\.(eot|otf|ttc|ttf|woff2?)$/i;
// Vite's file goes on with the licences of what only its own program holds.
const REST = /^# Licenses of bundled dependencies$[^]*/m;
const RULE = "=".repeat(80);

/** What the folders of a build hold from others, which `packages` holds with its terms; by name. */
export function noticesOf(folders, packages, families = FAMILIES) {
  const all = [
    ...folders.flatMap((folder) => list(folder, "license.json")).map(listed),
    ...folders
      .flatMap((folder) => list(folder, "unlisted.json"))
      .map((name) => packaged(packages, name)),
    ...folders.flatMap(fontsIn).map((file) => font(packages, familyOf(file, families).from)),
  ];
  const notices = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => kept(one));
}

/** A notice whose terms are kept; anything else stops the build. */
function kept(notice) {
  const { name, version, license, text } = notice;
  const refuse = (why) => {
    throw new Error(`${name} ${version} cannot be shipped: ${why}`);
  };
  if (!license) refuse("its package names no licence");
  if (!KNOWN.includes(license))
    refuse(`expected a licence of ${KNOWN.join(", ")}, got ${license}; read it before it is added`);
  if (!text) refuse(`its package has no text of its licence, ${license}`);
  if (/with reserved font names?/i.test(text))
    refuse("it reserves its name, which a changed font may not bear");
  return notice;
}

/** All notices as one text. */
export function asText(notices) {
  const part = ({ name, title, version, license, text }) =>
    [
      RULE,
      `${title ? `${title}, from ` : ""}${name} ${version}`,
      `Licence: ${license}`,
      RULE,
      "",
      text,
    ].join("\n");
  return [HEAD, ...notices.map(part), ""].join("\n\n");
}

const HEAD = `Honjin's client and pictures hold parts by others. Each is listed here with its licence,
which covers that part alone.

The fonts are changed: reduced to the characters that Honjin needs, and completed by
vowels with a macron, which are put together from their own letters and macron. The
changed fonts are under the licence of the fonts that they are made from.`;

function list(folder, name) {
  return JSON.parse(readFileSync(join(folder, ".vite", name), "utf-8"));
}

function listed({ name, version, identifier = "", text = "" }) {
  return { name, version, license: identifier, text };
}

function packaged(packages, name) {
  const folder = join(packages, name);
  const file = join(folder, "package.json");
  if (!existsSync(file)) throw new Error(`expected a package with a licence, got ${name}`);
  const { version, license = "" } = JSON.parse(readFileSync(file, "utf-8"));
  const terms = readdirSync(folder).find((one) => TEXT.test(one));
  const text = terms ? readFileSync(join(folder, terms), "utf-8").replace(REST, "").trim() : "";
  return { name, version, license, text };
}

function fontsIn(folder) {
  return readdirSync(folder, { recursive: true }).filter((name) => FONT.test(name));
}

function familyOf(file, families) {
  const family = families.find(({ name }) => basename(file).startsWith(`${name}-`));
  if (family) return family;
  const names = families.map(({ name }) => name).join(", ");
  throw new Error(`${file} cannot be shipped: expected a font made from ${names}`);
}

function font(packages, name) {
  const { family } = JSON.parse(readFileSync(join(packages, name, "metadata.json"), "utf-8"));
  return { ...packaged(packages, name), title: family };
}
