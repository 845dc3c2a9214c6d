/** The sentences of searches for balance; they come with their pages. */
import en from "../../i18n/balance.en.json";
import ja from "../../i18n/balance.ja.json";
import { sentences } from "../../state/sentences";

export type Key = keyof typeof en;

export const b = sentences<Key>({ en, ja });
