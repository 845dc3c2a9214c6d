"""Many games of one kind at once on a graphics card: the same rules, states kept on the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.core.jit.compiled import batch
from honjin.core.jit.cuda import is_simulated, must_have_device, on_device
from honjin.envs.engine import Engine, Ints
from honjin.envs.setting import Setting

KERNELS: Final = Path(__file__).with_name("device_kernels.py")

BLOCK: Final = 64
"""Threads of a block: few, for a thread needs many registers."""


class Playouts(NamedTuple):
    """How random games went, each in a row: actions done, the reason of the end, returns by seat.

    `done` counts chance too; it is -1 where a game took more actions than it may.
    """

    done: Ints
    reasons: Ints
    returns: Ints


class DeviceEngine(Engine):
    """So many games on a card; NoDevice where there is none.

    `desk`, `actions`, `got`, `seen` and `legal` are on the host, as those of an `Engine`, and are
    copied to and fro with each call; states and the space to work in never leave the card.
    """

    def __init__(self, setting: Setting, count: int) -> None:
        must_have_device()
        from numba import cuda

        self._cuda, self._is_simulated = cuda, is_simulated()
        self._set_tables(setting, count)
        self._kernels = on_device(setting.game, [KERNELS])
        starts = [setting.start] * (2 * count + 1)
        self._states: Any = (
            [start.copy() for start in starts] if self._is_simulated
            else cuda.to_device(batch(setting.game, *starts))
        )  # fmt: skip
        self._rooms = cuda.to_device(np.stack([self._new_room()] * count))
        tables = (self.desk, self.actions, self.got, self.seen, self.legal)
        self._held = {id(table): cuda.to_device(table) for table in tables}

    def close(self) -> None:
        """Nothing to end: the card's memory goes with the engine."""

    def advance(self, which: Ints) -> None:
        """Do `actions`, which are legal, and let chance act until a seat is waited for."""
        self._run(self._kernels.advance_each, which, self.count, self.desk, self.actions, self.got)

    def look(self, which: Ints) -> None:
        """See these games with the eyes of their VIEWER."""
        self._run(self._kernels.look_each, which, self.count + 1, self.desk, self.seen, self.legal)

    def play_out(self, seeds: Sequence[int]) -> Playouts:
        """Play every game at random from its beginning to its end; the states are those ends."""
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
        """Give a game a state."""
        if self._is_simulated:
            self._states[i] = state.copy()
        else:
            self._states[i : i + 1].copy_to_device(batch(self.setting.game, state))

    # ---- how

    def _run(self, kernel: Any, which: Ints, place: int, *tables: Any) -> None:
        """Run a kernel over these games, with the tables as they are, and fetch the tables."""
        if not len(which):
            return
        copies = [self._sent(table) for table in tables]
        self._start(kernel, len(which))(
            self._states, place, self._cuda.to_device(which), *copies, self._rooms
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
