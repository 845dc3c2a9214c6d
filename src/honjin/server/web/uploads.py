"""Large posts: how many there are at a time, in all and from one address, and how slow they may be.

A post is large once more of it has arrived than of an ordinary one. It then has a place until it is
answered, since it is in memory, and must keep arriving.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Final

from starlette.types import Message, Receive

from honjin.server.messages import refusals as no

USUAL: Final = 64_000
"""The most bytes of an ordinary post."""
MAX_AT_WORK: Final = 8
EACH: Final = 2
"""The most large posts of one address."""
PATIENCE: Final = 10.0
"""Seconds for which a large post waits for a place."""
LEAST: Final = 32_000
"""Bytes of a large post that have to arrive each second, measured over these last seconds:"""
GRACE: Final = 5.0


class _Upload:
    """A large post: it waits for a place, then arrives, then is answered."""

    def __init__(self, address: str, size: int, now: float) -> None:
        self.address, self.size, self.since = address, size, now
        self.came = asyncio.Event()
        self.limit: asyncio.Timeout | None = None
        """The timeout of the wait for the next bytes, if it waits for any."""
        self.is_displaced = False

    def rate(self, now: float) -> float:
        """The bytes a second so far."""
        return self.size / (now - self.since + 0.001)

    def displace(self) -> None:
        """Let another one have the place."""
        assert self.limit is not None
        self.is_displaced = True
        self.limit.reschedule(0)

    async def next(self, receive: Receive, until: float) -> Message:
        """The next bytes; TooSlow if they do not come in time, Busy if it was displaced."""
        try:
            async with asyncio.timeout_at(until) as self.limit:
                return await receive()
        except TimeoutError:
            if self.is_displaced:
                raise no.Busy("the place was needed for somebody else; try again") from None
            raise no.TooSlow(f"expected at least {LEAST} bytes a second") from None
        finally:
            self.limit = None


class Uploads:
    """The large posts of a server."""

    def __init__(self, *, limits: bool) -> None:
        self._each = EACH if limits else MAX_AT_WORK
        self._at_work: list[_Upload] = []
        self._waiting: list[_Upload] = []

    def __len__(self) -> int:
        return len(self._at_work)

    async def body(self, receive: Receive, address: str, most: int, place: ExitStack) -> bytes:
        """Return a body of at most `most` bytes; a large one has a place until `place` closes.

        Raises TooLarge, TooSlow, or Busy if no place becomes free in time, or another needs it.
        """
        clock = asyncio.get_running_loop().time
        parts, size, more, until = list[bytes](), 0, True, 0.0
        upload: _Upload | None = None
        while more:
            message = await (upload.next(receive, until) if upload else receive())
            part, more = message.get("body", b""), message.get("more_body", False)
            parts.append(part)
            size += len(part)
            if size > most:
                raise no.TooLarge(f"expected at most {most} bytes")
            if upload is not None:
                upload.size = size
                until = min(until + len(part) / LEAST, clock() + GRACE)
            elif size > USUAL:
                upload = await self._enter(address, size, place)
                until = clock() + GRACE
        return b"".join(parts)

    async def _enter(self, address: str, size: int, place: ExitStack) -> _Upload:
        clock = asyncio.get_running_loop().time
        new = _Upload(address, size, clock())
        place.callback(self._leave, new)
        self._waiting.append(new)
        self._hand_on()
        if not (new.came.is_set() or self._count(address)):
            self._make_room(clock())
        try:
            async with asyncio.timeout(PATIENCE):
                await new.came.wait()
        except TimeoutError:
            raise no.Busy("too many large requests at once; try again in a moment") from None
        new.since = clock()
        return new

    def _leave(self, upload: _Upload) -> None:
        for where in (self._waiting, self._at_work):
            if upload in where:
                where.remove(upload)
        self._hand_on()

    def _hand_on(self) -> None:
        """Give free places to those that wait, first to an address that has the fewest."""
        while len(self._at_work) < MAX_AT_WORK:
            may = [one for one in self._waiting if self._count(one.address) < self._each]
            if not may:
                return
            one = min(may, key=lambda one: self._count(one.address))
            self._waiting.remove(one)
            self._at_work.append(one)
            one.came.set()

    def _make_room(self, now: float) -> None:
        """Displace the slowest upload of an address that has most, if that leaves it another."""
        most = max(self._count(one.address) for one in self._at_work)
        arriving = [
            one for one in self._at_work if one.limit and self._count(one.address) == most > 1
        ]
        if arriving:
            min(arriving, key=lambda one: one.rate(now)).displace()

    def _count(self, address: str) -> int:
        """The places of an address, without those that are about to be left."""
        return sum(one.address == address and not one.is_displaced for one in self._at_work)
