// A bot that takes each seat offered to it and plays at random. HONJIN_TOKEN=hnj_... node bot.mjs URL
const api = `${process.argv[2].replace(/\/$/, "")}/api`;
const authorization = `Bearer ${process.env.HONJIN_TOKEN}`;
const headers = { authorization, "content-type": "application/json" };
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** The answer to a request; tried again, ever later, while the server is busy or away. */
async function opened(path, body) {
  const post = body && { method: "POST", body: JSON.stringify(body) };
  for (let wait = 1; ; wait = Math.min(2 * wait, 60)) {
    const answer = await fetch(api + path, { headers, ...post }).catch(() => undefined);
    if (answer && ![429, 502, 503, 504].includes(answer.status)) return answer;
    await pause(Math.max(wait, Number(answer?.headers.get("retry-after") ?? 0)));
  }
}

/** Get, or post a body. Refusals are ignored until the next event. */
async function ask(path, body) {
  const answer = await opened(path, body);
  const found = await answer.json();
  if (answer.ok) return found;
  console.error(found.title, found.detail);
  if ([401, 403].includes(answer.status)) process.exit(1);
  return {};
}

/** Act as long as the table waits for the seat. */
async function play(table, seat) {
  let view = await ask(`/tables/${table}?seat=${seat}`);
  while (view.must_act?.includes(seat)) {
    const { choices } = view.turn;
    const act = { seat, at: view.version, do: choices[Math.floor(Math.random() * choices.length)].do };
    view = await ask(`/tables/${table}/actions?seat=${seat}`, act);
  }
}

/** Follow the stream until it breaks; it begins with all that waits for this bot. */
async function listen() {
  const stream = await opened("/stream");
  if (!stream.ok) process.exit(1);
  let [rest, event] = ["", ""];
  for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.startsWith("event: ")) event = line.slice(7);
      const data = line.startsWith("data: ") ? JSON.parse(line.slice(6)) : {};
      if (data.id && event === "challenge") await ask(`/tables/${data.id}/sit`, { seat: data.seat });
      if (data.id && event === "turn") await play(data.id, data.seat);
    }
  }
}

for (;;) {
  await listen().catch(() => undefined);
  await pause(1);
}
