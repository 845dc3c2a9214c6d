"""Joining a Ray cluster: the one at RAY_ADDRESS, or one that Ray starts on this machine."""

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

from honjin.core.reading.child import child_environment
from honjin.lab.errors import BadArena, WorkerFailed

Given = TypeVar("Given")
Found = TypeVar("Found")

SHARE: Final = 0.001
"""The share of a core that a worker requests. Workers that request none are not spread; if each
requested a whole core, those of a lost machine would wait for cores that are never released."""
PATIENCE: Final = 5.0
"""Seconds within which a cluster at an address must answer; Ray's own limit is many minutes."""


@contextmanager
def ray_session() -> Iterator[Any]:
    """Ray with a cluster, which is left afterwards, or ended if it was started here.

    Raises BadArena if Ray is not installed, WorkerFailed if no cluster answers.
    """
    ray = must_have_ray()
    if ray.is_initialized():
        yield ray
        return
    # Ray sends usage statistics to its makers unless this is disabled.
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
        raise WorkerFailed(f"cannot join a Ray cluster: {_last_line(problem)}") from None
    try:
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def _no_words_of_forks() -> Iterator[None]:
    """Suppress JAX's warning about forks: Ray's forks exec at once and are harmless."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
        yield


def spread(ray: Any, work: Any, **options: Any) -> Any:
    """A class or function made remote, spread over all machines."""
    return ray.remote(num_cpus=SHARE, scheduling_strategy="SPREAD", **options)(work)


def in_order(
    ray: Any, work: Callable[[Given], Found], given: Iterable[Given], jobs: int
) -> Iterator[Found]:
    """Map a function over items in order, with up to `jobs` calls at a time.

    Ray repeats calls lost with a machine on another one. Raises WorkerFailed if it cannot.
    """

    def found(one: Given) -> Found:  # Ray takes functions only, not other callables
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
    """The error for a worker that has failed for good."""
    return WorkerFailed(f"a worker of the cluster failed: {_last_line(problem)}")


def _last_line(problem: BaseException) -> str:
    """The most informative line of an error."""
    return str(problem).strip().splitlines()[-1]


def must_have_ray() -> Any:
    """The Ray module; raises BadArena, saying what to install, if it is missing."""
    try:
        return import_module("ray")
    except ImportError:
        raise BadArena("a cluster needs Ray: pip install 'honjin[ray]'") from None


def _must_answer(address: str) -> None:
    """Raise OSError unless an address such as `10.0.0.5:6379` answers; other forms pass."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()
