/**
 * Writes the notices of all that a build ships from others, as a text and for the page About. Fails
 * if there is anything whose terms are not known and kept.
 *
 *     node tools/notices.mjs <folder of the client> <other folder of built files>…
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { asText, noticesOf } from "./terms.mjs";

const web = fileURLToPath(new URL("../", import.meta.url));
const folders = process.argv.slice(2);
const [client] = folders;

const others = noticesOf(folders, join(web, "node_modules"));
for (const folder of folders) rmSync(join(folder, ".vite"), { recursive: true });
writeFileSync(join(client, "notices.txt"), asText(others));
writeFileSync(join(client, "notices.json"), JSON.stringify({ own: ownLicense(), others }));

/** The text of Honjin's own licence, once one is granted. */
function ownLicense() {
  const house = join(web, "..");
  const file = readdirSync(house).find((name) => /^licen[cs]e/i.test(name));
  return file ? readFileSync(join(house, file), "utf-8").trim() : "";
}
