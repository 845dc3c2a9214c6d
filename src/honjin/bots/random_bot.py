"""The bot that takes any legal action."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from honjin.core.game import Game
from honjin.core.options import Options


@dataclass(frozen=True)
class RandomBot:
    """Every legal action is as likely as any other."""

    name: str = "random"

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    def choose(
        self,
        game: Game[Any],
        observation: Any,
        seat: int,
        rng: random.Random,
        seconds: float,  # noqa: ARG002
    ) -> int:
        """One of the legal actions."""
        return rng.choice(game.legal(observation, seat))
