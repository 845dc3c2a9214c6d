// boardgame.io's own server with its store in memory, serving four in a row on the loopback.
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

const server = Server({ games: [four], origins: [] });
server.run({ port: { port: 0, host: "127.0.0.1" } }).then(({ appServer }) => {
  process.stdout.write(`open at http://127.0.0.1:${appServer.address().port}\n`);
});
