/** The names written on tokens, places and the seals of traits. */
import { stacked, type Lettering, type Name } from "../names.svelte";

const force = (kanji: string, name: string, wide: number): Lettering => ({
  of: { kanji, name },
  size: 15,
  wide,
  beside: 0.9,
  anchor: "end",
});

export const WORDS: Record<string, Lettering> = {
  turn: stacked("番", "Turn", 30, 54, 0.76),
  sealed: { of: { kanji: "伏", name: "Sealed", short: "S" }, size: 30, wide: 34, room: "tight" },
  deck: { of: { kanji: "山札", name: "Deck" }, size: 19, wide: 96, beside: 0.95 },
  discard: { of: { kanji: "捨札", name: "Discard" }, size: 19, wide: 100, beside: 0.85 },
  honor: { of: { kanji: "誉", name: "Honor" }, size: 19, wide: 48, beside: 0.8 },
  attacker: force("攻", "Attack", 70),
  defender: force("守", "Defence", 76),
  promise: stacked("約", "Promise", 34, 64, 0.85),
  fallen: stacked("滅", "Fallen", 46, 72, 0.8),
};

const trait = (kanji: string, name: string, short: string): Name => ({ kanji, name, short });

/** A trait's seal has room for one kanji or two letters; pointing at the castle shows the full name. */
export const TRAIT_NAMES: Record<string, Name> = {
  "11": trait("社", "Shinto Temple", "Sh"),
  "12": trait("商", "Trading Posts", "Tp"),
  "13": trait("港", "Ports", "Po"),
  "14": trait("道", "Trade Route", "Tr"),
  "15": trait("馬", "Horses", "Ho"),
  "16": trait("芸", "Geisha House", "Ge"),
  "21": trait("庭", "Tranquil Gardens", "Ga"),
  "22": trait("寺", "Buddhist Temple", "Bt"),
  "23": trait("茶", "Tea House", "Te"),
  "24": trait("兵", "Art of War", "Aw"),
  "25": trait("塁", "Fortifications", "Fo"),
  "26": trait("攻", "Siegecraft", "Sg"),
  "31": trait("剣", "Sword Dojo", "Sw"),
  "32": trait("僧", "Monk Dojo", "Mo"),
  "33": trait("鎧", "Armory", "Ar"),
  "34": trait("忍", "Ninja House", "Ni"),
  "35": trait("民", "Large Populace", "Lp"),
  "36": trait("弓", "Archery Dojo", "Ac"),
  "41": trait("槍", "Spear Dojo", "Sp"),
  "42": trait("武", "Bushi Dojo", "Bu"),
  "43": trait("砲", "Gunsmiths", "Gu"),
  "44": trait("厩", "Stables", "St"),
  "45": trait("舎", "Barracks", "Ba"),
  "46": trait("銅", "Copper Mines", "Cu"),
  "51": trait("鉄", "Iron Mines", "Fe"),
  "52": trait("銀", "Silver Mines", "Ag"),
  "53": trait("金", "Gold Mines", "Au"),
  "54": trait("翠", "Jade Works", "Ja"),
  "55": trait("珠", "Pearl Beds", "Pe"),
  "56": trait("酒", "Saki House", "Sa"),
  "61": trait("陰", "Ying", "Yi"),
  "62": trait("陽", "Yang", "Ya"),
  "63": trait("絹", "Silk Farmers", "Si"),
  "64": trait("田", "Farms", "Fa"),
  "65": trait("誉", "Much Honor", "Mh"),
  "66": trait("殿", "Palace", "Pa"),
};
