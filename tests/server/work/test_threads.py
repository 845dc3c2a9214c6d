"""Work in other threads: what never ends blocks nothing, and threads are used again."""

from __future__ import annotations

import asyncio
import threading
import weakref

import pytest

from honjin.server.work.threads import in_thread
from waiting import until


async def _thread(name: str = "some-work") -> threading.Thread:
    return await in_thread(threading.current_thread, name)


def test_a_thread_that_has_done_its_work_does_the_next() -> None:
    """Under the name of that work."""

    async def two() -> None:
        first = await _thread("one")
        while (second := await _thread("two")) is not first:
            first = second  # the first had not begun to wait yet
        assert ("two", True) == (second.name, second.daemon)

    asyncio.run(asyncio.wait_for(two(), 30))


def test_work_that_does_not_end_holds_up_no_other() -> None:
    """Each gets a thread of its own."""
    end = threading.Event()

    async def many() -> None:
        stuck = [in_thread(end.wait, "stuck") for _ in range(20)]
        assert await in_thread(lambda: "done", "quick") == "done"
        assert not any(one.done() for one in stuck)
        end.set()
        assert await asyncio.gather(*stuck) == [True] * 20

    asyncio.run(asyncio.wait_for(many(), 30))


def test_nothing_of_the_work_is_kept() -> None:
    """A search's tree is freed with the answer, not with the next work of the thread."""

    async def once() -> weakref.ref[Search]:
        search = Search()
        assert await in_thread(lambda: bool(search), "search")
        return weakref.ref(search)

    kept = asyncio.run(asyncio.wait_for(once(), 30))
    until(lambda: kept() is None)


class Search:
    """Something large."""


def test_a_thread_outlives_work_that_fails() -> None:
    """The error goes to the one who waits."""

    async def failing() -> None:
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 // 0, "failing")
        assert (await _thread()).is_alive()

    asyncio.run(asyncio.wait_for(failing(), 30))
