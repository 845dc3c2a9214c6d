"""What can be set before training, and how long it goes on."""

from __future__ import annotations

import importlib.util
from typing import Final, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.lab import Backend
from honjin.lab.cluster import must_have_ray

NEEDED: Final = ("jax", "optax", "gymnasium")


class NoTraining(HonjinError):
    """Networks cannot be trained here."""


class BadTraining(HonjinError):
    """Training that cannot be: a setting out of its range, or a folder that does not fit."""


class Config(msgspec.Struct, frozen=True):
    """How it learns; BadTraining for what cannot be.

    parallel        games at the same time
    steps           decisions in each of them between two updates
    parts           these games are played in so many parts, by as many workers at most. In how many
                    changes the last digits of odds, so that what is learned depends on it
    epochs          how often an update goes through these decisions
    minibatch       decisions to one step of the gradient, about
    hidden          widths of the layers between
    learning_rate   of Adam
    discount        what a later decision's future counts, measured by this one's
    trace           the λ of generalized advantage estimation (Schulman et al. 2016)
    clip            how far odds may move in an update (Schulman et al. 2017)
    entropy         what undecidedness is worth
    value_weight    of the value's error in the loss
    most_gradient   the longest gradient
    average         how much of the network that plays stays in an update: it is a running mean of
                    those that learn, calmer and stronger than each
    seed            of weights, deals, dice and choices
    """

    parallel: int = 512
    steps: int = 64
    epochs: int = 2
    minibatch: int = 2048
    hidden: tuple[int, ...] = (256, 256)
    learning_rate: float = 1e-3
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    most_gradient: float = 0.5
    average: float = 0.9
    seed: int = 1
    parts: int = 1

    def __post_init__(self) -> None:
        """BadTraining for a setting that cannot be."""
        for name, least, most in _RANGES:
            value = getattr(self, name)
            if not least <= value <= most:
                raise BadTraining(f"{name} is from {least:g} to {most:g}, not {value:g}")
        if not 1 <= len(self.hidden) <= 16 or not all(1 <= n <= 8192 for n in self.hidden):
            raise BadTraining(f"hidden is 1 to 16 widths from 1 to 8192, not {self.hidden}")
        if self.parts > self.parallel:
            raise BadTraining(f"expected 1 to {self.parallel} parts, a game each, got {self.parts}")


_RANGES: Final = (
    ("parallel", 1, 65536), ("steps", 1, 4096), ("epochs", 1, 64), ("minibatch", 1, 1 << 20),
    ("learning_rate", 1e-8, 1.0), ("discount", 0.0, 1.0), ("trace", 0.0, 1.0), ("clip", 0.01, 1.0),
    ("entropy", 0.0, 10.0), ("value_weight", 0.0, 100.0), ("most_gradient", 1e-3, 1e3),
    ("average", 0.0, 0.9999), ("seed", 0, 2**31 - 1), ("parts", 1, 4096),
)  # fmt: skip


class Limits(NamedTuple):
    """How long it trains: minutes by the clock, and decisions in all; whichever ends first."""

    minutes: float = float("inf")
    decisions: float = float("inf")


class Workers(NamedTuple):
    """Who plays the parts: so many workers, as processes here or on a Ray cluster.

    One process is the one that learns. What is learned does not depend on who plays.
    """

    jobs: int = 1
    backend: Backend = Backend.PROCESSES

    @property
    def are_here(self) -> bool:
        """Whether no worker is needed."""
        return self.jobs == 1 and self.backend is Backend.PROCESSES

    def must_suit(self, config: Config) -> None:
        """BadTraining for too many of them, BadArena without Ray where that is needed."""
        most = self.backend.most_jobs
        if not 1 <= self.jobs <= most:
            raise BadTraining(f"expected 1 to {most} jobs, got {self.jobs}")
        if self.jobs > config.parts:
            raise BadTraining(
                f"{self.jobs} jobs need {self.jobs} parts or more, got {config.parts}; "
                f"a run keeps the --parts that it begins with"
            )
        if self.backend is Backend.RAY:
            must_have_ray()


ALONE: Final = Workers()


def must_have_jax() -> None:
    """NoTraining, with what to install, where a library is missing."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise NoTraining(f"training needs {', '.join(missing)}: pip install 'honjin[train]'")
