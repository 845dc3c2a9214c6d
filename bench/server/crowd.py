"""What 10^5 people who play at once ask of the house: a simulation, event by event.

    python bench/server/crowd.py                          the table of docs/hosting.md
    python bench/server/crowd.py --players 200000 --processes 32 --sync 0.1
    python bench/server/crowd.py --measure                what a commit costs on this machine first

Simulated are the event loops of P processes (one core each), the transactions in which each of
them gathers what has come, the lock that PostgreSQL holds from a NOTIFY to the end of its commit
(one for the whole cluster, the wait for the disk included), and what every process then hears.
People act every ten seconds; an action reaches any process. The other player's window is open at
any process.

What one thing costs was measured elsewhere (`bench/server/load.py`), and can be given: processor
time to decide and answer an action, to replay it for a window at another process, to hear of a
table; a row's share of a transaction; the wait for the disk. `--measure` measures the last on a
PostgreSQL of its own with fsync on, with 1, 4 and 16 connections that all notify, and without.

Told are, for each size: how busy the busiest process is, commits a second and how full they are,
how busy the lock is, and the time from an action to its answer (p50, p99). A lock that is always
taken keeps up as long as those who wait gather more: what it costs is time. Where a process is
given more than it can do, the queue grows for as long as is simulated, and the line says so.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

PAUSE = 10.0
"""Seconds between two actions of a player at a live table."""
FULL = 0.97
"""A process that is busier than that over the whole run is given more than it can do."""
SLOW = 100.0
"""Milliseconds after which people notice that they wait."""


class Costs(NamedTuple):
    """Milliseconds of one thing: processor time, but for `sync`, the wait for the disk."""

    act: float = 0.48
    replay: float = 0.45
    hear: float = 0.010
    row: float = 0.03
    sync: float = 1.0


class Batch(NamedTuple):
    """Actions of a process that are stored together: when each of them arrived."""

    process: int
    arrived: list[float]


class Crowd:
    """A house under load. Times are milliseconds."""

    def __init__(self, players: int, processes: int, costs: Costs, seed: int = 1) -> None:
        self.costs, self.count, self.random = costs, processes, random.Random(seed)
        self.pause = PAUSE * 1000 / players
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self.free = [0.0] * processes
        """When each process has done all that it was given."""
        self.busy = [0.0] * processes
        self.decided: list[list[float]] = [[] for _ in range(processes)]
        self.storing = [False] * processes
        self.queue: deque[Batch] = deque()
        self.locked, self.lock_busy = False, 0.0
        self.commits, self.took = 0, list[float]()

    def at(self, when: float, what: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._events, (when, self._number, what))

    def work(self, process: int, cost: float, then: Callable[[], None] | None = None) -> None:
        """A process does something after all else that it was given."""
        self.free[process] = max(self.free[process], self.now) + cost
        self.busy[process] += cost
        if then is not None:
            self.at(self.free[process], then)

    def run(self, milliseconds: float) -> Crowd:
        self.at(0.0, self.arrive)
        while self._events and self._events[0][0] <= milliseconds:
            self.now, _, what = heapq.heappop(self._events)
            what()
        self.now = milliseconds
        return self

    # ---- the way of an action

    def arrive(self) -> None:
        self.at(self.now + self.random.expovariate(1 / self.pause), self.arrive)
        process, came = self.random.randrange(self.count), self.now
        self.work(process, self.costs.act, lambda: self.decide(process, came))

    def decide(self, process: int, came: float) -> None:
        self.decided[process].append(came)
        self.gather(process)

    def gather(self, process: int) -> None:
        """Store what has come meanwhile, if nothing is being stored."""
        if self.storing[process] or not self.decided[process]:
            return
        self.storing[process] = True
        self.queue.append(Batch(process, self.decided[process]))
        self.decided[process] = []
        self.lock()

    def lock(self) -> None:
        """The next transaction commits when the one before it has: all of them notify."""
        if self.locked or not self.queue:
            return
        self.locked, batch = True, self.queue.popleft()
        cost = self.costs.sync + self.costs.row * len(batch.arrived)
        self.lock_busy += cost
        self.at(self.now + cost, lambda: self.stored(batch))

    def stored(self, batch: Batch) -> None:
        self.locked, self.storing[batch.process] = False, False
        self.commits += 1
        self.took += [self.now - came for came in batch.arrived]
        self.tell(batch)
        self.gather(batch.process)
        self.lock()

    def tell(self, batch: Batch) -> None:
        """All hear which tables changed; where the other player's window is, it is replayed."""
        heard = self.costs.hear * len(batch.arrived)
        for process in range(self.count):
            self.work(process, heard)
        for _ in batch.arrived:
            other = self.random.randrange(self.count)
            if other != batch.process:
                self.work(other, self.costs.replay)


def told(players: int, processes: int, costs: Costs, seconds: float) -> str:
    """One line of the table."""
    crowd = Crowd(players, processes, costs).run(seconds * 1000)
    busy, lock = max(crowd.busy) / crowd.now, crowd.lock_busy / crowd.now
    took = sorted(crowd.took) or [0.0]
    p99 = took[int(len(took) * 0.99)]
    full = len(crowd.took) / max(1, crowd.commits)
    median = statistics.median(took)
    word = "the processes break" if busy > FULL else "players notice" if median > SLOW else ""
    return (
        f"{players:8,} {processes:5} {costs.sync:6.1f} {busy:9.2f} {crowd.commits / seconds:9.0f}"
        f" {full:6.1f} {lock:6.2f} {median:8.1f} {p99:8.1f}  {word}"
    )


HEAD = " players procs sync   processor  commits/s  full   lock   p50 ms   p99 ms"


# ---------------------------------------------------------------- what a commit costs here


def measure(seconds: float) -> None:
    """Commits a second of this machine, by connections that notify and by some that do not."""
    sys.path[:0] = [str(Path(__file__).parents[2] / "tests" / "server")]
    import psycopg
    from databases import private_postgres

    with private_postgres("on") as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE rows (n serial, body text)")
        for notifies in (True, False):
            for count in (1, 4, 16):
                done = _commits(url, count, seconds, notifies=notifies)
                kind = "notify" if notifies else "do not"
                print(f"{count:3} connections that {kind}: {done / seconds:7.0f} commits a second")


def _commits(url: str, count: int, seconds: float, *, notifies: bool) -> int:
    import psycopg

    end, done = time.monotonic() + seconds, [0] * count

    def write(number: int) -> None:
        with psycopg.connect(url) as connection:
            while time.monotonic() < end:
                connection.execute("INSERT INTO rows (body) VALUES (repeat('x', 200))")
                if notifies:
                    connection.execute("SELECT pg_notify('told', '[[\"abcdefghijkl\",12]]')")
                connection.commit()
                done[number] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done)


SIZES: Sequence[tuple[int, int, float]] = (
    (10_000, 2, 1.0), (30_000, 4, 1.0), (100_000, 8, 1.0), (100_000, 16, 1.0), (100_000, 32, 1.0),
    (100_000, 64, 1.0), (100_000, 16, 5.0), (100_000, 16, 0.1), (200_000, 32, 1.0),
    (200_000, 64, 0.1),
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--players", type=int)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--measure", action="store_true")
    for name, value in Costs()._asdict().items():
        parser.add_argument(f"--{name}", type=float, default=value, help="milliseconds")
    given = parser.parse_args()
    if given.measure:
        measure(given.seconds)
    costs = Costs(*(getattr(given, name) for name in Costs._fields))
    sizes = SIZES
    if given.players:
        sizes = ((given.players, given.processes, given.sync),)
    print(HEAD)
    for players, processes, sync in sizes:
        print(told(players, processes, costs._replace(sync=sync), given.seconds), flush=True)


if __name__ == "__main__":
    main()
