"""The one door through which a bot is asked: an observation goes in, a legal action comes out."""

from __future__ import annotations

import random
from typing import Final

from honjin.bots.bot import Bot, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.core.errors import Illegal, NotToAct
from honjin.core.play import Play

ONE_SECOND: Final = Budget()


def ask(
    bot: Bot, play: Play, seat: int, rng: random.Random, budget: Budget = ONE_SECOND
) -> SearchResult:
    """What the bot would do on this seat; it is shown what the seat sees, and nothing else."""
    seen = play.game.seen_by(play.state, seat)
    return ask_seen(
        bot, SearchRequest(play.game, seen, seat, play.seats, rng, budget, SearchHandle())
    )


def ask_seen(bot: Bot, task: SearchRequest) -> SearchResult:
    """The same for who made the observation; the bot gets a copy that it may spoil.

    In the copy there is nothing but what the game waits for (`Game.quiet`), if it waits for this
    seat: what is done besides is asked for elsewhere (`off_turns`).
    """
    game, seat, legal = task.game, task.seat, task.legal()
    if not legal:
        raise NotToAct(f"{bot.name} was asked to play seat {seat} of {game.key}, not to act now")
    seen = task.observation.copy()
    if game.must_act(seen) >> seat & 1:
        game.prune_optional(seen)
    result = bot.think(task._replace(observation=seen))
    if result.action not in legal:
        raise Illegal(
            f"{bot.name} chose {result.action!r} for seat {seat} of {game.key}; "
            f"expected one of its {len(legal)} legal actions"
        )
    return result
