"""The time that each level takes to answer at a table, as a player at the page has it.

    python -m bench.server.answers [--games swords swords:five] [--levels ashigaru]
        [--seconds 60] [--busy 2] [--empty] [--keep]

The real server with its settings as they come (HONJIN_… of the environment apply), one table after
the other: a guest on seat 0 of the first preset or of the one named, the level on all others. The
guest follows the table by its stream and answers at once with a random choice, until the game is
over or `--seconds` have passed. `first_s` is the time from opening the table to the first action of
a bot that the guest waits for. With `--empty` that is the first table of a server without compiled
rules, else the second one, when rules compiled before (`honjin compile`) are loaded. Then, in
seconds, the median, the 95th percentile and the maximum of `action`, the time between what the
guest sees and the next action of a bot that it waits for, and of `turn`, the whole wait between two
actions of the guest's own; `actions` is the mean number of actions in such a wait, and the number
of waits is `turns`. `--busy N` keeps N processes counting at usual priority meanwhile. `load1` is
the machine's load average at the end. `--keep` adds the lines to bench/results/answers.jsonl.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any, Final

import uvloop
from bench.common import arguments, tell
from bench.server import sealed
from bench.server.serving import serving

from honjin.bots import LEVELS
from honjin.games import keys, load

LONGEST: Final = 120.0
"""Seconds after which a wait is given up."""
LOADED: Final = 30.0
"""Seconds after which compiled rules are loaded, if the level has any."""


class Player(sealed.Guest):
    """A guest on seat 0 that notes how long it waits for what."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.seen = asyncio.Event()
        self.first: float | None = None
        self.actions, self.turns = list[float](), list[float]()
        self.answers, self.warms, self.warm = 0, False, asyncio.Event()

    def hear(self, name: bytes, body: bytes) -> None:
        super().hear(name, body)
        if name == b"thinking":
            warms = b'"warms"' in body
            if self.warms and not warms:
                self.warm.set()
            self.warms = warms

    async def warms_up(self) -> None:
        """Wait until compiled rules have been loaded, which is told while it is under way."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.warm.wait(), LOADED)

    def take(self, body: bytes) -> None:
        before = self.view
        super().take(body)
        if self.view is not before:
            self.seen.set()

    async def opens(self, game: str, level: str) -> None:
        key, _, named = game.partition(":")
        presets = {preset.key: preset.options for preset in load(key).presets}
        options = presets[named] if named else next(iter(presets.values()))
        seats = load(key).seats(load(key).read_options(options))
        wishes = [{"kind": "me"}, *[{"kind": "bot", "bot": level}] * (seats - 1)]
        opened = await self.ask("/api/tables", game=key, options=options, seats=wishes)
        await self.listen(json.loads(opened)["id"], 0)

    async def plays(self, seconds: float, rng: random.Random) -> None:
        """Play until the game is over or the time is up."""
        end = time.perf_counter() + seconds
        while self._is_running() and time.perf_counter() < end:
            if 0 in self.view.must_act:
                await self.act(rng)
            await self._waits()

    def _is_running(self) -> bool:
        return self.view is not None and self.view.status == "running"

    async def _waits(self) -> None:
        """Wait for the bots, and note how long it took."""
        began = last = time.perf_counter()
        while self._is_running() and 0 not in self.view.must_act:
            self.seen.clear()
            await asyncio.wait_for(self.seen.wait(), LONGEST)
            now = time.perf_counter()
            if self.first is None:
                self.first = now - began
            else:
                self.actions.append(now - last)
            self.answers, last = self.answers + 1, now
        if last > began:
            self.turns.append(last - began)


def figures(name: str, times: list[float]) -> dict[str, float]:
    """The median, the 95th percentile and the maximum of some seconds."""
    ordered = sorted(times) or [0.0]
    return {
        f"{name}_s": round(statistics.median(ordered), 3),
        f"{name}_p95_s": round(ordered[len(ordered) * 95 // 100], 3),
        f"{name}_most_s": round(ordered[-1], 3),
    }


async def measure(
    port: int, game: str, level: str, seconds: float, *, is_empty: bool
) -> dict[str, Any]:
    """The figures of one table."""
    player = Player(port)
    await player.come()
    if not is_empty:
        await player.opens(game, level)
        await player.warms_up()
        player.view = None
    began = time.perf_counter()
    await player.opens(game, level)
    opened = time.perf_counter() - began
    await player.plays(seconds, random.Random(1))
    waits = len(player.turns)
    return {
        "first_s": round((player.first or 0.0) + opened, 2),
        **figures("action", player.actions), **figures("turn", player.turns[1:]),
        "actions": round(player.answers / max(1, waits), 1), "turns": waits,
        "load1": round(os.getloadavg()[0], 1),
    }  # fmt: skip


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """Some processes that count."""
    counting = [sys.executable, "-c", "while True: pass"]
    running = [subprocess.Popen(counting) for _ in range(count)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def measured(given: argparse.Namespace, game: str, level: str, **more: str) -> dict[str, Any]:
    """The figures of one table at a server of its own."""
    cores = os.sched_getaffinity(0)
    with serving(game, cores, **more) as server, busy(given.busy):
        return uvloop.run(measure(server.port, game, level, given.seconds, is_empty=given.empty))


def main() -> None:
    given = arguments(__doc__, games=(*keys(),), levels=LEVELS, seconds=60.0, busy=0, empty=False)
    for game in given.games:
        for level in given.levels:
            with tempfile.TemporaryDirectory() as cache:
                more = {"HONJIN_CACHE": cache} if given.empty else {}
                found = measured(given, game, level, **more)
            about = {"game": game, "level": level, "busy": given.busy, "empty": given.empty}
            tell(given, "answers", about | found)


if __name__ == "__main__":
    main()
