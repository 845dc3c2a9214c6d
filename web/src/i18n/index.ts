/**
 * The client's own sentences: of all pages, of accounts, of calls, of finished games and people, of
 * finding somebody, of order in the house, of programs, of study.
 */
import accountEn from "./account.en.json";
import accountJa from "./account.ja.json";
import callsEn from "./calls.en.json";
import callsJa from "./calls.ja.json";
import clubEn from "./club.en.json";
import clubJa from "./club.ja.json";
import findingEn from "./finding.en.json";
import findingJa from "./finding.ja.json";
import mainEn from "./en.json";
import mainJa from "./ja.json";
import orderEn from "./order.en.json";
import orderJa from "./order.ja.json";
import programsEn from "./programs.en.json";
import programsJa from "./programs.ja.json";
import studyEn from "./study.en.json";
import studyJa from "./study.ja.json";

export const en = {
  ...mainEn,
  ...accountEn,
  ...callsEn,
  ...clubEn,
  ...findingEn,
  ...orderEn,
  ...programsEn,
  ...studyEn,
};
export const ja = {
  ...mainJa,
  ...accountJa,
  ...callsJa,
  ...clubJa,
  ...findingJa,
  ...orderJa,
  ...programsJa,
  ...studyJa,
};
