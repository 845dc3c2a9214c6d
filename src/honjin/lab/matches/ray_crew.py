"""The workers of an arena as actors of a Ray cluster, on as many machines as it has.

The cluster is the one that RAY_ADDRESS names; without it Ray starts one on this machine. Every
machine needs Honjin in the same version. What bots run compiled, the first worker of each machine
compiles, and the others load.

When a process or a machine is lost, another actor plays its games from the beginning: the same
games, as all their luck follows from the seed. An actor asks for no core, so that those of a lost
machine find room on the ones that are left.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator, Iterable
from importlib import import_module
from itertools import islice
from types import TracebackType
from typing import Any, Final, NamedTuple

from honjin.core.child import child_environment
from honjin.lab.errors import BadArena, WorkerFailed
from honjin.lab.matches.compiling import prepare
from honjin.lab.matches.entrants import Entrant, find_entrant
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import ReadyWork, Work

TRIES: Final = 3
"""So often a game is begun again whose worker was lost; a bot may be what ends its process."""
PATIENCE: Final = 5.0
"""Seconds in which a cluster at an address has to answer; Ray itself asks for many minutes."""
SPELL: Final = 0.5
"""Seconds between two looks at the games: a wait without end cannot be interrupted everywhere."""


class _Worker:
    """What runs on a node."""

    def __init__(self, work: Work) -> None:
        from honjin.core.jit.compiled import load_game

        game = load_game(work.address)
        options = game.read_options(work.options)
        prepare(
            game,
            [Entrant(label, text, find_entrant(game, options, text)) for label, text in work.bots],
            lambda _: None,
        )
        self._work = ReadyWork(work)

    def play(self, seating: Seating) -> bytes:
        """The line of a game."""
        return self._work.line(seating)


class _Task(NamedTuple):
    """A game that is to be played, and how often another worker may still try."""

    seating: Seating
    tries: int = TRIES


class RayCrew:
    """So many actors; leaving the `with` block ends them, and a cluster that it has started."""

    def __init__(self, work: Work, size: int) -> None:
        self.work, self.size = work, size
        self._ray = _loaded()
        self._kind: Any = None
        self._busy: dict[Any, tuple[_Task, Any]] = {}
        self._is_own = False

    def __enter__(self) -> RayCrew:
        """Join the cluster, or start one."""
        # Ray tells its makers of each cluster unless it is asked not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if not self._ray.is_initialized():
            path = child_environment()["PYTHONPATH"]
            try:
                _must_answer(os.environ.get("RAY_ADDRESS", ""))
                self._ray.init(
                    include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR,
                    runtime_env={"env_vars": {"PYTHONPATH": path}},
                )  # fmt: skip
            except (ConnectionError, OSError, RuntimeError, ValueError) as problem:
                raise WorkerFailed(f"no Ray cluster could be joined: {_line(problem)}") from None
            self._is_own = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        """End the actors, whatever they are doing."""
        for _, actor in self._busy.values():
            self._ray.kill(actor)
        if self._is_own:
            self._ray.shutdown()

    def play(self, seatings: Iterable[Seating]) -> Generator[bytes]:
        """The line of every game, in the order in which they end.

        WorkerFailed when a game has lost its worker too often, or a worker cannot begin.
        """
        remote = self._ray.remote(num_cpus=0, scheduling_strategy="SPREAD")
        self._kind = remote(_Worker)
        waiting, self._busy = iter(seatings), {}
        for seating in islice(waiting, self.size):
            self._give(_Task(seating), self._kind.remote(self.work))
        while self._busy:
            done, _ = self._ray.wait(list(self._busy), timeout=SPELL)
            for found in done:
                task, actor = self._busy.pop(found)
                line = self._line_of(found, task)
                if line is None:
                    self._give(task._replace(tries=task.tries - 1), self._kind.remote(self.work))
                    continue
                if (fresh := next(waiting, None)) is not None:
                    self._give(_Task(fresh), actor)
                yield line

    def _give(self, task: _Task, actor: Any) -> None:
        self._busy[actor.play.remote(task.seating)] = task, actor

    def _line_of(self, found: Any, task: _Task) -> bytes | None:
        """What a worker has sent; None when it is lost and another one may try."""
        try:
            line: bytes = self._ray.get(found)
        except self._ray.exceptions.RayError as problem:
            is_its_own = isinstance(problem, self._ray.exceptions.RayTaskError)
            if is_its_own or not task.tries:
                raise WorkerFailed(f"a worker of the cluster failed: {_line(problem)}") from None
            return None
        return line


def _loaded() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise BadArena("a cluster needs Ray: pip install 'honjin[ray]'") from None


def _must_answer(address: str) -> None:
    """OSError unless something answers at an address such as `10.0.0.5:6379`; others pass."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _line(problem: BaseException) -> str:
    """The line of an error that says most: the last one."""
    return str(problem).strip().splitlines()[-1]
