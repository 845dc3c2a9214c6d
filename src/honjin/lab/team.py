"""Workers that answer messages: processes of this machine, or actors of a Ray cluster.

A worker is constructed with its work, and its answer to a message depends on the message alone. So
the messages of a lost worker can be given to another one, with the same answers.
"""

from __future__ import annotations

import queue
from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from itertools import count, islice
from types import TracebackType
from typing import Any, Final, Protocol, TypeVar

from honjin.lab.cluster import lost, ray_session, spread
from honjin.lab.errors import BadArena, WorkerFailed
from honjin.lab.processes import Inbox, Process, connected, next_message

TRIES: Final = 3
"""The number of times a message is given to another worker; it may be what kills them."""
SPELL: Final = 0.5
"""Seconds between two polls: not every platform can interrupt an endless wait."""

WINDOW: Final = 512
"""The number of messages that are taken ahead of the workers."""

W = TypeVar("W", bound=Hashable)


class Backend(StrEnum):
    """Where the workers are."""

    PROCESSES = "processes"
    RAY = "ray"

    @property
    def most_jobs(self) -> int:
        """The largest number of workers."""
        return 64 if self is Backend.PROCESSES else 4096

    def check_jobs(self, jobs: int) -> None:
        """Raise BadArena for an impossible number of workers."""
        if not 1 <= jobs <= self.most_jobs:
            raise BadArena(f"expected 1 to {self.most_jobs} jobs, got {jobs}")


class Answering(Protocol):
    """The class of a worker, from a module that all machines have."""

    def __init__(self, work: bytes) -> None:
        """Prepare for the work."""

    def answer(self, message: bytes) -> bytes:
        """The answer to a message."""
        ...


class Place(Protocol):
    """A place where workers run."""

    def start(self) -> Any:
        """Start another worker."""

    def give(self, worker: Any, message: bytes) -> None:
        """Send a message to a worker."""

    def wait(self) -> tuple[Any, bytes | WorkerFailed]:
        """Wait for a worker's answer, or for its loss; raises if another cannot take over."""
        ...

    def end(self, worker: Any) -> None:
        """End a worker, whatever it is doing, or clean up after a lost one."""


@contextmanager
def team_of(
    kind: type[Answering], work: bytes, size: int, backend: Backend = Backend.PROCESSES
) -> Iterator[Team]:
    """`size` workers of a kind, which end with the `with` block.

    Raises BadArena if Ray is not installed, WorkerFailed if no cluster answers.
    """
    with ExitStack() as ends:
        if backend is Backend.PROCESSES:
            place: Place = _Processes(kind, work)
        else:
            place = _Actors(ends.enter_context(ray_session()), kind, work)
        yield ends.enter_context(Team(place, size))


class Team:
    """A number of workers at a place; leaving the `with` block ends them."""

    def __init__(self, place: Place, size: int) -> None:
        self._place, self._size = place, size
        self._workers: list[Any] = []
        self._idle: list[Any] = []
        self._busy: dict[Any, tuple[int, bytes]] = {}
        self._homes: dict[int, Any] = {}

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        for worker in self._workers:
            self._place.end(worker)

    def ask(self, messages: Iterable[bytes]) -> Generator[tuple[int, bytes]]:
        """The number of each message and its answer, as they come.

        A worker gets the messages that it got the last time, unless it falls behind. Raises
        WorkerFailed if a message has lost its worker too often, or a worker has failed by itself.
        """
        while len(self._workers) < self._size:
            self._start()
        coming, losses = enumerate(messages), Counter[int]()
        waiting = dict(islice(coming, WINDOW))
        while waiting or self._busy:
            self._hand_out(waiting, coming)
            worker, answer = self._place.wait()
            asked = self._busy.pop(worker, None)
            if isinstance(answer, WorkerFailed):
                self._replace(worker)
                if asked is not None:
                    waiting = dict([asked]) | waiting
                    losses[asked[0]] += 1
                    _must_have_tries(losses[asked[0]], answer)
                continue
            assert asked is not None
            if asked[0] < WINDOW:  # so many games that each is asked once need no home
                self._homes[asked[0]] = worker
            self._idle.append(worker)
            yield asked[0], answer

    def _hand_out(self, waiting: dict[int, bytes], coming: Iterator[tuple[int, bytes]]) -> None:
        while waiting and self._idle:
            worker = self._idle.pop(0)
            number = next_for(worker, list(waiting), self._homes)
            message = waiting.pop(number)
            waiting.update(islice(coming, 1))
            self._busy[worker] = number, message
            self._place.give(worker, message)

    def _start(self) -> None:
        worker = self._place.start()
        self._workers.append(worker)
        self._idle.append(worker)

    def _replace(self, worker: Any) -> None:
        self._place.end(worker)
        self._workers.remove(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        self._start()


def next_for(worker: W, waiting: Sequence[int], homes: Mapping[int, W]) -> int:
    """The waiting message for a worker: one of its own, an unassigned one, or the last."""
    own = [number for number in waiting if homes.get(number) == worker]
    free = [number for number in waiting if number not in homes]
    return (own or free or waiting[-1:])[0]


def _must_have_tries(losses: int, problem: WorkerFailed) -> None:
    if losses > TRIES:
        raise problem


# ---- processes


class _Processes:
    """Workers as local processes."""

    def __init__(self, kind: type[Answering], work: bytes) -> None:
        module, name = kind.__module__, kind.__name__
        self._code = f"from {module} import {name}; from {__name__} import serve; serve({name})"
        self._work, self._numbers, self._free = work, count(1), list[int]()
        self._inbox: Inbox = queue.SimpleQueue()

    def start(self) -> Process:
        number = self._free.pop() if self._free else next(self._numbers)
        process = Process(number, self._code, self._inbox)
        process.give(self._work)
        return process

    def give(self, worker: Process, message: bytes) -> None:
        worker.give(message)

    def wait(self) -> tuple[Process, bytes | WorkerFailed]:
        worker, answer = next_message(self._inbox)
        if answer is not None:
            return worker, answer
        problem = WorkerFailed(worker.why_ended())
        if not worker.was_killed():
            raise problem
        return worker, problem

    def end(self, worker: Process) -> None:
        self._free.append(worker.number)
        worker.close()


def serve(kind: type[Answering]) -> None:
    """Run a worker in this process; the first message is its work."""
    say, messages = connected()
    worker = kind(messages.get())
    while True:
        say(worker.answer(messages.get()))


# ---- actors


class _Actors:
    """Workers as actors of a cluster, spread over its machines."""

    def __init__(self, ray: Any, kind: type[Answering], work: bytes) -> None:
        self._ray, self._work = ray, work
        self._kind = spread(ray, kind)
        self._asked: dict[Any, _Actor] = {}

    def start(self) -> _Actor:
        return _Actor(self._kind.remote(self._work))

    def give(self, worker: _Actor, message: bytes) -> None:
        self._asked[worker.handle.answer.remote(message)] = worker

    def wait(self) -> tuple[_Actor, bytes | WorkerFailed]:
        while True:
            done, _ = self._ray.wait(list(self._asked), timeout=SPELL)
            for found in done:
                return self._asked.pop(found), self._answer(found)

    def _answer(self, found: Any) -> bytes | WorkerFailed:
        try:
            answer: bytes = self._ray.get(found)
        except self._ray.exceptions.RayError as problem:
            if isinstance(problem, self._ray.exceptions.RayTaskError):
                raise lost(problem) from None
            return lost(problem)
        return answer

    def end(self, worker: _Actor) -> None:
        self._ray.kill(worker.handle)


class _Actor:
    """One actor."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle
