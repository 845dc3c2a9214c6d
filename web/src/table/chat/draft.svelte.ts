/** What the user is writing in the chat. */
export class Draft {
  text = $state("");
  /** True if the line is to be a promise. */
  promise = $state(false);

  /** Empty the field and send its line; one that was not sent returns, unless another was begun. */
  async send(post: (line: string) => Promise<boolean>): Promise<void> {
    const { text, promise } = this;
    const line = text.trim();
    if (!line) return;
    [this.text, this.promise] = ["", false];
    if ((await post(line)) || this.text) return;
    [this.text, this.promise] = [text, promise];
  }
}
