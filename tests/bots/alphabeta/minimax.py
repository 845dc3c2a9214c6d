"""The slow twin of alpha-beta: minimax without cuts, written to be obviously right."""

from typing import Any

from honjin.core.game import Game
from honjin.core.seats import CHANCE, CHANCE_BIT, MAX_SEATS, seats_in

WON = 1_000_000_000
SURE = 999_000_000  # more than any estimate


def minimax(game: Game[Any], s: Any, me: int, depth: int, plies: int = 0) -> int:
    """The value of a state to a seat by minimax to a depth, at a number of plies from the root."""
    mask = game.may_act(s)
    if mask == 0:
        value = result(game, s, me)
    elif mask & CHANCE_BIT:
        value = mean(game, s, me, depth)
    elif depth == 0:
        value = estimate(game, s, me)
    else:
        seat = seats_in(mask)[0]
        values = [
            minimax(game, after(game, s, seat, action), me, depth - 1, 1)
            for action in game.legal(s, seat)
        ]
        value = max(values) if seat == me else min(values)
    return nearer(value, plies)


def mean(game: Game[Any], s: Any, me: int, depth: int) -> int:
    """The mean over the outcomes of chance, rounded down."""
    outcomes = game.outcomes(s)
    total = sum(
        weight * minimax(game, after(game, s, CHANCE, outcome), me, depth, 1)
        for outcome, weight in outcomes
    )
    return total // sum(weight for _, weight in outcomes)


def result(game: Game[Any], s: Any, me: int) -> int:
    """A finished game."""
    out = [0] * MAX_SEATS
    game.returns(s, out)
    size = WON * abs(out[me]) // game.best
    return size if out[me] > 0 else -size


def estimate(game: Game[Any], s: Any, me: int) -> int:
    """The game's guess e as the share e / (|e| + swing)."""
    guess = game.evaluate(s, me)
    size = abs(guess) * SURE // (abs(guess) + game.eval_scale)
    return size if guess > 0 else -size


def nearer(value: int, plies: int) -> int:
    """A value some plies before: one nearer to zero each, so that a sooner win is better."""
    return max(0, value - plies) if value > 0 else min(0, value + plies)


def after(game: Game[Any], s: Any, seat: int, action: int) -> Any:
    """The state after an action."""
    new = s.copy()
    game.apply_action(new, seat, action)
    return new
