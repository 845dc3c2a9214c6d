"""Where the games of a series are played: by processes here, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Protocol

from honjin.lab.matches.crew import Crew
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.worker import Work


class Workers(Protocol):
    """Whoever plays the games."""

    def play(self, seatings: Iterable[Seating]) -> Generator[bytes]:
        """The line of every game, in the order in which they end; WorkerFailed if they cannot."""
        ...


class Backend(StrEnum):
    """Where the workers are."""

    PROCESSES = "processes"
    RAY = "ray"

    @property
    def most_jobs(self) -> int:
        """So many workers at most."""
        return 64 if self is Backend.PROCESSES else 4096


def crew_of(backend: Backend, work: Work, size: int) -> AbstractContextManager[Workers]:
    """So many workers; leaving the `with` block ends them."""
    if backend is Backend.PROCESSES:
        return Crew(work, size)
    from honjin.lab.matches.ray_crew import RayCrew

    return RayCrew(work, size)
