/** What a picture is made from; `honjin.pictures.card` sends it. All texts are in words already. */
import type { Scene } from "../api/protocol";

/** A side in words: its name, who plays it, what everybody knows of it. */
export interface CardSide {
  name: string;
  holder: string;
  facts: string[];
}

/** A game by the cover that it has on the shelf. */
export interface CardCover {
  key: string;
  title: string;
}

export interface Card {
  scene: Scene;
  /** What happened last. */
  ids: string[];
  title: string;
  /** Lines below the title. */
  notes: string[];
  /** In the order of the scene's sides. */
  sides: CardSide[];
  theme: "light" | "dark";
  lang: "en" | "ja";
  width: number;
  height: number;
  /** The games of the house: it is shown instead of a position, and `scene` is null. */
  covers?: CardCover[];
}
