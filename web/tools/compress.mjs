/**
 * Lays the compressed forms of each built file beside it, where they are smaller: the server sends
 * the best one that a browser takes, and compresses nothing itself.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const built = fileURLToPath(new URL("../../src/honjin/server/static/", import.meta.url));
const TEXT = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/;
const FORMS = {
  ".br": (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => gzipSync(bytes, { level: 9 }),
};

const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter(
  (file) => file.isFile() && TEXT.test(file.name),
);
for (const file of files) {
  const path = join(file.parentPath ?? file.path, file.name);
  const bytes = readFileSync(path);
  for (const [suffix, compress] of Object.entries(FORMS)) {
    const small = compress(bytes);
    if (small.length < bytes.length) writeFileSync(path + suffix, small);
  }
}
