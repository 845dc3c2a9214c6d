"""Challenges: withdraws them when they expire, and notifies the challenged players."""

from __future__ import annotations

import contextlib
from typing import Final

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no
from honjin.server.tables.seats.given import Expire
from honjin.server.tables.seats.seating import HOUSE
from honjin.server.tables.session.challenges import expires
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import ExpectedPlayer, LiveTables
from honjin.server.work.jobs.jobs import Jobs, Payload

TASK: Final = "challenge.end"


class ChallengeService:
    """The challenges of a server."""

    def __init__(self, tables: LiveTables, jobs: Jobs) -> None:
        self._tables, self._jobs = tables, jobs
        jobs.task(TASK, self._end)

    async def opened(self, room: Room) -> None:
        """Note that a table with reserved seats was opened."""
        due = expires(room.opened.at, room.opened.time)
        await self._jobs.defer(TASK, {"table": room.id}, at=due, key=room.id)
        for who, _ in room.reserved.values():
            self._tables.want(ExpectedPlayer("challenge", who, room.id, room.opened.name))

    async def _end(self, payload: Payload) -> None:
        with contextlib.suppress(no.UnknownTable, no.RecordMismatch, HonjinError):
            await self._tables.post(str(payload["table"]), Expire(), HOUSE)
