/** The names written on places, cards, tiles and slips of paper. */
import { stacked, type Lettering } from "../names.svelte";

const place = (kanji: string, name: string, wide: number): Lettering => ({
  of: { kanji, name },
  size: 15,
  wide,
  beside: 0.94,
  anchor: "start",
});
const paper = (kanji: string, name: string, size = 40): Lettering =>
  stacked(kanji, name, size, 64, 26 / size);

/** The names of places, each written in a corner of its place. */
export const PLACES: Record<string, Lettering> = {
  pocket: place("小遣", "Coin area", 150),
  dice: place("賽", "Dice for the others", 184),
  stock: place("蔵", "Stock", 109),
  deck: place("山", "Deck", 84),
  // The cards leave a narrow strip for it.
  waste: { ...place("廃", "Destroyed", 62), room: "stack" },
  markers: place("御用", "Purveyors", 240),
};

export const WORDS: Record<string, Lettering> = {
  east: { of: { kanji: "東", name: "East" }, size: 15, wide: 54 },
  west: { of: { kanji: "西", name: "West" }, size: 15, wide: 54 },
  ...PLACES,
  order: stacked("注文", "Order", 15, 56, 0.86),
  turn: stacked("番", "Turn", 24, 48, 0.8),
  call: stacked("異議", "Challenge", 22, 62, 0.78),
  ungrateful: stacked("不義理", "Ungrateful", 23, 72, 0.9),
  sealed: { of: { kanji: "封", name: "Sealed", short: "S" }, size: 19, wide: 24, room: "tight" },
  lie: { of: { kanji: "嘘", name: "Lie" }, size: 20, wide: 26, room: "tight" },
  "slip-east": paper("東", "East"),
  "slip-west": paper("西", "West"),
  "slip-pocket": paper("小遣", "Coins", 30),
  "slip-accept": paper("諾", "Accept"),
  "slip-challenge": paper("異", "Challenge"),
};
