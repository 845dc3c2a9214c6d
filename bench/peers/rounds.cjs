// The rounds that a load plays, and what it tells bench.peers meanwhile: "open" before it opens the
// tables of a round and "play" before it plays them, waiting for a line each time; at the end its
// measurements as one line of JSON.
const lines = require("node:readline").createInterface({ input: process.stdin });

const measured = (phase) => new Promise((resolve) => {
  lines.once("line", resolve);
  process.stdout.write(`${phase}\n`);
});

/** Play rounds at all tables for some seconds; `clients` are busy at a time. */
async function play(all, clients, seconds) {
  const times = [];
  let [played, starts, bytes, used] = [0, 0, 0, 0];
  while (played < seconds * 1000) {
    await measured("open");
    for (const table of all) {
      table.end();
      await table.begin();
    }
    starts += all.length;
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

exports.play = (...given) => play(...given).catch((problem) => {
  console.error(problem);
  process.exit(1);
});
