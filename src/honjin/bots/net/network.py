"""A network: layers of weights, and the same arithmetic wherever it runs.

    x      the seat's observation (`core.arrays`), each place divided by its largest value
    x_k+1  relu(x_k w_k + b_k) for each hidden layer
    policy x w + b, a number for each action of the numbering; the mask leaves out what is illegal
    value  x w + b, the expected return of the seat that acts, divided by the game's best; if there
           are several values, they are those of all seats, beginning with the one that acts

Trained in JAX (`honjin.train`), evaluated in NumPy: playing needs no further packages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

import msgspec
import numpy as np

from honjin.core.game import Game
from honjin.core.options import Options, Value

FORM: Final = "honjin net 1"
ABOUT: Final = "about"
MAX_LAYERS: Final = 16
MAX_WIDTH: Final = 8192

Floats = np.ndarray[Any, np.dtype[np.float32]]


class About(msgspec.Struct, frozen=True):
    """What a network was trained for. `layout` identifies its places and actions (`layout_of`).

    `decisions`, `seconds` (of processor time) and `updates` measure its training. `values` is the
    number of seats whose returns it expects: 1 (the one that acts) or all.
    """

    game: str
    rules: int
    options: dict[str, Value]
    seats: int
    layout: str
    hidden: tuple[int, ...]
    decisions: int = 0
    updates: int = 0
    seconds: float = 0.0
    seed: int = 0
    form: str = FORM
    values: int = 1


class Network:
    """Weights by name, checked (`shapes_of`).

    Raises ValueError for weights that are missing, of the wrong shape, or not finite.
    """

    def __init__(self, about: About, weights: Mapping[str, np.ndarray[Any, Any]]) -> None:
        self.about = about
        self.weights = dict(weights)
        self._numbers: tuple[int, ...] = ()
        shapes = self._shapes()
        if shapes.keys() != self.weights.keys():
            different = ", ".join(sorted(shapes.keys() ^ self.weights.keys()))
            raise ValueError(f"expected weights for {about.hidden} and no others: {different[:80]}")
        for name, shape in shapes.items():
            held = self.weights[name]
            if held.shape != shape or held.dtype != np.float32:
                raise ValueError(f"{name}: expected float32 {shape}, got {held.dtype} {held.shape}")
            if not np.isfinite(held).all():
                raise ValueError(f"{name}: expected finite numbers, got infinities or NaNs")

    @property
    def places(self) -> int:
        """The number of places in an observation."""
        return len(self.weights["scale"])

    @property
    def actions(self) -> int:
        """The number of actions of the policy."""
        return len(self.weights["policy_b"])

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        hidden = self.about.hidden
        if not 1 <= len(hidden) <= MAX_LAYERS or not all(1 <= n <= MAX_WIDTH for n in hidden):
            raise ValueError(f"expected 1 to {MAX_LAYERS} layers of 1 to {MAX_WIDTH}, got {hidden}")
        for name in ("scale", "policy_b"):
            if name not in self.weights or self.weights[name].ndim != 1:
                raise ValueError(f"expected a row of weights {name!r}")
        if self.about.values not in (1, self.about.seats):
            raise ValueError(
                f"expected 1 value or one for each of {self.about.seats} seats, "
                f"got {self.about.values}"
            )
        return shapes_of(self.places, hidden, self.actions, self.about.values)

    def numbers(self, game: Game[Any]) -> tuple[int, ...]:
        """The policy's number of each action of the rules; -1 for those it does not have."""
        if not self._numbers:
            self._numbers = game.numbering(self.about.options).number_of
        return self._numbers

    def think(self, seen: np.ndarray[Any, Any], mask: np.ndarray[Any, Any]) -> tuple[Floats, Any]:
        """Odds of each action (rows x actions, 0 where the mask is) and values (rows).

        A value is that of the seat that acts.
        """
        with np.errstate(over="ignore", invalid="ignore"):  # weights may be of any size
            logits, values = forward(np, self.weights, seen, len(self.about.hidden))
        logits = np.where(mask > 0, np.nan_to_num(logits), -np.inf)
        odds = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return odds / odds.sum(axis=-1, keepdims=True), np.nan_to_num(values[..., 0])


def shapes_of(
    places: int, hidden: tuple[int, ...], actions: int, values: int = 1
) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights."""
    shapes: dict[str, tuple[int, ...]] = {"scale": (places,)}
    width = places
    for k, wide in enumerate(hidden):
        shapes |= {f"w{k}": (width, wide), f"b{k}": (wide,)}
        width = wide
    heads = {"policy": actions, "value": values}
    for name, wide in heads.items():
        shapes |= {f"{name}_w": (width, wide), f"{name}_b": (wide,)}
    return shapes


def forward(xp: Any, weights: Mapping[str, Any], seen: Any, layers: int) -> tuple[Any, Any]:
    """Logits (rows x actions) and values (rows x values); `xp` is NumPy or a compatible module."""
    x = seen.astype(xp.float32) * weights["scale"]
    for k in range(layers):
        x = xp.maximum(x @ weights[f"w{k}"] + weights[f"b{k}"], 0)
    logits = x @ weights["policy_w"] + weights["policy_b"]
    return logits, x @ weights["value_w"] + weights["value_b"]


def scale_of(game: Game[Any], options: Options) -> Floats:
    """The reciprocal of the largest value of each place."""
    places = game.observation_features(options)
    most = [max(abs(place.least), abs(place.most), 1) for place in places]
    return (1 / np.array(most)).astype(np.float32)


@lru_cache(64)
def _layout(features: tuple[Any, ...], actions: tuple[int, ...]) -> str:
    told = msgspec.json.encode([features, actions])
    return blake2b(told, digest_size=16).hexdigest()


def layout_of(game: Game[Any], options: Options) -> str:
    """An identifier of the places and actions; equal for equal layouts."""
    return _layout(game.observation_features(options), game.numbering(options).actions)
