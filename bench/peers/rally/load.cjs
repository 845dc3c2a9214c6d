// Rounds of games at a server of Rally the Troops:
//   node load.cjs <address> <tables> <clients> <seconds> <title>
// The login of player n is n, two for each table from 1 on. Both have a socket, as their pages
// have. The package `ws` is the server's own, by NODE_PATH.
const { WebSocket } = require("ws");
const { play } = require("../rounds.cjs");

const [address, tables, clients, seconds, title] = process.argv.slice(2);
const LONGEST = 500;
const SILENCE = 20; // milliseconds after which a window is taken to see no change

const post = async (path, login, fields = {}) => {
  const answer = await fetch(`${address}${path}`, {
    method: "POST", redirect: "manual", body: new URLSearchParams(fields),
    headers: { cookie: `login=${login}` },
  });
  const text = await answer.text();
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${text}`);
  return { text, location: answer.headers.get("location") };
};

const silence = () => new Promise((resolve) => { setTimeout(resolve, SILENCE); });

/** All actions that a view offers, each with its argument. */
function offered(actions) {
  return Object.entries(actions ?? {}).flatMap(([name, args]) => {
    if (name === "undo" || args === 0) return [];
    return Array.isArray(args) ? args.map((arg) => [name, arg]) : [[name, null]];
  });
}

/** A player's page: a socket, and the last view received. */
class Page {
  constructor(game, role, login) {
    this.bytes = this.told = 0;
    const query = new URLSearchParams({ title, game, role, seen: 0 });
    const headers = { cookie: `login=${login}` };
    const place = `${address.replace("http", "ws")}/play-socket?${query}`;
    this.socket = new WebSocket(place, { headers, perMessageDeflate: false });
    this.socket.on("message", (data) => this.came(data));
    this.ready = this.next();
  }

  came(data) {
    this.bytes += data.length;
    const [kind, view, cookie] = JSON.parse(data);
    if (kind === "error" || kind === "warning") throw new Error(`${kind}: ${view}`);
    if (kind !== "state") return;
    Object.assign(this, { view, cookie });
    this.told += 1;
    this.wake?.();
  }

  /** The next view. */
  next() {
    return new Promise((resolve) => { this.wake = resolve; });
  }
}

/** A table, with both pages. */
class Table {
  constructor(n) {
    this.logins = [2 * n + 1, 2 * n + 2];
  }

  async begin() {
    const made = await post(`/create/${title}`, this.logins[0], {
      scenario: "Standard", pace: 0, is_private: "true",
    });
    const game = made.location.split("/").at(-1);
    this.pages = [];
    const roles = ["Red", "Blue"];
    for (const n of [0, 1]) await post(`/api/join/${game}/${roles[n]}`, this.logins[n]);
    const { text } = await post(`/api/start/${game}`, this.logins[0]);
    if (text !== "SUCCESS") throw new Error(text);
    this.pages = roles.map((role, n) => new Page(game, role, this.logins[n]));
    this.moves = 0;
    await Promise.all(this.pages.map((page) => page.ready));
  }

  end() {
    for (const page of this.pages ?? []) page.socket.close();
  }

  get mover() {
    return this.pages.find((page) => offered(page.view.actions).length);
  }

  get isOver() {
    return !this.mover || this.moves >= LONGEST;
  }

  /** Make one move; the milliseconds until both pages have been told. */
  async move() {
    const page = this.mover;
    const other = this.pages.find((one) => one !== page);
    const choices = offered(page.view.actions);
    const [name, arg] = choices[Math.floor(Math.random() * choices.length)];
    const began = performance.now();
    const [mine, theirs] = [page.next(), other.next()];
    const before = other.told;
    page.socket.send(JSON.stringify(["action", [name, arg, page.cookie]]));
    await mine;
    const told = performance.now();
    // A view that is the same as before is not sent.
    if (other.told === before) await Promise.race([theirs, silence()]);
    this.moves += 1;
    return (other.told === before ? told : performance.now()) - began;
  }
}

const all = Array.from({ length: Number(tables) }, (_, n) => new Table(n));
play(all, Number(clients), Number(seconds));
