"""The settings of learning weights of patterns."""

from __future__ import annotations

from typing import Final

import msgspec

from honjin.train.config import must_be_within


class PatternConfig(msgspec.Struct, frozen=True):
    """The settings of a run; BadTraining for invalid ones.

    games           games of each generation
    generations     how often games are played with the latest weights, and weights are fitted
    memory          the generations that weights are learned from, the latest ones
    nodes           of the search for each decision of a game
    look            the same for each target
    opening         the most decisions at the start of a game that are random
    slip            the share of later decisions that are random
    walks           walks away from each position of a game
    steps           the most actions of a walk
    siblings        the most positions recorded at the end of a walk, each after another action
    epochs          how often a row is learned from
    learning_rate   of Adagrad, at the beginning; it falls to nearly 0
    decay           the weight decay
    without         deals that are not played, so that they can be played to measure the weights
    seed            of everything random
    """

    games: int = 500
    generations: int = 6
    memory: int = 2
    nodes: int = 8000
    look: int = 800
    opening: int = 6
    slip: float = 0.1
    walks: int = 4
    steps: int = 5
    siblings: int = 6
    epochs: int = 10
    learning_rate: float = 0.15
    decay: float = 1e-4
    without: tuple[str, ...] = ()
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise BadTraining for an invalid setting."""
        must_be_within(self, _RANGES)


_RANGES: Final = {
    "games": (10, 1_000_000), "generations": (1, 1000), "memory": (1, 1000),
    "nodes": (10, 10**9), "look": (10, 10**9), "opening": (0, 1000), "slip": (0.0, 1.0),
    "walks": (0, 1000), "steps": (0, 1000), "siblings": (1, 1000), "epochs": (1, 10_000),
    "learning_rate": (1e-6, 10.0), "decay": (0.0, 1.0), "seed": (0, 2**31 - 1),
}  # fmt: skip
