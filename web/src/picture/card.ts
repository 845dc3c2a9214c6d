/** The data of a picture, sent by `honjin.pictures.card`. All texts are already in words. */
import type { Scene } from "../api/protocol";

/** A side in words: its name, its player, public information. */
export interface CardSide {
  name: string;
  holder: string;
  facts: string[];
}

/** A game by its cover. */
export interface CardCover {
  key: string;
  title: string;
}

export interface Card {
  scene: Scene;
  /** The ids of the last move. */
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
  /** The site's games, shown instead of a position; `scene` is null then. */
  covers?: CardCover[];
}
