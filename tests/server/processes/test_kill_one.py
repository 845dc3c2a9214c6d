"""One of three processes is killed repeatedly while people and bots play, with windows open.

Every request uses a new connection, so it reaches any of the processes. HONJIN_TEST_KILLS is the
number of kills: 300 for a release, with a line of progress for every tenth. After
HONJIN_TEST_MINUTES there are no more, and the report is about those that there were.

    HONJIN_TEST_KILLS=300 .venv/bin/pytest tests/server/processes/test_kill_one.py -s
"""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from server.process.test_workers import Workers
from server.processes.kill_report import KillReport, Stored, report_of
from server.processes.steady_player import Player

GOES_ON: int = 5
"""Seconds within which everybody can continue."""
COMES_BACK: float = 120
"""Seconds after which a process that was not replaced is missed, also on a busy machine."""


@pytest.fixture
def workers(tmp_path: Path, postgres_only: str) -> Iterator[Workers]:
    found = Workers(tmp_path, postgres_only, 3)
    found.database = postgres_only
    yield found
    if found.process.poll() is None:
        found.end(signal.SIGTERM)


@pytest.mark.slow
def test_kill_9_of_one_of_three_in_play(workers: Workers) -> None:
    """Nothing acknowledged is lost, nothing is rolled or played twice, and everybody continues."""
    loses_nothing_of_three(workers, int(os.environ.get("HONJIN_TEST_KILLS", "4")))


def loses_nothing_of_three(workers: Workers, kills: int) -> None:
    """Kill one of three again and again while people and bots play."""
    workers.until_workers(3)
    players = [Player(workers.port, number) for number in range(4)]
    try:
        kills, before = kill(workers, players, kills)
        time.sleep(1)
    finally:
        for player in players:
            player.stop()
    stored = check_prefix(workers.database, before)
    found = report_of(players, stored)
    print(kills, "kills:", json.dumps(found._asdict()))
    assert [] == [problem for player in players for problem in player.problems]
    assert KillReport(*found[:6]) == found
    assert max(found.window_wait, found.request_wait) < GOES_ON
    assert found.actions > 20 * kills
    assert found.clocks > 20 * kills


def kill(workers: Workers, players: list[Player], kills: int) -> tuple[int, Stored]:
    """Kill one of three again and again; return how often, and what was stored at some time."""
    rng, before, began = random.Random(3), Stored(), time.monotonic()
    most = 60 * float(os.environ.get("HONJIN_TEST_MINUTES", "inf"))
    for n in range(1, kills + 1):
        time.sleep(rng.uniform(0.2, 1.5))
        three = workers.locks()
        os.kill(rng.choice(workers.pids()), signal.SIGKILL)
        before |= check_prefix(workers.database, before, [player.table for player in players])
        workers.until_replaced(three, COMES_BACK)
        if n % 10 == 0:
            longest = max(player.longest for player in players)
            acked = sum(len(player.acked) for player in players)
            took = time.monotonic() - began
            print(f"{n} of {kills} killed in {took:.0f} s; {acked} actions, "
                  f"the longest wait {longest:.1f} s", flush=True)  # fmt: skip
        if time.monotonic() - began > most:
            return n, before
    return kills, before


def journals(database: str, tables: list[str] | None = None) -> Stored:
    """The stored entries of some tables, or of all."""
    which = "" if tables is None else "WHERE table_id = ANY(%s)"
    query = f"SELECT table_id, n, entries FROM runs {which} ORDER BY table_id, n"
    with psycopg.connect(database) as connection:
        found = Stored()
        rows = connection.execute(query, None if tables is None else [tables])
        for table, first, entries in rows:
            here = found.setdefault(table, [])
            assert first == len(here), "the numbers of a journal have no gap"
            here += json.loads(entries)
    return found


def check_prefix(database: str, before: Stored, tables: list[str] | None = None) -> Stored:
    """What was once stored, rolls included, stays stored; entries are only added."""
    now = journals(database, tables)
    for table in before if tables is None else now:
        earlier = before.get(table, [])
        assert earlier == now[table][: len(earlier)]
    return now
