"""Work in a separate thread, awaited on the event loop; work that never ends blocks nothing.

The threads are daemons, unlike those of an executor, which Python waits for when it ends. One that
has done its work waits for more: a new thread holds up the event loop until it runs.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final, TypeVar

T = TypeVar("T")
log = logging.getLogger(__name__)

_IDLE: Final = threading.Semaphore(0)
"""Counts the threads that wait for work."""
_WORK: Final[SimpleQueue[tuple[Callable[[], None], str]]] = SimpleQueue()


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

    if _IDLE.acquire(blocking=False):
        _WORK.put((run, name))
    else:
        try:
            threading.Thread(target=_serve, args=(run, name), daemon=True).start()
        except RuntimeError as problem:  # whoever waits for the answer holds a place meanwhile
            answer.set_exception(problem)
    return answer


def _serve(run: Callable[[], None], name: str) -> None:
    """Do work, and then what follows, under the name of each."""
    while True:
        threading.current_thread().name = name
        run()
        del run  # a search would be kept as long as the thread waits
        _IDLE.release()
        run, name = _WORK.get()
