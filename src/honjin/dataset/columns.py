"""The columns of a data set. Their descriptions are metadata of the fields in the files too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.options import Value

if TYPE_CHECKING:
    import pyarrow as pa

SPLITS: Final = ("train", "validation", "test")
ABOUT: Final = b"honjin"

COLUMNS: Final = {
    "position": "the position in notation",
    "deal": "the option `deal` of the game; of equivalent deals, the one that has the table",
    "seat": "the seat to act",
    "result": "the value of the position for the seat to act: 1 won, 0 drawn, -1 lost",
    "plies": "the number of plies until it is won or lost with best play; 0 for a draw",
    "actions": "every legal action in notation",
    "numbers": "the number of each action in the policy's numbering",
    "results": "the value of each action, as in `result`",
    "distances": "the number of plies from here for each action, as in `plies`",
    "best": "the actions that keep the value: won soonest, drawn, or lost latest",
    "observation": "the seat's observation as an array of int8 (docs/environments.md)",
}


class NoParquet(HonjinError):
    """The library that reads and writes Parquet is missing."""


class BadDataset(HonjinError):
    """A data set that cannot be made, or a folder without one."""


class Row(NamedTuple):
    """One solved position; COLUMNS describes the fields."""

    position: str
    deal: str
    seat: int
    result: int
    plies: int
    actions: list[str]
    numbers: list[int]
    results: list[int]
    distances: list[int]
    best: list[str]
    observation: list[int]


class About(msgspec.Struct, frozen=True):
    """How a file was made: the game, its rules and options, the deals, the seed.

    `positions` of each deal were drawn uniformly from those in its table in which a seat is to act.
    """

    game: str
    rules: int
    options: dict[str, Value]
    split: str
    deals: tuple[str, ...]
    positions: int
    seed: int
    places: int
    policy: int
    form: str = "honjin positions 1"


def arrow() -> Any:
    """PyArrow; NoParquet says what to install."""
    try:
        import pyarrow.parquet
    except ModuleNotFoundError as missing:
        raise NoParquet("data sets need pyarrow: pip install 'honjin[dataset]'") from missing
    return pyarrow


def schema(about: About) -> pa.Schema:
    """The columns with their types and descriptions, and how the file was made."""
    pa = arrow()
    kinds = {
        "position": pa.string(), "deal": pa.string(), "seat": pa.int8(), "result": pa.int8(),
        "plies": pa.int16(), "actions": pa.list_(pa.string()), "numbers": pa.list_(pa.int32()),
        "results": pa.list_(pa.int8()), "distances": pa.list_(pa.int16()),
        "best": pa.list_(pa.string()), "observation": pa.list_(pa.int8(), about.places),
    }  # fmt: skip
    fields = [
        pa.field(name, kinds[name], nullable=False, metadata={"about": text})
        for name, text in COLUMNS.items()
    ]
    return pa.schema(fields, metadata={ABOUT: msgspec.json.encode(about)})
