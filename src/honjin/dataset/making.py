"""From solved tables to Parquet files.

Deals are split, not positions: no deal used for learning occurs in the test. Deals that are equal
up to symmetry count as one, since they share a table.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from honjin.core.game import Game, address_of, load_game
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from honjin.dataset.columns import SPLITS, About, BadDataset, Row, arrow, schema
from honjin.dataset.reading import must_agree, must_be_the_same
from honjin.lab.cluster import in_order, ray_session
from honjin.lab.errors import NotKept
from honjin.lab.lines import alone_in, written_whole
from honjin.lab.team import Backend
from honjin.solver import Tables, default_folder, plan_for, plans_for, solve
from honjin.solver.tables.ask import mover
from honjin.solver.tables.export import rows as table_rows

if TYPE_CHECKING:
    import pyarrow as pa

SHARES: Final = (0.8, 0.1, 0.1)
GROUP: Final = 1000
"""The number of rows written at once."""


class Made(NamedTuple):
    """Progress: `done` rows of `of`; `deal` is being solved or read."""

    deal: str
    done: int
    of: int

    def progress(self) -> tuple[int, int, str]:
        """The amount done, the total, and what is counted."""
        return self.done, self.of, f"positions, deal {self.deal}" if self.deal else "positions"


Tell = Callable[[Made], None]


def splits_of(game: Game[Any], options: Options, seed: int = 1) -> dict[str, list[Options]]:
    """The deals of each split; each class of deals is assigned to a split at random.

    If the options give a deal, everything is `test`.
    """
    if options.get("deal"):
        return {"train": [], "validation": [], "test": [options]}
    cases = plans_for(game, options)
    random.Random(f"{seed}/splits").shuffle(cases)
    count = len(cases)
    most = [max(1, round(share * count)) for share in SHARES[1:]]
    if count < 1 + sum(most):
        raise BadDataset(f"expected at least three deals to be split, got {count}")
    cuts = (count - sum(most), count - most[1])
    parts = cases[: cuts[0]], cases[cuts[0] : cuts[1]], cases[cuts[1] :]
    return dict(zip(SPLITS, map(list, parts), strict=True))


def make(  # noqa: PLR0913 - all but three are keywords
    game: Game[Any], given: Mapping[str, object], folder: Path, *, positions: int = 1000,
    seed: int = 1, tables: Path | None = None, backend: Backend = Backend.PROCESSES, jobs: int = 2,
    tell: Tell = lambda _: None,
) -> dict[str, int]:  # fmt: skip
    """Write `train.parquet` and so on into a folder; return the number of rows of each.

    Deals not solved yet are solved first, into the folder of tables. On a cluster `jobs` deals are
    read in parallel, and each machine has its own folder of tables; the rows are the same. BadArena
    and WorkerFailed report trouble with a cluster, BadDataset a folder with another data set,
    WrongFolder one that another process is writing to, NotKept a file that cannot be written.
    """
    arrow()
    if positions < 1:
        raise BadDataset(f"expected at least one position of each deal, got {positions}")
    options = game.read_options(given)
    splits = splits_of(game, options, seed)
    if not 1 <= jobs <= backend.most_jobs:
        raise BadDataset(f"expected 1 to {backend.most_jobs} jobs, got {jobs}")
    drawer = _Drawer(game, tables, positions, seed)
    abouts = [drawer.about(split, cases, options) for split, cases in splits.items() if cases]
    for about in abouts:
        must_be_the_same(folder, about)
        must_agree(folder, about)
    with _source(drawer, backend, jobs) as rows_of, alone_in(folder):
        maker = _Maker(drawer, rows_of, tell)
        maker.of = positions * sum(map(len, splits.values()))
        return {
            about.split: maker.write(about, splits[about.split], folder / f"{about.split}.parquet")
            for about in abouts
        }


Source = Callable[[list[Options]], Iterator[Iterable[Row]]]
"""Yields the rows of each deal of a list, in the order of the list."""


@contextmanager
def _source(drawer: _Drawer, backend: Backend, jobs: int) -> Iterator[Source]:
    if backend is Backend.PROCESSES:
        yield lambda cases: map(drawer.rows, cases)
        return
    address = address_of(drawer.game)
    if address is None:
        raise BadDataset(f"workers cannot find {drawer.game.key}: no module defines it as GAME")
    there = partial(_rows_there, address, drawer.folder, drawer.positions, drawer.seed)
    with ray_session() as ray:
        yield lambda cases: in_order(ray, there, cases, jobs)


def _rows_there(
    address: str, folder: Path | None, positions: int, seed: int, case: Options
) -> list[Row]:
    """The rows of a deal, computed on a machine of a cluster."""
    return list(_Drawer(load_game(address), folder, positions, seed).rows(case))


class _Maker:
    """Writes the files of a data set."""

    def __init__(self, drawer: _Drawer, rows_of: Source, tell: Tell) -> None:
        self.drawer, self.rows_of, self.tell = drawer, rows_of, tell
        self.done = self.of = 0

    def write(self, about: About, cases: list[Options], path: Path) -> int:
        """Write one file atomically; return the number of its rows."""
        pa = arrow()
        form, count = schema(about), 0
        with _parquet(path, form) as write:
            for part in _groups(self._rows(cases)):
                columns = zip(*part, strict=True)
                write(pa.Table.from_arrays(
                    [pa.array(c, f.type) for c, f in zip(columns, form, strict=True)], schema=form
                ))  # fmt: skip
                count += len(part)
        return count

    def _rows(self, cases: list[Options]) -> Iterator[Row]:
        found = self.rows_of(cases)
        for case in cases:
            deal = str(case["deal"])
            self.tell(Made(deal, self.done, self.of))
            for row in next(found):
                yield row
                self.done += 1
                if self.done % 50 == 0:
                    self.tell(Made(deal, self.done, self.of))
        self.tell(Made("", self.done, self.of))


class _Drawer:
    """Draws positions of solved deals, and looks up their values."""

    def __init__(self, game: Game[Any], folder: Path | None, positions: int, seed: int) -> None:
        self.game, self.folder = game, folder
        self.positions, self.seed = positions, seed
        self.tables = Tables.open(game, folder or default_folder())

    def about(self, split: str, cases: list[Options], options: Options) -> About:
        """How the file of a split is made."""
        game = self.game
        return About(
            game.key, game.version, dict(options), split, tuple(str(c["deal"]) for c in cases),
            self.positions, self.seed, game.observation_size(options), game.action_count(options),
        )  # fmt: skip

    def rows(self, case: Options) -> Iterator[Row]:
        """The rows of a deal, which is solved first if necessary."""
        solve(self.game, case, self.tables.folder)
        for s in self._drawn(case):
            yield self._row(s, case)

    def _drawn(self, case: Options) -> Iterator[Any]:
        """Different positions of a table in which a seat is to act, as they are drawn."""
        plan = plan_for(self.game, case)
        _, table = self.tables.table_for(plan.start)
        count = len(table.bytes)
        if self.positions > count:
            raise BadDataset(
                f"expected at most {count:,} positions of {plan.key}, got {self.positions:,}"
            )
        found = 0
        for place in _places(random.Random(f"{self.seed}/{plan.key}"), count, 2 * self.positions):
            s = next(table_rows(self.game, plan, table, [place])).position
            if self._has_mover(s):
                found += 1
                yield s
            if found == self.positions:
                return
        raise BadDataset(
            f"expected {self.positions:,} positions of {plan.key}, got {found:,} of {count:,}"
        )

    def _has_mover(self, s: Any) -> bool:
        return bool(self.game.may_act(s)) and mover(self.game, s)[0] != CHANCE

    def _row(self, s: Any, case: Options) -> Row:
        game, answer = self.game, self.tables.value(s)
        seat = mover(game, s)[0]
        number_of = game.numbering(case).number_of
        best = set(answer.best())
        return Row(
            position=game.notation.write_position(s),
            deal=str(case["deal"]),
            seat=seat,
            result=answer.value.result,
            plies=answer.value.plies,
            actions=list(answer.choices),
            numbers=[number_of[action] for action in answer.actions],
            results=[value.result for value in answer.actions.values()],
            distances=[value.plies for value in answer.actions.values()],
            best=[
                text
                for text, action in zip(answer.choices, answer.actions, strict=True)
                if action in best
            ],
            observation=game.observation(s, seat, case),
        )


def _places(rng: random.Random, count: int, first: int) -> Iterator[int]:
    """All places of a table in random order: `first` of them at once, any others one by one."""
    drawn = set[int]()
    for place in rng.sample(range(count), min(count, first)):
        drawn.add(place)
        yield place
    while len(drawn) < count:  # where most positions are chance's, as in the Epilogue
        place = rng.randrange(count)
        if place not in drawn:
            drawn.add(place)
            yield place


@contextmanager
def _parquet(path: Path, form: pa.Schema) -> Iterator[Callable[[pa.Table], None]]:
    """Write tables into a file, which gets its name at the end; NotKept if it cannot be written."""
    fresh = path.with_suffix(".new")
    with written_whole(path, fresh):
        with _named(path):
            writer = arrow().parquet.ParquetWriter(fresh, form, compression="zstd")
        try:
            yield _named(path)(writer.write_table)
        finally:
            with _named(path):
                writer.close()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in errors of PyArrow, which does not."""
    try:
        yield
    except OSError as problem:
        told = os.strerror(problem.errno) if problem.errno else problem
        raise NotKept(f"cannot write {path}: {told}") from problem


def _groups(rows: Iterator[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    for row in rows:
        group.append(row)
        if len(group) == GROUP:
            yield group
            group = []
    if group:
        yield group
