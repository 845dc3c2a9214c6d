"""Many games of one kind on a graphics card: the same rules, with states kept on the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.core.jit.compiled import batch
from honjin.core.jit.cuda import is_simulated, must_have_device, on_device
from honjin.envs.engine.engine import Engine, Ints
from honjin.envs.engine.engine_loops import NO_GAME
from honjin.envs.setting import Setting

KERNELS: Final = Path(__file__).with_name("device_kernels.py")

BLOCK: Final = 64
"""Threads per block: few, since a thread needs many registers."""


class Playouts(NamedTuple):
    """The results of random games, a row each: actions, the reason for the end, returns by seat.

    `done` counts chance too; it is -1 for a game that exceeded the largest number of actions.
    """

    done: Ints
    reasons: Ints
    returns: Ints


class DeviceEngine(Engine):
    """`count` games on a graphics card; NoDevice if there is none.

    The tables are on the host, as in an `Engine`, and those in use are copied both ways with each
    call; states and work space never leave the card.
    """

    def __init__(self, setting: Setting, count: int) -> None:
        must_have_device()
        self._set_tables(setting, count)
        start, spare = setting.start, 2 * count
        if is_simulated():
            self._put_on_card([start.copy() for _ in range(1 + spare)])
        else:
            self._put_on_card(batch(setting.game, start, spare=spare))

    def _put_on_card(self, states: Any) -> None:
        """Load the kernels, and put states and tables on the card."""
        must_have_device()
        from numba import cuda

        self._cuda, self._is_simulated = cuda, is_simulated()
        self._kernels = on_device(self.setting.game, [KERNELS])
        self._states: Any = states if self._is_simulated else cuda.to_device(states)
        self._rooms = cuda.to_device(np.stack([self._new_room()] * self.count))
        self._held = {id(table): cuda.to_device(table) for table in self._tables}

    def __getstate__(self) -> dict[str, Any]:
        """The tables and the states on the host; a copy has its own on the card."""
        on_card = "_cuda", "_is_simulated", "_kernels", "_rooms", "_held", "_states"
        held = {name: value for name, value in vars(self).items() if name not in on_card}
        return held | {
            "states": self._states if self._is_simulated else self._states.copy_to_host()
        }

    def __setstate__(self, held: dict[str, Any]) -> None:
        states = held.pop("states")
        vars(self).update(held)
        self._put_on_card(states)

    def close(self) -> None:
        """Do nothing: the card's memory is freed with the engine."""

    def choose(self, chosen: Ints) -> int:
        """As `Engine.choose`, on the host."""
        most = len(self.setting.actions) - 1
        numbers = chosen.clip(0, most)
        self.setting.actions.take(numbers, out=self.actions)
        are_legal = (numbers == chosen) & (self.legal[self.everybody, numbers] != 0)
        return NO_GAME if are_legal.all() else int(are_legal.argmin())

    def advance(self, which: Ints) -> None:
        """Apply `actions`, which must be legal, then play chance turns until a seat must act."""
        tables = self.desk, self.actions, self.got
        self._run(self._kernels.advance_each, (self.count,), which, *tables)

    def look(self, which: Ints) -> None:
        """Observe these games as their VIEWER."""
        tables = self.desk, self.seen, self.legal
        self._run(self._kernels.look_each, (self.count + 1,), which, *tables)

    def step(self) -> None:
        """Apply `actions` in all games, observe each as its SEAT, and begin again those that end.

        The tables are filled as by `Engine.step`.
        """
        places = self.count, self.count + 1
        self._run(self._kernels.step_each, places, self.everybody, *self._tables)

    def play_out(self, seeds: Sequence[int]) -> Playouts:
        """Play every game at random from beginning to end; the states are the final ones."""
        self.seed(seeds)
        done, reasons = (np.zeros(self.count, np.int64) for _ in range(2))
        found = Playouts(done, reasons, self.got)
        copies = [self._cuda.to_device(table) for table in found]
        desk = self._sent(self.desk)
        self._start(self._kernels.play_out_each, self.count)(
            self._states, self.count, desk, *copies, self._rooms
        )
        for table, held in zip(found, copies, strict=True):
            held.copy_to_host(table)
        return found._replace(returns=found.returns.copy())

    def state(self, i: int) -> Any:
        """The state of a game, with every secret."""
        if self._is_simulated:
            return self._states[i].copy()
        return self.setting.game.state.read_record(self._states[i : i + 1].copy_to_host()[0])

    def put(self, i: int, state: Any) -> None:
        """Set the state of a game."""
        if self._is_simulated:
            self._states[i] = state.copy()
        else:
            self._states[i : i + 1].copy_to_device(batch(self.setting.game, state))

    # ---- internals

    def _run(self, kernel: Any, places: tuple[int, ...], which: Ints, *tables: Any) -> None:
        """Run a kernel over these games, copying the tables to the card and back."""
        if not len(which):
            return
        copies = [self._sent(table) for table in tables]
        self._start(kernel, len(which))(
            self._states, *places, self._cuda.to_device(which), *copies, self._rooms
        )
        for table, held in zip(tables, copies, strict=True):
            held.copy_to_host(table)

    def _sent(self, table: Any) -> Any:
        held = self._held[id(table)]
        held.copy_to_device(table)
        return held

    def _start(self, kernel: Any, count: int) -> Callable[..., None]:
        started: Callable[..., None] = kernel[-(-count // BLOCK), BLOCK]
        return started
