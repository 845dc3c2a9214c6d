"""A run in a folder: generation after generation, games are played and weights are fitted.

    run.json               the settings, the game and its options
    gen-1/games-00000.npz  what a shard of games taught
    gen-1/value.npz        the weights fitted to this generation and some before it
    curve.csv              a row for each generation
    value.npz              the latest weights

Whatever is in the folder is not made again, and a file is there whole or not at all: an
interrupted run that goes on makes the same weights as one that was not interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from honjin.bots.net.files import write_arrays
from honjin.bots.patterns.files import patterns_bytes, read_patterns
from honjin.bots.patterns.weights import AboutPatterns, PatternValue, blank, rounded
from honjin.bots.precompile import address_of
from honjin.envs.setting import Setting
from honjin.lab.lines import write_whole
from honjin.lab.team import team_of
from honjin.train.config import ALONE, BadTraining, Workers
from honjin.train.curve import as_csv
from honjin.train.patterns.config import PatternConfig
from honjin.train.patterns.fitting import fit
from honjin.train.patterns.playing import Rows
from honjin.train.patterns.shards import (
    PatternWork,
    PatternWorker,
    as_arrays,
    message_of,
    rows_in,
)
from honjin.train.value.run import RUN, VALUE
from honjin.train.value.shards import Order

SHARD: Final = 100
"""Games of a shard."""

Play = Callable[[list[Order], PatternValue], Iterator[tuple[int, bytes]]]
Tell = Callable[[str], None]


class Generation(NamedTuple):
    """A row of the curve. Losses are cross entropies, for rows learned from and rows held out.

    `before` is the held-out loss of the estimate by which the games were played, `seconds` the
    time by the clock.
    """

    generation: int
    games: int
    rows: int
    weights: int
    loss: float
    held_out: float
    before: float
    seconds: float


class PatternRun:
    """A run in a folder; BadTraining if the folder holds another one.

    With `rules="interpreted"` plain Python plays, without workers, thousands of times slower.
    """

    def __init__(
        self, setting: Setting, config: PatternConfig, folder: Path, rules: str = "compiled"
    ) -> None:
        address = address_of(setting.game)
        if address is None:
            raise BadTraining(f"workers cannot find {setting.key}: no module defines it as GAME")
        self.setting, self.config, self.folder = setting, config, folder
        self.work = PatternWork(address, setting.game.version, dict(setting.options), config)
        folder.mkdir(parents=True, exist_ok=True)
        written, told = folder / RUN, msgspec.json.format(msgspec.json.encode(self.work))
        if written.exists() and written.read_bytes() != told:
            raise BadTraining(f"{folder} holds a run with other settings, rules or options")
        write_whole(written, told)
        self._here = PatternWorker(msgspec.json.encode(self.work), rules)

    def go(self, tell: Tell, workers: Workers = ALONE) -> PatternValue:
        """Finish the run, and return its last weights."""
        value = blank(self.setting.game, self.setting.options)
        with self._players(workers) as play:
            for generation in range(1, self.config.generations + 1):
                value = self._generation(generation, value, play, tell)
        return value

    # ---- a generation

    def _generation(
        self, generation: int, value: PatternValue, play: Play, tell: Tell
    ) -> PatternValue:
        place = self._place(generation) / VALUE
        if not place.exists():
            began = time.monotonic()
            self._play(generation, value, play, tell)
            value, row = self._fitted(generation)
            tell(f"generation {generation}: {row.rows:,} rows, held out {row.held_out:.4f}, "
                 f"before {row.before:.4f}")  # fmt: skip
            self._keep(row._replace(seconds=time.monotonic() - began))
            write_whole(place, patterns_bytes(value))
        value = read_patterns(place)
        if not value.suits(self.setting.game, self.setting.options):
            raise BadTraining(f"{place} is not a value of this run")
        write_whole(self.folder / VALUE, patterns_bytes(value))
        return value

    def _play(self, generation: int, value: PatternValue, play: Play, tell: Tell) -> None:
        missing = [one for one in self._orders(generation) if not self._file(one).exists()]
        for done, (number, answer) in enumerate(play(missing, value), 1):
            write_whole(self._file(missing[number]), answer)
            tell(f"generation {generation}: {done} of {len(missing)} shards of {SHARD} games")

    def _fitted(self, generation: int) -> tuple[PatternValue, Generation]:
        config, chosen = self.config, self.setting
        first = max(1, generation - config.memory + 1)
        orders = [one for n in range(first, generation + 1) for one in self._orders(n)]
        rows = Rows.joined([rows_in(self._file(one).read_bytes()) for one in orders])
        games = sum(one.games for one in orders)
        found = fit(chosen.game, rows, config, self._here.table.module, generation)
        about = AboutPatterns(
            chosen.key, chosen.game.version, dict(chosen.options), chosen.game.pattern_count,
            generation, games, found.rows, config.seed, config.without,
        )  # fmt: skip
        value = rounded(about, found.weights)
        losses = found.loss, found.held_out, found.before
        row = Generation(generation, games, found.rows, len(value.places), *losses, 0.0)
        return value, row

    def _orders(self, generation: int) -> list[Order]:
        games = self.config.games
        return [
            Order(generation, first, min(SHARD, games - first)) for first in range(0, games, SHARD)
        ]

    # ---- files

    def _place(self, generation: int) -> Path:
        place = self.folder / f"gen-{generation}"
        place.mkdir(exist_ok=True)
        return place

    def _file(self, order: Order) -> Path:
        return self._place(order.generation) / f"games-{order.first:05}.npz"

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
        if workers.are_here:
            yield self._played_here
            return
        work = msgspec.json.encode(self.work)
        with team_of(PatternWorker, work, workers.jobs, workers.backend) as team:
            yield lambda wanted, value: team.ask([message_of(one, value) for one in wanted])

    def _played_here(self, wanted: list[Order], value: PatternValue) -> Iterator[tuple[int, bytes]]:
        for number, order in enumerate(wanted):
            yield number, write_arrays(as_arrays(self._here.play(order, value)))
