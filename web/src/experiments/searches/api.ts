/** Requests about searches for balance. */
import { ask } from "../../api/client";
import type {
  BeginSearch,
  FileNumbers,
  FoundFiles,
  NewExperiment,
  Searches,
  SearchPage,
} from "../../api/protocol";

const ALL = "/searches";
const at = (key: string): string => `${ALL}/${encodeURIComponent(key)}`;

export const searchApi = {
  all: () => ask<Searches>(ALL),
  begin: (search: BeginSearch) => ask<NewExperiment>(ALL, search),
  page: (key: string) => ask<SearchPage>(at(key)),
  stop: (key: string) => ask<SearchPage>(`${at(key)}/stop`, {}),
  more: (key: string, games: number) => ask<SearchPage>(`${at(key)}/more`, { games }),
  remove: (key: string) => ask<Searches>(`${at(key)}/remove`, {}),
  found: (key: string) => ask<FoundFiles>(`${at(key)}/found`),
  numbers: (game: string, option: string, file: string) =>
    ask<FileNumbers>(`/games/${encodeURIComponent(game)}/numbers`, { option, file }),
};
