"""All that happens at a person's tables, as one stream of server-sent events, made for programs.

    event: challenge   data: a Challenge    a seat is reserved for the caller
    event: declined    data: a Challenge    a seat that the caller had reserved is not taken
    event: begun       data: a Begun        a game of the caller's has begun
    event: turn        data: a YourTurn     a seat of the caller's has new choices
    event: over        data: an Ended       a game of the caller's is over

A stream begins with the current state: open challenges, running games, seats that can act. Nothing
is queued: the stream remembers what it last sent about each table and, when woken, sends the
difference from the current state. A client that was away gets the current state and need not know
what came before. Each event also has an `id`, the time when its table last changed; with the header
Last-Event-ID the stream also reports the games that have ended since then (and up to a minute
before, so an event may come twice).

An event reveals no more, and comes at no other time, than the table's own page for the same seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.live.live import Live
from honjin.server.tables.messages import answers
from honjin.server.tables.session.challenges import expires
from honjin.server.tables.session.outcome import unfair_seats, unfair_table
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.rows import HOLDERS, TABLES
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import Table
from honjin.server.tables.view.parts import outcome_told
from honjin.server.web.sse import STILL_HERE, Events, Listener, Receive, Send, event, serve

MAX_TABLES: Final = 200
"""The most tables that a stream follows: those that changed last."""
MAX_PER_PERSON: Final = 8
LATE: Final = 60_000
"""Milliseconds by which an earlier change may be reported later."""

_encode = msgspec.json.Encoder().encode


class _Reported(NamedTuple):
    """The facts sent about a table: seats reserved for and by the person, seats held, turns."""

    status: str = ""
    received: tuple[int, ...] = ()
    sent: tuple[tuple[int, str], ...] = ()
    turns: tuple[tuple[int, int, bool], ...] = ()


NOTHING: Final = _Reported()


class PersonStream(Listener):
    """One open stream of a person. `since`: games that ended earlier have been reported."""

    def __init__(self, caller: Caller, since: int | None = None) -> None:
        super().__init__()
        self.caller, self.since = caller, since
        self.changed: dict[str, None] = {}
        """The tables to check, in the order in which they changed."""
        self.check_all = False
        """`check_all`: all tables are to be checked."""
        self._reported: dict[str, _Reported] = {}

    def note_all(self, tables: Iterable[str]) -> None:
        """Note that these tables, and those reported before, may have changed."""
        self.changed |= dict.fromkeys((*self._reported, *tables))

    def note(self, table: str) -> None:
        """Note that one of the person's tables has changed."""
        self.changed[table] = None
        self.wake()

    def news(self, room: Room, *, ended: bool = False) -> bytes:
        """Return the events for what is new at a table; `ended`: also if it was over before."""
        old, now = self._reported.get(room.id, NOTHING), _state_of(room, self.caller.id)
        known = room.id in self._reported
        if not known and (
            (now.status == "over" and not ended) or len(self._reported) >= MAX_TABLES
        ):
            return b""
        if now.status == "over":
            self._reported.pop(room.id, None)
        else:
            self._reported[room.id] = now
        parts = _events(room, self.caller, old, now)
        return b"".join(b"id: %d\n%b" % (room.changed, part) for part in parts)


class Streams:
    """The streams of all persons."""

    def __init__(self, tables: LiveTables, store: Store, live: Live) -> None:
        self._tables, self._store, self._live = tables, store, live
        self._open: dict[str, set[PersonStream]] = {}
        self._closing = False
        self._unknown: set[str] = set()
        """Tables that changed elsewhere, for which the people concerned are yet to be found."""
        self._finding: asyncio.Task[None] | None = None
        tables.tell.append(self.heard)

    def people(self) -> Iterator[tuple[str, str]]:
        """The people with a stream open, as (guest, name)."""
        for who, streams in self._open.items():
            yield who, next(iter(streams)).caller.name

    def count(self) -> int:
        """The number of open streams."""
        return sum(map(len, self._open.values()))

    def heard(self, table: Table) -> None:
        """Make the streams of the people concerned check a table, which has changed."""
        if not self._open:
            return
        room = table.room
        persons = {one.who for one in room.holders if one and one.kind == "person"}
        for who in {*persons, room.opened.by, *(who for who, _ in room.reserved.values())}:
            for stream in self._open.get(who, ()):
                stream.note(room.id)

    def hear(self, ends: Iterable[tuple[str, int]]) -> None:
        """Note that tables have changed, perhaps in another process; skips those in memory here."""
        if self._open and not self._closing:
            self._unknown |= {table for table, _ in ends if self._tables.here(table) is None}
            if self._unknown and self._finding is None:
                self._finding = asyncio.create_task(self._find())

    async def _find(self) -> None:
        """Make the streams of the people concerned check tables that other processes changed."""
        try:
            while self._unknown and not self._closing:
                tables, self._unknown = self._unknown, set()
                query = sa.select(HOLDERS.c.guest, HOLDERS.c.table_id).where(
                    HOLDERS.c.table_id.in_(tables), HOLDERS.c.guest.in_(list(self._open))
                )
                for who, table in await self._store.ask(partial(_all, query)):
                    for stream in self._open.get(who, ()):
                        stream.note(table)
        except no.NotStored:  # the streams check all tables when the database is back
            pass
        finally:
            self._finding = None

    def look_again(self) -> None:
        """Check all tables: a change may have been missed."""
        for streams in self._open.values():
            for stream in streams:
                stream.check_all = True
                stream.wake()

    def close(self) -> None:
        """End all streams: the server is stopping."""
        self._closing = True
        for streams in self._open.values():
            for stream in streams:
                stream.wake()

    def join(self, stream: PersonStream) -> None:
        """Add a stream; TooMany if the person has too many."""
        here = self._open.setdefault(stream.caller.id, set())
        if len(here) >= MAX_PER_PERSON:
            raise no.TooMany(f"at most {MAX_PER_PERSON} streams at the same time")
        here.add(stream)
        if len(here) == 1:
            self._live.come(stream.caller)

    def leave(self, stream: PersonStream) -> None:
        """Remove a stream."""
        here = self._open[stream.caller.id]
        here.discard(stream)
        if not here:
            del self._open[stream.caller.id]
            self._live.go(stream.caller.id)

    async def listen(self, stream: PersonStream, receive: Receive, send: Send) -> None:
        """Stream to a stream that has joined, until it closes or the server stops."""
        try:
            await serve(stream, receive, send, partial(self._stream, stream), STILL_HERE)
        finally:
            self.leave(stream)

    async def _stream(self, stream: PersonStream, events: Events) -> None:
        news = await self._beginning(stream)
        while not (stream.closed or self._closing):
            await events.tell(news)
            await stream.sleep(events.rest())
            if stream.check_all:
                stream.check_all = False
                _, here = await self._store.ask(lambda connection: _own(connection, stream))
                stream.note_all(here)
            news = b"".join([await self._look(stream, table) for table in _taken(stream)])

    async def _beginning(self, stream: PersonStream) -> bytes:
        """Return the current state, and with `since` what ended after it."""
        ended, here = await self._store.ask(lambda connection: _own(connection, stream))
        parts = [await self._look(stream, table, ended=True) for table in ended]
        return b"".join([*parts, *[await self._look(stream, table) for table in here]])

    async def _look(self, stream: PersonStream, table: str, *, ended: bool = False) -> bytes:
        """Return the news of a table; empty for a table that these rules cannot play."""
        with contextlib.suppress(no.UnknownTable, HonjinError):
            return stream.news((await self._tables.ready(table)).room, ended=ended)
        return b""


def _all(query: sa.Select[Any], connection: sa.Connection) -> list[tuple[str, str]]:
    return [(who, table) for who, table in connection.execute(query)]


def _taken(stream: PersonStream) -> list[str]:
    taken, stream.changed = list(stream.changed), {}
    return taken


def _own(connection: sa.Connection, stream: PersonStream) -> tuple[list[str], list[str]]:
    """The person's tables that ended after `since`, and those that are not over, oldest first."""
    query = (
        sa.select(TABLES.c.id)
        .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        .where(HOLDERS.c.guest == stream.caller.id)
        .order_by(TABLES.c.changed.desc())
        .limit(MAX_TABLES)
    )
    here = list(connection.scalars(query.where(HOLDERS.c.ended == 0)))
    ended: list[str] = []
    if stream.since is not None:
        late = HOLDERS.c.ended >= max(1, stream.since - LATE)
        ended = list(connection.scalars(query.where(late)))
    return ended[::-1], here[::-1]


def _state_of(room: Room, person: str) -> _Reported:
    """Return what there is to report to a person about a table now."""
    sent = tuple((seat, name) for seat, (_, name) in room.reserved.items())
    return _Reported(
        room.status,
        tuple(seat for seat, (who, _) in room.reserved.items() if who == person),
        sent if room.opened.by == person else (),
        tuple(_turns(room, person)) if room.status == "running" else (),
    )


def _turns(room: Room, person: str) -> Iterator[tuple[int, int, bool]]:
    """The person's seats that can act, with the version since which their choices are the same."""
    for seat in room.seats_of(person):
        if seat in room.may_act and room.substitutes[seat] is None:
            first = room.renewed[seat]
            if room.game.has_secrets:
                first = room.versions[seat].told(first)
            yield seat, first, seat in room.must_act


def _events(room: Room, caller: Caller, old: _Reported, now: _Reported) -> Iterator[bytes]:
    """The events for the change of a table from `old` to `now`."""
    own = room.seats_of(caller.id)
    for seat in now.received:
        if seat not in old.received:
            yield _encoded(b"challenge", challenge(room, seat, caller.name))
    for seat, name in old.sent:
        if (seat, name) not in now.sent and now.status == "open" and room.holders[seat] is None:
            yield _encoded(b"declined", challenge(room, seat, name))
    if own and now.status == "running" != old.status:
        yield _encoded(
            b"begun", answers.Begun(room.id, room.game.key, dict(room.play.options), own)
        )
    for seat, first, awaited in now.turns:
        if (seat, first, awaited) not in old.turns:
            yield _encoded(b"turn", answers.YourTurn(room.id, seat, first, awaited))
    if own and now.status == "over" != old.status:
        yield _encoded(b"over", answers.Ended(room.id, room.game.key, own, outcome_told(room)))


def challenge(room: Room, seat: int, name: str) -> answers.Challenge:
    """Describe a seat that is reserved for the person with a name."""
    options = dict(room.play.options)
    opened = room.opened
    rated = not (unfair_table(room) or unfair_seats(room))
    return answers.Challenge(
        room.id, room.game.key, options, seat, opened.name, name, opened.time, rated, opened.by,
        expires(opened.at, opened.time),
    )  # fmt: skip


def _encoded(name: bytes, message: Any) -> bytes:
    return event(name, _encode(message))
