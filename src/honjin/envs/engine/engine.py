"""Many games of one kind in parallel, over compiled rules; the basis of all environments."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from honjin.core.jit.compiled import batch, compiled, interpreted
from honjin.core.jit.rng import seeded
from honjin.envs.engine import team
from honjin.envs.engine.engine_loops import (
    BEGIN,
    DESK,
    MOST,
    MUST_ACT,
    NO_SEAT,
    NUMBERS,
    PORTION,
    RNG,
    ROWS,
    SEAT,
    SEATS,
    VIEWER,
)
from honjin.envs.setting import Setting

__all__ = ["MUST_ACT", "NO_SEAT", "SEAT", "VIEWER", "Engine"]

LOOPS: Final = Path(__file__).with_name("engine_loops.py")

ENDLESS: Final = 1 << 62
"""More steps than any game takes."""

Ints = np.ndarray[Any, np.dtype[np.int64]]


class Engine:
    """`count` games; `desk[i]` is about game i, and `look` fills `seen[i]` and `legal[i]`.

    With `rules="interpreted"` plain Python does the same, thousands of times slower.
    """

    def __init__(
        self, setting: Setting, count: int, threads: int = 1, rules: str = "compiled"
    ) -> None:
        if threads < 1:
            raise ValueError(f"expected at least one thread, got {threads}")
        if rules not in ("compiled", "interpreted"):
            raise ValueError(f"expected rules compiled or interpreted, got {rules!r}")
        self._set_tables(setting, count)
        self._is_compiled = rules == "compiled"
        threads = team.team_size(threads, count) if self._is_compiled else 1
        self._chosen, self._codes = np.zeros(count, np.int64), setting.actions.copy()
        self._states = self._new_states(count + 2 * threads + 1)
        self._rooms = np.stack([self._new_room()] * threads)
        self._load()

    def _load(self) -> None:
        """Load the loops, and start the other threads."""
        threads = len(self._rooms)
        self._loops = (compiled if self._is_compiled else interpreted)(self.setting.game, LOOPS)
        self._team = self._new_team(threads) if threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the loops and the threads, which a copy has of its own."""
        return {
            name: value for name, value in vars(self).items() if name not in ("_loops", "_team")
        }

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self._load()

    def _set_tables(self, setting: Setting, count: int) -> None:
        """Create the tables, with a row for each game."""
        if count < 1:
            raise ValueError(f"expected at least one game, got {count}")
        self.setting, self.count = setting, count
        self.everybody: Ints = np.arange(count, dtype=np.int64)
        self.desk: Ints = np.zeros((count, DESK), np.int64)
        self.desk[:, SEATS], self.desk[:, MOST] = setting.seats, ENDLESS
        self.actions: Ints = np.full(count, BEGIN, np.int64)
        self.got: Ints = np.zeros((count, setting.seats), np.int64)
        self.seen, self.last_seen = (np.zeros((count, setting.size), np.int8) for _ in range(2))
        width = len(setting.actions)
        self.legal, self.last_legal = (np.zeros((count, width), np.int8) for _ in range(2))
        self.reward = np.zeros(count, np.float32)
        self.rewards = np.zeros((count, setting.seats), np.float32)
        self.terminated, self.truncated = (np.zeros(count, bool) for _ in range(2))

    def close(self) -> None:
        """End the threads."""
        if self._team is not None:
            self._team.close()

    # ---- actions

    def seed(self, seeds: Sequence[int]) -> None:
        """Seed the random stream of each game."""
        if len(seeds) != self.count:
            raise ValueError(f"expected {self.count} seeds, got {len(seeds)}")
        for i, seed in enumerate(seeds):
            self.seed_one(i, seed)

    def seed_one(self, i: int, seed: int) -> None:
        """Seed the random stream of a game."""
        self.desk[i, RNG] = seeded(int(seed))[0]

    def choose(self, chosen: Ints) -> int:
        """Set `actions` to those with these numbers, one for each game.

        The first game is returned whose number `legal` does not have, NO_GAME if it has all.
        """
        if self._team is not None:
            self._team.call()
        self._chosen[:] = chosen  # a table of another kind would compile the loop again
        return int(self._loops.choose(self._chosen, self._codes, self.legal, self.actions))

    def begin(self, which: Ints) -> None:
        """Begin these games again; their random streams continue."""
        self.actions[which] = BEGIN
        self.advance(which)

    def advance(self, which: Ints) -> None:
        """Apply `actions`, which must be legal, then play chance turns until a seat must act."""
        tables = self.desk, self.actions, self.got, self._rooms[0]
        self._do(self._loops.advance, (self.count,), which, *tables)

    def look(self, which: Ints) -> None:
        """Observe these games as their VIEWER."""
        tables = self.desk, self.seen, self.legal, self._rooms[0]
        self._do(self._loops.look, (self.count + 1,), which, *tables)

    def turn(self, which: Ints) -> None:
        """Advance these games, then observe each as its SEAT, when it is over as seat 0."""
        places = self.count, self.count + 1
        tables = self.desk, self.actions, self.got, self.seen, self.legal, self._rooms[0]
        self._do(self._loops.turn, places, which, *tables)

    def step(self) -> None:
        """Apply `actions` in all games, observe each as its SEAT, and begin again those that end.

        `reward` and `rewards` are what the step gives the seat that acted, and each seat.
        `terminated` and `truncated` say which games have ended; `last_seen` and `last_legal` have
        their last observations.
        """
        if self._team is not None:
            self._team.work()
            return
        places, tables = (self.count, self.count + 1), (*self._tables, self._rooms[0])
        self._do(self._loops.step, places, self.everybody, *tables)

    def state(self, i: int) -> Any:
        """The state of a game, with every secret."""
        held = self._states[i]
        return self.setting.game.state.read_record(held) if self._is_compiled else held.copy()

    def copy(self, i: int, states: Any, place: int) -> None:
        """Copy the state of a game, with every secret, to a place in states of the same kind."""
        held = self._states[i]
        states[place] = held if self._is_compiled else held.copy()

    def put(self, i: int, state: Any) -> None:
        """Set the state of a game; it has the parameters of the others."""
        if self._is_compiled:
            state.write_record(self._states[i])
        else:
            self._states[i] = state.copy()

    # ---- internals

    @property
    def _tables(self) -> tuple[Any, ...]:
        """The tables of a step, in the order of the loop."""
        return (
            self.desk, self.actions, self.got, self.seen, self.legal, self.last_seen,
            self.last_legal, self.reward, self.rewards, self.terminated, self.truncated,
        )  # fmt: skip

    def _do(
        self, loop: Callable[..., None], places: tuple[int, ...], which: Ints, *tables: Any
    ) -> None:
        if self._is_compiled:
            loop(self._states, *places, which, 0, len(which), *tables)
            return
        lists = [table.tolist() for table in tables]
        loop(self._states, *places, which.tolist(), 0, len(which), *lists)
        for table, held in zip(tables, lists, strict=True):
            table[:] = held

    def _new_team(self, threads: int) -> team.Team:
        given = self._states, self.count, self.everybody, *self._tables, self._rooms
        made = team.Team(threads, compiled(self.setting.game, team.LOOPS), given)
        weakref.finalize(self, made.close)
        return made

    def _new_states(self, count: int) -> Any:
        game, start = self.setting.game, self.setting.start
        if self._is_compiled:
            return batch(game, start, spare=count - 1)
        return [start.copy() for _ in range(count)]

    def _new_room(self) -> Ints:
        numbers = self.setting.numbers
        width = max(self.setting.game.max_actions, len(numbers), PORTION)
        room = np.zeros((ROWS, width), np.int64)
        room[NUMBERS, : len(numbers)] = numbers
        return room
