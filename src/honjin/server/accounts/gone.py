"""After an account was deleted its name goes from the tables where it played; the games stay."""

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
"""So many milliseconds after a deletion it is looked whether a table was forgotten: at a stop."""


async def unname(tables: Tables, person: str, *, running: bool = False) -> None:
    """Take somebody's name from the tables where it still stands; or from the running ones only."""
    gone = Caller(person, "")
    await tables.store.change(partial(forget, who=person))
    for row in await tables.store.tables_of(person, MOST):
        stands = any(one and one[1] == person and one[2] for one in row.holders)
        if stands and (row.status != "over" or not running):
            await tables.post(row.id, Rename(), gone)


async def unname_all(tables: Tables) -> None:
    """The same for everybody who left lately."""
    lately = tables.clock() - AGAIN
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone", PEOPLE.c.changed > lately)
    for person in await tables.store.ask(lambda connection: list(connection.scalars(query))):
        await unname(tables, person)
