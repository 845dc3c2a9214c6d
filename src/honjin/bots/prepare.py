"""Getting the searches of games compiled before anybody needs them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.bots.precompile import prepare_loops, share_compiled
from honjin.core.game import Game


def search_loops(game: Game[Any]) -> tuple[Path, ...]:
    """The loops that bots search a game with: alpha-beta where it suits, the tree search always."""
    bot = alphabeta.AlphaBetaBot()
    presets = [game.read_options(preset.options) for preset in game.presets]
    suits = any(bot.suits(game, options) for options in presets or [game.read_options()])
    return (alphabeta.LOOPS, mcts.LOOPS) if suits else (mcts.LOOPS,)


def share_ready(game: Game[Any]) -> float:
    """How much is compiled of a game's searches, from 0 to 1; 1 if nothing is under way."""
    return share_compiled(game, search_loops(game))


def prepare(games: Iterable[Game[Any]]) -> None:
    """Begin to compile the searches of games in the background, those first that come first."""
    for game in games:
        prepare_loops(game, search_loops(game))
