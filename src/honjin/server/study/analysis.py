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
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from honjin.bots import Bot, Budget, SearchHandle, SearchRequest, SearchResult, ask_seen
from honjin.core.play import Play
from honjin.server.messages import refusals as no
from honjin.server.session.caller import Caller
from honjin.server.session.decide import analysed_seats
from honjin.server.session.room import Room
from honjin.server.session.view.perspective import Perspective, look_at
from honjin.server.settings import Settings
from honjin.server.work.exact import Exact, Known
from honjin.server.work.search.names import ANALYST
from honjin.server.work.search.searches import Searches
from honjin.server.work.threads import in_thread

log = logging.getLogger(__name__)

WAIT: Final = 3.0
"""Seconds that a request waits for a free thread before it is refused."""

PATIENCE: Final = 20.0
"""Seconds beyond its time after which a search is abandoned."""

MOST_KEPT: Final = 400


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
                return Decision(play, step, look_at(then, seat))
    return None


# ---- searching


class Search:
    """One running search: `handle` monitors and stops it, `task` returns its result."""

    def __init__(self, about: Decision, seconds: float, only: tuple[int, ...] = ()) -> None:
        self.about, self.seconds, self.only = about, seconds, only
        self.handle = SearchHandle()
        self.begun = time.monotonic()
        self.gave_way = False
        """Whether it was stopped by another request of its guest."""
        self.over = asyncio.Event()
        self.task: asyncio.Future[SearchResult]

    @property
    def share(self) -> float:
        """The share of its time that is used."""
        return min(1.0, (time.monotonic() - self.begun) / self.seconds)


_Key = tuple[int, int, tuple[int, ...]]


class _Kept(NamedTuple):
    seconds: float
    result: SearchResult


class Desk:
    """Has decisions searched by the analyst. Each guest has one search at a time."""

    def __init__(self, analyst: Bot, settings: Settings, searches: Searches | None = None) -> None:
        """With `searches`, the analyst of the search process takes the place of the given one."""
        self._analyst, self._most = analyst, settings.analysis_seconds
        self._elsewhere = searches
        self._free = asyncio.Semaphore(max(1, settings.analysis_threads))
        self._searches: dict[str, Search] = {}
        self._kept: WeakKeyDictionary[Play, dict[_Key, _Kept]] = WeakKeyDictionary()
        self.patience = PATIENCE

    def suits(self, play: Play) -> bool:
        """Whether the analyst plays this game."""
        return self._analyst.suits(play.game, play.options)

    def kept(
        self, about: Decision, seconds: float, only: tuple[int, ...] = ()
    ) -> SearchResult | None:
        """The result of an earlier search of at least this length, or None."""
        found = self._kept.get(about.play, {}).get((about.step, about.sight.viewer, only))
        return found.result if found and found.seconds >= min(seconds, self._most) else None

    async def find(
        self, guest: str, about: Decision, seconds: float, only: tuple[int, ...] = (),
        *, waits: bool = False,
    ) -> SearchResult | None:  # fmt: skip
        """The result of a new or earlier search; None if it gave way to another."""
        found = self.kept(about, seconds, only)
        if found is not None:
            return found
        search = await self.begin(guest, about, seconds, only, waits=waits)
        result = await search.task
        return None if search.gave_way else result

    async def begin(
        self, guest: str, about: Decision, seconds: float, only: tuple[int, ...] = (),
        *, waits: bool = False,
    ) -> Search:  # fmt: skip
        """Begin a search. It replaces the guest's former one, or `waits` for its end.

        Busy if all threads are taken for longer than a moment, and it does not wait.
        """
        try:
            async with asyncio.timeout(None if waits else WAIT):
                await self._turn_of(guest, waits=waits)
        except TimeoutError:
            raise no.Busy("all analysts are at work; try again in a moment") from None
        search = self._searches[guest] = Search(about, min(seconds, self._most), only)
        search.task = asyncio.create_task(self._searched(guest, search))
        return search

    async def _turn_of(self, guest: str, *, waits: bool) -> None:
        """Take a free thread at a moment when the guest has no search."""
        while True:
            while former := self._searches.get(guest):
                if not waits:
                    former.gave_way = True
                    former.handle.stop()
                await former.over.wait()
            await self._free.acquire()
            if guest not in self._searches:
                return
            self._free.release()

    async def close(self) -> None:
        """Stop all searches."""
        searches = list(self._searches.values())
        for search in searches:
            search.handle.stop()
        tasks = [search.task for search in searches]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _searched(self, guest: str, search: Search) -> SearchResult:
        try:
            result = await self._result(search)
            self._keep(search, result)
            return result
        finally:
            search.handle.stop()
            self._free.release()
            self._end(guest, search)

    def _end(self, guest: str, search: Search) -> None:
        del self._searches[guest]
        search.over.set()

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
            kept[key] = _Kept(seconds, result)
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]


async def known_of(exact: Exact, about: Decision, most: int = 1) -> Known | None:
    """The exact values of a decision, if its game is solved."""
    return await exact.find(about.play.game, about.sight.observation, most)
