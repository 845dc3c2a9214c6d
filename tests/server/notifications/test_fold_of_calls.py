"""When a person is notified of what: quiet hours, rhythms, patience, and nothing twice."""

import zoneinfo
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.server.messages.refusals import Unreadable
from honjin.server.notifications import fold
from honjin.server.notifications.fold import (
    HOUR,
    MINUTE,
    NEVER,
    CallPlan,
    Matter,
    free,
    is_quiet,
    next_hour,
)
from honjin.server.notifications.messages import KINDS, CallWishes

NOON = 1_790_000_000_000 // (24 * HOUR) * 24 * HOUR + 12 * HOUR
"""Twelve o'clock UTC on some day."""
ZONES = sorted(zoneinfo.available_timezones() - {"Factory", "localtime"})
TURN = Matter("t", "turn", "0:1", NOON)


def wishes(**more: Any) -> CallWishes:
    return CallWishes(mails=True, **more)


def test_a_turn_is_pushed_soon_and_mailed_later() -> None:
    """After twenty seconds, and after ten minutes; then nothing more."""
    at = NOON + fold.PUSH_PATIENCE
    early = fold.plan(wishes(), [TURN], at - 1)
    assert ((), (), at) == early
    first = fold.plan(wishes(), [TURN], at)
    assert ((TURN,), (), NOON + 10 * MINUTE) == first
    (left,) = fold.told([TURN], first)
    then = fold.plan(wishes(), [left], NOON + 10 * MINUTE)
    assert ((), (left,), NEVER) == then
    assert (Matter("t", "turn", "0:1", NOON, 0, True, True),) == tuple(fold.told([left], then))


def test_what_waits_is_told_in_one_mail() -> None:
    """Including what is not due yet; the next mail waits for its time."""
    turns = [Matter(f"t{n}", "turn", "", NOON + n * MINUTE) for n in range(9)]
    now = NOON + 10 * MINUTE
    done = fold.plan(wishes(push=()), turns, now)
    assert (tuple(turns), NEVER) == (done.mail, done.next)
    late = Matter("t9", "turn", "", now + 1)
    for rhythm, wait in (("soon", 10 * MINUTE + 1), ("hourly", HOUR)):
        again = fold.plan(wishes(push=(), rhythm=rhythm), [late], now + 1, last=now)
        assert ((), (), now + wait) == again


def test_a_daily_mail_comes_at_its_hour() -> None:
    """By the person's own clock, with everything from that day."""
    tokyo = wishes(push=(), rhythm="daily", hour=8, zone="Asia/Tokyo")
    at = fold.plan(tokyo, [TURN], NOON).next
    assert (8, 0) == (fold.local(tokyo, at).hour, fold.local(tokyo, at).minute)
    assert at - NOON == 11 * HOUR  # noon UTC is nine in the evening there
    other = Matter("u", "turn", "", at - MINUTE)
    assert (TURN, other) == fold.plan(tokyo, [TURN, other], at).mail


def test_nothing_is_told_in_quiet_hours() -> None:
    """It is sent when they are over; a deadline breaks through only if the person wants that."""
    still = wishes(quiet=(11, 14))
    soon = Matter("t", "deadline", "", NOON, NOON + 2 * HOUR)
    assert ((), (), NOON + 2 * HOUR) == fold.plan(still, [TURN, soon], NOON + HOUR)
    loud = wishes(quiet=(11, 14), through=True)
    assert ((soon,), (soon,)) == fold.plan(loud, [TURN, soon], NOON + HOUR)[:2]
    assert [] == [one for one in fold.told([TURN], CallPlan((soon,), (soon,), 0)) if not one.pushed]


def test_a_vacation_is_silent() -> None:
    """What still waits is sent when it ends."""
    until = NOON + 40 * HOUR
    assert ((), (), until) == fold.plan(wishes(), [TURN], NOON + HOUR, rests=until)
    assert ((TURN,), (TURN,), NEVER) == fold.plan(wishes(), [TURN], until, rests=until)


def test_whoever_has_looked_is_not_called_for_an_hour() -> None:
    """A turn is sent later; the end of a game is not sent at all."""
    now = NOON + MINUTE
    seen = fold.looked_at(TURN, now)
    assert ((), (), now + fold.LEFT + fold.PUSH_PATIENCE) == fold.plan(wishes(), [seen], now)
    over = fold.looked_at(Matter("t", "over", "", NOON), now)
    assert ((), (), NEVER) == fold.plan(wishes(mail=KINDS), [over], now)


def test_a_deadline_is_told_in_place_of_its_turn() -> None:
    """One line for a table, and the turn is not sent afterwards."""
    soon = Matter("t", "deadline", "", NOON, NOON + HOUR)
    now = NOON + 10 * MINUTE
    done = fold.plan(wishes(), [TURN, soon], now)
    assert [soon] == fold.worth_telling(done.push) == fold.worth_telling(done.mail)
    assert all(one.pushed and one.mailed for one in fold.told([TURN, soon], done))


def test_time_zones_are_read() -> None:
    """Anything else is refused, with what was expected."""
    for name in ("Mars/Olympus", "../../etc/passwd", "", "Europe", "/etc/localtime"):
        with pytest.raises(Unreadable, match="expected a time zone such as"):
            fold.zone_of(name)


hours = st.integers(0, 23)
times = st.integers(NOON - 400 * 24 * HOUR, NOON + 400 * 24 * HOUR)
quiets = st.none() | st.tuples(hours, hours)
kinds = st.sampled_from(KINDS)
wished = st.builds(
    CallWishes, push=st.sets(kinds).map(tuple), mail=st.sets(kinds).map(tuple),
    mails=st.booleans(), rhythm=st.sampled_from(["soon", "hourly", "daily"]), hour=hours,
    quiet=quiets, through=st.booleans(), zone=st.sampled_from(ZONES),
)  # fmt: skip


@given(wished, times, hours)
def test_hours_are_found_in_every_zone(one: CallWishes, at: int, hour: int) -> None:
    """The next hour is within two days; if that hour is skipped, the one after it."""
    found = next_hour(one, at, hour)
    assert at <= found <= at + 49 * HOUR
    assert fold.local(one, found).minute == 0 or fold.local(one, found).hour != hour
    assert fold.local(one, found).hour - hour in (0, 1, 2, -23, -22)


@given(wished, times, kinds)
def test_quiet_hours_end(one: CallWishes, at: int, kind: Any) -> None:
    """What is postponed is sent within a day, at an hour that is not quiet."""
    found = free(one, kind, at, 0)
    assert at <= found <= at + 26 * HOUR
    assert found == at or not is_quiet(one, found)


happenings = st.lists(
    st.tuples(
        st.integers(0, 90 * MINUTE), st.sampled_from(["turn", "done", "looks", "rests", "over"]),
        st.integers(0, 2),
    ),
    max_size=40,
)  # fmt: skip


@settings(max_examples=150)
@given(wished, times, happenings)
def test_a_person_is_told_of_everything_once(
    one: CallWishes, now: int, story: list[tuple[int, str, int]]
) -> None:
    """In any sequence: nothing twice, nothing in quiet hours, no mail too soon, nothing lost."""
    life = Life(one, now)
    for pause, what, n in story:
        life.go_on(now := now + pause)
        life.happens(what, f"t{n}", now)
    life.go_on(now + 30 * 24 * HOUR)
    for matter in life.matters.values():
        if matter.kind in one.push:
            assert matter.pushed
        if one.mails and matter.kind in one.mail:
            assert matter.mailed


class Life:
    """The fold's input and output, each at the time that it has asked for."""

    def __init__(self, wished: CallWishes, now: int) -> None:
        self.wished, self.now, self.mailed, self.rests, self.count = wished, now, 0, 0, 0
        self.matters: dict[tuple[str, str], Matter] = {}
        self.told: set[tuple[str, str, str, str]] = set()

    def happens(self, what: str, table: str, now: int) -> None:
        self.count += 1
        if what in ("turn", "over"):
            kind: Any = what
            self.matters[table, what] = Matter(table, kind, str(self.count), now)
        elif what == "done":
            self.matters.pop((table, "turn"), None)
        elif what == "rests":
            self.rests = now + 5 * HOUR
        else:
            for key, one in self.matters.items():
                self.matters[key] = fold.looked_at(one, now) if one.table == table else one

    def go_on(self, until: int) -> None:
        for _ in range(1000):
            done = self.look()
            if done.next > until:
                self.now = until
                return
            self.now = done.next
        raise AssertionError("it never rests")

    def look(self) -> CallPlan:
        matters = list(self.matters.values())
        done = fold.plan(self.wished, matters, self.now, self.mailed, self.rests)
        assert done.next > self.now
        for way, told in (("push", done.push), ("mail", done.mail)):
            for one in told:
                assert one.since <= self.now
                assert self.now >= self.rests
                assert not is_quiet(self.wished, self.now)
                self.note(way, one)
        if done.mail:
            assert self.now - self.mailed >= 10 * MINUTE
            self.mailed = self.now
        after = fold.told(matters, done)
        self.matters = {(one.table, one.kind): one for one in after}
        return done

    def note(self, way: str, one: Matter) -> None:
        key = (way, one.table, one.kind, one.mark)
        assert key not in self.told
        self.told.add(key)
