"""Whether a guest is a suspended person who has come back as another guest.

A common browser is evidence for as long as traces are kept. A common address is evidence for a day,
and only against guests who are newer than the suspension: known neighbours keep playing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.messages.refusals import Suspended
from honjin.server.people.people import PEOPLE
from honjin.server.people.standing.sanctions import STANDINGS, AllSanctions, What
from honjin.server.people.traces import DAY, TRACES, Kind, Traces

CLOSED: Final[Mapping[What, str]] = {
    "chat": "chatting is closed to guests from this browser or address for now",
    "play": "beginning games is closed to guests from this browser or address for now",
}


class Returning:
    """Compares the origins of guests with those of suspended persons."""

    def __init__(
        self, store: Database, sanctions: AllSanctions, traces: Traces, clock: Callable[[], int],
        *, neighbours: bool,
    ) -> None:  # fmt: skip
        self._store, self._sanctions, self._traces = store, sanctions, traces
        self._clock, self._neighbours = clock, neighbours

    async def require_unsuspended(self, guest: str, address: str, device: str, what: What) -> None:
        """Raise Suspended if a guest has a suspended person's browser, or newly its address."""
        if not (suspended := self._sanctions.suspended(what)):
            return
        marks = self._traces.marks(address, device)
        find = partial(
            returned, guest=guest, marks=marks, suspended=suspended - {guest},
            since=self._clock() - DAY, neighbours=self._neighbours,
        )  # fmt: skip
        if await self._store.ask(find):
            raise Suspended(CLOSED[what])


def returned(
    connection: sa.Connection, guest: str, marks: Mapping[Kind, str], suspended: frozenset[str],
    since: int, *, neighbours: bool,
) -> bool:  # fmt: skip
    """True if a suspended person used the same browser, or recently the same address."""
    same: list[Any] = [_is_at("device", marks)]
    if not neighbours:
        came = sa.select(PEOPLE.c.since).where(PEOPLE.c.id == guest)
        is_new = sa.func.coalesce(came.scalar_subquery(), STANDINGS.c.changed)
        same.append(
            sa.and_(_is_at("address", marks), TRACES.c.seen >= since, is_new >= STANDINGS.c.changed)
        )
    query = (
        sa.select(TRACES.c.who)
        .join(STANDINGS, STANDINGS.c.person == TRACES.c.who)
        .where(TRACES.c.who.in_(suspended), sa.or_(*same))
    )
    return connection.execute(query.limit(1)).first() is not None


def _is_at(kind: Kind, marks: Mapping[Kind, str]) -> Any:
    return sa.and_(TRACES.c.kind == kind, TRACES.c.mark == marks.get(kind, ""))
