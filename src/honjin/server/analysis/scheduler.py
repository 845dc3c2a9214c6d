"""Analysis: searches of decisions, few at a time, counted separately from those of the bots.

`decide.analysed_seats` determines which seats a caller may ask about. A search gets what the seat
saw at that step and nothing else, even when the game is over: no answer depends on what the seat
could not know.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Collection
from itertools import chain
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from honjin.bots import Bot, Budget, SearchHandle, SearchRequest, SearchResult, ask_seen
from honjin.core.play import Play
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.settings import Settings
from honjin.server.tables.session.decide import analysed_seats
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.exact import ExactValues, SolvedTables
from honjin.server.work.fair import Asker, FairTurn, FairTurns
from honjin.server.work.search.names import ANALYST
from honjin.server.work.search.searches import SearchService
from honjin.server.work.threads import in_thread

log = logging.getLogger(__name__)

WAIT: Final = 3.0
"""Seconds that the coach waits for its turn before it says that all are busy."""

MAX_EACH: Final = 40
"""The most searches for one address that wait; likewise, in all:"""
MAX_WAITING: Final = 400

PATIENCE: Final = 20.0
"""Seconds beyond its time after which a search is abandoned."""

MAX_KEPT: Final = 400


class Decision(NamedTuple):
    """The subject of an analysis: what a seat saw after `step` entries, and its choices."""

    play: Play
    step: int
    sight: Perspective

    @property
    def known(self) -> int:
        """The number of entries that the seat knew of."""
        return sum(self.sight.viewer not in one.missed_by for one in self.play.steps[: self.step])

    @property
    def played(self) -> str | None:
        """The notation of the seat's next action, if it is the next event that the seat sees."""
        seat = self.sight.viewer
        for step in self.play.steps[self.step :]:
            if seat not in step.missed_by:
                return step.text if step.seat == seat else None
        return None


# ---- permissions


def open_seats(room: Room, caller: Caller) -> tuple[int, ...]:
    """The seats that a caller may ask about; NotStarted or AnalysisClosed if there are none."""
    if room.status == "open":
        raise no.NotStarted("there is nothing to analyse before the game begins")
    seats = analysed_seats(room, caller)
    if room.bound:
        raise no.AnalysisClosed("this continues a game that is still running at another table")
    if not seats:
        raise no.AnalysisClosed(
            "a running game can be analysed by the holder of all its seats, or by a player at a "
            "casual table; others have to wait until it is over"
        )
    return seats


def asked(
    room: Room, caller: Caller, viewer: int, step: int, seat: int | None
) -> tuple[Play, int, tuple[int, ...]]:
    """The subject of a request: the game, the step, and the seats whose decision it may be."""
    seats = open_seats(room, caller)
    if seat is not None and seat not in seats:
        raise no.AnalysisClosed(f"you may ask about seats {seats}, not about seat {seat}")
    last = room.step_of(viewer)
    if step > last:
        raise no.UnknownStep(f"expected a step from 0 to {last}, got {step}")
    return room.play, room.real_step(viewer, step), seats if seat is None else (seat,)


def decision(play: Play, step: int, seats: Collection[int]) -> Decision | None:
    """The decision that one of these seats had at a step, or None."""
    then = play.at(step)
    for some in (then.must_act(), then.may_act()):
        for seat in some:
            if seat in seats:
                return Decision(play, step, Perspective.at(then, seat))
    return None


# ---- searching


class Search:
    """One search: it waits for its turn; then `handle` monitors it. `task` returns its result."""

    def __init__(
        self, about: Decision, seconds: float, only: tuple[int, ...], turn: FairTurn
    ) -> None:  # fmt: skip
        self.about, self.seconds, self.only, self.turn = about, seconds, only, turn
        self.handle = SearchHandle()
        self.begun = 0.0
        self.gave_way = False
        """Whether it was stopped by another request of its guest."""
        self.task: asyncio.Future[SearchResult | None]
        """The result is None if it was stopped before its turn came."""

    @property
    def place(self) -> int:
        """Its place in the queue; 0 once it has begun."""
        return self.turn.place

    @property
    def share(self) -> float:
        """The share of its time that is used."""
        return min(1.0, (time.monotonic() - self.begun) / self.seconds) if self.begun else 0.0

    def stop(self) -> None:
        """End it with what it has found."""
        self.handle.stop()
        if self.place:
            self.turn.leave()

    def give_way(self) -> None:
        """Stop, for another request of its guest."""
        self.gave_way = True
        self.stop()


_Key = tuple[int, int, tuple[int, ...]]


class _KeptResult(NamedTuple):
    seconds: float
    result: SearchResult


class AnalysisScheduler:
    """Has decisions searched by the analyst. Each guest has one search at a time."""

    def __init__(
        self, analyst: Bot, settings: Settings, searches: SearchService | None = None
    ) -> None:
        """With `searches`, the analyst of the search process takes the place of the given one."""
        self._analyst, self._most = analyst, settings.analysis_seconds
        self._elsewhere = searches
        threads = max(1, settings.analysis_threads)
        # An address cannot have all places: the turn of another one comes at once.
        self._turns = FairTurns(threads + 1, threads, 1)
        self._searches: dict[str, list[Search]] = {}
        self._kept: WeakKeyDictionary[Play, dict[_Key, _KeptResult]] = WeakKeyDictionary()
        self.patience = PATIENCE

    def kept(
        self, about: Decision, seconds: float, only: tuple[int, ...] = ()
    ) -> SearchResult | None:
        """The result of an earlier search of at least this length, or None."""
        found = self._kept.get(about.play, {}).get((about.step, about.sight.viewer, only))
        return found.result if found and found.seconds >= min(seconds, self._most) else None

    async def find(
        self, asker: Asker, about: Decision, seconds: float, only: tuple[int, ...] = (),
        *, waits: bool = False,
    ) -> SearchResult | None:  # fmt: skip
        """The result of a new or earlier search; None if it gave way to another.

        Busy if it does not wait, and its turn does not come in a moment.
        """
        found = self.kept(about, seconds, only)
        if found is not None:
            return found
        search = self.begin(asker, about, seconds, only, waits=waits)
        try:
            if not waits:
                await _require_turn(search)
            result = await search.task
        finally:
            search.stop()
        return None if search.gave_way else result

    def begin(
        self, asker: Asker, about: Decision, seconds: float, only: tuple[int, ...] = (),
        *, waits: bool = False,
    ) -> Search:  # fmt: skip
        """Begin a search when its turn comes. It replaces the guest's others, or `waits` for them.

        TooMany or Busy if so many searches wait that it cannot, and it does not wait for others.
        """
        if not waits:
            for former in self._searches.get(asker.person, ()):
                former.give_way()
            self._require_room(asker)
        seconds = min(seconds, self._most)
        search = Search(about, seconds, only, self._turns.join(asker, seconds))
        self._searches.setdefault(asker.person, []).append(search)
        search.task = asyncio.create_task(self._searched(asker.person, search))
        return search

    def _require_room(self, asker: Asker) -> None:
        if self._turns.waiting(asker.address) >= MAX_EACH:
            raise no.TooMany(f"at most {MAX_EACH} analyses for one address can wait at a time")
        if self._turns.waiting() >= MAX_WAITING:
            raise no.Busy("all analysts are at work; try again in a moment")

    async def close(self) -> None:
        """Stop all searches."""
        searches = list(chain.from_iterable(self._searches.values()))
        for search in searches:
            search.stop()
        tasks = [search.task for search in searches]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _searched(self, guest: str, search: Search) -> SearchResult | None:
        try:
            async with search.turn:
                if search.handle.is_stopped:
                    return None
                search.begun = time.monotonic()
                result = await self._result(search)
                self._keep(search, result)
                return result
        finally:
            search.handle.stop()
            self._end(guest, search)

    def _end(self, guest: str, search: Search) -> None:
        self._searches[guest].remove(search)
        if not self._searches[guest]:
            del self._searches[guest]

    async def _result(self, search: Search) -> SearchResult:
        play, sight = search.about.play, search.about.sight
        # The same request gets the same answer, as far as the clock allows.
        rng = random.Random(search.about.known)
        task = SearchRequest(
            play.game, sight.observation, sight.viewer, play.seats, rng, Budget(search.seconds),
            search.handle, search.only,
        )  # fmt: skip
        bot = self._analyst
        if self._elsewhere:
            bot = self._elsewhere.sent(bot, ANALYST, play.game, play.options, follows=True)
        answer = in_thread(lambda: ask_seen(bot, task), "analyst")
        try:
            async with asyncio.timeout(search.seconds + self.patience):
                return await answer
        finally:
            answer.cancel()

    def _keep(self, search: Search, result: SearchResult) -> None:
        about = search.about
        kept = self._kept.setdefault(about.play, {})
        key = about.step, about.sight.viewer, search.only
        seconds = search.seconds * search.share if search.handle.is_stopped else search.seconds
        if key not in kept or kept[key].seconds < seconds:
            kept[key] = _KeptResult(seconds, result)
        while len(kept) > MAX_KEPT:
            del kept[next(iter(kept))]


async def _require_turn(search: Search) -> None:
    """Busy if it does not come in a moment."""
    try:
        async with asyncio.timeout(WAIT):
            await search.turn.came.wait()
    except TimeoutError:
        raise no.Busy(f"number {search.place} in the queue; try again in a moment") from None


async def known_of(exact: SolvedTables, about: Decision, most: int = 1) -> ExactValues | None:
    """The exact values of a decision, if its game is solved."""
    return await exact.find(about.play.game, about.sight.observation, most)
