/** The lettering of drawings: each string is defined once, outside the board, since labels already say it. */
import type { ComponentProps } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type Word from "../Word.svelte";

export type Face = "mincho" | "plain";
export interface Lettering {
  face: Face;
  text: string;
}

export const lettering = new SvelteMap<string, Lettering>();

/** The id of a drawn string. */
export const keyOf = (face: Face, text: string): string =>
  `su-${face}-${[...text].map((mark) => mark.codePointAt(0)!.toString(36)).join("-")}`;

/** Add a string to the definitions. */
export function have(face: Face, text: string): void {
  const key = keyOf(face, text);
  if (!lettering.has(key)) lettering.set(key, { face, text });
}

/** The words that drawings use, by id, and how each is written. */
export const held = new SvelteMap<string, Omit<ComponentProps<typeof Word>, "id">>();

/** Add a word to the definitions. */
export function hold(id: string, word: Omit<ComponentProps<typeof Word>, "id">): void {
  if (!held.has(id)) held.set(id, word);
}
