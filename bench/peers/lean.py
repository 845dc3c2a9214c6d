"""The floor of bench.server.told: the same libraries, and only what a move cannot do without.

A Starlette route on uvicorn decodes the body, appends it to SQLite (WAL, synchronous=FULL; one
commit for all that have come meanwhile), tells both windows of the table and answers 204. There are
no rules, no callers, no checks; a window is sent as many bytes as Honjin sends it.

    python bench/peers/lean.py 1800     # bytes to each window
"""

from __future__ import annotations

import asyncio
import queue
import socket
import sqlite3
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

Window = asyncio.Queue[bytes]
VIEW = {"version": 1, "status": "running", "turn": {"seat": 0, "choices": [{"do": "a1"}]}}


class Act(msgspec.Struct):
    seat: int
    do: str
    at: int


decode = msgspec.json.Decoder(Act).decode


class Writer:
    """Commits what has gathered since the last commit, in a thread."""

    def __init__(self, file: Path) -> None:
        self._file, self._loop = file, asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[str, bytes, asyncio.Future[None]]]
        self._queue = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    async def save(self, table: str, entry: bytes) -> None:
        done = self._loop.create_future()
        self._queue.put((table, entry, done))
        await done

    def _run(self) -> None:
        base = sqlite3.connect(self._file, isolation_level=None)
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, table_id TEXT, entry BLOB)")
        while True:
            jobs = [self._queue.get()]
            while not self._queue.empty():
                jobs.append(self._queue.get())
            base.execute("BEGIN")
            rows = [(table, entry) for table, entry, _ in jobs]
            base.executemany("INSERT INTO log (table_id, entry) VALUES (?, ?)", rows)
            base.execute("COMMIT")
            self._loop.call_soon_threadsafe(_resolve, [done for *_, done in jobs])


def _resolve(waiting: list[asyncio.Future[None]]) -> None:
    for one in waiting:
        one.set_result(None)


class Site:
    """All tables, each with its windows."""

    def __init__(self, file: Path, size: int) -> None:
        self.file, self.padding = file, "x" * size
        self.windows: defaultdict[str, list[Window]] = defaultdict(list)
        self.writer: Writer
        self.count = 0

    async def me(self, _request: Request) -> Response:
        return Response(b"{}", headers={"set-cookie": "honjin=x; Path=/"})

    async def open(self, _request: Request) -> Response:
        if not self.count:
            self.writer = Writer(self.file)
        self.count += 1
        return Response(b'{"id":"t%d"}' % self.count)

    async def sit(self, _request: Request) -> Response:
        return Response(b"{}")

    async def events(self, request: Request) -> Response:
        window: Window = asyncio.Queue()
        self.windows[request.path_params["id"]].append(window)
        window.put_nowait(b"event: view\ndata: %b\n\n" % msgspec.json.encode(VIEW))
        return StreamingResponse(_told(window), media_type="text/event-stream")

    async def act(self, request: Request) -> Response:
        body = await request.body()
        order, table = decode(body), request.path_params["id"]
        await self.writer.save(table, body)
        version = order.at + 1
        patch: list[dict[str, Any]] = [
            {"op": "replace", "path": "/version", "value": version},
            {"op": "replace", "path": "/scene", "value": self.padding},
        ]
        if version > 22:
            patch.append({"op": "replace", "path": "/status", "value": "over"})
        news = b"event: change\ndata: %b\n\n" % msgspec.json.encode({"patch": patch})
        for window in self.windows[table]:
            window.put_nowait(news)
        return Response(status_code=204)


async def _told(window: Window) -> AsyncIterator[bytes]:
    while True:
        yield await window.get()


def serve(size: int) -> None:
    """Serve on a free port."""
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data) / "lean.db", size)
        routes = [
            Route("/api/me", site.me),
            Route("/api/tables", site.open, methods=["POST"]),
            Route("/api/tables/{id}/sit", site.sit, methods=["POST"]),
            Route("/api/tables/{id}/events", site.events),
            Route("/api/tables/{id}/actions", site.act, methods=["POST"]),
        ]
        listener = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(
            Starlette(routes=routes), log_level="warning", access_log=False, lifespan="off"
        )
        sys.stdout.write(f"open at http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
