"""Bots. None is written for a particular game; each is given only its seat's observation."""

from __future__ import annotations

from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.ask import ask, ask_seen
from honjin.bots.bot import (
    ActionStats,
    Bot,
    Budget,
    SearchHandle,
    SearchRequest,
    SearchResult,
    all_loops_of,
    fresh,
    loops_of,
)
from honjin.bots.certain.problems import words_of_bots
from honjin.bots.certain.proving import ProvingBot
from honjin.bots.certain.sure import SureBot
from honjin.bots.certain.tablebase import TablebaseBot
from honjin.bots.certain.values import Knowledge
from honjin.bots.greedy import GreedyBot
from honjin.bots.manner import ManneredBot
from honjin.bots.mcts.bot import MctsBot
from honjin.bots.off_turn import OffTurn, ask_off_turn
from honjin.bots.players import (
    BOTS,
    LEVELS,
    SECONDS,
    Player,
    find_player,
    level_text,
    players_of,
    read_player,
    uncompiled,
)
from honjin.bots.random_bot import RandomBot, SlippingBot

__all__ = [
    "BOTS",
    "LEVELS",
    "SECONDS",
    "ActionStats",
    "AlphaBetaBot",
    "Bot",
    "Budget",
    "GreedyBot",
    "Knowledge",
    "ManneredBot",
    "MctsBot",
    "OffTurn",
    "Player",
    "ProvingBot",
    "RandomBot",
    "SearchHandle",
    "SearchRequest",
    "SearchResult",
    "SlippingBot",
    "SureBot",
    "TablebaseBot",
    "all_loops_of",
    "ask",
    "ask_off_turn",
    "ask_seen",
    "find_player",
    "fresh",
    "level_text",
    "loops_of",
    "players_of",
    "read_player",
    "uncompiled",
    "words_of_bots",
]  # fmt: skip
