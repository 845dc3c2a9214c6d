"""Hidden and blocked people.

    hides   by  who  table_id  kind    name    at
            a1  b2             block   "Bob"   …     everywhere, and b2 cannot join what a1 opens
            a1  c3   k3v…      mute    "Cy"    …     at this table only

The list of a person is needed for each view of a table, so each process caches it, and notifies the
others of changes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.db.processes.members import Members
from honjin.server.db.sql import META, count_rows, put
from honjin.server.messages.refusals import NotWelcome, TooMany
from honjin.server.people.people import hold

Kind = Literal["block", "mute"]

HIDES: Final = sa.Table(
    "hides",
    META,
    sa.Column("by", sa.String(32), primary_key=True),
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
_HIDES_OF: Final = (
    sa.select(HIDES.c.who, HIDES.c.table_id, HIDES.c.kind, HIDES.c.name, HIDES.c.at)
    .where(HIDES.c.by == sa.bindparam("person"))
    .order_by(HIDES.c.at.desc())
)

MAX_HIDES: Final = 500
"""The most people that one person can hide."""
MAX_KEPT: Final = 20_000
PORTION: Final = 400
"""The number of ids per query: older SQLite allows 999 parameters."""
NOBODY: Final[frozenset[str]] = frozenset()


class Hide(NamedTuple):
    """A hidden person: everywhere, or at one table. A blocked person cannot join either."""

    who: str
    table: str
    kind: Kind
    name: str
    at: int


def hides_of(connection: sa.Connection, by: str) -> list[Hide]:
    """The people that a person hides, the latest first."""
    return [Hide(*found) for found in connection.execute(_HIDES_OF, {"person": by})]


def hide(connection: sa.Connection, by: str, new: Hide) -> None:
    """Hide a person; TooMany if enough people are hidden."""
    hold(connection, by)  # requests at the same time count each other's
    row = {
        "by": by, "who": new.who, "table_id": new.table, "kind": new.kind, "name": new.name,
        "at": new.at,
    }  # fmt: skip
    put(connection, HIDES, row)
    if count_rows(connection, HIDES.c.by == by) > MAX_HIDES:
        raise TooMany(f"at most {MAX_HIDES} people; show someone again first")


def show(connection: sa.Connection, by: str, who: str, table: str | None = None) -> None:
    """Show a person again: at one table ("" is everywhere else), or altogether."""
    found = sa.and_(HIDES.c.by == by, HIDES.c.who == who)
    if table is not None:
        found = sa.and_(found, HIDES.c.table_id == table)
    connection.execute(sa.delete(HIDES).where(found))


def blocked_between(connection: sa.Connection, ids: Collection[str]) -> set[frozenset[str]]:
    """The pairs of some persons of whom one has blocked the other."""
    asked = sorted(set(ids))
    cuts = [*range(0, len(asked), PORTION), len(asked)]
    known, pairs = set(asked), set[frozenset[str]]()
    for first, last in pairwise(cuts):
        query = sa.select(HIDES.c.by, HIDES.c.who).where(
            HIDES.c.kind == "block", HIDES.c.by.in_(asked[first:last])
        )
        for by, who in connection.execute(query):
            if who in known:
                pairs.add(frozenset((by, who)))
    return pairs


class Hides:
    """Cache of hide lists. `changed` is called with each person whose list has changed."""

    def __init__(self, store: Database, members: Members) -> None:
        self._store, self._members = store, members
        self._known: OrderedDict[str, tuple[Hide, ...]] = OrderedDict()
        self._forgotten = 0
        """How many lists were forgotten: one that is being read may be older than that."""
        self.changed: list[Callable[[str], None]] = []
        members.topics["hides"] = lambda _, person: self._forget(person)
        members.came.append(self._forget_all)

    async def of(self, person: str) -> tuple[Hide, ...]:
        """The people that a person hides."""
        found = self._known.get(person)
        if found is None:
            before = self._forgotten
            found = tuple(await self._store.ask(lambda connection: hides_of(connection, person)))
            if before == self._forgotten:
                self._known[person] = found
            while len(self._known) > MAX_KEPT:
                self._known.popitem(last=False)
        return found

    async def at(self, person: str, table: str) -> frozenset[str]:
        """The people whose chat a person does not read at a table."""
        found = await self.of(person)
        return frozenset(one.who for one in found if one.table in ("", table)) if found else NOBODY

    async def change(self, person: str, write: Callable[[sa.Connection], Any]) -> None:
        """Hide or show people, and notify all processes."""
        await self._store.change(write)
        self._members.tell("hides", person)
        self._forget(person)

    def _forget_all(self) -> None:
        self._known.clear()
        self._forgotten += 1

    def _forget(self, person: str) -> None:
        self._known.pop(person, None)
        self._forgotten += 1
        for tell in self.changed:
            tell(person)

    async def require_welcome(self, who: str, to: Collection[str]) -> None:
        """Raise NotWelcome if one of these persons has blocked `who`, without saying which."""
        for other in set(to) - {who, ""}:
            if any(one.who == who and one.kind == "block" for one in await self.of(other)):
                raise NotWelcome("you cannot join in here")
