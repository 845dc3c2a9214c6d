"""The time until a round of sealed choices is revealed to all who made them.

    python bench/server/sealed.py [--tables 100] [--every 8] [--seconds 30] [--together]

The real server (uvicorn, SQLite in WAL mode with synchronous=FULL) is pinned to one core, this
generator to another. Five guests sit at each table of Akiwado; each has a kept-alive connection for
posts and an event stream for its seat. Actions before the bids (splits, challenges, declarations)
are posted after a pause of at most half a second each. Then the table waits for up to twice
`--every` seconds, and all five post their bids at the same moment, each over its own connection.
Actions before a table's first bids are not measured. The clock runs from the last of the five posts
until each guest has a view with the screens lifted, from its stream or as the answer to its post;
p50, p99 and the maximum over all rounds are printed. Each of the five choices is an entry of its
own that is durable before it is announced, and four of them are announced to all others ("has
decided"), so a round costs 5 commits and 25 to 30 views.

With `--together` the tables wait for each other, and all post at once: a burst of five posts per
table, which takes at least as long as the server needs to process all of them. `server_core` is the
share of its core that the server got, `generator_core` the generator's: near 1.0 the generator is
the limit, not the server. `load1` is the machine's load average at the end: on a busy machine both
wait for their cores, and the times include that. `--no-keep` leaves bench/results unchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep
from load import Choice, Connection, Server, command, cpu, get, post

SEATS: Final = 5
PAUSE: Final = 0.5
LIFTED: Final = b'"k":"shows.'
"""Appears in the log when the screens are lifted."""


class Turn(msgspec.Struct):
    seat: int
    choices: list[Choice]


class View(msgspec.Struct):
    version: int
    status: str
    must_act: list[int]
    turn: Turn | None = None


decode_view = msgspec.json.Decoder(View).decode


class Guest:
    """A guest on a seat: a connection for posts, a stream, and the latest view."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, b""
        self.view: View | None = None
        self.lifted: asyncio.Future[float] | None = None
        self.reading: asyncio.Task[None] | None = None

    async def come(self) -> None:
        loop = asyncio.get_running_loop()
        self.connection = (await loop.create_connection(Connection, "127.0.0.1", self.port))[1]
        _, headers, _ = await self.connection.ask(get("/api/me", b""))
        at = headers.index(b"set-cookie: honjin=") + 19
        self.cookie = headers[at : headers.index(b";", at)]

    async def ask(self, path: str, **fields: Any) -> bytes:
        status, _, body = await self.connection.ask(post(path, self.cookie, fields))
        assert status == 200, body
        return body

    async def listen(self, table: str, seat: int) -> None:
        """Open the stream of a seat, and start to read it."""
        self.path, self.seat = f"/api/tables/{table}", seat
        self.view = None
        if self.reading:
            self.reading.cancel()
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(get(f"{self.path}/events?seat={seat}", self.cookie))
        self.reading = asyncio.create_task(self._read(reader))
        while self.view is None:
            await asyncio.sleep(0.01)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        name = b""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                name = line[7:-1]
            elif line.startswith(b"data: ") and name == b"view":
                self.take(line[6:])

    def take(self, body: bytes) -> None:
        """Receive a view."""
        view = decode_view(body)
        if self.view is None or view.version >= self.view.version:
            self.view = view
        if LIFTED in body and self.lifted is not None and not self.lifted.done():
            self.lifted.set_result(time.perf_counter())

    async def act(self, rng: random.Random) -> None:
        view = self.view
        assert view is not None
        assert view.turn is not None
        do = rng.choice(view.turn.choices).do
        path = f"{self.path}/actions?seat={self.seat}"
        self.take(await self.ask(path, seat=self.seat, do=do, at=view.version))


class Table:
    """Five guests that play one game after another."""

    def __init__(self, port: int, rng: random.Random) -> None:
        self.port, self.rng = port, rng
        self.guests = [Guest(port) for _ in range(SEATS)]
        self.rounds = self.games = 0

    async def come(self) -> None:
        for guest in self.guests:
            await guest.come()

    async def open(self) -> None:
        first, *others = self.guests
        wishes = [{"kind": "me"}, *[{"kind": "open"}] * len(others)]
        options = {"seats": str(SEATS)}
        body = await first.ask("/api/tables", game="akiwado", options=options, seats=wishes)
        table = json.loads(body)["id"]
        for seat, guest in enumerate(others, 1):
            await guest.ask(f"/api/tables/{table}/sit", seat=seat)
        for seat, guest in enumerate(self.guests):
            await guest.listen(table, seat)
        self.games += 1

    async def to_bids(self, pause: float = 0.0) -> None:
        """Play until all five must bid."""
        while True:
            view = await self._agreed()
            if view.status == "over":
                await self.open()
            elif len(view.must_act) == SEATS:
                return
            else:
                for seat in view.must_act:
                    await asyncio.sleep(self.rng.uniform(0, pause))
                    await self.guests[seat].act(self.rng)

    async def _agreed(self) -> View:
        """The current view, once all guests have it."""
        while True:
            views = [guest.view for guest in self.guests]
            waited = {(view.status, tuple(view.must_act)) for view in views if view}
            first = views[0]
            assert first is not None
            turns = all(views[seat].turn for seat in first.must_act)  # type: ignore[union-attr]
            if len(waited) == 1 and (turns or first.status == "over"):
                return first
            await asyncio.sleep(0.001)

    async def bid(self) -> float:
        """Let all five bid at once; return the seconds until all see the bids."""
        loop = asyncio.get_running_loop()
        for guest in self.guests:
            guest.lifted = loop.create_future()
        posts = [loop.create_task(guest.act(self.rng)) for guest in self.guests]
        await asyncio.sleep(0)  # each has written its post
        began = time.perf_counter()
        ends = [await guest.lifted for guest in self.guests if guest.lifted]
        await asyncio.gather(*posts)
        self.rounds += 1
        return max(ends) - began


async def measure(server: Server, given: argparse.Namespace) -> dict[str, Any]:
    port, rng, times = server.port(), random.Random(7), list[float]()
    tables = [Table(port, random.Random(rng.random())) for _ in range(given.tables)]
    for table in tables:
        await table.come()
        await table.open()
    await asyncio.gather(*(table.to_bids() for table in tables))
    end = time.perf_counter() + given.seconds
    used, spent, began = cpu(), server.cpu(), time.perf_counter()

    async def alone(table: Table) -> None:
        while time.perf_counter() < end:
            await table.to_bids(PAUSE)
            await asyncio.sleep(rng.uniform(0, 2 * given.every))
            times.append(await table.bid())

    async def together() -> None:
        while time.perf_counter() < end:
            await asyncio.gather(*(table.to_bids() for table in tables))
            times.extend(await asyncio.gather(*(table.bid() for table in tables)))

    await (together() if given.together else asyncio.gather(*map(alone, tables)))
    took = time.perf_counter() - began
    times.sort()
    return {
        "rounds": len(times),
        "p50_ms": round(times[len(times) // 2] * 1000, 2),
        "p99_ms": round(times[len(times) * 99 // 100] * 1000, 2),
        "max_ms": round(times[-1] * 1000, 1),
        "rounds_per_s": round(len(times) / took, 1),
        "server_core": round((server.cpu() - spent) / took, 2),
        "generator_core": round((cpu() - used) / took, 2),
        "load1": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, default=8.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--note", default="")
    parser.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    with tempfile.TemporaryDirectory() as data:
        server = Server(command("akiwado"), {cores[0]}, data)
        try:
            found = uvloop.run(measure(server, given))
        finally:
            server.stop()
    about = {"tables": given.tables, "seats": SEATS, "together": given.together}
    line = about | found | ({"note": given.note} if given.note else {})
    print(json.dumps(line))
    if given.keep:
        keep("sealed", line)


if __name__ == "__main__":
    main()
