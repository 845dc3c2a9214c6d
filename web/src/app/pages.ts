import type { Component } from "svelte";
import type { Page } from "../state/route.svelte";

type Props<Name extends Page["name"]> = Omit<Extract<Page, { name: Name }>, "name">;
export type Loaded<P extends object> = Promise<{ default: Component<P> }>;

/** Each page's code is loaded with the page. */
export const pages: { [Name in Page["name"]]: () => Loaded<Props<Name>> } = {
  lobby: () => import("./Lobby.svelte"),
  table: () => import("./Table.svelte"),
  puzzle: () => import("../puzzles/Puzzle.svelte"),
  lesson: () => import("../puzzles/Lesson.svelte"),
  rules: () => import("../tables/side/rules/RulesPage.svelte"),
  account: () => import("../people/account/Account.svelte"),
  about: () => import("./about/About.svelte"),
  help: () => import("./about/Help.svelte"),
  privacy: () => import("./about/Privacy.svelte"),
  games: () => import("../history/MyGames.svelte"),
  person: () => import("../history/Person.svelte"),
  ranks: () => import("../history/Ranks.svelte"),
  calls: () => import("../notifications/Notifications.svelte"),
  tokens: () => import("../people/account/TokensPage.svelte"),
  house: () => import("../moderation/House.svelte"),
  tournaments: () => import("../tournaments/Tournaments.svelte"),
  tournament: () => import("../tournaments/Tournament.svelte"),
  workshop: () => import("../workshop/Workshop.svelte"),
  desk: () => import("./Desk.svelte"),
  experiments: () => import("../experiments/Experiments.svelte"),
  experiment: () => import("../experiments/Experiment.svelte"),
  searches: () => import("../experiments/searches/Searches.svelte"),
  search: () => import("../experiments/searches/Search.svelte"),
  studies: () => import("../studies/Studies.svelte"),
  study: () => import("../studies/Study.svelte"),
  studied: () => import("../studies/StudyLesson.svelte"),
  explore: () => import("../explorer/Explorer.svelte"),
  embed: () => import("../tables/Embed.svelte"),
  nowhere: () => import("../ui/frame/Nowhere.svelte"),
};
