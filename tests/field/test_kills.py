"""Servers are killed at random moments while strangers flood them: nothing acknowledged is lost.

HONJIN_TEST_KILLS is the number of kills: 300 for a release, with a line for every tenth; after
HONJIN_TEST_MINUTES there are no more.

    HONJIN_TEST_KILLS=300 .venv/bin/pytest tests/field/test_kills.py -s
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import ROOT
from server.process.test_workers import Workers
from server.processes.test_kill import loses_nothing
from server.processes.test_kill_one import loses_nothing_of_three

KILLS = int(os.environ.get("HONJIN_TEST_KILLS", "4"))
AGES = 36_000
"""Seconds of a flood that is ended by hand."""


@contextlib.contextmanager
def flooded(port: int) -> Iterator[None]:
    """Eight addresses ask for everything, over 256 connections in all."""
    given = ["--attack", str(port), "mix", "8", "a" * 12, str(AGES)]
    command = ["nice", "-n", "19", sys.executable, "-m", "bench.server.floods", *given]
    with subprocess.Popen(command, cwd=ROOT) as attack:
        try:
            yield
        finally:
            attack.kill()


@pytest.mark.slow
def test_kills_of_the_only_process(tmp_path: Path) -> None:
    """On SQLite."""
    loses_nothing(tmp_path, KILLS, flooded, LIMITS="1")


@pytest.mark.slow
def test_kills_of_one_of_three(tmp_path: Path, postgres_only: str) -> None:
    """On PostgreSQL."""
    workers = Workers(tmp_path, postgres_only, 3, LIMITS="1")
    workers.database = postgres_only
    try:
        with flooded(workers.port):
            loses_nothing_of_three(workers, KILLS)
    finally:
        workers.end(signal.SIGTERM)
