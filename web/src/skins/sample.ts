/** Builds the small boards that preview a skin; screen readers skip them. */
import type { Piece, Scene, Space } from "../api/protocol";

const mute = { k: "" };

/** A space of a sample. */
export const space = (
  id: string,
  look: string,
  at: [number, number],
  size: [number, number],
  more: Partial<Space> = {},
): Space => ({ id, look, at, size, label: mute, ...more });

/** The pieces on a space: looks with their text, bottom first. */
export const pieces = (on: string, looks: readonly [look: string, text?: string][]): Piece[] =>
  looks.map(([look, text = ""], n) => ({ id: `${on}.${n}`, on, look, text, label: mute }));

export type Sample = Pick<Scene, "spaces" | "pieces">;
