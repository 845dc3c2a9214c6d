"""How the server's log is written: what went wrong and where, and nothing that people wrote.

An exception says in its message whatever it was raised over: a name, a line of chat, the parameters
of a statement. So a traceback has the places and the kinds of what was raised, without messages.
Which lines there are is a closed list in docs/hosting.md.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from typing import Any, Final

FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class PlainFormatter(logging.Formatter):
    """Writes tracebacks without the messages of exceptions."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; what another handler made of the exception is not used."""
        record.exc_text = None
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the interface)
        """The places, the innermost last, and the kind of each exception."""
        return "\n".join(_told(ei[1])) if ei[1] is not None else ""


def _told(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before)
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__module__}.{type(error).__qualname__}"


def set_up() -> None:
    """Write warnings, and what is worse, to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter(FORM))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def first_line(problem: BaseException) -> str:
    """The kind of a database's complaint and its first line: what follows shows what was stored."""
    return f"{type(problem).__name__}: {str(problem).partition(chr(10))[0][:200]}"
