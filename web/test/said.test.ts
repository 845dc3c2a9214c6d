/** Whatever the page can say has a sentence, with all holes filled: read from its source. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";
import main from "../src/i18n/en";
import { holesOf } from "../src/lib/template";
import { read } from "./sentences";

type Node = { type: string; [part: string]: unknown };

/** The functions that say something, with the sentences that each of them has. */
const SAY: Record<string, { words: Record<string, string>; before?: string }> = {
  t: { words: main },
  tOr: { words: main },
  a: { words: read("about.en.json"), before: "about." },
  b: { words: read("balance.en.json") },
  x: { words: read("experiments.en.json") },
  xOr: { words: read("experiments.en.json") },
  o: { words: read("explore.en.json"), before: "explore." },
  w: { words: read("workshop.en.json") },
  y: { words: read("studies.en.json") },
};

test("every key has a sentence, and every hole is filled", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter(
    (file) => /\.(svelte|ts)$/.test(file) && !/gen\.ts$|words/.test(file),
  );
  const wrong = files.flatMap(flawsOf);
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
}, 60_000);

function flawsOf(file: string): string[] {
  const text = readFileSync(`src/${file}`, "utf-8").replace(/<style[^]*<\/style>/, "");
  if (!/\b(t|tOr|[abxowy]|xOr)\(/.test(text)) return [];
  const source = file.endsWith(".ts") ? `<script lang="ts">${text}</script>` : text;
  const { html, instance, module } = parse(source, { filename: file });
  return [...nodes(html), ...nodes(instance), ...nodes(module)].flatMap((node) => {
    const name = node.type === "CallExpression" ? ((node.callee as Node).name as string) : "";
    const [key, fill] = (node.arguments ?? []) as Node[];
    if (!Object.hasOwn(SAY, name) || !key) return [];
    return keysOf(key)
      .filter((one) => !isSaid(name, one, holesIn(fill)))
      .map((one) => `${file}: ${name} ${one.source}`);
  });
}

/** Whether one of the sentences that a key may be needs no more than it is given. */
function isSaid(name: string, key: RegExp, holes: string[] | undefined): boolean {
  const { words, before = "" } = SAY[name]!;
  const known = Object.keys(words).filter((one) => key.test(one.slice(before.length)));
  return known.some((one) => !holes || holesOf(words[one]!).every((hole) => holes.includes(hole)));
}

/** What a key may be; `.+` stands for what is only known when the page runs. */
function keysOf(node: Node): RegExp[] {
  if (node.type === "ConditionalExpression")
    return [...keysOf(node.consequent as Node), ...keysOf(node.alternate as Node)];
  if (node.type === "TSAsExpression") return keysOf(node.expression as Node);
  if (node.type === "Literal") return [only([String(node.value)])];
  if (node.type !== "TemplateLiteral") return [];
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return [only(parts)];
}

const only = (parts: string[]): RegExp =>
  new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+")}$`);

/** The holes that are filled; undefined if that is only known when the page runs. */
function holesIn(fill: Node | undefined): string[] | undefined {
  if (!fill) return [];
  if (fill.type !== "ObjectExpression") return undefined;
  const properties = fill.properties as Node[];
  if (properties.some(({ type }) => type !== "Property")) return undefined;
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value));
}

function* nodes(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodes(one);
  else if (value && typeof value === "object") {
    if (typeof (value as Node).type === "string") yield value as Node;
    for (const [part, one] of Object.entries(value)) if (part !== "loc") yield* nodes(one);
  }
}
