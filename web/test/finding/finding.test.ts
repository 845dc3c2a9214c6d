import { expect, test, vi } from "vitest";
import type { TableRow, TournamentInfo, TournamentPlayer } from "../../src/api/protocol";
import { listen } from "../../src/api/wire";
import { readShown, shownOf } from "../../src/finding/openings";
import { breakText, meetings, playerName, pointsText } from "../../src/tournaments/words";

const row = (more: Partial<TableRow>): TableRow =>
  ({ id: "x", game: "g", options: {}, status: "open", seats: [], changed: 0, ...more }) as TableRow;

test("open seats are filtered by whether they fit", () => {
  const [live, days, mine] = [
    row({ id: "live", time: { main: 60 } as TableRow["time"], rated: true, barred: "strength" }),
    row({ id: "days", time: { days: 3 } as TableRow["time"], barred: "members" }),
    row({ id: "mine" }),
  ];
  const ids = (shown: Parameters<typeof shownOf>[1]): string[] =>
    shownOf([live, days, mine], shown).map(({ id }) => id);
  expect(ids("all")).toEqual(["live", "days", "mine"]);
  expect(ids("live")).toEqual(["live"]);
  expect(ids("days")).toEqual(["days"]);
  expect(ids("rated")).toEqual(["live"]);
  expect(ids("mine")).toEqual(["mine"]);
});

test("what was kept of a filter is read, and nothing else", () => {
  expect(readShown("live")).toBe("live");
  expect(readShown("nonsense")).toBe("all");
  expect(readShown(null)).toBe("all");
});

test("half points are read as people write them", () => {
  expect([0, 1, 2, 3, 10].map(pointsText)).toEqual(["0", "½", "1", "1½", "5"]);
  expect(breakText("wins", 3)).toBe("3");
  expect(breakText("buchholz", 5)).toBe("2.5");
  expect(breakText("sonneborn", 5)).toBe("1.25");
});

const player = (n: number, kind: "person" | "bot", name: string): TournamentPlayer =>
  ({ n, kind, name, rating: 1500, place: 1, points: 0, breaks: [] }) as TournamentPlayer;

test("bots of one kind are numbered", () => {
  const all = [player(7, "bot", "low"), player(3, "bot", "low"), player(1, "person", "Aya")];
  expect(all.map((one) => playerName(one, all))).toEqual(["low 2", "low 1", "Aya"]);
  expect(playerName(all[0], [all[0]!])).toBe("low");
  expect(playerName(undefined, all)).toBe("House bot");
});

test("the crosstable finds the games of two, also those that run", () => {
  const info = {
    rounds: [
      { games: [{ table: "a", seats: [1, 2], points: [2, 0] }] },
      { games: [{ table: "b", seats: [2, 1] }] },
      { games: [{ table: "c", seats: [1, 3], points: [1, 1] }] },
    ],
  } as unknown as TournamentInfo;
  expect(meetings(info, 2, 1)).toEqual([
    { table: "a", points: 0 },
    { table: "b", points: undefined },
  ]);
});

test("a refused stream is reopened until it is no longer needed", () => {
  const opened: Record<string, (event: unknown) => void>[] = [];
  const closed = vi.fn();
  const later: (() => void)[] = [];
  const heard: unknown[] = [];
  const open = (): never => {
    const handlers: Record<string, (event: unknown) => void> = {};
    opened.push(handlers);
    const addEventListener = (name: string, handler: (event: unknown) => void): void =>
      void (handlers[name] = handler);
    return { addEventListener, close: closed, readyState: 2 } as never;
  };
  const stop = listen(
    "/x",
    "seeking",
    (one) => heard.push(one),
    open,
    (again) => later.push(again),
  );
  opened[0]!["seeking"]!({ data: '{"pool":"p"}' });
  expect(heard).toEqual([{ pool: "p" }]);
  opened[0]!["error"]!({});
  later.shift()!();
  expect(opened.length).toBe(2);
  opened[1]!["error"]!({});
  stop();
  later.shift()!();
  expect(opened.length).toBe(2);
  expect(closed).toHaveBeenCalledOnce();
});
