"""How far the reviews of finished games are: kept in the database, and told to other processes.

    reviews   table    a review of this game goes on in the process that tells it
    look      table    somebody looks at it in another one

A review is made in one process, as long as somebody asks about it. It keeps what it has found every
few seconds, so that every process can show it, also after a restart, and go on where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from honjin.server.messages.refusals import NotStored
from honjin.server.storage.processes.members import Members
from honjin.server.storage.reviews import find_review, keep_review
from honjin.server.storage.store import Store

EVERY: Final = 2.0
"""Seconds between two times that a review is kept while it is made."""
SILENT: Final = 7.0
"""Seconds without a word after which the process that made it is taken to have stopped."""

_encode = msgspec.json.Encoder().encode
J = TypeVar("J")


class KeptReviews:
    """The reviews that are kept, and which ones other processes make now."""

    def __init__(self, store: Store, members: Members) -> None:
        self._store, self._members = store, members
        self._elsewhere: dict[str, float] = {}
        """When another process told last of its review of a table."""
        self.wanted: Callable[[str], None] = lambda _: None
        """Told that somebody looks at the review of a table in another process."""
        members.topics |= {
            "reviews": lambda _, table: self._hear(table),
            "look": lambda _, table: self.wanted(table),
        }

    def is_made_elsewhere(self, table: str) -> bool:
        """Whether another process goes on with the review of a table."""
        heard = self._elsewhere.get(table)
        return heard is not None and time.monotonic() - heard < SILENT

    def look(self, table: str) -> None:
        """Tell the process that makes it that somebody looks."""
        self._members.tell("look", table)

    def tell(self, table: str) -> None:
        """Tell the others that it is made here."""
        self._members.tell("reviews", table)

    def _hear(self, table: str) -> None:
        now = time.monotonic()
        self._elsewhere = {
            one: heard for one, heard in self._elsewhere.items() if now - heard < SILENT
        } | {table: now}

    async def find(
        self, table: str, seats: Sequence[int], judgement: type[J]
    ) -> tuple[int, list[J]]:
        """How many entries of a game were reviewed, and what was found."""
        try:
            body = await self._store.ask(partial(find_review, table=table, seats=_name(seats)))
        except NotStored:
            return 0, []
        if body is None:
            return 0, []
        found: tuple[int, list[J]] = msgspec.json.decode(body, type=tuple[int, list[judgement]])  # type: ignore[valid-type]
        return found

    async def keep(
        self, table: str, seats: Sequence[int], step: int, judged: Sequence[Any]
    ) -> None:
        """Keep how far it is. Where the database does not take it, a later time does."""
        body = _encode((step, judged))
        write = partial(keep_review, table=table, seats=_name(seats), entries=step, body=body)
        try:
            await self._store.change(write)
        except NotStored:
            return


def _name(seats: Sequence[int]) -> str:
    return ",".join(map(str, seats))
