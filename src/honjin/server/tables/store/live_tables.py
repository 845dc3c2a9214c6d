"""The tables in memory: loaded from their journals, changed one order at a time, stored, announced.

A table is locked from the decision to the commit, so everything read from it is durable. If the
commit fails the table is dropped, and the next request loads it as it was stored.

Where several processes serve the same tables, one in memory may be behind its journal. It is
brought up to date before it is read, and when another process announces new entries. An order is
decided at once: if another process was quicker, the commit fails and it is decided again; if it is
refused, that counts only if there were no new entries.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeVar

from honjin.core.errors import HonjinError, RecordMismatch
from honjin.core.game import Game
from honjin.server.db.damage import told_if_damaged
from honjin.server.db.journal import Conflict
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks.timing import Halt
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.seating import HOUSE
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.decide import Free, decide
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.archive import Archive, replay_rest
from honjin.server.tables.store.rows import Change
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import Table, new_id
from honjin.server.tables.view.views import MAX_VIEWS
from honjin.server.work.fair import Asker
from honjin.server.work.kept import ByteCache
from honjin.server.work.reading import TEXT, Reads
from honjin.server.work.steady import now_ms

log = logging.getLogger(__name__)
T = TypeVar("T")
TRIES: Final = 10
"""The number of times that an order is decided while other processes are quicker."""
FEW: Final = 20
"""This many entries are replayed at once; more, off the event loop."""
LIGHT: Final = 0.001
"""The next game after one that was set up within this many seconds is set up on the event loop: to
hand it to a thread would cost as much."""
ROW_AGE: Final = 60_000
MAX_KEPT: Final = 2_000
"""The most tables in memory, of 0.1 to 0.6 MB each. Where more are played at once, many actions
wait until their table is loaded from its journal."""
MAX_STEPS: Final = 100_000
"""The most steps of games kept in memory: a step of a long game is some kilobytes."""
MAX_OUTAGES: Final = 400
MAX_AHEAD: Final = 24 * 3600 * 1000
"""An entry that is further in the future comes from a clock that was wrong."""


class ExpectedPlayer(NamedTuple):
    """A person is expected at a table; `by` is the name of the challenger."""

    kind: Literal["challenge", "paired", "round"]
    who: str
    table: str
    by: str = ""


class LiveTables:
    """All tables; those in use are in memory. `tell` is called with each table that changed."""

    def __init__(
        self, games: Mapping[str, Game[Any]], bots: BotRoster, store: Store,
        clock: Callable[[], int] = now_ms, texts: Reads | None = None,
    ) -> None:  # fmt: skip
        self.games, self.bots, self.store, self.clock = games, bots, store, clock
        self.texts = texts or Reads(TEXT, limits=False)
        self.tell: list[Callable[[Table], None]] = []
        self.tell_given: list[Callable[[Table], None]] = []
        """Called with each table of a pool or a tournament that changed."""
        self.outages: deque[tuple[int, int]] = deque(maxlen=MAX_OUTAGES)
        """The times during which nobody could play, the last one last."""
        self.leaps: list[tuple[int, int]] = []
        """Leaps of the time of which it is not known yet whether they were outages."""
        self.judge: Callable[[], Awaitable[None]]
        """Finds that out."""
        self.end: list[Callable[[Room], None]] = []
        """Called with each table whose game has ended, once that is durable."""
        self.barred: Callable[[], frozenset[str]] = frozenset
        """The persons for whom no game may begin now."""
        self.wanted: list[Callable[[ExpectedPlayer], None]] = []
        """Called when a person is expected at a table: challenged, paired, drawn for a round."""
        self.replayed = 0
        """The number of entries of other processes that were replayed here."""
        self.unread = asyncio.Lock()
        """Held while an entry is appended to a journal that these rules cannot replay."""
        self._views = ByteCache(MAX_VIEWS)
        self.archive = Archive(store, self.game, self._views, self.here)
        self._here: dict[str, Table] = {}
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._origins: set[str] = set()
        """The tables that some in memory continue, or did."""
        self._following: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, int] = {}
        """The journal lengths of tables that are being brought up to date."""

    def __len__(self) -> int:
        return len(self._here)

    def game(self, key: str) -> Game[Any]:
        """The game of that key; UnknownGame otherwise."""
        found = self.games.get(key)
        if found is None:
            raise no.UnknownGame(f"expected one of {', '.join(self.games)}, got {key!r}")
        return found

    def here(self, table: str) -> Room | None:
        """A table's room, if it is in memory."""
        found = self._here.get(table)
        return found.room if found else None

    # ---- reading

    async def ready(self, table: str, *, check: bool = True) -> Table:
        """A table between orders; what is read before the next await is durable.

        It holds everything that any process had acknowledged before the call. Without `check` it
        may be behind until another process announces the change.
        """
        news, here = self.store.news, self._here.get(table)
        current = not check or news is None
        if here and current and self._is_at_rest(here):
            here.used = time.monotonic()
            return here
        if here and news and check:  # many ask at once, and one query answers all
            current = not await news.of(table, here.room.entries)

        async def read(found: Table) -> bool:
            if not current:
                await self._catch_up(found)
            if found.room.bound:
                await self._free(found)
            return True

        try:
            return (await self._with(table, read))[0]
        except no.NotStored:  # such as that clocks rest: it can be looked at all the same
            return await self.archive.table(table)

    def _is_at_rest(self, table: Table) -> bool:
        """Whether a table in memory is as stored, and nothing is to be done before it is read."""
        self.clock()  # which notices that this process has just woken up
        waits = self.leaps or self.outages or table.room.bound
        return not (waits or table.lock.locked())

    async def _with(self, table: str, work: Callable[[Table], Awaitable[T]]) -> tuple[Table, T]:
        """Run `work` on a table under its lock; again if it was based on old data.

        A `work` without a result depends on what is in memory as much as a refusal does.
        """
        for _ in range(TRIES):
            try:
                found = await self._locked(table)
            except Conflict:  # two processes wrote entries as they loaded it
                continue
            try:
                self.clock()  # which notices that this process has just woken up
                if self.leaps or self.outages:
                    await self._halt(found)
                done = await work(found)
                if done or not await self._catch_up(found):
                    return found, done
            except Conflict:
                log.info("table %s: another process was quicker", table)
            except no.NotStored:
                raise
            except no.Refused:
                if not await self._catch_up(found):
                    raise
            finally:
                found.lock.release()
        raise no.NotStored("others were quicker each time; nothing was changed")

    # ---- changes by other processes

    def heard(self, ends: Iterable[tuple[str, int]]) -> None:
        """Take note of the journal lengths that this or another process announces."""
        for table, end in ends:
            here = self._here.get(table)
            if here is not None and here.room.entries < end:
                self._expect(table, end)
            self._wake_forks(table)

    def check_all(self) -> None:
        """Check all tables here for new entries: some may not have been announced."""
        for table, here in list(self._here.items()):
            self._expect(table, here.room.entries + 1)

    def _expect(self, table: str, end: int) -> None:
        self._ends[table] = max(end, self._ends.get(table, 0))
        if table not in self._following:
            self._following[table] = asyncio.create_task(self._bring_up(table))

    async def _bring_up(self, table: str) -> None:
        """Replay here what others have stored, so that windows and bots are notified."""
        try:
            end = 0
            while (here := self._here.get(table)) and here.room.entries < self._ends[table] != end:
                end = self._ends[table]
                await self.ready(table)
        except (no.Refused, HonjinError) as problem:
            log.warning("table %s was not brought up to date: %s", table, problem)
        finally:
            del self._following[table], self._ends[table]

    async def _catch_up(self, table: Table) -> bool:
        """Replay what other processes have stored since; return whether there was anything."""
        if self.store.news is None or table.dropped:
            return False
        room = table.room
        lines = await self.store.news.of(room.id, room.entries)
        if not lines:
            return False
        self.replayed += len(lines)
        was_over = room.status == "over"
        try:
            with told_if_damaged(f"table {room.id}"):
                if len(lines) > FEW:
                    await asyncio.to_thread(replay_rest, room, lines)
                else:
                    replay_rest(room, lines)
        except BaseException as problem:
            self.drop(table)
            if isinstance(problem, HonjinError):
                log.error("table %s cannot be replayed: %s", room.id, problem)  # noqa: TRY400
                raise RecordMismatch(f"table {room.id} was played under other rules") from None
            raise
        table.note_waits()
        self._announce(table)
        if room.status == "over" and not was_over:
            self._wake_forks(room.id)
        return True

    def rooms(self) -> list[Room]:
        """The tables in memory."""
        return [table.room for table in self._here.values()]

    async def _free(self, table: Table) -> None:
        """Open a table to analysis if the game that it continues is over."""
        origin = table.room.opened.origin
        here = self._here.get(origin)
        sure = here is not None and (self.store.news is None or here.room.status == "over")
        status = here.room.status if here and sure else await self.store.status(origin)
        if status != "running":
            room = table.room
            await self._do(table, decide(room, Free(), HOUSE, self.now_at(room), self.bots))

    async def _locked(self, table: str) -> Table:
        while True:
            found = self._here.get(table) or await self._load(table)
            await found.lock.acquire()
            if not found.dropped:
                found.used = time.monotonic()
                return found
            found.lock.release()

    async def _load(self, table: str) -> Table:
        """Load a table once, however many ask for it in the meantime."""
        coming = self._coming.get(table)
        if coming is None:
            coming = self._coming[table] = asyncio.create_task(self._fetch(table))
            coming.add_done_callback(lambda _: self._coming.pop(table, None))
        return await asyncio.shield(coming)

    async def _fetch(self, table: str) -> Table:
        found = await self.archive.table(table)
        self._here[table] = found
        if found.room.bound:
            self._origins.add(found.room.opened.origin)
        if self.store.news is not None:  # others may have changed it since it was here
            self._announce(found)
        return found

    async def _halt(self, table: Table) -> None:
        """Charge nobody for the times when the server was down, or asleep."""
        if self.leaps:
            await self.judge()
        room = table.room
        for first, last in tuple(self.outages):
            if room.clock is not None and room.clock.halted < first and room.changed < last:
                halt = decide(room, Halt(first, last), HOUSE, self.now_at(room), self.bots)
                if halt:
                    await self._do(table, halt)

    def leap(self, first: int, last: int) -> None:
        """Note that the time has leapt."""
        self.leaps.append((first, last))

    def now_at(self, room: Room) -> int:
        """The time of the next entry of a table.

        It is not before the last one: that may be by another process, on a machine whose clock is
        ahead, or was for a while.
        """
        now = self.clock()
        return max(now, room.changed) if room.changed - now < MAX_AHEAD else now

    # ---- changing

    async def post(self, table: str, order: Body, caller: Caller) -> Table:
        """Carry out an order at a table; it is durable when this returns."""

        async def work(found: Table) -> bool:
            entries = decide(found.room, order, caller, self.now_at(found.room), self.bots)
            if entries:
                await self._do(found, entries)
            return bool(entries)

        return (await self._with(table, work))[0]

    async def open(
        self,
        make: Callable[[str, int], Sequence[e.Entry]],
        asker: Asker | None = None,
        table: str = "",
    ) -> str:
        """Make a new table from the entries that `make(id, now)` returns; return its id.

        `make` and what follows from it run off the event loop, charged to an asker. If the id is
        given, another process may have made that `table` already: then Conflict is raised.
        """
        table, now = table or new_id(), self.clock()
        change, made = await self._begin(table, lambda: make(table, now), asker)
        await self.store.save([change])
        await self.archive.keep_large(made, change.entries[-1])
        self._arrive(made)
        return table

    async def follow(
        self, table: str, check: Callable[[Room], None],
        make: Callable[[Room, str, int], Sequence[e.Entry]], asker: Asker | None = None,
    ) -> str:  # fmt: skip
        """Open the table that comes after this one, once; return its id."""

        async def work(found: Table) -> str:
            check(found.room)
            if found.room.next:
                return found.room.next
            following, now = new_id(), self.now_at(found.room)
            change, made = await self._begin(
                following, lambda: make(found.room, following, now), asker,
                is_light=found.took < LIGHT,
            )  # fmt: skip
            await self._do(found, (e.Rematched(now, following),), change)
            self._arrive(made)
            return following

        return (await self._with(table, work))[1]

    async def _begin(
        self, table: str, make: Callable[[], Sequence[e.Entry]], asker: Asker | None, *,
        is_light: bool = False,
    ) -> tuple[Change, Table]:  # fmt: skip
        if is_light:
            made, lines = self._made(table, make)
        else:
            made, lines = await self.texts.do(lambda: self._made(table, make), asker)
        self._require_unsuspended(made.room.opened, _persons(made.room))
        row = made.row()
        return Change(table, 0, lines, row, row.guests()), made

    def _made(
        self, table: str, make: Callable[[], Sequence[e.Entry]]
    ) -> tuple[Table, list[str]]:  # fmt: skip
        begun = time.thread_time()
        opened, *rest = make()
        assert isinstance(opened, e.Opened)
        room = Room(table, self.game(opened.game), opened)
        lines = [e.write_entry(opened), *(e.write_entry(room.apply(entry)) for entry in rest)]
        made = Table(room, self._views)
        made.took = time.thread_time() - begun
        return made, lines

    def _arrive(self, made: Table) -> None:
        self._here[made.room.id] = made
        if made.room.bound:
            self._origins.add(made.room.opened.origin)
        self._announce(made)
        if made.room.status == "over":
            self._ended(made.room)

    async def _do(self, table: Table, entries: e.Entries, *also: Change) -> None:
        """Carry out entries and store them; the table is dropped if that fails."""
        room = table.room
        first, before, shown = room.entries, room.status, (room.status, room.seated, table.waits)
        if people := _newcomers(room, entries):
            self._require_unsuspended(room.opened, people)
        try:
            lines = [e.write_entry(room.apply(entry)) for entry in entries]
            table.note_waits()
            new = (room.status, room.seated, table.waits) != shown
            row = table.row() if new or room.changed - table.stored > ROW_AGE else None
            sat = row.guests() if row and room.seated != shown[1] else frozenset[str]()
            change = Change(room.id, first, lines, row, sat, spoke=e.speakers(entries))
            await self.store.save([change, *also])
        except BaseException:
            self.drop(table)
            raise
        if table.keeper.is_due():
            self.store.keep(room.id, table.keeper.take(lines[-1]))
        self._announce(table)
        if before != room.status == "over":
            self._wake_forks(room.id)
            self._ended(room)

    def _require_unsuspended(self, opened: e.Opened, people: set[str]) -> None:
        """Raise NotWelcome if a game would begin for a person who is suspended.

        Every way to a seat leads here. A player who has entered a tournament, or has been paired by
        a pool, plays: the others would pay for it.
        """
        if not (opened.is_given or self.barred().isdisjoint(people)):
            raise no.NotWelcome("no game begins for one of these players now")

    def _wake_forks(self, origin: str) -> None:
        """Wake the viewers of continuations of this game, so that they notice that it is over."""
        if origin not in self._origins:
            return
        for table in list(self._here.values()):
            if table.room.bound and table.room.opened.origin == origin:
                self._announce(table)

    def _announce(self, table: Table) -> None:
        for tell in self.tell:
            tell(table)
        if table.room.opened.is_given:
            for tell in self.tell_given:
                tell(table)

    def want(self, wanted: ExpectedPlayer) -> None:
        """Notify those who call people that a person is expected."""
        for tell in self.wanted:
            tell(wanted)

    def _ended(self, room: Room) -> None:
        for tell in self.end:
            tell(room)

    # ---- memory

    def drop(self, table: Table) -> None:
        """Remove a table from memory."""
        table.dropped = True
        if self._here.get(table.room.id) is table:
            del self._here[table.room.id]

    def sweep(self, idle: float, in_use: Callable[[str], bool]) -> None:
        """Drop tables unused for `idle` seconds, and the oldest if there are too many."""
        rooms = [table.room for table in self._here.values()]
        self._origins = {room.opened.origin for room in rooms if room.bound}
        limit, many = time.monotonic() - idle, len(self._here) - MAX_KEPT
        steps = sum(table.room.step for table in self._here.values()) - MAX_STEPS
        for n, table in enumerate(sorted(self._here.values(), key=lambda one: one.used)):
            if table.used >= limit and n >= many and steps <= 0:
                return
            if not table.lock.locked() and not in_use(table.room.id):
                steps -= table.room.step
                self.drop(table)


def _persons(room: Room) -> set[str]:
    return {one.who for one in room.holders if one and one.kind == "person"}


def _newcomers(room: Room, entries: Iterable[e.Entry]) -> set[str]:
    """The persons whom entries seat; all at the table if the game begins, and they chose it."""
    people: set[str] = set()
    for one in entries:
        if type(one) is e.Sat and one.kind == "person":
            people.add(one.who)
        elif type(one) is e.Started and not room.opened.is_given:
            people |= _persons(room)
    return people
