"""Runs the tournaments: begins them, makes the tables of each round, records the results.

A tournament is the replay of its journal, to which one of two concurrent writers appends: so a
round is drawn once, whatever happens to a process, and a table whose id is in the journal but which
nobody has opened is opened by the first process that notices.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

import sqlalchemy as sa

from honjin.core.errors import HonjinError, RecordMismatch
from honjin.server.db.journal import Conflict
from honjin.server.db.journalled import Event, JournalledService
from honjin.server.db.processes.leases import Leases
from honjin.server.db.processes.members import Members
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.people.ratings.skill import NEW, bot_skill
from honjin.server.tables.clocks.timing import stand_in
from honjin.server.tables.seats.given import GiveUp, Relieve, absent
from honjin.server.tables.seats.seating import HOUSE, sat
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.site import TableSite
from honjin.server.tables.store import opening
from honjin.server.tables.store.live_tables import ExpectedPlayer, LiveTables
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import new_id
from honjin.server.tournaments import events as ev
from honjin.server.tournaments import orders, steps
from honjin.server.tournaments import store as kept
from honjin.server.tournaments.fold import Game, Tournament
from honjin.server.tournaments.plan import WIN, TournamentPlan
from honjin.server.tournaments.standings import placed

log = logging.getLogger(__name__)

TICK: Final = 2.0
"""Seconds between two checks of the tournaments; news triggers one earlier."""
MAX_GOING: Final = 5
"""The most unfinished tournaments of one organiser."""
_LOST: Final = (RecordMismatch, no.UnknownGame, no.Damaged)


class TournamentRunner(JournalledService[Tournament]):
    """The tournaments of a server."""

    MAX_HERE = 200

    def __init__(self, tables: LiveTables, store: Store, leases: Leases, members: Members) -> None:
        super().__init__(kept.JOURNAL, store, members)
        self.tables, self._leases = tables, leases
        self._news = asyncio.Event()
        self._looking = asyncio.Lock()
        self._begun = 0
        """When this process first checked the tournaments: before that nobody could come to it."""
        self.on_change.append(lambda _: self._news.set())
        members.came.append(self._news.set)
        tables.tell_given.append(self._heard)

    def _heard(self, table: object) -> None:
        room: Room = table.room  # type: ignore[attr-defined]
        if room.opened.tournament and room.status != "running":
            self._news.set()

    def unknown(self, id: str) -> no.Refused:
        """The refusal for a tournament that does not exist."""
        return no.UnknownTournament(f"there is no tournament {id[:40]!r}")

    def append(
        self, connection: sa.Connection, first: int, events: Sequence[Event], after: Tournament
    ) -> None:
        """Store events of a tournament."""
        kept.append(connection, first, events, after)

    async def announce(self, plan: TournamentPlan, caller: Caller, id: str = "") -> Tournament:
        """Announce a tournament; TooMany if its organiser has enough unfinished ones.

        If the id is given, the same order may have announced it meanwhile: that is the answer.
        """
        event = ev.Announced(self.tables.clock(), caller.id, caller.name, plan)
        new = Tournament(id or new_id(), event)
        return await self.add(new, partial(kept.announce, t=new, event=event, most=MAX_GOING))

    async def leave(self, who: str) -> None:
        """Withdraw a person from all tournaments, and call off those that nobody else can begin."""
        decide = partial(orders.leave, who=who, now=self.tables.clock())
        for line in await self._store.ask(partial(kept.of, who=who, going=True)):
            await self.change(line.id, decide)

    def leap(self, _first: int, last: int) -> None:
        """Nobody could come while the time leapt."""
        self._begun = last

    # ---- the work

    async def run(self) -> None:
        """Run the tournaments until cancelled."""
        while True:
            try:
                await self.look()
            except (no.NotStored, sa.exc.SQLAlchemyError) as problem:
                log.warning("tournaments wait: %s", problem)
            except Exception:
                log.exception("tournaments wait")
            # `wait_for` would lose a cancellation that coincides with news.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._news.wait()
            await asyncio.sleep(0.05)
            self._news.clear()

    async def look(self) -> None:
        """Check all tournaments that this process runs once; one check at a time."""
        async with self._looking:
            await self._look()

    async def _look(self) -> None:
        self._begun = self._begun or self.tables.clock()
        going = await self._store.ask(kept.going)
        mine = await self._leases.take(*map(_lease, going)) if going else []
        for id in going:
            if _lease(id) in mine:
                await self._check(id)

    async def _check(self, id: str) -> None:
        try:
            t = await self.find(id)
            for game in t.open_games:
                await self._check_game(t, game)
            await self._advance(id)
        except no.NotStored:
            raise
        except (no.Refused, HonjinError) as problem:
            log.warning("tournament %s waits: %s", id, problem)
        except Exception:  # the others continue
            log.exception("tournament %s waits", id)

    async def _advance(self, id: str) -> None:
        """Carry out what is due: the start, the next round, or the end."""
        t = await self.find(id)
        now, rng = self.tables.clock(), Random()
        rating = self.bot_rating(t.plan)
        first = t.count
        drawn = await asyncio.to_thread(steps.due, t, now, new_id, rng, rating)
        if not drawn:
            return
        after = await self.change(id, lambda now: drawn if now.count == first else ())
        for game in after.open_games:
            await self._check_game(after, game)
        if after.status in ("over", "off"):
            self._leases.give_up(_lease(id))
        else:
            self._news.set()

    def bot_rating(self, plan: TournamentPlan) -> int:
        """The rating of the bots that fill a tournament."""
        skill = bot_skill(plan.game, plan.bot)
        return skill.shown if skill else NEW.shown

    async def _check_game(self, t: Tournament, game: Game) -> None:
        """Open a missing table, begin without absent players, or record a result."""
        try:
            room = (await self.tables.ready(game.table)).room
        except no.UnknownTable:
            await self._open(t, game)
            return
        except _LOST as problem:
            log.warning("tournament %s: a game has no result: %s", t.id, problem)
            await self._score(t, game, tuple(1 for _ in game.seats), "void")
            return
        if room.status == "open" and self._is_late(t, game, room):
            await self._without(t, game, room)
            room = (await self.tables.ready(game.table)).room
        if room.dissolved == "missed":
            await self._score(t, game, _walkover(game, room), "absent")
        elif room.status == "over":
            result = room.play.result()
            even = tuple(len(game.seats) - 1 for _ in game.seats)
            ended = result is not None and not room.dissolved
            points = placed(result.returns) if result and ended else even
            shy = never_seen(t, game, room)
            await self._score(t, game, points, "played" if ended else "void", shy)

    def _is_late(self, t: Tournament, game: Game, room: Room) -> bool:
        """Whether a player has not come in time, or will not come at all."""
        missing = {game.seats[seat] for seat in absent(room)}
        gone = any(who and t.players[who].out for who in missing)
        since = max(game.since, room.opened.at, self._begun)
        return gone or self.tables.clock() - since > t.plan.stay

    async def _without(self, t: Tournament, game: Game, room: Room) -> None:
        """For two players, the present one wins; for more, bots play for the absent ones."""
        missing = absent(room)
        if t.plan.seats > 2 and len(missing) < len(game.seats):
            bot = stand_in(room, self.tables.bots)
            if bot:
                await self.tables.post(game.table, Relieve(bot), HOUSE)
                return
        await self.tables.post(game.table, GiveUp(), HOUSE)

    async def _score(
        self, t: Tournament, game: Game, points: tuple[int, ...], how: ev.How,
        shy: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Record the result of a game. A player who was never seen there scores 0, and is out."""
        at = self.tables.clock()
        points = await self._own(game, points) if how == "played" else points
        points = tuple(
            0 if who in shy else one for who, one in zip(game.seats, points, strict=True)
        )
        event = ev.Scored(at, game.table, points, how)

        def decide(now: Tournament) -> Sequence[Event]:
            if now.games[game.table].points is not None:
                return ()
            return (event, *(ev.Withdrew(at, who) for who in shy if not now.players[who].out))

        await self.change(t.id, decide)

    async def _own(self, game: Game, points: tuple[int, ...]) -> tuple[int, ...]:
        """The points of a game; 0 for a player in whose place a bot began."""
        room = (await self.tables.ready(game.table)).room
        found = []
        for seat, who in enumerate(game.seats):
            holder = room.holders[seat]
            replaced = (
                who and not who.startswith("bot-") and holder is not None and holder.kind == "bot"
            )
            found.append(0 if replaced else points[seat])
        return tuple(found)

    async def _open(self, t: Tournament, game: Game) -> None:
        """Open the table of a game. If another process was quicker, it is open already."""
        rules = self.tables.game(t.plan.game)
        options = rules.read_options(t.plan.options)
        people = [self._caller(t, who) for who in game.seats]
        bots = {seat: t.players[who].name for seat, who in enumerate(game.seats)
                if who and t.players[who].kind == "bot"}  # fmt: skip

        def make(_: str, at: int) -> Sequence[e.Entry]:
            filler = t.plan.bot or next(iter(self.tables.bots.names(rules, options)), "")
            seats = sat(people, filler, at, waits=not t.plan.time.days)
            seats = [
                e.Sat(at, one.seat, "bot", bots[one.seat], bots[one.seat])
                if one.seat in bots else one
                for one in seats
            ]  # fmt: skip
            opened = e.Opened(
                at, rules.key, rules.version, dict(options), secrets.token_hex(32),
                time=t.plan.time, tournament=t.id, unrated=not t.plan.rated,
                private=t.plan.is_private,
            )  # fmt: skip
            return opening.given_table(rules, opened, seats)

        try:
            await self.tables.open(make, table=game.table)
        except Conflict:
            return
        for one in people:
            if one is not None:
                self.tables.want(ExpectedPlayer("round", one.id, game.table))
        self.tell(t.id)

    @staticmethod
    def _caller(t: Tournament, who: str) -> Caller | None:
        player = t.players.get(who)
        if player is None or player.kind == "bot":
            return None
        return Caller(who, player.name, program=player.kind == "program")


def never_seen(t: Tournament, game: Game, room: Room) -> tuple[str, ...]:
    """The players whose days ran out in a game before they made a single decision."""
    if room.clock is None or not t.plan.time.days:
        return ()
    decided = set(room.deciders.steps)
    return tuple(
        who
        for seat, who in enumerate(game.seats)
        if who
        and t.players[who].kind != "bot"
        and who not in decided
        and seat in room.clock.flagged
    )


def _walkover(game: Game, room: Room) -> tuple[int, ...]:
    """The points of a game that did not begin: those who came have won it."""
    came, missing = WIN * (len(game.seats) - 1), absent(room)
    return tuple(0 if seat in missing else came for seat in range(len(game.seats)))


def _lease(id: str) -> str:
    return f"tournament {id}"


class TournamentSite(TableSite):
    """A site with tournaments."""

    tournaments: TournamentRunner
