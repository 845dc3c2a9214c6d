"""Learned values of random weights, for tests."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from honjin.bots.learned.files import value_bytes
from honjin.bots.learned.weights import LearnedValue, blank, shapes_of
from honjin.core.game import Game


def drawn_value(
    game: Game[Any], given: Any = None, *, seed: int = 1, about: Any = None
) -> LearnedValue:
    """A value of random weights; `about` says what else than the truth its file tells."""
    options = game.read_options(given)
    places = np.arange(0, game.observation_size(options), 2, dtype=np.int32)
    widths, actions = (6, 4, 5), game.action_count(options)
    rng = np.random.default_rng(seed)
    weights: dict[str, Any] = {
        name: rng.normal(scale=0.4, size=shape).astype(np.float32)
        for name, shape in shapes_of(len(places), actions, widths).items()
    }
    told = msgspec.structs.replace(blank(game, options, widths).about, **(about or {}))
    return LearnedValue(told, weights | {"places": places})


def write_value(value: LearnedValue, path: Path) -> Path:
    """Its file."""
    path.write_bytes(value_bytes(value))
    return path
