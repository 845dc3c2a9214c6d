"""Matches the players in the pools. One process does it; the queue is in the database.

    waiting -> claimed (a table's id, and the time by which everybody has to come) -> table opened
            -> begun: the players leave the queue
            -> a player did not come: the table is dissolved, the others go back to the queue

A process that dies between two of these leaves a row that the next one understands: a claim without
a table expires, and the claimed players keep their old places in the queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.server.db.journal import Conflict
from honjin.server.db.processes.leases import Leases
from honjin.server.db.processes.members import Members
from honjin.server.finding import seekers
from honjin.server.finding.matching import Party, PlayerFacts, matched
from honjin.server.finding.pools import Pool, pools_of
from honjin.server.finding.seekers import DAY, Waiting
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.people.ratings import ratings
from honjin.server.people.ratings.skill import NEW, bot_skill
from honjin.server.people.traces import Traces
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.seats.given import GiveUp, absent
from honjin.server.tables.seats.seating import HOUSE, sat, seated
from honjin.server.tables.session import entries as e
from honjin.server.tables.site import TableSite
from honjin.server.tables.store import opening
from honjin.server.tables.store.live_tables import ExpectedPlayer, LiveTables
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import new_id
from honjin.server.work.jobs.jobs import Jobs

log = logging.getLogger(__name__)

LEASE: Final = "matchmaker"
TICK: Final = 1.0
"""Seconds between two checks of the queue; IDLE is the figure while nobody waits."""
IDLE: Final = 3.0
BEAT: Final = 5.0
"""Seconds between two notes of who has a window open."""
GONE: Final = 30 * SECOND
"""A player who was not heard of for this long has left a live pool."""
COME: Final = 30 * SECOND
"""The time that players have to come to a live game that was found."""
SHY: Final = 60 * 60 * SECOND
"""Absences are counted within this time."""
FINE: Final = (0, 60 * SECOND, 300 * SECOND, 1800 * SECOND)
"""The exclusion of a player who did not come: after the first time, the second, ..."""

Blocked = Callable[[sa.Connection, Collection[str]], set[frozenset[str]]]


class Matchmaker:
    """The pools of a server. `blocked` finds pairs of whom one has blocked the other."""

    def __init__(
        self, tables: LiveTables, store: Store, traces: Traces, leases: Leases, members: Members,
        jobs: Jobs, *, neighbours: bool = False,
    ) -> None:  # fmt: skip
        self.tables, self.store, self.traces = tables, store, traces
        self.blocked: Blocked = lambda *_: set()
        self.on_change: list[Callable[[], None]] = []
        """Called when the queue may have changed."""
        self.here: Callable[[], Collection[str]] = tuple
        """The people who wait in a window of this process."""
        self.come = COME
        self._leases, self._members, self._neighbours = leases, members, neighbours
        self._news = asyncio.Event()
        self._looking = asyncio.Lock()
        self._pools = {one.key: one for game in tables.games.values() for one in pools_of(game)}
        self._beaten = 0.0
        self._begun = 0
        """When this process first checked the queue: before that nobody could come to it."""
        members.topics["seek"] = lambda _sender: self._changed()
        tables.tell_given.append(lambda table: self._changed() if table.room.opened.pool else None)
        jobs.periodic("pools", "41 4 * * *", self._forget_old)

    # ---- for seekers

    def pool(self, key: str) -> Pool:
        """The pool with a key; UnknownPool if there is none."""
        found = self._pools.get(key)
        if found is None:
            raise no.UnknownPool(f"expected a pool such as {next(iter(self._pools), '')!r}")
        return found

    @property
    def pools(self) -> Collection[Pool]:
        """All pools."""
        return self._pools.values()

    async def join(self, caller: Caller, pool: Pool, patience: int | None) -> Waiting:
        """Put a player in the queue of one pool, and of no other."""
        await self.traces.flush()
        now = self.tables.clock()
        row = await self.store.change(partial(self._join, caller, pool, patience, now))
        self.announce()
        return row

    def _join(
        self, caller: Caller, pool: Pool, patience: int | None, now: int,
        connection: sa.Connection,
    ) -> Waiting:  # fmt: skip
        _require_not_kept_out(seekers.missed(connection, caller.id, now - SHY), now)
        rating = rating_of(connection, caller.id, pool)
        row = Waiting(
            caller.id, pool.key, caller.name, rating, now, patience, caller.program, now, "", 0
        )
        return seekers.join(connection, row)

    async def leave(self, who: str) -> None:
        """Remove a player from the queue."""
        if await self.store.change(partial(seekers.leave, who=who)):
            self.announce()

    def announce(self) -> None:
        """The queue has changed: notify this process and all others."""
        self._members.tell("seek")
        self._changed()

    def _changed(self) -> None:
        self._news.set()
        for tell in self.on_change:
            tell()

    def leap(self, _first: int, last: int) -> None:
        """Nobody could come while the time leapt."""
        self._begun = last

    # ---- the work

    async def run(self) -> None:
        """Match players until cancelled."""
        while True:
            pause = IDLE
            try:
                await self._beat()
                if await self._leases.take(LEASE) and await self.look():
                    pause = TICK
            except (no.NotStored, sa.exc.SQLAlchemyError) as problem:
                log.warning("no players are matched: %s", problem)
            except Exception:
                log.exception("no players are matched")
            # `wait_for` would lose a cancellation that coincides with news.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._news.wait()
            await asyncio.sleep(0.1)
            self._news.clear()

    async def _beat(self) -> None:
        """Note that those with a window open here are still there."""
        now = asyncio.get_running_loop().time()
        here = list(self.here())
        if here and now - self._beaten >= BEAT:
            self._beaten = now
            await self.store.change(partial(seekers.beat, people=here, now=self.tables.clock()))

    async def look(self) -> bool:
        """Check the queue once; True if anybody waits. Afterwards all tables found are open."""
        async with self._looking:
            return await self._look()

    async def _look(self) -> bool:
        now = self.tables.clock()
        self._begun = self._begun or now
        rows = await self.store.ask(seekers.everybody)
        if now - self._begun > GONE and any(_is_stale(row, now) for row in rows):
            await self.store.change(partial(seekers.drop_stale, now=now, gone=GONE))
            self.announce()
            rows = await self.store.ask(seekers.everybody)
        for table in {row.table_id: None for row in rows if row.table_id}:
            await self._see_who_came([row for row in rows if row.table_id == table], now)
        barred = self.tables.barred()
        waiting = [row for row in rows if not row.table_id and row.who not in barred]
        free = [row for row in waiting if not _is_stale(row, now)]
        for key in {row.pool: None for row in free}:
            if pool := self._pools.get(key):
                await self._match(pool, [row for row in free if row.pool == key], now)
        return bool(rows)

    async def _match(self, pool: Pool, rows: Sequence[Waiting], now: int) -> None:
        game = self.tables.game(pool.game)
        seats = game.seats(options_of(game, pool))
        people = [row.who for row in rows]
        known = await self.store.ask(partial(self._known, people=people, now=now))
        for party in matched([row.seeker for row in rows], seats, pool.pace, known, now):
            await self._seat(pool, game, party, now)

    def _known(self, connection: sa.Connection, people: Sequence[str], now: int) -> PlayerFacts:
        alike = partial(seekers.alike, neighbours=self._neighbours)
        apart = alike(connection, people, now - DAY) | self.blocked(connection, people)
        return PlayerFacts(frozenset(apart), seekers.last_met(connection, people))

    async def _seat(self, pool: Pool, game: Game[Any], party: Party, now: int) -> None:
        """Move people from the queue to a table, and open it."""
        names = {one.who: one for one in party.people}
        pasts = await self.store.ask(partial(seekers.pasts, people=list(names), game=pool.game))
        places = seated([*names, *(f"#{n}" for n in range(party.bots))], pasts, Random())
        order = tuple(who if who in names else "" for who in places)
        table, until = new_id(), now + self.come
        claim = partial(
            seekers.claim, people=order, game=pool.game, table=table, now=now, until=until
        )
        if not await self.store.change(claim):
            return
        bot = self._bot(game, pool, party)
        callers = [
            Caller(who, names[who].name, program=names[who].program) if who else None
            for who in order
        ]

        def make(_: str, at: int) -> Sequence[e.Entry]:
            opened = e.Opened(
                at, game.key, game.version, dict(options_of(game, pool)), secrets.token_hex(32),
                time=pool.control, pool=True,
            )  # fmt: skip
            return opening.given_table(
                game, opened, sat(callers, bot, at, waits=pool.pace == "live")
            )

        try:
            await self.tables.open(make, table=table)
        except Conflict:
            log.info("table %s was opened by another process", table)
        log.info("a pool has found a game")
        for who in names:
            self.tables.want(ExpectedPlayer("paired", who, table))
        self.announce()

    def _bot(self, game: Game[Any], pool: Pool, party: Party) -> str:
        """The rated bot nearest to the people in strength; any bot if none is rated."""
        offered = self.tables.bots.names(game, options_of(game, pool))
        mean = sum(one.rating for one in party.people) / len(party.people)
        rated = {key: skill.shown for key in offered if (skill := bot_skill(game.key, key))}
        if rated:
            return min(rated, key=lambda key: abs(rated[key] - mean))
        return offered[0] if offered else ""

    async def _see_who_came(self, rows: Sequence[Waiting], now: int) -> None:
        """Remove those who play from the queue, and dissolve a table with a late player."""
        table, until = rows[0].table_id, max(rows[0].until, self._begun + self.come)
        try:
            room = (await self.tables.ready(table)).room
            if room.status == "open" and now > until:
                room = (await self.tables.post(table, GiveUp(), HOUSE)).room
            if room.dissolved == "missed":
                missing = {room.holders[seat] for seat in absent(room)}
                gone = {one.who for one in missing if one is not None}
                here = {one.who for one in room.holders if one and one.kind == "person"} - gone
                await self._release(table, here, now)
            elif room.status != "open":
                await self.store.change(partial(seekers.settle, table=table))
                self.announce()
        except (no.UnknownTable, no.Damaged, HonjinError):
            if now > until:  # its process ended before it was opened
                await self._release(table, [row.who for row in rows], now)

    async def _release(self, table: str, came: Collection[str], now: int) -> None:
        await self.store.change(partial(seekers.release, table=table, came=came, now=now))
        self.announce()

    async def _forget_old(self) -> None:
        await self.store.change(partial(seekers.forget_old, now=self.tables.clock()))


def options_of(game: Game[Any], pool: Pool) -> Mapping[str, Any]:
    """The options of a pool's games."""
    return game.preset_options[pool.preset]


def rating_of(connection: sa.Connection, who: str, pool: Pool) -> int:
    """A player's rating in a pool's games, or the initial one."""
    found = ratings.ratings_of(connection, [who]).get((who, pool.game, pool.pace))
    return found.shown if found else NEW.shown


def _is_stale(row: Waiting, now: int) -> bool:
    if row.table_id:
        return False
    live = row.pool.endswith(" live") and row.seen < now - GONE
    return live or row.since < now - seekers.LONGEST


def _require_not_kept_out(missed: Sequence[int], now: int) -> None:
    """Raise KeptOut if a player recently did not come to games; longer each time."""
    if not missed:
        return
    until = missed[-1] + FINE[min(len(missed), len(FINE)) - 1]
    if until > now:
        seconds = (until - now) / SECOND
        raise no.KeptOut(
            f"you did not come to {len(missed)} games; try again in {seconds:.0f} s"
        ).after(seconds)


class FindingSite(TableSite):
    """A site that finds opponents."""

    matchmaker: Matchmaker
