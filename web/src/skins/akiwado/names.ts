/** The names written on places, cards, tiles and slips of paper. */
import type { Name } from "../names.svelte";

/** A name, the size of its kanji when shown alone, and the maximum width of the lettering. */
interface Written {
  of: Name;
  size: number;
  wide: number;
  room?: "line" | "stack" | "tight";
  beside?: number;
  anchor?: "start" | "middle";
}

const place = (kanji: string, name: string, wide: number): Written => ({
  of: { kanji, name },
  size: 15,
  wide,
  beside: 0.94,
  anchor: "start",
});
const paper = (kanji: string, name: string, size = 40): Written => ({
  of: { kanji, name },
  size,
  wide: 64,
  room: "stack",
  beside: 26 / size,
});

/** The names of places, each written in a corner of its place. */
export const PLACES: Record<string, Written> = {
  pocket: place("小遣", "Coin area", 150),
  dice: place("賽", "Dice for the others", 184),
  stock: place("蔵", "Stock", 109),
  deck: place("山", "Deck", 84),
  // The cards leave a narrow strip for it.
  waste: { ...place("廃", "Destroyed", 62), room: "stack" },
  markers: place("御用", "Purveyors", 240),
};

export const WORDS: Record<string, Written> = {
  east: { of: { kanji: "東", name: "East" }, size: 15, wide: 54 },
  west: { of: { kanji: "西", name: "West" }, size: 15, wide: 54 },
  ...PLACES,
  order: {
    of: { kanji: "注文", name: "Order" },
    size: 15,
    wide: 56,
    room: "stack",
    beside: 0.86,
  },
  turn: { of: { kanji: "番", name: "Turn" }, size: 24, wide: 48, room: "stack", beside: 0.8 },
  call: {
    of: { kanji: "異議", name: "Challenge" },
    size: 22,
    wide: 62,
    room: "stack",
    beside: 0.78,
  },
  ungrateful: {
    of: { kanji: "不義理", name: "Ungrateful" },
    size: 23,
    wide: 72,
    room: "stack",
    beside: 0.9,
  },
  sealed: { of: { kanji: "封", name: "Sealed", short: "S" }, size: 19, wide: 24, room: "tight" },
  lie: { of: { kanji: "嘘", name: "Lie" }, size: 20, wide: 26, room: "tight" },
  "slip-east": paper("東", "East"),
  "slip-west": paper("西", "West"),
  "slip-pocket": paper("小遣", "Coins", 30),
  "slip-accept": paper("諾", "Accept"),
  "slip-challenge": paper("異", "Challenge"),
};
