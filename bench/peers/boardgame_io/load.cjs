// Rounds of four in a row over socket.io: node load.cjs <address> <tables> <clients> <seconds>
// Two players at each table, each with a socket and credentials, as two pages have.
const { io } = require("socket.io-client");
const { play } = require("../rounds.cjs");

const [address, ...numbers] = process.argv.slice(2);
const [tables, clients, seconds] = numbers.map(Number);
const COLUMNS = 7;
const TOP = 5 * COLUMNS;

const post = async (path, body) => {
  const answer = await fetch(`${address}${path}`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

/** A player's page: a socket, and the last state received. */
class Page {
  constructor(match, player, credentials) {
    Object.assign(this, { match, player, credentials });
    this.socket = io(`${address}/four`, { transports: ["websocket"], forceNew: true });
    this.socket.on("sync", (id, info) => this.came(id, info.state));
    this.socket.on("update", (id, state) => this.came(id, state));
  }

  came(id, state) {
    if (id !== this.match) return;
    this.state = state;
    this.bytes += JSON.stringify(["update", id, state]).length;
    if (this.wake) this.wake();
  }

  /** Wait for a state that is later than one that it has. */
  async later(than) {
    while (!this.state || this.state._stateID <= than) {
      await new Promise((resolve) => { this.wake = resolve; });
    }
  }

  begin() {
    this.bytes = 0;
    this.socket.emit("sync", this.match, this.player, this.credentials, 2);
    return this.later(-1);
  }
}

/** A table, with both pages. */
class Table {
  async begin() {
    const { matchID } = await post("/games/four/create", { numPlayers: 2 });
    this.pages = [];
    for (const playerID of ["0", "1"]) {
      const joined = await post(`/games/four/${matchID}/join`, { playerID, playerName: "p" });
      this.pages.push(new Page(matchID, playerID, joined.playerCredentials));
    }
    await Promise.all(this.pages.map((page) => page.begin()));
  }

  end() {
    for (const page of this.pages ?? []) page.socket.disconnect();
  }

  get isOver() {
    return this.pages[0].state.ctx.gameover !== undefined;
  }

  /** Make one move; the milliseconds until both pages have been told. */
  async move() {
    const { G, ctx, _stateID } = this.pages[0].state;
    const open = [];
    for (let x = 0; x < COLUMNS; x += 1) if (G.cells[TOP + x] === null) open.push(x);
    const page = this.pages[Number(ctx.currentPlayer)];
    const payload = {
      type: "drop", args: [open[Math.floor(Math.random() * open.length)]],
      playerID: page.player, credentials: page.credentials,
    };
    const began = performance.now();
    const action = { type: "MAKE_MOVE", payload };
    page.socket.emit("update", action, _stateID, page.match, page.player);
    await Promise.all(this.pages.map((one) => one.later(_stateID)));
    return performance.now() - began;
  }
}

play(Array.from({ length: tables }, () => new Table()), clients, seconds);
