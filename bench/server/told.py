"""What a move costs the server where both players have a window open and are told of it.

    python -m bench.server.told [--tables 100] [--clients 64] [--seconds 8] [--keep]

Rokumon Act 4, which hides nothing: in other games not every move is told to both.
Two guests sit at each table, each with a stream of changes (`events?changes=1`), as two pages have.
A move is posted as pages post it (`Prefer: return=minimal`), and counts when both windows have been
told of it. The real server (SQLite in WAL mode, synchronous=FULL) has one core,
this load the other.

Games begin between the measurements: a round opens all tables (`us_per_start` is the processor time
for each: opening, sitting, two windows), and then plays them until they are over or the time is up;
`us_per_move` is the server's processor time in that part alone. `bytes_per_move` is what arrives,
answer and windows together.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any, Final

import msgspec
import uvloop
from bench.common import arguments, tell
from bench.server.load import OPTIONS
from bench.server.serving import (
    Connection,
    Server,
    aside,
    connect,
    cookie_of,
    cpu,
    post,
    posted,
    serving,
    spans,
)

LITTLE: Final = b"\r\nprefer: return=minimal"
GAME: Final = "rokumon"


class Window(asyncio.Protocol):
    """A page's stream of changes; it keeps the turn, the version and the status of its view."""

    def __init__(self, path: str, cookie: bytes) -> None:
        self.request = b"GET %b HTTP/1.1\r\nhost: x\r\ncookie: honjin=%b\r\n\r\n"
        self.request %= path.encode(), cookie
        self.buffer, self.bytes, self.view = bytearray(), 0, dict[str, Any]()
        self.told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.buffer += data
        while (end := self.buffer.find(b"\n\n")) >= 0:
            one = bytes(self.buffer[:end])
            del self.buffer[: end + 2]
            at = one.find(b"\ndata: ")
            if one.endswith(b"event: view", 0, at):
                self.view = msgspec.json.decode(one[at + 7 :])
            elif one.endswith(b"event: change", 0, at):
                self.apply(msgspec.json.decode(one[at + 7 :])["patch"])
            else:
                continue
            if not self.told.done():
                self.told.set_result(None)

    def apply(self, patch: list[dict[str, Any]]) -> None:
        for one in patch:
            first, *path = one["path"].split("/")[1:]
            if first in ("turn", "version", "status", "mustAct"):
                _apply(self.view, [first, *path], one)

    async def reaches(self, version: int) -> None:
        """Wait until it has been told of a version."""
        while self.view.get("version", 0) < version:
            self.told = asyncio.get_running_loop().create_future()
            await self.told


def _apply(value: Any, path: list[str], one: dict[str, Any]) -> None:
    """Carry out one operation of a JSON Patch (RFC 6902)."""
    for key in path[:-1]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    key: Any = path[-1]
    if isinstance(value, list):
        key = len(value) if key == "-" else int(key)
        if one["op"] == "add":
            value.insert(key, one["value"])
            return
    if one["op"] == "remove":
        del value[key]
    else:
        value[key] = one["value"]


class Match:
    """A table at which two guests sit, each with a window."""

    def __init__(self, rng: random.Random, guests: list[bytes]) -> None:
        self.rng, self.guests = rng, guests
        self.windows: list[Window] = []
        self.answered = 0

    async def open(self, connection: Connection, port: int) -> None:
        """Open a table, sit down and open both windows."""
        self.close()
        seats = [{"kind": "me"}, {"kind": "open"}]
        fields = {"game": GAME, "options": OPTIONS[GAME], "seats": seats}
        made = await posted(connection, "/api/tables", self.guests[0], fields)
        self.id = msgspec.json.decode(made)["id"]
        await posted(connection, f"/api/tables/{self.id}/sit", self.guests[1], {"seat": 1})
        path, loop = f"/api/tables/{self.id}/events?changes=1", asyncio.get_running_loop()
        self.windows = [Window(path, guest) for guest in self.guests]
        for one in self.windows:
            await loop.create_connection(lambda one=one: one, "127.0.0.1", port)  # type: ignore[misc]
            await one.reaches(1)

    def close(self) -> None:
        """Close the windows."""
        for one in self.windows:
            one.transport.close()
        self.windows = []

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return bool(self.windows[0].view["status"] == "over")

    async def move(self, connection: Connection) -> float:
        """Play a random move; return the seconds until both windows have been told."""
        window = next(one for one in self.windows if one.view.get("turn"))
        guest = self.guests[self.windows.index(window)]
        turn, version = window.view["turn"], window.view["version"]
        do = turn["choices"][int(self.rng.random() * len(turn["choices"]))]["do"]
        fields = {"seat": turn["seat"], "do": do, "at": version}
        request = post(f"/api/tables/{self.id}/actions", guest, fields)
        request = request.replace(b"\r\n\r\n", LITTLE + b"\r\n\r\n", 1)
        seen = [one.view["version"] for one in self.windows]
        began = time.perf_counter()
        status, headers, body = await connection.ask(request)
        assert status == 204, body
        self.answered += len(headers) + 4
        for one, before in zip(self.windows, seen, strict=True):
            await one.reaches(before + 1)
        return time.perf_counter() - began


async def measure(server: Server, tables: int, clients: int, seconds: float) -> dict[str, Any]:
    """Rounds of games, until they have been played for some seconds."""
    opener = await connect(server.port)
    guests = [[await cookie_of(opener), await cookie_of(opener)] for _ in range(tables)]
    matches = [Match(random.Random(n), pair) for n, pair in enumerate(guests)]
    times: list[float] = []
    played = starting = moving = busy = 0.0
    starts = read = 0
    while played < seconds:
        before = server.cpu()
        for one in matches:
            await one.open(opener, server.port)
        starts, starting = starts + tables, starting + server.cpu() - before
        waiting, end = matches.copy(), time.perf_counter() + seconds - played
        for one in matches:
            one.answered = sum(-window.bytes for window in one.windows)
        random.Random(len(times)).shuffle(waiting)
        # Anew for each round: the server closes connections that are silent while tables open.
        connections = [await connect(server.port) for _ in range(clients)]

        async def client(connection: Connection, waiting: list[Match], end: float) -> None:
            while waiting and time.perf_counter() < end:
                one = waiting.pop()
                times.append(await one.move(connection))
                if not one.is_over:
                    waiting.insert(0, one)

        before, own, began = server.cpu(), cpu(), time.perf_counter()
        await asyncio.gather(*(client(one, waiting, end) for one in connections))
        played += time.perf_counter() - began
        moving, busy = moving + server.cpu() - before, busy + cpu() - own
        for one in connections:
            one.transport.close()
        read += sum(one.answered + sum(w.bytes for w in one.windows) for one in matches)
    return {
        "moves_per_s": round(len(times) / played),
        **spans(times),
        "us_per_move": round(1e6 * moving / len(times)),
        "us_per_start": round(1e6 * starting / starts),
        "bytes_per_move": round(read / len(times)),
        "server_core": round(moving / played, 2),
        "generator_core": round(busy / played, 2),
    }


def main() -> None:
    given = arguments(__doc__, clients=64, tables=100, seconds=8.0)
    with serving(GAME, {aside()[0]}) as server:
        found = uvloop.run(measure(server, given.tables, given.clients, given.seconds))
    about = {"tables": given.tables, "clients": given.clients}
    tell(given, "told", about | found)


if __name__ == "__main__":
    main()
