// Rounds of four in a row over socket.io: node load.cjs <address> <tables> <clients> <seconds>
// Two players at each table, each with a socket and credentials, as two pages have. Prints "open"
// before it opens the tables of a round and "play" before it plays them, and waits for a line each
// time; at the end its measurements as one line of JSON.
const { io } = require("socket.io-client");
const lines = require("node:readline").createInterface({ input: process.stdin });

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

const measured = (phase) => new Promise((resolve) => {
  lines.once("line", resolve);
  process.stdout.write(`${phase}\n`);
});

async function main() {
  const times = [];
  let [played, starts, bytes, used] = [0, 0, 0, 0];
  const all = Array.from({ length: tables }, () => new Table());
  while (played < seconds * 1000) {
    await measured("open");
    for (const table of all) {
      table.end();
      await table.begin();
    }
    starts += tables;
    await measured("play");
    const waiting = [...all];
    const until = performance.now() + seconds * 1000 - played;
    const client = async () => {
      while (waiting.length && performance.now() < until) {
        const table = waiting.pop();
        times.push(await table.move());
        if (!table.isOver) waiting.unshift(table);
      }
    };
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    for (const { pages } of all) for (const page of pages) page.bytes = 0;
    await Promise.all(Array.from({ length: clients }, client));
    played += performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    used += user + system;
    for (const { pages } of all) for (const page of pages) bytes += page.bytes;
  }
  times.sort((a, b) => a - b);
  process.stdout.write(`${JSON.stringify({
    moves: times.length, seconds: played / 1000, starts, bytes: Math.round(bytes / times.length),
    p50_ms: times[Math.floor(times.length / 2)], p99_ms: times[Math.floor(times.length * 0.99)],
    generator_core: used / 1000 / played,
  })}\n`);
  process.exit(0);
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
