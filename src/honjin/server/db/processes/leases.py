"""Leases: work that only one process does, such as playing the bots of a table.

    leases   name    member
             k3v…    9f02…      the process that plays the bots of table k3v…

A lease is held as long as its process is a member. When that process is gone, the others share its
leases among themselves. A process that was only thought to be gone may still act for a moment: then
the journal's numbers decide, which let only one of two act.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from honjin.server.db.database import Database
from honjin.server.db.processes.members import Members
from honjin.server.messages.refusals import NotStored

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)

PORTION: Final = 20
"""The number of leases taken over at a time, so that several processes get some."""

_TAKE: Final = (
    "INSERT INTO leases AS held (name, member) SELECT asked, %(me)s FROM unnest(%(names)s::text[]) "
    "AS asked ORDER BY asked ON CONFLICT (name) DO UPDATE SET member = %(me)s "
    "WHERE held.member <> ALL (ARRAY(SELECT id FROM members)) OR held.member = %(me)s "
    "RETURNING name"
)
_HOLDERS: Final = "SELECT name, member FROM leases WHERE name = ANY(%s)"
# The members are found first. In a join they would not be checked again where a row has changed
# since the statement began, and two processes would both take it.
_INHERIT: Final = (
    "WITH free AS MATERIALIZED (SELECT name FROM leases WHERE member <> ALL "
    "(ARRAY(SELECT id FROM members)) ORDER BY name LIMIT %(most)s FOR UPDATE SKIP LOCKED) "
    "UPDATE leases SET member = %(me)s FROM free WHERE leases.name = free.name "
    "RETURNING leases.name"
)
_DROP: Final = "DELETE FROM leases WHERE name = %s AND member = %s"


class Leases:
    """The leases of this process; a process that is alone holds all."""

    def __init__(self, store: Database, members: Members) -> None:
        self._line, self._members = store.line, members
        self._mine: set[str] = set()
        self._others: dict[str, str] = {}
        """The holders of leases that this process requested but did not get."""
        self.inherited: list[Callable[[Sequence[str]], Awaitable[None]]] = []
        """Called with the names of leases taken over from a process that is gone."""
        self._inheriting: asyncio.Task[None] | None = None
        members.lost.append(self._lose)
        members.came.append(self._inherit_soon)
        members.gone.append(lambda _: self._inherit_soon())

    def holds(self, name: str) -> bool:
        """Whether this process holds that lease."""
        return self._line is None or name in self._mine

    async def take(self, *names: str) -> list[str]:
        """Take some leases; return those that this process holds now."""
        if self._line is None:
            return list(names)
        wanted = [
            name for name in names
            if name not in self._mine and self._others.get(name) not in self._members.others
        ]  # fmt: skip
        me = self._members.id
        if wanted and me:
            taken, held = await self._line.do(lambda c: _take(c, me, wanted))
            if me == self._members.id:  # still the same member
                self._mine |= taken
                self._others |= held
        return [name for name in names if name in self._mine]

    def give_up(self, name: str) -> None:
        """Release a lease."""
        if self._line is not None and name in self._mine:
            self._mine.discard(name)
            me = self._members.id
            dropped = self._line.do(lambda connection: connection.execute(_DROP, (name, me)))
            dropped.add_done_callback(lambda done: done.cancelled() or done.exception())
        elif self._line is not None:
            self._others.pop(name, None)

    async def close(self) -> None:
        """Stop taking over leases."""
        if self._inheriting:
            self._inheriting.cancel()
            await asyncio.gather(self._inheriting, return_exceptions=True)

    # ---- free leases

    def _lose(self) -> None:
        self._mine.clear()
        self._others.clear()

    def _inherit_soon(self) -> None:
        if self._inheriting is None or self._inheriting.done():
            self._inheriting = asyncio.create_task(self._inherit())

    async def _inherit(self) -> None:
        """Take over free leases, a portion at a time."""
        line = self._line
        assert line is not None
        known: frozenset[str] | None = None
        while known != self._members.others:  # another process may go in the meantime
            known = self._members.others
            while me := self._members.id:
                try:
                    names = await line.do(partial(_inherit, me))
                except NotStored:
                    await asyncio.sleep(1.0)
                    continue
                if not names:
                    break
                self._mine.update(names)
                for tell in self.inherited:
                    await tell(names)


def _take(
    connection: psycopg.Connection[Any], me: str, names: list[str]
) -> tuple[set[str], dict[str, str]]:
    taken = {name for (name,) in connection.execute(_TAKE, {"me": me, "names": names})}
    rest = [name for name in names if name not in taken]
    held = dict(connection.execute(_HOLDERS, (rest,)).fetchall()) if rest else {}
    return taken, held


def _inherit(me: str, connection: psycopg.Connection[Any]) -> list[str]:
    found = connection.execute(_INHERIT, {"me": me, "most": PORTION}).fetchall()
    return [name for (name,) in found]
