"""The laws of fair turns."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import count

import pytest

from honjin.server.work import threads
from honjin.server.work.fair import SHORT, WEIGHT, Asker, FairTurn, FairTurns
from honjin.server.work.reading import PAST, Reads


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def came(turns: FairTurns, *some: FairTurn, clock: Clock | None = None) -> str:
    """The persons of turns, in the order in which these come when each takes its seconds."""
    left, order = list(some), ""
    while left:
        for turn in [one for one in left if one.came.is_set()]:
            left.remove(turn)
            order += turn.asker.person
            if clock:
                clock.now += turn.seconds
            turn.leave()
    return order


def test_addresses_take_turns(clock: Clock) -> None:
    """However many turns one waits for, the other is next."""
    turns = FairTurns(1, clock=clock)
    many = [turns.join(Asker("a", "A"), 2.0) for _ in range(5)]
    few = [turns.join(Asker("b", "B"), 2.0) for _ in range(2)]
    assert "ababaaa" == came(turns, *many, *few, clock=clock)


def test_a_new_person_each_time_is_one_address(clock: Clock) -> None:
    """Whoever drops the cookie gains nothing."""
    turns = FairTurns(1, clock=clock)
    many = [turns.join(Asker(f"{n}", "A"), 2.0) for n in range(5)]
    one = turns.join(Asker("b", "B"), 2.0)
    assert "0b1234" == came(turns, *many, one, clock=clock)


def test_people_of_an_address_take_turns(clock: Clock) -> None:
    turns = FairTurns(1, clock=clock)
    many = [turns.join(Asker("a", "A"), 2.0) for _ in range(4)]
    one = turns.join(Asker("b", "A"), 2.0)
    assert "abaaa" == came(turns, *many, one, clock=clock)


def test_short_work_is_done_before_long_work(clock: Clock) -> None:
    """Of strangers too, as long as they have not waited for as long as theirs weighs."""
    turns = FairTurns(1, clock=clock)
    at_work = turns.join(Asker("x", "X"), 2.0)
    long = [turns.join(Asker(one, one), 2.0) for one in "abcdefgh"]
    clock.now = 2.0
    short = turns.join(Asker("s", "S"), 0.05)
    assert 1 == short.place
    assert "xsabcdefgh" == came(turns, at_work, *long, short, clock=clock)


def test_nobody_waits_for_ever(clock: Clock) -> None:
    """Short work of strangers who keep coming delays long work no longer than that weighs."""
    turns = FairTurns(1, clock=clock)
    at_work, names = turns.join(Asker("x", "X"), 0.5), count()
    long = turns.join(Asker("long", "L"), 3.0)
    while not long.came.is_set():
        name = f"{next(names)}"
        following = turns.join(Asker(name, name), 0.5)
        clock.now += 0.5
        at_work.leave()
        at_work = following
        assert clock.now <= WEIGHT * 3.0
    assert clock.now > 1.0


def test_an_address_has_its_part_of_the_places(clock: Clock) -> None:
    """And a person; another one's turn comes at once."""
    turns = FairTurns(4, 3, 2, clock=clock)
    mine = [turns.join(Asker("a", "A"), 2.0) for _ in range(3)]
    beside = [turns.join(Asker("b", "A"), 2.0) for _ in range(3)]
    assert [1, 1, 0] == [turn.came.is_set() for turn in mine]
    assert [1, 0, 0] == [turn.came.is_set() for turn in beside]
    other = turns.join(Asker("c", "C"), 2.0)
    assert other.came.is_set()
    last = turns.join(Asker("d", "D"), 2.0)
    assert not last.came.is_set()
    mine[0].leave()
    assert last.came.is_set()
    other.leave()
    assert [1, 1] == [mine[2].came.is_set(), beside[0].came.is_set()]


def test_short_work_has_a_place_of_its_own(clock: Clock) -> None:
    """Beside long work of strangers; one at a time, whoever asks for many."""
    turns = FairTurns(2, short=1, clock=clock)
    for one in "abcd":
        turns.join(Asker(one, one), 2.0)
    many = [turns.join(Asker("m", "M"), SHORT) for _ in range(3)]
    assert [1, 0, 0] == [turn.came.is_set() for turn in many]
    short = turns.join(Asker("s", "S"), SHORT / 10)
    many[0].leave()
    assert short.came.is_set()


def test_places_are_told_as_they_come(clock: Clock) -> None:
    """The order is the one that follows if nobody else joins."""
    turns = FairTurns(1, clock=clock)
    held = turns.join(Asker("x", "X"), 1.0)
    waiting = [turns.join(Asker(one[0], one), 1.0) for one in ("A1", "A1", "B1", "C1", "B1")]
    assert 0 == held.place
    assert [1, 4, 2, 3, 5] == [turn.place for turn in waiting]
    assert turns.order() == sorted(waiting, key=lambda turn: turn.place)
    waiting[2].leave()
    assert [1, 4, 2, 3] == [turn.place for turn in waiting if turn is not waiting[2]]


def test_places_are_found_once_until_somebody_comes_or_goes(clock: Clock) -> None:
    """All who wait ask for theirs several times a second: four hundred filled the event loop."""
    turns = FairTurns(1, clock=clock)
    turns.join(Asker("x", "X"), 1.0)
    waiting = [turns.join(Asker(f"{n}", f"{n}"), 1.0) for n in range(400)]
    began = time.thread_time()
    assert waiting == turns.order()
    once = time.thread_time() - began
    assert [*range(1, 401)] == [turn.place for turn in waiting]
    assert time.thread_time() - began < 40 * once


def test_who_gives_up_or_fails_holds_nothing(clock: Clock) -> None:
    """While a turn is waited for, and after it has come."""
    turns = FairTurns(1, clock=clock)

    async def work() -> None:
        held = turns.join(Asker("a", "A"), 1.0)
        waits = asyncio.create_task(turns.join(Asker("b", "B"), 1.0).__aenter__())
        await asyncio.sleep(0)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        assert 0 == turns.waiting()
        with pytest.raises(ZeroDivisionError):
            async with held:
                raise ZeroDivisionError
        assert turns.join(Asker("c", "C"), 1.0).came.is_set()

    asyncio.run(work())


def test_loads_are_counted(clock: Clock) -> None:
    turns = FairTurns(1, clock=clock)
    for one in ("a", "a", "b"):
        turns.join(Asker(one, one.upper()), 1.0)
    assert (2, 1, 0) == tuple(map(turns.load, "abc"))
    assert (2, 1, 1) == (turns.waiting(), turns.waiting("A"), turns.waiting("B"))


def test_a_thread_that_cannot_begin_keeps_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine has only so many threads. Nothing was read any more, until a restart."""

    async def work() -> None:
        reads = Reads(PAST)
        with monkeypatch.context() as patch:
            patch.setattr(threads, "_IDLE", threading.Semaphore(0))
            patch.setattr(threading.Thread, "start", _fails)
            with pytest.raises(RuntimeError):
                await reads.do(lambda: 1)
        await asyncio.sleep(0)
        assert 0 == reads.turns.load()

    asyncio.run(work())


def _fails(_: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
