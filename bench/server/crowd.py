"""The load of 10^5 simultaneous players on a site: a discrete-event simulation.

    python -m bench.server.crowd                          the table of docs/hosting.md
    python -m bench.server.crowd --players 200000 --processes 32 --sync 0.1
    python -m bench.server.crowd --measure                measure commits on this machine first

Simulated are the event loops of P processes (one core each), the transactions in which each process
batches the actions that have arrived, the lock that PostgreSQL holds from a NOTIFY to the end of
its commit (one for the whole cluster, including the wait for the disk), and the notifications that
every process then receives. Players act every ten seconds; an action arrives at a random process,
and the other player's window is open at a random process.

The cost of each operation was measured elsewhere (`bench/server/load.py`), and can be set by
options: processor time to decide and answer an action, to replay it for a window at another
process, to receive the notification of a table; a row's share of a transaction; the wait for the
disk. `--measure` measures the last on a private PostgreSQL with fsync on, with 1, 4 and 16
connections that all notify, and with the same numbers that do not.

Printed for each size are the load of the busiest process, commits per second and the number of
actions in each, the load of the lock, and the time from an action to its answer (p50, p99). A lock
that is always taken keeps up as long as waiting processes batch more actions; it only costs time.
If a process gets more work than it can do, its queue grows during the whole simulation, and the
line says so.
"""

from __future__ import annotations

import heapq
import random
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bench.common import arguments

PAUSE = 10.0
"""Seconds between two actions of a player at a live table."""
FULL = 0.97
"""The load of a process above which it counts as overloaded."""
SLOW = 100.0
"""Milliseconds after which players notice the wait."""


class Costs(NamedTuple):
    """Milliseconds per operation: processor time, except for `sync`, the wait for the disk."""

    act: float = 0.48
    replay: float = 0.45
    hear: float = 0.010
    row: float = 0.03
    sync: float = 1.0


class Batch(NamedTuple):
    """Actions of a process that are stored together: the arrival time of each."""

    process: int
    arrived: list[float]


class Crowd:
    """A site under load. Times are in milliseconds."""

    def __init__(self, players: int, processes: int, costs: Costs, seed: int = 1) -> None:
        self.costs, self.count, self.random = costs, processes, random.Random(seed)
        self.pause = PAUSE * 1000 / players
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self.free = [0.0] * processes
        """The time at which each process will have done all its work."""
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
        """Add work to the end of a process's queue."""
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

    # ---- the course of an action

    def arrive(self) -> None:
        self.at(self.now + self.random.expovariate(1 / self.pause), self.arrive)
        process, came = self.random.randrange(self.count), self.now
        self.work(process, self.costs.act, lambda: self.decide(process, came))

    def decide(self, process: int, came: float) -> None:
        self.decided[process].append(came)
        self.gather(process)

    def gather(self, process: int) -> None:
        """Store the actions decided meanwhile, unless a batch is being stored."""
        if self.storing[process] or not self.decided[process]:
            return
        self.storing[process] = True
        self.queue.append(Batch(process, self.decided[process]))
        self.decided[process] = []
        self.lock()

    def lock(self) -> None:
        """Commit the next transaction after the one before it, since all of them notify."""
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
        self.notify(batch)
        self.gather(batch.process)
        self.lock()

    def notify(self, batch: Batch) -> None:
        """Notify all processes; the one with the other player's window replays the action."""
        heard = self.costs.hear * len(batch.arrived)
        for process in range(self.count):
            self.work(process, heard)
        for _ in batch.arrived:
            other = self.random.randrange(self.count)
            if other != batch.process:
                self.work(other, self.costs.replay)


def line_of(players: int, processes: int, costs: Costs, seconds: float) -> str:
    """One line of the table."""
    crowd = Crowd(players, processes, costs).run(seconds * 1000)
    busy, lock = max(crowd.busy) / crowd.now, crowd.lock_busy / crowd.now
    took = sorted(crowd.took) or [0.0]
    p99 = took[int(len(took) * 0.99)]
    full = len(crowd.took) / max(1, crowd.commits)
    median = statistics.median(took)
    word = "overloaded" if busy > FULL else "players notice" if median > SLOW else ""
    return (
        f"{players:8,} {processes:5} {costs.sync:6.1f} {busy:9.2f} {crowd.commits / seconds:9.0f}"
        f" {full:6.1f} {lock:6.2f} {median:8.1f} {p99:8.1f}  {word}"
    )


HEAD = " players procs sync   processor  commits/s  full   lock   p50 ms   p99 ms"


# ---------------------------------------------------------------- the cost of a commit here


def measure(seconds: float) -> None:
    """Print this machine's commits per second, by connections with and without NOTIFY."""
    import psycopg

    from server.databases import private_postgres

    with private_postgres("on") as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE rows (n serial, body text)")
        for notifies in (True, False):
            for count in (1, 4, 16):
                done = _commits(url, count, seconds, notifies=notifies)
                kind = "notify" if notifies else "do not"
                print(f"{count:3} connections that {kind}: {done / seconds:7.0f} commits/s")


def _commits(url: str, count: int, seconds: float, *, notifies: bool) -> int:
    import psycopg

    end, done = time.monotonic() + seconds, [0] * count

    def write(number: int) -> None:
        with psycopg.connect(url) as connection:
            while time.monotonic() < end:
                connection.execute("INSERT INTO rows (body) VALUES (repeat('x', 200))")
                if notifies:
                    connection.execute("SELECT pg_notify('bench', '[[\"abcdefghijkl\",12]]')")
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
    given = arguments(
        __doc__, players=0, processes=16, seconds=5.0, measure=False, **Costs()._asdict()
    )
    if given.measure:
        measure(given.seconds)
    costs = Costs(*(getattr(given, name) for name in Costs._fields))
    sizes = SIZES
    if given.players:
        sizes = ((given.players, given.processes, given.sync),)
    print(HEAD)
    for players, processes, sync in sizes:
        print(line_of(players, processes, costs._replace(sync=sync), given.seconds), flush=True)


if __name__ == "__main__":
    main()
