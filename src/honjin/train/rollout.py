"""Decisions as they are made: observations, choices and results."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from honjin.train.credit import Credit, credit
from honjin.train.parts import Part

Array = np.ndarray[Any, Any]

KEPT: Final = ("seen", "mask", "seat", "action", "log_odds", "value", "is_held")
"""The arrays of a decision."""
PLAYED: Final = (*KEPT[:-1], "rewards", "over")
"""The arrays that playing fills in."""


class Rollout:
    """Rows of decisions, with one decision for each game in a row.

    The first rows, one for each seat, hold pending decisions of the previous rollout. `rewards` and
    `over` are the results of each of the other rows.
    """

    def __init__(self, steps: int, games: int, seats: int, places: int, actions: int) -> None:
        rows = seats + steps
        self.steps, self.games, self.seats = steps, games, seats
        self.seen = np.zeros((rows, games, places), np.int8)
        self.mask = np.zeros((rows, games, actions), np.int8)
        self.seat = np.zeros((rows, games), np.int64)
        self.action = np.zeros((rows, games), np.int32)
        self.log_odds = np.zeros((rows, games), np.float32)
        self.value = np.zeros((rows, games), np.float32)
        self.is_held = np.zeros((rows, games), bool)
        self.is_held[seats:] = True
        self.seat[:seats] = np.arange(seats)[:, None]
        self.rewards = np.zeros((steps, games, seats), np.float32)
        self.over = np.zeros((steps, games), bool)

    def look(self, step: int, seen: Mapping[str, Array]) -> None:
        """Store the observations before a step."""
        row = self.seats + step
        self.seen[row], self.mask[row] = seen["observation"], seen["action_mask"]
        self.seat[row] = seen["to_play"]

    def decide(self, step: int, action: Array, log_odds: Array, value: Array) -> None:
        """Store the choices of a step."""
        row = self.seats + step
        self.action[row], self.log_odds[row], self.value[row] = action, log_odds, value

    def follow(self, step: int, rewards: Array, over: Array) -> None:
        """Store the results of a step."""
        self.rewards[step], self.over[step] = rewards, over

    # ---- parts

    def part(self, part: Part) -> Rollout:
        """A view of some of the games, in the same memory."""
        found = copy.copy(self)
        found.games = part.games
        for name in (*KEPT, "rewards", "over"):
            setattr(found, name, getattr(self, name)[:, part.rows])
        return found

    def played(self) -> dict[str, Array]:
        """The arrays that were played, without the rows of pending decisions."""
        return {name: self._steps_of(name) for name in PLAYED}

    def take(self, played: Mapping[str, Array]) -> None:
        """Store the arrays of `played`; ValueError for arrays that do not fit."""
        for name in PLAYED:
            _put(self._steps_of(name), name, played)

    def _steps_of(self, name: str) -> Array:
        held: Array = getattr(self, name)
        return held[-self.steps :]

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
            _put(getattr(self, name)[: self.seats], name, waiting)
        if (self.seat[: self.seats] != np.arange(self.seats)[:, None]).any():
            raise ValueError("expected a row for each seat")


def _put(rows: Array, name: str, given: Mapping[str, Array]) -> None:
    found = given.get(name)
    if found is None or found.shape != rows.shape or found.dtype != rows.dtype:
        raise ValueError(f"expected {name} of {rows.dtype} {rows.shape}")
    rows[:] = found
