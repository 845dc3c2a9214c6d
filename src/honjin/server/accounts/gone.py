"""Removal of a deleted account's name from the tables where it played; the games stay."""

from __future__ import annotations

from functools import partial
from typing import Final

import sqlalchemy as sa

from honjin.server.session.caller import Caller
from honjin.server.session.decide import Rename
from honjin.server.storage.forgetting import forget
from honjin.server.storage.people.people import PEOPLE
from honjin.server.storage.tables import Tables

MOST: Final = 100_000
AGAIN: Final = 7 * 24 * 3600 * 1000
"""The milliseconds after a deletion in which tables missed by a stopped server are found."""


async def unname(tables: Tables, person: str, *, running: bool = False) -> None:
    """Remove a person's name from all tables that still show it, or only from the running ones."""
    gone = Caller(person, "")
    await tables.store.change(partial(forget, who=person))
    for row in await tables.store.tables_of(person, MOST):
        stands = any(one and one[1] == person and one[2] for one in row.holders)
        if stands and (row.status != "over" or not running):
            await tables.post(row.id, Rename(), gone)


async def unname_all(tables: Tables) -> None:
    """Do the same for everybody who left recently."""
    lately = tables.clock() - AGAIN
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone", PEOPLE.c.changed > lately)
    for person in await tables.store.ask(lambda connection: list(connection.scalars(query))):
        await unname(tables, person)
