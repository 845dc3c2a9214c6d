"""The one door through which a bot is asked: an observation goes in, a legal action comes out."""

from __future__ import annotations

import random
from typing import Any

from honjin.bots.bot import Bot
from honjin.core.errors import Illegal, NotToAct
from honjin.core.game import Game
from honjin.core.play import Play


def ask(bot: Bot, play: Play, seat: int, rng: random.Random, seconds: float) -> int:
    """What the bot would do on this seat; it is shown what the seat sees, and nothing else."""
    return ask_seen(bot, play.game, play.game.seen_by(play.state, seat), seat, rng, seconds)


def ask_seen(
    bot: Bot, game: Game[Any], observation: Any, seat: int, rng: random.Random, seconds: float
) -> int:
    """The same for who made the observation; the bot gets a copy that it may spoil."""
    legal = game.legal(observation, seat)
    if not legal:
        raise NotToAct(f"{bot.name} was asked to play seat {seat} of {game.key}, not to act now")
    action = bot.choose(game, observation.copy(), seat, rng, seconds)
    if action not in legal:
        raise Illegal(
            f"{bot.name} chose {action!r} for seat {seat} of {game.key}; "
            f"expected one of its {len(legal)} legal actions"
        )
    return action
