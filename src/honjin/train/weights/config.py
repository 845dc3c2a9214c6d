"""The settings of learning the weights of an estimate."""

from __future__ import annotations

from typing import Final

import msgspec

from honjin.train.config import BadTraining, must_be_within


class WeightConfig(msgspec.Struct, frozen=True):
    """The settings of a run; BadTraining for invalid ones.

    games           games of each generation; two are played in every trial
    generations     how often weights are changed
    simulations     of the search for each decision
    learning_rate   how far a trial that was won moves the logarithm of each weight, at the
                    beginning; it falls with the generations
    spread          how far the two sides of a trial are from the latest weights, as logarithms, at
                    the beginning; it falls slowly
    seed            of everything random
    """

    games: int = 200
    generations: int = 30
    simulations: int = 40
    learning_rate: float = 0.03
    spread: float = 0.3
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise BadTraining for an invalid setting."""
        must_be_within(self, _RANGES)
        if self.games % 2:
            raise BadTraining(f"expected an even number of games, got {self.games}")


_RANGES: Final = {
    "games": (2, 1_000_000), "generations": (1, 1000), "simulations": (1, 10**6),
    "learning_rate": (1e-6, 1.0), "spread": (1e-3, 1.0), "seed": (0, 2**31 - 1),
}  # fmt: skip
