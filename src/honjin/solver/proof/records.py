"""The data of a loop: arrays of records when compiled, lists of objects when interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np

from honjin.core.state import State


def several(kind: type[State], n: int, *, plain: bool) -> Any:
    """`n` new records of a kind; `plain` for a loop that runs interpreted."""
    if plain:
        return [kind() for _ in range(n)]
    made = np.zeros(n, kind.dtype())
    fresh = np.zeros(1, kind.dtype())
    kind().write_record(fresh[0])
    # Zeros take no memory until they are used.
    if fresh.tobytes().strip(b"\0"):
        made[:] = fresh
    return made


def read(record: Any, name: str) -> int:
    """A field of a record."""
    return int(record[name] if isinstance(record, np.void) else getattr(record, name))


def write(record: Any, **values: int) -> None:
    """Set fields of a record."""
    for name, value in values.items():
        if isinstance(record, np.void):
            record[name] = value
        else:
            setattr(record, name, value)
