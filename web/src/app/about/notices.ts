/** What the client ships from others; `tools/notices.mjs` writes the list when it is built. */
import { Unreachable } from "../../api/client";

export interface Notice {
  name: string;
  version: string;
  license: string;
  text: string;
  /** The name of a font. */
  title?: string;
}

export interface Notices {
  /** The text of Honjin's own licence; empty until one is granted. */
  own: string;
  others: readonly Notice[];
}

const PATH = "/notices.json";

/** Fetch the list. */
export async function loadNotices(): Promise<Notices> {
  try {
    return (await (await fetch(PATH)).json()) as Notices;
  } catch {
    throw new Unreachable(PATH);
  }
}
