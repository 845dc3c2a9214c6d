/** Addresses of pictures of a table; everyone sees the same: the spectator's view. */
import { tablePath } from "../../state/route.svelte";

export interface Look {
  theme: "light" | "dark";
  lang: string;
}

export type PictureKind = "png" | "svg" | "gif" | "webp";

/**
 * The address of the picture of a step, by default the last; for a GIF or WebP: of the
 * steps that lead there. Steps are counted as a spectator counts.
 */
export function pictureUrl(table: string, kind: PictureKind, look: Look, step?: number): string {
  const moves = kind === "gif" || kind === "webp";
  const query = new URLSearchParams({ format: kind, ...look });
  if (step !== undefined) query.set(moves ? "to" : "step", String(step));
  return `${tablePath(table)}/${moves ? "replay" : "picture"}?${query.toString()}`;
}
