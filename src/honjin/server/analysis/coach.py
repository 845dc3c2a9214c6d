"""The coach: choices that keep the value of a position, and remarks on blunders.

Exact if the game is solved, otherwise by the same search as an analysis: from what the seat saw,
and nothing else. Only the player of the seat can ask, and nobody else is notified. If there is no
capacity for a search, or it gives way to another one of the player, the answer is Busy: a search
that was cut short is no basis for praise. A blunder is checked twice: an action that one search
doubts is compared once more, alone with the best choice, and blamed only if the difference exceeds
the noise of that many simulations.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

from honjin.bots import ActionStats, SearchResult
from honjin.core.play import Play
from honjin.server.analysis import messages as an
from honjin.server.analysis.grounds import Grounds, Line, grounds
from honjin.server.analysis.scheduler import AnalysisScheduler, Decision, known_of
from honjin.server.analysis.words import Teller, exact_message, proved
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.session.decide import require_coached
from honjin.server.tables.session.room import Room
from honjin.server.work.exact import ExactValues, SolvedTables
from honjin.server.work.fair import Asker

SECONDS: Final = 1.2
"""The longest time of a search for advice."""

PATIENCE: Final = 8.0
"""Seconds after which a remark is abandoned: by then it would come too late."""

SHOWN: Final = 3
"""The most choices shown of those that are as good as the best."""

CLOSE: Final = 0.06
"""A choice whose value is this near to the best one's is as good: 3 % of the chances."""
TRIED: Final = 0.12
"""But only if its visits are at least this share of the best choice's."""

BLUNDER: Final = 0.24
"""The least loss that is a blunder: 12 % of the chances."""
DOUBT: Final = 0.6
"""From this share of it on, the action is compared with the best choice once more."""
FAR: Final = 15
"""A win that is proved within this many actions is one that could have been seen."""
FEW: Final = 24
"""The least simulations for a value that means something."""


class _Doubt(NamedTuple):
    """The action that was played, and the best one."""

    best: ActionStats
    done: ActionStats


class Coach:
    """Answers the player of a seat at a table with a coach."""

    def __init__(self, scheduler: AnalysisScheduler, exact: SolvedTables) -> None:
        self._scheduler, self._exact = scheduler, exact

    async def advise(self, asker: Asker, about: Decision, step: int) -> an.Advice:
        """The choices that keep the value of a decision, which the seat counts as `step`."""
        if len(about.sight.legal) == 1:
            return await asyncio.to_thread(_only, about, step)
        known = await known_of(self._exact, about)
        if known is not None:
            return await asyncio.to_thread(_certain, about, step, known)
        # A missing table that can be made will be there for a later request.
        self._exact.make(about.play.game, about.play.options, about.sight.observation)
        result = await self._result(asker, about)
        return await asyncio.to_thread(_searched, about, step, result)

    async def remark(self, asker: Asker, about: Decision, step: int) -> an.Remark:
        """Whether the seat's action there was a blunder."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._remark(asker, about, step)
        except TimeoutError:
            raise no.Busy("all analysts are at work; try again in a moment") from None

    async def _remark(self, asker: Asker, about: Decision, step: int) -> an.Remark:
        nothing = an.Remark(step, about.sight.viewer)
        done = Teller(about.play.game, about.sight).read(about.played or "")
        if done is None or len(about.sight.legal) == 1:
            return nothing
        known = await known_of(self._exact, about)
        if known is not None:
            return await asyncio.to_thread(_given_away, about, step, known, done)
        doubt = _doubt(await self._result(asker, about, waits=True), done)
        if doubt is None:
            return nothing
        if not is_proved(doubt):
            both = doubt.best.action, done
            result = await self._result(asker, about, both, waits=True)
            doubt = _confirmed(result, both)
        return nothing if doubt is None else await asyncio.to_thread(_blunder, about, step, doubt)

    async def _result(
        self, asker: Asker, about: Decision, only: tuple[int, ...] = (), *, waits: bool = False
    ) -> SearchResult:
        """The result of a whole search; Busy if there was no capacity for one."""
        try:
            result = await self._scheduler.find(asker, about, SECONDS, only, waits=waits)
        except TimeoutError:
            raise no.Busy("the analyst took too long; try again in a moment") from None
        if result is None:
            raise no.Busy("another of your requests has replaced this one")
        return result


def asked_coach(room: Room, caller: Caller, viewer: int, order: an.AskCoach) -> tuple[Play, int]:
    """The game and step of a request to the coach; refused if it is not allowed."""
    require_coached(room, caller, order.seat)
    last = room.step_of(viewer)
    if order.step > last:
        raise no.UnknownStep(f"expected a step from 0 to {last}, got {order.step}")
    return room.play, room.real_step(viewer, order.step)


def judged_by_coach(
    room: Room, caller: Caller, viewer: int, order: an.AskCoach
) -> tuple[Play, int]:
    """Judge an action already played; it, or a later one, may have ended the game.

    When the game is over, all count as the record does; the seat's number is in its count when it
    acted.
    """
    if room.status != "over":
        return asked_coach(room, caller, viewer, order)
    require_coached(room, caller, order.seat, may_be_over=True)
    count, steps = room.counted[order.seat], len(room.play.steps)
    step = count.real(order.step)
    if step >= steps:
        raise no.UnknownStep(f"expected a step below {count.told(steps)}, got {order.step}")
    return room.play, step


# ---------------------------------------------------------------- advice


def _only(about: Decision, step: int) -> an.Advice:
    """The only choice."""
    teller = Teller(about.play.game, about.sight)
    return an.Advice(step, about.sight.viewer, (teller.ply(about.sight.legal[0]),), 1)


def _certain(about: Decision, step: int, known: ExactValues) -> an.Advice:
    """By exact values: keep the win or the draw; if all is lost, last the longest."""
    worth, legal = known.answer.actions, about.sight.legal
    order = sorted(legal, key=lambda action: -worth[action].rank)
    best = worth[order[0]]
    good = [action for action in order if worth[action].result == best.result]
    rest = order[len(good) :]
    if best.result < 0:  # nothing is kept; the slowest defences are the best
        good = [action for action in order if worth[action].rank == best.rank]
    seat = about.sight.viewer
    why = _why(about, ((seat, good[0]),), ((seat, rest[0]),)) if rest else Grounds()
    teller = Teller(about.play.game, about.sight)
    return an.Advice(
        step, seat, tuple(map(teller.ply, good[:SHOWN])), len(legal),
        more=max(0, len(good) - SHOWN), value=float(best.result),
        lead=float(best.result - worth[rest[0]].result) if rest else None,
        gains=why.gains, costs=why.costs, exact=exact_message(best),
    )  # fmt: skip


def _searched(about: Decision, step: int, result: SearchResult) -> an.Advice:
    """By a search."""
    seat = about.sight.viewer
    # Some bots do not rate choices: then their choice is all there is.
    stats = result.stats or (ActionStats(result.action, result.value, 0, ()),)
    best = stats[0]
    good = [one for one in stats if is_as_good(one, best)]
    rest = [one for one in stats if one not in good and one.value is not None]
    why = _why(about, _line(seat, best), _line(seat, rest[0])) if rest else Grounds()
    teller = Teller(about.play.game, about.sight)
    return an.Advice(
        step, seat, tuple(teller.ply(one.action) for one in good[:SHOWN]), len(about.sight.legal),
        more=max(0, len(good) - SHOWN), value=best.value, lead=_lead(best, rest),
        gains=why.gains, costs=why.costs,
        exact=exact_message(proved(best), most=True) if best.plies else None,
    )  # fmt: skip


def is_as_good(one: ActionStats, best: ActionStats) -> bool:
    """Whether a choice keeps the value of the best one."""
    if one == best:
        return True
    if one.value is None or best.value is None or (best.plies and not one.plies):
        return False
    often = one.visits >= TRIED * best.visits or one.plies > 0
    return often and one.value >= best.value - CLOSE


def _lead(best: ActionStats, rest: list[ActionStats]) -> float | None:
    """The lead of the best choice over those that are not as good, if known."""
    values = [one.value for one in rest if one.value is not None and (_says(one) or one.plies)]
    return max(0.0, best.value - max(values)) if values and best.value is not None else None


def _says(one: ActionStats) -> bool:
    return one.visits >= FEW


def _line(seat: int, one: ActionStats) -> Line:
    return one.line or ((seat, one.action),)


def _why(about: Decision, one: Line, other: Line) -> Grounds:
    return grounds(about.play.game, about.sight, one, other)


# ---------------------------------------------------------------- remarks


def _given_away(about: Decision, step: int, known: ExactValues, done: int) -> an.Remark:
    """By exact values: a win or a draw that was given away."""
    seat, worth = about.sight.viewer, known.answer.actions
    best = max(worth, key=lambda action: worth[action].rank)
    could, got = worth[best].result, worth[done].result
    if got >= could:
        return an.Remark(step, seat)
    why = _why(about, ((seat, best),), ((seat, done),))
    return an.Remark(step, seat, float(could), float(got), why.given_up, exact=True)


def is_proved(doubt: _Doubt) -> bool:
    """Whether the values of both choices are proved."""
    return doubt.best.plies > 0 and doubt.done.plies > 0


def _doubt(result: SearchResult, done: int) -> _Doubt | None:
    """The played and the best action, if the played one may have been a blunder."""
    if not result.stats:
        return None
    best = result.stats[0]
    mine = next((one for one in result.stats if one.action == done), None)
    if mine is None or best.action == done or best.value is None:
        return None
    if mine.value is None or not (_says(mine) or mine.plies):
        return _Doubt(best, mine)
    return _Doubt(best, mine) if best.value - mine.value >= DOUBT * BLUNDER else None


def _confirmed(result: SearchResult, both: tuple[int, int]) -> _Doubt | None:
    """The two choices, if the played one is worse by more than noise."""
    stats: dict[int, Any] = {one.action: one for one in result.stats}
    best, done = (stats.get(action) for action in both)
    if not best or not done or best.value is None or done.value is None:
        return None
    tries = min(best.visits, done.visits)
    if best.plies > FAR and not done.plies:
        return None  # a proof and a search value cannot be compared
    if is_proved(_Doubt(best, done)):
        return _Doubt(best, done) if best.value > done.value else None
    noise = tries**-0.5 if tries >= FEW else 1.0
    return _Doubt(best, done) if best.value - done.value - noise >= BLUNDER else None


def _blunder(about: Decision, step: int, doubt: _Doubt) -> an.Remark:
    best, done = doubt
    seat = about.sight.viewer
    assert best.value is not None
    assert done.value is not None
    if done.value >= best.value:
        return an.Remark(step, seat)
    why = _why(about, _line(seat, best), _line(seat, done))
    return an.Remark(step, seat, best.value, done.value, why.given_up, exact=is_proved(doubt))
