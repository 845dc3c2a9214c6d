/**
 * The client's own sentences: of all pages, of accounts, of finished games and people, of programs,
 * of study.
 */
import accountEn from "./account.en.json";
import accountJa from "./account.ja.json";
import clubEn from "./club.en.json";
import clubJa from "./club.ja.json";
import mainEn from "./en.json";
import mainJa from "./ja.json";
import programsEn from "./programs.en.json";
import programsJa from "./programs.ja.json";
import studyEn from "./study.en.json";
import studyJa from "./study.ja.json";

export const en = { ...mainEn, ...accountEn, ...clubEn, ...programsEn, ...studyEn };
export const ja = { ...mainJa, ...accountJa, ...clubJa, ...programsJa, ...studyJa };
