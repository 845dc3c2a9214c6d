"""The parts of a running server, and how they are connected."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections.abc import AsyncIterator, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from prometheus_client import Counter

from honjin.bots import BOTS, Bot, Budget, Player, TablebaseBot
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.games import keys, load
from honjin.server.analysis.coach import Coach
from honjin.server.analysis.kept_reviews import KeptReviews
from honjin.server.analysis.review import Reviewer
from honjin.server.analysis.scheduler import AnalysisScheduler
from honjin.server.analysis.site import AnalysisSite
from honjin.server.db.folder import last_backup, server_key
from honjin.server.db.processes.leases import Leases
from honjin.server.db.processes.members import Members
from honjin.server.experiments.service import ExperimentService, ExperimentSite
from honjin.server.explorer.service import Explorer, ExplorerSite
from honjin.server.finding.challenges import ChallengeService
from honjin.server.finding.matchmaker import FindingSite, Matchmaker
from honjin.server.forgetting import forget_account, forget_person
from honjin.server.history.game_recorder import GameRecorder
from honjin.server.messages import refusals as no
from honjin.server.moderation.worker import ModerationSite, ModerationWorker
from honjin.server.notifications.messenger import Messenger
from honjin.server.notifications.scheduler import NotificationScheduler, NotificationSite
from honjin.server.notifications.webpush import Pusher
from honjin.server.pages.drawings import PagesSite, Pictures
from honjin.server.people.accounts.accounts import Accounts
from honjin.server.people.accounts.imprint import read_host
from honjin.server.people.accounts.logins import forget_expired
from honjin.server.people.accounts.sessions import Sessions
from honjin.server.people.accounts.store import DAY
from honjin.server.people.auth import Guests
from honjin.server.people.mail.mailer import Mailer
from honjin.server.people.people import People, forget_guests
from honjin.server.people.programs.tokens import Tokens
from honjin.server.people.standing.chatter import Repeats
from honjin.server.people.standing.hides import Hides, blocked_between
from honjin.server.people.standing.reports import count_open
from honjin.server.people.standing.returning import Returning
from honjin.server.people.standing.sanctions import AllSanctions
from honjin.server.people.standing.words import WordList, read_words
from honjin.server.people.stored import forget_old as forget_stored
from honjin.server.people.traces import Traces
from honjin.server.puzzles.lessons import Lessons
from honjin.server.puzzles.service import Puzzles
from honjin.server.settings import BadSetting, Settings
from honjin.server.studies.boards import Boards
from honjin.server.studies.moderating import reported
from honjin.server.studies.service import Studies, StudySite
from honjin.server.studies.store import hidden_among
from honjin.server.tables.bots import compile_progress
from honjin.server.tables.bots.compile_progress import CompileProgress, Readiness
from honjin.server.tables.bots.turns import BotRunner
from honjin.server.tables.clocks.vacations import Vacations
from honjin.server.tables.clocks.vacations import forget_old as forget_vacations
from honjin.server.tables.clocks.watcher import ClockWatcher
from honjin.server.tables.gone import unname_all
from honjin.server.tables.live.live import Live
from honjin.server.tables.live.presence import Elsewhere
from honjin.server.tables.live.streams import Streams
from honjin.server.tables.messages import protocol as p
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.nets import BadNets, players_in
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.lobby import listed
from honjin.server.tables.store.openings import Openings
from honjin.server.tables.store.seated import has_finished, require_no_seat
from honjin.server.tables.store.store import Store
from honjin.server.tournaments.runner import TournamentRunner, TournamentSite
from honjin.server.web.addresses import LastAddresses
from honjin.server.web.door import MAX_FILES, Door
from honjin.server.web.limits import Limits
from honjin.server.web.uploads import Uploads
from honjin.server.web.watches import Watches
from honjin.server.work.exact import SolvedTables
from honjin.server.work.jobs.jobs import make_jobs
from honjin.server.work.memory import resident_memory
from honjin.server.work.meters import Meters
from honjin.server.work.packed import Packed
from honjin.server.work.reading import PAST, TEXT, Reads
from honjin.server.work.search.names import ANALYST_SEARCH
from honjin.server.work.search.searches import SearchService
from honjin.server.work.steady import Steady
from honjin.server.work.stopping import stop
from honjin.server.work.together import Together
from honjin.solver import Knowledge, Provers

MEASURE: Final = 5.0
"""Seconds between two updates of the gauges."""

GUEST_DAYS: Final = 400
"""Days after a guest's last visit when the guest's name is forgotten."""


class Site(
    AnalysisSite, StudySite, ExplorerSite, PagesSite, ExperimentSite, FindingSite, TournamentSite,
    NotificationSite, ModerationSite,
):  # fmt: skip
    """Store, tables, windows, bots, analysts and guests of one server."""

    def __init__(
        self, settings: Settings, games: Mapping[str, Game[Any]], bots: BotRoster,
        analyst: Bot | None, readiness: Readiness | None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.games, self.host = settings, games, read_host(settings)
        self._make_searches()
        self.bots = bots = _with_knowledge(bots, self.exact)
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.limits, self.addresses = Limits(on=settings.limits), LastAddresses()
        self.uploads = Uploads(limits=settings.limits)
        self.packed, self.time = Packed(), Steady()
        self.store = Store(settings.url, partial(_back_up, settings))
        self.jobs = make_jobs(self.store)
        self.members = Members(self.store)
        self.leases = Leases(self.store, self.members)
        self.reads = Reads(PAST)
        self.texts = Reads(TEXT, limits=settings.limits)
        self.tables = LiveTables(games, bots, self.store, self.time, texts=self.texts)
        self.members.heard.append(self.tables.heard)
        self.members.came.append(self.tables.check_all)
        key = settings.secret or server_key(settings.folder)
        self.traces = Traces(self.store, key, self.now)
        self.recorder = GameRecorder(
            self.tables, self.store, self.traces, self.jobs, neighbours=settings.neighbours
        )
        self.openings = Openings(self.store, on=settings.limits)
        self.people = people = People(self.store, self.now)
        self.sanctions = AllSanctions(self.store, self.now)
        self.guests = Guests(
            key,
            lambda person: people.kind(person) == "guest",
            lambda name: people.owner(name) is not None,
            self.sanctions.called,
        )
        people.on_refresh.append(self.guests.forget)
        self.jobs.periodic("people.tidy", "23 * * * *", self.tidy_people)
        self.sessions = Sessions(self.store, people, self.now)
        self.mailer = Mailer(settings)
        self.accounts = Accounts(
            self.store, people, self.sessions, self.mailer, self.now, forget_account,
            limits=settings.limits,
        )  # fmt: skip
        elsewhere = Elsewhere(self.members)
        self.tokens = Tokens(self.store, self.now, require_no_seat, has_finished)
        self.live = Live(self.tables, settings.away, elsewhere)
        self._make_moderation()
        self.streams = Streams(self.tables, self.store, self.live)
        self.members.heard.append(self.streams.hear)
        self.members.came.append(self.streams.look_again)
        self._make_matchmaking()
        self._make_notifications(key)
        self.runner = BotRunner(
            self.tables, settings, self.exact, self.searches, self.leases, self.addresses
        )
        self.runner.tell = self._tell_thinking
        self.runner.thinkers_elsewhere = self.live.thinkers
        self.runner.hurry_elsewhere = elsewhere.tell_hurry
        elsewhere.hurries = self.runner.hurry_here
        self._connect_metrics()
        self.analysis = (
            AnalysisScheduler(analyst, settings) if analyst
            else AnalysisScheduler(BOTS[ANALYST_SEARCH], settings, self.searches)
        )  # fmt: skip
        self.coach = Coach(self.analysis, self.exact)
        self.reviewer = Reviewer(self.analysis, self.exact, KeptReviews(self.store, self.members))
        self.compile_progress = CompileProgress(readiness or self.searches.share)
        self._make_study()
        self.pictures = Pictures(games, self.puzzles, self.lessons, limits=settings.limits)

    def now(self) -> int:
        """The time of the tables in milliseconds, by which everything at a site is measured."""
        return self.tables.clock()

    def _make_searches(self) -> None:
        """Make the parts that search, or look into tables and proofs."""
        settings = self.settings
        self.searches = SearchService(settings.solved, settings.nets, self.games.values())
        self.exact = SolvedTables(settings.solved, settings.solve, self.searches)

    def _share_people(self) -> None:
        """Exchange changes about people with the other processes at once."""
        tell = partial(self.members.tell, "people")
        self.people.on_change.append(tell)
        self.sanctions.on_change.append(tell)
        self.members.topics["people"] = lambda _sender: self.later(self._read_people())

    def _share_notes(self) -> None:
        """Let the other processes ask for what is noted here and not written yet."""
        self.members.chores |= {
            "people": self.people.flush, "traces": self.traces.flush,
            "refused": self.moderation.flush,
        }  # fmt: skip
        self.recorder.gather = partial(self.members.ask, "traces")

    async def _read_people(self) -> None:
        with contextlib.suppress(no.NotStored):  # it is read again regularly in any case
            await self.people.refresh()
            await self.sanctions.refresh()
            await self.sessions.renew()

    def _connect_metrics(self) -> None:
        """Connect the metrics."""
        self.meters, self._counted = Meters(), dict[Counter, int]()
        self.limits.counted.append(lambda kind: self.meters.refused.labels(kind).inc())
        self.runner.thought.append(self.meters.bot_seconds.observe)
        self.mailer.counted.append(lambda result: self.meters.mails.labels(result).inc())

    def measure(self) -> None:
        """Update the gauges of this process."""
        meters = self.meters
        meters.tables.set(len(self.tables))
        meters.streams.set(self.live.count() + self.streams.count())
        meters.bots.set(self.runner.count())
        meters.clocks.set(self.clocks.count())
        search = self.searches.pid
        meters.memory.set(resident_memory() + (resident_memory(search) if search else 0))
        for state, count in self.store.connections().items():
            meters.database.labels(state).set(count)
        folder = self.settings.folder
        meters.disk.set(shutil.disk_usage(folder).free)
        meters.backup.set(time.time() - last_backup(folder))
        self._count(meters.commits, self.store.commits)
        self._count(meters.conflicts, self.store.conflicts)
        self._count(meters.replayed, self.tables.replayed)

    def _count(self, counter: Counter, total: int) -> None:
        """Bring a counter up to a total."""
        counter.inc(total - self._counted.get(counter, 0))
        self._counted[counter] = total

    async def _measure(self) -> None:
        """Keep the gauges up to date, including those read from the database."""
        while True:
            self.measure()
            with contextlib.suppress(no.NotStored):
                waiting, failed = await self.jobs.counts()
                self.meters.jobs.labels("waiting").set(waiting)
                self.meters.jobs.labels("failed").set(failed)
                self.meters.reports.set(await self.store.ask(count_open))
            await asyncio.sleep(MEASURE)

    def _make_study(self) -> None:
        """Make the parts that show positions without a table."""
        games, kind = self.games, self.people.kind
        self.experiments = ExperimentService(
            self.settings, self.now, lambda who: kind(who) == "guest"
        )
        self.on_left.append(lambda who: asyncio.to_thread(self.experiments.forget, who))
        self.puzzles, self.lessons, self.boards = Puzzles(games), Lessons(games), Boards(games)
        self.explorer = Explorer(games, self.searches)

    def _make_moderation(self) -> None:
        """Make the parts for moderation."""
        words = self.settings.words
        self.words = read_words(Path(words)) if words else WordList()
        self.repeats = Repeats(on=self.settings.limits)
        self.hides = Hides(self.store, self.members)
        self.returning = Returning(
            self.store, self.sanctions, self.traces, self.now,
            neighbours=self.settings.neighbours,
        )  # fmt: skip
        self.moderation = ModerationWorker(self.tables, self.limits)
        self.sanctions.on_refresh.append(self.guests.forget)
        self._share_people()
        self._share_notes()
        self.hides.changed.append(self._renew_windows)
        self.moderation.renamed.append(self.live.rename)
        self.forget_person = forget_person
        self.reported_study, self.hidden_studies = partial(reported, self), hidden_among

    def _make_notifications(self, key: str) -> None:
        """Make the clocks, and the parts that notify people."""
        self.clocks = ClockWatcher(
            self.tables, Vacations(self.store, self.settings.vacation), self.members
        )
        pusher = Pusher(self.settings, key)
        self.messenger = Messenger(self.settings, self.tables, self.mailer, pusher, key)
        self.notifications = NotificationScheduler(
            self.tables, self.store, self.live, self.clocks.vacations, self.messenger, self.jobs
        )
        self.on_vacation.append(self.notifications.look_again)

    def _make_matchmaking(self) -> None:
        """Make the parts that find opponents."""
        self.watches = Watches()
        # A browser's new streams begin before the old ones end.
        held = 2 * self.settings.connections if self.settings.limits else 0
        self.streams_held = Door(MAX_FILES, held)
        self.lobby = Together(lambda: listed(self.store, self.now()))
        self.on_reserved.append(ChallengeService(self.tables, self.jobs).opened)
        self.matchmaker = Matchmaker(
            self.tables, self.store, self.traces, self.leases, self.members, self.jobs,
            neighbours=self.settings.neighbours,
        )  # fmt: skip
        self.matchmaker.blocked = blocked
        self.tables.barred = lambda: self.sanctions.suspended("play")
        self.matchmaker.on_change.append(lambda: self.watches.wake("seek"))
        self.matchmaker.here = lambda: set(self.watches.who("seek"))
        self.tournaments = TournamentRunner(self.tables, self.store, self.leases, self.members)
        self.tournaments.on_change.append(self.watches.wake)
        self.on_leave.append(self.tournaments.leave)
        leapt = (self.tables.leap, self.live.leap, self.matchmaker.leap, self.tournaments.leap)
        self.time.leapt += leapt
        self.studies = Studies(self.store, self.members, self.now)
        self.studies.on_change.append(self.watches.wake)

    async def use_database(self) -> None:
        """Return once the database has answered, be it that it does not work."""
        with contextlib.suppress(no.NotStored):
            await self.store.require_writable()

    def _tell_thinking(self, room: Room) -> None:
        if not (self.leases.holds(room.id) or self.live.tells_thinking(room.id)):
            return  # another process plays its bots, and reports them
        warms = self.compile_progress.share(room.game)
        if warms is not None and not self.runner.searches(room):
            warms = None
        solves = self.runner.solves(room.id)
        self.live.think(room.id, p.Thinking(self.runner.thinkers_here(room.id), warms, solves))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and set the bots to work; close all at the end."""
        await asyncio.to_thread(self.store.open)
        await self.people.refresh()
        await self.sanctions.refresh()
        if self.settings.prepare:
            await asyncio.to_thread(self.searches.prepare, self.games.values())
        await self.members.open()
        await self.clocks.open()
        await self.notifications.open()
        work = (
            self.clocks.pulse(),
            self.clocks.run(),
            self.runner.resume(),
            self._sweep(),
            self._tell_compile_progress(),
            self._find_solvable(),
            self.people.watch(),
            self.sessions.watch(),
            self.mailer.run(),
            self.tokens.watch(),
            self.sanctions.watch(),
            self.moderation.watch(),
            self.matchmaker.run(),
            self.tournaments.run(),
            self.notifications.run(),
        )
        chores = [asyncio.create_task(one) for one in work]
        self.recorder.start()
        await self.jobs.open()
        await self.experiments.open()
        chores.append(asyncio.create_task(self._measure()))  # which counts the jobs, too
        try:
            yield
        finally:
            self.live.close()
            chores += self._later
            self.streams.close()
            self.watches.close()
            await stop(chores)
            await self.jobs.close()
            await self.experiments.close()
            await self.notifications.close()
            await self.messenger.pusher.close()
            await self.reviewer.close()
            await self.analysis.close()
            await self.leases.close()
            await self.runner.close()
            await asyncio.to_thread(self.searches.close)
            await self.clocks.close()
            await self.members.close()
            await self.exact.close()
            await self.recorder.close()
            await asyncio.to_thread(self.pictures.close)
            with contextlib.suppress(no.NotStored):
                await self.people.flush()
                await self.moderation.flush()
            await self.tokens.close()
            await asyncio.to_thread(self.store.close)

    async def tidy_people(self) -> None:
        """Remove what has expired: challenges, links, sessions, guests who never came back."""
        now = self.now()
        await self.store.change(partial(forget_expired, now=now))
        await self.store.change(partial(forget_guests, before=now - GUEST_DAYS * DAY))
        await self.store.change(partial(forget_vacations, now=now))
        await self.store.change(partial(forget_stored, now=now))
        await self.moderation.tidy()
        await unname_all(self)
        await asyncio.to_thread(self.experiments.forget_gone, self.people.is_gone)

    def _renew_windows(self, person: str) -> None:
        if self.live.windows_of(person):
            self.later(self._renew(person))

    async def _renew(self, person: str) -> None:
        """Apply a person's changed blocks and mutes to their windows."""
        for window in self.live.windows_of(person):
            window.hidden = await self.hides.at(person, window.table)

    async def _find_solvable(self) -> None:
        """Find out, off the event loop, which games can be solved here; the result is kept."""
        for game in self.games.values():
            for preset in game.presets:
                options = game.read_options(preset.options)
                await asyncio.to_thread(self.exact.suits, game, options)

    async def _tell_compile_progress(self) -> None:
        """Show the tables with bots how far their game's search has been compiled."""
        while True:
            await asyncio.sleep(compile_progress.TICK)
            with contextlib.suppress(no.Refused, HonjinError):
                await self._look_at_compile_progress()

    async def _look_at_compile_progress(self) -> None:
        # The process of a table's bots tells the windows at the others, too.
        followed = {*self.live.tables(), *filter(self.leases.holds, self.live.elsewhere.tables())}
        rooms = [(await self.tables.ready(table, check=False)).room for table in followed]
        rooms = [room for room in rooms if room.bots]
        news = self.compile_progress.news({room.game.key: room.game for room in rooms}.values())
        for room in rooms:
            if room.game.key in news:
                self._tell_thinking(room)

    async def _sweep(self) -> None:
        idle = self.settings.idle
        while True:
            await asyncio.sleep(min(1.0, idle))
            self.searches.sweep()
            self.tables.sweep(
                idle, lambda table: self.live.is_followed(table) or self.runner.is_busy(table)
            )


def blocked(connection: sa.Connection, people: Collection[str]) -> set[frozenset[str]]:
    """The pairs of people of whom one has blocked the other."""
    return {frozenset(pair) for pair in blocked_between(connection, people)}


def _back_up(settings: Settings, old: str, new: str) -> None:
    # With psycopg and all that backups need: few starts make one.
    from honjin.server.copies.copies import back_up_before_upgrade

    back_up_before_upgrade(settings, old, new)


def _with_knowledge(bots: BotRoster, exact: SolvedTables) -> BotRoster:
    """The server's bots; the strong ones use its solved tables and proofs."""
    knowledge = Knowledge(tables=exact, provers=Provers(exact.folder))
    return bots.knowing(knowledge).joined_by(perfect(exact))


def perfect(exact: SolvedTables) -> Player:
    """The bot that plays solved games perfectly."""
    bot = TablebaseBot(exact)
    return Player(bot.name, bot, Budget())


def make_site(
    settings: Settings | None = None,
    games: Mapping[str, Game[Any]] | None = None,
    bots: BotRoster | None = None,
    analyst: Bot | None = None,
    readiness: Readiness | None = None,
) -> Site:
    """Build a server's parts; by default with all registered games and the usual bots."""
    if games is None:
        games = {key: load(key) for key in keys()}
    settings = settings or Settings.read()
    bots = bots or BotRoster(*_nets(settings))
    return Site(settings, games, bots, analyst, readiness)


def _nets(settings: Settings) -> tuple[Player, ...]:
    """The server's trained networks; BadSetting if one of them cannot be read."""
    try:
        return players_in(Path(settings.nets)) if settings.nets else ()
    except BadNets as problem:
        raise BadSetting(f"HONJIN_NETS: {problem}") from None
