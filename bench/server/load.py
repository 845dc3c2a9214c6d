"""The durable actions per second of one server process on one core.

    python -m bench.server.load [--clients 64 256] [--tables 100] [--seconds 8] [--keep]

The real server (uvicorn, SQLite in WAL mode with synchronous=FULL) is pinned to one core, this load
generator to another. Clients are kept-alive connections in a closed loop: each posts a random one
of the choices in its last answer, and asks for a rematch when a game is over. A table belongs to
one guest who holds all its seats; the clients of a table take turns. An action counts when its
whole answer, a new view with the next choices, has arrived. The generator's own share of its core
is reported: near 1.0 the generator is the limit, not the server. `server_core` is the share of its
core that the server got, and `us_per_action` its processor time per action. `bare_per_s` and
`bare_us` are the rate and processor time of a bare ASGI route without store or game, measured just
before: on a busy machine, compare the others with them. `ratio` is `us_per_action` to `bare_us`.
`--keep` adds the lines to bench/results/server.jsonl.

With `--database postgresql` a private PostgreSQL is started (fsync on) for the run; it shares the
generator's core, and `database_us` is its processor time per action. With `--workers N` the server
is N processes: all of them on the first core, or with `--spread` on all cores, the generator's too.
Processor times are then sums over processes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from itertools import product
from typing import Any, Final

import msgspec
import uvloop
from bench.common import ROOT, arguments, tell
from bench.server.serving import (
    Connection,
    Server,
    aside,
    connect,
    cookie_of,
    cpu,
    database,
    get,
    post,
    posted,
    serving,
    spans,
    spent,
)

OPTIONS: Final[dict[str, dict[str, Any]]] = {"rokumon": {"act": "4"}}


class Choice(msgspec.Struct):
    do: str


class Turn(msgspec.Struct):
    seat: int
    choices: list[Choice]


class View(msgspec.Struct):
    version: int
    status: str
    turn: Turn | None = None


decode_view = msgspec.json.Decoder(View).decode


class Table:
    """A table and the guest that plays it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.cookie, self.id, self.games = rng, b"", "", 0
        self.view: View | None = None
        self.free = asyncio.Lock()

    async def open(self, connection: Connection, game: str) -> None:
        self.cookie = await cookie_of(connection)
        fields = {"game": game, "options": OPTIONS.get(game, {}), "seats": [{"kind": "me"}] * 2}
        await self.begin(connection, await posted(connection, "/api/tables", self.cookie, fields))

    async def begin(self, connection: Connection, made: bytes) -> None:
        self.id = json.loads(made)["id"]
        status, _, body = await connection.ask(get(f"/api/tables/{self.id}", self.cookie))
        assert status == 200, body
        self.view = decode_view(body)

    async def act(self, connection: Connection) -> tuple[float, int]:
        """Play one action; return its duration and the size of the answer."""
        assert self.view is not None
        if self.view.turn is None:
            self.games += 1
            path = f"/api/tables/{self.id}/rematch"
            await self.begin(connection, await posted(connection, path, self.cookie, {}))
        view, turn = self.view, self.view.turn
        assert turn is not None
        do = turn.choices[int(self.rng.random() * len(turn.choices))].do
        fields = {"seat": turn.seat, "do": do, "at": view.version}
        request = post(f"/api/tables/{self.id}/actions", self.cookie, fields)
        began = time.perf_counter()
        status, _, body = await connection.ask(request)
        took = time.perf_counter() - began
        assert status == 200, body
        self.view = decode_view(body)
        return took, len(body)


class Load:
    """All clients and their measurements."""

    def __init__(self, port: int, tables: list[Table], game: str = "rokumon") -> None:
        self.port, self.tables, self.game = port, tables, game
        self.times: list[float] = []
        self.bytes = self.acted = 0
        self.measuring = self.stopping = False

    async def client(self, own: list[Table], connection: Connection | None = None) -> None:
        connection = connection or await connect(self.port)
        for table in own:
            async with table.free:
                if not table.id:
                    await table.open(connection, self.game)
        while not self.stopping:
            for table in own:
                async with table.free:
                    took, size = await table.act(connection)
                self.acted += 1
                if self.measuring:
                    self.times.append(took)
                    self.bytes += size

    async def connected(self) -> Connection:
        """A connection that the server has admitted.

        Its event loop admits one in each of its turns, so while it is busy hundreds that come at
        once wait for seconds.
        """
        connection = await connect(self.port)
        await health(connection)
        return connection

    def shares(self, clients: int) -> list[list[Table]]:
        """The tables of each client; some are played by two clients if there are many clients."""
        count = len(self.tables)
        if clients >= count:
            return [[self.tables[n % count]] for n in range(clients)]
        return [self.tables[n::clients] for n in range(clients)]

    async def watch(self, table: Table) -> int:
        """Read and count the events of a stream, which follows the table to its next game."""
        count = 0
        while not self.stopping:
            watched = table.id
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(get(f"/api/tables/{watched}/events", b""))
            with contextlib.closing(writer):
                while table.id == watched and not self.stopping:
                    with contextlib.suppress(TimeoutError):
                        data = await asyncio.wait_for(reader.read(65536), 0.05)
                        count += data.count(b"event: view")
        return count


async def measure(
    server: Server, game: str, tables: int, clients: int, seconds: float, watchers: int,
    base: int = 0,
) -> dict[str, Any]:  # fmt: skip
    rng = random.Random(clients)
    load = Load(server.port, [Table(random.Random(rng.random())) for _ in range(tables)])
    opener = await connect(server.port)
    for table in load.tables:
        await table.open(opener, game)
    watching = [asyncio.create_task(load.watch(load.tables[n % tables])) for n in range(watchers)]
    shares = load.shares(clients)
    connections = [await load.connected() for _ in shares]
    playing = [
        asyncio.create_task(load.client(*one)) for one in zip(shares, connections, strict=True)
    ]
    await asyncio.sleep(1.5)
    before, used, server_before = await health(opener), cpu(), server.cpu()
    base_before = spent(base) if base else 0.0
    began = time.perf_counter()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    took, busy, after = time.perf_counter() - began, cpu() - used, await health(opener)
    server_spent = server.cpu() - server_before
    base_spent = spent(base) - base_before if base else 0.0
    load.stopping = True
    await asyncio.gather(*playing)
    events = sum(await asyncio.gather(*watching))
    times = load.times
    return {
        "clients": clients,
        "watchers": watchers,
        "actions_per_s": round(len(times) / took),
        **spans(times),
        "commits_per_s": round((after["commits"] - before["commits"]) / took),
        "bytes_per_answer": round(load.bytes / len(times)),
        "games": sum(table.games for table in load.tables),
        "events": events,
        "server_core": round(server_spent / took, 2),
        "us_per_action": round(server_spent / len(times) * 1e6),
        "database_us": round(base_spent / len(times) * 1e6),
        "generator_core": round(busy / took, 2),
    }


async def health(connection: Connection) -> Any:
    return json.loads((await connection.ask(get("/api/health", b"")))[2])


async def measure_bare(server: Server, clients: int, seconds: float) -> tuple[int, float]:
    """Answers per second of a bare ASGI route, and microseconds of processor time for each."""
    count, request = 0, post("/", b"x", {"seat": 0, "do": "r1c1", "at": 1})
    await (await connect(server.port)).ask(request)  # wait until it has started
    before, end = server.cpu(), time.perf_counter() + seconds

    async def client() -> None:
        nonlocal count
        connection = await connect(server.port)
        while time.perf_counter() < end:
            await connection.ask(request)
            count += 1

    await asyncio.gather(*(client() for _ in range(clients)))
    return round(count / seconds), round((server.cpu() - before) / count * 1e6, 1)


def bare(core: int) -> tuple[int, float]:
    """Measure the yardstick now."""
    server = Server([sys.executable, str(ROOT / "bench" / "server" / "bare.py")], {core})
    try:
        return uvloop.run(measure_bare(server, 64, 2.0))
    finally:
        server.stop()


def main() -> None:
    given = arguments(
        __doc__,
        {"database": ("", "postgresql")},
        game="rokumon",
        clients=(64, 256),
        tables=100,
        seconds=8.0,
        watchers=(0, 100),
        database="",
        workers=1,
        spread=False,
    )
    cores = aside()
    own = set(cores) if given.spread else {cores[0]}
    for clients, watchers in product(given.clients, given.watchers):
        bare_per_s, bare_us = bare(cores[0])
        with database(given.database, cores[-1]) as (url, base):
            more = {"HONJIN_DATABASE": url, "HONJIN_WORKERS": str(given.workers)}
            with serving(given.game, own, **more) as server:
                found = uvloop.run(measure(
                    server, given.game, given.tables, clients, given.seconds, watchers, base
                ))  # fmt: skip
        about = {"game": given.game, "tables": given.tables, "bare_per_s": bare_per_s}
        about |= {"database": given.database or "sqlite", "workers": given.workers}
        about |= {"bare_us": bare_us, "ratio": round(found["us_per_action"] / bare_us, 2)}
        tell(given, "server", about | found)


if __name__ == "__main__":
    main()
