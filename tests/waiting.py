"""Waiting for what another thread or process brings about."""

import time
from collections.abc import Callable
from typing import Any, Final

from honjin.bots import all_loops_of
from honjin.bots.bot import Bot
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game

PATIENCE: Final = 240.0  # seconds; loops that are kept are loaded in one or two


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something; fails when it does not come about in so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"it did not come about in {seconds:g} seconds"
        time.sleep(0.01)


def get_ready(game: Game[Any], bot: Bot) -> None:
    """Wait until all that a bot searches and proves with is loaded; before, it plays without."""
    until(lambda: all(compile_ahead(game, loops) for loops in all_loops_of(bot)), PATIENCE)
