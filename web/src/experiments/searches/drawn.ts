/** The draft at whose desk a search is begun. */
import type { DeskPage, DraftChecked, GameInfo, Layer, Say } from "../../api/protocol";
import type { Drawn as Marks } from "../../drafts/paint";

export interface Drawn {
  readonly game: GameInfo;
  readonly desk: DeskPage;
  /** The layer that is being drawn, and the cells chosen on it. */
  readonly layer: Layer;
  readonly picked: { on: boolean; readonly cells: readonly string[]; clear(): void };
  readonly drawn: Marks;
  readonly spaces: readonly { id: string; text?: string | null }[];
  /** What the game says of it, and whether it can be played on as it is. */
  readonly checked: DraftChecked | undefined;
  readonly play: DraftChecked["play"];
  readonly file: string;
  say(say: Say): string;
  check(): Promise<void>;
}
