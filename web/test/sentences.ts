import { readdirSync, readFileSync } from "node:fs";
import type { Lang } from "../src/lib/template";

const FOLDER = "src/i18n";

/** The sentences of a file: those of `experiments.en.json`, or the page's own, of `en.json`. */
export const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf-8")) as Record<string, string>;

/** All sentences, with the name of their file before the key: `experiments/waiting`. */
export function sentences(lang: Lang): Record<string, string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(`${lang}.json`));
  return Object.fromEntries(
    files.flatMap((file) => {
      const of = file.replace(/\.?(en|ja)\.json$/, "");
      return Object.entries(read(file)).map(([key, text]) => [`${of}/${key}`, text]);
    }),
  );
}
