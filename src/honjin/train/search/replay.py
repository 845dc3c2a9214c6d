"""Decisions that wait for the end of their game, and those that are settled, to learn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from honjin.bots.net.files import Arrays, below, under
from honjin.train.search.playing import SearchRows

Array = np.ndarray[Any, Any]

DECIDED: Final = ("seen", "mask", "odds")


class Replay:
    """The latest `most` settled decisions, and all that wait.

    `settled` has a row for each decision: what the seat saw, what was legal, the odds that its
    search found, and the game's `result`: the return of each seat divided by the best, from the
    seat that decided on. `waiting` has the game and the seat of each decision instead.
    """

    def __init__(self, most: int, games: int, seats: int, places: int, actions: int) -> None:
        self._most, self._games, self._seats = most, games, seats
        decided: Arrays = {
            "seen": np.zeros((0, places), np.int8), "mask": np.zeros((0, actions), np.int8),
            "odds": np.zeros((0, actions), np.float32),
        }  # fmt: skip
        none = np.zeros(0, np.int64)
        self.waiting: Arrays = {**decided, "game": none, "seat": none}
        self.settled: Arrays = {**decided, "result": np.zeros((0, seats), np.float32)}

    def __len__(self) -> int:
        """The number of decisions to learn from."""
        return len(self.settled["result"])

    def add(self, rows: SearchRows) -> int:
        """Take in an update's decisions; return how many were settled by it."""
        steps, games = rows.over.shape
        ends, are_over = ends_of(rows.rewards, rows.over)
        game = np.concatenate([self.waiting["game"], np.tile(np.arange(games), steps)])
        # What waits is settled by the first end of its game.
        first = np.concatenate([np.zeros(len(self.waiting["game"]), np.int64), _steps(rows)])
        seat = np.concatenate([self.waiting["seat"], rows.seat.reshape(-1)])
        decided = {
            name: np.concatenate([self.waiting[name], _flat(getattr(rows, name))])
            for name in DECIDED
        }
        is_over = are_over[first, game]
        turned = (seat[:, None] + np.arange(self._seats)) % self._seats
        result = np.take_along_axis(ends[first, game], turned, axis=1)
        self.waiting = {name: held[~is_over] for name, held in decided.items()}
        self.waiting |= {"game": game[~is_over], "seat": seat[~is_over]}
        new = {name: held[is_over] for name, held in decided.items()} | {"result": result[is_over]}
        self.settled = {
            name: np.concatenate([held, new[name]])[-self._most :]
            for name, held in self.settled.items()
        }
        return int(is_over.sum())

    # ---- the file

    def kept(self) -> Arrays:
        """All decisions."""
        return under("waiting", self.waiting) | under("settled", self.settled)

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Restore all decisions; ValueError for arrays that do not fit."""
        waiting, settled = (below(name, dict(kept)) for name in ("waiting", "settled"))
        _must_be_like(self.waiting, waiting)
        _must_be_like(self.settled, settled)
        for name, most in (("game", self._games), ("seat", self._seats)):
            if ((waiting[name] < 0) | (waiting[name] >= most)).any():
                raise ValueError(f"expected a {name} from 0 to {most - 1}")
        if len(settled["result"]) > self._most:
            raise ValueError(f"expected at most {self._most} decisions to learn from")
        self.waiting, self.settled = waiting, settled


def ends_of(rewards: Array, over: Array) -> tuple[Array, Array]:
    """For each step and game: the result of the game that is played there, and whether it ended."""
    ends, are_over = np.zeros_like(rewards), np.zeros_like(over)
    result, is_over = np.zeros_like(rewards[0]), np.zeros_like(over[0])
    for step in reversed(range(len(over))):
        result[over[step]] = rewards[step, over[step]]
        is_over |= over[step]
        ends[step], are_over[step] = result, is_over
    return ends, are_over


def _steps(rows: SearchRows) -> Array:
    steps, games = rows.over.shape
    return np.repeat(np.arange(steps), games)


def _flat(held: Array) -> Array:
    return held.reshape(-1, *held.shape[2:])


def _must_be_like(expected: Arrays, given: Mapping[str, Any]) -> None:
    if expected.keys() != given.keys():
        raise ValueError(f"expected arrays {', '.join(expected)}, got {', '.join(given)}")
    count = len(next(iter(given.values())))
    for name, held in expected.items():
        got = given[name]
        if got.shape != (count, *held.shape[1:]) or got.dtype != held.dtype:
            raise ValueError(f"expected {name} of {held.dtype}, {count} rows like {held.shape[1:]}")
