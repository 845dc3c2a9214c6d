"""What stands in each column. The same words are kept in the files, at each field."""

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
    "deal": "the option `deal` of the game it belongs to: that of its class's table",
    "seat": "who is to act",
    "result": "what the position is worth to who is to act: 1 won, 0 drawn, -1 lost",
    "plies": "after so many plies it is won or lost with best play; 0 for a draw",
    "actions": "every legal action in notation",
    "numbers": "the number of each in the policy's numbering",
    "results": "what each is worth, as `result`",
    "distances": "and after how many plies from here, as `plies`",
    "best": "those that keep the value: won soonest, drawn, or lost latest",
    "observation": "what the seat sees as an array of int8 (docs/environments.md)",
}


class NoParquet(HonjinError):
    """The library that reads and writes Parquet is missing."""


class BadDataset(HonjinError):
    """A data set that cannot be made, or a folder that holds none."""


class Row(NamedTuple):
    """One solved position; COLUMNS says what each field is."""

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
    """How a file was made: the game, its rules and options, which deals, from which seed.

    `positions` of each deal were drawn evenly from all of its table in which somebody is to act.
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
    """The columns with their types and what they hold, and how the file was made."""
    pa = arrow()
    kinds = {
        "position": pa.string(), "deal": pa.string(), "seat": pa.int8(), "result": pa.int8(),
        "plies": pa.int16(), "actions": pa.list_(pa.string()), "numbers": pa.list_(pa.int32()),
        "results": pa.list_(pa.int8()), "distances": pa.list_(pa.int16()),
        "best": pa.list_(pa.string()), "observation": pa.list_(pa.int8(), about.places),
    }  # fmt: skip
    fields = [
        pa.field(name, kinds[name], nullable=False, metadata={"about": told})
        for name, told in COLUMNS.items()
    ]
    return pa.schema(fields, metadata={ABOUT: msgspec.json.encode(about)})
