"""Joining a Ray cluster: the one that RAY_ADDRESS names, or one that Ray starts on this machine."""

from __future__ import annotations

import logging
import os
import socket
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, TypeVar

from honjin.core.child import child_environment
from honjin.lab.errors import BadArena, WorkerFailed

Given = TypeVar("Given")
Found = TypeVar("Found")

SHARE: Final = 0.001
"""The part of a core that a worker asks for. Those that ask for none are not spread; where each has
a whole one, those of a lost machine wait for cores that nobody gives back."""
PATIENCE: Final = 5.0
"""Seconds in which a cluster at an address has to answer; Ray itself asks for many minutes."""


@contextmanager
def joined() -> Iterator[Any]:
    """Ray, with a cluster. One that was joined here is left afterwards, and one started here ends.

    BadArena where Ray is not installed, WorkerFailed where no cluster answers.
    """
    ray = must_have_ray()
    if ray.is_initialized():
        yield ray
        return
    # Ray sends usage figures to its makers unless it is told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    path = child_environment()["PYTHONPATH"]
    try:
        _must_answer(os.environ.get("RAY_ADDRESS", ""))
        with _no_words_of_forks():
            ray.init(
                include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR,
                runtime_env={"env_vars": {"PYTHONPATH": path}},
            )  # fmt: skip
    except (ConnectionError, OSError, RuntimeError, ValueError) as problem:
        raise WorkerFailed(f"no Ray cluster could be joined: {_last_line(problem)}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def _no_words_of_forks() -> Iterator[None]:
    """JAX warns of every fork; what Ray forks is another program at once, and harmless."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
        yield


def spread(ray: Any, work: Any, **options: Any) -> Any:
    """A class or function as Ray's, over all machines in turn."""
    return ray.remote(num_cpus=SHARE, scheduling_strategy="SPREAD", **options)(work)


def in_order(
    ray: Any, work: Callable[[Given], Found], given: Iterable[Given], jobs: int
) -> Iterator[Found]:
    """What a function finds of each, in their order; so many are at work at once.

    What was lost with its machine, Ray does again on another one. WorkerFailed when it cannot be.
    """

    def found(one: Given) -> Found:  # Ray takes functions alone, not whatever can be called
        return work(one)

    task = spread(ray, found, max_retries=3)
    waiting, going = iter(given), deque[Any]()
    while True:
        while len(going) < jobs:
            try:
                going.append(task.remote(next(waiting)))
            except StopIteration:
                break
        if not going:
            return
        try:
            yield ray.get(going.popleft())
        except ray.exceptions.RayError as problem:
            raise lost(problem) from None


def lost(problem: BaseException) -> WorkerFailed:
    """What is told when a worker has failed for good."""
    return WorkerFailed(f"a worker of the cluster failed: {_last_line(problem)}")


def _last_line(problem: BaseException) -> str:
    """The line of an error that says most."""
    return str(problem).strip().splitlines()[-1]


def must_have_ray() -> Any:
    """Ray; BadArena, with what to install, where it is missing."""
    try:
        return import_module("ray")
    except ImportError:
        raise BadArena("a cluster needs Ray: pip install 'honjin[ray]'") from None


def _must_answer(address: str) -> None:
    """OSError unless something answers at an address such as `10.0.0.5:6379`; others pass."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()
