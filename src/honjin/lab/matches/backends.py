"""Where the games of a series are played: in local processes or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Protocol

from honjin.lab.matches.crew import Crew
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import Work


class Workers(Protocol):
    """The workers that play the games."""

    def play(self, seatings: Iterable[Seating]) -> Generator[bytes]:
        """The line of every game, in the order in which they end; raises WorkerFailed."""
        ...


class Backend(StrEnum):
    """Where the workers are."""

    PROCESSES = "processes"
    RAY = "ray"

    @property
    def most_jobs(self) -> int:
        """The largest number of workers."""
        return 64 if self is Backend.PROCESSES else 4096


def crew_of(backend: Backend, work: Work, size: int) -> AbstractContextManager[Workers]:
    """`size` workers; leaving the `with` block ends them."""
    if backend is Backend.PROCESSES:
        return Crew(work, size)
    from honjin.lab.matches.ray_crew import RayCrew

    return RayCrew(work, size)
