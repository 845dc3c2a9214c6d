/** The open seats that the lobby shows. */
import type { TableRow } from "../api/protocol";

export const SHOWN = ["all", "mine", "live", "days", "rated"] as const;
export type Shown = (typeof SHOWN)[number];

const FITS: Record<Shown, (row: TableRow) => boolean> = {
  all: () => true,
  mine: (row) => !row.barred,
  live: (row) => !!row.time && !row.time.days,
  days: (row) => !!row.time?.days,
  rated: (row) => !!row.rated,
};

export const readShown = (text: string | null): Shown => SHOWN.find((one) => one === text) ?? "all";

export const shownOf = (rows: readonly TableRow[], shown: Shown): readonly TableRow[] =>
  rows.filter(FITS[shown]);
