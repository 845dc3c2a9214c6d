/**
 * The drawings of the client, without a browser: a card in, an SVG out. Built into one script
 * (`vite.picture.config.ts`) that `honjin.pictures` runs. Colours still refer to style sheets.
 */
import type { Component } from "svelte";
import { render } from "svelte/server";
import tokens from "../ui/app.css?raw";
import { plain, type Skin } from "../skins";
import { reading } from "../skins/names.svelte";
import type { Card } from "./card";
import House from "./House.svelte";
import Picture from "./Picture.svelte";

const folders = import.meta.glob<{ skin: Skin }>(["../skins/*/index.ts", "!../skins/plain/*"], {
  eager: true,
});
const skins = new Map(Object.values(folders).map(({ skin }) => [skin.key, skin]));

const drawn = import.meta.glob<Component>("../skins/*/Cover.svelte", {
  eager: true,
  import: "default",
});
const covers = new Map(Object.entries(drawn).map(([path, one]) => [path.split("/").at(-2)!, one]));

const colours = import.meta.glob<string>("../skins/*/washi.css", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The style sheets of the page and of its first board, with the colours of both themes. */
export const sheet = [tokens, ...Object.values(colours)].join("\n");

/** Draw a card, given as JSON; returns the drawing and the styles of its components, as JSON. */
export function draw(text: string): string {
  const card = JSON.parse(text) as Card;
  // The page's default: readers of Japanese need only kanji.
  reading.how = card.lang === "ja" ? "kanji" : "both";
  const { head, body } = card.covers?.length
    ? render(House, { props: { card, covers, skins } })
    : render(Picture, { props: { card, skin: skins.get(card.scene.skin) ?? plain } });
  return JSON.stringify([body, head]);
}
