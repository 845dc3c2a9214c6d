"""Fresh Pythons that are handed messages and send some, through a pipe in and a pipe out.

They share nothing and are bound to no core, and Ctrl-C does not reach them: we end them. They end
when their input does, in the middle of their work too, so they never outlive whoever started them.

A message is its length, eight bytes with the lowest first, and then so many bytes.
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

from honjin.core.child import child_environment

HEAD: Final = 8

Inbox = queue.SimpleQueue[tuple["Process", bytes | None]]
"""Whose message, and the message; None for the end of a process."""


class Process:
    """One process that runs some code, with a thread of ours that puts its messages in a box."""

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
        """Send a message; a process that is gone is told of by its end."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(_head(message))
            self.process.stdin.write(message)
            self.process.stdin.flush()

    def was_killed(self) -> bool:
        """Whether a signal ended it, not an error of its own."""
        return self.process.wait() < 0

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


def next_message(inbox: Inbox) -> tuple[Process, bytes | None]:
    """Wait for a message, or for the end of a process."""
    # In short spells: a wait without end cannot be interrupted everywhere.
    while True:
        try:
            return inbox.get(timeout=0.5)
        except queue.Empty:
            continue


# ---- in the process


def connected() -> tuple[Callable[[bytes], None], queue.SimpleQueue[bytes]]:
    """What sends a message to whoever started this process, and the messages from there."""
    say = _own_output()
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(messages,), daemon=True).start()
    return say, messages


def _own_output() -> Callable[[bytes], None]:
    """What writes to the parent; whatever else is printed goes to the log of errors."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(message: bytes) -> None:
        for piece in (_head(message), message):
            left = memoryview(piece)
            while left:
                left = left[os.write(out, left) :]

    return say


def _listen(messages: queue.SimpleQueue[bytes]) -> None:
    # Unbuffered: a buffer's lock, held here, would abort an interpreter that ends by an error.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        for message in _messages(raw):
            messages.put(message)
    os._exit(0)


# ---- on the way


def _head(message: bytes) -> bytes:
    return len(message).to_bytes(HEAD, "little")


def _messages(file: Any) -> Iterator[bytes]:
    """Whole messages, until there are no more."""
    while len(head := _exactly(file, HEAD)) == HEAD:
        size = int.from_bytes(head, "little")
        message = _exactly(file, size)
        if len(message) < size:
            return
        yield message


def _exactly(file: Any, size: int) -> bytes:
    """So many bytes; fewer at the end of the file."""
    found, got = bytearray(size), 0
    while got < size and (more := file.readinto(memoryview(found)[got:])):
        got += more
    return bytes(memoryview(found)[:got])
