/** The drafts of a desk: which there are, which is open, and where each is kept. */
import { Refused } from "../../api/client";
import { now } from "../../lib/now";
import { attempt, explain } from "../../state/notices.svelte";
import { draftApi } from "../../drafts/api";
import { w } from "../../drafts/words";
import { exchange, send, type Forked } from "./exchange";
import { begun, did } from "../../drafts/history";
import { completed } from "../../drafts/kept";
import type { Drawn } from "../../drafts/paint";
import {
  freeName,
  headsOf,
  newId,
  ownerHere,
  shelf,
  type Head,
  type Steps,
} from "../../drafts/shelf";
import { plain } from "../../drafts/values";

/** A draft is sent after this many milliseconds without another step. */
const CALM = 1500;
const MAX_NAME = 80;

/** What a desk does with a draft. */
interface Paper {
  readonly game: { key: string };
  readonly desk: { key: string; tables: Parameters<typeof completed>[1] };
  readonly usual: Drawn;
  readonly usualName: string;
  history: Steps;
  lay(history: Steps): void;
}

export class Drafts {
  /** Those of this desk, the last changed first. */
  list = $state.raw<readonly Head[]>([]);
  now = $state.raw<Head>()!;
  /** False once the browser did not store the draft: then only a file keeps it. */
  isKept = $state(true);
  /** True if the draft shown is what another tab or window made of it. */
  isFollowing = $state(false);
  /** What happened to a draft that the player did not do here. */
  told = $state("");
  owner = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #channel: BroadcastChannel | undefined;

  constructor(readonly paper: Paper) {
    this.now = this.#fresh(paper.usualName);
  }

  /** Open the draft in the address, or the last one; a file that was handed over is a new one. */
  async begin(handed?: () => Promise<void>): Promise<void> {
    this.#listen();
    try {
      await this.#load();
    } catch {
      this.isKept = false;
    }
    const wanted = new URLSearchParams(location.search).get("draft");
    if (handed) await attempt(handed());
    else {
      const found =
        this.list.find(({ id }) => id === wanted) ?? (wanted ? undefined : this.list[0]);
      // One that is not here, or is somebody else's: its id is not taken, nor its place.
      if (found) await this.open(found.id);
      else this.#lay(this.now);
    }
    if (this.owner) await this.#exchange(wanted);
  }

  /** Open another draft; the one that was open stays as it is. */
  async open(id: string): Promise<void> {
    const head = this.list.find((one) => one.id === id);
    const history = await shelf.steps(id).catch(() => undefined);
    if (head && history) this.#lay(head, this.#whole(history));
  }

  /** Begin a new draft; it is stored with its first step, or at once if it has none elsewhere. */
  async start(name: string, drawn: Drawn, isOwn = false): Promise<void> {
    this.#lay(this.#fresh(name), begun(drawn));
    if (isOwn) await this.keep();
  }

  /** Store the open draft. */
  async keep(): Promise<void> {
    const head = { ...this.now, owner: this.owner, changed: now(), isSent: false };
    this.now = head;
    this.isFollowing = false;
    this.list = [head, ...this.list.filter(({ id }) => id !== head.id)];
    try {
      await shelf.put(head, this.paper.history);
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
    this.#channel?.postMessage(head.id);
    if (this.owner) this.#later();
  }

  rename(name: string): void {
    const next = plain(name).slice(0, MAX_NAME);
    if (next === "" || next === this.now.name) return;
    this.now = { ...this.now, name: next };
    void this.keep();
  }

  /** Delete the open draft, here and on the server; the next one is opened. */
  async remove(): Promise<void> {
    const { id, version, changed } = this.now;
    if (this.owner && version > 0) await draftApi.remove(id, version);
    if (changed > 0) await shelf.drop(id);
    this.#channel?.postMessage(id);
    this.list = this.list.filter((one) => one.id !== id);
    if (this.list[0]) await this.open(this.list[0].id);
    else this.#lay(this.#fresh(this.paper.usualName), begun(this.paper.usual));
  }

  /** A draft that this desk cannot open any more stays in the list; another is begun. */
  giveUp(): void {
    const { name } = this.now;
    this.#lay(this.#fresh(this.paper.usualName), begun(this.paper.usual));
    this.told = w("workshop.strange", { name });
  }

  /** Show the open draft as another tab or window has stored it; one's own is a step back. */
  async follow(): Promise<void> {
    if (!this.isKept) return;
    await this.#read();
    const history = await shelf.steps(this.now.id);
    const head = this.list.find(({ id }) => id === this.now.id);
    if (!history || !head) return;
    this.now = head;
    const drawn = this.#whole(history).now;
    if (JSON.stringify(drawn) === JSON.stringify(this.paper.history.now)) return;
    this.paper.lay(did(this.paper.history, drawn));
    this.isFollowing = true;
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#channel?.close();
    if (this.owner && this.now.changed > 0 && !this.now.isSent) void this.#send();
  }

  // ---- this browser

  #fresh(name: string): Head {
    const { game, desk } = this.paper;
    return {
      id: newId(),
      game: game.key,
      desk: desk.key,
      name: freeName(name, this.list),
      owner: this.owner,
      changed: 0,
      version: 0,
      isSent: false,
    };
  }

  #lay(head: Head, history: Steps = begun(this.paper.usual)): void {
    [this.now, this.isFollowing, this.told] = [head, false, ""];
    window.history.replaceState(null, "", `${location.pathname}?draft=${head.id}`);
    this.paper.lay(history);
  }

  #whole({ past, now, future }: Steps): Steps {
    const { desk, usual } = this.paper;
    return { past, now: completed(now, desk.tables, usual), future };
  }

  async #load(): Promise<void> {
    this.owner = await ownerHere();
    await this.#read();
  }

  async #read(): Promise<void> {
    const { game, desk } = this.paper;
    this.list = await headsOf(this.owner, game.key, desk.key);
  }

  #listen(): void {
    try {
      this.#channel = new BroadcastChannel("honjin.drafts");
    } catch {
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<string>) =>
      void (data === this.now.id ? this.follow() : this.#read());
  }

  // ---- the server

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), CALM);
  }

  async #send(): Promise<void> {
    await this.#tell(async () => {
      const forked = await send(this.now, this.owner);
      return forked ? [forked] : [];
    });
  }

  async #exchange(wanted: string | null): Promise<void> {
    await this.#tell(() => exchange(this.owner));
    await this.follow();
    // The last draft of another device is what one goes on with, unless something was begun here.
    const last = this.list.find(({ id }) => id === wanted) ?? this.list[0];
    if (this.now.changed === 0 && this.paper.history.past.length === 0 && last)
      await this.open(last.id);
  }

  async #tell(work: () => Promise<Forked[]>): Promise<void> {
    try {
      const forked = await work();
      await this.#read();
      const { id } = this.now;
      const own = forked.find(({ from }) => from.id === id)?.head ?? this.now;
      this.now = this.list.find((head) => head.id === own.id) ?? this.now;
      if (own.id !== id)
        window.history.replaceState(null, "", `${location.pathname}?draft=${own.id}`);
      this.#channel?.postMessage(own.id); // which has another version now
      for (const { from, head } of forked)
        this.told = w("workshop.forked", { name: from.name, copy: head.name });
    } catch (error) {
      // Without a connection the draft is sent with the next step, or at the next visit.
      if (error instanceof Refused) this.told = explain(error);
    }
  }
}
