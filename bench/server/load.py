"""The durable actions per second of one server process on one core.

    python bench/server/load.py [--game rokumon] [--clients 64 256] [--tables 100] [--seconds 8]

The real server (uvicorn, SQLite in WAL mode with synchronous=FULL) is pinned to one core, this load
generator to another. Clients are kept-alive connections in a closed loop: each posts a random one
of the choices in its last answer, and asks for a rematch when a game is over. A table belongs to
one guest who holds all its seats; the clients of a table take turns. An action counts when its
whole answer, a new view with the next choices, has arrived. The generator's own share of its core
is reported: near 1.0 the generator is the limit, not the server. `server_core` is the share of its
core that the server got, and `us_per_action` its processor time per action. `bare_per_s` and
`bare_us` are the rate and processor time of a bare ASGI route without store or game, measured just
before: on a busy machine, compare the others with them. `ratio` is `us_per_action` to `bare_us`.
`--no-keep` leaves bench/results unchanged.

With `--database postgresql` a private PostgreSQL is started (fsync on) for the run; it shares the
generator's core, and `database_us` is its processor time per action. With `--workers N` the server
is N processes: all of them on the first core, or with `--spread` on all cores, the generator's too.
Processor times are then sums over processes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

ROOT: Final = Path(__file__).parents[2]
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


class Connection(asyncio.Protocol):
    """One kept-alive connection: one request at a time, and its answer."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head = self.buffer.find(b"\r\n\r\n")
        if head < 0:
            return
        headers = bytes(self.buffer[:head])
        at = headers.index(b"content-length: ") + 16
        end = headers.find(b"\r\n", at)
        length = int(headers[at : end if end > 0 else None])
        if len(self.buffer) < head + 4 + length:
            return
        body = bytes(self.buffer[head + 4 : head + 4 + length])
        self.buffer.clear()
        assert self.answer is not None
        self.answer.set_result((int(headers[9:12]), headers, body))

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answer


def post(path: str, cookie: bytes, fields: Any) -> bytes:
    body = msgspec.json.encode(fields)
    return (
        b"POST %b HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncookie: honjin=%b\r\n"
        b"content-length: %d\r\n\r\n%b" % (path.encode(), cookie, len(body), body)
    )


def get(path: str, cookie: bytes) -> bytes:
    return b"GET %b HTTP/1.1\r\nhost: x\r\ncookie: honjin=%b\r\n\r\n" % (path.encode(), cookie)


class Table:
    """A table and the guest that plays it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.cookie, self.id, self.games = rng, b"", "", 0
        self.view: View | None = None
        self.free = asyncio.Lock()

    async def open(self, connection: Connection, game: str) -> None:
        _, headers, _ = await connection.ask(get("/api/me", b""))
        at = headers.index(b"set-cookie: honjin=") + 19
        self.cookie = headers[at : headers.index(b";", at)]
        fields = {"game": game, "options": OPTIONS.get(game, {}), "seats": [{"kind": "me"}] * 2}
        status, _, body = await connection.ask(post("/api/tables", self.cookie, fields))
        assert status == 200, body
        await self.begin(connection, json.loads(body)["id"])

    async def begin(self, connection: Connection, table: str) -> None:
        self.id = table
        status, _, body = await connection.ask(get(f"/api/tables/{table}", self.cookie))
        assert status == 200, body
        self.view = decode_view(body)

    async def act(self, connection: Connection) -> tuple[float, int]:
        """Play one action; return its duration and the size of the answer."""
        assert self.view is not None
        if self.view.turn is None:
            self.games += 1
            path = f"/api/tables/{self.id}/rematch"
            status, _, body = await connection.ask(post(path, self.cookie, {}))
            assert status == 200, body
            await self.begin(connection, json.loads(body)["id"])
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

    async def connect(self) -> Connection:
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(Connection, "127.0.0.1", self.port))[1]

    async def client(self, own: list[Table], connection: Connection | None = None) -> None:
        connection = connection or await self.connect()
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
        connection = await self.connect()
        await connection.ask(get("/api/health", b""))
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
    port = server.port()
    rng = random.Random(clients)
    load = Load(port, [Table(random.Random(rng.random())) for _ in range(tables)])
    opener = await load.connect()
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
    times = sorted(load.times)
    return {
        "clients": clients,
        "watchers": watchers,
        "actions_per_s": round(len(times) / took),
        "p50_ms": round(times[len(times) // 2] * 1000, 2),
        "p99_ms": round(times[len(times) * 99 // 100] * 1000, 2),
        "max_ms": round(times[-1] * 1000, 1),
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


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Server:
    """The real server, pinned to its cores."""

    def __init__(self, command: list[str], cores: set[int], data: str, **given: str) -> None:
        env = os.environ | {
            "HONJIN_DATA": data, "HONJIN_PORT": "0", "HONJIN_LIMITS": "0", "HONJIN_PREPARE": "0",
        }  # fmt: skip
        self.process = subprocess.Popen(
            command, env=env | given, stdout=subprocess.PIPE, text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )  # fmt: skip

    def port(self) -> int:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return int(line.rpartition(":")[2])

    def cpu(self) -> float:
        """Processor seconds that the server and its workers have used."""
        return spent(self.process.pid)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def spent(process: int) -> float:
    """Processor seconds of a process and of its running children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(spent(int(child)) for child in children)


@contextlib.contextmanager
def database(kind: str, core: int) -> Iterator[tuple[str, int]]:
    """The setting for HONJIN_DATABASE, and the process id of a private database; 0 without one."""
    if not kind:
        yield "", 0
        return
    sys.path.insert(0, str(ROOT / "tests"))
    from server.databases import private_postgres

    with private_postgres("on") as url:
        folder = url.partition("host=")[2]
        process = int(Path(f"{folder}/cluster/postmaster.pid").read_text().split()[0])
        os.sched_setaffinity(process, {core})
        yield url, process


async def measure_bare(server: Server, clients: int, seconds: float) -> tuple[int, float]:
    """Answers per second of a bare ASGI route, and microseconds of processor time for each."""
    load, count = Load(server.port(), []), 0
    request = post("/", b"x", {"seat": 0, "do": "r1c1", "at": 1})
    await (await load.connect()).ask(request)  # wait until it has started
    before, end = server.cpu(), time.perf_counter() + seconds

    async def client() -> None:
        nonlocal count
        connection = await load.connect()
        while time.perf_counter() < end:
            await connection.ask(request)
            count += 1

    await asyncio.gather(*(client() for _ in range(clients)))
    return round(count / seconds), round((server.cpu() - before) / count * 1e6, 1)


def bare(core: int) -> tuple[int, float]:
    """Measure the yardstick now."""
    server = Server([sys.executable, str(ROOT / "bench" / "server" / "bare.py")], {core}, "")
    try:
        return uvloop.run(measure_bare(server, 64, 2.0))
    finally:
        server.stop()


def command(game: str) -> list[str]:
    if game == "madeup":
        return [sys.executable, str(ROOT / "tests" / "server" / "real" / "fair_server.py")]
    return [sys.executable, "-m", "honjin.server"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--game", default="rokumon")
    parser.add_argument("--clients", type=int, nargs="+", default=[64, 256])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 100])
    parser.add_argument("--database", default="", choices=["", "postgresql"])
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--note", default="")
    parser.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    for clients in given.clients:
        for watchers in given.watchers:
            bare_per_s, bare_us = bare(cores[0])
            own = set(cores) if given.spread else {cores[0]}
            with (
                tempfile.TemporaryDirectory() as data,
                database(given.database, cores[-1]) as (url, base),
            ):
                more = {"HONJIN_DATABASE": url, "HONJIN_WORKERS": str(given.workers)}
                server = Server(command(given.game), own, data, **more)
                try:
                    work = measure(
                        server, given.game, given.tables, clients, given.seconds, watchers, base
                    )
                    found = uvloop.run(work)
                finally:
                    server.stop()
            about = {"game": given.game, "tables": given.tables, "bare_per_s": bare_per_s}
            about |= {"database": given.database or "sqlite", "workers": given.workers}
            about |= {"bare_us": bare_us, "ratio": round(found["us_per_action"] / bare_us, 2)}
            line = about | found | ({"note": given.note} if given.note else {})
            print(json.dumps(line))
            if given.keep:
                keep("server", line)


if __name__ == "__main__":
    main()
