/** The sentences of the page about Honjin; they come with it. */
import en from "../../i18n/about.en.json";
import ja from "../../i18n/about.ja.json";
import { sentences } from "../../state/sentences";

const whole = sentences({ en, ja });

type Short<Key> = Key extends `about.${infer Rest}` ? Rest : never;
export type Key = Short<keyof typeof en>;

/** A sentence of the page with its holes filled. */
export const a = (key: Key, fill?: Parameters<typeof whole>[1]): string =>
  whole(`about.${key}`, fill);
