"""The progress of reviews of finished games: stored, and announced to other processes.

    reviews   table    a review of this game is running in the sending process
    look      table    a person is viewing it in another one
    rests     table    it has ended, or stopped

A review is made in one process, as long as it is being viewed. It saves its judgements every few
seconds, so that every process can show it, even after a restart, and resume where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import told_if_damaged
from honjin.server.db.database import Database
from honjin.server.db.processes.members import Members
from honjin.server.db.sql import META, insert
from honjin.server.messages.refusals import Damaged, NotStored

REVIEWS: Final = sa.Table(
    "reviews",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seats", sa.String(32), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
EVERY: Final = 2.0
"""Seconds between two saves of a running review."""
SILENT: Final = 7.0
"""Seconds of silence after which the process making a review is considered stopped."""

_encode = msgspec.json.Encoder().encode
J = TypeVar("J")


class KeptReviews:
    """Stored reviews, and the reviews that other processes are making."""

    def __init__(self, store: Database, members: Members) -> None:
        self._store, self._members = store, members
        self._elsewhere: dict[str, float] = {}
        """When another process last announced its review of a table."""
        self.wanted: Callable[[str], None] = lambda _: None
        """Called when a person views the review of a table in another process."""
        members.topics |= {
            "reviews": lambda _, table: self._hear(table),
            "look": lambda _, table: self.wanted(table),
            "rests": lambda _, table: self._hear_rest(table),
        }

    def is_made_elsewhere(self, table: str) -> bool:
        """Whether another process is making the review of a table."""
        heard = self._elsewhere.get(table)
        return heard is not None and time.monotonic() - heard < SILENT

    def look(self, table: str) -> None:
        """Notify the process that makes it that a person is viewing it."""
        self._members.tell("look", table)

    def tell(self, table: str) -> None:
        """Announce that it is made here."""
        self._members.tell("reviews", table)

    def rest(self, table: str) -> None:
        """Announce that it is no longer made here."""
        self._members.tell("rests", table)

    def _hear(self, table: str) -> None:
        now = time.monotonic()
        self._elsewhere = {
            one: heard for one, heard in self._elsewhere.items() if now - heard < SILENT
        } | {table: now}

    def _hear_rest(self, table: str) -> None:
        self._elsewhere.pop(table, None)

    async def find(
        self, table: str, seats: Sequence[int], judgement: type[J]
    ) -> tuple[int, list[J]]:
        """The number of reviewed entries of a game, and the judgements."""
        try:
            body = await self._store.ask(partial(_find, table=table, seats=_name(seats)))
        except NotStored:
            return 0, []
        if body is None:
            return 0, []
        kind = tuple[int, list[judgement]]  # type: ignore[valid-type]
        try:
            with told_if_damaged(f"the review of table {table}"):
                found: tuple[int, list[J]] = msgspec.json.decode(body, type=kind)
        except Damaged:  # it is made again
            return 0, []
        return found

    async def keep(
        self, table: str, seats: Sequence[int], step: int, judged: Sequence[Any]
    ) -> None:
        """Save the progress. If the database rejects it, a later save succeeds."""
        row = {"table_id": table, "seats": _name(seats), "entries": step}
        with suppress(NotStored):
            await self._store.change(partial(_keep, row=row | {"body": _encode((step, judged))}))


def _name(seats: Sequence[int]) -> str:
    return ",".join(map(str, seats))


def _find(connection: sa.Connection, table: str, seats: str) -> bytes | None:
    here = (REVIEWS.c.table_id == table) & (REVIEWS.c.seats == seats)
    found: bytes | None = connection.scalar(sa.select(REVIEWS.c.body).where(here))
    return found


def _keep(connection: sa.Connection, row: dict[str, object]) -> None:
    put, keys = insert(connection, REVIEWS), ("table_id", "seats")
    new = {name: put.excluded[name] for name in ("entries", "body")}
    connection.execute(put.on_conflict_do_update(index_elements=keys, set_=new), row)
