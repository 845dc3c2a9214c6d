/** The account page: the account's data, and the actions on it. */
import { accountApi } from "./api";
import { Refused } from "../../api/client";
import type { Account, LinkInfo, Me } from "../../api/protocol";
import { store, stored } from "../../lib/storage";
import { explain, notices } from "../../state/notices.svelte";
import { t } from "../../state/words.svelte";

/** Where the browser remembers that it offered to keep the user's games. */
const OFFERED = "honjin.keep-offered";

/** The secret of an email link: the fragment of the page `/login`. */
export function tokenOf({ pathname, hash }: Location): string {
  return /^\/login\/?$/.test(pathname) ? hash.slice(1) : "";
}

class AccountState {
  data = $state.raw<Account>();
  problem = $state<string>();
  busy = $state(false);
  /** Recovery codes just created; they are shown until the user leaves the page. */
  codes = $state.raw<readonly string[]>([]);
  link = $state.raw<LinkInfo>();
  /** An action refused for want of a recent login: it is done after the next one. */
  again = $state.raw<() => Promise<unknown>>();
  #token = "";

  /** True if passkeys work on this page. */
  get hasPasskeys(): boolean {
    return this.data?.passkeys_here === true && !this.passkeysAt;
  }

  /** The same page at the address where passkeys work, if they work at another one alone. */
  get passkeysAt(): string | undefined {
    const at = this.data?.passkeys_at;
    return at && at !== location.origin ? at + location.pathname : undefined;
  }

  async load(): Promise<void> {
    try {
      this.data = await accountApi.get();
      this.problem = undefined;
    } catch (error) {
      this.problem = explain(error);
    }
  }

  /** Start over for the present user; the secret of a link leaves the address bar. */
  async open(): Promise<void> {
    [this.codes, this.link] = [[], undefined];
    this.#token = tokenOf(location);
    if (this.#token) {
      history.replaceState(null, "", "/login");
      await this.do(async () => (this.link = await accountApi.lookAtLink(this.#token)));
    }
    await this.load();
  }

  /** Do something, reporting failures as notices; true if it was done. */
  async do(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.kind === "not-fresh") this.again = work;
      else this.#tell(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Log in again, and do what was refused. */
  async goOn(logIn: () => Promise<unknown>): Promise<void> {
    const work = this.again;
    if (!(await this.do(logIn))) return;
    this.again = undefined;
    if (work) await this.do(work);
    await this.load();
  }

  #tell(error: unknown): void {
    // A user who closes the browser's own dialog needs no notice.
    if (error instanceof Error && /NotAllowed|Abort/.test(error.name)) return;
    const known = error instanceof Error && error.name === "InvalidStateError";
    if (known) notices.show(t("account.passkey.known"));
    else notices.problem(error);
  }

  /** Do something that answers with the updated account. */
  change = (work: () => Promise<Account>): Promise<boolean> =>
    this.do(async () => (this.data = await work()));

  /** Do something that may remove the last way to log in: confirm first. */
  async leave(work: (sure: boolean) => Promise<Account>): Promise<void> {
    await this.change(async () => {
      try {
        return await work(false);
      } catch (error) {
        const isLast = error instanceof Refused && error.kind === "last-way-in";
        if (!isLast || !confirm(t("account.last"))) throw error;
        return work(true);
      }
    });
  }

  /** Take on a new identity: the account just created is shown. */
  async keep(work: () => Promise<Me>): Promise<void> {
    if (await this.do(work)) await this.load();
  }

  /** Switch to another identity: everything on the page is outdated, so it reloads. */
  async turn(work: () => Promise<Me>, path = "/"): Promise<void> {
    if (await this.do(work)) location.assign(path);
  }

  useLink(name?: string): Promise<void> {
    const isLogin = this.link?.kind === "login";
    const work = () => accountApi.useLink(this.#token, name);
    if (isLogin) return this.turn(work);
    return this.keep(async () => {
      const me = await work();
      this.link = undefined;
      return me;
    });
  }
}

export const account = new AccountState();

/** True if this browser should still offer to keep the games; it asks once. */
export function offersToKeep(me: Me | undefined): boolean {
  return !!me && !me.account && !me.closed && !stored(OFFERED);
}

export const noteOffer = (): void => void store(OFFERED, "1");
