"""Saving games in progress, so that another process can resume them.

A saved game consists of the state of its random generator at the beginning and the numbers of the
actions since then. It is replayed and every action is checked, so no file can lead to a position
that the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from honjin.core.errors import RecordMismatch
from honjin.envs.engine.engine import SEAT, VIEWER, Engine, Ints
from honjin.envs.engine.engine_loops import RNG

_ROOM: Final = 64
_MAX_LUCK: Final = 0xFFFFFFFF

PARTS: Final = ("luck", "lengths", "actions")

Games = dict[str, np.ndarray[Any, Any]]
"""`luck` (games): the generators; `lengths` (games); `actions` (games x the longest), then -1."""


class Past:
    """The actions of each game since it began."""

    def __init__(self, count: int) -> None:
        self.luck: Ints = np.zeros(count, np.int64)
        self.lengths: Ints = np.zeros(count, np.int64)
        self._actions = np.full((count, _ROOM), -1, np.int32)

    def begin(self, which: Ints, luck: Ints) -> None:
        """Record that these games begin, with these states of their generators."""
        self.luck[which], self.lengths[which] = luck, 0
        self._actions[which] = -1

    def add(self, which: Ints, numbers: Ints) -> None:
        """Record an action in each of these games."""
        if self.lengths.max() >= self._actions.shape[1]:
            more = np.full(self._actions.shape, -1, np.int32)
            self._actions = np.concatenate([self._actions, more], axis=1)
        self._actions[which, self.lengths[which]] = numbers
        self.lengths[which] += 1

    def games(self) -> Games:
        """The record as arrays."""
        longest = int(self.lengths.max())
        return {
            "luck": self.luck.copy(), "lengths": self.lengths.copy(),
            "actions": self._actions[:, :longest].copy(),
        }  # fmt: skip


def play_again(engine: Engine, games: Mapping[str, Any], past: Past) -> None:
    """Replay saved games in an engine; RecordMismatch if they cannot be replayed."""
    if missing := [key for key in PARTS if key not in games]:
        raise RecordMismatch(f"expected {', '.join(PARTS)}; there is no {', '.join(missing)}")
    luck, lengths, actions = (np.asarray(games[key]) for key in PARTS)
    _must_fit(engine, luck, lengths, actions)
    engine.desk[:, RNG] = luck
    past.begin(engine.everybody, luck)
    engine.begin(engine.everybody)
    for step in range(actions.shape[1]):
        which = np.flatnonzero(lengths > step).astype(np.int64)
        numbers = actions[which, step].astype(np.int64)
        _must_be_legal(engine, which, numbers, step)
        engine.actions[which] = engine.setting.actions[numbers]
        engine.advance(which)
        past.add(which, numbers)
    if (engine.desk[:, SEAT] < 0).any():
        raise RecordMismatch("expected games in progress, got one that is over")


def _must_fit(engine: Engine, luck: Any, lengths: Any, actions: Any) -> None:
    count = engine.count
    if luck.shape != (count,) or lengths.shape != (count,) or actions.shape[:1] != (count,):
        shapes = ", ".join(str(table.shape) for table in (luck, lengths, actions))
        raise RecordMismatch(f"expected {count} games, got arrays of {shapes}")
    if any(table.dtype.kind not in "iu" for table in (luck, lengths, actions)):
        kinds = ", ".join(str(table.dtype) for table in (luck, lengths, actions))
        raise RecordMismatch(f"expected arrays of integers, got {kinds}")
    if lengths.min() < 0:
        raise RecordMismatch(f"expected lengths of at least 0, got {lengths.min()}")
    wrong = luck[(luck < 1) | (luck > _MAX_LUCK)]
    if len(wrong):
        raise RecordMismatch(f"expected generators from 1 to {_MAX_LUCK}, got {wrong[0]}")
    if actions.ndim != 2 or actions.shape[1] != max(0, int(lengths.max())):
        raise RecordMismatch(f"expected actions of {lengths.max()} steps, got {actions.shape}")


def _must_be_legal(engine: Engine, which: Ints, numbers: Ints, step: int) -> None:
    seats = engine.desk[which, SEAT]
    if (seats < 0).any():
        raise RecordMismatch(f"expected games of more than {step} steps, got one that is over")
    engine.desk[which, VIEWER] = seats
    engine.look(which)
    are_known = (numbers >= 0) & (numbers < len(engine.setting.actions))
    if not are_known.all() or not engine.legal[which, numbers].all():
        raise RecordMismatch(f"expected legal actions, got an illegal one in step {step + 1}")
