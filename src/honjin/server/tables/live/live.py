"""Subscriptions: browser windows that follow a table, through server-sent events.

    id: <version>          event: view       data: a View with the lines of the log that are new
                           event: change     data: a Change, if changes are asked for
                           event: chat       data: a ChatLine
                           event: presence   data: a Presence
                           event: thinking   data: a Thinking
                           event: beat       data: a Beat, after 15 seconds without anything else

A subscription remembers what it was last sent and, when woken, is sent the difference from the
current state. A slow one skips to the newest view, and nothing is ever queued.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

import msgspec

from honjin.server.messages import refusals as no
from honjin.server.people.caller import HIDDEN_SEAT, NOBODY, Caller
from honjin.server.tables.clocks.absence import Absence
from honjin.server.tables.live.presence import Elsewhere
from honjin.server.tables.messages import answers
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening
from honjin.server.tables.session.viewer import readable_seats, since_of, viewer_of
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.table import Table
from honjin.server.tables.view.parts import chat_lines
from honjin.server.web.sse import Events, Listener, Receive, Send, event, serve

MAX_PER_GUEST: Final = 40
EVERYWHERE: Final = "*"
"""Sent in place of a table: the guest is present at all of their tables."""
_encode = msgspec.json.Encoder().encode
NOBODY_THINKS: Final = _encode(answers.Thinking())
_NO_GUESTS: Final[Mapping[str, int]] = MappingProxyType({})


class Subscription(Listener):
    """A browser window's subscription to a table, with what it was last sent."""

    def __init__(
        self, table: str, caller: Caller, asked: int | None, since: int,
        hidden: frozenset[str] = frozenset(), is_gone: Callable[[str], bool] = lambda _: False,
        *, changes: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self._is_gone, self._changes = is_gone, changes
        self._shown: answers.View | None = None
        """The view that it has, if it is sent changes."""
        self.hidden = hidden
        """People whose lines of chat are left out."""
        self.table, self.caller, self.asked = table, caller, asked
        self.since, self.version, self.heard = since, 0, 0
        self.readable: tuple[int, ...] | None = None
        self.key: tuple[int, int, int] | None = None
        """The key of the view that was sent last."""
        self.online: frozenset[str] = frozenset()
        self.absent: tuple[int, ...] = ()
        self.thought = NOBODY_THINKS

    def news(
        self, table: Table, online: frozenset[str], absent: tuple[int, ...], thinking: bytes,
        now: int = 0,
    ) -> bytes:  # fmt: skip
        """Return the events that bring it up to date; empty if it is."""
        room, parts = table.room, []
        if self.version != room.version:
            self.version = room.version
            viewer = self._viewer(room)
            key = table.painter.view_key(viewer, self.caller)
            if self.key != key:
                parts.append(self._view(table, online, key, now))
        if self.heard < room.talk.heard:
            viewer, readable = self._viewer(room), readable_seats(room, self.caller, self.asked)
            lines = chat_lines(room, viewer, self.caller, self._chat(room, readable), self.heard)
            parts += [event(b"chat", _encode(line)) for line in lines]
            self.heard = room.talk.heard
        if (self.online, self.absent) != (online, absent):
            parts.append(event(b"presence", _encode(presence(room, online, absent))))
            self.online, self.absent = online, absent
        if self.thought != thinking:
            parts.append(event(b"thinking", thinking))
            self.thought = thinking
        return b"".join(parts)

    def _view(
        self, table: Table, online: frozenset[str], key: tuple[int, int, int], now: int
    ) -> bytes:
        room, before, (viewer, version, _) = table.room, self.key, key
        self.online = online  # a view has it too
        if before is None:
            since = since_of(room, self.caller, self.asked, self.since)
        else:
            since = before[1] if before[0] == viewer or not room.game.has_secrets else 0
        readable = readable_seats(room, self.caller, self.asked)
        is_new = self.readable != readable
        if is_new:
            self.readable, self.heard = readable, room.talk.heard
        self.key, had, painter = key, self._shown, table.painter
        if self._changes:
            self._shown = shown = painter.shown(viewer, self.caller, online)
            if had is not None and before and before[0] == viewer and not is_new:
                change = painter.change(had, shown, viewer, now)
                return b"id: %d\n%b" % (version, event(b"change", change))
        chat = self._chat(room, readable) if is_new else None
        view = painter.view(viewer, self.caller, online, since, chat=chat, now=now)
        return b"id: %d\n%b" % (version, event(b"view", view))

    def _chat(self, room: Room, readable: tuple[int, ...]) -> Listening:
        return Listening(readable, self.hidden, room.talk.gone(self._is_gone))

    def _viewer(self, room: Room) -> int:
        try:
            return viewer_of(room, self.caller, self.asked)
        except no.NotYourSeat:  # the seat was left while the window was open
            return viewer_of(room, self.caller, HIDDEN_SEAT)


class _Either:
    """The union of two containers."""

    def __init__(self, one: Container[str], other: Container[str]) -> None:
        self.one, self.other = one, other

    def __contains__(self, item: object) -> bool:
        return item in self.one or item in self.other


class Live:
    """All subscriptions of this process, by table, and those that other processes report."""

    def __init__(self, tables: LiveTables, away: float, elsewhere: Elsewhere) -> None:
        self._tables, self.elsewhere = tables, elsewhere
        self._absence = Absence(away)
        self.leap = self._absence.leap
        self._subscriptions: dict[str, set[Subscription]] = {}
        self._guests: dict[str, Counter[str]] = {}
        """The number of subscriptions that each guest has at a table."""
        self._everywhere: dict[str, tuple[str, int]] = {}
        """Guests who follow all their tables at once (`Streams`): name, and since when."""
        self._closing = False
        self._thinking: dict[str, bytes] = {}
        self._own_thinking: dict[str, answers.Thinking] = {}
        """The last reports about the bots that think in this process."""
        self._came: dict[tuple[str, str], int] = {}
        """When the first window of a guest at a table was opened."""
        self.gone: list[Callable[[str, str], None]] = []
        """Called with a table and a guest whose last window there in this process was closed."""
        tables.tell.append(lambda table: self.wake(table.room.id))
        elsewhere.tell_all, elsewhere.tell_gone = self._windows, self._gone
        elsewhere.came, elsewhere.left = self._came_elsewhere, self._left_elsewhere
        elsewhere.thinks, elsewhere.renamed = self._show_thinking, self._rename_here

    def guests(self, table: str) -> Container[str]:
        """The guests who have a window open at a table, or who follow all their tables."""
        here, elsewhere = self._guests.get(table, _NO_GUESTS), self.elsewhere.here
        if not (elsewhere or self._everywhere):
            return here
        there = elsewhere.get(table)
        found: Container[str] = here.keys() | there.keys() if there else here
        everywhere = self._everywhere.keys() | elsewhere.get(EVERYWHERE, {}).keys()
        return _Either(found, everywhere) if everywhere else found

    def come(self, caller: Caller) -> None:
        """Note that a caller follows all their tables from now on, and so is present at each."""
        now = self._tables.clock()
        self._everywhere[caller.id] = (caller.name, now)
        self.elsewhere.tell_came(EVERYWHERE, caller.id, caller.name, now)
        self._note_everywhere(caller.id, now, came=True)

    def go(self, guest: str) -> None:
        """Note that a guest no longer follows all their tables."""
        now = self._tables.clock()
        self._everywhere.pop(guest, None)
        self.elsewhere.tell_left(EVERYWHERE, guest, now, sits=False)
        self._note_everywhere(guest, now, came=False)

    def _note_everywhere(self, guest: str, when: int, *, came: bool) -> None:
        if not came:
            self._absence.leave(guest, when)
        for table in list(self._subscriptions):
            room = self._tables.here(table)
            if room is not None and room.seats_of(guest):
                self._note_guest(table, guest, when, came=came)

    def online(self, room: Room) -> frozenset[str]:
        """The persons on the table's seats who have a window open there."""
        return frozenset(filter(self.guests(room.id).__contains__, room.held))

    def people(self) -> Iterator[tuple[str, str]]:
        """The guests with a window open, as (guest, name)."""
        for subscriptions in self._subscriptions.values():
            for subscription in subscriptions:
                yield subscription.caller.id, subscription.caller.name
        yield from self.elsewhere.people()

    def absent(self, room: Room) -> tuple[int, ...]:
        """The seats that the table waits for and whose persons have been away for too long."""
        return self._absence.at(room, self.online(room), self._tables.clock())[0]

    def rename(self, caller: Caller) -> None:
        """Give a guest's windows the guest's new name, at all processes."""
        self._rename_here(caller.id, caller.name)
        self.elsewhere.tell_renamed(caller.id, caller.name)

    def _rename_here(self, guest: str, name: str) -> None:
        for window in self.windows_of(guest):
            window.caller = window.caller._replace(name=name)
        if guest in self._everywhere:
            self._everywhere[guest] = name, self._everywhere[guest][1]

    def windows_of(self, guest: str) -> list[Subscription]:
        """The windows that a guest has open in this process."""
        return [
            one for here in self._subscriptions.values() for one in here if one.caller.id == guest
        ]

    def is_followed(self, table: str) -> bool:
        """True if a table has subscriptions."""
        return table in self._subscriptions

    def count(self) -> int:
        """The number of subscriptions."""
        return sum(len(here) for here in self._subscriptions.values())

    def think(self, table: str, thinking: answers.Thinking) -> None:
        """Show the subscriptions of a table which bots are thinking, here and elsewhere."""
        if thinking != self._own_thinking.get(table, answers.Thinking()):
            self._own_thinking[table] = thinking
            self.elsewhere.tell_thinking(table, thinking)
        if thinking == answers.Thinking():
            self._own_thinking.pop(table, None)
        self._show_thinking(table, thinking)

    def tells_thinking(self, table: str) -> bool:
        """True if this process has reported that bots are thinking at a table."""
        return table in self._own_thinking

    def thinkers(self, table: str) -> tuple[answers.Thinker, ...]:
        """The bots that are thinking at a table, as last reported."""
        return msgspec.json.decode(
            self._thinking.get(table, NOBODY_THINKS), type=answers.Thinking
        ).bots

    def _show_thinking(self, table: str, thinking: answers.Thinking) -> None:
        news = _encode(thinking)
        if news != self._thinking.get(table, NOBODY_THINKS):
            self._thinking[table] = news
            self.wake(table)
        if news == NOBODY_THINKS:
            self._thinking.pop(table, None)

    def wake(self, table: str) -> None:
        """Wake the subscriptions of a table, so that they send what is new."""
        for subscription in self._subscriptions.get(table, ()):
            subscription.wake()

    def close(self) -> None:
        """End all streams: the server is stopping."""
        self._closing = True
        for table in self._subscriptions:
            self.wake(table)

    def join(self, subscription: Subscription) -> None:
        """Add a subscription; TooMany if its guest has too many."""
        guests = self._guests.setdefault(subscription.table, Counter())
        is_known = subscription.caller is not NOBODY  # it stands for many pages
        if is_known and guests[subscription.caller.id] >= MAX_PER_GUEST:
            raise no.TooMany(f"at most {MAX_PER_GUEST} windows at a table")
        self._subscriptions.setdefault(subscription.table, set()).add(subscription)
        guests[subscription.caller.id] += 1
        if guests[subscription.caller.id] == 1:
            self._note(subscription, came=True)

    def leave(self, subscription: Subscription) -> None:
        """Remove a subscription."""
        here = self._subscriptions[subscription.table]
        here.discard(subscription)
        guests = self._guests[subscription.table]
        guests[subscription.caller.id] -= 1
        if guests[subscription.caller.id]:
            return
        del guests[subscription.caller.id]
        if not here:
            del self._subscriptions[subscription.table], self._guests[subscription.table]
        self._note(subscription, came=False)

    def _note(self, subscription: Subscription, *, came: bool) -> None:
        """Note that a guest has come or gone. Guests without a seat are no news to the others."""
        table, guest, now = subscription.table, subscription.caller.id, self._tables.clock()
        if came:
            self._came[table, guest] = now
            self.elsewhere.tell_came(table, guest, subscription.caller.name, now)
        else:
            self._came.pop((table, guest), None)
            self.elsewhere.tell_left(table, guest, now, sits=self._sits(table, guest))
            for tell in self.gone:
                tell(table, guest)
        self._note_guest(table, guest, now, came=came)

    def _sits(self, table: str, guest: str, *, unknown: bool = False) -> bool:
        """Whether a guest has a seat at a table; `unknown` if it is not in memory here."""
        room = self._tables.here(table)
        return unknown if room is None else bool(room.seats_of(guest))

    def _note_guest(
        self, table: str, guest: str, when: int, *, came: bool, sits: bool = False
    ) -> None:
        """Note that a guest has come or gone, in this process or another.

        `sits` is what that one knew; here the table may not be in memory.
        """
        if table == EVERYWHERE:
            self._note_everywhere(guest, when, came=came)
            return
        seated = self._sits(table, guest, unknown=sits)
        anybody = table in self._subscriptions or table in self.elsewhere.here
        gone = guest if seated and not came and guest not in self.guests(table) else None
        self._absence.note(table, gone, when, anybody=anybody)
        if seated:
            self.wake(table)

    def _windows(self) -> Iterator[tuple[str, str, str, int]]:
        """The guests with windows here, each with table, name and time."""
        for table, subscriptions in self._subscriptions.items():
            for guest, name in {(one.caller.id, one.caller.name) for one in subscriptions}:
                yield table, guest, name, self._came.get((table, guest), self._tables.clock())
        for guest, (name, since) in self._everywhere.items():
            yield EVERYWHERE, guest, name, since

    def _gone(self) -> Iterator[tuple[str, str, int]]:
        """The players who have left a table, each with the time, and have no window there here."""
        for table, guest, when in self._absence.gone():
            if guest not in self._guests.get(table, _NO_GUESTS):
                yield table, guest, when

    def _came_elsewhere(self, table: str, guest: str, since: int) -> None:
        self._note_guest(table, guest, since, came=True)
        if table in self._own_thinking:
            self.elsewhere.tell_thinking(table, self._own_thinking[table])

    def _left_elsewhere(self, table: str, guest: str, when: int, sits: bool) -> None:
        self._note_guest(table, guest, when, came=False, sits=sits)

    async def listen(self, subscription: Subscription, receive: Receive, send: Send) -> None:
        """Stream to a subscription that has joined, until it closes or the server stops."""
        try:
            await serve(subscription, receive, send, partial(self._stream, subscription))
        finally:
            self.leave(subscription)

    async def _stream(self, subscription: Subscription, events: Events) -> None:
        # The time of the next heartbeat depends only on what was sent last, not on what else has
        # happened at the table, which its timing would reveal.
        now = asyncio.get_running_loop().time
        fresh, due, first = True, 0.0, True
        while not (subscription.closed or self._closing):
            news = b""
            if fresh:
                # Changes stored by other processes wake the stream, so it checks only once.
                table = await self._tables.ready(subscription.table, check=first)
                first = False
                thinking = self._thinking.get(subscription.table, NOBODY_THINKS)
                online, time = self.online(table.room), self._tables.clock()
                absent, rest = self._absence.at(table.room, online, time)
                news = subscription.news(table, online, absent, thinking, time)
                due = now() + rest
            await events.tell(news)
            fresh = await subscription.sleep(min(due - now(), events.rest())) or due <= now()


def presence(room: Room, online: frozenset[str], absent: tuple[int, ...] = ()) -> answers.Presence:
    """Which seats are present: a bot always is."""
    return answers.Presence(
        tuple(one is not None and (one.kind == "bot" or one.who in online) for one in room.holders),
        absent,
    )
