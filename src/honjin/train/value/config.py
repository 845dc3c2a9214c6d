"""The settings of learning a value."""

from __future__ import annotations

from typing import Final

import msgspec

from honjin.train.config import BadTraining, must_be_within


class ValueConfig(msgspec.Struct, frozen=True):
    """The settings of a run; BadTraining for invalid ones.

    games           games of each generation
    generations     how often games are played with the latest value, and a value is fitted to them
    memory          the generations that a value learns from, the latest ones
    simulations     of each search, one for each decision with more than one legal action
    look            the same for each target
    opening         decisions of a game that are drawn by the search's weights
    slip            the share of decisions that are random
    kept            the share of decisions that are recorded
    siblings        the most positions recorded there, each after another action, and as every seat
                    sees it
    told            the share of decisions whose odds are learned
    widths          of the value's two layers, and of the odds' layer; 0: no odds
    minibatch       rows for a step of the gradient
    epochs          the most often that a row is learned from
    patience        epochs without a smaller loss on the games held out, after which fitting ends
    learning_rate   of Adam
    decay           the weight decay of Adam (Loshchilov & Hutter 2019)
    seed            of everything random
    """

    games: int = 1000
    generations: int = 3
    memory: int = 2
    simulations: int = 200
    look: int = 100
    opening: int = 6
    slip: float = 0.15
    kept: float = 0.1
    siblings: int = 6
    told: float = 0.5
    widths: tuple[int, int, int] = (32, 16, 16)
    minibatch: int = 512
    epochs: int = 40
    patience: int = 4
    learning_rate: float = 1e-3
    decay: float = 1e-2
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise BadTraining for an invalid setting."""
        must_be_within(self, _RANGES)
        if not all(n <= width <= 256 for n, width in zip((1, 1, 0), self.widths, strict=True)):
            raise BadTraining(f"expected widths from 1, 1 and 0 to 256, got {self.widths}")


_RANGES: Final = {
    "games": (10, 1_000_000), "generations": (1, 1000), "memory": (1, 1000),
    "simulations": (2, 100_000), "look": (2, 100_000), "opening": (0, 100_000),
    "slip": (0.0, 1.0), "kept": (1e-6, 1.0), "siblings": (1, 1000), "told": (0.0, 1.0),
    "minibatch": (1, 1 << 20), "epochs": (1, 10_000),
    "patience": (1, 10_000), "learning_rate": (1e-8, 1.0), "decay": (0.0, 1.0),
    "seed": (0, 2**31 - 1),
}  # fmt: skip
