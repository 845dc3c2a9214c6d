"""Waiting for loops that another test may have asked for a moment ago."""

import time
from typing import Any, Final

from honjin.bots import all_loops_of
from honjin.bots.ahead import compile_ahead
from honjin.bots.bot import Bot
from honjin.core.game import Game

PATIENCE: Final = 240.0  # seconds; what is kept is loaded in one or two


def get_ready(game: Game[Any], bot: Bot) -> None:
    """Wait until all that a bot searches and proves with is loaded; before, it plays without."""
    end = time.monotonic() + PATIENCE
    while not all(compile_ahead(game, loops) for loops in all_loops_of(bot)):
        assert time.monotonic() < end, f"the loops of {bot.name} are not there"
        time.sleep(0.02)
