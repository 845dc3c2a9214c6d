"""The clocks of a table: a fold over the public part of its journal. Now is an argument.

A seat's clock runs while the game waits for the seat. A turn ends when the game no longer does, or
when the seat acts and has to act again after others have acted in between. Whatever spectators are
not told changes no clock, so clocks reveal nothing about secret actions.

Times are milliseconds. `since` is when a seat's clock began to run, 0 while it is stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from honjin.server.tables.clocks.control import HEAD_START, SECOND, Control

MAX_LAG: Final = 2
"""Lag compensation can be saved up to this multiple of one turn's."""

MAX_PAST: Final = 400
"""The number of clock changes that are kept for takebacks."""

NEVER: Final = 1 << 62


class SeatClock(msgspec.Struct, frozen=True, array_like=True):
    """One seat's clock as of `since`, or of now if it is stopped."""

    left: int
    """Time left of the main time, of this period of byoyomi, or of this turn's days."""
    periods: int = 0
    """Further periods of byoyomi."""
    byoyomi: bool = False
    head: int = 0
    """The remaining free time at the beginning."""
    lag: int = 0
    """The lag that can still be compensated."""
    since: int = 0
    used: int = 0
    """The time that was charged and not returned when a turn ended."""
    relieved: bool = False
    """Whether another seat has acted since this turn began."""
    rest: tuple[int, int] = (0, 0)
    """The start and end of its player's vacation."""

    def total(self, control: Control) -> int:
        """All the time left until zero."""
        return self.head + self.left + self.periods * control.period * SECOND


def begun(control: Control) -> SeatClock:
    """The clock of a seat before the game."""
    lag = control.lag_gain
    if control.days:
        return SeatClock(control.turn)
    if control.main:
        return SeatClock(control.main * SECOND, control.periods, head=HEAD_START, lag=lag)
    if control.periods:
        return SeatClock(control.turn, control.periods - 1, byoyomi=True, head=HEAD_START, lag=lag)
    return SeatClock(control.increment * SECOND, head=HEAD_START, lag=lag)


def elapsed(one: SeatClock, now: int) -> int:
    """The time that the clock has run until now, without vacations."""
    if not one.since:
        return 0
    first, last = one.rest
    rested = max(0, min(now, last) - max(one.since, first))
    return max(0, now - one.since - rested)


def drained(control: Control, one: SeatClock, time: int) -> SeatClock:
    """The clock after a charge of `time`; it stops at zero."""
    free = min(one.head, time)
    left, periods, byoyomi, due = one.left, one.periods, one.byoyomi, time - free
    while due > left and periods:
        due -= left
        left, periods, byoyomi = control.period * SECOND, periods - 1, True
    return replaced(
        one, head=one.head - free, left=max(0, left - due), periods=periods, byoyomi=byoyomi,
        used=one.used + time - free,
    )  # fmt: skip


def replaced(one: SeatClock, **fields: object) -> SeatClock:
    """A copy of the clock with other values in some fields."""
    return msgspec.structs.replace(one, **fields)


class Clock(msgspec.Struct):
    """All clocks of a table, changed only by entries of its journal."""

    control: Control
    seats: list[SeatClock]
    past: list[tuple[int, int, SeatClock]] = []
    """A seat's clock after a step, for takebacks: (step, seat, clock)."""
    halted: int = 0
    """The start of the server's last downtime."""
    flagged: tuple[int, ...] = ()
    """The seats whose time has run out, in that order."""

    # ---- queries

    def at(self, seat: int, now: int) -> SeatClock:
        """A seat's clock as of now."""
        one = self.seats[seat]
        return drained(self.control, one, elapsed(one, now))

    def zero(self, seat: int) -> int:
        """The time at which a seat's clock reaches zero; NEVER while it is stopped."""
        one = self.seats[seat]
        if not one.since:
            return NEVER
        time, (first, last) = one.since + one.total(self.control), one.rest
        if last > one.since and first < time:
            time += last - max(one.since, first)
        return time

    def falls(self, seat: int) -> int:
        """The time at which a seat's flag falls: at zero plus the lag that can be compensated."""
        zero = self.zero(seat)
        return zero if zero == NEVER else zero + self.seats[seat].lag

    def due(self, seats: Iterable[int]) -> int:
        """The time at which the first flag of some seats falls."""
        return min(map(self.falls, seats), default=NEVER)

    def fallen(self, seats: Iterable[int], now: int) -> tuple[int, ...]:
        """The seats among `seats` whose time ran out first, if it has run out."""
        seats = tuple(seats)
        due = self.due(seats)
        return tuple(seat for seat in seats if self.falls(seat) == due) if due <= now else ()

    def lag(self, seat: int, now: int, spent: int | None) -> int:
        """The lag in milliseconds that is not charged to a seat that spent `spent` on its turn."""
        one = self.seats[seat]
        if spent is None or not one.since:
            return 0
        return min(one.lag, max(0, now - one.since - spent))

    def is_out(self, seat: int, now: int) -> bool:
        """True if a seat's time is used up."""
        return self.zero(seat) < now

    def share(self, seat: int, now: int) -> float:
        """The seconds that a bot may think now so that its time lasts for a long game."""
        if self.control.days:
            return float("inf")
        one = self.at(seat, now)
        whole = one.left / 4 if one.byoyomi else one.left / 40 + self.control.increment * 700
        return max(0.05, whole / SECOND)

    # ---- events

    def follow(
        self, at: int, step: int, must: Collection[int], *, actor: int = -1, lag: int = 0
    ) -> None:
        """Account for a public entry after which the game waits for the seats `must`."""
        for seat, one in enumerate(self.seats):
            acts = seat == actor
            found = self._followed(one, at, seat in must, acts=acts, lag=lag if acts else 0)
            if found is not one:
                self._set(seat, found, step)

    def _followed(
        self, one: SeatClock, at: int, waited: bool, *, acts: bool, lag: int
    ) -> SeatClock:
        if not one.since:
            return replaced(one, since=at, relieved=False) if waited else one
        if waited and not acts:
            return one if one.relieved else replaced(one, relieved=True)
        found = self._settled(one, at, lag)
        if waited and not one.relieved:
            return replaced(found, left=max(found.left, self.control.floor), since=at)
        found = self._ended(found)
        return replaced(found, since=at, relieved=False) if waited else found

    def _settled(self, one: SeatClock, at: int, lag: int = 0) -> SeatClock:
        """The clock charged with the elapsed time, and stopped."""
        spared = min(lag, one.lag)
        found = drained(self.control, one, max(0, elapsed(one, at) - spared))
        return replaced(found, since=0, lag=one.lag - spared)

    def _ended(self, one: SeatClock) -> SeatClock:
        """The clock after its turn: the time of each turn is restored, or the increment added."""
        control = self.control
        most = MAX_LAG * control.lag_gain
        one = replaced(one, head=0, lag=min(most, one.lag + control.lag_gain), relieved=False)
        if control.days or one.byoyomi:
            given = control.turn - one.left
            return replaced(one, left=control.turn, used=one.used - given)
        return replaced(one, left=one.left + control.increment * SECOND)

    def _set(self, seat: int, one: SeatClock, step: int) -> None:
        self.seats[seat] = one
        self.past.append((step, seat, one))
        if len(self.past) > MAX_PAST:
            del self.past[: MAX_PAST // 2]

    def stop(self, at: int) -> None:
        """Stop all clocks: the game is over, and nothing is added."""
        self.seats = [self._settled(one, at) if one.since else one for one in self.seats]

    def go_back(self, at: int, to: int, must: Collection[int], *, least: int = 0) -> None:
        """Restore the clocks as of step `to`, less the time used since, but no less than `least`.

        `least` is in milliseconds. Nobody gains time by stepping back alone.
        """
        now = [self._settled(one, at) for one in self.seats]
        self.past = [kept for kept in self.past if kept[0] <= to]
        then = {seat: one for _, seat, one in self.past}
        for seat, one in enumerate(now):
            base = then.get(seat, one)
            found = drained(self.control, replaced(base, head=0), max(0, one.used - base.used))
            self.seats[seat] = replaced(
                found, left=max(found.left, least), head=min(base.head, one.head),
                used=one.used, lag=one.lag, rest=one.rest, relieved=False,
                since=at if seat in must else 0,
            )  # fmt: skip

    def refresh(self, at: int, seat: int, *, is_new: bool = False) -> None:
        """Give a seat some time if its own has run out, or if its player is new at the seat.

        A player who leaves and returns in time gains nothing.
        """
        if not is_new and seat not in self.flagged:
            return
        one = self.seats[seat]
        found = self._settled(one, at)
        left = max(found.left, self.control.turn, self.control.mercy)
        self.seats[seat] = replaced(found, left=left, since=at if one.since else 0)
        self.flagged = tuple(other for other in self.flagged if other != seat)

    def fall(self, at: int, seat: int) -> None:
        """Note that the seat's time has run out."""
        one = self.seats[seat]
        self.seats[seat] = replaced(self._settled(one, at), since=at)
        self.flagged = (*self.flagged, seat)

    def halt(self, first: int, last: int) -> None:
        """Charge nobody for the server's downtime from `first` to `last`."""
        self.halted = first
        for seat, one in enumerate(self.seats):
            if one.since and one.since < last:
                found = self._settled(one, max(one.since, first))
                self.seats[seat] = replaced(found, since=last, head=found.head)

    def rest(self, at: int, seat: int, until: int) -> None:
        """A seat's player is on vacation until `until`, or no longer if that has passed."""
        one = self.seats[seat]
        found = replaced(self._settled(one, at), since=at if one.since else 0)
        self.seats[seat] = replaced(found, rest=(at, until) if until > at else (0, 0))


def clock_of(control: Control | None, seats: int) -> Clock | None:
    """The clocks of a new table; None if it has no time control."""
    if control is None:
        return None
    first = begun(control)
    return Clock(control, [first] * seats, [(-1, seat, first) for seat in range(seats)])
