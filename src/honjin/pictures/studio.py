"""Drawing for a server: in a process of its own, which runs while there is work for it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from honjin.core.reading.child import child_environment
from honjin.pictures.artist import Order, must_be_able
from honjin.pictures.errors import CannotDraw
from honjin.pictures.worker import Done

IDLE: Final = 600.0
"""Seconds after which an idle process is ended."""
_START: Final = "from honjin.pictures.worker import main; main()"


class Studio:
    """Draws one order after the other, in a process that is started on demand."""

    def __init__(self, seconds: float = 30.0, idle: float = IDLE) -> None:
        self._seconds, self._idle = seconds, idle
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing: threading.Timer | None = None

    def draw(self, order: Order) -> bytes:
        """The picture; CannotDraw if it cannot be drawn, or not in time."""
        with self._lock:
            if self._closing is not None:
                self._closing.cancel()
            process = self._started()
            late = _later(self._seconds, process.kill)
            try:
                return _ask(process, order)
            except (OSError, msgspec.DecodeError):
                process.kill()
                raise CannotDraw(
                    f"the picture could not be drawn within {self._seconds:.0f} seconds"
                ) from None
            finally:
                late.cancel()
                self._closing = _later(self._idle, self.close)

    def close(self) -> None:
        """End the process; the next order starts another one."""
        with self._lock:
            if self._closing is not None:
                self._closing.cancel()
            process, self._process = self._process, None
        if process is not None:
            _end(process)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        if self._process is not None:
            _end(self._process)
        must_be_able()
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=child_environment(), start_new_session=True,
        )  # fmt: skip
        return self._process


def _ask(process: subprocess.Popen[bytes], order: Order) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(order) + b"\n")
    process.stdin.flush()
    done = msgspec.json.decode(process.stdout.readline(), type=Done)
    if done.problem:
        raise CannotDraw(done.problem)
    picture = process.stdout.read(done.size)
    if len(picture) < done.size:
        raise OSError("the process ended in the middle of a picture")
    return picture


def _later(seconds: float, what: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(seconds, what)
    timer.daemon = True
    timer.start()
    return timer


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # unsent data is no longer wanted
                pipe.close()
