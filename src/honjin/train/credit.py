"""What came of each decision for the seat that made it.

A seat's trajectory are its own decisions, whoever acts in between, one seat or several: the future
of a decision is what the seat gets until it decides again, and then the value of that decision,
seen with its own eyes. So nothing is assumed of the others, neither turns nor a zero sum.

A decision whose seat has not decided again when the rollout ends is not settled yet. It waits, one
for each seat and game at most, in the first rows of the next rollout.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Credit(NamedTuple):
    """For each row and game: the advantage of a decision, and whether it is settled."""

    advantage: Array
    is_settled: Array


def credit(
    seat: Array, value: Array, is_held: Array, rewards: Array, over: Array, discount: float,
    trace: float,
) -> Credit:  # fmt: skip
    """Generalized advantage estimation over each seat's own decisions.

    `seat`, `value`, `is_held` are rows x games: who decided, what it expected, and whether there is
    a decision at all. The first rows hold what waits, one for each seat; then come the steps, of
    which `rewards` (steps x games x seats) and `over` (steps x games) tell what followed.
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
