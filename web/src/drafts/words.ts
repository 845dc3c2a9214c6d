/** The sentences of the workshop; they come with it. */
import en from "../i18n/workshop.en.json";
import ja from "../i18n/workshop.ja.json";
import { sentences } from "../state/sentences";

export type Key = keyof typeof en;

export const w = sentences<Key>({ en, ja });
