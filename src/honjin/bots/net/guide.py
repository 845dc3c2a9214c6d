"""A network in the form that the compiled search reads (`guided_loop`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from honjin.bots.net.network import shapes_of
from honjin.core.game import Game
from honjin.core.options import Options

Array = np.ndarray[Any, Any]


class Guide(NamedTuple):
    """A network, and room to run it.

    `widths` are those of observation, hidden layers, policy and values; `weights` are the weights
    of each layer and then its biases, layer after layer. `numbers` gives the policy's number of
    each action of the rules, -1 for those it does not have.
    """

    widths: Array
    weights: Array
    scale: Array
    numbers: Array
    seen: Array
    x: Array
    y: Array


class Shape(NamedTuple):
    """The sizes of a network."""

    places: int
    hidden: tuple[int, ...]
    actions: int
    values: int

    def names(self) -> list[str]:
        """The names of its weights, in the order in which a guide holds them."""
        return [name for name in shapes_of(*self) if name != "scale"]


def guide_of(
    game: Game[Any], options: Options, weights: Mapping[str, Any], hidden: tuple[int, ...]
) -> Guide:
    """The guide for a network's weights, `scale` included; ValueError unless they fit the game."""
    scale = np.asarray(weights["scale"], np.float32)
    sizes = len(np.asarray(weights["policy_b"])), len(np.asarray(weights["value_b"]))
    shape = Shape(len(scale), hidden, *sizes)
    expected = game.observation_size(options), game.action_count(options)
    if (shape.places, shape.actions) != expected:
        raise ValueError(
            f"expected a network of {expected[0]} places and {expected[1]} actions, "
            f"got {shape.places} and {shape.actions}"
        )
    widths = np.array([shape.places, *hidden, *sizes], np.int64)
    room = int(max(*widths, game.max_actions))
    guide = Guide(
        widths, np.concatenate([np.asarray(weights[name]).ravel() for name in shape.names()]),
        scale, np.array(game.numbering(options).number_of, np.int64),
        np.zeros(shape.places, np.int8), np.zeros(room, np.float32), np.zeros(room, np.float32),
    )  # fmt: skip
    assert guide.weights.dtype == np.float32
    return guide
