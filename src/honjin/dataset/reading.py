"""Rows of a data set one by one, or as arrays to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from honjin.dataset.columns import ABOUT, COLUMNS, SPLITS, About, BadDataset, Row, arrow

COMMON: Final = ("game", "rules", "options", "positions", "seed", "form")
"""How all splits of a data set are made."""

Array = np.ndarray[Any, Any]


class Arrays(NamedTuple):
    """A split as arrays: n positions, d places, a actions of the numbering.

    observation  int8 n x d, action_mask int8 n x a: as in the environments
    best         int8 n x a: 1 for every action that keeps the value
    keeps        int8 n x a: 1 for every action that keeps the result
    result       int8 n, plies int16 n: the value of the position
    """

    observation: Array
    action_mask: Array
    best: Array
    keeps: Array
    result: Array
    plies: Array


def read_about(folder: Path | str, split: str) -> About:
    """How a split was made; BadDataset if there is none, or another split was made otherwise."""
    return _opened(folder, split)[1]


def read(folder: Path | str, split: str) -> Iterator[Row]:
    """The rows of a split, in the order of the file."""
    file, _ = _opened(folder, split)
    for batch in file.iter_batches(1000, columns=list(COLUMNS)):
        columns = [column.to_pylist() for column in batch.columns]
        yield from map(Row._make, zip(*columns, strict=True))


def arrays(folder: Path | str, split: str) -> Arrays:
    """A split as arrays, all of it in memory."""
    _, about = _opened(folder, split)
    parts = [_arrays_of(row, about) for row in read(folder, split)]
    return Arrays(*(np.stack(column) for column in zip(*parts, strict=True)))


def _arrays_of(row: Row, about: About) -> tuple[Any, ...]:
    mask, best, keeps = (np.zeros(about.policy, np.int8) for _ in range(3))
    mask[row.numbers] = 1
    best[[n for n, text in zip(row.numbers, row.actions, strict=True) if text in row.best]] = 1
    keeps[[n for n, got in zip(row.numbers, row.results, strict=True) if got == row.result]] = 1
    seen = np.array(row.observation, np.int8)
    return seen, mask, best, keeps, np.int8(row.result), np.int16(row.plies)


def must_agree(folder: Path, about: About) -> None:
    """Raise BadDataset if another split in a folder was made otherwise, or shares a deal.

    What was learned from one would be in the other.
    """
    for split in SPLITS:
        path = folder / f"{split}.parquet"
        if split == about.split or not path.exists():
            continue
        other = _file(path)[1]
        wrong = _differences(other, about)
        if set(other.deals) & set(about.deals):
            wrong.append("deals")
        if wrong:
            raise BadDataset(
                f"expected the splits of one data set in {folder}; "
                f"{split} and {about.split} do not agree in {', '.join(wrong)}"
            )


def must_be_the_same(folder: Path, about: About) -> None:
    """Raise BadDataset if a split is in the folder, and was made otherwise."""
    path = folder / f"{about.split}.parquet"
    if path.exists() and (wrong := _differences(_file(path)[1], about)):
        raise BadDataset(
            f"expected the same data set in {folder}; its {path.name} was made with other "
            f"{', '.join(wrong)}"
        )


def _differences(one: About, other: About) -> list[str]:
    return [name for name in COMMON if getattr(one, name) != getattr(other, name)]


def _opened(folder: Path | str, split: str) -> tuple[Any, About]:
    path = Path(folder) / f"{split}.parquet"
    if not path.exists():
        raise BadDataset(f"expected {path.name} in {folder}; `honjin dataset` makes it")
    found = _file(path)
    must_agree(Path(folder), found[1])
    return found


def _file(path: Path) -> tuple[Any, About]:
    pa = arrow()
    try:
        file = pa.parquet.ParquetFile(path)
        about = msgspec.json.decode((file.schema_arrow.metadata or {}).get(ABOUT, b""), type=About)
    except (pa.ArrowException, msgspec.MsgspecError, OSError) as problem:
        message = f"{path}: expected positions written by `honjin dataset`: {problem}"
        raise BadDataset(message) from None
    missing = COLUMNS.keys() - set(file.schema_arrow.names)
    if missing:
        raise BadDataset(f"{path}: expected the columns {', '.join(sorted(missing))}")
    return file, about
