/**
 * Writes the service worker beside the built client, with the list of the files that it keeps. Its
 * version follows from what they hold, so a browser finds out that there is another client.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../src/honjin/server/static/", import.meta.url));
const source = fileURLToPath(new URL("../worker/sw.js", import.meta.url));
const LEFT_OUT = /\.(br|gz)$|^\.|^(sw\.js|index\.html|notices\.txt)$/;

const names = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => join(file.parentPath ?? file.path, file.name).slice(built.length))
  .filter((name) => !LEFT_OUT.test(name))
  .sort();
const worker = readFileSync(source, "utf-8");
const hash = createHash("sha256").update(worker);
for (const name of [...names, "index.html"])
  hash.update(name).update(readFileSync(join(built, name)));

writeFileSync(
  join(built, "sw.js"),
  worker
    .replace("__VERSION__", hash.digest("hex").slice(0, 16))
    .replace("__FILES__", JSON.stringify(names.map((name) => `/${name.replaceAll("\\", "/")}`))),
);
