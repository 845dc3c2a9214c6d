"""The time until a round of sealed choices is revealed to all who made them.

    python -m bench.server.sealed [--tables 100] [--every 8] [--seconds 30] [--together]

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
wait for their cores, and the times include that. `--keep` adds the line
to bench/results/sealed.jsonl.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import time
from typing import Any, Final

import msgspec
import uvloop
from bench.common import arguments, tell
from bench.server import load
from bench.server.serving import (
    Server,
    aside,
    connect,
    cookie_of,
    cpu,
    get,
    posted,
    serving,
    spans,
)

SEATS: Final = 5
PAUSE: Final = 0.5
LIFTED: Final = b'"k":"shows.'
"""Appears in the log when the screens are lifted."""


class View(load.View, kw_only=True):
    must_act: list[int]


decode_view = msgspec.json.Decoder(View).decode


class Guest:
    """A guest on a seat: a connection for posts, a stream, and the latest view."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, b""
        self.view: View | None = None
        self.lifted: asyncio.Future[float] | None = None
        self.reading: asyncio.Task[None] | None = None

    async def come(self) -> None:
        self.connection = await connect(self.port)
        self.cookie = await cookie_of(self.connection)

    async def ask(self, path: str, **fields: Any) -> bytes:
        return await posted(self.connection, path, self.cookie, fields)

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
            elif line.startswith(b"data: "):
                self.hear(name, line[6:])

    def hear(self, name: bytes, body: bytes) -> None:
        """Receive an event."""
        if name == b"view":
            self.take(body)

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
    rng, times = random.Random(7), list[float]()
    tables = [Table(server.port, random.Random(rng.random())) for _ in range(given.tables)]
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
    return {
        "rounds": len(times),
        **spans(times),
        "rounds_per_s": round(len(times) / took, 1),
        "server_core": round((server.cpu() - spent) / took, 2),
        "generator_core": round((cpu() - used) / took, 2),
        "load1": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    given = arguments(__doc__, tables=100, every=8.0, seconds=30.0, together=False)
    with serving("akiwado", {aside()[0]}) as server:
        found = uvloop.run(measure(server, given))
    about = {"tables": given.tables, "seats": SEATS, "together": given.together}
    tell(given, "sealed", about | found)


if __name__ == "__main__":
    main()
