"""The bot that takes any legal action, and bots that now and then do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honjin.bots.bot import Bot, SearchRequest, SearchResult, actions_a_unit, loops_of
from honjin.core.game import Game
from honjin.core.options import Options


@dataclass(frozen=True)
class RandomBot:
    """Every legal action is as likely as any other."""

    name: str = "random"

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the legal actions."""
        return SearchResult(task.rng.choice(task.legal()))


@dataclass(frozen=True)
class SlippingBot:
    """Plays like another bot, but takes any legal action in a share of its turns (0 to 1)."""

    bot: Bot
    share: float

    @property
    def name(self) -> str:
        """That of the bot it plays like."""
        return self.bot.name

    def suits(self, game: Game[Any], options: Options) -> bool:
        """What the other suits."""
        return self.bot.suits(game, options)

    @property
    def loops(self) -> Path | None:
        """What the other searches with."""
        return loops_of(self.bot)

    @property
    def actions_a_unit(self) -> int:
        """What the other's work is counted in."""
        return actions_a_unit(self.bot)

    def think(self, task: SearchRequest) -> SearchResult:
        """A random action, or the other's."""
        if task.rng.random() < self.share:
            return SearchResult(task.rng.choice(task.legal()))
        return self.bot.think(task)
