"""Decisions as they are made: observations, choices and results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import numpy as np

from honjin.train.credit import Credit, credit
from honjin.train.rows import RESULTS, Array, Rows, put

KEPT: Final = ("seen", "mask", "seat", "action", "log_odds", "value", "is_held")
"""The arrays of a decision."""
PLAYED: Final = (*KEPT[:-1], *RESULTS)
"""The arrays that playing fills in."""


class Rollout(Rows):
    """Rows of decisions, with one decision for each game in a row.

    The first rows, one for each seat, hold pending decisions of the previous rollout. `rewards` and
    `over` are the results of each of the other rows.
    """

    DECIDED: ClassVar[tuple[str, ...]] = KEPT[:-1]

    def __init__(self, steps: int, games: int, seats: int, places: int, actions: int) -> None:
        super().__init__(steps, games, seats, places, actions, ahead=seats)
        rows = seats + steps
        self.action = np.zeros((rows, games), np.int32)
        self.log_odds = np.zeros((rows, games), np.float32)
        self.value = np.zeros((rows, games), np.float32)
        self.is_held = np.zeros((rows, games), bool)
        self.is_held[seats:] = True
        self.seat[:seats] = np.arange(seats)[:, None]

    def decide(self, step: int, action: Array, log_odds: Array, value: Array) -> None:
        """Store the choices of a step."""
        row = self.seats + step
        self.action[row], self.log_odds[row], self.value[row] = action, log_odds, value

    # ---- credit

    def credit(self, discount: float, trace: float) -> Credit:
        """The credit of each decision."""
        return credit(self.seat, self.value, self.is_held, self.rewards, self.over, discount, trace)

    def carry(self, is_settled: Array) -> None:
        """Move pending decisions to the first rows, where the next rollout finds them."""
        waits = self.is_held & ~is_settled
        found = {name: getattr(self, name).copy() for name in KEPT}
        every = np.arange(self.games)
        for seat in range(self.seats):
            own = waits & (found["seat"] == seat)
            row = len(own) - 1 - own[::-1].argmax(axis=0)
            for name in KEPT:
                getattr(self, name)[seat] = found[name][row, every]
            self.seat[seat], self.is_held[seat] = seat, own.any(axis=0)

    def waiting(self) -> dict[str, Array]:
        """The first rows, which hold pending decisions."""
        return {name: getattr(self, name)[: self.seats].copy() for name in KEPT}

    def take_up(self, waiting: Mapping[str, Array]) -> None:
        """Restore the rows of `waiting`; ValueError for arrays that do not fit."""
        for name in KEPT:
            put(getattr(self, name)[: self.seats], name, waiting)
        if (self.seat[: self.seats] != np.arange(self.seats)[:, None]).any():
            raise ValueError("expected a row for each seat")
