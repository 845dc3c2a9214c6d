"""Weights of a learned value, checked, and in the form that the compiled search reads.

Places of an observation that were always the same in training have no row, so they cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from honjin.bots.learned.learned_loop import MIDDLE, WORD
from honjin.bots.net.network import layout_of
from honjin.core.game import Game
from honjin.core.options import Options, Value

FORM: Final = "honjin value 2"
MOST_WIDTH: Final = 256
MOST_WEIGHT: Final = 1e4
"""Larger weights are refused: sums of smaller ones are finite."""

Array = np.ndarray[Any, Any]


class AboutValue(msgspec.Struct, frozen=True):
    """What a value was learned for: the game, its rules' version, its options, its layout.

    `widths` are those of the value's two layers and of the odds' layer, which may be 0. `games` and
    `rows` (positions as a seat sees them) measure what the last generation learned from.
    """

    game: str
    rules: int
    options: dict[str, Value]
    layout: str
    widths: tuple[int, int, int]
    generation: int = 0
    games: int = 0
    rows: int = 0
    seed: int = 0
    form: str = FORM


class LearnedValue:
    """Weights by name, with what they were learned for.

    places   the places of an observation that have a row, in order
    first    a row for each of them, and one for the estimate
    bias     of the first layer
    second   a row for each output of the first layer
    second_bias
    last     the estimate's weight, the bias, and a weight for each output of the second layer
    odds_first   a row for each place
    odds_bias    of the odds' layer
    odds_last    a row for each number of an action: a weight for each output of the layer, a bias

    Raises ValueError for weights that are missing, of the wrong shape or type, or too large.
    """

    def __init__(self, about: AboutValue, weights: Mapping[str, Array]) -> None:
        self.about, self.weights = about, dict(weights)
        least = (1, 1, 0)
        if not all(n <= width <= MOST_WIDTH for n, width in zip(least, about.widths, strict=True)):
            raise ValueError(f"expected widths from {least} to {MOST_WIDTH}, got {about.widths}")
        places = self.weights.get("places")
        if places is None or places.ndim != 1 or places.dtype != np.int32:
            raise ValueError("expected a row of int32 'places'")
        if (np.diff(places) <= 0).any() or (places < 0).any():
            raise ValueError("expected places in order, each once")
        actions = len(self.weights.get("odds_last", ()))
        self._must_have_shapes(shapes_of(len(places), actions, about.widths))

    def _must_have_shapes(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        if self.weights.keys() != {"places", *shapes}:
            raise ValueError(f"expected {', '.join(shapes)}, got {', '.join(self.weights)[:80]}")
        for name, shape in shapes.items():
            held = self.weights[name]
            if held.shape != shape or held.dtype != np.float32:
                raise ValueError(f"{name}: expected float32 {shape}, got {held.dtype} {held.shape}")
            if not (np.abs(held) <= MOST_WEIGHT).all():
                raise ValueError(f"{name}: expected weights up to {MOST_WEIGHT:g}")

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for the game, the rules, the options and the layout that it was learned for."""
        about = self.about
        if (game.key, game.version) != (about.game, about.rules) or game.encode is None:
            return False
        if dict(options) != about.options or layout_of(game, options) != about.layout:
            return False
        # A file may claim a layout that its places do not have.
        size, actions = game.observation_size(options), game.action_count(options)
        if about.widths[2] and len(self.weights["odds_last"]) != actions:
            return False
        return bool((self.weights["places"] < size).all())


def shapes_of(
    places: int, actions: int, widths: tuple[int, int, int]
) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights, for a number of places and of actions."""
    wide, narrow, odds = widths
    return {
        "first": (places + 1, wide), "bias": (wide,), "second": (wide, narrow),
        "second_bias": (narrow,), "last": (narrow + 2,),
        "odds_first": (places, odds), "odds_bias": (odds,), "odds_last": (actions, odds + 1),
    }  # fmt: skip


def blank(
    game: Game[Any], options: Options, widths: tuple[int, int, int] = (1, 1, 0)
) -> LearnedValue:
    """The game's own estimate as a learned value."""
    about = AboutValue(game.key, game.version, dict(options), layout_of(game, options), widths)
    shapes = shapes_of(0, game.action_count(options), widths)
    weights: dict[str, Array] = {name: np.zeros(s, np.float32) for name, s in shapes.items()}
    weights["last"][0] = 1
    return LearnedValue(about, weights | {"places": np.zeros(0, np.int32)})


class Weights(NamedTuple):
    """A learned value for the search, and room to run it; `words` is the memory of `seen`.

    `rows` gives the row of each place, -1 for none.
    """

    rows: Array
    first: Array
    bias: Array
    second: Array
    second_bias: Array
    last: Array
    odds_first: Array
    odds_bias: Array
    odds_last: Array
    numbers: Array
    """The number of each action of the rules, -1 for none."""
    grades: Array
    is_mirrored: Array
    """1 if a value of one seat gives that of the other: two, a sum of zero, no secrets."""
    seen: Array
    words: Array
    x: Array
    y: Array
    u: Array
    unit: Array


def weights_for(value: LearnedValue, game: Game[Any], options: Options) -> Weights:
    """The weights for games with these options; ValueError unless they suit."""
    if not value.suits(game, options):
        raise ValueError(f"expected {value.about.game} (rules {value.about.rules}), got {game.key}")
    held = value.weights
    words = np.zeros(-(-game.observation_size(options) // WORD), np.int64)
    rows = np.full(WORD * len(words), -1, np.int64)
    rows[held["places"]] = np.arange(len(held["places"]))
    is_mirrored = game.seats(options) == 2 and game.zero_sum and not game.has_secrets
    wide, narrow, odds = value.about.widths
    return Weights(
        rows,
        np.array(held["first"]),
        np.array(held["bias"]),
        np.array(held["second"]),
        np.array(held["second_bias"]),
        np.array(held["last"]),
        np.array(held["odds_first"]),
        np.array(held["odds_bias"]),
        np.array(held["odds_last"]),
        np.array(game.numbering(options).number_of, np.int64),
        np.arange(-MIDDLE, MIDDLE, dtype=np.float32),
        np.array([is_mirrored], np.int64),
        words.view(np.int8),
        words,
        np.zeros(wide, np.float32),
        np.zeros(narrow, np.float32),
        np.zeros(odds, np.float32),
        np.zeros(1, np.float32),
    )


def with_room(weights: Weights) -> Weights:
    """The same weights with room of their own to run."""
    words = np.zeros_like(weights.words)
    return weights._replace(
        words=words, seen=words.view(np.int8), x=np.zeros_like(weights.x),
        y=np.zeros_like(weights.y), u=np.zeros_like(weights.u), unit=np.zeros_like(weights.unit),
    )  # fmt: skip
