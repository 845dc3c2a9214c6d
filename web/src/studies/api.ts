/** Requests about studies. */
import { ask } from "../api/client";
import type {
  AddChapter,
  AnnotateNode,
  ChangeStudy,
  CreateStudy,
  Reason,
  StudyChanged,
  StudyInfo,
  StudyLesson,
  StudyList,
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

/** What a line of a study is turned into. */
export type Kind = "lesson" | "puzzle";

export const studyApi = {
  all: () => ask<StudyList>(ALL),
  create: (wish: CreateStudy) => ask<StudyInfo>(ALL, wish),
  bring: (file: string) => ask<StudyInfo>(`${ALL}/file`, { file }),
  study: (id: string) => ask<StudyInfo>(at(id)),
  change: (id: string, to: ChangeStudy) => ask<StudyInfo>(at(id), to),
  remove: (id: string) => ask<StudyList>(`${at(id)}/remove`, {}),
  admit: (id: string, name: string, role: "write" | "read") =>
    ask<StudyInfo>(`${at(id)}/members`, { name, role }),
  dismiss: (id: string, who?: string) =>
    ask<StudyInfo>(`${at(id)}/members/remove`, who === undefined ? {} : { who }),
  add: (id: string, what: AddChapter) => ask<StudyInfo>(`${at(id)}/chapters`, what),
  tree: (id: string, n: number) => ask<StudyTree>(chapter(id, n)),
  entitle: (id: string, n: number, title: string) => ask<StudyInfo>(chapter(id, n), { title }),
  move: (id: string, n: number, place: number) => ask<StudyInfo>(chapter(id, n), { place }),
  drop: (id: string, n: number, version: number) =>
    ask<StudyInfo>(`${chapter(id, n)}/remove`, { at: version }),
  position: (id: string, n: number, of: number, seat?: number) =>
    ask<StudyPosition>(`${node(id, n, of)}${asked(seat)}`),
  why: (id: string, n: number, of: number, seat: number, path: string[]) =>
    ask<Reason>(`${node(id, n, of)}/why?seat=${seat}${clicks(path)}`),
  /** Continue a position: by an action of a seat, by an outcome, or by one that is drawn. */
  play: (id: string, n: number, of: number, move: { do?: string; seat?: number }) =>
    ask<StudyChanged>(`${node(id, n, of)}/moves`, move),
  note: (id: string, n: number, of: number, note: AnnotateNode) =>
    ask<StudyChanged>(`${node(id, n, of)}/note`, note),
  prune: (id: string, n: number, of: number, version: number) =>
    ask<StudyChanged>(`${node(id, n, of)}/remove`, { at: version }),
  promote: (id: string, n: number, of: number) =>
    ask<StudyChanged>(`${node(id, n, of)}/promote`, {}),
  lesson: (id: string, n: number, of: number, kind: Kind) =>
    ask<StudyLesson>(`${chapter(id, n)}/lesson?node=${of}&kind=${kind}`),
  lessonWhy: (id: string, n: number, of: number, kind: Kind, step: number, path: string[]) =>
    ask<Reason>(`${chapter(id, n)}/lesson/why?node=${of}&kind=${kind}&step=${step}${clicks(path)}`),
  eventsUrl: (id: string): string => `/api${at(id)}/events`,
  fileUrl: (id: string): string => `/api${at(id)}/file`,
  lineUrl: (id: string, n: number, of: number): string => `/api${chapter(id, n)}/record?node=${of}`,
};
