"""A bot that plays at random, and a wrapper that does so in a share of its turns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honjin.bots.bot import Bot, SearchRequest, SearchResult, actions_a_unit, all_loops_of, loops_of
from honjin.core.game import Game
from honjin.core.options import Options


@dataclass(frozen=True)
class RandomBot:
    """Plays every legal action with the same probability."""

    name: str = "random"

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the legal actions."""
        return SearchResult(task.rng.choice(task.legal()))


@dataclass(frozen=True)
class Wrapper:
    """A bot that plays like another one, but not always."""

    bot: Bot

    @property
    def name(self) -> str:
        """The wrapped bot's name."""
        return self.bot.name

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the wrapped bot suits the game."""
        return self.bot.suits(game, options)

    @property
    def loops(self) -> Path | None:
        """The wrapped bot's loop file."""
        return loops_of(self.bot)

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """The wrapped bot's other loop files."""
        return all_loops_of(self.bot)

    @property
    def actions_a_unit(self) -> int:
        """The wrapped bot's number."""
        return actions_a_unit(self.bot)


@dataclass(frozen=True)
class SlippingBot(Wrapper):
    """Plays like another bot, but takes any legal action in a share of its turns (0 to 1)."""

    share: float

    def think(self, task: SearchRequest) -> SearchResult:
        """A random action, or the wrapped bot's."""
        if task.rng.random() < self.share:
            return SearchResult(task.rng.choice(task.legal()))
        return self.bot.think(task)
