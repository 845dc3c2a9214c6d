"""A run in a folder: generation after generation, games are played and a value is fitted to them.

    run.json               the settings, the game and its options
    gen-1/games-0000.npz   what a shard of games taught
    gen-1/value.npz        the value fitted to this generation and some before it
    curve.csv              a row for each generation
    value.npz              the value to play by

Whatever is in the folder is not made again, and a file is there whole or not at all: an
interrupted run that goes on makes the same value as one that was not interrupted.
"""

from __future__ import annotations

import io
import time
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec
import numpy as np

from honjin.bots.net.files import Arrays
from honjin.bots.precompile import compile_once
from honjin.core.game import Game, address_of, load_game
from honjin.core.options import Options
from honjin.envs.setting import Setting
from honjin.lab import WorkerFailed
from honjin.lab.lines import alone_in, write_whole
from honjin.lab.team import team_of
from honjin.train.config import ALONE, BadTraining, Workers
from honjin.train.curve import as_csv

VALUE: Final = "value"
RUN: Final = "run.json"

_DAMAGE: Final = (
    ValueError, KeyError, TypeError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile,
    msgspec.MsgspecError,
)  # fmt: skip
"""What reading a damaged shard raises."""


class Value(Protocol):
    """What is learned."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if it was learned for this game and these options."""


V = TypeVar("V", bound=Value)
S = TypeVar("S")
Tell = Callable[[str], None]


class Order(msgspec.Struct, frozen=True):
    """A shard to be played."""

    generation: int
    first: int
    games: int


Play = Callable[[list[Order], V], Iterator[tuple[int, bytes]]]
"""Plays shards by a value; yields the number of each and its bytes as it is done."""


class GenerationRun(ABC, Generic[V]):
    """A run in a folder; BadTraining if the folder holds another one.

    With `rules="interpreted"` plain Python plays, without workers, thousands of times slower.
    """

    shard: ClassVar[int]
    """Games of a shard."""
    ending: ClassVar[str] = ".npz"
    """The ending of the names of files."""
    worker: ClassVar[type]
    """The class of a worker (`lab.team`): made of `run.json`, it answers messages with shards."""

    def __init__(
        self, setting: Setting, config: Any, folder: Path, rules: str = "compiled"
    ) -> None:
        address = address_of(setting.game)
        if address is None:
            raise BadTraining(f"workers cannot find {setting.key}: no module defines it as GAME")
        self.setting, self.config, self.folder = setting, config, folder
        self._rules = rules
        self._work = msgspec.json.encode(self._new_work(address))
        with alone_in(folder):
            self._settle()

    def _settle(self) -> None:
        """Take the folder, unless it holds another run."""
        written, told = self.folder / RUN, msgspec.json.format(self._work)
        if written.exists() and written.read_bytes() != told:
            raise BadTraining(f"{self.folder} holds a run with other settings, rules or options")
        if not written.exists() and any(self.folder.glob("gen-*/*")):
            raise BadTraining(
                f"expected {RUN} in {self.folder}, which says of what run the games there are; "
                "name another folder, or remove them"
            )
        write_whole(written, told)

    def go(self, tell: Tell, workers: Workers = ALONE) -> V:
        """Finish the run, and return the value to play by.

        WrongFolder if another process is at it.
        """
        workers.must_be_possible()
        value = self._blank()
        with alone_in(self.folder):
            self._settle()
            with self._players(workers) as play:
                for generation in range(1, self.config.generations + 1):
                    value = self._generation(generation, play, tell)
        return value

    @property
    def value_name(self) -> str:
        """The name of a value's file."""
        return VALUE + self.ending

    # ---- what is learned

    @abstractmethod
    def _new_work(self, address: str) -> msgspec.Struct:
        """What workers are told of the run."""

    @abstractmethod
    def _blank(self) -> V:
        """The value that plays the first generation."""

    @abstractmethod
    def _fitted(self, generation: int) -> tuple[V, Any]:
        """The value after a generation, and its row of the curve: a NamedTuple.

        The row begins with `generation` and ends with `seconds`.
        """

    def _result(self, latest: V) -> V:
        """The value to play by, after the generation that made the latest one."""
        return latest

    def _told(self, row: Any) -> str:
        """What is said of a generation; before the seconds comes what to compare the loss with."""
        least = f"{row._fields[-2]} {row[-2]:.4f}"
        return f"{row.rows:,} rows, held out {row.held_out:.4f}, {least}"

    @abstractmethod
    def _message(self, order: Order, value: V) -> bytes:
        """What a worker is told to play."""

    @abstractmethod
    def _read(self, place: Path) -> V:
        """The value in a file."""

    @abstractmethod
    def _bytes(self, value: V) -> bytes:
        """The bytes of a value's file."""

    # ---- a generation

    def _generation(self, generation: int, play: Play[V], tell: Tell) -> V:
        place = self._place(generation) / self.value_name
        if not place.exists():
            began = time.monotonic()
            for number in self._window(generation):  # of earlier ones, what has been removed
                self._play(number, play, tell)
            value, row = self._fitted(generation)
            tell(f"generation {generation}: {self._told(row)}")
            self._keep(row._replace(seconds=time.monotonic() - began))
            write_whole(place, self._bytes(value))
        value = self._read(place)
        if not value.suits(self.setting.game, self.setting.options):
            raise BadTraining(f"{place} is not a value of this run")
        result = self._result(value)
        write_whole(self.folder / self.value_name, self._bytes(result))
        return result

    def _latest(self, generation: int) -> V:
        """The value by which a generation is played."""
        if generation == 1:
            return self._blank()
        return self._read(self._place(generation - 1) / self.value_name)

    def _play(self, generation: int, play: Play[V], tell: Tell) -> None:
        missing = [one for one in self._orders(generation) if not self._file(one).exists()]
        if not missing:
            return
        played, games = 0, sum(one.games for one in missing)
        for done, (number, answer) in enumerate(play(missing, self._latest(generation)), 1):
            write_whole(self._file(missing[number]), answer)
            played += missing[number].games
            shards = f"{done} of {len(missing)} shards"
            tell(f"generation {generation}: {shards}, {played:,} of {games:,} games")

    def _orders(self, generation: int) -> Iterator[Order]:
        """The shards of a generation."""
        games = self.config.games
        for first in range(0, games, self.shard):
            yield Order(generation, first, min(self.shard, games - first))

    def _window(self, generation: int) -> range:
        """The generations that a generation's value is fitted to: its own and some before it."""
        return range(max(1, generation - self.config.memory + 1), generation + 1)

    def _learned_from(self, generation: int, read: Callable[[bytes], S]) -> list[S]:
        """The shards that a generation's value is fitted to; BadTraining names a damaged one."""
        orders = (one for number in self._window(generation) for one in self._orders(number))
        return [self._shard(one, read) for one in orders]

    def _shard(self, order: Order, read: Callable[[bytes], S]) -> S:
        file = self._file(order)
        try:
            shard = read(file.read_bytes())
            self._must_answer(order, shard)
        except _DAMAGE as problem:
            raise BadTraining(
                f"expected a shard of games in {file}, {problem}; once it is removed, "
                "the same command plays it again"
            ) from None
        return shard

    def _must_answer(self, order: Order, shard: Any) -> None:
        """Raise ValueError if a shard is not the one that was to be played."""

    # ---- files

    def _place(self, generation: int) -> Path:
        place = self.folder / f"gen-{generation}"
        place.mkdir(exist_ok=True)
        return place

    def _file(self, order: Order) -> Path:
        return self._place(order.generation) / f"games-{order.first:04}{self.ending}"

    def _keep(self, row: Any) -> None:
        """Add a row to the curve."""
        file = self.folder / "curve.csv"
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        told = as_csv(row._fields, [row]).splitlines(keepends=True)
        kept = [line for line in lines[1:] if not line.startswith(b"%d," % row.generation)]
        write_whole(file, b"".join([told[0], *kept, told[1]]))

    # ---- workers

    @cached_property
    def _here(self) -> Any:
        """A worker in this process."""
        return self.worker(self._work, self._rules)

    @contextmanager
    def _players(self, workers: Workers) -> Iterator[Play[V]]:
        def messages(wanted: list[Order], value: V) -> list[bytes]:
            return [self._message(one, value) for one in wanted]

        if workers.are_here:
            yield lambda *given: enumerate(map(self._here.answer, messages(*given)))
            return
        with team_of(self.worker, self._work, workers.jobs, workers.backend) as team:
            yield lambda *given: team.ask(messages(*given))


def game_of_work(address: str, version: int, loops: Path, rules: str) -> Game[Any]:
    """The game that a worker plays, its loops compiled once; WorkerFailed for other rules."""
    game = load_game(address)
    if game.version != version:
        raise WorkerFailed(f"expected rules {version} of {game.key}, got {game.version}")
    if rules == "compiled":
        compile_once(game, loops, game.key)
    return game


def arrays_in(data: bytes) -> Arrays:
    """The arrays in the bytes of a file; pickles are refused."""
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        return dict(held)
