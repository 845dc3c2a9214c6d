/** The user's tokens, and whether the user is marked as a program. */
import { api } from "../api/client";
import type { MakeToken, Token } from "../api/protocol";
import { attempt } from "../state/notices.svelte";

export type Scope = MakeToken["scopes"][number];

/** What a token can open; the first one is what nearly every program needs. */
export const SCOPES: readonly Scope[] = ["read", "play", "challenge"];

export class Tokens {
  list = $state.raw<Token[]>();
  program = $state(false);
  /** The token that was made last: it is shown until the user has put it away. */
  secret = $state<string>();

  async load(): Promise<void> {
    const answer = await attempt(api.tokens());
    if (answer) this.#take(answer);
  }

  #take(answer: { tokens: Token[]; program?: boolean }): void {
    this.list = answer.tokens;
    this.program = answer.program ?? false;
  }

  /** Make a token; true if it was. */
  async make(name: string, scopes: Scope[]): Promise<boolean> {
    const made = await attempt(api.makeToken({ name, scopes }));
    if (!made) return false;
    this.secret = made.secret;
    this.list = [made.token, ...(this.list ?? [])];
    return true;
  }

  async revoke(id: string): Promise<void> {
    const answer = await attempt(api.revokeToken(id));
    if (answer) this.list = answer.tokens;
  }

  async mark(program: boolean): Promise<void> {
    const me = await attempt(api.beProgram(program));
    if (me) this.program = me.program ?? false;
  }
}
