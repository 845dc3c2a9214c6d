/** Requests about studies. */
import { ask } from "../api/client";
import type {
  AddChapter,
  ChangeStudy,
  CommentNode,
  CreateStudy,
  JudgeNode,
  MarkNode,
  Reason,
  StudyChanged,
  StudyChanges,
  StudyInfo,
  StudyLesson,
  StudyPage,
  StudyPosition,
  StudyTree,
} from "../api/protocol";

const ALL = "/studies";
const at = (id: string): string => `${ALL}/${encodeURIComponent(id)}`;
const chapter = (id: string, n: number): string => `${at(id)}/chapters/${n}`;
const node = (id: string, n: number, of: number): string => `${chapter(id, n)}/nodes/${of}`;
const asked = (seat: number | undefined): string => (seat === undefined ? "" : `?seat=${seat}`);
const clicks = (path: string[]): string =>
  path.map((id) => `&path=${encodeURIComponent(id)}`).join("");

/** Which studies a list has: the user's, those that others admitted the user to, public ones. */
export type Which = "yours" | "joined" | "public";

/** What a line of a study is turned into. */
export type Kind = "lesson" | "puzzle";

export const studyApi = {
  list: (of: Which, before = "") =>
    ask<StudyPage>(`${ALL}?of=${of}${before ? `&before=${encodeURIComponent(before)}` : ""}`),
  create: (wish: CreateStudy) => ask<StudyInfo>(ALL, wish),
  bring: (file: string, key: string) => ask<StudyInfo>(`${ALL}/file`, { file, key }),
  study: (id: string) => ask<StudyInfo>(at(id)),
  change: (id: string, to: ChangeStudy) => ask<StudyInfo>(at(id), to),
  remove: (id: string) => ask<StudyPage>(`${at(id)}/remove`, {}),
  admit: (id: string, name: string, role: "write" | "read") =>
    ask<StudyInfo>(`${at(id)}/members`, { name, role }),
  dismiss: (id: string, who?: string) =>
    ask<StudyInfo>(`${at(id)}/members/remove`, who === undefined ? {} : { who }),
  add: (id: string, what: AddChapter) => ask<StudyInfo>(`${at(id)}/chapters`, what),
  tree: (id: string, n: number) => ask<StudyTree>(chapter(id, n)),
  changes: (id: string, n: number, since: number) =>
    ask<StudyChanges>(`${chapter(id, n)}/changes?since=${since}`),
  entitle: (id: string, n: number, title: string) => ask<StudyInfo>(chapter(id, n), { title }),
  move: (id: string, n: number, place: number) => ask<StudyInfo>(chapter(id, n), { place }),
  drop: (id: string, n: number, version: number) =>
    ask<StudyInfo>(`${chapter(id, n)}/remove`, { at: version }),
  position: (id: string, n: number, of: number, seat?: number) =>
    ask<StudyPosition>(`${node(id, n, of)}${asked(seat)}`),
  why: (id: string, n: number, of: number, seat: number, path: string[]) =>
    ask<Reason>(`${node(id, n, of)}/why?seat=${seat}${clicks(path)}`),
  // The answer to a change has all changes since the version of the tree that the page has.
  /** Continue a position: by an action of a seat, by an outcome, or by one that is drawn. */
  play: (id: string, n: number, of: number, since: number, move: { do?: string; seat?: number }) =>
    ask<StudyChanged>(`${node(id, n, of)}/moves?since=${since}`, move),
  comment: (id: string, n: number, of: number, since: number, to: CommentNode) =>
    ask<StudyChanged>(`${node(id, n, of)}/comment?since=${since}`, to),
  judge: (id: string, n: number, of: number, since: number, to: JudgeNode) =>
    ask<StudyChanged>(`${node(id, n, of)}/glyph?since=${since}`, to),
  mark: (id: string, n: number, of: number, since: number, to: MarkNode) =>
    ask<StudyChanged>(`${node(id, n, of)}/marks?since=${since}`, to),
  settle: (id: string, n: number, of: number, since: number, wording: number) =>
    ask<StudyChanged>(`${node(id, n, of)}/wordings/remove?since=${since}`, { wording }),
  prune: (id: string, n: number, of: number, since: number, version: number) =>
    ask<StudyChanged>(`${node(id, n, of)}/remove?since=${since}`, { at: version }),
  promote: (id: string, n: number, of: number, since: number) =>
    ask<StudyChanged>(`${node(id, n, of)}/promote?since=${since}`, {}),
  lesson: (id: string, n: number, of: number, kind: Kind) =>
    ask<StudyLesson>(`${chapter(id, n)}/lesson?node=${of}&kind=${kind}`),
  lessonWhy: (id: string, n: number, of: number, kind: Kind, step: number, path: string[]) =>
    ask<Reason>(`${chapter(id, n)}/lesson/why?node=${of}&kind=${kind}&step=${step}${clicks(path)}`),
  eventsUrl: (id: string): string => `/api${at(id)}/events`,
  fileUrl: (id: string): string => `/api${at(id)}/file`,
  lineUrl: (id: string, n: number, of: number): string => `/api${chapter(id, n)}/record?node=${of}`,
};
