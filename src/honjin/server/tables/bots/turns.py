"""Bots at the tables: shown nothing but their observation, and asked in threads that wait.

A bot that fails, answers something illegal or never answers costs its seat a random action; the
game continues.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from honjin.bots import (
    SECONDS,
    Bot,
    Budget,
    Player,
    RandomBot,
    SearchRequest,
    SearchResult,
    all_loops_of,
    ask_seen,
    greedy,
    loops_of,
    uncompiled,
)
from honjin.bots.precompile import compile_ahead, is_loaded
from honjin.core.errors import HonjinError, UnknownBot
from honjin.core.game import Game
from honjin.server.db.processes.leases import PORTION, Leases
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.settings import Settings
from honjin.server.tables.bots.off_turn import OffTurn
from honjin.server.tables.bots.tells import is_hidden, is_public
from honjin.server.tables.bots.thinking import (
    OUTAGE,
    QUICK,
    TICK,
    Pace,
    Work,
    begins_turn,
    threads_of,
)
from honjin.server.tables.clocks.clock import elapsed
from honjin.server.tables.messages import answers, bodies
from honjin.server.tables.session.held import Seated
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.table import Table, is_id
from honjin.server.tables.view.perspective import Perspective
from honjin.server.web.addresses import LastAddresses
from honjin.server.work.exact import SolvedTables
from honjin.server.work.fair import Asker, FairTurns
from honjin.server.work.search.searches import SearchService
from honjin.server.work.threads import in_thread

log = logging.getLogger(__name__)

PATIENCE: Final = 20.0
"""Seconds beyond its budget after which a bot is abandoned; a first search loads compiled code."""

LEAST: Final = 0.1
"""The seconds that a level has for an action, however long its turn."""

FEW: Final = 50
"""The most simulations that are done in this process while the search process starts."""

NOBODY: Final = Player("random", RandomBot(), Budget())
"""The player in place of a bot that this server does not have."""


class BotRunner:
    """Keeps the bots of all tables at work. `tell` is called with rooms where they are thinking."""

    def __init__(
        self, tables: LiveTables, settings: Settings, exact: SolvedTables, searches: SearchService,
        leases: Leases | None = None, addresses: LastAddresses | None = None,
    ) -> None:  # fmt: skip
        self._tables, self._settings, self._exact = tables, settings, exact
        self._searches = searches
        self._jobs: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._works: dict[str, dict[int, Work]] = {}
        self._paces: WeakKeyDictionary[Room, defaultdict[int, Pace]] = WeakKeyDictionary()
        self._wanted: set[tuple[str, Path]] = set()
        """Games and loops that were requested because a player sat down with a bot."""
        self._missed: WeakKeyDictionary[Room, set[str]] = WeakKeyDictionary()
        """Tables, and the names of their bots that this server does not have."""
        # An address cannot have all places: the turn of another one comes at once.
        self._turns = FairTurns(threads_of(settings) + 1, threads_of(settings), short=1)
        self._addresses = addresses or LastAddresses()
        self.patience = PATIENCE
        self.off_turns = OffTurn(tables, settings.aside_pause)
        self._leases, self._claiming = leases, dict[str, asyncio.Task[None]]()
        """The process that holds the lease of a table's id plays its bots."""
        if leases:
            leases.inherited.append(self._resume)
        self.tell: Callable[[Room], None] = lambda _: None
        self.thought: list[Callable[[float], None]] = []
        """Called with the seconds that each decision took."""
        self.thinkers_elsewhere: Callable[[str], tuple[answers.Thinker, ...]] = lambda _: ()
        self.hurry_elsewhere: Callable[[str], None] = lambda _: None
        tables.tell.append(self.watch)

    def count(self) -> int:
        """The number of decisions that bots think about, or wait to think about."""
        return sum(map(len, self._works.values()))

    def watch(self, table: Table) -> None:
        """Put the bots that this table waits for to work; stop those whose position has changed."""
        room = table.room
        if room.id in self._works:
            self._hurry_outdated(room)
        if not room.bots:
            return
        is_ours = self._is_ours(room)
        if is_ours or room.status == "open":  # no process plays the bots of an open table yet
            self._have_compiled(room)
        if not is_ours:
            return
        self.off_turns.watch(room)
        for seat in room.bots_due():
            key = (room.id, seat)
            if key not in self._jobs:
                self._jobs[key] = asyncio.create_task(self._work(*key))

    def _hurry_outdated(self, room: Room) -> None:
        for work in self._at_work(room.id):
            if room.renewed[work.seat] > work.at:
                work.hurry()

    def _is_ours(self, room: Room) -> bool:
        """Whether this process plays the bots of a table; if none does yet, it requests to."""
        if self._leases is None:
            return True
        if room.status == "over":
            self._leases.give_up(room.id)
        elif not self._leases.holds(room.id):
            if room.status == "running" and room.id not in self._claiming:
                self._claiming[room.id] = asyncio.create_task(self._claim(room.id))
            return False
        return True

    async def _claim(self, table: str) -> None:
        try:
            assert self._leases is not None
            if await self._leases.take(table):
                await self._resume([table])
        except no.NotStored as problem:
            log.warning("no process plays the bots of table %s yet: %s", table, problem)
        finally:
            del self._claiming[table]

    async def _resume(self, names: Sequence[str]) -> None:
        """Play the bots of these tables from now on."""
        for table in filter(is_id, names):
            try:
                self.watch(await self._tables.ready(table))
            except (HonjinError, no.Refused) as problem:
                log.warning("table %s cannot continue: %s", table, problem)

    def _have_compiled(self, room: Room) -> None:
        """Have the searches of a table's bots compiled first, off the event loop."""
        for seat in room.bots if room.status != "over" else ():
            if holder := room.player(seat):
                self._have_ready(room, self._find(room, holder.who))

    def _have_ready(self, room: Room, player: Player) -> None:
        game, options, searches = room.game, room.play.options, self._searches
        if not self._tables.bots.is_given(game, options, player.name):
            if not searches.is_wanted(player.name, game):
                want = partial(searches.want, player.bot, player.name, game, options)
                in_thread(want, "ask-ahead").add_done_callback(_has_asked)
            return
        for loops in all_loops_of(player.bot):
            if loops != greedy.LOOPS:  # it is fast enough interpreted
                self._have_compiled_once(game, loops)

    def _have_compiled_once(self, game: Game[Any], loops: Path) -> None:
        if (game.key, loops) not in self._wanted:
            self._wanted.add((game.key, loops))
            asked = in_thread(partial(compile_ahead, game, loops), "ask-ahead")
            asked.add_done_callback(_has_asked)

    def is_busy(self, table: str) -> bool:
        """Whether a bot is at work at a table."""
        return any(key[0] == table for key in self._jobs)

    def thinkers(self, table: str) -> tuple[answers.Thinker, ...]:
        """The thinking bots of a table, by seat."""
        if self._leases and not self._leases.holds(table):
            return self.thinkers_elsewhere(table)
        return self.thinkers_here(table)

    def thinkers_here(self, table: str) -> tuple[answers.Thinker, ...]:
        """The bots of a table that think in this process."""
        thinkers = (work.message() for work in self._at_work(table) if not work.is_quick)
        return tuple(sorted(thinkers, key=lambda thinker: thinker.seat))

    def solves(self, table: str) -> float | None:
        """The progress of the solved table that a bot here waits for; None if none does."""
        shares = [work.making.share for work in self._at_work(table) if work.making]
        return round(min(shares), 2) if shares else None

    def searches(self, room: Room) -> bool:
        """Whether a bot of the table takes its time."""
        players = map(room.player, room.bots)
        named = (player.who for player in players if player is not None)
        return any(self._find(room, name).bot.name not in QUICK for name in named)

    def hurry(self, table: str) -> None:
        """Make all bots of a table answer with the best they have, wherever they think."""
        self.hurry_elsewhere(table)
        self.hurry_here(table)

    def hurry_here(self, table: str) -> None:
        """Do the same for those that think in this process."""
        for work in self._at_work(table):
            work.hurry()

    def _at_work(self, table: str) -> list[Work]:
        return list(self._works.get(table, {}).values())

    async def resume(self) -> None:
        """After a restart: wake the bots of all running tables that no other process plays."""
        tables = await self._tables.store.with_bots()
        for at in range(0, len(tables), PORTION):
            some = tables[at : at + PORTION]
            await self._resume(await self._leases.take(*some) if self._leases else some)

    async def close(self) -> None:
        """Stop all bots."""
        await self.off_turns.close()
        for claim in list(self._claiming.values()):
            claim.cancel()
        for table in self._works:
            self.hurry_here(table)
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _work(self, table: str, seat: int) -> None:
        """Act for a seat as long as the table waits for it."""
        try:
            while await self._turn_in_time(table, seat):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the bot on seat %d of table %s has stopped", seat, table)
        finally:
            self._jobs.pop((table, seat), None)

    async def _turn_in_time(self, table: str, seat: int) -> bool:
        """Do `_turn`; later if the database does not answer, as nothing else wakes it."""
        try:
            return await self._turn(table, seat)
        except no.NotStored:
            await asyncio.sleep(OUTAGE)
            return True

    async def _turn(self, table: str, seat: int) -> bool:
        """Play one action of a bot; False if the table no longer waits for it."""
        room = (await self._tables.ready(table)).room
        holder = room.player(seat)
        if seat not in room.bots_due() or holder is None or not self._is_ours(room):
            return False
        at = room.version_of(seat)
        text, paused = await self._chosen(room, Perspective.of(room, seat), holder)
        if not self._is_ours(room):  # another process has taken over in the meantime
            return False
        try:
            act = bodies.Act(seat=seat, do=text, at=at, spent=self._spent(room, seat, paused))
            await self._tables.post(table, act, Caller(holder.who, holder.name, is_bot=True))
        except no.NotStored:
            raise
        except no.Refused as changed:  # the table has changed in the meantime: check again
            log.info("table %s, seat %d: %s", table, seat, changed)
            await asyncio.sleep(0.01)
        return True

    def _spent(self, room: Room, seat: int, paused: float) -> int | None:
        """The milliseconds that a seat's clock has run without a pause; None if it has no clock."""
        if room.clock is None:
            return None
        run = elapsed(room.clock.seats[seat], self._tables.clock())
        return max(0, run - round(1000 * paused))

    async def _chosen(
        self, room: Room, sight: Perspective, holder: Seated
    ) -> tuple[str, float]:  # fmt: skip
        """The bot's action, in notation, once it is time for it, and the seconds of its pause."""
        game, seat, state = room.game, sight.viewer, room.play.state.copy()
        secret, pace = not is_public(game, state, seat), self._pace(room, seat)
        if begins_turn(room, seat):
            pace.begin()
        # Where all see that there is no choice, nobody has to wait for it.
        if len(sight.legal) == 1 and not secret:
            return game.notation.write_action(sight.observation, seat, sight.legal[0]), 0.0
        player = self._player(room, holder, seat)
        is_compiled = self._is_compiled(room, player)
        work = Work(seat, room.version, player, pace.usual(is_compiled), secret=secret)
        with self._at(room, work):
            await self._have_table(room, sight, work)
            result = await self._result(room, sight, work)
            # Starting a process and loading compiled code is not thinking: otherwise all later
            # answers would be held as long.
            pace.note(result.seconds, is_compiled)
            for note in self.thought:
                note(result.seconds or work.spent)
            work.secret = secret or is_hidden(game, state, seat, result.action)
            pace.turn += work.charged(result.seconds)
            # The actions of a turn follow each other: the page shows them one by one.
            pause = self._settings.bot_pause if pace.pauses else 0.0
            pace.pauses = False
            paused = await work.hold(pause, lambda: self.tell(room))
        return game.notation.write_action(sight.observation, seat, result.action), paused

    async def _have_table(self, room: Room, sight: Perspective, work: Work) -> None:
        """Wait for the solved table that the bot plays from, while it is being made."""
        bot, play = work.player.bot, room.play
        work.making = self._exact.needed_by(bot, play.game, play.options, sight.observation)
        while work.making and not work.making.is_over:
            self.tell(room)
            await asyncio.sleep(TICK)
        work.making = None

    @contextlib.contextmanager
    def _at(self, room: Room, work: Work) -> Iterator[None]:
        """Show the bot at work to the table."""
        here = self._works.setdefault(room.id, {})
        here[work.seat] = work
        try:
            yield
        finally:
            del here[work.seat]
            if not here:
                del self._works[room.id]
            self.tell(room)

    def _find(self, room: Room, name: str) -> Player:
        try:
            return self._tables.bots.find(room.game, room.play.options, name)
        except UnknownBot as problem:
            missed = self._missed.setdefault(room, set())
            if name not in missed:
                log.error("table %s: %s; random actions instead", room.id, problem)  # noqa: TRY400
            missed.add(name)
            return NOBODY

    def _asked_bot(self, room: Room, player: Player) -> Bot:
        """The bot as it is asked: in the search process, unless only this process has it.

        Few simulations need not wait for that process to start.
        """
        game, options = room.game, room.play.options
        if self._tables.bots.is_given(game, options, player.name):
            return player.bot
        if 0 < player.budget.work <= FEW and not self._searches.is_up(game):
            return uncompiled(player.bot)
        return self._searches.sent(player.bot, player.name, game, options)

    def _asker(self, room: Room) -> Asker:
        """Whom a table's searches are charged to: of the people there, who has the fewest turns."""
        people = [who for _, who in room.persons] or [room.opened.by]
        person = min(people, key=self._turns.load)
        return Asker(person, self._addresses.of(person))

    def _is_compiled(self, room: Room, player: Player) -> bool:
        """Whether a bot now searches with compiled code; interpreted it takes much longer."""
        game, loops = room.game, loops_of(player.bot)
        if loops is None:
            return False
        is_here = self._tables.bots.is_given(game, room.play.options, player.name)
        return is_loaded(game, loops) if is_here else self._searches.is_ready(game, loops)

    def _player(self, room: Room, holder: Seated, seat: int) -> Player:
        """The player behind a bot's name, within the time that the server and the clock allow.

        Bots that a table awaits at the same time share the time of one: as many think at once as
        there are threads, and the table waits no longer for all of them than for one alone.
        """
        player = self._find(room, holder.who)
        most = self._most(room, player, seat)
        seconds = min(player.budget.seconds, most, self._settings.bot_seconds)
        if not player.budget.work:
            seconds /= turns_of(len(room.bots_due()), threads_of(self._settings))
        return self._in_time(
            room, player._replace(budget=player.budget._replace(seconds=seconds)), seat
        )

    def _most(self, room: Room, player: Player, seat: int) -> float:
        """The most seconds for an action: the rest of a turn has half as many as its first one."""
        is_given = self._tables.bots.is_given(room.game, room.play.options, player.name)
        if player.name not in SECONDS or is_given:
            return inf
        return max(LEAST, SECONDS[player.name] - self._pace(room, seat).turn / 1.5)

    def _pace(self, room: Room, seat: int) -> Pace:
        return self._paces.setdefault(room, defaultdict(Pace))[seat]

    def _in_time(self, room: Room, player: Player, seat: int) -> Player:
        """The player within its share of the time that is left on the clock."""
        if room.clock is None:
            return player
        seconds = min(player.budget.seconds, room.clock.share(seat, self._tables.clock()))
        return player._replace(budget=player.budget._replace(seconds=seconds))

    async def _result(self, room: Room, sight: Perspective, work: Work) -> SearchResult:
        """The bot's result; a random action if it fails."""
        rng = random.Random(secrets.randbits(64))
        try:
            return await self._asked(room, sight, work, rng)
        except Exception:
            log.exception("bot %s failed at %s; it acts at random", work.player.name, room.id)
            return SearchResult(rng.choice(sight.legal))

    async def _asked(
        self, room: Room, sight: Perspective, work: Work, rng: random.Random
    ) -> SearchResult:
        async with self._turns.join(self._asker(room), work.expected):
            work.thinking = time.monotonic()
            player = self._in_time(room, work.player, sight.viewer)  # time has passed since
            task = SearchRequest(
                room.game, sight.observation, sight.viewer, room.play.seats, rng, player.budget,
                work.handle, may_end_early=not work.secret,
            )  # fmt: skip
            bot = self._asked_bot(room, player)
            answer = in_thread(lambda: ask_seen(bot, task), f"bot-{player.name}")
            end = work.thinking + player.budget.seconds + self.patience
            try:
                while not answer.done() and time.monotonic() < end:
                    left = end - time.monotonic()
                    if not (await asyncio.wait([answer], timeout=min(TICK, left)))[0]:
                        self.tell(room)
                if not answer.done():
                    raise TimeoutError(f"no answer in {end - work.thinking:.0f} seconds")
                return answer.result()
            finally:
                work.handle.stop()
                answer.cancel()


def turns_of(bots: int, threads: int) -> int:
    """The number of turns in which this many bots think, as many at a time as there are threads."""
    return max(1, -(-bots // threads))


def _has_asked(asked: asyncio.Future[Any]) -> None:
    if not asked.cancelled() and (problem := asked.exception()):
        log.warning("compiled code could not be requested: %s", problem)
