/** Requests about drawing desks. */
import { ask } from "../api/client";
import type {
  DeskPage,
  Draft,
  DraftChecked,
  DraftKept,
  DraftRead,
  Drafts,
  KeptDraft,
  Options,
} from "../api/protocol";

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

const ofDraft = (id: string): string => `/drafts/${encodeURIComponent(id)}`;

/** Drafts on the server, which keeps them for people with an account. */
export const draftApi = {
  all: () => ask<Drafts>("/drafts"),
  get: (id: string) => ask<KeptDraft>(ofDraft(id)),
  keep: (
    {
      id,
      game,
      desk,
      name,
      version,
    }: { id: string; game: string; desk: string; name: string; version: number },
    draft: Draft,
  ) => ask<DraftKept>(ofDraft(id), { game, desk, name, draft, version }),
  remove: (id: string, version: number) => ask<Drafts>(`${ofDraft(id)}/remove`, { version }),
};
