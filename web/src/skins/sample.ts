/** Builds the small boards that show how a skin looks; nothing of them is spoken. */
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

/** What lies on a space: looks with their texts, bottom first. */
export const pieces = (on: string, looks: readonly [look: string, text?: string][]): Piece[] =>
  looks.map(([look, text = ""], n) => ({ id: `${on}.${n}`, on, look, text, label: mute }));

export type Sample = Pick<Scene, "spaces" | "pieces">;
