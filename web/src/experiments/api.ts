/** Requests about experiments. */
import { ask } from "../api/client";
import type {
  BeginExperiment,
  ExperimentPage,
  Experiments,
  ListedGames,
  NewExperiment,
} from "../api/protocol";

const ALL = "/experiments";
const at = (key: string): string => `${ALL}/${encodeURIComponent(key)}`;

/** Selects games: a part of a figure. */
export type Query = Record<string, string | number>;

const asked = (query: Query): string =>
  new URLSearchParams(Object.entries(query).map(([key, of]) => [key, String(of)])).toString();

export const labApi = {
  all: () => ask<Experiments>(ALL),
  begin: (plan: BeginExperiment) => ask<NewExperiment>(ALL, plan),
  bring: (file: string) => ask<NewExperiment>(`${ALL}/file`, { file }),
  page: (key: string) => ask<ExperimentPage>(at(key)),
  stop: (key: string) => ask<ExperimentPage>(`${at(key)}/stop`, {}),
  more: (key: string, games: number) => ask<ExperimentPage>(`${at(key)}/more`, { games }),
  remove: (key: string) => ask<Experiments>(`${at(key)}/remove`, {}),
  games: (key: string, query: Query) => ask<ListedGames>(`${at(key)}/games?${asked(query)}`),
  record: (key: string, variant: number, game: number) =>
    ask<object>(`${at(key)}/record?${asked({ variant, game })}`),
  fileOf: (key: string): string => `/api${at(key)}/file`,
};
