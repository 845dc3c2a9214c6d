"""New Python processes that exchange messages with this one over pipes.

They share nothing, are not bound to a core, and do not receive Ctrl-C; the parent ends them. They
end when their input does, even in the middle of their work, so they never outlive their parent.

A message is its length in eight bytes, little-endian, followed by its bytes.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from honjin.core.reading.child import child_environment

HEAD: Final = 8

Inbox = queue.SimpleQueue[tuple["Process", bytes | None]]
"""A process and its message; None for the end of the process."""


class Process:
    """A process that runs some code, with a thread that puts its messages into an inbox."""

    def __init__(self, number: int, code: str, inbox: Inbox) -> None:
        self.number, self.inbox = number, inbox
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            env=child_environment(), start_new_session=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        for message in _messages(self.process.stdout):
            self.inbox.put((self, message))
        self.inbox.put((self, None))

    def give(self, message: bytes) -> None:
        """Send a message. A dead process is reported by its EOF."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(_head(message))
            self.process.stdin.write(message)
            self.process.stdin.flush()

    def was_killed(self) -> bool:
        """True if a signal ended it, not an error of its own."""
        return self.process.wait() < 0

    def why_ended(self) -> str:
        """How the process ended, and the last line of its error output."""
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


def next_message(inbox: Inbox) -> tuple[Process, bytes | None]:
    """Wait for a message or for the end of a process."""
    # In short waits: not every platform can interrupt an endless one.
    while True:
        try:
            return inbox.get(timeout=0.5)
        except queue.Empty:
            continue


# ---- in the process


def connected() -> tuple[Callable[[bytes], None], queue.SimpleQueue[bytes]]:
    """A function that sends messages to the parent process, and the queue of its messages."""
    say = _own_output()
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(messages,), daemon=True).start()
    return say, messages


def _own_output() -> Callable[[bytes], None]:
    """A function that writes to the parent; anything else printed goes to stderr."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(message: bytes) -> None:
        for piece in (_head(message), message):
            left = memoryview(piece)
            while left:
                left = left[os.write(out, left) :]

    return say


def _listen(messages: queue.SimpleQueue[bytes]) -> None:
    # Unbuffered: holding a buffer's lock here would abort an interpreter that exits by an error.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        for message in _messages(raw):
            messages.put(message)
    os._exit(0)


# ---- messages


def _head(message: bytes) -> bytes:
    return len(message).to_bytes(HEAD, "little")


def _messages(file: Any) -> Iterator[bytes]:
    """Complete messages until the end of the file."""
    while len(head := _exactly(file, HEAD)) == HEAD:
        size = int.from_bytes(head, "little")
        message = _exactly(file, size)
        if len(message) < size:
            return
        yield message


def _exactly(file: Any, size: int) -> bytes:
    """Read `size` bytes; fewer at the end of the file."""
    found, got = bytearray(size), 0
    while got < size and (more := file.readinto(memoryview(found)[got:])):
        got += more
    return bytes(memoryview(found)[:got])
