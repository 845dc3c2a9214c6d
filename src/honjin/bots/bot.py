"""What a bot is: a chooser that is handed an observation, never the state of the table."""

from __future__ import annotations

import random
from typing import Any, Protocol

from honjin.core.game import Game
from honjin.core.options import Options


class Bot(Protocol):
    """Plays any game it suits. The same observation, rng state and node limit: the same choice."""

    @property
    def name(self) -> str:
        """The key under which it is offered."""
        ...

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether it can play this game with these options."""
        ...

    def choose(
        self, game: Game[Any], observation: Any, seat: int, rng: random.Random, seconds: float
    ) -> int:
        """A legal action of the seat, found in about `seconds` at most."""
        ...
