"""The parts of a running server, and how they are connected."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from honjin.bots import BOTS, Bot, Budget, Player, TablebaseBot
from honjin.core.game import Game
from honjin.games import keys, load
from honjin.server.analysis.coach import Coach
from honjin.server.analysis.handlers import AnalysisSite
from honjin.server.analysis.kept_reviews import KeptReviews
from honjin.server.analysis.review import Reviewer
from honjin.server.analysis.scheduler import AnalysisScheduler
from honjin.server.db.folder import server_key
from honjin.server.db.processes.leases import Leases
from honjin.server.db.processes.members import Members
from honjin.server.experiments.service import ExperimentService, ExperimentSite
from honjin.server.explorer.service import Explorer, ExplorerSite
from honjin.server.finding.challenges import ChallengeService
from honjin.server.finding.matchmaker import FindingSite, Matchmaker
from honjin.server.forgetting import forget_account, forget_person
from honjin.server.history.game_recorder import GameRecorder
from honjin.server.measuring import MeasuredSite
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
from honjin.server.tables.bots.compile_progress import TICK, CompileProgress, Readiness
from honjin.server.tables.bots.turns import BotRunner
from honjin.server.tables.clocks import vacations
from honjin.server.tables.clocks.watcher import ClockWatcher
from honjin.server.tables.gone import unname_all
from honjin.server.tables.live.live import Live
from honjin.server.tables.live.presence import Elsewhere
from honjin.server.tables.live.streams import Streams
from honjin.server.tables.messages import answers
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.nets import BadNets, players_in
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.lobby import Openings, listed
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
from honjin.server.work.packed import Packed
from honjin.server.work.reading import PAST, TEXT, Reads
from honjin.server.work.search.names import ANALYST_SEARCH
from honjin.server.work.search.searches import SearchService
from honjin.server.work.steady import Steady
from honjin.server.work.stopping import stop
from honjin.server.work.together import Together
from honjin.solver import Knowledge, Provers

GUEST_DAYS: Final = 400
"""Days after a guest's last visit when the guest's name is forgotten."""


class Site(
    AnalysisSite, StudySite, ExplorerSite, PagesSite, ExperimentSite, FindingSite, TournamentSite,
    NotificationSite, ModerationSite, MeasuredSite,
):  # fmt: skip
    """Store, tables, windows, bots, analysts and guests of one server."""

    def __init__(
        self, settings: Settings, games: Mapping[str, Game[Any]], bots: BotRoster,
        analyst: Bot | None, readiness: Readiness | None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.settings, self.games, self.host = settings, games, read_host(settings)
        self.searches = SearchService(settings.solved, settings.nets, games.values())
        self.exact = SolvedTables(settings.solved, settings.solve, self.searches)
        self.bots = bots = _with_knowledge(bots, self.exact)
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.limits, self.addresses = Limits(on=settings.limits), LastAddresses()
        self.uploads = Uploads(limits=settings.limits)
        self.packed, self.time = Packed(), Steady()
        self.store = Store(settings.url, partial(_back_up, settings))
        self.jobs = make_jobs(self.store)
        self.jobs.periodic("people.tidy", "23 * * * *", self.tidy_people)
        self.members = Members(self.store)
        self.leases = Leases(self.store, self.members)
        self.reads = Reads(PAST)
        self.texts = Reads(TEXT, limits=settings.limits)
        self.tables = LiveTables(games, bots, self.store, self.now, texts=self.texts)
        self.members.heard.append(self.tables.heard)
        self.members.came.append(self.tables.check_all)
        key = settings.secret or server_key(settings.folder)
        self._make_people(key)
        self.recorder = GameRecorder(
            self.tables, self.store, self.traces, self.jobs, neighbours=settings.neighbours
        )
        self.openings = Openings(self.store, on=settings.limits)
        elsewhere = Elsewhere(self.members)
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
        self.connect_meters()
        self._make_study(analyst, readiness)

    def _make_people(self, key: str) -> None:
        """Make the parts that know people, and let them in."""
        settings = self.settings
        self.traces = Traces(self.store, key, self.now)
        self.people = people = People(self.store, self.now)
        self.sanctions = AllSanctions(self.store, self.now)
        self.guests = Guests(
            key, lambda person: people.kind(person) == "guest",
            lambda name: people.owner(name) is not None, self.sanctions.called,
        )  # fmt: skip
        people.on_refresh.append(self.guests.forget)
        self.sessions = Sessions(self.store, people, self.now)
        self.mailer = Mailer(settings)
        self.accounts = Accounts(
            self.store, people, self.sessions, self.mailer, self.now, forget_account,
            limits=settings.limits,
        )  # fmt: skip
        self.tokens = Tokens(self.store, self.now, require_no_seat, has_finished)

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
        self._share()
        self.hides.changed.append(lambda person: self.later(self._renew(person)))
        self.moderation.renamed.append(self.live.rename)
        self.forget_person = forget_person
        self.reported_study, self.hidden_studies = partial(reported, self), hidden_among

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
        self.matchmaker.blocked = blocked_between
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

    def _make_notifications(self, key: str) -> None:
        """Make the clocks, and the parts that notify people."""
        self.clocks = ClockWatcher(
            self.tables, vacations.Vacations(self.store, self.settings.vacation), self.members
        )
        self.messenger = Messenger(
            self.settings, self.tables, self.mailer, Pusher(self.settings, key), key
        )
        self.notifications = NotificationScheduler(
            self.tables, self.store, self.live, self.clocks.vacations, self.messenger, self.jobs
        )
        self.on_vacation.append(self.notifications.look_again)

    def _make_study(self, analyst: Bot | None, readiness: Readiness | None) -> None:
        """Make the parts that show positions without a table."""
        games, settings, kind = self.games, self.settings, self.people.kind
        self.analysis = (
            AnalysisScheduler(analyst, settings) if analyst
            else AnalysisScheduler(BOTS[ANALYST_SEARCH], settings, self.searches)
        )  # fmt: skip
        self.coach = Coach(self.analysis, self.exact)
        self.reviewer = Reviewer(self.analysis, self.exact, KeptReviews(self.store, self.members))
        self.compile_progress = CompileProgress(readiness or self.searches.share)
        self.experiments = ExperimentService(settings, self.now, lambda who: kind(who) == "guest")
        self.on_left.append(lambda who: asyncio.to_thread(self.experiments.forget, who))
        self.puzzles = Puzzles(games, self.now)
        self.lessons, self.boards = Lessons(games), Boards(games)
        self.explorer = Explorer(games, self.searches)
        self.pictures = Pictures(games, self.puzzles, self.lessons, limits=settings.limits)

    def _share(self) -> None:
        """Exchange changes about people with the other processes at once, and notes when asked."""
        tell = partial(self.members.tell, "people")
        self.people.on_change.append(tell)
        self.sanctions.on_change.append(tell)
        self.members.topics["people"] = lambda _sender: self.later(self._read_people())
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
        self.live.think(
            room.id, answers.Thinking(self.runner.thinkers_here(room.id), warms, solves)
        )

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
            self.clocks.pulse(), self.clocks.run(), self.runner.resume(), self._sweep(),
            self._tell_compile_progress(), self.exact.find_solvable(self.games.values()),
            self.people.watch(), self.sessions.watch(), self.mailer.run(), self.tokens.watch(),
            self.sanctions.watch(), self.moderation.watch(), self.matchmaker.run(),
            self.tournaments.run(), self.notifications.run(),
        )  # fmt: skip
        chores = [asyncio.create_task(one) for one in work]
        self.recorder.start()
        await self.jobs.open()
        await self.experiments.open()
        chores.append(asyncio.create_task(self.keep_measuring()))  # which counts the jobs, too
        try:
            yield
        finally:
            self.live.close()
            chores += self._later
            self.streams.close()
            self.watches.close()
            await stop(chores)
            for part in (
                self.jobs, self.experiments, self.notifications, self.messenger.pusher,
                self.reviewer, self.analysis, self.leases, self.runner,
            ):  # fmt: skip
                await part.close()
            await asyncio.to_thread(self.searches.close)
            for last in (self.clocks, self.members, self.exact, self.recorder):
                await last.close()
            await asyncio.to_thread(self.pictures.close)
            with contextlib.suppress(no.NotStored):
                await self.people.flush()
                await self.moderation.flush()
            await self.tokens.close()
            await asyncio.to_thread(self.store.close)

    async def tidy_people(self) -> None:
        """Remove what has expired: challenges, links, sessions, guests who never came back."""
        now = self.now()
        for forget in (forget_expired, vacations.forget_old, forget_stored):
            await self.store.change(partial(forget, now=now))
        await self.store.change(partial(forget_guests, before=now - GUEST_DAYS * DAY))
        await self.moderation.tidy()
        await unname_all(self)
        await asyncio.to_thread(self.experiments.forget_gone, self.people.is_gone)

    async def _renew(self, person: str) -> None:
        """Apply a person's changed blocks and mutes to their windows."""
        for window in self.live.windows_of(person):
            window.hidden = await self.hides.at(person, window.table)

    async def _tell_compile_progress(self) -> None:
        """Show the tables with bots how far their game's search has been compiled."""
        while True:
            await asyncio.sleep(TICK)
            if news := self.compile_progress.news(self.games.values()):
                for room in self.tables.rooms():
                    if room.bots and room.game.key in news:
                        self._tell_thinking(room)

    async def _sweep(self) -> None:
        idle = self.settings.idle
        while True:
            await asyncio.sleep(min(1.0, idle))
            self.searches.sweep()
            self.tables.sweep(
                idle, lambda table: self.live.is_followed(table) or self.runner.is_busy(table)
            )


def _back_up(settings: Settings, old: str, new: str) -> None:
    # With psycopg and all that backups need: few starts make one.
    from honjin.server.copies.copies import back_up_before_upgrade

    back_up_before_upgrade(settings, old, new)


def _with_knowledge(bots: BotRoster, exact: SolvedTables) -> BotRoster:
    """The server's bots; the strong ones use its solved tables and proofs."""
    knowledge = Knowledge(tables=exact, provers=Provers(exact.folder))
    perfect = TablebaseBot(exact)
    return bots.knowing(knowledge).joined_by(Player(perfect.name, perfect, Budget()))


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
