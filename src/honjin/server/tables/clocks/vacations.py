"""Vacations: in games with days per turn, a person on vacation is not charged time.

They are limited by a budget of days in any 365. Each counts as at least a day, so that nobody
begins one whenever a turn takes long. When the budget is used up, the vacation ends automatically.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.messages.refusals import NoVacation
from honjin.server.tables.clocks.control import DAY
from honjin.server.tables.store.store import Store

YEAR: Final = 365 * DAY

VACATIONS: Final = sa.Table(
    "vacations",
    META,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("begun", sa.BigInteger, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
_OF: Final = VACATIONS.c


class VacationBudget(NamedTuple):
    """The rest of a guest's budget, and the end of the current vacation (0: none)."""

    left: int
    until: int


class VacationPeriod(NamedTuple):
    """A vacation that a guest took or is on."""

    begun: int
    until: int


class Vacations:
    """The vacations of all guests, with a budget of `days` for each."""

    def __init__(self, store: Store, days: float) -> None:
        self._store, self.budget = store, round(days * DAY)

    async def of(self, guest: str, now: int) -> VacationBudget:
        """A guest's budget and vacation."""
        return await self._store.ask(lambda connection: self._leave(connection, guest, now))

    async def begin(self, guest: str, now: int) -> VacationBudget:
        """Begin a vacation, or continue the current one; NoVacation if none is left."""
        return await self._store.change(lambda connection: self._begin(connection, guest, now))

    async def end(self, guest: str, now: int) -> VacationBudget:
        """End the current vacation, if there is one."""
        ends = (
            sa.update(VACATIONS).where(_OF.guest == guest, _OF.until > now).values(until=now)
        )  # fmt: skip

        def write(connection: sa.Connection) -> VacationBudget:
            connection.execute(ends)
            return self._leave(connection, guest, now)

        return await self._store.change(write)

    async def all(self, guest: str) -> tuple[VacationPeriod, ...]:
        """All stored vacations of a guest, the first ones first."""
        query = sa.select(_OF.begun, _OF.until).where(_OF.guest == guest).order_by(_OF.begun)
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return tuple(VacationPeriod(*row) for row in rows)

    async def present(self, now: int) -> dict[str, int]:
        """The guests on vacation, and until when."""
        query = sa.select(_OF.guest, _OF.until).where(_OF.until > now)
        rows = await self._store.ask(lambda connection: connection.execute(query).all())
        return {guest: int(until) for guest, until in rows}

    def _begin(self, connection: sa.Connection, guest: str, now: int) -> VacationBudget:
        found = self._leave(connection, guest, now)
        if found.until:
            return found
        if found.left < DAY:
            days = self.budget / DAY
            raise NoVacation(f"less than one of {days:g} days of vacation a year is left")
        old = sa.delete(VACATIONS).where(_OF.guest == guest, _OF.until < now - YEAR)
        connection.execute(old)
        new = {"guest": guest, "begun": now, "until": now + found.left}
        connection.execute(sa.insert(VACATIONS).values(new))
        return VacationBudget(found.left, now + found.left)

    def _leave(self, connection: sa.Connection, guest: str, now: int) -> VacationBudget:
        query = sa.select(_OF.begun, _OF.until).where(_OF.guest == guest, _OF.begun > now - YEAR)
        used, until, before = 0, 0, 0
        for first, last in connection.execute(query.order_by(_OF.begun)):
            if first < before:  # two processes began the same one at once
                continue
            before = last
            used += max(DAY, min(last, now) - first)
            until = max(until, last if last > now else 0)
        # The minimum of one day is not charged before that day is over.
        left = until - now if until else max(0, self.budget - used)
        return VacationBudget(left, until)


def forget(connection: sa.Connection, guest: str) -> None:
    """Remove the vacations of a person whose account is deleted."""
    connection.execute(sa.delete(VACATIONS).where(_OF.guest == guest))


def forget_old(connection: sa.Connection, now: int) -> None:
    """Remove vacations that no budget counts any more."""
    connection.execute(sa.delete(VACATIONS).where(_OF.until < now - YEAR))
