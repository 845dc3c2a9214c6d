"""Login sessions: each request names one, which is looked up and cached briefly.

An ended session is refused at once by this process, and by others when they are notified, some
milliseconds later, or `FRESH` seconds later if the message was lost. Open streams end by then too.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.messages.refusals import NotStored
from honjin.server.people.accounts.logins import SESSIONS, hashed
from honjin.server.people.auth import Ticket
from honjin.server.people.caller import Caller
from honjin.server.people.people import PEOPLE, People

FRESH: Final = 3.0
STALE: Final = 300_000
"""Milliseconds by which the recorded last use of a session may be old."""
MAX_KEPT: Final = 20_000


class _Known(NamedTuple):
    caller: Caller
    until: float
    begun: int


class Sessions:
    """The sessions of this server."""

    def __init__(self, store: Database, people: People, clock: Callable[[], int]) -> None:
        self._store, self._people, self._clock = store, people, clock
        self._known: dict[str, _Known] = {}
        self._renewed = 0.0
        """Sessions looked up before this time are looked up again."""
        self._used: set[str] = set()
        self._noted: dict[str, int] = {}
        self._streams: dict[str, set[Callable[[], None]]] = {}

    async def check(self, ticket: Ticket) -> Caller | None:
        """The owner of a session; None if it has ended."""
        key = hashed(ticket.token)
        known = self._known.get(key)
        if known is None or known.until < max(time.monotonic(), self._renewed + FRESH):
            found = await self._find(key)
            if found is None:
                self.forget([key])
                return None
            known = self._keep(key, *found)
        if known.caller.id != ticket.person:
            return None
        self._used.add(key)
        self._people.saw(known.caller)
        return known.caller

    def begun(self, key: str) -> int:
        """When a session that was just checked began: the last login."""
        known = self._known.get(key)
        return known.begun if known else 0

    async def _find(self, key: str) -> tuple[Caller, int] | None:
        query = (
            sa.select(PEOPLE.c.id, PEOPLE.c.name, SESSIONS.c.made)
            .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
            .where(SESSIONS.c.id == key, PEOPLE.c.kind == "account")
        )
        found = await self._store.ask(lambda connection: connection.execute(query).first())
        return (Caller(found.id, found.name), found.made) if found else None

    def _keep(self, key: str, caller: Caller, begun: int) -> _Known:
        if len(self._known) >= MAX_KEPT:
            self._known.clear()
        known = self._known[key] = _Known(caller, time.monotonic() + FRESH, begun)
        return known

    def forget(self, keys: Collection[str]) -> None:
        """These sessions have ended: end their streams too."""
        for key in keys:
            self._known.pop(key, None)
            for end in list(self._streams.get(key, ())):
                end()

    def forget_names(self, person: str) -> None:
        """A person has another name: look it up again."""
        for key in self._of(person):
            del self._known[key]

    def forget_person(self, person: str, but: str = "") -> None:
        """All sessions of a person have ended, except one."""
        self.forget([key for key in self._of(person) if key != but])

    def _of(self, person: str) -> list[str]:
        return [key for key, known in self._known.items() if known.caller.id == person]

    # ---- streams

    @contextlib.contextmanager
    def stream(self, session: str, end: Callable[[], None]) -> Iterator[None]:
        """A context for an open stream of a session; `end` is called when the session ends."""
        if not session:
            yield
            return
        self._streams.setdefault(session, set()).add(end)
        try:
            yield
        finally:
            mine = self._streams[session]
            mine.discard(end)
            if not mine:
                del self._streams[session]

    def is_open(self, session: str) -> bool:
        """Whether a window of a session has a stream in this process."""
        return session in self._streams

    async def renew(self) -> None:
        """Another process has ended sessions or renamed people: look everything up again.

        When a session began does not change; a request that is being answered may need it.
        """
        self._renewed = time.monotonic()
        await self.look()

    async def look(self) -> None:
        """End the streams of sessions that another process has ended."""
        mine = list(self._streams)
        query = sa.select(SESSIONS.c.id).where(SESSIONS.c.id.in_(mine))
        if mine:
            left = await self._store.ask(lambda connection: set(connection.scalars(query)))
            self.forget([key for key in mine if key not in left])
            self._used.update(left)

    # ---- last uses

    async def flush(self) -> None:
        """Write the uses of sessions since the last time, where they are news."""
        now, used = self._clock(), self._used
        self._used = set()
        news = [key for key in used if now - self._noted.get(key, 0) > STALE]
        if not news:
            return
        use = sa.update(SESSIONS).where(SESSIONS.c.id.in_(news)).values(seen=now)
        await self._store.change(lambda connection: connection.execute(use))
        if len(self._noted) > MAX_KEPT:
            self._noted.clear()
        self._noted.update(dict.fromkeys(news, now))

    async def watch(self) -> None:
        """Check sessions and write uses until cancelled."""
        while True:
            await asyncio.sleep(FRESH)
            with contextlib.suppress(NotStored):
                await self.look()
                await self.flush()


_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_of(agent: str) -> str:
    """A browser and its system in two words, too coarse to identify it.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox · Linux'
    """
    parts = (
        next((name for mark, name in marks if re.search(rf"\b{mark}\b", agent[:400])), "")
        for marks in (_BROWSERS, _SYSTEMS)
    )
    return " · ".join(filter(None, parts))
