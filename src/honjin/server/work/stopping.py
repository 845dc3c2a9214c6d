"""Reliable cancellation of tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

AGAIN: Final = 0.5
"""Seconds after which a task that continues is cancelled again."""


async def stop(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end.

    Before Python 3.12 `asyncio.wait_for` loses a cancellation that coincides with a result, even
    where a library calls it; so a task that continues is cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)
