"""Records finished games in the history, and rates them.

A game is recorded soon after the entry that ended it is durable, in one transaction with the
others that ended in the meantime, and may safely be recorded twice: the key of `results` admits
only one. Games that a crash left out are recorded after the next start, as are tables that were
finished before there was a history.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.server.history import choices, ranking
from honjin.server.history import store as history
from honjin.server.messages import refusals as no
from honjin.server.people import traces
from honjin.server.people.traces import DAY, Traces
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.chosen import chosen_in, is_explored
from honjin.server.tables.session.outcome import GameOutcome, outcome_of
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.store import Store
from honjin.server.work.jobs.jobs import Jobs

log = logging.getLogger(__name__)

AT_ONCE: Final = 50
"""The number of games that are recorded in one transaction as they end."""
SOON: Final = 0.1
"""Seconds until games that have ended are recorded, so that others can be recorded with them."""
BUSY: Final = 0.5
"""Seconds until the next games are recorded if others ended meanwhile: a transaction costs as much
as recording three games."""
BATCH: Final = 100
PAUSE: Final = 0.05
"""Seconds between two tables when catching up, so that players are not held up."""
OFTEN: Final = "*/10 * * * *"
"""When to look for tables that ended in a process that died before recording them."""
DAILY: Final = "23 4 * * *"
"""When old traces are deleted."""
_NEVER: Final = (no.RecordMismatch, no.UnknownTable, no.UnknownGame)
_LATER: Final = (no.Refused, HonjinError, msgspec.MsgspecError)
"""Errors that keep a game out of the history for now."""


class _Finished(NamedTuple):
    """A finished game: its outcome, and its opening if openings of its game are counted."""

    outcome: GameOutcome
    openings: tuple[choices.Opening, ...]


class GameRecorder:
    """Keeps the history of a server's tables. `neighbours`: games at one address are rated too."""

    def __init__(
        self,
        tables: LiveTables,
        store: Store,
        notes: Traces,
        jobs: Jobs,
        *,
        neighbours: bool = False,
    ) -> None:
        self.tables, self.store, self.traces = tables, store, notes
        self._neighbours = neighbours
        self.gather: Callable[[], Awaitable[None]] = partial(asyncio.sleep, 0)
        """Has the other processes store the origins that they have noted."""
        self._waiting: list[str] = []
        self._recording: asyncio.Future[None] | None = None
        self._closing = asyncio.Event()
        self._chore: asyncio.Task[None] | None = None
        tables.end.append(self._ended)
        jobs.periodic("history", OFTEN, self._mend_all)
        jobs.periodic("traces", DAILY, self._forget_old)

    # ---- as games end

    def _ended(self, room: Room) -> None:
        self._waiting.append(room.id)
        if self._recording is None or self._recording.done():
            self._recording = asyncio.ensure_future(self._take_waiting())

    async def _take_waiting(self) -> None:
        pause = SOON
        while self._waiting:
            await self._rest(pause)
            pause = BUSY
            tables, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            await self.take_soon(tables)

    async def take_soon(self, tables: Sequence[str]) -> None:
        """Record games at once; if that fails, each alone, so that one cannot keep others out."""
        try:
            await self._take(tables)
        except Exception as problem:
            if len(tables) > 1:
                for table in tables:
                    await self.take_soon([table])
            elif isinstance(problem, _LATER):
                log.warning("table %s is recorded in the history later: %s", tables[0], problem)
            else:
                log.exception("table %s is tried for the history again later", tables[0])

    async def settled(self) -> None:
        """Wait until all games that have ended are in the history."""
        if self._recording is not None:
            await self._recording

    async def take(self, table: str) -> bool:
        """Record a finished table, and rate the games that are due; True if it was new."""
        return bool(await self._take([table]))

    async def _take(self, tables: Sequence[str]) -> set[str]:
        """Record finished tables, all or none; return those that were new."""
        games = await self.tables.archive.look_at(tables, _finished)
        if any(_may_be_rated(game.outcome) for game in games):
            await asyncio.gather(self.traces.flush(), self.gather())
        return await self.store.change(partial(self._write, games))

    def _write(self, games: Iterable[_Finished], connection: sa.Connection) -> set[str]:
        outcomes = [self._judged(game.outcome, connection) for game in games]
        new = history.take_all(connection, outcomes)
        choices.count(connection, (one for game in games for one in game.openings))
        if any(not one.unrated for one in outcomes if one.table in new):
            ranking.rate_due(connection)
        return new

    def _judged(self, game: GameOutcome, connection: sa.Connection) -> GameOutcome:
        """The game, unrated if two of its persons may be one."""
        if not _may_be_rated(game):
            return game
        found = traces.shared(connection, _persons(game), game.begun - DAY)
        if found is None or (found == "address" and self._neighbours):
            return game
        return game._replace(unrated=found)

    # ---- catching up

    async def mend(self, pause: float = PAUSE, tell: Callable[[int], None] = lambda _: None) -> int:
        """Record all finished tables that are missing in the history; return their number."""

        async def give_up(table: str) -> None:
            game, at = await self.store.ask(partial(_row, table=table))
            await self.store.change(partial(history.take, game=_lost(table, game, at)))

        return await self._take_each(history.unknown, give_up, pause, tell)

    async def count_earlier(self, pause: float = PAUSE) -> int:
        """Count the openings of games finished before they were counted; return their number."""
        explored = filter(is_explored, self.tables.games.values())
        return sum([await self._count_earlier(game, pause) for game in explored])

    async def _count_earlier(self, game: Game[Any], pause: float) -> int:
        async def give_up(table: str) -> None:
            nothing = choices.Opening(table, game.key, game.version)
            await self.store.change(partial(choices.count, openings=[nothing]))

        return await self._take_each(partial(choices.uncounted, game=game.key), give_up, pause)

    async def _take_each(
        self, find: Callable[..., list[str]], give_up: Callable[[str], Awaitable[None]],
        pause: float, tell: Callable[[int], None] = lambda _: None,
    ) -> int:  # fmt: skip
        """Take the tables that `find` returns, some at a time, and those that never can be."""
        count, after = 0, ""
        while not self._closing.is_set():
            tables = await self.store.ask(partial(find, most=BATCH, after=after))
            if not tables:
                break
            for table in tables:
                await self._take_or(table, give_up)
                count, after = count + 1, table
                tell(count)
                if await self._rest(pause):
                    break
        return count

    async def _take_or(self, table: str, give_up: Callable[[str], Awaitable[None]]) -> None:
        try:
            await self.take(table)
        except no.NotStored:
            raise
        except (*_NEVER, msgspec.MsgspecError) as problem:
            log.warning("table %s cannot be recorded in the history: %s", table, problem)
            await give_up(table)
        except Exception:
            log.exception("table %s is tried for the history again later", table)

    def start(self) -> None:
        """Catch up on games of the last run, in the background."""
        self._chore = asyncio.create_task(self._mend_quietly())

    async def _mend_quietly(self) -> None:
        try:
            await self._mend_all()
        except no.Refused as problem:
            log.warning("finished tables are searched for again later: %s", problem)

    async def _mend_all(self) -> None:
        if count := await self.mend():
            log.info("%d finished tables were taken into the history", count)
        if count := await self.count_earlier():
            log.info("the openings of %d earlier games were counted", count)

    async def _forget_old(self) -> None:
        now = self.tables.clock()
        await self.store.change(partial(traces.forget_old, now=now))

    async def _rest(self, seconds: float) -> bool:
        """Wait, or until the server stops; True if it does."""
        # `wait_for` of Python 3.11 may lose a cancellation.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        return self._closing.is_set()

    async def close(self) -> None:
        """Finish running work: a connection in use must not lose its database."""
        self._closing.set()
        if self._chore is not None:
            await self._chore
        await self.settled()
        await self.traces.flush()


def _persons(game: GameOutcome) -> set[str]:
    return {seat.who for seat in game.seats if seat.kind == "person"}


def _may_be_rated(game: GameOutcome) -> bool:
    """Whether a game is rated if no two of its persons may be one."""
    return not game.unrated and len(_persons(game)) >= 2


def _finished(room: Room, entries: list[e.Entry]) -> _Finished:
    """Sum up a finished game."""
    game, found = room.game, outcome_of(room, entries)
    if not is_explored(game):
        return _Finished(found, ())
    opening = choices.Opening(room.id, game.key, game.version, chosen_in(room, entries))
    return _Finished(found, (opening,))


def _row(connection: sa.Connection, table: str) -> tuple[str, int]:
    row = connection.execute(
        sa.text("SELECT game, changed FROM tables WHERE id = :id"), {"id": table}
    ).one()
    return str(row.game), int(row.changed)


def _lost(table: str, game: str, at: int) -> GameOutcome:
    """The record of a table that these rules cannot replay, so that it is not tried again."""
    return GameOutcome(
        table, game, "", at, at, 0, "", "none", "study", "study", private=True, opening=""
    )  # fmt: skip
