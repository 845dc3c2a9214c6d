"""The parts of a running server, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Final

from honjin.bots import BOTS, Bot, Budget, Player, ProvingBot, TablebaseBot
from honjin.bots.ahead import prepare_loops
from honjin.bots.prepare import prepare, share_ready
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.games import keys, load
from honjin.server.access.door import Door
from honjin.server.access.limits import Limits
from honjin.server.accounts.accounts import Accounts
from honjin.server.accounts.gone import unname_all
from honjin.server.accounts.mailer import Mailer
from honjin.server.accounts.sessions import Sessions
from honjin.server.bots import compile_progress
from honjin.server.bots.compile_progress import CompileProgress, Readiness
from honjin.server.bots.turns import BotRunner
from honjin.server.club.historian import Historian
from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.messages.names import alike
from honjin.server.push.clocks import Clocks
from honjin.server.push.live import Live
from honjin.server.push.presence import Elsewhere
from honjin.server.push.streams import Streams
from honjin.server.session.auth import Guests
from honjin.server.session.bot_roster import BotRoster
from honjin.server.session.room import Room
from honjin.server.settings import Settings
from honjin.server.storage.accounts import DAY
from honjin.server.storage.folder import server_key
from honjin.server.storage.leases import Leases
from honjin.server.storage.logins import forget_expired
from honjin.server.storage.members import Members
from honjin.server.storage.openings import Openings
from honjin.server.storage.people import People, forget_guests
from honjin.server.storage.store import Store
from honjin.server.storage.tables import Tables
from honjin.server.storage.tokens import Tokens
from honjin.server.storage.traces import Traces
from honjin.server.storage.vacations import Vacations
from honjin.server.study.analysis import Desk
from honjin.server.study.coach import Coach
from honjin.server.study.lessons import Lessons
from honjin.server.study.pictures import Pictures
from honjin.server.study.puzzles import Puzzles
from honjin.server.study.review import Reviewer
from honjin.server.work.exact import Exact
from honjin.server.work.jobs import make_jobs
from honjin.server.work.packed import Packed
from honjin.server.work.reading import PAST, TEXT, Reads
from honjin.solver import Provers

MOST_UPLOADS: Final = 8
"""So many large posts come in at the same time, half of them from one address."""

GUEST_DAYS: Final = 400
"""So many days after the last visit it is forgotten what a guest was called."""

ANALYST: Final = "mcts"
"""The bot that analyses: it weighs every choice, in every game; what can be, is proved."""


class Site:
    """Store, tables, windows, bots, analysts and guests of one server."""

    def __init__(
        self, settings: Settings, games: Mapping[str, Game[Any]], bots: BotRoster, analyst: Bot,
        readiness: Readiness,
    ) -> None:  # fmt: skip
        self.settings, self.games = settings, games
        self._later: set[asyncio.Task[None]] = set()
        self.exact = Exact(settings.solved, settings.solve)
        self.bots = bots = bots.joined_by(perfect(self.exact))
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.limits = Limits(on=settings.limits)
        self.uploads = Door(MOST_UPLOADS, MOST_UPLOADS // 2 if settings.limits else 0)
        self.packed = Packed()
        self.store = Store(settings.url)
        self.jobs = make_jobs(self.store)
        self.members = Members(self.store)
        self.leases = Leases(self.store, self.members)
        self.reads = Reads(PAST)
        self.texts = Reads(TEXT, limits=settings.limits)
        self.tables = Tables(games, bots, self.store, texts=self.texts)
        self.members.heard.append(self.tables.heard)
        self.members.came.append(self.tables.check_all)
        key = settings.secret or server_key(settings.folder)
        self.traces = Traces(self.store, key, self.tables.clock)
        self.historian = Historian(
            self.tables, self.store, self.traces, self.jobs, neighbours=settings.neighbours
        )
        self.openings = Openings(self.store, on=settings.limits)
        self.people = people = People(self.store, self.tables.clock)
        self.guests = Guests(
            key,
            lambda person: people.kind(person) == "guest",
            lambda name: people.owner(name) is not None,
        )
        people.learned.append(self.guests.forget)
        self.jobs.periodic("people.tidy", "23 * * * *", self._tidy_people)
        self.sessions = Sessions(self.store, people, self.tables.clock)
        self.mailer = Mailer(settings)
        self.accounts = Accounts(
            self.store, people, self.sessions, self.mailer, self.tables.clock,
            limits=settings.limits,
        )  # fmt: skip
        elsewhere = Elsewhere(self.members)
        self.tokens = Tokens(self.store, self.tables.clock)
        self.live = Live(self.tables, settings.away, elsewhere)
        self.streams = Streams(self.tables, self.store, self.live)
        self.members.heard.append(self.streams.hear)
        self.members.came.append(self.streams.look_again)
        self.clocks = Clocks(self.tables, Vacations(self.store, settings.vacation))
        self.runner = BotRunner(self.tables, settings, self.exact, self.leases)
        self.runner.tell = self._tell_thinking
        self.runner.thinkers_elsewhere = self.live.thinkers
        self.runner.hurry_elsewhere = elsewhere.tell_hurry
        elsewhere.hurries = self.runner.hurry_here
        self.desk = Desk(analyst, settings)
        self.coach = Coach(self.desk, self.exact)
        self.reviewer = Reviewer(self.desk, self.exact)
        self.compile_progress = CompileProgress(readiness)
        self.puzzles = Puzzles(games)
        self.lessons = Lessons(games)
        self.pictures = Pictures(games, self.puzzles, self.lessons, limits=settings.limits)

    def is_closed_to(self, person: str) -> bool:
        """Whether the club is closed and somebody was not invited."""
        return self.settings.club == "invited" and not self.people.is_member(person)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    def is_present(self, name: str, guest: str) -> bool:
        """Whether somebody else with a window open has this name, or one that looks like it."""
        wanted = alike(name)
        return any(who != guest and alike(other) == wanted for who, other in self.live.people())

    def _tell_thinking(self, room: Room) -> None:
        if not (self.leases.holds(room.id) or self.live.tells_thinking(room.id)):
            return  # another process plays its bots, and tells
        warms = self.compile_progress.share(room.game)
        if warms is not None and not self.runner.searches(room):
            warms = None
        solves = self.runner.solves(room.id)
        self.live.think(room.id, p.Thinking(self.runner.thinkers_here(room.id), warms, solves))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and set the bots to work; close all at the end."""
        await asyncio.to_thread(self.store.open)
        await self.people.learn()
        if self.settings.prepare:
            await asyncio.to_thread(prepare, self.games.values())
            await asyncio.to_thread(_prepare_proofs, self.games.values())
        await self.members.open()
        await self.clocks.open()
        work = (
            self.clocks.run(),
            self.runner.resume(),
            self._sweep(),
            self._tell_compile_progress(),
            self._size_up(),
            self.people.watch(),
            self.sessions.watch(),
            self.mailer.run(),
            self.tokens.watch(),
        )
        chores = [asyncio.create_task(one) for one in work]
        self.historian.start()
        await self.jobs.open()
        try:
            yield
        finally:
            self.live.close()
            chores += self._later
            self.streams.close()
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.jobs.close()
            await self.reviewer.close()
            await self.desk.close()
            await self.leases.close()
            await self.runner.close()
            await self.clocks.close()
            await self.members.close()
            await self.exact.close()
            await self.historian.close()
            await asyncio.to_thread(self.pictures.close)
            with contextlib.suppress(no.NotStored):
                await self.people.flush()
            await self.tokens.close()
            await asyncio.to_thread(self.store.close)

    async def _tidy_people(self) -> None:
        """Remove what has run out: challenges, links, sessions, guests who were never back."""
        now = self.tables.clock()
        await self.store.change(partial(forget_expired, now=now))
        await self.store.change(partial(forget_guests, before=now - GUEST_DAYS * DAY))
        await unname_all(self.tables)

    async def _size_up(self) -> None:
        """Find out beside the loop which games can be solved here; it is kept."""
        for game in self.games.values():
            for preset in game.presets:
                options = game.read_options(preset.options)
                await asyncio.to_thread(self.exact.suits, game, options)

    async def _tell_compile_progress(self) -> None:
        """Tell the tables with bots how far their game's search is compiled."""
        while True:
            await asyncio.sleep(compile_progress.TICK)
            with contextlib.suppress(no.Refused, HonjinError):
                await self._look_at_compile_progress()

    async def _look_at_compile_progress(self) -> None:
        rooms = [(await self.tables.ready(table, check=False)).room for table in self.live.tables()]
        rooms = [room for room in rooms if room.bots]
        news = self.compile_progress.news({room.game.key: room.game for room in rooms}.values())
        for room in rooms:
            if room.game.key in news:
                self._tell_thinking(room)

    async def _sweep(self) -> None:
        idle = self.settings.idle
        while True:
            await asyncio.sleep(min(1.0, idle))
            self.tables.sweep(
                idle, lambda table: self.live.is_followed(table) or self.runner.is_busy(table)
            )


def _prepare_proofs(games: Iterable[Game[Any]]) -> None:
    """Have compiled what proves, after all that bots need."""
    for game in games:
        if game.index:
            prepare_loops(game, Provers.loops)


def perfect(exact: Exact) -> Player:
    """Who plays what is solved."""
    bot = TablebaseBot(exact)
    return Player(bot.name, bot, Budget())


def make_site(
    settings: Settings | None = None,
    games: Mapping[str, Game[Any]] | None = None,
    bots: BotRoster | None = None,
    analyst: Bot | None = None,
    readiness: Readiness | None = None,
) -> Site:
    """A server's parts; without other wishes with all games of the registry, and the usual bots."""
    if games is None:
        games = {key: load(key) for key in keys()}
    settings = settings or Settings.read()
    analyst = analyst or ProvingBot(BOTS[ANALYST], Provers(settings.solved))
    return Site(settings, games, bots or BotRoster(), analyst, readiness or share_ready)
