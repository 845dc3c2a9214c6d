"""A review: every decision of a game judged by the same search, with the turning points marked.

A value is what the seat could expect, given what it saw. A loss is the difference between the
values of the best choice and of the one played: by the same search, or by the search of the
decision after it, whichever is kinder. In a solved game nothing is searched: the exact values show
what was given away. A table that is missing and small is made first.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from honjin.bots import SearchResult
from honjin.core.play import Play
from honjin.core.record import RESIGN
from honjin.core.seats import CHANCE
from honjin.server.analysis import messages as an
from honjin.server.analysis.kept_reviews import EVERY, KeptReviews
from honjin.server.analysis.scheduler import AnalysisScheduler, Decision, known_of, open_seats
from honjin.server.analysis.words import Teller, exact_message, proved
from honjin.server.people.caller import Caller
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.perspective import perspectives
from honjin.server.work.exact import ExactValues, Making, SolvedTables
from honjin.server.work.fair import Asker
from honjin.solver import Value

_encode = msgspec.json.Encoder().encode
log = logging.getLogger(__name__)

TOTAL: Final = 40.0
"""The approximate seconds of a review, divided among the decisions."""

EACH: Final = (0.1, 1.0)
"""Seconds for one decision, at least and at most."""

IDLE: Final = 15.0
"""Seconds without a request after which a review stops."""

MAX_KEPT: Final = 64

MISTAKE: Final = 0.3
BLUNDER: Final = 0.6


class Judgement(NamedTuple):
    """A judged decision; `worth` is the value that the search gives to the played action."""

    step: int
    seat: int
    value: float | None
    worth: float | None
    played: an.Ply
    best: an.Ply
    could: Value | None = None
    got: Value | None = None
    most: bool = False
    """Whether these are proofs, which give the winner and a bound on the plies."""


class GameReview:
    """The review of one game for viewers who may know about some of its seats."""

    def __init__(self, room: Room, seats: tuple[int, ...]) -> None:
        self.table, self.play, self.seats = room.id, room.play, seats
        self.lasts = room.status == "over"
        """Whether it is stored: the game is over."""
        self.judged: list[Judgement] = []
        self.step = 0
        """Entries up to here are reviewed."""
        self.task: asyncio.Task[None] | None = None
        self.asked = time.monotonic()
        self.making: Making | None = None
        """The solved table that it waits for."""

    @property
    def is_running(self) -> bool:
        """Whether it is running in this process."""
        return self.task is not None and not self.task.done()

    @property
    def is_wanted(self) -> bool:
        """Whether it was requested recently."""
        return time.monotonic() - self.asked < IDLE

    def left(self, upto: int) -> list[int]:
        """The steps before `upto` of the decisions still to be judged."""
        return [
            n
            for n, step in enumerate(self.play.steps[self.step : upto], self.step)
            if step.seat in self.seats and step.text != RESIGN
        ]


class Reviewer:
    """Has games reviewed: in memory, and stored if they are over."""

    def __init__(
        self, scheduler: AnalysisScheduler, exact: SolvedTables, kept: KeptReviews
    ) -> None:
        self._scheduler, self._exact, self._kept = scheduler, exact, kept
        self._courses: dict[tuple[str, tuple[int, ...]], GameReview] = {}
        self._running: set[asyncio.Task[None]] = set()
        kept.wanted = self._note_wanted

    async def begin(
        self, room: Room, caller: Caller, viewer: int, address: str
    ) -> Callable[[], bytes]:
        """Begin or resume a review of the game so far, for an address; return its writer."""
        course = await self._course(room, caller)
        if not self._goes_on(course) and course.left(room.step):
            course.task = asyncio.create_task(self._go_through(course, Asker(caller.id, address)))
            self._running.add(course.task)
            course.task.add_done_callback(self._running.discard)
        return writing(room, course, viewer, goes_on=self._goes_on(course))

    async def look(self, room: Room, caller: Caller, viewer: int) -> Callable[[], bytes]:
        """A writer of the review's state."""
        course = await self._course(room, caller)
        return writing(room, course, viewer, goes_on=self._goes_on(course))

    async def close(self) -> None:
        """Stop all reviews."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _goes_on(self, course: GameReview) -> bool:
        elsewhere = course.lasts and self._kept.is_made_elsewhere(course.table)
        return course.is_running or (elsewhere and bool(course.left(len(course.play.steps))))

    def _note_wanted(self, table: str) -> None:
        for (one, _), course in self._courses.items():
            if one == table:
                course.asked = time.monotonic()

    async def _course(self, room: Room, caller: Caller) -> GameReview:
        key = room.id, open_seats(room, caller)
        course = self._courses.pop(key, None)
        if course is None or course.play is not room.play:  # the game was taken back
            course = GameReview(room, key[1])
        self._courses[key] = course
        course.asked = time.monotonic()
        while len(self._courses) > MAX_KEPT:
            del self._courses[next(iter(self._courses))]
        course.lasts = room.status == "over"
        if course.lasts and not course.is_running and course.left(room.step):
            await self._catch_up(course)
        return course

    async def _catch_up(self, course: GameReview) -> None:
        """Take over what another process has found, or this one before a restart."""
        if self._kept.is_made_elsewhere(course.table):
            self._kept.look(course.table)
        step, judged = await self._kept.find(course.table, course.seats, Judgement)
        if step > course.step and not course.is_running:
            course.step, course.judged = step, judged

    async def _go_through(self, course: GameReview, asker: Asker) -> None:
        upto = len(course.play.steps)
        least, most = EACH
        seconds = min(most, max(least, TOTAL / max(1, len(course.judged) + len(course.left(upto)))))
        decisions = _decisions(course)
        telling = asyncio.create_task(self._keep_telling(course))
        try:
            while course.is_wanted and (about := await asyncio.to_thread(next, decisions, None)):
                judgement = await self._judged(course, about, asker, seconds)
                course.judged.append(judgement)
                course.step = about.step + 1
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the review stopped at step %d", course.step)
        finally:
            telling.cancel()
            await self._keep(course)
            if course.lasts:
                self._kept.rest(course.table)

    async def _keep_telling(self, course: GameReview) -> None:
        """Save the judgements from time to time, and announce the review to other processes."""
        while True:
            if course.lasts:
                self._kept.tell(course.table)
            await asyncio.sleep(EVERY)
            await self._keep(course)

    async def _keep(self, course: GameReview) -> None:
        if course.lasts and course.judged:
            await self._kept.keep(course.table, course.seats, course.step, course.judged)

    async def _judged(
        self, course: GameReview, about: Decision, asker: Asker, seconds: float
    ) -> Judgement:
        known = await self._known(course, about)
        if known is not None:
            return await asyncio.to_thread(_certain, about, known)
        result = None
        while result is None:  # a search that gave way to another request of the guest is repeated
            result = await self._scheduler.find(asker, about, seconds, waits=True)
        return await asyncio.to_thread(_judgement, about, result)

    async def _known(self, course: GameReview, about: Decision) -> ExactValues | None:
        """The exact values of a decision, after waiting for a table that can be made."""
        play = about.play
        course.making = self._exact.make(play.game, play.options, about.sight.observation)
        if course.making:
            await course.making.over.wait()
            course.making = None
        return await known_of(self._exact, about)


def _decisions(course: GameReview) -> Iterator[Decision]:
    for step, sight in perspectives(course.play, course.step):
        if sight.viewer in course.seats:
            yield Decision(course.play, step, sight)


def _certain(about: Decision, known: ExactValues) -> Judgement:
    """The proved value of an action: if it is among the best ones, it counts as the best."""
    seat, teller = about.sight.viewer, Teller(about.play.game, about.sight)
    action = teller.read(about.played or "")
    assert action is not None, f"step {about.step} was not a choice of seat {seat}"
    best, worth = known.answer.best(), known.answer.actions
    better = action if action in best else best[0]
    could, got = worth[better], worth[action]
    return Judgement(
        about.step, seat, float(could.result), float(got.result),
        teller.ply(action), teller.ply(better), could, got,
    )  # fmt: skip


def _judgement(about: Decision, result: SearchResult) -> Judgement:
    sight, teller = about.sight, Teller(about.play.game, about.sight)
    action = teller.read(about.played or "")
    assert action is not None, f"step {about.step} was not a choice of seat {sight.viewer}"
    values = {one.action: one.value for one in result.stats}
    # A bot with a mixed strategy may answer with a choice other than the best.
    best = result.stats[0].action if result.stats else result.action
    proofs = {one.action: proved(one) for one in result.stats if one.plies}
    could, got = proofs.get(best), proofs.get(action)
    if could and got and could.result == got.result:
        best, could = action, got  # which of two wins comes sooner is not known
    value = values.get(best, result.value)
    worth = value if action == best else values.get(action)
    seat, played = sight.viewer, teller.ply(action)
    return Judgement(
        about.step, seat, value, worth, played, teller.ply(best), could, got, most=True
    )


# ---- the message


def writing(room: Room, course: GameReview, viewer: int, *, goes_on: bool) -> Callable[[], bytes]:
    """A writer of the review's current state, for any thread; a long game takes a while.

    While the game is running, the steps that the viewer has missed are left out.
    """
    result, best = course.play.result(), room.game.best
    stands = ReviewProgress(
        course.play, course.judged[:], course.left(room.step), goes_on,
        course.making.share if course.making else None,
        tuple(got / best for got in result.returns) if result else None,
        _is_one_line(course.play),
    )  # fmt: skip
    numbered, misses = room.numbering(viewer), viewer if room.status != "over" else None
    last = room.step_of(viewer)
    return lambda: _encode(_told(stands, last, numbered, misses))


class ReviewProgress(NamedTuple):
    """A review at some moment; `left` are the steps still to be judged."""

    play: Play
    judged: list[Judgement]
    left: list[int]
    is_running: bool
    share: float | None
    returns: tuple[float, ...] | None
    one_line: bool
    """Whether one seat's value determines the other's."""


def _told(
    stands: ReviewProgress, last: int, numbered: Callable[[int], int], misses: int | None
) -> an.Review:
    play = stands.play
    verdicts = [
        _verdict(stands, n, numbered(judged.step))
        for n, judged in enumerate(stands.judged)
        if misses not in play.steps[judged.step].missed_by
    ]
    left = sum(misses not in play.steps[step].missed_by for step in stands.left)
    return an.Review(
        last, len(verdicts) + left, tuple(verdicts), stands.is_running, stands.one_line,
        stands.returns, None if stands.share is None else round(stands.share, 2),
    )  # fmt: skip


def _is_one_line(play: Play) -> bool:
    """Whether one seat's value determines the other's: equal information, opposite interests."""
    game = play.game
    return play.seats == 1 or (play.seats == 2 and game.zero_sum and not game.has_secrets)


def _verdict(stands: ReviewProgress, n: int, step: int) -> an.Verdict:
    judged = stands.judged[n]
    values: list[float | None] = [None] * stands.play.seats
    values[judged.seat] = judged.value
    if stands.one_line and stands.play.seats == 2 and judged.value is not None:
        values[1 - judged.seat] = -judged.value
    could, got = judged.could, judged.got
    if could is not None and got is not None:
        return an.Verdict(
            step, judged.seat, tuple(values), judged.played, judged.best,
            float(could.result - got.result), _exact_grade(could, got),
            exact_message(could, most=judged.most), exact_message(got, most=judged.most),
        )  # fmt: skip
    loss = _loss(stands, n)
    return an.Verdict(
        step, judged.seat, tuple(values), judged.played, judged.best, loss, _grade(loss)
    )


def _exact_grade(could: Value, got: Value) -> an.Grade:
    """The loss: a won game, half of one, some plies, or nothing."""
    if got.rank == could.rank:
        return "good"
    lost: tuple[an.Grade, ...] = ("slip", "mistake", "blunder")
    return lost[could.result - got.result]


def _loss(stands: ReviewProgress, n: int) -> float:
    judged = stands.judged[n]
    if judged.played.do == judged.best.do or judged.value is None:
        return 0.0
    worths = (judged.worth, _value_after(stands, n) if stands.one_line else None)
    return round(max(0.0, min((judged.value - w for w in worths if w is not None), default=0.0)), 3)


def _value_after(stands: ReviewProgress, n: int) -> float | None:
    """The seat's value by the next decision's search, if no chance came in between."""
    if n + 1 == len(stands.judged):
        return _result_after(stands, n)
    here, following = stands.judged[n : n + 2]
    between = stands.play.steps[here.step + 1 : following.step]
    if following.value is None or any(step.seat == CHANCE for step in between):
        return None
    return following.value if following.seat == here.seat else -following.value


def _result_after(stands: ReviewProgress, n: int) -> float | None:
    """The seat's result, if its decision ended the game."""
    here = stands.judged[n]
    if stands.returns is None or here.step + 1 != len(stands.play.steps):
        return None
    return stands.returns[here.seat]


def _grade(loss: float) -> an.Grade:
    if loss >= BLUNDER:
        return "blunder"
    return "mistake" if loss >= MISTAKE else "good"
