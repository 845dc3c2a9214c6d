"""Calls people to their tables: notes events there, and checks each person when due.

a table changes ──> noted, if it concerns a person who can be called ──> due
due ──> one process claims the person ──> open matters now, the fold, calls, next time

All of it is stored in the database (`storage.calls`). A process that checks a person holds a lease;
if it dies meanwhile, another one starts over when the lease ends. Calls are recorded after they
were accepted: if a process is killed in between, a call may come twice, but none is lost. Nobody is
called for something already done, since everything is checked just before the call.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.server.db.damage import told_if_damaged
from honjin.server.messages import refusals as no
from honjin.server.notifications import fold
from honjin.server.notifications import store as kept
from honjin.server.notifications.fold import CallPlan, Matter
from honjin.server.notifications.matters import matters_of
from honjin.server.notifications.messages import CallWishes
from honjin.server.notifications.messenger import Messenger, Reach
from honjin.server.notifications.store import LOOK, CallRow
from honjin.server.notifications.wording import Sitting
from honjin.server.tables.clocks.vacations import Vacations
from honjin.server.tables.live.live import Live
from honjin.server.tables.session.room import Room
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import Table
from honjin.server.work.jobs.jobs import Jobs

log = logging.getLogger(__name__)

TICK: Final = 1.0
"""Seconds between two checks for due persons."""
AT_ONCE: Final = 4
LEASE: Final = 90_000
"""Milliseconds that one process may take to check a person."""
MAX_SECONDS: Final = 75.0
RETRY: Final = 5 * fold.MINUTE
PRESENT: Final = fold.MINUTE
"""Milliseconds after which a turn is checked whose player has a window open there."""
OVERLAP: Final = 60_000
MEND: Final = "*/10 * * * *"
LONG_AGO: Final = 20 * fold.MINUTE
"""Milliseconds before now, or before the server stopped, in which changes may not be noted."""
TIDY: Final = "41 3 * * *"
KEPT: Final = 30 * 24 * fold.HOUR
_KNOWN: Final = 50_000

State = tuple[tuple[str, str, int], ...]


class NotificationScheduler:
    """Calls the people of this server; each process has one, and they share the work."""

    def __init__(
        self, tables: LiveTables, store: Store, live: Live, vacations: Vacations,
        messenger: Messenger, jobs: Jobs,
    ) -> None:  # fmt: skip
        self._tables, self._store, self._live = tables, store, live
        self._vacations, self.messenger = vacations, messenger
        self._people: set[str] = set()
        """The people who can be called."""
        self._newest = self._stopped = 0
        self._known: dict[tuple[str, str], State] = {}
        """The last noted state of a table for a person."""
        self._noted: dict[tuple[str, str], int] = {}
        """The pending checks: person, table, and time."""
        self._gone: dict[tuple[str, str], int] = {}
        """People who have closed their last window at a table, and until when that counts."""
        self._under_way: dict[str, asyncio.Task[None]] = {}
        tables.tell.append(self.heard)
        live.gone.append(self._note_gone)
        jobs.periodic("calls.mend", MEND, self._mend)
        jobs.periodic("calls.tidy", TIDY, self._tidy)

    # ---- events

    def heard(self, table: Table) -> None:
        """Note for each person concerned that a table has changed."""
        if self._people:
            room = table.room
            persons = {one.who for one in room.holders if one and one.kind == "person"}
            persons |= {who for who, _ in room.reserved.values()}
            for person in persons & self._people:
                self._hear(room, person)

    def _hear(self, room: Room, person: str) -> None:
        now, key = self._tables.clock(), (person, room.id)
        found = matters_of(room, person, now, fold.WARN)
        state = tuple((one.kind, one.mark, one.end) for one in found)
        old = self._known.get(key, ())
        if state == old and key in self._known:
            return
        if len(self._known) > _KNOWN:
            self._known.clear()
        self._known[key] = state
        is_turn = all(kind in fold.STANDING for kind, _, _ in {*state} ^ {*old})
        is_here = is_turn and person in self._live.guests(room.id)
        at = now + PRESENT if is_here else now
        self._noted[key] = min(at, self._noted.get(key, at))

    def _note_gone(self, table: str, person: str) -> None:
        if person in self._people:
            self._gone[person, table] = self._tables.clock() + fold.LEFT

    async def look_again(self, person: str) -> None:
        """Check all tables of a person after a change such as a vacation."""
        if person in self._people:
            now = self._tables.clock()
            await self._store.change(partial(kept.settle, person=person, now=now))

    # ---- checks

    async def open(self) -> None:
        """Find out, before any table is changed, when the last one was, maybe without a note."""
        self._stopped = await self._store.ask(kept.last_change)

    async def run(self) -> None:
        """Check everybody who is due, until cancelled."""
        while True:
            try:
                await self._tick()
            except no.NotStored:
                pass
            except Exception:
                log.exception("calls: something went wrong")
            await asyncio.sleep(TICK)

    async def close(self) -> None:
        """Stop; interrupted checks are repeated by another process, or after the next start."""
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def _tick(self) -> None:
        await self._learn()
        await self._flush()
        if not self._people or len(self._under_way) >= AT_ONCE:
            return
        now = self._tables.clock()
        for person in await self._store.ask(partial(kept.due, now=now, most=AT_ONCE)):
            if person not in self._under_way and len(self._under_way) < AT_ONCE:
                self._begin(person, self._look_after(person))

    def _begin(self, person: str, work: Coroutine[Any, Any, None]) -> None:
        task = self._under_way[person] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._under_way.pop(person, None))

    async def _learn(self) -> None:
        """Read who can be called by now, and check those who are new."""
        is_first = self._newest == 0
        since = -1 if is_first else self._newest - OVERLAP
        rows = await self._store.ask(partial(kept.news, since=since))
        self._newest = max([self._newest, 1, *(changed for _, _, changed in rows)])
        new = [person for person, active, _ in rows if active and person not in self._people]
        self._people |= set(new)
        self._people -= {person for person, active, _ in rows if not active}
        if is_first:
            await self._mend()
        else:
            for person in new:
                await self.look_again(person)

    async def _flush(self) -> None:
        """Write pending notes."""
        noted, self._noted = self._noted, {}
        gone, self._gone = self._gone, {}
        if not (noted or gone):
            return
        now = self._tables.clock()
        due: dict[str, int] = {}
        for (person, _), at in noted.items():
            due[person] = min(at, due.get(person, at))

        def write(connection: sa.Connection) -> None:
            kept.note(connection, noted, now)
            kept.wake(connection, due.items())
            kept.look_back(connection, gone)

        try:
            await self._store.change(write)
        except no.NotStored:
            self._noted, self._gone = noted | self._noted, gone | self._gone
            raise

    async def _mend(self) -> None:
        """Note what a process that is gone may not have noted."""
        now = self._tables.clock()
        since = min(now, self._stopped or now) - LONG_AGO

        def write(connection: sa.Connection) -> None:
            found = kept.missed(connection, since)
            kept.note(connection, found, now)
            kept.wake(connection, {person: now for person, _ in found}.items())

        await self._store.change(write)
        self._stopped = 0

    async def _tidy(self) -> None:
        old = self._tables.clock() - KEPT
        await self._store.change(partial(kept.tidy, old=old))

    # ---- one person

    async def _look_after(self, person: str) -> None:
        """Check all open matters of a person, and make the calls that are due."""
        now = self._tables.clock()
        lease = now + LEASE
        try:
            claimed = await self._store.change(
                partial(kept.claim, person=person, now=now, until=lease)
            )
            if claimed is not None:
                async with asyncio.timeout(MAX_SECONDS):
                    await self._look(claimed, lease, now)
        except (no.NotStored, no.Damaged):  # which are logged
            pass
        except Exception:
            log.exception("calls: a person is checked again later")

    async def _look(self, claimed: Any, lease: int, now: int) -> None:
        person = claimed.person
        old = await self._store.ask(partial(kept.calls_of, person=person))
        rooms = await self._rooms(old)
        with told_if_damaged(f"what person {person} wishes to be told"):
            wishes = msgspec.json.decode(claimed.wishes, type=CallWishes)
        rows = [row for at in rooms for row in self._stands(person, at, old, rooms, wishes, now)]
        rows = [
            row for row in rows if row.kind != "over" or rooms[row.table].changed > claimed.made
        ]
        await self._store.change(partial(kept.write_calls, person=person, old=old, new=rows))
        reach = await self.messenger.reach(person, wishes)
        rests = (await self._vacations.of(person, now)).until
        matters = [_matter(row) for row in rows if row.stands]
        plan = fold.plan(reach.wishes, matters, now, claimed.mailed, rests)
        done = await self._tell(reach, plan, rooms, sum(one.kind == "turn" for one in matters))
        after = fold.told(matters, done)
        flags: dict[tuple[str, str], Matter] = {(one.table, one.kind): one for one in after}
        new = [_marked(row, flags.get((row.table, row.kind))) for row in rows]
        last = now if done.mail else claimed.mailed
        again = fold.plan(reach.wishes, after, now, last, rests)
        failed = again.push or again.mail
        at = min(again.next, now + RETRY) if failed else again.next
        moved = now if _standing(old) != _standing(new) else claimed.moved

        def write(connection: sa.Connection) -> None:
            kept.write_calls(connection, person, rows, new)
            kept.finish(connection, person, lease, at, mailed=last, moved=moved)

        await self._store.change(write)

    async def _rooms(self, rows: Iterable[CallRow]) -> dict[str, Room]:
        """The tables to check, without those that these rules cannot play."""
        found: dict[str, Room] = {}
        for table in dict.fromkeys(row.table for row in rows if row.stands or row.kind == LOOK):
            try:
                found[table] = (await self._tables.ready(table)).room
            except no.NotStored:
                raise
            except (no.Refused, HonjinError) as problem:
                log.warning("no calls to table %s: %s", table, problem)
        return found

    def _stands(
        self, person: str, table: str, old: Sequence[CallRow], rooms: Mapping[str, Room],
        wishes: CallWishes, now: int,
    ) -> Iterable[CallRow]:  # fmt: skip
        """The open matters at a table with their history, and the last turn that was called."""
        room = rooms[table]
        before = {row.kind: row for row in old if row.table == table}
        is_here = person in self._live.guests(table)
        found = list(matters_of(room, person, now, wishes.warn))
        for one in found:
            known = _as_known(one, before.get(one.kind), now)
            yield _row(fold.looked_at(known, now) if is_here else known)
        turn, stands = before.get("turn"), {one.kind for one in found}
        if turn and "turn" not in stands and room.status == "running" and room.seats_of(person):
            yield turn._replace(stands=False)

    async def _tell(
        self, reach: Reach, plan: CallPlan, rooms: Mapping[str, Room], n: int
    ) -> CallPlan:
        """Make the calls of a plan; return those that were accepted."""
        push = [(one, Sitting.of(rooms[one.table])) for one in fold.worth_telling(plan.push)]
        mail = [(one, Sitting.of(rooms[one.table])) for one in fold.worth_telling(plan.mail)]
        pushed = bool(push) and await self.messenger.push(reach, push, n)
        mailed = bool(mail) and await self.messenger.mail(reach, mail)
        return CallPlan(plan.push if pushed else (), plan.mail if mailed else (), plan.next)


def _matter(row: CallRow) -> Matter:
    kind: Any = row.kind
    return Matter(row.table, kind, row.mark, row.since, row.ends, row.pushed, row.mailed, row.arose)


def _as_known(one: Matter, was: CallRow | None, now: int) -> Matter:
    """A matter with its history, if it is the one that was there before."""
    if was is None or was.mark != one.mark:
        return one._replace(arose=now)
    return one._replace(since=was.since, pushed=was.pushed, mailed=was.mailed, arose=was.arose)


def _row(one: Matter) -> CallRow:
    return CallRow(
        one.table, one.kind, one.mark[:400], one.since, one.end, one.pushed, one.mailed,
        stands=True, arose=one.arose,
    )  # fmt: skip


def _marked(row: CallRow, one: Matter | None) -> CallRow:
    return row._replace(pushed=one.pushed, mailed=one.mailed) if one and row.stands else row


def _standing(rows: Iterable[CallRow]) -> set[tuple[str, str, str]]:
    return {(row.table, row.kind, row.mark) for row in rows if row.stands}


class NotificationSite(TableSite):
    """A site that notifies people."""

    messenger: Messenger
    notifications: NotificationScheduler
