/** Waiting: for a while, or for the answer to the latest of several questions. */

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Asks about numbers, one at a time: the answer to a question that was overtaken is dropped. */
export class Latest {
  /** What is asked about, while the answer is on its way. */
  goal: number | undefined;
  #asked = 0;

  async answer<T>(goal: number, question: Promise<T | undefined>): Promise<T | undefined> {
    const mark = ++this.#asked;
    this.goal = goal;
    const answer = await question;
    if (mark !== this.#asked) return undefined;
    this.goal = undefined;
    return answer;
  }

  /** Wait for nothing any more. */
  drop(): void {
    this.#asked++;
    this.goal = undefined;
  }
}
