"""Single questions to bots, and whole games between them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from honjin.bots import Bot, Budget, SearchHandle, SearchRequest, SearchResult, ask
from honjin.core.game import Game
from honjin.core.play import Play

LONG = Budget(60.0)


def task(
    game: Game[Any], state: Any, seat: int, seed: int = 1, budget: Budget = LONG, seats: int = 2
) -> SearchRequest:
    """The request to a seat's bot in a state."""
    seen = game.seen_by(state, seat)
    return SearchRequest(game, seen, seat, seats, random.Random(seed), budget, SearchHandle())


def result(
    bot: Bot, game: Game[Any], state: Any, seat: int, seed: int = 1, budget: Budget = LONG
) -> SearchResult:
    """What a bot thinks in a state."""
    return bot.think(task(game, state, seat, seed, budget))


def played(
    game: Game[Any],
    bots: Sequence[Bot],
    seed: int,
    options: Mapping[str, object] | None = None,
    budget: Budget = LONG,
) -> Play:
    """A game to its end; bots act when they are awaited."""
    rng = random.Random(seed)
    play = Play(game, options)
    play.run_chance(rng.randrange)
    while play.result() is None:
        seat = (play.must_act() or play.may_act())[0]
        play.act(seat, ask(bots[seat], play, seat, rng, budget).action)
        play.run_chance(rng.randrange)
    return play


def score(
    game: Game[Any],
    one: Bot,
    other: Bot,
    games: int,
    options: Mapping[str, object] | None = None,
    budget: Budget = LONG,
) -> tuple[int, int]:
    """Games won by each of two bots that change seats after every game."""
    won = [0, 0]
    for n in range(games):
        seats = (one, other) if n % 2 == 0 else (other, one)
        result = played(game, seats, n, options, budget).result()
        assert result is not None
        for seat in result.winners():
            won[seat ^ n % 2] += 1
    return won[0], won[1]
