// Clients in a closed loop over socket.io: node load.cjs <address> <tables> <clients> <seconds>
// Prints "begin" when it starts to measure, then its measurements as one line of JSON.
const { io } = require("socket.io-client");

const [address, ...numbers] = process.argv.slice(2);
const [tables, clients, seconds] = numbers.map(Number);
const COLUMNS = 7;
const TOP = 5 * COLUMNS;

/** A table: a socket, and the last state received. */
class Table {
  constructor(n) {
    this.n = n;
    this.games = 0;
    this.socket = io(`${address}/four`, { transports: ["websocket"], forceNew: true });
    this.socket.on("sync", (match, info) => this.came(match, info.state));
    this.socket.on("update", (match, state) => this.came(match, state));
  }

  came(match, state) {
    if (match !== this.match || !this.wake) return;
    const wake = this.wake;
    this.wake = null;
    this.state = state;
    wake();
  }

  next() {
    return new Promise((resolve) => { this.wake = resolve; });
  }

  /** Begin a new match; the server creates it for the first client that asks for it. */
  async begin() {
    this.match = `t${this.n}-${this.games}`;
    const came = this.next();
    this.socket.emit("sync", this.match, "0", undefined, 2);
    await came;
  }

  /** Make one move; return its duration in milliseconds. */
  async move() {
    if (this.state.ctx.gameover !== undefined) {
      this.games += 1;
      await this.begin();
    }
    const { G, ctx, _stateID } = this.state;
    const open = [];
    for (let x = 0; x < COLUMNS; x += 1) if (G.cells[TOP + x] === null) open.push(x);
    const player = ctx.currentPlayer;
    const args = [open[Math.floor(Math.random() * open.length)]];
    const action = { type: "MAKE_MOVE", payload: { type: "drop", args, playerID: player } };
    const began = performance.now();
    const came = this.next();
    this.socket.emit("update", action, _stateID, this.match, player);
    await came;
    const took = performance.now() - began;
    if (this.state._stateID <= _stateID) throw new Error("the move was not made");
    return took;
  }
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

async function main() {
  const all = Array.from({ length: tables }, (_, n) => new Table(n));
  for (const table of all) await table.begin();
  const times = [];
  let measuring = false;
  let stopping = false;
  const play = async (own) => {
    while (!stopping) {
      for (const table of own) {
        const took = await table.move();
        if (measuring) times.push(took);
      }
    }
  };
  const shares = Array.from({ length: Math.min(clients, tables) }, (_, n) =>
    all.filter((_table, k) => k % clients === n));
  const playing = shares.map(play);
  await pause(1500);
  const used = process.cpuUsage();
  const began = performance.now();
  measuring = true;
  process.stdout.write("begin\n");
  await pause(seconds * 1000);
  measuring = false;
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  stopping = true;
  times.sort((a, b) => a - b);
  const games = all.reduce((sum, table) => sum + table.games, 0);
  process.stdout.write(`${JSON.stringify({
    moves: times.length, seconds: took / 1000, games,
    p50_ms: times[Math.floor(times.length / 2)], p99_ms: times[Math.floor(times.length * 0.99)],
    bytes: JSON.stringify(["update", all[0].match, all[0].state]).length,
    generator_core: (user + system) / 1000 / took,
  })}\n`);
  await Promise.race([Promise.all(playing), pause(2000)]);
  process.exit(0);
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
