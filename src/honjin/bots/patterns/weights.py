"""Learned weights of patterns, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import msgspec
import numpy as np

from honjin.core.game import Game
from honjin.core.options import Options, Value

FORM: Final = "honjin patterns 1"
MAX_WEIGHT: Final = 32_767
"""Weights are kept in 16 bits."""

Array = np.ndarray[Any, Any]


class AboutPatterns(msgspec.Struct, frozen=True):
    """What weights were learned for: the game, its rules' version, its options, its patterns.

    `patterns` is the number of patterns that the game had. `games` and `rows` (positions) measure
    what the last generation learned from, `without` are the deals it did not see.
    """

    game: str
    rules: int
    options: dict[str, Value]
    patterns: int
    generation: int = 0
    games: int = 0
    rows: int = 0
    seed: int = 0
    without: tuple[str, ...] = ()
    form: str = FORM


class PatternValue:
    """Weights of patterns, with what they were learned for.

    `places` are the numbers of the patterns with a weight, in order, and `weights` those weights
    (`patterns_loop` says in which unit). Raises ValueError for arrays that do not fit.
    """

    def __init__(self, about: AboutPatterns, weights: Mapping[str, Array]) -> None:
        self.about = about
        if weights.keys() != {"places", "weights"}:
            raise ValueError(f"expected places and weights, got {', '.join(weights)[:80]}")
        self.places, self.weights = weights["places"], weights["weights"]
        for row in (self.places, self.weights):
            if row.dtype != np.int32 or row.shape != self.places.shape or row.ndim != 1:
                raise ValueError("expected places and weights, two rows of int32 of one length")
        # In 64 bits, which hold every difference and amount of two numbers of 32.
        places, held = self.places.astype(np.int64), self.weights.astype(np.int64)
        if (np.diff(places) <= 0).any():
            raise ValueError("expected places in order, each once")
        if ((places < 0) | (places >= about.patterns)).any():
            raise ValueError(f"expected places from 0 to {about.patterns - 1}")
        if (np.abs(held) > MAX_WEIGHT).any():
            raise ValueError(f"expected weights up to {MAX_WEIGHT}")

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for the game, the rules, the patterns and the options that it was learned for.

        What was left open when it was learned, such as the deal, may be anything, and so may
        options that do not apply.
        """
        about = self.about
        if (game.key, game.version) != (about.game, about.rules):
            return False
        if not game.patterns.count == about.patterns > 0:
            return False
        if not about.options.keys() <= options.keys():
            return False
        applying = [option.key for option in game.options if option.applies(options)]
        return all(about.options.get(key) in ("", options[key]) for key in applying)

    @cached_property
    def whole(self) -> Array:
        """A weight for every pattern, in 16 bits."""
        found = np.zeros(self.about.patterns, np.int16)
        found[self.places] = self.weights
        return found


def blank(game: Game[Any], options: Options) -> PatternValue:
    """No weights: a search with it uses the game's own estimate."""
    about = AboutPatterns(game.key, game.version, dict(options), game.patterns.count)
    none = np.zeros(0, np.int32)
    return PatternValue(about, {"places": none, "weights": none})


def rounded(about: AboutPatterns, weights: Array) -> PatternValue:
    """The value with these weights of all patterns, rounded to whole units."""
    whole = np.clip(np.rint(weights), -MAX_WEIGHT, MAX_WEIGHT).astype(np.int32)
    places = np.flatnonzero(whole).astype(np.int32)
    return PatternValue(about, {"places": places, "weights": whole[places]})
