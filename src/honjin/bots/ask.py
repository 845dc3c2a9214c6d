"""Asking a bot for an action: it is given an observation only, and its action is checked."""

from __future__ import annotations

import random
from typing import Final

from honjin.bots.bot import Bot, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.core.errors import Illegal, NotToAct
from honjin.core.play import Play

ONE_SECOND: Final = Budget()


def ask(
    bot: Bot, play: Play, seat: int, rng: random.Random, budget: Budget = ONE_SECOND,
    *, may_end_early: bool = False,
) -> SearchResult:  # fmt: skip
    """The bot's result for this seat; the bot is given the seat's observation only."""
    seen = play.game.seen_by(play.state, seat)
    task = SearchRequest(
        play.game, seen, seat, play.seats, rng, budget, SearchHandle(), may_end_early=may_end_early
    )
    return ask_seen(bot, task)


def ask_seen(bot: Bot, task: SearchRequest) -> SearchResult:
    """The same for a request with a given observation; the bot gets a copy that it may modify.

    If the game waits for this seat, optional actions are left out of the copy
    (`Game.prune_optional`); they are chosen separately (`off_turn`).
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
