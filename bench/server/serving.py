"""The real server on cores of its own, kept-alive connections to it, and what they cost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from bench.common import ROOT


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
        at = headers.find(b"content-length: ") + 16
        end = headers.find(b"\r\n", at)
        length = int(headers[at : end if end > 0 else None]) if at > 15 else 0  # 204 has no body
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


async def connect(
    port: int, kind: Callable[[], Connection] = Connection, source: str = ""
) -> Connection:
    """A new connection, from another address of this machine if one is given."""
    own = (source, 0) if source else None
    loop = asyncio.get_running_loop()
    return (await loop.create_connection(kind, "127.0.0.1", port, local_addr=own))[1]


async def cookie_of(connection: Connection) -> bytes:
    """The cookie of a new guest."""
    _, headers, _ = await connection.ask(get("/api/me", b""))
    at = headers.index(b"honjin=") + 7
    return headers[at : headers.index(b";", at)]


async def posted(connection: Connection, path: str, cookie: bytes, fields: Any) -> bytes:
    """The answer to a request that must succeed."""
    status, _, body = await connection.ask(post(path, cookie, fields))
    assert status == 200, body
    return body


def post(path: str, cookie: bytes, fields: Any) -> bytes:
    body = msgspec.json.encode(fields)
    return (
        b"POST %b HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncookie: honjin=%b\r\n"
        b"content-length: %d\r\n\r\n%b" % (path.encode(), cookie, len(body), body)
    )


def get(path: str, cookie: bytes) -> bytes:
    return b"GET %b HTTP/1.1\r\nhost: x\r\ncookie: honjin=%b\r\n\r\n" % (path.encode(), cookie)


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


class Server:
    """The real server, pinned to its cores."""

    def __init__(self, command: list[str], cores: set[int], data: str = "", **given: str) -> None:
        env = os.environ | {
            "HONJIN_DATA": data, "HONJIN_PORT": "0", "HONJIN_LIMITS": "0", "HONJIN_PREPARE": "0",
        }  # fmt: skip
        self.process = subprocess.Popen(
            command, env=env | given, stdout=subprocess.PIPE, text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, cores),
        )  # fmt: skip

    @cached_property
    def port(self) -> int:
        """The port at which it listens, once it does."""
        assert self.process.stdout is not None
        return int(self.process.stdout.readline().rpartition(":")[2])

    def cpu(self) -> float:
        """Processor seconds that the server and its workers have used."""
        return spent(self.process.pid)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def spent(process: int) -> float:
    """Processor seconds of a process and of its running children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return own + sum(spent(int(child)) for child in children)


def spans(times: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the maximum of some seconds, in milliseconds."""
    ordered = sorted(1000 * took for took in times)
    return {
        "p50_ms": round(ordered[len(times) // 2], 2),
        "p99_ms": round(ordered[len(times) * 99 // 100], 2),
        "max_ms": round(ordered[-1], 1),
    }


@contextlib.contextmanager
def serving(game: str, cores: set[int], **given: str) -> Iterator[Server]:
    """A server with a new data folder, which ends with the `with` block."""
    words = ["-m", "honjin.server"]
    if game == "madeup":
        words = [str(ROOT / "tests" / "server" / "real" / "fair_server.py")]
    with tempfile.TemporaryDirectory() as data:
        server = Server([sys.executable, *words], cores, data, **given)
        try:
            yield server
        finally:
            server.stop()


def aside() -> list[int]:
    """The cores of this machine; this process goes to the last one, servers to the first."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    return cores


@contextlib.contextmanager
def database(kind: str, core: int) -> Iterator[tuple[str, int]]:
    """The setting for HONJIN_DATABASE, and the process id of a private database; 0 without one."""
    if not kind:
        yield "", 0
        return
    from server.databases import private_postgres

    with private_postgres("on") as url:
        folder = url.partition("host=")[2]
        process = int(Path(f"{folder}/cluster/postmaster.pid").read_text().split()[0])
        os.sched_setaffinity(process, {core})
        yield url, process
