"""Large posts: how many there are at a time, in all and from one address, and how slow they may be.

A post is large once more of it has arrived than of an ordinary one. It then has a place until it is
answered, since it is in memory, and must keep arriving.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Final

from starlette.types import Message, Receive

from honjin.server.access.door import Door
from honjin.server.messages import refusals as no

USUAL: Final = 64_000
"""The most bytes of an ordinary post."""
MOST: Final = 8
EACH: Final = 2
"""The most large posts of one address."""
PATIENCE: Final = 10.0
"""Seconds for which a large post waits for a place."""
LEAST: Final = 32_000
"""Bytes of a large post that have to arrive each second, measured over these last seconds:"""
GRACE: Final = 5.0


class Uploads:
    """The large posts of a server."""

    def __init__(self, *, limits: bool) -> None:
        self._door = Door(MOST, EACH if limits else 0)
        self._freed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._door)

    async def body(self, receive: Receive, address: str, most: int, place: ExitStack) -> bytes:
        """Return a body of at most `most` bytes; a large one has a place until `place` closes.

        Raises TooLarge, TooSlow, or Busy if no place becomes free in time.
        """
        clock = asyncio.get_running_loop().time
        parts, size, more, until = list[bytes](), 0, True, None
        while more:
            message = await _next(receive, until)
            part, more = message.get("body", b""), message.get("more_body", False)
            parts.append(part)
            size += len(part)
            if size > most:
                raise no.TooLarge(f"expected at most {most} bytes")
            if until is not None:
                until = min(until + len(part) / LEAST, clock() + GRACE)
            elif size > USUAL:
                await self._enter(address, place)
                until = clock() + GRACE
        return b"".join(parts)

    async def _enter(self, address: str, place: ExitStack) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not self._door.enter(address):
                    await self._freed.wait()
        except TimeoutError:
            raise no.Busy("too many large requests at once; try again in a moment") from None
        place.callback(self._leave, address)

    def _leave(self, address: str) -> None:
        self._door.leave(address)
        self._freed.set()  # all that wait look again
        self._freed.clear()


async def _next(receive: Receive, until: float | None) -> Message:
    try:
        async with asyncio.timeout_at(until):
            return await receive()
    except TimeoutError:
        raise no.TooSlow(f"expected at least {LEAST} bytes a second") from None
