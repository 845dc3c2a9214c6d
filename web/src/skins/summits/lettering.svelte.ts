/** What is written in the drawings: each text once among the definitions, since labels say it. */
import type { ComponentProps } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type Word from "../Word.svelte";

export type Face = "mincho" | "plain";
export interface Lettering {
  face: Face;
  text: string;
}

export const lettering = new SvelteMap<string, Lettering>();

/** The id under which a text is drawn. */
export const keyOf = (face: Face, text: string): string =>
  `su-${face}-${[...text].map((mark) => mark.codePointAt(0)!.toString(36)).join("-")}`;

/** Have a text among the definitions. */
export function have(face: Face, text: string): void {
  const key = keyOf(face, text);
  if (!lettering.has(key)) lettering.set(key, { face, text });
}

/** The words that drawings have asked for, by their id: how each is written. */
export const held = new SvelteMap<string, Omit<ComponentProps<typeof Word>, "id">>();

/** See to it that a word is there. */
export function hold(id: string, word: Omit<ComponentProps<typeof Word>, "id">): void {
  if (!held.has(id)) held.set(id, word);
}
