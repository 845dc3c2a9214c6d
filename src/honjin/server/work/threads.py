"""Work in a separate thread, awaited on the event loop; work that never ends blocks nothing."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)


def in_thread(work: Callable[[], T], name: str) -> asyncio.Future[T]:
    """Begin work in a daemon thread; the future gets its result or exception."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def hand_over(tell: Callable[[], None]) -> None:
        try:
            loop.call_soon_threadsafe(lambda: None if answer.done() else tell())
        except RuntimeError:  # the server has stopped in the meantime
            log.info("%s ended after the server had stopped", name)

    def run() -> None:
        try:
            result = work()
        except Exception as problem:
            hand_over(partial(answer.set_exception, problem))
        else:
            hand_over(partial(answer.set_result, result))

    threading.Thread(target=run, name=name, daemon=True).start()
    return answer
