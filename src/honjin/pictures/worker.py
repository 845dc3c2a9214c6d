"""A process that draws, started and controlled by `pictures.studio`.

In: one line, an `Order`. Out: a line, the `Done`, and then the picture. It ends when its input
does, so it never outlives its parent. Drawing runs native code that holds Python's lock for up to a
second, and would block everything else if it ran in the server.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.pictures.artist import Artist, Order

FRESH: Final = 500
"""The number of orders after which the drawings are reloaded, since they cache what they draw."""


class Done(msgspec.Struct, frozen=True):
    """The result of an order: the size in bytes of the picture that follows, or the problem."""

    size: int
    problem: str = ""


def main() -> None:
    """Draw the orders on standard input."""
    with suppress(AttributeError, OSError):
        os.nice(5)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keep prints out of the answers
    left = 0
    artist: Artist | None = None
    for line in sys.stdin.buffer:
        if artist is None or left == 0:
            if artist is not None:
                artist.close()
            artist, left = Artist(), FRESH
        left -= 1
        done, picture = _draw(artist, line)
        with suppress(BrokenPipeError):  # whoever ordered it was killed: there is no next order
            out.write(msgspec.json.encode(done) + b"\n" + picture)
            out.flush()
    if artist is not None:
        artist.close()


def _draw(artist: Artist, line: bytes) -> tuple[Done, bytes]:
    try:
        picture = msgspec.json.decode(line, type=Order).by(artist)
    except HonjinError as problem:
        return Done(0, str(problem)), b""
    except Exception as problem:
        return Done(0, f"{type(problem).__name__}: {problem}"), b""
    return Done(len(picture)), picture
