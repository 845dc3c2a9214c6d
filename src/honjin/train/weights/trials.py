"""What is tried, and what is learned from the scores.

Simultaneous perturbation (Spall 1992): in a trial all weights are changed at once, each up or down
at random, and the changed weights play the opposite changes, with seats exchanged. The side that
wins draws every weight its way. So a trial costs two games, however many weights there are, and a
weight that matters moves steadily, while one that does not wanders a little. Weights are changed by
their logarithms: none becomes negative, and one of 0 stays. The gains fall as Spall (1998)
recommends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.bots.weighed.learned import MAX_WEIGHT, LearnedWeights
from honjin.train.weights.config import WeightConfig

FALL: Final = 0.602
"""The power by which the learning rate falls with the generations, and that of the spread."""
NARROWS: Final = 0.101
STEADY: Final = 0.1
"""The share of the generations in which the learning rate hardly falls."""

Array = np.ndarray[Any, Any]


class Trial(NamedTuple):
    """The weights of both sides in whole numbers, and which weights the first side has more of."""

    first: Array
    second: Array
    signs: Array
    luck: np.random.Generator


def trial(
    config: WeightConfig, latest: LearnedWeights, generation: int, number: int
) -> Trial:  # fmt: skip
    """A trial of a generation, which follows from its number and the weights so far."""
    luck = np.random.default_rng((config.seed, generation, number))
    weights = np.array(list(latest.weights.values()))
    signs = luck.choice((-1.0, 1.0), len(weights))
    change = np.exp(spread(config, generation) * signs)
    return Trial(drawn(weights * change, luck), drawn(weights / change, luck), signs, luck)


def drawn(weights: Array, luck: np.random.Generator) -> Array:
    """Weights rounded up or down at random, so that a small change counts for what it is."""
    most = np.minimum(weights, MAX_WEIGHT)
    whole = np.floor(most)
    return (whole + (luck.random(len(weights)) < most - whole)).astype(np.int64)


def learned(
    config: WeightConfig, latest: LearnedWeights, generation: int, scores: Mapping[int, float]
) -> dict[str, float]:
    """The weights after a generation, by the first side's score in each trial (-1 to 1)."""
    moved = np.zeros(len(latest.weights))
    for number, score in scores.items():
        moved += score * trial(config, latest, generation, number).signs
    logs = rate(config, generation) * moved
    found = np.array(list(latest.weights.values())) * np.exp(logs)
    return dict(zip(latest.weights, np.minimum(found, MAX_WEIGHT).tolist(), strict=True))


def rate(config: WeightConfig, generation: int) -> float:
    """The learning rate of a generation."""
    steady = STEADY * config.generations
    return config.learning_rate * float(((1 + steady) / (generation + steady)) ** FALL)


def spread(config: WeightConfig, generation: int) -> float:
    """The spread of a generation."""
    return config.spread / float(generation**NARROWS)
