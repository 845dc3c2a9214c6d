"""How long a player waits while strangers flood the server from one address, or from eight.

    python -m bench.server.floods [--routes lobby mix] [--seconds 6] [--nginx] [--source DIR]

The real server (SQLite, the default limits, 120 tables that wait for players and one that is
followed) is pinned to one core; the attackers, in a process of their own with the lowest priority,
and the player share another. Attackers keep 256 connections busy in a closed loop, from one
address, or 32 from each of eight (127.0.66.*), half of them with a guest's cookie. The player, at
another address, posts an action every 50 ms and asks for a rematch when a game is over; the times
are from the post until the whole answer, a new view, has arrived. `work_p50_ms` and `work_p99_ms`
are the processor time that the server's threads got meanwhile: what an action would wait for on a
core of its own, however busy the machine is. `refused` counts answers to the
player other than 200, `answered` those to the attackers by their status.

`--nginx` puts deploy/nginx.conf in front, without TLS, with Debian's `worker_connections 768`, on
the attackers' core; it limits an address to 256 connections itself. `--source` measures the
package in another folder, such as a checkout from before a change, right before this one in each
row: on a machine with other work, only the two compared say something.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import uvloop
from bench.common import ROOT, arguments, tell
from bench.server.load import Table
from bench.server.serving import Connection, aside, connect, cookie_of, get, posted, serving

PLAYER: Final = "127.0.77.1"
PAUSE: Final = 0.05
CONNECTIONS: Final = 256
ATTACKERS: Final = (1, 8)
GUESTS: Final = 12
"""Each opens ten of the tables that wait for players."""
ROUTES: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "lobby": ("/api/tables",),
    "views": ("/api/tables/{table}",),
    "own": ("/api/turns", "/api/challenges", "/api/me"),
    "lists": ("/api/pools", "/api/tournaments", "/api/games", "/api/ranks/rokumon"),
    "pages": ("/", "/t/{table}", "/index.html", "/about"),
    "files": ("/early.js", "/favicon.svg", "/notices.json"),
    "missing": ("/api/nothing", "/assets/nothing.js", "/nothing", "/problems"),
    "puzzles": ("/api/puzzles", "/api/puzzles/2026-11-01", "/api/puzzles/2026-11-01/solution"),
    "reads": ("/api/tables/{table}/steps/3", "/api/tables/{table}/people", "/api/history",
              "/api/experiments", "/api/tables/{table}/record"),
    "pictures": ("/t/{table}/picture?step=2", "/picture", "/t/{table}/replay?from=0&to=5"),
}  # fmt: skip
MIX: Final = "mix"


class Line(Connection):
    """A connection whose answers may come through a proxy."""

    def data_received(self, data: bytes) -> None:
        if self.answer is not None and not self.answer.done():  # else the attack is over
            super().data_received(data.replace(b"Content-Length: ", b"content-length: "))

    def connection_lost(self, exc: Exception | None) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(exc or ConnectionResetError("closed"))


async def line(port: int, source: str) -> Connection:
    return await connect(port, Line, source)


async def guest_at(port: int, source: str) -> bytes:
    """The cookie of a new guest at an address."""
    own = await line(port, source)
    with contextlib.closing(own.transport):
        return await cookie_of(own)


# ---------------------------------------------------------------- attackers


async def attack(port: int, routes: str, addresses: int, table: str, seconds: float) -> None:
    """Keep all connections busy, and print how many answers there were of each status."""
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds
    named = [path for name, paths in ROUTES.items() if routes in (name, MIX) for path in paths]
    paths = [path.format(table=table) for path in named]
    sources = [f"127.0.66.{n + 1}" for n in range(addresses)]
    cookies = [await guest_at(port, source) for source in sources]

    async def keep_busy(n: int) -> None:
        source, cookie = sources[n % addresses], cookies[n % addresses] if n % 2 else b""
        mine = cycle(random.Random(n).sample(paths, len(paths)))
        while time.monotonic() < end:
            try:
                own = await line(port, source)
                while time.monotonic() < end:
                    status, _, _ = await own.ask(get(next(mine), cookie))
                    statuses[status] += 1
                own.transport.close()
            except OSError:
                statuses[0] += 1
                await asyncio.sleep(0.1)

    with contextlib.suppress(TimeoutError):  # some wait for a drawing when the time is over
        async with asyncio.timeout(seconds + 1):
            await asyncio.gather(*(keep_busy(n) for n in range(CONNECTIONS)))
    print(json.dumps(statuses))


# ---------------------------------------------------------------- the player


async def fill(port: int) -> None:
    """Open the tables that wait for players."""
    wish = {"game": "rokumon", "options": {"act": "4"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for n in range(GUESTS):
        source = f"127.0.55.{n + 1}"
        cookie, own = await guest_at(port, source), await line(port, source)
        for _ in range(10):
            await posted(own, "/api/tables", cookie, wish)
        own.transport.close()


def work(process: int) -> float:
    """The processor seconds that the threads of a process have had."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


async def play(port: int, process: int, table: Table, seconds: float) -> dict[str, Any]:
    """Play for some seconds; how long the actions took."""
    own, took, worked, refused = await line(port, PLAYER), [], [], 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        before = work(process)
        try:
            async with asyncio.timeout(seconds):
                took.append((await table.act(own))[0])
        except AssertionError:
            refused += 1
        except TimeoutError:
            took.append(seconds)
            break
        worked.append(work(process) - before)
        await asyncio.sleep(PAUSE)
    waits = {"": sorted(took), "work_": sorted(worked) or [0.0]}
    shares = {
        f"{which}p{share}_ms": round(times[len(times) * share // 100] * 1000, 1)
        for which, times in waits.items()
        for share in (50, 99)
    }
    return {"actions": len(took), "refused": refused} | shares


async def opened(port: int) -> Table:
    """A table at which the player has played a few actions."""
    await fill(port)
    table = Table(random.Random(1))
    own = await line(port, PLAYER)
    await table.open(own, "rokumon")
    for _ in range(8):
        await table.act(own)
    return table


def measure(
    port: int, process: int, table: Table, routes: str, addresses: int, seconds: float
) -> dict[str, Any]:
    """Play while attackers, in a process of their own, flood the server."""
    if routes == "none":
        return uvloop.run(play(port, process, table, seconds))
    given = [str(port), routes, str(addresses), table.id, str(seconds + 2)]
    attackers = subprocess.Popen(
        [sys.executable, "-m", "bench.server.floods", "--attack", *given],
        stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(19),
    )  # fmt: skip
    time.sleep(1.5)
    found = uvloop.run(play(port, process, table, seconds))
    answered = json.loads(attackers.communicate(timeout=seconds + 60)[0])
    return found | {"answered": answered}


# ---------------------------------------------------------------- the servers


@contextlib.contextmanager
def served(source: Path, core: int, *, behind: bool) -> Iterator[tuple[int, int]]:
    """A server of one package: the port at which it is reached, and its process."""
    more = {"HONJIN_LIMITS": "1", "PYTHONPATH": str(source), "HONJIN_PROXY": "127.0.0.1" * behind}
    with serving("rokumon", {core}, **more) as server, contextlib.ExitStack() as stack:
        port = server.port
        if behind:
            port = stack.enter_context(proxied(port))
        yield port, server.process.pid


@contextlib.contextmanager
def proxied(port: int) -> Iterator[int]:
    """Nginx in front of a server, without TLS; the port at which it listens."""
    from docs.web_servers import DEPLOY, nginx

    config = (DEPLOY / "nginx.conf").read_text("utf-8")
    plain = config.replace("listen 443 ssl http2", "listen 443").replace("$scheme", "http")
    with (
        tempfile.TemporaryDirectory() as folder,
        nginx(Path(folder), plain, f"127.0.0.1:{port}") as web,
    ):
        yield web.ports.https


def main() -> None:
    if sys.argv[1:2] == ["--attack"]:
        port, routes, addresses, table, seconds = sys.argv[2:]
        uvloop.run(attack(int(port), routes, int(addresses), table, float(seconds)))
        return
    given = arguments(
        __doc__,
        {"routes": (*ROUTES, MIX)},
        routes=(*ROUTES, MIX),
        addresses=ATTACKERS,
        seconds=6.0,
        nginx=False,
        source=Path,
    )
    core = aside()[0]
    sources = {"before": given.source} if given.source else {}
    sources["now"] = ROOT / "src"
    for routes in given.routes:
        for addresses in given.addresses if routes != "none" else (0,):
            for which, source in sources.items():
                with served(source, core, behind=given.nginx) as (port, process):
                    table = uvloop.run(opened(port))
                    found = measure(port, process, table, routes, addresses, given.seconds)
                about = {"routes": routes, "addresses": addresses, "nginx": given.nginx}
                tell(given, "floods", {"which": which} | about | found)


if __name__ == "__main__":
    main()
