/** Finds the skin of a scene; looks without a drawing are shown as plain labelled shapes. */
import type { Component } from "svelte";
import { boundingBox, type Box } from "../lib/layout";
import type { Space } from "../api/protocol";
import Nothing from "./Nothing.svelte";
import { plain } from "./plain";
import type { Sample } from "./sample";
import type { Skin } from "./skin";

const folders = import.meta.glob<{ skin: Skin }>(["./*/index.ts", "!./plain/index.ts"]);
const lettered = import.meta.glob<{ default: Skin["pieces"]["Drawing"] }>("./*/Lettered.svelte");
const samples = import.meta.glob<{ sample: Sample }>("./*/sample.ts");
const loaded = new Map<string, Promise<Skin>>();

const nothing = { knows: () => true, Drawing: Nothing };

/** Stands for a skin while it is loading: an empty board rather than one of plain shapes. */
export const loading: Skin = {
  ...plain,
  key: "",
  spaces: nothing,
  pieces: nothing,
  crests: nothing,
};

/** How pieces are drawn: with their artwork, or plainly with letters. */
export type Pieces = "drawn" | "letters";

/** The skin with this key, or the plain one if there is none or it cannot be loaded. */
export async function loadSkin(key: string, as: Pieces = "drawn"): Promise<Skin> {
  const [skin, Drawing] = await Promise.all([
    loadDrawn(key),
    as === "letters" ? lettered[`./${key}/Lettered.svelte`]?.() : undefined,
  ]);
  if (!Drawing) return skin;
  return { ...skin, pieces: { ...skin.pieces, Drawing: Drawing.default } };
}

function loadDrawn(key: string): Promise<Skin> {
  const known = loaded.get(key);
  if (known) return known;
  const load = folders[`./${key}/index.ts`];
  const skin = load ? load().then((module) => module.skin) : Promise.resolve(plain);
  loaded.set(key, skin);
  return skin.catch(() => {
    loaded.delete(key);
    return plain;
  });
}

/** A corner of a board with a few pieces, as a preview. */
export async function loadSample(key: string): Promise<Sample> {
  const load = samples[`./${key}/sample.ts`] ?? samples["./plain/sample.ts"]!;
  return (await load()).sample;
}

/** Nothing while it is loaded, or if the game has none. */
export type Cover = { Cover?: Component | undefined; Defs?: Component | undefined };

/** A game's cover for the catalogue, in a box of 400 × 300, and the definitions it refers to. */
export async function loadCover(key: string): Promise<Cover> {
  const { covers, defs } = await import("./covers");
  return { Cover: covers[`./${key}/Cover.svelte`], Defs: defs[`./${key}/Defs.svelte`] };
}

/** The component that draws a space, a piece or a crest of this look. */
export const spaceDrawing = (skin: Skin, look: string): Skin["spaces"]["Drawing"] =>
  (skin.spaces.knows(look) ? skin : plain).spaces.Drawing;
export const pieceDrawing = (skin: Skin, look: string): Skin["pieces"]["Drawing"] =>
  (skin.pieces.knows(look) ? skin : plain).pieces.Drawing;
export const crestDrawing = (skin: Skin, look: string): Skin["crests"]["Drawing"] =>
  (skin.crests.knows(look) ? skin : plain).crests.Drawing;

/** The bounding box of everything a board shows of its spaces. */
export const boxOf = (skin: Skin, spaces: readonly Space[]): Box =>
  skin.bounds?.(spaces) ?? boundingBox(spaces);

export { plain };
export type { Skin };
