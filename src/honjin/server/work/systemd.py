"""Messages to systemd for a unit with `Type=notify`: that it is ready, alive, and stopping.

The protocol is a datagram of assignments to the socket that NOTIFY_SOCKET names; without one nobody
is told. With `WatchdogSec=` systemd restarts a server that has not said for so long that it lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable


def notify(*assignments: str) -> None:
    """Send assignments such as `READY=1`, if systemd wants to know."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address[0] == "@":  # a name in the abstract namespace
        address = "\0" + address[1:]
    with (
        contextlib.suppress(OSError),  # the server runs on when nobody listens
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
    ):
        line.sendto("\n".join(assignments).encode(), address)


def watchdog_seconds() -> float:
    """The seconds within which a sign of life is expected; 0 if none is."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    with contextlib.suppress(ValueError):
        return max(0, int(os.environ.get("WATCHDOG_USEC", "0"))) / 1_000_000
    return 0.0


async def beat(
    seconds: float, check: Callable[[], Awaitable[None]], tell: Callable[[], None]
) -> None:
    """Give signs of life at most `seconds` apart, as long as `check` returns in 3/4 of that."""
    pause = seconds / 4
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds - pause):
                await check()
                tell()
        await asyncio.sleep(pause)
