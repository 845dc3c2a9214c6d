"""The sleep of a stream: until it is woken, or its time is over, with one timer for many sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from honjin.server.web.sse import Listener

Sleep = Callable[[Listener], Awaitable[list[bool]]]


async def woken_before(listener: Listener) -> list[bool]:
    listener.wake()
    listener.wake()
    return [await listener.sleep(60.0), await listener.sleep(0.01)]


async def woken_meanwhile(listener: Listener) -> list[bool]:
    asyncio.get_running_loop().call_later(0.01, listener.wake)
    return [await listener.sleep(60.0), await listener.sleep(0.01)]


async def ever_shorter(listener: Listener) -> list[bool]:
    """The timer of a long sleep that was cut short does not keep a short one waiting."""
    asyncio.get_running_loop().call_soon(listener.wake)
    return [await listener.sleep(60.0), await listener.sleep(0.02), await listener.sleep(0.01)]


async def ever_longer(listener: Listener) -> list[bool]:
    """The timer of a short sleep that was cut short does not end a longer one."""
    loop = asyncio.get_running_loop()
    loop.call_soon(listener.wake)
    found = [await listener.sleep(0.02)]
    loop.call_later(0.06, listener.wake)
    return [*found, await listener.sleep(60.0)]


@pytest.mark.parametrize(
    ("sleeps", "expected"),
    [
        (woken_before, [True, False]),
        (woken_meanwhile, [True, False]),
        (ever_shorter, [True, False, False]),
        (ever_longer, [True, True]),
    ],
)
def test_a_sleep_ends_when_it_is_woken_or_over(sleeps: Sleep, expected: list[bool]) -> None:
    async def slept() -> list[bool]:
        async with asyncio.timeout(20):
            return list(await sleeps(Listener()))

    assert expected == asyncio.run(slept())


def test_what_ends_wakes() -> None:
    async def ended() -> tuple[bool, bool]:
        listener = Listener()
        listener.end()
        async with asyncio.timeout(20):
            return await listener.sleep(60.0), listener.closed

    assert (True, True) == asyncio.run(ended())
