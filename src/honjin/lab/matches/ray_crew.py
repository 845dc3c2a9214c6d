"""The workers of an arena as actors of a Ray cluster, on as many machines as it has.

Every machine needs the same version of Honjin. The first worker of each machine compiles the loops
of the bots, and the others load them.

If a process or a machine is lost, another actor replays its games from the start; they are the same
games, since all their randomness follows from the seed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import ExitStack
from itertools import islice
from types import TracebackType
from typing import Any, Final, NamedTuple

from honjin.lab.cluster import joined, lost, spread
from honjin.lab.matches.compiling import prepare
from honjin.lab.matches.entrants import Entrant, find_entrant
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import ReadyWork, Work

TRIES: Final = 3
"""The number of retries of a game whose worker was lost; a bot may be what kills it."""
SPELL: Final = 0.5
"""Seconds between two polls: not every platform can interrupt an endless wait."""


class _Worker:
    """The class that runs on a node."""

    def __init__(self, work: Work) -> None:
        from honjin.core.address import load_game

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
    """A game to play, with its remaining number of retries."""

    seating: Seating
    tries: int = TRIES


class RayCrew:
    """A number of actors; leaving the `with` block ends them, and a cluster started for them."""

    def __init__(self, work: Work, size: int) -> None:
        self.work, self.size = work, size
        self._ray: Any = None
        self._kind: Any = None
        self._busy: dict[Any, tuple[_Task, Any]] = {}
        self._ends = ExitStack()

    def __enter__(self) -> RayCrew:
        """Join a cluster or start one."""
        self._ray = self._ends.enter_context(joined())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        """End the actors, whatever they are doing."""
        with self._ends:
            for _, actor in self._busy.values():
                self._ray.kill(actor)

    def play(self, seatings: Iterable[Seating]) -> Generator[bytes]:
        """The line of every game, in the order in which they end.

        Raises WorkerFailed if a game has lost its worker too often, or a worker cannot start.
        """
        self._kind = spread(self._ray, _Worker)
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
        """The line sent by a worker; None if it was lost and another one may try."""
        try:
            line: bytes = self._ray.get(found)
        except self._ray.exceptions.RayError as problem:
            is_its_own = isinstance(problem, self._ray.exceptions.RayTaskError)
            if is_its_own or not task.tries:
                raise lost(problem) from None
            return None
        return line
