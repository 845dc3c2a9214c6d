"""The workers of an arena, as seen from the process that keeps the games.

Each is a fresh Python (`lab.worker`) with a pipe in and a pipe out, read by a thread of ours. They
share nothing and are bound to no core, and Ctrl-C does not reach them: we end them.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Final

import msgspec

from honjin.core.child import child_environment
from honjin.lab.errors import WorkerFailed
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import READY, Work

_ENDED: Final = b""
_START: Final = "from honjin.lab.matches.worker import main; main()"


class Worker:
    """One process."""

    def __init__(self, number: int, inbox: queue.SimpleQueue[tuple[Worker, bytes]]) -> None:
        self.number, self.inbox = number, inbox
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            env=child_environment(), start_new_session=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.inbox.put((self, line))
        self.inbox.put((self, _ENDED))

    def give(self, message: Work | Seating) -> None:
        """Send one line; a worker that is gone is told of by its end."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(msgspec.json.encode(message) + b"\n")
            self.process.stdin.flush()

    def why_ended(self) -> str:
        """How the process ended, and the last line of what it said."""
        code = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        return f"worker {self.number} {how}" + (f": {said[-1]}" if said else "")

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        self.reader.join(1.0)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()


class Crew:
    """So many workers; leaving the `with` block ends them."""

    def __init__(self, work: Work, size: int) -> None:
        self.work, self.size = work, size
        self.workers: list[Worker] = []
        self.inbox: queue.SimpleQueue[tuple[Worker, bytes]] = queue.SimpleQueue()

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

        WorkerFailed when a worker ends by itself.
        """
        waiting = iter(seatings)
        for number in range(self.size):
            self.workers.append(Worker(number + 1, self.inbox))
            self.workers[-1].give(self.work)
        busy = len(self.workers)
        while busy:
            worker, line = self._next_message()
            if line == _ENDED:
                raise WorkerFailed(worker.why_ended())
            if line != READY:
                yield line
            seating = next(waiting, None)
            if seating is None:
                busy -= 1
            else:
                worker.give(seating)

    def _next_message(self) -> tuple[Worker, bytes]:
        # In short spells: a wait without end cannot be interrupted everywhere.
        while True:
            try:
                return self.inbox.get(timeout=0.5)
            except queue.Empty:
                continue
