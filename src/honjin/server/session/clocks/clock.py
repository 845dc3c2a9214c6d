"""The clocks of a table: a fold over what everybody knows of its journal. Now is an argument.

A seat's clock runs while the game waits for the seat. A turn ends when it no longer does, or when
the seat acts and has to act again although others have acted meanwhile. What spectators are not
told changes no clock: so clocks tell nobody of what is done in secret.

Times are milliseconds. `since` is when a seat's clock began to run, 0 while it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from honjin.server.session.clocks.control import HEAD_START, SECOND, Control

MOST_LAG: Final = 2
"""So many times what a turn is spared can be saved up."""

MOST_PAST: Final = 400
"""So many changes of clocks are kept for take-backs."""

NEVER: Final = 1 << 62


class SeatClock(msgspec.Struct, frozen=True, array_like=True):
    """One seat's clock as it stood at `since`, or as it stands."""

    left: int
    """Of the main time, of this period of byoyomi, or of this turn's days."""
    periods: int = 0
    """Further periods of byoyomi."""
    byoyomi: bool = False
    head: int = 0
    """What is left of the free time at the beginning."""
    lag: int = 0
    """The lag that it can still be spared."""
    since: int = 0
    used: int = 0
    """The time that was charged and not given back when a turn ended."""
    relieved: bool = False
    """Whether another seat has acted since this turn began."""
    rest: tuple[int, int] = (0, 0)
    """From when to when its player is on vacation."""

    def total(self, control: Control) -> int:
        """All that it has until zero."""
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
    """How long the clock has run until now; a vacation does not count."""
    if not one.since:
        return 0
    first, last = one.rest
    rested = max(0, min(now, last) - max(one.since, first))
    return max(0, now - one.since - rested)


def drained(control: Control, one: SeatClock, time: int) -> SeatClock:
    """A clock after it was charged with some time; zero is the least."""
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
    """The same clock with other values in some fields."""
    return msgspec.structs.replace(one, **fields)


class Clock(msgspec.Struct):
    """All clocks of a table, changed only by what happens there."""

    control: Control
    seats: list[SeatClock]
    past: list[tuple[int, int, SeatClock]] = []
    """How a seat's clock stood after a step, for take-backs: (step, seat, clock)."""
    halted: int = 0
    """From when on the house was away when it was away last."""
    flagged: tuple[int, ...] = ()
    """The seats whose time has run out, in that order."""

    # ---- what can be asked

    def at(self, seat: int, now: int) -> SeatClock:
        """A seat's clock as it stands now."""
        one = self.seats[seat]
        return drained(self.control, one, elapsed(one, now))

    def zero(self, seat: int) -> int:
        """When a seat's time will be used up; NEVER while its clock stands."""
        one = self.seats[seat]
        if not one.since:
            return NEVER
        time, (first, last) = one.since + one.total(self.control), one.rest
        if last > one.since and first < time:
            time += last - max(one.since, first)
        return time

    def falls(self, seat: int) -> int:
        """When a seat's flag falls: lag that it can be spared is waited for."""
        zero = self.zero(seat)
        return zero if zero == NEVER else zero + self.seats[seat].lag

    def due(self, seats: Iterable[int]) -> int:
        """When the first flag of some seats falls."""
        return min(map(self.falls, seats), default=NEVER)

    def fallen(self, seats: Iterable[int], now: int) -> tuple[int, ...]:
        """Of some seats those whose time ran out first, if it has run out."""
        seats = tuple(seats)
        due = self.due(seats)
        return tuple(seat for seat in seats if self.falls(seat) == due) if due <= now else ()

    def lag(self, seat: int, now: int, spent: int | None) -> int:
        """What a seat is spared that says how long it had the turn before it, in milliseconds."""
        one = self.seats[seat]
        if spent is None or not one.since:
            return 0
        return min(one.lag, max(0, now - one.since - spent))

    def is_out(self, seat: int, now: int) -> bool:
        """Whether a seat's time is used up."""
        return self.zero(seat) < now

    def share(self, seat: int, now: int) -> float:
        """Seconds that a bot may think now, so that its time lasts for a long game."""
        if self.control.days:
            return float("inf")
        one = self.at(seat, now)
        whole = one.left / 4 if one.byoyomi else one.left / 40 + self.control.increment * 700
        return max(0.05, whole / SECOND)

    # ---- what happens

    def follow(
        self, at: int, step: int, must: Collection[int], *, actor: int = -1, lag: int = 0
    ) -> None:
        """Something has happened of which everybody knows; now the game waits for `must`."""
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
        """The clock charged with what has elapsed; it stands."""
        spared = min(lag, one.lag)
        found = drained(self.control, one, max(0, elapsed(one, at) - spared))
        return replaced(found, since=0, lag=one.lag - spared)

    def _ended(self, one: SeatClock) -> SeatClock:
        """The clock when its turn is over: what each turn has is given anew, or added."""
        control = self.control
        most = MOST_LAG * control.lag_gain
        one = replaced(one, head=0, lag=min(most, one.lag + control.lag_gain), relieved=False)
        if control.days or one.byoyomi:
            given = control.turn - one.left
            return replaced(one, left=control.turn, used=one.used - given)
        return replaced(one, left=one.left + control.increment * SECOND)

    def _set(self, seat: int, one: SeatClock, step: int) -> None:
        self.seats[seat] = one
        self.past.append((step, seat, one))
        if len(self.past) > MOST_PAST:
            del self.past[: MOST_PAST // 2]

    def stop(self, at: int) -> None:
        """The game is over: all clocks stand, and nothing is added."""
        self.seats = [self._settled(one, at) if one.since else one for one in self.seats]

    def go_back(self, at: int, to: int, must: Collection[int]) -> None:
        """The game went back to a step: clocks as they stood then, less what was used since."""
        now = [self._settled(one, at) for one in self.seats]
        self.past = [kept for kept in self.past if kept[0] <= to]
        then = {seat: one for _, seat, one in self.past}
        for seat, one in enumerate(now):
            base = then.get(seat, one)
            found = drained(self.control, replaced(base, head=0), max(0, one.used - base.used))
            self.seats[seat] = replaced(
                found, left=max(found.left, self.control.mercy), head=min(base.head, one.head),
                used=one.used, lag=one.lag, rest=one.rest, relieved=False,
                since=at if seat in must else 0,
            )  # fmt: skip

    def refresh(self, at: int, seat: int) -> None:
        """Somebody plays a seat again, or sits down there: there must be some time for it."""
        one = self.seats[seat]
        found = self._settled(one, at)
        left = max(found.left, self.control.turn, self.control.mercy)
        self.seats[seat] = replaced(found, left=left, since=at if one.since else 0)
        self.flagged = tuple(other for other in self.flagged if other != seat)

    def fall(self, at: int, seat: int) -> None:
        """The seat's time has run out."""
        one = self.seats[seat]
        self.seats[seat] = replaced(self._settled(one, at), since=at)
        self.flagged = (*self.flagged, seat)

    def halt(self, first: int, last: int) -> None:
        """The house was away from `first` to `last`: nobody is charged for that."""
        self.halted = first
        for seat, one in enumerate(self.seats):
            if one.since and one.since < last:
                found = self._settled(one, max(one.since, first))
                self.seats[seat] = replaced(found, since=last, head=found.head)

    def rest(self, at: int, seat: int, until: int) -> None:
        """A seat's player is on vacation until then; with a time that has come, no longer."""
        one = self.seats[seat]
        found = replaced(self._settled(one, at), since=at if one.since else 0)
        self.seats[seat] = replaced(found, rest=(at, until) if until > at else (0, 0))


def clock_of(control: Control | None, seats: int) -> Clock | None:
    """The clocks of a new table; None where it has no control."""
    if control is None:
        return None
    first = begun(control)
    return Clock(control, [first] * seats, [(-1, seat, first) for seat in range(seats)])
