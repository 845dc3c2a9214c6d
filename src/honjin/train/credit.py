"""The credit of each decision for the seat that made it.

A seat's trajectory consists of its own decisions, whichever seats act in between: the return of a
decision is the seat's reward until it decides again, plus the value of that next decision from its
own observation. So nothing is assumed of the other seats, neither turn order nor a zero sum.

A decision is pending if its seat has not decided again when the rollout ends. It is carried over to
the first rows of the next rollout, at most one for each seat and game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Credit(NamedTuple):
    """For each row and game: the advantage of a decision, and false if it is pending."""

    advantage: Array
    is_settled: Array


def credit(
    seat: Array, value: Array, is_held: Array, rewards: Array, over: Array, discount: float,
    trace: float,
) -> Credit:  # fmt: skip
    """Generalized advantage estimation over each seat's own decisions.

    `seat`, `value`, `is_held` are rows x games: the seat that decided, the value it expected, and
    whether there is a decision at all. The first rows hold pending decisions, one for each seat;
    the others are the steps, whose results are in `rewards` (steps x games x seats) and `over`
    (steps x games).
    """
    steps, games, seats = rewards.shape
    ahead = len(seat) - steps
    every = np.arange(games)
    next_value = np.zeros((games, seats), np.float32)
    next_advantage = np.zeros((games, seats), np.float32)
    reward = np.zeros((games, seats), np.float32)
    is_known = np.zeros((games, seats), bool)
    advantage = np.zeros(seat.shape, np.float32)
    is_settled = np.zeros(seat.shape, bool)
    for row in reversed(range(len(seat))):
        if row >= ahead:
            reward += rewards[row - ahead]
            ended = over[row - ahead]
            reward[ended] = rewards[row - ahead, ended]
            next_value[ended] = next_advantage[ended] = 0
            is_known[ended] = True
        own = every, seat[row]
        error = reward[own] + discount * next_value[own] - value[row]
        is_settled[row] = is_held[row] & is_known[own]
        advantage[row] = np.where(
            is_settled[row], error + discount * trace * next_advantage[own], 0
        )
        here = every[is_held[row]], seat[row][is_held[row]]
        next_value[here] = value[row][is_held[row]]
        next_advantage[here] = advantage[row][is_held[row]]
        reward[here] = 0
        is_known[here] = True
    return Credit(advantage, is_settled)
