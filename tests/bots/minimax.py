"""The slow twin of the search: minimax without cuts, written to be obviously right."""

from typing import Any

from honjin.core.game import Game
from honjin.core.seats import CHANCE, CHANCE_BIT, MOST_SEATS, seats_in

WON = 1_000_000_000


def minimax(game: Game[Any], s: Any, me: int, depth: int, ply: int = 0) -> int:
    """What a state is worth to a seat, looking so many actions ahead."""
    mask = game.to_act(s)
    if mask == 0:
        return result(game, s, me, ply)
    if mask & CHANCE_BIT:
        return mean(game, s, me, depth, ply)
    if depth == 0:
        return game.evaluate(s, me)
    seat = seats_in(mask)[0]
    values = [
        minimax(game, after(game, s, seat, action), me, depth - 1, ply + 1)
        for action in game.legal(s, seat)
    ]
    return max(values) if seat == me else min(values)


def mean(game: Game[Any], s: Any, me: int, depth: int, ply: int) -> int:
    """The mean over the outcomes of chance, rounded down."""
    outcomes = game.outcomes(s)
    total = sum(
        weight * minimax(game, after(game, s, CHANCE, outcome), me, depth, ply + 1)
        for outcome, weight in outcomes
    )
    return total // sum(weight for _, weight in outcomes)


def result(game: Game[Any], s: Any, me: int, ply: int) -> int:
    """A finished game: a sooner win is better, a later loss too."""
    out = [0] * MOST_SEATS
    game.returns(s, out)
    sign = (out[me] > 0) - (out[me] < 0)
    return sign * (WON * abs(out[me]) // game.best - ply)


def after(game: Game[Any], s: Any, seat: int, action: int) -> Any:
    """The state after an action."""
    new = s.copy()
    game.apply_action(new, seat, action)
    return new
