"""Compiling the searches of games before they are needed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.bots.patterns import bot as patterns
from honjin.bots.precompile import prepare_loops
from honjin.core.game import Game
from honjin.core.jit.sources.files import LEARNED


def search_loops(game: Game[Any]) -> tuple[Path, ...]:
    """The loop files of the searches for a game: alpha-beta if it suits, and the tree search.

    Alpha-beta by learned weights is first, where weights come with the game.
    """
    bot = alphabeta.AlphaBetaBot()
    known = [*game.preset_options.values()] or [game.read_options()]
    suits = any(bot.suits(game, options) for options in known)
    learned = (patterns.LOOPS,) if any((game.home / LEARNED).glob("*.npz")) else ()
    return (*learned, alphabeta.LOOPS, mcts.LOOPS) if suits else (mcts.LOOPS,)


def prepare(games: Iterable[Game[Any]]) -> None:
    """Start compiling the searches of games in the background, in the order given."""
    for game in games:
        prepare_loops(game, search_loops(game))
