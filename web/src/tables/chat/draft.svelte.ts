/** What the user is writing in the chat. */
export class Draft {
  text = $state("");
  /** True if the line is to be a promise. */
  promise = $state(false);
  /** A line that may have been sent, since its answer was lost, and how often it was said before. */
  #unsure = { line: "", before: 0 };

  /**
   * Empty the field and send its line; one that was not sent returns, unless another was begun.
   * `said` counts how often the user has said a line.
   */
  async send(
    post: (line: string) => Promise<boolean>,
    said: (line: string) => number,
  ): Promise<void> {
    const { text, promise } = this;
    const line = text.trim();
    if (!line) return;
    const before = said(line);
    [this.text, this.promise] = ["", false];
    if ((await post(line)) || this.text) return;
    [this.text, this.promise] = [text, promise];
    this.#unsure = { line, before };
    this.hear(said);
  }

  /** Lines have arrived: the one in the field may be among them, and is not to be said twice. */
  hear(said: (line: string) => number): void {
    const { line, before } = this.#unsure;
    if (line && this.text.trim() === line && said(line) > before)
      [this.text, this.promise, this.#unsure.line] = ["", false, ""];
  }
}
