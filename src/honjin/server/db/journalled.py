"""Things that are the replay of a journal of events, such as studies and tournaments.

    study_events    study  n   body              event n of a study, as JSON
                    k3v…   0   {"e":"created",…}

Any process may change any of them. Events are appended at the end of what was read; of two
concurrent writers the journal's key admits one, and the other decides again on what is there then.
Journals are only appended to, so a replay that is kept in memory is brought up to date by the
events that it does not have yet.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import told_if_damaged
from honjin.server.db.database import Database
from honjin.server.db.processes.members import Members
from honjin.server.db.sql import META
from honjin.server.messages.refusals import NotStored, Refused

log = logging.getLogger(__name__)

TRIES: Final = 10

_encode = msgspec.json.Encoder().encode


class Event(msgspec.Struct, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base of all events, with the time in milliseconds since 1970."""

    at: int


def write_event(event: Event) -> str:
    """An event as one line of JSON."""
    return _encode(event).decode()


class Journalled:
    """The replay of a journal. Read its fields; change it only by `take`."""

    HANDLERS: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]]
    """Methods that apply the events after the first one."""

    def __init__(self, id: str, first: Any) -> None:
        self.id = id
        self.count, self.changed = 1, first.at
        """The number of events, which is also the version, and the time of the last one."""

    @classmethod
    def fold(cls, id: str, journal: Iterable[Event]) -> Self:
        """Replay a journal from its first event."""
        first, *rest = journal
        found = cls(id, first)
        for event in rest:
            found.take(event)
        return found

    def take(self, event: Event) -> None:
        """Apply the next event."""
        self.HANDLERS[type(event)](self, event)
        self.count += 1
        self.changed = event.at

    def after(self, events: Iterable[Event]) -> Self:
        """The state after some more events; this one stays as it is."""
        found = type(self).__new__(type(self))
        for name, value in vars(self).items():
            is_changed = isinstance(value, dict | list | deque)
            setattr(found, name, value.copy() if is_changed else value)
        for event in events:
            found.take(event)
        return found


J = TypeVar("J", bound=Journalled)


class JournalTable(Generic[J]):
    """The journals of one kind of thing. Methods take a connection, for `Database.ask`."""

    def __init__(self, what: str, kind: type[J], events: Any) -> None:
        self.what, self._kind = what, kind
        self._events = sa.Table(
            f"{what}_events",
            META,
            sa.Column(what, sa.String(32), primary_key=True),
            sa.Column("n", sa.Integer, primary_key=True),
            sa.Column("body", sa.Text, nullable=False),
        )
        self._id, self._n = self._events.c[what], self._events.c.n
        self.read_event: Callable[[str], Any] = msgspec.json.Decoder(events).decode

    def append(
        self, connection: sa.Connection, id: str, first: int, events: Iterable[Event]
    ) -> int:
        """Store events from number `first` on; return their bytes.

        IntegrityError if another process has stored events with these numbers.
        """
        bodies = [write_event(event) for event in events]
        rows = [{self.what: id, "n": first + n, "body": body} for n, body in enumerate(bodies)]
        connection.execute(self._events.insert(), rows)
        return sum(len(body.encode()) for body in bodies)

    def read(self, connection: sa.Connection, id: str, first: int = 0) -> list[Any]:
        """The events from number `first` on; Damaged if one of them cannot be read."""
        query = sa.select(self._events.c.body).where(self._id == id, self._n >= first)
        with told_if_damaged(f"{self.what} {id}"):
            return [self.read_event(body) for body in connection.scalars(query.order_by(self._n))]

    def load(self, connection: sa.Connection, id: str, known: J | None = None) -> J | None:
        """The newest state, made from one that is `known`; None if there is no journal."""
        last = connection.scalar(sa.select(sa.func.max(self._n)).where(self._id == id))
        if last is None:
            return None
        if known is not None and last < known.count:
            return known
        events = self.read(connection, id, known.count if known else 0)
        with told_if_damaged(f"{self.what} {id}"):
            return known.after(events) if known else self._kind.fold(id, events)

    def remove(self, connection: sa.Connection, id: str) -> None:
        """Remove a journal."""
        connection.execute(sa.delete(self._events).where(self._id == id))


class JournalledService(ABC, Generic[J]):
    """The things of one kind on a server: found, changed by several people at once, and told.

    `on_change` is called with the id of each that has changed, in whatever process.
    """

    MAX_HERE: ClassVar[int]
    """The number of them that are kept in memory."""

    def __init__(self, journal: JournalTable[J], store: Database, members: Members) -> None:
        self.on_change: list[Callable[[str], None]] = []
        self._journal, self._store, self._members = journal, store, members
        self._here: OrderedDict[str, J] = OrderedDict()
        members.topics[journal.what] = lambda _sender, id: self._changed(id)

    @abstractmethod
    def unknown(self, id: str) -> Refused:
        """The refusal for one that does not exist."""

    @abstractmethod
    def append(
        self, connection: sa.Connection, first: int, events: Sequence[Any], after: J
    ) -> None:
        """Store events from number `first` on, and what else is stored of the state after them."""

    async def find(self, id: str) -> J:
        """The current state; a refusal if there is none."""
        found = await self.made(id)
        if found is None:
            raise self.unknown(id)
        return found

    async def made(self, id: str) -> J | None:
        """The current state, if there is one."""
        known = self._here.get(id)
        found = await self._store.ask(partial(self._journal.load, id=id, known=known))
        if found is None:
            self._here.pop(id, None)
            return None
        return self._keep(found)

    def _keep(self, found: J) -> J:
        here = self._here.get(found.id)
        if here is not None and here.count > found.count:
            return here
        self._here[found.id] = found
        self._here.move_to_end(found.id)
        while len(self._here) > self.MAX_HERE:
            self._here.popitem(last=False)
        return found

    async def add(self, new: J, write: Callable[[sa.Connection], object]) -> J:
        """Store a new one; if the same order has stored it meanwhile, that is the answer."""
        try:
            await self._store.change(write)
        except sa.exc.IntegrityError:
            return await self.find(new.id)
        self._keep(new)
        self.tell(new.id)
        return new

    async def change(
        self, id: str, decide: Callable[[J], Sequence[Any]],
        also: Callable[[sa.Connection], object] = lambda _: None,
    ) -> J:  # fmt: skip
        """Append the events that `decide` returns, whatever others append in the meantime.

        `also` is a write that is stored with them, or not at all.
        """
        for n in range(TRIES):
            before = await self.find(id)
            events = decide(before)
            if not events:
                return before
            after = await asyncio.to_thread(before.after, events)
            write = partial(self._write, before.count, events, after, also)
            try:
                await self._store.change(write)
            except sa.exc.IntegrityError:
                log.info("%s %s: another process was quicker", self._journal.what, id)
                await asyncio.sleep(0.01 * n)
                continue
            self._keep(after)
            self.tell(id)
            return after
        raise NotStored("others were quicker each time; nothing was changed")

    def _write(
        self, first: int, events: Sequence[Any], after: J,
        also: Callable[[sa.Connection], object], connection: sa.Connection,
    ) -> None:  # fmt: skip
        self.append(connection, first, events, after)
        also(connection)

    def tell(self, id: str) -> None:
        """Tell the windows here and the other processes that one has changed."""
        self._members.tell(self._journal.what, id)
        self._changed(id)

    def _changed(self, id: str) -> None:
        for tell in self.on_change:
            tell(id)
