"""The settings of training, and its limits."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.lab import Backend
from honjin.lab.cluster import must_have_ray

NEEDED: Final = ("jax", "optax", "gymnasium")


class NoTraining(HonjinError):
    """A library for training is missing."""


class BadTraining(HonjinError):
    """Impossible training: a setting out of range, or a folder that does not fit."""


def must_be_within(config: msgspec.Struct, ranges: Mapping[str, tuple[float, float]]) -> None:
    """Raise BadTraining for a setting that is out of its range, or no number at all."""
    for name, (least, most) in ranges.items():
        value = getattr(config, name, least)
        if not least <= value <= most:
            limits = f"{_written(least)} to {_written(most)}"
            raise BadTraining(f"expected {name} from {limits}, got {_written(value)}")


def _written(number: float) -> str:
    """A number as an error tells it: every digit of a whole one."""
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"


class Common(msgspec.Struct, frozen=True):
    """The settings that every method of learning has; BadTraining for invalid ones.

    parallel        the number of games in parallel
    steps           decisions in each game between two updates
    parts           the number of parts that the games are split into, and so of workers at most. It
                    changes the last digits of probabilities, so the result depends on it
    epochs          how often a decision is learned from, on average
    minibatch       decisions per step of the gradient, approximately
    hidden          widths of the hidden layers
    learning_rate   of Adam
    value_weight    the weight of the value's error in the loss
    most_gradient   the norm at which gradients are clipped
    average         the share of the playing network that is kept in an update: it is a running mean
                    of the learning ones, steadier and stronger than each
    seed            of weights, deals, dice and choices
    """

    parallel: int = 512
    steps: int = 64
    epochs: int = 2
    minibatch: int = 2048
    hidden: tuple[int, ...] = (256, 256)
    learning_rate: float = 1e-3
    value_weight: float = 0.5
    most_gradient: float = 0.5
    average: float = 0.9
    seed: int = 1
    parts: int = 1

    def __post_init__(self) -> None:
        """Raise BadTraining for an invalid setting."""
        must_be_within(self, _RANGES)
        if not 1 <= len(self.hidden) <= 16 or not all(1 <= n <= 8192 for n in self.hidden):
            raise BadTraining(f"expected 1 to 16 hidden widths of 1 to 8192, got {self.hidden}")
        if self.parts > self.parallel:
            raise BadTraining(f"expected 1 to {self.parallel} parts, got {self.parts}")


class Config(Common, frozen=True, tag_field="method", tag="ppo"):
    """The settings of proximal policy optimization; see `Common` for the others.

    discount        the factor from a seat's decision to its next one
    trace           the λ of generalized advantage estimation (Schulman et al. 2016)
    clip            how far ratios of probabilities may move in an update (Schulman et al. 2017)
    entropy         the weight of the entropy bonus
    """

    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01


class SearchConfig(Common, frozen=True, tag_field="method", tag="search"):
    """The settings of learning from a search (Silver et al. 2018); see `Common` for the others.

    simulations     of each search, one for each decision
    opening         decisions of a game that are drawn from the search's odds; later ones take the
                    likeliest action in games without secrets
    noise           the share of Dirichlet noise in the odds with which a search begins
    buffer          the number of decisions that are kept to learn from, the latest ones
    decay           the weight decay of Adam (Loshchilov & Hutter 2019)
    """

    parallel: int = 64
    steps: int = 16
    minibatch: int = 512
    value_weight: float = 1.0
    most_gradient: float = 1.0
    average: float = 0.95
    simulations: int = 64
    opening: int = 12
    noise: float = 0.25
    buffer: int = 50_000
    decay: float = 1e-4


AnyConfig = Config | SearchConfig


class MethodKey(StrEnum):
    """How a network learns."""

    PPO = "ppo"
    SEARCH = "search"

    @property
    def config(self) -> type[AnyConfig]:
        """The settings of this method."""
        return Config if self is MethodKey.PPO else SearchConfig


_RANGES: Final = {
    "parallel": (1, 65536), "steps": (1, 4096), "epochs": (1, 64), "minibatch": (1, 1 << 20),
    "learning_rate": (1e-8, 1.0), "discount": (0.0, 1.0), "trace": (0.0, 1.0), "clip": (0.01, 1.0),
    "entropy": (0.0, 10.0), "value_weight": (0.0, 100.0), "most_gradient": (1e-3, 1e3),
    "average": (0.0, 0.9999), "seed": (0, 2**31 - 1), "parts": (1, 4096),
    "simulations": (2, 100_000), "opening": (0, 100_000), "noise": (0.0, 1.0),
    "buffer": (1, 1 << 22), "decay": (0.0, 1.0),
}  # fmt: skip


class Limits(NamedTuple):
    """When training ends: after minutes of wall time or decisions in total, whichever is first."""

    minutes: float = float("inf")
    decisions: float = float("inf")

    def must_be_possible(self) -> None:
        """Raise BadTraining for limits that no training reaches: negative ones, or nan."""
        for name, value in self._asdict().items():
            if not value >= 0:
                raise BadTraining(f"expected {name} from 0 on, got {_written(value)}")


class Workers(NamedTuple):
    """The workers that play the parts: `jobs` of them, as processes here or on a Ray cluster.

    A single process is the one that learns. The result does not depend on the workers.
    """

    jobs: int = 1
    backend: Backend = Backend.PROCESSES

    @property
    def are_here(self) -> bool:
        """True if no other process is needed."""
        return self.jobs == 1 and self.backend is Backend.PROCESSES

    def must_be_possible(self) -> None:
        """Raise BadTraining for an impossible number of them."""
        most = self.backend.most_jobs
        if not 1 <= self.jobs <= most:
            raise BadTraining(f"expected 1 to {most} jobs, got {self.jobs}")

    def must_suit(self, config: Common) -> None:
        """Raise BadTraining if there are too many, BadArena if Ray is needed and missing."""
        self.must_be_possible()
        if self.jobs > config.parts:
            raise BadTraining(
                f"expected at least {self.jobs} parts for {self.jobs} jobs, got {config.parts}; "
                f"a run keeps the --parts that it began with"
            )
        if self.backend is Backend.RAY:
            must_have_ray()


ALONE: Final = Workers()


def must_have_jax() -> None:
    """Raise NoTraining, naming what to install, if a library is missing."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise NoTraining(f"training needs {', '.join(missing)}: pip install 'honjin[train]'")
