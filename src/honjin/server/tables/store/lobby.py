"""The tables that the lobby lists for everybody, with the ratings of their players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from honjin.server.people.ratings.ratings import Key, Shown, shown_of
from honjin.server.tables.store.openings import WAITING
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import is_listed

LOBBY: Final = 100
"""The most tables that wait for players, and the most running ones, that are listed."""


class Listed(NamedTuple):
    """The rows, the known ratings, and the lines that a stranger sees, once somebody made them."""

    rows: Sequence[Row]
    known: dict[Key, Shown]
    lines: list[Any]


async def listed(store: Store, now: int) -> Listed:
    """Read what is listed now, in milliseconds."""
    rows = [
        row for row in await store.lobby(LOBBY, now - WAITING) if is_listed(row.status, row.holders)
    ]
    return Listed(rows, await ratings_at(store, players_at(rows)), [])


async def ratings_at(store: Store, keys: Iterable[Key]) -> dict[Key, Shown]:
    """The ratings of players, those that have one."""
    wanted = set(keys)
    return await store.ask(partial(shown_of, keys=wanted)) if wanted else {}


def players_at(rows: Iterable[Row]) -> set[Key]:
    """The persons at some tables, each in the game and at the pace of the table."""
    return {
        (one[1], row.game, row.pace)
        for row in rows
        for one in row.holders
        if one is not None and one[0] == "person"
    }
