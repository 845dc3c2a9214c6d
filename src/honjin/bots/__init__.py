"""Bots: they know no game, and see only what their seat sees. In order of strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from honjin.bots.ask import ask, ask_seen
from honjin.bots.bot import Bot
from honjin.bots.greedy import GreedyBot
from honjin.bots.random_bot import RandomBot
from honjin.bots.search import SearchBot

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (RandomBot(), GreedyBot(), SearchBot())}

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "SearchBot", "ask", "ask_seen"]
