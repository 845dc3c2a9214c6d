/** Requests about drawing desks. */
import { ask } from "../api/client";
import type { DeskPage, Draft, DraftChecked, DraftRead, Options } from "../api/protocol";

const at = (game: string, desk: string): string =>
  `/games/${encodeURIComponent(game)}/desks/${encodeURIComponent(desk)}`;

export const deskApi = {
  page: (game: string, desk: string) => ask<DeskPage>(at(game, desk)),
  check: (game: string, desk: string, draft: Draft, options: Options = {}) =>
    ask<DraftChecked>(
      `${at(game, desk)}/check`,
      Object.keys(options).length > 0 ? { draft, options } : { draft },
    ),
  read: (game: string, desk: string, file: string) =>
    ask<DraftRead>(`${at(game, desk)}/read`, { file }),
};
