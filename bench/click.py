"""What the steps of a click cost the server, in instructions of Python.

    python -m bench.click [--tables 20]

Games of Rokumon are played as in bench.server.told: two people at each table, both with a window
that is told. The server counts the instructions that it carries out, in all threads, and each 61st
is put down to the hop that it belongs to ("The way of a click" in docs/architecture.md): the
innermost function of its stack that is listed below decides. The same games cost the same, however
busy the machine is; what libraries in C and the system do is not counted.
"""

from __future__ import annotations

import asyncio
import json
import random
import runpy
import signal
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Final

import uvloop
from bench.common import arguments
from bench.server.serving import Server, aside, connect, cookie_of
from bench.server.told import Match

EVERY: Final = 61
HOPS: Final = (
    ("5 differences", "honjin/server/tables/view/difference.py"),
    ("5 views and scenes", "honjin/server/tables/view/"),
    ("5 windows", "honjin/server/tables/live/"),
    ("5 windows", "honjin/server/web/sse.py"),
    ("4 journal", "honjin/server/tables/store/store.py"),
    ("4 journal", "honjin/server/db/journal.py"),
    ("3 decide and apply", "honjin/server/tables/session/"),
    ("3 decide and apply", "honjin/server/tables/store/"),
    ("2 request", "honjin/server/tables/"),
    ("2 request", "honjin/server/people/"),
    ("2 request", "honjin/server/web/"),
    ("2 request", "honjin/server/app.py"),
    ("2 request", "uvicorn/"),
)
ENDED: Final = "after the end: records, ratings, openings"
OTHER: Final = "other"
SETTLED: Final = 5.0
"""Seconds after which a new server has found out what it can solve."""
_ENDED: Final = ("honjin/server/history/", "honjin/server/tables/store/archive.py")


def hop(frame: FrameType | None) -> str:
    """The hop that an instruction belongs to."""
    found = ""
    while frame is not None:
        file = frame.f_code.co_filename
        if any(name in file for name in _ENDED):
            return ENDED
        found = found or next((name for name, part in HOPS if part in file), "")
        frame = frame.f_back
    return found or OTHER


# ---- in the server's process


class Tally:
    """Counts instructions between two signals, and writes them down."""

    def __init__(self, file: Path) -> None:
        self.file, self.is_on = file, False
        self.instructions, self.calls, self.hops = 0, 0, Counter[str]()

    def trace(self, frame: FrameType, _event: str, _about: object) -> Any:
        """Count a call, and have its instructions counted."""
        if not self.is_on:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        self.calls += 1
        return self._local

    def _local(self, frame: FrameType, event: str, _about: object) -> Any:
        if event == "opcode":
            self.instructions += 1
            if self.instructions % EVERY == 0:
                self.hops[hop(frame)] += 1
        return self._local

    def begin(self, *_: object) -> None:
        """Count from now on."""
        self.is_on = True

    def end(self, *_: object) -> None:
        """Write down what was counted."""
        self.is_on = False
        found = {"instructions": self.instructions, "calls": self.calls, "hops": dict(self.hops)}
        self.file.write_text(json.dumps(found))


def serve(file: Path) -> None:
    """Run the server, counting."""
    tally = Tally(file)
    signal.signal(signal.SIGUSR1, tally.begin)
    signal.signal(signal.SIGUSR2, tally.end)
    threading.settrace(tally.trace)
    sys.settrace(tally.trace)
    sys.argv = ["honjin.server"]
    runpy.run_module("honjin.server", run_name="__main__")


# ---- the load


async def play(server: Server, file: Path, tables: int) -> dict[str, Any]:
    """Play a game at each table; what the server has counted, and the number of moves."""
    opener = await connect(server.port)
    guests = [[await cookie_of(opener), await cookie_of(opener)] for _ in range(tables)]
    matches = [Match(random.Random(n), pair) for n, pair in enumerate(guests)]
    for one in matches:
        await one.open(opener, server.port)
    await asyncio.sleep(SETTLED)
    server.process.send_signal(signal.SIGUSR1)
    moves = 0

    async def finish(one: Match) -> None:
        nonlocal moves
        connection = await connect(server.port)
        while not one.is_over:
            await one.move(connection)
            moves += 1

    await asyncio.gather(*map(finish, matches))
    await asyncio.sleep(1)  # for the records of the ended games
    server.process.send_signal(signal.SIGUSR2)
    while not (file.exists() and file.stat().st_size):
        await asyncio.sleep(0.1)
    return {"moves": moves, **json.loads(file.read_text())}


def main() -> None:
    given = arguments(__doc__, tables=20)
    with tempfile.TemporaryDirectory() as data:
        file = Path(data) / "counted.json"
        command = [sys.executable, "-m", "bench.click", "--serve", str(file)]
        server = Server(command, {aside()[0]}, data)
        try:
            found = uvloop.run(play(server, file, given.tables))
        finally:
            server.stop()
    each, sampled = found["instructions"] / found["moves"], sum(found["hops"].values())
    print(f"{each:,.0f} instructions, {found['calls'] / found['moves']:.0f} calls a move")
    for name, count in sorted(found["hops"].items()):
        print(f"{count / sampled:5.0%} {each * count / sampled:8,.0f}  {name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(Path(sys.argv[2]))
    else:
        main()
