"""People by their ids: guests who played here, and accounts. `Store` keeps their tables.

A guest's row is written some time after the guest has played, for the name; an account's at once.
Every process holds the accounts and their names in memory: each request of a guest checks whether
its id has become an account's, and each check of a name whether it is taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.db.sql import META, insert
from honjin.server.messages.refusals import NoAccount, NotStored
from honjin.server.people.caller import Caller
from honjin.server.people.names import alike, skeleton

Kind = Literal["guest", "account", "gone"]

PEOPLE: Final = sa.Table(
    "people",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("member", sa.Boolean, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("mail", sa.String(254), unique=True),
)
NAMES: Final = sa.Table(
    "names",
    META,
    sa.Column("alike", sa.String(200), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),
)

NEWS: Final = 2.0
"""The most seconds until another process learns of a new account, even if the message that is sent
at once was lost."""
OVERLAP: Final = 60_000
"""Milliseconds by which the clocks of processes may differ, and a commit may last."""
FLUSH: Final = 10.0
"""Seconds after which visits are written."""
STALE: Final = 300_000
"""Milliseconds by which `seen` may be old."""
_HOLDING: Final = 7_018_004_001
"""Distinguishes the advisory locks on persons from others."""
MAX_SEEN: Final = 20_000
LATELY: Final = 30 * 24 * 3600 * 1000
"""A guest is found by name for this many milliseconds after the last visit."""


class Person(NamedTuple):
    """A person who played here. `kind` is "gone" for a deleted account: it has no name.

    A `member` may play where the club is closed. Times are milliseconds.
    """

    id: str
    name: str
    kind: Kind
    member: bool
    since: int
    seen: int

    @property
    def is_account(self) -> bool:
        """Whether the person can log in from any device."""
        return self.kind == "account"


class People:
    """Everybody by id. `clock` gives milliseconds; `on_refresh` is called when accounts change."""

    def __init__(self, store: Database, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self.on_refresh: list[Callable[[], None]] = []
        self.on_change: list[Callable[[], None]] = []
        """Called when this process has changed an account, to notify the others."""
        self._kinds: dict[str, Kind] = {}
        """The kinds of all but plain guests."""
        self._members: set[str] = set()
        self._names: dict[str, str] = {}
        """The owner of each name, normalised by `alike`; and the names of each account."""
        self._held: dict[str, dict[str, str]] = {}
        self._looks: dict[str, dict[str, None]] = {}
        """The owners of each `skeleton`: accounts of earlier versions may share one."""
        self._newest = 0
        self._seen: dict[str, str] = {}
        self._noted: dict[str, tuple[str, int]] = {}

    # ---- in memory

    def kind(self, person: str) -> Kind:
        """Whether an id is an account's or was one; otherwise it is a guest's."""
        return self._kinds.get(person, "guest")

    def is_gone(self, person: str) -> bool:
        """Whether a person's account was deleted."""
        return self.kind(person) == "gone"

    def is_member(self, person: str) -> bool:
        """Whether a person may play where the club is closed."""
        return person in self._members

    def owner(self, name: str) -> str | None:
        """The account that has or had a name, or one that looks like it."""
        known = self._names.get(alike(name))
        return known or next(iter(self._looks.get(skeleton(name), ())), None)

    # ---- by id

    async def find(self, ids: Collection[str]) -> dict[str, Person]:
        """The known persons with these ids. Guests become known after a few seconds."""
        query = sa.select(*_SHOWN).where(PEOPLE.c.id.in_(list(ids)))

        def read(connection: sa.Connection) -> dict[str, Person]:
            return {found.id: Person(*found) for found in connection.execute(query)}

        return await self._store.ask(read) if ids else {}

    async def named(self, name: str) -> Person | None:
        """The account with a name, or one that looks like it; a former name counts."""
        found = self.owner(name)
        return (await self.find([found])).get(found) if found else None

    async def guest_called(self, name: str) -> str | None:
        """The one guest of a name who has played here within a month; None if there are several."""
        since = self._clock() - LATELY
        query = sa.select(PEOPLE.c.id).where(
            PEOPLE.c.name == name, PEOPLE.c.kind == "guest", PEOPLE.c.seen >= since
        )
        found = await self._store.ask(lambda one: list(one.scalars(query.limit(2))))
        return found[0] if len(found) == 1 else None

    # ---- visits

    def saw(self, caller: Caller) -> None:
        """Note that a person did something; it is written later."""
        if len(self._seen) < MAX_SEEN:
            self._seen[caller.id] = caller.name

    async def flush(self) -> None:
        """Write the visits since the last call, unless the stored ones are recent enough."""
        now, seen = self._clock(), self._seen
        self._seen = {}
        news = [
            (who, name)
            for who, name in seen.items()
            if (old := self._noted.get(who)) is None or old[0] != name or now - old[1] > STALE
        ]
        if not news:
            return
        await self._store.change(lambda connection: _note(connection, news, now))
        if len(self._noted) > MAX_SEEN:
            self._noted.clear()
        self._noted.update({who: (name, now) for who, name in news})

    # ---- accounts that were made, renamed or deleted, here or by another process

    async def changed(self) -> None:
        """Read an account that was changed here, and notify the others."""
        await self.refresh()
        self.say()

    def say(self) -> None:
        """Make the others check again who is logged in, and under which name."""
        for tell in self.on_change:
            tell()

    async def refresh(self) -> None:
        """Read the accounts that have changed."""
        since = self._newest - OVERLAP
        people = sa.select(PEOPLE.c.id, PEOPLE.c.kind, PEOPLE.c.member, PEOPLE.c.changed).where(
            PEOPLE.c.changed > since, sa.or_(PEOPLE.c.kind != "guest", PEOPLE.c.member)
        )
        names = sa.select(NAMES.c.alike, NAMES.c.person, NAMES.c.name)
        if since > 0:
            changed = sa.select(PEOPLE.c.id).where(PEOPLE.c.changed > since)
            names = names.where(NAMES.c.person.in_(changed))

        def read(connection: sa.Connection) -> tuple[list[Any], list[Any]]:
            found = connection.execute(names)
            looks = [(key, person, skeleton(name)) for key, person, name in found]
            return list(connection.execute(people)), looks

        self._take(*await self._store.ask(read))

    def _take(self, people: Iterable[Any], names: Iterable[Any]) -> None:
        held: dict[str, dict[str, str]] = {}
        for key, person, look in names:
            held.setdefault(person, {})[key] = look
        news = False
        for person, kind, member, changed in people:
            self._newest = max(self._newest, changed)
            news |= self._learn_of(person, kind, member, held.get(person, {}))
        if news:
            for tell in self.on_refresh:
                tell()

    def _learn_of(self, person: str, kind: Kind, member: bool, names: dict[str, str]) -> bool:
        old = self._held.get(person, {})
        news = self.kind(person) != kind or old != names
        if kind != "guest":
            self._kinds[person], self._held[person] = kind, names
        for key in old.keys() - names:
            del self._names[key]
        for look in set(old.values()).difference(names.values()):
            self._looks[look].pop(person)
            if not self._looks[look]:
                del self._looks[look]
        self._names.update(dict.fromkeys(names, person))
        for look in names.values():
            self._looks.setdefault(look, {})[person] = None
        (self._members.add if member else self._members.discard)(person)
        return news

    async def watch(self) -> None:
        """Read changes and write visits until cancelled."""
        written = time.monotonic()
        while True:
            await asyncio.sleep(NEWS)
            with contextlib.suppress(NotStored):
                await self.refresh()
                if time.monotonic() - written >= FLUSH:
                    await self.flush()
                    written = time.monotonic()


_SHOWN: Final = (
    PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.kind, PEOPLE.c.member, PEOPLE.c.since, PEOPLE.c.seen,
)  # fmt: skip


def hold(connection: sa.Connection, person: str) -> str:
    """Let others that hold a person wait until this transaction ends; what kind of person it is.

    SQLite has one writer anyway. A new guest has no row yet that could be locked.
    """
    if connection.dialect.name == "postgresql":
        key = sa.func.hashtextextended(person, _HOLDING)
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(key)))
    query = sa.select(PEOPLE.c.kind).where(PEOPLE.c.id == person)
    return connection.scalar(query.with_for_update()) or ""


def hold_present(connection: sa.Connection, person: str) -> None:
    """Hold the caller of a request like that; NoAccount if the account was deleted.

    For some seconds another process may not know that, and nothing would remove what it makes.
    """
    if hold(connection, person) == "gone":
        raise NoAccount("the account was deleted")


def _note(connection: sa.Connection, seen: Iterable[tuple[str, str]], now: int) -> None:
    """Write visits; guests' names too, while accounts' names are written elsewhere."""
    rows = [
        {"id": who, "name": name, "kind": "guest", "member": False, "since": now, "seen": now,
         "changed": now}
        for who, name in seen
    ]  # fmt: skip
    put = insert(connection, PEOPLE)
    is_guest = PEOPLE.c.kind == "guest"
    name = sa.case((is_guest, put.excluded.name), else_=PEOPLE.c.name)
    columns = {"seen": put.excluded.seen, "name": name}
    connection.execute(
        put.on_conflict_do_update(
            index_elements=["id"], set_=columns, where=PEOPLE.c.kind != "gone"
        ),
        rows,
    )


def forget_guests(connection: sa.Connection, before: int) -> None:
    """Remove guests who have not been here since `before`."""
    old = sa.and_(PEOPLE.c.kind == "guest", PEOPLE.c.seen < before)
    connection.execute(sa.delete(PEOPLE).where(old))


def list_people(connection: sa.Connection, *, guests: bool) -> list[Person]:
    """The accounts, and guests if requested; the last seen first."""
    kinds = ("account", "guest") if guests else ("account",)
    query = sa.select(*_SHOWN).where(PEOPLE.c.kind.in_(kinds)).order_by(PEOPLE.c.seen.desc())
    return [Person(*found) for found in connection.execute(query)]
