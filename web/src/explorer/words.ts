/** The sentences of the opening explorer; they come with its page. */
import en from "../i18n/explore.en.json";
import ja from "../i18n/explore.ja.json";
import { sentences } from "../state/sentences";

const whole = sentences({ en, ja });

type Short<Key> = Key extends `explore.${infer Rest}` ? Rest : never;
export type Key = Short<keyof typeof en>;

/** A sentence of the explorer with its holes filled. */
export const o = (key: Key, fill?: Parameters<typeof whole>[1]): string =>
  whole(`explore.${key}`, fill);
