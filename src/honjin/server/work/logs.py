"""The server's log: what failed and where, and nothing that people wrote.

The message of an exception contains whatever it was raised over: a name, a line of chat, the
parameters of a statement. So a traceback has the places and the types of exceptions, without
messages. The possible lines are a closed list in docs/hosting.md.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any, Final

FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class PlainFormatter(logging.Formatter):
    """Writes tracebacks without the messages of exceptions."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; a text cached by another handler is not used."""
        record.exc_text = None
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the interface)
        """The places, the innermost last, and the type of each exception."""
        return "\n".join(_lines(ei[1])) if ei[1] is not None else ""


def _lines(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _lines(before)
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__module__}.{type(error).__qualname__}"


def set_up(is_left_out: Callable[[logging.LogRecord], bool]) -> None:
    """Write warnings and errors to the standard error output, unless they are left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(lambda record: not is_left_out(record))
    handler.setFormatter(PlainFormatter(FORM))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def first_line(problem: BaseException) -> str:
    """The type and first line of a database error: the rest would show what was stored."""
    return f"{type(problem).__name__}: {str(problem).partition(chr(10))[0][:200]}"
