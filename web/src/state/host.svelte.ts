/** Who runs this site: asked for once, by the first part of a page that tells it. */
import { api } from "../api/client";
import type { Host } from "../api/protocol";

class HostState {
  says = $state.raw<Host>({});
  private asked = false;

  /** Ask, unless that was done; without an answer nothing is shown. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    api.host().then(
      (found) => (this.says = found),
      () => (this.asked = false),
    );
  }
}

export const host = new HostState();
