/** An order that a form sends: whether it is on its way, and why it was refused. */
import { explain } from "../../state/notices.svelte";

export class Sending {
  busy = $state(false);
  refused = $state("");

  /** Send unless the last order is still on its way. */
  async go(work: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    [this.busy, this.refused] = [true, ""];
    try {
      await work();
    } catch (error) {
      this.refused = explain(error);
    } finally {
      this.busy = false;
    }
  }

  /** What a form does when it is submitted. */
  submit =
    (work: () => Promise<unknown>) =>
    (event: SubmitEvent): void => {
      event.preventDefault();
      void this.go(work);
    };
}
