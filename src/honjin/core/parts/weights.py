"""The weights of an estimate: whole numbers that `weigh` reads from a list, so they can be learned.

A game with weights names each of them in a table, beside what it is good for:

    TABLE = WeightTable()
    UNIT: Final = TABLE.add("unit", 160, 160)       # of a unit, by side
    ROAD: Final = TABLE.add("road", 560)
    WEIGHTS: Final = TABLE.weights()

and reads them by these numbers: `w[UNIT + side] * units`. The usual weights are those by which
`Game.evaluate` estimates; others can be learned for one set of options (`honjin learn --method
weights`), and a search can use them instead.
"""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """A weight: its name, and its usual value, at least 0."""

    key: str
    usual: int


Weights = tuple[Weight, ...]


class WeightTable:
    """A table of weights under construction."""

    def __init__(self) -> None:
        self._weights: list[Weight] = []

    def add(self, key: str, *usual: int) -> int:
        """Add a weight, or several in a row, and return the number of the first."""
        first = len(self._weights)
        names = [key] if len(usual) == 1 else [f"{key}.{n}" for n in range(len(usual))]
        taken = {weight.key for weight in self._weights}
        if not usual or min(usual) < 0 or taken & set(names):
            raise ValueError(f"expected a new weight with usual values from 0, got {key} {usual}")
        self._weights += [Weight(*pair) for pair in zip(names, usual, strict=True)]
        return first

    def weights(self) -> Weights:
        """All weights so far, in order."""
        return tuple(self._weights)


def usual(weights: Weights) -> tuple[int, ...]:
    """The usual values of some weights."""
    return tuple(weight.usual for weight in weights)
