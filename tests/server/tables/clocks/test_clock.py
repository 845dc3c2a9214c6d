"""Clocks: what a seat is charged, what a turn adds, the effect of a takeback and of a pause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.server.tables.clocks.clock import NEVER, Clock, clock_of
from honjin.server.tables.clocks.control import DAY, HEAD_START, SECOND, Control, problem_of

FIVE = Control(main=300, increment=3)
BYOYOMI = Control(main=60, period=30, periods=3)
DAYS = Control(days=3)


def clock(control: Control, at: int = 1000, must: tuple[int, ...] = (0,)) -> Clock:
    """The clocks of two seats in a game that has begun."""
    made = clock_of(control, 2)
    assert made is not None
    made.follow(at, 0, must)
    return made


def turns(made: Clock, *lengths: int, start: int = 1000) -> int:
    """Seats 0 and 1 take turns of these lengths; returns when the last one ends."""
    now = start
    for n, length in enumerate(lengths):
        now += length
        made.follow(now, n + 1, ((n + 1) % 2,), actor=n % 2)
    return now


def test_a_turn_costs_its_time_and_gives_the_increment() -> None:
    """The first 30 seconds of the first turn are free; then all counts."""
    made = clock(FIVE)
    turns(made, HEAD_START + 5 * SECOND, 10 * SECOND, 7 * SECOND)
    assert (300 - 5 + 3 - 7 + 3) * SECOND == made.seats[0].left
    assert (300 + 3) * SECOND == made.seats[1].left
    assert (0, 0) == (made.seats[0].since, made.seats[0].head)


def test_only_who_is_awaited_is_charged() -> None:
    """A clock is stopped while the others think, and has no deadline."""
    made = clock(FIVE)
    assert NEVER == made.zero(1)
    assert made.at(1, 10**9) == made.seats[1]
    assert 1000 + HEAD_START + 300 * SECOND == made.zero(0)


def test_several_at_once_are_all_charged() -> None:
    """Each until it has decided."""
    made = clock(FIVE, must=(0, 1))
    made.follow(1000 + 40 * SECOND, 1, (1,), actor=0)
    assert 0 == made.seats[0].since
    made.follow(1000 + 50 * SECOND, 2, (0,), actor=1)
    assert [293 * SECOND, 283 * SECOND] == [one.left for one in made.seats]


def test_byoyomi_uses_up_whole_periods_only() -> None:
    """A turn within a period uses up none; a longer one uses up those that have passed."""
    made = clock(BYOYOMI)
    now = turns(made, HEAD_START + 60 * SECOND + 20 * SECOND)
    assert (30 * SECOND, 2, True) == (
        made.seats[0].left, made.seats[0].periods, made.seats[0].byoyomi,
    )  # fmt: skip
    made.follow(now := now + SECOND, 2, (0,), actor=1)
    made.follow(now + 50 * SECOND, 3, (1,), actor=0)
    assert (30 * SECOND, 1) == (made.seats[0].left, made.seats[0].periods)


def test_a_turn_of_days_begins_with_all_of_them() -> None:
    """Unused time is not saved up."""
    made = clock(DAYS)
    turns(made, 2 * DAY, DAY, DAY // 2)
    assert [3 * DAY, 3 * DAY] == [one.left for one in made.seats]


def test_an_action_within_a_turn_leaves_a_little() -> None:
    """A seat that has just acted and acts again has at least the increment, a period or a day."""
    for control, least in ((FIVE, 3 * SECOND), (BYOYOMI, 30 * SECOND), (DAYS, DAY)):
        made = clock(control)
        almost = made.zero(0) - 1
        made.follow(almost, 1, (0,), actor=0)
        assert almost + least + made.seats[0].periods * control.period * SECOND == made.zero(0)


def test_whoever_ends_a_round_begins_the_next_with_a_new_turn() -> None:
    """The seat is awaited all the time, but others have acted in between."""
    made = clock(DAYS, must=(0, 1))
    made.follow(DAY, 1, (1,), actor=0)
    made.follow(2 * DAY, 2, (1,), actor=1)
    assert 5 * DAY == made.zero(1)


def test_a_flag_falls_after_all_lag_that_may_be_spared() -> None:
    """Of several, the first; of two at once, both."""
    made = clock(FIVE, must=(0, 1))
    due = made.falls(0)
    assert made.zero(0) + SECOND == due == made.due((0, 1))
    assert () == made.fallen((0, 1), due - 1)
    assert (0, 1) == made.fallen((0, 1), due)
    made.follow(41_000, 1, (1,), actor=0)
    made.follow(46_000, 2, (0, 1), actor=1)
    assert (1,) == made.fallen((0, 1), made.falls(1))


def test_lag_is_spared_as_far_as_it_was_saved_up() -> None:
    """A second per turn, two at most; nothing unless the page reports it, nothing in days."""
    made = clock(FIVE)
    assert 0 == made.lag(0, 61_000, None)
    assert 400 == made.lag(0, 61_000, 59_600)
    assert 1000 == made.lag(0, 61_000, 0)
    assert 0 == made.lag(0, 61_000, 10**9)
    made.follow(61_000, 1, (1,), actor=0, lag=400)
    assert (300 - 30 + 3) * SECOND + 400 == made.seats[0].left
    assert 1600 == made.seats[0].lag
    assert 0 == clock(DAYS).lag(0, DAY, 0)


def test_a_take_back_takes_increments_back_and_keeps_what_was_spent() -> None:
    """Each seat's clock is that of the earlier step, less what it has used since."""
    made = clock(FIVE)
    now = turns(made, HEAD_START, HEAD_START, 20 * SECOND, 15 * SECOND)
    assert [286 * SECOND, 291 * SECOND] == [one.left for one in made.seats]
    made.go_back(now + 5 * SECOND, 2, (0,))
    assert [(303 - 20 - 5) * SECOND, (303 - 15) * SECOND] == [one.left for one in made.seats]
    assert (now + 5 * SECOND, 0) == (made.seats[0].since, made.seats[1].since)


def test_a_take_back_leaves_time_to_go_on() -> None:
    """At least ten seconds, or a period, or a day."""
    for control, least in ((FIVE, 10 * SECOND), (BYOYOMI, 30 * SECOND), (DAYS, DAY)):
        made = clock(control)
        now = made.zero(0) - 1
        made.go_back(now, 0, (0,), least=control.mercy)
        assert least == made.seats[0].left


def test_stepping_back_alone_gains_no_time() -> None:
    """Whoever acts and steps back within a turn, however often."""
    for control in (FIVE, BYOYOMI, DAYS):
        made = clock(control)
        now = made.zero(0) - 1000
        for _ in range(3):
            made.follow(now, 1, (0,), actor=0)
            before = made.at(0, now).total(control)
            made.go_back(now, 0, (0,))
            assert made.seats[0].total(control) <= before


def test_the_houses_absence_is_charged_to_nobody() -> None:
    """The clock continues from where it was when the server stopped."""
    made = clock(FIVE)
    now = turns(made, SECOND, SECOND)
    before = made.at(0, now + 10 * SECOND).left
    made.halt(now + 10 * SECOND, now + 1000 * SECOND)
    assert before == made.at(0, now + 1000 * SECOND).left
    assert before - 5 * SECOND == made.at(0, now + 1005 * SECOND).left


def test_a_vacation_is_not_charged() -> None:
    """Its end is known from the beginning; an early return ends it."""
    made = clock(DAYS)
    made.rest(DAY, 0, 8 * DAY)
    assert 10 * DAY + 1000 == made.zero(0)
    assert 2 * DAY + 1000 == made.at(0, 7 * DAY).left
    assert DAY + 1000 == made.at(0, 9 * DAY).left
    made.rest(4 * DAY, 0, 4 * DAY)
    assert 6 * DAY + 1000 == made.zero(0)


def test_who_goes_on_after_a_bot_has_time_for_it() -> None:
    """And is no longer out of time."""
    made = clock(FIVE)
    zero = made.zero(0)
    made.fall(zero, 0)
    assert (0, (0,)) == (made.seats[0].left, made.flagged)
    made.refresh(zero + DAY, 0)
    assert (10 * SECOND, ()) == (made.seats[0].left, made.flagged)


@pytest.mark.parametrize("control", [FIVE, BYOYOMI, DAYS])
def test_who_leaves_and_returns_in_time_gains_none(control: Control) -> None:
    """Only somebody new at the seat does."""
    made = clock(control)
    now = made.zero(0) - 1000
    left = made.at(0, now)
    made.refresh(now, 0)
    assert left == made.at(0, now)
    made.refresh(now, 0, is_new=True)
    assert made.seats[0].left == max(control.turn, control.mercy)


@pytest.mark.parametrize(
    ("control", "what"),
    [
        (Control(days=1, main=60), "days alone"),
        (Control(main=60, period=30), "the number of periods"),
        (Control(main=60, increment=3, period=30, periods=2), "or periods"),
        (Control(main=5), "at least 10 seconds"),
        (Control(), "at least 10 seconds"),
    ],
)
def test_a_control_that_cannot_be_is_named(control: Control, what: str) -> None:
    """The error names the numbers that contradict each other."""
    assert what in problem_of(control)


@pytest.mark.parametrize("control", [FIVE, BYOYOMI, DAYS, Control(increment=10), Control(main=10)])
def test_usual_controls_are_fine(control: Control) -> None:
    """Main time alone, with increment, with periods; increments alone; days."""
    assert "" == problem_of(control)


CONTROLS = st.sampled_from([FIVE, BYOYOMI, DAYS, Control(main=30), Control(period=20, periods=2)])


@given(CONTROLS, st.lists(st.integers(0, 40 * SECOND), max_size=30), st.integers(0, 10**9))
def test_a_clock_can_be_read_at_any_time(control: Control, lengths: list[int], later: int) -> None:
    """Reading or settling it in between, however often, changes nothing."""
    made = clock(control)
    now = turns(made, *lengths)
    seat = len(lengths) % 2
    zero = made.zero(seat)
    mid = min(now + later, zero)
    made.halt(mid, mid)
    assert zero == made.zero(seat)
    assert made.at(seat, zero).total(control) == 0
    assert all(one.left >= 0 and one.head >= 0 for one in made.seats)


@given(CONTROLS, st.lists(st.integers(0, 10 * SECOND), min_size=2, max_size=20), st.data())
def test_going_back_never_gains_time(
    control: Control, lengths: list[int], data: st.DataObject
) -> None:
    """After a takeback no seat has more than it had at that step, or than the minimum."""
    made, then = clock(control), list[int]()
    now = 1000
    for n, length in enumerate(lengths):
        then.append(made.at(0, now).total(control))
        now += length
        made.follow(now, n + 1, ((n + 1) % 2,), actor=n % 2)
    to = data.draw(st.integers(0, len(lengths) - 1))
    made.go_back(now, to, (to % 2,), least=control.mercy)
    periods = made.seats[0].periods * control.period * SECOND
    assert made.seats[0].total(control) <= max(then[to], control.mercy + periods)
