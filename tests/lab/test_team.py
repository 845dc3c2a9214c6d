"""Workers that answer messages: distribution, and the messages of lost workers."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from honjin.lab import WorkerFailed
from honjin.lab.team import Team, next_for, team_of
from lab_workers import Adding
from waiting import until


class Table:
    """A place for workers that are numbers; those whose turn is planned to be lost, are."""

    def __init__(self, lost: Sequence[int] = (), slow: int = -1) -> None:
        self.lost, self.slow = lost, slow
        self.started = self.turn = 0
        self.asked: list[tuple[int, bytes]] = []
        self.alive: list[int] = []

    def start(self) -> int:
        self.started += 1
        self.alive.append(self.started)
        return self.started

    def give(self, worker: int, message: bytes) -> None:
        assert worker in self.alive
        self.asked.append((worker, message))

    def wait(self) -> tuple[int, bytes | WorkerFailed]:
        self.turn += 1
        quick = [k for k, (worker, _) in enumerate(self.asked) if worker != self.slow]
        worker, message = self.asked.pop(quick[0] if quick else 0)
        if self.turn in self.lost:
            return worker, WorkerFailed(f"worker {worker} is gone")
        return worker, b"%d:%s" % (worker, message)

    def end(self, worker: int) -> None:
        self.alive.remove(worker)


MESSAGES = [b"a", b"b", b"c"]


def asked(team: Team) -> list[tuple[int, bytes]]:
    return sorted(team.ask(MESSAGES))


def test_workers_are_given_what_they_had() -> None:
    """The second time each message goes where it went the first time."""
    with Team(Table(), 3) as team:
        first = asked(team)
        assert [(0, b"1:a"), (1, b"2:b"), (2, b"3:c")] == first
        assert first == asked(team)


def test_what_waits_goes_to_whoever_is_free() -> None:
    """A worker that is behind loses what it has not begun."""
    with Team(Table(slow=1), 2) as team:
        assert [(0, b"1:a"), (1, b"2:b"), (2, b"2:c")] == asked(team)
    assert 5 == next_for("me", [4, 5, 6], {4: "other", 5: "me"})
    assert 6 == next_for("me", [4, 6], {4: "other"})
    assert 5 == next_for("me", [4, 5], {4: "other", 5: "other"})


def test_a_lost_message_is_asked_again() -> None:
    """Another worker answers it, and takes the place of the lost one."""
    place = Table(lost=[1, 3])
    with Team(place, 2) as team:
        found = asked(team)
        assert [0, 1, 2] == [number for number, _ in found]
        assert MESSAGES == [answer.partition(b":")[2] for _, answer in found]
        assert 4 == place.started
        assert 2 == len(place.alive)
    assert [] == place.alive


def test_a_message_that_ends_its_workers_is_told_of() -> None:
    """After four of them."""
    place = Table(lost=range(1, 100))
    with pytest.raises(WorkerFailed, match="worker 4 is gone"), Team(place, 1) as team:
        asked(team)
    assert [] == place.alive


# ---- processes


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a process is ended by a signal")
def test_processes_are_replaced(tmp_path: Path) -> None:
    """Killed in the middle, and killed while idle; none is left afterwards."""
    with team_of(Adding, b"%s" % str(tmp_path).encode(), 2) as team:
        assert [(0, b"1"), (1, b"2"), (2, b"3")] == sorted(team.ask([b"0", b"1", b"2"]))
        first = pids(tmp_path)
        os.kill(first[0], signal.SIGKILL)
        assert [(0, b"8"), (1, b"9")] == sorted(team.ask([b"7", b"8"]))
        assert [(0, b"die once: 1"), (1, b"2")] == sorted(team.ask([b"die once", b"1"]))
    assert 3 <= len(pids(tmp_path))
    until(lambda: not any(map(is_alive, pids(tmp_path))))


@pytest.mark.slow
def test_an_error_of_a_worker_is_told(tmp_path: Path) -> None:
    """In one line, at once: another worker would fail the same way."""
    with (
        pytest.raises(WorkerFailed, match=r"worker 1 ended with code 1: ValueError: .*'x'"),
        team_of(Adding, str(tmp_path).encode(), 1) as team,
    ):
        list(team.ask([b"x"]))
    assert 1 == len(pids(tmp_path))


@pytest.mark.slow
def test_large_messages_come_whole(tmp_path: Path) -> None:
    """Longer than any pipe holds."""
    with team_of(Adding, str(tmp_path).encode(), 1) as team:
        long = b"+" + bytes(range(256)) * 40_000
        assert [(0, long)] == list(team.ask([long]))


def pids(folder: Path) -> list[int]:
    return sorted(int(file.name) for file in folder.iterdir() if file.name.isdigit())


def is_alive(pid: int) -> Any:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
