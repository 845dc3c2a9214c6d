/** The client's own sentences: those of all pages, and those about finished games and people. */
import clubEn from "./club.en.json";
import clubJa from "./club.ja.json";
import mainEn from "./en.json";
import mainJa from "./ja.json";

export const en = { ...mainEn, ...clubEn };
export const ja = { ...mainJa, ...clubJa };
