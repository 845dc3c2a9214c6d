/** The sentences of studies; they come with their pages. */
import en from "../i18n/studies.en.json";
import ja from "../i18n/studies.ja.json";
import { sentences } from "../state/sentences";

export type Key = keyof typeof en;

export const y = sentences<Key>({ en, ja });
