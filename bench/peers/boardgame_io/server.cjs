// boardgame.io's own server, serving four in a row on the loopback: node server.cjs [<file>]
// Its store is in memory, its default, or with a file in SQLite (WAL, synchronous=FULL).
const { Sync } = require("boardgame.io/internal");
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];

const at = (cells, x, y) =>
  x < 0 || x >= COLUMNS || y < 0 || y >= ROWS ? null : cells[y * COLUMNS + x];

/** The number of discs of the same player in a row next to a place, in one direction. */
function run(cells, x, y, dx, dy) {
  let n = 0;
  while (at(cells, x + (n + 1) * dx, y + (n + 1) * dy) === at(cells, x, y)) n += 1;
  return n;
}

const wins = (cells, x, y) =>
  WAYS.some(([dx, dy]) => run(cells, x, y, dx, dy) + run(cells, x, y, -dx, -dy) >= 3);

const four = {
  name: "four",
  setup: () => ({ cells: Array(COLUMNS * ROWS).fill(null), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, x) => {
      let y = 0;
      while (y < ROWS && G.cells[y * COLUMNS + x] !== null) y += 1;
      if (!(x >= 0 && x < COLUMNS) || y === ROWS) return INVALID_MOVE;
      G.cells[y * COLUMNS + x] = playerID;
      G.last = [x, y];
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last && wins(G.cells, ...G.last)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

/** A store in SQLite: each state is written whole and is durable before it is told. */
class Durable extends Sync {
  constructor(file) {
    super();
    const base = new (require("better-sqlite3"))(file);
    base.pragma("journal_mode = WAL");
    base.pragma("synchronous = FULL");
    base.exec("CREATE TABLE kept (match TEXT, part TEXT, value TEXT, PRIMARY KEY (match, part))");
    this.put = base.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)");
    this.get = base.prepare("SELECT value FROM kept WHERE match = ? AND part = ?");
    this.drop = base.prepare("DELETE FROM kept WHERE match = ?");
    this.all = base.prepare("SELECT DISTINCT match FROM kept");
    this.write = base.transaction((match, parts) => {
      for (const [part, value] of parts) this.put.run(match, part, JSON.stringify(value));
    });
  }

  read(match, part) {
    const row = this.get.get(match, part);
    return row && JSON.parse(row.value);
  }

  createMatch(match, { initialState, metadata }) {
    const parts = { initialState, state: initialState, metadata, log: [] };
    this.write(match, Object.entries(parts));
  }

  setMetadata(match, metadata) {
    this.write(match, [["metadata", metadata]]);
  }

  setState(match, state, added) {
    const log = added?.length ? [["log", [...this.read(match, "log"), ...added]]] : [];
    this.write(match, [["state", state], ...log]);
  }

  fetch(match, wanted) {
    const parts = Object.keys(wanted).filter((part) => wanted[part]);
    return Object.fromEntries(parts.map((part) => [part, this.read(match, part)]));
  }

  wipe(match) {
    this.drop.run(match);
  }

  listMatches() {
    return this.all.all().map((row) => row.match);
  }
}

const [file] = process.argv.slice(2);
const server = Server({ games: [four], origins: [], ...(file ? { db: new Durable(file) } : {}) });
server.run({ port: { port: 0, host: "127.0.0.1" } }).then(({ appServer }) => {
  process.stdout.write(`open at http://127.0.0.1:${appServer.address().port}\n`);
});
