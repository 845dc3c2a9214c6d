/** A lesson or a puzzle that a line of a study makes. */
import { api } from "../api/client";
import type { GamePage, Lesson, Reason } from "../api/protocol";
import { LessonState } from "../tables/lesson/lesson.svelte";
import { studyApi, type Kind } from "./api";

export class StudyLessonState extends LessonState {
  /** The same as the file of a lesson. */
  file = $state("");
  readonly #where: readonly [string, number, number, Kind];

  constructor(study: string, chapter: number, node: number, kind: Kind) {
    super("", `${study}-${chapter}-${node}`);
    this.#where = [study, chapter, node, kind];
  }

  protected override async fetch(): Promise<{ lesson: Lesson; page: GamePage }> {
    const { lesson, file } = await studyApi.lesson(...this.#where);
    this.file = file;
    return { lesson, page: await api.game(lesson.game) };
  }

  override why(_seat: number, path: string[]): Promise<Reason> {
    return studyApi.lessonWhy(...this.#where, this.n, path);
  }
}
