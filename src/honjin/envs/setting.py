"""The setting of an environment: a game, its options, and the sizes that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.state import State
from honjin.games import load

Value = str | bool | int


@dataclass(frozen=True)
class Setting:
    """A game with its options read."""

    game: Game[Any]
    options: Options

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.game.key

    @cached_property
    def seats(self) -> int:
        """The number of seats."""
        return self.game.seats(self.options)

    @cached_property
    def start(self) -> State:
        """The first position, without optional actions such as trade."""
        state: State = self.game.setup(self.options).copy()
        self.game.prune_optional(state)
        return state

    @cached_property
    def actions(self) -> np.ndarray[Any, Any]:
        """`actions[n]` is the rules' action for the number n."""
        return np.array(self.game.numbering(self.options).actions, np.int64)

    @cached_property
    def numbers(self) -> np.ndarray[Any, Any]:
        """The inverse of `actions`; -1 for actions impossible with these options."""
        return np.array(self.game.numbering(self.options).number_of, np.int64)

    @cached_property
    def size(self) -> int:
        """The number of places of an observation."""
        return self.game.observation_size(self.options)

    def observation_space(self) -> spaces.Box:
        """The space of observations, with the range of each place."""
        places = self.game.observation_features(self.options)
        low = np.array([place.least for place in places], np.int8)
        high = np.array([place.most for place in places], np.int8)
        return spaces.Box(low, high, (self.size,), np.int8)

    def mask_space(self, more: int = 0) -> spaces.Box:
        """The space of masks, with a 1 for each legal action; `more` adds extra actions."""
        return spaces.Box(0, 1, (len(self.actions) + more,), np.int8)


def setting(game: str | Game[Any], preset: str | None, options: dict[str, Value]) -> Setting:
    """The setting of a game (or of its key) with a preset and options; BadOption if invalid."""
    found: Game[Any] = load(game) if isinstance(game, str) else game
    given = {**_preset(found, preset), **{key: _text(value) for key, value in options.items()}}
    return Setting(found, found.read_options(given))


def _preset(game: Game[Any], key: str | None) -> Options:
    for preset in game.presets:
        if preset.key == key:
            return preset.options
    if key is None:
        return {}
    known = ", ".join(preset.key for preset in game.presets)
    raise BadOption(f"expected a preset of {game.key}: {known}; got {key!r}")


def _text(value: Value) -> str | bool:
    """A flag as it is, any other value as a string, so that `seats=3` works."""
    return value if isinstance(value, bool) else str(value)
