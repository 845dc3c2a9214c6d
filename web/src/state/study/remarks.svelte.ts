/** A quiet word about what was done: asked for once, and while the house is busy once more. */
import { api, Refused } from "../../api/client";
import type { Remark } from "../../api/protocol";
import type { Perspective } from "../../lib/play/hotseat";
import { pause } from "../../lib/waiting";
import { forbidden } from "../notices.svelte";

/** Milliseconds before each further try. */
const AGAIN = [3000, 6000, 12_000, 24_000];

/** The house has no time for it now: it is asked again by itself, or left to the player. */
export type Late = "waits" | "missed";

export interface Question {
  id: string;
  perspective: Perspective;
  body: { seat: number; step: number };
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Refused && (error.kind === "busy" || error.kind === "too-many");

export class Remarks {
  /** It was a blunder. */
  told = $state.raw<Remark>();
  late = $state<Late>();
  #question: Question | undefined;
  /** Counts what was asked and let go: an answer that comes too late is not heard. */
  mark = 0;

  /** The step that a question or a remark is about. */
  get step(): number | undefined {
    return this.#question?.body.step;
  }

  async ask(question: Question): Promise<void> {
    this.drop();
    this.#question = question;
    const { mark } = this;
    for (const wait of [...AGAIN, undefined]) {
      const isHeard = await this.#try(question, mark);
      if (isHeard || mark !== this.mark) return;
      this.late = wait ? "waits" : "missed";
      if (wait) await pause(wait);
      if (mark !== this.mark) return;
    }
  }

  /** Ask the same once more. */
  askAgain(): void {
    if (this.#question) void this.ask(this.#question);
  }

  /** Let what is told and asked go. */
  drop(): void {
    this.mark += 1;
    this.#question = this.told = this.late = undefined;
  }

  // Whether there is no need to ask again.
  async #try({ id, perspective, body }: Question, mark: number): Promise<boolean> {
    try {
      const remark = await api.do(id, "coach/remark", body, perspective);
      if (mark === this.mark) this.#hear(remark);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      if (mark === this.mark) this.late = undefined;
      forbidden(error);
      return true;
    }
  }

  #hear(remark: Remark | undefined): void {
    this.late = undefined;
    if (remark?.could !== undefined) this.told = remark;
  }
}
