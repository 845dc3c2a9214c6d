/** The user's tokens, and whether the user is flagged as a program. */
import { api } from "../../api/client";
import type { MakeToken, Token } from "../../api/protocol";
import { attempt } from "../../state/notices.svelte";

export type Scope = MakeToken["scopes"][number];

/** The scopes of a token; nearly every program needs the first one. */
export const SCOPES: readonly Scope[] = ["read", "play", "challenge"];

export class Tokens {
  list = $state.raw<Token[]>();
  program = $state(false);
  /** The token created last: shown until the user dismisses it. */
  secret = $state<string>();
  /** True while a token is being created: a second one would hide the secret of the first. */
  making = $state(false);

  async load(): Promise<void> {
    const answer = await attempt(api.tokens());
    if (answer) this.#take(answer);
  }

  #take(answer: { tokens: Token[]; program?: boolean }): void {
    this.list = answer.tokens;
    this.program = answer.program ?? false;
  }

  /** Create a token; true if it was created. */
  async make(name: string, scopes: Scope[]): Promise<boolean> {
    if (this.making) return false;
    this.making = true;
    const made = await attempt(api.makeToken({ name, scopes }));
    this.making = false;
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
