"""The time that a turn of Akiwado takes when bots hold all seats.

    python bench/server/rounds.py [--level shogun] [--seats 5] [--turns 20] [--cores 2] [--keep]

The real server (uvicorn, SQLite) gets `--cores` cores and one table, whose seats are all bots of a
level. A spectator's window watches, as a page does. A turn lasts from the message that shows its
first roll until the one that shows the next turn's first roll: the split, the answers to it (twice
if the dice are rolled again), a declaration by each merchant, all bids, and the bots' pauses. With
the variant `purveyor` come choices about markers. The search is compiled first, and the first turn,
in which compiled code is loaded, is left out. Printed are median, mean and maximum of `turn_s`, the
mean number of `steps` (actions and draws) of a turn, the processor time of the server per turn, and
the load of the machine at the end: on a busy machine the bots wait for their cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep
from load import Connection, Server, command, get, post

from honjin.bots.mcts.bot import LOOPS
from honjin.core.jit.compiled import compiled
from honjin.games import load

ROLL: Final = b'"k":"rolls"'
"""Appears in the log when the first dice of a turn are rolled."""

GAMES: Final = 20


class Window:
    """A spectator's window on one table; notes when each turn began, and the steps by then."""

    def __init__(self, port: int, table: str) -> None:
        self.port, self.table = port, table
        self.turns: list[tuple[float, int]] = []

    async def watch(self, most: int) -> None:
        """Read until `most` turns have begun, or the game is over."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        writer.write(get(f"/api/tables/{self.table}/events", b""))
        try:
            while len(self.turns) < most and (line := await reader.readline()):
                if line.startswith(b"data: ") and ROLL in line:
                    self.turns.append((time.perf_counter(), json.loads(line[6:])["step"]))
                if b'"status":"over"' in line:
                    return
        finally:
            writer.close()


async def opened(connection: Connection, given: argparse.Namespace) -> str:
    """A new table with bots on all seats."""
    _, headers, _ = await connection.ask(get("/api/me", b""))
    at = headers.index(b"set-cookie: honjin=") + 19
    cookie = headers[at : headers.index(b";", at)]
    seats = [{"kind": "bot", "bot": given.level}] * given.seats
    options = {"seats": str(given.seats), "variant": given.variant}
    fields = {"game": "akiwado", "options": options, "seats": seats}
    status, _, body = await connection.ask(post("/api/tables", cookie, fields))
    assert status == 200, body
    return str(json.loads(body)["id"])


async def measured(server: Server, given: argparse.Namespace) -> dict[str, Any]:
    port, loop = server.port(), asyncio.get_running_loop()
    connection = (await loop.create_connection(Connection, "127.0.0.1", port))[1]
    times, steps, used = list[float](), list[int](), 0.0
    for _ in range(GAMES):
        window = Window(port, await opened(connection, given))
        before = server.cpu()
        await window.watch(given.turns - len(times) + 2)
        used += server.cpu() - before
        begun = window.turns[1:]
        times += [b[0] - a[0] for a, b in pairwise(begun)]
        steps += [b[1] - a[1] for a, b in pairwise(begun)]
        if len(times) >= given.turns:
            break
    return {
        "turns": len(times),
        "turn_s": round(statistics.median(times), 2),
        "mean_s": round(statistics.mean(times), 2),
        "max_s": round(max(times), 2),
        "steps": round(statistics.mean(steps), 1),
        "cpu_s": round(used / len(times), 2),
        "load1": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    given = arguments(
        __doc__, level="shogun", seats=5, variant="base", turns=20, cores=2, keep=False
    )
    compiled(load("akiwado"), LOOPS)
    cores = set(sorted(os.sched_getaffinity(0))[: given.cores])
    with tempfile.TemporaryDirectory() as data:
        server = Server(command("akiwado"), cores, data)
        try:
            found = asyncio.run(measured(server, given))
        finally:
            server.stop()
    about = {name: getattr(given, name) for name in ("level", "seats", "variant", "cores")}
    line = about | found
    print(json.dumps(line))
    if given.keep:
        keep("rounds", line)


if __name__ == "__main__":
    main()
