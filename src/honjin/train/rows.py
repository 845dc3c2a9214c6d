"""What is played in an update: arrays with a row for each step and a column for each game."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from honjin.train.parts import Part

Array = np.ndarray[Any, Any]

RESULTS: Final = ("rewards", "over")


class Rows:
    """Observations, and the results of each step.

    `ahead` more rows come before those of the steps. The names of the other arrays of decisions are
    in `DECIDED`.
    """

    DECIDED: ClassVar[tuple[str, ...]] = ("seen", "mask", "seat")
    """The arrays of decisions that playing fills in."""

    def __init__(
        self, steps: int, games: int, seats: int, places: int, actions: int, ahead: int = 0
    ) -> None:
        rows = ahead + steps
        self.steps, self.games, self.seats, self._ahead = steps, games, seats, ahead
        self.seen = np.zeros((rows, games, places), np.int8)
        self.mask = np.zeros((rows, games, actions), np.int8)
        self.seat = np.zeros((rows, games), np.int64)
        self.rewards = np.zeros((steps, games, seats), np.float32)
        self.over = np.zeros((steps, games), bool)

    def look(self, step: int, seen: Mapping[str, Array]) -> None:
        """Store the observations before a step."""
        row = self._ahead + step
        self.seen[row], self.mask[row] = seen["observation"], seen["action_mask"]
        self.seat[row] = seen["to_play"]

    def follow(self, step: int, rewards: Array, over: Array) -> None:
        """Store the results of a step."""
        self.rewards[step], self.over[step] = rewards, over

    # ---- parts

    def part(self, part: Part) -> Any:
        """A view of some of the games, in the same memory."""
        found = copy.copy(self)
        found.games = part.games
        for name, held in vars(self).items():
            if isinstance(held, np.ndarray):
                setattr(found, name, held[:, part.rows])
        return found

    def played(self) -> dict[str, Array]:
        """The arrays that were played, without the rows ahead."""
        return {name: self._steps_of(name) for name in (*self.DECIDED, *RESULTS)}

    def take(self, played: Mapping[str, Array]) -> None:
        """Store the arrays of `played`; ValueError for arrays that do not fit."""
        for name in (*self.DECIDED, *RESULTS):
            put(self._steps_of(name), name, played)

    def _steps_of(self, name: str) -> Array:
        held: Array = getattr(self, name)
        return held[-self.steps :]


def put(rows: Array, name: str, given: Mapping[str, Array]) -> None:
    """Store a given array; ValueError unless its shape and type are as expected."""
    found = given.get(name)
    if found is None or found.shape != rows.shape or found.dtype != rows.dtype:
        raise ValueError(f"expected {name} of {rows.dtype} {rows.shape}")
    rows[:] = found
