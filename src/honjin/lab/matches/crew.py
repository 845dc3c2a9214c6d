"""The workers of an arena, from the view of the process that saves the games.

Each is a process (`lab.processes`) that runs `lab.matches.worker`.
"""

from __future__ import annotations

import queue
from collections.abc import Generator, Iterable
from types import TracebackType
from typing import Final

import msgspec

from honjin.lab.errors import WorkerFailed
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import READY, Work
from honjin.lab.processes import Inbox, Process, next_message

_START: Final = "from honjin.lab.matches.worker import main; main()"


class Crew:
    """A number of workers; leaving the `with` block ends them."""

    def __init__(self, work: Work, size: int) -> None:
        self.work, self.size = work, size
        self.workers: list[Process] = []
        self.inbox: Inbox = queue.SimpleQueue()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        for worker in self.workers:
            worker.close()

    def play(self, seatings: Iterable[Seating]) -> Generator[bytes]:
        """The line of every game, in the order in which they end.

        Raises WorkerFailed if a worker dies.
        """
        waiting = iter(seatings)
        for number in range(self.size):
            self.workers.append(Process(number + 1, _START, self.inbox))
            self.workers[-1].give(msgspec.json.encode(self.work))
        busy = len(self.workers)
        while busy:
            worker, line = next_message(self.inbox)
            if line is None:
                raise WorkerFailed(worker.why_ended())
            if line != READY:
                yield line
            seating = next(waiting, None)
            if seating is None:
                busy -= 1
            else:
                worker.give(msgspec.json.encode(seating))
