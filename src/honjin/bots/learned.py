"""Learned weights: by name, as in `value:FILE:1s:c=1`, and those that come with a game.

The latter are files in the game's folder `learned/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.bot import Bot
from honjin.bots.manner import ManneredBot
from honjin.bots.mcts.bot import MctsBot
from honjin.bots.patterns.bot import with_patterns
from honjin.bots.patterns.files import read_patterns
from honjin.bots.patterns.weights import PatternValue
from honjin.bots.players import Player, read_player
from honjin.bots.random_bot import SlippingBot
from honjin.bots.weighed.bot import with_weights
from honjin.bots.weighed.files import SUFFIX, read_weights, readable
from honjin.bots.weighed.learned import LearnedWeights
from honjin.core.errors import BadNet, UnknownBot
from honjin.core.game import Game
from honjin.core.jit.sources.files import LEARNED
from honjin.core.options import Options


def find_value(game: Game[Any], options: Options, text: str) -> Player:
    """The player of a specification such as `value:a.npz:1s`.

    It has the settings of `alphabeta` if the file holds weights of patterns, or else of `mcts`.
    Raises UnknownBot if the file holds nothing learned, or for other rules or options.
    """
    _, path, *parts = text.split(":")
    value = _read(path)
    usual = "alphabeta" if isinstance(value, PatternValue) else "mcts"
    player = read_player(":".join([usual, *parts]))
    bot, wrapped = _unwrapped(player.bot)
    if not isinstance(bot, MctsBot | AlphaBetaBot):
        raise UnknownBot(f"{text}: a learned value takes no proofs")
    if not value.suits(game, options):
        about = value if isinstance(value, LearnedWeights) else value.about
        told = ", ".join(f"{key}={given}" for key, given in about.options.items())
        raise UnknownBot(
            f"{text}: it was learned for {about.game} (rules {about.rules}; {told}), "
            f"which is not {game.key} with these options"
        )
    return Player(text, wrapped(_with_value(bot, value, options, path)), player.budget)


def _with_value(
    bot: MctsBot | AlphaBetaBot, value: PatternValue | LearnedWeights, options: Options, path: str
) -> Bot:
    """The bot with the weights that it can use."""
    if isinstance(bot, MctsBot):
        assert isinstance(value, LearnedWeights)
        return with_weights(bot, options, value, path)
    assert isinstance(value, PatternValue)
    return with_patterns(bot, value, options, path)


def _read(path: str) -> PatternValue | LearnedWeights:
    """The weights in a file; UnknownBot if it cannot be read."""
    try:
        return read_weights(path) if path.endswith(SUFFIX) else read_patterns(path)
    except OSError as problem:
        raise UnknownBot(f"value:{path}: {problem.strerror}") from None
    except BadNet as problem:
        raise UnknownBot(f"value:{problem}") from None


def _unwrapped(bot: Bot) -> tuple[Bot, Callable[[Bot], Bot]]:
    """The bot without its slips and its manner, and how to give another bot the same."""
    if not isinstance(bot, SlippingBot | ManneredBot):
        return bot, lambda other: other
    outer = bot
    inner, wrapped = _unwrapped(outer.bot)
    return inner, lambda other: replace(outer, bot=wrapped(other))


# ---- weights that come with a game


def own_value(game: Game[Any], options: Options) -> PatternValue | None:
    """The weights of patterns that come with a game for these options; None if there are none."""
    suiting = (value for value in _patterns_in(game.home / LEARNED) if value.suits(game, options))
    return next(suiting, None)


@cache
def _patterns_in(folder: Path) -> tuple[PatternValue, ...]:
    return readable(folder, ".npz", read_patterns)
