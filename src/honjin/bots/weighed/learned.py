"""Learned weights of a game's estimate, checked."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from honjin.core.game import Game
from honjin.core.options import Options, Value

FORM: Final = "honjin weights 1"
MAX_WEIGHT: Final = 100_000


class LearnedWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights by name, and what they were learned for: the game, its rules' version, options.

    Only options that matter are named; the others may be anything. Weights are whole numbers only
    when a search uses them, so that learning can go on in small steps. `generation`, `games`,
    `simulations` and `seed` say how they were learned. Raises ValueError for other weights than
    from 0 to MAX_WEIGHT.
    """

    game: str
    rules: int
    options: dict[str, Value]
    weights: dict[str, float]
    generation: int = 0
    games: int = 0
    simulations: int = 0
    seed: int = 0
    form: str = FORM

    def __post_init__(self) -> None:
        """Check form and weights."""
        if self.form != FORM:
            raise ValueError(f"expected the form {FORM!r}, got {self.form[:40]!r}")
        for key, weight in self.weights.items():
            if not 0 <= weight <= MAX_WEIGHT:
                raise ValueError(f"expected {key[:40]} from 0 to {MAX_WEIGHT:,}, got {weight:g}")

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for the game, the rules, the weights and the options that they were learned for."""
        if (game.key, game.version) != (self.game, self.rules):
            return False
        if [weight.key for weight in game.weights] != list(self.weights):
            return False
        return all(options.get(key) == value for key, value in self.options.items())

    @property
    def whole(self) -> tuple[int, ...]:
        """The weights as a search uses them, in the order of the game's table."""
        return tuple(round(weight) for weight in self.weights.values())


def usual_weights(game: Game[Any], options: Options) -> LearnedWeights:
    """The game's own weights, for games with these options."""
    weights = {weight.key: float(weight.usual) for weight in game.weights}
    return LearnedWeights(game.key, game.version, dict(options), weights)
