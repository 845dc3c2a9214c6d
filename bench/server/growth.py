"""How far a second server process carries: processor time per action with one process and with two.

    python -m bench.server.growth [--clients 64] [--seconds 8] [--rounds 3] [--keep]

Where server, database and clients share a few cores, the rate of actions cannot double. What can be
measured there is what an action costs: the processor time of all server processes (`server_us`), of
the database (`database_us`), and what the machine did besides. On cores of their own, n processes
carry out n / server_us actions a second, if nothing makes them wait; so from one process to two the
rate grows by `growth` = 2 × server_us with one / server_us with two. Three ways are measured in
turn, `--rounds` times, because the machine may be busy; each figure is the median.

    one       one process
    apart     two; a table's requests reach one process, as behind a proxy that distributes by table
    either    two; two clients share a table, so half of the tables are in memory of both

Contention is counted, not guessed: commits for an action, commits that another process forestalled
(`conflicts`), entries replayed that the other process had stored (`replayed`), and in what state
the database's connections were found, 50 times a second: `running`, waiting for the `disk`, or
waiting for each `other`, as all commits with a NOTIFY do. `busy` is the share of the cores that
worked: near 1.0 no one waited, and the rate was limited by the processors alone; then `bound` (the
rate that those cores could carry at this cost) is about the rate measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import psycopg
import uvloop
from bench.common import arguments, tell
from bench.server.load import Load, Table
from bench.server.serving import (
    Connection,
    Server,
    connect,
    cpu,
    database,
    get,
    serving,
    spans,
    spent,
)

WARM: Final = 2.0
"""Seconds before anything is counted."""
UNCOUNTED: Final = 5.5
"""Seconds after which every process has published its counts."""
METERS: Final = ("honjin_commits_total", "honjin_conflicts_total", "honjin_replayed_total")
STATES: Final = """
SELECT CASE WHEN state <> 'active' THEN 'idle' WHEN wait_event_type = 'IO' THEN 'disk'
    WHEN wait_event IN ('WALWrite', 'WALSync') THEN 'disk'
    WHEN wait_event_type IN ('Lock', 'LWLock') THEN 'other' ELSE 'running' END, count(*)
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1
"""


class Way(NamedTuple):
    """How many processes there are, and whether clients share tables."""

    name: str
    workers: int
    shared: bool


WAYS: Final = (Way("one", 1, False), Way("apart", 2, False), Way("either", 2, True))


class Watch:
    """Looks at the database's connections while it is open, and counts what they do."""

    def __init__(self, url: str) -> None:
        self.states: Counter[str] = Counter()
        self._url, self._stop = url, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            while not self._stop.wait(0.02):
                for state, count in connection.execute(STATES):
                    self.states[state] += count
                self.states["looks"] += 1


def cores_busy() -> tuple[float, float]:
    """Seconds of work and seconds in all, of all cores since the machine started."""
    fields = [int(one) for one in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    tick = os.sysconf("SC_CLK_TCK")
    return (sum(fields) - fields[3] - fields[4]) / tick, sum(fields) / tick


async def meters(connection: Connection) -> dict[str, float]:
    """The counts of all processes; each publishes its own every five seconds."""
    lines = (await connection.ask(get("/metrics", b"")))[2].decode().splitlines()
    found = (line.rpartition(" ") for line in lines if line.startswith(METERS))
    return {name.removeprefix("honjin_").removesuffix("_total"): float(n) for name, _, n in found}


async def measure(server: Server, url: str, base: int, way: Way, given: Any) -> dict[str, float]:
    """One run: the rate, and what an action costs."""
    rng = Random(7)
    count = given.clients // 2 if way.shared else given.clients
    load = Load(server.port, [Table(Random(rng.random())) for _ in range(count)], given.game)
    playing = [asyncio.create_task(load.client(own)) for own in load.shares(given.clients)]
    await asyncio.sleep(WARM)
    before = (server.cpu(), spent(base), cpu(), *cores_busy(), time.perf_counter())
    with Watch(url) as watch:
        load.measuring = True
        await asyncio.sleep(given.seconds)
        load.measuring = False
        after = (server.cpu(), spent(base), cpu(), *cores_busy(), time.perf_counter())
    own, data, mine, work, whole, took = (b - a for a, b in zip(before, after, strict=True))
    load.stopping = True
    await asyncio.gather(*playing)
    await asyncio.sleep(UNCOUNTED)
    counted = await meters(await connect(server.port))  # an idle connection would have been closed
    games = sum(table.games for table in load.tables)
    return told(load, games, (own, data, mine, work, whole, took), watch.states) | {
        name: round(count / load.acted, 3) for name, count in counted.items()
    }


def told(
    load: Load, games: int, times: tuple[float, ...], states: Counter[str]
) -> dict[str, float]:
    """The figures of a run."""
    own, data, mine, work, whole, took = times
    actions = len(load.times)
    each = {"server_us": own, "database_us": data, "generator_us": mine}
    cores = whole / took
    cost = (own + data + mine) / actions
    others = max(0.0, work - own - data - mine) / took
    looks = max(1, states["looks"])
    return {
        "actions_per_s": round(actions / took),
        "bound_per_s": round((cores - others) / cost),
        "busy": round(work / whole, 2),
        "others": round(others, 2),
        **spans(load.times),
        "games": games,
        **{name: round(spent / actions * 1e6) for name, spent in each.items()},
        **{name: round(states[name] / looks, 2) for name in ("running", "disk", "other")},
    }


def one_run(way: Way, given: Any, cores: list[int]) -> dict[str, float]:
    """A new database, a new server, and one measurement."""
    with database("postgresql", cores[-1]) as (url, base):
        os.sched_setaffinity(base, set(cores))
        more = {"HONJIN_DATABASE": url, "HONJIN_WORKERS": str(way.workers)}
        with serving(given.game, set(cores), **more) as server:
            return uvloop.run(measure(server, url, base, way, given))


def growth(costs: dict[str, dict[str, float]], way: Way) -> float:
    """By how much the rate grows from one process to those of a way, on cores of their own."""
    return round(way.workers * costs["one"]["server_us"] / costs[way.name]["server_us"], 2)


def main() -> None:
    given = arguments(__doc__, game="rokumon", clients=64, seconds=8.0, rounds=3)
    cores = sorted(os.sched_getaffinity(0))
    runs: dict[str, list[dict[str, float]]] = {way.name: [] for way in WAYS}
    for _ in range(given.rounds):
        for way in WAYS:
            runs[way.name].append(one_run(way, given, cores))
            print(json.dumps({"way": way.name, **runs[way.name][-1]}), flush=True)
    costs = {
        name: {key: statistics.median(run[key] for run in found) for key in found[0]}
        for name, found in runs.items()
    }
    for way in WAYS:
        line: dict[str, Any] = {"way": way.name, "clients": given.clients, "game": given.game}
        line |= costs[way.name] | {"growth": growth(costs, way), "rounds": given.rounds}
        tell(given, "growth", line)


if __name__ == "__main__":
    main()
