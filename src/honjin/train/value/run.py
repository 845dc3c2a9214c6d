"""A run in a folder: generation after generation, games are played and a value is fitted to them.

    run.json               the settings, the game and its options
    gen-1/games-0000.npz   what a shard of games taught
    gen-1/value.npz        the value fitted to this generation and some before it
    curve.csv              a row for each generation
    value.npz              the latest value

Whatever is in the folder is not made again, and a file is there whole or not at all: an
interrupted run that goes on makes the same value as one that was not interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from honjin.bots.learned.files import read_value, value_bytes
from honjin.bots.learned.weights import AboutValue, LearnedValue, blank
from honjin.bots.net.files import write_arrays
from honjin.bots.net.network import layout_of
from honjin.bots.precompile import address_of
from honjin.envs.setting import Setting
from honjin.lab.lines import write_whole
from honjin.lab.team import team_of
from honjin.train.config import ALONE, BadTraining, Workers
from honjin.train.curve import as_csv
from honjin.train.value.config import ValueConfig
from honjin.train.value.playing import Rows
from honjin.train.value.shards import (
    SHARD,
    Order,
    Shard,
    ShardWorker,
    Work,
    as_arrays,
    message_of,
    orders,
    shard_of,
)

VALUE: Final = "value.npz"
RUN: Final = "run.json"

Play = Callable[[list[Order], LearnedValue], Iterator[tuple[int, bytes]]]
Tell = Callable[[str], None]


class Generation(NamedTuple):
    """A row of the curve. Losses are cross entropies, for rows learned from and rows held out.

    `estimate` is the held-out loss of the game's own estimate, `seconds` the time by the clock.
    """

    generation: int
    games: int
    rows: int
    epochs: int
    loss: float
    held_out: float
    estimate: float
    seconds: float


class ValueRun:
    """A run in a folder; BadTraining if the folder holds another one.

    With `rules="interpreted"` plain Python plays, without workers, thousands of times slower.
    """

    def __init__(
        self, setting: Setting, config: ValueConfig, folder: Path, rules: str = "compiled"
    ) -> None:
        address = address_of(setting.game)
        if address is None:
            raise BadTraining(f"workers cannot find {setting.key}: no module defines it as GAME")
        self.setting, self.config, self.folder = setting, config, folder
        self._rules = rules
        self.work = Work(address, setting.game.version, dict(setting.options), config)
        folder.mkdir(parents=True, exist_ok=True)
        written, told = folder / RUN, msgspec.json.format(msgspec.json.encode(self.work))
        if written.exists() and written.read_bytes() != told:
            raise BadTraining(f"{folder} holds a run with other settings, rules or options")
        write_whole(written, told)

    def go(self, tell: Tell, workers: Workers = ALONE) -> LearnedValue:
        """Finish the run, and return its last value."""
        value = blank(self.setting.game, self.setting.options)
        with self._players(workers) as play:
            for generation in range(1, self.config.generations + 1):
                value = self._generation(generation, value, play, tell)
        return value

    # ---- a generation

    def _generation(
        self, generation: int, value: LearnedValue, play: Play, tell: Tell
    ) -> LearnedValue:
        place = self._place(generation) / VALUE
        if not place.exists():
            began = time.monotonic()
            self._play(generation, value, play, tell)
            value, row = self._fitted(generation)
            tell(f"generation {generation}: {row.rows:,} rows, held out {row.held_out:.4f}, "
                 f"estimate {row.estimate:.4f}")  # fmt: skip
            self._keep(row._replace(seconds=time.monotonic() - began))
            write_whole(place, value_bytes(value))
        value = read_value(place)
        if not value.suits(self.setting.game, self.setting.options):
            raise BadTraining(f"{place} is not a value of this run")
        write_whole(self.folder / VALUE, value_bytes(value))
        return value

    def _play(self, generation: int, value: LearnedValue, play: Play, tell: Tell) -> None:
        missing = [one for one in orders(self.config, generation) if not self._file(one).exists()]
        for done, (number, answer) in enumerate(play(missing, value), 1):
            write_whole(self._file(missing[number]), answer)
            tell(f"generation {generation}: {done} of {len(missing)} shards of {SHARD} games")

    def _fitted(self, generation: int) -> tuple[LearnedValue, Generation]:
        from honjin.train.value.fitting import fit  # it imports JAX

        shards = [self._read(one) for one in self._learned_from(generation)]
        rows = Rows.joined([shard.rows for shard in shards])
        games = sum(shard.games for shard in shards)
        config = self.config
        found = fit(rows, config, generation)
        chosen = self.setting
        about = AboutValue(
            chosen.key, chosen.game.version, dict(chosen.options),
            layout_of(chosen.game, chosen.options), config.widths, generation, games, found.rows,
            config.seed,
        )  # fmt: skip
        losses = found.epochs, found.loss, found.held_out, found.before
        row = Generation(generation, games, found.rows, *losses, 0.0)
        return LearnedValue(about, found.weights), row

    def _learned_from(self, generation: int) -> Iterator[Order]:
        first = max(1, generation - self.config.memory + 1)
        for number in range(first, generation + 1):
            yield from orders(self.config, number)

    # ---- files

    def _place(self, generation: int) -> Path:
        place = self.folder / f"gen-{generation}"
        place.mkdir(exist_ok=True)
        return place

    def _file(self, order: Order) -> Path:
        return self._place(order.generation) / f"games-{order.first:04}.npz"

    def _read(self, order: Order) -> Shard:
        return shard_of(self._file(order).read_bytes())

    def _keep(self, row: Generation) -> None:
        """Add a row to the curve."""
        file = self.folder / "curve.csv"
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        told = as_csv(Generation._fields, [row]).splitlines(keepends=True)
        kept = [line for line in lines[1:] if not line.startswith(b"%d," % row.generation)]
        write_whole(file, b"".join([told[0], *kept, told[1]]))

    # ---- workers

    @contextmanager
    def _players(self, workers: Workers) -> Iterator[Play]:
        work = msgspec.json.encode(self.work)
        if workers.are_here:
            worker = ShardWorker(work, self._rules)
            yield lambda wanted, value: _played_here(worker, wanted, value)
            return
        with team_of(ShardWorker, work, workers.jobs, workers.backend) as team:
            yield lambda wanted, value: team.ask([message_of(one, value) for one in wanted])


def _played_here(
    worker: ShardWorker, wanted: list[Order], value: LearnedValue
) -> Iterator[tuple[int, bytes]]:
    for number, order in enumerate(wanted):
        yield number, write_arrays(as_arrays(worker.play(order, value)))
