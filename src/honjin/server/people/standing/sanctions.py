"""Moderation status of persons: suspensions from chat or play, and forced names.

There are few, so each process holds all in memory, and reads new ones every two seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.db.sql import META, put
from honjin.server.messages.refusals import NotStored, Suspended
from honjin.server.people.names import alike
from honjin.server.people.people import NEWS, OVERLAP, PEOPLE, hold

What = Literal["chat", "play"]

STANDINGS: Final = sa.Table(
    "standings",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("chat_until", sa.BigInteger, nullable=False),
    sa.Column("chat_reason", sa.String(16), nullable=False),
    sa.Column("chat_note", sa.String(200), nullable=False),
    sa.Column("play_until", sa.BigInteger, nullable=False),
    sa.Column("play_reason", sa.String(16), nullable=False),
    sa.Column("play_note", sa.String(200), nullable=False),
    sa.Column("called", sa.String(40), nullable=False),
    sa.Column("refused", sa.String(200), nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)


class Sanctions(NamedTuple):
    """The sanctions against a person. Times are milliseconds.

    A guest keeps the name `called` until the guest chooses another; `refused` is the former one,
    normalised by `alike`.
    """

    person: str
    chat_until: int = 0
    chat_reason: str = ""
    chat_note: str = ""
    play_until: int = 0
    play_reason: str = ""
    play_note: str = ""
    called: str = ""
    refused: str = ""


class Suspension(NamedTuple):
    """A suspension: what a person may not do, and until when."""

    what: What
    until: int
    reason: str
    note: str


def sanctions_of(connection: sa.Connection, person: str) -> Sanctions:
    """The status of a person."""
    query = sa.select(*_SHOWN).where(STANDINGS.c.person == person)
    found = connection.execute(query).first()
    return Sanctions(*found) if found else Sanctions(person)


def put_sanctions(connection: sa.Connection, new: Sanctions, now: int) -> None:
    """Store the status of a person."""
    put(connection, STANDINGS, {**new._asdict(), "changed": now})


def suspend(connection: sa.Connection, person: str, new: Suspension, now: int) -> None:
    """Suspend a person from chat or play until a time; a time in the past lifts it."""
    fields: dict[str, Any] = {
        f"{new.what}_until": new.until, f"{new.what}_reason": new.reason,
        f"{new.what}_note": new.note,
    }  # fmt: skip
    hold(connection, person)  # another moderator may change the rest of it now
    put_sanctions(connection, sanctions_of(connection, person)._replace(**fields), now)


def forget_sanctions(connection: sa.Connection, person: str, now: int) -> None:
    """Forget the status of a deleted account, but for the times of suspensions in force."""
    mine = STANDINGS.c.person == person
    ended = sa.and_(STANDINGS.c.chat_until <= now, STANDINGS.c.play_until <= now)
    connection.execute(sa.delete(STANDINGS).where(mine, ended))
    texts = ("chat_reason", "chat_note", "play_reason", "play_note", "called", "refused")
    connection.execute(sa.update(STANDINGS).where(mine).values(dict.fromkeys(texts, "")))


def forget_old(connection: sa.Connection, now: int) -> None:
    """Forget suspensions of deleted accounts that have ended."""
    gone = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone")
    ended = sa.and_(STANDINGS.c.chat_until <= now, STANDINGS.c.play_until <= now)
    connection.execute(sa.delete(STANDINGS).where(STANDINGS.c.person.in_(gone), ended))


def has_sanctions(connection: sa.Connection, person: str) -> bool:
    """Whether anything is stored about a person's status."""
    mine = sa.select(STANDINGS.c.person).where(STANDINGS.c.person == person)
    return connection.scalar(mine) is not None


def call_guest(connection: sa.Connection, person: str, old: str, name: str, now: int) -> None:
    """Give a guest another name; the guest may then choose any name but the old one."""
    hold(connection, person)  # another moderator may change the rest of it now
    sanctions = sanctions_of(connection, person)
    put_sanctions(connection, sanctions._replace(called=name, refused=alike(old)), now)


def suspensions(sanctions: Sanctions, now: int) -> tuple[Suspension, ...]:
    """The suspensions in force."""
    both = (
        Suspension("chat", sanctions.chat_until, sanctions.chat_reason, sanctions.chat_note),
        Suspension("play", sanctions.play_until, sanctions.play_reason, sanctions.play_note),
    )
    return tuple(one for one in both if one.until > now)


_SHOWN: Final = tuple(STANDINGS.c[name] for name in Sanctions._fields)


class AllSanctions:
    """All sanctions, in memory. `on_refresh` is called when there are new ones."""

    def __init__(self, store: Database, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._known: dict[str, Sanctions] = {}
        self._newest = 0
        self.on_refresh: list[Callable[[], None]] = []
        self.on_change: list[Callable[[], None]] = []
        """Called when this process has changed one, to notify the others."""

    def of(self, person: str) -> Sanctions:
        """The status of a person."""
        return self._known.get(person) or Sanctions(person)

    def called(self, person: str) -> str:
        """The forced name of a guest; empty if there is none."""
        found = self._known.get(person)
        return found.called if found else ""

    def now(self, person: str) -> tuple[Suspension, ...]:
        """The suspensions of a person that are in force."""
        found = self._known.get(person)
        return suspensions(found, self._clock()) if found else ()

    def suspended(self, what: What) -> frozenset[str]:
        """All persons suspended from chat, or from play, now."""
        now = self._clock()
        return frozenset(
            person
            for person, one in self._known.items()
            if (one.chat_until if what == "chat" else one.play_until) > now
        )

    def require_unsuspended(self, person: str, what: What) -> None:
        """Raise Suspended if a person may not chat, or begin games, for now."""
        for one in self.now(person):
            if one.what == what:
                doing = "chatting" if what == "chat" else "beginning games"
                raise Suspended(f"{doing} is closed to you for now: {one.reason}")

    async def change(self, write: Callable[[sa.Connection], Any]) -> None:
        """Run a write and read its result."""
        await self._store.change(write)
        await self.changed()

    async def chosen(self, person: str) -> None:
        """Note that a person with a forced name has chosen another one."""
        known = self.of(person)
        if known.called:
            now, own = self._clock(), known._replace(called="")
            await self.change(lambda connection: put_sanctions(connection, own, now))

    async def changed(self) -> None:
        """Read sanctions that were changed here, and notify the others."""
        await self.refresh()
        for tell in self.on_change:
            tell()

    async def refresh(self) -> None:
        """Read new sanctions."""
        since = self._newest - OVERLAP
        query = sa.select(*_SHOWN, STANDINGS.c.changed).where(STANDINGS.c.changed > since)
        rows = await self._store.ask(lambda connection: list(connection.execute(query)))
        news = False
        for *fields, changed in rows:
            found = Sanctions(*fields)
            self._newest = max(self._newest, changed)
            news |= self._known.get(found.person) != found
            self._known[found.person] = found
        if news:
            for tell in self.on_refresh:
                tell()

    async def watch(self) -> None:
        """Read new sanctions until cancelled."""
        while True:
            await asyncio.sleep(NEWS)
            with contextlib.suppress(NotStored):
                await self.refresh()
