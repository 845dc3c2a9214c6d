/** Requests about finding opponents: pools, challenges, tournaments. */
import { ask } from "./client";
import type {
  AnnounceTournament,
  Challenges,
  OpenTable,
  NewTable,
  Pools,
  Seeking,
  TournamentInfo,
  TournamentList,
} from "./protocol";

const tournament = (id: string): string => `/tournaments/${encodeURIComponent(id)}`;

export const findingApi = {
  pools: () => ask<Pools>("/pools"),
  seek: (pool: string, patience?: number) => ask<Seeking>("/seek", { pool, patience }),
  stop: () => ask<Seeking>("/seek/leave", {}),
  seekEvents: "/api/seek/events",
  challenges: () => ask<Challenges>("/challenges"),
  challenge: (wish: OpenTable) => ask<NewTable>("/tables", wish),
  tournaments: () => ask<TournamentList>("/tournaments"),
  tournament: (id: string) => ask<TournamentInfo>(tournament(id)),
  announce: (wish: AnnounceTournament) => ask<TournamentInfo>("/tournaments", wish),
  enter: (id: string, secret: string) => ask<TournamentInfo>(`${tournament(id)}/enter`, { secret }),
  withdraw: (id: string) => ask<TournamentInfo>(`${tournament(id)}/withdraw`, {}),
  start: (id: string) => ask<TournamentInfo>(`${tournament(id)}/start`, {}),
  end: (id: string) => ask<TournamentInfo>(`${tournament(id)}/end`, {}),
  tournamentEvents: (id: string) => `/api${tournament(id)}/events`,
  resultsUrl: (id: string, format: "csv" | "json") =>
    `/api${tournament(id)}/results?format=${format}`,
};
