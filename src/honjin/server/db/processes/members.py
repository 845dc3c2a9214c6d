"""The processes that serve one database, and the messages between them.

    members   id        lock       beat   started       a row for each process, renewed each second

A process keeps one connection on which it listens and by which it is known to be alive: it holds a
lock there, which the database releases as soon as that connection is gone, and notes a beat. One
whose lock is free, or whose beat is too old, is gone: its row is removed, and others take over its
work. If it is alive after all, it finds its row missing, and comes back under a new id.

Messages go to all, as JSON: [sender, topic, …]. They are for transient facts; lasting ones are in
tables, and announced on `journal.CHANNEL` by the commit that stores them.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
import threading
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from honjin.server.db.database import Database
from honjin.server.db.journal import CHANNEL
from honjin.server.db.processes.news import connect
from honjin.server.messages.refusals import NotStored
from honjin.server.work.logs import first_line

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

BEAT: Final = 0.8
"""Seconds between two beats; each finds the processes that are gone."""
OLD: Final = 2.2
"""Seconds after which a beat is too old."""
AGAIN: Final = 0.5
"""Seconds until a lost connection is tried again."""
MAX_UNANSWERED: Final = 4
"""The number of beats without a turn of the event loop after which others should take over."""
HOUSE: Final = "honjin_house"
LONGEST: Final = 7_000
"""Bytes of a message; PostgreSQL carries 8,000."""
ANSWER: Final = 1.0
"""Seconds for which others are waited for that were asked to do something."""
_CLASS: Final = 7_018_002
"""The first number of the members' locks; the second is in their rows."""

_COME: Final = "INSERT INTO members (id, lock, beat, started) VALUES (%s, %s, now(), now())"
_STAY: Final = "UPDATE members SET beat = now() WHERE id = %s"
_LOOK: Final = (
    "SELECT id, beat > now() - make_interval(secs => %s) AND EXISTS (SELECT 1 FROM pg_locks WHERE "
    "locktype = 'advisory' AND classid = %s AND objid = lock AND granted AND database = "
    "(SELECT oid FROM pg_database WHERE datname = current_database())) FROM members"
)
_SAY: Final = "SELECT pg_notify(%s, %s)"
_GONE: Final = "DELETE FROM members WHERE id = ANY(%s)"


class Members:
    """This process among the others; alone where there is no PostgreSQL."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self.is_alone = store.line is None
        self.id = ""
        """The id of this process; empty while it is not known to the others."""
        self.others: frozenset[str] = frozenset()
        self.heard: list[Callable[[list[tuple[str, int]]], None]] = []
        """Called with the new lengths of tables' journals."""
        self.topics: dict[str, Callable[..., None]] = {}
        """Called with messages of others: the sender, and the values that came with the topic."""
        self.came: list[Callable[[], None]] = []
        """Called when this process becomes known (again), under a new id."""
        self.lost: list[Callable[[], None]] = []
        """Called when it is no longer known."""
        self.gone: list[Callable[[str], None]] = []
        """Called when another one is gone."""
        self.chores: dict[str, Callable[[], Awaitable[None]]] = {}
        """Work that another process may ask this one to do at once."""
        self._asked: dict[int, tuple[set[str], asyncio.Event]] = {}
        """The processes that have not yet done what this one asked for."""
        self._numbers, self._working = itertools.count(), set[asyncio.Task[None]]()
        self._stopping, self._up = threading.Event(), asyncio.Event()
        self._thread: threading.Thread | None = None
        self._unanswered, self._known = 0, True

    @property
    def is_well(self) -> bool:
        """Whether this process can receive messages from the others."""
        return self.is_alone or bool(self.id)

    async def open(self) -> None:
        """Become known to the others."""
        if self.is_alone:
            return
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="honjin-member", daemon=True)
        self._thread.start()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10.0):
                await self._up.wait()

    async def close(self) -> None:
        """Leave; the others take over the work of this process."""
        if self._thread is None:
            return
        self._stopping.set()
        self.tell("wake")  # which is received here too, and ends the thread's wait
        await asyncio.to_thread(self._thread.join, 5.0)

    def tell(self, topic: str, *values: Any) -> None:
        """Send a message to all other processes; do nothing if there are none."""
        if self._store.line is None or not self.id:
            return
        text = msgspec.json.encode([self.id, topic, *values]).decode()
        if len(text) > LONGEST:
            log.error("message too long to send: %s", topic)
            return
        telling = self._store.line.do(lambda connection: connection.execute(_SAY, (HOUSE, text)))
        telling.add_done_callback(_read_problem)

    async def ask(self, chore: str) -> None:
        """Have the other processes do some work now, and wait until all that are alive have."""
        if not (self.id and self.others):
            return
        number, done = next(self._numbers), asyncio.Event()
        self._asked[number] = set(self.others), done
        self.tell("do", chore, number)
        try:
            async with asyncio.timeout(ANSWER):
                await done.wait()
        except TimeoutError:
            if self.id:
                log.warning("another process did not answer in time: %s", chore)
        finally:
            del self._asked[number]

    # ---- in the thread

    def _run(self) -> None:
        import psycopg

        contact = self._store.contact
        while not self._stopping.is_set():
            try:
                with contextlib.closing(connect(self._store.engine)) as connection:
                    self._belong(connection)
            except psycopg.Error as problem:
                is_told = contact.note_lost(problem, writes=True)
                if self._known and not is_told:  # logged once, however often it fails
                    log.warning("this process is not known to the others: %s", first_line(problem))
                self._known = False
            self._post(self._out)
            self._stopping.wait(AGAIN)

    def _belong(self, connection: psycopg.Connection[Any]) -> None:
        """Be a member until the connection is lost, others remove this one, or the server stops."""
        me, number, began = secrets.token_hex(8), secrets.randbits(31), time.monotonic()
        for channel in (CHANNEL, HOUSE):
            connection.execute(f"LISTEN {channel}")
        connection.execute("SELECT pg_advisory_lock(%s, %s)", (_CLASS, number))
        connection.execute(_COME, (me, number))
        self._known = True
        self._store.contact.note_works(began, writes=True)
        self._post(self._in, me, self._look(connection, me))
        due = time.monotonic() + BEAT
        while not self._stopping.is_set():
            left = max(0.0, due - time.monotonic())
            news = [(n.channel, n.payload) for n in connection.notifies(timeout=left, stop_after=1)]
            if news:
                self._post(self._hear, news)
            if time.monotonic() >= due:
                if not self._beat(connection, me):
                    return
                due = time.monotonic() + BEAT
        connection.execute(_GONE, ([me],))
        connection.execute(_SAY, (HOUSE, msgspec.json.encode([me, "leaves"]).decode()))

    def _beat(self, connection: psycopg.Connection[Any], me: str) -> bool:
        """Note that this process is alive, and find the others; False if it is considered dead."""
        self._unanswered += 1
        if self._unanswered <= MAX_UNANSWERED and not connection.execute(_STAY, (me,)).rowcount:
            return False
        self._post(self._note_alive, self._look(connection, me))
        return True

    def _look(self, connection: psycopg.Connection[Any], me: str) -> frozenset[str]:
        """The other processes that are alive; the rows of dead ones are removed."""
        rows = connection.execute(_LOOK, (OLD, _CLASS)).fetchall()
        dead = [member for member, lives in rows if not lives and member != me]
        if dead:
            connection.execute(_GONE, (dead,))
        return frozenset(member for member, lives in rows if lives and member != me)

    def _post(self, do: Callable[..., None], *given: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed
            self._loop.call_soon_threadsafe(do, *given)

    # ---- in the event loop

    def _in(self, me: str, others: frozenset[str]) -> None:
        self.id, self.others = me, others
        self._up.set()
        for tell in self.came:
            tell()

    def _out(self) -> None:
        if self.id:
            self.id = ""
            for tell in self.lost:
                tell()

    def _note_alive(self, others: frozenset[str]) -> None:
        self._unanswered = 0
        gone, self.others = self.others - others, others
        for member in gone:
            for number in list(self._asked):
                self._note_done(number, member)
            for tell in self.gone:
                tell(member)

    def _hear(self, news: list[tuple[str, str]]) -> None:
        for channel, text in news:
            try:
                if channel == CHANNEL:
                    ends = msgspec.json.decode(text, type=list[tuple[str, int]])
                    for tell in self.heard:
                        tell(ends)
                else:
                    sender, topic, *values = msgspec.json.decode(text)
                    self._take(sender, topic, values)
            except (msgspec.MsgspecError, ValueError, TypeError):
                log.exception("a message of another process was not understood")

    def _take(self, sender: str, topic: str, values: list[Any]) -> None:
        if sender == self.id:
            return
        if sender not in self.others:  # new since the last check, or gone: the next check will show
            self.others |= {sender}
        if topic == "leaves":
            self._note_alive(self.others - {sender})
        elif topic == "do":
            task = asyncio.create_task(self._do(sender, *values))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        elif topic == "did":
            asker, number = values
            if asker == self.id:
                self._note_done(number, sender)
        elif topic in self.topics:
            self.topics[topic](sender, *values)

    async def _do(self, asker: str, chore: str, number: int) -> None:
        """Do what another process has asked for, and say so."""
        work = self.chores.get(chore)  # another release may know more
        if work is not None:
            with contextlib.suppress(NotStored):  # it is done later in any case
                await work()
        self.tell("did", asker, number)

    def _note_done(self, number: int, member: str) -> None:
        left, done = self._asked.get(number, (set[str](), None))
        left.discard(member)
        if done is not None and not left:
            done.set()


def alive_members(connection: psycopg.Connection[Any]) -> int:
    """The number of processes that serve a database, for a program that is not one of them."""
    there = connection.execute("SELECT to_regclass('public.members')").fetchone()
    if there is None or there[0] is None:
        return 0
    return sum(bool(lives) for _, lives in connection.execute(_LOOK, (OLD, _CLASS)).fetchall())


def _read_problem(telling: asyncio.Future[Any]) -> None:
    """Take note of why a message was not sent, which the line has logged."""
    if not telling.cancelled():
        telling.exception()
